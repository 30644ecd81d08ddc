//! Beginning, loading and leaving a battle, and showing its events.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::{Cell, Map, Side};
use hotgates_lessons::LessonProgress;

use super::session::BattleSession;
use super::{BattleBegan, BattleEnded, BattleOpening, BattleSystems, LoadBattle, StartBattle};
use crate::attempt::PuzzleAttempt;
use crate::scene::{BattlePhase, FoughtBattle, Scene, WatchedBattle, is_battle_fought};
use hotgates_board::{Board, BoardContent, GroundId, MovingUnit, RepaintGround};
use hotgates_ui::explain::{explain_fault, explain_replay_break};
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::{BattleFile, explain_unreadable_log};
use hotgates_ui::{InterfaceScale, Notice, Phrase};

/// Space that the bars and the side panel cover (left, top, right, bottom), in logical pixels at 100 %.
pub(super) const COVERED: [f32; 4] = [0.0, 84.0, 304.0, 0.0];
/// Width of what opens over the map on the left: reasons, legends, advice.
const INSIGHT_PANELS: f32 = 314.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (start_battle, load_battle).in_set(BattleSystems::Input)).add_systems(
        Update,
        (advance_playback.run_if(is_battle_fought), announce_battle_end)
            .chain()
            .in_set(BattleSystems::Playback),
    );
}

/// Resources that put a battle on the screen: the scene, the board, and the screen itself.
#[derive(SystemParam)]
pub struct BattleOpener<'w, 's> {
    commands: Commands<'w, 's>,
    scene: ResMut<'w, Scene>,
    settings: Res<'w, Settings>,
    scale: InterfaceScale<'w>,
    next: ResMut<'w, NextState<Screen>>,
    began: MessageWriter<'w, BattleBegan>,
}

impl BattleOpener<'_, '_> {
    /// Puts a battle on the board. A card that explains it stays beside the map; the map of any other battle keeps clear
    /// of what comes and goes there where it can.
    fn put_battle_on_board(&mut self, session: &BattleSession, has_card: bool) {
        let shown = BoardContent::Battle(session.battle().clone());
        let [_, top, right, bottom] = COVERED;
        let (left, kept_clear) = if has_card { (INSIGHT_PANELS, 0.0) } else { (0.0, INSIGHT_PANELS) };
        let covered = self.scale.scaled_pixels([left, top, right, bottom]);
        let [kept_clear] = self.scale.scaled_pixels([kept_clear]);
        self.commands.insert_resource(Board {
            shown,
            ground: GroundId::next_free(),
            covered,
            kept_clear,
            rulers: true,
        });
    }

    fn open_battle(&mut self, session: BattleSession, phase: BattlePhase, opening: BattleOpening) {
        let explained = match opening {
            BattleOpening::Lesson(number) => Some(LessonProgress::new(number)),
            BattleOpening::Arranged | BattleOpening::OfCampaign | BattleOpening::AtTable => None,
        };
        self.put_battle_on_board(&session, explained.is_some());
        let game = FoughtBattle::new(session, phase, self.settings.speed);
        let game = FoughtBattle { opening, explained, ..game };
        *self.scene = Scene::Battle(Box::new(game));
        self.began.write(BattleBegan);
        self.next.set(Screen::Battle);
    }

    /// Puts a puzzle on the screen.
    pub fn open_puzzle(&mut self, session: BattleSession, attempt: PuzzleAttempt) {
        self.put_battle_on_board(&session, true);
        let game = FoughtBattle::new(session, BattlePhase::Playing, self.settings.speed);
        *self.scene = Scene::Battle(Box::new(FoughtBattle { puzzle: Some(attempt), ..game }));
        self.began.write(BattleBegan);
        self.next.set(Screen::Battle);
    }

    /// Puts the battle of a campaign on the screen, at its beginning or taken up again; the way back leads
    /// to the campaign.
    pub fn open_battle_of_campaign(&mut self, session: BattleSession) {
        self.open_battle(session, BattlePhase::Playing, BattleOpening::OfCampaign);
    }

    /// Puts the battle of a server on the screen.
    pub fn open_battle_of_table(&mut self, session: BattleSession, phase: BattlePhase) {
        self.open_battle(session, phase, BattleOpening::AtTable);
    }

    /// Returns the battle being fought, to be changed.
    pub fn fought_battle_mut(&mut self) -> Option<Mut<'_, FoughtBattle>> {
        self.scene.reborrow().filter_map_unchanged(Scene::fought_battle_mut)
    }

    /// Returns the scene that is on the screen now.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Goes to a screen without a battle.
    pub fn go_to(&mut self, screen: Screen) {
        self.next.set(screen);
    }

    fn open_replay(&mut self, session: BattleSession) {
        self.put_battle_on_board(&session, false);
        *self.scene = Scene::Replay(Box::new(WatchedBattle::new(session)));
        self.next.set(Screen::Replay);
    }
}

