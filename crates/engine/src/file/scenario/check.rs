//! From scenario to battle: checked once, every fault reported at once, trusted from then on.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexx::Hex;

use crate::battle::combat::CombatTable;
use crate::battle::dice::Dice;
use crate::battle::setup::{Camp, Layout, Origin, Recruit};
use crate::battle::unit::UnitInfo;
use crate::battle::{Arena, Battle};
use crate::file::fault::{Fault, FaultKind};
use crate::file::ids::UnitTypeId;
use crate::file::map::Map;
use crate::file::ruleset::{MAX_UNITS, Ruleset};
use crate::file::scenario::{Army, MapFile, Scenario, UnitEntry};
use crate::grid::Cell;
use crate::grid::coord::{Coord, Direction};
use crate::measure::Strength;
use crate::path::cost_bits::CostBits;
use crate::path::field::Field;
use crate::side::{BySide, Side};

/// The most turns a battle may last.
pub const MAX_TURNS: i64 = 10_000;
/// The most, in ‰, that units may be cut by at the start.
pub const MAX_VARIATION: i64 = 900;

/// What checking a scenario finds.
#[derive(Debug)]
pub struct Report {
    /// The battle, if it can be played.
    pub battle: Option<Battle>,
    /// Everything wrong with the scenario, warnings included.
    pub faults: Vec<Fault>,
}

impl Scenario {
    /// Checks everything and makes the battle if it can be played.
    pub fn check(&self) -> Report {
        let mut check = Check { map: &self.map, rules: &self.rules, faults: self.rules.faults() };
        if !check.faults.is_empty() {
            return Report { battle: None, faults: check.faults };
        }
        let battle = check.run();
        let playable = check.faults.iter().all(Fault::is_warning);
        Report { battle: battle.filter(|_| playable), faults: check.faults }
    }

    /// The directions from which Red can come in this scenario, for a compass that greys out the others.
    pub fn possible_directions(&self) -> Vec<Direction> {
        let from = |direction: &Direction| {
            let map = MapFile { from: Some(*direction), entry: Vec::new(), ..self.map.clone() };
            Self { map, rules: self.rules.clone() }.check().battle.is_some()
        };
        Direction::ALL.into_iter().filter(from).collect()
    }
}

struct Check<'a> {
    map: &'a MapFile,
    rules: &'a Ruleset,
    faults: Vec<Fault>,
}

/// A side's army as a scenario gives it, or as the ruleset has it for maps without one.
struct Muster {
    entries: Vec<UnitEntry>,
    recruits: Vec<Recruit>,
    /// Whether it is the ruleset's.
    standard: bool,
}

