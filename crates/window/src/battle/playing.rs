//! Beginning, loading and leaving a battle, and showing what happens in it.

use bevy::prelude::*;
use hotgates_engine::{Event, Side};

use super::playback::Playback;
use super::selection::Selection;
use super::session::{Seat, Session};
use super::{BattleEnded, BattleSystems, Game, LoadBattle, StartBattle, fighting};
use crate::replay::Replaying;
use hotgates_board::{Board, Moving, Shown};
use hotgates_ui::Notice;
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::read_replay;

/// What the panels cover, in logical pixels at 100 %.
pub(super) const COVERED: [f32; 4] = [0.0, 44.0, 304.0, 0.0];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (start, load).in_set(BattleSystems::Input))
        .add_systems(
            Update,
            (advance_playback.run_if(fighting), announce_end).chain().in_set(BattleSystems::Playback),
        )
        .add_systems(OnEnter(Screen::Menu), leave)
        .add_systems(OnEnter(Screen::Files), leave)
        .add_systems(OnEnter(Screen::Editor), leave)
        .add_systems(OnEnter(Screen::Settings), leave);
}

/// Puts a battle on the board; `ground` counts the maps shown until now.
pub(crate) fn mount(commands: &mut Commands, session: &Session, speed: u8, ground: u32, scale: u16) {
    let covered = COVERED.map(|pixels| pixels * f32::from(scale) / 100.0);
    let shown = Shown::Battle(session.battle().clone());
    commands.insert_resource(Board { shown, ground, covered });
    commands.insert_resource(Playback::new(session.battle().clone(), speed));
}

fn start(
    mut commands: Commands,
    mut starts: MessageReader<StartBattle>,
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
    mut ground: Local<u32>,
) {
    let Some(StartBattle { scenario, seats }) = starts.read().last() else { return };
    match Session::new(scenario.clone(), seats.clone()) {
        Ok(session) => {
            *ground += 2;
            mount(&mut commands, &session, settings.speed, *ground, settings.scale);
            let deploying = Side::BOTH.iter().any(|&side| session.seats()[side] == Seat::Human);
            commands.insert_resource(game(session, deploying));
            next.set(Screen::Battle);
        }
        Err(faults) => {
            notices.write_batch(faults.iter().map(|fault| Notice(fault.to_string())));
        }
    }
}

fn game(session: Session, deploying: bool) -> Game {
    Game {
        session,
        selection: Selection::default(),
        preview: None,
        deploying,
        asked_to_end: Vec::new(),
        keys_shown: false,
    }
}

/// Takes up a save; a replay of a battle that is over is watched.
fn load(
    mut commands: Commands,
    mut loads: MessageReader<LoadBattle>,
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
    mut ground: Local<u32>,
) {
    let Some(LoadBattle(path)) = loads.read().last() else { return };
    let session = read_replay(path).map_err(|problem| problem.to_string()).and_then(|replay| {
        Session::resume(&replay).map_err(|broken| format!("{}: {broken}", path.display()))
    });
    match session {
        Ok(session) => {
            // Odd numbers, so that no map begun anew has the same.
            *ground += 2;
            mount(&mut commands, &session, settings.speed, *ground + 1, settings.scale);
            if session.battle().verdict().is_some() {
                commands.insert_resource(Replaying::new(session));
                next.set(Screen::Replay);
            } else {
                commands.insert_resource(game(session, false));
                next.set(Screen::Battle);
            }
        }
        Err(message) => {
            notices.write(Notice(message));
        }
    }
}

/// Where there is no board to be seen, there is none.
fn leave(mut commands: Commands) {
    commands.remove_resource::<Game>();
    commands.remove_resource::<Board>();
    commands.remove_resource::<Playback>();
    commands.insert_resource(Moving::default());
}

/// Lets time pass for what is shown, and hands the board what it shows.
pub(crate) fn advance_playback(
    time: Res<Time>,
    playback: Option<ResMut<Playback>>,
    board: Option<ResMut<Board>>,
    mut moving: ResMut<Moving>,
) {
    let (Some(mut playback), Some(mut board)) = (playback, board) else { return };
    if !playback.is_idle() {
        playback.advance(time.delta());
    }
    if !board.shows(playback.shown()) {
        board.shown = Shown::Battle(playback.shown().clone());
    }
    let grid = board.grid();
    let now = match playback.current() {
        Some((&Event::Stepped { unit, from, to, .. }, share)) => {
            grid.cell(from).zip(grid.cell(to)).map(|(from, to)| (unit, from, to, share))
        }
        _ => None,
    };
    moving.set_if_neq(Moving(now));
}

/// Says once that the battle is over, when its end has been shown.
fn announce_end(
    game: Option<Res<Game>>,
    playback: Option<Res<Playback>>,
    mut said: Local<bool>,
    mut ended: MessageWriter<BattleEnded>,
) {
    let over = game.as_ref().is_some_and(|game| game.session.battle().verdict().is_some());
    let (Some(game), Some(playback), true) = (game, playback, over) else {
        *said = false;
        return;
    };
    if !*said && playback.is_idle() {
        *said = true;
        ended.write(BattleEnded(game.session.battle().outcome()));
    }
}
