//! The description of a state space by a caller: states, actions, answers and their scores.

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

    /// Returns the state after `action`, and the cost of the action.
    fn step(&self, state: &Self::State, action: Self::Action) -> (Self::State, u32);

    /// Returns `true` if `state` is an answer.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns the place of `state` among states with equal sums of cost and `estimate`: of these
    /// [`a_star`](crate::a_star) expands the least first, then the earlier met.
    ///
    /// The default is the estimate: the state nearer to a goal goes first. A problem whose answers
    /// may not depend on how they were found gives its states an order of their own.
    #[inline]
    fn tie_break(&self, state: &Self::State, estimate: u64) -> u64 {
        let _ = state;
        estimate
    }
}

/// An upper bound on the score of every answer in or below a state.
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
///
/// ```
/// use hotgates_search::{Limits, best_first_search};
/// use hotgates_search::{Bound, OptimisationProblem, Problem};
/// /// Pick numbers in turn, or leave them; at most 10 in all, as much as possible.
/// struct Knapsack([u32; 4]);
/// impl Problem for Knapsack {
///     type State = (usize, u32);
///     type Action = bool;
///     fn actions(&self, &(at, sum): &(usize, u32), into: &mut Vec<bool>) {
///         if at < 4 { into.push(false); into.extend((sum + self.0[at] <= 10).then_some(true)) }
///     }
///     fn step(&self, &(at, sum): &(usize, u32), pick: bool) -> ((usize, u32), u32) {
///         ((at + 1, sum + if pick { self.0[at] } else { 0 }), 1)
///     }
///     fn is_goal(&self, &(at, _): &(usize, u32)) -> bool { at == 4 }
/// }
/// impl OptimisationProblem for Knapsack {
///     type Score = u32;
///     type Key = usize;
///     fn score(&self, &(_, sum): &(usize, u32)) -> u32 { sum }
///     fn bound(&self, &(at, sum): &(usize, u32)) -> Bound<u32> {
///         Bound::AtMost((sum + self.0[at..].iter().sum::<u32>()).min(10))
///     }
///     fn key(&self, &(at, sum): &(usize, u32)) -> usize { at * 100 + sum as usize }
/// }
///
/// let found = best_first_search(&Knapsack([9, 8, 7, 1]), (0, 0), None, &Limits::without_limits(), &mut ());
/// assert_eq!(found.best.unwrap().actions, [true, false, false, true]);
/// ```
pub trait OptimisationProblem: Problem {
    /// The score of an answer; more is better.
    type Score: Copy + Ord;
    /// The part of a state that two states share when one of them can dominate the other.
    type Key: Eq + Hash;

    /// Returns the score of the answer `state`; asked of goals only.
    fn score(&self, state: &Self::State) -> Self::Score;

    /// Returns an upper bound on the score of every answer in or below `state`.
    ///
    /// A result is proven only if no answer exceeds its bound (the bound is admissible).
    fn bound(&self, state: &Self::State) -> Bound<Self::Score>;

    /// Returns the part of `state` within which dominance is compared: states with different keys
    /// are never compared.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Returns `true` if `a` is no worse than `b` in any respect; asked of states with equal keys
    /// only.
    ///
    /// The default holds where the key is the whole state.
    fn no_worse(&self, a: &Self::State, b: &Self::State) -> bool {
        let _ = (a, b);
        true
    }
}
