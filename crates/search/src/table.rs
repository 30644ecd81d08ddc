//! An index from keys to 32-bit ids that does not store the keys: states live once, in the search's own list.

use std::hash::{BuildHasher, Hash, Hasher};

/// The index of an empty slot.
const EMPTY: u32 = u32::MAX;

/// The id of the state after `count` others.
pub(crate) fn id_after(count: usize) -> u32 {
    u32::try_from(count).expect("limits keep ids within 32 bits")
}

/// An open-addressing hash index with linear probing; at most three quarters full.
///
/// The same input gives the same index on every machine and in every run: the hash has no secret.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    slots: Vec<Slot>,
    len: usize,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: u32,
    id: u32,
}

impl Index {
    /// The id under `hash` for which `is_it` answers true.
    #[inline]
    pub(crate) fn find(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.id == EMPTY {
                return None;
            }
            if slot.hash == hash && is_it(slot.id) {
                return Some(slot.id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds `id` under `hash`; the caller knows that it is not there yet.
    pub(crate) fn insert(&mut self, hash: u32, id: u32) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.len += 1;
        place(&mut self.slots, Slot { hash, id });
    }

    /// Lets `new` stand where `old` stood under `hash`.
    pub(crate) fn replace(&mut self, hash: u32, old: u32, new: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].id != old {
            at = (at + 1) & mask;
        }
        self.slots[at].id = new;
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![Slot { hash: 0, id: EMPTY }; size]);
        for slot in old.into_iter().filter(|slot| slot.id != EMPTY) {
            place(&mut self.slots, slot);
        }
    }
}

fn place(slots: &mut [Slot], slot: Slot) {
    let mask = slots.len() - 1;
    let mut at = slot.hash as usize & mask;
    while slots[at].id != EMPTY {
        at = (at + 1) & mask;
    }
    slots[at] = slot;
}

/// The 32-bit hash of `key`.
#[inline]
pub(crate) fn hash_of<K: Hash>(key: &K) -> u32 {
    // The upper half is the better mixed one.
    (Multiply.hash_one(key) >> 32) as u32
}

/// Builds [`Mixer`]s.
#[derive(Debug, Clone, Copy, Default)]
struct Multiply;

impl BuildHasher for Multiply {
    type Hasher = Mixer;

    fn build_hasher(&self) -> Mixer {
        Mixer(0)
    }
}

/// A quick hasher for trusted keys: xor, multiply, fold.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        // 2^64 divided by the golden ratio, made odd; the fold carries high bits down for the next round.
        let product = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 29);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        let product = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        product ^ (product << 17)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        self.mix(bytes.len() as u64);
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_again_and_no_other() {
        let keys: Vec<u64> = (0..10_000).map(|n| n * n * 977).collect();
        let mut index = Index::default();
        for (id, key) in (0u32..).zip(&keys) {
            assert_eq!(index.find(hash_of(key), |id| keys[id as usize] == *key), None);
            index.insert(hash_of(key), id);
        }
        for (id, key) in (0u32..).zip(&keys) {
            assert_eq!(index.find(hash_of(key), |id| keys[id as usize] == *key), Some(id));
        }
        let absent = 5u64;
        assert_eq!(index.find(hash_of(&absent), |id| keys[id as usize] == absent), None);
    }

    #[test]
    fn small_numbers_spread_over_the_table() {
        let mut buckets = [0; 256];
        for n in 0..25_600u64 {
            buckets[hash_of(&n) as usize % 256] += 1;
        }
        assert!(buckets.iter().all(|&count| (50..200).contains(&count)), "{buckets:?}");
    }
}
