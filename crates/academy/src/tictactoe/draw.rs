//! A picture of a position with a player's opinion of every cell.

use std::fmt::Write as _;

use hotgates_search::GameEnding;

use super::board::{Board, BoardCell, Mark};
use super::rules::BoardRules;
use super::thoughts::CellThoughts;

/// Pixels of a cell, left of the board, and above it.
const CELL: usize = 56;
const LEFT: usize = 36;
const TOP: usize = 80;

/// Draws the board with its marks and, in each empty cell, the player's thought: its score, the end
/// of best play, or the number of sampled games through the cell. The darker, the better. A
/// complete SVG document.
pub fn thoughts_svg(rules: &BoardRules, board: &Board, player: &str, thoughts: &CellThoughts) -> String {
    let (columns, rows) = (usize::from(rules.column_count()), usize::from(rules.row_count()));
    let (width, height) = ((LEFT + columns * CELL + 16).max(270), TOP + rows * CELL + 16);
    let what = match thoughts {
        CellThoughts::Scores(_) => "the score of each cell",
        CellThoughts::Values(_) => "how best play ends with each cell",
        CellThoughts::Visits(_) => "sampled games through each cell",
    };
    let player = player.replace('&', "&amp;").replace('<', "&lt;");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"10\" y=\"24\" font-size=\"16\" text-anchor=\"start\">{player}, {} to move</text>\n\
         <text x=\"10\" y=\"44\" text-anchor=\"start\" fill=\"#5f6368\">{what}</text>\n",
        mark_letter(board.side_to_move()),
    );
    for column in 0..columns {
        let name = char::from(b'a' + u8::try_from(column).unwrap_or(0));
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" fill=\"#5f6368\">{name}</text>",
            LEFT + column * CELL + CELL / 2,
            TOP - 8
        );
    }
    for row in 0..rows {
        let middle = TOP + row * CELL + CELL / 2;
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" fill=\"#5f6368\">{}</text>",
            LEFT / 2,
            middle + 5,
            row + 1
        );
        for column in 0..columns {
            let at = i32::try_from(column).ok().zip(i32::try_from(row).ok());
            if let Some(cell) = at.and_then(|(column, row)| rules.cell_at(column, row)) {
                draw_cell(&mut text, board, thoughts, cell, (LEFT + column * CELL, TOP + row * CELL));
            }
        }
    }
    text.push_str("</svg>\n");
    text
}

fn draw_cell(
    text: &mut String,
    board: &Board,
    thoughts: &CellThoughts,
    cell: BoardCell,
    (x, y): (usize, usize),
) {
    let thought = thought_text(thoughts, cell);
    let strength = thought.as_ref().map_or(0, |(_, strength)| *strength);
    let _ = writeln!(
        text,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#f4b400\" fill-opacity=\"0.{:02}\" stroke=\"#5f6368\"/>",
        strength * 3 / 4
    );
    let (label, size) = match (board.mark_at(cell), thought) {
        (Some(side), _) => (mark_letter(side).to_owned(), 34),
        (None, Some((label, _))) => (label, 13),
        (None, None) => return,
    };
    let (x, y) = (x + CELL / 2, y + CELL / 2 + size / 3);
    let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{label}</text>");
}

/// Returns the label of a cell, and its worth from 0 to 100.
fn thought_text(thoughts: &CellThoughts, cell: BoardCell) -> Option<(String, i64)> {
    match thoughts {
        CellThoughts::Scores(scores) => {
            let score = scores.iter().find(|(known, _)| *known == cell)?.1;
            let all = || scores.iter().map(|(_, score)| *score);
            let (least, most) = (all().min()?, all().max()?);
            Some((score.to_string(), 100 * (score - least) / (most - least).max(1)))
        }
        CellThoughts::Values(values) => {
            let value = values.iter().find(|(known, _)| *known == cell)?.1;
            Some(match value.ending {
                GameEnding::Win => ("wins".to_owned(), 100),
                GameEnding::Draw => ("draws".to_owned(), 50),
                GameEnding::Loss => ("loses".to_owned(), 0),
            })
        }
        CellThoughts::Visits(tried) => {
            let visits = tried.iter().find(|tried| tried.action == cell)?.visits;
            let most = tried.iter().map(|tried| tried.visits).max().unwrap_or(1).max(1);
            Some((visits.to_string(), i64::try_from(100 * visits / most).unwrap_or(100)))
        }
    }
}

const fn mark_letter(side: Mark) -> &'static str {
    match side {
        Mark::Crosses => "x",
        Mark::Noughts => "o",
    }
}