impl Check<'_> {
    fn run(&mut self) -> Option<Battle> {
        let file = self.map;
        let turns = file.turns.map(|turns| self.range("turns", turns, 1, MAX_TURNS));
        let variation = self.range("variation", file.variation.unwrap_or(0), 0, MAX_VARIATION);
        let map = Map::read(file, self.rules).map_err(|faults| self.faults.extend(faults)).ok();
        let mut armies = BySide::new(|side| self.muster(side, map.as_ref()));
        let map = map?;
        if map.castles().is_empty() {
            self.report("rows", FaultKind::NoCastle);
            return None;
        }
        let entry = self.entry(&map);
        if !self.faults.is_empty() {
            return None;
        }
        let (origin, camps) = self.lay_out(&map, &mut armies, entry)?;
        if !self.faults.is_empty() {
            return None;
        }
        let march = self.march(&map, &camps.red.cells);
        let turns = turns.unwrap_or_else(|| self.default_turns(march));
        if 2 * march > turns {
            self.faults.push(Fault::new(FaultKind::LongMarch { march, turns }));
        }
        let roster = self.roster(&armies, &camps, file.seed.unwrap_or(0), variation);
        let mut strength = BySide::default();
        for unit in &roster {
            strength[unit.side] += u32::from(unit.start.0);
        }
        let cost_bits = map.layers().map(CostBits::split_by_cost).collect();
        let arena = Arena {
            rules: self.rules.clone(),
            combat: CombatTable::new(self.rules),
            map,
            cost_bits,
            units: roster.into(),
            red_units: armies.red.recruits.len(),
            strength,
            zones: BySide { red: camps.red.zone.into(), blue: camps.blue.zone.into() },
            from: match origin {
                Origin::Direction(direction) => Some(direction),
                Origin::Entry(_) => None,
            },
            turns,
            objective: file.objective.unwrap_or_default(),
        };
        Some(Battle::start(Arc::new(arena)))
    }

    fn report(&mut self, field: impl Into<String>, kind: FaultKind) {
        self.faults.push(Fault::at_field(field, kind));
    }

    fn range(&mut self, field: impl Into<String>, value: i64, min: i64, max: i64) -> u32 {
        if !(min..=max).contains(&value) {
            self.report(field, FaultKind::OutOfRange { value, min, max });
        }
        clamp(value, min, max)
    }

    /// Checks one army's entries and finds their types and places.
    fn muster(&mut self, side: Side, map: Option<&Map>) -> Muster {
        let Some(army) = self.map.army(side) else {
            return self.standard_army(side, None);
        };
        let field = format!("{}.units", side.name());
        let value = i64::try_from(army.units.len()).unwrap_or(i64::MAX);
        if army.units.is_empty() || army.units.len() > MAX_UNITS {
            let max = i64::try_from(MAX_UNITS).unwrap_or(i64::MAX);
            self.report(&field, FaultKind::Count { what: "units".into(), value, min: 1, max });
            return Muster { entries: Vec::new(), recruits: Vec::new(), standard: false };
        }
        let recruits = self.recruits(side, army, map);
        Muster { entries: army.units.clone(), recruits, standard: false }
    }

    fn recruits(&mut self, side: Side, army: &Army, map: Option<&Map>) -> Vec<Recruit> {
        let mut taken: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut recruits = Vec::new();
        for (index, entry) in army.units.iter().enumerate() {
            let at = |name: &str| format!("{}.units[{index}].{name}", side.name());
            let Some(kind) = self.rules.unit(&entry.kind) else {
                let known = self.rules.units.iter().map(|unit| unit.name.as_str());
                self.report(at("type"), FaultKind::unknown("unit type", &entry.kind, known));
                continue;
            };
            if let Some(strength) = entry.strength {
                self.range(at("strength"), strength, 1, self.rules.units[kind].strength.0.into());
            }
            if let Some(rank) = entry.rank.as_ref().filter(|rank| self.rules.rank(rank).is_none()) {
                let known = self.rules.ranks.iter().map(|rank| rank.name.as_str());
                self.report(at("rank"), FaultKind::unknown("rank", rank, known));
            }
            let cell = entry.at.zip(map).and_then(|(hex, map)| {
                let cell = self.passable(map, hex, kind, &at("at"))?;
                if let Some(&other) = taken.get(&cell) {
                    let name =
                        |index: usize| format!("{side}'s unit {} ({})", index + 1, army.units[index].kind);
                    let kind = FaultKind::Occupied { unit: name(index), other: name(other) };
                    self.faults.push(Fault::at_field(at("at"), kind).at_hex(hex));
                }
                taken.insert(cell, index);
                Some(cell)
            });
            recruits.push(Recruit { kind, at: cell });
        }
        recruits
    }

    /// The cell of a hex that a file names, if a unit of this type can stand there.
    fn passable(&mut self, map: &Map, hex: Coord, kind: UnitTypeId, field: &str) -> Option<Cell> {
        let (width, height) = (map.grid().width(), map.grid().height());
        let Some(cell) = map.grid().at(hex) else {
            self.report(field, FaultKind::OffMap { hex, width, height });
            return None;
        };
        if map.costs(kind)[cell.index()] == 0 {
            let terrain = self.rules.terrains[map.terrain(cell)].name.clone();
            let kind = FaultKind::Impassable { unit: self.rules.units[kind].name.clone(), terrain };
            self.faults.push(Fault::at_field(field, kind).at_hex(hex));
            return None;
        }
        Some(cell)
    }

    /// The explicit hexes by which Red comes in.
    fn entry(&mut self, map: &Map) -> Vec<Cell> {
        let kind = self.walker();
        let entries = &self.map.entry;
        let (value, max) =
            [entries.len(), MAX_UNITS].map(|count| i64::try_from(count).unwrap_or(i64::MAX)).into();
        if value > max {
            self.report("entry", FaultKind::Count { what: "hexes".into(), value, min: 1, max });
            return Vec::new();
        }
        let cells = entries.iter().copied().enumerate();
        cells.filter_map(|(index, hex)| self.passable(map, hex, kind, &format!("entry[{index}]"))).collect()
    }

    /// The type whose costs stand for marching: the first infantry of the ruleset.
    fn walker(&self) -> UnitTypeId {
        self.rules.walker()
    }

    /// The ruleset's army, with only `units` of its units in even proportion.
    fn standard_army(&self, side: Side, units: Option<u32>) -> Muster {
        let list = match side {
            Side::Red => &self.rules.standard.red,
            Side::Blue => &self.rules.standard.blue,
        };
        let total: u32 = list.iter().map(|(_, count)| count).sum();
        let wanted = units.unwrap_or(total);
        let mut entries = Vec::new();
        let (mut before, mut given) = (0, 0);
        for (kind, count) in list {
            // Each type gets its share of the running sum, so that shares add up to exactly `wanted`.
            before += count;
            let upto = (before * wanted + total / 2) / total;
            entries.extend((given..upto).map(|_| UnitEntry::new(kind)));
            given = upto;
        }
        let recruit = |entry: &UnitEntry| self.rules.unit(&entry.kind).map(|kind| Recruit { kind, at: None });
        Muster { recruits: entries.iter().filter_map(recruit).collect(), entries, standard: true }
    }

    /// Finds room for both armies; standard ones are shortened evenly, by as little as possible, where there is none.
    fn lay_out(
        &mut self,
        map: &Map,
        armies: &mut BySide<Muster>,
        entry: Vec<Cell>,
    ) -> Option<(Origin, BySide<Camp>)> {
        let mut layout = Layout::new(map, self.rules);
        if !layout.has_a_way(&armies.red.recruits) {
            self.report("rows", FaultKind::CastleCutOff);
            return None;
        }
        let origins: Vec<Origin> = match (entry.is_empty(), self.map.from) {
            (false, _) => vec![Origin::Entry(entry)],
            (true, Some(direction)) => vec![Origin::Direction(direction)],
            (true, None) => layout.directions(self.walker()).into_iter().map(Origin::Direction).collect(),
        };
        let full = BySide::new(|side| armies[side].recruits.len());
        let standard = Side::BOTH.into_iter().filter(|&side| armies[side].standard);
        // Armies are shortened in as many steps as the largest of them has units. The longest ones that fit are
        // found by halving, after the full ones.
        let most = standard.map(|side| full[side]).max().unwrap_or(1);
        let (mut fits, mut too_many, mut part) = (0, most + 1, most);
        let (mut found, mut first_fault) = (None, None);
        while fits + 1 < too_many {
            self.shorten(armies, full, part, most);
            match lay_out_from_first(&mut layout, map, armies, &origins) {
                Ok(camps) => (fits, found) = (part, Some(camps)),
                Err(fault) => {
                    too_many = part;
                    first_fault.get_or_insert(fault);
                }
            }
            part = fits.midpoint(too_many);
        }
        let Some((origin, camps)) = found else {
            let field = if self.map.from.is_some() { "from" } else { "rows" };
            self.report(field, first_fault.unwrap_or(FaultKind::CastleCutOff));
            return None;
        };
        self.shorten(armies, full, fits, most);
        self.start_distance(map, armies, &camps, &layout);
        if !layout.reaches_a_castle(&armies.red.recruits, &camps.red.cells) {
            self.report("red.units", FaultKind::CastleCutOff);
        }
        Some((origin, camps))
    }

    /// Gives each standard army `part` of `most` of its full units.
    fn shorten(&self, armies: &mut BySide<Muster>, full: BySide<usize>, part: usize, most: usize) {
        for side in Side::BOTH {
            let units = (full[side] * part).div_ceil(most);
            if armies[side].standard && armies[side].recruits.len() != units {
                armies[side] = self.standard_army(side, u32::try_from(units).ok());
            }
        }
    }

    /// Red units that a scenario puts too close to a castle or to Blue.
    fn start_distance(&mut self, map: &Map, armies: &BySide<Muster>, camps: &BySide<Camp>, layout: &Layout) {
        let grid = map.grid();
        let near = layout.too_close(&camps.blue.cells);
        for (index, (recruit, entry)) in armies.red.recruits.iter().zip(&armies.red.entries).enumerate() {
            let Some((cell, other)) = recruit.at.and_then(|cell| Some((cell, near.to(cell)?))) else {
                continue;
            };
            let is_castle = map.castles().binary_search(&other).is_ok();
            let from = if is_castle { "a castle" } else { "a Blue unit" };
            let kind = FaultKind::TooClose {
                unit: format!("Red's unit {} ({})", index + 1, entry.kind),
                distance: grid.distance(cell, other),
                from: format!("{from} at {}", grid.coord(other)),
                min: self.rules.setup.distance,
            };
            let fault = Fault::at_field(format!("red.units[{index}].at"), kind);
            self.faults.push(fault.at_hex(grid.coord(cell)));
        }
    }

    /// The last turn of a battle that names none.
    fn default_turns(&self, march: u32) -> u32 {
        let setup = &self.rules.setup;
        let turns =
            setup.turns.saturating_add(setup.turns_per_march.saturating_mul(march)).max(setup.min_turns);
        clamp(turns.into(), 1, MAX_TURNS)
    }

    /// In how many turns Red's nearest infantry, or whatever it has, is at a castle.
    fn march(&self, map: &Map, red: &[Cell]) -> u32 {
        let kind = self.walker();
        let movement = self.rules.units[kind].movement.0.into();
        let mut field = Field::new();
        let costs = map.costs(kind);
        let entry = red.iter().copied().filter(|cell| costs[cell.index()] > 0);
        field.arrival(map.grid(), entry, costs, movement, |_| true);
        map.castles().iter().filter_map(|&castle| field.turn(castle, movement)).min().unwrap_or(0)
    }

    fn roster(
        &self,
        armies: &BySide<Muster>,
        camps: &BySide<Camp>,
        seed: u64,
        variation: u32,
    ) -> Vec<UnitInfo> {
        let mut cuts = Dice::stream(seed, 1);
        let mut roster = Vec::new();
        for side in Side::BOTH {
            let mut numbers = vec![0; self.rules.units.len()];
            let army = &armies[side];
            for ((entry, recruit), &cell) in army.entries.iter().zip(&army.recruits).zip(&camps[side].cells) {
                let unit = &self.rules.units[recruit.kind];
                let full =
                    entry.strength.map_or(unit.strength.0, |men| u16::try_from(men).unwrap_or(u16::MAX));
                let kept = 1000 - cuts.below(variation + 1);
                let start = ((u32::from(full) * kept + 500) / 1000).max(1);
                numbers[recruit.kind.index()] += 1;
                roster.push(UnitInfo {
                    side,
                    kind: recruit.kind,
                    rank: entry.rank.as_ref().and_then(|rank| self.rules.rank(rank)),
                    officer: entry.name.clone(),
                    label: format!("{} {}", unit.name, numbers[recruit.kind.index()]),
                    start: Strength(u16::try_from(start).expect("a share of a strength")),
                    cell,
                    tag: entry.tag.clone(),
                });
            }
        }
        roster
    }
}

