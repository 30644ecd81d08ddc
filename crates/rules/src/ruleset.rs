//! The ruleset: every number of the game, read from a file. No code assumes the classic lists.

mod check;

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use hotgates_grid::MovementPoints;
use serde::{Deserialize, Serialize};

use crate::ids::{RankId, TerrainId, UnitTypeId};
use crate::limits::{MAX_KINDS, MAX_MATCHUPS, MAX_SELECTORS, MAX_STEPS, MAX_TAGS, MAX_UNITS, USUAL_SIGHT};
use crate::optional_rules::OptionalRules;
use crate::selector::{SelectorFit, TypeSelector};
use hotgates_grid::mix::split_mix;
use hotgates_text::{FileFormat, Permille, Side, Strength, read_at_most};

/// All numbers of the game: terrains, unit types, ranks, combat, and the optional rules in force.
///
/// Inside a battle terrains, unit types and ranks are numbered by their places in these lists. The
/// classic ruleset is [`Ruleset::classic`].
///
/// ```
/// use hotgates_rules::{Attack, Permille, Ruleset};
///
/// let rules = Ruleset::classic();
/// let [artillery, cavalry] = ["artillery", "cavalry"].map(|name| rules.unit(name).expect("a type"));
/// let (artillery, cavalry) = (&rules.units[artillery], &rules.units[cavalry]);
/// assert_eq!(rules.matchup(Attack::Ranged, artillery, cavalry), Permille(800));
///
/// // A ruleset of your own is a text; every mistake is reported with its place.
/// let faults = Ruleset::from_ron("(name: \"winter\")").expect_err("most is missing");
/// assert_eq!(faults[0].position.map(|position| position.line), Some(1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Format of the file.
    #[serde(default, skip_serializing)]
    pub format: FileFormat,
    /// Name of the ruleset, for people.
    pub name: String,
    /// Kinds of ground.
    #[serde(deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub terrains: Vec<Terrain>,
    /// Kinds of units.
    #[serde(deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub units: Vec<UnitType>,
    /// Officers' ranks, lowest first.
    #[serde(deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub ranks: Vec<Rank>,
    /// Factors on the losses between single types, where not 1000 ‰.
    #[serde(default, deserialize_with = "read_at_most::<MAX_MATCHUPS, _, _>")]
    pub matchups: Vec<Matchup>,
    /// Numbers of the dice.
    pub combat: Combat,
    /// Numbers for laying out armies and for the length of a battle.
    pub setup: Setup,
    /// The armies of a map that has none of its own.
    pub standard: StandardArmies,
    /// Rules that are off unless a ruleset turns them on.
    #[serde(default, skip_serializing_if = "OptionalRules::are_off")]
    pub options: OptionalRules,
}

/// A kind of ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// `forest`: the word in files and messages.
    pub name: String,
    /// The character of the terrain in the rows of a map.
    pub glyph: char,
    /// Movement points for entering; a terrain without a cost is impassable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<MovementPoints>,
    /// Costs that differ for some unit types; with a cost of 0 the terrain is impassable for them.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "read_at_most::<MAX_SELECTORS, _, _>"
    )]
    pub cost_for: BTreeMap<TypeSelector, MovementPoints>,
    /// Share of the losses that the terrain keeps off a unit standing there, 0 to 1000 ‰.
    #[serde(default)]
    pub defence: Permille,
    /// Shares that differ for some unit types.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "read_at_most::<MAX_SELECTORS, _, _>"
    )]
    pub defence_for: BTreeMap<TypeSelector, Permille>,
    /// `true` for a castle, which Red fights for.
    #[serde(default)]
    pub castle: bool,
    /// `true` for a depot, from which a unit that stands on it supplies its side, where the ruleset has
    /// supply.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub depot: bool,
    /// `true` if the terrain stops fire, where the ruleset has line of sight.
    #[serde(default)]
    pub blocks_fire: bool,
    /// Levels above the lowest ground, where the ruleset has height.
    #[serde(default, skip_serializing_if = "is_level")]
    pub height: u8,
    /// Points of sight for looking into a hex of the terrain under fog of war; 1, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight_cost: Option<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_level(height: &u8) -> bool {
    *height == 0
}

