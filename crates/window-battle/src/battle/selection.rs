//! The selection of a person: the selected unit, the cells within its reach, the enemies that it
//! can attack, and the meaning of a click on a hex. The engine is asked everything; nothing is
//! decided here.

use std::collections::BTreeSet;

use super::march_plan::MarchPlan;
use hotgates_engine::{
    Attack, Battle, Cell, Hex, Illegal, LegalOrders, MoveOdds, MovementPoints, Odds, Order, PathFinder,
    PathOptions, Reach, UnitId, WorkId, turned_toward,
};

/// The selected unit with its reach and its targets.
#[derive(Debug, Clone, Default)]
pub struct UnitSelection {
    unit: Option<UnitId>,
    /// Cells on which the unit can stop, with the movement points left there.
    reach: Vec<(Cell, MovementPoints)>,
    /// Enemies that the unit can attack from its cell.
    targets: Vec<UnitId>,
    /// Enemies that the unit can attack after a move, each with the cell to attack from.
    beyond: Vec<(UnitId, Cell)>,
    /// Orders to work that the unit can follow.
    works: Vec<Order>,
    scratch: SelectionWorkBuffers,
}

#[derive(Debug, Clone, Default)]
struct SelectionWorkBuffers {
    reach: Reach,
    finder: PathFinder,
    found: Vec<(UnitId, Attack)>,
}

/// Meaning of a click on a hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClickMeaning {
    /// Select this unit.
    Select(UnitId),
    /// Give these orders to the selected unit, one after the other.
    Give(Vec<Order>),
    /// Select nothing.
    Deselect,
}

/// Preview of a click under the pointer, as far as it concerns the selected unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClickPreview {
    /// Path of the unit from its cell.
    pub path: Vec<Cell>,
    /// Cost of the path, in movement points.
    pub cost: u32,
    /// Movement points that the unit would have left.
    pub left: MovementPoints,
    /// The exact odds of the move where enemies would fire at it, as far as is known; `None` where none would.
    pub fire: Option<MoveOdds>,
    /// The attack at the end, as of a unit that has lost nothing on its way.
    pub attack: Option<PreviewedAttack>,
    /// Cells on which the unit would stand at the end of each turn, for a way that takes more than one;
    /// empty for a way of one turn.
    pub stops: Vec<Cell>,
}

/// An attack that can be ordered, with its exact odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewedAttack {
    /// The attacker.
    pub attacker: UnitId,
    /// Cell from which it attacks.
    pub from: Cell,
    /// The unit attacked.
    pub target: UnitId,
    /// Every outcome with its probability.
    pub odds: Odds,
}

impl PreviewedAttack {
    /// Counts the odds of an attack from a cell; `None` where it cannot be made from there.
    #[must_use]
    pub fn new(battle: &Battle, attacker: UnitId, from: Cell, target: UnitId) -> Option<Self> {
        battle.odds_from(attacker, from, target).map(|odds| Self { attacker, from, target, odds })
    }
}

impl UnitSelection {
    /// Returns the selected unit.
    #[must_use]
    pub const fn selected_unit(&self) -> Option<UnitId> {
        self.unit
    }

    /// Returns the cells on which the unit can stop, with the movement points left there.
    #[must_use]
    pub fn stopping_cells(&self) -> &[(Cell, MovementPoints)] {
        &self.reach
    }

    /// Enemies that the unit can attack from its cell.
    #[must_use]
    pub fn targets_without_moving(&self) -> &[UnitId] {
        &self.targets
    }

    /// Returns the enemies that the unit can attack after a move, each with the cell to attack
    /// from.
    #[must_use]
    pub fn targets_after_move(&self) -> &[(UnitId, Cell)] {
        &self.beyond
    }

    /// Returns the orders to work that the unit can follow.
    #[must_use]
    pub fn possible_works(&self) -> &[Order] {
        &self.works
    }

    /// Selects nothing.
    pub fn clear(&mut self) {
        self.unit = None;
        self.reach.clear();
        self.targets.clear();
        self.beyond.clear();
        self.works.clear();
    }

