//! Checking of goals, ways to win and points.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_grid::{Cell, Coord};

use crate::battle::goal_table::{Goal, GoalAim, GoalTable};
use crate::battle::unit::{UnitId, UnitInfo};
use hotgates_rules::{GoalId, Ruleset};
use hotgates_scenario::{GoalEntry, MAX_GOALS, MAX_TURNS, Map, MapFile, Objective};
use hotgates_text::{BySide, CountedPart, Fault, FaultKind, MissingPart, NameKind, Side};

/// Most points for a goal, a castle, or the enemy's army, and greatest lead of a degree.
pub const MAX_VICTORY_POINTS: i64 = 1_000_000;

/// The goals of a file being checked against its map and its roster.
pub(super) struct GoalCheck<'a> {
    pub(super) file: &'a MapFile,
    pub(super) map: &'a Map,
    pub(super) rules: &'a Ruleset,
    pub(super) roster: &'a [UnitInfo],
    pub(super) faults: Vec<Fault>,
}

impl GoalCheck<'_> {
    /// Returns the goals, and the side that holds each castle and each other hex of a goal at the
    /// start. What the faults concern is left out.
    pub(super) fn check_goals(&mut self) -> (GoalTable, Box<[Side]>) {
        let goals = self.check_entries();
        let castles = self.map.castles();
        let hexes: BTreeSet<Cell> = goals.iter().flat_map(|goal| goal.aim.flags()).copied().collect();
        let mut table = GoalTable {
            hexes: hexes.into_iter().filter(|cell| castles.binary_search(cell).is_err()).collect(),
            ..GoalTable::default()
        };
        let owners = self.check_first_owners(&table.hexes);
        table.wins = BySide::new(|side| self.check_winning_sets(side, &goals));
        let exits = (0..).zip(&goals).filter(|(_, goal)| matches!(goal.aim, GoalAim::Exit { .. }));
        let exits = exits.flat_map(|(index, goal)| {
            goal.aim.cells().iter().map(move |&cell| (cell, GoalId::from_index(index)))
        });
        table.exits = exits.collect();
        table.goals = goals;
        self.check_points(&mut table);
        self.check_held_at_start(&table, &owners);
        if self.file.objective == Some(Objective::Goals)
            && self.file.wins.is_empty()
            && !table.counts_victory_points()
        {
            self.report_fault("objective", FaultKind::NothingToWin);
        }
        (table, owners)
    }

    pub(super) fn report_fault(&mut self, field: impl Into<String>, kind: FaultKind) {
        self.faults.push(Fault::fault_of_field(field, kind));
    }

    pub(super) fn check_range(&mut self, field: String, value: i64, min: i64, max: i64) -> u32 {
        if !(min..=max).contains(&value) {
            self.report_fault(field, FaultKind::OutOfRange { value, min, max });
        }
        u32::try_from(value.clamp(min, max)).expect("ranges are small")
    }

    /// Reports a list that is too long or, where `min` is 1, empty.
    pub(super) fn check_count(&mut self, field: &str, what: CountedPart, count: usize, min: usize) {
        if !(min..=MAX_GOALS).contains(&count) {
            let [value, min, max] = [count, min, MAX_GOALS].map(|n| i64::try_from(n).unwrap_or(i64::MAX));
            self.report_fault(field, FaultKind::Count { what, value, min, max });
        }
    }

    /// Reports a key that is empty or among those of the entries before.
    pub(super) fn check_key<'a>(&mut self, field: &str, key: &'a str, keys: &mut BTreeSet<&'a str>) {
        if key.is_empty() {
            self.report_fault(format!("{field}.key"), FaultKind::Empty { what: MissingPart::Key });
        } else if !keys.insert(key) {
            self.report_fault(format!("{field}.key"), FaultKind::Twice { name: key.to_owned() });
        }
    }

    fn check_entries(&mut self) -> Vec<Goal> {
        let entries = &self.file.goals;
        self.check_count("goals", CountedPart::Entries, entries.len(), 0);
        let mut keys = BTreeSet::new();
        let mut goals = Vec::new();
        for (index, entry) in entries.iter().enumerate().take(MAX_GOALS) {
            let field = format!("goals[{index}]");
            self.check_key(&field, &entry.key, &mut keys);
            let points =
                self.check_range(format!("{field}.points"), entry.points.unwrap_or(0), 0, MAX_VICTORY_POINTS);
            let Some(aim) = self.check_aim(entry, &field) else { continue };
            let (key, name) = (entry.key.clone(), entry.name.clone());
            goals.push(Goal { key, name, side: entry.side, aim, points, opened_by: Vec::new() });
        }
        goals
    }

    fn check_aim(&mut self, entry: &GoalEntry, field: &str) -> Option<GoalAim> {
        let GoalEntry { hold, take, destroy, exit, .. } = entry;
        let aims = [hold.is_empty(), take.is_empty(), destroy.is_empty(), exit.is_empty()];
        if aims.iter().filter(|&&missing| !missing).count() != 1 {
            self.report_fault(field, FaultKind::GoalAims);
            return None;
        }
        let holds = !hold.is_empty();
        let limits = [
            ("by", entry.by.is_some() && holds),
            ("turns", entry.turns.is_some() && !holds),
            ("units", !entry.units.is_empty() && exit.is_empty()),
            ("count", entry.count.is_some() && exit.is_empty()),
        ];
        for (limit, _) in limits.into_iter().filter(|&(_, misplaced)| misplaced) {
            self.report_fault(format!("{field}.{limit}"), FaultKind::GoalLimit);
        }
        let turns = self.check_range(format!("{field}.turns"), entry.turns.unwrap_or(0), 0, MAX_TURNS);
        let by = self.check_range(format!("{field}.by"), entry.by.unwrap_or(MAX_TURNS), 1, MAX_TURNS);
        Some(if holds {
            GoalAim::Hold { cells: self.check_hexes(entry.side, hold, &format!("{field}.hold")), turns }
        } else if !destroy.is_empty() {
            let field = format!("{field}.destroy");
            let units =
                self.check_unit_keys(destroy, &field, NameKind::UnitKey, |unit| unit.side != entry.side);
            GoalAim::Destroy { units, by }
        } else if !exit.is_empty() {
            self.check_exit(entry, by, field)
        } else {
            GoalAim::Take { cells: self.check_hexes(entry.side, take, &format!("{field}.take")), by }
        })
    }

    fn check_exit(&mut self, entry: &GoalEntry, by: u32, field: &str) -> GoalAim {
        let side = entry.side;
        let cells = self.check_hexes(side, &entry.exit, &format!("{field}.exit"));
        let units = if entry.units.is_empty() {
            let own = (0..).zip(self.roster).filter(|(_, unit)| unit.side == side);
            own.map(|(id, _)| UnitId(id)).collect()
        } else {
            let field = format!("{field}.units");
            self.check_unit_keys(&entry.units, &field, NameKind::OwnUnitKey, |unit| unit.side == side)
        };
        let all = i64::try_from(units.len()).unwrap_or(i64::MAX);
        let wanted = entry.count.unwrap_or(if entry.units.is_empty() { 1 } else { all.max(1) });
        let count = self.check_range(format!("{field}.count"), wanted, 1, all.max(1));
        GoalAim::Exit { cells, units, count, by }
    }

    /// Returns the cells of hexes of a goal that some unit of the side can enter.
    pub(super) fn check_hexes(&mut self, side: Side, hexes: &[Coord], field: &str) -> Vec<Cell> {
        self.check_count(field, CountedPart::Hexes, hexes.len(), 1);
        let mut cells = BTreeSet::new();
        for (index, &hex) in hexes.iter().enumerate().take(MAX_GOALS) {
            let field = format!("{field}[{index}]");
            let Some(cell) = self.cell_of_hex(hex, &field) else { continue };
            let mut army = self.roster.iter().filter(|unit| unit.side == side);
            if !army.any(|unit| self.map.costs(unit.kind)[cell.index()] > 0) {
                let kind = FaultKind::NobodyEnters { side };
                self.faults.push(Fault::fault_of_field(field, kind).with_hex(hex));
            } else if !cells.insert(cell) {
                self.report_fault(field, FaultKind::Twice { name: hex.to_string() });
            }
        }
        cells.into_iter().collect()
    }

    pub(super) fn cell_of_hex(&mut self, hex: Coord, field: &str) -> Option<Cell> {
        let cell = self.map.grid().at(hex);
        if cell.is_none() {
            let (width, height) = (self.map.grid().width(), self.map.grid().height());
            self.report_fault(field, FaultKind::OffMap { hex, width, height });
        }
        cell
    }

    /// Returns the units of these keys among those `meant`.
    pub(super) fn check_unit_keys(
        &mut self,
        keys: &[String],
        field: &str,
        what: NameKind,
        meant: impl Fn(&UnitInfo) -> bool,
    ) -> Vec<UnitId> {
        self.check_count(field, CountedPart::Units, keys.len(), 1);
        let mut known: BTreeMap<&str, Vec<UnitId>> = BTreeMap::new();
        for (id, unit) in (0..).zip(self.roster).filter(|(_, unit)| meant(unit)) {
            if let Some(key) = &unit.key {
                known.entry(key).or_default().push(UnitId(id));
            }
        }
        let mut units = BTreeSet::new();
        for (index, key) in keys.iter().enumerate().take(MAX_GOALS) {
            let kind = match known.get(key.as_str()).map(Vec::as_slice) {
                None | Some([]) => FaultKind::unknown_name_fault(what, key, known.keys().copied()),
                Some(&[unit]) if units.insert(unit) => continue,
                Some(_) => FaultKind::Twice { name: key.clone() },
            };
            self.report_fault(format!("{field}[{index}]"), kind);
        }
        units.into_iter().collect()
    }

    /// Returns the side that holds each castle, then each of the other hexes of goals, at the start.
    fn check_first_owners(&mut self, hexes: &[Cell]) -> Box<[Side]> {
        let castles = self.map.castles();
        let mut owners = vec![Side::Blue; castles.len() + hexes.len()].into_boxed_slice();
        for (index, &hex) in self.file.red_holds.iter().enumerate() {
            let field = format!("red_holds[{index}]");
            let Some(cell) = self.cell_of_hex(hex, &field) else { continue };
            let flag = castles.binary_search(&cell).ok();
            let flag = flag.or_else(|| hexes.binary_search(&cell).ok().map(|other| castles.len() + other));
            match flag {
                None => self.faults.push(Fault::fault_of_field(field, FaultKind::NoFlag).with_hex(hex)),
                Some(flag) if owners[flag] == Side::Red => {
                    self.report_fault(field, FaultKind::Twice { name: hex.to_string() });
                }
                Some(flag) => owners[flag] = Side::Red,
            }
        }
        owners
    }

    /// Returns the cells of the home that the scenario names for a side, ascending.
    pub(super) fn check_home(&mut self, side: Side) -> Vec<Cell> {
        let mut cells = BTreeSet::new();
        for (index, &hex) in self.file.home.of_side(side).iter().enumerate() {
            let field = format!("home.{}[{index}]", side.name());
            let Some(cell) = self.cell_of_hex(hex, &field) else { continue };
            if !cells.insert(cell) {
                self.report_fault(field, FaultKind::Twice { name: hex.to_string() });
            }
        }
        cells.into_iter().collect()
    }

    /// Reports goals to take hexes that the side holds at the start, all of them.
    fn check_held_at_start(&mut self, table: &GoalTable, owners: &[Side]) {
        let castles = self.map.castles();
        let hexes: BTreeMap<Cell, Side> =
            castles.iter().chain(&table.hexes).copied().zip(owners.iter().copied()).collect();
        for (index, entry) in self.file.goals.iter().enumerate() {
            let cells = entry.take.iter().filter_map(|&hex| self.map.grid().at(hex));
            if !entry.take.is_empty() && cells.into_iter().all(|cell| hexes.get(&cell) == Some(&entry.side)) {
                self.report_fault(
                    format!("goals[{index}].take"),
                    FaultKind::HeldAtStart { side: entry.side },
                );
            }
        }
    }

    fn check_winning_sets(&mut self, side: Side, goals: &[Goal]) -> Vec<Vec<GoalId>> {
        let sets = self.file.wins.of_side(side);
        let field = format!("wins.{}", side.name());
        self.check_count(&field, CountedPart::Entries, sets.len(), 0);
        let mut checked = Vec::new();
        for (index, set) in sets.iter().enumerate().take(MAX_GOALS) {
            let field = format!("{field}[{index}]");
            self.check_count(&field, CountedPart::Entries, set.len(), 1);
            let mut ids = Vec::new();
            for (number, key) in set.iter().enumerate().take(MAX_GOALS) {
                let of_side = |goal: &&Goal| goal.side == side;
                let known = goals.iter().filter(of_side).map(|goal| goal.key.as_str());
                if let Some(goal) = goals.iter().position(|goal| goal.side == side && goal.key == *key) {
                    ids.push(GoalId::from_index(goal));
                } else {
                    let kind = FaultKind::unknown_name_fault(NameKind::Goal, key, known);
                    self.report_fault(format!("{field}[{number}]"), kind);
                }
            }
            checked.push(ids);
        }
        checked
    }

    fn check_points(&mut self, table: &mut GoalTable) {
        let Some(points) = &self.file.victory_points else { return };
        let mut value = |name: &str, value: Option<i64>| {
            self.check_range(format!("victory_points.{name}"), value.unwrap_or(0), 0, MAX_VICTORY_POINTS)
        };
        (table.castle, table.losses) = (value("castle", points.castle), value("losses", points.losses));
        self.check_count("victory_points.degrees", CountedPart::Entries, points.degrees.len(), 0);
        let mut degrees = BTreeMap::new();
        for (index, degree) in points.degrees.iter().enumerate().take(MAX_GOALS) {
            let field = format!("victory_points.degrees[{index}]");
            let lead = self.check_range(format!("{field}.lead"), degree.lead, 1, MAX_VICTORY_POINTS);
            if degree.name.trim().is_empty() {
                self.report_fault(format!("{field}.name"), FaultKind::Empty { what: MissingPart::Name });
            }
            if degrees.insert(lead, degree.name.clone()).is_some() {
                self.report_fault(
                    format!("{field}.lead"),
                    FaultKind::Twice { name: degree.lead.to_string() },
                );
            }
        }
        table.degrees = degrees.into_iter().collect();
    }
}
