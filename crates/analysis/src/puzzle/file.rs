//! Puzzle files: a position as a battle with its orders so far, what is known of its plans, and a
//! text that holds it all.

use std::fmt::Write;

use hotgates_engine::{Battle, Fault, Illegal, MapFile, Order, Scenario, Side, parse_ron};
use hotgates_record::GameRecord;
use serde::{Deserialize, Serialize};

use super::notation::{UnreadableOrder, orders_from_text, orders_in_text};
use super::theme::PuzzleTheme;

/// Format of puzzle files that this build reads and writes.
pub const PUZZLE_FORMAT: u32 = 1;

/// Greatest size of a puzzle file, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Greatest number of orders before the position.
const MOST_ORDERS: usize = 10_000;

/// A way in which the plans of a puzzle were compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PuzzleCheck {
    /// Every order and every throw to the end of the battle.
    Exact,
    /// This many battles played on after each plan, all plans on the same dice.
    Rollouts(u32),
}

/// A plan of another kind than the solution, and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherPlan {
    /// The orders, as they are given at mean dice.
    pub orders: Vec<Order>,
    /// Chance to win with the plan.
    pub chance: f64,
}

/// A position in which one plan for the half-turn is much better than all plans of other kinds.
///
/// ```
/// use hotgates_analysis::{Puzzle, shipped_puzzles};
///
/// let puzzle = &shipped_puzzles()[0];
/// assert!(puzzle.position().verdict().is_none());
/// let again = Puzzle::from_ron(&puzzle.to_ron()).expect("a puzzle");
/// assert_eq!(again.solution, puzzle.solution);
/// ```
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// Idea of the solution.
    pub theme: PuzzleTheme,
    /// The way in which plans were compared.
    pub check: PuzzleCheck,
    /// Chance to win with the solution.
    pub best: f64,
    /// The best plan, as it is given at mean dice, without the end of the half-turn.
    pub solution: Vec<Order>,
    /// Plans of other kinds, the best first.
    pub others: Vec<OtherPlan>,
    /// Commanders who were asked, such as `hunter:captain`, that find the solution.
    pub found_by: Vec<String>,
    /// Number of commanders who were asked.
    pub asked: u32,
    pub(super) scenario: Scenario,
    pub(super) record: Vec<Order>,
    pub(super) hash: u64,
    pub(super) position: Battle,
}

/// The reason why a text is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// A text that does not read as a puzzle.
    #[error(transparent)]
    Text(Box<Fault>),
    /// A file of a format that this build does not know.
    #[error("puzzle format {found} is not known; this build reads format {PUZZLE_FORMAT}")]
    Format {
        /// Format of the file.
        found: u32,
    },
    /// A file that is too large.
    #[error("the file has {bytes} bytes; a puzzle has at most {MOST_BYTES}")]
    TooLarge {
        /// Size of the file.
        bytes: usize,
    },
    /// A battle that is too long.
    #[error("half_turns: more than {MOST_ORDERS} orders")]
    TooLong,
    /// A map that names a ruleset of its own.
    #[error("map.rules: a puzzle is played by the classic rules, and reads no other file")]
    OwnRules,
    /// A map that cannot be played.
    #[error("map: {}", .0.first().map_or_else(String::new, ToString::to_string))]
    Map(Vec<Fault>),
    /// A text that is no order.
    #[error("{field}: {why}")]
    Notation {
        /// Path of the field.
        field: String,
        /// The word in it.
        why: UnreadableOrder,
    },
    /// An order that cannot be followed.
    #[error("{field}: {order}: {why}")]
    Illegal {
        /// Path of the field.
        field: String,
        /// The order.
        order: Order,
        /// The reason why it is illegal.
        why: Illegal,
    },
    /// Orders that lead to another position than the one that was checked.
    #[error(
        "hash: the orders lead to another position ({made:016x}) than the one that was checked ({found})"
    )]
    Position {
        /// Hash in the file, its beginning where it is long.
        found: String,
        /// Hash of the position that the orders lead to.
        made: u64,
    },
    /// A position in which nobody can give an order.
    #[error("half_turns: the battle is over before the puzzle begins")]
    Over,
    /// A number that is no chance.
    #[error("{field}: {number} is no chance from 0 to 1")]
    NoChance {
        /// Path of the field.
        field: &'static str,
        /// The number as text.
        number: String,
    },
    /// A number of rollouts that nobody can play.
    #[error("check: {0} rollouts; from 8 to 4096 can be played")]
    Rollouts(u32),
    /// A puzzle without another plan to compare with.
    #[error("others: a puzzle names at least one other plan")]
    NoOther,
}

