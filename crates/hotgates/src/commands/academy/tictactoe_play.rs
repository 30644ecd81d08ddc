//! Tic-tac-toe in the terminal, against a player of the academy.

use std::io::{self, Write};

use hotgates_academy::tictactoe::{BoardCell, BoardPlayer, BoardRules, CellThoughts, Mark, TicTacToeGame};
use hotgates_search::{GameEnding, GameValue};

use crate::console::{self, ConsoleOutput};
use crate::dialogue::{self, TerminalGame, TypedCommand};
use crate::failure::Failure;

/// Plays in the terminal; with `second` the other side begins.
///
/// # Errors
/// When the output cannot be written.
pub fn play_board_in_terminal(
    rules: BoardRules,
    other: BoardPlayer,
    second: bool,
    seed: u64,
) -> Result<(), Failure> {
    let side = if second { Mark::Noughts } else { Mark::Crosses };
    let mut table = BoardDialogue { game: TicTacToeGame::new(rules), other, side, seed };
    table.play_opponent_move(None)?;
    dialogue::play_dialogue(&mut table)
}

/// Returns the value in words: `wins`, `draws` or `loses`.
pub fn value_in_words(value: GameValue) -> &'static str {
    match value.ending {
        GameEnding::Win => "wins",
        GameEnding::Draw => "draws",
        GameEnding::Loss => "loses",
    }
}

struct BoardDialogue {
    game: TicTacToeGame,
    other: BoardPlayer,
    /// The side of the person.
    side: Mark,
    seed: u64,
}

const HELP: &str = "\
b2              mark a cell                  hint        the best move, and why
thoughts        what the other player        auto [N]    let the computer make N moves of yours, or all
                thinks of every cell         undo, restart, help, quit";

impl TerminalGame for BoardDialogue {
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let rules = self.game.rules();
        writeln!(
            out,
            "{} in a row on {} x {}; you are {} against {}.",
            rules.marks_to_win(),
            rules.column_count(),
            rules.row_count(),
            mark_sign(self.side),
            self.other.name()
        )?;
        console::write_lines(out, HELP)?;
        self.write_board(out)
    }

    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure> {
        match command {
            TypedCommand::Hint if self.game.is_over() => return Ok(writeln!(out, "the game is over")?),
            TypedCommand::Hint => {
                let hint = self.game.next_hint(None).map_err(Failure::program_fault)?;
                return Ok(writeln!(out, "{hint}")?);
            }
            TypedCommand::Help => return Ok(console::write_lines(out, HELP)?),
            TypedCommand::Other(word) if word == "thoughts" => return self.show_opinion_of_each_cell(out),
            TypedCommand::Auto(moves) => self.play_both_sides(moves, out)?,
            TypedCommand::Undo => {
                if !self.take_back_moves() {
                    return Ok(writeln!(out, "there is nothing to take back")?);
                }
            }
            TypedCommand::Restart => {
                self.game = TicTacToeGame::new(self.game.rules().clone());
                self.play_opponent_move(Some(out))?;
            }
            TypedCommand::Other(name) => {
                let marked = self.game.rules().parse_cell(&name).and_then(|cell| self.game.mark_cell(cell));
                if let Err(error) = marked {
                    return Ok(writeln!(out, "{error}; `help` says what can be typed")?);
                }
                self.play_opponent_move(Some(out))?;
            }
            TypedCommand::Quit => {}
        }
        Ok(self.write_board(out)?)
    }

    fn is_over(&self) -> bool {
        self.game.is_over()
    }
}

impl BoardDialogue {
    /// Lets the other player move if it is that player's turn.
    fn play_opponent_move(&mut self, out: Option<&mut ConsoleOutput>) -> Result<(), Failure> {
        if self.game.is_over() || self.game.board().side_to_move() == self.side {
            return Ok(());
        }
        let cell = self.choose_opponent_cell()?;
        self.game.mark_cell(cell).map_err(Failure::program_fault)?;
        if let Some(out) = out {
            writeln!(out, "{} marks {}", self.other.name(), self.game.rules().name(cell))?;
        }
        Ok(())
    }

