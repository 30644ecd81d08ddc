//! Masks: which actions are legal now, kept from one order to the next.

use hotgates_engine::{Attack, Battle, Cell, LegalOrders, Order, Reach, Side, UnitId, UnitState, ZoneEffect};

use crate::action::{ActionForm, ActionSpace};
use crate::intent::IntentPlanner;

/// The meaning of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionMeaning {
    /// Picks a unit, to which the next action gives an order.
    Picks(UnitId),
    /// Gives an order.
    Orders(Order),
}

/// The legal actions of the side to move, as one byte each: 1 where legal.
///
/// **Invariant:** after [`follow_battle`](Self::follow_battle) the mask is the one that listing all legal orders makes.
/// Kept by `a_kept_mask_is_the_listed_one`.
///
/// Where the rules hide nothing and units have no condition, only the units near what has changed are asked again;
/// under other rules all are.
#[derive(Debug, Clone)]
pub struct ActionMask {
    space: ActionSpace,
    bytes: Vec<i8>,
    /// Actions of the form `pick` that are set.
    set: Vec<u32>,
    legal: u32,
    picked: Option<UnitId>,
    half_turn: Option<(u32, Side)>,
    /// The units as they were when the mask was last brought up to date, and which of them have changed since.
    seen: Vec<UnitState>,
    touched: Vec<bool>,
    /// `true` for each cell on which a unit stands.
    taken: Vec<bool>,
    /// `true` if an enemy of the side to move has lost men.
    enemies_lost: bool,
    able: Vec<AbleUnit>,
    rows: Vec<Vec<u32>>,
    intents: Vec<[Option<Order>; 6]>,
    changed: Vec<Cell>,
    /// Number of hexes that decide the battle and that the enemy holds.
    wanted: usize,
    search: OrderSearch,
}

/// Knowledge about the orders that a unit can be given.
#[derive(Debug, Clone, Copy, Default)]
struct AbleUnit {
    able: bool,
    /// A free hex beside it that it can enter, as long as it and the hex stay as they are.
    witness: Option<Cell>,
}

#[derive(Debug, Clone, Default)]
struct OrderSearch {
    reach: Reach,
    targets: Vec<(UnitId, Attack)>,
    listed: LegalOrders,
    planner: IntentPlanner,
}

impl ActionMask {
    /// Makes the mask of a battle's first position.
    #[must_use]
    pub fn new(battle: &Battle, form: ActionForm) -> Self {
        let space = ActionSpace::new(battle, form);
        let units = battle.roster().len();
        let mut mask = Self {
            bytes: vec![0; space.action_count() as usize],
            space,
            set: Vec::new(),
            legal: 0,
            picked: None,
            half_turn: None,
            seen: Vec::new(),
            touched: vec![true; units],
            taken: vec![false; battle.grid().len()],
            enemies_lost: false,
            able: vec![AbleUnit::default(); units],
            rows: vec![Vec::new(); units],
            intents: vec![[None; 6]; units],
            changed: Vec::new(),
            wanted: 0,
            search: OrderSearch::default(),
        };
        mask.follow_battle(battle);
        mask
    }

    /// Numbering of the actions.
    pub const fn space(&self) -> &ActionSpace {
        &self.space
    }

    /// Returns one byte for each action: 1 where legal, else 0. All 0 once the battle is over.
    pub fn as_bytes(&self) -> &[i8] {
        &self.bytes
    }

    /// Number of legal actions.
    pub const fn legal_count(&self) -> u32 {
        self.legal
    }

    /// Unit that the last action picked.
    pub const fn picked_unit(&self) -> Option<UnitId> {
        self.picked
    }

    /// Returns `true` if an action is legal.
    pub fn is_legal(&self, action: u32) -> bool {
        self.bytes.get(action as usize) == Some(&1)
    }

    /// Returns the first legal action; `None` once the battle is over.
    pub fn any_action(&self) -> Option<u32> {
        self.nth_action(0)
    }

    /// Returns a legal action by its number among the legal ones; the order is that of no list.
    pub fn nth_action(&self, number: u32) -> Option<u32> {
        if self.space.form() == ActionForm::Pick {
            return self.set.get(number as usize).copied();
        }
        let legal = (0..).zip(&self.bytes).filter(|&(_, &byte)| byte == 1).map(|(action, _)| action);
        legal.into_iter().nth(number as usize)
    }

    /// Returns the meaning of a legal action; `None` of an illegal one.
    pub fn meaning(&self, battle: &Battle, action: u32) -> Option<ActionMeaning> {
        if !self.is_legal(action) {
            return None;
        }
        let battle = battle.known_to(battle.side());
        if action == self.space.end_turn_action() {
            return Some(ActionMeaning::Orders(Order::EndTurn));
        }
        let order = match (self.space.form(), self.picked) {
            (ActionForm::Pick, None) => {
                return battle.at(self.space.places().cell(action)?).map(ActionMeaning::Picks);
            }
            (ActionForm::Pick, Some(unit)) => self.space.order_of_picked(battle, unit, action),
            (ActionForm::Flat, _) => {
                let (unit, number) = self.space.unit_of_action(battle.side(), action);
                self.space.order_in_square(battle, unit, number)
            }
            (ActionForm::Script, _) => {
                let (unit, number) = self.space.unit_of_action(battle.side(), action);
                self.intents[unit.index()][number as usize]
            }
        };
        order.map(ActionMeaning::Orders)
    }

