//! What a side may know of a battle.

use crate::battle::Battle;
use crate::side::Side;

/// A battle as one side knows it. It holds no dice: whoever plans on it has to bring dice of its own.
///
/// Under rules that hide nothing, as the classic ones, this is the battle itself.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    battle: &'a Battle,
    side: Side,
}

impl<'a> View<'a> {
    /// What `side` may know of `battle`.
    #[must_use]
    pub const fn new(battle: &'a Battle, side: Side) -> Self {
        Self { battle, side }
    }

    /// The side that looks.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The battle as far as this side knows it: to read, and to clone and play ahead on.
    pub const fn battle(&self) -> &'a Battle {
        self.battle
    }
}