    fn choose_opponent_cell(&mut self) -> Result<BoardCell, Failure> {
        let seed = self.seed.wrapping_add(self.game.board().mark_count().into());
        self.other
            .choose_cell(self.game.rules(), self.game.board(), seed, None)
            .map_err(Failure::program_fault)
    }

    /// Takes back moves to the person's last move; returns `false` where there was none.
    fn take_back_moves(&mut self) -> bool {
        let moves = self.game.moves_made().len();
        let own = usize::from(self.side == Mark::Noughts);
        if moves <= own {
            return false;
        }
        self.game.undo_move();
        while self.game.board().side_to_move() != self.side {
            self.game.undo_move();
        }
        true
    }

    fn play_both_sides(&mut self, moves: Option<u32>, out: &mut ConsoleOutput) -> Result<(), Failure> {
        for _ in 0..moves.unwrap_or(u32::MAX) {
            if self.game.is_over() {
                break;
            }
            let hint = self.game.next_hint(None).map_err(Failure::program_fault)?;
            self.game.mark_cell(hint.cell).map_err(Failure::program_fault)?;
            writeln!(out, "{hint}")?;
            self.play_opponent_move(Some(out))?;
        }
        Ok(())
    }

    /// Shows the other player's opinion of every cell as if it were to move now.
    fn show_opinion_of_each_cell(&mut self, out: &mut ConsoleOutput) -> Result<(), Failure> {
        if self.game.is_over() {
            return Ok(writeln!(out, "the game is over")?);
        }
        let rules = self.game.rules().clone();
        let board = self.game.board().clone();
        let considered =
            self.other.consider_cells(&rules, &board, self.seed, None).map_err(Failure::program_fault)?;
        let (what, cells): (_, Vec<(BoardCell, String)>) = match considered.thoughts {
            CellThoughts::Scores(scores) => (
                "score of each cell",
                scores.into_iter().map(|(cell, score)| (cell, score.to_string())).collect(),
            ),
            CellThoughts::Values(values) => (
                "with best play each cell",
                values.into_iter().map(|(cell, value)| (cell, value_in_words(value).to_owned())).collect(),
            ),
            CellThoughts::Visits(tried) => (
                "sampled games through each cell",
                tried.into_iter().map(|tried| (tried.action, tried.visits.to_string())).collect(),
            ),
        };
        writeln!(out, "{what}, for {} to move:", mark_sign(board.side_to_move()))?;
        let width = cells.iter().map(|(_, text)| text.len()).max().unwrap_or(1) + 1;
        write_grid(out, &rules, width, |cell| {
            let thought = cells.iter().find(|(known, _)| *known == cell).map(|(_, text)| text.clone());
            thought.unwrap_or_else(|| board.mark_at(cell).map_or(".", mark_sign).to_owned())
        })?;
        Ok(())
    }

    fn write_board(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let board = self.game.board();
        let line = self.game.rules().winning_line(board).unwrap_or_default();
        writeln!(out)?;
        write_grid(out, self.game.rules(), 2, |cell| {
            let mark = board.mark_at(cell).map_or(".", mark_sign);
            if line.contains(&cell) { mark.to_uppercase() } else { mark.to_owned() }
        })?;
        match self.game.winner() {
            Some(side) if side == self.side => writeln!(out, "  you have won"),
            Some(_) => writeln!(out, "  {} has won", self.other.name()),
            None if self.game.is_over() => writeln!(out, "  nobody has won"),
            None => writeln!(out, "  {} to move", mark_sign(board.side_to_move())),
        }
    }
}

const fn mark_sign(side: Mark) -> &'static str {
    match side {
        Mark::Crosses => "x",
        Mark::Noughts => "o",
    }
}

/// Writes the board with its letters and numbers, each cell as wide as asked for.
fn write_grid(
    out: &mut ConsoleOutput,
    rules: &BoardRules,
    width: usize,
    show: impl Fn(BoardCell) -> String,
) -> io::Result<()> {
    write!(out, "    ")?;
    for column in 0..rules.column_count() {
        write!(out, "{:>width$}", char::from(b'a' + column))?;
    }
    writeln!(out)?;
    for row in 0..rules.row_count() {
        write!(out, "  {:>2}", row + 1)?;
        for column in 0..rules.column_count() {
            let text = rules.cell_at(column.into(), row.into()).map(&show).unwrap_or_default();
            write!(out, "{text:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
