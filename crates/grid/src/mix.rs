//! Mixers: numbers that look random and are the same on every machine.
//!
//! **Invariant:** what these functions return never changes: hashes in replays, random maps,
//! pictures and what commanders do depend on them (kept by the golden replays, maps and counts, and
//! the test below).

/// Returns a key with every bit spread over all 64: the finalizer of `SplitMix64` (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
///
/// ```
/// assert_eq!(hotgates_grid::mix::split_mix(0), 0xE220_A839_7B1D_CDAF);
/// ```
#[inline]
#[must_use]
pub const fn split_mix(key: u64) -> u64 {
    let key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

/// Returns the product with 2⁶⁴ divided by the golden ratio: Fibonacci hashing (Knuth, "The Art of
/// Computer Programming", volume 3, 6.4). The high bits depend on every bit of the word.
#[inline]
#[must_use]
pub const fn fibonacci_hash(word: u64) -> u64 {
    word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns the product with an odd number that carries low bits into the high ones: the last step
/// after [`fibonacci_hash`], whose highest bits serve as a draw by lot.
#[inline]
#[must_use]
pub const fn carry_bits_up(word: u64) -> u64 {
    word.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Returns a hash of a cell number and a seed; the high bits are the best.
///
/// ```
/// use hotgates_grid::mix::hash_cell;
///
/// assert_ne!(hash_cell(1, 7) >> 28, hash_cell(2, 7) >> 28);
/// ```
#[inline]
#[must_use]
pub const fn hash_cell(cell: u32, seed: u32) -> u32 {
    (cell.wrapping_mul(0x9E37_79B1) ^ seed).wrapping_mul(0x85EB_CA6B)
}

/// Returns a hash of a pair of coordinates; the high bits are the best. The factors are primes of
/// xxHash (Collet, 2012).
#[inline]
#[must_use]
pub const fn hash_pair(a: u32, b: u32) -> u32 {
    (a.wrapping_mul(0x9E37_79B1) ^ b.wrapping_mul(0x85EB_CA77)).wrapping_mul(0xC2B2_AE3D)
}

/// Returns a hash of a name: FNV-1a in 32 bits (Fowler, Noll and Vo).
///
/// ```
/// assert_eq!(hotgates_grid::mix::hash_name("foobar"), 0xBF9C_F968);
/// ```
#[must_use]
pub fn hash_name(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixers_stay_as_they_are() {
        assert_eq!(split_mix(1), 0x910A_2DEC_8902_5CC1);
        assert_eq!(fibonacci_hash(3), 0xDAA6_6D2C_7DDF_743F);
        assert_eq!(carry_bits_up(2), 0xADD1_FD70_CCB3_FB26);
        assert_eq!([hash_cell(1, 0), hash_pair(1, 0)], [0x91B0_86FB, 0x2700_4D2D]);
    }
}
