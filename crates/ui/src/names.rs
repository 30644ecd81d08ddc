//! Names of sides, units, terrains and ranks in the player's language.

use hotgates_engine::{Battle, Side, UnitId};

use crate::texts::Texts;

/// A side's name.
#[must_use]
pub fn side_name(texts: &Texts, side: Side) -> String {
    texts.get(side_text_key(side))
}

/// Key of a side's name.
pub(crate) const fn side_text_key(side: Side) -> &'static str {
    match side {
        Side::Red => "side-red",
        Side::Blue => "side-blue",
    }
}

/// A name of a ruleset in the player's language, its own where the language has none.
fn translated_rules_name(texts: &Texts, what: &str, name: &str) -> String {
    let key = format!("{what}-{}", name.to_lowercase());
    let found = texts.get(&key);
    if found == key { name.to_owned() } else { found }
}

/// A unit type's name.
#[must_use]
pub fn unit_type_name(texts: &Texts, name: &str) -> String {
    translated_rules_name(texts, "unit", name)
}

/// A terrain's name.
#[must_use]
pub fn terrain_name(texts: &Texts, name: &str) -> String {
    translated_rules_name(texts, "terrain", name)
}

/// A rank's name.
#[must_use]
pub fn rank_name(texts: &Texts, name: &str) -> String {
    translated_rules_name(texts, "rank", name)
}

/// `infantry 3`, `Leonidas' infantry`.
#[must_use]
pub fn unit_name(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    let kind = &battle.kind(unit).name;
    info.label.replace(kind.as_str(), &unit_type_name(texts, kind))
}
