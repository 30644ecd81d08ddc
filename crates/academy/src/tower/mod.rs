//! Magic tower: a one-person puzzle of doors, keys, monsters and a boss, solved with bounds and
//! dominance.
//!
//! A file becomes a [`Tower`] in one checked step. [`Graph::new`] joins what only floor separates,
//! [`Graph::with_nodes_merged`] makes it smaller, [`solve_tower`] finds the most life after the boss, and
//! [`replay_route`] walks a route tile by tile without asking the solver. [`TowerGame`] is the
//! tower being played, [`random_tower`] makes new ones.

mod error;
mod map;
mod parse;
mod write;

mod fight;

mod graph;
mod merge;

mod dominators;
mod growth;
mod life_bound;
mod options;
mod plan;
mod search;
mod shipped;
mod solve;
mod watch;

mod route;

mod replay;

mod game;
mod random;

mod draw;

pub use draw::{tower_dot, tower_svg};
pub use error::{StairsDirection, StepObstacle, TowerError, TowerMeasure, TowerRequest};
pub use fight::{Monster, Power, fight_damage};
pub use game::{TowerGame, TowerHint, WalkDirection};
pub use graph::{Graph, Node, NodeKind};
pub use map::{Gains, Hero, Item, KeyColour, Shop, Tile, TilePlace, Tower, TowerState, Ware};
pub use options::{BEAM_WIDTH, Cleared, Merging, Progress, SearchPhase, SolveOptions, TowerMethod};
pub use random::{RandomOptions, random_tower};
pub use replay::{RouteError, replay_route};
pub use route::{RouteStep, compact_route};
pub use shipped::ShippedTower;
pub use solve::{Answer, TowerSolution, solve_from, solve_tower};
