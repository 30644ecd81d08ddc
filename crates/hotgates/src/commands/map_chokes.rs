//! `map chokes`: the sets of points of convergence that Blue could hold.

use std::io::Write;

use hotgates_ai::Budget;
use hotgates_choke::{ChokeSet, ChokeSurvey, choose_choke_set};
use hotgates_engine::{Battle, Cell, Direction, Side, View};

use crate::cli;
use crate::console::{self, ConsoleOutput};
use crate::failure::Failure;
use crate::json::{self, ChokeSetDocument, ChokesDocument};
use crate::overrides::AdjustedScenario;
use crate::words;
use hotgates_files::LoadedScenario;

/// The most steps that the exact search may take: seconds, on a large map.
const STEPS: u64 = 100_000;

/// Finds and prints the choke sets that `warden` looks at, or with `--exact` those of
/// `warden-exact`.
///
/// # Errors
/// When no battle can be fought on the map.
pub fn print_choke_sets(args: &cli::MapChokesArgs) -> Result<(), Failure> {
    let mut adjusted =
        AdjustedScenario::new(LoadedScenario::open_file(&args.file, args.access.file_access())?);
    if let Some(from) = args.from {
        adjusted.set_red_direction(from);
    }
    let battle = adjusted.checked_battle()?;
    let sets = find_choke_sets(&battle, args.exact);
    let held = choose_choke_set(View::new(&battle, Side::Blue), &sets);
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &choke_document(&battle, &sets, held))?;
    } else {
        write_choke_sets(&mut out, &battle, &sets, held)?;
    }
    Ok(out.flush()?)
}

/// Returns the choke sets of a battle before its first move.
pub fn find_choke_sets(battle: &Battle, exact: bool) -> Vec<ChokeSet> {
    let _spinner = console::start_spinner("looking for points of convergence");
    let mut survey = ChokeSurvey::new(View::new(battle, Side::Blue));
    let classic = survey.classic_sets();
    if exact { survey.smallest_sets(&classic, &mut Budget::new(STEPS)) } else { classic }
}

fn choke_document(battle: &Battle, sets: &[ChokeSet], held: Option<usize>) -> ChokesDocument {
    let coord = |cell: Cell| {
        let at = battle.grid().coord(cell);
        [at.col, at.row]
    };
    let set = |set: &ChokeSet| ChokeSetDocument {
        hexes: set.hexes.iter().map(|&cell| coord(cell)).collect(),
        score: set.score,
        cuts: set.cuts,
        feasible: set.can_be_held(),
        by: set.by.name(),
    };
    ChokesDocument {
        from: battle.origin_direction().map(Direction::name),
        entry: battle.starting_cells(Side::Red).map(coord).collect(),
        sets: sets.iter().map(set).collect(),
        chosen: held,
    }
}

fn write_choke_sets(
    out: &mut ConsoleOutput,
    battle: &Battle,
    sets: &[ChokeSet],
    held: Option<usize>,
) -> Result<(), Failure> {
    let label = |cell: &Cell| battle.grid().coord(*cell).to_string();
    for (index, set) in sets.iter().enumerate() {
        let hexes = set.hexes.iter().map(label).collect::<Vec<_>>().join("  ");
        let mark = if held == Some(index) { '*' } else { ' ' };
        let cuts = if set.cuts { "cuts every way" } else { "does not cut every way" };
        let holders = match &set.holders {
            None => "Red is there first".to_owned(),
            Some(holders) => {
                let labels: Vec<_> = holders.iter().map(|&unit| battle.info(unit).label.as_str()).collect();
                format!("{} can be there first", labels.join(", "))
            }
        };
        writeln!(out, "{mark} {hexes}")?;
        writeln!(out, "    score {}, {cuts}, {holders}", set.score)?;
    }
    let count = words::count_words(sets.len(), "set", "sets");
    match held {
        Some(_) => writeln!(out, "{count} of points of convergence; Blue would hold the one marked with *")?,
        None => writeln!(
            out,
            "{count} of points of convergence, none that cuts and can be held: Blue would line up"
        )?,
    }
    Ok(())
}
