//! The kernel: uniform-cost search with a bucket queue, in which every cell is queued once.
//!
//! Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959) with Dial's
//! buckets ("Algorithm 360: shortest-path forest with topological ordering", 1969). What a step
//! costs depends on the cell entered alone. Cells are expanded in the order of their keys, so the
//! first neighbour that touches a cell is one with the lowest key, and no later one can offer a
//! cheaper path: a key is final when it is first set. There is nothing to decrease, no cell is
//! queued twice, and a search can stop when it touches its goal.

use crate::cell::Cell;

/// Key of a cell that no search has touched yet.
pub(super) const UNTOUCHED: u32 = u32::MAX;

/// The memory for the keys of a search, and the neighbours of its places.
pub(super) trait KeySpace {
    /// A place that has a key.
    type At: Copy;
    /// Returns the cell at a place.
    fn cell(at: Self::At) -> Cell;
    /// Returns the place next to `at`, in a direction given by its place in `Direction::ALL`.
    fn step(&self, at: Self::At, direction: usize) -> Self::At;
    /// Returns the key of a place.
    fn key(&mut self, at: Self::At) -> &mut u32;
    /// `true` if the key that was asked for is known, so that the rest of the search can wait.
    #[inline]
    fn is_answered(&self) -> bool {
        false
    }
}

/// The permission of a search to use a cell that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryPermission {
    /// The search reaches the cell and goes on from there.
    Through,
    /// The search reaches the cell and does not go on from there.
    Halt,
    /// The search does not reach the cell.
    Blocked,
}

/// A queue of places by key: the touched places in one list, chained into a ring of buckets. Its
/// memory is used again by the next search.
#[derive(Debug, Clone, Default)]
pub(super) struct BucketQueue<At> {
    /// The places touched are the first `len`, each with the index of the next place of its bucket;
    /// the rest is room.
    places: Vec<(At, u32)>,
    len: usize,
    heads: Vec<u32>,
    pending: usize,
    expanded: usize,
    /// Key of the bucket to be expanded next.
    key: u32,
    /// Key of the last bucket to be expanded for now; a later call lets the search go on.
    pub(super) pause: u32,
}

const END: u32 = u32::MAX;

impl<At: Copy + Default> BucketQueue<At> {
    /// Empties the queue for a search whose steps add less than `ring` to a key. `ring` is a power
    /// of two.
    pub(super) fn start_search(&mut self, ring: usize) {
        debug_assert!(ring.is_power_of_two());
        self.len = 0;
        self.heads.clear();
        self.heads.resize(ring, END);
        self.pending = 0;
        self.expanded = 0;
        self.key = 0;
        self.pause = u32::MAX;
    }

