//! Stages: the matches of which a tuning is made, one after the other.

use std::fmt;
use std::sync::Arc;

use hotgates_doctrine::Doctrine;
use hotgates_tournament::{FinishedGames, GameLine, GameResult, PlannedGame, TournamentPlan};
use serde::Serialize;

/// The name of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageName {
    /// A trial of the search: `trial-7-up` or `trial-7-down`.
    Trial {
        /// Number of the iteration.
        iteration: u32,
        /// `true` for the point up.
        up: bool,
    },
    /// What the search has come to plays on maps and seeds that it never sees: `checkpoint-20`.
    Checkpoint {
        /// Number of iterations done.
        iteration: u32,
    },
    /// The best meets the doctrine that it started from: `tuned`.
    Test,
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trial { iteration, up } => {
                write!(f, "trial-{iteration}-{}", if *up { "up" } else { "down" })
            }
            Self::Checkpoint { iteration } => write!(f, "checkpoint-{iteration}"),
            Self::Test => f.write_str("tuned"),
        }
    }
}

/// A stage whose games are being played.
#[derive(Debug, Clone)]
pub struct OpenStage {
    /// Name of the stage.
    pub name: StageName,
    /// Everything that its games depend on, but for the doctrines; the commander that is tuned comes first.
    pub plan: TournamentPlan,
    /// Doctrines of the first commanders; the others are the opponents that the tuning was begun with.
    pub doctrines: Vec<Arc<Doctrine>>,
    /// The games so far.
    pub finished: FinishedGames,
}

/// A game as a line of `games.jsonl` says it: that of a tournament, and its stage.
#[derive(Debug, Serialize)]
pub struct TuneLine<'a> {
    stage: String,
    #[serde(flatten)]
    game: GameLine<'a>,
}

impl<'a> TuneLine<'a> {
    /// Returns the line of a game of a stage.
    ///
    /// # Panics
    /// If the stage has no such game.
    #[must_use]
    pub fn new(stage: &'a OpenStage, game: &PlannedGame, result: &'a GameResult) -> Self {
        Self { stage: stage.name.to_string(), game: GameLine::new(&stage.plan, game, result) }
    }
}
