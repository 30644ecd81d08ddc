#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]

// In the order of reading.
mod cell;
mod cell_set;
mod coord;
mod direction_set;
pub mod mix;
mod points;

mod cost_bits;
mod field;
mod field_cache;
mod flood;
mod kernel;
mod landmarks;
mod map_flood;
mod obstacles;
mod path_search;
mod reach;
mod sight;

pub use cell::{Cell, Grid};
pub use cell_set::CellSet;
pub use coord::{Coord, Direction, is_within};
pub use cost_bits::{CostBits, CostLayer};
pub use direction_set::DirectionSet;
pub use field::{Field, cells_within_cost};
pub use field_cache::{CachedField, FieldCache, WaysAround, WaysFromCell};
pub use hexx::Hex;
pub use landmarks::Landmarks;
pub use obstacles::Obstacles;
pub use path_search::{Path, PathSearch};
pub use points::MovementPoints;
pub use reach::Reach;
pub use sight::{VisibleHexes, cell_blocking_line};
