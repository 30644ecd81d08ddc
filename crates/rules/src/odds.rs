//! Exact odds: every outcome of an attack with its probability, counted and not sampled.

use serde::{Deserialize, Serialize};

use crate::aftermath::{Aftermath, AttackLosses, AttackSetting, BlowLosses};
use crate::combat::{CombatTable, Fighter};
use crate::dice;
use crate::ruleset::Attack;
use hotgates_text::{Permille, Strength};

/// Number of the 36 combinations of two dice that sum to 2, 3 … 12.
pub const WAYS: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// The whole of probability: an attack and its answer roll four dice.
pub const WHOLE: u32 = 1296;

/// One outcome of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddsEntry {
    /// Losses of the target by the blow, in men.
    pub target_losses: Strength,
    /// Losses of the attacker when the survivors strike back, in men.
    pub attacker_losses: Strength,
    /// Number of cases out of all of the [`Odds`].
    pub ways: u32,
    /// What follows from these losses; `None` where no rule asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aftermath: Option<Aftermath>,
}

impl OddsEntry {
    /// Number of men that the target has lost in the end: those who come back when it gives way are not
    /// among them.
    #[must_use]
    pub fn target_men_lost(&self) -> Strength {
        let back = self.aftermath.map_or(Strength(0), |after| after.men_back);
        Strength(self.target_losses.0 - back.0)
    }
}

/// The exact distribution of an attack's outcomes.
///
/// ```
/// use hotgates_rules::{Attack, CombatTable, Fighter, Odds, Ruleset, Strength, WHOLE};
///
/// let rules = Ruleset::classic();
/// let (infantry, grass) = (rules.unit("infantry").expect("a type"), rules.terrain("grass").expect("a terrain"));
/// let infantry = Fighter::fresh(infantry, Strength(1000), grass);
/// let odds = Odds::from_attack(&CombatTable::new(&rules), Attack::Melee, infantry, infantry);
/// assert_eq!(odds.outcomes.iter().map(|outcome| outcome.ways).sum::<u32>(), WHOLE);
/// assert_eq!(odds.cases_target_destroyed(), 0);
/// assert!(odds.expected_target_losses() > odds.expected_attacker_losses());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// The outcomes by the two rolls, the attack's first: 121 for melee, 11 for fire, and with support fire
    /// so many for each of its 11 rolls. Their ways
    /// sum to `of`. Different rolls may come to the same losses.
    pub outcomes: Vec<OddsEntry>,
    /// Number of all cases: [`WHOLE`], with support fire 36 times as many.
    pub of: u32,
    /// The target's men before the attack.
    pub target: Strength,
    /// The attacker's men before the attack.
    pub attacker: Strength,
}

impl Odds {
    /// Counts the odds of one attack by its fighters alone: a target that should give way has nowhere to
    /// go. Cost: 132 divisions.
    pub fn from_attack(table: &CombatTable, by: Attack, attacker: Fighter, target: Fighter) -> Self {
        Self::in_setting(table, by, attacker, target, AttackSetting::default())
    }

    /// Counts the odds of one attack in its setting. Cost: 132 divisions.
    pub fn in_setting(
        table: &CombatTable,
        by: Attack,
        attacker: Fighter,
        target: Fighter,
        setting: AttackSetting,
    ) -> Self {
        Self::with_support(table, by, (attacker, target), setting, None)
    }

    /// Counts the odds of one attack in its setting, with a unit that fires at the attacker first if there is
    /// one. Cost: 132 divisions, with support 11 times as many.
    pub fn with_support(
        table: &CombatTable,
        by: Attack,
        (attacker, target): (Fighter, Fighter),
        setting: AttackSetting,
        supporter: Option<Fighter>,
    ) -> Self {
        let mut outcomes = Vec::with_capacity(121);
        let mut add = |losses: AttackLosses, ways: u32| {
            let aftermath = table.aftermath(by, attacker, target, losses, setting);
            let (target_losses, attacker_losses) = (losses.blow.men, losses.attacker_men());
            outcomes.push(OddsEntry { target_losses, attacker_losses, ways, aftermath });
        };
        if let Some(supporter) = supporter {
            let fire = table.blow(Attack::Ranged, supporter, attacker, false);
            for (pips, ways) in (2..).zip(WAYS) {
                let men = fire.losses(dice::factor_of_pips(table.dice(), u32::from(pips)));
                let losses = AttackLosses { support: BlowLosses { men, pips }, ..AttackLosses::default() };
                let left = Fighter { strength: Strength(attacker.strength.0 - men.0), ..attacker };
                if left.strength.0 == 0 {
                    add(losses, ways * WHOLE);
                } else {
                    add_outcomes(table, by, (left, target), (losses, ways), &mut add);
                }
            }
        } else {
            add_outcomes(table, by, (attacker, target), (AttackLosses::default(), 1), &mut add);
        }
        let of = if supporter.is_some() { 36 * WHOLE } else { WHOLE };
        Self { outcomes, of, target: target.strength, attacker: attacker.strength }
    }