impl Terrain {
    /// Returns the points of sight for looking into a hex of the terrain under fog of war.
    pub fn sight_cost(&self) -> u32 {
        self.sight_cost.unwrap_or(1)
    }
}

/// A kind of unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "what types can do is independent of each other")]
pub struct UnitType {
    /// `infantry`: the word in files and messages.
    pub name: String,
    /// One letter that stands for the type where there is little room.
    pub letter: char,
    /// Arm of the type, for laying out armies and for commanders.
    pub arm: Arm,
    /// Words by which entries of the ruleset mean this type and others together.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_TAGS, _, _>"
    )]
    pub tags: Vec<String>,
    /// Movement points of a unit at the start of each turn.
    pub movement: MovementPoints,
    /// Full strength, in men.
    pub strength: Strength,
    /// Melee power per man.
    pub melee: Permille,
    /// Melee power per man of a unit that strikes back; as in its own attacks, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melee_defence: Option<Permille>,
    /// Factor on the losses of a unit that this type strikes back at; the factor of
    /// [`Combat::strike_back`], if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strike_back: Option<Permille>,
    /// Ranged fire, if the type has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranged: Option<Ranged>,
    /// Number of ranged attacks that a unit of the type can make before it gets more ammunition, where the
    /// ruleset has ammunition; any number, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Movement points that an attack costs.
    pub attack_cost: MovementPoints,
    /// Points of sight under fog of war: a hex costs those of its terrain; 5, if not
    /// given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<u32>,
    /// `true` for a type that strikes, unanswered, at an enemy that runs into it under fog of war.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ambushes: bool,
    /// `true` for a type that enters the hex that a target of its melee leaves, where the ruleset has
    /// retreats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pursues: bool,
    /// `true` for a type that has no zone of control.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lacks_zone: bool,
    /// `true` for a type that moves as if enemies had no zones of control.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignores_zones: bool,
    /// `true` for a type that fires in the enemy's half-turn, where the ruleset has reaction fire.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reacts: bool,
    /// `true` for a type that fires at an enemy who attacks a friend in its range, where the ruleset has
    /// reaction fire.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supports: bool,
    /// `true` for a type that does not dig in, where the ruleset has entrenchment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays_in_the_open: bool,
    /// Price of a unit at full strength, for armies of equal worth. No battle goes another way for
    /// it, and it is in no hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

impl UnitType {
    /// Returns the points of sight of a unit under fog of war.
    pub fn sight_range(&self) -> u32 {
        self.sight.unwrap_or(USUAL_SIGHT)
    }

    /// Returns how closely a selector fits the type; `None` where it is not for the type.
    fn fit_of_selector(&self, selector: &TypeSelector) -> Option<SelectorFit> {
        match selector {
            TypeSelector::Type(name) => (*name == self.name).then_some(SelectorFit::Type),
            TypeSelector::Tag(tag) => self.tags.contains(tag).then_some(SelectorFit::Tag),
        }
    }

    /// Returns `true` if a selector is for the type.
    pub(crate) fn is_selected(&self, selector: &TypeSelector) -> bool {
        self.fit_of_selector(selector).is_some()
    }

    /// Returns `true` for another type that has no tag of this one.
    #[must_use]
    pub fn is_of_other_arms(&self, other: &Self) -> bool {
        self.name != other.name && !self.tags.iter().any(|tag| other.tags.contains(tag))
    }

    /// Returns the value of the entry that fits the type most closely. Cost: `O(entries)`.
    fn closest_entry<'a, T>(&self, entries: impl IntoIterator<Item = (&'a TypeSelector, T)>) -> Option<T> {
        let entries = entries.into_iter();
        let fits = entries.filter_map(|(selector, value)| Some((self.fit_of_selector(selector)?, value)));
        fits.max_by_key(|&(fit, _)| fit).map(|(_, value)| value)
    }
}

/// Arm of the service. The rules of combat and movement ask the numbers of a type only; laying out
/// armies and commanders ask the arm.
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
    /// Number of alternatives that a computer commander may weigh in a half-turn while this is the
    /// highest rank of its side; see [`Ruleset::rank_steps`] for what counts without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
}

