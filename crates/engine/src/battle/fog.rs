//! Fog of war: what each side knows of a battle, kept up to date by what each event tells it.
//!
//! A battle that hides units holds two more battles, one as each side knows it. There an enemy out of
//! sight is not on the map but [`Unseen`](Presence::Unseen). Whatever a side asks is answered by its
//! known battle, and so is whether an order is legal; only what comes of an order is decided by the
//! true one.
//!
//! **Invariant:** a known battle changes by events alone, and an event tells a side nothing of an enemy
//! that it does not see (kept by the test of two battles that differ in what one side cannot see).

use std::sync::Arc;

use hotgates_grid::{Cell, CellSet, Hex, VisibleHexes};

use crate::battle::event::Event;
use crate::battle::facing::first_condition_of;
use crate::battle::fog_state::{Fog, Knower, Mark};
use crate::battle::goal_table::GoalAim;
use crate::battle::past::HalfTurnStarts;
use crate::battle::presence::{Presence, UnitExtra};
use crate::battle::unit::UnitId;
use crate::battle::{Battle, FixedBattleData};
use hotgates_rules::GoalId;
use hotgates_text::{BySide, Side};

impl Battle {
    /// Returns `true` if the rules hide enemies out of sight.
    #[inline]
    pub fn has_fog(&self) -> bool {
        self.ground.sight().is_some()
    }

    /// Returns the battle as a side knows it: the battle itself where nothing is hidden, and once it
    /// is over.
    #[inline]
    pub fn known_to(&self, side: Side) -> &Self {
        match &self.fog {
            Some(fog) if self.verdict().is_none() => &fog.known[side],
            _ => self,
        }
    }

    /// Returns what a side was told of the last order, given all events of that order: all of them
    /// where nothing is hidden.
    pub fn events_for<'a>(&'a self, side: Side, all: &'a [Event]) -> &'a [Event] {
        self.fog.as_ref().map_or(all, |fog| &fog.news[side])
    }

    /// Returns `true` if the last order has shown its side a hex that it had not seen in this
    /// half-turn, whatever is there: such an order cannot be taken back.
    pub fn has_revealed(&self) -> bool {
        self.fog.as_ref().is_some_and(|fog| fog.has_revealed)
    }

    /// Returns `true` if the last order, which has led to these events, can be taken back: it has rolled no
    /// dice, ended neither half-turn nor battle, and [shown](Self::has_revealed) its side nothing new. Only what
    /// the side itself was told decides, so that an offer to take back tells nothing of what is hidden.
    pub fn can_take_back(&self, events: &[Event]) -> bool {
        let settles = |event: &Event| matches!(event, Event::Hit { .. } | Event::HalfTurnBegan { .. });
        !events.iter().any(settles) && self.verdict().is_none() && !self.has_revealed()
    }

    /// Returns `true` if a unit of a side sees a cell; always where nothing is hidden. Of a battle
    /// known to one side only that side may be asked for.
    pub fn is_seen_by(&self, side: Side, cell: Cell) -> bool {
        let Some(table) = self.ground.sight() else { return true };
        let hex = self.grid().hex(cell);
        let mut near = self.units_within(side, cell, table.farthest());
        near.any(|(unit, at)| self.sight_from(unit, at).contains(hex))
    }

    /// Collects the cells that the units of a side see; `None` where nothing is hidden. Of a battle
    /// known to one side only that side may be asked for.
    pub fn cells_seen_by(&self, side: Side) -> Option<CellSet> {
        self.has_fog().then(|| {
            let mut seen = CellSet::new(self.grid());
            for unit in self.living(side) {
                self.add_cells_in_sight(unit, self.hex(unit), &mut seen);
            }
            seen
        })
    }

    /// Returns `true` if a unit on the map sees a hex; always where nothing is hidden.
    pub fn has_in_sight(&self, unit: UnitId, hex: Hex) -> bool {
        !self.has_fog() || self.sight_from(unit, self.hex(unit)).contains(hex)
    }

