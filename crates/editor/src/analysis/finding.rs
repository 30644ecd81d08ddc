//! The findings of an analysis.

use hotgates_engine::{BySide, Coord, Fault, count_words};

use super::choke_report::{ChokeReport, Invasion};
use super::hex_values::HexValues;
use super::travel::{ArrivalTurnsBySide, MarchTurns};
use hotgates_play::{SpoiledGame, Tally};

/// A result of one of the stages of an analysis.
#[derive(Debug, Clone)]
pub enum Finding {
    /// All faults of the map with their places, warnings included; empty for a sound map.
    Faults(Vec<Fault>),
    /// Starting hexes of each side's units in the order of their armies. Units without a place in
    /// the file stand where the layout puts them.
    Deployment(BySide<Vec<Coord>>),
    /// Hexes that some unit could stand on, but from which none gets to a castle.
    Unreachable(Vec<Coord>),
    /// Turns of march for the marching type.
    Travel(MarchTurns),
    /// Turns until each side can be at each hex.
    Arrival(ArrivalTurnsBySide),
    /// Hexes where paths meet: for each hex, the ‰ of all ground hexes whose cheapest path to a
    /// castle leads through the hex. Equally cheap paths share evenly.
    Heat(HexValues<u16>),
    /// Choke sets for one invasion.
    Chokes(ChokeReport),
    /// An invasion that Red cannot make, with the faults that prevent it.
    NoInvasion(Invasion, Vec<Fault>),
    /// The tally of all battles so far, after each battle.
    Balance(Tally),
    /// A stage that was not tried, and the reason.
    Skipped(AnalysisStage, SkipReason),
    /// The end of a stage; no further findings of the stage come.
    Done(AnalysisStage),
}

/// The stages of an analysis, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnalysisStage {
    /// [`Finding::Faults`].
    Faults,
    /// [`Finding::Unreachable`].
    Unreachable,
    /// [`Finding::Travel`].
    Travel,
    /// [`Finding::Arrival`].
    Arrival,
    /// [`Finding::Heat`].
    Heat,
    /// [`Finding::Chokes`] and [`Finding::NoInvasion`]: first the invasion as the file gives it,
    /// then from each other direction.
    Chokes,
    /// [`Finding::Balance`].
    Balance,
}

/// A reason why a stage was skipped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// The map has faults.
    #[error("the map cannot be played")]
    Unplayable,
    /// The map is larger than maps on which battles are played.
    #[error("the map has {hexes} hexes; battles are played on up to {max}")]
    TooManyHexes {
        /// Number of hexes of the map.
        hexes: usize,
        /// Largest number of hexes for battles.
        max: usize,
    },
    /// The search for choke points would need more memory than it may take.
    #[error(
        "{} on {} would take too much memory",
        count_words(*.holders, "Blue unit", "Blue units"),
        count_words(*.hexes, "hex", "hexes")
    )]
    TooMuchMemory {
        /// Number of Blue's units.
        holders: usize,
        /// Number of hexes of the map.
        hexes: usize,
    },
    /// A battle was not played to its end, for the reason given.
    #[error(transparent)]
    Spoiled(SpoiledGame),
}
