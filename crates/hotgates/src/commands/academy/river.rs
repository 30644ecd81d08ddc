//! `academy river`: priests and devils cross a river.

use std::io::{self, Write};
use std::path::Path;

use hotgates_academy::river::{
    BoardStateProspects, LayeredGraph, RiverError, RiverGame, RiverHint, RiverRules, Shore, river_dot,
    river_hint_from, river_svg, solve_river,
};
use serde::Serialize;

use super::GraphFormat;
use crate::cli::academy::RiverArgs;
use crate::console::{self, ConsoleOutput};
use crate::dialogue::{self, TerminalGame, TypedCommand};
use crate::failure::Failure;
use crate::json;
use crate::words;
use hotgates_files::AtomicFile;

/// Follows the options of `academy river`.
///
/// # Errors
/// Impossible numbers, no such state, or that there is no way.
pub fn run_river(args: &RiverArgs) -> Result<(), Failure> {
    let goal =
        args.goal.parse().map_err(|error: RiverError| Failure::bad_input(format!("--goal: {error}")))?;
    let rules = RiverRules::new(args.priests, args.devils, args.boat, goal, args.boat_rule)
        .map_err(Failure::bad_input)?;
    if let Some(state) = &args.hint {
        return print_river_hint(rules, state, args.json);
    }
    if let Some(path) = &args.graph {
        return write_river_graph(rules, path, args.json);
    }
    if args.solve || args.json {
        return print_river_solution(rules, args.json);
    }
    dialogue::play_dialogue(&mut RiverDialogue { game: RiverGame::new(rules) })
}

fn print_river_solution(rules: RiverRules, json: bool) -> Result<(), Failure> {
    let solved = solve_river(rules, &mut (), &mut ());
    let solution = &solved.solution;
    let mut out = console::standard_output();
    if json {
        json::print_line(&mut out, solution)?;
    } else if let (Some(crossings), Some(steps)) = (solution.crossings, solution.steps) {
        let ways = solution.shortest_ways.map_or("more than 2^128".to_owned(), |ways| ways.to_string());
        let ways = if ways == "1" { "1 way has".to_owned() } else { format!("{ways} ways have") };
        let crossings = words::count_words(crossings, "crossing", "crossings");
        writeln!(out, "{crossings} at least; {ways} so few, such as")?;
        for line in words::wrap_list(&solution.way, console::console_width().saturating_sub(2)) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "{} at least", words::count_words(steps, "single step", "single steps"))?;
        let (seen, work) = (solved.crossing_work, solved.step_work);
        writeln!(
            out,
            "{} of whole crossings, {} of single steps searched; at most {} waiting",
            words::count_words(seen.seen, "state", "states"),
            words::count_words(work.seen, "state", "states"),
            seen.largest_frontier.max(work.largest_frontier)
        )?;
    } else {
        let states = words::count_words(solution.states, "state", "states");
        writeln!(out, "There is no way: all that can be reached was tried, {states}.")?;
    }
    out.flush()?;
    if solution.solvable { Ok(()) } else { Err(Failure::told_negative_answer()) }
}

fn print_river_hint(rules: RiverRules, state: &str, json: bool) -> Result<(), Failure> {
    let moment = rules.parse_moment(state).map_err(|error| Failure::bad_input(format!("--hint: {error}")))?;
    let hint = river_hint_from(rules, moment);
    let mut out = console::standard_output();
    if json {
        json::print_line(&mut out, &hint)?;
    } else {
        writeln!(out, "{hint}")?;
    }
    out.flush()?;
    match hint.outlook {
        BoardStateProspects::Won | BoardStateProspects::Open => Ok(()),
        BoardStateProspects::Lost(_) | BoardStateProspects::Stuck => Err(Failure::told_negative_answer()),
    }
}

/// The document of `--graph --json`.
#[derive(Debug, Serialize)]
struct RiverGraphDocument {
    file: String,
    states: usize,
    links: usize,
}

fn write_river_graph(rules: RiverRules, path: &Path, json: bool) -> Result<(), Failure> {
    let format = GraphFormat::by_extension(path)?;
    let refused = |error: RiverError| match error {
        RiverError::Over { .. } => Failure::negative_answer_because(error),
        error => Failure::bad_input(error),
    };
    let chart = LayeredGraph::new(rules).map_err(refused)?;
    let text = match format {
        GraphFormat::Dot => river_dot(rules),
        GraphFormat::Svg => river_svg(rules),
    };
    AtomicFile::new(path)?.write_and_rename(text.map_err(refused)?.as_bytes())?;
    let mut out = console::standard_output();
    let drawn = RiverGraphDocument {
        file: path.display().to_string(),
        states: chart.spots.len(),
        links: chart.links.len(),
    };
    if json {
        json::print_line(&mut out, &drawn)?;
    } else {
        let states = words::count_words(drawn.states, "state", "states");
        let links = words::count_words(drawn.links, "link", "links");
        writeln!(out, "{}: {states}, {links}", drawn.file)?;
    }
    Ok(out.flush()?)
}

