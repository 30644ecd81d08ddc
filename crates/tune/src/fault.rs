//! Reasons why a tuning cannot be played as it is ordered.

use hotgates_ai::UnknownCommander;
use hotgates_mapgen::MapPlanError;

/// The reason why a tuning cannot be played as it is ordered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TuneFault {
    /// No doctrine of the commander can be tuned.
    #[error("{name}: {why}")]
    NoDoctrine {
        /// The name as it was given.
        name: String,
        /// The reason.
        why: String,
    },
    /// The commander does not decide by a number that is to be tuned.
    #[error("{unknown}: {name} does not decide by it, but by {known}")]
    UnknownNumber {
        /// The number as it was named.
        unknown: String,
        /// The commander's name as it was given.
        name: String,
        /// The numbers by which it decides.
        known: String,
    },
    /// An opponent is named twice.
    #[error("{0}: the opponent is named twice")]
    OpponentTwice(String),
    /// A map is named for two purposes.
    #[error("{file}: the map is named for {} and for {}", .purposes[0], .purposes[1])]
    MapTwice {
        /// The map's file.
        file: String,
        /// What it is named for.
        purposes: [&'static str; 2],
    },
    /// Maps would have to be generated for a ruleset that is not the classic one.
    #[error("generated maps are of the classic ruleset: name others for validation and test")]
    OtherRules,
    /// A map cannot be generated.
    #[error("{0}")]
    Map(#[from] MapPlanError),
}

impl TuneFault {
    /// Returns the fault of a name for which no doctrine can be tuned.
    pub(crate) fn no_doctrine(name: &str, why: &str) -> Self {
        Self::NoDoctrine { name: name.to_owned(), why: why.to_owned() }
    }

    /// Returns the fault of a name that no commander has.
    pub(crate) fn unknown_commander(name: &str, why: &UnknownCommander) -> Self {
        Self::no_doctrine(name, &why.to_string())
    }
}