    /// Selects a unit, or computes the selection of the selected unit again. A unit of the side
    /// that is not to move shows its possibilities in its next turn with all its points, and can be
    /// given no orders.
    pub fn select_unit(&mut self, battle: &Battle, unit: UnitId) {
        self.clear();
        let state = battle.unit(unit);
        if !state.alive() {
            return;
        }
        self.unit = Some(unit);
        let SelectionWorkBuffers { reach, found, .. } = &mut self.scratch;
        let mine = battle.info(unit).side == battle.side();
        if mine {
            battle.reach(unit, reach);
        } else {
            battle.reach_with(unit, state.cell, battle.kind(unit).movement, reach);
        }
        self.reach.extend(battle.destinations(reach));
        if !mine {
            return;
        }
        battle.find_targets(unit, found);
        self.targets.extend(found.iter().map(|&(enemy, _)| enemy));
        self.beyond = targets_after_moving(battle, unit, &self.reach, &self.targets, found);
        self.works.extend(battle.possible_works(unit));
    }

    /// Returns the meaning of a click on a cell: an order to the selected unit where the unit can
    /// follow one, else a selection.
    #[must_use]
    pub fn meaning_of_click(&self, battle: &Battle, cell: Cell) -> ClickMeaning {
        let other = battle.at(cell);
        if let Some(unit) = self.unit.filter(|&unit| battle.info(unit).side == battle.side()) {
            let to = battle.grid().hex(cell);
            if let Some(target) = other.filter(|target| self.targets.contains(target)) {
                return ClickMeaning::Give(vec![Order::Attack { unit, target }]);
            }
            if let Some(&(target, from)) = self.beyond.iter().find(|&&(enemy, _)| Some(enemy) == other) {
                let to = battle.grid().hex(from);
                return ClickMeaning::Give(vec![Order::Move { unit, to }, Order::Attack { unit, target }]);
            }
            if self.reach.iter().any(|&(at, _)| at == cell) {
                return ClickMeaning::Give(vec![Order::Move { unit, to }]);
            }
        }
        other.filter(|&unit| Some(unit) != self.unit).map_or(ClickMeaning::Deselect, ClickMeaning::Select)
    }

    /// Returns the order by which the selected unit turns to a cell; `None` for its own cell, and with no
    /// unit selected.
    #[must_use]
    pub fn turn_to_cell(&self, battle: &Battle, cell: Cell) -> Option<Order> {
        let unit = self.unit?;
        let (from, facing) = (battle.hex(unit), battle.condition(unit).facing);
        turned_toward(from, facing, battle.grid().hex(cell)).map(|way| Order::Face { unit, way })
    }

    /// Returns the order by which the selected unit works on a cell: the work that it has begun there, else the
    /// first that it can do there. With nothing to work on there it is that which it has begun elsewhere, else one
    /// that is refused with the reason; `None` without a cell then, and with no unit selected.
    #[must_use]
    pub fn work_on_cell(&self, battle: &Battle, cell: Option<Cell>) -> Option<Order> {
        let unit = self.unit?;
        let hex = cell.map(|cell| battle.grid().hex(cell));
        let is_begun = |order: &Order| match *order {
            Order::Work { at, work, .. } => battle.half_turns_worked(unit, at, work) > 0,
            _ => false,
        };
        let is_there = |order: &Order| matches!(*order, Order::Work { at, .. } if Some(at) == hex);
        let there: Vec<Order> = self.works.iter().copied().filter(is_there).collect();
        if let Some(&first) = there.first() {
            return Some(there.iter().copied().find(is_begun).unwrap_or(first));
        }
        if let Some(begun) = self.works.iter().copied().find(is_begun) {
            return Some(begun);
        }
        let refused = |at: Hex| {
            let works = 0..battle.rules().options.works.len().max(1);
            let mut orders = works.map(|work| Order::Work { unit, at, work: WorkId::from_index(work) });
            let first = orders.clone().next();
            orders.find(|&order| !matches!(battle.check(order), Err(Illegal::NotItsWork { .. }))).or(first)
        };
        hex.and_then(refused)
    }

