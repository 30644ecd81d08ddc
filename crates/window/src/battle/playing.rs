//! Beginning, loading and leaving a battle, and showing what happens in it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::{Event, Side};

use super::session::Session;
use super::{BattleBegan, BattleEnded, BattleSystems, LoadBattle, Opening, StartBattle};
use crate::explanation::Explanation;
use crate::scene::{Game, Phase, Replaying, Scene, fighting};
use hotgates_board::{Board, GroundId, Moving, Shown};
use hotgates_ui::explain::{explain_broken, explain_fault, explain_file_error};
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::read_replay;
use hotgates_ui::{Notice, Phrase};

/// What the panels cover, in logical pixels at 100 %.
pub(super) const COVERED: [f32; 4] = [0.0, 44.0, 304.0, 0.0];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (start_battle, load_battle).in_set(BattleSystems::Input)).add_systems(
        Update,
        (advance_playback.run_if(fighting), announce_end).chain().in_set(BattleSystems::Playback),
    );
}

/// Everything that puts a battle on the screen: the scene, the board, and the screen itself.
#[derive(SystemParam)]
struct BattleOpener<'w, 's> {
    commands: Commands<'w, 's>,
    scene: ResMut<'w, Scene>,
    settings: Res<'w, Settings>,
    next: ResMut<'w, NextState<Screen>>,
    began: MessageWriter<'w, BattleBegan>,
}

impl BattleOpener<'_, '_> {
    fn mount_board(&mut self, session: &Session) {
        let shown = Shown::Battle(session.battle().clone());
        let covered = self.settings.scaled_pixels(COVERED);
        self.commands.insert_resource(Board { shown, ground: GroundId::next_free(), covered });
    }

    fn open_battle(&mut self, session: Session, phase: Phase, explained: Option<Explanation>) {
        self.mount_board(&session);
        let game = Game { explained, ..Game::new(session, phase, self.settings.speed) };
        *self.scene = Scene::Battle(Box::new(game));
        self.began.write(BattleBegan);
        self.next.set(Screen::Battle);
    }

    fn open_replay(&mut self, session: Session) {
        self.mount_board(&session);
        *self.scene = Scene::Replay(Box::new(Replaying::new(session)));
        self.next.set(Screen::Replay);
    }
}

fn start_battle(
    mut starts: MessageReader<StartBattle>,
    mut opener: BattleOpener,
    mut notices: MessageWriter<Notice>,
) {
    let Some(StartBattle { scenario, seats, opening }) = starts.read().last() else { return };
    match Session::new(scenario.clone(), seats.clone()) {
        Ok(session) => {
            let people = Side::BOTH.iter().any(|&side| session.seats()[side].is_human());
            let (phase, explained) = match opening {
                Opening::Arranged if people => (Phase::Deploying, None),
                Opening::Arranged => (Phase::Playing, None),
                Opening::Explained => (Phase::Playing, Some(Explanation::FIRST)),
            };
            opener.open_battle(session, phase, explained);
        }
        Err(faults) => {
            notices.write_batch(faults.iter().map(|fault| Notice(explain_fault(fault))));
        }
    }
}

/// Takes up a save; a replay of a battle that is over is watched.
fn load_battle(
    mut loads: MessageReader<LoadBattle>,
    mut opener: BattleOpener,
    mut notices: MessageWriter<Notice>,
) {
    let Some(LoadBattle(path)) = loads.read().last() else { return };
    let session = read_replay(path).map_err(|problem| explain_file_error(&problem)).and_then(|replay| {
        Session::resume(&replay).map_err(|broken| {
            let place = path.display().to_string();
            vec![Phrase::new("said-of").with("place", place).with("what", explain_broken(&broken))]
        })
    });
    match session {
        Ok(session) if session.battle().verdict().is_some() => opener.open_replay(session),
        Ok(session) => opener.open_battle(session, Phase::Playing, None),
        Err(problems) => {
            notices.write_batch(problems.into_iter().map(Notice));
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
