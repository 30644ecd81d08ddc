//! Thinking: a commander's view of a battle, as data for whoever draws it.

use hotgates_engine::{Cell, Order, UnitId};

use crate::position::Position;
use crate::reason::Reason;
use crate::strategist::PlanStyle;
use hotgates_choke::ChokeSet;

/// Thoughts of a commander in a half-turn, shown by `Player::insight` of `hotgates-play`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thinking {
    /// Aim of the half-turn; `None` for a commander without plans, or before it has made one.
    pub stance: Option<Stance>,
    /// The choke sets that the commander has looked at, each with its judgement: the one held, the
    /// ones refused, and why. Empty for a commander that does not look for any, or that charges.
    pub sets: Vec<JudgedChokeSet>,
    /// The cells behind the set that is held.
    pub inside: Vec<Cell>,
    /// Positions that the commander wants, the most important first.
    pub wanted: Vec<WantedPosition>,
    /// Result of the search for moves to these positions, once the commander has searched.
    pub deployment: Option<DeploymentResult>,
    /// Steps that all this took.
    pub steps: StepsByPurpose,
    /// Orders that the commander would give until the end of its half-turn, if every attack went as
    /// planning dice have it.
    pub orders: Vec<(Order, Reason)>,
}

/// Aim of a half-turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stance {
    /// Going for the enemy.
    Charge(ChargeReason),
    /// Holding points of convergence.
    Hold,
    /// Standing in the open, where no set can be held.
    Open,
    /// Following the best of the plans that were played forward.
    Planned {
        /// Style of the plan.
        style: PlanStyle,
        /// Style in which the enemy is expected to play; `None` where no style foretold enough of
        /// its last half-turn.
        enemy: Option<PlanStyle>,
    },
}

/// The reason why a commander that could defend charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeReason {
    /// The side has to take castles rather than keep them.
    Castles,
    /// The enemy is clearly weaker.
    Weaker,
    /// Dusk is near, and waiting would lose.
    Dusk,
    /// To charge promised more than to hold when both were played forward.
    Rehearsed,
}

impl Stance {
    /// Returns the stance in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Charge(ChargeReason::Castles) => "charges, since it has castles to take",
            Self::Charge(ChargeReason::Weaker) => "charges, since the enemy is clearly weaker",
            Self::Charge(ChargeReason::Dusk) => "charges, since dusk is near",
            Self::Charge(ChargeReason::Rehearsed) => "charges, since that promises more than to hold",
            Self::Hold => "holds a pass",
            Self::Open => "lines up in the open",
            Self::Planned { .. } => "follows the best of the plans that it played forward",
        }
    }
}

/// A position that a commander wants filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedPosition {
    /// The position.
    pub position: Position,
    /// Units that fit the position and could be on it in this half-turn.
    pub candidates: Vec<UnitId>,
    /// The unit that will be on the position at the end of the half-turn.
    pub filled: Option<UnitId>,
}

/// Result of a search for moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeploymentResult {
    /// Number of positions filled when the moves are made.
    pub filled: usize,
    /// Number of all positions.
    pub of: usize,
    /// `true` if nothing better is possible; `false` also when the steps ran out.
    pub proven: bool,
}

/// The steps of a half-turn by purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepsByPurpose {
    /// Number of steps of the half-turn.
    pub of: u64,
    /// Number of steps that were taken.
    pub spent: u64,
    /// Steps taken to look for choke sets.
    pub survey: u64,
    /// Steps taken to search for moves to the positions.
    pub deployment: u64,
}

impl Thinking {
    /// Returns the set that the commander holds, if it holds one.
    pub fn held_choke_set(&self) -> Option<&ChokeSet> {
        self.sets.iter().find(|judged| judged.judgement == ChokeSetJudgement::Held).map(|judged| &judged.set)
    }

    /// Returns every cell of every set, each once, with the best set that the cell belongs to: by
    /// judgement, then by score.
    pub fn points_of_choke_sets(&self) -> Vec<(Cell, &JudgedChokeSet)> {
        let mut judged_points: Vec<(Cell, &JudgedChokeSet)> = self
            .sets
            .iter()
            .flat_map(|judged| judged.set.hexes.iter().map(move |&cell| (cell, judged)))
            .collect();
        judged_points.sort_by_key(|(cell, judged)| (*cell, judged.judgement, judged.set.score));
        judged_points.dedup_by_key(|(cell, _)| *cell);
        judged_points
    }
}

/// A choke set and a commander's judgement of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedChokeSet {
    /// The set.
    pub set: ChokeSet,
    /// Reason why the set is held or not.
    pub judgement: ChokeSetJudgement,
}

/// The reason why a set is held or not, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChokeSetJudgement {
    /// The set is the one to hold.
    Held,
    /// Another set is held already, scores lower, or is less exposed.
    Worse,
    /// The enemy can bring more units to bear on the set than there are to hold it.
    TooExposed,
    /// Not every hex of the set can be reached before any enemy.
    TooLate,
    /// There is a path around the set.
    Leaks,
}

impl ChokeSetJudgement {
    /// Returns the judgement in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Held => "to be held",
            Self::Worse => "another set is better",
            Self::TooExposed => "more enemies can attack it than there are units to hold it",
            Self::TooLate => "the enemy would be there first",
            Self::Leaks => "there is a way around it",
        }
    }
}
