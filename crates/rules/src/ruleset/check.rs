//! Checks the numbers and names of a ruleset.

use std::collections::BTreeSet;

use hotgates_grid::MovementPoints;

use crate::ids::UnitTypeId;
use crate::limits::{
    MAX_COST, MAX_FACTOR, MAX_FACTOR_IN_SITUATIONS, MAX_HEIGHT, MAX_KINDS, MAX_MOVEMENT, MAX_POINTS,
    MAX_RADIUS, MAX_RANGE, MAX_ROUNDS, MAX_SIGHT, MAX_STEPS, MAX_TAGS, MAX_UNITS,
};
use crate::reaction::MOST_COVER;
use crate::ruleset::{Attack, Ruleset, Terrain};
use crate::selector::TypeSelector;
use crate::weather::{MAX_COST_FACTOR, MAX_FIRE_FACTOR, MAX_WEIGHT};
use crate::works::MAX_WORK_TURNS;
use hotgates_text::Permille;
use hotgates_text::{CountedPart, Fault, FaultKind, MissingPart, NameKind};

impl Ruleset {
    /// Reads and checks a ruleset file.
    ///
    /// # Errors
    /// Every fault of the text, with its line and column.
    pub fn from_ron(source: &str) -> Result<Self, Vec<Fault>> {
        let rules: Self = hotgates_text::parse_file(source).map_err(|fault| vec![fault])?;
        let mut faults = rules.find_faults();
        if faults.is_empty() {
            return Ok(rules);
        }
        hotgates_text::locate_faults(source, &mut faults);
        Err(faults)
    }

    /// Returns the rules as RON text, from which [`from_ron`](Self::from_ron) reads the same rules.
    #[must_use]
    pub fn to_ron(&self) -> String {
        hotgates_text::write_ron(self)
    }

    /// Returns every fault of the rules; without any a battle can be played by them.
    pub fn find_faults(&self) -> Vec<Fault> {
        self.find_faults_where(self.options.has_conditions())
    }

    /// Returns every fault that the rules have in a battle with situations of its own, besides those that the rules
    /// ask for: factors are less large there.
    pub fn find_faults_with_situations(&self) -> Vec<Fault> {
        self.find_faults_where(true)
    }

    fn find_faults_where(&self, situations: bool) -> Vec<Fault> {
        let mut check = RulesetCheck { rules: self, situations, faults: Vec::new() };
        check.check_all();
        check.faults
    }
}

struct RulesetCheck<'a> {
    rules: &'a Ruleset,
    /// `true` if combat asks for the situation, which is one factor more.
    situations: bool,
    faults: Vec<Fault>,
}

