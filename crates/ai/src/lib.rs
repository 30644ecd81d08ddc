//! Commanders for `hotgates-engine`: programs that see a view of a battle, give one order at a
//! time, and say why.
//!
//! [`commander_by_name`] makes a commander; with `hotgates-play` commanders take their seats and
//! play against each other, or against whoever else gives orders. Commanders are deterministic
//! given view, seed and budget, and never see the dice.

mod believing;
mod commander;
mod condition;
mod measures;
mod reason;
mod registry;
mod temper;
mod tempered_hunter;
mod thinking;

mod deploy;
mod hold;
mod open_field;
mod position;

mod engage;
mod exits;
mod facing;
mod foresight;
mod front;
mod garrison;
mod march;
mod raid;
mod rally;
mod rehearsal;
mod turning;
mod under_fire;
mod works;

mod greedy;
mod hunter;
mod random;
mod strategist;
mod warden;

/// Number of steps that a commander may think; see [`Commander::order`].
pub use hotgates_search::Budget;

pub use believing::BelievingCommander;
pub use commander::{Commander, steps_of_half_turn};
pub use deploy::{Deployment, plan_deployment};
pub use greedy::GreedyCommander;
pub use hold::plan_choke_defence;
pub use hotgates_doctrine::{AnswerWeights, Doctrine, DoctrineNumber, DoctrinePart, EvaluationWeights};
pub use hunter::Hunter;
pub use open_field::plan_open_field;
pub use position::{Position, PositionRole};
pub use random::RandomCommander;
pub use reason::{Exchange, Reason, WorkGain};
pub use registry::{NAMES, UnknownCommander, commander_by_name, commander_with_doctrine, doctrine_parts};
pub use strategist::{
    AFTER_THROW_SHARE, Evaluation, EvaluationPart, FIRST_PLAN_SHARE, ForeseenPlan, PartChange, PlanStyle,
    PlannedMarch, PlannedStrike, Script, ScriptAim, Simulation, Strategist, StrikeMode,
};
pub use thinking::{
    ChargeReason, ChokeSetJudgement, DeploymentResult, JudgedChokeSet, Stance, StepsByPurpose, Thinking,
    WantedPosition,
};
pub use warden::Warden;
