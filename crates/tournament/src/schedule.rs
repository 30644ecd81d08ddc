//! Schedules: which games are played next.

use std::ops::Range;

use hotgates_engine::DiceSource;

use crate::game::PlannedGame;
use crate::plan::{TournamentFormat, TournamentPlan};
use crate::result::FinishedGames;
use crate::sequential::SequentialProgress;

/// Greatest number of games of a tournament.
const MOST_GAMES: u64 = 10_000_000;

/// The reason why a tournament cannot be played: it has too many games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("these are {games} games, and a tournament has at most {MOST_GAMES}")]
pub struct GameCountError {
    /// Number of games.
    pub games: u64,
}

impl TournamentPlan {
    /// Returns the greatest number of games that the tournament may have.
    pub fn greatest_game_count(&self) -> u64 {
        let pairings = match self.tournament {
            TournamentFormat::Swiss { rounds } => u64::from(rounds) * (self.commanders.len() / 2) as u64,
            _ => self.pairings().len() as u64,
        };
        let per_pairing = [self.maps.len() as u64, self.sets.into(), self.games_per_set.into()];
        per_pairing.into_iter().fold(pairings, u64::saturating_mul)
    }

    /// Returns the games that can be played next and are not finished, in ascending order; none once the
    /// tournament is over. A Swiss tournament has more games when these are finished.
    ///
    /// # Errors
    /// When the tournament has too many games.
    pub fn next_games(&self, finished: &FinishedGames) -> Result<Vec<PlannedGame>, GameCountError> {
        let games = self.greatest_game_count();
        if games > MOST_GAMES {
            return Err(GameCountError { games });
        }
        if let TournamentFormat::Swiss { rounds } = self.tournament {
            return Ok(self.games_of_swiss_round(rounds, finished));
        }
        let verdict = SequentialProgress::new(self).and_then(|mut test| test.look_at_games(self, finished));
        if verdict.is_some() {
            return Ok(Vec::new());
        }
        let mut games = self.games_of_pairings(&self.pairings(), 0);
        games.retain(|game| !finished.contains_key(game));
        Ok(games)
    }

    /// Returns the pairings that the format has from the start, the lower number first.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let players = self.commanders.len();
        match self.tournament {
            TournamentFormat::RoundRobin => {
                (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect()
            }
            TournamentFormat::Gauntlet => (1..players).map(|other| [0, other]).collect(),
            TournamentFormat::Sprt { .. } => vec![[0, 1]],
            TournamentFormat::Swiss { .. } => Vec::new(),
        }
    }

    /// Returns every game of these pairings, with sets numbered from `first_set` on.
    pub(crate) fn games_of_pairings(&self, pairings: &[[usize; 2]], first_set: u32) -> Vec<PlannedGame> {
        let mut games = Vec::new();
        for set in first_set..first_set.saturating_add(self.sets) {
            for map in 0..self.maps.len() {
                for &[first, second] in pairings {
                    let legs = 0..self.games_per_set;
                    games.extend(legs.map(|leg| PlannedGame { set, map, first, second, leg }));
                }
            }
        }
        games
    }

    /// Returns the source of a game's dice, the same for all games of a map and set: a key that is made of
    /// the plan's by both, or a seed, past the largest of which 0 is next.
    pub fn dice_of_game(&self, game: &PlannedGame) -> DiceSource {
        let map = &self.maps[game.map];
        match self.key {
            Some(key) => {
                let of_set = [map.sha256.as_bytes(), &game.set.to_be_bytes()];
                DiceSource::Key(key.derived_key("tournament", &of_set))
            }
            None => DiceSource::Seed(map.first_seed.unwrap_or(0).wrapping_add(game.set.into())),
        }
    }

    /// Number of grounds: maps, each with its armies as they are and, if sets ask for it, exchanged.
    pub const fn grounds(&self) -> usize {
        self.maps.len() * (self.games_per_set / 2) as usize
    }

    /// Numbers of the grounds of a map.
    pub const fn grounds_of_map(&self, map: usize) -> Range<usize> {
        let each = (self.games_per_set / 2) as usize;
        map * each..(map + 1) * each
    }

    /// Number of the ground of a game, from 0.
    pub const fn ground_of_game(&self, game: &PlannedGame) -> usize {
        game.map * (self.games_per_set / 2) as usize + (game.leg / 2) as usize
    }

    /// Returns `true` if a game may be one of the tournament's.
    pub fn has_game(&self, game: &PlannedGame) -> bool {
        let PlannedGame { set, map, first, second, leg } = *game;
        let meets = match self.tournament {
            TournamentFormat::RoundRobin | TournamentFormat::Swiss { .. } => true,
            TournamentFormat::Gauntlet | TournamentFormat::Sprt { .. } => first == 0,
        };
        let rounds = match self.tournament {
            TournamentFormat::Swiss { rounds } => rounds,
            _ => 1,
        };
        let is_seated = first < second && second < self.commanders.len();
        let is_in_set = set < self.sets.saturating_mul(rounds) && leg < self.games_per_set;
        meets && is_seated && is_in_set && map < self.maps.len()
    }
}
