//! Smallest choke sets by maximum flow: a vertex cut, found with each hex split into an entrance
//! and an exit.
//!
//! Menger's theorem ("Zur allgemeinen Kurventheorie", 1927): the fewest hexes that cut every path
//! are as many as there are paths without a common hex. The flow grows by augmenting paths (Ford
//! and Fulkerson, "Maximal flow through a network", 1956), found breadth first.

use std::collections::{BTreeSet, VecDeque};

use hotgates_engine::{Cell, CellSet};

use crate::{ChokeSet, ChokeSetMethod, ChokeSurvey};
use hotgates_search::Budget;

/// Number of cells that the searches look at for one step of the budget.
const CELLS_PER_STEP: u64 = 64;

impl ChokeSurvey<'_> {
    /// Returns the sets of fewest hexes that cut and can be held, the lowest score first; empty
    /// when there is none. Classic sets, where given, are among the candidates.
    ///
    /// When a smallest cut cannot be matched to units, or others may score lower, the search goes
    /// on to further cuts: each hex of a cut is tried as held for certain and as never held. The
    /// budget ends the search; without an end by the budget the answer is exact.
    pub fn smallest_sets(&mut self, classic: &[ChokeSet], budget: &mut Budget) -> Vec<ChokeSet> {
        let held_first: Vec<Cell> =
            self.view.grid().cells().filter(|&cell| self.may_hold_hex(cell)).collect();
        let may_hold_hex = CellSet::from_cells(self.view.grid(), held_first);
        let known = classic.iter().filter(|set| set.cuts && set.can_be_held());
        let mut best: Vec<ChokeSet> = Vec::new();
        let mut most = self.arrivals.holder_count();
        if let Some(smallest) = known.clone().map(|set| set.hexes.len()).min() {
            most = smallest;
            let smallest = known.filter(|set| set.hexes.len() == smallest);
            best.extend(smallest.map(|set| ChokeSet { by: ChokeSetMethod::Exact, ..set.clone() }));
        }
        let mut network = FlowNetwork::new(self);
        let mut branch = CutBranch { fixed: Vec::new(), allowed: may_hold_hex };
        self.branch_on_hexes(&mut network, &mut branch, &mut most, &mut best, budget);
        best.retain(|set| set.hexes.len() == most);
        best.sort_by(|a, b| (a.score, a.exposure, &a.hexes).cmp(&(b.score, b.exposure, &b.hexes)));
        // Classic sets name their hexes in the order in which they were met.
        let mut known = BTreeSet::new();
        best.retain(|set| {
            let mut hexes = set.hexes.clone();
            hexes.sort_unstable();
            known.insert(hexes)
        });
        best
    }

    /// Returns `true` if a cell can be a point: no castle, no cell with an enemy on it, and none
    /// that an enemy reaches first.
    fn may_hold_hex(&mut self, cell: Cell) -> bool {
        !self.view.map().castles().contains(&cell)
            && self.is_first_at(cell)
            && !self.enemies.iter().any(|&(enemy, _)| enemy == cell)
    }

    /// Returns `true` if there are units for these hexes; the cells looked at to find out cost
    /// steps.
    fn can_hold_hexes(&mut self, hexes: &[Cell], budget: &mut Budget) -> bool {
        let before = self.arrivals.cells_looked_at();
        let held = self.arrivals.find_holders(hexes).is_some();
        budget.take_steps((self.arrivals.cells_looked_at() - before) / CELLS_PER_STEP);
        held
    }

    /// Finds all smallest cuts that hold every hex of `branch.fixed` and otherwise only allowed
    /// ones.
    fn branch_on_hexes(
        &mut self,
        network: &mut FlowNetwork,
        branch: &mut CutBranch,
        most: &mut usize,
        best: &mut Vec<ChokeSet>,
        budget: &mut Budget,
    ) {
        let Some(room) = most.checked_sub(branch.fixed.len()) else { return };
        let Some(cut) = network.find_cut(&branch.fixed, &branch.allowed, room, budget) else { return };
        let mut hexes: Vec<Cell> = branch.fixed.iter().chain(&cut).copied().collect();
        hexes.sort_unstable();
        if self.can_hold_hexes(&hexes, budget) {
            if hexes.len() < *most {
                *most = hexes.len();
                best.clear();
            }
            let before = self.looked;
            best.push(self.judge_set(hexes, ChokeSetMethod::Exact));
            budget.take_steps((self.looked - before) / CELLS_PER_STEP);
        }
        // Every other cut leaves out one of these hexes: the first that it leaves out tells it
        // apart.
        let depth = branch.fixed.len();
        for &hex in &cut {
            if !budget.take_step() {
                break;
            }
            branch.allowed.remove(hex);
            self.branch_on_hexes(network, branch, most, best, budget);
            branch.allowed.insert(hex);
            branch.fixed.push(hex);
            if !self.can_hold_hexes(&branch.fixed, budget) {
                break;
            }
        }
        branch.fixed.truncate(depth);
    }
}

