//! The subject of the window: a battle that is fought, a battle that is watched again, or nothing.
//! There always is a [`Scene`], and its content dies with its screen: no system can ask for a
//! battle that is gone.
//!
//! A system that needs a battle begins with a question that may have no answer:
//! [`Scene::borrow_fought_battle`], [`Scene::borrow_watched_battle`], [`Scene::shown_battle`].

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::state::state::{StateTransitionEvent, StateTransitionSystems, last_transition};
use hotgates_ai::Reason;
use hotgates_board::{Board, MovingUnit};
use hotgates_engine::{Battle, Order, Side, UnitId};
use hotgates_lessons::LessonProgress;
use hotgates_play::Seat;
use hotgates_ui::Phrase;
use hotgates_ui::screen::Screen;

use crate::attempt::{PuzzleAttempt, SolvingStage};
use crate::battle::BattleOpening;
use crate::battle::own_plan::PlanPace;
use crate::battle::playback::Playback;
use crate::battle::selection::{ClickPreview, UnitSelection};
use crate::battle::session::BattleSession;
use crate::battle::standing::StandingOrders;

/// The subject of the window.
#[derive(Resource, Debug, Default)]
pub enum Scene {
    /// No battle: a menu, a setup, the map editor.
    #[default]
    Nothing,
    /// A battle that is fought.
    Battle(Box<FoughtBattle>),
    /// A battle that is watched again.
    Replay(Box<WatchedBattle>),
}

/// The battle being fought.
#[derive(Debug)]
pub struct FoughtBattle {
    /// The battle, its dice and its past.
    pub session: BattleSession,
    /// The shown position, and the events that are still to be shown.
    pub playback: Playback,
    /// The selected unit.
    pub selection: UnitSelection,
    /// Consequences of a click on the hex under the pointer, for the selected unit.
    pub preview: Option<ClickPreview>,
    /// The order that a commander advises, while it is shown.
    pub hinted: Option<Order>,
    /// What people have ordered units to do beyond this moment.
    pub standing: StandingOrders,
    /// Phase of the battle.
    pub phase: BattlePhase,
    /// The units that can still act, while the end of the turn waits for a yes for their sake.
    pub asked_to_end: Vec<UnitId>,
    /// The panel that explains the screen, while there is one.
    pub help: Option<HelpPanel>,
    /// The way in which the battle began.
    pub opening: BattleOpening,
    /// Progress of the lesson, while it explains itself.
    pub explained: Option<LessonProgress>,
    /// The puzzle that the battle is taken from, and how far it has been solved.
    pub puzzle: Option<PuzzleAttempt>,
}

/// A panel that explains the screen, over everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelpPanel {
    /// The keys.
    Keys,
    /// The signs on counters.
    Signs,
}

/// A phase of a battle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum BattlePhase {
    /// People arrange their units before the first turn.
    Deploying,
    /// Sides give orders.
    #[default]
    Playing,
    /// A program is to command a side, and nobody has said which to start; or it cannot play, for this reason.
    Unseated(Side, Option<Phrase>),
    /// A computer cannot play, for this reason.
    Stopped(Phrase),
    /// The end of the battle has been shown.
    Over,
}

impl FoughtBattle {
    /// Makes a battle about to go on, shown at a speed in multiples of the normal one.
    #[must_use]
    pub fn new(session: BattleSession, phase: BattlePhase, speed: u8) -> Self {
        Self {
            playback: Playback::new(session.battle().clone(), speed),
            session,
            selection: UnitSelection::default(),
            preview: None,
            hinted: None,
            standing: StandingOrders::default(),
            phase,
            asked_to_end: Vec::new(),
            help: None,
            opening: BattleOpening::default(),
            explained: None,
            puzzle: None,
        }
    }

    /// Returns `true` while people arrange their units.
    #[must_use]
    pub fn is_deploying(&self) -> bool {
        self.phase == BattlePhase::Deploying
    }

    /// Returns `true` while people arrange their units, here or at the other seat of a server's table.
    #[must_use]
    pub fn is_before_battle(&self) -> bool {
        self.is_deploying() || self.session.guest().is_some_and(|guest| !guest.has_begun())
    }

    /// Returns `true` if the battle belongs to a campaign.
    #[must_use]
    pub fn is_of_campaign(&self) -> bool {
        self.opening == BattleOpening::OfCampaign
    }

    /// Returns `true` if the battle is a server's.
    #[must_use]
    pub fn is_at_table(&self) -> bool {
        self.opening == BattleOpening::AtTable
    }

