//! Works in a battle: units that change the ground, and what the ground's change means.

use std::sync::Arc;

use hotgates_grid::{Cell, Coord, Direction, Hex, MovementPoints};
use hotgates_rules::{TerrainId, WorkId, WorkProgress};
use hotgates_scenario::Ground;

use crate::battle::event::Event;
use crate::battle::order::{Illegal, Order};
use crate::battle::unit::UnitId;
use crate::battle::{Battle, zobrist};

impl Battle {
    /// Checks an order to work. The unit has been checked to take orders.
    pub(super) fn check_work(&self, unit: UnitId, at: Hex, work: WorkId) -> Result<(), Illegal> {
        let info = self.info(unit);
        let at_coord = Coord::from(at);
        let Some(rule) = self.rules().options.works.get(work.index()) else {
            return Err(Illegal::NoSuchWork { work: work.0 });
        };
        if !self.arena.works.can_do(info.kind, work) {
            return Err(Illegal::NotItsWork { kind: self.kind(unit).name.clone(), work: rule.name.clone() });
        }
        let cell = self.grid().cell(at).ok_or(Illegal::OffMap { to: at_coord })?;
        if !self.is_in_reach_of_work(unit, at) {
            return Err(Illegal::WorkTooFar { at: at_coord });
        }
        let before = self.map().terrain(cell);
        let Some(terrain) = self.arena.works.terrain_made_of(work, before) else {
            let terrain = self.rules().terrains[before].name.clone();
            return Err(Illegal::NothingToWorkOn { work: rule.name.clone(), terrain, at: at_coord });
        };
        if self.is_ground_fixed(cell) {
            return Err(Illegal::FixedGround { at: at_coord });
        }
        if let Some(other) = self.at(cell)
            && !self.can_stand_on(other, terrain)
        {
            return Err(Illegal::CouldNotStand { unit: self.unit_name(other), at: at_coord });
        }
        let (need, left) = (self.points_of_half_turn(unit), self.unit(unit).left);
        if left < need || left == MovementPoints(0) {
            return Err(Illegal::TooTiredToWork { need, left });
        }
        Ok(())
    }

