//! River crossing: priests and devils, one boat, and a bank that must not be lost.
//!
//! Two grains of one game. In *crossings* ([`BankState`], [`WholeCrossings`]) an action is a whole
//! trip of the boat; in *single steps* ([`RiverMoment`], [`SingleSteps`]) one person boards or
//! leaves, or the boat sails, as a player does it. Both are plain
//! [`Problem`](hotgates_search::Problem)s: crossings are explored in full, breadth-first, and
//! single steps are searched with A*.

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

pub use chart::{CrossingLink, LayeredGraph, LayeredState, StateWorth};
pub use crossing::WholeCrossings;
pub use draw::{river_dot, river_svg};
pub use error::{RiverCount, RiverError};
pub use game::RiverGame;
pub use hint::{BoardStateProspects, RiverHint, river_hint_from};
pub use rules::{RiverGoal, RiverRules, RuleBreach};
pub use search::{ActionSize, RiverAnswer, search_river};
pub use solve::{RiverSolution, SolvedRiver, solve_river};
pub use state::{BankState, BoatLoad, MOST, RiverMoment, Shore};
pub use step::{PersonKind, RiverStep, SingleSteps};