    /// Returns `true` if the battle is a puzzle whose half-turn has been ended or given up.
    #[must_use]
    pub fn is_puzzle_over(&self) -> bool {
        self.puzzle.as_ref().is_some_and(|attempt| attempt.stage != SolvingStage::Solving)
    }

    /// Shows the position one order earlier or later, and stops. Where everything has been shown, a
    /// computer is asked for one order more.
    pub fn step_orders(&mut self, back: bool) {
        if self.shows_plan() {
            // The way back through orders is one through orders that were given.
            return;
        }
        let Self { session, playback, .. } = self;
        let shown = session.shown_order_count(playback.waiting_event_count());
        playback.paused = true;
        if !back && shown == session.order_records().len() {
            playback.stepping = session.is_computer_to_move();
            return;
        }
        // Of an order that is just being shown, the way back leads to its start.
        let begun = playback.shown_position() != session.position_after(shown);
        let to = if back { shown.saturating_sub(usize::from(!begun)) } else { shown + 1 };
        playback.show_position(session.position_after(to).clone());
        session.order_records()[to..].iter().for_each(|record| playback.push(&record.events));
    }

    /// Returns `true` while the board shows where a plan leads, and not where the battle stands.
    #[must_use]
    pub fn shows_plan(&self) -> bool {
        self.session.plan().is_some_and(|plan| plan.pace() == PlanPace::Standing)
    }

    /// Returns `true` if a person is to give the next order.
    #[must_use]
    pub fn takes_orders(&self) -> bool {
        self.session.is_human_to_move() && !self.is_deploying()
    }
}

/// The battle being watched.
#[derive(Debug)]
pub struct WatchedBattle {
    session: BattleSession,
    /// The shown position, and the events that are still to be shown.
    pub playback: Playback,
    /// Number of orders that have been shown or are being shown.
    at: usize,
    /// The selected unit.
    pub selection: UnitSelection,
    /// The order that a commander advises, while it is shown.
    pub hinted: Option<Order>,
    /// The panel that explains the screen, while there is one.
    pub help: Option<HelpPanel>,
}

impl WatchedBattle {
    /// The speed at which replays begin, in multiples of the normal one.
    const SPEED: u8 = 4;

    /// Makes a battle about to be watched from its start.
    #[must_use]
    pub fn new(session: BattleSession) -> Self {
        let playback = Playback::new(session.starting_position().clone(), Self::SPEED);
        let selection = UnitSelection::default();
        Self { session, playback, at: 0, selection, hinted: None, help: None }
    }

    /// Returns the battle with its past and its future.
    #[must_use]
    pub const fn session(&self) -> &BattleSession {
        &self.session
    }

    /// Number of orders of the battle.
    #[must_use]
    pub fn order_count(&self) -> usize {
        self.session.order_records().len()
    }

    /// Number of orders that have been shown or are being shown.
    #[must_use]
    pub const fn shown_order_number(&self) -> usize {
        self.at
    }

    /// Fills in the reasons of the orders from number `from` on.
    pub fn add_reasons(&mut self, from: usize, reasons: Vec<Reason>) {
        self.session.add_reasons(from, reasons);
    }

    /// Shows the position after `to` orders at once. A selected unit stays selected, with its
    /// possibilities there.
    pub fn jump_to_order(&mut self, to: usize) {
        let was = self.at;
        self.at = to.min(self.order_count());
        self.playback.show_position(self.session.position_after(self.at).clone());
        if let Some(unit) = self.selection.selected_unit().filter(|_| self.at != was) {
            self.select_unit(unit);
        }
    }

    /// Shows the position one order later, or one earlier, and stops.
    pub fn step_orders(&mut self, back: bool) {
        self.jump_to_order(if back { self.at.saturating_sub(1) } else { self.at + 1 });
        self.playback.paused = true;
    }

    /// Begins to show the next order, if there is one.
    pub fn begin_next_order(&mut self) {
        if let Some(record) = self.session.order_records().get(self.at) {
            self.playback.push(&record.events);
            self.at += 1;
        }
    }

    /// Selects a unit with its possibilities in the shown position.
    pub fn select_unit(&mut self, unit: UnitId) {
        self.selection.select_unit(self.playback.shown_position(), unit);
    }
}

