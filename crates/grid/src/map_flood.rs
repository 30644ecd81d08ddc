//! Costs over a whole small map, for 64 cells at a time.
//!
//! The cells of one cost are bits of a set, and the neighbours of all of them are the set moved by the six
//! steps, because every neighbour lies at the same distance in memory. A set for each cost that comes next
//! takes the place of the queue: a cell that is in several of them counts in the first. What a bucket queue
//! does for each neighbour of each cell, this does for the neighbours of all cells of a word.

use std::iter;
use std::ops::Range;

use crate::cell::{Cell, Grid};
use crate::cell_set::{CellSet, insert_into_words, word_of_cell};
use crate::cost_bits::{CostBits, CostLayer};
use crate::kernel::{add_cost, add_in_turns};

/// Greatest number of cells of a grid, border cells included, for which this is faster than a bucket queue:
/// each cost takes a look at all words of the map.
const MOST_CELLS: usize = 2048;

/// Number of words that holds the cells of each small map.
const MOST_WORDS: usize = MOST_CELLS / 64;

/// A set of cells.
type Words = [u64; MOST_WORDS];

/// A search over a whole small map.
pub(super) struct MapFlood {
    /// Number of words in a set of cells.
    words: usize,
    /// Distances in memory of the three neighbours behind a cell; those before it are as far.
    steps: [u32; 3],
    /// Costs of entering cells, each with the cells that are entered for it.
    cells: Vec<(u32, Words)>,
    /// Cells that the search has come to.
    seen: Words,
}

/// The cells of the costs that come next: a ring of sets by their costs.
struct CostLevels {
    /// Number of words in a set.
    words: usize,
    sets: Vec<u64>,
    /// For each set the words that may have cells.
    used: Vec<Range<usize>>,
    /// Number of sets with cells.
    pending: usize,
    /// Place of the cost that is settled now.
    now: usize,
}

impl CostLevels {
    fn new(count: usize, words: usize) -> Self {
        Self { words, sets: vec![0; count * words], used: vec![0..0; count], pending: 0, now: 0 }
    }

    /// Returns the place of a cost that is so much higher than that of now.
    fn place_beyond(&self, more: u32) -> usize {
        let place = self.now + more as usize;
        if place < self.used.len() { place } else { place - self.used.len() }
    }

    fn add_cell(&mut self, cost: u32, cell: Cell) {
        let (place, word) = (self.place_beyond(cost), word_of_cell(cell));
        insert_into_words(&mut self.sets[place * self.words..], cell);
        self.note_used(place, &(word..word + 1));
    }

    #[inline]
    fn note_used(&mut self, place: usize, words: &Range<usize>) {
        let used = &mut self.used[place];
        if used.start < used.end {
            *used = used.start.min(words.start)..used.end.max(words.end);
        } else {
            self.pending += 1;
            *used = words.clone();
        }
    }
}

impl MapFlood {
    /// Makes a search over the cells of a layer that cost something and are not `closed`; `None` for a grid that
    /// is too large or too high.
    pub(super) fn over_layer(layer: CostLayer, closed: &CellSet) -> Option<Self> {
        let mut flood = Self::over_cells(layer.grid, layer.costs, layer.bits)?;
        for (_, cells) in &mut flood.cells {
            cells.iter_mut().zip(closed.words()).for_each(|(cells, closed)| *cells &= !closed);
        }
        Some(flood)
    }

    /// Makes a search over the cells of a grid that cost something, whose costs may be known as bits, too; `None`
    /// for a grid that is too large or too high.
    pub(super) fn over_cells(grid: &Grid, costs: &[u8], bits: &[CostBits]) -> Option<Self> {
        let mut steps = [0; 3];
        let behind = grid.steps().iter().filter(|&&step| step > 0);
        steps.iter_mut().zip(behind).for_each(|(step, &behind)| *step = behind.unsigned_abs());
        if costs.len() > MOST_CELLS || steps.iter().any(|step| !(1..64).contains(step)) {
            return None;
        }
        let words = costs.len().div_ceil(64);
        let cells_of_bits = |bits: &CostBits| {
            let mut cells = [0; MOST_WORDS];
            cells[..words].iter_mut().zip(bits.words()).for_each(|(cells, word)| *cells = word);
            (bits.entry_cost(), cells)
        };
        let cells =
            if bits.is_empty() { split_by_cost(costs) } else { bits.iter().map(cells_of_bits).collect() };
        Some(Self { words, steps, cells, seen: [0; MOST_WORDS] })
    }

