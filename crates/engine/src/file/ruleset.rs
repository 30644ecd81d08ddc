//! The ruleset: every number of the game, as a file says it. Nothing in code assumes the classic lists.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::file::fault::{Fault, FaultKind};
use crate::file::ids::{RankId, TerrainId, UnitTypeId};
use crate::file::text;
use crate::measure::{MovementPoints, Permille, Strength};

/// All numbers of the game: terrains, unit types, ranks, combat, and which optional rules are on.
///
/// Terrains, types and ranks are named by their place in these lists inside a battle. The classic ruleset is
/// [`Ruleset::classic`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// What people call it.
    pub name: String,
    /// Kinds of ground.
    pub terrains: Vec<Terrain>,
    /// Kinds of units.
    pub units: Vec<UnitType>,
    /// Officers' ranks, lowest first.
    pub ranks: Vec<Rank>,
    /// Attacks that count for more or less than 1000 ‰.
    #[serde(default)]
    pub matchups: Vec<Matchup>,
    /// What the dice do.
    pub combat: Combat,
    /// How armies are laid out and how long a battle lasts.
    pub setup: Setup,
    /// The armies of a map that has none of its own.
    pub standard: StandardArmies,
    /// Rules that are off unless a ruleset turns them on.
    #[serde(default)]
    pub options: OptionalRules,
}

/// A kind of ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// `forest`: the word in files and messages.
    pub name: String,
    /// The character that stands for it in the rows of a map.
    pub glyph: char,
    /// Movement points to enter; without one it is impassable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<MovementPoints>,
    /// Costs that differ for some unit types, by the type's name; 0 makes it impassable for that type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cost_for: BTreeMap<String, MovementPoints>,
    /// How much less a unit standing here loses, 0 to 1000 ‰.
    #[serde(default)]
    pub defence: Permille,
    /// Whether it is what Red wants.
    #[serde(default)]
    pub castle: bool,
    /// Whether it stops fire where line of sight is on.
    #[serde(default)]
    pub blocks_fire: bool,
}

/// A kind of unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    /// `infantry`: the word in files and messages.
    pub name: String,
    /// One letter for tight places.
    pub letter: char,
    /// What it is for: how armies are laid out and how commanders use it.
    pub arm: Arm,
    /// Movement points at the start of each of its turns.
    pub movement: MovementPoints,
    /// Full strength, in men.
    pub strength: Strength,
    /// Melee power per man.
    pub melee: Permille,
    /// Ranged fire, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranged: Option<Ranged>,
    /// Movement points that an attack costs.
    pub attack_cost: MovementPoints,
}

/// What a unit type is for. Rules ask only the numbers; layout and commanders ask this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// Holds the line.
    Infantry,
    /// Takes the wings and the reserve.
    Cavalry,
    /// Stands behind and fires.
    Artillery,
}

/// Fire at a distance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranged {
    /// Power per man.
    pub power: Permille,
    /// Nearest distance in hexes, at least 2.
    pub min: u32,
    /// Farthest distance in hexes.
    pub max: u32,
}

/// An officer's rank.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// `Captain`.
    pub name: String,
    /// Factor on losses dealt.
    pub dealt: Permille,
    /// Factor on losses taken.
    pub taken: Permille,
}

/// A factor on the losses that one type deals another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matchup {
    /// How it is attacked.
    pub by: Attack,
    /// The attacking type; any, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<String>,
    /// The type attacked.
    pub target: String,
    /// The factor.
    pub factor: Permille,
}

/// The two ways to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attack {
    /// From the next hex; the survivors strike back.
    Melee,
    /// From afar; not answered.
    Ranged,
}

/// What the dice do: an attack's roll is `roll_base + roll_step × 2d6`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The roll without dice.
    pub roll_base: Permille,
    /// What each pip adds.
    pub roll_step: Permille,
    /// Factor on the losses of a unit struck back at.
    pub strike_back: Permille,
}

/// How armies are laid out and how long a battle lasts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// No Red unit starts within this many hexes of a castle or a Blue unit.
    pub distance: u32,
    /// Turns of a battle whose scenario does not say, before the way is added.
    pub turns: u32,
    /// Turns added for each turn that infantry needs to the nearest castle.
    pub turns_per_march: u32,
    /// The fewest turns of such a battle.
    pub min_turns: u32,
}

/// The armies of a map that has none: how many units of each type, named by their type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandardArmies {
    /// Red's.
    pub red: Vec<(String, u32)>,
    /// Blue's.
    pub blue: Vec<(String, u32)>,
}

