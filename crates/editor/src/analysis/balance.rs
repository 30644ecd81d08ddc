//! The balance meter: computer battles, one after the other.

use hotgates_engine::Scenario;
use hotgates_play::{Cancel, Seats, Series, SpoiledGame, Tally};

/// Battles between the commanders of a scenario, or the default ones, with the seeds from its own
/// on: the same as `hotgates battle --games` plays.
#[derive(Debug)]
pub struct BalanceMeter {
    /// The battles; none if the map cannot be played.
    series: Option<Series>,
    tally: Tally,
}

/// A reason for which a battle was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum BalanceError {
    /// The map cannot be played.
    #[error("the map cannot be played")]
    Unplayable,
    /// The battle has no result.
    #[error(transparent)]
    Game(#[from] SpoiledGame),
}

impl BalanceMeter {
    /// Returns a meter that has played no battles yet.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let series = Series::from_scenario(scenario, Seats::in_file(&scenario.map)).ok();
        Self { series, tally: Tally::default() }
    }

    /// Returns the tally of the battles so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays one more battle, and returns all battles so far with it.
    ///
    /// # Errors
    /// Why the battle was not played to its end; it does not count then.
    pub fn play_one_battle(&mut self, cancel: &Cancel) -> Result<&Tally, BalanceError> {
        let series = self.series.as_ref().ok_or(BalanceError::Unplayable)?;
        self.tally.count_game(&series.play_game(self.tally.games, cancel)?);
        Ok(&self.tally)
    }
}
