//! Every line of play against a scoring player, counted.

use hotgates_search::{GameEnding, Limits};
use serde::Serialize;

use super::board::{Board, Mark};
use super::perfect::PerfectPlayer;
use super::rules::{BoardRules, TicTacToeError};
use super::scoring::{Coefficients, TieRule};

/// The replies that are tried against the scoring player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpponentReplies {
    /// All replies: a player who never loses against them never loses.
    Any,
    /// Only replies that keep the best ending; of these all.
    Best,
}

/// Lines of play by how they end for the scoring player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct EndingTally {
    /// Won lines.
    pub won: u64,
    /// Drawn lines.
    pub drawn: u64,
    /// Lost lines.
    pub lost: u64,
}

impl EndingTally {
    /// Number of all lines.
    pub const fn line_count(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// Counts every line of play of a scoring player on `side` against `opponent`.
///
/// With [`TieRule::Dice`] each of its equally good moves is a line of its own. Only for small
/// boards: 3 × 3 has at most 255,168 lines.
///
/// # Errors
/// A board too large to exhaust.
pub fn count_lines(
    rules: &BoardRules,
    coefficients: &Coefficients,
    ties: TieRule,
    side: Mark,
    opponent: OpponentReplies,
) -> Result<EndingTally, TicTacToeError> {
    let mut walk = PlayLineCounter {
        rules,
        coefficients,
        ties,
        side,
        opponent,
        perfect: PerfectPlayer::new(rules)?,
        tally: EndingTally::default(),
    };
    walk.follow_line_of_play(&rules.empty_board())?;
    Ok(walk.tally)
}

struct PlayLineCounter<'r> {
    rules: &'r BoardRules,
    coefficients: &'r Coefficients,
    ties: TieRule,
    side: Mark,
    opponent: OpponentReplies,
    perfect: PerfectPlayer,
    tally: EndingTally,
}

impl PlayLineCounter<'_> {
    fn follow_line_of_play(&mut self, board: &Board) -> Result<(), TicTacToeError> {
        if self.rules.is_over(board) {
            match board.winner() {
                None => self.tally.drawn += 1,
                Some(side) if side == self.side => self.tally.won += 1,
                Some(_) => self.tally.lost += 1,
            }
            return Ok(());
        }
        let mut cells = match (board.side_to_move() == self.side, self.opponent) {
            (true, _) => self.coefficients.best_cells(self.rules, board),
            (false, OpponentReplies::Any) => self.rules.empty_cells(board).collect(),
            (false, OpponentReplies::Best) => self.best_moves_by_ending(board)?,
        };
        if board.side_to_move() == self.side && self.ties == TieRule::First {
            cells.truncate(1);
        }
        cells.into_iter().try_for_each(|cell| self.follow_line_of_play(&self.rules.place_mark(board, cell)))
    }

    /// Returns the moves with the best ending, whatever their number of moves to the end.
    fn best_moves_by_ending(
        &mut self,
        board: &Board,
    ) -> Result<Vec<super::board::BoardCell>, TicTacToeError> {
        let grades = self.perfect.grade_moves(self.rules, board, &Limits::without_limits())?;
        let best: Option<GameEnding> = grades.iter().map(|(_, value)| value.ending).max();
        Ok(grades.into_iter().filter(|(_, value)| Some(value.ending) == best).map(|(cell, _)| cell).collect())
    }
}

/// Returns `true` if some way of settling ties, best chosen anew at every move, never loses for a
/// scoring player on `side`.
///
/// False means that the coefficients lose whatever order ties are settled in. Only for small
/// boards.
pub fn is_safe_with_some_ties(rules: &BoardRules, coefficients: &Coefficients, side: Mark) -> bool {
    fn follows_coefficients(
        rules: &BoardRules,
        coefficients: &Coefficients,
        side: Mark,
        board: &Board,
    ) -> bool {
        if rules.is_over(board) {
            return board.winner() != Some(side.other_mark());
        }
        let mut safe = |cell| follows_coefficients(rules, coefficients, side, &rules.place_mark(board, cell));
        if board.side_to_move() == side {
            coefficients.best_cells(rules, board).into_iter().any(&mut safe)
        } else {
            rules.empty_cells(board).all(safe)
        }
    }
    follows_coefficients(rules, coefficients, side, &rules.empty_board())
}

