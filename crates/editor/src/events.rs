//! Changes to events: their conditions, and what happens by them.

use std::collections::BTreeSet;

use hotgates_engine::{
    ArrivalEntry, Coord, CountedPart, Direction, Fault, FaultKind, MAX_REPEATS, MAX_TURNS,
    MAX_VICTORY_POINTS, MissingPart, NameKind, ScriptedEventEntry, Side,
};

use crate::document::Document;
use crate::entry_checks::{
    check_in_range, check_key_is_free, check_known_keys, check_list_length, field_refusal, free_key,
};
use crate::goals::toggle_all;
use crate::refusal::EditRefusal;

/// Condition of an event.
///
/// ```
/// use hotgates_editor::EventCondition;
/// use hotgates_engine::{ScriptedEventEntry, Side};
///
/// let mut event = ScriptedEventEntry { turn: Some(4), repeat: Some(2), ..Default::default() };
/// let condition = EventCondition::of_event(&event);
/// assert_eq!(condition, Some(EventCondition::Turn { turn: 4, side: None }));
/// EventCondition::Points { points: 30, side: Side::Blue }.give_to(&mut event);
/// assert_eq!((event.turn, event.points, event.side), (None, Some(30), Some(Side::Blue)));
/// assert_eq!(event.repeat, None, "points are reached once");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventCondition {
    /// The half-turn of a side in this turn begins; of the side that moves first, if not given.
    Turn {
        /// The turn.
        turn: i64,
        /// The side.
        side: Option<Side>,
    },
    /// A unit of the side ends a move on one of the hexes.
    Entered {
        /// The side.
        side: Side,
        /// The hexes.
        hexes: Vec<Coord>,
    },
    /// All units of these keys have been destroyed.
    Lost(Vec<String>),
    /// The side has so many points.
    Points {
        /// The side.
        side: Side,
        /// The points.
        points: i64,
    },
    /// The goal of this key is met.
    Met(String),
}

impl EventCondition {
    /// Returns the condition of an event; `None` if it has none, several, or one without its side.
    #[must_use]
    pub fn of_event(event: &ScriptedEventEntry) -> Option<Self> {
        let ScriptedEventEntry { turn, side, enters, lost, points, met, .. } = event;
        let all = [
            turn.map(|turn| Self::Turn { turn, side: *side }),
            side.filter(|_| !enters.is_empty()).map(|side| Self::Entered { side, hexes: enters.clone() }),
            Some(Self::Lost(lost.clone())).filter(|_| !lost.is_empty()),
            side.zip(*points).map(|(side, points)| Self::Points { side, points }),
            met.clone().map(Self::Met),
        ];
        let mut given = all.into_iter().flatten();
        given.next().filter(|_| given.next().is_none())
    }

    /// Gives an event this condition instead of its own. An event that cannot happen again by it
    /// happens once.
    pub fn give_to(self, event: &mut ScriptedEventEntry) {
        if !matches!(self, Self::Turn { .. } | Self::Entered { .. }) {
            event.repeat = None;
        }
        (event.turn, event.side, event.points, event.met) = (None, None, None, None);
        (event.enters, event.lost) = (Vec::new(), Vec::new());
        match self {
            Self::Turn { turn, side } => (event.turn, event.side) = (Some(turn), side),
            Self::Entered { side, hexes } => (event.side, event.enters) = (Some(side), hexes),
            Self::Lost(units) => event.lost = units,
            Self::Points { side, points } => (event.side, event.points) = (Some(side), Some(points)),
            Self::Met(goal) => event.met = Some(goal),
        }
    }
}

impl Document {
    /// Adds an event at the end of the list: one of turn 2, which does nothing yet. Returns its place.
    ///
    /// # Errors
    /// More events than a map may have.
    pub fn add_event(&mut self) -> Result<usize, EditRefusal> {
        let events = &self.settings().events;
        let index = events.len();
        check_list_length("events", CountedPart::Entries, index + 1, 0)?;
        let key = free_key("event", |key| events.iter().any(|event| event.key == key));
        let event = ScriptedEventEntry { key, turn: Some(2), ..ScriptedEventEntry::default() };
        self.change_events(|events| events.push(event));
        Ok(index)
    }

