//! River crossing: priests and devils, one boat, and a bank that must not be lost.
//!
//! Two grains of one game. In *crossings* ([`Banks`], [`Crossings`]) an action is a whole trip of the boat; in
//! *single steps* ([`Moment`], [`Steps`]) one person boards or leaves, or the boat sails, as a player does it.
//! Both are plain [`Problem`](hotgates_search::Problem)s: crossings are explored in full, breadth-first, and
//! single steps are searched with A*.

mod rules;
mod state;

mod crossing;
mod step;

mod game;
mod hint;
mod search;
mod solve;

mod chart;
mod draw;

pub use chart::{Chart, Link, Spot, Worth};
pub use crossing::Crossings;
pub use draw::{dot, svg};
pub use game::Game;
pub use hint::{Hint, Outlook, hint};
pub use rules::{Broken, Goal, MOST, RiverError, Rules};
pub use search::{BEAM_WIDTH, Found, Grain, Method, Sight, search};
pub use solve::{Solution, Solved, solve};
pub use state::{Banks, Load, Moment, Side};
pub use step::{Step, Steps, Who};
