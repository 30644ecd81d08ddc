//! Army files: an order of battle that can be brought to any map of its ruleset.

use hotgates_rules::MAX_UNITS;
use hotgates_text::{Fault, FileFormat, read_at_most};
use serde::{Deserialize, Serialize};

use crate::scenario::UnitEntry;

/// An army of its own, for battles on any map under its ruleset; in RON an `Army(…)`.
///
/// ```
/// use hotgates_scenario::ArmyFile;
///
/// let army = ArmyFile::from_ron(r#"Army(name: "Spear", rules: "Classic", units: [(type: "infantry")])"#)?;
/// assert_eq!((army.name.as_str(), army.units.len()), ("Spear", 1));
/// assert_eq!(ArmyFile::from_ron(&army.to_ron())?, army);
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Army", deny_unknown_fields)]
pub struct ArmyFile {
    /// Format of the file.
    #[serde(default, skip_serializing)]
    pub format: FileFormat,
    /// Name of the army.
    pub name: String,
    /// Name of the ruleset whose unit types and ranks the units name.
    pub rules: String,
    /// Units of the army. The first infantry starts on the castle.
    #[serde(deserialize_with = "read_at_most::<MAX_UNITS, _, _>")]
    pub units: Vec<UnitEntry>,
}

impl ArmyFile {
    /// Reads an army.
    ///
    /// # Errors
    /// The place where the text breaks, and the text expected there.
    pub fn from_ron(source: &str) -> Result<Self, Fault> {
        hotgates_text::parse_file(source)
    }

    /// Returns the army as the text of its file.
    #[must_use]
    pub fn to_ron(&self) -> String {
        hotgates_text::write_ron(self) + "\n"
    }
}
