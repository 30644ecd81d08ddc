//! The size of the game: positions, games, and a table of every case written down.

use hotgates_search::{Limits, StateGraph};
use serde::Serialize;

use super::board::Mark;
use super::moves::AllPositionsSpace;
use super::rules::{BoardRules, TicTacToeError};

/// The size of a game in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GameCounts {
    /// Ways of filling the cells with cross, nought or nothing, possible in a game or not: the rows
    /// of a table that writes down every case without thinking.
    pub fillings: u128,
    /// Positions that can come up in a game.
    pub positions: usize,
    /// Number of positions, symmetric ones counted once.
    pub up_to_symmetry: usize,
    /// Different games, move by move.
    pub games: u128,
    /// Positions in which crosses have to move: a full table for the first player.
    pub for_crosses: usize,
    /// Positions in which noughts have to move: a full table for the second player.
    pub for_noughts: usize,
    /// Positions in which somebody has to move, symmetric ones counted once: the smallest full
    /// table.
    pub smallest_table: usize,
}

/// Returns the size of the game of `rules`, by visiting every position.
///
/// # Errors
/// More than `most` positions.
pub fn count_positions(rules: &BoardRules, most: u64) -> Result<GameCounts, TicTacToeError> {
    let limits = Limits::without_limits().with_states(most);
    let explore = |up_to_symmetry| {
        let positions = AllPositionsSpace { rules, up_to_symmetry };
        let graph = StateGraph::explore_from(&positions, rules.empty_board(), &limits, &mut ());
        if graph.cut_off_reason().is_some() { Err(TicTacToeError::CutOff) } else { Ok(graph) }
    };
    let all = explore(false)?;
    let symmetric = explore(true)?;
    let to_move = |side| {
        all.states().iter().filter(|board| !rules.is_over(board) && board.side_to_move() == side).count()
    };
    // A position comes after all that lead to it, so the games from each are known when it is asked
    // for.
    let mut games = vec![0u128; all.states().len()];
    for id in all.state_ids().collect::<Vec<_>>().into_iter().rev() {
        let edges = all.edges_out_of(id);
        games[id.index()] =
            if edges.is_empty() { 1 } else { edges.iter().map(|edge| games[edge.to.index()]).sum() };
    }
    Ok(GameCounts {
        fillings: u32::try_from(rules.cell_count())
            .ok()
            .and_then(|cells| 3u128.checked_pow(cells))
            .unwrap_or(u128::MAX),
        positions: all.states().len(),
        up_to_symmetry: symmetric.states().len(),
        games: games[0],
        for_crosses: to_move(Mark::Crosses),
        for_noughts: to_move(Mark::Noughts),
        smallest_table: symmetric.states().iter().filter(|board| !rules.is_over(board)).count(),
    })
}
