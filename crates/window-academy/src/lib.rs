//! The academy: four small games to play by hand, to have solved, and to watch being solved.
//!
//! The games and their searches are `hotgates-academy`'s. Here they are drawn; searches run beside
//! the frames, are recorded on a [`SharedSearchLog`](tape::SharedSearchLog), and shown at the
//! viewer's pace. Buttons, keys and tests write [`AcademyAction`]s.

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]
#![expect(clippy::single_match_else, reason = "both cases stand side by side")]

mod action;
mod compare;
pub mod explain;
mod figures;
mod keys;
mod methods;
mod panel;
pub mod river;
mod screen;
pub mod tape;
pub mod tictactoe;
pub mod tower;
pub mod ways;

pub use action::{AcademyAction, AcademyGame, SearchPlaybackAction};
pub use keys::{BOARD_KEYS, KEYS, RIVER_KEYS, TOWER_KEYS, WAY_KEYS};

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use hotgates_academy::river::RiverHint;
use hotgates_academy::tictactoe::TicTacToeHint;
use hotgates_academy::tower::{TowerHint, TowerMethod};
use hotgates_search::SearchMethod;
use hotgates_ways::{WAY_METHODS, WayHint};

use self::compare::{ComparedSearch, SearchComparison};
use self::explain::{explain_board_error, explain_river_error, explain_tower_error, explain_way_error};
use self::keys::keys_of_game;
use self::river::RiverAction;
use self::tape::{GameStep, WatchedSearch};
use self::tictactoe::TicTacToeAction;
use self::tower::TowerAction;
use self::ways::WayAction;
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::Storage;
use hotgates_ui::{Job, Keyboard, Notice, Phrase, register_emitted_message};

/// A hint that the computer has given, by game.
#[derive(Debug, Clone)]
pub enum GivenHint {
    /// A hint for the river crossing.
    River(RiverHint),
    /// A hint for tic-tac-toe.
    Board(TicTacToeHint),
    /// A hint for the magic tower.
    Tower(TowerHint),
    /// A hint for a way.
    Way(WayHint),
}

impl GivenHint {
    /// Returns the step that the hint names.
    fn step(&self) -> Option<GameStep> {
        match self {
            Self::River(hint) => hint.step.map(GameStep::River),
            Self::Board(hint) => Some(GameStep::Mark(hint.cell)),
            Self::Tower(hint) => hint.step.map(GameStep::Tower),
            Self::Way(hint) => Some(GameStep::Look(hint.cell)),
        }
    }
}

/// A question that the computer is working on.
#[derive(Debug)]
enum PendingAnswer {
    /// The next step, and why.
    Hint(Job<Option<GivenHint>>),
    /// The next step, to be made.
    Next(Job<Option<GivenHint>>),
    /// To play on.
    Deeds(Job<Vec<GameStep>>),
}

/// The four games, and what is being searched.
#[derive(Resource, Debug, Default)]
pub struct AcademyState {
    /// The game that is shown.
    pub lesson: AcademyGame,
    /// The crossing.
    pub river: river::RiverSession,
    /// Tic-tac-toe.
    pub board: tictactoe::TicTacToeSession,
    /// The tower.
    pub tower: tower::TowerSession,
    /// The search for a way.
    pub ways: ways::WaySession,
    /// The search chosen for each game.
    methods: [usize; AcademyGame::ALL.len()],
    /// The search that is shown.
    pub watch: Option<WatchedSearch>,
    /// Comparison of all searches, where the player has asked for it.
    pub comparison: Option<SearchComparison>,
    /// The speed at which searches are shown, by its place in [`tape::PACES`].
    pace: Option<usize>,
    /// Number of changes of the games so far.
    pub moves: u64,
    /// The advice that is shown.
    pub said: Option<GivenHint>,
    asked: Option<PendingAnswer>,
    /// The player's own towers being read.
    reading: Option<Job<Vec<Result<tower::OwnTower, tower::own::UnreadTower>>>>,
    /// A tower being made.
    making: Option<Job<Option<hotgates_academy::tower::Tower>>>,
    /// Moves still to be played, the next one first.
    deeds: VecDeque<GameStep>,
    /// Time for which the last played move has been shown.
    rested: Duration,
    /// `true` while the computer plays on by itself.
    auto: bool,
    /// `true` while the list of keys is shown.
    keys_shown: bool,
}

/// Time for which each move of the computer is shown.
const REST: Duration = Duration::from_millis(350);

