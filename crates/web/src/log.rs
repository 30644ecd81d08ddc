//! Orders and their events as phrases, with the same texts as in the window.

use hotgates_engine::{Battle, Coord, Event, Hex, Order, Presence, UnitId};
use serde_json::{Value, json};

use crate::game::FollowedOrder;
use crate::goals::goal_news;
use crate::phrase::{direction_phrase, phrase_of_key, side_phrase, unit_phrase};
use crate::position::work_name;

/// Returns an order as a phrase.
pub fn order_phrase(battle: &Battle, order: Order) -> Value {
    let name = |unit| unit_phrase(battle, unit);
    match order {
        Order::Move { unit, to } => {
            phrase_of_key("log-move", &json!({ "unit": name(unit), "to": hex_words(to) }))
        }
        Order::Attack { unit, target } => {
            phrase_of_key("order-attack", &json!({ "unit": name(unit), "target": name(target) }))
        }
        Order::Exit { unit } => phrase_of_key("log-exit", &json!({ "unit": name(unit) })),
        Order::Face { unit, way } => {
            phrase_of_key("log-face", &json!({ "unit": name(unit), "way": direction_phrase(way) }))
        }
        Order::Work { unit, at, work } => {
            let values = json!({ "unit": name(unit), "at": hex_words(at), "work": work_name(battle, work) });
            phrase_of_key("log-work", &values)
        }
        Order::EndTurn => phrase_of_key("log-end-turn", &json!({ "side": side_phrase(battle.side()) })),
    }
}

fn hex_words(hex: Hex) -> String {
    Coord::from(hex).to_string()
}

/// An order as it is told, in the position before it.
pub struct ToldOrder<'a> {
    /// Position before the order, as far as whoever looks on knew it.
    pub before: &'a Battle,
    /// The order.
    pub followed: &'a FollowedOrder,
}

