//! The crossing grain: one action is one trip of the boat.

use hotgates_search::Problem;

use super::rules::Rules;
use super::state::{Banks, Load, Side};

/// The game in whole crossings; only states in which no bank is broken.
#[derive(Debug, Clone, Copy)]
pub struct Crossings(pub Rules);

impl Crossings {
    /// The state after `load` has crossed from where the boat lies.
    pub const fn after(banks: Banks, load: Load) -> Banks {
        match banks.side {
            Side::Left => Banks {
                priests: banks.priests - load.priests,
                devils: banks.devils - load.devils,
                side: Side::Right,
            },
            Side::Right => Banks {
                priests: banks.priests + load.priests,
                devils: banks.devils + load.devils,
                side: Side::Left,
            },
        }
    }
}

impl Problem for Crossings {
    type State = Banks;
    type Action = Load;

    fn actions(&self, &banks: &Banks, into: &mut Vec<Load>) {
        let rules = &self.0;
        let (priests, devils) = match banks.side {
            Side::Left => (banks.priests, banks.devils),
            Side::Right => (rules.priests - banks.priests, rules.devils - banks.devils),
        };
        for priests in 0..=priests.min(rules.boat) {
            let first = u8::from(priests == 0);
            for devils in first..=devils.min(rules.boat - priests) {
                let load = Load { priests, devils };
                if rules.may_sail(load) && rules.broken_bank(Self::after(banks, load)).is_none() {
                    into.push(load);
                }
            }
        }
    }

    fn step(&self, &banks: &Banks, load: Load) -> (Banks, u32) {
        (Self::after(banks, load), 1)
    }

    fn is_goal(&self, &banks: &Banks) -> bool {
        self.0.is_across(banks)
    }
}
