//! `tournament`: many commanders play against each other, and are rated.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use hotgates_engine::{DiceSource, VictoryKind};
use hotgates_play::{Cancel, SpoiledGame};
use hotgates_tournament::{
    FinishedGames, GameLine, LineDefect, PlannedGame, ReportedTournament, SequentialProgress, Standings,
    TournamentDocument, TournamentGame, TournamentPlan,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::battle_page::VIEWER;
use crate::battle_report;
use crate::cli::tournament::TournamentArgs;
use crate::commands::battle::processor_count;
use crate::console::{self, ConsoleOutput};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::game_folder::GameFolder;
use crate::json;
use crate::report_games::TournamentReplays;
use crate::seats::failure_of_game;
use crate::series::work_on_threads;
use crate::tournament_hall::{TournamentHall, replay_of_game, wall_clock};
use crate::words::count_words;

/// Plays a tournament, or goes on with one, and sums it up.
///
/// # Errors
/// Faults of files and options, a folder of another tournament, or cancelled work.
pub fn run_tournament(args: &TournamentArgs) -> Result<(), Failure> {
    let hall = TournamentHall::new(args)?;
    hall.plan.next_games(&FinishedGames::new()).map_err(Failure::bad_input)?;
    let mut finished = FinishedGames::new();
    let read_object = |object: &str| {
        let (game, result) = GameLine::read_game(&hall.plan, object)?;
        match finished.insert(game, result) {
            Some(_) => Err(LineDefect::Content("the game is there already".to_owned())),
            None => Ok(()),
        }
    };
    let open = |folder| GameFolder::open_folder(folder, &hall.plan, args.resume, read_object);
    let folder = args.out.as_deref().map(open).transpose()?;
    let cancel = cancel_on_ctrl_c();
    let start = Instant::now();
    let jobs = args.jobs.unwrap_or_else(processor_count);
    let bar = new_game_bar(hall.plan.greatest_game_count(), finished.len() as u64);
    let test = SequentialProgress::new(&hall.plan);
    let mut play = TournamentPlay { hall: &hall, folder, bar, finished, test };
    let outcome = play.play_all(jobs, &cancel);
    play.bar.finish_and_clear();
    if let (Err(_), Some(folder)) = (&outcome, &mut play.folder) {
        // Finished games are kept, whatever went wrong.
        folder.sync_now()?;
    }
    outcome?;
    let TournamentPlay { folder, finished, .. } = play;
    let is_over = hall.plan.next_games(&finished).map_err(Failure::program_fault)?.is_empty();
    let standings = Standings::new(&hall.plan, &finished);
    if let Some(folder) = &folder {
        let reported = ReportedTournament {
            plan: &hall.plan,
            standings: &standings,
            finished: &finished,
            complete: is_over,
        };
        let replays = TournamentReplays { hall: &hall, folder, jobs };
        folder.write_file(GameFolder::REPORT, &reported.to_html(VIEWER.as_ref(), &replays))?;
    }
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &TournamentDocument::new(&hall.plan, &standings, is_over))?;
    } else {
        let summary = TournamentSummary { plan: &hall.plan, standings: &standings, took: start.elapsed() };
        summary.print_text(&mut out)?;
    }
    out.flush()?;
    if is_over {
        return Ok(());
    }
    let how = if args.out.is_some() { "; --resume goes on" } else { "" };
    let all = u32::try_from(hall.plan.greatest_game_count()).unwrap_or(u32::MAX);
    let all = count_words(all, "game", "games");
    Err(Failure::negative_answer_because(format!("cancelled after {} of {all}{how}", finished.len())))
}

/// A tournament being played.
struct TournamentPlay<'a> {
    hall: &'a TournamentHall,
    folder: Option<GameFolder>,
    bar: ProgressBar,
    finished: FinishedGames,
    /// A sequential test, which ends the tournament as soon as it can tell.
    test: Option<SequentialProgress>,
}

