//! Checking of campaign files: every fault is reported at once.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat;

use hotgates_engine::{
    Battle, CountedPart, Fault, FaultKind, MissingPart, NameKind, Ruleset, Scenario, UnitEntry,
};

use hotgates_scenario::MAX_EXPERIENCE;
use hotgates_text::{BattleResult, CampaignFaultKind};

use crate::file::{
    CampaignBattle, CampaignFile, EnlistedUnit, MAX_ARMY_UNITS, MAX_CAMPAIGN_BATTLES, MAX_CAMPAIGN_POINTS,
};
use crate::graph::{find_cycle, find_unreachable};
use crate::muster::{find_named_units, scenario_with_army};

/// A campaign file being checked, with the maps that its battles name.
pub struct CampaignCheck<'a> {
    file: &'a CampaignFile,
    maps: &'a BTreeMap<String, Scenario>,
    faults: Vec<Fault>,
}

impl<'a> CampaignCheck<'a> {
    /// Makes the check of a file.
    pub const fn new(file: &'a CampaignFile, maps: &'a BTreeMap<String, Scenario>) -> Self {
        Self { file, maps, faults: Vec::new() }
    }

    /// Returns the ruleset of the campaign.
    ///
    /// # Errors
    /// Every fault.
    pub fn check_campaign(mut self) -> Result<Ruleset, Vec<Fault>> {
        let file = self.file;
        self.check_text("name", &file.name, MissingPart::Name);
        self.check_text("army_lost", &file.army_lost, MissingPart::Text);
        self.check_range("points".to_owned(), file.points, 0, MAX_CAMPAIGN_POINTS);
        self.check_count("battles", CountedPart::Entries, file.battles.len(), MAX_CAMPAIGN_BATTLES);
        self.check_count("army", CountedPart::Units, file.army.len(), MAX_ARMY_UNITS);
        self.check_keys();
        for (index, battle) in file.battles.iter().enumerate().take(MAX_CAMPAIGN_BATTLES) {
            self.check_battle(battle, &format!("battles[{index}]"));
        }
        if self.faults.is_empty() {
            self.check_graph();
        }
        let first = file.battles.first().and_then(|battle| self.maps.get(&battle.map));
        if let Some(Scenario { rules, .. }) = first {
            let army_is_known = self.check_army(rules);
            self.check_maps(rules, army_is_known);
        }
        match first {
            Some(Scenario { rules, .. }) if self.faults.is_empty() => Ok(rules.clone()),
            _ => Err(self.faults),
        }
    }

    fn report_fault(&mut self, field: impl Into<String>, kind: impl Into<FaultKind>) {
        self.faults.push(Fault::fault_of_field(field, kind.into()));
    }

    fn check_text(&mut self, field: &str, text: &str, what: MissingPart) {
        if text.trim().is_empty() {
            self.report_fault(field, FaultKind::Empty { what });
        }
    }

    fn check_range(&mut self, field: String, value: i64, min: i64, max: i64) {
        if !(min..=max).contains(&value) {
            self.report_fault(field, FaultKind::OutOfRange { value, min, max });
        }
    }

    fn check_count(&mut self, field: &str, what: CountedPart, count: usize, most: usize) {
        if !(1..=most).contains(&count) {
            let [value, max] = [count, most].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
            self.report_fault(field, FaultKind::Count { what, value, min: 1, max });
        }
    }

    /// Reports keys that are empty, and keys of units or of battles that stand twice.
    fn check_keys(&mut self) {
        let file = self.file;
        let units = file.army.iter().map(|unit| unit.key.as_str());
        let battles = file.battles.iter().map(|battle| battle.key.as_str());
        self.check_key_list("army", units);
        self.check_key_list("battles", battles);
    }

