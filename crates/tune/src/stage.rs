//! Stages: the matches of which a tuning is made, one after the other.

use std::fmt;
use std::str::FromStr;
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

/// A text that is no name of a stage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no stage is called `{0}`")]
pub struct UnknownStage(String);

impl FromStr for StageName {
    type Err = UnknownStage;

    fn from_str(text: &str) -> Result<Self, UnknownStage> {
        let number = |digits: &str| digits.parse().ok();
        let trial = |rest: &str| {
            let (digits, way) = rest.split_once('-')?;
            let up = match way {
                "up" => true,
                "down" => false,
                _ => return None,
            };
            Some(Self::Trial { iteration: number(digits)?, up })
        };
        let name = match text.split_once('-') {
            Some(("trial", rest)) => trial(rest),
            Some(("checkpoint", digits)) => number(digits).map(|iteration| Self::Checkpoint { iteration }),
            None if text == "tuned" => Some(Self::Test),
            None | Some(_) => None,
        };
        name.filter(|name| name.to_string() == text).ok_or_else(|| UnknownStage(text.to_owned()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_stages_are_read_as_they_are_written() {
        let trial = |iteration, up| StageName::Trial { iteration, up };
        let checkpoint = StageName::Checkpoint { iteration: 20 };
        for name in [trial(7, true), trial(u32::MAX, false), checkpoint, StageName::Test] {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        for text in ["", "tuned-1", "trial-7", "trial-7-left", "trial-+7-up", "checkpoint-", "checkpoint-020"]
        {
            assert_eq!(text.parse::<StageName>(), Err(UnknownStage(text.to_owned())));
        }
    }
}
