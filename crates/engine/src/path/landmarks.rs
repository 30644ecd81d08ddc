//! Landmarks: costs worked out beforehand, by which a search on an unchanged map knows where not to look.
//!
//! A* with landmarks and the triangle inequality, ALT (Goldberg and Harrelson, "Computing the shortest path: A* search
//! meets graph theory", 2005). If a landmark is 90 MP from the one end and 20 MP from a cell, then there are at
//! least 70 MP between the two. The best of several landmarks is usually close to the truth, so that little more
//! is expanded than the cheapest ways themselves.

use super::field::Field;
use super::kernel::UNTOUCHED;
use crate::file::ids::UnitTypeId;
use crate::file::map::Map;
use crate::grid::Cell;
use crate::grid::cell_set::CellSet;

/// How many landmarks there are. Half of them expand a quarter more cells, twice as many hardly fewer.
const COUNT: usize = 16;

/// Costs from a few cells to all others, for one map and unit type: makes point-to-point queries faster by an order
/// of magnitude where many are asked. See [`Finder::by_landmarks`](super::finder::Finder::by_landmarks).
///
/// To prepare takes as long as 17 cost fields and 32 bytes a hex. Landmarks lie in the largest connected part of the
/// map; a query in another part is answered as well, but no faster than without.
#[derive(Debug, Clone)]
pub struct Landmarks<'m> {
    map: &'m Map,
    kind: UnitTypeId,
    /// What it costs to get to each cell from each landmark, at most `u16::MAX`: to cap both costs never makes
    /// their difference larger, so that every bound stays true.
    costs: Vec<[u16; COUNT]>,
}

impl<'m> Landmarks<'m> {
    /// The landmarks of a map for units of this type: each as far as it can be from those before it.
    ///
    /// Cost: `O(hexes)`.
    #[must_use]
    pub fn new(map: &'m Map, kind: UnitTypeId) -> Self {
        let mut landmarks = Self { map, kind, costs: vec![[u16::MAX; COUNT]; map.grid().len()] };
        let mut field = Field::new();
        let Some(first) = landmarks.in_largest_part(&mut field) else { return landmarks };
        field.from_sources(map.grid(), [first], map.costs(kind), |_| true);
        // What each cell costs from its nearest landmark. Those of other parts are never the farthest.
        let mut nearest = vec![0; map.grid().len()];
        for cell in field.touched() {
            nearest[cell.index()] = UNTOUCHED;
        }
        let mut next = field.touched().last().unwrap_or(first);
        for mark in 0..COUNT {
            field.from_sources(map.grid(), [next], map.costs(kind), |_| true);
            for cell in field.touched() {
                let cost = field.cost(cell).expect("it was touched");
                landmarks.costs[cell.index()][mark] = u16::try_from(cost).unwrap_or(u16::MAX);
                nearest[cell.index()] = cost.min(nearest[cell.index()]);
            }
            next = field.touched().max_by_key(|&cell| (nearest[cell.index()], cell)).unwrap_or(next);
        }
        landmarks
    }

    /// A cell of the largest connected part of the map; `None` when no hex can be entered.
    fn in_largest_part(&self, field: &mut Field) -> Option<Cell> {
        let mut seen = CellSet::new(self.map.grid());
        let costs = self.map.costs(self.kind);
        let mut largest = None;
        for cell in self.map.grid().cells().filter(|&cell| costs[cell.index()] > 0) {
            if !seen.contains(cell) {
                field.from_sources(self.map.grid(), [cell], costs, |_| true);
                let size = field.touched().map(|cell| seen.insert(cell)).count();
                largest = largest.max(Some((size, std::cmp::Reverse(cell))));
            }
        }
        largest.map(|(_, std::cmp::Reverse(cell))| cell)
    }