    fn check_key_list<'k>(&mut self, list: &str, keys: impl Iterator<Item = &'k str>) {
        let mut seen = BTreeSet::new();
        for (index, key) in keys.enumerate() {
            let field = format!("{list}[{index}].key");
            self.check_text(&field, key, MissingPart::Key);
            if !seen.insert(key) {
                self.report_fault(field, FaultKind::Twice { name: key.to_owned() });
            }
        }
    }

    fn check_battle(&mut self, battle: &CampaignBattle, field: &str) {
        self.check_text(&format!("{field}.title"), &battle.title, MissingPart::Name);
        self.check_text(&format!("{field}.briefing"), &battle.briefing, MissingPart::Text);
        self.check_count(&format!("{field}.places"), CountedPart::Hexes, battle.places.len(), MAX_ARMY_UNITS);
        let battles = || self.file.battles.iter().map(|battle| battle.key.as_str());
        let mut faults = Vec::new();
        for (index, way) in battle.then.iter().enumerate() {
            let field = format!("{field}.then[{index}]");
            let mut report =
                |name: &str, kind| faults.push(Fault::fault_of_field(format!("{field}{name}"), kind));
            if way.text.trim().is_empty() {
                report(".text", FaultKind::Empty { what: MissingPart::Text });
            }
            if !(0..=MAX_CAMPAIGN_POINTS).contains(&way.points) {
                let (value, max) = (way.points, MAX_CAMPAIGN_POINTS);
                report(".points", FaultKind::OutOfRange { value, min: 0, max });
            }
            match &way.next {
                Some(next) if way.end.is_none() => {
                    if self.file.battle_index(next).is_none() {
                        report(".next", FaultKind::unknown_name_fault(NameKind::Battle, next, battles()));
                    }
                }
                None if way.end.is_some() => {}
                _ => report("", CampaignFaultKind::NextOrEnd.into()),
            }
            let before = &battle.then[..index];
            let covers =
                |result: BattleResult| before.iter().any(|other| other.fits(result, way.degree.as_deref()));
            let own = |result: &BattleResult| way.result.is_none_or(|wanted| wanted == *result);
            if BattleResult::ALL.iter().filter(|result| own(result)).all(|&result| covers(result)) {
                report("", CampaignFaultKind::NeverTaken.into());
            }
            if let (Some(degree), Some(Scenario { map, .. })) = (&way.degree, self.maps.get(&battle.map)) {
                let degrees: Vec<&str> = map
                    .victory_points
                    .iter()
                    .flat_map(|points| points.degrees.iter().map(|degree| degree.name.as_str()))
                    .collect();
                if !degrees.contains(&degree.as_str()) {
                    let kind = FaultKind::unknown_name_fault(NameKind::Degree, degree, degrees.into_iter());
                    report(".degree", kind);
                }
            }
        }
        for result in BattleResult::ALL {
            if !battle.then.iter().any(|way| way.fits(result, None)) {
                let field = format!("{field}.then");
                faults.push(Fault::fault_of_field(field, CampaignFaultKind::NoWayOn { result }.into()));
            }
        }
        self.faults.append(&mut faults);
    }

    fn check_graph(&mut self) {
        for index in find_unreachable(self.file) {
            let key = self.file.battles[index].key.clone();
            self.report_fault(format!("battles[{index}]"), CampaignFaultKind::Unreachable { key });
        }
        if let Some(cycle) = find_cycle(self.file) {
            let through: Vec<&str> =
                cycle.iter().map(|&index| self.file.battles[index].key.as_str()).collect();
            let field = format!("battles[{}]", cycle[0]);
            self.report_fault(field, CampaignFaultKind::Cycle { through: through.join(", ") });
        }
    }

    /// Checks the army and what may be bought; returns `true` if every type is known.
    fn check_army(&mut self, rules: &Ruleset) -> bool {
        let file = self.file;
        let mut known = true;
        for (index, unit) in file.army.iter().enumerate().take(MAX_ARMY_UNITS) {
            let field = format!("army[{index}]");
            known &= self.check_type(&unit.kind, format!("{field}.type"), rules);
            self.check_enlisted(unit, &field, rules);
        }
        let mut seen = BTreeSet::new();
        for (index, kind) in file.recruits.iter().enumerate() {
            let field = format!("recruits[{index}]");
            if !seen.insert(kind) {
                self.report_fault(&field, FaultKind::Twice { name: kind.clone() });
            }
            known &= self.check_type(kind, field, rules);
        }
        known
    }

    fn check_type(&mut self, kind: &str, field: String, rules: &Ruleset) -> bool {
        let Some(id) = rules.unit(kind) else {
            let known = rules.units.iter().map(|unit| unit.name.as_str());
            self.report_fault(field, FaultKind::unknown_name_fault(NameKind::UnitType, kind, known));
            return false;
        };
        if rules.units[id].points.is_none() {
            self.report_fault(field, CampaignFaultKind::NoPrice { kind: kind.to_owned() });
        }
        true
    }

    fn check_enlisted(&mut self, unit: &EnlistedUnit, field: &str, rules: &Ruleset) {
        if let (Some(men), Some(kind)) = (unit.strength, rules.unit(&unit.kind)) {
            self.check_range(format!("{field}.strength"), men, 1, rules.units[kind].strength.0.into());
        }
        if let Some(rank) = unit.rank.as_ref().filter(|rank| rules.rank(rank).is_none()) {
            let known = rules.ranks.iter().map(|rank| rank.name.as_str());
            let kind = FaultKind::unknown_name_fault(NameKind::Rank, rank, known);
            self.report_fault(format!("{field}.rank"), kind);
        }
        // Experience means nothing where officers gain none.
        let most = if rules.options.officers.is_some() { MAX_EXPERIENCE } else { 0 };
        self.check_range(format!("{field}.experience"), unit.experience.unwrap_or(0), 0, most);
    }

    /// Checks each map alone, then with units of the army on their places.
    fn check_maps(&mut self, rules: &Ruleset, army_is_known: bool) {
        for (index, battle) in self.file.battles.iter().enumerate().take(MAX_CAMPAIGN_BATTLES) {
            let (field, map) = (format!("battles[{index}].map"), battle.map.clone());
            let Some(scenario) = self.maps.get(&map) else {
                self.report_fault(field, CampaignFaultKind::MapNotLoaded { map });
                continue;
            };
            if scenario.rules != *rules {
                let (own, first) = (scenario.rules.name.clone(), rules.name.clone());
                self.report_fault(field, CampaignFaultKind::OtherRules { map, rules: own, first });
                continue;
            }
            self.check_map(battle, index, scenario, army_is_known);
        }
    }

    /// Checks a map with units of each type that the army may have: on all places, and one on the first
    /// place alone. Units take the places in turn, so that every army is between the two; once more with those that
    /// goals and events name. A fault that is there with all of them is the map's own.
    fn check_map(&mut self, battle: &CampaignBattle, index: usize, scenario: &Scenario, army_is_known: bool) {
        let side = self.file.side;
        let types = self.file.army.iter().map(|unit| &unit.kind).chain(&self.file.recruits);
        let mut types: BTreeSet<&String> = types.filter(|_| army_is_known).collect();
        if types.is_empty() {
            types.extend(scenario.rules.units.first().map(|unit| &unit.name));
        }
        let places: Vec<_> = battle.places.iter().copied().map(Some).collect();
        let places = if places.is_empty() { vec![None] } else { places };
        let bare: &[&str] = &[];
        let mut armies: Vec<_> =
            types.iter().flat_map(|kind| [(*kind, &places[..], bare), (*kind, &places[..1], bare)]).collect();
        // Once more with the units that goals and events name; only so have these their places in the file.
        let names = find_named_units(scenario, side, &self.file.army);
        if !names.is_empty() {
            armies.extend(types.iter().map(|kind| (*kind, &places[..], &names[..])));
        }
        let with_names = if names.is_empty() { armies.len() } else { types.len() };
        // Each fault, its place in the army if it is one, the type of the units, and how often it was found.
        let mut found: Vec<(Fault, Option<usize>, &String, usize)> = Vec::new();
        for &(kind, places, named) in &armies {
            let names_of_places = named.iter().map(|name| Some((*name).to_owned())).chain(repeat(None));
            let units = places.iter().zip(names_of_places);
            let units = units.map(|(&at, tag)| UnitEntry { at, tag, ..UnitEntry::new(kind) }).collect();
            for mut fault in faults_of_scenario(&scenario_with_army(scenario, side, &self.file.army, units)) {
                if named.is_empty() && !names.is_empty() && is_of_goal_or_event(&fault) {
                    continue;
                }
                self.add_army_to_known_units(&mut fault, scenario);
                let place = move_unit_of_fault(&mut fault, side.name(), places.len());
                match found.iter_mut().find(|(other, at, ..)| *other == fault && *at == place) {
                    Some((.., count)) => *count += 1,
                    None => found.push((fault, place, kind, 1)),
                }
            }
        }
        for (fault, place, kind, count) in found {
            let all = if is_of_goal_or_event(&fault) { with_names } else { armies.len() };
            let (map, fault) = (battle.map.clone(), Box::new(fault));
            let field = match place {
                Some(place) => format!("battles[{index}].places[{place}]"),
                None => format!("battles[{index}].map"),
            };
            let kind = match place {
                None if count == all => FaultKind::OfMap { map, fault },
                _ => FaultKind::WithArmy { map, kind: kind.clone(), fault },
            };
            self.report_fault(field, kind);
        }
    }

    /// Has the fault of an unknown unit list the keys of the army among those that are known, where they are.
    fn add_army_to_known_units(&self, fault: &mut Fault, scenario: &Scenario) {
        let FaultKind::Unknown { what, known, .. } = &mut fault.kind else { return };
        let goal = fault.field.as_deref().and_then(|field| number_in_field(field, "goals["));
        let goal = goal.and_then(|number| scenario.map.goals.get(number));
        let may_name_army = match what {
            NameKind::UnitKey => goal.is_some_and(|goal| goal.side != self.file.side),
            NameKind::OwnUnitKey => goal.is_some_and(|goal| goal.side == self.file.side),
            NameKind::AnyUnitKey => fault.field.as_deref().is_some_and(|field| field.contains("].lost[")),
            _ => false,
        };
        if may_name_army {
            let army: BTreeSet<&str> = self.file.army.iter().map(|unit| unit.key.as_str()).collect();
            let own = known.split(", ").filter(|key| *key != "none" && !army.contains(key));
            *known = own.chain(army.iter().copied()).collect::<Vec<_>>().join(", ");
        }
    }
}

