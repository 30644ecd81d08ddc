//! Checking: a scenario becomes a battle once everything is checked, and every fault is reported at
//! once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hotgates_grid::{Cell, Coord, Direction, Field, Hex};

use crate::battle::event::Event;
use crate::battle::facing::face_enemies;
use crate::battle::fog_state::Knower;
use crate::battle::home_table::HomeTable;
use crate::battle::unit::{Arrival, UnitInfo};
use crate::battle::{Battle, FixedBattleData, GroundInWeather};
use crate::setup::goals::GoalCheck;
use hotgates_rules::{
    CombatTable, Dice, DiceSource, MAX_UNITS, Ruleset, UnitTypeId, WeatherState, WorkTable,
};
use hotgates_scenario::{
    Army, ArmyCamp, ArrivalEntry, CampPlanner, ContingentEntry, Ground, MAX_EXPERIENCE, MAX_TURNS,
    MAX_VARIATION, Map, MapFile, RedOrigin, Scenario, UnitEntry, UnitToPlace, find_faults_of_terms,
};
use hotgates_text::{
    BySide, CountedPart, Fault, FaultKind, ListedUnit, MissingPart, NameKind, NearbyObject, Side, Strength,
};

/// The result of checking a scenario.
#[derive(Debug)]
pub struct CheckedScenario {
    /// The battle, if one can be played.
    pub battle: Option<Battle>,
    /// Every fault of the scenario, warnings included.
    pub faults: Vec<Fault>,
}

impl Battle {
    /// Makes the battle of a scenario, before the first move.
    ///
    /// # Errors
    /// Every fault of the scenario, each with its place.
    ///
    /// ```
    /// # use hotgates_engine::{Battle, MapFile, Scenario};
    /// # let map = MapFile::from_ron(r##"(
    /// #     name: "Two men and a castle",
    /// #     rows: ["..........", "#........."],
    /// #     red: (units: [(type: "infantry", at: (2, 0))]),
    /// #     blue: (units: [(type: "infantry", at: (1, 0))]),
    /// # )"##)?;
    /// # let mut scenario = Scenario::classic(map);
    /// # scenario.rules.setup.distance = 0;
    /// # let mut battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    /// use hotgates_engine::Side;
    ///
    /// assert_eq!((battle.turn(), battle.side()), (1, Side::Red));
    /// assert_eq!(battle.roster().len(), 2);
    /// let nowhere = Scenario::classic(MapFile { rows: vec!["...".into()], ..MapFile::default() });
    /// assert!(Battle::from_scenario(&nowhere).is_err(), "a map without a castle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_scenario(scenario: &Scenario) -> Result<Self, Vec<Fault>> {
        let report = Self::check_scenario(scenario);
        report.battle.ok_or(report.faults)
    }

    /// Checks a scenario and makes the battle, if one can be played.
    ///
    /// ```
    /// use hotgates_engine::{Battle, FaultKind, MapFile, Scenario};
    ///
    /// let map = |rows: [&str; 2]| MapFile { rows: rows.map(str::to_owned).to_vec(), ..MapFile::default() };
    /// let report = Battle::check_scenario(&Scenario::classic(map(["....", "...."])));
    /// assert!(report.battle.is_none());
    /// assert_eq!(report.faults[0].kind, FaultKind::NoCastle);
    ///
    /// // Without armies the standard armies meet, as many of their units as there is room for.
    /// let field = ["....................", "#..................."];
    /// let battle = Battle::check_scenario(&Scenario::classic(map(field))).battle.expect("a sound scenario");
    /// assert_eq!(battle.turn(), 1);
    /// ```
    pub fn check_scenario(scenario: &Scenario) -> CheckedScenario {
        let mut check = ScenarioCheck::new(scenario, None);
        if !check.faults.is_empty() {
            return CheckedScenario { battle: None, faults: check.faults };
        }
        let battle = check.make_battle();
        let playable = check.faults.iter().all(Fault::is_warning);
        CheckedScenario { battle: battle.filter(|_| playable), faults: check.faults }
    }

    /// Makes the battle that a side knows at the start from what it knows of the scenario, for whoever plays
    /// by events alone: all its own units say where they start, and enemies that do not are unseen.
    /// `sightings` are the [`Sighted`](Event::Sighted) events of the enemies in sight.
    ///
    /// # Errors
    /// Every fault of the scenario.
    ///
    /// # Panics
    /// May panic on events of another battle.
    pub fn known_from_scenario(
        scenario: &Scenario,
        observer: Side,
        sightings: &[Event],
    ) -> Result<Self, Vec<Fault>> {
        Self::known_to_knower(scenario, Knower::Side(observer), sightings)
    }

    /// Makes the battle that both sides know at the start, for whoever watches by events alone: units without a
    /// hex are unseen. `sightings` are the [`Sighted`](Event::Sighted) events of all units that their enemies see.
    ///
    /// # Errors
    /// Every fault of the scenario.
    ///
    /// # Panics
    /// May panic on events of another battle.
    pub fn common_from_scenario(scenario: &Scenario, sightings: &[Event]) -> Result<Self, Vec<Fault>> {
        Self::known_to_knower(scenario, Knower::Both, sightings)
    }

    fn known_to_knower(scenario: &Scenario, knower: Knower, sightings: &[Event]) -> Result<Self, Vec<Fault>> {
        let mut check = ScenarioCheck::new(scenario, Some(knower));
        let battle = if check.faults.is_empty() { check.make_battle() } else { None };
        match battle.filter(|_| check.faults.iter().all(Fault::is_warning)) {
            Some(battle) => Ok(battle.with_first_sightings(sightings)),
            None => Err(check.faults),
        }
    }

    /// Returns the directions from which Red can come in a scenario.
    pub fn possible_directions(scenario: &Scenario) -> Vec<Direction> {
        let from = |direction: &Direction| {
            let map = MapFile { from: Some(*direction), entry: Vec::new(), ..scenario.map.clone() };
            Self::check_scenario(&Scenario::new(map, scenario.rules.clone())).battle.is_some()
        };
        Direction::ALL.into_iter().filter(from).collect()
    }
}

