//! The report of a tournament with battles in it: which games are listed, and which of them a reader can open.

use hotgates_page::{BattleViewer, size_of_battle};

use crate::game::PlannedGame;
use crate::plan::TournamentPlan;
use crate::report::TournamentReport;
use crate::result::FinishedGames;
use crate::standings::Standings;
use crate::telling::ListedGame;

/// Greatest number of games lost by fault that a report lists.
const MOST_FAULTS: usize = 500;
/// Greatest number of telling games that a report lists.
const MOST_TELLING: usize = 40;
/// Bytes of a page up to which games lost by fault are put into it.
const MOST_BYTES: usize = 15_000_000;
/// Bytes of a page up to which telling games are put into it.
const MOST_BYTES_OF_TELLING: usize = 8_000_000;
/// Share of the time of all games that playing games again may take.
const TIME_SHARE: f64 = 0.05;
/// Milliseconds of games that are played again in any case.
const LEAST_MS: f64 = 10_000.0;

/// Where the replays of a report come from.
pub trait ReplaySource {
    /// Returns the bytes of the replay of a game that was lost by a fault; `None` if nobody has kept it, or it has more
    /// than `most` bytes.
    fn replay_of_fault(&self, game: &PlannedGame, most: usize) -> Option<Vec<u8>>;

    /// Plays games again; returns the hash of each and the bytes of its replay, in any order, with the place of the game
    /// among `games`.
    fn play_again(&self, games: &[PlannedGame]) -> Vec<(usize, String, Vec<u8>)>;
}

/// A tournament whose report is to be written.
#[derive(Debug, Clone, Copy)]
pub struct ReportedTournament<'a> {
    /// What was to be played.
    pub plan: &'a TournamentPlan,
    /// What the finished games say.
    pub standings: &'a Standings,
    /// The finished games.
    pub finished: &'a FinishedGames,
    /// `true` if no game is missing.
    pub complete: bool,
}

impl<'a> ReportedTournament<'a> {
    /// Returns the file of the report. With a viewer it holds the listed games for which there is room; telling games are
    /// played again for that if the tournament is complete.
    #[must_use]
    pub fn to_html(&self, viewer: Option<&BattleViewer<'_>>, source: &impl ReplaySource) -> String {
        let Self { plan, standings, finished, complete } = *self;
        let mut faults = ListedGame::lost_by_fault(finished);
        faults.truncate(MOST_FAULTS);
        let mut telling = ListedGame::most_telling(plan, standings, finished, MOST_TELLING);
        let Some(viewer) = viewer else {
            return self.report(&[faults, telling].concat()).to_page().to_html();
        };
        let bare = self.report(&[&*faults, &*telling].concat()).to_page().to_html();
        let mut room = PageRoom { used: bare.len() + viewer.size_in_page() };
        for listed in &mut faults {
            listed.replay = source.replay_of_fault(&listed.game, MOST_BYTES);
            room.keep_if_it_fits(listed, MOST_BYTES);
        }
        if complete {
            self.play_again(&mut telling, source);
            for listed in &mut telling {
                room.keep_if_it_fits(listed, MOST_BYTES_OF_TELLING);
            }
        }
        let games = [faults, telling].concat();
        let replays: Vec<_> = games.iter().filter_map(|listed| listed.replay.as_deref()).collect();
        let page = self.report(&games);
        let page = page.to_page();
        if replays.is_empty() { page.to_html() } else { page.to_html_with_battles(viewer, &replays) }
    }

