//! What was done, in words.

use hotgates_engine::{Battle, Coord, Event, Order, Side, UnitId};

use super::session::Deed;
use crate::texts::{Texts, Value};

/// A side's name.
pub(crate) fn side_name(texts: &Texts, side: Side) -> String {
    texts.get(match side {
        Side::Red => "side-red",
        Side::Blue => "side-blue",
    })
}

/// A name of a ruleset in the player's language, its own where the language has none.
fn of_rules(texts: &Texts, what: &str, name: &str) -> String {
    let key = format!("{what}-{}", name.to_lowercase());
    let found = texts.get(&key);
    if found == key { name.to_owned() } else { found }
}

/// A unit type's name.
pub(crate) fn kind_name(texts: &Texts, name: &str) -> String {
    of_rules(texts, "unit", name)
}

/// A terrain's name.
pub(crate) fn terrain_name(texts: &Texts, name: &str) -> String {
    of_rules(texts, "terrain", name)
}

/// A rank's name.
pub(crate) fn rank_name(texts: &Texts, name: &str) -> String {
    of_rules(texts, "rank", name)
}

/// `infantry 3`, `Leonidas' infantry`.
pub(crate) fn unit_name(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    let info = battle.info(unit);
    let kind = &battle.kind(unit).name;
    info.label.replace(kind.as_str(), &kind_name(texts, kind))
}

/// An order in words.
pub(crate) fn order_line(texts: &Texts, battle: &Battle, order: Order) -> String {
    let name = |unit| Value::from(unit_name(texts, battle, unit));
    match order {
        Order::Move { unit, to } => {
            let to = Coord::from(to).to_string();
            texts.with("log-move", &[("unit", name(unit)), ("to", to.into())])
        }
        Order::Attack { unit, target } => {
            texts.with("order-attack", &[("unit", name(unit)), ("target", name(target))])
        }
        Order::EndTurn => texts.with("log-end-turn", &[("side", side_name(texts, battle.side()).into())]),
    }
}

/// An order and what came of it, in a line.
pub(crate) fn deed_line(texts: &Texts, deed: &Deed) -> String {
    let battle = &deed.before;
    let name = |unit: UnitId| Value::from(unit_name(texts, battle, unit));
    let losses = |of: UnitId| {
        let hit = |event: &Event| match *event {
            Event::Hit { unit, losses, .. } if unit == of => Some(u32::from(losses.0)),
            _ => None,
        };
        deed.events.iter().filter_map(hit).sum::<u32>()
    };
    let gone = |of: UnitId| {
        deed.events
            .iter()
            .any(|event| matches!(*event, Event::Hit { unit, left, .. } if unit == of && left.0 == 0))
    };
    let mut line = match deed.order {
        Order::Attack { unit, target } => {
            let values = [
                ("unit", name(unit)),
                ("target", name(target)),
                ("dealt", losses(target).into()),
                ("taken", losses(unit).into()),
            ];
            let key = if gone(target) { "log-destroys" } else { "log-attack" };
            texts.with(key, &values)
        }
        order => order_line(texts, battle, order),
    };
    for event in &deed.events {
        if let Event::CastleTaken { by, .. } = *event {
            line.push(' ');
            line.push_str(&texts.with("log-castle", &[("side", side_name(texts, by).into())]));
        }
    }
    line
}