struct ScenarioCheck<'a> {
    map: &'a MapFile,
    rules: &'a Ruleset,
    /// Source of the dice that cut strengths.
    dice: DiceSource,
    /// The side, or both, whose knowledge the scenario is; `None` for a whole scenario.
    observer: Option<Knower>,
    faults: Vec<Fault>,
}

/// The army of a side: given by the scenario, or else the standard army of the ruleset.
struct MusteredArmy {
    entries: Vec<UnitEntry>,
    /// The units that are there from the start, in the order of the entries.
    recruits: Vec<UnitToPlace>,
    /// Arrival of each entry; empty where all are there from the start.
    arrivals: Vec<Option<Arrival>>,
    /// `true` for the standard army of the ruleset.
    standard: bool,
}

impl MusteredArmy {
    /// Lists the entries that are there from the start, each with its place in the list.
    fn present_entries(&self) -> impl Iterator<Item = (usize, &UnitEntry)> {
        self.entries.iter().enumerate().filter(|&(index, _)| self.arrival(index).is_none())
    }

    fn arrival(&self, index: usize) -> Option<&Arrival> {
        self.arrivals.get(index)?.as_ref()
    }
}

impl<'a> ScenarioCheck<'a> {
    fn new(scenario: &'a Scenario, observer: Option<Knower>) -> Self {
        let Scenario { map, rules, .. } = scenario;
        let even = map.factor.is_even();
        let faults = if even { rules.find_faults() } else { rules.find_faults_with_situations() };
        Self { map, rules, dice: scenario.dice_source(), observer, faults }
    }
}

