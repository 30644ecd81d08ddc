//! The puzzles that have been solved, kept between runs by the hash of their positions: numbers
//! would mean other puzzles once new ones ship.

use std::collections::BTreeSet;

use bevy::prelude::*;
use hotgates_analysis::Puzzle;
use hotgates_ui::storage::Storage;

/// The puzzles that have been solved.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct SolvedPuzzles(BTreeSet<u64>);

impl SolvedPuzzles {
    /// Reads the list of the last run: a hash a line, others are passed over.
    #[must_use]
    pub fn load(storage: &Storage) -> Self {
        let text = storage.text_of_file(&storage.solved_puzzles_file()).unwrap_or_default();
        Self(text.lines().filter_map(|line| u64::from_str_radix(line.trim(), 16).ok()).collect())
    }

    /// Returns `true` if a puzzle has been solved.
    #[must_use]
    pub fn has_solved(&self, puzzle: &Puzzle) -> bool {
        self.0.contains(&puzzle.position().hash())
    }

    /// Writes down that a puzzle has been solved; a failure to write the file is only logged.
    pub fn add_solved_puzzle(&mut self, puzzle: &Puzzle, storage: &Storage) {
        if self.0.insert(puzzle.position().hash()) {
            let text: Vec<String> = self.0.iter().map(|hash| format!("{hash:016x}")).collect();
            let text = text.join("\n") + "\n";
            if let Err(problem) = storage.write_whole_file(&storage.solved_puzzles_file(), text.as_bytes()) {
                warn!("{problem}");
            }
        }
    }
}
