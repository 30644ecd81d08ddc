//! Numbers of grounds, by which the drawings of one map are told from those of another.

use std::sync::atomic::{AtomicU32, Ordering};

/// The number of a ground that the board shows. A map drawn anew has another number, even if it
/// looks the same; a ground that only changes keeps its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GroundId(u32);

impl GroundId {
    /// Returns a number that no ground of this program has had before.
    #[must_use]
    pub fn next_free() -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_grounds_have_one_number() {
        let [first, second] = [GroundId::next_free(), GroundId::next_free()];
        assert_ne!(first, second);
    }
}