impl RulesetCheck<'_> {
    fn check_all(&mut self) {
        let rules = self.rules;
        self.check_names("terrains", rules.terrains.iter().map(|terrain| terrain.name.clone()));
        self.check_names("units", rules.units.iter().map(|unit| unit.name.clone()));
        self.check_names("ranks", rules.ranks.iter().map(|rank| rank.name.to_lowercase()));
        self.check_terrains();
        self.check_unit_types();
        self.check_tag_count();
        for (index, rank) in rules.ranks.iter().enumerate() {
            self.check_factor(format!("ranks[{index}].dealt"), rank.dealt);
            self.check_factor(format!("ranks[{index}].taken"), rank.taken);
            self.check_range(format!("ranks[{index}].steps"), rank.steps.unwrap_or(1), 1, MAX_STEPS);
        }
        self.check_matchups();
        self.check_factor("combat.roll_base".into(), rules.combat.roll_base);
        self.check_factor("combat.roll_step".into(), rules.combat.roll_step);
        self.check_factor("combat.strike_back".into(), rules.combat.strike_back);
        self.check_range("setup.turns", rules.setup.turns, 0, 10_000);
        self.check_range("setup.turns_per_march", rules.setup.turns_per_march, 0, 1000);
        self.check_range("setup.min_turns", rules.setup.min_turns, 1, 10_000);
        self.check_range("setup.distance", rules.setup.distance, 0, 4096);
        self.check_standard_army("red", &rules.standard.red);
        self.check_standard_army("blue", &rules.standard.blue);
        self.check_range("options.zone_extra", rules.options.zone_extra.0.into(), 0, MAX_COST.into());
        self.check_cohesion();
        self.check_retreat();
        self.check_supply();
        self.check_officers();
        self.check_facing();
        self.check_ground_and_waiting();
        self.check_works();
        self.check_weather();
    }

    fn report_fault(&mut self, field: impl Into<String>, kind: FaultKind) {
        self.faults.push(Fault::fault_of_field(field, kind));
    }

    fn check_range(&mut self, field: impl Into<String>, value: u32, min: u32, max: u32) {
        if !(min..=max).contains(&value) {
            let (value, min, max) = (value.into(), min.into(), max.into());
            self.report_fault(field, FaultKind::OutOfRange { value, min, max });
        }
    }

    fn check_factor(&mut self, field: String, Permille(value): Permille) {
        let most = if self.situations { MAX_FACTOR_IN_SITUATIONS } else { MAX_FACTOR };
        self.check_range(field, value, 0, most);
    }

    fn check_names(&mut self, list: &str, names: impl Iterator<Item = String>) {
        let mut seen = BTreeSet::new();
        let mut count = 0;
        for (index, name) in names.enumerate() {
            count += 1;
            if name.is_empty() {
                self.report_fault(
                    format!("{list}[{index}].name"),
                    FaultKind::Empty { what: MissingPart::Name },
                );
            } else if !seen.insert(name.clone()) {
                self.report_fault(format!("{list}[{index}].name"), FaultKind::Twice { name });
            }
        }
        if !(1..=MAX_KINDS).contains(&count) {
            let value = i64::try_from(count).unwrap_or(i64::MAX);
            self.report_fault(list, FaultKind::Count { what: CountedPart::Entries, value, min: 1, max: 100 });
        }
    }

    fn check_terrains(&mut self) {
        let rules = self.rules;
        let mut glyphs = BTreeSet::new();
        for (index, terrain) in rules.terrains.iter().enumerate() {
            let at = |field: &str| format!("terrains[{index}].{field}");
            if !glyphs.insert(terrain.glyph) {
                self.report_fault(at("glyph"), FaultKind::Twice { name: terrain.glyph.to_string() });
            }
            if terrain.glyph.is_control() || terrain.glyph.is_whitespace() {
                self.report_fault(at("glyph"), FaultKind::Blank { glyph: terrain.glyph });
            }
            if let Some(MovementPoints(cost)) = terrain.cost {
                self.check_range(at("cost"), cost.into(), 1, MAX_COST.into());
            }
            for &MovementPoints(cost) in terrain.cost_for.values() {
                self.check_range(at("cost_for"), cost.into(), 0, MAX_COST.into());
            }
            self.check_selectors(&at("cost_for"), terrain.cost_for.keys());
            self.check_range(at("defence"), terrain.defence.0, 0, 1000);
            for &Permille(defence) in terrain.defence_for.values() {
                self.check_range(at("defence_for"), defence, 0, 1000);
            }
            self.check_selectors(&at("defence_for"), terrain.defence_for.keys());
            self.check_range(at("height"), terrain.height.into(), 0, MAX_HEIGHT);
            self.check_range(at("sight_cost"), terrain.sight_cost(), 1, MAX_SIGHT + 1);
        }
        if !rules.terrains.iter().any(|terrain| terrain.castle) {
            self.report_fault("terrains", FaultKind::NoCastleTerrain);
        }
    }

    fn check_unit_types(&mut self) {
        for (index, unit) in self.rules.units.iter().enumerate() {
            let at = |field: &str| format!("units[{index}].{field}");
            self.check_tags(&at("tags"), &unit.tags);
            self.check_range(at("movement"), unit.movement.0.into(), 1, MAX_MOVEMENT.into());
            self.check_range(at("strength"), unit.strength.0.into(), 1, u32::from(u16::MAX));
            // Free attacks would never end a turn.
            self.check_range(at("attack_cost"), unit.attack_cost.0.into(), 1, MAX_MOVEMENT.into());
            self.check_factor(at("melee"), unit.melee);
            self.check_factor(at("melee_defence"), unit.melee_defence.unwrap_or_default());
            self.check_factor(at("strike_back"), unit.strike_back.unwrap_or_default());
            self.check_range(at("sight"), unit.sight_range(), 1, MAX_SIGHT);
            self.check_range(at("rounds"), unit.rounds.unwrap_or(1), 1, MAX_ROUNDS);
            self.check_range(at("points"), unit.points.unwrap_or(1), 1, MAX_POINTS);
            if let Some(ranged) = &unit.ranged {
                self.check_factor(at("ranged.power"), ranged.power);
                self.check_range(at("ranged.min"), ranged.min, 2, MAX_RANGE);
                self.check_range(at("ranged.max"), ranged.max, ranged.min, MAX_RANGE);
            }
        }
    }

    fn check_cohesion(&mut self) {
        let Some(rule) = &self.rules.options.cohesion else { return };
        let mut check = |name: &str, Permille(value): Permille, least: u32| {
            self.check_range(format!("options.cohesion.{name}"), value, least, 1000);
        };
        check("break", rule.breaks, 0);
        check("waver", rule.waver, rule.breaks.0);
        // Else a unit that has rallied would break again at once.
        check("obey", rule.obey, rule.breaks.0);
        check("rally", rule.rally, 0);
        check("rally_by_rank", rule.rally_by_rank, 0);
        check("friend_breaks", rule.friend_breaks, 0);
    }

    fn check_retreat(&mut self) {
        let Some(rule) = &self.rules.options.retreat else { return };
        let values =
            [("lead", rule.lead), ("stand", rule.stand), ("spared", rule.spared), ("no_room", rule.no_room)];
        for (name, Permille(value)) in values {
            self.check_range(format!("options.retreat.{name}"), value, 0, 1000);
        }
    }

    fn check_supply(&mut self) {
        if let Some(rule) = &self.rules.options.supply {
            if let Some(carrier) = &rule.carrier {
                self.check_unit_name("options.supply.carrier", carrier);
            }
            self.check_range("options.supply.reach", rule.reach.0.into(), 1, 1000);
            self.check_range("options.supply.movement", rule.movement.0, 0, 1000);
            self.check_range("options.supply.power", rule.power.0, 0, 750);
            self.check_range("options.supply.cohesion", rule.cohesion.0, 0, 1000);
        }
        if let Some(rule) = &self.rules.options.ammunition {
            self.check_range("options.ammunition.refill", rule.refill, 0, MAX_ROUNDS);
        }
    }

    fn check_officers(&mut self) {
        if let Some(rule) = &self.rules.options.officers {
            self.check_range("options.officers.promotion", rule.promotion.into(), 0, 20_000);
            self.check_range("options.officers.survived", rule.survived.0, 0, 1000);
            self.check_range("options.officers.falls", rule.falls.0, 0, 1001);
            self.check_range("options.officers.fall_shakes", rule.fall_shakes.0, 0, 1000);
        }
        if let Some(rule) = &self.rules.options.leadership {
            self.check_range("options.leadership.radius", rule.radius, 1, MAX_RADIUS);
            self.check_range("options.leadership.by_rank", rule.by_rank.0, 0, 1000);
        }
        if let Some(rule) = &self.rules.options.combined_arms {
            self.check_range("options.combined_arms.bonus", rule.bonus.0, 0, 3000);
        }
    }

    fn check_facing(&mut self) {
        let Some(rule) = &self.rules.options.facing else { return };
        // Free turns would never end.
        self.check_range("options.facing.turn", rule.turn.0.into(), 1, MAX_MOVEMENT.into());
        let values = [
            ("flank", rule.flank, 3000),
            ("rear", rule.rear, 3000),
            ("answer", rule.answer, 1000),
            ("flank_shakes", rule.flank_shakes, 1000),
            ("rear_shakes", rule.rear_shakes, 1000),
        ];
        for (name, Permille(value), most) in values {
            self.check_range(format!("options.facing.{name}"), value, 0, most);
        }
    }

    fn check_ground_and_waiting(&mut self) {
        if let Some(rule) = &self.rules.options.height {
            self.check_range("options.height.down", rule.down.0, 0, 3000);
            self.check_range("options.height.up", rule.up.0, 0, 1000);
        }
        if let Some(rule) = &self.rules.options.reaction {
            self.check_range("options.reaction.moving", rule.moving.0, 0, 4000);
            self.check_range("options.reaction.support", rule.support.0, 0, 4000);
        }
        if let Some(rule) = &self.rules.options.entrenchment {
            self.check_range("options.entrenchment.cover", rule.cover.0, 0, MOST_COVER);
            self.check_range("options.entrenchment.levels", rule.levels.into(), 1, 20);
        }
    }

    fn check_works(&mut self) {
        let works = &self.rules.options.works;
        if works.is_empty() {
            return;
        }
        self.check_names("options.works", works.iter().map(|work| work.name.clone()));
        for (index, work) in works.iter().enumerate() {
            let field = |part: &str| format!("options.works[{index}].{part}");
            self.check_range(field("turns"), work.turns.into(), 1, MAX_WORK_TURNS.into());
            for name in work.from.iter().chain([&work.to]) {
                let part = if *name == work.to { "to" } else { "from" };
                self.check_worked_terrain(field(part), name);
            }
            if work.from.contains(&work.to) {
                self.report_fault(field("to"), FaultKind::Twice { name: work.to.clone() });
            }
            for selector in &work.by {
                self.check_selector(&field("by"), selector);
            }
            for (part, count) in [("from", work.from.len()), ("by", work.by.len())] {
                if count == 0 {
                    let (value, min, max) = (0, 1, i64::try_from(MAX_KINDS).unwrap_or(i64::MAX));
                    self.report_fault(
                        field(part),
                        FaultKind::Count { what: CountedPart::Entries, value, min, max },
                    );
                }
            }
        }
    }

    fn check_weather(&mut self) {
        let Some(rule) = &self.rules.options.weather else { return };
        self.check_names("options.weather.states", rule.states.iter().map(|state| state.name.clone()));
        for (index, state) in rule.states.iter().enumerate() {
            let field = |part: &str| format!("options.weather.states[{index}].{part}");
            self.check_range(field("sight"), state.sight.0, 0, 1000);
            self.check_range(field("fire"), state.fire.0, 0, MAX_FIRE_FACTOR);
            for (name, factor) in &state.costs {
                self.check_range(field("costs"), factor.0, 0, MAX_COST_FACTOR);
                self.check_terrain_name(field("costs"), name);
            }
            for (name, &weight) in &state.next {
                self.check_range(field("next"), weight, 0, MAX_WEIGHT);
                self.check_weather_name(field("next"), name);
            }
            if !state.next.is_empty() && !rule.schedule.is_empty() {
                self.report_fault(field("next"), FaultKind::ScheduleAndChance);
            }
        }
        for (index, name) in rule.schedule.iter().enumerate() {
            self.check_weather_name(format!("options.weather.schedule[{index}]"), name);
        }
    }

    fn check_weather_name(&mut self, field: String, name: &str) {
        let Some(rule) = &self.rules.options.weather else { return };
        let known = || rule.states.iter().map(|state| state.name.as_str());
        if !known().any(|other| other == name) {
            self.report_fault(field, FaultKind::unknown_name_fault(NameKind::Weather, name, known()));
        }
    }

    /// Checks that the ruleset has a terrain.
    fn check_terrain_name(&mut self, field: String, name: &str) -> Option<&Terrain> {
        let rules = self.rules;
        let found = rules.terrains.iter().find(|terrain| terrain.name == name);
        if found.is_none() {
            let known = rules.terrains.iter().map(|terrain| terrain.name.as_str());
            self.report_fault(field, FaultKind::unknown_name_fault(NameKind::Terrain, name, known));
        }
        found
    }

    /// Checks a terrain that comes or goes by a work: castles and depots do neither.
    fn check_worked_terrain(&mut self, field: String, name: &str) {
        if self.check_terrain_name(field.clone(), name).is_some_and(|terrain| terrain.castle) {
            self.report_fault(field, FaultKind::CastleChanges { terrain: name.to_owned() });
        }
    }

    fn check_tags(&mut self, field: &str, tags: &[String]) {
        let mut seen = BTreeSet::new();
        for tag in tags {
            let is_word =
                !tag.is_empty() && tag.chars().all(|c| c != '#' && !c.is_whitespace() && !c.is_control());
            if !is_word {
                self.report_fault(field, FaultKind::NotTag { text: tag.clone() });
            } else if !seen.insert(tag) {
                self.report_fault(field, FaultKind::Twice { name: tag.clone() });
            }
        }
    }

    /// Checks that there are not too many tags in all.
    fn check_tag_count(&mut self) {
        let all: BTreeSet<_> = self.rules.units.iter().flat_map(|unit| &unit.tags).collect();
        if all.len() > MAX_TAGS {
            let [value, max] = [all.len(), MAX_TAGS].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
            self.report_fault("units", FaultKind::Count { what: CountedPart::Tags, value, min: 0, max });
        }
    }

    /// Checks the selectors of one table: each is for some type, and no two tags for the same type
    /// without a row of its own.
    fn check_selectors<'s>(&mut self, field: &str, selectors: impl Iterator<Item = &'s TypeSelector>) {
        let selectors: Vec<_> = selectors.collect();
        for selector in &selectors {
            self.check_selector(field, selector);
        }
        for unit in &self.rules.units {
            let fits = || selectors.iter().filter(|selector| unit.fit_of_selector(selector).is_some());
            let tags: Vec<_> = fits().filter(|selector| matches!(selector, TypeSelector::Tag(_))).collect();
            if let [first, second, ..] = tags[..]
                && fits().count() == tags.len()
            {
                let kind = FaultKind::TwoTags {
                    unit: unit.name.clone(),
                    first: first.to_string(),
                    second: second.to_string(),
                };
                self.report_fault(field, kind);
            }
        }
    }

    fn check_matchups(&mut self) {
        for (index, row) in self.rules.matchups.iter().enumerate() {
            if let Some(attacker) = &row.attacker {
                self.check_selector(&format!("matchups[{index}].attacker"), attacker);
            }
            self.check_selector(&format!("matchups[{index}].target"), &row.target);
            self.check_factor(format!("matchups[{index}].factor"), row.factor);
        }
        self.check_matchup_tags();
    }

    /// Checks that no two rows of match-ups fit the same attack equally well by different tags.
    fn check_matchup_tags(&mut self) {
        let rules = self.rules;
        let has_tag = |selector: &TypeSelector| matches!(selector, TypeSelector::Tag(_));
        if !rules
            .matchups
            .iter()
            .any(|row| has_tag(&row.target) || row.attacker.as_ref().is_some_and(has_tag))
        {
            return;
        }
        let pairs =
            rules.unit_ids().flat_map(|attacker| rules.unit_ids().map(move |target| (attacker, target)));
        let mut reported = BTreeSet::new();
        for by in [Attack::Melee, Attack::Ranged] {
            for (attacker, target) in pairs.clone() {
                if let Some(rows) = self.equal_matchup_rows(by, attacker, target)
                    && reported.insert(rows)
                {
                    let kind = FaultKind::TwoMatchups {
                        attacker: rules.units[attacker].name.clone(),
                        target: rules.units[target].name.clone(),
                        row: rows[0],
                    };
                    self.report_fault(format!("matchups[{}]", rows[1]), kind);
                }
            }
        }
    }

    /// Returns the first two rows of match-ups that fit an attack most closely, if they differ in
    /// their selectors.
    fn equal_matchup_rows(&self, by: Attack, attacker: UnitTypeId, target: UnitTypeId) -> Option<[usize; 2]> {
        let rows = &self.rules.matchups;
        let [attacker, target] = [attacker, target].map(|id| &self.rules.units[id]);
        let fits = || {
            rows.iter()
                .enumerate()
                .filter_map(|(index, row)| Some((row.fit_to(by, attacker, target)?, index)))
        };
        let closest = fits().map(|(fit, _)| fit).max()?;
        let mut best = fits().filter(|&(fit, _)| fit == closest).map(|(_, index)| index);
        let first = best.next()?;
        let selectors = |index: usize| (&rows[index].attacker, &rows[index].target);
        let second = best.find(|&index| selectors(index) != selectors(first))?;
        Some([first, second])
    }

    fn check_standard_army(&mut self, side: &str, army: &[(String, u32)]) {
        for (index, (unit, count)) in army.iter().enumerate() {
            self.check_unit_name(&format!("standard.{side}[{index}]"), unit);
            self.check_range(format!("standard.{side}[{index}]"), *count, 0, 1000);
        }
        let units: i64 = army.iter().map(|&(_, count)| i64::from(count)).sum();
        let max = i64::try_from(MAX_UNITS).unwrap_or(i64::MAX);
        if units == 0 {
            self.report_fault(format!("standard.{side}"), FaultKind::Empty { what: MissingPart::Army });
        } else if units > max {
            let kind = FaultKind::Count { what: CountedPart::Units, value: units, min: 1, max };
            self.report_fault(format!("standard.{side}"), kind);
        }
    }

    fn check_selector(&mut self, field: &str, selector: &TypeSelector) {
        match selector {
            TypeSelector::Type(name) => self.check_unit_name(field, name),
            TypeSelector::Tag(tag) => {
                let known: BTreeSet<_> = self.rules.units.iter().flat_map(|unit| &unit.tags).collect();
                if !known.contains(tag) {
                    let known = known.into_iter().map(String::as_str);
                    self.report_fault(field, FaultKind::unknown_name_fault(NameKind::Tag, tag, known));
                }
            }
        }
    }

    fn check_unit_name(&mut self, field: &str, name: &str) {
        if !self.rules.units.iter().any(|unit| unit.name == name) {
            let known = self.rules.units.iter().map(|unit| unit.name.as_str());
            self.report_fault(field, FaultKind::unknown_name_fault(NameKind::UnitType, name, known));
        }
    }
}
