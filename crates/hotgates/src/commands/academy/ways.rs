//! `academy ways`: a cheapest way over hexes.

use std::io::{self, Write};

use hotgates_engine::{Coord, Map};
use hotgates_files::LoadedScenario;
use hotgates_search::SearchMethod;
use hotgates_search::{Certainty, Limits};
use hotgates_ways::{ShippedWay, WAY_METHODS, WayAnswer, WayError, WayGame, WayMap, search_way, way_text};
use serde::Serialize;

use crate::cli::academy::WaysArgs;
use crate::cli::parse_coord;
use crate::commands::map_path::cell_of_option;
use crate::console::{self, ConsoleOutput};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::dialogue::{self, TerminalGame, TypedCommand};
use crate::failure::Failure;
use crate::json;
use crate::words;

/// Follows the options of `academy ways`.
///
/// # Errors
/// A map that cannot be read, hexes where no way begins or ends, or that there is no way.
pub fn run_ways(args: &WaysArgs) -> Result<(), Failure> {
    let map = way_map_of_options(args)?;
    if args.solve || args.json {
        return print_searches(&map, args.json);
    }
    dialogue::play_dialogue(&mut WayDialogue { game: WayGame::new(map) })
}

fn way_map_of_options(args: &WaysArgs) -> Result<WayMap, Failure> {
    let Some((file, ends)) = args.file.as_ref().zip(args.from.zip(args.to)) else {
        let shipped = ShippedWay::ALL.into_iter().find(|shipped| shipped.name == args.lesson);
        return shipped.map(|shipped| shipped.parse()).ok_or_else(|| {
            let known = ShippedWay::ALL.map(|shipped| shipped.name).join(", ");
            Failure::bad_input(format!("--lesson: there is no '{}'; known: {known}", args.lesson))
        });
    };
    let loaded = LoadedScenario::open_file(file, args.access.file_access())?;
    let map: Map = loaded.read_map_ground()?;
    let (from, to) = (cell_of_option(&map, "--from", ends.0)?, cell_of_option(&map, "--to", ends.1)?);
    let costs = map.costs(loaded.scenario.rules.marching_type());
    WayMap::new(*map.grid(), costs, from, to).map_err(Failure::bad_input)
}

/// The document of `--json`.
#[derive(Debug, Serialize)]
struct WayDocument {
    cost: Option<u64>,
    proven: bool,
    way: Vec<[i32; 2]>,
    searches: Vec<WaySearchDocument>,
}

/// A search in the document of `--json`.
#[derive(Debug, Serialize)]
struct WaySearchDocument {
    method: SearchMethod,
    cost: Option<u64>,
    proven: bool,
    looked_at: u64,
    waiting: u64,
}

/// Searches by all methods, and prints what each found, then the cheapest way.
fn print_searches(map: &WayMap, json: bool) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let is_cancelled = &|| cancel.is_set();
    let limits = Limits::default().with_cancel(is_cancelled);
    let answers = WAY_METHODS.map(|method| (method, search_way(map, method, &limits, &mut |_, _| ())));
    cancel.check_flag().map_err(|_| Failure::negative_answer_because("cancelled before all had searched"))?;
    let best = answers.iter().find(|(method, _)| *method == SearchMethod::AStar).map(|(_, answer)| answer);
    let coords =
        |answer: &WayAnswer| answer.way.iter().map(|&cell| map.grid().coord(cell)).collect::<Vec<_>>();
    let way = best.map(coords).unwrap_or_default();
    let mut out = console::standard_output();
    if json {
        let searches = answers.iter().map(|(method, answer)| WaySearchDocument {
            method: *method,
            cost: answer.cost,
            proven: is_proven(answer),
            looked_at: answer.statistics.expanded,
            waiting: answer.statistics.largest_frontier,
        });
        let document = WayDocument {
            cost: best.and_then(|best| best.cost),
            proven: best.is_some_and(is_proven),
            way: way.iter().map(|&Coord { col, row }| [col, row]).collect(),
            searches: searches.collect(),
        };
        json::print_line(&mut out, &document)?;
    } else {
        writeln!(out, "{:14} {:>6} {:>10} {:>8}  proven", "search", "cost", "looked at", "waiting")?;
        for (method, answer) in &answers {
            let cost = answer.cost.map_or("none".to_owned(), |cost| cost.to_string());
            let statistics = answer.statistics;
            writeln!(
                out,
                "{:14} {cost:>6} {:>10} {:>8}  {}",
                method.to_string(),
                statistics.expanded,
                statistics.largest_frontier,
                if is_proven(answer) { "yes" } else { "no" }
            )?;
        }
        if way.is_empty() {
            writeln!(out, "There is no way: all that can be reached has been looked at.")?;
        } else {
            writeln!(out, "A cheapest way:")?;
            let hexes: Vec<String> = way.iter().map(Coord::to_string).collect();
            for line in words::wrap_list(&hexes, console::console_width().saturating_sub(2)) {
                writeln!(out, "  {line}")?;
            }
        }
    }
    out.flush()?;
    if way.is_empty() { Err(Failure::told_negative_answer()) } else { Ok(()) }
}

