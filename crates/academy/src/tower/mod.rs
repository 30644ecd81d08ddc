//! Magic tower: a one-person puzzle of doors, keys, monsters and a boss, solved with bounds and
//! dominance.
//!
//! A file becomes a [`Tower`] in one checked step. [`TowerGraph::new`] joins what only floor
//! separates, [`TowerGraph::with_nodes_merged`] makes it smaller, [`solve_tower`] finds the most
//! life after the boss, and [`replay_route`] walks a route tile by tile without asking the solver.
//! [`TowerGame`] is the tower being played, [`random_tower`] makes new ones.

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
pub use fight::{FighterPower, Monster, fight_damage};
pub use game::{TowerGame, TowerHint, WalkDirection};
pub use graph::{NodeKind, TowerGraph, TowerNode};
pub use map::{Hero, Item, ItemGains, KeyColour, Shop, ShopWare, Tile, TilePlace, Tower, TowerState};
pub use options::{
    BEAM_WIDTH, ClearedCellsHook, Merging, SearchPhase, SolveOptions, SolveProgress, TowerMethod,
};
pub use random::{RandomTowerOptions, random_tower};
pub use replay::{RouteError, replay_route};
pub use route::{RouteStep, route_as_text};
pub use shipped::ShippedTower;
pub use solve::{TowerAnswer, TowerSolution, solve_tower, solve_tower_from};
