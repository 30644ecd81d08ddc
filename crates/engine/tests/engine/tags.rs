//! Tags: a ruleset with entries for tags is the ruleset with those entries for each type.

use hotgates_engine::{
    Attack, CombatTable, Dice, Map, Matchup, MovementPoints, Permille, Ruleset, TypeSelector, UnitType,
};
use proptest::prelude::*;

use crate::stage::{pick, random_stage};

const TAGS: [&str; 3] = ["light", "heavy", "mounted"];

/// Returns a selector of one type or one tag.
fn random_selector(dice: &mut Dice, rules: &Ruleset) -> TypeSelector {
    match dice.draw_below(2) {
        0 => TypeSelector::Type(rules.units[dice.draw_below(3) as usize].name.clone()),
        _ => TypeSelector::Tag(pick(dice, &TAGS).to_owned()),
    }
}

/// Returns the classic rules with random tags and entries for types and tags; sound or not.
fn random_tagged_rules(dice: &mut Dice) -> Ruleset {
    let mut rules = Ruleset::classic();
    for unit in &mut rules.units {
        unit.tags = TAGS.iter().filter(|_| dice.draw_below(3) == 0).map(|&tag| tag.to_owned()).collect();
    }
    for place in 0..rules.terrains.len() {
        let selectors = [random_selector(dice, &rules), random_selector(dice, &rules)];
        let terrain = &mut rules.terrains[place];
        let [costs, covers] = selectors;
        terrain.cost_for.insert(costs, MovementPoints(u16::try_from(dice.draw_below(5)).unwrap()));
        terrain.defence_for.insert(covers, Permille(dice.draw_below(1001)));
    }
    for _ in 0..dice.draw_below(5) {
        let attacker = (dice.draw_below(2) == 0).then(|| random_selector(dice, &rules));
        let target = random_selector(dice, &rules);
        let by = pick(dice, &[Attack::Melee, Attack::Ranged]);
        rules.matchups.push(Matchup { by, attacker, target, factor: Permille(dice.draw_below(3000)) });
    }
    rules
}

/// Returns a number for how closely a selector fits a type, none where the selector does not fit.
fn closeness(selector: Option<&TypeSelector>, unit: &UnitType) -> Option<u32> {
    match selector {
        None => Some(0),
        Some(TypeSelector::Tag(tag)) => unit.tags.iter().any(|own| own == tag).then_some(1),
        Some(TypeSelector::Type(name)) => (*name == unit.name).then_some(2),
    }
}

/// Returns the same rules without tags: every entry that counts for a type is written for that type.
fn without_tags(rules: &Ruleset) -> Ruleset {
    let mut plain = rules.clone();
    for terrain in &mut plain.terrains {
        let (costs, covers) = (terrain.cost_for.clone(), terrain.defence_for.clone());
        (terrain.cost_for, terrain.defence_for) = Default::default();
        for unit in &rules.units {
            let name = || TypeSelector::Type(unit.name.clone());
            for wanted in 1..=2 {
                let is_wanted = |selector: &TypeSelector| closeness(Some(selector), unit) == Some(wanted);
                for (_, &cost) in costs.iter().filter(|(selector, _)| is_wanted(selector)) {
                    terrain.cost_for.insert(name(), cost);
                }
                for (_, &cover) in covers.iter().filter(|(selector, _)| is_wanted(selector)) {
                    terrain.defence_for.insert(name(), cover);
                }
            }
        }
    }
    plain.matchups.clear();
    for by in [Attack::Melee, Attack::Ranged] {
        for striker in &rules.units {
            for struck in &rules.units {
                let mut best: Option<(u32, &Matchup)> = None;
                for row in rules.matchups.iter().filter(|row| row.by == by) {
                    let fit =
                        closeness(row.attacker.as_ref(), striker).zip(closeness(Some(&row.target), struck));
                    let Some((attacker, target)) = fit else { continue };
                    if best.is_none_or(|(most, _)| 3 * attacker + target > most) {
                        best = Some((3 * attacker + target, row));
                    }
                }
                plain.matchups.extend(best.map(|(_, row)| Matchup {
                    attacker: Some(TypeSelector::Type(striker.name.clone())),
                    target: TypeSelector::Type(struck.name.clone()),
                    ..row.clone()
                }));
            }
        }
    }
    for unit in &mut plain.units {
        unit.tags.clear();
    }
    plain
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn entries_for_tags_are_entries_for_each_type(seed: u64) {
        let mut dice = Dice::new(seed);
        let mut rules = random_tagged_rules(&mut dice);
        while !rules.find_faults().is_empty() {
            rules = random_tagged_rules(&mut dice);
        }
        let plain = without_tags(&rules);
        prop_assert!(plain.find_faults().is_empty());
        // All numbers of combat at once: powers, match-ups, cover.
        prop_assert_eq!(CombatTable::new(&rules), CombatTable::new(&plain));
        let scenario = random_stage(seed, &Ruleset::classic()).0;
        let map = |rules: &Ruleset| Map::read_rows(&scenario.map, rules);
        let (Ok(tagged), Ok(named)) = (map(&rules), map(&plain)) else { return Ok(()) };
        for kind in rules.unit_ids() {
            prop_assert_eq!(tagged.costs(kind), named.costs(kind));
        }
        let text = rules.to_ron();
        prop_assert_eq!(Ruleset::from_ron(&text).unwrap(), rules);
    }
}
