//! What a caller tells the search: the states, the actions, what counts as an answer and what it is worth.

use std::hash::Hash;

/// A state space: the actions open in a state, and where each leads at what cost.
///
/// The order of the actions decides ties, so it must depend on nothing but the state.
pub trait Problem {
    /// One situation. Equal states are one state to the search.
    type State: Clone + Eq + Hash;
    /// One choice in a state.
    type Action: Copy;

    /// Appends the actions open in `state` to `into`, always in the same order. `into` comes empty.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// The state after `action`, and what the action costs.
    fn step(&self, state: &Self::State, action: Self::Action) -> (Self::State, u32);

    /// True where `state` is an answer.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// What the best answer in or below a state can be worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound<S> {
    /// Nothing is known: the state is kept, and looked at first.
    Unknown,
    /// No answer from here scores more than this.
    AtMost(S),
    /// No answer can be reached from here: the state is dropped.
    Hopeless,
}

/// A problem whose answers have scores: the highest wins.
pub trait Optimise: Problem {
    /// What an answer is worth; more is better.
    type Score: Copy + Ord;
    /// What two states must share before one can dominate the other.
    type Key: Eq + Hash;

    /// What the answer `state` is worth; asked of goals only.
    fn score(&self, state: &Self::State) -> Self::Score;

    /// What the best answer in or below `state` can be worth.
    ///
    /// A result is proven only if this never promises too little (it is admissible).
    fn bound(&self, state: &Self::State) -> Bound<Self::Score>;

    /// The part of `state` that dominance compares within: states with different keys are never compared.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// True where `a` can do all that `b` can, for no less; asked of states with equal keys only.
    ///
    /// The default holds where the key is the whole state.
    fn no_worse(&self, a: &Self::State, b: &Self::State) -> bool {
        let _ = (a, b);
        true
    }
}
