//! Losses: one integer formula, divided once.

use crate::aftermath_table::AftermathTable;
use crate::condition::Condition;
use crate::dice::factor_of_pips;
use crate::ids::{RankId, TerrainId, UnitTypeId};
use crate::optional_rules::ZoneEffect;
use crate::reaction::{EntrenchmentRule, MOST_COVER};
use crate::ruleset::{Attack, Combat, Ruleset};
use crate::supply::SupplyRule;
use hotgates_text::{Permille, Strength};

/// One blow without its roll: the numbers of the striking and of the struck unit.
///
/// losses = strength × power × match-up × dealt × taken × (1000 − defence) × roll, each factor in
/// ‰, and where it is given by `back` and by `situation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackBlow {
    /// Number of men of the striking unit.
    pub strength: Strength,
    /// Power of the striking unit per man.
    pub power: Permille,
    /// Factor of the match-up table.
    pub matchup: Permille,
    /// The striking officer's factor.
    pub dealt: Permille,
    /// The struck officer's factor.
    pub taken: Permille,
    /// Share of the losses that the struck unit's terrain keeps off.
    pub defence: Permille,
    /// Factors that only some blows have: of a unit that only strikes back or strikes from an ambush, and
    /// of all that rules find in the situation.
    pub more: MoreFactors,
    /// The struck unit's men: it cannot lose more.
    pub target: Strength,
}

impl AttackBlow {
    /// Returns the blow with a factor more.
    #[must_use]
    pub const fn times(self, factor: Permille) -> Self {
        let more = match self.more {
            MoreFactors::None => MoreFactors::One(factor),
            MoreFactors::One(other) | MoreFactors::Two(_, other) => MoreFactors::Two(factor, other),
        };
        Self { more, ..self }
    }

    /// Returns the losses of the struck unit at this roll: multiplied exactly, divided once,
    /// rounded half up; at least 1, at most all its men. The factors are those of a checked ruleset.
    pub fn losses(&self, roll: Permille) -> Strength {
        let factor = |Permille(factor)| u64::from(factor);
        // Factors of a checked ruleset are below 2¹⁶ and rolls below 2²⁰: each half fits 64 bits, which are
        // multiplied faster than 128.
        let striker = u64::from(self.strength.0) * factor(self.power) * factor(self.matchup);
        let open = u64::from(1000_u32.saturating_sub(self.defence.0));
        let struck = factor(self.dealt) * factor(self.taken) * open * factor(roll);
        let product = u128::from(striker) * u128::from(struck);
        let factor = |Permille(factor)| u128::from(factor);
        let rounded = match self.more {
            MoreFactors::None => divide_rounded::<6>(product),
            MoreFactors::One(one) => divide_rounded::<7>(product * factor(one)),
            MoreFactors::Two(one, other) => divide_by_eight_thousands(product * factor(one) * factor(other)),
        };
        u16::try_from(rounded).map_or(self.target, |losses| Strength(losses.max(1)).min(self.target))
    }
}

/// Factors of a blow that only some blows have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoreFactors {
    /// None.
    None,
    /// One more factor.
    One(Permille),
    /// Two more factors.
    Two(Permille, Permille),
}

impl MoreFactors {
    /// Returns the factors there are of two.
    #[must_use]
    pub fn from_pair(one: Option<Permille>, other: Option<Permille>) -> Self {
        match (one, other) {
            (Some(one), Some(other)) => Self::Two(one, other),
            (Some(one), None) | (None, Some(one)) => Self::One(one),
            (None, None) => Self::None,
        }
    }
}

/// Divides a product with all factors that a blow can have.
#[cold]
fn divide_by_eight_thousands(product: u128) -> u128 {
    divide_rounded::<8>(product)
}

/// Divides a product by 1000 to the power of `THOUSANDS`, rounded half up: by 8 and by 125 as
/// often. After the divisions by 8 the product nearly always fits into 64 bits, whose division is
/// the faster one.
#[inline]
fn divide_rounded<const THOUSANDS: u32>(product: u128) -> u128 {
    let eighths = (product + 1000_u128.pow(THOUSANDS) / 2) >> (3 * THOUSANDS);
    let divisor = 125_u64.pow(THOUSANDS);
    u64::try_from(eighths)
        .map_or_else(|_| eighths / u128::from(divisor), |eighths| (eighths / divisor).into())
}