/// The format of a file, read before all else of it.
#[derive(Deserialize)]
#[serde(rename = "Puzzle")]
struct PuzzleHeader {
    format: u32,
}

/// A puzzle as its file says it.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Puzzle", deny_unknown_fields)]
struct PuzzleText {
    #[serde(rename = "format")]
    _format: u32,
    theme: PuzzleTheme,
    check: PuzzleCheck,
    best: f64,
    solution: String,
    others: Vec<OtherPlanText>,
    found_by: Vec<String>,
    asked: u32,
    half_turns: Vec<String>,
    hash: String,
    map: MapFile,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OtherPlanText {
    orders: String,
    chance: f64,
}

impl PuzzleError {
    /// Returns the message with the name of the file and, where it is known, line and column.
    #[must_use]
    pub fn message_in_file(&self, name: &str) -> String {
        match self {
            Self::Text(fault) => fault.message_in_file(name),
            other => format!("{name}: {other}"),
        }
    }
}

impl Puzzle {
    /// Reads a puzzle, plays its orders up to the position, and checks that its plans can be given.
    /// A text is never trusted: it names no other file, and its sizes are bounded.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn from_ron(text: &str) -> Result<Self, PuzzleError> {
        if text.len() > MOST_BYTES {
            return Err(PuzzleError::TooLarge { bytes: text.len() });
        }
        let PuzzleHeader { format } = parse_ron(text).map_err(|fault| PuzzleError::Text(Box::new(fault)))?;
        if format != PUZZLE_FORMAT {
            return Err(PuzzleError::Format { found: format });
        }
        let read: PuzzleText = parse_ron(text).map_err(|fault| PuzzleError::Text(Box::new(fault)))?;
        if read.map.rules.is_some() {
            return Err(PuzzleError::OwnRules);
        }
        if read.others.is_empty() {
            return Err(PuzzleError::NoOther);
        }
        check_chance("best", read.best)?;
        if let PuzzleCheck::Rollouts(count) = read.check
            && !(8..=4096).contains(&count)
        {
            return Err(PuzzleError::Rollouts(count));
        }
        let (scenario, record, position, hash) = play_record(read.map, &read.half_turns, &read.hash)?;
        let solution = plan_from_text(&position, "solution", &read.solution)?;
        let mut others = Vec::new();
        for (number, other) in read.others.iter().enumerate() {
            check_chance("others.chance", other.chance)?;
            let orders = plan_from_text(&position, &format!("others[{number}].orders"), &other.orders)?;
            others.push(OtherPlan { orders, chance: other.chance });
        }
        Ok(Self {
            theme: read.theme,
            check: read.check,
            best: read.best,
            solution,
            others,
            found_by: read.found_by,
            asked: read.asked,
            scenario,
            record,
            hash,
            position,
        })
    }

