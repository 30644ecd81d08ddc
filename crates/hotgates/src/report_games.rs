//! Replays of games for the report of a tournament.

use hotgates_play::Cancel;
use hotgates_tournament::{PlannedGame, ReplaySource};

use crate::game_folder::GameFolder;
use crate::series::work_on_threads;
use crate::tournament_hall::{TournamentHall, replay_of_game, wall_clock};

/// Replays from the folder of a tournament, and of games that are played again.
pub struct TournamentReplays<'a> {
    /// Where the games are played.
    pub hall: &'a TournamentHall,
    /// Folder with the replays of games that were lost by a fault.
    pub folder: &'a GameFolder,
    /// Number of games that are played at a time.
    pub jobs: u32,
}

impl ReplaySource for TournamentReplays<'_> {
    fn replay_of_fault(&self, game: &PlannedGame, most: usize) -> Option<Vec<u8>> {
        self.folder.replay_of_fault(game, most)
    }

    fn play_again(&self, games: &[PlannedGame]) -> Vec<(usize, String, Vec<u8>)> {
        let (prepared, cancel) = (self.hall.prepare_games(games), Cancel::new());
        let play = |number: u32| {
            let game = &games[number as usize];
            let played = prepared.play_game(game, &cancel, wall_clock()).ok()?;
            Some((played.result.hash, replay_of_game(&prepared, game, &played.record).encode()))
        };
        let mut all = Vec::new();
        let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
        // A game that cannot be played again is only not shown.
        let _ = work_on_threads(count, self.jobs, &cancel, play, |played| {
            if let Some((number, Some((hash, replay)))) = played {
                all.push((number as usize, hash, replay));
            }
            Ok(())
        });
        all
    }
}
