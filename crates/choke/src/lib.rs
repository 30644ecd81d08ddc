//! Choke sets: the few hexes that cut every path from the enemy to the castles.
//!
//! Players call each hex of a choke set a "point of convergence".
//! [`classic_sets`](ChokeSurvey::classic_sets) finds sets by walking the enemy's path from the
//! castle outwards; [`smallest_sets`](ChokeSurvey::smallest_sets) finds sets of fewest hexes by
//! maximum flow. A set that is said to cut is checked by the flood in the `proof` module, which shares
//! no code with either method. [`CastlePaths`] are the attacker's side of the same question: the few paths to the
//! castles over which an army shares itself out.

mod arrival;
mod castle_paths;
mod classic;
mod exact;
mod proof;
mod refine;

use std::sync::Arc;

use hotgates_engine::{Cell, CellSet, Field, Side, UnitId, UnitTypeId, View};

use serde::{Deserialize, Serialize};

use arrival::Arrivals;
pub use castle_paths::{CastlePath, CastlePaths};
pub use proof::cuts_every_path;

/// A choke set: hexes that the defender could hold against the enemy's paths to the castles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChokeSet {
    /// The hexes to hold, in the order in which they were found.
    pub hexes: Vec<Cell>,
    /// Number of hexes times the sum of the travel costs between them, in MP; the lowest is best,
    /// and a single hex scores 0.
    pub score: u64,
    /// Openness of the set to attack: for each hex the number of hexes that the enemy can attack
    /// from, times the part of a hit that its terrain lets through, in ‰. Of sets with equal scores
    /// the one with the lowest exposure is best.
    pub exposure: u64,
    /// `true` if every path from the enemy to a castle leads through the set, units ignored.
    pub cuts: bool,
    /// The unit that is to hold each hex, in the order of the hexes, so that each arrives before
    /// any enemy; `None` when the defender has no such units.
    pub holders: Option<Vec<UnitId>>,
    /// The method that found the set.
    pub by: ChokeSetMethod,
}

impl ChokeSet {
    /// Returns `true` if the defender can be on every hex before any enemy.
    pub const fn can_be_held(&self) -> bool {
        self.holders.is_some()
    }
}

/// The method by which a set was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChokeSetMethod {
    /// Walking the enemy's path from the castle outwards.
    Classic,
    /// Maximum flow.
    Exact,
}

impl ChokeSetMethod {
    /// Name of the method: `classic` or `exact`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Exact => "exact",
        }
    }
}

/// Limits of an easy detour around a held hex in the classic walk, as doctrine files say them: at
/// most `factor` times the direct cost plus `extra` MP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetourRule {
    /// Multiple of the direct cost.
    pub factor: u32,
    /// MP on top of that multiple.
    pub extra: u32,
}

impl Default for DetourRule {
    fn default() -> Self {
        Self { factor: 2, extra: 4 }
    }
}

/// The ground between a defender's castles and its enemy, surveyed once for one position.
///
/// Units block nobody here: the survey asks what the ground allows.
///
/// ```
/// use hotgates_choke::ChokeSurvey;
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// let map = MapFile::from_ron(
///     r##"Map(
///         name: "gap",
///         rows: [
///             "......", "^^.^^^", "......", "......", "......",
///             "......", "......", "......", "......", "#.....",
///         ],
///         turns: 9,
///         red: (units: [(type: "infantry", at: (5, 0))]),
///         blue: (units: [(type: "infantry", at: (1, 8))]),
///     )"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
/// assert_eq!((survey.defending_side(), survey.kept_castles().len()), (Side::Blue, 1));
/// let sets = survey.classic_sets();
/// assert!(sets.iter().all(|set| !set.hexes.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChokeSurvey<'a> {
    view: View<'a>,
    defender: Side,
    /// The castles to be kept: the defender's, or all if it has none.
    castles: Vec<Cell>,
    /// Cells of the enemy's units, each with the unit type whose costs count there.
    enemies: Vec<(Cell, UnitTypeId)>,
    arrivals: Arrivals<'a>,
    rule: DetourRule,
    field: Field,
    /// Cost to everywhere from hexes of the sets looked at last.
    hex_fields: Vec<(Cell, Arc<Field>)>,
    /// Number of cells that the searches have looked at.
    looked: u64,
}

