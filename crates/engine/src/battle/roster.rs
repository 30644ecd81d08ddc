//! Who fights: the units of both sides, where they stand, and what has become of them.

use std::ops::Range;

use hotgates_grid::{Cell, Hex};
use hotgates_rules::{RankId, UnitType};

use crate::battle::outcome::{Outcome, UnitOutcome};
use crate::battle::unit::{UnitId, UnitInfo, UnitState};
use crate::battle::{Battle, FALLEN, unit_id, unpack_hex};
use hotgates_scenario::{Army, ContingentEntry, Scenario, UnitEntry};
use hotgates_text::{BySide, Side, Strength};

impl Battle {
    /// Returns the order of battle of a side as a file writes it: the type of each unit, in the
    /// order of the roster, without places, ranks and names. With it a scenario that leaves the
    /// army to its ruleset says which units fight.
    #[must_use]
    pub fn order_of_battle(&self, side: Side) -> Army {
        let mine = self.roster().filter(|(_, info)| info.side == side);
        let units = mine.map(|(unit, _)| UnitEntry::new(&*self.kind(unit).name)).collect();
        Army { commander: None, units }
    }

    /// Returns the price of a side's army in a battle made of this scenario, before the seed cuts strengths;
    /// `None` where a unit's type has no price.
    pub fn army_price(&self, scenario: &Scenario, side: Side) -> Option<u64> {
        match scenario.map.army(side) {
            Some(army) => Army::price_of_units(&army.units, &scenario.rules),
            None => Army::price_of_units(&self.order_of_battle(side).units, &scenario.rules),
        }
    }

