//! Costs over a whole small map, for 64 cells at a time.
//!
//! The cells of one cost are bits of a set, and the neighbours of all of them are the set moved by the six
//! steps, because every neighbour lies at the same distance in memory. A set for each cost that comes next
//! takes the place of the queue: a cell that is in several of them counts in the first. What a bucket queue
//! does for each neighbour of each cell, this does for the neighbours of all cells of a word.

use crate::cell::{Cell, Grid};
use crate::cell_set::insert_into_words;

/// Greatest number of cells of a grid, border cells included, for which this is faster than a bucket queue:
/// each cost takes a look at all words of the map.
const MOST_CELLS: usize = 2048;

/// A search over a whole small map.
pub(super) struct MapFlood {
    /// Number of words in a set of cells.
    words: usize,
    /// Distances in memory of the three neighbours behind a cell; those before it are as far.
    steps: [u32; 3],
    /// Costs of entering cells, each with its set of cells in `cells`.
    costs: Vec<u32>,
    /// For each cost the set of the cells that are entered for it, one after the other.
    cells: Vec<u64>,
    /// Cells that the search has come to.
    seen: Vec<u64>,
}

/// The cells of the costs that come next: a ring of sets by their costs.
struct CostLevels {
    sets: Vec<u64>,
    /// `true` for each set with cells.
    used: Vec<bool>,
    /// Number of sets with cells.
    pending: usize,
}

impl CostLevels {
    fn add_cell(&mut self, place: usize, words: usize, cell: Cell) {
        insert_into_words(&mut self.sets[place * words..(place + 1) * words], cell);
        self.note_used(place);
    }

    #[inline]
    fn note_used(&mut self, place: usize) {
        self.pending += usize::from(!std::mem::replace(&mut self.used[place], true));
    }
}

impl MapFlood {
    /// Makes a search over the cells of a grid that cost something and are `open`; `None` for a grid that is
    /// too large or too high.
    pub(super) fn over_cells(grid: &Grid, costs: &[u8], open: impl Fn(Cell) -> bool) -> Option<Self> {
        let mut steps = [0; 3];
        let behind = grid.steps().iter().filter(|&&step| step > 0);
        steps.iter_mut().zip(behind).for_each(|(step, &behind)| *step = behind.unsigned_abs());
        if costs.len() > MOST_CELLS || steps.iter().any(|step| !(1..64).contains(step)) {
            return None;
        }
        let words = costs.len().div_ceil(64);
        let mut flood = Self { words, steps, costs: Vec::new(), cells: Vec::new(), seen: vec![0; words] };
        // The place of the first word of each cost.
        let mut places = [usize::MAX; 256];
        for (word, costs) in costs.chunks(64).enumerate() {
            for (bit, &cost) in costs.iter().enumerate() {
                if cost == 0 || !open(cell_of_bit(word, bit)) {
                    continue;
                }
                let place = &mut places[usize::from(cost)];
                if *place == usize::MAX {
                    *place = flood.cells.len();
                    flood.costs.push(cost.into());
                    flood.cells.resize(*place + words, 0);
                }
                flood.cells[*place + word] |= 1 << bit;
            }
        }
        Some(flood)
    }

    /// Computes the cost of each cell that the search comes to from some cells, up to a limit, and shows it
    /// once: cells of a lower cost first. Each source has the cost that it begins with, of at most 255.
    pub(super) fn visit_costs(
        mut self,
        sources: impl Iterator<Item = (Cell, u32)>,
        limit: u32,
        mut see: impl FnMut(Cell, u32),
    ) {
        let words = self.words;
        let sources: Vec<(Cell, u32)> = sources.collect();
        let costs = self.costs.iter().copied().chain(sources.iter().map(|&(_, cost)| cost));
        let ring = costs.max().unwrap_or(0) as usize + 1;
        let mut levels = CostLevels { sets: vec![0; ring * words], used: vec![false; ring], pending: 0 };
        for (cell, cost) in sources {
            levels.add_cell(cost as usize, words, cell);
        }
        // An empty word before the first and one behind the last.
        let (mut front, mut beside) = (vec![0; words + 2], vec![0; words]);
        let mut cost = 0;
        while levels.pending > 0 {
            let place = cost as usize % ring;
            if std::mem::take(&mut levels.used[place]) {
                levels.pending -= 1;
                let level = &mut levels.sets[place * words..(place + 1) * words];
                if self.settle_level(level, &mut front[1..=words], |cell| see(cell, cost)) {
                    self.find_cells_beside(&front, &mut beside);
                    self.add_to_levels(&beside, (cost, limit), &mut levels);
                }
            }
            cost += 1;
        }
    }

    /// Takes the cells out of a level that the search has not come to before, shows them and leaves them in
    /// `front`; returns `true` if there are any.
    fn settle_level(&mut self, level: &mut [u64], front: &mut [u64], mut see: impl FnMut(Cell)) -> bool {
        let mut any = false;
        for (word, ((level, seen), front)) in level.iter_mut().zip(&mut self.seen).zip(front).enumerate() {
            let mut cells = std::mem::take(level) & !*seen;
            *front = cells;
            if cells == 0 {
                continue;
            }
            *seen |= cells;
            any = true;
            while cells != 0 {
                see(cell_of_bit(word, cells.trailing_zeros() as usize));
                cells &= cells - 1;
            }
        }
        any
    }

    /// Finds the neighbours of some cells that the search has not come to before.
    fn find_cells_beside(&self, front: &[u64], beside: &mut [u64]) {
        let [one, two, three] = self.steps;
        for ((words, seen), beside) in front.windows(3).zip(&self.seen).zip(beside) {
            let (before, here, behind) = (words[0], words[1], words[2]);
            let back = |step: u32| here << step | before >> (64 - step);
            let forth = |step: u32| here >> step | behind << (64 - step);
            let all = back(one) | back(two) | back(three) | forth(one) | forth(two) | forth(three);
            *beside = all & !seen;
        }
    }

    /// Adds cells to the levels of what they cost.
    fn add_to_levels(&self, beside: &[u64], (cost, limit): (u32, u32), levels: &mut CostLevels) {
        let ring = levels.used.len();
        for (&entry, cells) in self.costs.iter().zip(self.cells.chunks_exact(self.words)) {
            if entry > limit.saturating_sub(cost) {
                continue;
            }
            let (place, mut any) = ((cost + entry) as usize % ring, 0);
            let level = &mut levels.sets[place * self.words..(place + 1) * self.words];
            for ((level, beside), cells) in level.iter_mut().zip(beside).zip(cells) {
                let new = beside & cells;
                *level |= new;
                any |= new;
            }
            if any != 0 {
                levels.note_used(place);
            }
        }
    }
}

/// Returns the cell of a bit in a set of cells of a small map.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a small map has few cells")]
const fn cell_of_bit(word: usize, bit: usize) -> Cell {
    Cell((word * 64 + bit) as u32)
}
