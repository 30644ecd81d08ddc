//! What has been found out about a map.

use hotgates_editor::{
    AnalysisStage, ArrivalTurnsBySide, ChokeReport, Coord, Finding, HexValues, Invasion, MarchTurns,
    SkipReason,
};
use hotgates_engine::{BySide, Fault};
use hotgates_play::Tally;

/// Findings about a map.
#[derive(Debug, Clone, Default)]
pub struct KnownFindings {
    /// Everything wrong with it; none before it has been checked.
    pub faults: Option<Vec<Fault>>,
    /// Hexes where units start, those without a place of their own included.
    pub deployment: Option<BySide<Vec<Coord>>>,
    /// Ground from which nobody gets to a castle.
    pub unreachable: Vec<Coord>,
    /// Length of the march.
    pub travel: Option<MarchTurns>,
    /// Side that is first at each hex.
    pub arrival: Option<ArrivalTurnsBySide>,
    /// Number of paths that meet at each hex.
    pub heat: Option<HexValues<u16>>,
    /// The choke points for each invasion.
    pub chokes: Vec<ChokeReport>,
    /// Invasions that are impossible, with the faults that say why.
    pub no_invasion: Vec<(Invasion, Vec<Fault>)>,
    /// Results of battles between computers.
    pub balance: Option<Tally>,
    /// Stages that were left out, each with the reason.
    pub skipped: Vec<(AnalysisStage, SkipReason)>,
}

impl KnownFindings {
    pub(super) fn add_finding(&mut self, finding: Finding) {
        match finding {
            Finding::Faults(faults) => self.faults = Some(faults),
            Finding::Deployment(hexes) => self.deployment = Some(hexes),
            Finding::Unreachable(hexes) => self.unreachable = hexes,
            Finding::Travel(travel) => self.travel = Some(travel),
            Finding::Arrival(arrival) => self.arrival = Some(arrival),
            Finding::Heat(heat) => self.heat = Some(heat),
            Finding::Chokes(chokes) => self.chokes.push(chokes),
            Finding::NoInvasion(invasion, faults) => self.no_invasion.push((invasion, faults)),
            Finding::Balance(tally) => self.balance = Some(tally),
            Finding::Skipped(stage, why) => self.skipped.push((stage, why)),
            Finding::Done(_) => {}
        }
    }
}
