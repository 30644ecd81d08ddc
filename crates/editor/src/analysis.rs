//! Analysis of how a map plays, run while the map is edited on a thread of the caller's until the
//! caller cancels it.

mod balance;
mod choke_report;
mod chokes;
mod finding;
mod heat;
mod hex_values;
mod travel;

use std::sync::Arc;

use hotgates_engine::{Battle, BySide, Coord, Fault, Field, Map, MapFile, Ruleset, Scenario, UnitTypeId};
use hotgates_play::{Cancel, Cancelled, Seat, SpoiledGame};

use crate::document::Document;
use crate::glyph_grid::GlyphGrid;
use heat::MarchPaths;

pub use balance::{BalanceError, BalanceMeter};
pub use choke_report::{ChokeCandidate, ChokeReport, Invasion};
pub use finding::{AnalysisStage, Finding, SkipReason};
pub use hex_values::HexValues;
pub use travel::{ArrivalTurnsBySide, MarchTurns};

/// The question of how a document plays as it stands. An analysis shares nothing with the document,
/// so it can be sent to a thread while the editing goes on.
///
/// ```
/// use hotgates_editor::{Analysis, Cancel, Document, Finding};
///
/// // A castle in the north-east, and grass behind mountains in the north-west.
/// let source = r##"Map(name: "Walled", rows: [".^...#", "^^....", "......"])"##;
/// let document = Document::open(source).expect("a sound file");
/// let mut cut_off = Vec::new();
/// let analysis = Analysis::new(&document).with_battle_count(0);
/// analysis.report_findings(&Cancel::new(), |finding| {
///     if let Finding::Unreachable(hexes) = finding {
///         cut_off = hexes;
///     }
/// })?;
/// assert_eq!(cut_off, [(0, 0).into()]);
/// # Ok::<(), hotgates_editor::Cancelled>(())
/// ```
#[derive(Debug, Clone)]
pub struct Analysis {
    ground: GlyphGrid,
    file: MapFile,
    rules: Arc<Ruleset>,
    revision: u64,
    games: u32,
}

impl Analysis {
    /// Number of battles that an analysis plays unless
    /// [`with_battle_count`](Self::with_battle_count) sets another.
    pub const GAMES: u32 = 200;
    /// Largest number of hexes of a map on which battles are played. On larger maps a single order
    /// can take seconds, during which nothing can be cancelled.
    pub const MOST_FOUGHT: usize = 65_536;

    /// Makes an analysis of a document as it stands. Cost: a copy of the map.
    #[must_use]
    pub fn new(document: &Document) -> Self {
        Self {
            ground: document.ground().clone(),
            file: document.settings().clone(),
            rules: document.shared_rules(),
            revision: document.revision(),
            games: Self::GAMES,
        }
    }

    /// Sets the number of battles to play; 0 plays none.
    #[must_use]
    pub fn with_battle_count(self, games: u32) -> Self {
        Self { games, ..self }
    }

    /// Returns the [revision](Document::revision) of the document that is analysed.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Runs all stages, and hands each finding to `each` as soon as it is made.
    ///
    /// Cost: on a map of 1000 × 1000 hexes with the standard armies about 100 MB, some seconds
    /// until the heat map and some more for each direction; no battles are played on maps of more
    /// than [`MOST_FOUGHT`](Self::MOST_FOUGHT) hexes. The flag is read between searches of the map
    /// and between a commander's orders, but not within the engine's check. The findings are the
    /// same every time.
    ///
    /// # Errors
    /// [`Cancelled`] once `cancel` is set. The findings handed over until then are true.
    pub fn report_findings(&self, cancel: &Cancel, mut each: impl FnMut(Finding)) -> Result<(), Cancelled> {
        let scenario = self.to_scenario();
        cancel.check_flag()?;
        let report = Battle::check_scenario(&scenario);
        cancel.check_flag()?;
        let mut faults = report.faults;
        if let Some(battle) = &report.battle {
            faults.extend(find_unknown_commanders(&scenario.map, battle));
        }
        let commanders_known = faults.iter().all(Fault::is_warning);
        each(Finding::Faults(faults));
        if let Some(battle) = &report.battle {
            let at = |unit| battle.grid().coord(battle.unit(unit).cell);
            each(Finding::Deployment(BySide::new(|side| battle.living(side).map(at).collect())));
        }
        each(Finding::Done(AnalysisStage::Faults));
        if let Ok(map) = Map::read_rows(&scenario.map, &scenario.rules)
            && !map.castles().is_empty()
        {
            each(Finding::Unreachable(find_unreachable_hexes(&map, &scenario.rules, cancel)?));
            each(Finding::Done(AnalysisStage::Unreachable));
        }
        let Some(battle) = report.battle else {
            each(Finding::Skipped(AnalysisStage::Travel, SkipReason::Unplayable));
            return Ok(());
        };
        each(Finding::Travel(MarchTurns::count_turns(&battle, cancel)?));
        each(Finding::Done(AnalysisStage::Travel));
        each(Finding::Arrival(ArrivalTurnsBySide::count_turns(&battle, cancel)?));
        each(Finding::Done(AnalysisStage::Arrival));
        let paths = MarchPaths::new(&battle, cancel)?;
        each(Finding::Heat(paths.share_of_paths_through(&battle, |_| true, cancel)?));
        each(Finding::Done(AnalysisStage::Heat));
        chokes::report_invasions(&scenario, battle, &paths, cancel, &mut each)?;
        each(Finding::Done(AnalysisStage::Chokes));
        if commanders_known && self.games > 0 {
            self.play_battles(&scenario, cancel, &mut each)?;
        }
        Ok(())
    }

