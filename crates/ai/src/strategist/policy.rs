//! Policies: what a side might do in a half-turn, by a script or as another commander would.

use std::sync::Arc;

use hotgates_engine::View;

use super::plan_style::PlanStyle;
use super::script::{Script, ScriptAim, StrikeMode};
use super::simulation::{BELIEVED, Simulation, count_foretold_orders};
use crate::commander::Commander;
use crate::greedy::GreedyCommander;
use crate::hunter::Hunter;
use crate::warden::Warden;
use hotgates_doctrine::Doctrine;
use hotgates_search::Budget;

/// A way to play a half-turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    Script(Script),
    Hunter,
    Warden,
    Greedy,
}

const fn make_script(caution: u32, strike: StrikeMode, aim: ScriptAim) -> Script {
    Script { caution, strike, aim }
}

const STAND_FAST: Policy = Policy::Script(make_script(0, StrikeMode::Melee, ScriptAim::Stay));
const ATTACK: Policy = Policy::Script(make_script(0, StrikeMode::Melee, ScriptAim::Enemy));

impl Default for Policy {
    fn default() -> Self {
        STAND_FAST
    }
}

impl Policy {
    /// Lists the policies from which plans start, those first whose plans differ most.
    pub(super) fn starting_policies() -> impl Iterator<Item = Self> {
        let scripts = [
            make_script(1000, StrikeMode::Withdraw, ScriptAim::Enemy),
            make_script(0, StrikeMode::Melee, ScriptAim::Castle),
            make_script(500, StrikeMode::Melee, ScriptAim::Castle),
            make_script(0, StrikeMode::Melee, ScriptAim::Stay),
            make_script(4000, StrikeMode::Fire, ScriptAim::Enemy),
            make_script(500, StrikeMode::Melee, ScriptAim::Enemy),
            make_script(2000, StrikeMode::Withdraw, ScriptAim::Castle),
            make_script(0, StrikeMode::Fire, ScriptAim::Stay),
        ];
        [ATTACK, Self::Hunter, Self::Warden]
            .into_iter()
            .chain(scripts.map(Self::Script))
            .chain([Self::Greedy])
    }

    /// Lists the policies that the enemy may follow; of two that foretell equally well the first is
    /// believed.
    fn enemy_policies() -> impl Iterator<Item = Self> {
        let withdraw = Self::Script(make_script(1000, StrikeMode::Withdraw, ScriptAim::Enemy));
        [Self::Hunter, Self::Warden, Self::Greedy, ATTACK, STAND_FAST, withdraw].into_iter()
    }

    /// Returns the style of plans made by this policy.
    pub(super) const fn plan_style(self) -> PlanStyle {
        match self {
            Self::Hunter => PlanStyle::Hunter,
            Self::Warden => PlanStyle::Warden,
            Self::Greedy => PlanStyle::Greedy,
            Self::Script(Script { strike: StrikeMode::Fire, .. }) => PlanStyle::Bombard,
            Self::Script(Script { strike: StrikeMode::Withdraw, .. }) => PlanStyle::Skirmish,
            Self::Script(Script { aim: ScriptAim::Castle, .. }) => PlanStyle::Storm,
            Self::Script(Script { aim: ScriptAim::Stay, .. }) => PlanStyle::Stand,
            Self::Script(Script { aim: ScriptAim::Enemy, .. }) => PlanStyle::Attack,
        }
    }
}

/// Steps that another commander may take for a half-turn that is asked of it.
const STEPS_OF_OTHERS: u64 = 1000;

/// Commanders who are asked what they would do, one side's.
#[derive(Debug, Clone)]
pub(super) struct CommanderImpersonator {
    hunter: Hunter,
    warden: Warden,
    greedy: GreedyCommander,
}

impl CommanderImpersonator {
    pub(super) fn new(seed: u64, doctrine: &Arc<Doctrine>) -> Self {
        Self {
            hunter: Hunter::with_doctrine(Arc::clone(doctrine)),
            // One that charges plays as a hunter does, which is a policy of its own.
            warden: Warden::new(seed).with_doctrine(Arc::clone(doctrine)).without_rehearsal(),
            greedy: GreedyCommander::default(),
        }
    }

    /// Plays the half-turn of the side to move as a policy has it, its end left to the caller. A
    /// commander who is asked has the steps of `thinking`.
    pub(super) fn play_policy(&mut self, policy: Policy, simulation: &mut Simulation, thinking: Budget) {
        match policy {
            Policy::Script(script) => simulation.play_script(script),
            Policy::Hunter => play_commander(&mut self.hunter, simulation, thinking),
            Policy::Greedy => play_commander(&mut self.greedy, simulation, thinking),
            Policy::Warden => {
                play_commander(&mut self.warden, simulation, thinking);
                self.warden.keep_present_plan();
            }
        }
    }
}

fn play_commander(commander: &mut dyn Commander, simulation: &mut Simulation, mut thinking: Budget) {
    simulation.play_commander(commander, &mut thinking, &mut Budget::new(u64::MAX));
    simulation.charge_thinking_steps(thinking.steps_spent());
}

/// Returns the budget of another commander who is asked: steps of its own, and cancelled with that of whoever
/// asks.
pub(super) fn budget_of_others(asking: &Budget) -> Budget {
    Budget::new(STEPS_OF_OTHERS).cancelled_with(asking)
}

/// Policies by which the enemy may answer.
#[derive(Debug, Clone)]
pub(super) enum EnemyReplies {
    /// The policy that foretells most of the enemy's last half-turn.
    Known([Policy; 1]),
    /// No policy foretells enough of it: an attack, and a stand.
    Unknown([Policy; 2]),
}

impl EnemyReplies {
    pub(super) const fn as_slice(&self) -> &[Policy] {
        match self {
            Self::Known(policies) => policies,
            Self::Unknown(policies) => policies,
        }
    }

    /// Returns the style of an enemy who was found out.
    pub(super) const fn enemy_style(&self) -> Option<PlanStyle> {
        match self {
            Self::Known([policy]) => Some(policy.plan_style()),
            Self::Unknown(_) => None,
        }
    }
}

/// Finds out by which policy the enemy plays, from its last half-turn; for each policy a commander who is asked
/// has the steps of `thinking`.
pub(super) fn foretell_replies(
    view: View<'_>,
    enemy: &mut CommanderImpersonator,
    simulation: &mut Simulation,
    thinking: &Budget,
) -> EnemyReplies {
    let mut best = (0, 0);
    let mut believed = None;
    if let Some(before) = view.before_last_half_turn() {
        for policy in Policy::enemy_policies() {
            simulation.restart_from_position(&before);
            enemy.play_policy(policy, simulation, thinking.clone());
            let (hits, of) = count_foretold_orders(&before, view, simulation.battle());
            if hits > best.0 {
                best = (hits, of);
                believed = Some(policy);
            }
        }
    }
    match believed {
        Some(policy) if best.0 * 1000 >= best.1 * BELIEVED => EnemyReplies::Known([policy]),
        _ => EnemyReplies::Unknown([ATTACK, STAND_FAST]),
    }
}
