//! `puzzle`: positions in which one plan is much better than all others.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use hotgates_analysis::{
    JudgedPlanDocument, PlanFailure, Puzzle, PuzzleCheck, PuzzleDocument, PuzzleError, PuzzleJudge,
    SolvingResult, UnjudgedPlan, orders_from_text, play_plan, shipped_puzzles,
};
use hotgates_engine::{Battle, Order, Side};
use hotgates_files::{FileAccess, SourceText};

use crate::block_map::{self, TerminalMap, TerminalMapStyle};
use crate::cli::puzzle::{PuzzleCommand, PuzzleShow, PuzzleSolve};
use crate::console;
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::json::{self, CheckedPuzzleDocument};
use crate::side_view;
use crate::words;

/// Runs a command about puzzles.
///
/// # Errors
/// When there is no such puzzle, when a file is no puzzle, or when a puzzle is not solved.
pub fn run_puzzles(command: &PuzzleCommand) -> Result<(), Failure> {
    match command {
        PuzzleCommand::List { json } => list_puzzles(*json),
        PuzzleCommand::Show(args) => show_puzzle(args),
        PuzzleCommand::Solve(args) => solve_puzzle(args),
        PuzzleCommand::Check { files, json } => {
            let files: Vec<_> = files.iter().map(std::path::PathBuf::as_path).collect();
            check_puzzles(&files, *json)
        }
    }
}

fn list_puzzles(json: bool) -> Result<(), Failure> {
    let mut out = console::standard_output();
    if json {
        let all: Vec<_> = (1..)
            .zip(shipped_puzzles())
            .map(|(number, puzzle)| PuzzleDocument::new(Some(number), puzzle))
            .collect();
        json::print_line(&mut out, &all)?;
    } else {
        writeln!(out, " No  rating  side  best  next  theme                 map")?;
        for (number, puzzle) in (1..).zip(shipped_puzzles()) {
            writeln!(
                out,
                "{number:3}  {:6}  {:4} {:3.0} % {:3.0} %  {:20}  {}",
                stars_of(puzzle),
                puzzle.side().to_string(),
                100.0 * puzzle.best,
                100.0 * puzzle.other_chance(),
                puzzle.theme.in_words(),
                puzzle.scenario().map.name
            )?;
        }
    }
    Ok(out.flush()?)
}

fn stars_of(puzzle: &Puzzle) -> String {
    "*".repeat(puzzle.rating() as usize)
}

/// Returns the shipped puzzle of a number, or the puzzle in a file, with its number.
fn find_named(name: &str) -> Result<(Option<usize>, Cow<'static, Puzzle>), Failure> {
    let Ok(number) = name.parse::<usize>() else {
        return Ok((None, Cow::Owned(read_puzzle(Path::new(name))?)));
    };
    let puzzles = shipped_puzzles();
    let puzzle = number.checked_sub(1).and_then(|place| puzzles.get(place));
    let puzzle = puzzle.ok_or_else(|| {
        Failure::bad_input(format!("there is no puzzle {number}; they go from 1 to {}", puzzles.len()))
    })?;
    Ok((Some(number), Cow::Borrowed(puzzle)))
}

fn read_puzzle(path: &Path) -> Result<Puzzle, Failure> {
    let text = SourceText::read_file(path, FileAccess::of_command_line(false))?.text;
    let name = path.display().to_string();
    Puzzle::from_ron(&text).map_err(|problem: PuzzleError| Failure::bad_input(problem.message_in_file(&name)))
}

fn show_puzzle(args: &PuzzleShow) -> Result<(), Failure> {
    let (number, puzzle) = find_named(&args.puzzle)?;
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &PuzzleDocument::new(number, &puzzle))?;
        return Ok(out.flush()?);
    }
    let battle = puzzle.position();
    let look = TerminalMapStyle { colour: out.colour, width: console::console_width() };
    if let Some(number) = number {
        write!(out, "Puzzle {number}: ")?;
    }
    writeln!(out, "{}, turn {} of {}", puzzle.scenario().map.name, battle.turn(), battle.last_turn())?;
    words::write_paragraph(&mut out, &task_in_words(&puzzle), look.width)?;
    TerminalMap::from_battle(battle).write_map(&mut out, look)?;
    block_map::write_legend(&mut out, battle, look)?;
    side_view::write_units(&mut out, battle)?;
    if args.solution {
        write_solution(&mut out, &puzzle)?;
    }
    Ok(out.flush()?)
}

/// Returns the task in words.
fn task_in_words(puzzle: &Puzzle) -> String {
    let how = match puzzle.check {
        PuzzleCheck::Exact => "computed exactly".to_owned(),
        PuzzleCheck::Rollouts(count) => format!("measured by {count} battles each"),
    };
    format!(
        "{} to move. Find the plan for this half-turn: {:.0} % to win with the best, {:.0} % with the best of \
         another kind ({how}). Rating {} of 5: {} of {} commanders asked find it.",
        puzzle.side(),
        100.0 * puzzle.best,
        100.0 * puzzle.other_chance(),
        puzzle.rating(),
        puzzle.found_by.len(),
        puzzle.asked
    )
}

/// Returns orders in words, as they are given at mean dice.
fn plan_in_words(battle: &Battle, orders: &[Order]) -> String {
    if orders.is_empty() {
        return "end the turn at once".to_owned();
    }
    let orders: Vec<String> = orders.iter().map(|&order| words::order_words(battle, order)).collect();
    orders.join("; ")
}