    /// Removes an event.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchEvent`].
    pub fn remove_event(&mut self, index: usize) -> Result<(), EditRefusal> {
        self.event_entry(index)?;
        self.change_events(|events| drop(events.remove(index)));
        Ok(())
    }

    /// Moves an event to another place in the list: of events that happen at one moment, the first of
    /// the list comes first.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchEvent`] for either place.
    pub fn move_event(&mut self, index: usize, to: usize) -> Result<(), EditRefusal> {
        self.event_entry(index)?;
        self.event_entry(to)?;
        self.change_events(|events| {
            let event = events.remove(index);
            events.insert(to, event);
        });
        Ok(())
    }

    /// Replaces an event.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchEvent`], or the first fault of the event with its place, such as
    /// `events[2].repeat`. An event by which nothing happens is not refused: it is one that is being
    /// made.
    pub fn edit_event(&mut self, index: usize, event: ScriptedEventEntry) -> Result<(), EditRefusal> {
        self.event_entry(index)?;
        self.check_event(index, &event)?;
        self.change_events(|events| events[index] = event);
        Ok(())
    }

    /// Has an event call a unit, or call it no more. The unit gets a key if it has none; one that was
    /// there from the start comes only when it is called.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchEvent`], [`EditRefusal::NoSuchUnit`], or too many units.
    pub fn toggle_called_unit(&mut self, index: usize, side: Side, unit: usize) -> Result<(), EditRefusal> {
        self.as_one_step("call unit", |document| {
            let key = document.ensure_unit_key(side, unit)?;
            let mut event = document.event_entry(index)?.clone();
            toggle_all(&mut event.arrive, std::slice::from_ref(&key));
            let mut entry = document.units(side)[unit].clone();
            if event.arrive.contains(&key) && entry.arrives.is_none() {
                let from = Some(document.usual_way_in(side));
                (entry.arrives, entry.at) = (Some(ArrivalEntry { from, ..ArrivalEntry::default() }), None);
                document.edit_unit(side, unit, entry)?;
            }
            document.edit_event(index, event)
        })
    }

    /// Has an event happen once this unit has been destroyed, with those that it names already; a unit
    /// that it names already is named no more. The unit gets a key if it has none.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchEvent`], [`EditRefusal::NoSuchUnit`], or the last unit of the condition.
    pub fn toggle_lost_unit(&mut self, index: usize, side: Side, unit: usize) -> Result<(), EditRefusal> {
        self.as_one_step("events", |document| {
            let key = document.ensure_unit_key(side, unit)?;
            let mut event = document.event_entry(index)?.clone();
            let mut lost = event.lost.clone();
            toggle_all(&mut lost, &[key]);
            EventCondition::Lost(lost).give_to(&mut event);
            document.edit_event(index, event)
        })
    }

    /// Returns the direction from which a side's later units come if nobody says otherwise: Red's, or
    /// the opposite one.
    pub fn usual_way_in(&self, side: Side) -> Direction {
        let red = self.settings().from.unwrap_or(Direction::N);
        if side == Side::Red { red } else { red.opposite() }
    }

    /// Returns the first turn whose beginning can be a condition for a side: the half-turn with which
    /// the battle begins has begun before anything can happen.
    pub fn first_turn_of_events(&self, side: Option<Side>) -> i64 {
        let first = self.settings().first.unwrap_or(Side::Red);
        if side.unwrap_or(first) == first { 2 } else { 1 }
    }

    /// Returns an event.
    ///
    /// # Errors
    /// No event of this number.
    pub fn event_entry(&self, index: usize) -> Result<&ScriptedEventEntry, EditRefusal> {
        let events = &self.settings().events;
        events.get(index).ok_or(EditRefusal::NoSuchEvent { index, count: events.len() })
    }

