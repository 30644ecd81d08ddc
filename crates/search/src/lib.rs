#![doc = include_str!("../README.md")]

mod problem;

mod budget;
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
mod method;

mod monte_carlo;
mod two_player;

mod pareto;
mod state_index;
mod tree;

pub use beam::beam_search;
pub use best::best_first_search;
pub use breadth::breadth_first_search;
pub use budget::Budget;
pub use cancel::{Cancel, Cancelled};
pub use cost::{Heuristic, a_star, uniform_cost_search};
pub use depth::{DepthFirstSearch, UndoablePath, UndoableState};
pub use graph::{StateEdge, StateGraph, StateId};
pub use limits::Limits;
pub use method::{BEAM_WIDTH, SearchMethod, SearchReport, SearchWatch, search_by_method};
pub use monte_carlo::{MonteCarloSearch, SampledAction, SampledAnswer, monte_carlo_search};
pub use observer::{Observer, SearchEvent, SearchRecorder};
pub use outcome::{Certainty, FoundPath, SearchOutcome, SpentBudget, Statistics};
pub use problem::{Bound, OptimisationProblem, Problem};
pub use timeline::StatisticsTimeline;
pub use two_player::{GameEnding, GameValue, Negamax, SolvingDetail, TwoPlayerGame};