/// Returns `true` if a fault is one of the lists that names of the army may stand in.
fn is_of_goal_or_event(fault: &Fault) -> bool {
    let lists = ["goals[", "events[", "wins."];
    fault.field.as_deref().is_some_and(|field| lists.iter().any(|list| field.starts_with(list)))
}

/// Returns the number behind the name of a list at the start of a field.
fn number_in_field(field: &str, list: &str) -> Option<usize> {
    field.strip_prefix(list)?.split_once(']')?.0.parse().ok()
}

/// Returns what keeps a scenario from being played.
fn faults_of_scenario(scenario: &Scenario) -> Vec<Fault> {
    let mut faults = Battle::check_scenario(scenario).faults;
    faults.retain(|fault| !fault.is_warning());
    faults
}

/// Returns the place whose unit is at fault, if it is one of the first `count` units of the side; else the
/// fault is told of the unit of the map's own army that it had meant.
fn move_unit_of_fault(fault: &mut Fault, side: &str, count: usize) -> Option<usize> {
    let field = fault.field.as_deref()?;
    let (number, rest) = field.strip_prefix(side)?.strip_prefix(".units[")?.split_once(']')?;
    let number: usize = number.parse().ok()?;
    if number >= count {
        fault.field = Some(format!("{side}.units[{}]{rest}", number - count));
        return None;
    }
    Some(number)
}