    fn check_event(&self, index: usize, event: &ScriptedEventEntry) -> Result<(), EditRefusal> {
        let whole = format!("events[{index}]");
        let field = |name: &str| format!("{whole}.{name}");
        let others = self.settings().events.iter().enumerate().filter(|&(other, _)| other != index);
        check_key_is_free(field("key"), &event.key, others.map(|(_, other)| other.key.as_str()))?;
        self.check_condition(&whole, event)?;
        let keys = self.unit_keys(&Side::BOTH);
        check_known_keys(&field("arrive"), NameKind::AnyUnitKey, &event.arrive, &keys)?;
        check_known_keys(&field("opens"), NameKind::AnyGoal, &event.opens, &self.goal_keys())?;
        if event.message.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(field_refusal(field("message"), FaultKind::Empty { what: MissingPart::Text }));
        }
        if event.message.is_none() && event.told.is_some() {
            return Err(field_refusal(field("told"), FaultKind::EventAudience));
        }
        self.check_terrain_changes(&field("terrain"), event)
    }

    fn check_condition(&self, whole: &str, event: &ScriptedEventEntry) -> Result<(), EditRefusal> {
        let field = |name: &str| format!("{whole}.{name}");
        let Some(condition) = EventCondition::of_event(event) else {
            return Err(field_refusal(whole, FaultKind::EventConditions));
        };
        match &condition {
            EventCondition::Turn { turn, side } => {
                check_in_range(field("turn"), Some(*turn), self.first_turn_of_events(*side), MAX_TURNS)?;
            }
            EventCondition::Entered { hexes, .. } => self.check_listed_hexes(&field("enters"), hexes)?,
            EventCondition::Points { points, .. } => {
                check_in_range(field("points"), Some(*points), 1, MAX_VICTORY_POINTS)?;
            }
            EventCondition::Lost(units) => {
                let keys = self.unit_keys(&Side::BOTH);
                check_known_keys(&field("lost"), NameKind::AnyUnitKey, units, &keys)?;
            }
            EventCondition::Met(goal) => {
                let known = self.goal_keys();
                if !known.contains(&goal.as_str()) {
                    let kind = FaultKind::unknown_name_fault(NameKind::AnyGoal, goal, known.iter().copied());
                    return Err(field_refusal(field("met"), kind));
                }
            }
        }
        let mut as_said = event.clone();
        condition.give_to(&mut as_said);
        if as_said.side != event.side {
            return Err(field_refusal(field("side"), FaultKind::EventSide));
        }
        if as_said.repeat != event.repeat {
            return Err(field_refusal(field("repeat"), FaultKind::EventRepeat));
        }
        check_in_range(field("repeat"), event.repeat, 1, MAX_REPEATS)
    }

    fn check_terrain_changes(&self, field: &str, event: &ScriptedEventEntry) -> Result<(), EditRefusal> {
        let rules = self.rules();
        let mut once = BTreeSet::new();
        for (name, hexes) in &event.terrain {
            let field = format!("{field}.{name}");
            let Some(to) = rules.terrain(name) else {
                let known = rules.terrains.iter().map(|terrain| terrain.name.as_str());
                return Err(field_refusal(
                    field,
                    FaultKind::unknown_name_fault(NameKind::Terrain, name, known),
                ));
            };
            check_list_length(&field, CountedPart::Hexes, hexes.len(), 1)?;
            self.check_listed_hexes(&field, hexes)?;
            for (index, &hex) in hexes.iter().enumerate() {
                let both = [self.terrain(hex), Some(to)].into_iter().flatten();
                let castle = both.map(|terrain| &rules.terrains[terrain]).find(|terrain| terrain.castle);
                let kind = match castle {
                    Some(castle) => FaultKind::CastleChanges { terrain: castle.name.clone() },
                    None if once.insert(hex) => continue,
                    None => FaultKind::Twice { name: hex.to_string() },
                };
                return Err(Fault::fault_of_field(format!("{field}[{index}]"), kind).with_hex(hex).into());
            }
        }
        Ok(())
    }

    fn goal_keys(&self) -> Vec<&str> {
        self.settings().goals.iter().map(|goal| goal.key.as_str()).collect()
    }
}