/// A part of all cuts: those with the fixed hexes and others of the allowed ones.
struct CutBranch {
    fixed: Vec<Cell>,
    allowed: CellSet,
}

/// The network of paths from the enemy to the castles, with memory for flows through it.
struct FlowNetwork {
    steps: [i32; 6],
    /// `true` if any enemy can enter the cell.
    open: Vec<bool>,
    sources: Vec<Cell>,
    castles: CellSet,
    /// Flow out of a cell in each direction.
    flow: Vec<[u16; 6]>,
    /// Flow through each cell.
    through: Vec<u16>,
    touched: Vec<Cell>,
    /// The kind of step by which each half of a cell was reached in the present search; [`NOT`] if
    /// it was not.
    reached: [Vec<u8>; 2],
    waiting: VecDeque<(Cell, SplitHexHalf)>,
    visited: Vec<(Cell, SplitHexHalf)>,
}

/// The two halves of a split hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SplitHexHalf {
    In,
    Out,
}

/// Steps of a search: from a neighbour in one of six directions, back along a flow in one of six
/// directions, within the cell, or from the start.
const NOT: u8 = 0;
const FORWARD: u8 = 1;
const BACK: u8 = 7;
const WITHIN: u8 = 13;
const START: u8 = 14;

impl FlowNetwork {
    fn new(survey: &ChokeSurvey<'_>) -> Self {
        let (map, grid) = (survey.view.map(), survey.view.grid());
        let layers = survey.enemy_layers();
        let mut open = vec![false; grid.len()];
        for cell in grid.cells() {
            open[cell.index()] = layers.iter().any(|&kind| map.costs(kind)[cell.index()] > 0);
        }
        let cells = grid.len();
        Self {
            steps: *grid.steps(),
            open,
            sources: survey.enemies.iter().map(|&(cell, _)| cell).collect(),
            castles: CellSet::from_cells(grid, survey.castles.iter().copied()),
            flow: vec![[0; 6]; cells],
            through: vec![0; cells],
            touched: Vec::new(),
            reached: [vec![NOT; cells], vec![NOT; cells]],
            waiting: VecDeque::new(),
            visited: Vec::new(),
        }
    }

    /// Returns the hexes of a smallest cut with the `fixed` hexes blocked already and only
    /// `allowed` ones in it; `None` when it would have more than `room` of them or the budget ends.
    fn find_cut(
        &mut self,
        fixed: &[Cell],
        allowed: &CellSet,
        room: usize,
        budget: &mut Budget,
    ) -> Option<Vec<Cell>> {
        for cell in self.touched.drain(..) {
            self.flow[cell.index()] = [0; 6];
            self.through[cell.index()] = 0;
        }
        for &cell in fixed {
            self.open[cell.index()] = false;
        }
        let mut flow = 0;
        let mut cut = None;
        loop {
            let Some(end) = self.search_flow_path(allowed) else {
                cut = Some(self.hexes_of_cut(allowed));
                break;
            };
            flow += 1;
            let spent = (0..self.visited.len() as u64 / CELLS_PER_STEP).all(|_| budget.take_step());
            if flow > room || !spent {
                break;
            }
            self.augment_flow(end);
        }
        for &cell in fixed {
            self.open[cell.index()] = true;
        }
        cut.inspect(|cut| debug_assert_eq!(cut.len(), flow))
    }

