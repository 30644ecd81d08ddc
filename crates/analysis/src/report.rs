//! The result of an analysis.

use hotgates_engine::Side;

use crate::chance::ChanceEstimate;
use crate::lines::PlannedOrders;
use crate::luck::{AttackScore, DiceLuck};
use crate::units::UnitRecord;

/// Everything that an analysis has found out about a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct BattleAnalysis {
    /// Win chances, each with the number of orders before it: after every order where the steps
    /// sufficed.
    pub chances: Vec<(usize, ChanceEstimate)>,
    /// Change of the win chance by each order and by its dice, where both sides of it were
    /// measured.
    pub swings: Vec<OrderSwing>,
    /// Orders that turned the battle, in their order.
    pub moments: Vec<OrderSwing>,
    /// Mistakes in their order.
    pub mistakes: Vec<Mistake>,
    /// Luck of both sides.
    pub luck: DiceLuck,
    /// Every attack.
    pub attacks: Vec<AttackScore>,
    /// Record of each unit, in the order of the roster.
    pub units: Vec<UnitRecord>,
    /// Number of rollouts of each position.
    pub samples: u32,
}

/// The greatest number of moments that are told of.
const MOST_MOMENTS: usize = 6;

impl BattleAnalysis {
    /// Chooses the orders with the greatest effect on the win chance: at least five points, and
    /// twice the standard error.
    pub(crate) fn choose_moments(swings: &[OrderSwing]) -> Vec<OrderSwing> {
        let turns = |swing: &&OrderSwing| {
            let change = swing.chance_change().abs();
            change >= Severity::MISTAKE && change >= 2.0 * swing.error
        };
        let mut moments: Vec<OrderSwing> = swings.iter().filter(turns).copied().collect();
        moments.sort_by(|a, b| b.chance_change().abs().total_cmp(&a.chance_change().abs()));
        moments.truncate(MOST_MOMENTS);
        moments.sort_by_key(|moment| moment.order);
        moments
    }
}

/// An order's effect on the win chance: what the order did, and what its dice did.
///
/// ```
/// use hotgates_analysis::{OrderSwing, ChanceEstimate};
/// use hotgates_engine::Side;
///
/// let chance = |red| ChanceEstimate { red, error: 0.0 };
/// let (before, expected, after) = (chance(0.5), chance(0.55), chance(0.35));
/// let swing = OrderSwing { order: 7, turn: 2, side: Side::Blue, before, expected, after, error: 0.01 };
/// assert!((swing.chance_gained_by_order() + 0.05).abs() < 1e-12, "Blue would have done better without");
/// assert!((swing.chance_gained_by_dice() - 0.2).abs() < 1e-12, "and was lucky");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderSwing {
    /// Number of orders before.
    pub order: usize,
    /// Turn of the order.
    pub turn: u32,
    /// Side that gave the order.
    pub side: Side,
    /// Chance before the order.
    pub before: ChanceEstimate,
    /// Chance after the order, averaged over its odds.
    pub expected: ChanceEstimate,
    /// Chance after the order and its dice.
    pub after: ChanceEstimate,
    /// Standard error of the whole change.
    pub error: f64,
}

impl OrderSwing {
    /// Returns what the order did to the chance of the side that gave it.
    #[must_use]
    pub fn chance_gained_by_order(&self) -> f64 {
        self.expected.chance_of_side(self.side) - self.before.chance_of_side(self.side)
    }

    /// Returns what the dice did to the chance of the side that gave the order.
    #[must_use]
    pub fn chance_gained_by_dice(&self) -> f64 {
        self.after.chance_of_side(self.side) - self.expected.chance_of_side(self.side)
    }

    /// Returns what order and dice did to Red's chance.
    #[must_use]
    pub const fn chance_change(&self) -> f64 {
        self.after.red - self.before.red
    }
}

/// Severity of a mistake: the win chance that it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// At least 5 points of 100.
    Mistake,
    /// At least 15 points of 100.
    Blunder,
}

impl Severity {
    /// Win chance that a mistake costs at least.
    pub const MISTAKE: f64 = 0.05;

    /// Win chance that a blunder costs at least.
    pub const BLUNDER: f64 = 0.15;

    /// Returns the severity of a mistake by its cost.
    #[must_use]
    pub const fn from_cost(cost: f64) -> Self {
        if cost < Self::BLUNDER { Self::Mistake } else { Self::Blunder }
    }

    /// Returns `mistake` or `blunder`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// An order, or the orders of a half-turn, that cost win chance whatever the dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// Number of orders before the order, or before the first of the half-turn.
    pub order: usize,
    /// `true` if no single order is to blame but the plan of the half-turn.
    pub whole_half_turn: bool,
    /// Turn of the mistake.
    pub turn: u32,
    /// Side that made the mistake.
    pub side: Side,
    /// Win chance that it cost.
    pub cost: f64,
    /// Standard error of the cost.
    pub error: f64,
    /// How bad it is.
    pub severity: Severity,
    /// Chance after what was ordered, averaged over the odds.
    pub played: ChanceEstimate,
    /// Chance after the better orders; where none are named, chance before the order.
    pub best: ChanceEstimate,
    /// Better orders for the rest of the half-turn, if one line of orders stands out.
    pub better: Option<PlannedOrders>,
}
