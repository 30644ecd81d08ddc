//! Condition: what it is worth to a commander how well units hold together, where a ruleset asks.

use hotgates_engine::{Condition, MovementPoints, Permille, UnitId, View};

/// Weight of what units' condition takes from their worth, in ‰; 0 counts men alone. Above 1000 the worst
/// conditions leave nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ConditionWeight(pub(crate) u32);

impl Default for ConditionWeight {
    fn default() -> Self {
        Self(1000)
    }
}

/// Share of its worth that a unit keeps which is about to waver, in ‰; it falls to this evenly.
const ABOUT_TO_WAVER: i64 = 650;

/// Share of its worth that a unit keeps which wavers: it does not attack, and strikes back.
const WAVERING: i64 = 400;

/// Share of its worth that a unit keeps which has broken: it runs, and is mostly lost.
const BROKEN: i64 = 250;

impl ConditionWeight {
    /// Returns `true` if men alone count.
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the share of its worth that a unit keeps in a condition, in ‰: all of it where the
    /// ruleset knows no cohesion.
    pub(crate) fn share_of_worth(self, view: View<'_>, condition: Condition) -> i64 {
        let Some(rule) = view.combat().cohesion() else { return 1000 };
        let share = if condition.broken {
            BROKEN
        } else if rule.wavers(condition) {
            WAVERING
        } else {
            let (waver, fresh) = (i64::from(rule.waver.0), i64::from(Condition::FRESH.cohesion));
            let above = i64::from(condition.cohesion) - waver;
            ABOUT_TO_WAVER + (1000 - ABOUT_TO_WAVER) * above / (fresh - waver).max(1)
        };
        (1000 - (1000 - share) * i64::from(self.0) / 1000).max(0)
    }

    /// Returns a number of men in a condition, each counted by the share of its worth that the unit
    /// keeps.
    pub(crate) fn weighed_men(self, view: View<'_>, men: u16, condition: Condition) -> i64 {
        i64::from(men) * self.share_of_worth(view, condition) / 1000
    }
}

/// Returns the condition of a unit that has lost some of so many men.
pub(crate) fn condition_after_losses(view: View<'_>, before: Condition, men: u16, lost: u32) -> Condition {
    let Some(rule) = view.combat().cohesion() else { return before };
    let shaken = before.shaken_by(Permille(1000 * lost / u32::from(men).max(1)));
    Condition { broken: shaken.broken || rule.is_breaking(shaken), ..shaken }
}

/// Returns `true` if a unit in this condition could not attack.
pub(crate) fn is_too_shaken_to_attack(view: View<'_>, condition: Condition) -> bool {
    view.combat().cohesion().is_some_and(|rule| rule.wavers(condition))
}

/// Returns the movement points that an attack costs a unit, if it has them and holds together.
pub(crate) fn points_to_attack(view: View<'_>, unit: UnitId) -> Option<MovementPoints> {
    let need = view.kind(unit).attack_cost;
    (view.unit(unit).left >= need && !view.is_wavering(unit)).then_some(need)
}
