//! The trait of commanders.

use hotgates_engine::{Order, RankId, View};
use hotgates_search::Budget;

use crate::reason::Reason;
use crate::thinking::Thinking;

/// Gives orders for one side, one at a time, each with its reason.
///
/// A commander is a function of view, seed and budget, and remembers nothing beyond a half-turn:
/// [`begin`](Self::begin) is called before its first order, and then again when a saved battle is
/// taken up in the middle of a half-turn, followed by the orders of that half-turn, which must come
/// out the same.
///
/// ```
/// use hotgates_play::Player;
/// use hotgates_ai::{Budget, Commander, Reason};
/// use hotgates_engine::{Battle, MapFile, Order, Scenario, View};
///
/// struct Sleeper;
///
/// impl Commander for Sleeper {
///     fn name(&self) -> &str {
///         "sleeper"
///     }
///
///     fn order(&mut self, _: View<'_>, _: &mut Budget) -> (Order, Reason) {
///         (Order::EndTurn, Reason::Own("it is late".to_owned()))
///     }
/// }
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let (order, reason) = Player::new(Box::new(Sleeper), None).next_order(&battle);
/// assert_eq!((order, reason.in_words(&battle).as_str()), (Order::EndTurn, "it is late"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Commander: Send {
    /// Name of the commander as players write it: `hunter`.
    fn name(&self) -> &str;

    /// Begins a half-turn of the commander's side: the last half-turn is forgotten.
    fn begin(&mut self, view: View<'_>) {
        let _ = view;
    }

    /// Begins the half-turn anew, in the middle of it, when an enemy has come into sight or is not where it was
    /// believed. Plans that do not depend on single enemies may be kept.
    fn begin_anew(&mut self, view: View<'_>) {
        self.begin(view);
    }

    /// Returns the commander's thoughts in the half-turn so far; most commanders have none to tell
    /// of.
    fn thinking(&self) -> Thinking {
        Thinking::default()
    }

    /// Returns the next order of the commander's side, and the reason for it. The order must be
    /// legal; a half-turn ends with [`Order::EndTurn`].
    ///
    /// Considering an alternative costs a step of the budget. A commander without steps gives the
    /// next order at hand, and ends its turn when there is none.
    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason);
}

/// Number of steps in a half-turn of a side without a living officer.
const STEPS_WITHOUT_OFFICER: u64 = 2000;

/// Returns the number of steps of a half-turn of the view's side: the [steps] of the rank given, or
/// else of the highest rank alive on the side; 250 to 25,000 in the classic ruleset, and 2000 for a
/// side without a living officer.
///
/// [steps]: hotgates_engine::Ruleset::rank_steps
#[must_use]
pub fn steps_of_half_turn(view: View<'_>, rank: Option<RankId>) -> u64 {
    let rank = rank.or_else(|| view.highest_rank(view.side()));
    rank.map_or(STEPS_WITHOUT_OFFICER, |rank| view.rules().rank_steps(rank).into())
}
