//! Cohesion in a battle: who wavers, who has broken, and where the target of an attack gives way to.

use hotgates_grid::{Cell, CellSet, Direction, DirectionSet, Hex};
use hotgates_rules::{Aspect, AttackSetting, Condition};

use crate::battle::event::Event;
use crate::battle::presence::{Presence, UnitExtra};
use crate::battle::unit::UnitId;
use crate::battle::{Battle, pack_hex};
use hotgates_text::Side;

/// Hexes around a unit in which an enemy keeps it from rallying, and an officer helps it.
const RALLY_RANGE: u32 = 2;

impl Battle {
    /// Returns the condition of a unit: fresh where the rules ask for none.
    ///
    /// ```
    /// use hotgates_engine::{Battle, CohesionRule, Condition, MapFile, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.options.cohesion = Some(CohesionRule::default());
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// assert_eq!(battle.condition(UnitId(0)), Condition::FRESH);
    /// assert!(!battle.is_wavering(UnitId(0)));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[inline]
    pub fn condition(&self, unit: UnitId) -> Condition {
        let extra = self.extra.as_ref().and_then(|extra| extra.units.get(unit.index()));
        extra.map_or(Condition::FRESH, |extra| extra.condition)
    }

    /// Returns `true` if a unit has broken and takes no orders.
    #[inline]
    pub fn is_broken(&self, unit: UnitId) -> bool {
        self.has_extra_state() && self.looked_up_broken(unit)
    }

    /// Returns `true` if a unit holds together too little to attack.
    #[inline]
    pub fn is_wavering(&self, unit: UnitId) -> bool {
        self.has_extra_state() && self.looked_up_wavering(unit)
    }

    // Not inlined: most battles keep no conditions.
    #[inline(never)]
    fn looked_up_broken(&self, unit: UnitId) -> bool {
        self.condition(unit).broken
    }

    #[inline(never)]
    fn looked_up_wavering(&self, unit: UnitId) -> bool {
        self.combat().cohesion().is_some_and(|rule| rule.wavers(self.condition(unit)))
    }

    /// Returns what an attack on a unit from a cell finds besides the two fighters.
    pub fn attack_setting(&self, attacker: UnitId, from: Cell, target: UnitId) -> AttackSetting {
        let conditions = AttackSetting {
            target: self.condition(target),
            attacker: self.condition(attacker),
            aspect: self.aspect_of_hex(target, self.grid().hex(from)),
            ..AttackSetting::default()
        };
        if self.rules().options.retreat.is_none() {
            return conditions;
        }
        let cell = self.unit(target).cell;
        let can_follow = self.map().costs(self.info(attacker).kind)[cell.index()] > 0;
        let refuge = self.refuge_of(target, attacker, from).map(|cell| self.grid().hex(cell));
        AttackSetting { refuge, can_follow, ..conditions }
    }

    /// Returns the cell to which a unit gives way before an attacker on `from`: free, farther from there,
    /// beside no other enemy that its side sees and that has not broken; the cheapest to enter, then the
    /// one with the best cover, then the first in direction order.
    fn refuge_of(&self, unit: UnitId, attacker: UnitId, from: Cell) -> Option<Cell> {
        let info = self.info(unit);
        let known = self.known_to(info.side);
        let costs = self.map().costs(info.kind);
        let grid = self.grid();
        let zone = |cell: Cell| {
            let hex = grid.hex(cell);
            let mut beside = grid.around(cell).into_iter().filter_map(|next| known.at(next));
            beside.any(|other| other != attacker && known.exerts_zone_on(other, info.side, hex))
        };
        let fits = |&cell: &Cell| {
            costs[cell.index()] > 0 && self.at(cell).is_none() && grid.distance(from, cell) > 1 && !zone(cell)
        };
        let around = grid.around(self.unit(unit).cell).into_iter().filter(fits);
        around.min_by_key(|cell| (costs[cell.index()], std::cmp::Reverse(self.cover_on(info.kind, *cell))))
    }

    /// Returns `true` if a unit is an enemy of `side` whose nearness matters on the hex next to it: one that
    /// has not broken, is not of a type without zones and, where zones lie in front of units only, faces the hex.
    #[inline]
    pub(crate) fn exerts_zone_on(&self, unit: UnitId, side: Side, hex: Hex) -> bool {
        let lacks_zone = self.combat().some_lack_zones() && self.kind(unit).lacks_zone;
        let watches = || !self.has_extra_state() || self.watches_hex(unit, hex);
        self.info(unit).side != side && !lacks_zone && watches()
    }

    #[inline(never)]
    fn watches_hex(&self, unit: UnitId, hex: Hex) -> bool {
        let looks = || !self.has_zones_in_front_only() || self.aspect_of_hex(unit, hex) == Aspect::Front;
        !self.is_broken(unit) && looks()
    }

