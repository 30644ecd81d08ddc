//! Marches: moves after the nearest enemy or to the nearest hex of a goal, or to the nearest castle where
//! neither can be reached.

use std::cmp::Reverse;

use hotgates_engine::{Cell, Field, MovementPoints, Order, Reach, Side, UnitId, UnitTypeId, View};

use crate::exits::goal_to_leave_for;
use crate::front::{CostFieldCache, MarchStart};
use crate::position::is_garrison;
use crate::reason::Reason;
use hotgates_choke::CastlePath;

/// Finds marches, with memory that later marches use again.
#[derive(Debug, Clone, Default)]
pub(crate) struct MarchPlanner {
    enemies: CostFieldCache,
    hexes: CostFieldCache,
    castles: CostFieldCache,
    exits: CostFieldCache,
    free_hexes: CostFieldCache,
    /// Cells nearer to the goal: the cost from there, the movement points left on them.
    closer: Vec<(u32, Reverse<MovementPoints>, Cell)>,
}

/// A march past the enemy, with its cost in MP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HastyMarch {
    /// To a castle, which has to be taken before dusk.
    OnCastle { cost: u32 },
    /// To a hex of a goal that nobody stands on.
    OnFreeHex { cost: u32 },
}

impl HastyMarch {
    /// Returns its cost in MP.
    pub(crate) const fn cost(self) -> u32 {
        match self {
            Self::OnCastle { cost } | Self::OnFreeHex { cost } => cost,
        }
    }
}

impl MarchPlanner {
    /// Begins a half-turn: the cost fields of the last one are forgotten.
    pub(crate) fn begin_half_turn(&mut self) {
        self.enemies.forget_fields();
        self.hexes.forget_fields();
        self.castles.forget_fields();
        self.exits.forget_fields();
        self.free_hexes.forget_fields();
    }

    /// Returns the move that brings a unit nearest to its nearest enemy by cost, or to its nearest
    /// castle where there is no path to any enemy; `None` when it is as near as it can get. `reach`
    /// is the unit's.
    ///
    /// A unit whose goal is taken stops on the reachable hex that is nearest to the goal by cost.
    /// It never goes where it would be no nearer, so it does not walk away and back. A garrison
    /// stays.
    pub(crate) fn move_towards_enemy(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &Reach,
    ) -> Option<(Order, Reason)> {
        if is_garrison(view, unit) {
            return None;
        }
        let costs = view.map().costs(view.info(unit).kind);
        if let Some((now, field, reason)) = self.nearest_enemy_or_goal(view, unit) {
            let cell = nearest_free_stop(view, reach, now, |cell| field.cost_to(cell, costs))?;
            return Some((move_order(view, unit, cell), reason));
        }
        self.move_towards_castle(view, unit, reach)
    }

    /// Returns the move that brings a unit nearest to where it is to leave the map for a goal; `None`
    /// for a unit that is not to, and where it is as near as it can get. The unit's reach is left in
    /// `reach`.
    #[inline]
    pub(crate) fn move_towards_exit(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &mut Reach,
    ) -> Option<(Order, Reason)> {
        if view.has_extra_state() { self.find_move_towards_exit(view, unit, reach) } else { None }
    }

    fn find_move_towards_exit(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &mut Reach,
    ) -> Option<(Order, Reason)> {
        let goal = goal_to_leave_for(view, unit)?;
        view.reach(unit, reach);
        let costs = view.map().costs(view.info(unit).kind);
        let start = MarchStart::start_of_unit(view, unit);
        let (cost, field) = self.exits.field_towards_exits(view, start, goal)?;
        let cell = nearest_free_stop(view, reach, cost, |cell| field.cost_to(cell, costs))?;
        Some((move_order(view, unit, cell), Reason::MarchToExit { goal, cost }))
    }

    /// Lists the moves that bring a unit nearer to its nearest enemy by cost, each with the MP
    /// gained; the move of [`move_towards_enemy`](Self::move_towards_enemy) is the first. Lists
    /// none where no enemy can be reached.
    pub(crate) fn list_moves_to_enemy(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &Reach,
        goals: &mut Vec<(Cell, i64)>,
    ) {
        goals.clear();
        if is_garrison(view, unit) {
            return;
        }
        let costs = view.map().costs(view.info(unit).kind);
        // The fields are borrowed apart from the list that is filled from them.
        let mut closer = std::mem::take(&mut self.closer);
        if let Some((now, field, _)) = self.nearest_enemy_or_goal(view, unit) {
            list_moves_nearer(view, reach, now, |cell| field.cost_to(cell, costs), &mut closer, goals);
        }
        self.closer = closer;
    }

    /// Returns the cost from a unit to what is nearest to it, an enemy or a hex of a goal that its side
    /// does not hold, the field towards it, and why it is gone for; `None` where there is no path.
    fn nearest_enemy_or_goal(&mut self, view: View<'_>, unit: UnitId) -> Option<(u32, &Field, Reason)> {
        let start = MarchStart::start_of_unit(view, unit);
        let enemy = self.enemies.field_towards_enemies(view, start);
        let hex = self.hexes.field_towards_goal_hexes(view, start);
        match (enemy, hex) {
            (Some((far, _)), Some((cost, field))) if cost < far => {
                Some((cost, field, Reason::MarchOnGoal { cost }))
            }
            (None, Some((cost, field))) => Some((cost, field, Reason::MarchOnGoal { cost })),
            (Some((cost, field)), _) => Some((cost, field, Reason::Pursue { cost })),
            (None, None) => None,
        }
    }

