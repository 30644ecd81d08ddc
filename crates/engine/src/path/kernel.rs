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
    /// Whether what was asked for is known, so that the rest of the search can wait.
    #[inline]
    fn enough(&self) -> bool {
        false
    }
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

/// Reusable queue memory: the touched places in one list, chained into a ring of buckets.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue<At> {
    /// The first `len` are the places touched, each with the next one of its bucket; the rest is room.
    places: Vec<(At, u32)>,
    len: usize,
    heads: Vec<u32>,
    pending: usize,
    expanded: usize,
    /// The key of the bucket that is to be expanded next.
    key: u32,
}

const END: u32 = u32::MAX;

impl<At: Copy + Default> Queue<At> {
    /// Empties the queue for steps that add less than `ring` to a key. `ring` is a power of two.
    pub(super) fn reset(&mut self, ring: usize) {
        debug_assert!(ring.is_power_of_two());
        self.len = 0;
        self.heads.clear();
        self.heads.resize(ring, END);
        self.pending = 0;
        self.expanded = 0;
        self.key = 0;
    }

    /// Every place touched by the last search, in that order.
    pub(super) fn touched(&self) -> impl Iterator<Item = At> + '_ {
        self.places[..self.len].iter().map(|&(at, _)| at)
    }

    /// How many places the last search expanded.
    pub(super) const fn expanded(&self) -> usize {
        self.expanded
    }

    /// Queues a source under its key, which is set here.
    pub(super) fn push<S: Space<At = At>>(&mut self, space: &mut S, at: At, key: u32) {
        *space.key(at) = key;
        self.make_room(1);
        self.keep(at);
        self.chain(key);
    }

    /// Expands queued places in the order of their keys until none is left, or until the space has
    /// [enough](Space::enough) of it; then the next call goes on.
    ///
    /// `cost` is what entering a cell adds (0: impassable), `add` gives for a key what sums it and
    /// a cost, `enter` says what may be
    /// done with an untouched cell that costs something, and with the key it would have; `touched` sees each new
    /// place with its key and stops the search by returning true. A key over `limit` is not touched.
    pub(super) fn spread<S: Space<At = At>, Sum: Fn(u32) -> u32>(
        &mut self,
        space: &mut S,
        limit: u32,
        cost: impl Fn(Cell) -> u32,
        add: impl Fn(u32) -> Sum,
        mut enter: impl FnMut(Cell, u32) -> Entry,
        mut touched: impl FnMut(At, u32) -> bool,
    ) {
        let mask = self.heads.len() - 1;
        while self.pending > 0 && !space.enough() {
            let key = self.key;
            let place = std::mem::replace(&mut self.heads[key as usize & mask], END);
            // A bucket has one key, so what can be said about that is said once.
            let sum = add(key);
            let end = self.expand(space, place, |cell| {
                let step = cost(cell);
                (step != 0, sum(step))
            });
            for new in self.len..end {
                let (at, sum) = self.places[new];
                let entry = if sum > limit { Entry::Blocked } else { enter(S::cell(at), sum) };
                if entry == Entry::Blocked {
                    *space.key(at) = UNTOUCHED;
                    continue;
                }
                self.keep(at);
                if entry == Entry::Through {
                    self.chain(sum);
                }
                if touched(at, sum) {
                    return forget(space, &self.places[new + 1..end]);
                }
            }
            self.key += 1;
        }
    }

    /// Expands a bucket from its first place on. Its untouched neighbours that can be entered get their keys, and
    /// lie with them behind the touched places, in the order they were met; the end of them comes back.
    ///
    /// Whether a neighbour is new is as good as random, and a branch on it costs more than all the rest. So each
    /// neighbour is written down, and what is not new is written over by the next: there is no branch to mispredict.
    #[inline]
    fn expand<S: Space<At = At>>(
        &mut self,
        space: &mut S,
        mut place: u32,
        enter: impl Fn(Cell) -> (bool, u32),
    ) -> usize {
        let mut end = self.len;
        while place != END {
            let (from, next) = self.places[place as usize];
            place = next;
            self.pending -= 1;
            self.expanded += 1;
            self.make_room(end + 6 - self.len);
            for direction in 0..6 {
                let at = space.step(from, direction);
                let (open, sum) = enter(S::cell(at));
                let key = space.key(at);
                #[expect(clippy::needless_bitwise_bool, reason = "a lazy one is a branch that guesses")]
                let new = open & (*key == UNTOUCHED);
                *key = if new { sum } else { *key };
                self.places[end] = (at, sum);
                end += usize::from(new);
            }
        }
        end
    }

    /// Room for `more` places behind those touched.
    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.places.len() < self.len + more {
            let size = (2 * self.places.len()).max(self.len + more).max(64);
            self.places.resize(size, (At::default(), END));
        }
    }

    /// Adds a place to those touched.
    #[inline]
    fn keep(&mut self, at: At) {
        self.places[self.len] = (at, END);
        self.len += 1;
    }

    /// Puts the place touched last at the head of the bucket of its key.
    #[inline]
    fn chain(&mut self, key: u32) {
        let bucket = key as usize & (self.heads.len() - 1);
        // A map has at most 4,194,304 hexes, each touched once.
        #[expect(clippy::cast_possible_truncation, reason = "fewer places than cells")]
        let last = (self.len - 1) as u32;
        self.places[self.len - 1].1 = std::mem::replace(&mut self.heads[bucket], last);
        self.pending += 1;
    }
}

/// Takes back the keys of places that will not be touched.
fn forget<S: Space>(space: &mut S, places: &[(S::At, u32)]) {
    for &(at, _) in places {
        *space.key(at) = UNTOUCHED;
    }
}
