//! Kinds of mistakes that only campaign files have.

use serde::{Deserialize, Serialize};

use crate::battle_result::BattleResult;

/// Kind of a mistake in a campaign file that no other file can have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum CampaignFaultKind {
    /// A battle that no way leads to.
    #[error("nothing leads to the battle `{key}` from the first one")]
    Unreachable {
        /// Key of the battle.
        key: String,
    },
    /// Ways that lead back to where they began.
    #[error("these battles lead back to themselves: {through}")]
    Cycle {
        /// Keys of the battles, in the order of the ways.
        through: String,
    },
    /// A battle after which some result has no way on.
    #[error("nothing follows when this battle is {result}")]
    NoWayOn {
        /// The result.
        result: BattleResult,
    },
    /// A way that is never taken.
    #[error("this way is never taken: a way before it fits whatever this one fits")]
    NeverTaken,
    /// A way that leads nowhere or to two things.
    #[error("a way has either `next` or `end`")]
    NextOrEnd,
    /// A map file that is not there.
    #[error("there is no map `{map}`; it is looked for from the folder of the campaign file")]
    NoMapFile {
        /// The map's path.
        map: String,
    },
    /// A map that has not been loaded.
    #[error("the map `{map}` has not been loaded")]
    MapNotLoaded {
        /// The map's path.
        map: String,
    },
    /// A map that is played by other rules than the first battle's.
    #[error("the map `{map}` is played by the rules `{rules}`, the first battle by `{first}`")]
    OtherRules {
        /// The map's path.
        map: String,
        /// Name of its ruleset.
        rules: String,
        /// Name of the ruleset of the first battle.
        first: String,
    },
    /// A unit type that cannot be paid for.
    #[error("the rules give no points for {kind}, so nobody can pay for them")]
    NoPrice {
        /// Name of the type.
        kind: String,
    },
}
