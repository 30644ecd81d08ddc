//! Answers of a search for the exact ending: chances of winning, plans, and why there is none.

use hotgates_engine::{Cell, Order, Side, UnitId};

/// Chance of winning, a draw counting half, in units of 2⁻⁵³.
///
/// ```
/// use hotgates_endings::WinChance;
///
/// assert_eq!(WinChance::EVEN.as_share(), 0.5);
/// assert_eq!(WinChance::CERTAIN.chance_of_other_side(), WinChance::NONE);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WinChance(pub(crate) u64);

impl WinChance {
    /// No chance.
    pub const NONE: Self = Self(0);
    /// As likely as not, or a draw for certain.
    pub const EVEN: Self = Self(1 << 52);
    /// Certainty.
    pub const CERTAIN: Self = Self(1 << 53);

    /// Chance in units of 2⁻⁵³.
    #[must_use]
    pub const fn as_fixed_point(self) -> u64 {
        self.0
    }

    /// Chance as a number from 0 to 1, without any rounding.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a f64 holds every number up to 2⁵³")]
    pub const fn as_share(self) -> f64 {
        self.0 as f64 / Self::CERTAIN.0 as f64
    }

    /// Chance in ‰, rounded half up.
    #[must_use]
    pub const fn permille(self) -> u64 {
        (self.0 * 1000 + Self::EVEN.0) >> 53
    }

    /// Chance of the other side.
    #[must_use]
    pub const fn chance_of_other_side(self) -> Self {
        Self(Self::CERTAIN.0 - self.0)
    }

    /// Chance of a side, given Red's.
    pub(crate) const fn chance_of_side(red: u64, side: Side) -> Self {
        match side {
            Side::Red => Self(red),
            Side::Blue => Self(red).chance_of_other_side(),
        }
    }
}

/// A kind of plan for the rest of a half-turn: what happens first in the plan, moves apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanKind {
    /// Ends the half-turn at once.
    Stay,
    /// Moves, without an attack and without entering a castle of the enemy's.
    March,
    /// Enters this castle of the enemy's, without an attack.
    Enter(Cell),
    /// Attacks first with this unit.
    Strike {
        /// The attacker.
        unit: UnitId,
        /// The unit attacked.
        target: UnitId,
    },
}

/// The best plan of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedPlan {
    /// Kind of the plan.
    pub kind: PlanKind,
    /// Chance of winning with the plan, if both sides play as well as can be from then on.
    pub chance: WinChance,
    /// Orders up to the first throw of dice or the end of the half-turn.
    pub orders: Vec<Order>,
}

/// A solved position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedEnding {
    /// The best plan of each kind that was asked for, the best first; equally good ones in the
    /// order of their kinds.
    pub plans: Vec<RatedPlan>,
    /// Number of positions looked at.
    pub nodes: u64,
    /// Bytes that the table of positions took.
    pub table_bytes: usize,
}

impl SolvedEnding {
    /// Returns the best plan of all.
    #[must_use]
    pub fn best_plan(&self) -> &RatedPlan {
        &self.plans[0]
    }

    /// Returns the next order of the best plan.
    #[must_use]
    pub fn best_order(&self) -> Order {
        self.plans[0].orders[0]
    }

    /// Returns the chance of winning of the side to move.
    #[must_use]
    pub fn chance(&self) -> WinChance {
        self.plans[0].chance
    }
}

/// The reason why a position was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The battle is over, or it is the other side's half-turn.
    #[error("there is no order to give")]
    NotToMove,
    /// A unit stands on a castle that its side has not taken, which no order leads to.
    #[error("a unit stands on a castle that it has not entered")]
    Untaken,
    /// Goals decide the battle, which bounds for castles and losses do not know.
    #[error("there are goals besides castles")]
    Goals,
    /// More follows from an attack than losses, or they depend on more than the two units, which the search
    /// does not know.
    #[error("there is more to an attack than the losses of two units")]
    RichAttacks,
    /// The search has looked at as many positions as it might.
    #[error("{nodes} positions were not enough")]
    Nodes {
        /// Number of positions looked at.
        nodes: u64,
    },
    /// Nobody waits for the answer any more.
    #[error("cancelled")]
    Cancelled,
}
