//! Sets of directions.

use crate::coord::Direction;

/// A set of directions, a bit for each.
///
/// ```
/// use hotgates_grid::{Direction, Ways};
///
/// let ways: Ways = [Direction::S, Direction::N].into_iter().collect();
/// assert!(ways.iter().eq([Direction::N, Direction::S]));
/// assert!(Ways::ALL.iter().eq(Direction::ALL));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ways(u8);

impl Ways {
    /// No direction.
    pub const NONE: Self = Self(0);

    /// All six directions.
    pub const ALL: Self = Self(0b11_1111);

    /// Lists the directions in their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&way| self.0 >> way as u8 & 1 > 0)
    }
}

impl FromIterator<Direction> for Ways {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Direction>>(ways: T) -> Self {
        Self(ways.into_iter().fold(0, |ways, way| ways | 1 << way as u8))
    }
}
