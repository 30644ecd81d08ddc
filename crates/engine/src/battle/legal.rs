//! Legal orders: exactly those that `act` follows.

mod proposals;

use hotgates_grid::{Cell, MovementPoints, Reach};
use proposals::ProposalTable;

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::order::Order;
use crate::battle::unit::UnitId;
use crate::battle::zone::EnemyObstacles;
use hotgates_rules::{Attack, Dice, Odds};
use hotgates_scenario::cell_blocking_line_of_sight;

impl Battle {
    /// Computes where a unit can get to with the points it has left, hexes that it may only pass
    /// through included. A unit passes through friends; enemies block it, and so may their zones of
    /// control.
    ///
    /// Cost: `O(hexes reached)`, whatever the size of the map and of the armies.
    pub fn reach(&self, unit: UnitId, reach: &mut Reach) {
        let state = self.unit(unit);
        let budget = if state.halted || !state.alive() || self.is_broken(unit) {
            MovementPoints(0)
        } else {
            state.left
        };
        self.reach_with(unit, state.cell, budget, reach);
    }

    /// Like [`reach`](Self::reach), for a unit that would stand on `from` with `budget` points:
    /// next turn's reach.
    pub fn reach_with(&self, unit: UnitId, from: Cell, budget: MovementPoints, reach: &mut Reach) {
        let info = self.info(unit);
        reach.search_from(
            self.cost_layer(info.kind),
            from,
            budget,
            EnemyObstacles::enemies_of_unit(self, unit),
        );
    }

    /// Lists the cells a unit can move to, with the points left there; `reach` as
    /// [`reach`](Self::reach) filled it for this unit.
    pub fn destinations<'a>(&'a self, reach: &'a Reach) -> impl Iterator<Item = (Cell, MovementPoints)> + 'a {
        reach.cells_in_reach().filter(|&(cell, _)| self.at(cell).is_none())
    }

    /// Finds the enemies a unit can attack from where it stands with the points it has left, and
    /// how, in ascending order.
    pub fn find_targets(&self, unit: UnitId, found: &mut Vec<(UnitId, Attack)>) {
        found.clear();
        let state = self.unit(unit);
        if state.alive() && state.left >= self.kind(unit).attack_cost {
            self.find_targets_from(unit, state.cell, found);
        }
    }

    /// Finds the enemies a unit could attack if it stood on `from` with points enough, and how, in
    /// ascending order.
    ///
    /// Cost: `O(hexes in range)`, or `O(enemies)` where there are fewer.
    pub fn find_targets_from(&self, unit: UnitId, from: Cell, found: &mut Vec<(UnitId, Attack)>) {
        found.clear();
        if self.is_wavering(unit) {
            return;
        }
        let side = self.info(unit).side;
        let range = self.kind(unit).ranged.as_ref().map_or(1, |ranged| ranged.max);
        let consider = |enemy: UnitId| {
            let to = self.unit(enemy).cell;
            if let Some(by) = self.attack_mode_between(unit, from, to)
                && self.cell_blocking_fire(from, to).is_none()
            {
                found.push((enemy, by));
            }
        };
        if range == 1 {
            let around = self.grid().around(from).into_iter();
            around
                .filter_map(|cell| self.at(cell))
                .filter(|&other| self.info(other).side != side)
                .for_each(consider);
        } else {
            self.enemies_within(side, from, range).map(|(enemy, _)| enemy).for_each(consider);
        }
        found.sort_unstable_by_key(|&(enemy, _)| enemy);
    }

    /// Returns `true` if a unit could attack this enemy if it stood on `from` with points enough.
    pub fn can_attack(&self, unit: UnitId, from: Cell, target: UnitId) -> bool {
        self.attack_mode_from(unit, from, self.unit(target).cell).is_some()
    }

    /// Returns the first cell that blocks the line of fire between two cells; `None` where no cell does.
    #[inline]
    pub(crate) fn cell_blocking_fire(&self, from: Cell, to: Cell) -> Option<Cell> {
        let (grid, ground) = (self.grid(), (self.rules(), self.map()));
        let blocking = || cell_blocking_line_of_sight(ground, grid.hex(from), grid.hex(to));
        if self.rules().options.line_of_sight { blocking() } else { None }
    }

    /// Returns the mode of attack of a unit on `from` with points enough against an enemy on `to`,
    /// if one stood there; `None` out of range, out of sight, or for a unit that wavers.
    pub fn attack_mode_from(&self, unit: UnitId, from: Cell, to: Cell) -> Option<Attack> {
        self.attack_mode_between(unit, from, to)
            .filter(|_| !self.is_wavering(unit) && self.cell_blocking_fire(from, to).is_none())
    }

    /// Returns the exact odds of an attack from where the unit stands; `None` when the target is
    /// out of range.
    pub fn odds(&self, unit: UnitId, target: UnitId) -> Option<Odds> {
        self.odds_from(unit, self.unit(unit).cell, target)
    }

    /// Returns the exact odds of an attack as if the unit stood on `from`; `None` when the target
    /// is out of range.
    pub fn odds_from(&self, unit: UnitId, from: Cell, target: UnitId) -> Option<Odds> {
        let to = self.unit(target).cell;
        let by = self.attack_mode_between(unit, from, to)?;
        let (attacker, defender) = self.fighters_in_attack(unit, from, target);
        let setting = self.attack_setting(unit, from, target);
        let supporter =
            self.supporter_in_attack(by, from, target).map(|gun| self.fighter_in_support(gun, from));
        Some(Odds::with_support(self.combat(), by, (attacker, defender), setting, supporter))
    }
}

