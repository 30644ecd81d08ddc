//! The answer of a search, its certainty and its cost.

use serde::{Deserialize, Serialize};

/// The end of a search.
///
/// ```
/// use hotgates_search::{Limits, breadth_first_search};
/// # use hotgates_search::Problem;
/// # /// From 1 upwards by doubling (3 coins) or adding one (1 coin).
/// # struct Ladder(u32);
/// # impl Problem for Ladder {
/// #     type State = u32;
/// #     type Action = char;
/// #     fn actions(&self, n: &u32, into: &mut Vec<char>) { if *n < self.0 { into.extend(['d', '+']) } }
/// #     fn step(&self, n: &u32, action: char) -> (u32, u32) { if action == 'd' { (n * 2, 3) } else { (n + 1, 1) } }
/// #     fn is_goal(&self, n: &u32) -> bool { *n == self.0 }
/// # }
/// let found = breadth_first_search(&Ladder(4), 1, &Limits::without_limits(), &mut ());
/// assert!(found.is_proven());
/// assert_eq!((found.bound, found.statistics.deepest), (Some(2), 2));
/// let none = breadth_first_search(&Ladder(0), 1, &Limits::without_limits(), &mut ());
/// assert!(none.is_proven() && none.best.is_none()); // proven: there is no way
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchOutcome<A, V> {
    /// The best answer found, if any; `certainty` says whether a better one may exist.
    pub best: Option<FoundPath<A, V>>,
    /// No answer is better than this: the least possible cost, or the highest possible score.
    ///
    /// Equal to the answer's own value where that is proven; `None` where nothing is known.
    pub bound: Option<V>,
    /// The certainty of the answer, or of its absence.
    pub certainty: Certainty,
    /// The work of the search.
    pub statistics: Statistics,
}

/// An answer: the actions from the start to the answer, and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPath<A, V> {
    /// The actions in playing order; empty where the start itself is the answer.
    pub actions: Vec<A>,
    /// Steps, cost or score, as the method says.
    pub value: V,
}

/// The certainty of a search's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// There is no better answer.
    Proven,
    /// The search ran to its end, but its method left something out: an answer is a guess, and none
    /// found does not mean that there is none.
    Unproven,
    /// Everything was seen, and there is no answer.
    NoSolution,
    /// A budget ran out; the answer is the best so far.
    CutOff(SpentBudget),
    /// The caller cancelled; the answer is the best so far.
    Cancelled,
}

/// The budget that ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpentBudget {
    /// [`Limits::states`](crate::Limits::states).
    States,
    /// [`Limits::steps`](crate::Limits::steps).
    Steps,
}

/// The work of a search, in counts that repeat on every machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Different states kept; for depth-first search, which keeps none, states entered.
    pub seen: u64,
    /// States whose actions were listed.
    pub expanded: u64,
    /// Actions tried.
    pub steps: u64,
    /// States dropped by a bound, by dominance or by a beam's width.
    pub dropped: u64,
    /// States waiting now. For depth-first search, actions waiting on the current path.
    pub frontier: u64,
    /// Greatest number of states that ever waited.
    pub largest_frontier: u64,
    /// The longest path looked at, in actions.
    pub deepest: u64,
}

impl Statistics {
    /// Sets the present size of the frontier, and raises its largest size.
    #[inline]
    pub(crate) fn note_frontier(&mut self, frontier: usize) {
        self.frontier = frontier as u64;
        self.largest_frontier = self.largest_frontier.max(self.frontier);
    }
}

impl<A, V> SearchOutcome<A, V> {
    /// Returns `true` if nothing better exists, or nothing at all.
    pub fn is_proven(&self) -> bool {
        matches!(self.certainty, Certainty::Proven | Certainty::NoSolution)
    }
}
