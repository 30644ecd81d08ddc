//! What decided a battle of Hotgates: dice luck, win chances, mistakes and better orders, and what
//! each unit did; how even a battle is; and puzzles, positions in which one plan is much better than all others.

mod distribution;
mod luck;

mod lines;
mod played;
mod rollout;
mod units;

mod chance;
mod report;

mod analyst;

mod balance;

mod puzzle;

mod plan_odds;

pub use analyst::{AnalysisError, Analyst, DEFAULT_STEPS, PositionMeasure, analyse_replay, count_mistakes};
pub use balance::{
    BalanceChange, BalanceLever, BalanceOffer, BalanceTrial, BalanceTrialError, favoured_side, is_even_tally,
};
pub use chance::{ChanceEstimate, progress_of};
pub use distribution::SumDistribution;
pub use lines::{PlannedOrders, different_plans};
pub use luck::{AttackScore, DiceLuck, SideLuck};
pub use plan_odds::{OrderOdds, PlanOdds, UnitOdds, count_plan_odds, stands_as_planned};
pub use played::{MAX_ORDERS, PlayedBattle, UnfitReplay};
pub use puzzle::{
    FinderLimits, JudgedPlan, JudgedPlanDocument, MEAN_DICE, OtherPlan, PUZZLE_FORMAT, PlanFailure, Puzzle,
    PuzzleCheck, PuzzleDocument, PuzzleError, PuzzleJudge, PuzzleTheme, SolvingResult, UnjudgedPlan,
    UnreadableOrder, ask_commanders, find_puzzle, orders_from_text, orders_in_text, play_plan,
    shipped_puzzle_texts, shipped_puzzles, typed_order,
};
pub use report::{BattleAnalysis, Mistake, OrderSwing, Severity};
pub use rollout::{POLICY_COUNT, RolloutSamples, Rollouts};
pub use units::{UnitCounter, UnitRecord};