    /// Returns the target's expected losses, in men out of all cases: `of` is one man. Men who come back
    /// when it gives way are not among them.
    pub fn expected_target_losses(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.ways * u32::from(outcome.target_men_lost().0)).sum()
    }

    /// Returns the attacker's expected losses, in men out of all cases.
    pub fn expected_attacker_losses(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.ways * u32::from(outcome.attacker_losses.0)).sum()
    }

    /// Returns the mean of a sum over all cases, rounded half up: men of expected losses, per cent of a hundred
    /// times a number of cases.
    pub const fn mean_of_cases(&self, sum: u32) -> u32 {
        (sum + self.of / 2) / self.of
    }

    /// Number of cases in which the target is destroyed.
    pub fn cases_target_destroyed(&self) -> u32 {
        self.count_cases_where(|outcome| outcome.target_losses == self.target)
    }

    /// Number of cases in which the attacker is destroyed.
    pub fn cases_attacker_destroyed(&self) -> u32 {
        self.count_cases_where(|outcome| outcome.attacker_losses == self.attacker)
    }

    /// Number of cases in which what follows is as asked for; 0 where no rule asks for
    /// what follows.
    pub fn cases_followed_by(&self, holds: impl Fn(&Aftermath) -> bool) -> u32 {
        self.count_cases_where(|outcome| outcome.aftermath.as_ref().is_some_and(&holds))
    }

    /// Returns cases as a share of all, in ‰, rounded half up.
    #[must_use]
    pub fn permille_of(&self, cases: u32) -> Permille {
        let (cases, of) = (u64::from(cases), u64::from(self.of));
        Permille(u32::try_from((2000 * cases + of) / (2 * of)).unwrap_or(u32::MAX))
    }

    fn count_cases_where(&self, holds: impl Fn(&OddsEntry) -> bool) -> u32 {
        self.outcomes.iter().filter(|outcome| holds(outcome)).map(|outcome| outcome.ways).sum()
    }
}

