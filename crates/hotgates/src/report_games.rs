//! Games that the report of a tournament lists, and their replays for readers to open.

use hotgates_play::Cancel;
use hotgates_tournament::{FinishedGames, ListedGame, Standings, TournamentReport};

use crate::battle_page::{SHOWS_BATTLES, page_with_battles, size_in_base64, viewer_size};
use crate::failure::Failure;
use crate::game_folder::GameFolder;
use crate::series::work_on_threads;
use crate::tournament_hall::TournamentHall;

/// Greatest number of games lost by fault that a report lists.
const MOST_FAULTS: usize = 500;
/// Greatest number of telling games that a report lists.
const MOST_TELLING: usize = 40;
/// Bytes of a page up to which games lost by fault are put into it.
const MOST_BYTES: usize = 15_000_000;
/// Bytes of a page up to which telling games are put into it.
const MOST_BYTES_OF_TELLING: usize = 8_000_000;
/// Bytes of an element that holds a replay, and of the button instead of a command, beyond the replay.
const BYTES_OF_ELEMENT: usize = 200;
/// Part of the time of all games that playing games again may take.
const TIME_SHARE: f64 = 0.05;
/// Milliseconds of games that are played again in any case.
const LEAST_MS: f64 = 10_000.0;

/// What the games of a report are chosen from.
pub struct ReportGames<'a> {
    /// Where the games were played.
    pub hall: &'a TournamentHall,
    /// Folder with the replays of games that were lost by fault.
    pub folder: &'a GameFolder,
    /// What the finished games say.
    pub standings: &'a Standings,
    /// The finished games.
    pub finished: &'a FinishedGames,
}

impl<'a> ReportGames<'a> {
    /// Returns the page of the report, which holds as many of the listed games as there is room for. Telling games are
    /// played again for that, `jobs` at a time, if the tournament is `complete`.
    ///
    /// # Errors
    /// When a game cannot be played again.
    pub fn page_of_report(&self, jobs: u32, complete: bool) -> Result<String, Failure> {
        let mut games = ListedGame::lost_by_fault(self.finished);
        games.truncate(MOST_FAULTS);
        let faults = games.len();
        games.extend(ListedGame::most_telling(&self.hall.plan, self.standings, self.finished, MOST_TELLING));
        if SHOWS_BATTLES {
            let bare = self.report(&games, complete).to_page().to_html().len() + viewer_size();
            let mut room = PageRoom { used: bare };
            for listed in &mut games[..faults] {
                listed.replay = self.folder.replay_of_fault(&listed.game, MOST_BYTES);
                room.keep_if_it_fits(listed, MOST_BYTES);
            }
            if complete {
                self.play_again(&mut games[faults..], jobs)?;
                for listed in &mut games[faults..] {
                    room.keep_if_it_fits(listed, MOST_BYTES_OF_TELLING);
                }
            }
        }
        let replays: Vec<_> = games.iter().filter_map(|listed| listed.replay.as_deref()).collect();
        Ok(page_with_battles(&self.report(&games, complete).to_page(), &replays))
    }

    fn report<'b>(&'b self, games: &'b [ListedGame<'b>], complete: bool) -> TournamentReport<'b> {
        TournamentReport { plan: &self.hall.plan, standings: self.standings, games, complete }
    }

    /// Plays games again and keeps their replays: the first ones, as many as their time allows.
    fn play_again(&self, games: &mut [ListedGame<'a>], jobs: u32) -> Result<(), Failure> {
        let of_all: f64 = self.finished.values().map(|result| result.ms).sum();
        let mut left = (of_all * TIME_SHARE).max(LEAST_MS);
        let affordable = games.iter().take_while(|listed| {
            left -= listed.result.ms;
            left >= 0.0
        });
        let planned: Vec<_> = affordable.map(|listed| listed.game).collect();
        let (prepared, cancel) = (self.hall.prepare_games(&planned), Cancel::new());
        let play = |number: u32| {
            let game = &planned[number as usize];
            let played = prepared.play_game(game, &cancel).ok()?;
            let replay = prepared.replay_of_game(game, &played.record);
            Some((played.result.hash, replay.encode()))
        };
        let count = u32::try_from(planned.len()).map_err(Failure::program_fault)?;
        work_on_threads(count, jobs, &cancel, play, |played| {
            if let Some((number, Some((hash, replay)))) = played {
                let listed = &mut games[number as usize];
                // Another hash would be another battle than the one that counted.
                listed.replay = (hash == listed.result.hash).then_some(replay);
            }
            Ok(())
        })
    }
}

/// Room in a page that grows.
struct PageRoom {
    used: usize,
}

impl PageRoom {
    /// Takes the room for the replay of a game, or drops the replay if the page would have more than `most` bytes.
    fn keep_if_it_fits(&mut self, listed: &mut ListedGame<'_>, most: usize) {
        let Some(replay) = &listed.replay else { return };
        let wanted = size_in_base64(replay.len()) + BYTES_OF_ELEMENT;
        if self.used + wanted > most {
            listed.replay = None;
        } else {
            self.used += wanted;
        }
    }
}
