//! Contingents: parts of an army with a name of their own, such as allies.

use std::fmt;

use hotgates_text::Side;
use serde::{Deserialize, Serialize};

/// Most contingents of a scenario.
pub const MAX_CONTINGENTS: usize = 32;

/// A contingent as a scenario lists it; its units are those that [name it](crate::UnitEntry::contingent).
///
/// ```
/// use hotgates_scenario::MapFile;
///
/// let text = r##"Map(name: "A pass", rows: ["#..."], contingents: [
///     (name: "Thebans", side: blue, colour: "#a05a2c", commander: "hunter"),
/// ])"##;
/// let map = MapFile::from_ron(text)?;
/// assert_eq!(map.contingents[0].colour.map(|colour| colour.0), Some([0xA0, 0x5A, 0x2C]));
/// assert!(MapFile::from_ron(&text.replace("#a05a2c", "brown")).is_err());
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContingentEntry {
    /// Name of the contingent for players, by which its units name it.
    pub name: String,
    /// Side on which it fights.
    pub side: Side,
    /// Colour of the mark on its units; no mark, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<RgbColour>,
    /// Commander of its units whenever a computer plays the side; that of the side, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
}

impl ContingentEntry {
    /// Returns `true` for the contingent of a side with this name.
    pub fn is_called(&self, side: Side, name: &str) -> bool {
        self.side == side && self.name == name
    }
}

/// A colour by its levels of red, green and blue; in files `#` and two hexadecimal digits for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RgbColour(pub [u8; 3]);

impl fmt::Display for RgbColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The error of a text that is no colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a colour is `#` and six hexadecimal digits, such as `#a05a2c`")]
pub struct NotRgbColour;

impl From<RgbColour> for String {
    fn from(colour: RgbColour) -> Self {
        colour.to_string()
    }
}

impl TryFrom<String> for RgbColour {
    type Error = NotRgbColour;

    fn try_from(text: String) -> Result<Self, NotRgbColour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or(NotRgbColour)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}