    /// Lists every unit that entered the battle, Red's first, those destroyed included.
    pub fn roster(&self) -> impl ExactSizeIterator<Item = (UnitId, &UnitInfo)> + '_ {
        self.arena.units.iter().enumerate().map(|(index, info)| (unit_id(index), info))
    }

    /// Returns the fixed part of a unit: side, type, officer, start.
    #[inline]
    pub fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.arena.units[unit.index()]
    }

    /// Lists what the scenario says of contingents.
    pub fn contingents(&self) -> &[ContingentEntry] {
        &self.arena.contingents
    }

    /// Returns what the scenario says of a unit's contingent, if anything.
    pub fn contingent(&self, unit: UnitId) -> Option<&ContingentEntry> {
        let info = self.info(unit);
        let name = info.contingent.as_ref()?;
        self.arena.contingents.iter().find(|entry| entry.is_called(info.side, name))
    }

    /// Returns the changing part of a unit: cell, men, points.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    /// Returns the type of a unit.
    #[inline]
    pub fn kind(&self, unit: UnitId) -> &UnitType {
        &self.arena.rules.units[self.info(unit).kind]
    }

    /// Returns the hex on which a unit stands, or fell.
    #[inline]
    pub fn hex(&self, unit: UnitId) -> Hex {
        match self.places[unit.index()] {
            FALLEN => self.grid().hex(self.unit(unit).cell),
            place => unpack_hex(place),
        }
    }

    /// Lists the units of a side on the map, in ascending order.
    ///
    /// ```
    /// # use hotgates_engine::{Battle, MapFile, Scenario};
    /// # let map = MapFile::from_ron(r##"(
    /// #     name: "Two men and a castle",
    /// #     rows: ["..........", "#........."],
    /// #     red: (units: [(type: "infantry", at: (2, 0))]),
    /// #     blue: (units: [(type: "infantry", at: (1, 0))]),
    /// # )"##)?;
    /// # let mut scenario = Scenario::classic(map);
    /// # scenario.rules.setup.distance = 0;
    /// # let mut battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    /// use hotgates_engine::{Side, UnitId};
    ///
    /// assert_eq!(battle.living(Side::Blue).collect::<Vec<_>>(), [UnitId(1)]);
    /// assert_eq!(battle.kind(UnitId(1)).name, "infantry");
    /// assert_eq!(battle.unit_at(battle.hex(UnitId(1))), Some(UnitId(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn living(&self, side: Side) -> impl DoubleEndedIterator<Item = UnitId> + Clone + '_ {
        self.roster_ids(side).filter(|&unit| self.unit(unit).alive())
    }

    /// Lists the units of a side on the map from `first` on: for going on where a commander
    /// stopped.
    pub fn living_from(&self, side: Side, first: UnitId) -> impl Iterator<Item = UnitId> + Clone + '_ {
        let start = if side == Side::Red { 0 } else { self.arena.red_units };
        let before = first.index().saturating_sub(start);
        self.roster_ids(side).skip(before).filter(|&unit| self.unit(unit).alive())
    }

    /// Returns the places of a side's units in the roster.
    #[inline]
    pub(super) fn places_in_roster(&self, side: Side) -> Range<usize> {
        let red = self.arena.red_units;
        match side {
            Side::Red => 0..red,
            Side::Blue => red..self.arena.units.len(),
        }
    }

    pub(super) fn roster_ids(&self, side: Side) -> impl DoubleEndedIterator<Item = UnitId> + Clone + use<> {
        self.places_in_roster(side).map(unit_id)
    }

    /// Returns the unit on a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<UnitId> {
        self.occupancy.get(cell)
    }

    /// Returns the unit on a hex.
    pub fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        self.grid().cell(hex).and_then(|cell| self.at(cell))
    }

    /// Returns `true` if an enemy of `side` stands on a cell.
    #[inline]
    pub fn enemy_at(&self, side: Side, cell: Cell) -> bool {
        self.at(cell).is_some_and(|unit| self.info(unit).side != side)
    }

    /// Number of units of a side on the map.
    pub fn alive(&self, side: Side) -> u32 {
        self.alive[side]
    }

    /// Number of men of a side on the map.
    pub fn strength(&self, side: Side) -> u32 {
        self.strength[side]
    }

    /// Number of men a side started with.
    pub fn start_strength(&self, side: Side) -> u32 {
        self.arena.strength[side]
    }

    /// Lists the cells on which the units of a side start that are on the map then.
    pub fn starting_cells(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let there = self.roster_ids(side).filter(|&unit| self.info(unit).arrival.is_none());
        there.map(|unit| self.info(unit).cell)
    }

    /// Returns the highest rank of a side's living officers.
    pub fn highest_rank(&self, side: Side) -> Option<RankId> {
        self.living(side).filter_map(|unit| self.rank(unit)).max()
    }

    /// Returns the result of the battle: every unit with its losses and the caller's mark.
    pub fn outcome(&self) -> Outcome {
        let rules = self.rules();
        let unit = |(unit, info): (UnitId, &UnitInfo)| {
            let (left, condition) = (self.living_men(unit), self.condition(unit));
            let rank = if left.0 == 0 { info.rank } else { self.rank(unit) };
            UnitOutcome {
                unit,
                side: info.side,
                kind: rules.units[info.kind].name.clone(),
                label: info.label.clone(),
                officer: info.officer.clone().filter(|_| !condition.officer_fell),
                rank: rank.map(|rank| rules.ranks[rank].name.clone()),
                experience: condition.experience,
                start: info.start,
                left,
                presence: self.presence(unit),
                losses: Strength(info.start.0 - left.0),
                tag: info.tag.clone(),
            }
        };
        let castles = |side| self.castles().filter(|&(_, owner)| owner == side).count();
        Outcome {
            verdict: self.verdict,
            turn: self.turn,
            left: BySide::new(|side| self.living_strength(side)),
            start: BySide::new(|side| self.start_strength(side)),
            castles: BySide::new(|side| u32::try_from(castles(side)).unwrap_or(u32::MAX)),
            victory_points: self
                .counts_victory_points()
                .then(|| BySide::new(|side| self.victory_points(side))),
            degree: self.degree_of_victory().map(str::to_owned),
            units: self.roster().map(unit).collect(),
        }
    }
}
