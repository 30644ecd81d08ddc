//! `academy tower`: the magic tower.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use hotgates_academy::tower::{
    Merging, SearchPhase, SolveOptions, SolveProgress, Tower as Castle, TowerAnswer, TowerGame, TowerGraph,
    replay_route, solve_tower, tower_dot, tower_svg,
};
use hotgates_search::Certainty;
use serde::Serialize;

use super::{GraphFormat, new_spinner, tower_play, tower_random};
use crate::cli::academy::TowerArgs;
use crate::console::{self, ConsoleOutput};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::json;
use crate::words;
use hotgates_files::{AtomicFile, FileAccess, SourceText};

/// Follows the options of `academy tower`.
///
/// # Errors
/// The fault of the tower, a boss that cannot be killed, or cancelled work.
pub fn run_tower(args: &TowerArgs) -> Result<(), Failure> {
    let Some(file) = args.file.as_deref() else {
        return tower_random::make_random_tower(args);
    };
    let tower = read_tower(file)?;
    if let Some(path) = &args.graph {
        write_tower_graph(&tower, args, path)
    } else if args.hint {
        print_step_hint(&tower, args)
    } else if args.solve || args.json {
        print_tower_solution(&tower, file, args)
    } else {
        tower_play::play_tower_in_terminal(tower, &solve_options(args))
    }
}

/// Reads the tower of a file. The tower's notes go to standard error.
fn read_tower(file: &Path) -> Result<Castle, Failure> {
    let source = SourceText::read_file(file, FileAccess::of_command_line(false))?;
    let tower =
        Castle::parse(&source.text).map_err(|error| Failure::bad_input(error.in_file(&source.name)))?;
    for note in tower.notes() {
        console::print_warning(&format!("{}: {note}", source.name));
    }
    Ok(tower)
}

fn solve_options(args: &TowerArgs) -> SolveOptions<'static> {
    let merging = match (args.merge, args.no_merge) {
        (true, _) => Merging::Always,
        (_, true) => Merging::Never,
        _ => Merging::WhereSafe,
    };
    SolveOptions { merging, states: args.budget, ..SolveOptions::default() }
}

fn print_tower_solution(tower: &Castle, file: &Path, args: &TowerArgs) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let is_set = || cancel.is_set();
    let line = new_spinner();
    let watch = |progress: &SolveProgress| line.set_message(progress_words(progress));
    let options = SolveOptions { cancel: Some(&is_set), watch: Some(&watch), ..solve_options(args) };
    let start = Instant::now();
    let answer = solve_tower(tower, &options);
    line.finish_and_clear();
    let mut answer =
        answer.map_err(|error| Failure::bad_input(error.in_file(&file.display().to_string())))?;
    answer.solution.ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if let Some(life) = answer.solution.life
        && replay_route(tower, &answer.route) != Ok(life)
    {
        return Err(Failure::program_fault("the route found does not lead to the life it promises"));
    }
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &answer.solution)?;
    } else {
        print_tower_answer(&mut out, tower, file, &answer)?;
    }
    out.flush()?;
    match (answer.certainty, answer.solution.life) {
        (Certainty::Cancelled, _) => {
            Err(Failure::negative_answer_because("cancelled before the answer was proven"))
        }
        (_, None) => Err(Failure::told_negative_answer()),
        _ => Ok(()),
    }
}

/// Returns the progress in words: `full search: 12345 states, 678 waiting, life 395 of at most
/// 420`.
fn progress_words(progress: &SolveProgress) -> String {
    let phase = match progress.phase {
        SearchPhase::First => "first search",
        SearchPhase::Beam => "beam",
        SearchPhase::Full => "full search",
        SearchPhase::Depth => "depth-first",
        SearchPhase::Blind => "no bounds",
    };
    let life = progress.life.map_or("no way yet".to_owned(), |life| format!("life {life}"));
    let bound = progress.bound.map_or(String::new(), |bound| format!(" of at most {bound}"));
    let states = words::count_words(progress.states, "state", "states");
    format!("{phase}: {states}, {} waiting, {life}{bound}", progress.statistics.frontier)
}

