//! The battle behind the menu: commanders fight each other on a map that comes with the game, dimmed,
//! as long as somebody is about.

use std::time::Duration;

use bevy::input::mouse::AccumulatedMouseMotion;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_board::{Board, BoardContent, BoardMarks, GroundId, MovingUnit};
use hotgates_engine::{Battle, Cell, UnitId};
use hotgates_maps::shipped_scenarios;
use hotgates_play::{Match, Seats};
use hotgates_search::Cancel;
use hotgates_ui::screen::Screen;
use hotgates_ui::{InterfaceScale, Job};
use hotgates_window_battle::battle::playback::eased_share;

use crate::menu;

/// The maps, by their names, one after the other.
const MAPS: [&str; 4] = ["Hot Gates", "Two Bridges", "Goat Path", "Forest Fords"];
/// Time that an order is shown, and the part of it in which a unit goes.
const ORDER: Duration = Duration::from_millis(900);
const STEP: Duration = Duration::from_millis(450);
/// Time for which the end of a battle is shown.
const END: Duration = Duration::from_secs(6);
/// Time after the last input until the battle stands still.
const PATIENCE: Duration = Duration::from_mins(1);

/// One moment of the battle: the position after an order, and the unit that it has moved.
#[derive(Debug, Clone)]
struct Moment {
    battle: Battle,
    moved: Option<(UnitId, Cell, Cell)>,
}

/// The battle behind the menu.
#[derive(Resource, Default)]
pub struct MenuBattle {
    /// Number of battles that have been begun.
    begun: u64,
    thinking: Option<Job<std::thread::Result<Vec<Moment>>, ()>>,
    moments: Vec<Moment>,
    /// Number of the moment that is shown, and for how long it has been.
    at: usize,
    shown: Duration,
    /// Time since the last input.
    alone: Duration,
}

impl MenuBattle {
    /// Returns `true` while orders are shown one after the other.
    #[must_use]
    pub const fn is_moving(&self) -> bool {
        !self.moments.is_empty() && self.alone.as_millis() < PATIENCE.as_millis()
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MenuBattle>()
        .add_systems(
            Update,
            (note_input, fight_on)
                .chain()
                .run_if(in_state(Screen::Menu))
                .run_if(any_with_component::<PrimaryWindow>),
        )
        .add_systems(OnExit(Screen::Menu), |mut fought: ResMut<MenuBattle>| {
            // Whoever plays needs the processor; a battle that has been thought out is kept for the next time.
            (fought.thinking, fought.at, fought.shown) = (None, 0, Duration::ZERO);
        });
}

fn note_input(
    time: Res<Time<Real>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    motion: Option<Res<AccumulatedMouseMotion>>,
    mut fought: ResMut<MenuBattle>,
) {
    let pressed = keys.is_some_and(|keys| keys.get_pressed().len() > 0);
    let moved = motion.is_some_and(|motion| motion.delta != Vec2::ZERO);
    fought.alone = if pressed || moved { Duration::ZERO } else { fought.alone + time.delta() };
}

fn fight_on(
    mut commands: Commands,
    (time, scale): (Res<Time<Real>>, InterfaceScale),
    mut fought: ResMut<MenuBattle>,
    board: Option<ResMut<Board>>,
    mut marks: ResMut<BoardMarks>,
    mut moving: ResMut<MovingUnit>,
) {
    let fought = &mut *fought;
    if fought.moments.is_empty() {
        let number = fought.begun;
        if fought.thinking.is_none() {
            // A system without threads has a menu without a battle.
            let work = move |cancel: &Cancel, _: &_| play_battle(number, cancel);
            fought.thinking = Job::start_on_thread("menu battle", work).ok();
        }
        let Some(moments) = fought.thinking.as_mut().and_then(Job::poll) else { return };
        (fought.thinking, fought.begun) = (None, number + 1);
        (fought.moments, fought.at, fought.shown) = (moments.unwrap_or_default(), 0, Duration::ZERO);
    }
    let Some(first) = fought.moments.first() else { return };
    let Some(mut board) = board.filter(|board| board.map() == first.battle.map() || fought.at > 0) else {
        marks.set_if_neq(BoardMarks::default());
        let shown = BoardContent::Battle(first.battle.clone());
        commands.insert_resource(Board {
            shown,
            ground: GroundId::next_free(),
            covered: scale.scaled_pixels([menu::ROOM.into(), 0.0, 0.0, 0.0]),
            kept_clear: 0.0,
            rulers: false,
        });
        return;
    };
    if !fought.is_moving() {
        moving.set_if_neq(MovingUnit(None));
        return;
    }
    fought.shown += time.delta().min(ORDER);
    let last = fought.at + 1 >= fought.moments.len();
    if fought.shown >= if last { END } else { ORDER } {
        fought.shown = Duration::ZERO;
        if last {
            fought.moments.clear();
            commands.remove_resource::<Board>();
            return;
        }
        fought.at += 1;
    }
    let moment = &fought.moments[fought.at];
    if !board.shows_battle(&moment.battle) {
        board.shown = BoardContent::Battle(moment.battle.clone());
    }
    let share = fought.shown.as_secs_f32() / STEP.as_secs_f32();
    let moved = moment.moved.filter(|_| share < 1.0);
    let step = moved.map(|(unit, from, to)| (unit, from, to, eased_share(share, true, true)));
    moving.set_if_neq(MovingUnit(step));
}

/// Plays a battle to its end and returns all its moments; none if nobody waits for them any more.
fn play_battle(number: u64, cancel: &Cancel) -> Vec<Moment> {
    let name = MAPS[usize::try_from(number).unwrap_or(0) % MAPS.len()];
    let Some(scenario) = shipped_scenarios().into_iter().find(|scenario| scenario.map.name == name) else {
        return Vec::new();
    };
    let Ok(battle) = Battle::from_scenario(&scenario) else { return Vec::new() };
    let Ok(contestants) = Seats::in_file(&scenario.map).make_contestants(&battle, number) else {
        return Vec::new();
    };
    let mut moments = vec![Moment { battle: battle.clone(), moved: None }];
    let mut game = Match::new(battle, number, contestants);
    loop {
        let before = game.game_record().battle().clone();
        let order = match game.step_unless(cancel) {
            Ok(Some(played)) => played.order,
            Ok(None) => return moments,
            Err(_) => return Vec::new(),
        };
        let after = game.game_record().battle();
        let Some(unit) = order.and_then(hotgates_engine::Order::unit) else { continue };
        let (from, to) = (before.unit(unit).cell, after.unit(unit).cell);
        let moved = (from != to && after.unit(unit).alive()).then_some((unit, from, to));
        moments.push(Moment { battle: after.clone(), moved });
    }
}
