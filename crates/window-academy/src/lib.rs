//! The academy: three small games to play by hand, to have solved, and to watch being solved.
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

mod compare;
pub mod explain;
mod figures;
mod panel;
pub mod river;
mod screen;
pub mod tape;
pub mod tictactoe;
pub mod tower;

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use hotgates_academy::river::{PersonKind, RiverHint, RiverMethod, RiverStep};
use hotgates_academy::tictactoe::TicTacToeHint;
use hotgates_academy::tower::{ShopWare, TowerHint, TowerMethod, WalkDirection};

use self::compare::{ComparedSearch, SearchComparison};
use self::explain::{explain_board_error, explain_river_error, explain_tower_error};
use self::river::RiverAction;
use self::tape::{GameStep, WatchedSearch};
use self::tictactoe::TicTacToeAction;
use self::tower::TowerAction;
use hotgates_ui::keys::KeyBinding;
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::Storage;
use hotgates_ui::{Job, Keyboard, Notice, Phrase, register_emitted_message};

/// One of the three games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AcademyGame {
    /// Priests, devils and a boat.
    #[default]
    River,
    /// Three in a row, or more.
    TicTacToe,
    /// Doors, keys, monsters and a boss.
    Tower,
}

impl AcademyGame {
    /// All games, in the order of the tabs.
    pub const ALL: [Self; 3] = [Self::River, Self::TicTacToe, Self::Tower];
}

/// A request of the player or viewer.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcademyAction {
    /// Shows another game.
    Open(AcademyGame),
    /// A change of the crossing.
    River(RiverAction),
    /// A change of tic-tac-toe.
    TicTacToe(TicTacToeAction),
    /// A change of the tower.
    Tower(TowerAction),
    /// Takes back.
    Undo,
    /// Starts the game again from the beginning.
    Restart,
    /// The next step, and why.
    Hint,
    /// Makes the next step.
    Next,
    /// Lets the computer play on, or stops it.
    Auto,
    /// Chooses another search, by its place in the list.
    Method(usize),
    /// Begins the search, or ends it with what it has.
    Search,
    /// Makes all searches, to compare them side by side.
    Compare,
    /// Plays the solution that the search has found.
    Follow,
    /// A move on the tape of the search.
    Watch(SearchPlaybackAction),
    /// The list of keys.
    Keys,
    /// Hides the list of keys; else leaves.
    Escape,
    /// Leaves the academy for the menu.
    Leave,
}

/// A request about the playback of the search that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchPlaybackAction {
    /// Shows a moment of the search.
    To(usize),
    /// Goes this number of moments of the search on, or back where it is negative.
    Moments(i8),
    /// Shows the latest moment of the search.
    Latest,
    /// Stops time, or lets it go on.
    Pause,
    /// Shows the search faster, or slower.
    Pace(i8),
}

/// The keys of all three games.
pub const KEYS: [KeyBinding<AcademyAction>; 19] = [
    KeyBinding::new(KeyCode::F2, AcademyAction::Open(AcademyGame::River), "academy-river"),
    KeyBinding::new(KeyCode::F3, AcademyAction::Open(AcademyGame::TicTacToe), "academy-board"),
    KeyBinding::new(KeyCode::F4, AcademyAction::Open(AcademyGame::Tower), "academy-tower"),
    KeyBinding::new(KeyCode::KeyH, AcademyAction::Hint, "academy-hint"),
    KeyBinding::new(KeyCode::KeyN, AcademyAction::Next, "academy-next"),
    KeyBinding::new(KeyCode::KeyA, AcademyAction::Auto, "academy-auto"),
    KeyBinding::new(KeyCode::KeyU, AcademyAction::Undo, "undo"),
    KeyBinding::with_control_key(KeyCode::KeyZ, AcademyAction::Undo, "undo"),
    KeyBinding::new(KeyCode::KeyR, AcademyAction::Restart, "academy-restart"),
    KeyBinding::new(KeyCode::KeyG, AcademyAction::Search, "academy-search"),
    KeyBinding::new(KeyCode::KeyC, AcademyAction::Compare, "academy-compare"),
    KeyBinding::new(KeyCode::KeyW, AcademyAction::Follow, "academy-follow"),
    KeyBinding::new(KeyCode::Space, AcademyAction::Watch(SearchPlaybackAction::Pause), "key-pause"),
    KeyBinding::new(KeyCode::KeyJ, AcademyAction::Watch(SearchPlaybackAction::Moments(-1)), "academy-back"),
    KeyBinding::new(KeyCode::KeyK, AcademyAction::Watch(SearchPlaybackAction::Moments(1)), "academy-forward"),
    KeyBinding::new(KeyCode::Period, AcademyAction::Watch(SearchPlaybackAction::Pace(1)), "key-faster"),
    KeyBinding::new(KeyCode::Comma, AcademyAction::Watch(SearchPlaybackAction::Pace(-1)), "key-slower"),
    KeyBinding::new(KeyCode::F1, AcademyAction::Keys, "key-keys"),
    KeyBinding::new(KeyCode::Escape, AcademyAction::Escape, "menu"),
];