/// A game in the terminal.
struct RiverDialogue {
    game: RiverGame,
}

const HELP: &str = "\
b p, b d    a priest or a devil boards      hint        the next step of a shortest way
l p, l d    a priest or a devil leaves      auto [N]    let the computer make N steps, or all
s           sail                            undo, restart, help, quit";

impl TerminalGame for RiverDialogue {
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let rules = self.game.rules();
        writeln!(
            out,
            "{} and {} want to the right bank; the boat takes {}.",
            words::count_words(rules.priest_count(), "priest", "priests"),
            words::count_words(rules.devil_count(), "devil", "devils"),
            rules.boat_seats()
        )?;
        writeln!(out, "On neither bank may priests be fewer than devils, unless there are none.")?;
        console::write_lines(out, HELP)?;
        self.write_river(out)
    }

    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure> {
        match command {
            TypedCommand::Hint => return Ok(writeln!(out, "{}", self.game.next_hint())?),
            TypedCommand::Help => return Ok(console::write_lines(out, HELP)?),
            TypedCommand::Auto(steps) => self.follow_hints(steps, out)?,
            TypedCommand::Undo => match self.game.undo_step() {
                Some(step) => writeln!(out, "taken back: {step}")?,
                None => return Ok(writeln!(out, "there is nothing to take back")?),
            },
            TypedCommand::Restart => self.game = RiverGame::new(*self.game.rules()),
            TypedCommand::Other(text) => {
                let made = text.parse().and_then(|step| self.game.make_step(step));
                if let Err(error) = made {
                    return Ok(writeln!(out, "{error}; `help` says what can be typed")?);
                }
            }
            TypedCommand::Quit => {}
        }
        Ok(self.write_river(out)?)
    }

    fn is_over(&self) -> bool {
        self.game.is_won() || self.game.losing_breach().is_some()
    }
}

impl RiverDialogue {
    /// Follows hints, and says where none leads on.
    fn follow_hints(&mut self, steps: Option<u32>, out: &mut ConsoleOutput) -> Result<(), Failure> {
        for _ in 0..steps.unwrap_or(u32::MAX) {
            let hint: RiverHint = self.game.next_hint();
            let Some(step) = hint.step else {
                if hint.outlook != BoardStateProspects::Won {
                    writeln!(out, "{hint}")?;
                }
                break;
            };
            self.game.make_step(step).map_err(Failure::program_fault)?;
            writeln!(
                out,
                "{:>3}  {:8}{}",
                self.game.steps_made().len(),
                step.to_string(),
                self.game.current_moment()
            )?;
        }
        Ok(())
    }

    fn write_river(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let (rules, moment) = (self.game.rules(), self.game.current_moment());
        let people = |priests: u8, devils: u8| {
            let crowd = |letter: &str, number: u8| match number {
                0..=8 => letter.repeat(number.into()),
                _ => format!("{number}{letter}"),
            };
            format!("{} {}", crowd("P", priests), crowd("D", devils)).trim().to_owned()
        };
        let load = moment.load;
        let right = (
            rules.priest_count() - moment.priests - load.priests,
            rules.devil_count() - moment.devils - load.devils,
        );
        let left = people(moment.priests, moment.devils);
        let right = people(right.0, right.1);
        let boat = format!("\\_{}_/", people(load.priests, load.devils).replace(' ', ""));
        let river = match moment.side {
            Shore::Left => format!("{boat:~<22}"),
            Shore::Right => format!("{boat:~>22}"),
        };
        writeln!(out)?;
        writeln!(out, "  {left:>17} |{river}| {right}")?;
        let number = self.game.steps_made().len() as u64;
        let steps = words::count_words(number, "step", "steps");
        match self.game.losing_breach() {
            Some(broken) => writeln!(out, "  {moment}: lost after {steps}, {broken}"),
            None if self.game.is_won() => writeln!(out, "  {moment}: won in {steps}"),
            None => writeln!(out, "  {moment}"),
        }
    }
}
