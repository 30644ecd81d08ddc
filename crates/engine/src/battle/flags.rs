//! Flags: who holds the castles and the other hexes of goals.

use hotgates_grid::Cell;

use crate::battle::Battle;
use hotgates_text::Side;

impl Battle {
    /// Lists every castle with the side that holds it, in ascending cells.
    pub fn castles(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        self.map().castles().iter().copied().zip(self.owners.iter().copied())
    }

    /// Returns `true` if a side holds every castle.
    pub fn holds_all_castles(&self, side: Side) -> bool {
        self.castles().all(|(_, owner)| owner == side)
    }

    /// Lists every hex with a flag, with the side that holds it: the castles, then the other hexes
    /// of goals.
    pub fn flags(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        let hexes = self.map().castles().iter().chain(&self.arena.goals.hexes);
        hexes.copied().zip(self.owners.iter().copied())
    }

    /// Returns the number of the flag on a cell: the castles come first, then the other hexes of
    /// goals.
    pub(crate) fn flag_index(&self, cell: Cell) -> Option<usize> {
        let (castles, hexes) = (self.map().castles(), &self.arena.goals.hexes);
        match castles.binary_search(&cell) {
            Ok(index) => Some(index),
            Err(_) if hexes.is_empty() => None,
            Err(_) => hexes.binary_search(&cell).ok().map(|index| castles.len() + index),
        }
    }

    /// Returns the number of the flag on a cell that the enemy of a side holds.
    #[inline]
    pub(crate) fn flag_of_enemy(&self, cell: Cell, side: Side) -> Option<usize> {
        self.flag_index(cell).filter(|&flag| self.flag_owner(flag) != side)
    }

    /// Number of flags: castles, and other hexes of goals.
    #[inline]
    pub(crate) fn flag_count(&self) -> usize {
        self.owners.len()
    }

    /// Returns the side that holds a flag, by its number.
    pub(crate) fn flag_owner(&self, flag: usize) -> Side {
        self.owners[flag]
    }
}
