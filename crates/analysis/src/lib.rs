//! What decided a battle of Hotgates: dice luck, win chances, mistakes and better orders, and what
//! each unit did.

mod distribution;
mod luck;

mod lines;
mod played;
mod rollout;
mod units;

mod chance;
mod report;

mod analyst;

pub use analyst::{AnalysisError, Analyst, DEFAULT_STEPS, PositionMeasure, analyse_replay, count_mistakes};
pub use chance::{ChanceEstimate, progress_of};
pub use distribution::SumDistribution;
pub use lines::{OrderLine, different_order_lines};
pub use luck::{AttackScore, DiceLuck, SideLuck};
pub use played::{MAX_ORDERS, PlayedBattle, UnfitReplay};
pub use report::{BattleAnalysis, Mistake, OrderSwing, Severity};
pub use rollout::{POLICY_COUNT, RolloutSamples, Rollouts};
pub use units::{UnitCounter, UnitRecord};