/// Adds the outcomes of a blow and of its answer to what has been lost before, each by its sums of dice and
/// so many ways.
fn add_outcomes(
    table: &CombatTable,
    by: Attack,
    (attacker, target): (Fighter, Fighter),
    (before, ways_before): (AttackLosses, u32),
    add: &mut impl FnMut(AttackLosses, u32),
) {
    let blow = table.blow(by, attacker, target, false);
    for (pips, ways) in (2..).zip(WAYS) {
        let men = blow.losses(dice::factor_of_pips(table.dice(), u32::from(pips)));
        let survivors = Fighter { strength: Strength(target.strength.0 - men.0), ..target };
        let struck = AttackLosses { blow: BlowLosses { men, pips }, ..before };
        if by == Attack::Ranged || survivors.strength.0 == 0 {
            add(struck, ways_before * ways * 36);
            continue;
        }
        let back = table.blow(by, survivors, attacker, true);
        for (pips, back_ways) in (2..).zip(WAYS) {
            let men = back.losses(dice::factor_of_pips(table.dice(), u32::from(pips)));
            let answer = BlowLosses { men, pips };
            add(AttackLosses { answer, ..struck }, ways_before * ways * back_ways);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::aftermath::Retreat;
    use crate::condition::Condition;
    use crate::ruleset::Ruleset;

    fn fighter(rules: &Ruleset, kind: &str, strength: u16) -> Fighter {
        let ground = rules.terrain("grass").unwrap();
        Fighter::fresh(rules.unit(kind).unwrap(), Strength(strength), ground)
    }

    /// Counts the cases of both losses by throwing every die: two for the fire in support, if there is one, two for the blow and
    /// two for the answer.
    fn thrown(
        rules: &Ruleset,
        by: Attack,
        [attacker, target]: [Fighter; 2],
        supporter: Option<Fighter>,
    ) -> BTreeMap<(u16, u16), u32> {
        let table = CombatTable::new(rules);
        let struck = |by, one: Fighter, other: Fighter, back, pips: u32| {
            let roll = rules.combat.roll_base.0 + rules.combat.roll_step.0 * pips;
            table.blow(by, one, other, back).losses(Permille(roll)).0
        };
        let throws: Vec<u32> = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).collect();
        let first = if supporter.is_some() { &throws[..] } else { &[0] };
        let mut cases = BTreeMap::new();
        for &fire in first {
            let before = supporter.map_or(0, |one| struck(Attack::Ranged, one, attacker, false, fire));
            let left = Fighter { strength: Strength(attacker.strength.0 - before), ..attacker };
            for &blow in &throws {
                let dealt = if left.strength.0 == 0 { 0 } else { struck(by, left, target, false, blow) };
                let survivors = Fighter { strength: Strength(target.strength.0 - dealt), ..target };
                let answers = by == Attack::Melee && left.strength.0 > 0 && survivors.strength.0 > 0;
                for &answer in &throws {
                    let own = if answers { struck(by, survivors, left, true, answer) } else { 0 };
                    *cases.entry((dealt, before + own)).or_insert(0) += 1;
                }
            }
        }
        cases
    }

    #[test]
    fn odds_are_those_of_all_throws() {
        let rules = Ruleset::shipped("musket").unwrap();
        let table = CombatTable::new(&rules);
        let kinds: Vec<&str> = rules.units.iter().map(|unit| unit.name.as_str()).collect();
        let gun = rules.units.iter().find(|unit| unit.ranged.is_some()).unwrap().name.clone();
        let mut destroyed = [false; 3];
        for (number, men) in [(500, 400), (500, 1), (60, 700), (1, 900), (3, 2)].into_iter().enumerate() {
            let both =
                [fighter(&rules, kinds[number % kinds.len()], men.0), fighter(&rules, kinds[0], men.1)];
            for (by, supporter) in [
                (Attack::Melee, None),
                (Attack::Melee, Some(fighter(&rules, &gun, 90))),
                (Attack::Ranged, Some(fighter(&rules, &gun, 5))),
            ] {
                let odds = Odds::with_support(&table, by, both.into(), AttackSetting::default(), supporter);
                let mut counted = BTreeMap::new();
                for outcome in &odds.outcomes {
                    let losses = (outcome.target_losses.0, outcome.attacker_losses.0);
                    *counted.entry(losses).or_insert(0) += outcome.ways;
                }
                let cases = thrown(&rules, by, both, supporter);
                assert_eq!(counted, cases, "{both:?} {by:?} {supporter:?}");
                assert_eq!(odds.of, cases.values().sum::<u32>());
                let sum = |value: fn(&(u16, u16)) -> u16| -> u32 {
                    cases.iter().map(|(losses, ways)| u32::from(value(losses)) * ways).sum()
                };
                assert_eq!(odds.expected_attacker_losses(), sum(|losses| losses.1));
                let men_back: u32 = odds
                    .outcomes
                    .iter()
                    .map(|outcome| {
                        outcome.ways * u32::from(outcome.aftermath.map_or(0, |after| after.men_back.0))
                    })
                    .sum();
                assert_eq!(odds.expected_target_losses(), sum(|losses| losses.0) - men_back);
                let where_gone = |gone: &dyn Fn(&(u16, u16)) -> bool| -> u32 {
                    cases.iter().filter(|(losses, _)| gone(losses)).map(|(_, ways)| ways).sum()
                };
                assert_eq!(odds.cases_target_destroyed(), where_gone(&|losses| losses.0 == men.1));
                assert_eq!(odds.cases_attacker_destroyed(), where_gone(&|losses| losses.1 == men.0));
                destroyed[0] |= odds.cases_target_destroyed() > 0;
                destroyed[1] |= odds.cases_attacker_destroyed() > 0;
                destroyed[2] |= cases.contains_key(&(0, men.0));
            }
        }
        assert_eq!(
            destroyed, [true; 3],
            "each is destroyed in some cases, the attacker by the first fire, too"
        );
    }

    #[test]
    fn men_who_come_back_are_not_lost() {
        let (target, attacker) = (Condition::default(), Condition::default());
        let aftermath = Some(Aftermath {
            target,
            attacker,
            retreat: Retreat::NoRoom,
            men_back: Strength(30),
            pursues: false,
        });
        let stands = OddsEntry {
            target_losses: Strength(100),
            attacker_losses: Strength(0),
            ways: 1000,
            aftermath: None,
        };
        let gives_way = OddsEntry { ways: 296, aftermath, ..stands };
        assert_eq!(
            [stands, gives_way].map(|outcome| outcome.target_men_lost()),
            [Strength(100), Strength(70)]
        );
        let outcomes = vec![stands, gives_way];
        let odds = Odds { outcomes, of: WHOLE, target: Strength(500), attacker: Strength(500) };
        assert_eq!(odds.expected_target_losses(), 1000 * 100 + 296 * 70);
        assert_eq!(odds.cases_followed_by(|after| after.men_back == Strength(30)), 296);
        assert_eq!(odds.cases_followed_by(|after| after.pursues), 0);
    }

    /// A mean and a share of cases are the nearest ones, and of two that are equally near the greater.
    #[test]
    fn means_and_shares_are_rounded_half_up() {
        for of in [WHOLE, 36 * WHOLE] {
            let odds = Odds { outcomes: Vec::new(), of, target: Strength(1), attacker: Strength(1) };
            for sum in [0, 1, of / 2 - 1, of / 2, of - 1, of, of + of / 2 - 1, of + of / 2, 7 * of] {
                let twice = i64::from(2 * sum) - i64::from(2 * of * odds.mean_of_cases(sum));
                assert!((-i64::from(of)..i64::from(of)).contains(&twice), "{sum} of {of}");
            }
            for cases in 0..=WHOLE {
                let Permille(share) = odds.permille_of(cases);
                let twice = 2000 * i64::from(cases) - i64::from(2 * of) * i64::from(share);
                assert!((-i64::from(of)..i64::from(of)).contains(&twice), "{cases} of {of}");
            }
        }
    }
}
