//! `random`: any legal order. Every other commander must be stronger.

use hotgates_engine::{LegalOrders, Order, View};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::commander::Commander;
use crate::reason::Reason;
use hotgates_search::Budget;

/// Draws one of all legal orders, each equally likely.
///
/// The order drawn depends on seed and position alone, so that a battle taken up in the middle goes
/// on the same.
#[derive(Debug, Clone)]
pub struct RandomCommander {
    seed: u64,
    orders: LegalOrders,
}

impl RandomCommander {
    /// Returns the random commander of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, orders: LegalOrders::new() }
    }
}

impl Commander for RandomCommander {
    fn name(&self) -> &'static str {
        "random"
    }

    fn order(&mut self, view: View<'_>, _: &mut Budget) -> (Order, Reason) {
        let orders = view.legal_orders(&mut self.orders);
        let lot = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ view.hash()).next_u64();
        // The remainder's bias is below 10⁻¹⁴ for any list of orders.
        let of = orders.len();
        let drawn = usize::try_from(lot % of as u64).unwrap_or(0);
        (orders[drawn], Reason::Lot { of })
    }
}