    /// Returns the reason for which a unit goes where [`list_moves_to_enemy`](Self::list_moves_to_enemy)
    /// has it go.
    pub(crate) fn reason_to_march(&mut self, view: View<'_>, unit: UnitId) -> Reason {
        self.nearest_enemy_or_goal(view, unit).map_or(Reason::Pursue { cost: 0 }, |(_, _, reason)| reason)
    }

    /// Lists the moves that bring a unit nearer to a castle by its way round, each with the MP
    /// gained.
    pub(crate) fn list_moves_by_detour(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &Reach,
        way: &CastlePath,
        goals: &mut Vec<(Cell, i64)>,
    ) {
        goals.clear();
        let now = way.cost_from(view.unit(unit).cell).filter(|_| !is_garrison(view, unit));
        let Some(now) = now else { return };
        list_moves_nearer(view, reach, now, |cell| way.cost_from(cell), &mut self.closer, goals);
    }

    /// Returns the move that brings a unit nearest to the nearest castle by cost; `None` when it is
    /// as near as it can get.
    pub(crate) fn move_towards_castle(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &Reach,
    ) -> Option<(Order, Reason)> {
        let costs = view.map().costs(view.info(unit).kind);
        let (now, field) = self.castles.field_towards_castles(view, MarchStart::start_of_unit(view, unit))?;
        let cell = nearest_free_stop(view, reach, now, |cell| field.cost_to(cell, costs))?;
        Some((move_order(view, unit, cell), Reason::MarchOnCastle { cost: now }))
    }

    /// Finds the way of a unit to the nearest castle that its side does not hold, around enemies.
    pub(crate) fn find_march_to_castle(&mut self, view: View<'_>, unit: UnitId) -> Option<HastyMarch> {
        let start = MarchStart::start_of_unit(view, unit);
        let (cost, _) = self.castles.field_towards_castles(view, start)?;
        Some(HastyMarch::OnCastle { cost })
    }

    /// Finds the way of a unit to the nearest hex at stake that its side does not hold and nobody stands on,
    /// around enemies.
    pub(crate) fn find_march_to_free_hex(&mut self, view: View<'_>, unit: UnitId) -> Option<HastyMarch> {
        let start = MarchStart::start_of_unit(view, unit);
        let (cost, _) = self.free_hexes.field_towards_free_hexes(view, start)?;
        Some(HastyMarch::OnFreeHex { cost })
    }

    /// Lists the moves that bring a unit nearer to where it hurries, each with the MP gained. Lists none for a
    /// garrison, and where there is no path.
    pub(crate) fn list_hasty_moves(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        reach: &Reach,
        march: HastyMarch,
        goals: &mut Vec<(Cell, i64)>,
    ) {
        goals.clear();
        if is_garrison(view, unit) {
            return;
        }
        let costs = view.map().costs(view.info(unit).kind);
        let start = MarchStart::start_of_unit(view, unit);
        let found = match march {
            HastyMarch::OnCastle { .. } => self.castles.field_towards_castles(view, start),
            HastyMarch::OnFreeHex { .. } => self.free_hexes.field_towards_free_hexes(view, start),
        };
        if let Some((now, field)) = found {
            list_moves_nearer(view, reach, now, |cell| field.cost_to(cell, costs), &mut self.closer, goals);
        }
    }

    /// Returns the cost from a cell to the nearest enemy for units of this type, in MP, the enemy's
    /// own hex counted.
    pub(crate) fn cost_to_enemy(
        &mut self,
        view: View<'_>,
        side: Side,
        kind: UnitTypeId,
        cell: Cell,
    ) -> Option<u32> {
        self.enemies.field_towards_enemies(view, MarchStart { side, kind, cell }).map(|(cost, _)| cost)
    }
}

/// Lists the free cells in reach with a cost below `now`, each with the MP gained, the lowest cost first; of
/// equals the one that leaves most points, then the lowest. `closer` is memory to sort them in.
fn list_moves_nearer(
    view: View<'_>,
    reach: &Reach,
    now: u32,
    cost: impl Fn(Cell) -> Option<u32>,
    closer: &mut Vec<(u32, Reverse<MovementPoints>, Cell)>,
    goals: &mut Vec<(Cell, i64)>,
) {
    closer.clear();
    // From within: an iterator of several parts is slow to be asked for one after the other.
    view.destinations(reach).for_each(|(cell, left)| {
        if let Some(cost) = cost(cell).filter(|&cost| cost < now) {
            closer.push((cost, Reverse(left), cell));
        }
    });
    closer.sort_unstable();
    goals.extend(closer.iter().map(|&(cost, _, cell)| (cell, i64::from(now - cost))));
}

/// Returns the free cell in reach with the lowest cost below `now`; of equals the one that leaves
/// most points, then the lowest.
pub(crate) fn nearest_free_stop(
    view: View<'_>,
    reach: &Reach,
    now: u32,
    cost: impl Fn(Cell) -> Option<u32>,
) -> Option<Cell> {
    let closer = view.destinations(reach).filter_map(|(cell, left)| {
        let cost = cost(cell).filter(|&cost| cost < now)?;
        Some((cost, Reverse(left), cell))
    });
    closer.min().map(|(_, _, cell)| cell)
}

/// Returns the order that moves a unit to a cell.
pub(crate) fn move_order(view: View<'_>, unit: UnitId, cell: Cell) -> Order {
    Order::Move { unit, to: view.grid().hex(cell) }
}