/// The battle on the screen, fought or watched again: overlays and panels show it in the same way.
#[derive(Debug, Clone, Copy)]
pub enum ShownBattle<'a> {
    /// The battle is fought.
    Fought(&'a FoughtBattle),
    /// The battle is watched again.
    Watched(&'a WatchedBattle),
}

impl Scene {
    /// Returns the screen that shows this scene; `None` for a scene with nothing to show.
    #[must_use]
    pub const fn screen(&self) -> Option<Screen> {
        match self {
            Self::Nothing => None,
            Self::Battle(_) => Some(Screen::Battle),
            Self::Replay(_) => Some(Screen::Replay),
        }
    }

    /// Returns the battle being fought.
    #[must_use]
    pub fn fought_battle(&self) -> Option<&FoughtBattle> {
        match self {
            Self::Battle(game) => Some(game),
            Self::Replay(_) | Self::Nothing => None,
        }
    }

    /// The battle being fought, to be changed.
    pub fn fought_battle_mut(&mut self) -> Option<&mut FoughtBattle> {
        match self {
            Self::Battle(game) => Some(game),
            Self::Replay(_) | Self::Nothing => None,
        }
    }

    /// The battle being watched.
    #[must_use]
    pub fn watched_battle(&self) -> Option<&WatchedBattle> {
        match self {
            Self::Replay(replaying) => Some(replaying),
            Self::Battle(_) | Self::Nothing => None,
        }
    }

    /// The battle being watched, to be changed.
    pub fn watched_battle_mut(&mut self) -> Option<&mut WatchedBattle> {
        match self {
            Self::Replay(replaying) => Some(replaying),
            Self::Battle(_) | Self::Nothing => None,
        }
    }

    /// The battle on the screen.
    #[must_use]
    pub fn shown_battle(&self) -> Option<ShownBattle<'_>> {
        match self {
            Self::Nothing => None,
            Self::Battle(game) => Some(ShownBattle::Fought(game)),
            Self::Replay(replaying) => Some(ShownBattle::Watched(replaying)),
        }
    }

    /// Has the board point out an order that is advised, or none. The scene counts as changed only where
    /// another one was pointed out.
    pub fn point_out_order(mut scene: ResMut<'_, Self>, order: Option<Order>) {
        let hinted = match scene.bypass_change_detection() {
            Self::Nothing => return,
            Self::Battle(game) => &mut game.hinted,
            Self::Replay(replaying) => &mut replaying.hinted,
        };
        if *hinted != order {
            *hinted = order;
            scene.set_changed();
        }
    }

    /// Returns the playback of the battle on the screen, to be changed.
    pub fn playback_mut(&mut self) -> Option<&mut Playback> {
        match self {
            Self::Nothing => None,
            Self::Battle(game) => Some(&mut game.playback),
            Self::Replay(replaying) => Some(&mut replaying.playback),
        }
    }

    /// Shows the position one order earlier or later, and stops.
    pub fn step_orders(&mut self, back: bool) {
        match self {
            Self::Nothing => {}
            Self::Battle(game) => game.step_orders(back),
            Self::Replay(replaying) => replaying.step_orders(back),
        }
    }

    /// Shows a panel that explains the screen in place of any other one, or hides it.
    pub fn toggle_help(&mut self, panel: HelpPanel) {
        let help = match self {
            Self::Nothing => return,
            Self::Battle(game) => &mut game.help,
            Self::Replay(replaying) => &mut replaying.help,
        };
        *help = (*help != Some(panel)).then_some(panel);
    }

    /// Returns the battle being fought, for a system that changes it. The scene counts as changed
    /// only once the battle is written to.
    #[must_use]
    pub fn borrow_fought_battle(scene: ResMut<'_, Self>) -> Option<Mut<'_, FoughtBattle>> {
        scene.filter_map_unchanged(Self::fought_battle_mut)
    }

    /// Returns the battle being watched, for a system that changes it. The scene counts as changed
    /// only once the battle is written to.
    #[must_use]
    pub fn borrow_watched_battle(scene: ResMut<'_, Self>) -> Option<Mut<'_, WatchedBattle>> {
        scene.filter_map_unchanged(Self::watched_battle_mut)
    }

    /// Returns the playback, for a system that changes it. The scene counts as changed only once
    /// the playback is written to.
    #[must_use]
    pub fn borrow_playback(scene: ResMut<'_, Self>) -> Option<Mut<'_, Playback>> {
        scene.filter_map_unchanged(Self::playback_mut)
    }
}

impl<'a> ShownBattle<'a> {
    /// Returns `true` if the battle is watched again.
    #[must_use]
    pub const fn is_replay(self) -> bool {
        matches!(self, Self::Watched(_))
    }

    /// The battle with its past.
    #[must_use]
    pub const fn session(self) -> &'a BattleSession {
        match self {
            Self::Fought(game) => &game.session,
            Self::Watched(replaying) => &replaying.session,
        }
    }

    /// Returns the panel that explains the screen, while there is one.
    #[must_use]
    pub const fn help(self) -> Option<HelpPanel> {
        match self {
            Self::Fought(game) => game.help,
            Self::Watched(replaying) => replaying.help,
        }
    }

    /// Returns the position that questions are about: the present position of a battle being
    /// fought, of a replay the position after the last order that is shown.
    #[must_use]
    pub fn position_for_questions(self) -> &'a Battle {
        match self {
            Self::Fought(game) => game.session.battle(),
            Self::Watched(replaying) => replaying.session.position_after(replaying.at),
        }
    }

    /// The position that is shown.
    #[must_use]
    pub fn shown_position(self) -> &'a Battle {
        self.playback().shown_position()
    }

    /// Returns the playback: the shown position, and the events that wait to be shown.
    #[must_use]
    pub const fn playback(self) -> &'a Playback {
        match self {
            Self::Fought(game) => &game.playback,
            Self::Watched(replaying) => &replaying.playback,
        }
    }

    /// Number of orders that have been shown; in a replay with the order that is just being shown.
    #[must_use]
    pub fn shown_order_count(self) -> usize {
        match self {
            Self::Fought(game) => game.session.shown_order_count(game.playback.waiting_event_count()),
            Self::Watched(replaying) => replaying.at,
        }
    }

    /// The selected unit.
    #[must_use]
    pub fn selected_unit(self) -> Option<UnitId> {
        self.selection().selected_unit()
    }

    /// The selected unit with what it can do.
    #[must_use]
    pub const fn selection(self) -> &'a UnitSelection {
        match self {
            Self::Fought(game) => &game.selection,
            Self::Watched(replaying) => &replaying.selection,
        }
    }

    /// Returns the order that a commander advises, while it is shown.
    #[must_use]
    pub const fn hinted_order(self) -> Option<Order> {
        match self {
            Self::Fought(game) => game.hinted,
            Self::Watched(replaying) => replaying.hinted,
        }
    }

    /// Returns the consequences of a click on the hex under the pointer; `None` in a replay.
    #[must_use]
    pub fn click_preview(self) -> Option<&'a ClickPreview> {
        self.game_being_fought().and_then(|game| game.preview.as_ref())
    }

    /// The battle being fought; none in a replay.
    #[must_use]
    pub const fn game_being_fought(self) -> Option<&'a FoughtBattle> {
        match self {
            Self::Fought(game) => Some(game),
            Self::Watched(_) => None,
        }
    }

    /// Returns the seat of a side's commander: the computer's own, or the usual commander in place
    /// of a person or a program, which are asked for nothing but their orders.
    #[must_use]
    pub fn commander_seat(self, side: Side) -> Seat {
        self.session().seats().with_built_ins_only()[side].clone()
    }
}

