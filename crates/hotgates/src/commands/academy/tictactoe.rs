//! `academy tictactoe`: tic-tac-toe and its bigger sisters.

use std::io::Write;
use std::path::Path;

use hotgates_academy::tictactoe::{
    BoardPlayer, BoardRules, Coefficients, GameCounts, MOST_CELLS, MatchReport, PerfectPlayer,
    TicTacToeError, TicTacToeGame, TieRule, TuneOptions, TuneReport, count_positions, play_match,
    thoughts_svg, tune_coefficients,
};
use hotgates_engine::visible_text;
use hotgates_search::{GameEnding, GameValue, Limits};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::tictactoe_play;
use crate::cli::academy::TicTacToeArgs;
use crate::console;
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::json;
use crate::words;
use hotgates_files::{AtomicFile, FileAccess, SourceText};

/// Larger games are not counted position by position.
const MOST_COUNTED: usize = 12;

/// Follows the options of `academy tictactoe`.
///
/// # Errors
/// An impossible board, no such player, or that the work was cancelled.
pub fn run_tictactoe(args: &TicTacToeArgs) -> Result<(), Failure> {
    let rules = BoardRules::parse_size(&args.board)
        .and_then(|(columns, rows)| BoardRules::new(columns, rows, args.row))
        .map_err(Failure::bad_input)?;
    if let Some(cells) = &args.hint {
        print_cell_hint(&rules, cells, args.json)
    } else if let Some(path) = &args.graph {
        write_thoughts_picture(&rules, path, args)
    } else if let Some([a, b]) = args.versus.as_deref() {
        let mut players = [read_player(a, &rules)?, read_player(b, &rules)?];
        play_and_print_match(&rules, &mut players, args)
    } else if args.tune {
        tune_and_print(&rules, args)
    } else if args.solve || args.json {
        print_board_solution(&rules, args.json)
    } else {
        tictactoe_play::play_board_in_terminal(
            rules.clone(),
            read_opponent(&rules, args)?,
            args.second,
            args.seed,
        )
    }
}

/// Returns the player of `--against`.
fn read_opponent(rules: &BoardRules, args: &TicTacToeArgs) -> Result<BoardPlayer, Failure> {
    let strongest = if rules.cell_count() <= MOST_CELLS { "perfect" } else { "mcts" };
    read_player(args.against.as_deref().unwrap_or(strongest), rules)
}

/// Returns the player of a name, or of a file of coefficients.
fn read_player(name: &str, rules: &BoardRules) -> Result<BoardPlayer, Failure> {
    if Path::new(name).extension().is_none_or(|extension| extension != "ron") {
        return BoardPlayer::by_name(name, rules).map_err(Failure::bad_input);
    }
    let source = SourceText::read_file(Path::new(name), FileAccess::of_command_line(false))?;
    let coefficients = Coefficients::from_ron(&source.text).map_err(|error| match error {
        TicTacToeError::Coefficients { line, column, why } => {
            Failure::bad_input(format!("{name}:{line}:{column}: {why}"))
        }
        error => Failure::bad_input(format!("{name}: {error}")),
    })?;
    Ok(BoardPlayer::scoring_player(name, coefficients, TieRule::Dice))
}

/// The document of `--solve --json`; numbers of games too large are null.
#[derive(Debug, Serialize)]
struct BoardSolutionDocument {
    board: String,
    row: u8,
    /// Result of best play on the empty board for the side that begins: `win`, `draw` or `loss`.
    value: Option<GameEnding>,
    /// Number of positions that were searched for the value.
    states: Option<u64>,
    counts: Option<GameCounts>,
}