/// Rules that are off unless a ruleset turns them on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptionalRules {
    /// Entering a hex next to an enemy ends the move: the unit may still attack, but not move on this turn.
    pub zone_of_control: bool,
    /// Terrain that blocks fire stops ranged attacks across it.
    pub line_of_sight: bool,
}

/// Lets one of a ruleset's lists be indexed by the numbers of its entries.
macro_rules! index_by_id {
    ($($entry:ident by $id:ident;)*) => {$(
        impl Index<$id> for Vec<$entry> {
            type Output = $entry;
            #[inline]
            fn index(&self, id: $id) -> &$entry {
                &self[id.index()]
            }
        }

        impl IndexMut<$id> for Vec<$entry> {
            fn index_mut(&mut self, id: $id) -> &mut $entry {
                &mut self[id.index()]
            }
        }
    )*};
}

index_by_id! {
    Terrain by TerrainId;
    UnitType by UnitTypeId;
    Rank by RankId;
}

/// The most a hex may cost to enter.
pub const MAX_COST: u16 = 250;
/// The most movement points a unit type may have.
pub const MAX_MOVEMENT: u16 = 250;
/// The farthest a unit type may fire, in hexes.
pub const MAX_RANGE: u32 = 32;
/// The most units an army may have.
pub const MAX_UNITS: usize = 20_000;
/// The most terrains, unit types or ranks a ruleset may list.
pub const MAX_KINDS: usize = 100;
/// The largest factor; it keeps every product of a combat formula within 128 bits.
pub(crate) const MAX_FACTOR: u32 = 50_000;

impl Ruleset {
    /// The classic ruleset, as `assets/rules/classic.ron` says it.
    ///
    /// # Panics
    /// Never: a test reads and checks the file.
    #[must_use]
    pub fn classic() -> Self {
        Self::from_ron(CLASSIC).unwrap_or_else(|faults| panic!("the classic ruleset is sound: {faults:?}"))
    }

    /// Reads and checks a ruleset file.
    ///
    /// # Errors
    /// Every fault of the text, with its line and column.
    pub fn from_ron(source: &str) -> Result<Self, Vec<Fault>> {
        let rules: Self = text::parse(source).map_err(|fault| vec![fault])?;
        let mut faults = rules.faults();
        if faults.is_empty() {
            return Ok(rules);
        }
        text::locate(source, &mut faults);
        Err(faults)
    }

    /// Every fault of these rules; none means that a battle can be played by them.
    pub fn faults(&self) -> Vec<Fault> {
        let mut check = Check { rules: self, faults: Vec::new() };
        check.run();
        check.faults
    }

    /// Returns the number of the terrain of a name.
    pub fn terrain(&self, name: &str) -> Option<TerrainId> {
        self.terrain_ids().find(|&id| self.terrains[id].name == name)
    }

    /// Returns the number of the unit type of a name.
    pub fn unit(&self, name: &str) -> Option<UnitTypeId> {
        self.unit_ids().find(|&id| self.units[id].name == name)
    }

    /// Returns the number of the rank of a name; upper and lower case count the same.
    pub fn rank(&self, name: &str) -> Option<RankId> {
        self.rank_ids().find(|&id| self.ranks[id].name.eq_ignore_ascii_case(name))
    }

    /// Lists the numbers of all terrains, in the order of the list; of the first 256 where faulty rules list more.
    pub fn terrain_ids(
        &self,
    ) -> impl ExactSizeIterator<Item = TerrainId> + DoubleEndedIterator + Clone + use<> {
        (0..=u8::MAX).take(self.terrains.len()).map(TerrainId)
    }

    /// Lists the numbers of all unit types, in the order of the list.
    pub fn unit_ids(
        &self,
    ) -> impl ExactSizeIterator<Item = UnitTypeId> + DoubleEndedIterator + Clone + use<> {
        (0..=u8::MAX).take(self.units.len()).map(UnitTypeId)
    }

    /// Lists the numbers of all ranks, the lowest first.
    pub fn rank_ids(&self) -> impl ExactSizeIterator<Item = RankId> + DoubleEndedIterator + Clone + use<> {
        (0..=u8::MAX).take(self.ranks.len()).map(RankId)
    }

    /// Returns the type whose costs stand for marching: the first infantry of the list, or the first type of all.
    pub fn walker(&self) -> UnitTypeId {
        self.unit_ids().find(|&id| self.units[id].arm == Arm::Infantry).unwrap_or_default()
    }

