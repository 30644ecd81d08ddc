//! Deployments: a step-limited depth-first search over moves that take units off wanted positions
//! or put them on.

use hotgates_engine::{Arm, Cell, MovementPoints, Reach, UnitId, View};
use hotgates_search::{Bound, Certainty, DepthFirstSearch, Limits, UndoableState};

use crate::position::Position;

/// The moves of one half-turn that fill most of the wanted positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// Moves in the order in which they are made: each hex is free when its turn comes.
    pub moves: Vec<(UnitId, Cell)>,
    /// Number of positions that are filled when all moves are made.
    pub filled: usize,
    /// Movement points that the whole army has left when all moves are made.
    pub left: u32,
    /// Number of steps that the search took.
    pub steps: u64,
    /// `true` if nothing better is possible; `false` also when the steps ran out.
    pub proven: bool,
}

/// Finds the moves that fill most positions; of those that fill all, the ones that leave most
/// movement points over the whole army.
///
/// A depth-first search within the steps of `limits`, or to the end without any: then the answer is
/// the best there is. At each node it takes up one position: guns' before infantry's before
/// cavalry's, and within an arm the one that the fewest units can still reach. It tries each of
/// these units on the position, the unit with most points left first, and last of all leaves the
/// position empty. A unit that stands in the way goes to a position of its own or steps aside. More
/// steps never make the answer worse.
///
/// Units pass through friends, so that a unit's reach does not depend on where the others stand: it
/// is computed once for each unit, and again for one that has stepped aside.
pub fn plan_deployment(view: View<'_>, wanted: &[Position], limits: &Limits<'_>) -> Deployment {
    if let Some(left) = points_left_where_all_stand(view, wanted) {
        return Deployment { moves: Vec::new(), filled: wanted.len(), left, steps: 0, proven: true };
    }
    let mut army = DeploymentSearch::new(view, wanted);
    let outcome = DepthFirstSearch::new().search_to_depth(&mut army, u64::MAX, limits, &mut ());
    let way = outcome.best.expect("doing nothing is an answer");
    let mut moves = Vec::new();
    for action in way.actions {
        let undo = army.apply(action);
        if let Some(index) = undo.moved_unit() {
            let unit = &army.units[index];
            moves.push((unit.id, unit.cell));
        }
    }
    let filled = army.filled;
    let left = army.left;
    Deployment {
        moves,
        filled,
        left,
        steps: outcome.statistics.steps,
        proven: outcome.certainty == Certainty::Proven,
    }
}

/// Returns the movement points of the whole army, if every wanted position is filled as it stands.
fn points_left_where_all_stand(view: View<'_>, wanted: &[Position]) -> Option<u32> {
    let side = view.side();
    let stands =
        |unit: UnitId, position: &Position| view.info(unit).side == side && position.fits_unit(view, unit);
    let filled = |position: &Position| view.at(position.cell).is_some_and(|unit| stands(unit, position));
    let points = |unit: UnitId| u32::from(points_to_march(view, unit).0);
    wanted.iter().all(filled).then(|| view.living(side).map(points).sum())
}

/// Returns the movement points that a unit may march with: none once it has halted or broken.
fn points_to_march(view: View<'_>, unit: UnitId) -> MovementPoints {
    let state = view.unit(unit);
    if state.halted || view.is_broken(unit) { MovementPoints(0) } else { state.left }
}

/// A unit during the search.
#[derive(Debug, Clone, Copy)]
struct DeployingUnit {
    id: UnitId,
    cell: Cell,
    left: MovementPoints,
    /// The position that the unit stands on, even if the unit does not fit it.
    seat: Option<usize>,
    /// Place in `rows` at which the unit's row begins.
    row: usize,
    /// `true` if the unit has been put on a position and stays. Going there through another
    /// position is never cheaper.
    fixed: bool,
}

/// The army and the wanted positions, changed in place by the search.
struct DeploymentSearch<'a> {
    view: View<'a>,
    wanted: &'a [Position],
    units: Vec<DeployingUnit>,
    /// Movement points that a unit would have left on each position, row by row; `None` out of reach
    /// and where the unit does not fit.
    rows: Vec<Option<MovementPoints>>,
    /// The units that fit each position.
    fitting: Vec<Vec<usize>>,
    /// The unit on each position.
    seated: Vec<Option<usize>>,
    /// Positions given up on this branch.
    given_up: Vec<bool>,
    filled: usize,
    /// Greatest number of positions that can be filled at all.
    most: usize,
    left: u32,
    reach: Reach,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeploymentAction {
    /// Puts a unit on a position.
    Put { unit: usize, position: usize },
    /// Moves a unit aside to a cell that nobody wants, with these movement points left.
    Aside { unit: usize, to: Cell, left: MovementPoints },
    /// Leaves a position empty.
    GiveUp { position: usize },
}