impl ScenarioCheck<'_> {
    fn make_battle(&mut self) -> Option<Battle> {
        let file = self.map;
        let turns = file.turns.map(|turns| self.check_range("turns", turns, 1, MAX_TURNS));
        let variation = self.check_range("variation", file.variation.unwrap_or(0), 0, MAX_VARIATION);
        self.faults.extend(find_faults_of_terms(&file.types, file.factor, self.rules));
        let map = Map::read_rows(file, self.rules).map_err(|faults| self.faults.extend(faults)).ok();
        let mut armies = BySide::new(|side| self.muster_army(side, map.as_ref()));
        let map = map?;
        if map.castles().is_empty() {
            self.report_fault("rows", FaultKind::NoCastle);
            return None;
        }
        let entry = self.entry_cells(&map);
        let castles = self.castles_of_blue(&map);
        if !self.faults.is_empty() {
            return None;
        }
        let (origin, camps) = match self.observer {
            Some(observer) => self.known_camps(&armies, entry, (observer, castles[0])),
            None => self.lay_out_armies(&map, &castles, &mut armies, entry)?,
        };
        if !self.faults.is_empty() {
            return None;
        }
        let march = self.march_turns(&map, &castles, &camps.red.cells);
        let turns = turns.unwrap_or_else(|| self.default_turns(march));
        if 2 * march > turns {
            self.faults.push(Fault::new(FaultKind::LongMarch { march, turns }));
        }
        let mut roster = self.make_roster(&armies, &camps, self.dice, variation);
        if self.rules.options.facing.is_some() {
            face_enemies(&mut roster, &map, &castles, &origin, self.rules.options.fog_of_war);
        }
        self.check_contingents(&roster);
        let mut strength = BySide::default();
        for unit in &roster {
            strength[unit.side] += u32::from(unit.start.0);
        }
        let mut check = GoalCheck { file, map: &map, rules: self.rules, roster: &roster, faults: Vec::new() };
        let (mut goals, first_owners) = check.check_goals();
        let events = check.check_events(&mut goals);
        let named_homes = BySide::new(|side| check.check_home(side));
        self.faults.append(&mut check.faults);
        let homes =
            self.rules.options.has_conditions().then(|| HomeTable::new(map.grid(), &origin, named_homes));
        let (weathers, ground) = self.grounds(map);
        let arrivals = roster.iter().filter_map(|info| info.arrival.as_ref());
        let arena = FixedBattleData {
            homes: homes.unwrap_or_default(),
            rules: self.rules.clone(),
            rules_digest: self.rules.options.need_newest_format().then(|| self.rules.digest()),
            combat: CombatTable::new(self.rules),
            ground,
            weathers,
            works: WorkTable::new(self.rules),
            entries: arrivals.flat_map(|arrival| arrival.cells.clone()).collect(),
            units: roster.into(),
            red_units: armies.red.entries.len(),
            strength,
            zones: BySide { red: camps.red.zone.into(), blue: camps.blue.zone.into() },
            from: match origin {
                RedOrigin::Direction(direction) => Some(direction),
                RedOrigin::Entry(_) => None,
            },
            factors: BySide::new(|side| file.factor.situation(side)),
            first: file.first.unwrap_or(Side::Red),
            turns,
            objective: file.objective.unwrap_or_default(),
            contingents: file.contingents.as_slice().into(),
            goals,
            events,
            first_owners,
            observer: None,
        };
        let arena = match self.observer {
            Some(knower) => arena.known_to(knower),
            None => arena,
        };
        let battle = Battle::from_fixed_data(Arc::new(arena));
        let at_once = Side::BOTH.into_iter().find(|&side| battle.meets_winning_set(side));
        if let Some(side) = at_once.filter(|_| self.faults.iter().all(Fault::is_warning)) {
            self.report_fault(format!("wins.{}", side.name()), FaultKind::WonAtStart { side });
        }
        Some(battle)
    }

    /// Returns the ground in each state of the weather, with its rules, and the ground at the start.
    fn grounds(&self, map: Map) -> (Box<[GroundInWeather]>, Arc<Ground>) {
        let Some(rule) = &self.rules.options.weather else {
            return (Box::default(), Arc::new(Ground::new(map, self.rules)));
        };
        let ground_in = |state: &WeatherState| {
            let rules = state.applied_to(self.rules);
            let ground = Arc::new(Ground::new(map.with_costs_of(&rules), &rules));
            (rules, ground)
        };
        let weathers: Box<[_]> = rule.states.iter().map(ground_in).collect();
        let ground = Arc::clone(&weathers[rule.first().index()].1);
        (weathers, ground)
    }

    /// Returns the castles that Red does not hold at the start, around which Blue stands.
    fn castles_of_blue(&mut self, map: &Map) -> Vec<Cell> {
        let red: Vec<Cell> = self.map.red_holds.iter().filter_map(|&hex| map.grid().at(hex)).collect();
        let castles: Vec<Cell> =
            map.castles().iter().copied().filter(|castle| !red.contains(castle)).collect();
        if castles.is_empty() {
            self.report_fault("red_holds", FaultKind::AllCastlesRed);
        }
        castles
    }

    fn check_contingents(&mut self, roster: &[UnitInfo]) {
        let entries = &self.map.contingents;
        for (index, ContingentEntry { name, side, .. }) in entries.iter().enumerate() {
            let units_of = |info: &UnitInfo| info.side == *side && info.contingent.as_ref() == Some(name);
            let same = |other: &ContingentEntry| other.is_called(*side, name);
            let kind = match name {
                _ if entries[..index].iter().any(same) => FaultKind::Twice { name: name.clone() },
                _ if name.trim().is_empty() => FaultKind::Empty { what: MissingPart::Name },
                _ if roster.iter().any(units_of) => continue,
                _ => FaultKind::NobodyInContingent { side: *side, name: name.clone() },
            };
            self.report_fault(format!("contingents[{index}].name"), kind);
        }
    }

    fn report_fault(&mut self, field: impl Into<String>, kind: FaultKind) {
        self.faults.push(Fault::fault_of_field(field, kind));
    }

    fn check_range(&mut self, field: impl Into<String>, value: i64, min: i64, max: i64) -> u32 {
        if !(min..=max).contains(&value) {
            self.report_fault(field, FaultKind::OutOfRange { value, min, max });
        }
        clamp_to_u32(value, min, max)
    }

    /// Checks the entries of an army and finds their types and places.
    fn muster_army(&mut self, side: Side, map: Option<&Map>) -> MusteredArmy {
        let Some(army) = self.map.army(side) else {
            return self.standard_army(side, None);
        };
        let field = format!("{}.units", side.name());
        let value = i64::try_from(army.units.len()).unwrap_or(i64::MAX);
        if army.units.is_empty() || army.units.len() > MAX_UNITS {
            let max = i64::try_from(MAX_UNITS).unwrap_or(i64::MAX);
            self.report_fault(&field, FaultKind::Count { what: CountedPart::Units, value, min: 1, max });
            return MusteredArmy {
                entries: Vec::new(),
                recruits: Vec::new(),
                arrivals: Vec::new(),
                standard: false,
            };
        }
        let (recruits, arrivals) = self.check_units(side, army, map);
        MusteredArmy { entries: army.units.clone(), recruits, arrivals, standard: false }
    }

    /// Returns the units that are there from the start, and the arrivals of all.
    fn check_units(
        &mut self,
        side: Side,
        army: &Army,
        map: Option<&Map>,
    ) -> (Vec<UnitToPlace>, Vec<Option<Arrival>>) {
        let mut taken: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut keys: BTreeSet<&str> = BTreeSet::new();
        let (mut recruits, mut arrivals) = (Vec::new(), Vec::new());
        for (index, entry) in army.units.iter().enumerate() {
            let at = |name: &str| format!("{}.units[{index}].{name}", side.name());
            let Some(kind) = self.rules.unit(&entry.kind) else {
                let known = self.rules.units.iter().map(|unit| unit.name.as_str());
                self.report_fault(
                    at("type"),
                    FaultKind::unknown_name_fault(NameKind::UnitType, &entry.kind, known),
                );
                continue;
            };
            if !self.map.types.allows(side, &entry.kind) {
                let (kind, allowed) = (entry.kind.clone(), self.map.types.of_side(side).join(", "));
                self.report_fault(at("type"), FaultKind::TypeNotAllowed { side, kind, allowed });
            }
            if let Some(key) = entry.key.as_deref().filter(|&key| key.is_empty() || !keys.insert(key)) {
                let twice = FaultKind::Twice { name: key.to_owned() };
                let kind = if key.is_empty() { FaultKind::Empty { what: MissingPart::Key } } else { twice };
                self.report_fault(at("key"), kind);
            }
            if entry.called.as_ref().is_some_and(|name| name.trim().is_empty()) {
                self.report_fault(at("called"), FaultKind::Empty { what: MissingPart::Name });
            }
            if entry.contingent.as_ref().is_some_and(|name| name.trim().is_empty()) {
                self.report_fault(at("contingent"), FaultKind::Empty { what: MissingPart::Name });
            }
            if let Some(strength) = entry.strength {
                self.check_range(at("strength"), strength, 1, self.rules.units[kind].strength.0.into());
            }
            if let Some(rank) = entry.rank.as_ref().filter(|rank| self.rules.rank(rank).is_none()) {
                let known = self.rules.ranks.iter().map(|rank| rank.name.as_str());
                self.report_fault(at("rank"), FaultKind::unknown_name_fault(NameKind::Rank, rank, known));
            }
            if let Some(experience) = entry.experience {
                self.check_range(at("experience"), experience, 0, MAX_EXPERIENCE);
            }
            if let Some(turn) = entry.withdraws {
                let comes = entry.arrives.as_ref().and_then(|arrival| arrival.turn);
                self.check_range(
                    at("withdraws"),
                    turn,
                    comes.unwrap_or(1).clamp(1, MAX_TURNS - 1) + 1,
                    MAX_TURNS,
                );
            }
            if let Some(arrival) = &entry.arrives {
                if entry.at.is_some() {
                    self.report_fault(at("at"), FaultKind::PlaceOfLateUnit);
                }
                arrivals.push(self.check_arrival(side, arrival, kind, map, &at("arrives")));
                continue;
            }
            arrivals.push(None);
            let cell = entry.at.zip(map).and_then(|(hex, map)| {
                let cell = self.passable_cell(map, hex, kind, &at("at"))?;
                if let Some(&other) = taken.get(&cell) {
                    let listed = |index: usize| {
                        let kind = army.units[index].kind.clone();
                        ListedUnit { side, number: index + 1, kind }
                    };
                    let (unit, other) = (listed(index), NearbyObject::Listed(listed(other)));
                    let kind = FaultKind::Occupied { unit, other };
                    self.faults.push(Fault::fault_of_field(at("at"), kind).with_hex(hex));
                }
                taken.insert(cell, index);
                Some(cell)
            });
            recruits.push(UnitToPlace { kind, at: cell });
        }
        if army.units.iter().all(|entry| entry.arrives.is_some()) {
            self.report_fault(format!("{}.units", side.name()), FaultKind::NobodyAtStart { side });
        }
        (recruits, arrivals)
    }

    fn check_arrival(
        &mut self,
        side: Side,
        entry: &ArrivalEntry,
        kind: UnitTypeId,
        map: Option<&Map>,
        field: &str,
    ) -> Option<Arrival> {
        // The half-turn with which the battle begins has begun before anybody can come.
        let turn = entry.turn.map(|turn| self.check_range(format!("{field}.turn"), turn, 2, MAX_TURNS));
        if entry.hexes.is_empty() == entry.from.is_none() {
            self.report_fault(field, FaultKind::ArrivalPlace);
        }
        let map = map?;
        if let Some(direction) = entry.from {
            let cells = edge_cells_from(map, direction, kind);
            if cells.is_empty() {
                self.report_fault(format!("{field}.from"), FaultKind::NobodyEnters { side });
            }
            return (!cells.is_empty()).then_some(Arrival { turn, cells });
        }
        let (value, max) =
            [entry.hexes.len(), MAX_UNITS].map(|count| i64::try_from(count).unwrap_or(i64::MAX)).into();
        if value > max {
            let kind = FaultKind::Count { what: CountedPart::Hexes, value, min: 1, max };
            self.report_fault(format!("{field}.hexes"), kind);
            return None;
        }
        let hexes = entry.hexes.iter().copied().enumerate();
        let cells: Vec<Cell> = hexes
            .filter_map(|(index, hex)| self.passable_cell(map, hex, kind, &format!("{field}.hexes[{index}]")))
            .collect();
        (!cells.is_empty()).then_some(Arrival { turn, cells })
    }

    /// Returns the cell of a hex that a file names, if a unit of a type can stand there.
    fn passable_cell(&mut self, map: &Map, hex: Coord, kind: UnitTypeId, field: &str) -> Option<Cell> {
        let (width, height) = (map.grid().width(), map.grid().height());
        let Some(cell) = map.grid().at(hex) else {
            self.report_fault(field, FaultKind::OffMap { hex, width, height });
            return None;
        };
        if map.costs(kind)[cell.index()] == 0 {
            let terrain = self.rules.terrains[map.terrain(cell)].name.clone();
            let kind = FaultKind::Impassable { unit: self.rules.units[kind].name.clone(), terrain };
            self.faults.push(Fault::fault_of_field(field, kind).with_hex(hex));
            return None;
        }
        Some(cell)
    }

    /// Returns the cells of the hexes that the map names for Red to come in.
    fn entry_cells(&mut self, map: &Map) -> Vec<Cell> {
        let kind = self.rules.marching_type();
        let entries = &self.map.entry;
        let (value, max) =
            [entries.len(), MAX_UNITS].map(|count| i64::try_from(count).unwrap_or(i64::MAX)).into();
        if value > max {
            self.report_fault("entry", FaultKind::Count { what: CountedPart::Hexes, value, min: 1, max });
            return Vec::new();
        }
        let cells = entries.iter().copied().enumerate();
        cells
            .filter_map(|(index, hex)| self.passable_cell(map, hex, kind, &format!("entry[{index}]")))
            .collect()
    }

    /// Returns the standard army of the ruleset, cut evenly to `units` units.
    fn standard_army(&self, side: Side, units: Option<u32>) -> MusteredArmy {
        let list = self.map.types.standard_army(side, self.rules);
        let total: u32 = list.iter().map(|(_, count)| count).sum();
        let wanted = units.unwrap_or(total);
        let mut entries = Vec::new();
        let (mut before, mut given) = (0, 0);
        for (kind, count) in list {
            // Each type gets its share of the running sum, so that all shares add up to `wanted`.
            before += count;
            let upto = (before * wanted + total / 2) / total;
            entries.extend((given..upto).map(|_| UnitEntry::new(kind)));
            given = upto;
        }
        let recruit =
            |entry: &UnitEntry| self.rules.unit(&entry.kind).map(|kind| UnitToPlace { kind, at: None });
        let recruits = entries.iter().filter_map(recruit).collect();
        MusteredArmy { recruits, entries, arrivals: Vec::new(), standard: true }
    }

    /// Finds room for both armies; where there is none, standard armies are shortened evenly, by as
    /// little as possible.
    fn lay_out_armies(
        &mut self,
        map: &Map,
        castles: &[Cell],
        armies: &mut BySide<MusteredArmy>,
        entry: Vec<Cell>,
    ) -> Option<(RedOrigin, BySide<ArmyCamp>)> {
        let mut layout = CampPlanner::new(map, castles, self.rules);
        if !layout.has_path_to_castle(&armies.red.recruits) {
            self.report_fault("rows", FaultKind::CastleCutOff);
            return None;
        }
        let origins: Vec<RedOrigin> = match (entry.is_empty(), self.map.from) {
            (false, _) => vec![RedOrigin::Entry(entry)],
            (true, Some(direction)) => vec![RedOrigin::Direction(direction)],
            (true, None) => layout
                .directions_by_distance(self.rules.marching_type())
                .into_iter()
                .map(RedOrigin::Direction)
                .collect(),
        };
        let full = BySide::new(|side| armies[side].recruits.len());
        let standard = Side::BOTH.into_iter().filter(|&side| armies[side].standard);
        // Armies are shortened in as many steps as the largest army has units. Bisection, with the
        // full armies first, finds the longest armies that fit.
        let most = standard.map(|side| full[side]).max().unwrap_or(1);
        let (mut fits, mut too_many, mut part) = (0, most + 1, most);
        let (mut found, mut first_fault) = (None, None);
        while fits + 1 < too_many {
            self.shrink_standard_armies(armies, full, part, most);
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
            self.report_fault(field, first_fault.unwrap_or(FaultKind::CastleCutOff));
            return None;
        };
        self.shrink_standard_armies(armies, full, fits, most);
        self.check_start_distance(map, armies, &camps, &layout);
        if !layout.reaches_a_castle(&armies.red.recruits, &camps.red.cells) {
            self.report_fault("red.units", FaultKind::CastleCutOff);
        }
        Some((origin, camps))
    }

    /// Returns where the units of a known scenario stand, those out of sight on a castle.
    fn known_camps(
        &mut self,
        armies: &BySide<MusteredArmy>,
        entry: Vec<Cell>,
        (knower, castle): (Knower, Cell),
    ) -> (RedOrigin, BySide<ArmyCamp>) {
        if let Knower::Side(observer) = knower
            && armies[observer].recruits.iter().any(|recruit| recruit.at.is_none())
        {
            self.report_fault(
                format!("{}.units", observer.name()),
                FaultKind::Empty { what: MissingPart::Place },
            );
        }
        let by_direction = RedOrigin::Direction(self.map.from.unwrap_or(Direction::N));
        let origin = if entry.is_empty() { by_direction } else { RedOrigin::Entry(entry) };
        let places = |side: Side| armies[side].recruits.iter().map(|unit| unit.at.unwrap_or(castle));
        (origin, BySide::new(|side| ArmyCamp { cells: places(side).collect(), zone: Vec::new() }))
    }

    /// Cuts each standard army to `part` of `most` of its full units.
    fn shrink_standard_armies(
        &self,
        armies: &mut BySide<MusteredArmy>,
        full: BySide<usize>,
        part: usize,
        most: usize,
    ) {
        for side in Side::BOTH {
            let units = (full[side] * part).div_ceil(most);
            if armies[side].standard && armies[side].recruits.len() != units {
                armies[side] = self.standard_army(side, u32::try_from(units).ok());
            }
        }
    }

    /// Reports Red units that the scenario puts too close to a castle or to Blue.
    fn check_start_distance(
        &mut self,
        map: &Map,
        armies: &BySide<MusteredArmy>,
        camps: &BySide<ArmyCamp>,
        layout: &CampPlanner,
    ) {
        let grid = map.grid();
        let near = layout.too_close_to_start(&camps.blue.cells);
        for (recruit, (index, entry)) in armies.red.recruits.iter().zip(armies.red.present_entries()) {
            let Some((cell, other)) = recruit.at.and_then(|cell| Some((cell, near.nearest_source(cell)?)))
            else {
                continue;
            };
            let is_castle = map.castles().binary_search(&other).is_ok();
            let kind = FaultKind::TooClose {
                unit: ListedUnit { side: Side::Red, number: index + 1, kind: entry.kind.clone() },
                distance: grid.distance(cell, other),
                from: if is_castle { NearbyObject::Castle } else { NearbyObject::AnyUnit(Side::Blue) },
                at: grid.coord(other),
                min: self.rules.setup.distance,
            };
            let fault = Fault::fault_of_field(format!("red.units[{index}].at"), kind);
            self.faults.push(fault.with_hex(grid.coord(cell)));
        }
    }

    /// Returns the last turn of a battle that names none.
    fn default_turns(&self, march: u32) -> u32 {
        let setup = &self.rules.setup;
        let turns =
            setup.turns.saturating_add(setup.turns_per_march.saturating_mul(march)).max(setup.min_turns);
        clamp_to_u32(turns.into(), 1, MAX_TURNS)
    }

    /// Number of turns that infantry needs from the nearest of Red's cells to one of Blue's castles.
    fn march_turns(&self, map: &Map, castles: &[Cell], red: &[Cell]) -> u32 {
        let kind = self.rules.marching_type();
        let movement = self.rules.units[kind].movement.0.into();
        let mut field = Field::new();
        let costs = map.costs(kind);
        let entry = red.iter().copied().filter(|cell| costs[cell.index()] > 0);
        field.arrival_turns(map.grid(), entry, costs, movement, |_| true);
        castles.iter().filter_map(|&castle| field.turns_to_cell(castle, movement)).min().unwrap_or(0)
    }

    fn make_roster(
        &self,
        armies: &BySide<MusteredArmy>,
        camps: &BySide<ArmyCamp>,
        dice: DiceSource,
        variation: u32,
    ) -> Vec<UnitInfo> {
        let mut cuts = Dice::for_setup(dice);
        let mut roster = Vec::new();
        for side in Side::BOTH {
            let mut numbers = vec![0; self.rules.units.len()];
            let army = &armies[side];
            let mut places = camps[side].cells.iter();
            for (index, entry) in army.entries.iter().enumerate() {
                let arrival = army.arrival(index).cloned();
                let kind = self.rules.unit(&entry.kind).expect("checked");
                let cell = match &arrival {
                    Some(arrival) => arrival.cells[0],
                    None => *places.next().expect("a place for each unit that is there"),
                };
                let unit = &self.rules.units[kind];
                let full =
                    entry.strength.map_or(unit.strength.0, |men| u16::try_from(men).unwrap_or(u16::MAX));
                let kept = 1000 - cuts.draw_below(variation + 1);
                let start = ((u32::from(full) * kept + 500) / 1000).max(1);
                numbers[kind.index()] += 1;
                roster.push(UnitInfo {
                    side,
                    kind,
                    rank: entry.rank.as_ref().and_then(|rank| self.rules.rank(rank)),
                    officer: entry.name.clone(),
                    label: entry
                        .called
                        .clone()
                        .unwrap_or_else(|| format!("{} {}", unit.name, numbers[kind.index()])),
                    start: Strength(u16::try_from(start).expect("a share of a strength")),
                    cell,
                    arrival,
                    withdraws: entry.withdraws.and_then(|turn| u32::try_from(turn).ok()),
                    experience: entry
                        .experience
                        .map_or(0, |gained| u16::try_from(gained).unwrap_or(u16::MAX)),
                    facing: entry.facing,
                    contingent: entry.contingent.clone(),
                    key: entry.key.clone(),
                    tag: entry.tag.clone(),
                });
            }
        }
        roster
    }
}

