//! Units near a hex, listed or looked up, whichever is faster.

use hotgates_grid::{Cell, Hex, is_within};

use crate::battle::unit::UnitId;
use crate::battle::{Battle, unit_id, unpack_hex};
use hotgates_text::Side;

impl Battle {
    /// Finds the enemies of `side` that stand at most `range` hexes away from a cell, each with its
    /// hex, in no order that callers may rely on.
    ///
    /// Cost: `O(hexes)` within range, or `O(enemies)` where there are fewer.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Scenario, Side};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry", at: (2, 0))]),
    /// )"##)?;
    /// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// let castle = battle.map().castles()[0];
    /// assert_eq!(battle.enemies_within(Side::Blue, castle, 8).count(), 0);
    /// assert_eq!(battle.enemies_within(Side::Blue, castle, 9).count(), 1);
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[inline]
    pub fn enemies_within(
        &self,
        side: Side,
        centre: Cell,
        range: u32,
    ) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        self.units_within(side.other(), centre, range)
    }

    /// Finds the units of `side` that stand at most `range` hexes away from a cell, each with its
    /// hex, in no order that callers may rely on.
    ///
    /// Cost: `O(hexes)` within range, or `O(units)` where there are fewer.
    #[inline]
    pub fn units_within(
        &self,
        side: Side,
        centre: Cell,
        range: u32,
    ) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let few = self.is_listing_all_faster(side, range);
        let middle = self.grid().hex(centre);
        let listed = few.then(|| {
            // The destroyed ones lie too far away for every range.
            self.unit_hexes(side).filter(move |&(_, hex)| is_within(hex, middle, range))
        });
        let looked_up = (!few).then(|| {
            let units = self.grid().within(centre, range);
            let units = units.filter_map(|(hex, cell)| Some((self.at(cell)?, hex)));
            units.filter(move |&(unit, _)| self.info(unit).side == side)
        });
        listed.into_iter().flatten().chain(looked_up.into_iter().flatten())
    }

    /// Returns `true` if listing all units of a side is faster than looking at all hexes within a
    /// range: the hex of a unit is read off twice as fast as the unit on a hex is looked up.
    #[inline]
    pub(super) fn is_listing_all_faster(&self, side: Side, range: u32) -> bool {
        u64::from(self.alive(side)) <= 2 * u64::from(Hex::range_count(range))
    }

    /// Lists every unit of a side with its hex, a hex far off the map for those destroyed.
    #[inline]
    pub(super) fn unit_hexes(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let places = self.places_in_roster(side);
        let units = (unit_id(places.start).0..).map(UnitId);
        self.places[places].iter().zip(units).map(|(&place, unit)| (unit, unpack_hex(place)))
    }
}
