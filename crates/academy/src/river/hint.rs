//! Hints: the next step on a shortest path, and the prospects of a state.

use std::fmt;

use hotgates_search::{Limits, breadth_first_search};
use serde::Serialize;

use super::crossing::WholeCrossings;
use super::rules::{RiverRules, RuleBreach};
use super::solve::fewest_steps;
use super::state::RiverMoment;
use super::step::RiverStep;
use crate::counted::count_words;

/// The prospects of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardStateProspects {
    /// Everybody of the goal is across and ashore.
    Won,
    /// Lost already: a rule is broken.
    Lost(RuleBreach),
    /// No rule is broken, but no path leads to the goal: every state within reach was tried.
    Stuck,
    /// A path leads to the goal.
    Open,
}

/// Advice for one state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RiverHint {
    /// State in notation.
    pub state: String,
    /// The prospects of the state.
    pub outlook: BoardStateProspects,
    /// The next single step on a way with the fewest steps.
    pub step: Option<RiverStep>,
    /// Number of single steps on that path.
    pub steps_left: Option<u64>,
    /// The next whole crossing on a way with the fewest crossings, as `2D>`.
    pub crossing: Option<String>,
    /// Number of crossings on that path.
    pub crossings_left: Option<u64>,
}

impl fmt::Display for RiverHint {
    /// Writes one sentence that names the step and its reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = &self.state;
        match (self.outlook, self.step, self.steps_left) {
            (BoardStateProspects::Won, ..) => write!(f, "{state} is won"),
            (BoardStateProspects::Lost(broken), ..) => write!(f, "{state} is lost: {broken}"),
            (_, Some(step), Some(left)) => {
                let steps = count_words(left, "step", "steps");
                write!(f, "{step}: it is the first of the {steps} of a shortest way from {state}")?;
                match (&self.crossing, self.crossings_left) {
                    (Some(crossing), Some(left)) => {
                        let crossings = count_words(left, "crossing", "crossings");
                        write!(f, " ({crossings} at least, such as {crossing})")
                    }
                    _ => Ok(()),
                }
            }
            _ => write!(f, "{state} is stuck: nothing is broken, but no way leads to the goal"),
        }
    }
}

/// Returns the next step from `moment`, or the reason why there is none. Following the hints to the
/// end wins in the fewest steps.
///
/// A breadth-first search over crossings settles if there is a path, A* over single steps finds the
/// path.
pub fn river_hint_from(rules: RiverRules, moment: RiverMoment) -> RiverHint {
    let mut hint = RiverHint {
        state: moment.to_string(),
        outlook: BoardStateProspects::Open,
        step: None,
        steps_left: None,
        crossing: None,
        crossings_left: None,
    };
    if let Some(broken) = rules.find_breach(moment) {
        hint.outlook = BoardStateProspects::Lost(broken);
        return hint;
    }
    if rules.is_won(moment) {
        hint.outlook = BoardStateProspects::Won;
        return hint;
    }
    let banks = moment.as_banks();
    let Some(crossings) =
        breadth_first_search(&WholeCrossings(rules), banks, &Limits::without_limits(), &mut ()).best
    else {
        hint.outlook = BoardStateProspects::Stuck;
        return hint;
    };
    hint.crossing = crossings.actions.first().map(|load| load.crossing_notation(banks.side));
    hint.crossings_left = Some(crossings.value);
    if let Some(steps) = fewest_steps(rules, moment, &Limits::without_limits(), &mut ()).best {
        hint.step = steps.actions.first().copied();
        hint.steps_left = Some(steps.value);
    }
    hint
}
