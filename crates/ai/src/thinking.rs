//! Thinking: what a commander makes of a battle, as data for whoever draws it.

use hotgates_engine::{Order, UnitId};

use crate::choke::PocSet;
use crate::position::Position;
use crate::reason::Reason;

/// What a commander thinks of a battle: see [`Player::thinking`](crate::Player::thinking).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thinking {
    /// The sets of points of convergence it has looked at, each with what it thinks of it. None for one that does not
    /// look for any, or that is out to charge.
    pub sets: Vec<Judged>,
    /// Where it wants its units, and who of them stands there or is on the way; none for one without positions.
    pub positions: Vec<(Position, Option<UnitId>)>,
    /// The orders it would give until the end of its half-turn, if every attack went as it expects from planning dice.
    pub orders: Vec<(Order, Reason)>,
}

impl Thinking {
    /// The set it holds, if it holds one.
    pub fn held(&self) -> Option<&PocSet> {
        self.sets.iter().find(|judged| judged.judgement == Judgement::Held).map(|judged| &judged.set)
    }
}

/// A set and what a commander thinks of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The set.
    pub set: PocSet,
    /// Held, or why not.
    pub judgement: Judgement,
}

/// Why a set is held or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// It is the one to hold.
    Held,
    /// Another is held already, scores lower, or is less exposed.
    Worse,
    /// There is a way around it.
    Leaks,
    /// Not every hex of it can be reached before any enemy.
    TooLate,
    /// The enemy can bring more units to bear on it than there are to hold it.
    TooExposed,
}

impl Judgement {
    /// The judgement in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Held => "to be held",
            Self::Worse => "another set is better",
            Self::Leaks => "there is a way around it",
            Self::TooLate => "the enemy would be there first",
            Self::TooExposed => "more enemies can attack it than there are units to hold it",
        }
    }
}
