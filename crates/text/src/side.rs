//! The two sides, and values held once for each side.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A side of the battle: Red invades, Blue defends. Red moves first, unless the scenario has Blue do
/// so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The invader.
    Red,
    /// The defender, who holds every castle at first.
    Blue,
}

impl Side {
    /// Red, then Blue.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// Returns the enemy side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }

    /// Returns the word in files and options: `red` or `blue`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
        }
    }

    /// Returns the side of a [`name`](Self::name).
    pub fn by_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }
}

impl fmt::Display for Side {
    /// Writes the word in sentences: `Red` or `Blue`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "Red",
            Self::Blue => "Blue",
        })
    }
}

/// One value for each side; indexing by [`Side`] always finds one.
///
/// ```
/// use hotgates_text::{BySide, Side};
///
/// let mut losses = BySide::new(|side| if side == Side::Red { 120 } else { 80 });
/// losses[Side::Blue] += 5;
/// assert_eq!((losses[Side::Red], losses.blue), (120, 85));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BySide<T> {
    /// Red's value.
    pub red: T,
    /// Blue's value.
    pub blue: T,
}

impl<T> BySide<T> {
    /// Makes the values with `make`, first for Red and then for Blue.
    pub fn new(mut make: impl FnMut(Side) -> T) -> Self {
        Self { red: make(Side::Red), blue: make(Side::Blue) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }
}
