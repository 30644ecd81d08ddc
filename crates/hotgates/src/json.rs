//! The JSON that scripts read. Field names and their order are a promise.

use std::io::{self, Write};
use std::time::Duration;

use hotgates_ai::play::Tally;
use hotgates_engine::{BySide, Fault, GameRecord, How, Side};
use serde::Serialize;

use hotgates_files::LocatedFault;

/// One battle.
#[derive(Debug, Serialize)]
pub struct BattleDocument<'a> {
    map: &'a str,
    red: &'a str,
    blue: &'a str,
    seed: u64,
    /// `red`, `blue` or `draw`; null while it goes on.
    winner: Option<&'static str>,
    how: Option<&'static str>,
    turns: u32,
    orders: usize,
    strength: StrengthsDocument,
    hash: String,
    ms: f64,
}

/// Men left and at the start, for each side.
#[derive(Debug, Serialize)]
struct StrengthsDocument {
    red: [u32; 2],
    blue: [u32; 2],
}

impl<'a> BattleDocument<'a> {
    /// Returns the line of a battle as it stands.
    pub fn new(map: &'a str, names: &'a BySide<String>, course: &GameRecord, took: Duration) -> Self {
        let battle = course.battle();
        let verdict = battle.verdict();
        let strength = |side| [battle.strength(side), battle.start_strength(side)];
        Self {
            map,
            red: &names.red,
            blue: &names.blue,
            seed: course.seed(),
            winner: verdict.map(|verdict| verdict.winner.map_or("draw", Side::name)),
            how: verdict.map(|verdict| How::name(verdict.how)),
            turns: battle.turn(),
            orders: course.orders().len(),
            strength: StrengthsDocument { red: strength(Side::Red), blue: strength(Side::Blue) },
            hash: format!("{:016x}", course.hash()),
            ms: milliseconds_of(took),
        }
    }
}

/// The summary of a series.
#[derive(Debug, Serialize)]
pub struct SeriesDocument<'a> {
    games: u32,
    red_wins: u32,
    blue_wins: u32,
    draws: u32,
    /// The commander given as `--red`.
    first: &'a str,
    first_wins: u32,
    second: &'a str,
    second_wins: u32,
    ci95: [f64; 2],
    ms: f64,
}

impl<'a> SeriesDocument<'a> {
    /// Makes the summary of the games played so far.
    ///
    /// `by_commander` if the interval is about the first commander instead of Red.
    pub fn new(names: &'a BySide<String>, tally: &Tally, by_commander: bool, took: Duration) -> Self {
        let (low, high) = if by_commander { tally.first_interval() } else { tally.side_interval(Side::Red) };
        Self {
            games: tally.games,
            red_wins: tally.wins.red,
            blue_wins: tally.wins.blue,
            draws: tally.draws,
            first: &names.red,
            first_wins: tally.first_wins,
            second: &names.blue,
            second_wins: tally.second_wins,
            ci95: [low, high],
            ms: milliseconds_of(took),
        }
    }
}

/// Result of verifying a replay.
#[derive(Debug, Serialize)]
pub struct VerificationDocument<'a> {
    /// `true` if the replay plays as recorded.
    #[serde(rename = "verified")]
    pub is_true: bool,
    /// The place at which the replay stops being true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The battle, where it is true.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleDocument<'a>>,
}

/// The document of `map chokes`.
#[derive(Debug, Serialize)]
pub struct ChokesDocument {
    /// The direction Red comes from; none where the map gives entry hexes.
    pub from: Option<&'static str>,
    /// The hexes on which Red's units start.
    pub entry: Vec<[i32; 2]>,
    /// The sets.
    pub sets: Vec<ChokeSetDocument>,
    /// Index in `sets` of the set that Blue would hold.
    pub chosen: Option<usize>,
}

/// One set of points of convergence.
#[derive(Debug, Serialize)]
pub struct ChokeSetDocument {
    /// Columns and rows.
    pub hexes: Vec<[i32; 2]>,
    /// Size of the set times the travel costs between its hexes, in MP.
    pub score: u64,
    /// `true` if no path is left with the set blocked.
    pub cuts: bool,
    /// `true` if Blue can be on every hex of the set first.
    pub feasible: bool,
    /// Method that found the set: `classic` or `exact`.
    pub by: &'static str,
}

/// Faults of one file that `map check` finds.
#[derive(Debug, Serialize)]
pub struct CheckedFileDocument {
    /// The file as it was named.
    pub file: String,
    /// `true` if a battle can be fought on the map.
    pub playable: bool,
    /// Every fault of the file, warnings included.
    pub faults: Vec<FaultDocument>,
}

/// One fault and its place.
#[derive(Debug, Serialize)]
pub struct FaultDocument {
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    /// Column and row of the fault's hex.
    hex: Option<[i32; 2]>,
    field: Option<String>,
    message: String,
    warning: bool,
}

impl FaultDocument {
    /// Makes the document of a fault.
    pub fn new(located: &LocatedFault) -> Self {
        let Fault { kind, field, hex, position, .. } = &located.fault;
        Self {
            file: located.file.clone(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            hex: hex.map(|hex| [hex.col, hex.row]),
            field: field.clone(),
            message: kind.to_string(),
            warning: located.fault.is_warning(),
        }
    }

    /// Makes the document of a file that could not be read, with the reason.
    pub fn unreadable_file(file: &str, message: &str) -> Self {
        let (file, message) = (file.to_owned(), message.to_owned());
        Self { file, line: None, column: None, hex: None, field: None, message, warning: false }
    }
}

/// A way over a map, or none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PathDocument {
    /// A path was found.
    Found {
        /// Column and row of each hex, both ends included.
        cells: Vec<[i32; 2]>,
        /// Movement points.
        cost: u32,
        /// Hexes that the search expanded.
        expanded: usize,
    },
    /// There is no path.
    None {
        /// Null.
        cells: (),
    },
}

/// Prints one document on a line of its own.
///
/// # Errors
/// The output, if it does not take the text.
pub fn print_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Returns a time in milliseconds, exact to the microsecond.
fn milliseconds_of(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
