//! What a player thinks of every cell, and Monte Carlo tree search as it grows, for front ends that show both.

use std::fmt;

use hotgates_search::{Limits, MonteCarlo, Sampled, Tried, Value};

use super::board::{Board, Cell, Sampling};
use super::rules::Rules;
use crate::dice::Dice;

/// A move with the thoughts behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Considered {
    /// The cell to mark.
    pub cell: Cell,
    /// What the player thinks of each cell.
    pub thoughts: Thoughts,
}

/// What a player thinks of each cell, in the order of the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thoughts {
    /// The score of every empty cell.
    Scores(Vec<(Cell, i64)>),
    /// What best play makes of every empty cell, for the side to move.
    Values(Vec<(Cell, Value)>),
    /// How many sampled games went through each cell looked at, and how they ended.
    Visits(Vec<Tried<Cell>>),
}

/// Monte Carlo tree search on one position, run bit by bit.
///
/// ```
/// use hotgates_academy::tictactoe::{Player, Rules, Sampler};
///
/// let rules = Rules::new(7, 7, 4).unwrap();
/// let mut sampler = Sampler::new(&rules, &rules.start(), 1);
/// for steps in [1_000, 2_000, 3_000] {
///     let so_far = sampler.run(steps, None); // visits of each cell, to be shown
///     assert!(so_far.best.is_some());
/// }
/// let at_one_go = Player::monte_carlo(3_000).choose(&rules, &rules.start(), 1, None);
/// assert_eq!(sampler.run(3_000, None).best, at_one_go.ok());
/// ```
pub struct Sampler<'r> {
    game: Sampling<'r>,
    search: MonteCarlo<Sampling<'r>>,
    dice: Dice,
}

impl<'r> Sampler<'r> {
    /// A search that has not begun.
    pub fn new(rules: &'r Rules, board: &Board, seed: u64) -> Self {
        let game = Sampling(rules);
        Sampler { search: MonteCarlo::new(&game, board.clone()), game, dice: Dice::new(seed) }
    }

    /// Goes on until `steps` steps were made in all, or `cancel` says so; what is known then. Points of a cell are 2 for
    /// each game won by the side to move and 1 for each drawn one.
    pub fn run(&mut self, steps: u64, cancel: Option<&dyn Fn() -> bool>) -> Sampled<Cell> {
        let limits = Limits { cancel, ..Limits::default() }.with_steps(steps);
        let dice = &mut self.dice;
        self.search.run(&self.game, &limits, &mut |n| dice.below(n))
    }
}

impl fmt::Debug for Sampler<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").finish_non_exhaustive()
    }
}
