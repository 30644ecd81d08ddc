//! The window's logic without a window: messages stand for mouse and keyboard, and resources hold
//! what the player would see.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod academy;
mod accessibility;
mod campaigns;
mod cohesion;
mod commanders;
mod contents;
mod contrast;
mod editor;
mod facing;
mod files;
mod first_battle;
mod focus;
mod fog;
mod hearing;
mod jobs;
mod joining;
mod keys;
mod leaving;
mod marches;
mod officers;
mod own_plans;
mod palettes;
mod phrases;
mod playing;
mod programs;
mod puzzles;
mod random_input;
mod saving;
mod setting_up;
mod signs;
mod storage;
mod supply;
mod texts;
mod waiting;
mod watching;
mod weather;
mod works;

use std::time::{Duration, Instant};

use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use hotgates_engine::{Cell, Coord, MapFile, Order, Ruleset, Scenario, Side, UnitId};
use hotgates_frontend::GamePlugin;
use hotgates_frontend::battle::playback::Playback;
use hotgates_frontend::battle::{BattleAction, StartBattle};
use hotgates_frontend::board::HexClicked;
use hotgates_frontend::scene::{FoughtBattle, Scene, ShownBattle};
use hotgates_frontend::ui::Notice;
use hotgates_frontend::ui::job::{jobs_at_work, task_pools};
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_frontend::ui::texts::Texts;
use hotgates_play::{Seat, Seats};
use tempfile::TempDir;

/// Two infantry units next to each other, and Blue's artillery two hexes from its castle.
const DUEL: &str = r#"(
    name: "duel", turns: 4, seed: 7,
    rows: ["..........", "..........", "..........", "....#.....", ".........."],
    red: (units: [(type: "infantry", at: (2, 1)), (type: "cavalry", at: (8, 0))]),
    blue: (units: [(type: "infantry", at: (2, 2)), (type: "artillery", at: (6, 4))]),
)"#;

/// Returns the duel as a scenario.
fn duel() -> Scenario {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    Scenario::new(MapFile::from_ron(DUEL).unwrap(), rules)
}

/// An app with everything but a window, and the folder that it writes to.
struct Player {
    app: App,
    folder: TempDir,
}

impl Player {
    fn new() -> Self {
        Self::at(tempfile::tempdir().unwrap())
    }

    fn at(folder: TempDir) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins.set(task_pools()), StatesPlugin, AssetPlugin::default()))
            .init_resource::<ButtonInput<KeyCode>>()
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .add_plugins(GamePlugin { storage: Storage::from_folder(folder.path()) });
        app.finish();
        app.cleanup();
        app.update();
        Self { app, folder }
    }

    fn storage(&self) -> Storage {
        Storage::from_folder(self.folder.path())
    }

    fn say<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
        self.app.update();
    }

    fn press(&mut self, key: KeyCode) {
        self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
        self.app.update();
        let mut keys = self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.release(key);
        keys.clear();
        self.app.update();
    }

    fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    fn game(&self) -> &FoughtBattle {
        game(self.app.world())
    }

    /// Returns the battle on the screen, fought or watched.
    fn on_screen(&self) -> ShownBattle<'_> {
        self.app.world().resource::<Scene>().shown_battle().expect("a battle is on the screen")
    }

    /// Returns the playback of the battle on the screen.
    fn playback(&mut self) -> Mut<'_, Playback> {
        let scene = self.app.world_mut().resource_mut::<Scene>();
        scene.filter_map_unchanged(Scene::playback_mut).expect("a battle is on the screen")
    }

    fn orders(&self) -> Vec<Order> {
        self.game().session.order_records().iter().map(|record| record.order).collect()
    }

    /// Returns the notices since the last call.
    fn notices(&mut self) -> Vec<String> {
        let notices: Vec<_> = self.app.world_mut().resource_mut::<Messages<Notice>>().drain().collect();
        let texts = self.app.world().resource::<Texts>();
        notices.iter().map(|Notice(phrase)| texts.phrase_in_words(phrase)).collect()
    }

    fn cell_of(&self, unit: UnitId) -> Cell {
        self.game().session.battle().unit(unit).cell
    }

    fn unit(&self, side: Side, nth: usize) -> UnitId {
        self.game().session.battle().living(side).nth(nth).unwrap()
    }

    fn click(&mut self, cell: Cell) {
        self.say(HexClicked(Some(cell)));
    }

    fn fight(&mut self, map: &str, red: &Seat, blue: &Seat) {
        let mut rules = Ruleset::classic();
        // The armies may meet at once.
        rules.setup.distance = 0;
        self.fight_by(rules, map, red, blue);
    }

    fn fight_by(&mut self, rules: Ruleset, map: &str, red: &Seat, blue: &Seat) {
        let scenario = Scenario::new(MapFile::from_ron(map).unwrap(), rules);
        let seats = Seats::new(|side| if side == Side::Red { red.clone() } else { blue.clone() });
        self.say(StartBattle::new(scenario, seats));
        self.app.update();
        assert_eq!(self.screen(), Screen::Battle, "{:?}", self.notices());
    }

    /// Updates the app until a condition holds, and panics after a minute without.
    fn until(&mut self, what: &str, mut so: impl FnMut(&World) -> bool) {
        let begun = Instant::now();
        while !so(self.app.world()) {
            let in_time = begun.elapsed() < Duration::from_mins(1);
            assert!(in_time, "waited a minute until {what}; at work: {:?}", jobs_at_work());
            self.app.update();
            std::thread::yield_now();
        }
    }

    fn hot_seat(&mut self) {
        self.fight(DUEL, &Seat::seat_of_person(), &Seat::seat_of_person());
        self.say(BattleAction::BeginFighting);
    }
}

/// Returns the battle that is fought.
fn game(world: &World) -> &FoughtBattle {
    world.resource::<Scene>().fought_battle().expect("a battle is fought")
}

/// Returns `true` if everything that happened has been shown.
fn is_idle(world: &World) -> bool {
    world.resource::<Scene>().shown_battle().is_none_or(|scene| scene.playback().is_idle())
}

/// Returns every text of the window, a line each.
fn all_texts(player: &mut Player) -> String {
    let mut texts = player.app.world_mut().query::<&Text>();
    texts.iter(player.app.world()).map(|text| text.0.clone()).collect::<Vec<_>>().join("\n")
}

/// Asserts that each of some words is in a text of the window.
fn check_texts(player: &mut Player, wanted: &[&str]) {
    let mut texts = player.app.world_mut().query::<&Text>();
    let words: Vec<&str> = texts.iter(player.app.world()).map(|text| text.0.as_str()).collect();
    for wanted in wanted {
        assert!(words.iter().any(|words| words.contains(wanted)), "{wanted}: {words:?}");
    }
}
