//! What a commander is.

use hotgates_engine::{Order, View};

use crate::budget::Budget;
use crate::reason::Reason;
use crate::thinking::Thinking;

/// Gives orders for one side, one at a time, each with its reason.
///
/// A commander is a function of view, seed and budget. What it remembers it may remember within one half-turn only:
/// [`begin`](Self::begin) is called before its first order, and then again when a saved battle is taken up in the
/// middle of a half-turn, followed by the orders of that half-turn, which must come out the same.
pub trait Commander: Send {
    /// What players call it: `hunter`.
    fn name(&self) -> &str;

    /// A half-turn of its side begins: forget the last one.
    fn begin(&mut self, view: View<'_>) {
        let _ = view;
    }

    /// What it has made of the half-turn so far; most have no plans to tell of.
    fn thinking(&self) -> Thinking {
        Thinking::default()
    }

    /// The next order of its side, and why. It must be legal; a half-turn ends with [`Order::EndTurn`].
    ///
    /// Considering an alternative costs a step of the budget. Without any left a commander does what is next at
    /// hand, and ends its turn when nothing is.
    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason);
}
