//! Reaction fire, support fire and entrenchment: what units do that wait.

use hotgates_text::Permille;
use serde::{Deserialize, Serialize};

/// Numbers of the rule of reaction fire: units of types that react and have not attacked in their own
/// half-turn fire once in the enemy's, at a unit that moves in their sight, or for a friend who is attacked.
/// They gain no experience by it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReactionRule {
    /// Factor on the losses of a unit that is fired at while it moves.
    pub moving: Permille,
    /// Factor on the losses of an attacker who is fired at by a unit that supports its target.
    pub support: Permille,
}

impl Default for ReactionRule {
    fn default() -> Self {
        Self { moving: Permille(700), support: Permille(700) }
    }
}

impl ReactionRule {
    /// Returns what firing at a moving unit adds to the situation of the blow, in ‰.
    #[must_use]
    pub fn situation_at_mover(&self) -> i32 {
        self.moving.above_one()
    }

    /// Returns what firing in support adds to the situation of the blow, in ‰.
    #[must_use]
    pub fn situation_in_support(&self) -> i32 {
        self.support.above_one()
    }
}

/// Numbers of the rule of entrenchment: units that stay where they are dig in, and lose fewer men.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EntrenchmentRule {
    /// Share of the losses that each level keeps off a unit, on top of its terrain.
    pub cover: Permille,
    /// Most levels; a unit gains one at the start of each of its half-turns, and loses all when it moves.
    pub levels: u8,
}

impl Default for EntrenchmentRule {
    fn default() -> Self {
        Self { cover: Permille(100), levels: 3 }
    }
}

/// Most of the losses that terrain and entrenchment together keep off a unit.
pub(crate) const MOST_COVER: u32 = 900;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_tenths_are_three_tenths_less() {
        let rule = ReactionRule { moving: Permille(700), support: Permille(1200) };
        assert_eq!((rule.situation_at_mover(), rule.situation_in_support()), (-300, 200));
    }
}
