//! The river crossing at the table: its rules as chosen, the game, and the searches of it.

mod stage;

use hotgates_academy::river::{
    ActionSize, BankState, BoardStateProspects, LayeredGraph, MOST, PersonKind, RiverError, RiverGame,
    RiverGoal, RiverHint, RiverRules, RiverStep, search_river,
};
use hotgates_search::SearchMethod;
use hotgates_search::{Cancel, Limits};

use super::tape::{GameStep, SearchResult, SharedSearchLog, VisitedState};
use hotgates_ui::texts::{TextValue, Texts};

pub(super) use stage::{spawn_river_crossing, spawn_river_options};

/// A change of the crossing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RiverAction {
    /// Makes a step: somebody boards or leaves, or the boat sails.
    Step(RiverStep),
    /// Goes on from other banks, with nobody in the boat.
    From(BankState),
    /// Changes the number of priests.
    Priests(i8),
    /// Changes the number of devils.
    Devils(i8),
    /// Changes the number of seats in the boat.
    Boat(i8),
    /// The other goal.
    Goal,
    /// The rule holds in the boat too, or not.
    BoatRule,
    /// Sets the size of one action of searches: a whole crossing or a single step.
    Grain(ActionSize),
}

/// The river crossing that is being played.
#[derive(Debug)]
pub struct RiverSession {
    /// The game.
    pub game: RiverGame,
    /// Size of one action of the search: a single step or a whole crossing.
    pub grain: ActionSize,
    /// The state graph; none where it is too large to be drawn, or the start is lost.
    pub chart: Option<LayeredGraph>,
}

/// Greatest number of states of which the graph is drawn.
const MOST_SPOTS: usize = 240;

/// Greatest number of steps of one search: depth-first search forgets which states it has visited,
/// and would go on for ever.
const MOST_STEPS: u64 = 1_500_000;

impl Default for RiverSession {
    fn default() -> Self {
        Self::new(RiverRules::classic())
    }
}

impl RiverSession {
    fn new(rules: RiverRules) -> Self {
        let chart = LayeredGraph::new(rules).ok().filter(|chart| chart.spots.len() <= MOST_SPOTS);
        Self { game: RiverGame::new(rules), grain: ActionSize::default(), chart }
    }

    /// Applies a change, or a step of the player.
    ///
    /// # Errors
    /// The reason why the change cannot be made; then nothing has changed.
    pub fn apply_action(&mut self, action: RiverAction) -> Result<(), RiverError> {
        match action {
            RiverAction::Step(step) => return self.game.make_step(step),
            RiverAction::From(banks) => {
                self.game = RiverGame::from_moment(*self.game.rules(), banks.into());
            }
            RiverAction::Grain(grain) => self.grain = grain,
            RiverAction::Priests(_)
            | RiverAction::Devils(_)
            | RiverAction::Boat(_)
            | RiverAction::Goal
            | RiverAction::BoatRule => {
                let grain = self.grain;
                *self = Self { grain, ..Self::new(self.changed_rules(action)?) };
            }
        }
        Ok(())
    }

    /// Returns `true` if a change of the rules can be made and changes something.
    pub fn can_change_rules(&self, action: RiverAction) -> bool {
        self.changed_rules(action).is_ok_and(|rules| rules != *self.game.rules())
    }

    /// Returns the rules with a change; those of the game for what changes none.
    fn changed_rules(&self, action: RiverAction) -> Result<RiverRules, RiverError> {
        let rules = *self.game.rules();
        let [mut priests, mut devils, mut boat] =
            [rules.priest_count(), rules.devil_count(), rules.boat_seats()].map(i64::from);
        let (mut goal, mut boat_rule) = (rules.goal(), rules.boat_rule());
        match action {
            RiverAction::Step(_) | RiverAction::From(_) | RiverAction::Grain(_) => return Ok(rules),
            RiverAction::Priests(more) => priests += i64::from(more),
            RiverAction::Devils(more) => devils += i64::from(more),
            RiverAction::Boat(more) => boat += i64::from(more),
            RiverAction::Goal => {
                goal = if goal == RiverGoal::All { RiverGoal::Priests } else { RiverGoal::All };
            }
            RiverAction::BoatRule => boat_rule = !boat_rule,
        }
        let within = |number: i64, least: i64| {
            u32::try_from(number.clamp(least, i64::from(MOST))).expect("between 0 and 200")
        };
        RiverRules::new(within(priests, 1), within(devils, 0), within(boat, 1), goal, boat_rule)
    }

    /// Starts the game again from the beginning.
    pub fn restart(&mut self) {
        self.game = RiverGame::new(*self.game.rules());
    }

    /// Returns `true` if the game is won or lost.
    pub fn is_over(&self) -> bool {
        self.game.is_won() || self.game.losing_breach().is_some()
    }

    /// Prepares a search of the present state, to be run in the background.
    pub fn prepare_search(
        &self,
        method: usize,
    ) -> impl FnOnce(&SharedSearchLog, &Cancel) -> SearchResult + Send + use<> {
        let (rules, from, grain) = (*self.game.rules(), self.game.current_moment(), self.grain);
        let method = SearchMethod::ALL[method.min(SearchMethod::ALL.len() - 1)];
        move |tape, cancel| {
            let cancel = &|| cancel.is_set();
            let limits = Limits::default().with_cancel(cancel).with_steps(MOST_STEPS);
            let mut watch = tape.note_reports(VisitedState::River);
            let found = search_river(rules, from, grain, method, &limits, &mut watch);
            let steps = found.steps.into_iter().map(GameStep::River);
            let work = (found.certainty, found.statistics);
            SearchResult::of_path(found.cost, found.bound, work, steps.collect())
        }
    }

    /// Prepares the search for a shortest solution from here in single steps; the solution is empty
    /// where there is none.
    pub fn prepare_solution(&self) -> impl FnOnce(&Cancel) -> Vec<GameStep> + Send + use<> {
        let (rules, from) = (*self.game.rules(), self.game.current_moment());
        move |cancel| {
            let cancel = &|| cancel.is_set();
            let limits = Limits::default().with_cancel(cancel);
            let found =
                search_river(rules, from, ActionSize::Steps, SearchMethod::AStar, &limits, &mut |_, _| ());
            found.steps.into_iter().map(GameStep::River).collect()
        }
    }
}

/// Returns the name of a step in the player's language.
pub(super) fn river_step_name(texts: &Texts, step: RiverStep) -> String {
    texts.get(match step {
        RiverStep::Board(PersonKind::Priest) => "river-board-priest",
        RiverStep::Board(PersonKind::Devil) => "river-board-devil",
        RiverStep::Leave(PersonKind::Priest) => "river-leave-priest",
        RiverStep::Leave(PersonKind::Devil) => "river-leave-devil",
        RiverStep::Sail => "river-sail",
    })
}

/// Returns a hint in words.
pub(super) fn river_hint_words(texts: &Texts, hint: &RiverHint) -> String {
    let number = |number: u64| TextValue::Number(i64::try_from(number).unwrap_or(i64::MAX));
    match (hint.outlook, hint.step, hint.steps_left) {
        (BoardStateProspects::Won, ..) => texts.get("river-won"),
        (BoardStateProspects::Lost(_), ..) => texts.get("river-lost-hint"),
        (_, Some(step), Some(left)) => {
            let values = [
                ("step", river_step_name(texts, step).into()),
                ("steps", number(left)),
                ("crossings", number(hint.crossings_left.unwrap_or(0))),
            ];
            texts.text_with_values("river-hint", &values)
        }
        _ => texts.get("river-stuck"),
    }
}
