//! Losses and odds against a second computation.

#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::collections::BTreeMap;

use hotgates_rules::{
    Attack, AttackBlow, CombatTable, Dice, Fighter, MoreFactors, Odds, Permille, RankId, Ruleset, Strength,
    TerrainId, UnitTypeId, WAYS, WHOLE,
};
use proptest::prelude::*;

/// Draws one of a list.
fn pick<T: Copy>(dice: &mut Dice, list: &[T]) -> T {
    list[usize::try_from(dice.draw_below(u32::try_from(list.len()).unwrap())).unwrap()]
}

/// A whole number in digits of base 1000, lowest first: a factor in ‰ then only moves the point.
struct Thousands(Vec<u64>);

impl Thousands {
    fn new(number: u64) -> Self {
        Self(vec![number]).carried()
    }

    fn times(mut self, factor: u32) -> Self {
        self.0.iter_mut().for_each(|digit| *digit *= u64::from(factor));
        self.carried()
    }

    fn carried(mut self) -> Self {
        let mut index = 0;
        while index < self.0.len() {
            let carry = self.0[index] / 1000;
            self.0[index] %= 1000;
            index += 1;
            if carry > 0 && index == self.0.len() {
                self.0.push(0);
            }
            if carry > 0 {
                self.0[index] += carry;
            }
        }
        self
    }

    /// Returns the number divided by 1000 to the power of `places`, rounded half up. Callers ask
    /// for at most `u64::MAX`.
    fn over_thousands(mut self, places: usize) -> u128 {
        self.0.resize(self.0.len().max(places + 1), 0);
        let half = u128::from(self.0[places - 1] >= 500);
        self.0[places..].iter().rev().fold(0, |number, &digit| number * 1000 + u128::from(digit)) + half
    }
}

/// Returns losses as RULES.md has them, from the numbers of the ruleset.
fn losses(rules: &Ruleset, by: Attack, striker: Fighter, struck: Fighter, roll: u32, back: bool) -> u16 {
    let unit = &rules.units[striker.kind];
    let power = match by {
        Attack::Melee if back => unit.melee_defence.unwrap_or(unit.melee).0,
        Attack::Melee => unit.melee.0,
        Attack::Ranged => unit.ranged.as_ref().unwrap().power.0,
    };
    let dealt = striker.rank.map_or(1000, |rank| rules.ranks[rank].dealt.0);
    let taken = struck.rank.map_or(1000, |rank| rules.ranks[rank].taken.0);
    let matchup = rules.matchup(by, unit, &rules.units[struck.kind]).0;
    let mut product = Thousands::new(striker.strength.0.into());
    let terrain = rules.defence(&rules.terrains[struck.terrain], &rules.units[struck.kind]).0;
    // Trenches add to the terrain up to 900 ‰, and take nothing from one that covers more.
    let open = 1000 - terrain.max((terrain + u32::from(struck.dug_in)).min(900)).min(1000);
    for factor in [power, matchup, dealt, taken, open, roll] {
        product = product.times(factor);
    }
    let mut places = 6;
    if back {
        product = product.times(unit.strike_back.unwrap_or(rules.combat.strike_back).0);
        places += 1;
    }
    if striker.situation != 0 {
        product = product.times((1000 + i32::from(striker.situation)).clamp(250, 4000).unsigned_abs());
        places += 1;
    }
    u16::try_from(product.over_thousands(places).max(1).min(struck.strength.0.into())).unwrap()
}

/// Returns the joint distribution of both losses by throwing all four dice in all combinations.
fn brute_force(rules: &Ruleset, by: Attack, attacker: Fighter, target: Fighter) -> BTreeMap<(u16, u16), u32> {
    let roll = |a: u32, b: u32| rules.combat.roll_base.0 + rules.combat.roll_step.0 * (a + b);
    let mut ways = BTreeMap::new();
    for throw in 0..WHOLE {
        let die = |place: u32| throw / 6_u32.pow(place) % 6 + 1;
        let lost = losses(rules, by, attacker, target, roll(die(0), die(1)), false);
        let survivors = Fighter { strength: Strength(target.strength.0 - lost), ..target };
        let own = if by == Attack::Ranged || survivors.strength.0 == 0 {
            0
        } else {
            losses(rules, by, survivors, attacker, roll(die(2), die(3)), true)
        };
        *ways.entry((lost, own)).or_insert(0) += 1;
    }
    ways
}

fn check_odds(rules: &Ruleset, by: Attack, attacker: Fighter, target: Fighter) {
    let odds = Odds::from_attack(&CombatTable::new(rules), by, attacker, target);
    let mut counted = BTreeMap::new();
    for outcome in &odds.outcomes {
        *counted.entry((outcome.target_losses.0, outcome.attacker_losses.0)).or_insert(0) += outcome.ways;
    }
    let brute = brute_force(rules, by, attacker, target);
    assert_eq!(counted, brute, "{attacker:?} {by:?} {target:?}");
    let sum =
        |value: fn(&(u16, u16)) -> u32| brute.iter().map(|(pair, ways)| value(pair) * ways).sum::<u32>();
    assert_eq!(counted.values().sum::<u32>(), WHOLE);
    assert_eq!(odds.expected_target_losses(), sum(|pair| pair.0.into()));
    assert_eq!(odds.expected_attacker_losses(), sum(|pair| pair.1.into()));
    let ways_where = |holds: &dyn Fn(&(u16, u16)) -> bool| -> u32 {
        brute.iter().filter(|(pair, _)| holds(pair)).map(|(_, ways)| ways).sum()
    };
    assert_eq!(odds.cases_target_destroyed(), ways_where(&|pair| pair.0 == target.strength.0));
    assert_eq!(odds.cases_attacker_destroyed(), ways_where(&|pair| pair.1 == attacker.strength.0));
}

