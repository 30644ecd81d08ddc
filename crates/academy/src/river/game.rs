//! One river crossing being played.

use super::error::RiverError;
use super::hint::{RiverHint, river_hint_from};
use super::rules::{RiverRules, RuleBreach};
use super::state::RiverMoment;
use super::step::{RiverStep, SingleSteps};

/// A game in single steps, as a terminal or a window plays it.
///
/// ```
/// use hotgates_academy::river::{RiverGame, RiverRules};
///
/// let mut game = RiverGame::new(RiverRules::classic());
/// while let Some(step) = game.next_hint().step {
///     game.make_step(step).unwrap();
/// }
/// assert!(game.is_won());
/// assert_eq!(game.steps_made().len(), 31);
/// ```
#[derive(Debug, Clone)]
pub struct RiverGame {
    rules: RiverRules,
    moment: RiverMoment,
    before: Vec<(RiverMoment, RiverStep)>,
}

impl RiverGame {
    /// Makes a game with everybody on the left bank and an empty boat.
    pub fn new(rules: RiverRules) -> Self {
        Self::from_moment(rules, rules.start_banks().into())
    }

    /// Makes a game that goes on from `moment`.
    pub const fn from_moment(rules: RiverRules, moment: RiverMoment) -> Self {
        RiverGame { rules, moment, before: Vec::new() }
    }

    /// Returns the rules of the game.
    pub const fn rules(&self) -> &RiverRules {
        &self.rules
    }

    /// Returns the state of the game.
    pub const fn current_moment(&self) -> RiverMoment {
        self.moment
    }

    /// Returns the steps made so far.
    pub fn steps_made(&self) -> Vec<RiverStep> {
        self.before.iter().map(|(_, step)| *step).collect()
    }

    /// Returns `true` once everybody of the goal is across and ashore.
    pub fn is_won(&self) -> bool {
        self.losing_breach().is_none() && self.rules.is_won(self.moment)
    }

    /// Returns the broken rule that lost the game; `None` while the game is not lost.
    pub fn losing_breach(&self) -> Option<RuleBreach> {
        self.rules.find_breach(self.moment)
    }

    /// Returns every step that can be made now, losing steps too; none once the game is over.
    pub fn legal_steps(&self) -> Vec<RiverStep> {
        if self.is_won() || self.losing_breach().is_some() {
            return Vec::new();
        }
        SingleSteps(self.rules).possible_steps(self.moment)
    }

    /// Makes `step`. The step may lose the game: [`RiverGame::losing_breach`] tells afterwards.
    ///
    /// # Errors
    /// The game is over, or the step is not possible; nothing has changed then.
    pub fn make_step(&mut self, step: RiverStep) -> Result<(), RiverError> {
        let state = || self.moment.to_string();
        if self.losing_breach().is_some() {
            return Err(RiverError::Over { state: state(), won: false });
        }
        if self.is_won() {
            return Err(RiverError::Over { state: state(), won: true });
        }
        let steps = SingleSteps(self.rules);
        if !steps.possible_steps(self.moment).contains(&step) {
            return Err(RiverError::ImpossibleStep { step: step.to_string(), state: state() });
        }
        self.before.push((self.moment, step));
        self.moment = steps.moment_after(self.moment, step);
        Ok(())
    }

    /// Takes the last step back, and returns the step.
    pub fn undo_step(&mut self) -> Option<RiverStep> {
        let (moment, step) = self.before.pop()?;
        self.moment = moment;
        Some(step)
    }

    /// Returns the next step on a shortest path, with the reason.
    pub fn next_hint(&self) -> RiverHint {
        river_hint_from(self.rules, self.moment)
    }
}