/// The keys of the crossing.
pub const RIVER_KEYS: [KeyBinding<AcademyAction>; 5] = [
    KeyBinding::new(
        KeyCode::KeyP,
        river_step_action(RiverStep::Board(PersonKind::Priest)),
        "river-board-priest",
    ),
    KeyBinding::new(
        KeyCode::KeyD,
        river_step_action(RiverStep::Board(PersonKind::Devil)),
        "river-board-devil",
    ),
    KeyBinding::new(
        KeyCode::KeyO,
        river_step_action(RiverStep::Leave(PersonKind::Priest)),
        "river-leave-priest",
    ),
    KeyBinding::new(
        KeyCode::KeyF,
        river_step_action(RiverStep::Leave(PersonKind::Devil)),
        "river-leave-devil",
    ),
    KeyBinding::new(KeyCode::KeyS, river_step_action(RiverStep::Sail), "river-sail"),
];

/// The keys of tic-tac-toe.
pub const BOARD_KEYS: [KeyBinding<AcademyAction>; 5] = [
    KeyBinding::new(KeyCode::ArrowUp, cursor_action(0, -1), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowDown, cursor_action(0, 1), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowLeft, cursor_action(-1, 0), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowRight, cursor_action(1, 0), "academy-cursor"),
    KeyBinding::new(KeyCode::KeyX, AcademyAction::TicTacToe(TicTacToeAction::MarkHere), "board-mark"),
];

/// The keys of the tower.
pub const TOWER_KEYS: [KeyBinding<AcademyAction>; 9] = [
    KeyBinding::new(KeyCode::ArrowUp, walk_action(WalkDirection::North), "tower-walk"),
    KeyBinding::new(KeyCode::ArrowDown, walk_action(WalkDirection::South), "tower-walk"),
    KeyBinding::new(KeyCode::ArrowLeft, walk_action(WalkDirection::West), "tower-walk"),
    KeyBinding::new(KeyCode::ArrowRight, walk_action(WalkDirection::East), "tower-walk"),
    KeyBinding::new(KeyCode::KeyT, AcademyAction::Tower(TowerAction::Climb), "tower-climb"),
    KeyBinding::new(KeyCode::Digit1, buy_action(ShopWare::Hp), "tower-buy-life"),
    KeyBinding::new(KeyCode::Digit2, buy_action(ShopWare::Atk), "tower-buy-attack"),
    KeyBinding::new(KeyCode::Digit3, buy_action(ShopWare::Def), "tower-buy-defence"),
    KeyBinding::new(KeyCode::Digit4, buy_action(ShopWare::Mdef), "tower-buy-magic"),
];

const fn river_step_action(step: RiverStep) -> AcademyAction {
    AcademyAction::River(RiverAction::Step(step))
}

const fn cursor_action(right: i8, down: i8) -> AcademyAction {
    AcademyAction::TicTacToe(TicTacToeAction::Cursor(right, down))
}

const fn walk_action(direction: WalkDirection) -> AcademyAction {
    AcademyAction::Tower(TowerAction::Walk(direction))
}

const fn buy_action(ware: ShopWare) -> AcademyAction {
    AcademyAction::Tower(TowerAction::Buy(ware))
}

/// A hint that the computer has given, by game.
#[derive(Debug, Clone)]
pub enum GivenHint {
    /// A hint for the river crossing.
    River(RiverHint),
    /// A hint for tic-tac-toe.
    Board(TicTacToeHint),
    /// A hint for the magic tower.
    Tower(TowerHint),
}

impl GivenHint {
    /// Returns the step that the hint names.
    fn step(&self) -> Option<GameStep> {
        match self {
            Self::River(hint) => hint.step.map(GameStep::River),
            Self::Board(hint) => Some(GameStep::Mark(hint.cell)),
            Self::Tower(hint) => hint.step.map(GameStep::Tower),
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

/// The three games, and what is being searched.
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
    /// The search chosen for each game.
    methods: [usize; 3],
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
            AcademyGame::River => RiverMethod::ALL.len(),
            AcademyGame::TicTacToe => tictactoe::THINKERS.len(),
            AcademyGame::Tower => TowerMethod::ALL.len(),
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
                if !matches!(action, RiverAction::Step(_)) {
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
            AcademyAction::Undo => {
                self.drop_pending_answers();
                match self.lesson {
                    AcademyGame::River => drop(self.river.game.undo_step()),
                    AcademyGame::TicTacToe => drop(self.board.undo_moves()),
                    AcademyGame::Tower => {
                        self.tower.game.undo_step();
                        self.tower.floor = self.tower.game.current_state().hero.place.floor;
                    }
                }
            }
            AcademyAction::Restart => {
                self.drop_pending_answers();
                match self.lesson {
                    AcademyGame::River => self.river.restart(),
                    AcademyGame::TicTacToe => self.board.restart(),
                    AcademyGame::Tower => self.tower.restart(),
                }
            }
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

/// Returns the keys of one game.
const fn keys_of_game(lesson: AcademyGame) -> &'static [KeyBinding<AcademyAction>] {
    match lesson {
        AcademyGame::River => &RIVER_KEYS,
        AcademyGame::TicTacToe => &BOARD_KEYS,
        AcademyGame::Tower => &TOWER_KEYS,
    }
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
