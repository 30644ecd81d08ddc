//! The findings of an analysis.

use hotgates_engine::{BySide, Coord, Fault};

use super::balance::Tally;
use super::chokes::{ChokeReport, Invasion};
use super::hex_values::HexValues;
use super::travel::{Arrival, Travel};

/// What an analysis found out.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Everything wrong with the map, with the places; warnings too. Empty where all is well.
    Faults(Vec<Fault>),
    /// Where each side's units would start, those without a place where the layout puts them, in the order of their
    /// armies.
    Deployment(BySide<Vec<Coord>>),
    /// Hexes that some unit could stand on, but from which none gets to a castle.
    Unreachable(Vec<Coord>),
    /// How long the march is.
    Travel(Travel),
    /// Who is where first.
    Arrival(Arrival),
    /// Where ways meet: for each hex, how many of a thousand hexes of ground have their cheapest way to a castle
    /// through it. Equally cheap ways share evenly.
    Heat(HexValues<u16>),
    /// The choke points for one invasion.
    Chokes(ChokeReport),
    /// Red could not come this way, and why.
    NoInvasion(Invasion, Vec<Fault>),
    /// The battles until now, after each one.
    Balance(Tally),
    /// Something that was not tried, and why.
    Skipped(AnalysisStage, SkipReason),
    /// The stage is over; findings of it come no more.
    Done(AnalysisStage),
}

/// The parts of an analysis, in their order.
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
    /// [`Finding::Chokes`] and [`Finding::NoInvasion`]: first the invasion as the file has it, then from each other
    /// direction.
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
    #[error("{holders} Blue units on {hexes} hexes would take too much memory")]
    TooMuchMemory {
        /// Number of Blue's units.
        holders: usize,
        /// Number of hexes of the map.
        hexes: usize,
    },
    /// A battle was not played to its end, for the reason given.
    #[error("{0}")]
    Spoiled(String),
}