    /// Computes the cost of each cell that the search comes to from some cells, up to a limit, and shows it
    /// once: cells of a lower cost first. Each source has the cost that it begins with, not above the highest cost
    /// of entering a cell.
    pub(super) fn visit_costs(
        mut self,
        sources: impl Iterator<Item = (Cell, u32)>,
        limit: u32,
        mut see: impl FnMut(Cell, u32),
    ) {
        self.flood(sources, limit, (0, add_cost), |word, cells, cost| {
            for_each_cell(word, cells, |cell| see(cell, cost));
            false
        });
    }

    /// Computes for each cell, up to a limit, the points of the turns in which units come to it from some cells with
    /// so many a turn, those lost at the end of turns counted, and shows it once: cells of fewer points first.
    pub(super) fn visit_arrivals(
        mut self,
        sources: impl Iterator<Item = Cell>,
        (movement, limit): (u32, u32),
        mut see: impl FnMut(Cell, u32),
    ) {
        let sources = sources.map(|cell| (cell, 0));
        self.flood(sources, limit, (movement, |spent| add_in_turns(spent, movement)), |word, cells, cost| {
            for_each_cell(word, cells, |cell| see(cell, cost));
            false
        });
    }

    /// Computes costs as [`visit_costs`](Self::visit_costs) does from one cell, up to the nearest of some others;
    /// returns the cost of that one and, of several as near, the lowest.
    pub(super) fn visit_until(
        mut self,
        from: Cell,
        wanted: &CellSet,
        mut see: impl FnMut(Cell, u32),
    ) -> Option<(u32, Cell)> {
        let mut found = None;
        self.flood(iter::once((from, 0)), u32::MAX, (0, add_cost), |word, cells, cost| {
            for_each_cell(word, cells, |cell| see(cell, cost));
            let met = cells & wanted.words().get(word).copied().unwrap_or(0);
            if cost > 0 && met != 0 {
                found = Some((cost, cell_of_bit(word, met.trailing_zeros() as usize)));
            }
            found.is_some()
        });
        found
    }

    /// Returns the words of the set of all cells that the search comes to from some cells, up to a limit.
    pub(super) fn reached_words(
        mut self,
        sources: impl Iterator<Item = (Cell, u32)>,
        limit: u32,
    ) -> Vec<u64> {
        self.flood(sources, limit, (0, add_cost), |_, _, _| false);
        self.seen[..self.words].to_vec()
    }

    /// Searches from some cells, up to a limit, and shows the cells of each word and cost to who stops the search
    /// by returning `true`. Before a step `lost` may be lost at most, besides its cost: `add` returns, for a cost, the
    /// function that adds that of a step to it.
    #[inline]
    fn flood<Sum: Fn(u32) -> u32>(
        &mut self,
        sources: impl Iterator<Item = (Cell, u32)>,
        limit: u32,
        (lost, add): (u32, impl Fn(u32) -> Sum),
        mut stops: impl FnMut(usize, u64, u32) -> bool,
    ) {
        let dearest = self.cells.iter().map(|&(cost, _)| cost).max().unwrap_or(0);
        let mut levels = CostLevels::new((lost + dearest) as usize + 1, self.words);
        for (cell, cost) in sources {
            levels.add_cell(cost, cell);
        }
        // Between levels an empty word before the first, those of the map, and one behind the last.
        let mut front = [0; MOST_WORDS + 2];
        let (mut beside, mut cost) = ([0; MOST_WORDS], 0);
        while levels.pending > 0 {
            let used = std::mem::take(&mut levels.used[levels.now]);
            if !used.is_empty() {
                levels.pending -= 1;
                let settled = self.settle_level(used, &mut levels, &mut front);
                for word in settled.clone() {
                    let cells = front[word + 1];
                    if cells != 0 && stops(word, cells, cost) {
                        return;
                    }
                }
                if !settled.is_empty() {
                    // Neighbours lie at most a word farther.
                    let near = settled.start.saturating_sub(1)..(settled.end + 1).min(self.words);
                    self.find_cells_beside(&front, &near, &mut beside);
                    self.add_to_levels(&beside, &near, (add(cost), cost, limit), &mut levels);
                    front[settled.start + 1..=settled.end].fill(0);
                }
            }
            cost += 1;
            levels.now = levels.place_beyond(1);
        }
    }