    /// Returns the last that was seen of an enemy that is out of sight; `None` for one in sight or
    /// never seen.
    pub fn mark(&self, unit: UnitId) -> Option<Mark> {
        let extra = self.extras().get(unit.index())?;
        let (cell, turn) = extra.last_seen?;
        Some(Mark { hex: self.grid().hex(cell), turn, strength: extra.men_away })
    }

    /// Returns this battle, which has not begun, as whoever knows only what both sides know: `sightings` are the
    /// [`Sighted`](Event::Sighted) events of the units that are there for both.
    #[must_use]
    pub fn begun_for_both(&self, sightings: &[Event]) -> Self {
        Self::from_fixed_data(Arc::new(self.arena.known_to(Knower::Both))).with_first_sightings(sightings)
    }

    /// Adds the cells in sight of a unit on a hex to a set; returns `true` if one was not in it.
    fn add_cells_in_sight(&self, unit: UnitId, at: Hex, seen: &mut CellSet) -> bool {
        self.sight_from(unit, at).columns().fold(false, |new, (hex, bits)| {
            let first = self.grid().cell(hex).expect("hexes in sight are on the map");
            seen.insert_column(first, bits) | new
        })
    }

    fn sight_from(&self, unit: UnitId, at: Hex) -> &VisibleHexes {
        let table = self.ground.sight().expect("asked under fog of war only");
        let cell = self.grid().cell(at).expect("units stand on the map");
        table.visible_hexes((self.rules(), self.map()), self.info(unit).kind, cell)
    }

    /// Returns the state of a battle that is about to begin that hides its units: what each side knows.
    pub(super) fn first_fog(&self) -> Option<Box<Fog<Self>>> {
        if !self.has_fog() || self.arena.observer.is_some() {
            return None;
        }
        let known = BySide::new(|side| {
            let known = Self::from_fixed_data(Arc::new(self.arena.known_to(Knower::Side(side))));
            let sightings = self.sightings_of(&known, side);
            known.with_first_sightings(&sightings)
        });
        let seen = self.cells_seen_by(self.side()).expect("asked under fog of war");
        Some(Box::new(Fog {
            known,
            news: BySide::default(),
            saw_departure: BySide::default(),
            seen,
            has_revealed: false,
        }))
    }

    /// Returns a battle that is about to begin, with the enemies that its side sees at the start.
    pub(crate) fn with_first_sightings(mut self, sightings: &[Event]) -> Self {
        for event in sightings {
            self.apply_event(event);
        }
        self.past = HalfTurnStarts::first(self.half_turn_start());
        self
    }

    /// Begins an order: what happens from now on does not belong to the start of the half-turn.
    #[inline]
    pub(super) fn begin_order(&mut self) {
        self.settle_half_turn_starts();
        self.past.ordered = true;
        if let Some(fog) = &mut self.fog {
            fog.known.red.past.ordered = true;
            fog.known.blue.past.ordered = true;
        }
        self.forget_news();
    }

    /// Keeps the start of the half-turn of this battle, and of what each side knows of it.
    #[inline]
    pub(super) fn settle_half_turn_starts(&mut self) {
        self.settle_half_turn_start();
        if let Some(fog) = &mut self.fog {
            fog.known.red.settle_half_turn_start();
            fog.known.blue.settle_half_turn_start();
        }
    }

    /// Forgets what was told of the last order.
    #[inline]
    pub(super) fn forget_news(&mut self) {
        if let Some(fog) = &mut self.fog {
            fog.news.red.clear();
            fog.news.blue.clear();
            fog.has_revealed = false;
        }
    }

    /// Tells both sides what they may know of an event that has been applied.
    #[inline(never)]
    pub(super) fn tell_sides(&mut self, event: &Event) {
        let Some(mut fog) = self.fog.take() else { return };
        for side in Side::BOTH {
            let mut telling = Telling {
                battle: self,
                side,
                known: &mut fog.known[side],
                news: &mut fog.news[side],
                saw_departure: &mut fog.saw_departure[side],
            };
            telling.tell_event(event);
        }
        self.note_seen_cells(event, &mut fog);
        self.fog = Some(fog);
    }

