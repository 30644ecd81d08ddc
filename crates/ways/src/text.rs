//! A search by hand as text.

use std::fmt::Write as _;

use hotgates_grid::{Cell, Coord};

use crate::game::{WayGame, WayProspects};

/// Returns the map with what is known of it, and a sentence on the result so far: each row of hexes takes
/// two lines, since odd columns lie half a hex lower. `A` is the start, `##` the goal, `..` what a hex costs to enter,
/// `^^` that nobody enters it; `(7)` waits, with the cost of the way to it, `7` has been looked at, `*7*` is on the way.
///
/// ```
/// use hotgates_ways::{ShippedWay, WayGame, way_text};
///
/// let game = WayGame::new(ShippedWay::ALL[0].parse());
/// assert!(way_text(&game).ends_with("0 looks; no way yet"));
/// ```
#[must_use]
pub fn way_text(game: &WayGame) -> String {
    let grid = game.map().grid();
    let way = game.way_to(game.map().goal());
    let numbers: Vec<String> = (0..grid.width()).map(|col| format!("{col:^4}")).collect();
    let mut text = format!("\n     {}\n", numbers.concat().trim_end());
    for row in 0..grid.height() {
        for odd in [0, 1] {
            let place = |col: i32| match grid.at(Coord { col, row }).filter(|_| col & 1 == odd) {
                Some(cell) => format!("{:^4}", hex_text(game, cell, way.contains(&cell))),
                None => "    ".to_owned(),
            };
            let line: Vec<String> = (0..grid.width()).map(place).collect();
            let number = if odd == 0 { row.to_string() } else { String::new() };
            let _ = writeln!(text, "{number:>3}  {}", line.concat().trim_end());
        }
    }
    let looks = match game.looked_at().len() {
        1 => "1 look".to_owned(),
        looks => format!("{looks} looks"),
    };
    let _ = match game.prospects() {
        WayProspects::Searching => write!(text, "{looks}; no way yet"),
        WayProspects::Found { cost } => {
            write!(text, "{looks}; a way for {cost}, not proven: some hex that waits promises less")
        }
        WayProspects::Proven { cost } => {
            let hints = game.looks_of_hints();
            write!(text, "{looks}; no way is cheaper than {cost} ({hints} by hints alone)")
        }
        WayProspects::NoWay => {
            write!(text, "{looks}; there is no way: all that can be reached has been looked at")
        }
    };
    text
}

fn hex_text(game: &WayGame, cell: Cell, is_on_way: bool) -> String {
    let map = game.map();
    match (game.found_hex(cell), map.entry_cost(cell)) {
        _ if cell == map.start() => "A".to_owned(),
        (Some(found), _) if is_on_way => format!("*{}*", found.cost),
        (Some(found), _) if found.waits => format!("({})", found.cost),
        (Some(found), _) => found.cost.to_string(),
        (None, _) if cell == map.goal() => "##".to_owned(),
        (None, Some(cost)) => ".".repeat(cost.min(4) as usize),
        (None, None) => "^^".to_owned(),
    }
}