impl ToldOrder<'_> {
    /// Returns the order and its events in one line; `None` for an order out of sight of which nothing is told.
    pub fn line_phrase(&self) -> Option<Value> {
        let hidden = self.is_hidden();
        if hidden && self.events().is_empty() {
            return None;
        }
        let mut line = match self.followed.order {
            _ if hidden => {
                phrase_of_key("log-out-of-sight", &json!({ "side": side_phrase(self.followed.side) }))
            }
            Order::Attack { unit, target } => self.attack_phrase(unit, target),
            order => order_phrase(self.before, order),
        };
        for at in 0..self.events().len() {
            if let Some(news) = self.event_phrase(at) {
                line = phrase_of_key("log-with-news", &json!({ "order": line, "news": news }));
            }
        }
        Some(line)
    }

    const fn is_hidden(&self) -> bool {
        self.followed.told.is_some()
    }

    fn events(&self) -> &[Event] {
        self.followed.told.as_ref().unwrap_or(&self.followed.events)
    }

    fn attack_phrase(&self, unit: UnitId, target: UnitId) -> Value {
        let hits = |of: UnitId| {
            self.events().iter().filter_map(move |event| match *event {
                Event::Hit { unit, losses, left, .. } if unit == of => Some((u32::from(losses.0), left.0)),
                _ => None,
            })
        };
        let losses = |of: UnitId| hits(of).map(|(losses, _)| losses).sum::<u32>();
        let values = json!({
            "unit": unit_phrase(self.before, unit),
            "target": unit_phrase(self.before, target),
            "dealt": losses(target),
            "taken": losses(unit),
        });
        let destroyed = hits(target).any(|(_, left)| left == 0);
        phrase_of_key(if destroyed { "log-destroys" } else { "log-attack" }, &values)
    }

    fn of_unit(&self, key: &str, unit: UnitId) -> Value {
        let side = side_phrase(self.before.info(unit).side);
        phrase_of_key(key, &json!({ "side": side, "unit": unit_phrase(self.before, unit) }))
    }

    fn of_unit_at(&self, key: &str, unit: UnitId, to: Hex) -> Value {
        let side = side_phrase(self.before.info(unit).side);
        let (unit, hex) = (unit_phrase(self.before, unit), hex_words(to));
        phrase_of_key(key, &json!({ "side": side, "unit": unit, "to": hex, "at": hex }))
    }

    /// Returns what the log says of an event beyond the order itself.
    fn event_phrase(&self, at: usize) -> Option<Value> {
        let battle = self.before;
        let name = |unit: UnitId| unit_phrase(battle, unit);
        Some(match self.events()[at] {
            Event::CastleTaken { by, .. } => phrase_of_key("log-castle", &json!({ "side": side_phrase(by) })),
            Event::HexTaken { by, .. } => phrase_of_key("log-hex", &json!({ "side": side_phrase(by) })),
            Event::GoalAdvanced { goal, progress } => goal_news(battle, goal, progress),
            Event::Arrived { unit, at } => self.of_unit_at("log-arrives", unit, at),
            Event::Departed { unit, how: Presence::Withdrawn } => self.of_unit("log-withdrawn", unit),
            Event::Departed { unit, how: Presence::Fled } => self.of_unit("log-fled", unit),
            Event::Broke { unit } => self.of_unit("log-breaks", unit),
            Event::Rallied { unit } => self.of_unit("log-rallies", unit),
            Event::Surrendered { unit } => self.of_unit("log-surrenders", unit),
            Event::GaveWay { unit, to, back, .. } => {
                let key = if back.0 > 0 { "log-gives-way-with" } else { "log-gives-way" };
                phrase_of_key(key, &json!({ "unit": name(unit), "to": hex_words(to), "back": back.0 }))
            }
            Event::Pursued { unit, to, .. } => self.of_unit_at("log-pursues", unit, to),
            // Of all steps of a run the last one says where it ended.
            Event::Ran { unit, to, .. } if !self.runs_on(at, unit) => self.of_unit_at("log-runs", unit, to),
            Event::Called { unit } => self.of_unit("log-called", unit),
            Event::Unsupplied { unit, half_turns: 1, .. } => self.of_unit("log-unsupplied", unit),
            Event::Resupplied { unit } => self.of_unit("log-resupplied", unit),
            Event::OfficerFell { unit } => self.of_unit("log-officer-fell", unit),
            Event::Promoted { unit, rank } => {
                let side = side_phrase(battle.info(unit).side);
                let rank = json!({ "rank": battle.rules().ranks[rank].name });
                phrase_of_key("log-promoted", &json!({ "side": side, "unit": name(unit), "rank": rank }))
            }
            Event::Faced { unit, way, .. } if self.is_hidden() => {
                order_phrase(battle, Order::Face { unit, way })
            }
            Event::RanInto { unit, enemy, .. } => {
                phrase_of_key("log-ran-into", &json!({ "unit": name(unit), "enemy": name(enemy) }))
            }
            Event::Sighted { unit, at, .. } => self.of_unit_at("log-sighted", unit, at),
            Event::Hit { unit, losses, .. } if self.is_hidden() => {
                phrase_of_key("log-hit", &json!({ "unit": name(unit), "losses": losses.0 }))
            }
            Event::Scripted { event, .. } => {
                let scripted = battle.scripted_event(event);
                Value::String(scripted.message.clone().filter(|_| scripted.told.is_none())?)
            }
            Event::Reacted { unit, target, support } => {
                let key = if support { "log-supports" } else { "log-reacts" };
                let values =
                    json!({ "unit": name(unit), "target": name(target), "losses": self.loss_after(at) });
                phrase_of_key(key, &values)
            }
            Event::WentBack { unit, to, .. } => self.of_unit_at("log-goes-back", unit, to),
            Event::Worked { unit, at, work, .. } if self.is_hidden() => {
                order_phrase(battle, Order::Work { unit, at, work })
            }
            Event::WeatherChanged { weather } => {
                let name = &battle.rules().options.weather.as_ref()?.states[weather.index()].name;
                phrase_of_key("log-weather", &json!({ "weather": name }))
            }
            Event::TerrainChanged { at, terrain } => {
                let terrain = json!({ "terrain": battle.rules().terrains[terrain].name });
                phrase_of_key("log-terrain-changed", &json!({ "at": hex_words(at), "terrain": terrain }))
            }
            // The order says that a unit leaves, turns or works.
            Event::Departed { .. }
            | Event::CohesionChanged { .. }
            | Event::Unsupplied { .. }
            | Event::RoundsChanged { .. }
            | Event::ExperienceGained { .. }
            | Event::Faced { .. }
            | Event::Worked { .. }
            | Event::Ran { .. }
            | Event::Stepped { .. }
            | Event::Attacked { .. }
            | Event::Hit { .. }
            | Event::Vanished { .. }
            | Event::HalfTurnBegan { .. }
            | Event::Ended { .. } => return None,
        })
    }

    fn runs_on(&self, at: usize, of: UnitId) -> bool {
        self.events()[at + 1..].iter().any(|event| matches!(*event, Event::Ran { unit, .. } if unit == of))
    }

    /// Returns the men whom the first hit from an event on costs.
    fn loss_after(&self, at: usize) -> u16 {
        let hit = self.events()[at..].iter().find_map(|event| match *event {
            Event::Hit { losses, .. } => Some(losses.0),
            _ => None,
        });
        hit.unwrap_or(0)
    }
}