impl AcademyState {
    /// Number of searches that a game offers.
    #[must_use]
    pub const fn search_method_count(lesson: AcademyGame) -> usize {
        match lesson {
            AcademyGame::River => SearchMethod::ALL.len(),
            AcademyGame::TicTacToe => tictactoe::THINKERS.len(),
            AcademyGame::Tower => TowerMethod::ALL.len(),
            AcademyGame::Ways => WAY_METHODS.len(),
        }
    }

    /// The search chosen for the game that is shown.
    #[must_use]
    pub const fn chosen_method(&self) -> usize {
        self.methods[self.lesson as usize]
    }

    /// Returns `true` while the computer plays or is about to play.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.auto || !self.deeds.is_empty()
    }

    /// Returns `true` while an answer of the computer is awaited.
    #[must_use]
    pub const fn is_answer_awaited(&self) -> bool {
        self.asked.is_some() || self.making.is_some()
    }

    /// Returns `true` while something moves or is being worked out, so that frames must be drawn.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let watching =
            |watch: &WatchedSearch| watch.is_running() || !(watch.paused || watch.is_shown_to_end());
        self.is_playing()
            || self.is_answer_awaited()
            || self.watch.as_ref().is_some_and(watching)
            || self.comparison.as_ref().is_some_and(SearchComparison::is_running)
    }

    /// Returns `true` if the solution that the search found starts at the present position.
    #[must_use]
    pub fn can_play_solution(&self) -> bool {
        let Some(watch) = self.watch.as_ref().filter(|watch| watch.of == self.moves) else { return false };
        watch.lock_log().outcome.as_ref().is_some_and(|outcome| !outcome.deeds.is_empty())
    }

    /// Returns `true` if the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self.lesson {
            AcademyGame::River => self.river.is_over(),
            AcademyGame::TicTacToe => self.board.game.is_over(),
            AcademyGame::Tower => self.tower.game.is_won(),
            AcademyGame::Ways => self.ways.game.is_over(),
        }
    }

    fn apply_academy_action(
        &mut self,
        action: AcademyAction,
        next: &mut NextState<Screen>,
    ) -> Result<(), Phrase> {
        match action {
            AcademyAction::Escape if self.keys_shown => self.keys_shown = false,
            AcademyAction::Escape | AcademyAction::Leave => next.set(Screen::Menu),
            AcademyAction::Open(lesson) => self.open_game(lesson),
            AcademyAction::River(action) => {
                self.drop_pending_answers();
                self.river.apply_action(action).map_err(|error| explain_river_error(&error))?;
                if !matches!(action, RiverAction::Step(_) | RiverAction::From(_)) {
                    self.drop_recorded_searches();
                }
            }
            AcademyAction::TicTacToe(action @ TicTacToeAction::Cursor(..)) => {
                self.board.apply_action(action).map_err(|error| explain_board_error(&error))?;
            }
            AcademyAction::TicTacToe(TicTacToeAction::Mark(_) | TicTacToeAction::MarkHere)
                if self.board.is_computer_to_move() => {}
            AcademyAction::TicTacToe(action) => {
                self.drop_pending_answers();
                self.board.apply_action(action).map_err(|error| explain_board_error(&error))?;
                if matches!(action, TicTacToeAction::Size(_)) {
                    self.drop_recorded_searches();
                }
            }
            AcademyAction::Tower(action @ (TowerAction::Floor(_) | TowerAction::Graph(_))) => {
                self.tower.apply_action(action).map_err(|error| explain_tower_error(&error))?;
            }
            AcademyAction::Tower(TowerAction::Random) => {
                self.drop_pending_answers();
                self.making = Some(Job::start(self.tower.prepare_random_tower()));
            }
            AcademyAction::Tower(action) => {
                self.drop_pending_answers();
                self.tower.apply_action(action).map_err(|error| explain_tower_error(&error))?;
                if matches!(action, TowerAction::Tower(_) | TowerAction::OwnTower(_)) {
                    self.drop_recorded_searches();
                }
            }
            AcademyAction::Ways(action @ WayAction::Cursor(..)) => {
                self.ways.apply_action(action).map_err(|error| explain_way_error(&error))?;
            }
            AcademyAction::Ways(action) => {
                self.drop_pending_answers();
                self.ways.apply_action(action).map_err(|error| explain_way_error(&error))?;
                if matches!(action, WayAction::Map(_)) {
                    self.drop_recorded_searches();
                }
            }
            AcademyAction::Undo => self.take_back_step(),
            AcademyAction::Restart => self.restart_game(),
            AcademyAction::Hint => {
                if self.asked.is_none() {
                    self.asked = Some(PendingAnswer::Hint(self.ask_for_hint()));
                }
            }
            AcademyAction::Next => {
                let is_free = self.asked.is_none() && !self.is_playing() && !self.is_over();
                if is_free && !(self.lesson == AcademyGame::TicTacToe && self.board.is_computer_to_move()) {
                    self.asked = Some(PendingAnswer::Next(self.ask_for_hint()));
                }
            }
            AcademyAction::Auto if self.is_playing() => self.drop_pending_answers(),
            AcademyAction::Auto => self.auto = !self.is_over(),
            AcademyAction::Follow => self.follow_solution(),
            AcademyAction::Method(method) => {
                if method < Self::search_method_count(self.lesson) {
                    self.methods[self.lesson as usize] = method;
                    self.comparison = None;
                }
            }
            AcademyAction::Search => self.toggle_search(),
            AcademyAction::Compare => {
                let running = self.comparison.as_ref().is_some_and(SearchComparison::is_running);
                self.comparison = if running {
                    None
                } else {
                    Some(SearchComparison::start_searches(self.all_search_methods()))
                };
            }
            AcademyAction::Watch(action) => self.handle_search_playback_action(action),
            AcademyAction::Keys => self.keys_shown = !self.keys_shown,
        }
        Ok(())
    }

    fn open_game(&mut self, lesson: AcademyGame) {
        self.keys_shown = false;
        if lesson != self.lesson {
            self.lesson = lesson;
            self.drop_pending_answers();
            self.drop_recorded_searches();
        }
    }

    /// Returns `true` if a step of the game can be taken back.
    #[must_use]
    pub fn can_take_back_step(&self) -> bool {
        match self.lesson {
            AcademyGame::River => !self.river.game.steps_made().is_empty(),
            AcademyGame::TicTacToe => !self.board.game.moves_made().is_empty(),
            AcademyGame::Tower => self.tower.game.can_undo_step(),
            AcademyGame::Ways => !self.ways.game.looked_at().is_empty(),
        }
    }

    fn take_back_step(&mut self) {
        self.drop_pending_answers();
        match self.lesson {
            AcademyGame::River => drop(self.river.game.undo_step()),
            AcademyGame::TicTacToe => drop(self.board.undo_moves()),
            AcademyGame::Tower => {
                self.tower.game.undo_step();
                self.tower.floor = self.tower.game.current_state().hero.place.floor;
            }
            AcademyGame::Ways => drop(self.ways.game.undo_look()),
        }
    }

    fn restart_game(&mut self) {
        self.drop_pending_answers();
        match self.lesson {
            AcademyGame::River => self.river.restart(),
            AcademyGame::TicTacToe => self.board.restart(),
            AcademyGame::Tower => self.tower.restart(),
            AcademyGame::Ways => self.ways.restart(),
        }
    }

    /// Plays the solution that the search has found.
    fn follow_solution(&mut self) {
        if self.can_play_solution() {
            let found = self
                .watch
                .as_ref()
                .and_then(|watch| watch.lock_log().outcome.as_ref().map(|outcome| outcome.deeds.clone()));
            self.deeds = found.unwrap_or_default().into();
        }
    }

    /// Returns all searches that this game offers, for the present position.
    fn all_search_methods(&self) -> Vec<ComparedSearch> {
        (0..Self::search_method_count(self.lesson))
            .filter(|&method| self.lesson != AcademyGame::TicTacToe || self.board.can_thinker_play(method))
            .map(|method| match self.lesson {
                AcademyGame::River => ComparedSearch {
                    method,
                    search: Box::new(self.river.prepare_search(method)),
                    play_off: None,
                },
                AcademyGame::TicTacToe => ComparedSearch {
                    method,
                    search: Box::new(self.board.prepare_search(method)),
                    play_off: Some(Box::new(self.board.prepare_player_match(method))),
                },
                AcademyGame::Tower => ComparedSearch {
                    method,
                    search: Box::new(self.tower.prepare_search(method)),
                    play_off: None,
                },
                AcademyGame::Ways => ComparedSearch {
                    method,
                    search: Box::new(self.ways.prepare_search(method)),
                    play_off: None,
                },
            })
            .collect()
    }

    /// Begins the chosen search, or ends the one that runs.
    fn toggle_search(&mut self) {
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.is_running()) {
            watch.stop_search();
            return;
        }
        self.comparison = None;
        let (method, pace) = (self.chosen_method(), self.playback_speed_index());
        self.watch = Some(match self.lesson {
            AcademyGame::River => {
                WatchedSearch::start_search(self.moves, method, pace, self.river.prepare_search(method))
            }
            AcademyGame::TicTacToe => {
                WatchedSearch::start_search(self.moves, method, pace, self.board.prepare_search(method))
            }
            AcademyGame::Tower => {
                WatchedSearch::start_search(self.moves, method, pace, self.tower.prepare_search(method))
            }
            AcademyGame::Ways => {
                WatchedSearch::start_search(self.moves, method, pace, self.ways.prepare_search(method))
            }
        });
    }

    /// The speed at which searches are shown, by its place in [`tape::PACES`].
    #[must_use]
    pub fn playback_speed_index(&self) -> usize {
        self.pace.unwrap_or(3)
    }

    /// Follows a request about the playback of the search that is shown.
    fn handle_search_playback_action(&mut self, action: SearchPlaybackAction) {
        if let SearchPlaybackAction::Pace(more) = action {
            let pace =
                self.playback_speed_index().saturating_add_signed(more.into()).min(tape::PACES.len() - 1);
            self.pace = Some(pace);
        }
        let pace = self.playback_speed_index();
        let Some(watch) = &mut self.watch else { return };
        watch.pace = pace;
        match action {
            SearchPlaybackAction::To(to) => watch.jump_to_moment(to),
            SearchPlaybackAction::Moments(more) => {
                watch.jump_to_moment(watch.shown_moment_number().saturating_add_signed(more.into()));
            }
            SearchPlaybackAction::Latest => watch.show_latest_moment(),
            SearchPlaybackAction::Pause if watch.is_shown_to_end() => {
                watch.jump_to_moment(0);
                watch.paused = false;
            }
            SearchPlaybackAction::Pause => watch.toggle_pause(),
            // The pace has been set above, for the next search too.
            SearchPlaybackAction::Pace(_) => {}
        }
    }

    /// Drops pending questions, answers and planned moves, which no longer fit once the game
    /// changes.
    fn drop_pending_answers(&mut self) {
        self.moves += 1;
        (self.asked, self.said, self.making, self.auto) = (None, None, None, false);
        self.deeds.clear();
    }

    /// Drops recorded searches, which no longer fit once another game has begun.
    fn drop_recorded_searches(&mut self) {
        (self.watch, self.comparison) = (None, None);
    }

    fn ask_for_hint(&self) -> Job<Option<GivenHint>> {
        match self.lesson {
            AcademyGame::River => {
                let game = self.river.game.clone();
                Job::start(move |_| Some(GivenHint::River(game.next_hint())))
            }
            AcademyGame::TicTacToe => {
                let hint = self.board.prepare_hint();
                Job::start(move |cancel| hint(cancel).map(GivenHint::Board))
            }
            AcademyGame::Tower => {
                let hint = self.tower.prepare_hint();
                Job::start(move |cancel| hint(cancel).map(GivenHint::Tower))
            }
            AcademyGame::Ways => {
                let game = self.ways.game.clone();
                Job::start(move |_| game.next_hint().map(GivenHint::Way))
            }
        }
    }

    /// Takes the answers of the computer that are there, and plays its moves.
    fn play_awaited_answers(&mut self, passed: Duration) -> Result<(), Phrase> {
        match &mut self.asked {
            Some(PendingAnswer::Hint(job)) => {
                if let Some(said) = job.poll() {
                    (self.asked, self.said) = (None, said);
                }
            }
            Some(PendingAnswer::Next(job)) => {
                if let Some(hint) = job.poll() {
                    self.asked = None;
                    match hint.as_ref().and_then(GivenHint::step) {
                        Some(step) => {
                            self.deeds.push_back(step);
                            self.rested = REST;
                        }
                        // The hint says why there is none.
                        None => self.said = hint,
                    }
                }
            }
            Some(PendingAnswer::Deeds(job)) => {
                if let Some(deeds) = job.poll() {
                    self.auto &= !deeds.is_empty();
                    (self.asked, self.deeds) = (None, deeds.into());
                    self.rested = REST;
                }
            }
            None => {}
        }
        if let Some(tower) = self.making.as_mut().and_then(Job::poll) {
            self.drop_pending_answers();
            if let Some(tower) = tower {
                self.tower.start_tower_game(tower);
                self.drop_recorded_searches();
            }
        }
        self.rested += passed;
        if self.rested >= REST
            && let Some(deed) = self.deeds.pop_front()
        {
            self.rested = Duration::ZERO;
            self.play_computer_step(deed)?;
        }
        self.ask_next_move();
        Ok(())
    }

    /// Asks the computer for its next move, where it is to make one.
    fn ask_next_move(&mut self) {
        if self.asked.is_some() || !self.deeds.is_empty() {
            return;
        }
        let replies = self.lesson == AcademyGame::TicTacToe && self.board.is_computer_to_move();
        if self.auto && self.is_over() {
            self.auto = false;
            self.moves += 1;
        }
        if !self.auto && !replies {
            return;
        }
        self.asked = Some(PendingAnswer::Deeds(match self.lesson {
            AcademyGame::River => Job::start(self.river.prepare_solution()),
            AcademyGame::TicTacToe if replies => Job::start(self.board.prepare_opponent_move()),
            AcademyGame::TicTacToe => {
                let hint = self.board.prepare_hint();
                Job::start(move |cancel| {
                    hint(cancel).map(|hint| GameStep::Mark(hint.cell)).into_iter().collect()
                })
            }
            AcademyGame::Tower => Job::start(self.tower.prepare_solution()),
            AcademyGame::Ways => Job::start(self.ways.prepare_solution()),
        }));
    }

    /// Plays one step of the computer.
    fn play_computer_step(&mut self, deed: GameStep) -> Result<(), Phrase> {
        self.moves += 1;
        self.said = None;
        let played = match deed {
            GameStep::River(step) => {
                self.river.game.make_step(step).map_err(|error| explain_river_error(&error))
            }
            GameStep::Mark(cell) => {
                self.board.game.mark_cell(cell).map_err(|error| explain_board_error(&error))
            }
            GameStep::Tower(step) => {
                self.tower.game.make_step(step).map_err(|error| explain_tower_error(&error))
            }
            GameStep::Look(cell) => {
                self.ways.game.look_at_hex(cell).map_err(|error| explain_way_error(&error))
            }
        };
        self.tower.floor = self.tower.game.current_state().hero.place.floor;
        if played.is_err() {
            self.drop_pending_answers();
        }
        played
    }
}

