//! The log of a battle: the last orders in words.

use hotgates_engine::{Battle, Coord, Event, Order, UnitId};

use super::session::OrderRecord;
use hotgates_ui::names::{side_name, unit_name};
use hotgates_ui::texts::{TextValue, Texts};

/// Returns an order in words.
pub(crate) fn order_in_words(texts: &Texts, battle: &Battle, order: Order) -> String {
    let name = |unit| TextValue::from(unit_name(texts, battle, unit));
    match order {
        Order::Move { unit, to } => {
            let to = Coord::from(to).to_string();
            texts.text_with_values("log-move", &[("unit", name(unit)), ("to", to.into())])
        }
        Order::Attack { unit, target } => {
            texts.text_with_values("order-attack", &[("unit", name(unit)), ("target", name(target))])
        }
        Order::EndTurn => {
            texts.text_with_values("log-end-turn", &[("side", side_name(texts, battle.side()).into())])
        }
    }
}

/// Returns an order and its events in words, in one line.
pub(crate) fn order_record_in_words(texts: &Texts, record: &OrderRecord) -> String {
    let battle = &record.before;
    let name = |unit: UnitId| TextValue::from(unit_name(texts, battle, unit));
    let losses = |of: UnitId| {
        let hit = |event: &Event| match *event {
            Event::Hit { unit, losses, .. } if unit == of => Some(u32::from(losses.0)),
            _ => None,
        };
        record.events.iter().filter_map(hit).sum::<u32>()
    };
    let gone = |of: UnitId| {
        record
            .events
            .iter()
            .any(|event| matches!(*event, Event::Hit { unit, left, .. } if unit == of && left.0 == 0))
    };
    let mut line = match record.order {
        Order::Attack { unit, target } => {
            let values = [
                ("unit", name(unit)),
                ("target", name(target)),
                ("dealt", losses(target).into()),
                ("taken", losses(unit).into()),
            ];
            let key = if gone(target) { "log-destroys" } else { "log-attack" };
            texts.text_with_values(key, &values)
        }
        order => order_in_words(texts, battle, order),
    };
    for event in &record.events {
        if let Event::CastleTaken { by, .. } = *event {
            line.push(' ');
            line.push_str(&texts.text_with_values("log-castle", &[("side", side_name(texts, by).into())]));
        }
    }
    line
}