fn clamp(value: i64, min: i64, max: i64) -> u32 {
    u32::try_from(value.clamp(min, max)).expect("ranges are small")
}

/// The camps of the first origin that has room, or why the first has none.
fn lay_out_from_first(
    layout: &mut Layout,
    map: &Map,
    armies: &BySide<Muster>,
    origins: &[Origin],
) -> Result<(Origin, BySide<Camp>), FaultKind> {
    let mut first_fault = None;
    for origin in origins {
        match lay_out_from(layout, map, armies, origin) {
            Ok(camps) => return Ok((origin.clone(), camps)),
            Err(fault) => first_fault = first_fault.or(Some(fault)),
        }
    }
    Err(first_fault.unwrap_or(FaultKind::CastleCutOff))
}

fn lay_out_from(
    layout: &mut Layout,
    map: &Map,
    armies: &BySide<Muster>,
    origin: &Origin,
) -> Result<BySide<Camp>, FaultKind> {
    let grid = map.grid();
    let start = match origin {
        Origin::Direction(direction) => direction.anchor(grid.width(), grid.height()).hex(),
        Origin::Entry(cells) => grid.hex(cells[0]),
    };
    let advance = layout.to_castle(start);
    let blue = layout.blue(&armies.blue.recruits, Hex::ZERO - advance)?;
    let red = layout.red(&armies.red.recruits, origin, &blue.cells, advance)?;
    Ok(BySide { red, blue })
}
