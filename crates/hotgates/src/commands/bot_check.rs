//! `bot-check`: everything that can happen to a program at the table, before it does.

use std::io::Write;

use hotgates_bots::{BotCell, BotPatience, Trial, check_program, scenario_of_checks, words_of_command};
use hotgates_cell::{CellWalls, WallState};
use hotgates_files::LoadedScenario;
use serde::Serialize;

use crate::cli::BotCheckArgs;
use crate::console;
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::json;
use crate::overrides::AdjustedScenario;
use crate::words::{count_words, last_lines};

/// A trial as JSON.
#[derive(Debug, Serialize)]
struct TrialDocument<'a> {
    trial: &'a str,
    passed: bool,
    told: &'a str,
    errors: &'a str,
}

/// Checks a program, and tells each trial.
///
/// # Errors
/// When a trial went wrong, or there is no map or command.
pub fn check_bot(args: &BotCheckArgs) -> Result<(), Failure> {
    let words = words_of_command(&args.command).map_err(Failure::bad_input)?;
    let scenario = match &args.map {
        None => scenario_of_checks(),
        Some(map) => {
            let loaded = LoadedScenario::open_file(map, args.access.file_access())?;
            let adjusted = AdjustedScenario::new(loaded);
            adjusted.checked_battle()?;
            adjusted.loaded.scenario
        }
    };
    let (mut out, cancel) = (console::standard_output(), cancel_on_ctrl_c());
    let (limits, cell, mut failed) = (args.programs.bot_limits(), args.programs.bot_cell(None), 0);
    // Without a cell there is nothing to check.
    let walls = walls_in_words(cell.as_ref())?;
    let mut printed = Ok(());
    let patience = BotPatience::default();
    check_program(&words, &scenario, limits, patience, cell.as_ref(), &cancel, |trial| {
        failed += u32::from(!trial.passed);
        if printed.is_ok() {
            printed = print_trial(&mut out, &trial, args.json);
        }
    });
    printed?;
    if !args.json {
        writeln!(out, "{walls}")?;
        out.flush()?;
    }
    if cancel.is_set() {
        return Err(Failure::negative_answer_because("cancelled before every trial was over"));
    }
    match failed {
        0 => Ok(()),
        failed => {
            let trials = count_words(failed, "trial", "trials");
            Err(Failure::negative_answer_because(format!("{trials} went wrong")))
        }
    }
}

/// Says behind which walls the program is.
fn walls_in_words(cell: Option<&BotCell>) -> Result<String, Failure> {
    let Some(BotCell { warden, limits }) = cell else { return Ok("walls: none, by --no-cell".to_owned()) };
    let walls = std::env::current_dir().and_then(|here| CellWalls::of_this_machine(warden, limits, &here));
    let CellWalls { walls } = walls.map_err(|why| {
        let why = why.to_string();
        Failure::bad_input(why.strip_prefix("error: ").unwrap_or(&why))
    })?;
    let lacking: Vec<_> = walls
        .iter()
        .filter(|built| built.state != WallState::Whole)
        .map(|built| format!("{} ({})", built.wall.name(), built.state.name()))
        .collect();
    Ok(if lacking.is_empty() {
        "walls: all stand".to_owned()
    } else {
        format!("walls: all stand but {}; `hotgates cell --walls` says more", lacking.join(", "))
    })
}

fn print_trial(out: &mut console::ConsoleOutput, trial: &Trial, json: bool) -> Result<(), Failure> {
    let Trial { name, passed, told, errors } = trial;
    if json {
        json::print_line(out, &TrialDocument { trial: name, passed: *passed, told, errors })?;
    } else {
        writeln!(out, "{}  {name}: {told}", if *passed { "ok   " } else { "wrong" })?;
        for line in last_lines(errors) {
            writeln!(out, "         {line}")?;
        }
    }
    Ok(out.flush()?)
}
