//! A bigger game with battles of Hotgates in it: an app of its own that mounts the battle, starts
//! one when the player presses Enter, and goes by what comes of it.
//!
//! ```text
//! cargo run -p hotgates-frontend --example embed
//! ```
//!
//! With `--headless` it needs no window: two computers fight, and the campaign counts who won.

#![expect(clippy::needless_pass_by_value, reason = "Bevy's systems take their parameters by value")]

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use hotgates_engine::{BySide, MapFile, Scenario, Side};
use hotgates_frontend::BattlePlugin;
use hotgates_frontend::battle::{BattleEnded, StartBattle};
use hotgates_frontend::scene::Scene;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_play::{Seat, Seats};

/// The campaign around the battles: how many each side has won.
#[derive(Resource, Debug, Default)]
struct Campaign {
    won: BySide<u32>,
    headless: bool,
}

fn main() -> AppExit {
    let headless = std::env::args().any(|arg| arg == "--headless");
    let mut app = App::new();
    if headless {
        app.add_plugins((
            MinimalPlugins.set(ScheduleRunnerPlugin::run_loop(std::time::Duration::ZERO)),
            StatesPlugin,
            AssetPlugin::default(),
        ));
    } else {
        app.add_plugins(DefaultPlugins);
    }
    let storage = Storage::from_folder(std::env::temp_dir().join("hotgates-embed"));
    app.add_plugins(BattlePlugin { storage, first: Screen::Nothing })
        .insert_resource(Campaign { headless, ..Campaign::default() })
        .add_systems(Update, (invade, hurry, learn).chain())
        .run()
}

/// Enter begins a battle; without a window the first one begins by itself.
fn invade(
    campaign: Res<Campaign>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    screen: Res<State<Screen>>,
    mut begun: Local<bool>,
    mut start: MessageWriter<StartBattle>,
) {
    let wanted = match keys {
        Some(keys) => keys.just_pressed(KeyCode::Enter),
        None => !*begun,
    };
    if !wanted || *screen.get() != Screen::Nothing {
        return;
    }
    *begun = true;
    let map =
        MapFile::from_ron(include_str!("../../../maps/two_bridges.ron")).expect("a shipped map is sound");
    let seats = Seats::new(|side| match side {
        Side::Red => Seat::from_name("hunter"),
        Side::Blue if campaign.headless => Seat::from_name("warden"),
        Side::Blue => Seat::seat_of_person(),
    });
    start.write(StartBattle::new(Scenario::classic(map), seats));
}

/// Nobody watches without a window.
fn hurry(campaign: Res<Campaign>, scene: ResMut<Scene>) {
    if let Some(mut playback) = Scene::borrow_playback(scene).filter(|_| campaign.headless) {
        playback.skip_to_end();
    }
}

/// Writes the outcome of a battle into the campaign, and brings the campaign's own screen back.
fn learn(
    mut ended: MessageReader<BattleEnded>,
    mut campaign: ResMut<Campaign>,
    mut next: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
) {
    for BattleEnded(outcome) in ended.read() {
        if let Some(winner) = outcome.verdict.and_then(|verdict| verdict.winner) {
            campaign.won[winner] += 1;
        }
        let (red, blue) = (campaign.won.red, campaign.won.blue);
        let survivors = outcome.units.iter().filter(|unit| unit.left.0 > 0).count();
        println!("turn {}: {survivors} units left; the campaign stands {red} : {blue}", outcome.turn);
        next.set(Screen::Nothing);
        if campaign.headless {
            exit.write(AppExit::Success);
        }
    }
}