    /// Notes the cells that the side to move sees after an event.
    fn note_seen_cells(&self, event: &Event, fog: &mut Fog<Self>) {
        match *event {
            // Weather changes at the start of a half-turn.
            Event::HalfTurnBegan { .. } | Event::WeatherChanged { .. } => {
                fog.seen.clear();
                for unit in self.living(self.side()) {
                    self.add_cells_in_sight(unit, self.hex(unit), &mut fog.seen);
                }
            }
            Event::Stepped { unit, to, .. } | Event::Pursued { unit, to, .. } => {
                fog.has_revealed |= self.add_cells_in_sight(unit, to, &mut fog.seen);
            }
            Event::Arrived { unit, at: to } | Event::Ran { unit, to, .. } => {
                self.add_cells_in_sight(unit, to, &mut fog.seen);
            }
            Event::TerrainChanged { .. } => {
                for unit in self.living(self.side()) {
                    fog.has_revealed |= self.add_cells_in_sight(unit, self.hex(unit), &mut fog.seen);
                }
            }
            _ => {}
        }
    }

    /// Makes the event that tells of an enemy in sight.
    /// The unit must be on the map.
    pub fn sighting(&self, unit: UnitId) -> Event {
        let state = self.unit(unit);
        let (strength, left, halted) = (state.strength, state.left, state.halted);
        let condition = self.condition(unit);
        Event::Sighted { unit, at: self.hex(unit), strength, left, halted, condition }
    }

    /// Returns what whoever knows this battle can foresee of a unit as its half-turn begins: that it is taken back, or may
    /// have come unseen.
    pub fn foreseen_move(&self, unit: UnitId) -> Option<Event> {
        let (info, presence, turn) = (self.info(unit), self.presence(unit), self.turn());
        let may_be_there = matches!(presence, Presence::Unseen | Presence::Waiting);
        if may_be_there && info.withdraws.is_some_and(|from| from <= turn) {
            return Some(Event::Departed { unit, how: Presence::Withdrawn });
        }
        let arrives = info.arrival.as_ref().and_then(|arrival| arrival.turn);
        let has_come = presence == Presence::Waiting && arrives.is_some_and(|from| from <= turn);
        has_come.then_some(Event::Vanished { unit })
    }

    /// Lists the enemies that a side sees and that are not in the battle that it knows.
    fn sightings_of(&self, known: &Self, side: Side) -> Vec<Event> {
        let unknown = self.living(side.other()).filter(|&enemy| !known.unit(enemy).alive());
        let seen = unknown.filter(|&enemy| self.is_seen_by(side, self.unit(enemy).cell));
        seen.map(|enemy| self.sighting(enemy)).collect()
    }

    /// Applies an event of fog of war.
    #[inline(never)]
    pub(super) fn apply_fog_event(&mut self, event: &Event) {
        match *event {
            Event::RanInto { unit, left, .. } => self.change_unit(unit, |state| state.left = left),
            Event::Sighted { unit, at, strength, left, halted, condition } => {
                self.put_on_map(unit, at, (strength, left, halted), condition);
            }
            Event::Vanished { unit } => {
                let state = *self.unit(unit);
                let last_seen = state.alive().then_some((state.cell, self.turn()));
                self.take_off_map(unit, Presence::Unseen, last_seen);
            }
            _ => unreachable!("only fog of war has these"),
        }
    }
}

impl FixedBattleData {
    /// Returns the same as far as somebody may know it: without the hexes on which hidden units start.
    pub(crate) fn known_to(&self, knower: Knower) -> Self {
        let mut known = self.clone();
        known.observer = Some(knower);
        for side in Side::BOTH.into_iter().filter(|&side| knower.is_kept_from(side)) {
            known.zones[side] = Box::default();
        }
        let hidden = known.units.iter_mut();
        let hidden = hidden.filter(|info| knower.is_kept_from(info.side) && info.arrival.is_none());
        hidden.for_each(|info| (info.cell, info.facing) = (Cell(0), None));
        known
    }

    /// Returns what is known of a hidden unit at the start; `None` for one that is not hidden.
    pub(super) fn first_unseen(&self, index: usize) -> Option<UnitExtra> {
        let info = &self.units[index];
        let unseen =
            self.observer.is_some_and(|knower| knower.is_kept_from(info.side)) && info.arrival.is_none();
        unseen.then(|| UnitExtra {
            presence: Presence::Unseen,
            men_away: info.start,
            condition: first_condition_of(&self.rules, info),
            ..UnitExtra::ON_MAP
        })
    }
}

