//! Terms of a policy: what its file says about the battles that it can play.

use std::collections::BTreeMap;

use hotgates_engine::Battle;
use hotgates_learn::{ActionForm, ActionSpace, EncodingShape};

/// The reason why a file is no policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PolicyFault {
    /// The bytes are no model.
    #[error("it is no ONNX model: {why}")]
    NoModel {
        /// The reason, in words.
        why: String,
    },
    /// The model says nothing, or nonsense, about the battles that it can play.
    #[error("its metadata `{key}` {why}")]
    Metadata {
        /// Key of the entry.
        key: &'static str,
        /// The reason, in words.
        why: String,
    },
    /// The model has other inputs or outputs than a policy.
    #[error("{why}")]
    Shape {
        /// The reason, in words.
        why: String,
    },
    /// The model does what no policy may do here.
    #[error("{why}")]
    Forbidden {
        /// The reason, in words.
        why: String,
    },
}

/// The battles that a policy can play, as the metadata of its file say.
///
/// ```
/// use std::collections::BTreeMap;
/// use hotgates_engine::{Battle, MapFile, Scenario};
/// use hotgates_policy::PolicyTerms;
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let terms = PolicyTerms::of_battle(&battle, 1);
/// let again = PolicyTerms::from_metadata(&terms.to_metadata()).expect("what it has written");
/// assert_eq!(again, terms);
/// assert_eq!(terms.check_battle(&battle), Ok(()));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyTerms {
    /// Number of the rules' behaviour by which the policy was trained.
    pub behaviour: u32,
    /// Columns of the map.
    pub width: u32,
    /// Rows of the map.
    pub height: u32,
    /// Number of actions that the network scores.
    pub actions: u32,
    /// Rows of the unit table.
    pub unit_rows: u32,
    /// Names of the planes, in their order.
    pub planes: Vec<String>,
}

/// Greatest number of numbers in an array.
const MOST_NUMBERS: u64 = 1 << 24;
/// Start of the keys of metadata.
const PREFIX: &str = "hotgates.";

impl PolicyTerms {
    /// Number of the layout of the metadata.
    pub const FORMAT: u32 = 1;

    /// Returns the terms of policies that play battles like this one.
    #[must_use]
    pub fn of_battle(battle: &Battle, behaviour: u32) -> Self {
        let shape = EncodingShape::of_battle(battle);
        let rows = 2 * shape.slots_of_side();
        Self {
            behaviour,
            width: shape.places().width(),
            height: shape.places().height(),
            actions: ActionSpace::new(battle, ActionForm::Pick).action_count(),
            unit_rows: u32::try_from(rows).unwrap_or(u32::MAX),
            planes: shape.plane_names().to_vec(),
        }
    }

    /// Reads the metadata of a file.
    ///
    /// # Errors
    /// The first entry that is missing or makes no sense.
    pub fn from_metadata(metadata: &BTreeMap<String, String>) -> Result<Self, PolicyFault> {
        let format = number_of_entry(metadata, "hotgates.format")?;
        if format != Self::FORMAT {
            let why = format!("is {format}, and this program reads {}", Self::FORMAT);
            return Err(PolicyFault::Metadata { key: "hotgates.format", why });
        }
        let form = text_of_entry(metadata, "hotgates.form")?;
        if form != ActionForm::Pick.name() {
            let why = format!("is {form:?}, and policies command by \"pick\" only");
            return Err(PolicyFault::Metadata { key: "hotgates.form", why });
        }
        let planes = serde_json::from_str(text_of_entry(metadata, "hotgates.planes")?).map_err(|_| {
            PolicyFault::Metadata { key: "hotgates.planes", why: "is no list of names in JSON".to_owned() }
        })?;
        let terms = Self {
            behaviour: number_of_entry(metadata, "hotgates.behaviour")?,
            width: number_of_entry(metadata, "hotgates.width")?,
            height: number_of_entry(metadata, "hotgates.height")?,
            actions: number_of_entry(metadata, "hotgates.actions")?,
            unit_rows: number_of_entry(metadata, "hotgates.unit_rows")?,
            planes,
        };
        terms.check_sizes()?;
        Ok(terms)
    }

    /// Returns the metadata that say the same.
    pub fn to_metadata(&self) -> BTreeMap<String, String> {
        let numbers = [
            ("format", Self::FORMAT),
            ("behaviour", self.behaviour),
            ("width", self.width),
            ("height", self.height),
            ("actions", self.actions),
            ("unit_rows", self.unit_rows),
        ];
        let planes = serde_json::Value::from(self.planes.clone()).to_string();
        let texts = [("form", ActionForm::Pick.name().to_owned()), ("planes", planes)];
        let numbers = numbers.into_iter().map(|(key, number)| (key, number.to_string()));
        numbers.chain(texts).map(|(key, value)| (format!("{PREFIX}{key}"), value)).collect()
    }

