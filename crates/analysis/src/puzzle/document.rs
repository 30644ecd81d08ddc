//! Puzzles and plans for them as JSON.

use serde::Serialize;

use super::file::{OtherPlan, Puzzle, PuzzleCheck};
use super::judge::JudgedPlan;
use super::notation::orders_in_text;

/// A puzzle as scripts read it: chances are shares from 0 to 1. Field names and their order are a promise.
///
/// ```
/// use hotgates_analysis::{PuzzleDocument, shipped_puzzles};
///
/// let puzzles = shipped_puzzles();
/// let text = serde_json::to_string(&PuzzleDocument::new(Some(1), &puzzles[0]))?;
/// assert!(text.starts_with("{\"number\":1,\"map\":"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct PuzzleDocument {
    /// Number among the shipped puzzles; null for a puzzle of a file.
    number: Option<usize>,
    map: String,
    turn: u32,
    last_turn: u32,
    side: &'static str,
    theme: &'static str,
    exact: bool,
    /// Battles played on after each plan; null where it is exact.
    rollouts: Option<u32>,
    best: f64,
    other: f64,
    rating: u32,
    asked: u32,
    found_by: Vec<String>,
    solution: String,
    others: Vec<OtherPlanDocument>,
    hash: String,
}

/// A plan of another kind than the solution.
#[derive(Debug, Serialize)]
struct OtherPlanDocument {
    orders: String,
    chance: f64,
}

impl PuzzleDocument {
    /// Returns the document of a puzzle.
    pub fn new(number: Option<usize>, puzzle: &Puzzle) -> Self {
        let battle = puzzle.position();
        let other = |other: &OtherPlan| OtherPlanDocument {
            orders: orders_in_text(&other.orders),
            chance: other.chance,
        };
        Self {
            number,
            map: puzzle.scenario().map.name.clone(),
            turn: battle.turn(),
            last_turn: battle.last_turn(),
            side: puzzle.side().name(),
            theme: puzzle.theme.in_words(),
            exact: puzzle.check == PuzzleCheck::Exact,
            rollouts: match puzzle.check {
                PuzzleCheck::Exact => None,
                PuzzleCheck::Rollouts(count) => Some(count),
            },
            best: puzzle.best,
            other: puzzle.other_chance(),
            rating: puzzle.rating(),
            asked: puzzle.asked,
            found_by: puzzle.found_by.clone(),
            solution: orders_in_text(&puzzle.solution),
            others: puzzle.others.iter().map(other).collect(),
            hash: format!("{:016x}", battle.hash()),
        }
    }
}

/// A judged plan for a puzzle: chances are shares from 0 to 1.
#[derive(Debug, Serialize)]
pub struct JudgedPlanDocument {
    puzzle: Option<usize>,
    /// `solved`, `nearly` or `missed`.
    result: &'static str,
    chance: f64,
    error: f64,
    best: f64,
    /// Number of the order that loses most, from 1, and what it loses; null where none is to blame.
    worst: Option<usize>,
    lost: Option<f64>,
}

impl JudgedPlanDocument {
    /// Returns the document of a judged plan.
    pub fn new(puzzle: Option<usize>, of: &Puzzle, judged: &JudgedPlan) -> Self {
        Self {
            puzzle,
            result: judged.result.name(),
            chance: judged.chance,
            error: judged.error,
            best: of.best,
            worst: judged.worst.map(|(order, _)| order + 1),
            lost: judged.worst.map(|(_, lost)| lost),
        }
    }
}
