//! Orders and their events as phrases.

use hotgates_engine::{Battle, Coord, Event, Hex, Order, Presence, Side, UnitId};

use crate::battle_goals::goal_news;
use crate::names::{unit_value, work_name};
use crate::phrase::{Phrase, PhraseValue};

/// Returns an order as a phrase, in the position before it.
#[must_use]
pub fn order_phrase(battle: &Battle, order: Order) -> Phrase {
    let of = |key, unit| Phrase::new(key).with_value("unit", unit_value(battle, unit));
    match order {
        Order::Move { unit, to } => of("log-move", unit).with_value("to", Coord::from(to)),
        Order::Attack { unit, target } => {
            of("order-attack", unit).with_value("target", unit_value(battle, target))
        }
        Order::Exit { unit } => of("log-exit", unit),
        Order::Face { unit, way } => of("log-face", unit).with_value("way", way),
        Order::Work { unit, at, work } => {
            of("log-work", unit).with_value("at", Coord::from(at)).with_value("work", work_name(battle, work))
        }
        Order::EndTurn => Phrase::new("log-end-turn").with_value("side", battle.side()),
    }
}

/// An order that was followed, as far as whoever is told of it may know.
#[derive(Debug, Clone, Copy)]
pub struct ToldOrder<'a> {
    /// Position before the order.
    pub before: &'a Battle,
    /// Side that gave the order.
    pub side: Side,
    /// The order.
    pub order: Order,
    /// `true` if something of the order happened out of sight: then only `events` tell of it.
    pub is_hidden: bool,
    /// Events of the order.
    pub events: &'a [Event],
}

