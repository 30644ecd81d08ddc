//! The puzzles that ship.

use std::sync::OnceLock;

use super::file::Puzzle;

macro_rules! puzzle_texts {
    ($($number:literal)*) => {
        [$(include_str!(concat!("../../assets/puzzles/", $number, ".ron"))),*]
    };
}

/// Texts of the shipped puzzles, written by `examples/find_puzzles.rs`, the easiest first.
static TEXTS: [&str; 50] = puzzle_texts![
    "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16" "17" "18"
    "19" "20" "21" "22" "23" "24" "25" "26" "27" "28" "29" "30" "31" "32" "33" "34" "35" "36"
    "37" "38" "39" "40" "41" "42" "43" "44" "45" "46" "47" "48" "49" "50"
];

/// Returns the texts of the shipped puzzles.
#[must_use]
pub const fn shipped_puzzle_texts() -> &'static [&'static str] {
    &TEXTS
}

/// Returns the puzzles that ship, the easiest first. They are read once, when they are asked for
/// first: a few milliseconds each.
///
/// # Panics
/// When a shipped puzzle is spoilt; a test reads them all.
///
/// ```
/// assert!(hotgates_analysis::shipped_puzzles().iter().all(|puzzle| puzzle.rating() <= 5));
/// ```
#[must_use]
pub fn shipped_puzzles() -> &'static [Puzzle] {
    static PUZZLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    PUZZLES.get_or_init(|| {
        let read = |text: &&str| Puzzle::from_ron(text).expect("our own file is sound: a test reads it");
        TEXTS.iter().map(read).collect()
    })
}