    /// Picks a unit: the mask shows its orders.
    pub fn pick_unit(&mut self, battle: &Battle, unit: UnitId) {
        let battle = battle.known_to(battle.side());
        self.picked = Some(unit);
        self.clear_set_actions();
        if is_plain(battle) {
            battle.reach(unit, &mut self.search.reach);
            let (taken, space) = (&self.taken, &self.space);
            let stops = self.search.reach.cells_in_reach().filter(|(cell, _)| !taken[cell.index()]);
            self.set.extend(stops.map(|(cell, _)| space.action_of_cell(cell)));
            battle.find_targets(unit, &mut self.search.targets);
            let targets = self.search.targets.iter();
            self.set.extend(targets.map(|&(target, _)| self.space.action_of_cell(battle.unit(target).cell)));
        } else {
            for &order in self.search.listed.orders_of_unit(battle, unit) {
                let action = match order {
                    Order::Move { to, .. } => {
                        battle.grid().cell(to).map(|cell| self.space.action_of_cell(cell))
                    }
                    Order::Attack { target, .. } => Some(self.space.action_of_cell(battle.unit(target).cell)),
                    Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } => {
                        self.space.number_of_extra(battle.hex(unit), order)
                    }
                    Order::EndTurn => None,
                };
                self.set.extend(action);
            }
        }
        self.write_set_actions();
    }

    /// Brings the mask up to date after an order, or after any number of them. A picked unit is put back.
    ///
    /// Cost: that of the units near what has changed, or of all units of the side.
    pub fn follow_battle(&mut self, battle: &Battle) {
        let battle = battle.known_to(battle.side());
        let side = battle.side();
        self.picked = None;
        let goes_on = battle.verdict().is_none();
        let half_turn = goes_on.then_some((battle.turn(), side));
        let all = half_turn != self.half_turn || half_turn.is_none() || !is_plain(battle);
        self.half_turn = half_turn;
        self.find_changes(battle);
        match self.space.form() {
            ActionForm::Pick => self.follow_picks(battle, goes_on, all),
            ActionForm::Flat | ActionForm::Script => self.follow_rows(battle, goes_on, all),
        }
    }

    /// Finds the units that have changed since the mask was last brought up to date, and the cells on which one has
    /// come, gone or fallen.
    fn find_changes(&mut self, battle: &Battle) {
        self.changed.clear();
        self.enemies_lost = false;
        if self.seen.is_empty() {
            self.seen = battle.roster().map(|(unit, _)| *battle.unit(unit)).collect();
            self.changed.extend(self.seen.iter().map(|state| state.cell));
        }
        let units = (0..).map(UnitId).zip(&mut self.seen).zip(&mut self.touched);
        for ((unit, seen), touched) in units {
            let now = battle.unit(unit);
            *touched = now != seen;
            if !*touched {
                continue;
            }
            if now.cell != seen.cell || now.alive() != seen.alive() {
                self.changed.extend([seen.cell, now.cell]);
            }
            self.enemies_lost |= now.strength != seen.strength && battle.info(unit).side != battle.side();
            *seen = *now;
        }
        for &cell in &self.changed {
            self.taken[cell.index()] = battle.at(cell).is_some();
        }
    }

    fn follow_picks(&mut self, battle: &Battle, goes_on: bool, all: bool) {
        self.clear_set_actions();
        if goes_on {
            for unit in battle.living(battle.side()) {
                let known = self.able[unit.index()];
                let stands = !all && !self.touched[unit.index()];
                // A hex that was free and is so still goes on being a way out.
                let sure = stands && known.witness.is_some_and(|cell| !self.taken[cell.index()]);
                let spent = stands && !known.able && self.changed.is_empty();
                if !sure && !spent {
                    self.able[unit.index()] = self.search.find_order(battle, unit);
                }
                if self.able[unit.index()].able {
                    self.set.push(self.space.action_of_cell(self.seen[unit.index()].cell));
                }
            }
            self.set.push(self.space.end_turn_action());
        }
        self.write_set_actions();
    }

    fn follow_rows(&mut self, battle: &Battle, goes_on: bool, all: bool) {
        let side = battle.side();
        let wanted = battle.hexes_at_stake().filter(|&(_, owner)| owner != side).count();
        let aims_changed = std::mem::replace(&mut self.wanted, wanted) != wanted || self.enemies_lost;
        let all = all || (aims_changed && self.space.form() == ActionForm::Script);
        for index in 0..self.rows.len() {
            let unit = UnitId(u16::try_from(index).unwrap_or(u16::MAX));
            let mine = goes_on && battle.info(unit).side == side;
            if mine && !all && !self.is_touched(battle, unit) {
                continue;
            }
            if self.rows[index].is_empty() && !mine {
                continue;
            }
            let mut row = std::mem::take(&mut self.rows[index]);
            row.drain(..).for_each(|action| self.bytes[action as usize] = 0);
            if mine {
                self.fill_row(battle, unit, &mut row);
            }
            self.rows[index] = row;
        }
        // Rows of both sides share their numbers: those of the side to move are written last.
        let mut legal = 0;
        for row in &self.rows {
            for &action in row {
                self.bytes[action as usize] = 1;
            }
            legal += row.len();
        }
        self.bytes[self.space.end_turn_action() as usize] = goes_on.into();
        self.legal = u32::try_from(legal).unwrap_or(u32::MAX) + u32::from(goes_on);
    }

    /// Returns `true` if the orders of a unit may be others than before.
    fn is_touched(&self, battle: &Battle, unit: UnitId) -> bool {
        let state = battle.unit(unit);
        if self.touched[unit.index()] {
            return true;
        }
        if !state.alive() {
            return false;
        }
        let kind = battle.kind(unit);
        let steps = u32::from(state.left.0) / battle.map().lowest_cost(battle.info(unit).kind).max(1);
        let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
        // An enemy that falls takes its zone away, one hex around it.
        let far = steps.max(range) + 1;
        self.changed.iter().any(|&cell| battle.grid().distance(cell, state.cell) <= far)
    }

    fn fill_row(&mut self, battle: &Battle, unit: UnitId, row: &mut Vec<u32>) {
        let first = self.space.first_action_of_unit(battle, unit);
        if self.space.form() == ActionForm::Script {
            let orders = self.search.planner.orders_of_unit(battle, unit);
            row.extend((first..).zip(orders).filter(|(_, order)| order.is_some()).map(|(action, _)| action));
            self.intents[unit.index()] = orders;
            return;
        }
        let (space, grid) = (&self.space, battle.grid());
        let at = grid.coord(battle.unit(unit).cell);
        let in_square = |cell: Cell| first + space.number_in_square(at, grid.coord(cell));
        if !is_plain(battle) {
            for &order in self.search.listed.orders_of_unit(battle, unit) {
                let action = match order {
                    Order::Move { to, .. } => grid.cell(to).map(in_square),
                    Order::Attack { target, .. } => Some(in_square(battle.unit(target).cell)),
                    Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } => {
                        space.number_of_extra(battle.hex(unit), order).map(|number| first + number)
                    }
                    Order::EndTurn => None,
                };
                row.extend(action);
            }
        } else if battle.unit(unit).alive() {
            battle.reach(unit, &mut self.search.reach);
            row.extend(battle.destinations(&self.search.reach).map(|(cell, _)| in_square(cell)));
            battle.find_targets(unit, &mut self.search.targets);
            row.extend(self.search.targets.iter().map(|&(target, _)| in_square(battle.unit(target).cell)));
        }
    }

    fn clear_set_actions(&mut self) {
        self.set.drain(..).for_each(|action| self.bytes[action as usize] = 0);
    }

    fn write_set_actions(&mut self) {
        self.set.iter().for_each(|&action| self.bytes[action as usize] = 1);
        self.legal = u32::try_from(self.set.len()).unwrap_or(u32::MAX);
    }
}

