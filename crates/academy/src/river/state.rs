//! Where everybody is, in both grains, and how that is written.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::rules::{RiverError, Rules};

/// A side of the river. Everybody starts on the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Where everybody starts.
    Left,
    /// Where everybody wants to be.
    Right,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn across(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    const fn letter(self) -> char {
        match self {
            Side::Left => 'L',
            Side::Right => 'R',
        }
    }
}

/// A state of the crossing grain: who is on the left bank, and where the boat lies. Written `3P2DL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Banks {
    /// Priests on the left bank.
    pub priests: u8,
    /// Devils on the left bank.
    pub devils: u8,
    /// Where the boat lies.
    pub side: Side,
}

impl fmt::Display for Banks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}P{}D{}", self.priests, self.devils, self.side.letter())
    }
}

/// Who is in the boat. Written `1P1D`, without those that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Load {
    /// Priests aboard.
    pub priests: u8,
    /// Devils aboard.
    pub devils: u8,
}

impl Load {
    /// How many are aboard.
    pub const fn people(self) -> u16 {
        self.priests as u16 + self.devils as u16
    }

    /// The crossing of this load from `side`, as in `2D>` to the right and `<1P` to the left.
    pub fn crossing(self, side: Side) -> String {
        match side {
            Side::Left => format!("{self}>"),
            Side::Right => format!("<{self}"),
        }
    }
}

impl fmt::Display for Load {
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

/// A state of the single-step grain: who stands on the left bank, where the boat lies, and who is in it. Written
/// `3P1DL+1D`, and `3P2DL` with an empty boat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Moment {
    /// Priests on the left bank, not counting those in the boat.
    pub priests: u8,
    /// Devils on the left bank, not counting those in the boat.
    pub devils: u8,
    /// Where the boat lies.
    pub side: Side,
    /// Who is in the boat.
    pub load: Load,
}

impl Moment {
    /// The crossing-grain state: whoever is in the boat counts with the bank it lies at.
    pub const fn banks(self) -> Banks {
        let (priests, devils) = match self.side {
            Side::Left => (self.priests + self.load.priests, self.devils + self.load.devils),
            Side::Right => (self.priests, self.devils),
        };
        Banks { priests, devils, side: self.side }
    }

    /// Priests and devils standing on the bank where the boat lies.
    pub const fn ashore(self, rules: &Rules) -> (u8, u8) {
        match self.side {
            Side::Left => (self.priests, self.devils),
            Side::Right => (
                rules.priests - self.priests - self.load.priests,
                rules.devils - self.devils - self.load.devils,
            ),
        }
    }

    /// The state that `text` writes, in the game of `rules`. It need not be legal, only possible.
    ///
    /// # Errors
    /// A text of another shape, or more people than there are.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, RiverError> {
        let not_a_state = || RiverError::NotAState { text: text.chars().take(40).collect() };
        let (banks, load) = match text.split_once('+') {
            Some((banks, load)) => (banks, Some(load)),
            None => (text, None),
        };
        let (side, people) = match banks.strip_suffix(['L', 'l']) {
            Some(people) => (Side::Left, people),
            None => (Side::Right, banks.strip_suffix(['R', 'r']).ok_or_else(not_a_state)?),
        };
        let (priests, devils) = people_of(people, true).ok_or_else(not_a_state)?;
        let load = match load.map(|load| people_of(load, false)) {
            Some(Some((priests, devils))) => (priests, devils),
            Some(None) => return Err(not_a_state()),
            None => (0, 0),
        };
        let fits = priests + load.0 <= u32::from(rules.priests)
            && devils + load.1 <= u32::from(rules.devils)
            && load.0 + load.1 <= u32::from(rules.boat);
        let small = |n| u8::try_from(n).ok().filter(|_| fits);
        let moment = (|| {
            let load = Load { priests: small(load.0)?, devils: small(load.1)? };
            Some(Moment { priests: small(priests)?, devils: small(devils)?, side, load })
        })();
        moment.ok_or_else(|| RiverError::ImpossibleState {
            text: text.chars().take(40).collect(),
            priests: rules.priests,
            devils: rules.devils,
            boat: rules.boat,
        })
    }
}

impl From<Banks> for Moment {
    fn from(banks: Banks) -> Self {
        Moment { priests: banks.priests, devils: banks.devils, side: banks.side, load: Load::default() }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}P{}D{}", self.priests, self.devils, self.side.letter())?;
        if self.load.people() > 0 {
            write!(f, "+{}", self.load)?;
        }
        Ok(())
    }
}

/// The numbers in `3P2D`; with `all` both must be there, without it at least one.
fn people_of(text: &str, all: bool) -> Option<(u32, u32)> {
    let text = text.to_ascii_uppercase();
    let (priests, rest) = match text.split_once('P') {
        Some((priests, rest)) => (Some(number(priests)?), rest),
        None => (None, text.as_str()),
    };
    let devils = match rest {
        "" => None,
        rest => Some(number(rest.strip_suffix('D')?)?),
    };
    match (priests, devils) {
        (Some(priests), Some(devils)) => Some((priests, devils)),
        (None, None) => None,
        _ if all => None,
        (priests, devils) => Some((priests.unwrap_or(0), devils.unwrap_or(0))),
    }
}

/// At most four digits and nothing else.
fn number(text: &str) -> Option<u32> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
