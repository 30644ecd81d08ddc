//! Attempts at puzzles: which one, and how far it has been solved.

use hotgates_analysis::{JudgedPlan, PlanFailure, Puzzle, shipped_puzzles};
use hotgates_engine::Order;

use crate::battle::session::BattleSession;

/// An attempt at a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleAttempt {
    /// Place of the puzzle among those that ship, from 0.
    pub place: usize,
    /// Stage of the attempt.
    pub stage: SolvingStage,
}

/// A stage of an attempt.
#[derive(Debug, Clone, PartialEq)]
pub enum SolvingStage {
    /// The player gives orders.
    Solving,
    /// The half-turn is over, and the plan is being judged.
    Judging,
    /// The plan has been judged; where it failed, with what goes wrong.
    Judged(JudgedPlan, Option<PlanFailure>),
    /// The plan could not be judged.
    Unjudged,
    /// The solution is shown; what goes wrong after each other plan, once it is known.
    Shown(Option<Vec<PlanFailure>>),
}

impl PuzzleAttempt {
    /// Returns an attempt at the puzzle at this place, before its first order; `None` where there
    /// is none.
    #[must_use]
    pub fn for_puzzle_number(place: usize) -> Option<Self> {
        (place < shipped_puzzles().len()).then_some(Self { place, stage: SolvingStage::Solving })
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &'static Puzzle {
        &shipped_puzzles()[self.place]
    }

    /// Lists the orders that the player has given, without the end of the half-turn.
    #[must_use]
    pub fn given_orders(&self, session: &BattleSession) -> Vec<Order> {
        let records = session.order_records().iter().skip(self.puzzle().orders_before().len());
        records.map(|record| record.order).filter(|&order| order != Order::EndTurn).collect()
    }
}
