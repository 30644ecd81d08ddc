//! Events from outside, checked before a battle follows them.

use hotgates_engine::{
    Battle, Condition, Coord, Event, Hex, MovementPoints, Order, Presence, Side, Strength, UnitId,
};
use thiserror::Error;

/// The reason why an event cannot have happened in a battle: it is another battle's, or nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EventFault {
    /// The battle is over.
    #[error("the battle is over")]
    Over,
    /// The roster has no such unit.
    #[error("there is no unit {}", .0.0)]
    NoUnit(UnitId),
    /// Something happens to a unit that is not on the map.
    #[error("unit {} is not on the map", .0.0)]
    NotOnMap(UnitId),
    /// A unit comes that is on the map already.
    #[error("unit {} is on the map already", .0.0)]
    OnMap(UnitId),
    /// Something happens outside the map, or a unit enters a hex of its enemy's.
    #[error("hex {} is off the map, or not free", Coord::from(*.0))]
    Hex(Hex),
    /// A unit comes into sight, or goes out of it, of whoever sees all of the battle.
    #[error("nothing is hidden from whoever is told of unit {}", .0.0)]
    NothingHidden(UnitId),
    /// No flag can be taken on the hex.
    #[error("there is no flag on hex {}", Coord::from(*.0))]
    NoFlag(Hex),
    /// A number does not follow from the one before, or is more than the rules allow.
    #[error("no such number of {0}")]
    Number(&'static str),
    /// The rules or the scenario have nothing of that number.
    #[error("there is no such {0}")]
    Unknown(&'static str),
}

/// Checks that an event can happen in a battle, as far as whoever is told it knows: following it then fails nowhere.
/// That it follows from an order by the rules is not checked.
///
/// # Errors
/// The reason why it cannot.
pub(crate) fn check_event(battle: &Battle, event: &Event) -> Result<(), EventFault> {
    if battle.verdict().is_some() {
        return Err(EventFault::Over);
    }
    let check = EventCheck { battle };
    check.check_numbers(event)?;
    check.check_places(event)
}

/// Checks that the battle has what an order is about. That the order is legal is not checked: who gave it may know more.
///
/// # Errors
/// The unit or work that the battle has not.
pub(crate) fn check_order(battle: &Battle, order: Order) -> Result<(), EventFault> {
    let check = EventCheck { battle };
    match order {
        Order::Move { unit, .. } | Order::Face { unit, .. } | Order::Exit { unit } => check.known(unit),
        Order::Attack { unit, target } => check.known(unit).and_then(|()| check.known(target)),
        Order::Work { unit, work, .. } => {
            check.known(unit)?;
            check_known("work", work.index() < battle.rules().options.works.len())
        }
        Order::EndTurn => Ok(()),
    }
}

struct EventCheck<'a> {
    battle: &'a Battle,
}

