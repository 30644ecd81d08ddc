//! Players against each other, with an interval for what the result means.

use hotgates_stats::wilson_interval;
use serde::Serialize;

use super::board::{Board, Mark};
use super::player::BoardPlayer;
use super::rules::{BoardRules, TicTacToeError};
use crate::random_numbers::RandomNumbers;

/// The result of a match, in the shape of `tictactoe --match --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchReport {
    /// The first player's name.
    pub a: String,
    /// The second player's name.
    pub b: String,
    /// Games played; `a` moves first in every other one, beginning with the first.
    pub games: u64,
    /// Games won by `a`.
    pub a_wins: u64,
    /// Games won by `b`.
    pub b_wins: u64,
    /// Games won by nobody.
    pub draws: u64,
    /// Wilson's 95 % interval for `a`'s share of the points, a draw being half a point.
    pub ci95: [f64; 2],
}

/// Returns the ends of Wilson's 95 % interval for a share of the points, a draw being half a point.
pub(super) fn interval_of_points(half_points: u64, games: u64) -> [f64; 2] {
    let share = wilson_interval(half_points, games);
    [share.low, share.high]
}

/// Plays `games` games of `a` against `b`, who move first in turn. `played` is called with each
/// end; equal seeds give equal matches. Once `cancel` returns `true` the report is about the games
/// played by then.
///
/// # Errors
/// A player that cannot play the board.
pub fn play_match(
    rules: &BoardRules,
    a: &mut BoardPlayer,
    b: &mut BoardPlayer,
    games: u64,
    seed: u64,
    cancel: Option<&dyn Fn() -> bool>,
    played: &mut dyn FnMut(u64, Option<Mark>),
) -> Result<MatchReport, TicTacToeError> {
    let mut dice = RandomNumbers::new(seed);
    let is_cancelled = || cancel.is_some_and(|cancel| cancel());
    let (mut a_wins, mut b_wins, mut draws) = (0, 0, 0);
    for game in 0..games {
        let mut game_dice = RandomNumbers::new(dice.fresh_seed());
        let a_first = game % 2 == 0;
        if is_cancelled() {
            break;
        }
        let board = match play_one_game(rules, a, b, a_first, rules.empty_board(), &mut game_dice, cancel) {
            Err(TicTacToeError::CutOff) if is_cancelled() => break,
            board => board?,
        };
        match board.winner() {
            None => draws += 1,
            Some(side) if (side == Mark::Crosses) == a_first => a_wins += 1,
            Some(_) => b_wins += 1,
        }
        played(game, board.winner());
    }
    let games = a_wins + b_wins + draws;
    Ok(MatchReport {
        a: a.name().to_owned(),
        b: b.name().to_owned(),
        games,
        a_wins,
        b_wins,
        draws,
        ci95: interval_of_points(2 * a_wins + draws, games),
    })
}

/// Plays from `board` to the end.
pub(super) fn play_one_game(
    rules: &BoardRules,
    a: &mut BoardPlayer,
    b: &mut BoardPlayer,
    a_first: bool,
    mut board: Board,
    dice: &mut RandomNumbers,
    cancel: Option<&dyn Fn() -> bool>,
) -> Result<Board, TicTacToeError> {
    while !rules.is_over(&board) {
        let player = if (board.side_to_move() == Mark::Crosses) == a_first { &mut *a } else { &mut *b };
        let cell = player.choose_cell_with(rules, &board, dice, cancel)?;
        board = rules.place_mark(&board, cell);
    }
    Ok(board)
}