/// The numbers of a unit that combat asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fighter {
    /// Type of the unit.
    pub kind: UnitTypeId,
    /// Rank of the unit's officer.
    pub rank: Option<RankId>,
    /// Number of men of the unit.
    pub strength: Strength,
    /// Terrain of its hex.
    pub terrain: TerrainId,
    /// What its condition, who is near and how it stands to its enemy add to the factor on the losses that
    /// the unit deals, in ‰; mostly 0.
    pub situation: i16,
    /// Share of its losses that its entrenchment keeps off it, in ‰; mostly 0.
    pub dug_in: u16,
}

impl Fighter {
    /// Makes a fighter without an officer that nothing has happened to.
    #[must_use]
    pub const fn fresh(kind: UnitTypeId, strength: Strength, terrain: TerrainId) -> Self {
        Self { kind, rank: None, strength, terrain, situation: 0, dug_in: 0 }
    }

    /// Returns the fighter in a situation that adds so much more to the losses that it deals, in ‰.
    #[must_use]
    pub fn in_situation(self, more: i32) -> Self {
        let sum = i32::from(self.situation).saturating_add(more);
        let limit = i16::MAX - 1000;
        let situation = i16::try_from(sum.clamp(-i32::from(limit), i32::from(limit)));
        Self { situation: situation.expect("within the limit"), ..self }
    }
}

/// Least and greatest factor that the situation can make.
const SITUATION_LIMITS: (i16, i16) = (250, 4000);

/// What a broken unit, which only strikes back, adds to the factor on the losses that it deals.
const BROKEN: i32 = -500;

/// A ruleset's combat numbers by the places of types, ranks and terrains, names looked up once.
///
/// ```
/// use hotgates_rules::{Attack, CombatTable, Fighter, Permille, Ruleset, Strength};
///
/// let rules = Ruleset::classic();
/// let fighter = |terrain| {
///     let infantry = rules.unit("infantry").expect("a classic type");
///     Fighter::fresh(infantry, Strength(1000), rules.terrain(terrain).expect("a terrain"))
/// };
/// let table = CombatTable::new(&rules);
/// let blow = table.blow(Attack::Melee, fighter("grass"), fighter("forest"), false);
/// assert_eq!(blow.losses(Permille(1000)), Strength(75));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombatTable {
    kinds: usize,
    /// `[attack][striker][struck]`.
    matchups: Vec<Permille>,
    /// `[attack][kind]`.
    powers: Vec<Permille>,
    /// For each type its power in striking back and the factor on the losses that it then deals.
    strike_backs: Vec<(Permille, Permille)>,
    ranks: Vec<(Permille, Permille)>,
    /// `[terrain][kind]`.
    defences: Vec<Permille>,
    dice: Combat,
    pub(crate) aftermath: AftermathTable,
    supply: Option<SupplyRule>,
    entrenchment: Option<EntrenchmentRule>,
    some_lack_zones: bool,
    some_ignore_zones: bool,
    zone_effect: ZoneEffect,
}

impl CombatTable {
    /// Makes the table of a ruleset.
    #[must_use]
    pub fn new(rules: &Ruleset) -> Self {
        let units = &rules.units;
        let modes = [Attack::Melee, Attack::Ranged];
        let mut matchups = Vec::new();
        let mut powers = Vec::new();
        for by in modes {
            for striker in units {
                powers.push(match by {
                    Attack::Melee => striker.melee,
                    Attack::Ranged => striker.ranged.as_ref().map_or(Permille(0), |ranged| ranged.power),
                });
                matchups.extend(units.iter().map(|struck| rules.matchup(by, striker, struck)));
            }
        }
        Self {
            kinds: units.len(),
            matchups,
            powers,
            strike_backs: units.iter().map(|unit| rules.strike_back_numbers(unit)).collect(),
            ranks: rules.ranks.iter().map(|rank| (rank.dealt, rank.taken)).collect(),
            defences: rules
                .terrains
                .iter()
                .flat_map(|terrain| units.iter().map(|unit| rules.defence(terrain, unit)))
                .collect(),
            dice: rules.combat.clone(),
            supply: rules.options.supply.clone(),
            entrenchment: rules.options.entrenchment.clone(),
            some_lack_zones: units.iter().any(|unit| unit.lacks_zone),
            some_ignore_zones: units.iter().any(|unit| unit.ignores_zones),
            zone_effect: rules.options.zone_effect(),
            aftermath: AftermathTable {
                cohesion: rules.options.cohesion.clone(),
                retreat: rules.options.retreat.clone(),
                officers: rules.options.officers.clone(),
                facing: rules.options.facing.clone(),
                pursues: units.iter().map(|unit| unit.pursues).collect(),
                full: units.iter().map(|unit| unit.strength).collect(),
                ranks: rules.ranks.len(),
            },
        }
    }

