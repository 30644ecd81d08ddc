//! Height: who stands higher strikes harder, and sees over what is lower.

use hotgates_text::Permille;
use serde::{Deserialize, Serialize};

/// Numbers of the rule of height, by the `height` of terrains. Where the ruleset has lines of sight, a hex
/// between two others blocks the line if it is higher than both; terrain that blocks fire is one level higher
/// for that.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HeightRule {
    /// What the losses of a blow rise by for each level that the striking unit stands higher.
    pub down: Permille,
    /// What they fall by for each level that it stands lower.
    pub up: Permille,
}

impl Default for HeightRule {
    fn default() -> Self {
        Self { down: Permille(150), up: Permille(100) }
    }
}

impl HeightRule {
    /// Returns what the heights of the striking and of the struck unit add to the situation of a blow, in ‰.
    ///
    /// ```
    /// use hotgates_rules::HeightRule;
    ///
    /// let rule = HeightRule::default();
    /// assert_eq!([rule.situation(2, 0), rule.situation(1, 1), rule.situation(0, 2)], [300, 0, -200]);
    /// ```
    #[must_use]
    pub fn situation(&self, striker: u8, struck: u8) -> i32 {
        let levels = i32::from(striker) - i32::from(struck);
        let Permille(each) = if levels > 0 { self.down } else { self.up };
        levels.saturating_mul(i32::try_from(each).unwrap_or(i32::MAX))
    }
}
