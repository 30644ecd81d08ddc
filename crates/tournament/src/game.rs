//! Games of a tournament, described.

use hotgates_engine::{BySide, Side};

/// The description of one game, from which it is played. Games in ascending order are in the order in
/// which they are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlannedGame {
    /// Number of the set among those of its map, from 0; it gives the seed.
    pub set: u32,
    /// Number of the map.
    pub map: usize,
    /// Number of the commander on Red's seat in games that are not swapped, less than `second`.
    pub first: usize,
    /// Number of the other commander.
    pub second: usize,
    /// Number of the game within its set: odd ones have the sides exchanged, those from 2 on the armies.
    pub leg: u32,
}

impl PlannedGame {
    /// Returns `true` if the commanders sit on each other's seats.
    pub const fn has_sides_exchanged(&self) -> bool {
        self.leg % 2 == 1
    }

    /// Returns `true` if each side has the other's order of battle.
    pub const fn has_armies_exchanged(&self) -> bool {
        self.leg >= 2
    }

    /// Numbers of the commanders on both seats.
    pub const fn seats(&self) -> BySide<usize> {
        let (first, second) = (self.first, self.second);
        if self.has_sides_exchanged() {
            BySide { red: second, blue: first }
        } else {
            BySide { red: first, blue: second }
        }
    }

    /// Returns the name of the game's files in the folder of a tournament, without an extension.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Self { set, map, first, second, leg } = self;
        format!("{first}-{second}-map{map}-set{set}-leg{leg}")
    }

    /// Half points of the first commander: 2 for a win, 1 for a draw.
    pub fn half_points_of_first(&self, winner: Option<Side>) -> u32 {
        match winner {
            None => 1,
            Some(side) => 2 * u32::from(self.seats()[side] == self.first),
        }
    }
}