fn print_tower_answer(
    out: &mut ConsoleOutput,
    tower: &Castle,
    file: &Path,
    answer: &TowerAnswer,
) -> Result<(), Failure> {
    let solution = &answer.solution;
    writeln!(
        out,
        "{}: {} of {} x {}, {} with the hero, {} after merging",
        file.display(),
        words::count_words(tower.floor_count(), "floor", "floors"),
        tower.row_count(),
        tower.column_count(),
        words::count_words(solution.nodes, "node", "nodes"),
        solution.merged_nodes
    )?;
    let why = match answer.certainty {
        Certainty::Cancelled => "it was cancelled",
        Certainty::CutOff(_) | Certainty::Unproven => "the states allowed were used up",
        Certainty::Proven | Certainty::NoSolution => "merging may have lost something better",
    };
    let bound = solution.bound.map_or("nothing".to_owned(), |bound| bound.to_string());
    match solution.life {
        Some(life) if solution.optimal => writeln!(out, "{life} life left, proven: nothing better exists")?,
        Some(life) => writeln!(out, "{life} life left, not proven: at most {bound}; {why}")?,
        None if solution.optimal => writeln!(out, "The boss cannot be killed: everything was tried.")?,
        None => writeln!(out, "No way to kill the boss was found; {why}.")?,
    }
    for line in words::wrap_list(&solution.route, console::console_width().saturating_sub(2)) {
        writeln!(out, "  {line}")?;
    }
    if solution.life.is_some() {
        writeln!(
            out,
            "{} in the route, walked again cell by cell",
            words::count_words(solution.route.len(), "step", "steps")
        )?;
    }
    let states = words::count_words(solution.states, "state", "states");
    writeln!(out, "{states} in {} ms, at most {} waiting", solution.ms, answer.statistics.largest_frontier)?;
    Ok(())
}

/// The document of `--hint --json`.
#[derive(Debug, Serialize)]
struct StepHintDocument {
    step: Option<String>,
    life: Option<i64>,
    optimal: bool,
    reason: String,
}

fn print_step_hint(tower: &Castle, args: &TowerArgs) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let is_set = || cancel.is_set();
    let line = new_spinner();
    let watch = |progress: &SolveProgress| line.set_message(progress_words(progress));
    let options = SolveOptions { cancel: Some(&is_set), watch: Some(&watch), ..solve_options(args) };
    let hint = TowerGame::new(tower.clone()).next_hint(&options);
    line.finish_and_clear();
    let hint = hint.map_err(Failure::bad_input)?;
    let mut out = console::standard_output();
    if args.json {
        let step = hint.step.map(|step| step.to_string());
        let advice = StepHintDocument { step, life: hint.life, optimal: hint.optimal, reason: hint.reason };
        json::print_line(&mut out, &advice)?;
    } else {
        writeln!(out, "{}", hint.reason)?;
    }
    out.flush()?;
    if hint.step.is_some() { Ok(()) } else { Err(Failure::told_negative_answer()) }
}

/// The document of `--graph --json`.
#[derive(Debug, Serialize)]
struct TowerGraphDocument {
    file: String,
    nodes: usize,
    merged_nodes: usize,
    merged: bool,
}

fn write_tower_graph(tower: &Castle, args: &TowerArgs, path: &Path) -> Result<(), Failure> {
    let format = GraphFormat::by_extension(path)?;
    let plain = TowerGraph::new(tower, tower.start_state()).map_err(Failure::bad_input)?;
    let merged = plain.with_nodes_merged();
    let merge = solve_options(args).merging.merges_graph(tower, tower.start_state());
    let graph = if merge { &merged } else { &plain };
    let text = match format {
        GraphFormat::Dot => tower_dot(tower, tower.start_state(), graph),
        GraphFormat::Svg => tower_svg(tower, tower.start_state(), graph),
    };
    AtomicFile::new(path)?.write_and_rename(text.as_bytes())?;
    let drawn = TowerGraphDocument {
        file: path.display().to_string(),
        nodes: plain.len(),
        merged_nodes: merged.len(),
        merged: merge,
    };
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &drawn)?;
    } else {
        let TowerGraphDocument { file, nodes, merged_nodes, .. } = &drawn;
        let which = if merge { "after merging" } else { "before merging" };
        let nodes = words::count_words(*nodes, "node", "nodes");
        writeln!(out, "{file}: the graph {which}; {nodes} with the hero before, {merged_nodes} after")?;
    }
    Ok(out.flush()?)
}
