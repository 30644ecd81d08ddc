//! Better coefficients by self-play.

use serde::Serialize;

use super::board::Board;
use super::matches::{interval_of_points, play_one_game};
use super::player::BoardPlayer;
use super::rules::{BoardRules, TicTacToeError, TuningNumber};
use super::scoring::{Coefficients, TieRule};
use crate::random_numbers::RandomNumbers;

/// The size of the tuning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TuneOptions {
    /// Players in each round, 2 to 64.
    pub players: u32,
    /// Rounds, 1 to 1000; after each the better half stays and has a changed child each.
    pub rounds: u32,
    /// Games of each pair in a round, 2 to 10,000; an odd one is made even, so that both begin
    /// equally often.
    pub games: u32,
    /// Equal seeds give equal results.
    pub seed: u64,
}

impl Default for TuneOptions {
    fn default() -> Self {
        TuneOptions { players: 12, rounds: 8, games: 20, seed: 1 }
    }
}

/// One player of the last round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TunedPlayer {
    /// The coefficients that the player used.
    pub coefficients: Coefficients,
    /// Games of the last round.
    pub games: u64,
    /// Won ones.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Lost ones.
    pub losses: u64,
    /// Wilson's 95 % interval for the player's share of the points against the others of the round.
    pub ci95: [f64; 2],
}

/// The last round, best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TuneReport {
    /// Players by points; of equals the older one first.
    pub rows: Vec<TunedPlayer>,
    /// Games played in all rounds.
    pub games: u64,
}

/// Finds coefficients that win most games against others.
///
/// A tournament each round, everybody against everybody from openings of two random moves; the
/// better half stays. The lesson's coefficients are among the first players. Terms for winning and
/// blocking at once are tried both ways. `round` is told after each round, for a progress bar. Once
/// `cancel` says so the report is about the last round that was finished.
///
/// # Errors
/// Options out of range, or `cancel` before the first round was finished.
pub fn tune_coefficients(
    rules: &BoardRules,
    options: &TuneOptions,
    cancel: Option<&dyn Fn() -> bool>,
    round: &mut dyn FnMut(u32),
) -> Result<TuneReport, TicTacToeError> {
    let within = |what, found: u32, least: i64, most: i64| {
        let found = i64::from(found);
        if (least..=most).contains(&found) {
            Ok(())
        } else {
            Err(TicTacToeError::OutOfRange { what, found, least, most })
        }
    };
    within(TuningNumber::Players, options.players, 2, 64)?;
    within(TuningNumber::Rounds, options.rounds, 1, 1_000)?;
    within(TuningNumber::Games, options.games, 2, 10_000)?;

    let mut dice = RandomNumbers::new(options.seed);
    let mut players = vec![Coefficients::LESSON];
    while players.len() < options.players as usize {
        players.push(random_coefficients(&mut dice));
    }
    let mut games = 0;
    let mut rows = Vec::new();
    for number in 0..options.rounds {
        if number > 0 {
            players = rows
                .iter()
                .map(|row: &TunedPlayer| row.coefficients)
                .take(players.len().div_ceil(2))
                .collect();
            for parent in 0.. {
                if players.len() == options.players as usize {
                    break;
                }
                let child = mutate_coefficients(players[parent], &mut dice);
                players.push(child);
            }
        }
        rows = match play_round(rules, &players, options.games, &mut dice, cancel) {
            Err(TicTacToeError::CutOff) if number > 0 => break,
            rows => rows?,
        };
        games += rows.iter().map(|row| row.games).sum::<u64>() / 2;
        round(number);
    }
    Ok(TuneReport { rows, games })
}

fn random_coefficients(dice: &mut RandomNumbers) -> Coefficients {
    let mut number = |most: usize| i32::try_from(dice.draw_below(most)).unwrap_or(0);
    let (own, theirs) = (number(41) - 10, number(41) - 10);
    let now = [0, 100_000, 100_000][usize::try_from(number(3)).unwrap_or(0)];
    Coefficients { own, theirs, win_now: now, block_now: now / 10, open_lines_only: number(3) > 0 }
}

