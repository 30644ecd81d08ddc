//! The time of a frame with all that the adapter draws: of a battle of computers, and of a view that scrolls over a large map.

use std::error::Error;
use std::time::{Duration, Instant};

use bevy::input::ButtonState;
use bevy::math::UVec2;
use bevy::prelude::State;
use hotgates_engine::{Army, Direction, Ruleset, Scenario, UnitEntry};
use hotgates_frontend::battle::{BattleAction, StartBattle};
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_mapgen::{LandKind, MapPlan};
use hotgates_play::{Seat, Seats};

use super::stage::{PATIENCE, Stage};

/// Frames that are measured.
const FRAMES: usize = 600;

/// Prints the median and the slowest hundredth of frames at a size.
///
/// # Errors
/// If no temporary folder can be had.
pub fn measure_frames(size: UVec2) -> Result<(), Box<dyn Error>> {
    for (side, units, scrolls) in
        [((40, 30), 24, false), ((40, 30), 24, true), ((512, 512), 400, false), ((512, 512), 400, true)]
    {
        let folder = tempfile::tempdir()?;
        let mut stage = Stage::open(size, Storage::from_folder(folder.path()));
        let seat = if scrolls { Seat::seat_of_person() } else { Seat::from_name("greedy") };
        begin_battle(&mut stage, side, units, &seat);
        let mut times: Vec<Duration> = (0..FRAMES)
            .map(|frame| {
                if scrolls && frame % 100 == 0 {
                    // To the right, and back to the left.
                    let (down, up) = if frame / 100 % 2 == 0 { ("Right", "Left") } else { ("Left", "Right") };
                    stage.send_key(up, ButtonState::Released);
                    stage.send_key(down, ButtonState::Pressed);
                }
                let begun = Instant::now();
                stage.app.update();
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        let what = if scrolls { "scrolling" } else { "computers play" };
        println!(
            "{}x{}, map {}x{}, {units} units, {what}: median {:.2} ms, 99 % {:.2} ms, on {}",
            size.x,
            size.y,
            side.0,
            side.1,
            times[FRAMES / 2].as_secs_f64() * 1e3,
            times[FRAMES * 99 / 100].as_secs_f64() * 1e3,
            stage.adapter(),
        );
    }
    Ok(())
}

/// Begins a battle and waits until the first picture of it is drawn.
fn begin_battle(stage: &mut Stage, (width, height): (u32, u32), units: usize, seat: &Seat) {
    let plan = MapPlan { kind: LandKind::River, width, height, seed: 1, from: Direction::N };
    let mut map = plan.generate_map().expect("it is large enough");
    let kinds = ["infantry", "cavalry", "artillery"];
    let units = (0..units / 2).map(|index| UnitEntry::new(kinds[index % 3])).collect();
    let army = Army { commander: None, units };
    (map.red, map.blue) = (Some(army.clone()), Some(army));
    let scenario = Scenario::new(map, Ruleset::classic());
    stage.app.world_mut().write_message(StartBattle::new(scenario, Seats::new(|_| seat.clone())));
    stage.app.update();
    stage.app.update();
    assert_eq!(*stage.app.world().resource::<State<Screen>>().get(), Screen::Battle);
    if seat.is_human() {
        stage.app.world_mut().write_message(BattleAction::BeginFighting);
        stage.rest(PATIENCE);
    }
}
