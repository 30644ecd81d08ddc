//! One crossing, searched by a method of choice.

use hotgates_search::{
    Certainty, Limits, SearchMethod, SearchOutcome, SearchWatch, Statistics, search_by_method,
};
use serde::{Deserialize, Serialize};

use super::crossing::WholeCrossings;
use super::rules::RiverRules;
use super::state::{BankState, BoatLoad, RiverMoment};
use super::step::{PersonKind, RiverStep, SingleSteps};

/// The size of one action of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionSize {
    /// A whole trip of the boat.
    #[default]
    Crossings,
    /// One person boards or leaves, or the boat sails.
    Steps,
}

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RiverAnswer {
    /// Path in single steps, whatever the grain; empty where there is none.
    pub steps: Vec<RiverStep>,
    /// Actions of the answer, in the grain of the search.
    pub cost: Option<u64>,
    /// Lower bound of the answer; `None` where nothing is known.
    pub bound: Option<u64>,
    /// The certainty of the answer.
    pub certainty: Certainty,
    /// The work of the search.
    pub statistics: Statistics,
}

/// Finds a path across from `from` by `method`; `watch` is called with every sight of the search.
///
/// A search of whole crossings from a loaded boat begins with everybody ashore.
///
/// ```
/// use hotgates_academy::river::{ActionSize, RiverRules, search_river};
/// use hotgates_search::{Limits, SearchMethod};
///
/// let rules = RiverRules::classic();
/// for method in SearchMethod::ALL {
///     let found = search_river(rules, rules.start_banks().into(), ActionSize::Crossings, method, &Limits::without_limits(), &mut |_, _| ());
///     assert_eq!(found.cost, Some(11), "{method:?}");
/// }
/// ```
pub fn search_river(
    rules: RiverRules,
    from: RiverMoment,
    grain: ActionSize,
    method: SearchMethod,
    limits: &Limits,
    watch: SearchWatch<'_, RiverMoment>,
) -> RiverAnswer {
    if rules.find_breach(from).is_some() {
        let (certainty, statistics) = (Certainty::NoSolution, Statistics::default());
        return RiverAnswer { steps: Vec::new(), cost: None, bound: None, certainty, statistics };
    }
    match grain {
        ActionSize::Steps => {
            let steps = SingleSteps(rules);
            let least = |moment: &RiverMoment| steps.least_steps(*moment);
            river_answer_of(search_by_method(&steps, from, least, method, limits, watch), <[_]>::to_vec)
        }
        ActionSize::Crossings => {
            let crossings = WholeCrossings(rules);
            let least = |banks: &BankState| crossings.least_crossings(*banks);
            let found = search_by_method(&crossings, from.as_banks(), least, method, limits, watch);
            river_answer_of(found, |way| single_steps(from, way))
        }
    }
}

fn river_answer_of<A>(outcome: SearchOutcome<A, u64>, steps: impl Fn(&[A]) -> Vec<RiverStep>) -> RiverAnswer {
    let SearchOutcome { best, bound, certainty, statistics } = outcome;
    let cost = best.as_ref().map(|way| way.value);
    RiverAnswer {
        steps: best.map(|way| steps(&way.actions)).unwrap_or_default(),
        cost,
        bound,
        certainty,
        statistics,
    }
}

/// Returns trips as single steps: priests board first and leave last, so that they are never
/// outnumbered in the boat on the way.
fn single_steps(from: RiverMoment, trips: &[BoatLoad]) -> Vec<RiverStep> {
    let times = |step, number: u8| std::iter::repeat_n(step, usize::from(number));
    let ashore = |load: BoatLoad| {
        times(RiverStep::Leave(PersonKind::Devil), load.devils)
            .chain(times(RiverStep::Leave(PersonKind::Priest), load.priests))
    };
    let mut steps: Vec<RiverStep> = ashore(from.load).collect();
    for &load in trips {
        steps.extend(times(RiverStep::Board(PersonKind::Priest), load.priests));
        steps.extend(times(RiverStep::Board(PersonKind::Devil), load.devils));
        steps.push(RiverStep::Sail);
        steps.extend(ashore(load));
    }
    steps
}