    /// Lists what a unit of the side to move may work on now, its own hex first, then the hexes around it in
    /// direction order; nothing for most units.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Order, Scenario, TypeSelector, UnitId, WorkId, WorkRule};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "A stream and a castle",
    ///     rows: ["..........", "#.......~."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.options.works.push(WorkRule {
    ///     name: "bridge".into(),
    ///     from: vec!["water".into()],
    ///     to: "bridge".into(),
    ///     by: vec![TypeSelector::from("infantry")],
    ///     turns: 2,
    /// });
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let stream = battle.grid().hex(battle.grid().at((8, 1).into()).expect("on the map"));
    /// let works: Vec<Order> = battle.possible_works(UnitId(0)).collect();
    /// assert_eq!(works, [Order::Work { unit: UnitId(0), at: stream, work: WorkId(0) }]);
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn possible_works(&self, unit: UnitId) -> impl Iterator<Item = Order> + '_ {
        let places = if self.may_work(unit) { PLACES } else { 0 };
        let here = self.hex(unit);
        (0..places).flat_map(move |place| {
            let at = hex_of_place(here, place);
            let works = self.arena.works.ids().map(move |work| Order::Work { unit, at, work });
            works.filter(move |&order| self.check(order).is_ok())
        })
    }

    /// Returns `true` for a unit of the side to move whose type can work and that has all its points.
    pub(super) fn may_work(&self, unit: UnitId) -> bool {
        self.has_extra_state()
            && self.arena.works.can_do_any(self.info(unit).kind)
            && self.unit(unit).left >= self.points_of_half_turn(unit)
    }

    /// Number of proposals for works of a unit: one for each of its places and each work.
    pub(super) fn count_work_proposals(&self, unit: UnitId) -> u32 {
        let works = self.arena.works.ids().len();
        if works > 0 && self.may_work(unit) { PLACES * u32::try_from(works).unwrap_or(0) } else { 0 }
    }

    /// Returns the work that a proposal stands for, if it is legal.
    #[cold]
    pub(super) fn work_proposed(&self, unit: UnitId, proposal: u32) -> Option<Order> {
        let (place, work) = (proposal % PLACES, proposal / PLACES);
        let work = WorkId::from_index(usize::try_from(work).ok()?);
        let order = Order::Work { unit, at: hex_of_place(self.hex(unit), place), work };
        self.check(order).is_ok().then_some(order)
    }

    /// Number of half-turns that a unit has worked on a hex by now without a break.
    pub fn half_turns_worked(&self, unit: UnitId, at: Hex, work: WorkId) -> u8 {
        let toward = self.way_to_work(unit, at);
        let begun = self.condition(unit).work.filter(|_| self.is_in_reach_of_work(unit, at));
        begun.filter(|begun| begun.toward == toward && begun.work == work).map_or(0, |begun| begun.half_turns)
    }

    /// Number of half-turns that a work takes.
    ///
    /// # Panics
    /// When the ruleset has no such work.
    pub fn half_turns_of_work(&self, work: WorkId) -> u8 {
        self.arena.works.half_turns(work)
    }

    /// Returns `true` for the unit's own hex and those beside it.
    fn is_in_reach_of_work(&self, unit: UnitId, at: Hex) -> bool {
        at == self.hex(unit) || self.way_to_work(unit, at).is_some()
    }

    /// Returns where a hex beside a unit lies; `None` for its own hex, and for others.
    fn way_to_work(&self, unit: UnitId, at: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|way| self.hex(unit) + way.vector() == at)
    }

    /// Returns the points that a unit has at the start of its half-turn.
    fn points_of_half_turn(&self, unit: UnitId) -> MovementPoints {
        let full = self.kind(unit).movement;
        let supply = self.rules().options.supply.as_ref().filter(|_| self.condition(unit).unsupplied > 0);
        supply.map_or(full, |rule| rule.movement_without(full))
    }

    fn can_stand_on(&self, unit: UnitId, terrain: TerrainId) -> bool {
        let (rules, kind) = (self.rules(), self.kind(unit));
        rules.cost(&rules.terrains[terrain], kind).is_some_and(|cost| cost <= kind.movement)
    }

    /// Returns `true` for a cell that works leave as it is: castles, hexes of goals, homes that the scenario
    /// names, and hexes over which units come and go.
    pub(super) fn is_ground_fixed(&self, cell: Cell) -> bool {
        self.flag_index(cell).is_some()
            || self.goal_table().exits.iter().any(|&(exit, _)| exit == cell)
            || self.arena.homes.is_place_of_scenario(cell)
            || self.arena.entries.contains(&cell)
    }

    /// Returns the events of a unit that works for a half-turn.
    pub(super) fn events_of_work(&self, unit: UnitId, at: Hex, work: WorkId) -> (Event, Option<Event>) {
        let half_turns = self.half_turns_worked(unit, at, work) + 1;
        let cell = self.grid().cell(at).expect("checked to be on the map");
        let made = self.arena.works.terrain_made_of(work, self.map().terrain(cell));
        let done = made.filter(|_| half_turns >= self.arena.works.half_turns(work));
        let change = done.map(|terrain| Event::TerrainChanged { at, terrain });
        (Event::Worked { unit, at, work, half_turns }, change)
    }

    /// Has a unit work for so many half-turns now.
    #[cold]
    pub(super) fn work(&mut self, unit: UnitId, at: Hex, (work, half_turns): (WorkId, u8)) {
        let toward = self.way_to_work(unit, at);
        let goes_on = half_turns < self.arena.works.half_turns(work);
        let progress = goes_on.then_some(WorkProgress { work, toward, half_turns });
        self.change_condition(unit, |condition| condition.work = progress);
        self.change_unit(unit, |state| state.left = MovementPoints(0));
    }

    /// Applies an event by which the ground changes: to `changed`, if that is known.
    #[cold]
    pub(super) fn apply_ground_event(&mut self, event: &Event, changed: Option<&Arc<Ground>>) {
        match *event {
            Event::TerrainChanged { at, terrain } => {
                let cell = self.grid().cell(at).expect("terrain changes on the map");
                self.hash ^= self.hash_of_changed_cell(cell);
                let change = || Arc::new(self.ground.with_terrain(cell, terrain, self.rules_of_ground()));
                self.ground = changed.map_or_else(change, Arc::clone);
                self.hash ^= self.hash_of_changed_cell(cell);
            }
            Event::WeatherChanged { weather } => {
                let Some(extra) = &mut self.extra else { return };
                let before = std::mem::replace(&mut extra.weather, weather);
                self.hash ^= zobrist::hash_weather(before) ^ zobrist::hash_weather(weather);
                let (rules, ground) = &self.arena.weathers[weather.index()];
                self.ground = changed.map_or_else(|| ground.changed_as(&self.ground, rules), Arc::clone);
            }
            _ => unreachable!("only these change the ground"),
        }
    }

    /// Has units lose the work that they have begun, by what has happened.
    pub(super) fn break_off_works_by_event(&mut self, event: &Event) {
        if self.rules().options.works.is_empty() {
            return;
        }
        match *event {
            Event::Stepped { unit, .. }
            | Event::GaveWay { unit, .. }
            | Event::Pursued { unit, .. }
            | Event::Ran { unit, .. }
            | Event::Attacked { unit, .. }
            | Event::Faced { unit, .. }
            | Event::Broke { unit } => self.break_off_work(unit),
            Event::HalfTurnBegan { side, .. } => {
                for unit in self.roster_ids(side.other()) {
                    // Who has worked has no points left.
                    if self.unit(unit).left > MovementPoints(0) {
                        self.break_off_work(unit);
                    }
                }
            }
            _ => {}
        }
    }

    fn break_off_work(&mut self, unit: UnitId) {
        if self.unit(unit).alive() && self.condition(unit).work.is_some() {
            self.change_condition(unit, |condition| condition.work = None);
        }
    }

    /// Returns the keys of all cells whose terrain is another than at the start.
    pub(super) fn hashes_of_changed_cells(&self) -> impl Iterator<Item = u64> + '_ {
        self.ground.changed_cells().map(|cell| zobrist::hash_terrain(cell, self.map().terrain(cell)))
    }

    /// Returns the key of a cell if its terrain is another than at the start, else 0.
    fn hash_of_changed_cell(&self, cell: Cell) -> u64 {
        let changed = self.map().terrain(cell) != self.arena.ground.map().terrain(cell);
        if changed { zobrist::hash_terrain(cell, self.map().terrain(cell)) } else { 0 }
    }
}

/// Number of places on which a unit works: its own hex, and those around it.
const PLACES: u32 = 7;

/// Returns a hex by its place: 0 for the hex itself, then those around it in direction order.
fn hex_of_place(here: Hex, place: u32) -> Hex {
    let way = place.checked_sub(1).map(|way| Direction::ALL[way as usize]);
    way.map_or(here, |way| here + way.vector())
}
