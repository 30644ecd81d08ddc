//! Beginning, loading and leaving a battle, and showing what happens in it.

use bevy::prelude::*;
use hotgates_engine::{Event, Side};

use super::session::Session;
use super::{BattleBegan, BattleEnded, BattleSystems, LoadBattle, Opening, StartBattle};
use crate::explanation::Explanation;
use crate::scene::{Game, Phase, Replaying, Scene, fighting};
use hotgates_board::{Board, Moving, Shown};
use hotgates_ui::Notice;
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::read_replay;

/// What the panels cover, in logical pixels at 100 %.
pub(super) const COVERED: [f32; 4] = [0.0, 44.0, 304.0, 0.0];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (start, load).in_set(BattleSystems::Input)).add_systems(
        Update,
        (advance_playback.run_if(fighting), announce_end).chain().in_set(BattleSystems::Playback),
    );
}

/// Puts a battle on the board; `ground` counts the maps shown until now.
fn mount(commands: &mut Commands, session: &Session, ground: u32, scale: u16) {
    let covered = COVERED.map(|pixels| pixels * f32::from(scale) / 100.0);
    let shown = Shown::Battle(session.battle().clone());
    commands.insert_resource(Board { shown, ground, covered });
}

fn start(
    mut commands: Commands,
    mut starts: MessageReader<StartBattle>,
    mut scene: ResMut<Scene>,
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut began: MessageWriter<BattleBegan>,
    mut notices: MessageWriter<Notice>,
    mut ground: Local<u32>,
) {
    let Some(StartBattle { scenario, seats, opening }) = starts.read().last() else { return };
    match Session::new(scenario.clone(), seats.clone()) {
        Ok(session) => {
            *ground += 2;
            mount(&mut commands, &session, *ground, settings.scale);
            let people = Side::BOTH.iter().any(|&side| session.seats()[side].is_human());
            let (phase, explained) = match opening {
                Opening::Arranged if people => (Phase::Deploying, None),
                Opening::Arranged => (Phase::Playing, None),
                Opening::Explained => (Phase::Playing, Some(Explanation::FIRST)),
            };
            let game = Game { explained, ..Game::new(session, phase, settings.speed) };
            *scene = Scene::Battle(Box::new(game));
            began.write(BattleBegan);
            next.set(Screen::Battle);
        }
        Err(faults) => {
            notices.write_batch(faults.iter().map(|fault| Notice(fault.to_string())));
        }
    }
}

/// Takes up a save; a replay of a battle that is over is watched.
fn load(
    mut commands: Commands,
    mut loads: MessageReader<LoadBattle>,
    mut scene: ResMut<Scene>,
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut began: MessageWriter<BattleBegan>,
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
            mount(&mut commands, &session, *ground + 1, settings.scale);
            if session.battle().verdict().is_some() {
                *scene = Scene::Replay(Box::new(Replaying::new(session)));
                next.set(Screen::Replay);
            } else {
                *scene = Scene::Battle(Box::new(Game::new(session, Phase::Playing, settings.speed)));
                began.write(BattleBegan);
                next.set(Screen::Battle);
            }
        }
        Err(message) => {
            notices.write(Notice(message));
        }
    }
}

/// Lets time pass for what is shown, and hands the board what it shows.
pub(crate) fn advance_playback(
    time: Res<Time>,
    scene: ResMut<Scene>,
    board: Option<ResMut<Board>>,
    mut moving: ResMut<Moving>,
) {
    let (Some(mut playback), Some(mut board)) = (Scene::shown(scene), board) else { return };
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
fn announce_end(scene: ResMut<Scene>, mut ended: MessageWriter<BattleEnded>) {
    let Some(mut game) = Scene::fought(scene) else { return };
    if game.phase != Phase::Over && game.session.battle().verdict().is_some() && game.playback.is_idle() {
        game.phase = Phase::Over;
        ended.write(BattleEnded(game.session.battle().outcome()));
    }
}