    /// Returns the numbers of the dice.
    #[inline]
    pub const fn dice(&self) -> &Combat {
        &self.dice
    }

    /// Returns the share of the losses that a terrain keeps off a unit of a type standing there.
    #[inline]
    pub fn defence(&self, terrain: TerrainId, kind: UnitTypeId) -> Permille {
        self.defences[terrain.index() * self.kinds + kind.index()]
    }

    /// Returns the blow of one fighter against another; `back` when it answers a melee attack. A
    /// fighter without ranged fire has none to strike with: its power is 0.
    pub fn blow(&self, by: Attack, striker: Fighter, struck: Fighter, back: bool) -> AttackBlow {
        let row = by as usize * self.kinds + striker.kind.index();
        let (power, back) = if back {
            let (power, factor) = self.strike_backs[striker.kind.index()];
            (power, Some(factor))
        } else {
            (self.powers[row], None)
        };
        let rank = |fighter: Fighter| fighter.rank.map(|rank| self.ranks[rank.index()]);
        AttackBlow {
            strength: striker.strength,
            power,
            matchup: self.matchups[row * self.kinds + struck.kind.index()],
            dealt: rank(striker).map_or(Permille::ONE, |(dealt, _)| dealt),
            taken: rank(struck).map_or(Permille::ONE, |(_, taken)| taken),
            defence: covered(self.defence(struck.terrain, struck.kind), struck.dug_in),
            more: if striker.situation == 0 {
                back.map_or(MoreFactors::None, MoreFactors::One)
            } else {
                MoreFactors::from_pair(back, Some(situation_factor(striker.situation)))
            },
            target: struck.strength,
        }
    }

    /// Returns `true` if some types have no zone of control.
    #[inline]
    pub const fn some_lack_zones(&self) -> bool {
        self.some_lack_zones
    }

    /// Returns what zones of control do to a unit that enters one; `ignores` is asked for its type where some types
    /// move as if there were none.
    #[inline]
    pub fn zone_effect(&self, ignores: impl FnOnce() -> bool) -> ZoneEffect {
        if self.some_ignore_zones && ignores() { ZoneEffect::Nothing } else { self.zone_effect }
    }

    /// Returns the share of the losses that a unit's entrenchment keeps off it, in ‰.
    #[must_use]
    pub fn cover_of_trenches(&self, condition: Condition) -> u16 {
        let cover = self.entrenchment.as_ref().map_or(0, |rule| rule.cover.0) * u32::from(condition.dug_in);
        u16::try_from(cover.min(MOST_COVER)).expect("at most 900")
    }

    /// Returns what a unit's condition adds to the factor on the losses that it deals, in ‰.
    #[must_use]
    pub fn situation_of(&self, condition: Condition) -> i32 {
        let broken = if condition.broken { BROKEN } else { 0 };
        broken + self.supply.as_ref().map_or(0, |rule| rule.situation(condition))
    }

    /// Returns the roll of two dice that show their mean, 7.
    #[inline]
    pub const fn mean_roll(&self) -> Permille {
        factor_of_pips(&self.dice, 7)
    }

    /// Returns the losses of the defender and those of the attacker, which a melee attack costs as
    /// long as anybody is left to strike back, at mean rolls. To choose an attack the order of
    /// losses is enough, and mean rolls are forty times cheaper than odds.
    ///
    /// ```
    /// use hotgates_rules::{Attack, CombatTable, Fighter, Ruleset, Strength};
    ///
    /// let rules = Ruleset::classic();
    /// let fighter = |terrain| {
    ///     let infantry = rules.unit("infantry").expect("a classic type");
    ///     Fighter::fresh(infantry, Strength(1000), rules.terrain(terrain).expect("a terrain"))
    /// };
    /// let table = CombatTable::new(&rules);
    /// let losses = table.losses_at_mean_rolls(Attack::Melee, fighter("grass"), fighter("forest"));
    /// assert_eq!(losses, (Strength(75), Strength(65)));
    /// ```
    #[inline]
    pub fn losses_at_mean_rolls(
        &self,
        by: Attack,
        attacker: Fighter,
        mut defender: Fighter,
    ) -> (Strength, Strength) {
        let dealt = self.blow(by, attacker, defender, false).losses(self.mean_roll());
        defender.strength.0 -= dealt.0;
        let answered = by == Attack::Melee && defender.strength.0 > 0;
        let taken = if answered {
            self.blow(by, defender, attacker, true).losses(self.mean_roll())
        } else {
            Strength(0)
        };
        (dealt, taken)
    }
}

