//! Both sides arrange their units before the first turn, and neither sees what the other does.

use hotgates_engine::{Battle, BySide, Coord, Knower, Scenario, Side, UnitId};
use hotgates_play::{DeploymentField, arranged_scenario};
use hotgates_protocol::{TableArrangement, TableBattle, UnitPlaces};

use crate::clock::ClockRules;
use crate::record::TableRecord;
use crate::refusal::TableRefusalKind;

/// Most times that a side may place units, or take that back.
const MOST_PLACINGS: usize = 1000;

/// The stage in which units are arranged.
pub(crate) struct ArrangingStage {
    /// The scenario, with the key of the dice.
    scenario: Scenario,
    start: Battle,
    sides: BySide<SideArrangement>,
    /// When the stage began, in milliseconds of the server's clock.
    since_ms: u64,
}

/// The arrangement of one side.
struct SideArrangement {
    field: DeploymentField,
    /// Places of units after each placing that was not taken back.
    placings: Vec<Vec<(UnitId, Coord)>>,
    /// Number of placings, those taken back included.
    count: usize,
    ready: bool,
}

impl SideArrangement {
    fn places(&self) -> &[(UnitId, Coord)] {
        self.placings.last().map_or(&[], Vec::as_slice)
    }
}

impl ArrangingStage {
    /// Begins the stage of a scenario that begins as `start` if nobody places anything; sides without a person are ready.
    pub(crate) fn begin(
        (scenario, start): (Scenario, Battle),
        is_person: impl Fn(Side) -> bool,
        at_ms: u64,
    ) -> Self {
        let sides = BySide::new(|side| SideArrangement {
            field: DeploymentField::of_side(&scenario, &start, side),
            placings: Vec::new(),
            count: 0,
            ready: !is_person(side),
        });
        Self { scenario, start, sides, since_ms: at_ms }
    }

    /// Returns `true` once a side has arranged its units.
    pub(crate) fn is_ready(&self, side: Side) -> bool {
        self.sides[side].ready
    }

    /// Returns the first side that has still to arrange its units.
    pub(crate) fn awaited_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| !self.is_ready(side))
    }

    /// Returns when the battle begins, whoever is ready.
    pub(crate) const fn deadline_ms(&self, rules: ClockRules) -> u64 {
        self.since_ms.saturating_add(rules.half_turn_ms)
    }

    /// Lets some time count for nobody.
    pub(crate) const fn pass_time(&mut self, ms: u64) {
        self.since_ms = self.since_ms.saturating_add(ms);
    }

    /// Returns `true` if a side can take back what it has placed last.
    pub(crate) fn can_take_back(&self, side: Side) -> bool {
        !self.is_ready(side) && !self.sides[side].placings.is_empty()
    }

    /// Returns where a side has placed units.
    pub(crate) fn placed(&self, side: Side) -> UnitPlaces {
        UnitPlaces { places: self.sides[side].places().to_vec() }
    }

    /// Returns what a side is told as it begins to arrange its units, or comes back to that.
    pub(crate) fn message(&self, side: Side) -> TableArrangement {
        TableArrangement {
            battle: TableBattle::of_battle(&self.scenario, &self.start, Some(Knower::Side(side))),
            zone: self.sides[side].field.zone().to_vec(),
            placed: self.placed(side),
        }
    }

    fn check_open(&self, side: Side) -> Result<(), TableRefusalKind> {
        if self.is_ready(side) {
            return Err(TableRefusalKind::NotNow("the units are arranged"));
        }
        if self.sides[side].count >= MOST_PLACINGS {
            return Err(TableRefusalKind::NotNow("units were placed too often"));
        }
        Ok(())
    }

    /// Returns the record of a side's units placed so; `None` if they stand so already.
    pub(crate) fn decide_placing(
        &self,
        side: Side,
        placed: &UnitPlaces,
    ) -> Result<Option<TableRecord>, TableRefusalKind> {
        self.check_open(side)?;
        let own = &self.sides[side];
        let moved = own.field.check_places(&placed.places).map_err(TableRefusalKind::Misplaced)?;
        Ok((moved != own.places()).then_some(TableRecord::Placed(side, moved)))
    }

    /// Returns the record by which a side takes back what it has placed last.
    pub(crate) fn decide_taking_back(&self, side: Side) -> Result<Option<TableRecord>, TableRefusalKind> {
        self.check_open(side)?;
        let Some((_, before)) = self.sides[side].placings.split_last() else {
            return Err(TableRefusalKind::NotNow("no unit was placed that could be taken back"));
        };
        Ok(Some(TableRecord::Placed(side, before.last().cloned().unwrap_or_default())))
    }

    /// Follows a placing; to place units as they stood before the last one is to take that back. Returns `None` if the units
    /// may not stand so.
    pub(crate) fn place_units(&mut self, side: Side, places: &[(UnitId, Coord)]) -> Option<()> {
        let own = &mut self.sides[side];
        if own.ready || own.field.check_places(places).is_err() {
            return None;
        }
        own.count += 1;
        let before =
            own.placings.split_last().map(|(_, before)| before.last().map_or(&[][..], Vec::as_slice));
        if before == Some(places) {
            own.placings.pop();
        } else {
            own.placings.push(places.to_vec());
        }
        Some(())
    }

    /// Follows that a side has arranged its units; returns `None` if it had done so before.
    pub(crate) fn end_for(&mut self, side: Side) -> Option<()> {
        let was_ready = std::mem::replace(&mut self.sides[side].ready, true);
        (!was_ready).then_some(())
    }

    /// Returns the scenario with all units where both sides have placed them, and its battle. Where both together cannot
    /// begin a battle, all stand as the scenario has them.
    pub(crate) fn arranged_battle(self) -> (Scenario, Battle) {
        let Self { scenario, start, sides, .. } = self;
        let places = BySide::new(|side| sides[side].places().to_vec());
        let arranged = arranged_scenario(&scenario, &start, &places);
        match Battle::from_scenario(&arranged) {
            Ok(battle) => (arranged, battle),
            Err(_) => (scenario, start),
        }
    }
}
