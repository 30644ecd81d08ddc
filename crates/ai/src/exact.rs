//! Endings solved exactly: expectimax with all dice, for positions in which few units are left and
//! dusk is near.
//!
//! A half-turn is searched as attacks with the moves that each of them needs, and as the moves that
//! are made last. Moves decide nothing by chance, so a move that no attack needs can wait until the
//! dice have fallen: no order is left out that could be worth more than those that are tried.
//! Values are fixed-point numbers of 53 bits. The mean over the dice of an attack is rounded down
//! once and every other operation is exact, so that after `n` attacks in a line a value is less
//! than `n · 2⁻⁵³` below the true one, whatever was pruned.
//!
//! Sources: Ballard, "The *-minimax search procedure for trees containing chance nodes" (1983), for
//! the bounds at throws of dice (star1); Zobrist, "A new hashing method with application for game
//! playing" (1970), for the table of positions.

mod bounds;
mod phase;
mod search;
mod table;

use hotgates_engine::{Cell, Order, Side, UnitId, View};

use crate::budget::Budget;
use search::EndingSearch;

/// Chance of winning, a draw counting half, in units of 2⁻⁵³.
///
/// ```
/// use hotgates_ai::exact::WinChance;
///
/// assert_eq!(WinChance::EVEN.as_share(), 0.5);
/// assert_eq!(WinChance::CERTAIN.complement(), WinChance::NONE);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WinChance(u64);

impl WinChance {
    /// No chance.
    pub const NONE: Self = Self(0);
    /// As likely as not, or a draw for certain.
    pub const EVEN: Self = Self(1 << 52);
    /// Certainty.
    pub const CERTAIN: Self = Self(1 << 53);

    /// Chance in units of 2⁻⁵³.
    #[must_use]
    pub const fn units(self) -> u64 {
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
    pub const fn complement(self) -> Self {
        Self(Self::CERTAIN.0 - self.0)
    }

    /// Chance of a side, given Red's.
    const fn of_side(red: u64, side: Side) -> Self {
        match side {
            Side::Red => Self(red),
            Side::Blue => Self(red).complement(),
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

/// Number of positions that a search looks at before it gives up.
pub const NODES: u64 = 5_000_000;

/// Number of living units of both sides up to which positions are tried.
pub const UNITS: u32 = 4;

/// Number of half-turns to dusk up to which positions are tried.
pub const HALF_TURNS: u32 = 3;

/// Returns `true` if a position is small enough to be solved: it is the side's half-turn, no more
/// than [`UNITS`] units live and no more than [`HALF_TURNS`] half-turns are left, the present one
/// included. Cost: a look at the numbers of units and turns, and at the castles.
#[must_use]
pub fn within_reach(view: View<'_>) -> bool {
    half_turns_left(view) <= HALF_TURNS
        && view.alive(Side::Red) + view.alive(Side::Blue) <= UNITS
        && view.side_to_move() == view.side()
        && !stands_on_untaken_castle(view)
}

/// Number of half-turns until dusk, the present one included.
#[must_use]
pub fn half_turns_left(view: View<'_>) -> u32 {
    2 * (view.last_turn() - view.turn()) + if view.side_to_move() == Side::Red { 2 } else { 1 }
}

fn stands_on_untaken_castle(view: View<'_>) -> bool {
    view.castles().any(|(castle, owner)| view.at(castle).is_some_and(|unit| view.info(unit).side != owner))
}

/// Finds the best plan of the side to move, and its chance of winning, of a position of any size.
///
/// Plans of other kinds are only looked at as long as they could be better. The search ends when
/// `nodes` positions are looked at or the budget is cancelled; it takes no steps of the budget.
///
/// ```
/// use hotgates_ai::exact::{NODES, WinChance, solve_ending, within_reach};
/// use hotgates_ai::Budget;
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// // In the only turn the cavalry of Red is next to the castle, and Blue is far away.
/// let map = MapFile::from_ron(
///     r##"Map(name: "too late", rows: ["............", "#...........", "............"], turns: 1,
///         red: (units: [(type: "cavalry", at: (2, 1))]), blue: (units: [(type: "infantry", at: (9, 1))]))"##,
/// )?;
/// let mut scenario = Scenario::classic(map);
/// scenario.rules.setup.distance = 0;
/// let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
/// let view = View::new(&battle, Side::Red);
/// assert!(within_reach(view));
/// let solved = solve_ending(view, NODES, &Budget::default())?;
/// assert_eq!(solved.chance(), WinChance::CERTAIN);
/// assert!(battle.check(solved.best_order()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The reason why there is no answer.
pub fn solve_ending(view: View<'_>, nodes: u64, budget: &Budget) -> Result<SolvedEnding, Unsolved> {
    run_search(view, nodes, budget, false)
}

/// Finds the best plan of every kind, and its chance of winning: as [`solve_ending`] does, but
/// without leaving out kinds that cannot be the best.
///
/// # Errors
/// The reason why there is no answer.
pub fn rate_plans(view: View<'_>, nodes: u64, budget: &Budget) -> Result<SolvedEnding, Unsolved> {
    run_search(view, nodes, budget, true)
}

fn run_search(view: View<'_>, nodes: u64, budget: &Budget, every: bool) -> Result<SolvedEnding, Unsolved> {
    let root = view.known_battle();
    if root.verdict().is_some() || view.side_to_move() != view.side() {
        return Err(Unsolved::NotToMove);
    }
    if stands_on_untaken_castle(view) {
        return Err(Unsolved::Untaken);
    }
    EndingSearch::new(view, nodes, budget).solve_root(&root, every)
}