    /// What a unit of this type pays to enter this terrain, `None` where it cannot.
    pub fn cost(&self, terrain: &Terrain, unit: &UnitType) -> Option<MovementPoints> {
        match terrain.cost_for.get(&unit.name) {
            Some(MovementPoints(0)) => None,
            Some(&cost) => Some(cost),
            None => terrain.cost,
        }
    }

    /// The factor of the match-up table; a row that names the attacker goes before one that does not.
    pub fn matchup(&self, by: Attack, attacker: &UnitType, target: &UnitType) -> Permille {
        let rows = || self.matchups.iter().filter(|row| row.by == by && row.target == target.name);
        rows()
            .find(|row| row.attacker.as_ref() == Some(&attacker.name))
            .or_else(|| rows().find(|row| row.attacker.is_none()))
            .map_or(Permille::ONE, |row| row.factor)
    }
}

const CLASSIC: &str = include_str!("../../assets/rules/classic.ron");

struct Check<'a> {
    rules: &'a Ruleset,
    faults: Vec<Fault>,
}

impl Check<'_> {
    fn run(&mut self) {
        let rules = self.rules;
        self.kinds("terrains", rules.terrains.iter().map(|terrain| terrain.name.clone()));
        self.kinds("units", rules.units.iter().map(|unit| unit.name.clone()));
        self.kinds("ranks", rules.ranks.iter().map(|rank| rank.name.to_lowercase()));
        self.terrains();
        self.units();
        for (index, rank) in rules.ranks.iter().enumerate() {
            self.factor(format!("ranks[{index}].dealt"), rank.dealt);
            self.factor(format!("ranks[{index}].taken"), rank.taken);
        }
        self.matchups();
        self.factor("combat.roll_base".into(), rules.combat.roll_base);
        self.factor("combat.roll_step".into(), rules.combat.roll_step);
        self.factor("combat.strike_back".into(), rules.combat.strike_back);
        self.range("setup.turns", rules.setup.turns, 0, 10_000);
        self.range("setup.turns_per_march", rules.setup.turns_per_march, 0, 1000);
        self.range("setup.min_turns", rules.setup.min_turns, 1, 10_000);
        self.range("setup.distance", rules.setup.distance, 0, 4096);
        self.army("red", &rules.standard.red);
        self.army("blue", &rules.standard.blue);
    }

    fn report(&mut self, field: impl Into<String>, kind: FaultKind) {
        self.faults.push(Fault::at_field(field, kind));
    }

    fn range(&mut self, field: impl Into<String>, value: u32, min: u32, max: u32) {
        if !(min..=max).contains(&value) {
            let (value, min, max) = (value.into(), min.into(), max.into());
            self.report(field, FaultKind::OutOfRange { value, min, max });
        }
    }

    fn factor(&mut self, field: String, Permille(value): Permille) {
        self.range(field, value, 0, MAX_FACTOR);
    }

    fn kinds(&mut self, list: &str, names: impl Iterator<Item = String>) {
        let mut seen = BTreeSet::new();
        let mut count = 0;
        for (index, name) in names.enumerate() {
            count += 1;
            if name.is_empty() {
                self.report(format!("{list}[{index}].name"), FaultKind::Empty { what: "a name".into() });
            } else if !seen.insert(name.clone()) {
                self.report(format!("{list}[{index}].name"), FaultKind::Twice { name });
            }
        }
        if !(1..=MAX_KINDS).contains(&count) {
            let value = i64::try_from(count).unwrap_or(i64::MAX);
            self.report(list, FaultKind::Count { what: "entries".into(), value, min: 1, max: 100 });
        }
    }

    fn terrains(&mut self) {
        let rules = self.rules;
        let mut glyphs = BTreeSet::new();
        for (index, terrain) in rules.terrains.iter().enumerate() {
            let at = |field: &str| format!("terrains[{index}].{field}");
            if !glyphs.insert(terrain.glyph) {
                self.report(at("glyph"), FaultKind::Twice { name: terrain.glyph.to_string() });
            }
            if terrain.glyph.is_control() || terrain.glyph.is_whitespace() {
                self.report(at("glyph"), FaultKind::Blank { glyph: terrain.glyph });
            }
            if let Some(MovementPoints(cost)) = terrain.cost {
                self.range(at("cost"), cost.into(), 1, MAX_COST.into());
            }
            for (unit, &MovementPoints(cost)) in &terrain.cost_for {
                self.range(at("cost_for"), cost.into(), 0, MAX_COST.into());
                self.unit_name(at("cost_for"), unit);
            }
            self.range(at("defence"), terrain.defence.0, 0, 1000);
        }
        if !rules.terrains.iter().any(|terrain| terrain.castle) {
            self.report("terrains", FaultKind::NoCastleTerrain);
        }
    }

    fn units(&mut self) {
        for (index, unit) in self.rules.units.iter().enumerate() {
            let at = |field: &str| format!("units[{index}].{field}");
            self.range(at("movement"), unit.movement.0.into(), 1, MAX_MOVEMENT.into());
            self.range(at("strength"), unit.strength.0.into(), 1, u32::from(u16::MAX));
            // Free attacks would never end a turn.
            self.range(at("attack_cost"), unit.attack_cost.0.into(), 1, MAX_MOVEMENT.into());
            self.factor(at("melee"), unit.melee);
            if let Some(ranged) = &unit.ranged {
                self.factor(at("ranged.power"), ranged.power);
                self.range(at("ranged.min"), ranged.min, 2, MAX_RANGE);
                self.range(at("ranged.max"), ranged.max, ranged.min, MAX_RANGE);
            }
        }
    }

    fn matchups(&mut self) {
        for (index, row) in self.rules.matchups.iter().enumerate() {
            if let Some(attacker) = &row.attacker {
                self.unit_name(format!("matchups[{index}].attacker"), attacker);
            }
            self.unit_name(format!("matchups[{index}].target"), &row.target);
            self.factor(format!("matchups[{index}].factor"), row.factor);
        }
    }

    fn army(&mut self, side: &str, army: &[(String, u32)]) {
        for (index, (unit, count)) in army.iter().enumerate() {
            self.unit_name(format!("standard.{side}[{index}]"), unit);
            self.range(format!("standard.{side}[{index}]"), *count, 0, 1000);
        }
        let units: i64 = army.iter().map(|&(_, count)| i64::from(count)).sum();
        let max = i64::try_from(MAX_UNITS).unwrap_or(i64::MAX);
        if units == 0 {
            self.report(format!("standard.{side}"), FaultKind::Empty { what: "an army".into() });
        } else if units > max {
            let kind = FaultKind::Count { what: "units".into(), value: units, min: 1, max };
            self.report(format!("standard.{side}"), kind);
        }
    }

    fn unit_name(&mut self, field: String, name: &str) {
        if !self.rules.units.iter().any(|unit| unit.name == name) {
            let known = self.rules.units.iter().map(|unit| unit.name.as_str());
            self.report(field, FaultKind::unknown("unit type", name, known));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_file_holds_the_numbers_of_the_rules() {
        let rules = Ruleset::classic();
        let cost = |name: &str| rules.terrains[rules.terrain(name).unwrap()].cost.map(|cost| cost.0);
        assert_eq!(
            ["road", "bridge", "grass", "castle", "forest", "water", "mountain"].map(cost),
            [Some(1), Some(1), Some(2), Some(2), Some(4), None, None]
        );
        let [infantry, cavalry, guns] =
            ["infantry", "cavalry", "artillery"].map(|name| &rules.units[rules.unit(name).unwrap()]);
        assert_eq!((infantry.movement.0, cavalry.movement.0, guns.movement.0), (8, 12, 6));
        assert_eq!(rules.matchup(Attack::Melee, infantry, guns), Permille(2000));
        assert_eq!(rules.matchup(Attack::Ranged, guns, cavalry), Permille(800));
        assert_eq!(rules.matchup(Attack::Melee, cavalry, infantry), Permille::ONE);
        assert_eq!(rules.ranks[5].dealt, Permille(1250));
        assert_eq!(rules.ranks[5].taken, Permille(800));
    }

    #[test]
    fn every_fault_of_a_ruleset_is_reported_at_once_with_its_line() {
        let broken = CLASSIC
            .replace("cost: 4, defence", "cost: 0, defence")
            .replace("strength: 500", "strength: 0")
            .replace("target: \"cavalry\"", "target: \"elephants\"");
        let faults = Ruleset::from_ron(&broken).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
        for fault in faults {
            let place = fault.position.expect("a ruleset file has lines");
            let line = broken.lines().nth(place.line - 1).unwrap();
            assert!(line.contains("cost: 0") || line.contains("strength: 0") || line.contains("elephants"));
        }
    }
}