impl<'a> ChokeSurvey<'a> {
    /// Surveys the ground for the view's side, which defends.
    ///
    /// Cost: one search of the map for each unit type on either side, as far as it is asked for.
    #[must_use]
    pub fn new(view: View<'a>) -> Self {
        Self::with_detour_rule(view, DetourRule::default())
    }

    /// Surveys the ground like [`new`](Self::new), with `rule` for easy detours.
    #[must_use]
    pub fn with_detour_rule(view: View<'a>, rule: DetourRule) -> Self {
        let defender = view.side();
        let own = |&(_, owner): &(Cell, Side)| owner == defender;
        let mut castles: Vec<Cell> = view.hexes_at_stake().filter(own).map(|(castle, _)| castle).collect();
        if castles.is_empty() {
            castles = view.map().castles().to_vec();
        }
        let enemies = view.living(defender.other());
        let enemies = enemies.map(|unit| (view.unit(unit).cell, view.info(unit).kind)).collect();
        let arrivals = Arrivals::new(view, defender);
        Self {
            view,
            defender,
            castles,
            enemies,
            arrivals,
            rule,
            field: Field::new(),
            hex_fields: Vec::new(),
            looked: 0,
        }
    }

    /// Castles that the defender has to keep: its own, or all if it has none.
    pub fn kept_castles(&self) -> &[Cell] {
        &self.castles
    }

    /// Side that defends.
    pub const fn defending_side(&self) -> Side {
        self.defender
    }

    /// Returns `true` if the defender can be on a cell before any enemy.
    pub fn is_first_at(&mut self, cell: Cell) -> bool {
        self.arrivals.is_first_at(cell)
    }

    /// Completes a set with its score and exposure, the proof that it cuts, and its holders.
    fn judge_set(&mut self, hexes: Vec<Cell>, by: ChokeSetMethod) -> ChokeSet {
        self.looked += self.view.grid().len() as u64;
        let layers = self.enemy_layers();
        let enemies: Vec<Cell> = self.enemies.iter().map(|&(cell, _)| cell).collect();
        let cuts = cuts_every_path(self.view.map(), &layers, &enemies, &self.castles, &hexes);
        let (score, exposure) = (self.score_set(&hexes), self.count_exposure(&hexes));
        let before = self.arrivals.cells_looked_at();
        let holders = self.arrivals.find_holders(&hexes);
        self.looked += self.arrivals.cells_looked_at() - before;
        ChokeSet { hexes, score, exposure, cuts, holders, by }
    }

    /// Returns the exposure of a set; see [`ChokeSet::exposure`].
    fn count_exposure(&self, hexes: &[Cell]) -> u64 {
        let (map, grid) = (self.view.map(), self.view.grid());
        let marching = self.view.rules().marching_type();
        let costs = map.costs(marching);
        let inner = protected_cells(self.view, &self.castles, hexes);
        let outer = |cell: &Cell| costs[cell.index()] > 0 && !inner.contains(*cell) && !hexes.contains(cell);
        let open = |cell: Cell| 1000 - u64::from(self.view.cover_on(marching, cell).0);
        let attackers =
            |cell: Cell| u64::try_from(grid.around(cell).iter().filter(|&next| outer(next)).count());
        hexes.iter().map(|&cell| attackers(cell).unwrap_or(6) * open(cell)).sum()
    }

    /// Returns one unit type for each set of terrain costs among the enemy's units.
    fn enemy_layers(&self) -> Vec<UnitTypeId> {
        let mut layers: Vec<UnitTypeId> = Vec::new();
        for &(_, kind) in &self.enemies {
            if !layers.iter().any(|&other| {
                self.view.map().cost_layer_number(other) == self.view.map().cost_layer_number(kind)
            }) {
                layers.push(kind);
            }
        }
        layers
    }