/// A schedule that runs whenever a screen is left: systems give up here what belongs to the scene
/// of that screen.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct LeaveScreenSchedule;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Scene>().init_schedule(LeaveScreenSchedule).add_systems(
        StateTransition,
        last_transition::<Screen>.pipe(end_scene).in_set(StateTransitionSystems::ExitSchedules),
    );
}

/// Ends the scene of the screen that is left, unless the next scene is there already.
fn end_scene(In(transition): In<Option<StateTransitionEvent<Screen>>>, world: &mut World) {
    let Some(StateTransitionEvent { exited: Some(_), entered, .. }) = transition else { return };
    let _ = world.try_run_schedule(LeaveScreenSchedule);
    let mut scene = world.resource_mut::<Scene>();
    if scene.screen().is_none() || scene.screen() != entered {
        *scene = Scene::Nothing;
        world.remove_resource::<Board>();
        world.insert_resource(MovingUnit::default());
    }
}

/// Run condition: a battle is on the screen, and it is fought.
pub fn is_battle_fought(screen: Res<State<Screen>>, scene: Res<Scene>) -> bool {
    scene.fought_battle().is_some() && scene.screen() == Some(*screen.get())
}

/// Run condition: a battle is on the screen, and it is watched again.
pub fn is_battle_watched(screen: Res<State<Screen>>, scene: Res<Scene>) -> bool {
    scene.watched_battle().is_some() && scene.screen() == Some(*screen.get())
}

/// Run condition: a battle is on the screen.
pub fn is_battle_shown(screen: Res<State<Screen>>, scene: Res<Scene>) -> bool {
    scene.screen() == Some(*screen.get())
}