    /// Returns the consequences of a click on a cell, as far as they can be known.
    pub fn preview_click(&mut self, battle: &Battle, cell: Cell) -> Option<ClickPreview> {
        let unit = self.unit?;
        let orders = match self.meaning_of_click(battle, cell) {
            ClickMeaning::Give(orders) => orders,
            ClickMeaning::Select(_) | ClickMeaning::Deselect => {
                return self
                    .preview_move(battle, unit, cell)
                    .or_else(|| self.preview_march(battle, unit, cell));
            }
        };
        let mut preview = ClickPreview { left: battle.unit(unit).left, ..ClickPreview::default() };
        let mut from = battle.unit(unit).cell;
        for order in orders {
            match order {
                Order::Move { to, .. } => {
                    from = battle.grid().cell(to)?;
                    preview = self.preview_move(battle, unit, from)?;
                }
                Order::Attack { target, .. } => {
                    preview.left.0 = preview.left.0.saturating_sub(battle.kind(unit).attack_cost.0);
                    preview.attack = PreviewedAttack::new(battle, unit, from, target);
                }
                Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } | Order::EndTurn => {}
            }
        }
        Some(preview)
    }

    /// Returns the preview of a move to a cell; `None` out of reach.
    fn preview_move(&mut self, battle: &Battle, unit: UnitId, cell: Cell) -> Option<ClickPreview> {
        let &(_, left) = self.reach.iter().find(|&&(at, _)| at == cell)?;
        let path = self.scratch.finder.shortest_path(battle, unit, cell, PathOptions::default())?;
        let (path, cost) = (path.cells.to_vec(), path.cost);
        let fire = battle.move_odds(unit, battle.grid().hex(cell));
        Some(ClickPreview { path, cost, left, fire, ..ClickPreview::default() })
    }

    /// Returns the preview of a march to a free cell; `None` for a unit of the other side, and where there
    /// is no way.
    fn preview_march(&mut self, battle: &Battle, unit: UnitId, cell: Cell) -> Option<ClickPreview> {
        if battle.info(unit).side != battle.side() || battle.at(cell).is_some() {
            return None;
        }
        let SelectionWorkBuffers { reach, finder, .. } = &mut self.scratch;
        let MarchPlan { path, cost, stops } = MarchPlan::find_way(battle, unit, cell, finder, reach)?;
        Some(ClickPreview { path, cost, stops, ..ClickPreview::default() })
    }
}

/// Returns the enemies that a unit can attack after a move, each with the best cell to attack from:
/// the cell with the best cover, of equal ones the cell that leaves most points, of those the
/// first.
fn targets_after_moving(
    battle: &Battle,
    unit: UnitId,
    reach: &[(Cell, MovementPoints)],
    now: &[UnitId],
    found: &mut Vec<(UnitId, Attack)>,
) -> Vec<(UnitId, Cell)> {
    let need = battle.kind(unit).attack_cost;
    let cover = |cell: Cell| battle.cover_on(battle.info(unit).kind, cell);
    let mut best: Vec<(UnitId, Cell, (hotgates_engine::Permille, MovementPoints))> = Vec::new();
    for &(cell, left) in reach.iter().filter(|&&(_, left)| left >= need) {
        battle.find_targets_from(unit, cell, found);
        for &(enemy, _) in found.iter().filter(|(enemy, _)| !now.contains(enemy)) {
            let worth = (cover(cell), left);
            match best.iter_mut().find(|(other, ..)| *other == enemy) {
                Some(entry) if entry.2 < worth => *entry = (enemy, cell, worth),
                Some(_) => {}
                None => best.push((enemy, cell, worth)),
            }
        }
    }
    best.into_iter().map(|(enemy, cell, _)| (enemy, cell)).collect()
}

/// Returns the next unit of the side to move that can still be given an order and is not `holding`, after
/// `last` in the roster's order.
#[must_use]
pub fn next_idle_unit(battle: &Battle, last: Option<UnitId>, holding: &BTreeSet<UnitId>) -> Option<UnitId> {
    let mut orders = LegalOrders::new();
    let mut can_act =
        |unit: &UnitId| !holding.contains(unit) && !orders.orders_of_unit(battle, *unit).is_empty();
    let units: Vec<UnitId> = battle.living(battle.side()).collect();
    let split = units.partition_point(|&unit| last.is_some_and(|last| unit <= last));
    units[split..].iter().chain(&units[..split]).copied().find(|unit| can_act(unit))
}
