//! Names of units, hexes and works, as values of phrases.

use hotgates_engine::{Battle, Cell, UnitId, WorkId};

use crate::phrase::{Phrase, PhraseValue};

/// Returns the name of a unit.
#[must_use]
pub fn unit_value(battle: &Battle, unit: UnitId) -> PhraseValue {
    PhraseValue::Unit { kind: battle.kind(unit).name.clone(), name: battle.info(unit).label.clone() }
}

/// Returns the name of a unit with its side.
#[must_use]
pub fn unit_with_side(battle: &Battle, unit: UnitId) -> Phrase {
    let side = battle.info(unit).side;
    Phrase::new("unit-of").with_value("side", side).with_value("unit", unit_value(battle, unit))
}

/// Returns a cell as people write it, `3,4`.
pub(crate) fn hex_value(battle: &Battle, cell: Cell) -> PhraseValue {
    battle.grid().coord(cell).into()
}

/// Returns the name of a work, in the ruleset's words; no words for a work that the ruleset lacks.
#[must_use]
pub fn work_name(battle: &Battle, work: WorkId) -> &str {
    battle.rules().options.works.get(work.index()).map_or("", |rule| &rule.name)
}
