//! The report of an analysis about choke sets.

use hotgates_choke::ChokeSetMethod;
use hotgates_engine::{Coord, Direction};

use super::hex_values::HexValues;

/// The place that Red comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Invasion {
    /// The entry that the file gives.
    AsGiven,
    /// A direction of the map's edge, wherever the file has Red start.
    From(Direction),
}

/// The choke sets for one invasion.
#[derive(Debug, Clone)]
pub struct ChokeReport {
    /// The invasion.
    pub invasion: Invasion,
    /// Direction that the battle has Red come from; `None` where it has entry hexes.
    pub direction: Option<Direction>,
    /// Hexes on which Red's units start.
    pub entry: Vec<Coord>,
    /// For each hex, the ‰ of Red's units whose cheapest path to a castle leads through the hex.
    pub heat: HexValues<u16>,
    /// Choke sets: those of the classic walk, then those of maximum flow that the walk did not
    /// find.
    pub sets: Vec<ChokeCandidate>,
    /// `true` if the classic walk found all its sets. On large maps with many paths it ends early.
    pub complete: bool,
    /// Index in `sets` of the set that Blue's commander would hold; `None` if there is none.
    pub chosen: Option<usize>,
}

/// A choke set with its ratings: hexes (points of convergence, POC) that Blue might hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChokeCandidate {
    /// The hexes.
    pub hexes: Vec<Coord>,
    /// Size of the set times the sum of travel costs in MP between its hexes; the lowest is best.
    pub score: u64,
    /// `true` if every path from Red to a castle leads through the set.
    pub cuts: bool,
    /// `true` if Blue can be on every hex before any Red unit.
    pub feasible: bool,
    /// The method that found the set.
    pub by: ChokeSetMethod,
}
