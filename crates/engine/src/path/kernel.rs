//! The kernel: uniform-cost search with a bucket queue, in which every cell is queued once.
//!
//! Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959) with Dial's buckets
//! ("Algorithm 360: shortest-path forest with topological ordering", 1969). What a step costs depends on the cell
//! entered alone. Cells are expanded in the order of their keys, so the first neighbour that touches a cell is
//! one with the lowest key, and no later one can offer a cheaper way in: a key is final when it is first set.
//! There is nothing to decrease, no cell is queued twice, and a search can stop when it touches its goal.

use crate::grid::Cell;

/// The key of a cell not touched yet.
pub(super) const UNTOUCHED: u32 = u32::MAX;

/// Where the keys of a search are kept, and how its places follow each other.
pub(super) trait Space {
    /// A place of the search.
    type At: Copy;
    /// The cell at a place.
    fn cell(at: Self::At) -> Cell;
    /// The place next to one, in a direction of `Direction::ALL`.
    fn step(&self, at: Self::At, direction: usize) -> Self::At;
    /// The key of a place.
    fn key(&mut self, at: Self::At) -> &mut u32;
}

/// What a search may do with a cell it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Go on from it.
    Through,
    /// Reach it, but not go on.
    Halt,
    /// Neither.
    Blocked,
}

/// Reusable queue memory: the queued places in one list, chained into a ring of buckets.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue<At> {
    places: Vec<(At, u32)>,
    heads: Vec<u32>,
    pending: usize,
    expanded: usize,
}

const END: u32 = u32::MAX;

impl<At: Copy> Queue<At> {
    /// Empties the queue for steps that add less than `ring` to a key. `ring` is a power of two.
    pub(super) fn reset(&mut self, ring: usize) {
        debug_assert!(ring.is_power_of_two());
        self.places.clear();
        self.heads.clear();
        self.heads.resize(ring, END);
        self.pending = 0;
        self.expanded = 0;
    }

    /// Every place touched by the last search, in that order.
    pub(super) fn touched(&self) -> impl Iterator<Item = At> + '_ {
        self.places.iter().map(|&(at, _)| at)
    }

    /// How many places the last search expanded.
    pub(super) const fn expanded(&self) -> usize {
        self.expanded
    }

    /// Queues a place under its key, which is set here.
    #[inline]
    pub(super) fn push<S: Space<At = At>>(&mut self, space: &mut S, at: At, key: u32) {
        *space.key(at) = key;
        let bucket = key as usize & (self.heads.len() - 1);
        let head = &mut self.heads[bucket];
        // A map has at most 4,194,304 hexes, each queued once.
        #[expect(clippy::cast_possible_truncation, reason = "fewer places than cells")]
        let place = self.places.len() as u32;
        self.places.push((at, *head));
        *head = place;
        self.pending += 1;
    }

    /// Expands queued places in the order of their keys until none is left.
    ///
    /// `cost` is what entering a cell adds (0: impassable), `add` sums a key and a cost, `enter` says what may be
    /// done with an untouched cell that costs something, and with the key it would have; `touched` sees each new place with its key and stops the
    /// search by returning true. A key over `limit` is not touched.
    pub(super) fn spread<S: Space<At = At>>(
        &mut self,
        space: &mut S,
        limit: u32,
        cost: impl Fn(Cell) -> u32,
        add: impl Fn(u32, u32) -> u32,
        mut enter: impl FnMut(Cell, u32) -> Entry,
        mut touched: impl FnMut(At, u32) -> bool,
    ) {
        let mask = self.heads.len() - 1;
        let mut key = 0;
        while self.pending > 0 {
            let mut place = std::mem::replace(&mut self.heads[key as usize & mask], END);
            while place != END {
                let (from, next) = self.places[place as usize];
                place = next;
                self.pending -= 1;
                self.expanded += 1;
                for direction in 0..6 {
                    let at = space.step(from, direction);
                    let cell = S::cell(at);
                    let step = cost(cell);
                    if step == 0 || *space.key(at) != UNTOUCHED {
                        continue;
                    }
                    let sum = add(key, step);
                    if sum > limit {
                        continue;
                    }
                    match enter(cell, sum) {
                        Entry::Blocked => continue,
                        Entry::Through => self.push(space, at, sum),
                        Entry::Halt => self.settle(space, at, sum),
                    }
                    if touched(at, sum) {
                        return;
                    }
                }
            }
            key += 1;
        }
    }

    /// Touches a place without queueing it.
    fn settle<S: Space<At = At>>(&mut self, space: &mut S, at: At, key: u32) {
        *space.key(at) = key;
        self.places.push((at, END));
    }
}