/// One event being told to one side.
struct Telling<'a> {
    /// The battle after the event.
    battle: &'a Battle,
    side: Side,
    /// The battle as the side knows it.
    known: &'a mut Battle,
    news: &'a mut Vec<Event>,
    saw_departure: &'a mut bool,
}

impl Telling<'_> {
    fn tell(&mut self, event: Event) {
        self.known.apply_event(&event);
        self.news.push(event);
    }

    /// Returns `true` for a unit of the side, and for an enemy in its sight.
    fn is_known(&self, unit: UnitId) -> bool {
        self.battle.info(unit).side == self.side || self.known.unit(unit).alive()
    }

    fn tell_event(&mut self, event: &Event) {
        let (battle, side) = (self.battle, self.side);
        let own = |unit: UnitId| battle.info(unit).side == side;
        match *event {
            Event::Stepped { unit, from, to, .. }
            | Event::GaveWay { unit, from, to, .. }
            | Event::Pursued { unit, from, to }
            | Event::Ran { unit, from, to, .. }
            | Event::WentBack { unit, from, to }
                if own(unit) =>
            {
                self.tell(*event);
                self.tell_sightings(unit, to);
                self.tell_lost_sight(unit, from, Some(to));
            }
            Event::Stepped { unit, to, .. }
            | Event::GaveWay { unit, to, .. }
            | Event::Pursued { unit, to, .. }
            | Event::Ran { unit, to, .. }
            | Event::WentBack { unit, to, .. } => self.tell_enemy_step(unit, to, event),
            Event::Attacked { unit, .. }
            | Event::CohesionChanged { unit, .. }
            | Event::Broke { unit }
            | Event::Rallied { unit }
            | Event::Unsupplied { unit, .. }
            | Event::Resupplied { unit }
            | Event::RoundsChanged { unit, .. }
            | Event::ExperienceGained { unit, .. }
            | Event::Promoted { unit, .. }
            | Event::OfficerFell { unit }
            | Event::Reacted { unit, .. }
            | Event::Worked { unit, .. }
            | Event::Faced { unit, .. } => {
                if self.is_known(unit) {
                    self.tell(*event);
                }
            }
            Event::Hit { unit, by, roll, losses, left } => {
                if self.is_known(unit) {
                    let by = by.filter(|&by| self.is_known(by));
                    self.tell(Event::Hit { unit, by, roll, losses, left });
                }
                if left.0 == 0 && own(unit) {
                    self.tell_lost_sight(unit, self.battle.hex(unit), None);
                }
            }
            Event::Surrendered { unit } => {
                if self.is_known(unit) {
                    self.tell(*event);
                }
                if own(unit) {
                    self.tell_lost_sight(unit, self.battle.hex(unit), None);
                }
            }
            Event::Arrived { unit, at } if own(unit) => {
                self.tell(*event);
                self.tell_sightings(unit, at);
            }
            Event::Arrived { unit, .. } => {
                if self.battle.is_seen_by(self.side, self.battle.unit(unit).cell) {
                    self.tell(*event);
                }
            }
            Event::Departed { unit, .. } if own(unit) => {
                self.tell(*event);
                self.tell_lost_sight(unit, self.battle.hex(unit), None);
            }
            Event::Departed { unit, .. } => {
                *self.saw_departure = self.is_known(unit);
                if self.is_known(unit) {
                    self.tell(*event);
                }
            }
            Event::Called { unit } => {
                if own(unit) {
                    self.tell(*event);
                }
            }
            Event::Scripted { event: script, .. } => {
                if self.battle.scripted_event(script).told.is_none_or(|told| told == self.side) {
                    self.tell(*event);
                }
            }
            Event::GoalAdvanced { goal, .. } => self.tell_goal(goal, event),
            Event::HalfTurnBegan { side, .. } => {
                self.tell(*event);
                if side != self.side {
                    self.tell_foreseen_moves();
                }
            }
            Event::TerrainChanged { .. } | Event::WeatherChanged { .. } => self.tell_changed_ground(event),
            Event::CastleTaken { .. }
            | Event::HexTaken { .. }
            | Event::RanInto { .. }
            | Event::Ended { .. } => self.tell(*event),
            Event::Sighted { .. } | Event::Vanished { .. } => unreachable!("made for one side"),
        }
    }

    fn tell_enemy_step(&mut self, unit: UnitId, to: Hex, event: &Event) {
        let cell = self.battle.grid().cell(to).expect("units step on the map");
        match (self.known.unit(unit).alive(), self.battle.is_seen_by(self.side, cell)) {
            (true, true) => self.tell(*event),
            (true, false) => self.tell(Event::Vanished { unit }),
            (false, true) => self.tell(self.battle.sighting(unit)),
            (false, false) => {}
        }
    }

    /// Tells of ground that has become another, and of enemies that come into sight or go out of it by that.
    fn tell_changed_ground(&mut self, event: &Event) {
        // Both have the same ground: it is made and kept once.
        self.known.apply_ground_event(event, Some(&self.battle.ground));
        self.known.past.outdated |= !self.known.past.ordered;
        self.news.push(*event);
        let (battle, known) = (self.battle, &*self.known);
        let in_view = known.living(self.side.other());
        let lost: Vec<UnitId> =
            in_view.filter(|&enemy| !battle.is_seen_by(self.side, known.unit(enemy).cell)).collect();
        for unit in lost {
            self.tell(Event::Vanished { unit });
        }
        for event in battle.sightings_of(self.known, self.side) {
            self.tell(event);
        }
    }

    /// Tells of enemies that come into sight of a unit of the side on a hex.
    fn tell_sightings(&mut self, unit: UnitId, at: Hex) {
        let (battle, known) = (self.battle, &*self.known);
        let visible = battle.sight_from(unit, at);
        let cell = battle.unit(unit).cell;
        let near = battle.enemies_within(self.side, cell, battle.kind(unit).sight_range());
        let mut new = Vec::new();
        near.filter(|&(enemy, hex)| !known.unit(enemy).alive() && visible.contains(hex))
            .for_each(|(enemy, _)| new.push(enemy));
        new.sort_unstable();
        for enemy in new {
            self.tell(battle.sighting(enemy));
        }
    }

    /// Tells of enemies that go out of sight with a unit of the side that has left a hex, for another
    /// one or for good.
    fn tell_lost_sight(&mut self, unit: UnitId, from: Hex, to: Option<Hex>) {
        let battle = self.battle;
        let cell = battle.grid().cell(from).expect("units stand on the map");
        let near = self.known.enemies_within(self.side, cell, battle.kind(unit).sight_range());
        let mut lost = Vec::new();
        near.for_each(|(enemy, hex)| {
            // While it passes through a friend, the unit is not the one that stands there.
            let by_mover = to.is_some_and(|to| battle.sight_from(unit, to).contains(hex));
            if !by_mover && !battle.is_seen_by(self.side, battle.unit(enemy).cell) {
                lost.push(enemy);
            }
        });
        lost.sort_unstable();
        for unit in lost {
            self.tell(Event::Vanished { unit });
        }
    }

    /// Tells of a goal: how many units have left the map out of sight stays hidden.
    fn tell_goal(&mut self, goal: GoalId, event: &Event) {
        let battle = self.battle;
        let secret =
            matches!(battle.goal(goal).aim, GoalAim::Exit { .. }) && battle.goal(goal).side != self.side;
        if !secret {
            self.tell(*event);
        } else if *self.saw_departure {
            let progress = self.known.goal_progress(goal) + 1;
            self.tell(Event::GoalAdvanced { goal, progress });
        }
    }

    /// Tells what everybody can foresee of the enemy's half-turn: units out of sight that are taken back,
    /// and units that may have come unseen.
    fn tell_foreseen_moves(&mut self) {
        for unit in self.battle.roster_ids(self.side.other()) {
            if let Some(event) = self.known.foreseen_move(unit) {
                self.tell(event);
            }
        }
    }
}