impl OrderSearch {
    /// Finds out whether a unit of the side to move has any legal order.
    fn find_order(&mut self, battle: &Battle, unit: UnitId) -> AbleUnit {
        if !is_plain(battle) {
            let able = !self.listed.orders_of_unit(battle, unit).is_empty();
            return AbleUnit { able, witness: None };
        }
        let (state, kind, grid) = (battle.unit(unit), battle.info(unit).kind, battle.grid());
        let mut beyond = false;
        if !state.halted && state.left.0 > 0 {
            let costs = battle.map().costs(kind);
            for cell in grid.around(state.cell) {
                let cost = u16::from(costs[cell.index()]);
                if cost == 0 || cost > state.left.0 {
                    continue;
                }
                if battle.at(cell).is_none() {
                    return AbleUnit { able: true, witness: Some(cell) };
                }
                beyond = true;
            }
        }
        battle.find_targets(unit, &mut self.targets);
        let mut able = !self.targets.is_empty();
        if !able && beyond {
            battle.reach(unit, &mut self.reach);
            able = battle.destinations(&self.reach).next().is_some();
        }
        AbleUnit { able, witness: None }
    }
}

/// Returns `true` if the orders of a unit depend on where units stand and on its own points alone.
fn is_plain(battle: &Battle) -> bool {
    let dear_zones = matches!(battle.rules().options.zone_effect(), ZoneEffect::Costs(_));
    !battle.has_fog() && !battle.has_extra_state() && !dear_zones
}
