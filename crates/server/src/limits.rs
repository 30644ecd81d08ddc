//! How much one address may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most battles that one address may make in a minute.
const BATTLES_A_MINUTE: u32 = 60;
/// Most addresses that are remembered; beyond them all are forgotten.
const MOST_ADDRESSES: usize = 100_000;

/// What each address has asked for in the present minute.
#[derive(Debug, Default)]
pub struct AddressLimits {
    made: Mutex<HashMap<IpAddr, (Instant, u32)>>,
}

impl AddressLimits {
    /// Counts a battle of an address; returns `false` if it is one too many.
    pub fn allows_battle(&self, address: IpAddr) -> bool {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MOST_ADDRESSES {
            made.clear();
        }
        let (since, count) = made.entry(address).or_insert((Instant::now(), 0));
        if since.elapsed() >= Duration::from_mins(1) {
            (*since, *count) = (Instant::now(), 0);
        }
        *count += 1;
        *count <= BATTLES_A_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_a_limit_of_its_own() {
        let (limits, one) = (AddressLimits::default(), IpAddr::from([10, 0, 0, 1]));
        assert!((0..BATTLES_A_MINUTE).all(|_| limits.allows_battle(one)));
        assert!(!limits.allows_battle(one) && limits.allows_battle(IpAddr::from([10, 0, 0, 2])));
    }
}