    /// Returns the ways from a unit to the hexes beside it on which its nearness matters to its enemies; see
    /// [`exerts_zone_on`](Self::exerts_zone_on).
    #[inline]
    pub(crate) fn ways_into_zone(&self, unit: UnitId) -> DirectionSet {
        let lacks_zone = self.combat().some_lack_zones() && self.kind(unit).lacks_zone;
        if lacks_zone || self.is_broken(unit) {
            return DirectionSet::NONE;
        }
        // Where units have zones all around, the way that they face does not matter.
        let facing = if self.has_zones_in_front_only() { self.condition(unit).facing } else { None };
        facing.map_or(DirectionSet::ALL, |facing| {
            Direction::ALL.into_iter().filter(|&way| Aspect::of_way(facing, way) == Aspect::Front).collect()
        })
    }

    /// Returns the condition that a unit would have once it has rallied on a cell at the start of its
    /// half-turn; `None` where an enemy is near that its side sees, or if there is nothing to rally from.
    pub fn rallied_on(&self, unit: UnitId, cell: Cell) -> Option<Condition> {
        let rule = self.combat().cohesion()?;
        let (side, before) = (self.info(unit).side, self.condition(unit));
        let near = || self.known_to(side).enemies_within(side, cell, RALLY_RANGE).next().is_some();
        if before.cohesion >= Condition::FRESH.cohesion || near() {
            return None;
        }
        // Its own officer counts even if it has broken.
        let rank = self.highest_rank_within(side, cell, RALLY_RANGE, unit).max(self.rank(unit));
        Some(rule.rallied(before, rank.map_or(0, |rank| u32::from(rank.0) + 1)))
    }

    /// Returns `true` if a cell lies beside an enemy of `side` that has not broken.
    pub(crate) fn is_in_zone(&self, side: Side, cell: Cell) -> bool {
        let hex = self.grid().hex(cell);
        let exerts = |next: &Cell| self.at(*next).is_some_and(|other| self.exerts_zone_on(other, side, hex));
        self.grid().around(cell).iter().any(exerts)
    }

    /// Collects the cells that a broken unit of a side does not run over, and supplies do not pass: those of
    /// enemies and those [in their zones](Self::is_in_zone), without those on which a friend stands where friends
    /// keep them open. Cost: `O(units)`.
    pub(crate) fn cells_closed_by_enemies(&self, side: Side, friends_open: bool) -> CellSet {
        let enemies = || self.living(side.other());
        let watched =
            enemies().flat_map(|enemy| self.ways_into_zone(enemy).iter().map(move |way| (enemy, way)));
        let watched = watched.filter_map(|(enemy, way)| self.grid().cell(self.hex(enemy) + way.vector()));
        let mut closed = CellSet::from_cells(self.grid(), watched);
        if friends_open {
            self.living(side).for_each(|friend| closed.remove(self.unit(friend).cell));
        }
        enemies().for_each(|enemy| _ = closed.insert(self.unit(enemy).cell));
        closed
    }

    /// Applies an event of the rules of cohesion and retreat.
    #[inline(never)]
    pub(super) fn apply_cohesion_event(&mut self, event: &Event) {
        if let Event::GaveWay { unit, to, .. }
        | Event::Pursued { unit, to, .. }
        | Event::Ran { unit, to, .. } = *event
        {
            let cell = self.move_to_hex(unit, to);
            self.change_unit(unit, |state| state.cell = cell);
        }
        match *event {
            Event::CohesionChanged { unit, cohesion } => {
                self.change_condition(unit, |condition| condition.cohesion = cohesion);
            }
            Event::Broke { unit } => self.change_condition(unit, |condition| condition.broken = true),
            Event::Rallied { unit } => self.change_condition(unit, |condition| condition.broken = false),
            Event::GaveWay { unit, back, strength, .. } => {
                let side = self.info(unit).side;
                self.strength[side] += u32::from(back.0);
                self.change_unit(unit, |state| state.strength = strength);
            }
            Event::Pursued { unit, .. } => self.change_unit(unit, |state| state.halted = true),
            Event::Ran { unit, left, .. } => self.change_unit(unit, |state| state.left = left),
            Event::Surrendered { unit } => {
                self.take_off_map(unit, Presence::Fallen, None);
                self.change_extra(unit, UnitExtra::FALLEN);
            }
            _ => unreachable!("only these rules have these"),
        }
    }

    /// Moves a unit to a hex as far as places are kept beside its state, and returns the cell. On the hex
    /// of a friend that it passes through, the friend goes on standing there.
    #[inline]
    pub(super) fn move_to_hex(&mut self, unit: UnitId, hex: Hex) -> Cell {
        self.places[unit.index()] = pack_hex(hex);
        let to = self.grid().cell(hex).expect("units step on the map");
        let from = self.unit(unit).cell;
        if self.at(from) == Some(unit) {
            self.occupancy.take_unit(from);
        }
        if self.at(to).is_none() {
            self.occupancy.put_unit(to, unit);
        }
        to
    }

    pub(super) fn change_condition(&mut self, unit: UnitId, change: impl FnOnce(&mut Condition)) {
        let Some(extra) = self.extras().get(unit.index()) else { return };
        let mut extra = *extra;
        change(&mut extra.condition);
        self.change_extra(unit, extra);
    }
}
