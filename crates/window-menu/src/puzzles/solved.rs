//! The puzzles that have been solved, kept between runs by the hash of their positions: numbers
//! would mean other puzzles once new ones ship.

use bevy::prelude::Resource;
use hotgates_analysis::Puzzle;
use hotgates_ui::storage::Storage;

use crate::kept_lines::KeptLines;

/// The puzzles that have been solved.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct SolvedPuzzles(KeptLines);

impl SolvedPuzzles {
    /// Reads the list of the last run.
    #[must_use]
    pub fn load(storage: &Storage) -> Self {
        Self(KeptLines::load(storage, storage.solved_puzzles_file()))
    }

    /// Returns `true` if a puzzle has been solved.
    #[must_use]
    pub fn has_solved(&self, puzzle: &Puzzle) -> bool {
        self.0.has_line(&line_of_puzzle(puzzle))
    }

    /// Writes down that a puzzle has been solved; a failure to write the file is only logged.
    pub fn add_solved_puzzle(&mut self, puzzle: &Puzzle, storage: &Storage) {
        self.0.add_line(&line_of_puzzle(puzzle), storage);
    }
}

fn line_of_puzzle(puzzle: &Puzzle) -> String {
    format!("{:016x}", puzzle.position().hash())
}
