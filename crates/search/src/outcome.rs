//! What a search found, how sure it is, and what it took.

use serde::{Deserialize, Serialize};

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<A, V> {
    /// The best answer found, if any was; its worth is what `verdict` says.
    pub best: Option<Way<A, V>>,
    /// No answer is better than this: the least possible cost, or the highest possible score.
    ///
    /// Equal to the answer's own value where that is proven; `None` where nothing is known.
    pub bound: Option<V>,
    /// How much the answer, or its absence, is worth.
    pub verdict: Verdict,
    /// What it took.
    pub statistics: Statistics,
}

/// An answer: the actions that lead to it from the start, and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way<A, V> {
    /// In playing order; empty where the start itself is the answer.
    pub actions: Vec<A>,
    /// Steps, cost or score, as the method says.
    pub value: V,
}

/// How much a search's answer is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// There is no better answer.
    Proven,
    /// The search ran to its end, but its method left something out: an answer is a guess, and none found
    /// does not mean that there is none.
    Unproven,
    /// Everything was seen, and there is no answer.
    NoSolution,
    /// A budget ran out; a way found is the best so far.
    CutOff(Budget),
    /// The caller cancelled; a way found is the best so far.
    Cancelled,
}

/// The budget that ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// [`Limits::states`](crate::Limits::states).
    States,
    /// [`Limits::steps`](crate::Limits::steps).
    Steps,
}

/// What a search did, in counts that repeat on every machine.
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
    /// The most that ever waited.
    pub largest_frontier: u64,
    /// The longest path looked at, in actions.
    pub deepest: u64,
}

impl Statistics {
    /// Notes the frontier's present size.
    #[inline]
    pub(crate) fn waiting(&mut self, frontier: usize) {
        self.frontier = frontier as u64;
        self.largest_frontier = self.largest_frontier.max(self.frontier);
    }
}

impl<A, V> Outcome<A, V> {
    /// True where nothing better exists, or nothing at all.
    pub fn is_proven(&self) -> bool {
        matches!(self.verdict, Verdict::Proven | Verdict::NoSolution)
    }
}
