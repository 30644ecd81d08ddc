//! Keys of texts for sides and directions.

use hotgates_engine::{Direction, Side};

/// Returns the text key of a side's name.
#[must_use]
pub const fn side_text_key(side: Side) -> &'static str {
    match side {
        Side::Red => "side-red",
        Side::Blue => "side-blue",
    }
}

/// Returns the text key of a direction's name.
#[must_use]
pub const fn direction_text_key(direction: Direction) -> &'static str {
    match direction {
        Direction::N => "compass-n",
        Direction::Ne => "compass-ne",
        Direction::Se => "compass-se",
        Direction::S => "compass-s",
        Direction::Sw => "compass-sw",
        Direction::Nw => "compass-nw",
    }
}
