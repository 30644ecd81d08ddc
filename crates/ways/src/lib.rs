//! Ways over hexes: a map, what each hex costs to enter, and a cheapest way to be found and proven.
//!
//! The player is the search: hex by hex they choose which of those that wait (the *frontier*) is looked at next, with the
//! cost so far and the least that can still come before their eyes. The game is over when no hex that waits can lead
//! to a cheaper way. Costs, ground and steps are those of the paths that units take.

mod error;
mod map;

mod game;
mod search;

mod shipped;
mod text;

pub use error::WayError;
pub use game::{FoundHex, WayGame, WayHint, WayProspects};
pub use map::WayMap;
pub use search::{HexSteps, WAY_METHODS, WayAnswer, search_way};
pub use shipped::ShippedWay;
pub use text::way_text;
