//! The log of a battle: the last orders in words.

use hotgates_engine::{Battle, Coord, Event, GoalAim, GoalId, Order, Presence, UnitId};

use super::begun_work::work_name;
use super::session::OrderRecord;
use hotgates_ui::battle_goals::describe_goal;
use hotgates_ui::names::{direction_name, rank_name, side_name, terrain_name, unit_name};
use hotgates_ui::texts::{TextValue, Texts};

/// Returns an order in words.
#[must_use]
pub fn order_in_words(texts: &Texts, battle: &Battle, order: Order) -> String {
    let name = |unit| TextValue::from(unit_name(texts, battle, unit));
    match order {
        Order::Move { unit, to } => {
            let to = Coord::from(to).to_string();
            texts.text_with_values("log-move", &[("unit", name(unit)), ("to", to.into())])
        }
        Order::Attack { unit, target } => {
            texts.text_with_values("order-attack", &[("unit", name(unit)), ("target", name(target))])
        }
        Order::Exit { unit } => texts.text_with_values("log-exit", &[("unit", name(unit))]),
        Order::Face { unit, way } => {
            let values = [("unit", name(unit)), ("way", direction_name(texts, way).into())];
            texts.text_with_values("log-face", &values)
        }
        Order::Work { unit, at, work } => {
            let (at, work) = (Coord::from(at).to_string(), work_name(battle, work));
            let values = [("unit", name(unit)), ("at", at.into()), ("work", work.into())];
            texts.text_with_values("log-work", &values)
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
        _ if record.is_hidden => {
            texts.text_with_values("log-out-of-sight", &[("side", side_name(texts, record.side).into())])
        }
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
    for at in 0..record.events.len() {
        if let Some(news) = event_in_words(texts, record, at) {
            line = texts.text_with_values("log-with-news", &[("order", line.into()), ("news", news.into())]);
        }
    }
    line
}

/// Returns what the log says of an event of an order beyond the order itself.
fn event_in_words(texts: &Texts, record: &OrderRecord, at: usize) -> Option<String> {
    let battle = &record.before;
    let name = |unit: UnitId| TextValue::from(unit_name(texts, battle, unit));
    let side_of = |unit: UnitId| TextValue::from(side_name(texts, battle.info(unit).side));
    let of_unit = |key: &str, unit: UnitId| {
        texts.text_with_values(key, &[("side", side_of(unit)), ("unit", name(unit))])
    };
    let news = match record.events[at] {
        Event::CastleTaken { by, .. } => {
            texts.text_with_values("log-castle", &[("side", side_name(texts, by).into())])
        }
        Event::HexTaken { by, .. } => {
            texts.text_with_values("log-hex", &[("side", side_name(texts, by).into())])
        }
        Event::GoalAdvanced { goal, progress } => goal_news(texts, battle, goal, progress),
        Event::Arrived { unit, at } => {
            let at = Coord::from(at).to_string();
            let values = [("side", side_of(unit)), ("unit", name(unit)), ("at", at.into())];
            texts.text_with_values("log-arrives", &values)
        }
        Event::Departed { unit, how: Presence::Withdrawn } => of_unit("log-withdrawn", unit),
        Event::Departed { unit, how: Presence::Fled } => of_unit("log-fled", unit),
        Event::Broke { unit } => of_unit("log-breaks", unit),
        Event::Rallied { unit } => of_unit("log-rallies", unit),
        Event::Surrendered { unit } => of_unit("log-surrenders", unit),
        Event::GaveWay { unit, to, back, .. } => {
            let to = Coord::from(to).to_string();
            let values = [("unit", name(unit)), ("to", to.into()), ("back", back.0.into())];
            let key = if back.0 > 0 { "log-gives-way-with" } else { "log-gives-way" };
            texts.text_with_values(key, &values)
        }
        Event::Pursued { unit, to, .. } => {
            let to = Coord::from(to).to_string();
            texts.text_with_values("log-pursues", &[("unit", name(unit)), ("to", to.into())])
        }
        // Of all steps of a run the last one says where it ended.
        Event::Ran { unit, to, .. } if !runs_on(&record.events[at + 1..], unit) => {
            let to = Coord::from(to).to_string();
            let values = [("side", side_of(unit)), ("unit", name(unit)), ("to", to.into())];
            texts.text_with_values("log-runs", &values)
        }
        Event::Called { unit } => of_unit("log-called", unit),
        Event::Unsupplied { unit, half_turns: 1, .. } => of_unit("log-unsupplied", unit),
        Event::Resupplied { unit } => of_unit("log-resupplied", unit),
        Event::OfficerFell { unit } => of_unit("log-officer-fell", unit),
        Event::Promoted { unit, rank } => {
            let rank = rank_name(texts, &battle.rules().ranks[rank].name);
            let values = [("side", side_of(unit)), ("unit", name(unit)), ("rank", rank.into())];
            texts.text_with_values("log-promoted", &values)
        }
        // Who is told of an order out of sight sees what comes of it.
        Event::Faced { unit, way, .. } if record.is_hidden => {
            let values = [("unit", name(unit)), ("way", direction_name(texts, way).into())];
            texts.text_with_values("log-face", &values)
        }
        Event::RanInto { unit, enemy, .. } => {
            let values = [("unit", name(unit)), ("enemy", name(enemy))];
            texts.text_with_values("log-ran-into", &values)
        }
        Event::Sighted { unit, at, .. } => {
            let at = Coord::from(at).to_string();
            let values = [("side", side_of(unit)), ("unit", name(unit)), ("at", at.into())];
            texts.text_with_values("log-sighted", &values)
        }
        Event::Hit { unit, losses, .. } if record.is_hidden => {
            texts.text_with_values("log-hit", &[("unit", name(unit)), ("losses", losses.0.into())])
        }
        Event::Scripted { event, .. } => match &battle.scripted_event(event).message {
            Some(message) if battle.scripted_event(event).told.is_none() => message.clone(),
            _ => return None,
        },
        Event::Reacted { unit, target, support } => {
            let values = [
                ("unit", name(unit)),
                ("target", name(target)),
                ("losses", loss_after(&record.events[at..])),
            ];
            let key = if support { "log-supports" } else { "log-reacts" };
            texts.text_with_values(key, &values)
        }
        Event::WentBack { unit, to, .. } => {
            let to = Coord::from(to).to_string();
            texts.text_with_values("log-goes-back", &[("unit", name(unit)), ("to", to.into())])
        }
        Event::Worked { .. } | Event::WeatherChanged { .. } | Event::TerrainChanged { .. } => {
            return ground_event_in_words(texts, record, at);
        }
        // The order says that a unit leaves or turns.
        Event::Departed { .. }
        | Event::CohesionChanged { .. }
        | Event::Unsupplied { .. }
        | Event::RoundsChanged { .. }
        | Event::ExperienceGained { .. }
        | Event::Faced { .. }
        | Event::Ran { .. }
        | Event::Stepped { .. }
        | Event::Attacked { .. }
        | Event::Hit { .. }
        | Event::Vanished { .. }
        | Event::HalfTurnBegan { .. }
        | Event::Ended { .. } => return None,
    };
    Some(news)
}

/// Returns what the log says of an event that changes the ground or the weather.
fn ground_event_in_words(texts: &Texts, record: &OrderRecord, at: usize) -> Option<String> {
    let battle = &record.before;
    match record.events[at] {
        // Else the order says that a unit works.
        Event::Worked { unit, at, work, .. } if record.is_hidden => {
            Some(order_in_words(texts, battle, Order::Work { unit, at, work }))
        }
        Event::WeatherChanged { weather } => {
            let rule = battle.rules().options.weather.as_ref()?;
            let name = rule.states[weather.index()].name.clone();
            Some(texts.text_with_values("log-weather", &[("weather", name.into())]))
        }
        Event::TerrainChanged { at, terrain } => {
            let terrain = terrain_name(texts, &battle.rules().terrains[terrain].name);
            let values = [("at", Coord::from(at).to_string().into()), ("terrain", terrain.into())];
            Some(texts.text_with_values("log-terrain-changed", &values))
        }
        _ => None,
    }
}

/// Returns the men whom the first hit among events costs.
fn loss_after(events: &[Event]) -> TextValue {
    let hit = events.iter().find_map(|event| match *event {
        Event::Hit { losses, .. } => Some(losses.0),
        _ => None,
    });
    hit.unwrap_or(0).into()
}

/// Returns `true` if a unit runs in one of the events.
fn runs_on(events: &[Event], of: UnitId) -> bool {
    events.iter().any(|event| matches!(*event, Event::Ran { unit, .. } if unit == of))
}

/// Returns the news that a goal has got somewhere, in words.
fn goal_news(texts: &Texts, battle: &Battle, id: GoalId, progress: u32) -> String {
    let words = TextValue::from(describe_goal(texts, battle, id));
    match battle.goal(id).aim {
        GoalAim::Hold { .. } if progress == 0 => texts.text_with_values("log-goal-lost", &[("goal", words)]),
        GoalAim::Hold { turns, .. } if progress < turns => {
            let values = [("goal", words), ("progress", progress.into()), ("turns", turns.into())];
            texts.text_with_values("log-goal-held", &values)
        }
        GoalAim::Exit { count, .. } if progress < count => {
            let values = [("goal", words), ("progress", progress.into()), ("count", count.into())];
            texts.text_with_values("log-goal-left", &values)
        }
        _ => {
            let side = side_name(texts, battle.goal(id).side).into();
            texts.text_with_values("log-goal-met", &[("side", side), ("goal", words)])
        }
    }
}
