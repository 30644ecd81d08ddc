//! Puzzles: positions of battles in which one plan is much better than all plans of other kinds.

mod notation;
mod plan;
mod theme;

mod file;

mod judge;

mod document;
mod finder;
mod shipped;

pub use document::{JudgedPlanDocument, PuzzleDocument};
pub use file::{OtherPlan, PUZZLE_FORMAT, Puzzle, PuzzleCheck, PuzzleError};
pub use finder::{FinderLimits, ask_commanders, find_puzzle};
pub use judge::{JudgedPlan, PlanFailure, PuzzleJudge, SolvingResult, UnjudgedPlan};
pub use notation::{UnreadableOrder, orders_from_text, orders_in_text, typed_order};
pub use plan::{MEAN_DICE, play_plan};
pub use shipped::{shipped_puzzle_texts, shipped_puzzles};
pub use theme::PuzzleTheme;
