//! Supply in a battle: where supplies come from and whom they reach, and the rounds of guns.

use hotgates_grid::{Cell, CellSet, cells_within_cost};
use hotgates_rules::Condition;

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use hotgates_text::Side;

impl Battle {
    /// Collects the cells that supplies of a side reach at this moment, as far as this battle knows the
    /// enemy; `None` where the rules have no supply.
    ///
    /// Supplies come from the castles that the side holds, its home or else the hexes over which its units would
    /// leave the map, and depots on which a unit of it stands. They travel through no enemy, and through the zone of
    /// one that has not broken only where a friend stands. Cost: `O(hexes)` within their reach.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Scenario, Side, SupplyRule};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// assert!(Battle::from_scenario(&scenario).expect("sound").cells_in_supply(Side::Blue).is_none());
    /// scenario.rules.options.supply = Some(SupplyRule::default());
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let cells = battle.cells_in_supply(Side::Blue).expect("the rules have supply");
    /// assert!(cells.contains(battle.map().castles()[0]));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[must_use]
    pub fn cells_in_supply(&self, side: Side) -> Option<CellSet> {
        let rule = self.rules().options.supply.as_ref()?;
        let layer = self.cost_layer(self.rules().carrier_type()?);
        let closed = self.cells_closed_by_enemies(side, true);
        let open = |&cell: &Cell| layer.costs[cell.index()] > 0 && !closed.contains(cell);
        let castles = self.castles().filter(|&(_, owner)| owner == side).map(|(castle, _)| castle);
        let depots = self.living(side).map(|unit| self.unit(unit).cell);
        let depots = depots.filter(|&cell| self.rules().terrains[self.map().terrain(cell)].depot);
        let homes = self.arena.homes.of_side(side).iter().copied();
        let sources = castles.chain(depots).chain(homes).filter(open);
        Some(cells_within_cost(layer, sources, rule.reach.0.into(), &closed))
    }

    /// Returns `true` if supplies reach a unit, given the cells that they reach. They reach a hex that they
    /// cannot enter from the hexes beside it.
    pub(crate) fn is_reached_by_supplies(&self, unit: UnitId, supplied: &CellSet) -> bool {
        let cell = self.unit(unit).cell;
        let enterable = |carrier| self.map().costs(carrier)[cell.index()] > 0;
        let beside = || self.grid().around(cell).into_iter().any(|next| supplied.contains(next));
        supplied.contains(cell) || !self.rules().carrier_type().is_some_and(enterable) && beside()
    }

    /// Number of ranged attacks that a unit can make before it gets more ammunition; `None` for any number.
    ///
    /// ```
    /// use hotgates_engine::{AmmunitionRule, Battle, MapFile, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "A gun and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "artillery", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.options.ammunition = Some(AmmunitionRule::default());
    /// scenario.rules.units[2].rounds = Some(6);
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// assert_eq!([UnitId(0), UnitId(1)].map(|unit| battle.rounds_left(unit)), [Some(6), None]);
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[inline]
    pub fn rounds_left(&self, unit: UnitId) -> Option<u32> {
        if !self.has_extra_state() || self.rules().options.ammunition.is_none() {
            return None;
        }
        let full = self.kind(unit).rounds?;
        Some(full.saturating_sub(self.condition(unit).spent.into()))
    }

    /// Applies an event of the rules of supply and ammunition.
    #[cold]
    pub(super) fn apply_supply_event(&mut self, event: &Event) {
        match *event {
            Event::Unsupplied { unit, half_turns, left } => {
                self.change_condition(unit, |condition| condition.unsupplied = half_turns);
                self.change_unit(unit, |state| state.left = left);
            }
            Event::Resupplied { unit } => {
                self.change_condition(unit, |condition| condition.unsupplied = Condition::FRESH.unsupplied);
            }
            Event::RoundsChanged { unit, spent } => {
                self.change_condition(unit, |condition| condition.spent = spent);
            }
            _ => unreachable!("only these rules have these"),
        }
    }
}
