//! River crossing: priests and devils, one boat, and a bank that must not be lost.
//!
//! Two grains of one game. In *crossings* ([`Banks`], [`Crossings`]) an action is a whole trip of
//! the boat; in *single steps* ([`Moment`], [`SingleSteps`]) one person boards or leaves, or the
//! boat sails, as a player does it. Both are plain [`Problem`](hotgates_search::Problem)s:
//! crossings are explored in full, breadth-first, and single steps are searched with A*.

mod error;
mod state;

mod notation;
mod rules;

mod crossing;
mod step;

mod game;
mod hint;
mod search;
mod solve;

mod chart;
mod draw;

pub use chart::{ChartState, LayeredGraph, Link, StateWorth};
pub use crossing::Crossings;
pub use draw::{river_dot, river_svg};
pub use error::{RiverCount, RiverError};
pub use game::RiverGame;
pub use hint::{Hint, Outlook, hint_from};
pub use rules::{Goal, RiverRules, RuleBreach};
pub use search::{BEAM_WIDTH, Grain, RiverAnswer, RiverMethod, Sight, search_river};
pub use solve::{RiverSolution, Solved, solve_river};
pub use state::{Banks, Load, MOST, Moment, Shore};
pub use step::{SingleSteps, Step, Who};
