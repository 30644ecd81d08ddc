//! Choke sets for the invasion that the file gives, and for one from every other direction.

use hotgates_ai::Budget;
use hotgates_choke::{ChokeSet, ChokeSurvey, choose_choke_set};
use hotgates_engine::{Battle, Cell, CellSet, Direction, MapFile, Scenario, Side, View};
use hotgates_play::{Cancel, Cancelled};

use crate::glyph_grid::hex_count;

use super::choke_report::{ChokeCandidate, ChokeReport, Invasion};
use super::finding::{AnalysisStage, Finding, SkipReason};
use super::heat::MarchPaths;

/// Largest memory of a survey, in bytes: a survey stores turns for each defender and each hex.
const MOST_MEMORY: usize = 256 << 20;

/// Largest number of cells that a walk may look at: it searches the map once for each hex of each
/// set.
const MOST_WALKED: usize = 30_000_000;

/// Budget of the search by maximum flow, in steps.
const STEPS: u64 = 2000;

/// Reports the choke sets for the battle as the file gives it, then for each direction in turn.
pub(super) fn report_invasions(
    scenario: &Scenario,
    given: Battle,
    paths: &MarchPaths,
    cancel: &Cancel,
    each: &mut impl FnMut(Finding),
) -> Result<(), Cancelled> {
    let places = scenario.map.red.iter().flat_map(|red| &red.units).any(|unit| unit.at.is_some());
    let same = given.origin_direction().filter(|_| !places);
    each(find_choke_report(&given, Invasion::AsGiven, paths, cancel)?);
    drop(given);
    let mut other = Scenario::new(without_start_places(&scenario.map), scenario.rules.clone());
    for direction in Direction::ALL {
        if same == Some(direction) {
            continue;
        }
        cancel.check_flag()?;
        other.map.from = Some(direction);
        let invasion = Invasion::From(direction);
        let report = Battle::check_scenario(&other);
        each(match report.battle {
            Some(battle) => find_choke_report(&battle, invasion, paths, cancel)?,
            None => Finding::NoInvasion(invasion, report.faults),
        });
    }
    Ok(())
}

/// Returns the map without Red's starting places and entry hexes, so that a direction alone decides
/// where Red starts.
fn without_start_places(map: &MapFile) -> MapFile {
    let mut map = MapFile { entry: Vec::new(), ..map.clone() };
    for unit in map.red.iter_mut().flat_map(|red| &mut red.units) {
        unit.at = None;
    }
    map
}

fn find_choke_report(
    battle: &Battle,
    invasion: Invasion,
    paths: &MarchPaths,
    cancel: &Cancel,
) -> Result<Finding, Cancelled> {
    cancel.check_flag()?;
    let grid = battle.grid();
    let holders = battle.living(Side::Blue).count();
    if (holders + 2).saturating_mul(grid.len()).saturating_mul(size_of::<u32>()) > MOST_MEMORY {
        let hexes = hex_count(grid.width(), grid.height());
        return Ok(Finding::Skipped(AnalysisStage::Chokes, SkipReason::TooMuchMemory { holders, hexes }));
    }
    let start = CellSet::from_cells(grid, battle.starting_cells(Side::Red));
    let heat = paths.share_of_paths_through(battle, |cell| start.contains(cell), cancel)?;
    let mut survey = ChokeSurvey::new(View::new(battle, Side::Blue));
    cancel.check_flag()?;
    let mut left = MOST_WALKED / grid.len();
    let mut complete = true;
    let mut sets = survey.classic_sets_while(|| {
        complete = left > 0 && !cancel.is_set();
        left = left.saturating_sub(1);
        complete
    });
    cancel.check_flag()?;
    let mut budget = Budget::new(STEPS).cancelled_by(cancel.clone());
    let exact = survey.smallest_sets(&sets, &mut budget);
    cancel.check_flag()?;
    let is_known = |sets: &[ChokeSet], set: &ChokeSet| {
        let sorted = |hexes: &[Cell]| {
            let mut hexes = hexes.to_vec();
            hexes.sort_unstable();
            hexes
        };
        sets.iter().any(|other| sorted(&other.hexes) == sorted(&set.hexes))
    };
    for set in exact {
        if !is_known(&sets, &set) {
            sets.push(set);
        }
    }
    let chosen = choose_choke_set(View::new(battle, Side::Blue), &sets);
    let coords = |cells: &[Cell]| cells.iter().map(|&cell| grid.coord(cell)).collect();
    let poc = |set: &ChokeSet| ChokeCandidate {
        hexes: coords(&set.hexes),
        score: set.score,
        cuts: set.cuts,
        feasible: set.can_be_held(),
        by: set.by,
    };
    Ok(Finding::Chokes(ChokeReport {
        invasion,
        direction: battle.origin_direction(),
        entry: coords(&battle.starting_cells(Side::Red).collect::<Vec<_>>()),
        heat,
        sets: sets.iter().map(poc).collect(),
        complete,
        chosen,
    }))
}
