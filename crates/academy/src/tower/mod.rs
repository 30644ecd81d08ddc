//! Magic tower: a one-person puzzle of doors, keys, monsters and a boss, solved with bounds and dominance.
//!
//! A file becomes a [`Tower`] in one checked step. [`Graph::new`] joins what only floor separates, [`Graph::merged`]
//! makes it smaller, [`solve`] finds the most life after the boss, and [`replay`] walks a route tile by tile without
//! asking the solver. [`Game`] is the tower being played, [`random`] makes new ones.

mod error;
mod map;
mod parse;
mod write;

mod fight;

mod graph;
mod merge;

mod bits;
mod dominators;
mod growth;
mod plan;
mod promise;
mod search;
mod shipped;
mod solve;
mod watch;

mod route;

mod replay;

mod game;
mod random;

mod draw;

pub use draw::{dot, svg};
pub use error::TowerError;
pub use fight::{Monster, Power, damage};
pub use game::{Direction, Game, TowerHint};
pub use graph::{Graph, Node, NodeKind};
pub use map::{Colour, Gains, Hero, Item, Place, Position, Shop, Tile, Tower, Ware};
pub use random::{RandomOptions, random};
pub use replay::{ReplayError, replay};
pub use route::{RouteStep, compact};
pub use shipped::ShippedTower;
pub use solve::{Answer, BEAM_WIDTH, Cleared, Merging, Method, Solution, SolveOptions, solve, solve_from};
pub use watch::{Phase, Progress};
