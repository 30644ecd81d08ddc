//! `analyse`: what decided a recorded battle.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use hotgates_analysis::{Analyst, BattleAnalysis, PlayedBattle, Severity, UnfitReplay, count_mistakes};
use hotgates_engine::{Battle, BySide, Side};
use hotgates_files::AtomicFile;
use hotgates_play::Cancel;
use hotgates_record::{GameRecord, Replay};
use hotgates_search::Cancelled;
use indicatif::{ProgressBar, ProgressStyle};

use super::battle::processor_count;
use super::replay::{recorded_names, unreadable_replay_failure, untrue_replay_failure};
use crate::analysis_page::AnalysisPage;
use crate::analysis_words::{better_line, luck_lines, mistake_line, moment_line};
use crate::cli::AnalyseArgs;
use crate::console::{self, StyledWrite, write_side_name};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::json::{self, AnalysisDocument};
use crate::series::start_workers;
use crate::words;

/// Analyses a replay.
///
/// # Errors
/// When it cannot be read, is not true or is too long; when the page cannot be written; that the
/// work was cancelled.
pub fn analyse_battle(args: &AnalyseArgs) -> Result<(), Failure> {
    let target = args.html.as_deref().map(AtomicFile::new).transpose()?;
    let begun = Instant::now();
    let bytes = hotgates_files::read_bytes(&args.file, hotgates_files::FileAccess::of_command_line(false))?;
    let replay = Replay::decode(&bytes).map_err(|error| unreadable_replay_failure(&args.file, &error))?;
    let analyst = Analyst::new(&replay, args.steps).map_err(|unfit| match unfit {
        UnfitReplay::Broken(broken) => untrue_replay_failure(&args.file, &broken),
        UnfitReplay::TooLong { .. } => Failure::bad_input(format!("{}: {unfit}", args.file.display())),
    })?;
    let record = replay.play_again().map_err(|broken| untrue_replay_failure(&args.file, &broken))?;
    let analysis = do_all_analysis_pieces(&analyst, &cancel_on_ctrl_c())
        .map_err(|Cancelled| Failure::negative_answer_because("cancelled before the battle was analysed"))?;
    let names = recorded_names(&replay);
    let mut out = console::standard_output();
    if target.is_some() {
        out = out.into_failure_keeping();
    }
    let told = AnalysisPrinter {
        map: &replay.scenario.map.name,
        names: &names,
        record: &record,
        played: analyst.played_battle(),
        analysis: &analysis,
    };
    if args.json {
        let battle = json::BattleDocument::new(&replay.scenario, &names, &record, begun.elapsed());
        let document = AnalysisDocument::new(battle, &analysis, told.played.start(), &record);
        json::print_line(&mut out, &document)?;
    } else {
        told.write_all(&mut out)?;
    }
    if let Some(target) = target {
        let page = AnalysisPage {
            map: told.map,
            names: &names,
            record: &record,
            played: told.played,
            analysis: &analysis,
        };
        target.write_and_rename(page.to_html(&bytes).as_bytes())?;
    }
    Ok(out.close_output()?)
}

/// Measures all positions and examines all half-turns, on all processors.
fn do_all_analysis_pieces(analyst: &Analyst, cancel: &Cancel) -> Result<BattleAnalysis, Cancelled> {
    let (positions, half_turns) = (analyst.measured_position_count(), analyst.half_turns());
    let bar = progress_bar(positions + half_turns);
    let measures = do_in_parallel(positions, &bar, cancel, |place| analyst.measure_position(place, cancel))?;
    let mistakes = do_in_parallel(half_turns, &bar, cancel, |half_turn| {
        analyst.examine_half_turn(half_turn, &measures, cancel)
    })?;
    bar.finish_and_clear();
    Ok(analyst.assemble_analysis(&measures, mistakes.into_iter().flatten().collect()))
}