fn clamp_to_u32(value: i64, min: i64, max: i64) -> u32 {
    u32::try_from(value.clamp(min, max)).expect("ranges are small")
}

/// Returns the camps of the first origin with room, or the fault of the first origin.
fn lay_out_from_first(
    layout: &mut CampPlanner,
    map: &Map,
    armies: &BySide<MusteredArmy>,
    origins: &[RedOrigin],
) -> Result<(RedOrigin, BySide<ArmyCamp>), FaultKind> {
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
    layout: &mut CampPlanner,
    map: &Map,
    armies: &BySide<MusteredArmy>,
    origin: &RedOrigin,
) -> Result<BySide<ArmyCamp>, FaultKind> {
    let grid = map.grid();
    let start = match origin {
        RedOrigin::Direction(direction) => direction.anchor(grid.width(), grid.height()).hex(),
        RedOrigin::Entry(cells) => grid.hex(cells[0]),
    };
    let advance = layout.vector_to_castle(start);
    let blue = layout.blue_camp(&armies.blue.recruits, Hex::ZERO - advance)?;
    let red = layout.red_camp(&armies.red.recruits, origin, &blue.cells, advance)?;
    Ok(BySide { red, blue })
}

/// Returns the cells of the map's edge that a unit type can enter, the nearest to a direction first;
/// those on the other side of the map are not meant.
fn edge_cells_from(map: &Map, direction: Direction, kind: UnitTypeId) -> Vec<Cell> {
    let grid = map.grid();
    let (width, height) = (grid.width(), grid.height());
    let [near, far] =
        [direction, direction.opposite()].map(|direction| direction.anchor(width, height).hex());
    let distance = |from: Hex, cell: Cell| from.unsigned_distance_to(grid.hex(cell));
    let mut cells: Vec<Cell> = grid
        .cells()
        .filter(|&cell| {
            let Coord { col, row } = grid.coord(cell);
            let edge = col == 0 || row == 0 || col == width - 1 || row == height - 1;
            edge && map.costs(kind)[cell.index()] > 0 && distance(near, cell) <= distance(far, cell)
        })
        .collect();
    cells.sort_by_key(|&cell| (distance(near, cell), cell));
    cells
}