const fn is_proven(answer: &WayAnswer) -> bool {
    matches!(answer.certainty, Certainty::Proven | Certainty::NoSolution)
}

/// A game in the terminal.
struct WayDialogue {
    game: WayGame,
}

const HELP: &str = "\
5,3         look at that hex (column,row)          hint        the hex that A* would look at
undo, restart, help, quit                          auto [N]    let the computer look at N hexes, or all
A start  ## goal  .. what a hex costs, by its dots  ^^ nobody enters  (7) waits, with cost 7  7 looked at  *7* the way";

impl TerminalGame for WayDialogue {
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let map = self.game.map();
        let (start, goal) = (map.grid().coord(map.start()), map.grid().coord(map.goal()));
        writeln!(
            out,
            "Find the cheapest way from {start} to {goal}, and prove it with as few looks as you can:"
        )?;
        writeln!(out, "a look at a hex that waits finds the ways to the hexes beside it.")?;
        console::write_lines(out, HELP)?;
        console::write_lines(out, &way_text(&self.game))
    }

    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure> {
        match command {
            TypedCommand::Hint => {
                let words =
                    self.game.next_hint().map_or_else(|| WayError::Over.to_string(), |hint| hint.to_string());
                return Ok(writeln!(out, "{words}")?);
            }
            TypedCommand::Help => return Ok(console::write_lines(out, HELP)?),
            TypedCommand::Auto(looks) => {
                for _ in 0..looks.unwrap_or(u32::MAX) {
                    let Some(hint) = self.game.next_hint() else { break };
                    self.game.look_at_hex(hint.cell).map_err(Failure::program_fault)?;
                    writeln!(out, "{:>3}  {hint}", self.game.looked_at().len())?;
                }
            }
            TypedCommand::Undo => match self.game.undo_look() {
                Some(cell) => writeln!(out, "taken back: {}", self.game.map().grid().coord(cell))?,
                None => return Ok(writeln!(out, "there is nothing to take back")?),
            },
            TypedCommand::Restart => self.game = WayGame::new(self.game.map().clone()),
            TypedCommand::Other(text) => {
                if let Err(why) = self.look_at_typed_hex(&text) {
                    return Ok(writeln!(out, "{why}; `help` says what can be typed")?);
                }
            }
            TypedCommand::Quit => {}
        }
        Ok(console::write_lines(out, &way_text(&self.game))?)
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }
}

impl WayDialogue {
    fn look_at_typed_hex(&mut self, text: &str) -> Result<(), String> {
        let hex = parse_coord(text).map_err(|why| format!("'{text}' is no command; {why}"))?;
        let cell = self.game.map().grid().at(hex).ok_or_else(|| WayError::OffMap { hex }.to_string())?;
        self.game.look_at_hex(cell).map_err(|why| why.to_string())
    }
}