/// A list of legal orders, with memory that the next list uses again.
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
/// use hotgates_engine::{LegalOrders, Order, UnitId};
///
/// let mut orders = LegalOrders::new();
/// let all = orders.orders_of_side(&battle);
/// assert_eq!(all.last(), Some(&Order::EndTurn));
/// assert!(all.contains(&Order::Attack { unit: UnitId(0), target: UnitId(1) }));
/// assert!(all.iter().all(|&order| battle.check(order).is_ok()));
/// assert!(orders.orders_of_unit(&battle, UnitId(1)).is_empty(), "it is Red's turn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct LegalOrders {
    orders: Vec<Order>,
    reach: Reach,
    targets: Vec<(UnitId, Attack)>,
    proposals: ProposalTable,
}

/// Number of proposals tried for each unit before it is cheaper to list the orders.
const TRIALS: usize = 24;

impl LegalOrders {
    /// Makes an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lists every legal order of one unit: its moves in ascending cells, then its attacks, then
    /// to leave the map, then its turns, then its works. None for a unit that is not to move or has been
    /// destroyed, and none once the battle is over.
    pub fn orders_of_unit(&mut self, battle: &Battle, unit: UnitId) -> &[Order] {
        let battle = battle.known_to(battle.side());
        self.orders.clear();
        let mover = battle.unit(unit).alive() && battle.info(unit).side == battle.side();
        if battle.verdict().is_none() && mover {
            self.add_orders(battle, unit);
        }
        &self.orders
    }

    /// Lists every legal order of the side to move, unit by unit, and last to end the turn. None
    /// once the battle is over.
    pub fn orders_of_side(&mut self, battle: &Battle) -> &[Order] {
        let battle = battle.known_to(battle.side());
        self.orders.clear();
        if battle.verdict().is_none() {
            for unit in battle.living(battle.side()) {
                self.add_orders(battle, unit);
            }
            self.orders.push(Order::EndTurn);
        }
        &self.orders
    }

    /// Draws one of all legal orders of the side to move, each equally likely. `None` once the
    /// battle is over.
    ///
    /// Rejection sampling: a proposal is drawn from a table in which each legal order stands
    /// exactly once, a move by its hex, an attack by its target's hex, and accepted if it is legal;
    /// else another one is drawn. When too many have been rejected, the orders are listed and one
    /// of them is drawn, which is as fair. Cost: `O(units)` and some short path searches, far below
    /// that of listing.
    pub fn draw_random_order(&mut self, battle: &Battle, dice: &mut Dice) -> Option<Order> {
        if battle.verdict().is_some() {
            return None;
        }
        let battle = battle.known_to(battle.side());
        // The table proposes moves and attacks only.
        let exits = battle.has_extra_state() && battle.goal_table().has_exits();
        if let Some(count) = self.proposals.count_proposals(battle).filter(|_| !exits) {
            for _ in 0..TRIALS * (self.proposals.unit_count() + 1) {
                let proposal = dice.draw_below(count + 1);
                if proposal == count {
                    return Some(Order::EndTurn);
                }
                let accepted = self.proposals.accept_proposal(battle, proposal, &mut self.reach);
                if accepted.is_some() {
                    return accepted;
                }
            }
        }
        let count = self.orders_of_side(battle).len();
        let drawn = dice.draw_below(u32::try_from(count).expect("fewer orders than hexes times units"));
        let order = self.orders[drawn as usize];
        if let Order::Move { unit, to } = order {
            // Drawing leaves the path of a move in `reach`.
            battle.find_move_path(unit, battle.grid().cell(to)?, &mut self.reach);
        }
        Some(order)
    }

    /// [Draws](Self::draw_random_order) a legal order and follows it, which is faster than to draw it and
    /// then to [act](Battle::act): what was found out by drawing is not asked again, neither to
    /// follow the order nor to draw the next. `dice` decide both. Returns the order, `None` once
    /// the battle is over.
    pub fn draw_and_follow_order(
        &mut self,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Vec<Event>,
    ) -> Option<Order> {
        let order = self.draw_random_order(battle, dice)?;
        battle.follow_order(order, self.reach.found_path(), dice, log);
        // Under fog of war an order may show enemies, for which the table has no rows.
        if !battle.has_fog() {
            self.proposals.keep_table_after_order(battle, order);
        }
        Some(order)
    }

    fn add_orders(&mut self, battle: &Battle, unit: UnitId) {
        let first = self.orders.len();
        battle.reach(unit, &mut self.reach);
        let grid = battle.grid();
        let moves =
            battle.destinations(&self.reach).map(|(cell, _)| Order::Move { unit, to: grid.hex(cell) });
        self.orders.extend(moves);
        self.orders[first..].sort_unstable_by_key(|order| match order {
            // Ascending cells: column by column.
            Order::Move { to, .. } => (to.x, to.y),
            _ => (i32::MAX, 0),
        });
        battle.find_targets(unit, &mut self.targets);
        self.orders.extend(self.targets.iter().map(|&(target, _)| Order::Attack { unit, target }));
        self.orders.extend(battle.may_exit(unit).then_some(Order::Exit { unit }));
        if battle.cost_of_turn(unit).is_some() {
            let ways = battle.ways_to_turn(unit).into_iter();
            self.orders.extend(ways.map(|way| Order::Face { unit, way }));
        }
        if battle.has_extra_state() {
            self.orders.extend(battle.possible_works(unit));
        }
    }
}