    /// The map they are for.
    pub const fn map(&self) -> &'m Map {
        self.map
    }

    /// The unit type they are for.
    pub const fn kind(&self) -> UnitTypeId {
        self.kind
    }

    /// Bytes that they take.
    pub fn memory(&self) -> usize {
        size_of_val(self.costs.as_slice())
    }

    /// At least what is paid on the way from `from` to `cell`, counting the start and not the end.
    #[inline]
    fn bound(&self, from: Cell, cell: Cell) -> u32 {
        let (a, b) = (&self.costs[from.index()], &self.costs[cell.index()]);
        let (mut there, mut back) = (0, 0);
        for (&a, &b) in a.iter().zip(b) {
            there = there.max(a.saturating_sub(b));
            back = back.max(b.saturating_sub(a));
        }
        // Backwards the end is paid instead of the start.
        let costs = self.map.costs(self.kind);
        let (own, end) = (u32::from(costs[from.index()]), u32::from(costs[cell.index()]));
        u32::from(there).max((u32::from(back) + own).saturating_sub(end))
    }
}

/// The memory of a search by landmarks.
#[derive(Debug, Clone, Default)]
pub(super) struct Ahead {
    /// What the way from each cell to the target costs, the cell paid too, as far as known.
    keys: Vec<u32>,
    touched: Vec<Cell>,
    /// Queued cells with their keys, and the next one of their bucket.
    places: Vec<(Cell, u32, u32)>,
    heads: Vec<u32>,
    pub(super) expanded: usize,
}

const END: u32 = u32::MAX;

/// A step changes the sum of key and bound by less than two costs.
const RING: usize = 512;

impl Ahead {
    /// Searches backwards from `to` until every cheapest way from `from` is known; what the way costs, its start paid
    /// too. Both ends can be entered.
    ///
    /// Cells are expanded in the order of key plus bound. The bound never falls by more than a step costs, so a cell's key
    /// is final when it is expanded, and all cells of cheapest ways are expanded before any worse one.
    pub(super) fn search(
        &mut self,
        landmarks: &Landmarks,
        from: Cell,
        to: Cell,
        open: impl Fn(Cell) -> bool,
    ) -> Option<u32> {
        let (grid, costs) = (landmarks.map.grid(), landmarks.map.costs(landmarks.kind));
        self.start(grid.len());
        let mut sum = self.queue(to, costs[to.index()].into(), landmarks.bound(from, to));
        let mut pending = 1_usize;
        while pending > 0 && sum <= self.keys[from.index()] {
            let mut place = std::mem::replace(&mut self.heads[sum as usize % RING], END);
            if place == END {
                sum += 1;
            }
            while place != END {
                let (at, key, next) = self.places[place as usize];
                place = next;
                pending -= 1;
                if key != self.keys[at.index()] {
                    // Queued again since, by a cheaper way.
                    continue;
                }
                self.expanded += 1;
                for next in grid.around(at) {
                    let cost = u32::from(costs[next.index()]);
                    if cost > 0 && key + cost < self.keys[next.index()] && (next == from || open(next)) {
                        self.queue(next, key + cost, landmarks.bound(from, next));
                        pending += 1;
                    }
                }
            }
        }
        self.key(from)
    }

    /// What the way from a cell to the target costs, the cell paid too.
    #[inline]
    pub(super) fn key(&self, cell: Cell) -> Option<u32> {
        Some(self.keys[cell.index()]).filter(|&key| key != UNTOUCHED)
    }

    fn start(&mut self, cells: usize) {
        for cell in self.touched.drain(..) {
            self.keys[cell.index()] = UNTOUCHED;
        }
        self.keys.resize(cells, UNTOUCHED);
        self.places.clear();
        self.heads.clear();
        self.heads.resize(RING, END);
        self.expanded = 0;
    }

    /// Queues a cell under the sum of its key and its bound, which comes back.
    #[inline]
    fn queue(&mut self, cell: Cell, key: u32, bound: u32) -> u32 {
        let known = std::mem::replace(&mut self.keys[cell.index()], key);
        if known == UNTOUCHED {
            self.touched.push(cell);
        }
        let place = u32::try_from(self.places.len()).expect("a cell is queued at most six times");
        let head = &mut self.heads[(key + bound) as usize % RING];
        self.places.push((cell, key, std::mem::replace(head, place)));
        key + bound
    }
}
