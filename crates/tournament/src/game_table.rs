//! The table of single games in a report.

use std::fmt::Write as _;

use hotgates_engine::Side;
use hotgates_page::{open_battle_button, text_in_html};

use crate::plan::TournamentPlan;
use crate::telling::{ListedGame, command_of_game};

/// Adds a table of games. A game with a replay has a button that opens it in the page, numbered in the order of the
/// replays; the others have the command that plays them again, or the file that tells of the fault.
pub(crate) fn add_game_table(page: &mut String, plan: &TournamentPlan, games: &[ListedGame<'_>]) {
    page.push_str("<h2>Games to look at</h2>\n");
    if games.is_empty() {
        page.push_str("<p>None.</p>\n");
        return;
    }
    page.push_str(
        "<div class=\"wide\"><table>\n<tr><th>Red</th><th>Blue</th><th>map</th><th>won</th><th>by</th><th>turns</th><th>to look at it</th></tr>\n",
    );
    let mut replays = 0;
    for listed in games {
        let (seats, result) = (listed.game.seats(), listed.result);
        let name = |number: usize| text_in_html(&plan.commanders[number].name);
        let won = match result.winner {
            Some(Side::Red) => "Red",
            Some(Side::Blue) => "Blue",
            None => "drawn",
        };
        let look = if listed.replay.is_some() {
            replays += 1;
            open_battle_button(replays - 1)
        } else if result.is_lost_by_fault() {
            format!("<code>faults/{}.txt</code>", listed.game.file_name())
        } else {
            format!("<code>{}</code>", text_in_html(&command_of_game(plan, &listed.game)))
        };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{won}</td><td>{}</td><td>{}</td><td>{look}</td></tr>",
            name(seats.red),
            name(seats.blue),
            text_in_html(&plan.maps[listed.game.map].name),
            text_in_html(&result.how),
            result.turns
        );
    }
    page.push_str(
        "</table></div>\n<p><small>Games lost by fault come first, then of each pairing those that the ratings expected least.</small></p>\n",
    );
}
