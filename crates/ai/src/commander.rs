//! The trait of commanders.

use hotgates_engine::{Order, View};

use crate::budget::Budget;
use crate::reason::Reason;
use crate::thinking::Thinking;

/// Gives orders for one side, one at a time, each with its reason.
///
/// A commander is a function of view, seed and budget. What it remembers it may remember within one
/// half-turn only: [`begin`](Self::begin) is called before its first order, and then again when a
/// saved battle is taken up in the middle of a half-turn, followed by the orders of that half-turn,
/// which must come out the same.
///
/// ```
/// use hotgates_ai::play::Player;
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
/// let (order, reason) = Player::new(Box::new(Sleeper), None).order(&battle);
/// assert_eq!((order, reason.text(&battle).as_str()), (Order::EndTurn, "it is late"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Commander: Send {
    /// Name of the commander as players write it: `hunter`.
    fn name(&self) -> &str;

    /// A half-turn of its side begins: forget the last one.
    fn begin(&mut self, view: View<'_>) {
        let _ = view;
    }

    /// Returns the commander's thoughts in the half-turn so far; most commanders have none to tell
    /// of.
    fn thinking(&self) -> Thinking {
        Thinking::default()
    }

    /// The next order of its side, and why. It must be legal; a half-turn ends with
    /// [`Order::EndTurn`].
    ///
    /// Considering an alternative costs a step of the budget. Without any left a commander does
    /// what is next at hand, and ends its turn when nothing is.
    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason);
}
