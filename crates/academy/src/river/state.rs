//! The states of the game in both grains, and their notation.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Greatest number of priests, the most devils, and the most seats in the boat.
pub const MOST: u32 = 200;

/// A side of the river. Everybody starts on the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shore {
    /// The bank from which everybody starts.
    Left,
    /// The bank to which everybody wants.
    Right,
}

impl Shore {
    /// Returns the other bank.
    #[must_use]
    pub const fn opposite_shore(self) -> Self {
        match self {
            Shore::Left => Shore::Right,
            Shore::Right => Shore::Left,
        }
    }

    const fn to_letter(self) -> char {
        match self {
            Shore::Left => 'L',
            Shore::Right => 'R',
        }
    }
}

/// A state of the crossing grain: the people on the left bank, and the bank where the boat lies.
/// Written `3P2DL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BankState {
    /// Priests on the left bank.
    pub priests: u8,
    /// Devils on the left bank.
    pub devils: u8,
    /// The bank where the boat lies.
    pub side: Shore,
}

impl fmt::Display for BankState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}P{}D{}", self.priests, self.devils, self.side.to_letter())
    }
}

/// The people in the boat. Written `1P1D`; a kind without anybody aboard is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct BoatLoad {
    /// Priests aboard.
    pub priests: u8,
    /// Devils aboard.
    pub devils: u8,
}

impl BoatLoad {
    /// Number of people aboard.
    pub const fn people_aboard(self) -> u16 {
        self.priests as u16 + self.devils as u16
    }

    /// Returns the crossing of the load from `side` in notation, such as `2D>` to the right and
    /// `<1P` to the left.
    pub fn crossing_notation(self, side: Shore) -> String {
        match side {
            Shore::Left => format!("{self}>"),
            Shore::Right => format!("<{self}"),
        }
    }
}

impl fmt::Display for BoatLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.priests > 0 {
            write!(f, "{}P", self.priests)?;
        }
        if self.devils > 0 {
            write!(f, "{}D", self.devils)?;
        }
        Ok(())
    }
}

/// A state of the single-step grain: the people on the left bank, the bank where the boat lies, and
/// the people aboard. Written `3P1DL+1D`, and `3P2DL` with an empty boat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RiverMoment {
    /// Priests on the left bank, not counting those in the boat.
    pub priests: u8,
    /// Devils on the left bank, not counting those in the boat.
    pub devils: u8,
    /// The bank where the boat lies.
    pub side: Shore,
    /// The people in the boat.
    pub load: BoatLoad,
}

impl RiverMoment {
    /// Returns the state of the crossing grain: the people aboard count with the bank where the
    /// boat lies.
    pub const fn as_banks(self) -> BankState {
        let (priests, devils) = match self.side {
            Shore::Left => (self.priests + self.load.priests, self.devils + self.load.devils),
            Shore::Right => (self.priests, self.devils),
        };
        BankState { priests, devils, side: self.side }
    }
}

impl From<BankState> for RiverMoment {
    fn from(banks: BankState) -> Self {
        RiverMoment {
            priests: banks.priests,
            devils: banks.devils,
            side: banks.side,
            load: BoatLoad::default(),
        }
    }
}

impl fmt::Display for RiverMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}P{}D{}", self.priests, self.devils, self.side.to_letter())?;
        if self.load.people_aboard() > 0 {
            write!(f, "+{}", self.load)?;
        }
        Ok(())
    }
}