    /// Takes the cells out of the level of now, in some words, that the search has not come to before and leaves
    /// them in `front`; returns the words from the first to the last that have any.
    fn settle_level(
        &mut self,
        used: Range<usize>,
        levels: &mut CostLevels,
        front: &mut [u64],
    ) -> Range<usize> {
        let level = &mut levels.sets[levels.now * self.words..][used.clone()];
        let seen = &mut self.seen[used.clone()];
        let front = &mut front[used.start + 1..=used.end];
        // Without a branch: processors guess wrong which words have cells.
        let mut filled = 0_u32;
        for (word, ((level, seen), front)) in used.zip(level.iter_mut().zip(seen).zip(front)) {
            let cells = std::mem::take(level) & !*seen;
            *front = cells;
            *seen |= cells;
            filled |= u32::from(cells != 0) << word;
        }
        if filled == 0 { 0..0 } else { filled.trailing_zeros() as usize..filled.ilog2() as usize + 1 }
    }

    /// Finds the neighbours of some cells that the search has not come to before, in some words.
    fn find_cells_beside(&self, front: &[u64], near: &Range<usize>, beside: &mut [u64]) {
        let [one, two, three] = self.steps;
        let front = front[near.start..near.end + 2].windows(3);
        for ((words, seen), beside) in front.zip(&self.seen[near.clone()]).zip(&mut beside[near.clone()]) {
            let (before, here, behind) = (words[0], words[1], words[2]);
            let back = |step: u32| here << step | before >> (64 - step);
            let forth = |step: u32| here >> step | behind << (64 - step);
            let all = back(one) | back(two) | back(three) | forth(one) | forth(two) | forth(three);
            *beside = all & !seen;
        }
    }

    /// Adds cells in some words to the levels of what they cost, where `sum` adds a cost to that of now.
    fn add_to_levels(
        &self,
        beside: &[u64],
        near: &Range<usize>,
        (sum, now, limit): (impl Fn(u32) -> u32, u32, u32),
        levels: &mut CostLevels,
    ) {
        let beside = &beside[near.clone()];
        for (entry, cells) in &self.cells {
            let sum = sum(*entry);
            if sum > limit {
                continue;
            }
            let (place, mut any) = (levels.place_beyond(sum - now), 0);
            let level = &mut levels.sets[place * self.words..][near.clone()];
            for ((level, beside), cells) in level.iter_mut().zip(beside).zip(&cells[near.clone()]) {
                let new = beside & cells;
                *level |= new;
                any |= new;
            }
            if any != 0 {
                levels.note_used(place, near);
            }
        }
    }
}

/// Splits cells by what they cost.
fn split_by_cost(costs: &[u8]) -> Vec<(u32, Words)> {
    let mut split = Vec::with_capacity(8);
    let mut places = [usize::MAX; 256];
    let (eights, rest) = costs.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for (index, &eight) in eights.iter().chain(iter::once(&last)).enumerate() {
        let mut left = !cells_of_cost(eight, 0);
        while left != 0 {
            let cost = eight[left.trailing_zeros() as usize];
            let same = cells_of_cost(eight, cost);
            left &= !same;
            let place = &mut places[usize::from(cost)];
            if *place == usize::MAX {
                *place = split.len();
                split.push((cost.into(), [0; MOST_WORDS]));
            }
            split[*place].1[index / 8] |= u64::from(same) << (index % 8 * 8);
        }
    }
    split
}

/// Returns the cell of a bit in a set of cells of a small map.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a small map has few cells")]
const fn cell_of_bit(word: usize, bit: usize) -> Cell {
    Cell((word * 64 + bit) as u32)
}

/// Shows the cells of a word of a set, ascending.
#[inline]
fn for_each_cell(word: usize, mut cells: u64, mut see: impl FnMut(Cell)) {
    while cells != 0 {
        see(cell_of_bit(word, cells.trailing_zeros() as usize));
        cells &= cells - 1;
    }
}

/// Returns which of eight cells cost so much, the first as the lowest bit.
#[inline]
const fn cells_of_cost(costs: [u8; 8], cost: u8) -> u8 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let apart = u64::from_le_bytes(costs) ^ u64::from_le_bytes([cost; 8]);
    // The highest bit of each byte that is 0, brought together into one byte by the product.
    let equal = !(((apart & LOW) + LOW) | apart | LOW) >> 7;
    (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}
