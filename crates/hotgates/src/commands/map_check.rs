//! `map check`: every fault of every file, each with its place.

use std::io::Write;
use std::path::{Path, PathBuf};

use hotgates_engine::{Battle, Side};

use crate::console::{self, ConsoleOutput};
use crate::failure::{self, Failure};
use crate::json::{self, CheckedFileDocument, FaultDocument};
use crate::seats::find_seat_faults;
use crate::words;
use hotgates_files::{FileAccess, LoadedScenario};

/// State of a file, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FileState {
    Playable,
    Unplayable,
    Unreadable,
}

/// Checks the files.
///
/// # Errors
/// When a map cannot be played, or a file does not read as one.
pub fn check_maps(files: &[PathBuf], json: bool, access: FileAccess) -> Result<(), Failure> {
    let mut out = console::standard_output();
    let mut worst = FileState::Playable;
    let mut all = Vec::new();
    for file in files {
        let (found, checked) = check_file(file, access, (!json).then_some(&mut out))?;
        worst = worst.max(found);
        all.push(checked);
    }
    if json {
        json::print_line(&mut out, &all)?;
    }
    out.flush()?;
    match worst {
        FileState::Playable => Ok(()),
        FileState::Unplayable => Err(Failure::told_negative_answer()),
        FileState::Unreadable => Err(Failure::bad_inputs(Vec::new())),
    }
}

/// Checks one file; prints the result where there is an output.
fn check_file(
    path: &Path,
    access: FileAccess,
    out: Option<&mut ConsoleOutput>,
) -> Result<(FileState, CheckedFileDocument), Failure> {
    let file = path.display().to_string();
    let loaded = match LoadedScenario::open_file(path, access) {
        Ok(loaded) => loaded,
        Err(problem) => {
            for message in failure::error_messages(&problem) {
                console::print_error(&message);
            }
            let faults = match problem.faults() {
                [] => problem
                    .messages()
                    .iter()
                    .map(|message| FaultDocument::unreadable_file(&file, message))
                    .collect(),
                located => located.iter().map(FaultDocument::new).collect(),
            };
            return Ok((FileState::Unreadable, CheckedFileDocument { playable: false, faults, file }));
        }
    };
    let mut report = Battle::check_scenario(&loaded.scenario);
    if let Some(battle) = &report.battle {
        report.faults.extend(find_seat_faults(&loaded, battle.rules()));
    }
    let faults = loaded.locate_faults(report.faults);
    let playable = faults.iter().all(|located| located.fault.is_warning());
    let battle = report.battle.filter(|_| playable);
    if let Some(out) = out {
        if let Some(battle) = &battle {
            writeln!(out, "{file}: playable: {}", battle_summary(battle))?;
        } else {
            let wrong = faults.iter().filter(|located| !located.fault.is_warning()).count();
            writeln!(out, "{file}: not playable: {}", words::count_words(wrong, "fault", "faults"))?;
        }
        out.flush()?;
        for located in &faults {
            let say = if located.fault.is_warning() { console::print_warning } else { console::print_error };
            say(&located.whole_message());
        }
    }
    let worst = if playable { FileState::Playable } else { FileState::Unplayable };
    Ok((
        worst,
        CheckedFileDocument { file, playable, faults: faults.iter().map(FaultDocument::new).collect() },
    ))
}

/// Returns a battle in a line.
fn battle_summary(battle: &Battle) -> String {
    let (width, height) = (battle.grid().width(), battle.grid().height());
    let castles = words::count_words(battle.map().castles().len(), "castle", "castles");
    let [red, blue] = Side::BOTH.map(|side| words::count_words(battle.alive(side), "unit", "units"));
    let from = battle.origin_direction().map_or_else(String::new, |from| format!(" from the {from}"));
    let first = if battle.first_side() == Side::Blue { ", Blue moves first" } else { "" };
    let turns = words::count_words(battle.last_turn(), "turn", "turns");
    let goals = match battle.all_goals().count() {
        0 => String::new(),
        goals => format!(", {}", words::count_words(goals, "goal", "goals")),
    };
    format!("{width} × {height} hexes, {castles}, Red {red}{from}, Blue {blue}, {turns}{first}{goals}")
}
