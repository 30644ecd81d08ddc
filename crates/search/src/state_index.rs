//! An index from states to 32-bit ids that does not store the states: they live once, in the
//! search's own list.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Returns the id of the state after `count` others.
pub(crate) fn next_state_id(count: usize) -> u32 {
    u32::try_from(count).expect("limits keep ids within 32 bits")
}

/// A hash table of ids; an id is found by the hash of its state and a comparison by the caller.
///
/// The same input gives the same index on every machine and in every run: the hash has no secret.
#[derive(Debug, Clone, Default)]
pub(crate) struct StateIndex {
    table: HashTable<HashedId>,
}

#[derive(Debug, Clone, Copy)]
struct HashedId {
    hash: u32,
    id: u32,
}

impl StateIndex {
    /// Returns the id under `hash` for which `is_it` answers `true`.
    #[inline]
    pub(crate) fn find_state_id(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let found = self.table.find(widen_hash(hash), |entry| entry.hash == hash && is_it(entry.id));
        found.map(|entry| entry.id)
    }

    /// Adds `id` under `hash`; the caller knows that its state is not there yet.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u32, id: u32) {
        self.table.insert_unique(widen_hash(hash), HashedId { hash, id }, |entry| widen_hash(entry.hash));
    }

    /// Lets `new` stand where `old` stood under `hash`.
    pub(crate) fn replace_state_id(&mut self, hash: u32, old: u32, new: u32) {
        let entry = self.table.find_mut(widen_hash(hash), |entry| entry.id == old);
        entry.expect("the old id was inserted under the same hash").id = new;
    }
}

/// Returns a hash of 64 bits: the table takes some bits from either end.
fn widen_hash(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// Returns the 32-bit hash of `key`.
#[inline]
pub(crate) fn hash_key<K: Hash>(key: &K) -> u32 {
    // The hasher leaves its best mixed bits in the middle; the lower half holds them.
    let hash = FxBuildHasher.hash_one(key);
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_again_and_no_other() {
        let keys: Vec<u64> = (0..10_000).map(|n| n * n * 977).collect();
        let mut index = StateIndex::default();
        for (id, key) in (0u32..).zip(&keys) {
            assert_eq!(index.find_state_id(hash_key(key), |id| keys[id as usize] == *key), None);
            index.insert(hash_key(key), id);
        }
        for (id, key) in (0u32..).zip(&keys) {
            assert_eq!(index.find_state_id(hash_key(key), |id| keys[id as usize] == *key), Some(id));
        }
        let absent = 5u64;
        assert_eq!(index.find_state_id(hash_key(&absent), |id| keys[id as usize] == absent), None);
    }

    #[test]
    fn a_replaced_id_is_found_under_the_same_hash() {
        let mut index = StateIndex::default();
        (0..100).for_each(|id| index.insert(hash_key(&7u64), id));
        index.replace_state_id(hash_key(&7u64), 50, 1_000);
        assert_eq!(index.find_state_id(hash_key(&7u64), |id| id == 50), None);
        assert_eq!(index.find_state_id(hash_key(&7u64), |id| id == 1_000), Some(1_000));
    }

    #[test]
    fn a_wide_hash_has_all_bits_at_either_end() {
        assert_eq!(widen_hash(0x8765_4321), 0x8765_4321_8765_4321);
    }

    /// The table takes its places from the lower end of a hash, and a tag for each from the upper end.
    #[test]
    fn numbers_spread_over_either_end_of_a_hash() {
        for factor in [1, 64] {
            let [mut lower, mut upper] = [[0; 256]; 2];
            for n in 0..25_600u64 {
                let hash = hash_key(&(n * factor));
                lower[hash as usize % 256] += 1;
                upper[hash as usize >> 24] += 1;
            }
            for buckets in [lower, upper] {
                assert!(buckets.iter().all(|&count| (50..200).contains(&count)), "{factor}: {buckets:?}");
            }
        }
    }
}