    fn report<'b>(&self, games: &'b [ListedGame<'a>]) -> TournamentReport<'b>
    where
        'a: 'b,
    {
        TournamentReport { plan: self.plan, standings: self.standings, games, complete: self.complete }
    }

    /// Plays games again and keeps their replays: the first ones, as many as their time allows.
    fn play_again(&self, games: &mut [ListedGame<'_>], source: &impl ReplaySource) {
        let of_all: f64 = self.finished.values().map(|result| result.ms).sum();
        let mut left = (of_all * TIME_SHARE).max(LEAST_MS);
        let affordable = games.iter().take_while(|listed| {
            left -= listed.result.ms;
            left >= 0.0
        });
        let planned: Vec<_> = affordable.map(|listed| listed.game).collect();
        for (place, hash, replay) in source.play_again(&planned) {
            // Another hash would be another battle than the one that counted.
            games[place].replay = (hash == games[place].result.hash).then_some(replay);
        }
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
        let with_replay = self.used + size_of_battle(replay.len());
        if with_replay > most {
            listed.replay = None;
        } else {
            self.used = with_replay;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::telling::tests::{plan_of_names, results_with_upset};

    const VIEWER: BattleViewer<'_> = BattleViewer { script: "begin()", style: "p{}", engine: b"wasm" };

    /// Replays of this many bytes, and hashes of their own.
    struct Replays {
        bytes: usize,
        hash: &'static str,
    }

    impl ReplaySource for Replays {
        fn replay_of_fault(&self, _: &PlannedGame, most: usize) -> Option<Vec<u8>> {
            (self.bytes <= most).then(|| vec![7; self.bytes])
        }

        fn play_again(&self, games: &[PlannedGame]) -> Vec<(usize, String, Vec<u8>)> {
            let all = (0..games.len()).rev();
            all.map(|place| (place, self.hash.to_owned(), vec![8; self.bytes])).collect()
        }
    }

    /// Returns the number of buttons in the report of 16 games, one of which was lost by a fault, and the page's size.
    fn buttons_in_report(replays: &Replays, ms: f64, complete: bool) -> (usize, usize) {
        let plan = plan_of_names(&["hunter", "greedy", "bot:sh"]);
        let mut finished = results_with_upset(&plan, [0, 1], 3);
        let lost = PlannedGame { set: 0, map: 0, first: 0, second: 2, leg: 0 };
        let how = "crashed".to_owned();
        finished.insert(
            lost,
            GameResult { winner: Some(hotgates_engine::Side::Red), how, ..GameResult::default() },
        );
        for result in finished.values_mut() {
            (result.hash, result.ms) = ("true".to_owned(), ms);
        }
        let standings = Standings::new(&plan, &finished);
        let reported =
            ReportedTournament { plan: &plan, standings: &standings, finished: &finished, complete };
        let page = reported.to_html(Some(&VIEWER), replays);
        let data = page.matches("id=\"hotgates-replay-").count();
        let buttons = page.matches("data-battle=").count();
        assert_eq!((data, page.contains("<script")), (buttons, buttons > 0));
        (buttons, page.len())
    }

    #[test]
    fn games_are_opened_as_far_as_there_is_room_and_time() {
        let small = Replays { bytes: 100, hash: "true" };
        assert_eq!(buttons_in_report(&small, 1.0, true).0, 17);
        assert_eq!(buttons_in_report(&small, 1.0, false).0, 1, "nothing is played again after Ctrl-C");
        assert_eq!(buttons_in_report(&small, 2000.0, true).0, 6, "ten seconds");
        let other = Replays { hash: "another", ..small };
        assert_eq!(buttons_in_report(&other, 1.0, true).0, 1, "another battle is not shown");
        let (buttons, bytes) = buttons_in_report(&Replays { bytes: 900_000, hash: "true" }, 1.0, true);
        assert!(buttons == 6 && bytes <= MOST_BYTES_OF_TELLING, "{buttons} in {bytes}");
        let (buttons, bytes) = buttons_in_report(&Replays { bytes: 9_000_000, hash: "true" }, 1.0, true);
        assert!(buttons == 1 && bytes <= MOST_BYTES, "{buttons} in {bytes}");
        assert_eq!(buttons_in_report(&Replays { bytes: 14_000_000, hash: "true" }, 1.0, true).0, 0);
    }
}
