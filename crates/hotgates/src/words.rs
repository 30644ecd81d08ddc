//! Words and numbers in sentences.

use hotgates_engine::{Battle, Coord, Order, Side, UnitId};

/// `1 unit`, `2 units`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    let word = if number == 1 { one } else { many };
    format!("{number} {word}")
}

/// `9 infantry, 3 cavalry, 3 artillery`: a side's units on the map.
pub fn army(battle: &Battle, side: Side) -> String {
    let rules = battle.rules();
    let number = |kind: usize| battle.living(side).filter(|&unit| battle.info(unit).kind == kind).count();
    let kinds = rules.units.iter().enumerate().map(|(kind, unit)| (number(kind), &unit.name));
    kinds
        .filter(|(number, _)| *number > 0)
        .map(|(number, name)| format!("{number} {name}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// `infantry 3 to 12,4`, `infantry 3 attacks Blue's cavalry 1`.
pub fn order(battle: &Battle, order: Order) -> String {
    let label = |unit: UnitId| battle.info(unit).label.as_str();
    match order {
        Order::Move { unit, to } => format!("{} to {}", label(unit), Coord::from(to)),
        Order::Attack { unit, target } => format!("{} attacks {}", label(unit), whose(battle, target)),
        Order::EndTurn => "ends the turn".to_owned(),
    }
}

/// `Blue's cavalry 1`.
pub fn whose(battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    format!("{}'s {}", info.side, info.label)
}

/// Items with commas between them, in lines of at most `width` characters where an item is not longer itself.
pub fn wrap(items: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let comma = if index + 1 < items.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if line.chars().count() + item.chars().count() + 2 <= width => {
                line.extend([" ", item, comma]);
            }
            _ => lines.push(format!("{item}{comma}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_broken_between_their_items() {
        let items = ["one", "two", "three"].map(str::to_owned);
        assert_eq!(wrap(&items, 9), ["one, two,", "three"]);
        assert_eq!(wrap(&items, 3), ["one,", "two,", "three"]);
        assert!(wrap(&[], 10).is_empty());
    }
}
