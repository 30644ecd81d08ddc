//! Sets of directions.

use std::ops::{BitOr, BitOrAssign};

use crate::coord::Direction;

/// A set of directions, a bit for each.
///
/// ```
/// use hotgates_grid::{Direction, DirectionSet};
///
/// let ways: DirectionSet = [Direction::S, Direction::N].into_iter().collect();
/// assert!(ways.iter().eq([Direction::N, Direction::S]));
/// assert_eq!((ways.len(), (ways | DirectionSet::ALL).len()), (2, 6));
/// assert!(DirectionSet::ALL.iter().eq(Direction::ALL));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No direction.
    pub const NONE: Self = Self(0);

    /// All six directions.
    pub const ALL: Self = Self(0b11_1111);

    /// Returns the set of one direction.
    #[inline]
    #[must_use]
    pub const fn one(way: Direction) -> Self {
        Self(1 << way as u8)
    }

    /// Number of directions in the set.
    #[inline]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Lists the directions in their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&way| self.0 >> way as u8 & 1 > 0)
    }
}

impl FromIterator<Direction> for DirectionSet {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Direction>>(ways: T) -> Self {
        ways.into_iter().fold(Self::NONE, |ways, way| ways | Self::one(way))
    }
}

impl BitOr for DirectionSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for DirectionSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