/// A factor on the losses that some types deal others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matchup {
    /// Attack mode that the factor is for.
    pub by: Attack,
    /// The attacking types; any, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<TypeSelector>,
    /// The attacked types.
    pub target: TypeSelector,
    /// The factor.
    pub factor: Permille,
}

/// Attack mode: melee or ranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attack {
    /// Attack from the next hex; the survivors strike back.
    Melee,
    /// Fire from afar, which is not answered.
    Ranged,
}

/// Numbers of the dice: the roll of an attack is `roll_base + roll_step × 2d6`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The roll without dice.
    pub roll_base: Permille,
    /// Amount that each pip adds to the roll.
    pub roll_step: Permille,
    /// Factor on the losses of a unit struck back at, by types without a factor of their own.
    pub strike_back: Permille,
}

/// Numbers for laying out armies and for the length of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// No Red unit starts within this many hexes of a castle or a Blue unit.
    pub distance: u32,
    /// Turns of a battle whose scenario gives none, before turns for the march are added.
    pub turns: u32,
    /// Turns added for each turn that infantry needs to the nearest castle.
    pub turns_per_march: u32,
    /// Fewest turns of a battle whose scenario gives none.
    pub min_turns: u32,
}

/// The armies of a map that has none: the number of units of each type, by the name of the type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandardArmies {
    /// Red's army.
    #[serde(deserialize_with = "read_at_most::<MAX_UNITS, _, _>")]
    pub red: Vec<(String, u32)>,
    /// Blue's army.
    #[serde(deserialize_with = "read_at_most::<MAX_UNITS, _, _>")]
    pub blue: Vec<(String, u32)>,
}

impl StandardArmies {
    /// Returns the unit types of a side's army, each with its number of units.
    pub fn army_of_side(&self, side: Side) -> &[(String, u32)] {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }
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

impl Ruleset {
    /// The classic ruleset as text: the one to start from.
    pub const CLASSIC: &str = include_str!("../assets/rules/classic.ron");

    /// The rulesets that come with the program, each with its name and its text.
    pub const SHIPPED: [(&str, &str); 4] = [
        ("classic", Self::CLASSIC),
        ("hoplite", include_str!("../assets/rules/hoplite.ron")),
        ("musket", include_str!("../assets/rules/musket.ron")),
        ("panzer", include_str!("../assets/rules/panzer.ron")),
    ];

    /// Returns a ruleset that comes with the program; `None` for a name that is none of theirs.
    ///
    /// ```
    /// use hotgates_rules::Ruleset;
    ///
    /// let names = Ruleset::SHIPPED.map(|(name, _)| Ruleset::shipped(name).map(|rules| rules.name));
    /// assert_eq!(names, Ruleset::SHIPPED.map(|(name, _)| Some(name.to_owned())));
    /// assert_eq!(Ruleset::shipped("my.ron"), None);
    /// ```
    ///
    /// # Panics
    /// Never: a test reads and checks the files.
    #[must_use]
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = Self::SHIPPED.into_iter().find(|(known, _)| *known == name)?;
        Some(Self::from_ron(text).unwrap_or_else(|faults| panic!("a shipped ruleset is sound: {faults:?}")))
    }

    /// Returns the classic ruleset, which `assets/rules/classic.ron` holds.
    ///
    /// # Panics
    /// Never: a test reads and checks the file.
    #[must_use]
    pub fn classic() -> Self {
        Self::from_ron(Self::CLASSIC)
            .unwrap_or_else(|faults| panic!("the classic ruleset is sound: {faults:?}"))
    }

    /// Returns a hash of all numbers that battles are fought by; prices and the steps of commanders are
    /// not among them. Cost: that of writing the rules as text.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut rules = self.clone();
        rules.units.iter_mut().for_each(|unit| unit.points = None);
        rules.ranks.iter_mut().for_each(|rank| rank.steps = None);
        rules.to_ron().bytes().fold(0, |hash, byte| split_mix(hash ^ u64::from(byte)))
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