/// The change that an action made.
struct DeploymentUndo(Option<(usize, DeployingUnit)>);

impl DeploymentUndo {
    fn moved_unit(&self) -> Option<usize> {
        self.0.as_ref().map(|&(unit, _)| unit)
    }
}

impl<'a> DeploymentSearch<'a> {
    fn new(view: View<'a>, wanted: &'a [Position]) -> Self {
        let mut army = Self {
            view,
            wanted,
            units: Vec::new(),
            rows: Vec::new(),
            fitting: vec![Vec::new(); wanted.len()],
            seated: vec![None; wanted.len()],
            given_up: vec![false; wanted.len()],
            filled: 0,
            most: 0,
            left: 0,
            reach: Reach::new(),
        };
        for (index, id) in view.living(view.side()).enumerate() {
            let state = view.unit(id);
            let left = points_to_march(view, id);
            let seat = wanted.iter().position(|position| position.cell == state.cell);
            for (position, fitting) in wanted.iter().zip(&mut army.fitting) {
                if position.fits_unit(view, id) {
                    fitting.push(index);
                }
            }
            let row = army.add_unit_row(id, state.cell, left);
            army.units.push(DeployingUnit { id, cell: state.cell, left, seat, row, fixed: false });
            army.left += u32::from(left.0);
            if let Some(seat) = seat {
                army.seated[seat] = Some(index);
            }
        }
        army.filled = (0..wanted.len()).filter(|&position| army.is_filled(position)).count();
        army.most = army.count_fillable_positions();
        army
    }

    /// Adds the row of a unit that starts from a cell with so many points; returns where it begins.
    fn add_unit_row(&mut self, id: UnitId, from: Cell, left: MovementPoints) -> usize {
        self.view.reach_with(id, from, left, &mut self.reach);
        let row = self.rows.len();
        let points = |position: &Position| {
            let fits = position.fits_unit(self.view, id);
            fits.then(|| self.reach.points_left_at(position.cell)).flatten()
        };
        self.rows.extend(self.wanted.iter().map(points));
        row
    }

    fn is_filled(&self, position: usize) -> bool {
        self.seated[position]
            .is_some_and(|unit| self.wanted[position].fits_unit(self.view, self.units[unit].id))
    }

    /// Returns the movement points that a unit would have left on a position, if it fits there, may
    /// still move and gets there.
    fn points_left_on_position(&self, unit: usize, position: usize) -> Option<MovementPoints> {
        let DeployingUnit { fixed, row, .. } = self.units[unit];
        if fixed { None } else { self.rows[row + position] }
    }

    /// Returns the greatest number of positions that could be filled if nobody stood in the way: a
    /// maximum matching by augmenting paths.
    fn count_fillable_positions(&self) -> usize {
        let mut seat_of = vec![None; self.wanted.len()];
        let assign = |unit: usize, seat_of: &mut Vec<Option<usize>>| {
            let mut tried = vec![false; self.wanted.len()];
            self.assign_unit(unit, seat_of, &mut tried)
        };
        (0..self.units.len()).filter(|&unit| assign(unit, &mut seat_of)).count()
    }

    fn assign_unit(&self, unit: usize, seat_of: &mut Vec<Option<usize>>, tried: &mut Vec<bool>) -> bool {
        for position in 0..self.wanted.len() {
            if self.points_left_on_position(unit, position).is_none()
                || std::mem::replace(&mut tried[position], true)
            {
                continue;
            }
            if seat_of[position].is_none_or(|other| self.assign_unit(other, seat_of, tried)) {
                seat_of[position] = Some(unit);
                return true;
            }
        }
        false
    }

    /// Returns the open position to take up next: by arm, then the one that the fewest units can
    /// still reach.
    fn next_position(&self) -> Option<usize> {
        let rank = |arm: Arm| match arm {
            Arm::Artillery => 0,
            Arm::Infantry => 1,
            Arm::Cavalry => 2,
        };
        (0..self.wanted.len())
            .filter(|&position| !self.given_up[position] && !self.is_filled(position))
            .map(|position| {
                let able = self.fitting[position]
                    .iter()
                    .filter(|&&unit| self.points_left_on_position(unit, position).is_some())
                    .count();
                (rank(self.wanted[position].arm), able, position)
            })
            .filter(|&(_, able, _)| able > 0)
            .min()
            .map(|(_, _, position)| position)
    }

    /// Returns the nearest cell that nobody stands on or wants, for a unit that makes way, with the
    /// movement points left there.
    fn nearest_cell_to_step_aside(&mut self, unit: usize) -> Option<(Cell, MovementPoints)> {
        let DeployingUnit { id, cell, left, .. } = self.units[unit];
        self.view.reach_with(id, cell, left, &mut self.reach);
        let free = |cell: Cell| {
            !self.units.iter().any(|unit| unit.cell == cell)
                && !self.wanted.iter().any(|position| position.cell == cell)
        };
        let best = self.reach.cells_in_reach().filter(|&(cell, _)| free(cell));
        best.max_by_key(|&(cell, left)| (left, std::cmp::Reverse(cell)))
    }
}

