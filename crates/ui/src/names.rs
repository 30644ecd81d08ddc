//! Names of sides, units, terrains and ranks in the player's language.

use hotgates_engine::{Battle, Side, UnitId};

use crate::texts::Texts;

/// Returns a side's name.
#[must_use]
pub fn side_name(texts: &Texts, side: Side) -> String {
    texts.get(side_text_key(side))
}

/// Returns the text key of a side's name.
pub(crate) const fn side_text_key(side: Side) -> &'static str {
    match side {
        Side::Red => "side-red",
        Side::Blue => "side-blue",
    }
}

/// Returns a name of a ruleset in the player's language; the name itself where the language has
/// none.
fn translated_rules_name(texts: &Texts, what: &str, name: &str) -> String {
    let key = format!("{what}-{}", name.to_lowercase());
    let found = texts.get(&key);
    if found == key { name.to_owned() } else { found }
}

/// Returns a unit type's name in the player's language.
#[must_use]
pub fn unit_type_name(texts: &Texts, name: &str) -> String {
    translated_rules_name(texts, "unit", name)
}

/// Returns a terrain's name in the player's language.
#[must_use]
pub fn terrain_name(texts: &Texts, name: &str) -> String {
    translated_rules_name(texts, "terrain", name)
}

/// Returns a rank's name in the player's language.
#[must_use]
pub fn rank_name(texts: &Texts, name: &str) -> String {
    translated_rules_name(texts, "rank", name)
}

/// Returns the name of a unit, such as `infantry 3` or `Leonidas' infantry`.
#[must_use]
pub fn unit_name(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    let kind = &battle.kind(unit).name;
    info.label.replace(kind.as_str(), &unit_type_name(texts, kind))
}