    /// Lists the numbers of all terrains, in the order of the list; of the first 256 where faulty
    /// rules list more.
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

    /// Number of alternatives that a computer commander of a rank may weigh in a half-turn. Where
    /// the ruleset does not say, 250 for the lowest rank, and two and a half times as many for each
    /// next one, up to 1,000,000.
    #[must_use]
    pub fn rank_steps(&self, rank: RankId) -> u32 {
        let steps_of_place = |place: usize| (0..place).fold(250, |steps, _| (steps * 5 / 2).min(MAX_STEPS));
        self.ranks[rank].steps.unwrap_or_else(|| steps_of_place(rank.index()))
    }

    /// Lists the numbers of all ranks, the lowest first.
    pub fn rank_ids(&self) -> impl ExactSizeIterator<Item = RankId> + DoubleEndedIterator + Clone + use<> {
        (0..=u8::MAX).take(self.ranks.len()).map(RankId)
    }

    /// Returns the type whose costs stand for marching: the first infantry of the list, or the
    /// first type of all.
    pub fn marching_type(&self) -> UnitTypeId {
        self.unit_ids().find(|&id| self.units[id].arm == Arm::Infantry).unwrap_or_default()
    }

    /// Returns the type by whose costs supplies travel; `None` where the ruleset has no supply.
    pub fn carrier_type(&self) -> Option<UnitTypeId> {
        let rule = self.options.supply.as_ref()?;
        let named = rule.carrier.as_ref().and_then(|name| self.unit(name));
        Some(named.unwrap_or_else(|| self.marching_type()))
    }

    /// Returns the cost of entering a terrain for a unit of a type, `None` where the unit cannot.
    pub fn cost(&self, terrain: &Terrain, unit: &UnitType) -> Option<MovementPoints> {
        let own = unit.closest_entry(&terrain.cost_for).copied();
        own.or(terrain.cost).filter(|&cost| cost > MovementPoints(0))
    }

    /// Returns the share of the losses that a terrain keeps off a unit of a type standing there.
    pub fn defence(&self, terrain: &Terrain, unit: &UnitType) -> Permille {
        unit.closest_entry(&terrain.defence_for).copied().unwrap_or(terrain.defence)
    }

    /// Returns the power per man with which a unit of a type strikes back, and the factor on the
    /// losses that it then deals.
    pub fn strike_back_numbers(&self, unit: &UnitType) -> (Permille, Permille) {
        (unit.melee_defence.unwrap_or(unit.melee), unit.strike_back.unwrap_or(self.combat.strike_back))
    }

    /// Returns the factor of the match-up table, 1000 ‰ where no row fits. Of several rows the one
    /// whose attacker fits most closely counts, then the one whose target does, then the first.
    pub fn matchup(&self, by: Attack, attacker: &UnitType, target: &UnitType) -> Permille {
        let fits =
            self.matchups.iter().rev().filter_map(|row| Some((row.fit_to(by, attacker, target)?, row)));
        fits.max_by_key(|&(fit, _)| fit).map_or(Permille::ONE, |(_, row)| row.factor)
    }
}

impl Matchup {
    /// Returns how closely the row fits the attacker and the target of an attack; `None` where the
    /// row is not for the attack.
    fn fit_to(&self, by: Attack, attacker: &UnitType, target: &UnitType) -> Option<[SelectorFit; 2]> {
        let striker = match &self.attacker {
            Some(selector) => attacker.fit_of_selector(selector)?,
            None => SelectorFit::AnyType,
        };
        (self.by == by).then_some([striker, target.fit_of_selector(&self.target)?])
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
        let broken = Ruleset::CLASSIC
            .replacen("cost: 4, defence", "cost: 0, defence", 1)
            .replacen("strength: 500", "strength: 0", 1)
            .replacen("target: \"cavalry\"", "target: \"elephants\"", 1);
        let faults = Ruleset::from_ron(&broken).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
        for fault in faults {
            let place = fault.position.expect("a ruleset file has lines");
            let line = broken.lines().nth(place.line - 1).unwrap();
            assert!(line.contains("cost: 0") || line.contains("strength: 0") || line.contains("elephants"));
        }
    }
}