fn write_solution(out: &mut impl Write, puzzle: &Puzzle) -> Result<(), Failure> {
    let width = console::console_width();
    let battle = puzzle.position();
    let theme = puzzle.theme.in_words();
    let line = format!(
        "Solution ({theme}), {:.0} %: {}",
        100.0 * puzzle.best,
        plan_in_words(battle, &puzzle.solution)
    );
    words::write_paragraph(out, &line, width)?;
    let judge = PuzzleJudge::new(puzzle, cancel_on_ctrl_c());
    for other in &puzzle.others {
        let why = judge.explain_failure(&other.orders).map_err(unjudged)?;
        let line = format!(
            "Not {:.0} %: {}: {}",
            100.0 * other.chance,
            plan_in_words(battle, &other.orders),
            failure_in_words(puzzle.side(), &why)
        );
        words::write_paragraph(out, &line, width)?;
    }
    Ok(())
}

/// Says what goes wrong after a plan.
fn failure_in_words(side: Side, why: &PlanFailure) -> String {
    let enemy = side.other();
    match why {
        PlanFailure::OutOfTime => format!("the battle ends, and {side} has not won"),
        PlanFailure::CastleLost(castle) => format!("{enemy} enters the castle at {castle}"),
        PlanFailure::UnitsLost(count) => {
            format!("{enemy} destroys {}", words::count_words(*count, "unit", "units"))
        }
        PlanFailure::LessChance => "nothing is lost at once at mean dice, but the chance is".to_owned(),
    }
}

fn unjudged(problem: UnjudgedPlan) -> Failure {
    match problem {
        UnjudgedPlan::Cancelled(_) => {
            Failure::negative_answer_because("cancelled before the plan was judged")
        }
        other => Failure::bad_input(other),
    }
}

fn solve_puzzle(args: &PuzzleSolve) -> Result<(), Failure> {
    let (number, puzzle) = find_named(&args.puzzle)?;
    let orders = orders_from_text(&args.orders).map_err(Failure::bad_input)?;
    play_plan(puzzle.position(), &orders)
        .map_err(|(order, why)| unjudged(UnjudgedPlan::Illegal { order, why }))?;
    let mut judge = PuzzleJudge::new(&puzzle, cancel_on_ctrl_c());
    let judged = judge.judge_plan(&orders).map_err(unjudged)?;
    let solved = judged.result == SolvingResult::Solved;
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &JudgedPlanDocument::new(number, &puzzle, &judged))?;
    } else {
        writeln!(
            out,
            "{}: {:.1} % to win; the best plan has {:.1} %.",
            judged.result.name(),
            100.0 * judged.chance,
            100.0 * puzzle.best
        )?;
        if !solved {
            if let Some((worst, lost)) = judged.worst {
                let order = orders.get(worst).map_or_else(
                    || "the end of the turn".to_owned(),
                    |&order| words::order_words(puzzle.position(), order),
                );
                writeln!(out, "Most is lost by: {order} ({:.1} points).", 100.0 * lost)?;
            }
            let why = judge.explain_failure(&orders).map_err(unjudged)?;
            writeln!(out, "After this plan {}.", failure_in_words(puzzle.side(), &why))?;
        }
    }
    out.flush()?;
    if solved { Ok(()) } else { Err(Failure::told_negative_answer()) }
}

fn check_puzzles(files: &[&Path], json: bool) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let mut out = console::standard_output();
    let (mut all, mut unreadable, mut untrue) = (Vec::new(), false, false);
    for file in files {
        let name = file.display().to_string();
        let puzzle = match SourceText::read_file(file, FileAccess::of_command_line(false)) {
            Ok(source) => {
                Puzzle::from_ron(&source.text).map_err(|problem| vec![problem.message_in_file(&name)])
            }
            Err(problem) => Err(crate::failure::error_messages(&problem)),
        };
        let (said, is_true) = match &puzzle {
            Ok(puzzle) => {
                let judged = PuzzleJudge::new(puzzle, cancel.clone())
                    .judge_plan(&puzzle.solution)
                    .map_err(unjudged)?;
                let is_true = (judged.chance - puzzle.best).abs() < SAME_CHANCE;
                let verdict = if is_true { "true" } else { "not true" };
                let line = format!(
                    "{verdict}: {} to move, {:.1} % with the solution",
                    puzzle.side(),
                    100.0 * judged.chance
                );
                untrue |= !is_true;
                (vec![line], is_true)
            }
            Err(messages) => {
                unreadable = true;
                (messages.clone(), false)
            }
        };
        if json {
            all.push(CheckedPuzzleDocument { file: name, is_true, said: said.join("; ") });
        } else if puzzle.is_ok() {
            writeln!(out, "{name}: {}", said[0])?;
        } else {
            for message in &said {
                console::print_error(message);
            }
        }
    }
    if json {
        json::print_line(&mut out, &all)?;
    }
    out.flush()?;
    match (unreadable, untrue) {
        (true, _) => Err(Failure::bad_inputs(Vec::new())),
        (false, true) => Err(Failure::told_negative_answer()),
        (false, false) => Ok(()),
    }
}

/// Chances that differ by less are the same: machines may round logarithms differently.
const SAME_CHANCE: f64 = 1e-6;