/// The results of all scoring players on 3 × 3, when they win and block at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CoefficientPairSurvey {
    /// Number of really different pairs of coefficients.
    pub classes: usize,
    /// One of each class that never loses, whoever begins and whatever the other side does.
    pub never_lose: Vec<Coefficients>,
    /// One of each class that would never lose if ties were settled in its favour, move by move.
    pub safe_with_some_ties: Vec<Coefficients>,
    /// The class with the fewest lost lines as first and as second player together.
    pub nearest: Coefficients,
    /// Lines of play as first player.
    pub nearest_first: EndingTally,
    /// Lines of play as second player.
    pub nearest_second: EndingTally,
}

/// Tries every pair of coefficients for own and their marks on 3 × 3 against every line of play.
///
/// Only the ratio of the two matters, and only where it changes which of two cells scores more: a
/// cell sees at most 8 marks, so the ratios that matter are those of whole numbers up to 8 and one
/// between each two neighbours. All are tried, with both signs, so nothing is left out. Winning at
/// once and blocking at once come first: other weights for the two save nobody, for who never loses
/// has to block, and loses nothing by winning earlier.
///
/// # Errors
/// None on 3 × 3.
pub fn survey_coefficient_pairs(
    open_lines_only: bool,
    ties: TieRule,
) -> Result<CoefficientPairSurvey, TicTacToeError> {
    let rules = BoardRules::classic();
    let mut classes = 0;
    let mut never_lose = Vec::new();
    let mut safe_with_some_ties = Vec::new();
    let mut nearest: Option<(u64, Coefficients, EndingTally, EndingTally)> = None;
    for (own, theirs) in list_directions(8) {
        let coefficients = Coefficients { own, theirs, win_now: 100_000, block_now: 10_000, open_lines_only };
        let first = count_lines(&rules, &coefficients, ties, Mark::Crosses, OpponentReplies::Any)?;
        let second = count_lines(&rules, &coefficients, ties, Mark::Noughts, OpponentReplies::Any)?;
        classes += 1;
        let lost = first.lost + second.lost;
        if lost == 0 {
            never_lose.push(coefficients);
        }
        if [Mark::Crosses, Mark::Noughts]
            .into_iter()
            .all(|s| is_safe_with_some_ties(&rules, &coefficients, s))
        {
            safe_with_some_ties.push(coefficients);
        }
        if nearest.as_ref().is_none_or(|(least, ..)| lost < *least) {
            nearest = Some((lost, coefficients, first, second));
        }
    }
    let (_, nearest, nearest_first, nearest_second) = nearest.ok_or(TicTacToeError::Over)?;
    Ok(CoefficientPairSurvey {
        classes,
        never_lose,
        safe_with_some_ties,
        nearest,
        nearest_first,
        nearest_second,
    })
}

/// Returns a pair of whole numbers for every direction in which two pairs up to `most` agree, and
/// one between each two neighbouring directions; the pair that counts no marks comes first.
fn list_directions(most: i32) -> Vec<(i32, i32)> {
    let primitive = |a: i32, b: i32| greatest_divisor(a.unsigned_abs(), b.unsigned_abs()) == 1;
    let mut all: Vec<(i32, i32)> = (-most..=most)
        .flat_map(|a| (-most..=most).map(move |b| (a, b)))
        .filter(|&(a, b)| primitive(a, b))
        .collect();
    // Round the circle from (1, 0): the upper half first, in each half by the cross product.
    let half = |(a, b): (i32, i32)| i32::from(b < 0 || (b == 0 && a < 0));
    all.sort_by(|&p, &q| half(p).cmp(&half(q)).then_with(|| (q.0 * p.1).cmp(&(p.0 * q.1))));
    let next = all.iter().cycle().skip(1);
    let between: Vec<(i32, i32)> = all.iter().zip(next).map(|(p, q)| (p.0 + q.0, p.1 + q.1)).collect();
    let both = all.iter().zip(&between).flat_map(|(&on, &between)| [on, between]);
    std::iter::once((0, 0)).chain(both).collect()
}

fn greatest_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_go_once_round_the_circle() {
        assert_eq!(list_directions(1).len(), 1 + 2 * 8);
        let all = list_directions(8);
        for pair in all[1..].windows(2) {
            let ((a, b), (c, d)) = (pair[0], pair[1]);
            assert!(a * d - b * c > 0, "{pair:?} turns the wrong way");
        }
    }
}
