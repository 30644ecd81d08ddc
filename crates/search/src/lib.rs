#![doc = include_str!("../README.md")]

mod problem;

mod cancel;
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
pub use cancel::{Cancel, Cancelled};
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
