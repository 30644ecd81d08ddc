//! The crossing grain: one action is one trip of the boat.

use hotgates_search::Problem;

use super::rules::{RiverGoal, RiverRules};
use super::state::{BankState, BoatLoad, Shore};

/// The game in whole crossings; only states in which no bank is broken.
#[derive(Debug, Clone, Copy)]
pub struct WholeCrossings(pub RiverRules);

impl WholeCrossings {
    /// Returns the state after `load` has crossed from the bank where the boat lies.
    pub const fn banks_after(banks: BankState, load: BoatLoad) -> BankState {
        match banks.side {
            Shore::Left => BankState {
                priests: banks.priests - load.priests,
                devils: banks.devils - load.devils,
                side: Shore::Right,
            },
            Shore::Right => BankState {
                priests: banks.priests + load.priests,
                devils: banks.devils + load.devils,
                side: Shore::Left,
            },
        }
    }

    /// Returns a lower bound of the number of crossings from `banks` to the goal; `None` where no
    /// path can lead to the goal.
    ///
    /// Devils are taken for harmless: in the end as many people as the goal has must be on the
    /// right, where each trip brings a boatful at most and each return takes one away at least.
    pub fn least_crossings(&self, banks: BankState) -> Option<u64> {
        let rules = &self.0;
        if rules.is_across(banks) {
            return Some(0);
        }
        let everybody = u64::from(rules.priests) + u64::from(rules.devils);
        let wanted = match rules.goal {
            RiverGoal::All => everybody,
            RiverGoal::Priests => u64::from(rules.priests),
        };
        let on_right = everybody - u64::from(banks.priests) - u64::from(banks.devils);
        let returns = u64::from(banks.side == Shore::Right);
        let boat = u64::from(rules.boat);
        let round_trips = match ((wanted + returns).saturating_sub(on_right + boat), boat - 1) {
            (0, _) => 0,
            (_, 0) => return None,
            (over, carried) => over.div_ceil(carried),
        };
        Some(returns + 1 + 2 * round_trips)
    }
}

impl Problem for WholeCrossings {
    type State = BankState;
    type Action = BoatLoad;

    fn actions(&self, &banks: &BankState, into: &mut Vec<BoatLoad>) {
        let rules = &self.0;
        let (priests, devils) = match banks.side {
            Shore::Left => (banks.priests, banks.devils),
            Shore::Right => (rules.priests - banks.priests, rules.devils - banks.devils),
        };
        for priests in 0..=priests.min(rules.boat) {
            let first = u8::from(priests == 0);
            for devils in first..=devils.min(rules.boat - priests) {
                let load = BoatLoad { priests, devils };
                if rules.may_load_sail(load) && rules.broken_bank(Self::banks_after(banks, load)).is_none() {
                    into.push(load);
                }
            }
        }
    }

    fn step(&self, &banks: &BankState, load: BoatLoad) -> (BankState, u32) {
        (Self::banks_after(banks, load), 1)
    }

    fn is_goal(&self, &banks: &BankState) -> bool {
        self.0.is_across(banks)
    }
}
