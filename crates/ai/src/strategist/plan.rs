//! Plans: the orders of a half-turn, and the policy that they come from.

use hotgates_engine::Order;

use super::evaluation::Evaluation;
use super::policy::Policy;

/// The orders of a half-turn, with the worth of the position that they are expected to lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TriedPlan {
    pub(super) orders: Vec<Order>,
    pub(super) worth: i64,
    /// The parts of the position's evaluation, as means over the enemy's replies.
    pub(super) parts: Evaluation,
    /// Policy that the plan was made by, before it was improved.
    pub(super) source: Policy,
}