impl UndoableState for DeploymentSearch<'_> {
    type Action = DeploymentAction;
    type Undo = DeploymentUndo;
    /// Number of positions filled, then movement points left once all are filled.
    type Score = (usize, u32);

    fn actions(&mut self, into: &mut Vec<DeploymentAction>) {
        let Some(position) = self.next_position() else { return };
        let fitting = self.fitting[position].iter();
        let mut able: Vec<(usize, MovementPoints)> = fitting
            .filter_map(|&unit| self.points_left_on_position(unit, position).map(|left| (unit, left)))
            .collect();
        // Units that leave no other position empty first, then those that lose the fewest points.
        able.sort_by_key(|&(unit, left)| {
            let holds = self.units[unit].seat.is_some_and(|seat| self.is_filled(seat));
            (holds, self.units[unit].left.0 - left.0, unit)
        });
        match self.seated[position] {
            None => into.extend(able.into_iter().map(|(unit, _)| DeploymentAction::Put { unit, position })),
            Some(unit) if !self.units[unit].fixed => {
                let own = (0..self.wanted.len()).filter(|&other| {
                    self.seated[other].is_none() && self.points_left_on_position(unit, other).is_some()
                });
                into.extend(own.map(|position| DeploymentAction::Put { unit, position }));
                if let Some((to, left)) = self.nearest_cell_to_step_aside(unit) {
                    into.push(DeploymentAction::Aside { unit, to, left });
                }
            }
            Some(_) => {}
        }
        into.push(DeploymentAction::GiveUp { position });
    }

    fn apply(&mut self, action: DeploymentAction) -> DeploymentUndo {
        let (index, cell, left, seat) = match action {
            DeploymentAction::GiveUp { position } => {
                self.given_up[position] = true;
                return DeploymentUndo(None);
            }
            DeploymentAction::Put { unit, position } => {
                let left = self.points_left_on_position(unit, position).expect("listed as reachable");
                (unit, self.wanted[position].cell, left, Some(position))
            }
            DeploymentAction::Aside { unit, to, left } => (unit, to, left, None),
        };
        let before = self.units[index];
        self.leave_position(index);
        let unit = &mut self.units[index];
        (unit.cell, unit.left, unit.seat) = (cell, left, seat);
        unit.fixed = seat.is_some();
        self.left -= u32::from(before.left.0 - left.0);
        if let Some(seat) = seat {
            self.seated[seat] = Some(index);
            self.filled += usize::from(self.is_filled(seat));
        } else {
            let points = if self.view.ends_move(before.id, cell) { MovementPoints(0) } else { left };
            self.units[index].row = self.add_unit_row(before.id, cell, points);
        }
        DeploymentUndo(Some((index, before)))
    }

    fn undo(&mut self, action: DeploymentAction, undo: DeploymentUndo) {
        let Some((index, before)) = undo.0 else {
            if let DeploymentAction::GiveUp { position } = action {
                self.given_up[position] = false;
            }
            return;
        };
        if matches!(action, DeploymentAction::Aside { .. }) {
            self.rows.truncate(self.rows.len() - self.wanted.len());
        }
        self.leave_position(index);
        self.left += u32::from(before.left.0 - self.units[index].left.0);
        self.units[index] = before;
        if let Some(seat) = before.seat {
            self.seated[seat] = Some(index);
            self.filled += usize::from(self.is_filled(seat));
        }
    }

    fn score(&self) -> Option<(usize, u32)> {
        Some((self.filled, if self.filled == self.wanted.len() { self.left } else { 0 }))
    }

    fn bound(&self) -> Bound<(usize, u32)> {
        let (mut filled, mut left) = (self.filled, self.left);
        for position in (0..self.wanted.len()).filter(|&position| !self.is_filled(position)) {
            if self.given_up[position] {
                continue;
            }
            let cheapest = self.fitting[position]
                .iter()
                .filter_map(|&unit| {
                    self.points_left_on_position(unit, position).map(|left| self.units[unit].left.0 - left.0)
                })
                .min();
            if let Some(cost) = cheapest {
                filled += 1;
                left -= u32::from(cost).min(left);
            }
        }
        let filled = filled.min(self.most);
        Bound::AtMost((filled, if filled == self.wanted.len() { left } else { 0 }))
    }
}

impl DeploymentSearch<'_> {
    fn leave_position(&mut self, unit: usize) {
        if let Some(seat) = self.units[unit].seat {
            self.filled -= usize::from(self.is_filled(seat));
            self.seated[seat] = None;
        }
    }
}
