//! Thinking: what a commander makes of a battle, as data for whoever draws it.

use hotgates_engine::{Cell, Order, UnitId};

use crate::choke::ChokeSet;
use crate::position::Position;
use crate::reason::Reason;

/// Thoughts of a commander in a half-turn: see [`Player::insight`](crate::play::Player::insight).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thinking {
    /// The subject of the half-turn; `None` for a commander without plans, or before it has made
    /// one.
    pub stance: Option<Stance>,
    /// The sets of points of convergence that it has looked at, each with what it thinks of it: the
    /// one held, the ones refused, and why. None for one that does not look for any, or that
    /// charges.
    pub sets: Vec<Judged>,
    /// The cells behind the set that it holds.
    pub inside: Vec<Cell>,
    /// Positions that the commander wants, the most important first.
    pub wanted: Vec<Wanted>,
    /// Result of the search for moves to these positions, once the commander has searched.
    pub deployment: Option<Searched>,
    /// The steps that all this took.
    pub steps: Steps,
    /// The orders it would give until the end of its half-turn, if every attack went as planning
    /// dice have it.
    pub orders: Vec<(Order, Reason)>,
}

/// The subject of a half-turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stance {
    /// Going for the enemy.
    Charge(Charge),
    /// Holding points of convergence.
    Hold,
    /// Standing in the open, where no set can be held.
    Open,
}

/// The reason why a commander that could defend charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charge {
    /// It has to take castles rather than keep them.
    Castles,
    /// The enemy is clearly weaker.
    Weaker,
    /// Dusk is near, and waiting would lose.
    Dusk,
}

impl Stance {
    /// The stance in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Charge(Charge::Castles) => "charges, since it has castles to take",
            Self::Charge(Charge::Weaker) => "charges, since the enemy is clearly weaker",
            Self::Charge(Charge::Dusk) => "charges, since dusk is near",
            Self::Hold => "holds a pass",
            Self::Open => "lines up in the open",
        }
    }
}

/// A position that a commander wants filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The position.
    pub position: Position,
    /// Units that fit the position and could be on it in this half-turn.
    pub candidates: Vec<UnitId>,
    /// The unit that will be on the position at the end of the half-turn.
    pub filled: Option<UnitId>,
}

/// Result of a search for moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// Positions filled when its moves are made.
    pub filled: usize,
    /// Of how many.
    pub of: usize,
    /// `true` if nothing better is possible; `false` also when the steps ran out.
    pub proven: bool,
}

/// The steps of a half-turn by purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Steps {
    /// Number of steps of the half-turn.
    pub of: u64,
    /// All that were taken.
    pub spent: u64,
    /// Taken to look for points of convergence.
    pub survey: u64,
    /// Taken to search for moves to the positions.
    pub deployment: u64,
}

impl Thinking {
    /// The set it holds, if it holds one.
    pub fn held(&self) -> Option<&ChokeSet> {
        self.sets.iter().find(|judged| judged.judgement == Judgement::Held).map(|judged| &judged.set)
    }

    /// Every cell of every set, each once, with the best set that it belongs to: by judgement, then
    /// by score.
    pub fn points(&self) -> Vec<(Cell, &Judged)> {
        let mut points: Vec<(Cell, &Judged)> = self
            .sets
            .iter()
            .flat_map(|judged| judged.set.hexes.iter().map(move |&cell| (cell, judged)))
            .collect();
        points.sort_by_key(|(cell, judged)| (*cell, judged.judgement, judged.set.score));
        points.dedup_by_key(|(cell, _)| *cell);
        points
    }
}

/// A set and what a commander thinks of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The set.
    pub set: ChokeSet,
    /// Held, or why not.
    pub judgement: Judgement,
}

/// The reason why a set is held or not, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It is the one to hold.
    Held,
    /// Another is held already, scores lower, or is less exposed.
    Worse,
    /// The enemy can bring more units to bear on it than there are to hold it.
    TooExposed,
    /// Not every hex of it can be reached before any enemy.
    TooLate,
    /// There is a way around it.
    Leaks,
}

impl Judgement {
    /// The judgement in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Held => "to be held",
            Self::Worse => "another set is better",
            Self::TooExposed => "more enemies can attack it than there are units to hold it",
            Self::TooLate => "the enemy would be there first",
            Self::Leaks => "there is a way around it",
        }
    }
}