    /// Returns the puzzle as text, a line for each half-turn before the position.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut out = String::from("Puzzle(\n");
        let quoted = |text: &str| format!("{text:?}");
        let mut field = |name: &str, value: &str| {
            let _ = writeln!(out, "    {name}: {value},");
        };
        let list = |lines: Vec<String>| {
            let lines = lines.iter().fold(String::new(), |text, line| text + "        " + line + ",\n");
            format!("[\n{lines}    ]")
        };
        field("format", &PUZZLE_FORMAT.to_string());
        field("theme", &format!("{:?}", self.theme));
        field("check", &format!("{:?}", self.check));
        field("best", &format!("{:?}", self.best));
        field("solution", &quoted(&orders_in_text(&self.solution)));
        let others = self.others.iter().map(|other| {
            format!("(orders: {}, chance: {:?})", quoted(&orders_in_text(&other.orders)), other.chance)
        });
        field("others", &list(others.collect()));
        field("found_by", &list(self.found_by.iter().map(|name| quoted(name)).collect()));
        field("asked", &self.asked.to_string());
        let half_turns = self.record.split_inclusive(|&order| order == Order::EndTurn);
        field("half_turns", &list(half_turns.map(|orders| quoted(&orders_in_text(orders))).collect()));
        field("hash", &quoted(&format!("{:016x}", self.hash)));
        let map = self.scenario.map.to_ron().trim_end().replace('\n', "\n    ");
        field("map", &map);
        out + ")\n"
    }

    /// Returns the position to solve, at the beginning of a half-turn.
    #[must_use]
    pub const fn position(&self) -> &Battle {
        &self.position
    }

    /// Returns the scenario of the battle that the position is taken from, with its seed.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Lists the orders of the battle before the position.
    #[must_use]
    pub fn orders_before(&self) -> &[Order] {
        &self.record
    }

    /// Returns the side that solves the puzzle.
    #[must_use]
    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// Chance to win with the best plan of another kind.
    #[must_use]
    pub fn other_chance(&self) -> f64 {
        self.others.iter().map(|other| other.chance).fold(0.0, f64::max)
    }

    /// Returns how hard the puzzle is, from 1 to 5: one more for each fifth of the commanders asked
    /// that do not find the solution.
    ///
    /// ```
    /// use hotgates_analysis::shipped_puzzles;
    ///
    /// let mut puzzle = shipped_puzzles()[0].clone();
    /// puzzle.found_by.clear();
    /// assert_eq!(puzzle.rating(), 5);
    /// ```
    #[must_use]
    pub fn rating(&self) -> u32 {
        let found = u32::try_from(self.found_by.len()).unwrap_or(u32::MAX).min(self.asked);
        let missed = self.asked - found;
        1 + (5 * missed / self.asked.max(1)).min(4)
    }
}

fn check_chance(field: &'static str, number: f64) -> Result<(), PuzzleError> {
    if (0.0..=1.0).contains(&number) {
        return Ok(());
    }
    Err(PuzzleError::NoChance { field, number: number.to_string() })
}

/// Plays the orders before a position; returns the scenario, the orders, the position and its hash.
fn play_record(
    map: MapFile,
    half_turns: &[String],
    hash: &str,
) -> Result<(Scenario, Vec<Order>, Battle, u64), PuzzleError> {
    let scenario = Scenario::classic(map);
    let start = Battle::from_scenario(&scenario).map_err(PuzzleError::Map)?;
    let mut game = GameRecord::new(start, scenario.dice_source());
    let (mut record, mut log) = (Vec::new(), Vec::new());
    for (number, text) in half_turns.iter().enumerate() {
        let field = || format!("half_turns[{number}]");
        let orders = orders_from_text(text).map_err(|why| PuzzleError::Notation { field: field(), why })?;
        for order in orders.into_iter().chain([Order::EndTurn]) {
            if record.len() == MOST_ORDERS {
                return Err(PuzzleError::TooLong);
            }
            log.clear();
            game.act(order, &mut log).map_err(|why| match why {
                Illegal::Over => PuzzleError::Over,
                why => PuzzleError::Illegal { field: field(), order, why },
            })?;
            record.push(order);
        }
    }
    if game.battle().verdict().is_some() {
        return Err(PuzzleError::Over);
    }
    let made = game.hash();
    if hash != format!("{made:016x}") {
        return Err(PuzzleError::Position { found: hash.chars().take(16).collect(), made });
    }
    Ok((scenario, record, game.battle().clone(), made))
}

/// Reads a plan and checks that it can be given at mean dice.
fn plan_from_text(position: &Battle, field: &str, text: &str) -> Result<Vec<Order>, PuzzleError> {
    let orders =
        orders_from_text(text).map_err(|why| PuzzleError::Notation { field: field.to_owned(), why })?;
    super::plan::play_plan(position, &orders).map_err(|(order, why)| PuzzleError::Illegal {
        field: field.to_owned(),
        order,
        why,
    })?;
    Ok(orders)
}
