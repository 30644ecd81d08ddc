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

mod monte_carlo;
mod two_player;

mod pareto;
mod state_index;
mod tree;

pub use beam::beam_search;
pub use best::best_first;
pub use breadth::breadth_first;
pub use cancel::{Cancel, Cancelled};
pub use cost::{Heuristic, a_star, uniform_cost};
pub use depth::{DepthFirst, Pathwise, Walk};
pub use graph::{Edge, StateGraph, StateId};
pub use limits::Limits;
pub use monte_carlo::{MonteCarlo, Sampled, Tried, monte_carlo};
pub use observer::{Glimpse, Observer, Recorder};
pub use outcome::{Certainty, Findings, FoundPath, SpentBudget, Statistics};
pub use problem::{Bound, Optimise, Problem};
pub use timeline::Timeline;
pub use two_player::{Detail, Ending, Negamax, TwoPlayerGame, Value};