/// Returns the share of the losses that terrain and entrenchment keep off.
#[inline]
fn covered(terrain: Permille, dug_in: u16) -> Permille {
    if dug_in == 0 { terrain } else { covered_in_trenches(terrain, dug_in) }
}

#[cold]
fn covered_in_trenches(Permille(terrain): Permille, dug_in: u16) -> Permille {
    Permille(terrain.max((terrain + u32::from(dug_in)).min(MOST_COVER)))
}

/// Returns the factor for all that a situation adds and takes, in ‰.
fn situation_factor(sum: i16) -> Permille {
    let (least, most) = SITUATION_LIMITS;
    Permille((1000 + sum).clamp(least, most).unsigned_abs().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fighter(rules: &Ruleset, kind: &str, strength: u16, terrain: &str) -> Fighter {
        Fighter::fresh(rules.unit(kind).unwrap(), Strength(strength), rules.terrain(terrain).unwrap())
    }

    #[test]
    fn the_example_of_the_rules() {
        let rules = Ruleset::classic();
        let attacker = fighter(&rules, "infantry", 1000, "grass");
        let defender = fighter(&rules, "infantry", 1000, "forest");
        let blow = CombatTable::new(&rules).blow(Attack::Melee, attacker, defender, false);
        assert_eq!(blow.losses(Permille(1000)), Strength(75));
        let survivors = Fighter { strength: Strength(925), ..defender };
        let back = CombatTable::new(&rules).blow(Attack::Melee, survivors, attacker, true);
        assert_eq!(back.losses(Permille(1000)), Strength(65));
    }

    /// Pikemen that strike back harder than they attack, and guns that hardly strike back.
    #[test]
    fn a_type_strikes_back_by_its_own_numbers() {
        let mut rules = Ruleset::classic();
        let [pikes, guns] = ["infantry", "artillery"].map(|name| rules.unit(name).unwrap());
        rules.units[pikes].melee_defence = Some(Permille(200));
        rules.units[guns].strike_back = Some(Permille(100));
        let table = CombatTable::new(&rules);
        let fighters = ["infantry", "artillery"].map(|kind| fighter(&rules, kind, 200, "grass"));
        let horse = fighter(&rules, "cavalry", 500, "grass");
        let losses =
            |back| fighters.map(|one| table.blow(Attack::Melee, one, horse, back).losses(Permille::ONE));
        // 200 × 0.1 each in an attack; 200 × 0.2 × 0.7 and 200 × 0.1 × 0.1 in striking back.
        assert_eq!((losses(false), losses(true)), ([Strength(20); 2], [Strength(28), Strength(2)]));
    }

    #[test]
    fn a_blow_takes_at_least_one_man_and_at_most_all() {
        let rules = Ruleset::classic();
        let weak = fighter(&rules, "infantry", 1, "grass");
        let strong = fighter(&rules, "infantry", 1000, "castle");
        let scratch = CombatTable::new(&rules).blow(Attack::Melee, weak, strong, false);
        assert_eq!(scratch.losses(Permille(500)), Strength(1));
        let rout = CombatTable::new(&rules).blow(Attack::Melee, strong, weak, false);
        assert_eq!(rout.losses(Permille(1500)), Strength(1));
    }

    #[test]
    fn a_situation_adds_up_and_weighs_on_the_blow() {
        let rules = Ruleset::classic();
        let table = CombatTable::new(&rules);
        let (one, horse) =
            (fighter(&rules, "infantry", 200, "grass"), fighter(&rules, "cavalry", 500, "grass"));
        let broken = table.situation_of(Condition { broken: true, ..Condition::default() });
        assert_eq!((table.situation_of(Condition::default()), broken), (0, -500));
        let dealt = |fighter| table.blow(Attack::Melee, fighter, horse, false).losses(Permille::ONE).0;
        // 200 × 0.1, and half of it.
        assert_eq!((dealt(one), dealt(one.in_situation(broken))), (20, 10));
        assert_eq!(dealt(one.in_situation(broken).in_situation(750)), 25);
        // A quarter at least and four times at most, however much has been added or taken.
        let furthest = [i32::MIN, i32::MAX].map(|more| one.in_situation(more));
        assert_eq!(furthest.map(|fighter| fighter.situation), [1000 - i16::MAX, i16::MAX - 1000]);
        assert_eq!(furthest.map(dealt), [5, 80]);
    }

    #[test]
    fn being_broken_and_lacking_supplies_add_up() {
        let rules = Ruleset::shipped("panzer").unwrap();
        let table = CombatTable::new(&rules);
        let lost = i32::try_from(rules.options.supply.as_ref().unwrap().power.0).unwrap();
        assert!(lost > 0);
        let of =
            |broken, unsupplied| table.situation_of(Condition { broken, unsupplied, ..Condition::FRESH });
        assert_eq!([of(false, 1), of(false, 2), of(true, 3)], [0, -lost, -500 - lost]);
    }

    #[test]
    fn trenches_keep_off_by_their_levels_up_to_a_limit() {
        let table = |name| CombatTable::new(&Ruleset::shipped(name).unwrap());
        let cover = |name, dug_in| table(name).cover_of_trenches(Condition { dug_in, ..Condition::FRESH });
        assert_eq!([0, 1, 2].map(|levels| cover("musket", levels)), [0, 60, 120]);
        assert_eq!([cover("panzer", 3), cover("panzer", u8::MAX), cover("classic", 2)], [300, 900, 0]);
    }

    #[test]
    fn types_may_lack_or_ignore_zones_of_control() {
        let mut rules = Ruleset::classic();
        let kind = rules.unit("cavalry").unwrap();
        rules.options.zone_of_control = true;
        let stops = CombatTable::new(&rules);
        assert!(
            !stops.some_lack_zones() && stops.zone_effect(|| true) == ZoneEffect::EndsMove,
            "no type ignores them"
        );
        (rules.units[kind].lacks_zone, rules.units[kind].ignores_zones) = (true, true);
        let table = CombatTable::new(&rules);
        assert!(table.some_lack_zones());
        assert_eq!(table.zone_effect(|| true), ZoneEffect::Nothing);
        assert_eq!(table.zone_effect(|| false), ZoneEffect::EndsMove);
    }

    /// Mean losses are those of two sevens, and whoever is destroyed or shot at does not answer.
    #[test]
    fn mean_losses_are_those_of_two_sevens() {
        let rules = Ruleset::classic();
        let table = CombatTable::new(&rules);
        let [guns, horse] =
            [("artillery", 200), ("cavalry", 500)].map(|(kind, men)| fighter(&rules, kind, men, "grass"));
        let few = Fighter { strength: Strength(3), ..horse };
        let mean = |by, attacker, defender| table.losses_at_mean_rolls(by, attacker, defender);
        let dealt = table.blow(Attack::Melee, guns, horse, false).losses(table.mean_roll());
        let left = Fighter { strength: Strength(500 - dealt.0), ..horse };
        let taken = table.blow(Attack::Melee, left, guns, true).losses(table.mean_roll());
        assert!(dealt.0 > 1 && taken.0 > 1);
        assert_eq!(mean(Attack::Melee, guns, horse), (dealt, taken));
        assert_eq!(mean(Attack::Melee, guns, few), (Strength(3), Strength(0)));
        let (shot, answered) = mean(Attack::Ranged, guns, horse);
        assert_eq!(
            (shot, answered),
            (table.blow(Attack::Ranged, guns, horse, false).losses(table.mean_roll()), Strength(0))
        );
    }

    #[test]
    fn rank_and_matchup_multiply() {
        let rules = Ruleset::classic();
        let general = Fighter { rank: rules.rank("general"), ..fighter(&rules, "artillery", 200, "grass") };
        let horse = Fighter { rank: rules.rank("Colonel"), ..fighter(&rules, "cavalry", 500, "grass") };
        let blow = CombatTable::new(&rules).blow(Attack::Ranged, general, horse, false);
        // 200 × 0.450 × 0.8 × 1.25 × 0.88 = 79.2
        assert_eq!(blow.losses(Permille(1000)), Strength(79));
    }

    /// The largest factors a checked ruleset may have do not overflow.
    #[test]
    fn the_largest_blow_fits() {
        let largest = |most: u32, situation| {
            let factor = Permille(most);
            let blow = AttackBlow {
                strength: Strength(u16::MAX),
                power: factor,
                matchup: factor,
                dealt: factor,
                taken: factor,
                defence: Permille(0),
                more: MoreFactors::from_pair(Some(factor), situation),
                target: Strength(u16::MAX),
            };
            blow.losses(Permille(13 * most))
        };
        assert_eq!(largest(crate::limits::MAX_FACTOR, None), Strength(u16::MAX));
        let most = crate::limits::MAX_FACTOR_IN_SITUATIONS;
        assert_eq!(
            largest(most, Some(Permille(SITUATION_LIMITS.1.unsigned_abs().into()))),
            Strength(u16::MAX)
        );
    }
}
