//! Selectors: how an entry of a ruleset says which unit types it is for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The unit types that an entry of a ruleset is for: one type by its name, or in files `#tag`, all
/// types that carry the tag. An entry for a type goes before entries for its tags.
///
/// ```
/// use hotgates_rules::{MovementPoints, Ruleset, TypeSelector};
///
/// let mut rules = Ruleset::classic();
/// let [infantry, cavalry] = ["infantry", "cavalry"].map(|name| rules.unit(name).expect("a type"));
/// for unit in [infantry, cavalry] {
///     rules.units[unit].tags.push("thirsty".into());
/// }
/// let grass = rules.terrain("grass").expect("a terrain");
/// let costs = &mut rules.terrains[grass].cost_for;
/// costs.insert(TypeSelector::from("#thirsty"), MovementPoints(5));
/// costs.insert(TypeSelector::from("cavalry"), MovementPoints(1));
/// assert!(rules.find_faults().is_empty());
/// let cost = |unit| rules.cost(&rules.terrains[grass], &rules.units[unit]);
/// assert_eq!([infantry, cavalry].map(cost), [5, 1].map(|points| Some(MovementPoints(points))));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum TypeSelector {
    /// The type of this name.
    Type(String),
    /// Every type with this tag.
    Tag(String),
}

/// How closely a selector fits a type: the closer one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SelectorFit {
    /// The entry selects nothing and so is for any type.
    AnyType,
    /// The type carries the selector's tag.
    Tag,
    /// The selector names the type.
    Type,
}

impl From<String> for TypeSelector {
    fn from(text: String) -> Self {
        match text.strip_prefix('#') {
            Some(tag) => Self::Tag(tag.to_owned()),
            None => Self::Type(text),
        }
    }
}

impl From<&str> for TypeSelector {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<TypeSelector> for String {
    fn from(selector: TypeSelector) -> Self {
        selector.to_string()
    }
}

impl fmt::Display for TypeSelector {
    /// Writes the selector as files do: `cavalry`, `#mounted`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(name) => f.write_str(name),
            Self::Tag(tag) => write!(f, "#{tag}"),
        }
    }
}
