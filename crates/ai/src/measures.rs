//! Words for shares and units, for whatever tells a reason.

use hotgates_engine::{Battle, Permille, UnitId};

/// Returns a share in whole per cent, in words.
pub(crate) fn percent_in_words(share: Permille) -> String {
    format!("{} %", (share.0 + 5) / 10)
}

/// Returns the unit with its side, in words.
pub(crate) fn unit_label(battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    format!("{}'s {}", info.side, info.label)
}