impl EventCheck<'_> {
    fn check_numbers(&self, event: &Event) -> Result<(), EventFault> {
        let (battle, rules) = (self.battle, self.battle.rules());
        match *event {
            Event::Stepped { unit, left, .. }
            | Event::Attacked { unit, left, .. }
            | Event::RanInto { unit, left, .. }
            | Event::Ran { unit, left, .. }
            | Event::Faced { unit, left, .. }
            | Event::Unsupplied { unit, left, .. } => self.check_points(unit, left),
            Event::Hit { unit, losses, left, .. } => {
                let men = self.living(unit)?;
                check_number("men", left.0.checked_add(losses.0) == Some(men.0))
            }
            Event::GaveWay { unit, back, strength, .. } => {
                let men = self.living(unit)?.0.checked_add(back.0);
                check_number("men", men == Some(strength.0) && strength <= battle.info(unit).start)
            }
            Event::Sighted { unit, strength, left, condition, .. } => {
                self.check_points(unit, left)?;
                check_number("men", (1..=battle.info(unit).start.0).contains(&strength.0))?;
                self.check_condition(&condition)
            }
            Event::CohesionChanged { cohesion, .. } => {
                check_number("cohesion", cohesion <= Condition::FRESH.cohesion)
            }
            Event::Promoted { rank, .. } => check_known("rank", rank.index() < rules.ranks.len()),
            Event::Worked { work, .. } => check_known("work", work.index() < rules.options.works.len()),
            Event::TerrainChanged { terrain, .. } => {
                check_known("terrain", terrain.index() < rules.terrains.len())
            }
            Event::WeatherChanged { weather } => {
                let states = rules.options.weather.as_ref().map_or(0, |rule| rule.states.len());
                check_known("weather", weather.index() < states)
            }
            Event::GoalAdvanced { goal, .. } => {
                check_known("goal", battle.all_goals().any(|(known, _)| known == goal))
            }
            Event::Scripted { event, .. } => {
                check_known("event", battle.scripted_events().any(|(known, _)| known == event))
            }
            Event::HalfTurnBegan { turn, side } => {
                let (first, now) = (battle.first_side(), battle.side());
                let next = battle.turn() + u32::from(now != first);
                let follows = side == now.other() && turn == next && turn <= battle.last_turn();
                check_number("turns", follows)
            }
            Event::Departed { how, .. } => {
                let leaves = matches!(how, Presence::Exited | Presence::Withdrawn | Presence::Fled);
                check_known("departure", leaves)
            }
            Event::CastleTaken { .. }
            | Event::HexTaken { .. }
            | Event::Arrived { .. }
            | Event::Called { .. }
            | Event::Vanished { .. }
            | Event::Broke { .. }
            | Event::Rallied { .. }
            | Event::Pursued { .. }
            | Event::Surrendered { .. }
            | Event::Resupplied { .. }
            | Event::RoundsChanged { .. }
            | Event::ExperienceGained { .. }
            | Event::OfficerFell { .. }
            | Event::Reacted { .. }
            | Event::WentBack { .. }
            | Event::Ended { .. } => Ok(()),
        }
    }

    fn check_places(&self, event: &Event) -> Result<(), EventFault> {
        let battle = self.battle;
        match *event {
            Event::Stepped { unit, from, to, .. }
            | Event::GaveWay { unit, from, to, .. }
            | Event::Pursued { unit, from, to }
            | Event::Ran { unit, from, to, .. }
            | Event::WentBack { unit, from, to } => {
                self.living(unit)?;
                if battle.hex(unit) != from {
                    return Err(EventFault::Hex(from));
                }
                self.check_way_onto(to, battle.info(unit).side)
            }
            // Such news are one side's; a battle that is wholly known has them for either by itself.
            Event::Sighted { unit, .. } | Event::Vanished { unit } if self.is_wholly_known() => {
                Err(EventFault::NothingHidden(unit))
            }
            Event::Arrived { unit, at } | Event::Sighted { unit, at, .. } => {
                self.check_absence(unit)?;
                self.check_way_onto(at, battle.info(unit).side)
            }
            Event::Called { unit } => self.check_absence(unit),
            Event::Attacked { unit, target, .. } | Event::Reacted { unit, target, .. } => {
                self.living(unit)?;
                self.known(target)
            }
            Event::RanInto { unit, enemy, .. } => {
                self.living(unit)?;
                self.known(enemy)
            }
            Event::Hit { by, .. } => by.map_or(Ok(()), |by| self.known(by)),
            // The officer of a unit that is destroyed falls with it.
            Event::Departed { unit, .. } | Event::Vanished { unit } | Event::OfficerFell { unit } => {
                self.known(unit)
            }
            Event::CohesionChanged { unit, .. }
            | Event::Broke { unit }
            | Event::Rallied { unit }
            | Event::Surrendered { unit }
            | Event::Unsupplied { unit, .. }
            | Event::Resupplied { unit }
            | Event::RoundsChanged { unit, .. }
            | Event::ExperienceGained { unit, .. }
            | Event::Promoted { unit, .. }
            | Event::Faced { unit, .. } => self.living(unit).map(|_| ()),
            Event::Worked { unit, at, .. } => {
                self.living(unit)?;
                self.check_hex(at)
            }
            Event::CastleTaken { castle: hex, .. } | Event::HexTaken { hex, .. } => {
                let mut flags = battle.flags().map(|(cell, _)| battle.grid().hex(cell));
                if flags.any(|flag| flag == hex) { Ok(()) } else { Err(EventFault::NoFlag(hex)) }
            }
            Event::TerrainChanged { at, terrain } => {
                let cell = battle.grid().cell(at).ok_or(EventFault::Hex(at))?;
                // A castle neither rises nor falls.
                let kinds = [battle.map().terrain(cell), terrain].map(|kind| &battle.rules().terrains[kind]);
                if kinds.iter().any(|kind| kind.castle) { Err(EventFault::Hex(at)) } else { Ok(()) }
            }
            Event::GoalAdvanced { .. }
            | Event::Scripted { .. }
            | Event::WeatherChanged { .. }
            | Event::HalfTurnBegan { .. }
            | Event::Ended { .. } => Ok(()),
        }
    }

    /// Returns `true` for a battle with fog of war that holds what either side knows.
    fn is_wholly_known(&self) -> bool {
        !std::ptr::eq(self.battle.known_to(Side::Red), self.battle)
    }

    /// Checks that the roster has the unit.
    fn known(&self, unit: UnitId) -> Result<(), EventFault> {
        if unit.index() < self.battle.roster().len() { Ok(()) } else { Err(EventFault::NoUnit(unit)) }
    }

    /// Returns the men of a unit that is on the map.
    fn living(&self, unit: UnitId) -> Result<Strength, EventFault> {
        self.known(unit)?;
        let state = self.battle.unit(unit);
        if state.alive() { Ok(state.strength) } else { Err(EventFault::NotOnMap(unit)) }
    }

    fn check_absence(&self, unit: UnitId) -> Result<(), EventFault> {
        self.known(unit)?;
        if self.battle.unit(unit).alive() { Err(EventFault::OnMap(unit)) } else { Ok(()) }
    }

    fn check_hex(&self, at: Hex) -> Result<(), EventFault> {
        self.battle.grid().cell(at).map(|_| ()).ok_or(EventFault::Hex(at))
    }

    /// Checks that a unit of a side can come onto a hex; a friend may stand there, whom it passes.
    fn check_way_onto(&self, to: Hex, side: Side) -> Result<(), EventFault> {
        let cell = self.battle.grid().cell(to).ok_or(EventFault::Hex(to))?;
        let is_barred = self.battle.at(cell).is_some_and(|other| self.battle.info(other).side != side);
        if is_barred { Err(EventFault::Hex(to)) } else { Ok(()) }
    }

    fn check_points(&self, unit: UnitId, left: MovementPoints) -> Result<(), EventFault> {
        self.known(unit)?;
        check_number("points", left <= self.battle.kind(unit).movement)
    }

    fn check_condition(&self, condition: &Condition) -> Result<(), EventFault> {
        let rules = self.battle.rules();
        check_number("cohesion", condition.cohesion <= Condition::FRESH.cohesion)?;
        check_known("rank", condition.rank.is_none_or(|rank| rank.index() < rules.ranks.len()))?;
        let works = rules.options.works.len();
        check_known("work", condition.work.is_none_or(|begun| begun.work.index() < works))?;
        let levels = rules.options.entrenchment.as_ref().map_or(0, |rule| rule.levels);
        check_number("levels of trenches", condition.dug_in <= levels)
    }
}

const fn check_number(of: &'static str, is_possible: bool) -> Result<(), EventFault> {
    if is_possible { Ok(()) } else { Err(EventFault::Number(of)) }
}

const fn check_known(what: &'static str, is_known: bool) -> Result<(), EventFault> {
    if is_known { Ok(()) } else { Err(EventFault::Unknown(what)) }
}