impl TournamentPlay<'_> {
    /// Plays until the tournament is over or the flag is set, and has the disk take every game.
    fn play_all(&mut self, jobs: u32, cancel: &Cancel) -> Result<(), Failure> {
        while !cancel.is_set() {
            let games = self.hall.plan.next_games(&self.finished).map_err(Failure::program_fault)?;
            if games.is_empty() {
                break;
            }
            self.play_games(&games, jobs, cancel)?;
        }
        self.folder.as_mut().map_or(Ok(()), GameFolder::sync_now)
    }

    /// Plays these games in any order, and keeps each as soon as it is finished.
    fn play_games(&mut self, games: &[PlannedGame], jobs: u32, cancel: &Cancel) -> Result<(), Failure> {
        let prepared = self.hall.prepare_games(games);
        let play = |number: u32| prepared.play_game(&games[number as usize], cancel, wall_clock());
        let count = u32::try_from(games.len()).map_err(Failure::program_fault)?;
        work_on_threads(count, jobs, cancel, play, |played| {
            match played {
                Some((number, Ok(TournamentGame { result, loss, record }))) => {
                    let game = games[number as usize];
                    if let Some(folder) = &mut self.folder {
                        // Who resigns has done nothing wrong.
                        if let Some(loss) = loss.filter(|loss| loss.how() != VictoryKind::Resigned) {
                            folder.write_loss(&game, &loss, &replay_of_game(&prepared, &game, &record))?;
                        }
                        folder.write_line(&GameLine::new(&self.hall.plan, &game, &result))?;
                    }
                    self.finished.insert(game, result);
                    let test = self.test.as_mut();
                    if test.and_then(|test| test.look_at_games(&self.hall.plan, &self.finished)).is_some() {
                        cancel.set_flag();
                    }
                }
                None | Some((_, Err(SpoiledGame::Cancelled(_)))) => {}
                Some((_, Err(spoiled))) => return Err(failure_of_game(spoiled)),
            }
            self.show_progress()
        })
    }

    /// Shows how many games there are, once the disk has them.
    fn show_progress(&mut self) -> Result<(), Failure> {
        let is_kept = self.folder.as_mut().map_or(Ok(true), GameFolder::sync_in_time)?;
        if is_kept {
            self.bar.set_position(self.finished.len() as u64);
        }
        Ok(())
    }
}

/// Returns a bar on standard error, if that is a terminal, for games of which some are finished.
pub fn new_game_bar(games: u64, finished: u64) -> ProgressBar {
    let bar = ProgressBar::new(games).with_position(finished);
    bar.reset_eta();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// What a tournament comes to, for people.
struct TournamentSummary<'a> {
    plan: &'a TournamentPlan,
    standings: &'a Standings,
    took: Duration,
}

impl TournamentSummary<'_> {
    fn print_text(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let standings = self.standings;
        let ranking = standings.ranking();
        let name = |number: usize| self.plan.commanders[number].name.as_str();
        let widest = ranking.iter().map(|&number| name(number).chars().count()).max().unwrap_or(0).max(9);
        writeln!(
            out,
            "    {:widest$}    Elo   (95 %)          games    won  drawn   lost  points",
            "commander"
        )?;
        for (place, &number) in ranking.iter().enumerate() {
            let score = &standings.commanders[number];
            let (elo, interval) = match standings.elo_of_commander(number) {
                Some(elo) => (format!("{:+.0}", elo.value), format!("({:+.0} … {:+.0})", elo.low, elo.high)),
                None => ("–".to_owned(), "(no whole set yet)".to_owned()),
            };
            writeln!(
                out,
                "{:>3} {:widest$} {elo:>6} {interval:<16} {:>7} {:>6} {:>6} {:>6} {:>5.1} %",
                place + 1,
                name(number),
                score.games,
                score.wins,
                score.draws,
                score.losses(),
                100.0 * score.share()
            )?;
        }
        writeln!(out)?;
        if let Some(test) = &standings.test {
            writeln!(out, "{}", test.in_words(name(0), name(1)))?;
        }
        for pair in &standings.pairs {
            let share = pair.sample().share();
            let likelihood = standings.ratings.likelihood_of_superiority(pair.first, pair.second);
            writeln!(
                out,
                "{} against {}: {} won, {} drawn, {} lost; {:.1} % of the points ({:.1} to {:.1} %), stronger at {:.1} %",
                name(pair.first),
                name(pair.second),
                pair.first_wins,
                pair.draws,
                pair.second_wins(),
                100.0 * share.value,
                100.0 * share.low,
                100.0 * share.high,
                100.0 * likelihood
            )?;
        }
        let games = u32::try_from(standings.games).unwrap_or(u32::MAX);
        writeln!(out, "{} in {:.2} s", count_words(games, "game", "games"), self.took.as_secs_f64())?;
        self.plan.key.map_or(Ok(()), |key| battle_report::write_key(out, DiceSource::Key(key)))
    }
}