    fn play_battles(
        &self,
        scenario: &Scenario,
        cancel: &Cancel,
        each: &mut impl FnMut(Finding),
    ) -> Result<(), Cancelled> {
        let (hexes, max) = (self.ground.glyphs.len(), Self::MOST_FOUGHT);
        if hexes > max {
            each(Finding::Skipped(AnalysisStage::Balance, SkipReason::TooManyHexes { hexes, max }));
            return Ok(());
        }
        let mut balance = BalanceMeter::new(scenario);
        for _ in 0..self.games {
            match balance.play_one_battle(cancel) {
                Ok(tally) => each(Finding::Balance(tally.clone())),
                Err(BalanceError::Game(SpoiledGame::Cancelled(cancelled))) => return Err(cancelled),
                Err(error) => {
                    let why = match error {
                        BalanceError::Unplayable => SkipReason::Unplayable,
                        BalanceError::Game(spoiled) => SkipReason::Spoiled(spoiled),
                    };
                    each(Finding::Skipped(AnalysisStage::Balance, why));
                    return Ok(());
                }
            }
        }
        each(Finding::Done(AnalysisStage::Balance));
        Ok(())
    }

    fn to_scenario(&self) -> Scenario {
        let map = MapFile { rows: self.ground.rows(), ..self.file.clone() };
        Scenario::new(map, (*self.rules).clone())
    }
}

/// Returns a fault for each commander that the file names and nobody knows.
fn find_unknown_commanders(file: &MapFile, battle: &Battle) -> Vec<Fault> {
    let fault = |(field, name): (String, &str)| {
        let unknown = Seat::seat_named_in_file(name).check_contestant(battle.rules()).err()?;
        Some(Fault::fault_of_field(field, unknown.into()))
    };
    file.named_commanders().filter_map(fault).collect()
}

/// Returns the hexes that some unit type could stand on, but from which none gets to a castle, row
/// by row.
fn find_unreachable_hexes(map: &Map, rules: &Ruleset, cancel: &Cancel) -> Result<Vec<Coord>, Cancelled> {
    let mut kinds: Vec<UnitTypeId> = rules.unit_ids().collect();
    kinds.sort_by_key(|&kind| (map.cost_layer_number(kind), kind));
    kinds.dedup_by_key(|kind| map.cost_layer_number(*kind));
    let grid = map.grid();
    let mut field = Field::new();
    let mut cut_off = vec![false; grid.len()];
    for &kind in &kinds {
        let costs = map.costs(kind);
        for cell in grid.cells() {
            cut_off[cell.index()] |= costs[cell.index()] > 0;
        }
    }
    for &kind in &kinds {
        cancel.check_flag()?;
        let costs = map.costs(kind);
        let castles = map.castles().iter().copied().filter(|castle| costs[castle.index()] > 0);
        field.towards_targets(grid, castles, costs, |_| true);
        for cell in field.touched_cells() {
            cut_off[cell.index()] = false;
        }
    }
    let mut hexes: Vec<Coord> =
        grid.cells().filter(|cell| cut_off[cell.index()]).map(|cell| grid.coord(cell)).collect();
    hexes.sort_unstable_by_key(|at| (at.row, at.col));
    Ok(hexes)
}