impl ToldOrder<'_> {
    /// Returns the order and its events in one line.
    #[must_use]
    pub fn line_phrase(self) -> Phrase {
        let order = match self.order {
            _ if self.is_hidden => Phrase::new("log-out-of-sight").with_value("side", self.side),
            Order::Attack { unit, target } => self.attack_phrase(unit, target),
            order => order_phrase(self.before, order),
        };
        let news = (0..self.events.len()).filter_map(|at| self.event_phrase(at));
        news.fold(order, |line, news| {
            Phrase::new("log-with-news").with_value("order", line).with_value("news", news)
        })
    }

    fn attack_phrase(self, unit: UnitId, target: UnitId) -> Phrase {
        let hits = |of: UnitId| {
            self.events.iter().filter_map(move |event| match *event {
                Event::Hit { unit, losses, left, .. } if unit == of => Some((u32::from(losses.0), left.0)),
                _ => None,
            })
        };
        let losses = |of: UnitId| hits(of).map(|(losses, _)| losses).sum::<u32>();
        let destroyed = hits(target).any(|(_, left)| left == 0);
        Phrase::new(if destroyed { "log-destroys" } else { "log-attack" })
            .with_value("unit", unit_value(self.before, unit))
            .with_value("target", unit_value(self.before, target))
            .with_value("dealt", losses(target))
            .with_value("taken", losses(unit))
    }

    fn news_of_unit(self, key: &'static str, unit: UnitId) -> Phrase {
        Phrase::new(key)
            .with_value("side", self.before.info(unit).side)
            .with_value("unit", unit_value(self.before, unit))
    }

    fn news_of_unit_at(self, key: &'static str, unit: UnitId, (name, hex): (&'static str, Hex)) -> Phrase {
        self.news_of_unit(key, unit).with_value(name, Coord::from(hex))
    }

    /// Returns what the log says of an event beyond the order itself.
    fn event_phrase(self, at: usize) -> Option<Phrase> {
        let battle = self.before;
        Some(match self.events[at] {
            Event::CastleTaken { by, .. } => Phrase::new("log-castle").with_value("side", by),
            Event::HexTaken { by, .. } => Phrase::new("log-hex").with_value("side", by),
            Event::GoalAdvanced { goal, progress } => goal_news(battle, goal, progress),
            Event::Arrived { unit, at } => self.news_of_unit_at("log-arrives", unit, ("at", at)),
            Event::Departed { unit, how: Presence::Withdrawn } => self.news_of_unit("log-withdrawn", unit),
            Event::Departed { unit, how: Presence::Fled } => self.news_of_unit("log-fled", unit),
            Event::Broke { unit } => self.news_of_unit("log-breaks", unit),
            Event::Rallied { unit } => self.news_of_unit("log-rallies", unit),
            Event::Surrendered { unit } => self.news_of_unit("log-surrenders", unit),
            Event::GaveWay { unit, to, back, .. } => {
                let key = if back.0 > 0 { "log-gives-way-with" } else { "log-gives-way" };
                self.news_of_unit_at(key, unit, ("to", to)).with_value("back", back.0)
            }
            Event::Pursued { unit, to, .. } => self.news_of_unit_at("log-pursues", unit, ("to", to)),
            // Of all steps of a run the last one says where it ended.
            Event::Ran { unit, to, .. } if !self.runs_on(at, unit) => {
                self.news_of_unit_at("log-runs", unit, ("to", to))
            }
            Event::Called { unit } => self.news_of_unit("log-called", unit),
            Event::Unsupplied { unit, half_turns: 1, .. } => self.news_of_unit("log-unsupplied", unit),
            Event::Resupplied { unit } => self.news_of_unit("log-resupplied", unit),
            Event::OfficerFell { unit } => self.news_of_unit("log-officer-fell", unit),
            Event::Promoted { unit, rank } => {
                let rank = battle.rules().ranks[rank].name.clone();
                self.news_of_unit("log-promoted", unit).with_value("rank", PhraseValue::Rank(rank))
            }
            // Who is told of an order out of sight sees what comes of it.
            Event::Faced { unit, way, .. } if self.is_hidden => {
                order_phrase(battle, Order::Face { unit, way })
            }
            Event::Worked { unit, at, work, .. } if self.is_hidden => {
                order_phrase(battle, Order::Work { unit, at, work })
            }
            Event::Hit { unit, losses, .. } if self.is_hidden => {
                self.news_of_unit("log-hit", unit).with_value("losses", losses.0)
            }
            Event::RanInto { unit, enemy, .. } => {
                self.news_of_unit("log-ran-into", unit).with_value("enemy", unit_value(battle, enemy))
            }
            Event::Sighted { unit, at, .. } => self.news_of_unit_at("log-sighted", unit, ("at", at)),
            Event::Scripted { event, .. } => {
                let scripted = battle.scripted_event(event);
                let message = scripted.message.as_deref().filter(|_| scripted.told.is_none())?;
                Phrase::of_parts(vec![message.into()])
            }
            Event::Reacted { unit, target, support } => {
                let key = if support { "log-supports" } else { "log-reacts" };
                self.news_of_unit(key, unit)
                    .with_value("target", unit_value(battle, target))
                    .with_value("losses", self.losses_from(at))
            }
            Event::WentBack { unit, to, .. } => self.news_of_unit_at("log-goes-back", unit, ("to", to)),
            Event::WeatherChanged { weather } => {
                let state = &battle.rules().options.weather.as_ref()?.states[weather.index()];
                Phrase::new("log-weather").with_value("weather", state.name.as_str())
            }
            Event::TerrainChanged { at, terrain } => {
                let terrain = PhraseValue::Terrain(battle.rules().terrains[terrain].name.clone());
                Phrase::new("log-terrain-changed")
                    .with_value("at", Coord::from(at))
                    .with_value("terrain", terrain)
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

    fn runs_on(self, at: usize, of: UnitId) -> bool {
        self.events[at + 1..].iter().any(|event| matches!(*event, Event::Ran { unit, .. } if unit == of))
    }

    /// Returns the men whom the first hit from an event on costs.
    fn losses_from(self, at: usize) -> u16 {
        let hit = self.events[at..].iter().find_map(|event| match *event {
            Event::Hit { losses, .. } => Some(losses.0),
            _ => None,
        });
        hit.unwrap_or(0)
    }
}
