//! How much one address may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most addresses that are remembered; beyond them all are forgotten.
const MOST_ADDRESSES: usize = 100_000;

/// What each address has asked for in the present minute.
#[derive(Debug)]
pub struct AddressLimits {
    battles_a_minute: u32,
    made: Mutex<HashMap<IpAddr, (Instant, u32)>>,
}

impl AddressLimits {
    /// Returns the limits by which one address may make so many battles in a minute.
    pub fn new(battles_a_minute: u32) -> Self {
        Self { battles_a_minute, made: Mutex::default() }
    }

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
        *count <= self.battles_a_minute
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_a_limit_of_its_own() {
        let (limits, one) = (AddressLimits::new(3), IpAddr::from([10, 0, 0, 1]));
        assert!((0..3).all(|_| limits.allows_battle(one)));
        assert!(!limits.allows_battle(one) && limits.allows_battle(IpAddr::from([10, 0, 0, 2])));
    }
}