    /// Searches a path along which more can flow; returns the castle where it ends.
    fn search_flow_path(&mut self, allowed: &CellSet) -> Option<Cell> {
        for (cell, half) in self.visited.drain(..) {
            self.reached[half as usize][cell.index()] = NOT;
        }
        self.waiting.clear();
        for index in 0..self.sources.len() {
            self.reach_split_half(self.sources[index], SplitHexHalf::Out, START);
        }
        while let Some((cell, half)) = self.waiting.pop_front() {
            match half {
                SplitHexHalf::Out => {
                    if self.castles.contains(cell) {
                        return Some(cell);
                    }
                    for direction in 0..6 {
                        let next = Cell(cell.0.wrapping_add_signed(self.steps[usize::from(direction)]));
                        if self.open[next.index()] {
                            self.reach_split_half(next, SplitHexHalf::In, FORWARD + direction);
                        }
                    }
                    // Take back what flows through this cell.
                    if self.through[cell.index()] > 0 {
                        self.reach_split_half(cell, SplitHexHalf::In, WITHIN);
                    }
                }
                SplitHexHalf::In => {
                    let unlimited = !allowed.contains(cell);
                    if unlimited || self.through[cell.index()] == 0 {
                        self.reach_split_half(cell, SplitHexHalf::Out, WITHIN);
                    }
                    // Take back what flows in from a neighbour.
                    for direction in 0..6 {
                        let from = Cell(cell.0.wrapping_add_signed(-self.steps[usize::from(direction)]));
                        if self.flow[from.index()][usize::from(direction)] > 0 {
                            self.reach_split_half(from, SplitHexHalf::Out, BACK + direction);
                        }
                    }
                }
            }
        }
        None
    }

    fn reach_split_half(&mut self, cell: Cell, half: SplitHexHalf, by: u8) {
        let reached = &mut self.reached[half as usize][cell.index()];
        if *reached == NOT {
            *reached = by;
            self.visited.push((cell, half));
            self.waiting.push_back((cell, half));
        }
    }

    /// Sends one more unit of flow along the path that the search found.
    fn augment_flow(&mut self, end: Cell) {
        let (mut cell, mut half) = (end, SplitHexHalf::Out);
        loop {
            let by = self.reached[half as usize][cell.index()];
            self.touched.push(cell);
            match by {
                WITHIN => {
                    match half {
                        SplitHexHalf::Out => self.through[cell.index()] += 1,
                        SplitHexHalf::In => self.through[cell.index()] -= 1,
                    }
                    half = if half == SplitHexHalf::Out { SplitHexHalf::In } else { SplitHexHalf::Out };
                }
                FORWARD..BACK => {
                    let direction = usize::from(by - FORWARD);
                    cell = Cell(cell.0.wrapping_add_signed(-self.steps[direction]));
                    half = SplitHexHalf::Out;
                    self.flow[cell.index()][direction] += 1;
                    self.touched.push(cell);
                }
                BACK..WITHIN => {
                    let direction = usize::from(by - BACK);
                    self.flow[cell.index()][direction] -= 1;
                    cell = Cell(cell.0.wrapping_add_signed(self.steps[direction]));
                    half = SplitHexHalf::In;
                }
                _ => return,
            }
        }
    }

    /// Returns the cut after a search without an end: the hexes whose entrance was reached and
    /// whose exit was not.
    fn hexes_of_cut(&self, allowed: &CellSet) -> Vec<Cell> {
        let came_in =
            self.visited.iter().filter(|&&(_, half)| half == SplitHexHalf::In).map(|&(cell, _)| cell);
        let mut cut: Vec<Cell> = came_in
            .filter(|&cell| {
                allowed.contains(cell) && self.reached[SplitHexHalf::Out as usize][cell.index()] == NOT
            })
            .collect();
        cut.sort_unstable();
        cut
    }
}
