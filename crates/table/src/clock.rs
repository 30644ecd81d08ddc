//! Clocks: how long a person may take for a half-turn, from an evening's minutes to the days of a correspondence.

use hotgates_engine::{BySide, Side};
use serde::{Deserialize, Serialize};

/// How much time each side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRules {
    /// Milliseconds for each half-turn; what is left of them is lost.
    pub half_turn_ms: u64,
    /// Milliseconds for the whole battle beyond those.
    pub bank_ms: u64,
}

/// The time that both sides have left.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    rules: ClockRules,
    bank_ms: BySide<u64>,
    /// When the present half-turn began.
    since_ms: u64,
}

impl Clock {
    pub(crate) fn begin(rules: ClockRules, at_ms: u64) -> Self {
        Self { rules, bank_ms: BySide::new(|_| rules.bank_ms), since_ms: at_ms }
    }

    /// Returns when a side, which is to move, has lost.
    pub(crate) const fn deadline_ms(&self, side: Side) -> u64 {
        let bank = match side {
            Side::Red => self.bank_ms.red,
            Side::Blue => self.bank_ms.blue,
        };
        self.since_ms.saturating_add(self.rules.half_turn_ms).saturating_add(bank)
    }

    /// Takes what a half-turn has cost from the side's bank, and begins the next one.
    pub(crate) fn end_half_turn(&mut self, side: Side, at_ms: u64) {
        let taken = at_ms.saturating_sub(self.since_ms).saturating_sub(self.rules.half_turn_ms);
        self.bank_ms[side] = self.bank_ms[side].saturating_sub(taken);
        self.since_ms = at_ms;
    }

    /// Lets some time count for nobody.
    pub(crate) const fn pass_time(&mut self, ms: u64) {
        self.since_ms = self.since_ms.saturating_add(ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_turn_takes_from_the_bank_what_it_has_not_of_its_own() {
        let mut clock = Clock::begin(ClockRules { half_turn_ms: 100, bank_ms: 50 }, 1000);
        assert_eq!(clock.deadline_ms(Side::Red), 1150);
        clock.end_half_turn(Side::Red, 1130);
        assert_eq!((clock.deadline_ms(Side::Blue), clock.deadline_ms(Side::Red)), (1280, 1250));
        clock.pass_time(1000);
        clock.end_half_turn(Side::Blue, 2200);
        assert_eq!(clock.deadline_ms(Side::Red), 2320, "the pause cost nobody anything");
    }
}
