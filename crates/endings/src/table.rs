//! The table of positions: what is known of each, by its key.

/// Bounds on the value of positions, by key. It doubles when it is half full, up to a limit; from
/// then on a new position takes the place of an old one.
#[derive(Debug)]
pub(crate) struct PositionTable {
    slots: Vec<TableSlot>,
    filled: usize,
}

/// Entry for a position with its known bounds; key 0 stands for an empty slot.
#[derive(Debug, Clone, Copy, Default)]
struct TableSlot {
    key: u64,
    low: u64,
    high: u64,
}

/// Number of slots that are looked at for a key.
const PROBES: usize = 4;

const FIRST_SLOTS: usize = 1 << 12;

const MOST_SLOTS: usize = 1 << 22;

impl PositionTable {
    pub(crate) fn new() -> Self {
        Self { slots: vec![TableSlot::default(); FIRST_SLOTS], filled: 0 }
    }

    /// Bytes that the table takes.
    pub(crate) const fn memory_bytes(&self) -> usize {
        self.slots.len() * size_of::<TableSlot>()
    }

    fn slots_of_key(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() - 1;
        let first = (key >> 20) as usize;
        (0..PROBES).map(move |probe| (first + probe) & mask)
    }

    /// Returns the bounds that are known of a position.
    pub(crate) fn bounds_of(&self, key: u64) -> Option<(u64, u64)> {
        let slot = self.slots_of_key(key).map(|place| &self.slots[place]).find(|slot| slot.key == key)?;
        Some((slot.low, slot.high))
    }

    /// Writes down bounds of a position, at least as close as those known before.
    pub(crate) fn set_bounds(&mut self, key: u64, low: u64, high: u64) {
        if 2 * self.filled > self.slots.len() && self.slots.len() < MOST_SLOTS {
            self.double_slots();
        }
        let slot = TableSlot { key, low, high };
        let free = self.slots_of_key(key).find(|&place| [0, key].contains(&self.slots[place].key));
        let place = free.or_else(|| self.slots_of_key(key).next()).expect("more than no probe");
        self.filled += usize::from(self.slots[place].key == 0);
        self.slots[place] = slot;
    }

    fn double_slots(&mut self) {
        let slots = vec![TableSlot::default(); 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, slots);
        self.filled = 0;
        for slot in old.into_iter().filter(|slot| slot.key != 0) {
            self.set_bounds(slot.key, slot.low, slot.high);
        }
    }
}
