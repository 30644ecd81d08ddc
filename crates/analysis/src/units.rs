//! Records of the units in a battle: men, hexes, half-turns.

use hotgates_engine::{Battle, Event, Order, UnitId};

/// Record of a unit in a battle, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnitRecord {
    /// Number of men that its blows cost the enemy.
    pub dealt: u32,
    /// Number of men that it lost.
    pub lost: u32,
    /// Number of attacks that it made.
    pub attacks: u32,
    /// Number of units that its blows destroyed.
    pub destroyed: u32,
    /// Number of hexes that it went.
    pub marched: u32,
    /// Number of enemy half-turns in which it was attacked and kept its hex.
    pub held: u32,
    /// Number of its own half-turns, alive at their end.
    pub half_turns: u32,
    /// Number of these in which it got no order.
    pub idle: u32,
}

/// Counts what units do, order by order.
///
/// ```
/// use hotgates_analysis::UnitCounter;
/// use hotgates_engine::{Battle, Coord, Dice, MapFile, Order, Scenario, UnitId};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let mut battle =
///     Battle::from_scenario(&Scenario::classic(map)).map_err(|faults| faults[0].to_string())?;
/// let mut counter = UnitCounter::new(&battle);
/// let to = Coord { col: 9, row: 0 }.hex();
/// for order in [Order::Move { unit: UnitId(0), to }, Order::EndTurn, Order::EndTurn] {
///     let (before, mut events) = (battle.clone(), Vec::new());
///     battle.act(order, &mut Dice::new(1), &mut events)?;
///     counter.count_order_events(&before, order, &events);
/// }
/// let [red, blue] = counter.records() else { panic!("two units") };
/// assert_eq!((red.marched, red.idle, blue.half_turns, blue.idle), (2, 0, 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct UnitCounter {
    records: Vec<UnitRecord>,
    /// Men of each unit at the start.
    men: Vec<u32>,
    /// Units that were ordered in this half-turn.
    ordered: Vec<bool>,
    /// Units that were attacked in this half-turn.
    attacked: Vec<bool>,
}

impl UnitCounter {
    /// Returns a counter for the units of a battle.
    #[must_use]
    pub fn new(battle: &Battle) -> Self {
        let units = battle.roster().len();
        Self {
            records: vec![UnitRecord::default(); units],
            men: battle.roster().map(|(unit, _)| battle.living_men(unit).0.into()).collect(),
            ordered: vec![false; units],
            attacked: vec![false; units],
        }
    }

    /// Counts an order with the events that it led to.
    pub fn count_order_events(&mut self, before: &Battle, order: Order, events: &[Event]) {
        if let Some(unit) = order.unit() {
            self.ordered[unit.index()] = true;
        }
        for event in events {
            match *event {
                Event::Stepped { unit, .. } => self.records[unit.index()].marched += 1,
                Event::Attacked { unit, target, .. } => {
                    self.records[unit.index()].attacks += 1;
                    self.attacked[target.index()] = true;
                }
                Event::Hit { unit, by, losses, left, .. } => {
                    self.records[unit.index()].lost += u32::from(losses.0);
                    if let Some(by) = by {
                        let striker = &mut self.records[by.index()];
                        striker.dealt += u32::from(losses.0);
                        striker.destroyed += u32::from(left.0 == 0);
                    }
                }
                Event::GaveWay { unit, back, .. } => self.records[unit.index()].lost -= u32::from(back.0),
                // All that it had left are lost.
                Event::Surrendered { unit } => self.records[unit.index()].lost = self.men[unit.index()],
                Event::CastleTaken { .. }
                | Event::HexTaken { .. }
                | Event::GoalAdvanced { .. }
                | Event::Arrived { .. }
                | Event::Departed { .. }
                | Event::Called { .. }
                | Event::RanInto { .. }
                | Event::CohesionChanged { .. }
                | Event::Broke { .. }
                | Event::Rallied { .. }
                | Event::Pursued { .. }
                | Event::Ran { .. }
                | Event::Unsupplied { .. }
                | Event::Resupplied { .. }
                | Event::RoundsChanged { .. }
                | Event::ExperienceGained { .. }
                | Event::Promoted { .. }
                | Event::OfficerFell { .. }
                | Event::Reacted { .. }
                | Event::WentBack { .. }
                | Event::Faced { .. }
                | Event::Worked { .. }
                | Event::TerrainChanged { .. }
                | Event::WeatherChanged { .. }
                | Event::Sighted { .. }
                | Event::Vanished { .. }
                | Event::Scripted { .. }
                | Event::HalfTurnBegan { .. }
                | Event::Ended { .. } => {}
            }
        }
        if order == Order::EndTurn {
            self.end_half_turn(before);
        }
    }

    fn end_half_turn(&mut self, battle: &Battle) {
        let side = battle.side();
        for unit in battle.living(side) {
            let record = &mut self.records[unit.index()];
            record.half_turns += 1;
            record.idle += u32::from(!self.ordered[unit.index()]);
        }
        for unit in battle.living(side.other()) {
            self.records[unit.index()].held += u32::from(self.attacked[unit.index()]);
        }
        self.ordered.fill(false);
        self.attacked.fill(false);
    }

    /// Returns what each unit has done, in the order of the roster.
    #[must_use]
    pub fn records(&self) -> &[UnitRecord] {
        &self.records
    }

    /// Returns what a unit has done.
    #[must_use]
    pub fn record_of(&self, unit: UnitId) -> UnitRecord {
        self.records[unit.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{MapFile, Permille, Scenario, Strength};

    /// Of 900 men 100 fall and 800 surrender.
    #[test]
    fn men_who_surrender_are_lost() {
        let map = MapFile::from_ron(
            r##"(name: "duel", rows: ["............", "#...........", "............"],
            red: (units: [(type: "infantry", strength: 900, at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
        );
        let battle = Battle::from_scenario(&Scenario::classic(map.unwrap())).unwrap();
        let unit = UnitId(0);
        let hit =
            Event::Hit { unit, by: None, roll: Permille(1000), losses: Strength(100), left: Strength(800) };
        let mut counter = UnitCounter::new(&battle);
        counter.count_order_events(&battle, Order::EndTurn, &[hit, Event::Surrendered { unit }]);
        assert_eq!(counter.record_of(unit).lost, 900);
    }
}