fn print_board_solution(rules: &BoardRules, json: bool) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let is_set = || cancel.is_set();
    let limits = Limits::default().with_cancel(&is_set);
    let mut solution = BoardSolutionDocument {
        board: format!("{}x{}", rules.column_count(), rules.row_count()),
        row: rules.marks_to_win(),
        value: None,
        states: None,
        counts: if rules.cell_count() <= MOST_COUNTED { count_positions(rules, u64::MAX).ok() } else { None },
    };
    if let Ok(mut perfect) = PerfectPlayer::new(rules) {
        let value = perfect.best_play_value(rules, &rules.empty_board(), &limits);
        let value = value.map_err(|_| Failure::negative_answer_because("cancelled before it was solved"))?;
        solution.value = Some(value.ending);
        solution.states = Some(perfect.statistics().seen);
    }
    let mut out = console::standard_output();
    if json {
        json::print_line(&mut out, &solution)?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{}, {} in a row", solution.board, solution.row)?;
    match (solution.value, solution.states) {
        (Some(value), Some(states)) => {
            let ends = match value {
                GameEnding::Win => "the side that begins wins",
                GameEnding::Draw => "nobody wins",
                GameEnding::Loss => "the side that begins loses",
            };
            let states = words::count_words(states, "position was", "positions were");
            writeln!(out, "With best play {ends}; {states} searched, symmetric ones once.")?;
        }
        _ => writeln!(out, "Too large to exhaust: at most {MOST_CELLS} cells are.")?,
    }
    if let Some(counts) = &solution.counts {
        let lines = [
            (counts.fillings.to_string(), "filling", "fillings", "of the board"),
            (counts.positions.to_string(), "position", "positions", "that can come up"),
            (counts.up_to_symmetry.to_string(), "of them", "of them", "really different"),
            (counts.games.to_string(), "game", "games", ""),
            (counts.for_crosses.to_string(), "row", "rows", "of a table of moves for the side that begins"),
            (counts.for_noughts.to_string(), "row", "rows", "of one for the other side"),
            (counts.smallest_table.to_string(), "row", "rows", "of one for both, symmetric ones once"),
        ];
        for (number, one, many, rest) in lines {
            let noun = if number == "1" { one } else { many };
            writeln!(out, "{}", format!("{number:>14}  {noun} {rest}").trim_end())?;
        }
    }
    Ok(out.flush()?)
}

/// The document of `--hint --json`.
#[derive(Debug, Serialize)]
struct CellHintDocument {
    cell: String,
    /// `win`, `draw` or `loss` for the side to move; null where it was sampled.
    value: Option<GameEnding>,
    /// Moves until then, where they are counted.
    plies: Option<u32>,
    reason: String,
    /// Result of best play in each cell; empty where it was sampled.
    grades: Vec<(String, GameEnding)>,
}

fn print_cell_hint(rules: &BoardRules, cells: &str, json: bool) -> Result<(), Failure> {
    let board = rules.parse_board(cells).map_err(|error| Failure::bad_input(format!("--hint: {error}")))?;
    let mut game = TicTacToeGame::from_board(rules.clone(), board);
    let mut out = console::standard_output();
    if game.is_over() {
        let how = game.winner().map_or("nobody has won", |_| "a row is full");
        return Err(Failure::negative_answer_because(format!("the game is over: {how}")));
    }
    let cancel = cancel_on_ctrl_c();
    let is_set = || cancel.is_set();
    let cancelled = |_| Failure::negative_answer_because("cancelled before there was a hint");
    let hint = game.next_hint(Some(&is_set)).map_err(cancelled)?;
    let grades =
        game.grade_moves(&Limits::default().with_cancel(&is_set)).map_err(cancelled)?.unwrap_or_default();
    if json {
        let plies = hint.value.filter(|_| hint.counts_moves).map(|value: GameValue| value.plies);
        let value = hint.value.map(|value| value.ending);
        let grades = grades.iter().map(|grade| (rules.name(grade.cell), grade.value.ending)).collect();
        let advice =
            CellHintDocument { cell: hint.name.clone(), value, plies, reason: hint.to_string(), grades };
        json::print_line(&mut out, &advice)?;
    } else {
        writeln!(out, "{hint}")?;
        for grade in grades {
            writeln!(out, "  {:4}{}", rules.name(grade.cell), tictactoe_play::value_in_words(grade.value))?;
        }
    }
    Ok(out.flush()?)
}

/// The document of `--graph --json`.
#[derive(Debug, Serialize)]
struct ThoughtsDocument {
    file: String,
    player: String,
    cell: String,
}