fn random_fighter(rules: &Ruleset, dice: &mut Dice, kinds: &[UnitTypeId]) -> Fighter {
    let below = |dice: &mut Dice, length: usize| dice.draw_below(u32::try_from(length).unwrap()) as usize;
    let kind = pick(dice, kinds);
    let full = rules.units[kind].strength.0;
    // Weak victims are as likely as strong ones, so that some are destroyed.
    let most = pick(dice, &[3, 30, u32::from(full)]);
    Fighter {
        kind,
        rank: below(dice, rules.ranks.len() + 1).checked_sub(1).map(RankId::from_index),
        strength: Strength(1 + u16::try_from(dice.draw_below(most)).unwrap()),
        terrain: TerrainId::from_index(below(dice, rules.terrains.len())),
        dug_in: if dice.draw_below(2) == 0 { 0 } else { u16::try_from(dice.draw_below(901)).unwrap() },
        situation: if dice.draw_below(2) == 0 {
            0
        } else {
            i16::try_from(dice.draw_below(1500)).unwrap() - 900
        },
    }
}

#[test]
fn odds_are_those_of_all_throws_of_four_dice() {
    check_random_odds(&Ruleset::classic(), 4);
}

/// Odds equal the enumeration where unit types strike back with factors of their own, 0 and the
/// largest included.
#[test]
fn odds_of_types_with_their_own_strike_back_are_those_of_all_throws() {
    for seed in 0..8 {
        let mut dice = Dice::new(seed);
        let mut rules = Ruleset::classic();
        for unit in &mut rules.units {
            let mut number = || pick(&mut dice, &[None, Some(0), Some(90), Some(450), Some(50_000)]);
            (unit.melee_defence, unit.strike_back) = (number().map(Permille), number().map(Permille));
        }
        check_random_odds(&rules, seed);
    }
}

/// Checks the odds of melee and fire between 150 random pairs of fighters.
fn check_random_odds(rules: &Ruleset, seed: u64) {
    let mut dice = Dice::new(seed);
    let all: Vec<UnitTypeId> = rules.unit_ids().collect();
    let firing: Vec<UnitTypeId> =
        all.iter().copied().filter(|&kind| rules.units[kind].ranged.is_some()).collect();
    for _ in 0..150 {
        let target = random_fighter(rules, &mut dice, &all);
        let attacker = random_fighter(rules, &mut dice, &all);
        check_odds(rules, Attack::Melee, attacker, target);
        let attacker = random_fighter(rules, &mut dice, &firing);
        check_odds(rules, Attack::Ranged, attacker, target);
    }
}

#[test]
fn two_dice_sum_in_36_ways() {
    let mut ways = [0; 11];
    for throw in 0..36 {
        ways[throw / 6 + throw % 6] += 1;
    }
    assert_eq!(ways, WAYS);
}

proptest! {
    #[test]
    fn losses_are_the_exact_product_rounded_half_up(
        strength: u16, target in 1_u16.., factors in prop::array::uniform4(0_u32..=50_000), defence in 0_u32..=1000,
        roll in 0_u32..=650_000, back in prop::option::of(0_u32..=50_000),
        situation in prop::option::of(250_u32..=4000), small: bool,
    ) {
        // Factors around 1000 ‰ as in play, or any that a ruleset may have.
        // Where the situation counts the largest factor is 20,000.
        let most = if small { 2500 } else if situation.is_some() { 20_001 } else { 50_001 };
        let [power, matchup, dealt, taken] = factors.map(|factor| factor % most);
        let (roll, back) = (roll % if small { 1501 } else { 13 * (most - 1) + 1 }, back.map(|back| back % most));
        let blow = AttackBlow {
            strength: Strength(strength), power: Permille(power), matchup: Permille(matchup), dealt: Permille(dealt),
            taken: Permille(taken), defence: Permille(defence),
            more: MoreFactors::from_pair(back.map(Permille), situation.map(Permille)), target: Strength(target),
        };
        let mut product = Thousands::new(strength.into());
        for factor in [power, matchup, dealt, taken, 1000 - defence, roll] {
            product = product.times(factor);
        }
        let more: Vec<u32> = back.into_iter().chain(situation).collect();
        let exact = more.iter().fold(product, |product, &factor| product.times(factor)).over_thousands(6 + more.len());
        prop_assert_eq!(u128::from(blow.losses(Permille(roll)).0), exact.max(1).min(target.into()));
    }
}

#[test]
fn a_half_is_rounded_up() {
    let one = Permille::ONE;
    let blow = |strength, power| AttackBlow {
        strength: Strength(strength),
        power: Permille(power),
        matchup: one,
        dealt: one,
        taken: one,
        defence: Permille(0),
        more: MoreFactors::None,
        target: Strength(100),
    };
    assert_eq!(blow(25, 100).losses(one), Strength(3), "2.5");
    assert_eq!(blow(24, 100).losses(one), Strength(2), "2.4");
    assert_eq!(blow(0, 100).losses(one), Strength(1), "at least 1");
    let doubled = |blow: AttackBlow| blow.times(Permille(2000)).losses(one);
    assert_eq!(doubled(blow(24, 100)), Strength(5), "4.8");
    assert_eq!(doubled(blow(24, 100).times(Permille(500))), Strength(2), "both factors count");
    assert_eq!(
        AttackBlow { target: Strength(0), ..blow(25, 100) }.losses(one),
        Strength(0),
        "nobody is left to lose"
    );
}
