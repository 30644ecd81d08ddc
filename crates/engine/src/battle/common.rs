//! What both sides know of a battle that hides units, and know of each other: for whoever watches and may tell
//! either side.
//!
//! **Invariant:** what is told here follows from what either side knows alone. A unit is there if an enemy that is there
//! itself sees it, so that no side learns whether an enemy out of its sight looks on.

use std::sync::Arc;

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::fog_state::Knower;
use crate::battle::goal_table::GoalAim;
use crate::battle::unit::UnitId;
use hotgates_rules::GoalId;
use hotgates_text::Side;

/// A battle as both sides know it, brought up to date order by order.
///
/// ```
/// use hotgates_engine::{Battle, CommonKnowledge, Dice, MapFile, Order, Scenario};
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men in the dark",
///     rows: ["....................", "#..................."],
///     red: (units: [(type: "infantry", at: (19, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let mut scenario = Scenario::classic(map);
/// scenario.rules.options.fog_of_war = true;
/// let mut battle = Battle::from_scenario(&scenario).expect("a sound scenario");
/// let (mut common, before, mut log) = (CommonKnowledge::of_start(&battle), battle.clone(), Vec::new());
/// battle.act(Order::EndTurn, &mut Dice::new(1), &mut log).expect("a turn may always be ended");
/// assert_eq!(common.tell_order(&before, &log), log, "everybody hears that it is Blue's half-turn");
/// assert_eq!(common.battle().living(hotgates_engine::Side::Red).count(), 0, "neither sees the other");
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone)]
pub struct CommonKnowledge {
    known: Battle,
}

impl CommonKnowledge {
    /// Returns what both sides know of a battle that has not begun.
    #[must_use]
    pub fn of_start(truth: &Battle) -> Self {
        let known = Battle::from_fixed_data(Arc::new(truth.arena.known_to(Knower::Both)));
        Self { known: known.with_first_sightings(&truth.common_sightings()) }
    }

    /// The battle as both sides know it.
    pub const fn battle(&self) -> &Battle {
        &self.known
    }

    /// Returns what both sides know of the events of an order, which was followed in the true battle `before`.
    pub fn tell_order(&mut self, before: &Battle, events: &[Event]) -> Vec<Event> {
        let mut truth = before.clone();
        truth.begin_order();
        self.known.begin_order();
        let mut telling = CommonTelling { known: &mut self.known, news: Vec::new(), saw_departure: false };
        for event in events {
            truth.forget_news();
            truth.apply_event(event);
            let seen = truth.units_both_see();
            telling.tell_event(&truth, &seen, event);
        }
        telling.tell_changed_states(&truth);
        telling.news
    }
}

impl Battle {
    /// Makes the events that tell whoever knows what both sides know of the units that are there at the start.
    pub fn common_sightings(&self) -> Vec<Event> {
        if !self.has_fog() {
            return Vec::new();
        }
        let seen = self.units_both_see();
        let units = Side::BOTH.into_iter().flat_map(|side| self.living(side));
        units.filter(|unit| seen[unit.index()]).map(|unit| self.sighting(unit)).collect()
    }

    /// Returns for each unit whether both sides see it and know so: an enemy sees it which is seen in the same way.
    fn units_both_see(&self) -> Vec<bool> {
        let range = self.ground.sight().map_or(0, |table| table.farthest());
        let onlookers = |unit: UnitId| {
            let state = self.unit(unit);
            let hex = self.hex(unit);
            let near = self.enemies_within(self.info(unit).side, state.cell, range);
            near.filter(|&(enemy, at)| self.sight_from(enemy, at).contains(hex))
                .map(|(enemy, _)| enemy)
                .collect()
        };
        let units = Side::BOTH.into_iter().flat_map(|side| self.living(side));
        let seen_by: Vec<(UnitId, Vec<UnitId>)> = units.map(|unit| (unit, onlookers(unit))).collect();
        let mut seen = vec![false; self.arena.units.len()];
        for (unit, onlookers) in &seen_by {
            seen[unit.index()] = !onlookers.is_empty();
        }
        // Whoever is seen by nobody who is seen goes, until nobody goes any more.
        loop {
            let mut changes = false;
            for (unit, onlookers) in &seen_by {
                if seen[unit.index()] && !onlookers.iter().any(|enemy| seen[enemy.index()]) {
                    seen[unit.index()] = false;
                    changes = true;
                }
            }
            if !changes {
                return seen;
            }
        }
    }
}

/// One order being told to whoever knows what both sides know.
struct CommonTelling<'a> {
    known: &'a mut Battle,
    news: Vec<Event>,
    saw_departure: bool,
}

