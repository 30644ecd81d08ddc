//! Phrases: keys of the window's texts with their values, as JSON. A value is a number, words, or an object: another
//! phrase, or a name of the ruleset (`unit`, `terrain`, `rank`) that a language may have its own word for.

use hotgates_engine::{Battle, Cell, Direction, Side, UnitId};
use serde_json::{Value, json};

/// Returns a phrase with its values.
pub fn phrase_of_key(key: &str, values: &Value) -> Value {
    json!({ "key": key, "values": values })
}

/// Returns a phrase without values.
pub fn plain_phrase(key: &str) -> Value {
    json!({ "key": key })
}

/// Returns phrases that are said one after the other, without anything between.
pub fn joined_phrases(parts: &[Value]) -> Value {
    json!({ "join": parts })
}

/// Returns the name of a side.
pub fn side_phrase(side: Side) -> Value {
    plain_phrase(match side {
        Side::Red => "side-red",
        Side::Blue => "side-blue",
    })
}

/// Returns the name of a direction.
pub fn direction_phrase(direction: Direction) -> Value {
    plain_phrase(match direction {
        Direction::N => "compass-n",
        Direction::Ne => "compass-ne",
        Direction::Se => "compass-se",
        Direction::S => "compass-s",
        Direction::Sw => "compass-sw",
        Direction::Nw => "compass-nw",
    })
}

/// Returns the name of a unit: its type and its label.
pub fn unit_phrase(battle: &Battle, unit: UnitId) -> Value {
    json!({ "unit": [battle.kind(unit).name, battle.info(unit).label] })
}

/// Returns the name of a unit with its side.
pub fn owned_unit_phrase(battle: &Battle, unit: UnitId) -> Value {
    let values = json!({ "side": side_phrase(battle.info(unit).side), "unit": unit_phrase(battle, unit) });
    phrase_of_key("unit-of", &values)
}

/// Returns a cell as people write it, `3,4`.
pub fn hex_in_words(battle: &Battle, cell: Cell) -> String {
    battle.grid().coord(cell).to_string()
}