    /// Returns the size of a set times the sum of travel costs between its hexes, in MP of the
    /// defender's marching type. Each pair counts in its cheaper direction, and a pair without a
    /// path as the dearest path that a map could have.
    fn score_set(&mut self, hexes: &[Cell]) -> u64 {
        let map = self.view.map();
        let costs = map.costs(self.view.rules().marching_type());
        let no_way = u64::try_from(map.grid().len()).unwrap_or(u64::MAX) * 250;
        let mut sum = 0;
        for (index, &from) in hexes.iter().enumerate() {
            let rest = &hexes[index + 1..];
            if rest.is_empty() {
                break;
            }
            let field = self.field_from(from);
            for &to in rest {
                // The way back enters the start instead of the end.
                let back = |there: u32| there + u32::from(costs[from.index()]) - u32::from(costs[to.index()]);
                sum += field.cost(to).map_or(no_way, |there| there.min(back(there)).into());
            }
        }
        u64::try_from(hexes.len()).unwrap_or(u64::MAX) * sum
    }
}

/// Number of hexes from which the costs to everywhere are kept.
const MOST_HEX_FIELDS: usize = 12;

impl ChokeSurvey<'_> {
    /// Returns the costs from a hex to everywhere, for the defender's marching type. Each hex is
    /// paid for when it is asked for; of those asked for last the costs are kept.
    fn field_from(&mut self, hex: Cell) -> Arc<Field> {
        let known = self.hex_fields.iter().find(|&&(other, _)| other == hex);
        let field = known.map(|(_, field)| Arc::clone(field));
        let field = field.unwrap_or_else(|| {
            let mut field = Field::new();
            let costs = self.view.map().costs(self.view.rules().marching_type());
            field.from_sources(self.view.grid(), [hex], costs, |_| true);
            let field = Arc::new(field);
            if self.hex_fields.len() == MOST_HEX_FIELDS {
                self.hex_fields.remove(0);
            }
            self.hex_fields.push((hex, Arc::clone(&field)));
            field
        });
        self.looked += field.expanded_count() as u64;
        field
    }
}

/// Returns the cells that a set protects: those from which a castle can be reached without passing
/// the set. The set's own cells are not among them.
pub fn protected_cells(view: View<'_>, castles: &[Cell], set: &[Cell]) -> CellSet {
    let costs = view.map().costs(view.rules().marching_type());
    let mut inside = CellSet::from_cells(view.grid(), set.iter().copied());
    let mut waiting: Vec<Cell> = castles.iter().copied().filter(|&castle| inside.insert(castle)).collect();
    while let Some(cell) = waiting.pop() {
        for next in view.grid().around(cell) {
            if costs[next.index()] > 0 && inside.insert(next) {
                waiting.push(next);
            }
        }
    }
    for &cell in set {
        inside.remove(cell);
    }
    inside
}

/// Returns the index of the set to hold, of those that cut and can be held: the set that the
/// defender's units stand on already, so that the defender does not change its mind between two
/// equal sets; else the set of lowest score, then of lowest exposure, then the first.
pub fn choose_choke_set(view: View<'_>, sets: &[ChokeSet]) -> Option<usize> {
    let fit = sets.iter().enumerate().filter(|(_, set)| set.cuts && set.can_be_held());
    fit.min_by_key(|(index, set)| (!is_choke_set_held(view, set), set.score, set.exposure, *index))
        .map(|(index, _)| index)
}

/// Returns `true` if the defender's units stand on every hex of a set.
fn is_choke_set_held(view: View<'_>, set: &ChokeSet) -> bool {
    set.hexes.iter().all(|&cell| view.at(cell).is_some_and(|unit| view.info(unit).side == view.side()))
}