fn start_battle(
    mut starts: MessageReader<StartBattle>,
    mut opener: BattleOpener,
    mut notices: MessageWriter<Notice>,
) {
    let Some(StartBattle { scenario, seats, opening }) = starts.read().last() else { return };
    match BattleSession::new(scenario.clone(), seats.clone()) {
        Ok(session) => {
            let phase = first_phase(&session, *opening);
            opener.open_battle(session, phase, *opening);
        }
        Err(faults) => {
            notices.write_batch(faults.iter().map(|fault| Notice(explain_fault(fault))));
        }
    }
}

/// Returns the phase in which a battle without orders begins: people arrange their units first, where they may.
fn first_phase(session: &BattleSession, opening: BattleOpening) -> BattlePhase {
    let people = Side::BOTH.iter().any(|&side| session.is_person_here(side));
    match opening {
        BattleOpening::Arranged if people => BattlePhase::Deploying,
        _ => BattlePhase::Playing,
    }
}

/// Takes up a save, one without orders where units are still arranged; a replay of a battle that is over is watched, and
/// so is a view log.
fn load_battle(
    mut loads: MessageReader<LoadBattle>,
    mut opener: BattleOpener,
    mut notices: MessageWriter<Notice>,
) {
    let Some(LoadBattle(path)) = loads.read().last() else { return };
    let session = BattleFile::read(path).and_then(|file| match file {
        BattleFile::Replay(replay) => BattleSession::resume_replay(&replay).map_err(|broken| {
            let place = path.display().to_string();
            vec![
                Phrase::new("said-of")
                    .with_value("place", place)
                    .with_value("what", explain_replay_break(&broken)),
            ]
        }),
        BattleFile::ViewLog(log) => BattleSession::from_view_log(&log)
            .map_err(|why| vec![explain_unreadable_log(path, why.to_string())]),
    });
    match session {
        Ok(session) if session.guest().is_some() || session.battle().verdict().is_some() => {
            opener.open_replay(session);
        }
        Ok(session) => {
            let phase = match session.order_count() {
                0 => first_phase(&session, BattleOpening::Arranged),
                _ => BattlePhase::Playing,
            };
            opener.open_battle(session, phase, BattleOpening::default());
        }
        Err(problems) => {
            notices.write_batch(problems.into_iter().map(Notice));
        }
    }
}

/// Lets time pass for the playback, and hands the shown position to the board.
pub fn advance_playback(
    time: Res<Time>,
    scene: ResMut<Scene>,
    board: Option<ResMut<Board>>,
    mut moving: ResMut<MovingUnit>,
    mut repaints: MessageWriter<RepaintGround>,
) {
    let (Some(mut playback), Some(mut board)) = (Scene::borrow_playback(scene), board) else { return };
    if !playback.is_idle() {
        playback.advance_time(time.delta());
    }
    if !board.shows_battle(playback.shown_position()) {
        let changed = cells_with_other_ground(board.map(), playback.shown_position().map());
        if !changed.is_empty() {
            repaints.write(RepaintGround(Some(changed)));
        }
        board.shown = BoardContent::Battle(playback.shown_position().clone());
    }
    let grid = board.grid();
    let now = playback.current_step().and_then(|(unit, from, to, share)| {
        grid.cell(from).zip(grid.cell(to)).map(|(from, to)| (unit, from, to, share))
    });
    moving.set_if_neq(MovingUnit(now));
}

/// Returns the cells on which two positions of one battle have different terrain; none for other maps.
fn cells_with_other_ground(one: &Map, other: &Map) -> Vec<Cell> {
    let size = |map: &Map| (map.grid().width(), map.grid().height());
    // Positions share their ground until terrain changes.
    if std::ptr::eq(one, other) || size(one) != size(other) {
        return Vec::new();
    }
    one.grid().cells().filter(|&cell| one.terrain(cell) != other.terrain(cell)).collect()
}

/// Writes once that the battle is over, when its end has been shown.
fn announce_battle_end(scene: ResMut<Scene>, mut ended: MessageWriter<BattleEnded>) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let is_over = game.session.known_position().verdict().is_some();
    // The end of a server's battle is told with its proof.
    if game.phase != BattlePhase::Over && is_over && game.playback.is_idle() && !game.session.awaits_proof() {
        game.phase = BattlePhase::Over;
        if game.session.true_position().has_fog() {
            // Everybody sees everything now.
            let end = game.session.battle().clone();
            game.playback.show_position(end);
        }
        ended.write(BattleEnded(game.session.battle().outcome()));
    }
}
