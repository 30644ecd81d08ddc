//! `tune`: the numbers of a doctrine are tuned by play, and what comes of it is tested.

use std::io::Write;

use hotgates_play::{Cancel, SpoiledGame};
use hotgates_tournament::PlannedGame;
use hotgates_tune::{TuneHall, TuneLine, TuneVerdict, TuningDocument, TuningProgress, TuningReport};
use indicatif::ProgressBar;

use crate::cli::tune::TuneArgs;
use crate::commands::battle::processor_count;
use crate::commands::tournament::new_game_bar;
use crate::console::{self, ConsoleOutput};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::game_folder::GameFolder;
use crate::json;
use crate::seats::failure_of_game;
use crate::series::work_on_threads;
use crate::tournament_hall::wall_clock;
use crate::tune_hall::hall_of_tuning;
use crate::words::count_words;

/// File of the tuned doctrine in the folder.
const DOCTRINE: &str = "doctrine.ron";

/// Tunes a doctrine, or goes on with it, tests it, and says what came of it.
///
/// # Errors
/// Faults of files and options, a folder of another tuning, cancelled work, or a doctrine that was not accepted.
pub fn run_tuning(args: &TuneArgs) -> Result<(), Failure> {
    let hall = hall_of_tuning(args)?;
    let mut progress =
        TuningProgress::new(hall.plan.clone(), hall.space.clone()).map_err(Failure::bad_input)?;
    let folder = GameFolder::open_folder(&args.out, &hall.plan, args.resume, |object| {
        progress.read_line(object).map(drop)
    })?;
    let cancel = cancel_on_ctrl_c();
    let bar = new_game_bar(hall.plan.game_counts()[0], progress.finished_games()[0]);
    let mut play = TuningPlay { hall: &hall, folder, bar, progress };
    let outcome = play.play_all(args.jobs.unwrap_or_else(processor_count), &cancel);
    play.bar.finish_and_clear();
    // Finished games are kept, whatever went wrong.
    play.folder.sync_now()?;
    outcome?;
    let TuningPlay { folder, progress, .. } = play;
    let report = TuningReport { progress: &progress };
    folder.write_file(GameFolder::REPORT, &report.to_html())?;
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &TuningDocument::new(&progress))?;
    } else {
        print_summary(&mut out, report)?;
    }
    out.flush()?;
    match progress.verdict() {
        Some(TuneVerdict::Accepted) => Ok(()),
        Some(TuneVerdict::Rejected | TuneVerdict::Undecided) => Err(Failure::told_negative_answer()),
        None => {
            let games: u64 = progress.finished_games().iter().sum();
            let games = count_words(u32::try_from(games).unwrap_or(u32::MAX), "game", "games");
            Err(Failure::negative_answer_because(format!("cancelled after {games}; --resume goes on")))
        }
    }
}

/// A tuning being played.
struct TuningPlay<'a> {
    hall: &'a TuneHall,
    folder: GameFolder,
    bar: ProgressBar,
    progress: TuningProgress,
}

impl TuningPlay<'_> {
    /// Plays until nothing is left or the flag is set. The tuned doctrine is written as soon as it is known.
    fn play_all(&mut self, jobs: u32, cancel: &Cancel) -> Result<(), Failure> {
        let mut is_written = false;
        loop {
            if let (Some(tuned), false) = (self.progress.tuned_doctrine(), is_written) {
                self.folder.write_file(DOCTRINE, &tuned.to_ron())?;
                is_written = true;
                self.bar = new_game_bar(self.hall.plan.game_counts()[1], self.progress.finished_games()[1]);
            }
            let games = self.progress.next_games().map_err(Failure::program_fault)?;
            if games.is_empty() || cancel.is_set() {
                return Ok(());
            }
            self.play_stages(&games, jobs, cancel)?;
        }
    }

    /// Plays these games of the open stages in any order, and keeps each as soon as it is finished.
    fn play_stages(
        &mut self,
        games: &[(usize, PlannedGame)],
        jobs: u32,
        cancel: &Cancel,
    ) -> Result<(), Failure> {
        let prepare = |(place, stage)| {
            let of_stage: Vec<_> =
                games.iter().filter(|(other, _)| *other == place).map(|(_, game)| *game).collect();
            self.hall.prepare_stage(stage, &of_stage)
        };
        let prepared: Vec<_> = self.progress.open_stages().iter().enumerate().map(prepare).collect();
        let play = |number: u32| {
            let (place, game) = &games[number as usize];
            prepared[*place].play_game(game, cancel, wall_clock())
        };
        let count = u32::try_from(games.len()).map_err(Failure::program_fault)?;
        work_on_threads(count, jobs, cancel, play, |played| {
            match played {
                Some((number, Ok(played))) => {
                    let (place, game) = games[number as usize];
                    let line = TuneLine::new(&self.progress.open_stages()[place], &game, &played.result);
                    self.folder.write_line(&line)?;
                    self.progress.count_game(place, game, played.result);
                    if self.progress.is_over() {
                        cancel.set_flag();
                    }
                }
                None | Some((_, Err(SpoiledGame::Cancelled(_)))) => {}
                Some((_, Err(spoiled))) => return Err(failure_of_game(spoiled)),
            }
            if self.folder.sync_in_time()? {
                let [before, of_test] = self.progress.finished_games();
                self.bar.set_position(if self.progress.test().is_some() { of_test } else { before });
            }
            Ok(())
        })
    }
}

/// Prints what came of a tuning, for people.
fn print_summary(out: &mut ConsoleOutput, report: TuningReport<'_>) -> Result<(), Failure> {
    let progress = report.progress;
    let space = progress.space();
    if let Some(tuned) = progress.tuned_doctrine() {
        let widest = space.numbers().iter().map(|number| number.field.len()).max().unwrap_or(0);
        writeln!(out, "{:widest$}  before  after", "number")?;
        for (number, after) in space.numbers().iter().zip(space.values_of_doctrine(tuned)) {
            writeln!(out, "{:widest$}  {:>6}  {after:>5}", number.field, number.start)?;
        }
        writeln!(out)?;
    }
    for checkpoint in progress.checkpoints() {
        let share = checkpoint.validation.share().map(|share| 100.0 * share);
        writeln!(
            out,
            "after {:>4}: {:.1} % of the points in validation ({:.1} to {:.1} %)",
            checkpoint.iteration, share.value, share.low, share.high
        )?;
    }
    if let Some(test) = report.test_in_words() {
        writeln!(out, "{test}.")?;
    }
    let games = count_words(u32::try_from(progress.games()).unwrap_or(u32::MAX), "game", "games");
    Ok(writeln!(out, "{}. {games}.", report.result_in_words())?)
}
