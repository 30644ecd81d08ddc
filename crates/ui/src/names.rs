//! Names of sides, units, terrains and ranks in the player's language.

use hotgates_engine::{Battle, Direction, Side, UnitId, visible_text};
use hotgates_phrases::{direction_text_key, side_text_key};
use hotgates_play::{CommanderName, Seat};

use crate::Phrase;
use crate::texts::Texts;

/// Returns a side's name.
#[must_use]
pub fn side_name(texts: &Texts, side: Side) -> String {
    texts.get(side_text_key(side))
}

/// Returns the name of whoever sits on a seat: of a program the command, if this player has given it, and else
/// that it is a program.
#[must_use]
pub fn seat_in_words(texts: &Texts, seat: &Seat) -> String {
    match seat.name() {
        CommanderName::Human => texts.get("human"),
        CommanderName::Program(_) if seat.lacks_program() => texts.get("seat-of-program"),
        CommanderName::Program(command) => {
            let command = visible_text(command).into_owned();
            texts.text_with_values("seat-of-command", &[("command", command.into())])
        }
        name @ (CommanderName::BuiltIn(_) | CommanderName::Policy(_)) => name.to_string(),
    }
}

/// Returns a direction's name.
#[must_use]
pub fn direction_name(texts: &Texts, direction: Direction) -> String {
    texts.get(direction_text_key(direction))
}

/// Returns a name of a ruleset in the player's language: of the classic rules by its key, of others that come with
/// the program like their other texts; the name itself where the language has none.
fn translated_rules_name(texts: &Texts, what: &str, name: &str) -> String {
    let key = format!("{what}-{}", name.to_lowercase());
    let found = texts.get(&key);
    if found == key { texts.translated_content(name).to_owned() } else { found }
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

/// Returns the words for whose eyes a battle is shown with: those of a side, or of whoever watched.
#[must_use]
pub fn seen_by_words(texts: &Texts, side: Option<Side>) -> String {
    let watched = || Phrase::new("seen-by-watcher");
    texts.phrase_in_words(&side.map_or_else(watched, |side| Phrase::new("seen-by").with_value("side", side)))
}

/// Returns the name of a map in the player's language: of those that come with the program, whose own names are
/// English. The name itself of others.
#[must_use]
pub fn map_name(texts: &Texts, name: &str) -> String {
    let (key, found) = text_of_map(texts, "map", name);
    if found == key { name.to_owned() } else { found }
}

/// Returns the notes of a map that comes with the program in the player's language; `None` where there are none but
/// the map's own.
#[must_use]
pub fn shipped_map_notes(texts: &Texts, name: &str) -> Option<String> {
    let (key, found) = text_of_map(texts, "map-notes", name);
    (found != key).then_some(found)
}

/// Returns the key of a text about a map, and the text.
fn text_of_map(texts: &Texts, what: &str, name: &str) -> (String, String) {
    let key = format!("{what}-{}", name.to_lowercase().replace(' ', "-"));
    let found = texts.get(&key);
    (key, found)
}

/// Returns the rank and the name of a unit's officer now; `None` without an officer, and after his fall.
#[must_use]
pub fn officer_name(texts: &Texts, battle: &Battle, unit: UnitId) -> Option<String> {
    let rank = battle.rank(unit).map(|rank| rank_name(texts, &battle.rules().ranks[rank].name));
    // Who is promoted after an officer's fall is another man.
    let name = battle.info(unit).officer.as_deref().filter(|_| !battle.condition(unit).officer_fell);
    let name = name.map(|name| texts.translated_content(name).to_owned());
    let words: Vec<String> = [rank, name].into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns the name of a unit's contingent.
#[must_use]
pub fn contingent_name(texts: &Texts, battle: &Battle, unit: UnitId) -> Option<String> {
    battle.info(unit).contingent.as_deref().map(|name| texts.translated_content(name).to_owned())
}

/// Returns the name of a unit: the one that it was given, or its type and a number, such as `infantry 3`.
#[must_use]
pub fn unit_name(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    unit_label_in_words(texts, &battle.kind(unit).name, &battle.info(unit).label)
}

/// Returns the number of a unit that is called by its type and a number, such as `3`, and else its name: enough where
/// its type is seen.
#[must_use]
pub fn short_unit_name(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    let (name, kind) = (unit_name(texts, battle, unit), unit_type_name(texts, &battle.kind(unit).name));
    let number = name.strip_prefix(&kind).map(str::trim_start).filter(|rest| rest.parse::<u32>().is_ok());
    number.unwrap_or(&name).to_owned()
}

/// Returns the name of a unit of a type in the player's language: a type with a number is translated, and so is
/// a unit that a campaign has bought; a name that somebody gave stays as it is.
#[must_use]
pub fn unit_label_in_words(texts: &Texts, kind: &str, label: &str) -> String {
    let number_after = |start: &str| {
        let number = label.strip_prefix(start)?.strip_prefix(kind)?.strip_prefix(' ')?;
        number.parse::<u32>().ok()
    };
    let kind_name = unit_type_name(texts, kind);
    if let Some(number) = number_after("") {
        return format!("{kind_name} {number}");
    }
    match number_after("new ") {
        Some(number) => {
            texts.text_with_values("unit-new", &[("unit", kind_name.into()), ("number", number.into())])
        }
        None => texts.translated_content(label).to_owned(),
    }
}