/// Does numbered pieces of work on all processors; returns what came of them in their order.
fn do_in_parallel<T: Send>(
    count: usize,
    bar: &ProgressBar,
    cancel: &Cancel,
    piece: impl Fn(usize) -> Result<T, Cancelled> + Sync,
) -> Result<Vec<T>, Cancelled> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let Ok(result) = piece(number) else { return };
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        // This thread has nothing else to do.
        start_workers(scope, processor_count().saturating_sub(1), || work);
        work();
    });
    cancel.check_flag()?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(pieces: usize) -> ProgressBar {
    let bar = ProgressBar::new(pieces as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions and half-turns, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// An analysed battle, told in the terminal.
struct AnalysisPrinter<'a> {
    map: &'a str,
    names: &'a BySide<String>,
    record: &'a GameRecord,
    played: &'a PlayedBattle,
    analysis: &'a BattleAnalysis,
}

/// Greatest number of better orders that are told.
const MOST_ORDERS: usize = 6;

impl AnalysisPrinter<'_> {
    fn start(&self) -> &Battle {
        self.played.start()
    }

    fn write_all(&self, out: &mut impl StyledWrite) -> io::Result<()> {
        let battle = self.record.battle();
        let end = battle.verdict().map_or_else(|| "not over".to_owned(), |verdict| verdict.to_string());
        writeln!(out, "{}, turn {}: {end}", self.map, battle.turn())?;
        for side in Side::BOTH {
            write_side_name(out, side)?;
            writeln!(out, "  {}", self.names[side])?;
        }
        self.write_chances(out)?;
        self.write_luck(out)?;
        self.write_moments(out)?;
        self.write_mistakes(out)?;
        self.write_units(out)
    }

    /// Writes Red's win chance at the start of each turn.
    fn write_chances(&self, out: &mut impl StyledWrite) -> io::Result<()> {
        if self.analysis.chances.is_empty() {
            writeln!(out)?;
            return writeln!(out, "No win chances: too few steps for a battle of this size.");
        }
        writeln!(out)?;
        writeln!(out, "Red's chance to win, at the start of each turn")?;
        let mut turn = 0;
        let last = self.analysis.chances.len() - 1;
        for (place, &(number, chance)) in self.analysis.chances.iter().enumerate() {
            let now = self.played.position(number).turn();
            if now == turn && place != last {
                continue;
            }
            turn = now;
            let when = if place == last { "end".to_owned() } else { format!("{now:3}") };
            writeln!(out, "  {when}  {:3.0} %  {}", 100.0 * chance.red, chance_bar_text(chance.red))?;
        }
        writeln!(out, "  ({} rollouts of each position)", self.analysis.samples)
    }

    fn write_luck(&self, out: &mut impl StyledWrite) -> io::Result<()> {
        writeln!(out)?;
        writeln!(out, "Dice")?;
        if self.analysis.attacks.is_empty() {
            return writeln!(out, "  Nobody attacked.");
        }
        for line in luck_lines(self.analysis) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn write_moments(&self, out: &mut impl StyledWrite) -> io::Result<()> {
        if self.analysis.moments.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        writeln!(out, "Where it turned")?;
        for moment in &self.analysis.moments {
            writeln!(out, "  {}", moment_line(self.played, moment))?;
        }
        Ok(())
    }

    fn write_mistakes(&self, out: &mut impl StyledWrite) -> io::Result<()> {
        if self.analysis.chances.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        writeln!(out, "Mistakes")?;
        let [blunders, mistakes] = [Severity::Blunder, Severity::Mistake]
            .map(|severity| count_mistakes(&self.analysis.mistakes, severity));
        for side in Side::BOTH {
            write_side_name(out, side)?;
            writeln!(
                out,
                "  {}, {}",
                words::count_words(blunders[side], "blunder", "blunders"),
                words::count_words(mistakes[side], "mistake", "mistakes")
            )?;
        }
        for mistake in &self.analysis.mistakes {
            writeln!(out, "  {}", mistake_line(self.played, mistake))?;
            if let Some(line) = better_line(self.played, mistake, MOST_ORDERS) {
                for line in words::wrap_paragraph(&line, console::console_width().saturating_sub(6)) {
                    writeln!(out, "      {line}")?;
                }
            }
        }
        Ok(())
    }

    fn write_units(&self, out: &mut impl StyledWrite) -> io::Result<()> {
        writeln!(out)?;
        writeln!(out, "Units                        dealt   lost   left  attacks  held  idle")?;
        for (unit, info) in self.start().roster() {
            let did = self.analysis.units[unit.index()];
            let label: String = info.label.chars().take(22).collect();
            write_side_name(out, info.side)?;
            writeln!(
                out,
                " {label:22} {:6} {:6} {:6} {:8} {:5} {:5}",
                did.dealt,
                did.lost,
                self.record.battle().living_men(unit).0,
                did.attacks,
                did.held,
                did.idle
            )?;
        }
        Ok(())
    }
}

/// A chance as a bar of 40 columns.
fn chance_bar_text(chance: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a chance lies between 0 and 1"
    )]
    let full = (40.0 * chance).round() as usize;
    "█".repeat(full) + &"·".repeat(40_usize.saturating_sub(full))
}
