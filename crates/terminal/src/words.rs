//! Words and numbers in sentences.

use std::io::{self, Write};

pub use hotgates_engine::count_words;
use hotgates_engine::{Battle, Coord, Order, Side, UnitId, UnitTypeId, WorkId, visible_text};

/// Returns a side's units on the map in words: `9 infantry, 3 cavalry, 3 artillery`.
pub fn army_words(battle: &Battle, side: Side) -> String {
    types_in_words(battle, battle.living(side))
}

/// Returns the units of a side that begin the battle in words, in sight or not.
pub fn army_at_start_words(battle: &Battle, side: Side) -> String {
    let roster = battle.roster().filter(|(_, info)| info.side == side && info.arrival.is_none());
    types_in_words(battle, roster.map(|(unit, _)| unit))
}

fn types_in_words(battle: &Battle, units: impl Iterator<Item = UnitId>) -> String {
    let of: Vec<UnitTypeId> = units.map(|unit| battle.info(unit).kind).collect();
    let rules = battle.rules();
    let numbers = rules.unit_ids().map(|kind| (of.iter().filter(|&&other| other == kind).count(), kind));
    let numbers = numbers.filter(|&(number, _)| number > 0);
    numbers
        .map(|(number, kind)| format!("{number} {}", rules.units[kind].name))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns an order in words: `infantry 3 to 12,4`, `infantry 3 attacks Blue's cavalry 1`, `infantry 3 faces
/// north-east`.
pub fn order_words(battle: &Battle, order: Order) -> String {
    let label = |unit: UnitId| battle.info(unit).label.as_str();
    match order {
        Order::Move { unit, to } => format!("{} to {}", label(unit), Coord::from(to)),
        Order::Attack { unit, target } => {
            format!("{} attacks {}", label(unit), unit_with_side(battle, target))
        }
        Order::Exit { unit } => format!("{} leaves the map", label(unit)),
        Order::Face { unit, way } => format!("{} faces {way}", label(unit)),
        Order::Work { unit, at, work } => {
            format!("{} works at {}: {}", label(unit), Coord::from(at), work_name(battle, work))
        }
        Order::EndTurn => "ends the turn".to_owned(),
    }
}

/// Returns the name of a work; its number where the ruleset has no such work.
pub fn work_name(battle: &Battle, work: WorkId) -> String {
    let rule = battle.rules().options.works.get(work.index());
    rule.map_or_else(|| format!("work {}", work.0), |rule| rule.name.clone())
}

/// Returns a unit with its side: `Blue's cavalry 1`.
pub fn unit_with_side(battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    format!("{}'s {}", info.side, info.label)
}

/// Returns the lines of a paragraph, each at most `width` columns wide where a word is not wider itself;
/// line ends and other hidden characters of the paragraph are written out.
pub fn wrap_paragraph(paragraph: &str, width: usize) -> Vec<String> {
    let lines = hotgates_manual::wrap_paragraph(&visible_text(paragraph), width);
    lines.lines().map(str::to_owned).collect()
}

/// Writes a paragraph in lines of at most `width` columns.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_paragraph(out: &mut impl Write, paragraph: &str, width: usize) -> io::Result<()> {
    wrap_paragraph(paragraph, width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Returns the items with commas between them, in lines of at most `width` columns where an item is
/// not wider itself.
pub fn wrap_list(items: &[String], width: usize) -> Vec<String> {
    // No line is broken inside an item, and each line has room for a comma.
    let unbroken: String = items.iter().map(|item| item.replace(' ', "\u{a0}") + ", ").collect();
    let lines = wrap_paragraph(unbroken.trim_end(), width);
    let lines = lines.iter().map(|line| line.replace('\u{a0}', " ")).filter(|line| !line.is_empty());
    let mut lines: Vec<_> = lines.collect();
    if let Some(last) = lines.last_mut() {
        last.pop();
    }
    lines
}

/// Number of lines of a program's standard error that are told.
const LAST_LINES: usize = 8;

/// Returns the last lines that a program wrote on its standard error, as many as are told.
pub fn last_lines(errors: &str) -> impl Iterator<Item = &str> {
    let count = errors.lines().count();
    errors.lines().skip(count.saturating_sub(LAST_LINES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_broken_between_their_items() {
        let items = ["one", "two", "three"].map(str::to_owned);
        assert_eq!(wrap_list(&items, 9), ["one, two,", "three"]);
        assert_eq!(wrap_list(&items, 3), ["one,", "two,", "three"]);
        let items = ["a b", "c d e", "f"].map(str::to_owned);
        assert_eq!(wrap_list(&items, 5), ["a b,", "c d e,", "f"]);
        assert!(wrap_list(&[], 10).is_empty());
    }
}