fn mutate_coefficients(parent: Coefficients, dice: &mut RandomNumbers) -> Coefficients {
    let mut child = parent;
    let mut change = || i32::try_from(dice.draw_below(9)).unwrap_or(0) - 4;
    (child.own, child.theirs) = (child.own + change(), child.theirs + change());
    match dice.draw_below(6) {
        0 => child.win_now = 100_000 - child.win_now.clamp(0, 100_000),
        1 => child.block_now = 10_000 - child.block_now.clamp(0, 10_000),
        2 => child.open_lines_only = !child.open_lines_only,
        _ => {}
    }
    child
}

fn play_round(
    rules: &BoardRules,
    players: &[Coefficients],
    games: u32,
    dice: &mut RandomNumbers,
    cancel: Option<&dyn Fn() -> bool>,
) -> Result<Vec<TunedPlayer>, TicTacToeError> {
    let mut rows: Vec<TunedPlayer> = players
        .iter()
        .map(|&coefficients| TunedPlayer {
            coefficients,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            ci95: [0.0, 1.0],
        })
        .collect();
    for i in 0..players.len() {
        for j in i + 1..players.len() {
            if cancel.is_some_and(|cancel| cancel()) {
                return Err(TicTacToeError::CutOff);
            }
            let player = |n: usize| BoardPlayer::scoring_player("", players[n], TieRule::Dice);
            let (mut a, mut b) = (player(i), player(j));
            for _ in 0..games.div_ceil(2) {
                // Both play both sides of one opening.
                let opening = random_opening(rules, dice);
                for a_first in [true, false] {
                    let mut game_dice = RandomNumbers::new(dice.fresh_seed());
                    let board = play_one_game(
                        rules,
                        &mut a,
                        &mut b,
                        a_first,
                        opening.clone(),
                        &mut game_dice,
                        cancel,
                    )?;
                    let a_won = board.winner().map(|side| (side == super::board::Mark::Crosses) == a_first);
                    count_game_result(&mut rows[i], a_won);
                    count_game_result(&mut rows[j], a_won.map(|won| !won));
                }
            }
        }
    }
    for row in &mut rows {
        row.ci95 = interval_of_points(2 * row.wins + row.draws, row.games);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(2 * row.wins + row.draws));
    Ok(rows)
}

fn count_game_result(row: &mut TunedPlayer, won: Option<bool>) {
    row.games += 1;
    match won {
        Some(true) => row.wins += 1,
        Some(false) => row.losses += 1,
        None => row.draws += 1,
    }
}

/// Returns the board after two random moves, near the middle of a large board; the empty board
/// where two moves could end the game.
fn random_opening(rules: &BoardRules, dice: &mut RandomNumbers) -> Board {
    let mut board = rules.empty_board();
    if rules.row < 3 {
        return board;
    }
    for _ in 0..2 {
        let empty: Vec<_> = rules.empty_cells(&board).filter(|&cell| rules.is_near_middle(cell)).collect();
        if !empty.is_empty() && !rules.is_over(&board) {
            board = rules.place_mark(&board, dice.pick_random_element(&empty));
        }
    }
    board
}

impl BoardRules {
    /// Returns `true` within three cells of the middle.
    fn is_near_middle(&self, cell: super::board::BoardCell) -> bool {
        let (column, row) = self.column_and_row(cell);
        column.abs_diff(self.columns / 2) <= 3 && row.abs_diff(self.rows / 2) <= 3
    }
}

impl Coefficients {
    /// Returns the best coefficients known for 3 in a row, and for more.
    pub fn best_known_coefficients(rules: &BoardRules) -> Self {
        if rules.row <= 3 { Self::TUNED_FOR_THREE } else { Self::TUNED_FOR_FIVE }
    }

    /// For 3 × 3, 3 in a row: those of
    /// [`survey_coefficient_pairs`](super::survey_coefficient_pairs) that lose the fewest lines.
    /// None never lose.
    pub const TUNED_FOR_THREE: Coefficients =
        Coefficients { own: 8, theirs: 9, win_now: 100_000, block_now: 10_000, open_lines_only: true };

    /// Tuned on 15 × 15, 5 in a row.
    pub const TUNED_FOR_FIVE: Coefficients =
        Coefficients { own: 11, theirs: 7, win_now: 100_000, block_now: 10_000, open_lines_only: true };
}
