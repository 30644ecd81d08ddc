//! State-space search: the one search of the project, for puzzles and for commanders.
//!
//! A caller describes a state space once, as a [`Problem`], and picks a method:
//!
//! | method | answers | proof |
//! |---|---|---|
//! | [`breadth_first`] | the fewest steps | yes |
//! | [`uniform_cost`] | the least cost | yes |
//! | [`a_star`] | the least cost, guided | yes, with an admissible [`Heuristic`] |
//! | [`best_first`] | the highest score of an [`Optimise`] problem, with dominance | yes |
//! | [`beam`] | a high score with little memory | only where nothing had to be dropped |
//! | [`DepthFirst`] | the highest score over a state changed in place ([`Walk`]) | yes, without a budget |
//! | [`StateGraph`] | everything that can be reached, for maps, hints and counts | exhaustion |
//! | [`Negamax`] | what best play makes of a [`Duel`] of two sides | exhaustion |
//! | [`monte_carlo`] | a good move in a [`Duel`] too large to exhaust | none |
//!
//! All of them keep to [`Limits`] that are counted in states and steps, never in seconds, so that a search
//! repeats on every machine; all can be cancelled, tell an [`Observer`] what they do, and say in their
//! [`Verdict`] how much their answer is worth. This crate knows no hexes, no games, no files, no clock and no dice.
//!
//! ```
//! use hotgates_search::{Limits, Problem, Verdict, breadth_first};
//!
//! /// From 1 to 10 by doubling or adding one.
//! struct Ladder;
//! impl Problem for Ladder {
//!     type State = u32;
//!     type Action = char;
//!     fn actions(&self, _: &u32, into: &mut Vec<char>) { into.extend(['d', '+']); }
//!     fn step(&self, n: &u32, action: char) -> (u32, u32) { (if action == 'd' { n * 2 } else { n + 1 }, 1) }
//!     fn is_goal(&self, n: &u32) -> bool { *n == 10 }
//! }
//!
//! let found = breadth_first(&Ladder, 1, &Limits::none(), &mut ());
//! assert_eq!(found.verdict, Verdict::Proven);
//! assert_eq!(found.best.unwrap().actions, ['d', 'd', '+', 'd']);
//! ```

mod problem;

mod limits;
mod observer;
mod outcome;
mod timeline;

mod beam;
mod best;
mod breadth;
mod cost;
mod depth;
mod graph;

mod duel;
mod monte_carlo;

mod fronts;
mod table;
mod tree;

pub use beam::beam;
pub use best::best_first;
pub use breadth::breadth_first;
pub use cost::{Heuristic, a_star, uniform_cost};
pub use depth::{DepthFirst, Pathwise, Walk};
pub use duel::{Detail, Duel, Ending, Negamax, Value};
pub use graph::{Edge, StateGraph, StateId};
pub use limits::Limits;
pub use monte_carlo::{MonteCarlo, Sampled, Tried, monte_carlo};
pub use observer::{Glimpse, Observer, Recorder};
pub use outcome::{Budget, Outcome, Statistics, Verdict, Way};
pub use problem::{Bound, Optimise, Problem};
pub use timeline::Timeline;