/// The academy.
pub fn plugin(app: &mut App) {
    register_emitted_message::<AcademyAction>(app);
    app.init_resource::<AcademyState>()
        .add_systems(
            Update,
            (press_academy_keys, handle_academy_actions, advance_academy_time)
                .chain()
                .run_if(in_state(Screen::Academy)),
        )
        .init_resource::<ways::WayPictures>()
        .add_systems(OnEnter(Screen::Academy), read_own_towers)
        .add_systems(OnExit(Screen::Academy), stop_searches_on_leaving)
        .add_plugins((screen::plugin, panel::plugin));
}

fn press_academy_keys(
    keyboard: Keyboard,
    academy: Res<AcademyState>,
    mut actions: MessageWriter<AcademyAction>,
) {
    keyboard.send_pressed_keys(&KEYS, &mut actions);
    keyboard.send_pressed_keys(keys_of_game(academy.lesson), &mut actions);
}

fn handle_academy_actions(
    mut actions: MessageReader<AcademyAction>,
    mut academy: ResMut<AcademyState>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for &action in actions.read() {
        if let Err(why) = academy.apply_academy_action(action, &mut next) {
            notices.write(Notice(why));
        }
    }
}

fn advance_academy_time(
    time: Res<Time>,
    mut academy: ResMut<AcademyState>,
    mut notices: MessageWriter<Notice>,
) {
    if let Err(why) = academy.play_awaited_answers(time.delta()) {
        notices.write(Notice(why));
    }
    take_own_towers(academy.bypass_change_detection(), &mut notices);
    if let Some(watch) = &mut academy.watch {
        watch.advance_time(time.delta());
    }
    if let Some(comparison) = &mut academy.comparison {
        comparison.forget_finished_searches();
    }
}

/// Begins to read the player's own towers.
fn read_own_towers(storage: Option<Res<Storage>>, mut academy: ResMut<AcademyState>) {
    let Some(folder) = storage.map(|storage| storage.tower_folder()) else { return };
    academy.reading = Some(Job::start(move |_| tower::own::read_towers(&folder)));
}

/// Offers the towers that have been read, and says why others are none. The one on the table stays.
fn take_own_towers(academy: &mut AcademyState, notices: &mut MessageWriter<Notice>) {
    let Some(read) = academy.reading.as_mut().and_then(Job::poll) else { return };
    academy.reading = None;
    academy.tower.own.clear();
    for tower in read {
        match tower {
            Ok(tower) => academy.tower.own.push(tower),
            Err(unread) => drop(notices.write_batch(unread.explain().into_iter().map(Notice))),
        }
    }
}

/// Stops the searches when the academy is left.
fn stop_searches_on_leaving(mut academy: ResMut<AcademyState>) {
    academy.drop_pending_answers();
    (academy.watch, academy.comparison, academy.keys_shown) = (None, None, false);
}