    /// Checks that a policy of these terms can play a battle.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn check_battle(&self, battle: &Battle) -> Result<(), String> {
        let here = Self::of_battle(battle, self.behaviour);
        if (self.width, self.height) != (here.width, here.height) {
            return Err(format!(
                "it was trained on a map of {} × {} hexes, and this one has {} × {}",
                self.width, self.height, here.width, here.height
            ));
        }
        if let Some(differing) = first_difference(&self.planes, &here.planes) {
            return Err(format!("it was trained by another ruleset: {differing}"));
        }
        if self.actions != here.actions {
            return Err(format!(
                "it scores {} actions, and battles here have {}: the scenario has other orders",
                self.actions, here.actions
            ));
        }
        Ok(())
    }

    /// Checks that a battle has as many units as the unit tables of a policy of these terms.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn check_unit_rows(&self, battle: &Battle) -> Result<(), String> {
        let here = Self::of_battle(battle, self.behaviour).unit_rows;
        if self.unit_rows == here {
            return Ok(());
        }
        Err(format!(
            "it gets tables of {} rows of units, and those of this battle have {here}",
            self.unit_rows
        ))
    }

    /// Checks that the arrays are of sizes that battles can have.
    fn check_sizes(&self) -> Result<(), PolicyFault> {
        let planes = self.planes.len() as u64 * u64::from(self.width) * u64::from(self.height);
        let sizes = [planes, self.unit_rows.into(), self.actions.into()];
        if sizes.iter().all(|size| (1..=MOST_NUMBERS).contains(size)) && self.width.max(self.height) <= 10_000
        {
            return Ok(());
        }
        Err(PolicyFault::Shape { why: "its metadata have sizes that no battle has".to_owned() })
    }
}

/// Returns the first plane that differs, in words.
fn first_difference(its: &[String], here: &[String]) -> Option<String> {
    let differs = its.iter().zip(here).find(|(its, here)| its != here);
    match differs {
        Some((its, here)) => Some(format!("its plane {its:?} is {here:?} here")),
        None if its.len() != here.len() => {
            Some(format!("it has {} planes, and {} are here", its.len(), here.len()))
        }
        None => None,
    }
}

fn text_of_entry<'a>(
    metadata: &'a BTreeMap<String, String>,
    key: &'static str,
) -> Result<&'a str, PolicyFault> {
    let missing = || PolicyFault::Metadata { key, why: "is missing".to_owned() };
    metadata.get(key).map(String::as_str).ok_or_else(missing)
}

fn number_of_entry(metadata: &BTreeMap<String, String>, key: &'static str) -> Result<u32, PolicyFault> {
    let text = text_of_entry(metadata, key)?;
    text.parse().map_err(|_| PolicyFault::Metadata { key, why: format!("is {text:?}, which is no number") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> PolicyTerms {
        let planes = ["terrain: grass", "own men"].map(str::to_owned).to_vec();
        PolicyTerms { behaviour: 4, width: 10, height: 5, actions: 51, unit_rows: 8, planes }
    }

    /// The message that refuses metadata with one entry changed, or without it.
    fn refused_entry(key: &str, value: Option<&str>) -> String {
        let mut metadata = terms().to_metadata();
        match value {
            Some(value) => metadata.insert(key.to_owned(), value.to_owned()),
            None => metadata.remove(key),
        };
        PolicyTerms::from_metadata(&metadata).expect_err("refused").to_string()
    }

    #[test]
    fn arrays_have_sizes_that_battles_can_have() {
        for (key, value) in
            [("hotgates.width", "4000000000"), ("hotgates.actions", "0"), ("hotgates.planes", "[]")]
        {
            assert_eq!(refused_entry(key, Some(value)), "its metadata have sizes that no battle has");
        }
    }

    #[test]
    fn each_entry_has_to_make_sense() {
        for key in terms().to_metadata().keys() {
            assert_eq!(refused_entry(key, None), format!("its metadata `{key}` is missing"));
        }
        assert_eq!(
            refused_entry("hotgates.format", Some("2")),
            "its metadata `hotgates.format` is 2, and this program reads 1"
        );
        assert_eq!(
            refused_entry("hotgates.form", Some("flat")),
            "its metadata `hotgates.form` is \"flat\", and policies command by \"pick\" only"
        );
        assert_eq!(
            refused_entry("hotgates.width", Some("ten")),
            "its metadata `hotgates.width` is \"ten\", which is no number"
        );
        assert_eq!(
            refused_entry("hotgates.planes", Some("grass")),
            "its metadata `hotgates.planes` is no list of names in JSON"
        );
    }
}