    /// Returns every place that the last search touched, in the order of touching.
    #[inline]
    pub(super) fn touched_places(&self) -> impl Iterator<Item = At> + '_ {
        self.places[..self.len].iter().map(|&(at, _)| at)
    }

    /// Number of places that the last search expanded.
    pub(super) const fn expanded_count(&self) -> usize {
        self.expanded
    }

    /// Queues a source under `key`, and sets its key.
    pub(super) fn push<S: KeySpace<At = At>>(&mut self, space: &mut S, at: At, key: u32) {
        *space.key(at) = key;
        self.reserve_places(1);
        self.add_touched(at);
        self.add_to_bucket(key);
    }

    /// Expands queued places in the order of their keys until none is left, or until the space is
    /// [answered](KeySpace::is_answered) or the search is to pause; then the next call goes on.
    ///
    /// `cost` returns the cost of entering a cell (0: impassable). `add` returns, for a key, the
    /// function that adds a cost to it. `enter` decides about an untouched cell with a cost, given
    /// the key that the cell would have. `touched` sees each new place with its key and stops the
    /// search by returning `true`. A cell whose key would be over `limit` is not touched.
    pub(super) fn run_search<S: KeySpace<At = At>, Sum: Fn(u32) -> u32>(
        &mut self,
        space: &mut S,
        limit: u32,
        cost: impl Fn(Cell) -> u32,
        add: impl Fn(u32) -> Sum,
        mut enter: impl FnMut(Cell, u32) -> EntryPermission,
        mut touched: impl FnMut(At, u32) -> bool,
    ) {
        let mask = self.heads.len() - 1;
        while self.pending > 0 && self.key <= self.pause && !space.is_answered() {
            let key = self.key;
            let place = std::mem::replace(&mut self.heads[key as usize & mask], END);
            // All places of a bucket have one key, so the sum is prepared once for all of them.
            let sum = add(key);
            let end = self.expand_bucket(space, place, |cell| {
                let step = cost(cell);
                (step != 0, sum(step))
            });
            for new in self.len..end {
                let (at, sum) = self.places[new];
                let entry = if sum > limit { EntryPermission::Blocked } else { enter(S::cell(at), sum) };
                if entry == EntryPermission::Blocked {
                    *space.key(at) = UNTOUCHED;
                    continue;
                }
                self.add_touched(at);
                if entry == EntryPermission::Through {
                    self.add_to_bucket(sum);
                }
                if touched(at, sum) {
                    return reset_keys(space, &self.places[new + 1..end]);
                }
            }
            self.key += 1;
        }
    }

    /// Expands a bucket from its first place on. Untouched neighbours that can be entered get their
    /// keys and are written behind the touched places, in the order of discovery. Returns the end
    /// of the written places.
    ///
    /// A branch on "is the neighbour new" is as good as random and would be mispredicted half the
    /// time, which costs more than all the rest. So each neighbour is written down, and a neighbour
    /// that is not new is written over by the next one: no branch is needed.
    #[inline]
    fn expand_bucket<S: KeySpace<At = At>>(
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
            self.reserve_places(end + 6 - self.len);
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

    /// Notes a cell that a search of another kind has come to with its final key; there must be
    /// [room](Self::reserve_places) for it.
    #[inline]
    pub(super) fn note_settled<S: KeySpace<At = At>>(&mut self, space: &mut S, at: At, key: u32) {
        *space.key(at) = key;
        self.add_touched(at);
        self.expanded += 1;
    }

    /// Makes room for `more` places behind the touched places.
    #[inline]
    pub(super) fn reserve_places(&mut self, more: usize) {
        if self.places.len() < self.len + more {
            let size = (2 * self.places.len()).max(self.len + more).max(64);
            self.places.resize(size, (At::default(), END));
        }
    }

    /// Adds a place to the touched places.
    #[inline]
    fn add_touched(&mut self, at: At) {
        self.places[self.len] = (at, END);
        self.len += 1;
    }

    /// Puts the place touched last at the head of the bucket of `key`.
    #[inline]
    fn add_to_bucket(&mut self, key: u32) {
        let bucket = key as usize & (self.heads.len() - 1);
        // A map has at most 4,194,304 hexes, each touched once.
        #[expect(clippy::cast_possible_truncation, reason = "fewer places than cells")]
        let last = (self.len - 1) as u32;
        self.places[self.len - 1].1 = std::mem::replace(&mut self.heads[bucket], last);
        self.pending += 1;
    }
}

/// Returns the function that adds a cost to a key.
#[inline]
pub(super) fn add_cost(key: u32) -> impl Fn(u32) -> u32 {
    move |cost| key + cost
}

/// Returns the function that adds a cost to the points of the turns so far, of `movement` each: what is left of a
/// turn that does not suffice is lost, and for who can never pay the sum is beyond every limit.
#[inline]
pub(super) fn add_in_turns(key: u32, movement: u32) -> impl Fn(u32) -> u32 {
    let spent = key % movement;
    move |cost| match cost {
        _ if cost > movement => u32::MAX,
        _ if spent == 0 || spent + cost <= movement => key + cost,
        _ => key - spent + movement + cost,
    }
}

/// Resets the keys of places that the search will not touch.
fn reset_keys<S: KeySpace>(space: &mut S, places: &[(S::At, u32)]) {
    for &(at, _) in places {
        *space.key(at) = UNTOUCHED;
    }
}