fn write_thoughts_picture(rules: &BoardRules, path: &Path, args: &TicTacToeArgs) -> Result<(), Failure> {
    if path.extension().is_none_or(|extension| extension != "svg") {
        return Err(Failure::bad_input(format!("{}: thoughts are drawn as .svg", path.display())));
    }
    let position = args.position.as_deref().map(|cells| rules.parse_board(cells)).transpose();
    let position = position.map_err(|error| Failure::bad_input(format!("--position: {error}")))?;
    let board = position.unwrap_or(rules.empty_board());
    let mut player = read_opponent(rules, args)?;
    let target = AtomicFile::new(path)?;
    let considered =
        player.consider_cells(rules, &board, args.seed, None).map_err(Failure::negative_answer_because)?;
    let drawing = thoughts_svg(rules, &board, &visible_text(player.name()), &considered.thoughts);
    target.write_and_rename(drawing.as_bytes())?;
    let mut out = console::standard_output();
    let drawn = ThoughtsDocument {
        file: path.display().to_string(),
        player: player.name().to_owned(),
        cell: rules.name(considered.cell),
    };
    if args.json {
        json::print_line(&mut out, &drawn)?;
    } else {
        writeln!(out, "{}: {} would mark {}", drawn.file, drawn.player, drawn.cell)?;
    }
    Ok(out.flush()?)
}

fn play_and_print_match(
    rules: &BoardRules,
    players: &mut [BoardPlayer; 2],
    args: &TicTacToeArgs,
) -> Result<(), Failure> {
    let games = u64::from(args.games.unwrap_or(100));
    let cancel = cancel_on_ctrl_c();
    let is_set = || cancel.is_set();
    let bar = new_progress_bar(games, "games");
    let [a, b] = players;
    let report = play_match(rules, a, b, games, args.seed, Some(&is_set), &mut |_, _| bar.inc(1));
    bar.finish_and_clear();
    let report = report.map_err(Failure::bad_input)?;
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &report)?;
    } else {
        let MatchReport { a, b, games, a_wins, b_wins, draws, ci95: [low, high] } = &report;
        writeln!(out, "{a} against {b}: {a_wins} won, {b_wins} lost, {draws} drawn of {games}")?;
        writeln!(out, "{a}'s share lies between {:.1} and {:.1} % (95 %)", 100.0 * low, 100.0 * high)?;
    }
    out.flush()?;
    if report.games < games {
        return Err(Failure::negative_answer_because(format!(
            "cancelled after {} of {}",
            report.games,
            words::count_words(games, "game", "games")
        )));
    }
    Ok(())
}

fn tune_and_print(rules: &BoardRules, args: &TicTacToeArgs) -> Result<(), Failure> {
    let TicTacToeArgs { players, rounds, seed, .. } = *args;
    let options = TuneOptions { players, rounds, games: args.games.unwrap_or(20), seed };
    let target = args.output.as_deref().map(AtomicFile::new).transpose()?;
    let cancel = cancel_on_ctrl_c();
    let is_set = || cancel.is_set();
    let bar = new_progress_bar(rounds.into(), "rounds");
    let report = tune_coefficients(rules, &options, Some(&is_set), &mut |_| bar.inc(1));
    bar.finish_and_clear();
    let report = report.map_err(|error| match error {
        TicTacToeError::CutOff => {
            Failure::negative_answer_because("cancelled before the first round was finished")
        }
        error => Failure::bad_input(error),
    })?;
    // The file first: it was asked for, whatever happens to the output.
    if let (Some(target), Some(best)) = (target, report.rows.first()) {
        target.write_and_rename(best.coefficients.to_ron().as_bytes())?;
    }
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &report)?;
    } else {
        print_tuned_players(&mut out, &report)?;
    }
    out.flush()?;
    if is_set() { Err(Failure::negative_answer_because("cancelled before the last round")) } else { Ok(()) }
}

fn print_tuned_players(out: &mut console::ConsoleOutput, report: &TuneReport) -> Result<(), Failure> {
    writeln!(out, "{:>5} {:>5} {:>5}  {:>16}  coefficients", "won", "drawn", "lost", "share (95 %)")?;
    for row in &report.rows {
        let [low, high] = row.ci95.map(|share| 100.0 * share);
        let share = format!("{low:.1} to {high:.1} %");
        let coefficients = row.coefficients.to_ron();
        writeln!(
            out,
            "{:>5} {:>5} {:>5}  {share:>16}  {}",
            row.wins,
            row.draws,
            row.losses,
            coefficients.trim()
        )?;
    }
    let games = words::count_words(report.games, "game", "games");
    writeln!(out, "the last round of {games} in all; the best comes first")?;
    Ok(())
}

/// Makes a bar on standard error, if that is a terminal.
fn new_progress_bar(length: u64, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
