//! Plans: the orders of a half-turn, and where the first idea of them came from.

use hotgates_engine::Order;

use super::script::{Aim, Script, StrikeMode};

/// The orders of a half-turn, with the worth of the position that they are expected to lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TriedPlan {
    pub(super) orders: Vec<Order>,
    pub(super) worth: i64,
    pub(super) source: PlanSource,
}

/// Origin of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlanSource {
    Script(Script),
    Hunter,
    Warden,
    Greedy,
}

impl Default for PlanSource {
    fn default() -> Self {
        Self::Script(STAND_FAST)
    }
}

const fn script(caution: u32, strike: StrikeMode, aim: Aim) -> Script {
    Script { caution, strike, aim }
}

const STAND_FAST: Script = script(0, StrikeMode::Melee, Aim::Stay);

/// Scripts by which the enemy may answer.
pub(super) const REPLIES: [Script; 2] = [script(0, StrikeMode::Melee, Aim::Enemy), STAND_FAST];

impl PlanSource {
    /// Lists the sources of plans, those first whose plans differ most.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let scripts = [
            script(1000, StrikeMode::Withdraw, Aim::Enemy),
            script(0, StrikeMode::Melee, Aim::Castle),
            script(500, StrikeMode::Melee, Aim::Castle),
            STAND_FAST,
            script(4000, StrikeMode::Fire, Aim::Enemy),
            script(500, StrikeMode::Melee, Aim::Enemy),
            script(2000, StrikeMode::Withdraw, Aim::Castle),
            script(0, StrikeMode::Fire, Aim::Stay),
        ];
        [Self::Script(script(0, StrikeMode::Melee, Aim::Enemy)), Self::Hunter, Self::Warden]
            .into_iter()
            .chain(scripts.map(Self::Script))
            .chain([Self::Greedy])
    }

    /// Returns the script by which the own side is expected to go on in its next half-turns.
    pub(super) const fn follow_up(self) -> Script {
        match self {
            Self::Script(script) => script,
            Self::Warden => STAND_FAST,
            Self::Hunter | Self::Greedy => script(300, StrikeMode::Melee, Aim::Enemy),
        }
    }
}
