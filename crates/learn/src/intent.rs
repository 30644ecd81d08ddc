//! Intents: what a unit is to do in one word, and the order that does it best by a rule of thumb.

use std::cmp::Reverse;

use hotgates_engine::{Attack, Battle, Cell, FieldCache, MovementPoints, Order, Reach, Side, UnitId};

/// An aim of a unit in its half-turn, for learners that choose among scripts and not among hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnitIntent {
    /// Attack the enemy whose expected losses exceed the unit's own by most.
    Strike,
    /// Go where the way to the nearest enemy is shortest.
    Close,
    /// Go where the way to the nearest hex that the enemy holds and that decides the battle is shortest.
    Advance,
    /// Go to the best cover within reach.
    Cover,
    /// Go farther away from the nearest enemy.
    Withdraw,
    /// Leave the map, where a goal asks for it.
    Leave,
}

impl UnitIntent {
    /// Every intent, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Strike, Self::Close, Self::Advance, Self::Cover, Self::Withdraw, Self::Leave];

    /// Number of intents.
    pub(crate) const COUNT: u32 = 6;

    /// Returns the word for it, such as `strike`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strike => "strike",
            Self::Close => "close",
            Self::Advance => "advance",
            Self::Cover => "cover",
            Self::Withdraw => "withdraw",
            Self::Leave => "leave",
        }
    }
}

/// Finds the orders that intents stand for, with memory that the next search uses again.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Order, Scenario, UnitId};
/// use hotgates_learn::{IntentPlanner, UnitIntent};
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let orders = IntentPlanner::default().orders_of_unit(&battle, UnitId(0));
/// assert!(orders[UnitIntent::Strike as usize].is_none(), "no enemy is in range");
/// assert!(matches!(orders[UnitIntent::Close as usize], Some(Order::Move { .. })));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct IntentPlanner {
    reach: Reach,
    fields: FieldCache,
    targets: Vec<(UnitId, Attack)>,
    enemies: Vec<Cell>,
    wanted: Vec<Cell>,
    stops: Vec<(Cell, MovementPoints)>,
}

impl IntentPlanner {
    /// Returns for each intent the order by which a unit of the side to move follows it; `None` where nothing that
    /// the unit may do follows it. The battle is as the side knows it.
    pub fn orders_of_unit(&mut self, battle: &Battle, unit: UnitId) -> [Option<Order>; 6] {
        let side = battle.side();
        if battle.verdict().is_some() || battle.info(unit).side != side || !battle.unit(unit).alive() {
            return [None; 6];
        }
        self.list_aims(battle, side);
        battle.reach(unit, &mut self.reach);
        self.stops.clear();
        self.stops.extend(battle.destinations(&self.reach));
        self.stops.sort_unstable_by_key(|&(cell, _)| cell);
        let moved = |cell: Cell| Order::Move { unit, to: battle.grid().hex(cell) };
        UnitIntent::ALL.map(|intent| match intent {
            UnitIntent::Strike => self.best_strike(battle, unit),
            UnitIntent::Close => self.nearest_stop(battle, unit, false).map(moved),
            UnitIntent::Advance => self.nearest_stop(battle, unit, true).map(moved),
            UnitIntent::Cover => self.covered_stop(battle, unit).map(moved),
            UnitIntent::Withdraw => self.farthest_stop(battle, unit).map(moved),
            UnitIntent::Leave => battle.may_exit(unit).then_some(Order::Exit { unit }),
        })
    }

    fn list_aims(&mut self, battle: &Battle, side: Side) {
        self.enemies.clear();
        self.enemies.extend(battle.living(side.other()).map(|enemy| battle.unit(enemy).cell));
        self.enemies.sort_unstable();
        self.wanted.clear();
        let stakes = battle.hexes_at_stake().filter(|&(_, owner)| owner != side);
        self.wanted.extend(stakes.map(|(cell, _)| cell));
    }

    fn best_strike(&mut self, battle: &Battle, unit: UnitId) -> Option<Order> {
        if battle.is_broken(unit) {
            return None;
        }
        battle.find_targets(unit, &mut self.targets);
        let worth = |target: UnitId| {
            let odds = battle.odds(unit, target)?;
            let [gain, loss] =
                [odds.expected_target_losses(), odds.expected_attacker_losses()].map(i64::from);
            Some((gain - loss) * 1000 / i64::from(odds.of))
        };
        let judged = self.targets.iter().filter_map(|&(target, _)| Some((worth(target)?, Reverse(target))));
        judged.max().map(|(_, Reverse(target))| Order::Attack { unit, target })
    }

    /// Returns the stop from which the way to an enemy, or to a hex that the side wants, is shortest; `None` where no
    /// stop is nearer than the unit is.
    fn nearest_stop(&mut self, battle: &Battle, unit: UnitId, to_hexes: bool) -> Option<Cell> {
        let targets = if to_hexes { &self.wanted } else { &self.enemies };
        if targets.is_empty() || self.stops.is_empty() {
            return None;
        }
        let costs = battle.map().costs(battle.info(unit).kind);
        let field = self.fields.field_towards(battle.grid(), costs, targets);
        let here = field.cost_from(battle.unit(unit).cell).unwrap_or(u32::MAX);
        let stops =
            self.stops.iter().filter_map(|&(cell, left)| Some((field.cost_from(cell)?, Reverse(left), cell)));
        stops.min().filter(|&(cost, ..)| cost < here).map(|(.., cell)| cell)
    }

    fn covered_stop(&self, battle: &Battle, unit: UnitId) -> Option<Cell> {
        let kind = battle.info(unit).kind;
        let here = battle.cover_on(kind, battle.unit(unit).cell);
        let stops = self.stops.iter().map(|&(cell, left)| (battle.cover_on(kind, cell), left, Reverse(cell)));
        stops.max().filter(|&(cover, ..)| cover > here).map(|(.., Reverse(cell))| cell)
    }

    fn farthest_stop(&self, battle: &Battle, unit: UnitId) -> Option<Cell> {
        let (grid, kind) = (battle.grid(), battle.info(unit).kind);
        let to_enemy = |cell: Cell| self.enemies.iter().map(|&enemy| grid.distance(cell, enemy)).min();
        let here = to_enemy(battle.unit(unit).cell)?;
        let stops = self.stops.iter();
        let far = stops
            .filter_map(|&(cell, _)| Some((to_enemy(cell)?, battle.cover_on(kind, cell), Reverse(cell))));
        far.max().filter(|&(far, ..)| far > here).map(|(.., Reverse(cell))| cell)
    }
}