impl CommonTelling<'_> {
    fn tell(&mut self, event: Event) {
        self.known.apply_event(&event);
        self.news.push(event);
    }

    /// Returns `true` for a unit that was there before the event.
    fn is_known(&self, unit: UnitId) -> bool {
        self.known.unit(unit).alive()
    }

    /// Tells of an event, after which the true battle stands as `truth`, and of units that it brings into sight or takes
    /// out of it.
    fn tell_event(&mut self, truth: &Battle, seen: &[bool], event: &Event) {
        match *event {
            Event::Stepped { unit, .. }
            | Event::GaveWay { unit, .. }
            | Event::Pursued { unit, .. }
            | Event::Ran { unit, .. }
            | Event::WentBack { unit, .. } => self.tell_if(self.is_known(unit) && seen[unit.index()], event),
            Event::Arrived { unit, .. } => self.tell_if(seen[unit.index()], event),
            Event::Attacked { unit, target, .. } | Event::Reacted { unit, target, .. } => {
                self.tell_if(self.is_known(unit) && self.is_known(target), event);
            }
            Event::RanInto { unit, enemy, .. } => {
                self.tell_if(self.is_known(unit) && self.is_known(enemy), event);
            }
            Event::Hit { unit, by, roll, losses, left } => {
                let by = by.filter(|&by| self.is_known(by));
                self.tell_if(self.is_known(unit), &Event::Hit { unit, by, roll, losses, left });
            }
            Event::Departed { unit, .. } => {
                self.saw_departure = self.is_known(unit);
                self.tell_if(self.saw_departure, event);
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
            | Event::OfficerFell { unit }
            | Event::Faced { unit, .. }
            | Event::Worked { unit, .. } => self.tell_if(self.is_known(unit), event),
            Event::Scripted { event: script, .. } => {
                self.tell_if(truth.scripted_event(script).told.is_none(), event);
            }
            Event::GoalAdvanced { goal, .. } => self.tell_goal(truth, goal, event),
            Event::HalfTurnBegan { side, .. } => {
                self.tell(*event);
                for unit in truth.roster_ids(side) {
                    self.tell_foreseen_move(unit);
                }
            }
            Event::CastleTaken { .. }
            | Event::HexTaken { .. }
            | Event::TerrainChanged { .. }
            | Event::WeatherChanged { .. }
            | Event::Ended { .. } => self.tell(*event),
            // A side alone knows of these.
            Event::Called { .. } | Event::Sighted { .. } | Event::Vanished { .. } => {}
        }
        self.tell_sights(truth, seen);
    }

    fn tell_if(&mut self, is_told: bool, event: &Event) {
        if is_told {
            self.tell(*event);
        }
    }

    /// Tells of a goal: how many units have left the map out of sight stays hidden.
    fn tell_goal(&mut self, truth: &Battle, goal: GoalId, event: &Event) {
        if !matches!(truth.goal(goal).aim, GoalAim::Exit { .. }) {
            self.tell(*event);
        } else if self.saw_departure {
            let progress = self.known.goal_progress(goal) + 1;
            self.tell(Event::GoalAdvanced { goal, progress });
        }
    }

    /// Tells what everybody can foresee of a unit as its half-turn begins.
    fn tell_foreseen_move(&mut self, unit: UnitId) {
        if let Some(event) = self.known.foreseen_move(unit) {
            self.tell(event);
        }
    }

    /// Tells of units that have come into sight or gone out of it.
    fn tell_sights(&mut self, truth: &Battle, seen: &[bool]) {
        for side in Side::BOTH {
            for unit in truth.roster_ids(side) {
                match (self.is_known(unit), seen[unit.index()]) {
                    (true, false) => self.tell(Event::Vanished { unit }),
                    (false, true) => self.tell(truth.sighting(unit)),
                    (true, true) | (false, false) => {}
                }
            }
        }
    }

    /// Shows units anew whose state has changed by what was not told, such as an attack on a unit out of sight.
    fn tell_changed_states(&mut self, truth: &Battle) {
        for side in Side::BOTH {
            let changed = |known: &Battle, unit: &UnitId| {
                known.unit(*unit).alive()
                    && (known.unit(*unit) != truth.unit(*unit)
                        || known.condition(*unit) != truth.condition(*unit))
            };
            let units: Vec<UnitId> =
                truth.roster_ids(side).filter(|unit| changed(self.known, unit)).collect();
            for unit in units {
                self.tell(Event::Vanished { unit });
                self.tell(truth.sighting(unit));
            }
        }
    }
}
