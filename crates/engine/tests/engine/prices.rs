//! Prices of units and armies, and the armies that points buy.

use hotgates_engine::{
    AllowedTypes, Army, Battle, MapFile, PurchaseRefusal, Ruleset, Scenario, Side, UnitEntry,
};

/// The classic rules with other prices.
fn priced(points: [u32; 3]) -> Ruleset {
    let mut rules = Ruleset::classic();
    for (unit, points) in rules.units.iter_mut().zip(points) {
        unit.points = Some(points);
    }
    rules
}

#[test]
fn a_unit_costs_its_share_of_the_points_of_its_type() {
    let rules = priced([101, 40, 70]);
    let half = UnitEntry { strength: Some(500), ..UnitEntry::new("infantry") };
    let general = UnitEntry { rank: Some("General".to_owned()), ..UnitEntry::new("cavalry") };
    assert_eq!(Army::price_of_units(std::slice::from_ref(&half), &rules), Some(51), "rounded half up");
    assert_eq!(Army::price_of_units(&[general, half], &rules), Some(91), "officers cost nothing");
    assert_eq!(Army::price_of_units(&[], &rules), Some(0));
    assert_eq!(Army::price_of_units(&[UnitEntry::new("elephants")], &rules), None);
}

#[test]
fn an_army_costs_at_most_its_points_and_keeps_the_proportions() {
    for prices in [[100, 40, 70], [1, 1, 1], [33, 100, 7]] {
        let rules = priced(prices);
        for side in Side::BOTH {
            let list = rules.standard.army_of_side(side);
            let dearest = prices.into_iter().max().unwrap();
            let whole: u32 = list.iter().zip(prices).map(|((_, count), price)| count * price).sum();
            for points in (dearest..4 * whole).step_by(7) {
                let units = Army::for_points(points, side, &rules, &AllowedTypes::default()).unwrap().units;
                let price = Army::price_of_units(&units, &rules).unwrap();
                assert!(price <= points.into() && price + u64::from(dearest) > points.into());
                for (name, count) in list {
                    let bought = units.iter().filter(|unit| unit.kind == *name).count() as u64;
                    // The type's share of the points in whole units, rounded down, or one more.
                    let share = u64::from(*count) * u64::from(points);
                    let least = share / u64::from(whole);
                    assert!((least..=share.div_ceil(whole.into())).contains(&bought), "{bought} {name}");
                }
            }
            let twice = Army::for_points(2 * whole, side, &rules, &AllowedTypes::default()).unwrap().units;
            assert_eq!(Army::price_of_units(&twice, &rules), Some(u64::from(2 * whole)));
        }
    }
}

#[test]
fn points_that_buy_no_army_are_refused() {
    let rules = priced([100, 40, 70]);
    let bought = |rules: &Ruleset, points| {
        Army::for_points(points, Side::Red, rules, &AllowedTypes::default()).map(|army| army.units.len())
    };
    assert_eq!(bought(&rules, 39), Err(PurchaseRefusal::TooFewPoints { least: 40 }));
    assert_eq!(bought(&rules, 40), Ok(1));
    assert_eq!(bought(&rules, u32::MAX), Err(PurchaseRefusal::TooManyUnits));
    let mut none = rules;
    none.units[1].points = None;
    assert_eq!(bought(&none, 1000), Err(PurchaseRefusal::NoPrices));
    assert_eq!(Army::price_of_units(&[UnitEntry::new("cavalry")], &none), None);
}

/// Prices are not part of a battle: the same orders make the same hashes with any.
#[test]
fn prices_change_no_hash() {
    let rows = vec!["....................".to_owned(), "#...................".to_owned()];
    let map = MapFile { rows, ..MapFile::default() };
    let start = |rules: Ruleset| {
        let scenario = Scenario::new(map.clone(), rules);
        Battle::from_scenario(&scenario).unwrap().fingerprint()
    };
    assert_eq!(start(priced([1, 2, 3])), start(priced([7, 8, 9])));
}

#[test]
fn an_army_of_a_battle_has_the_price_of_its_file_or_of_the_units_that_found_room() {
    let rows = vec!["....................".to_owned(), "#...................".to_owned()];
    let blue = Some(Army { commander: None, units: vec![UnitEntry::new("cavalry"); 2] });
    let map = MapFile { rows, blue, variation: Some(500), ..MapFile::default() };
    let scenario = Scenario::new(map, priced([100, 40, 70]));
    let battle = Battle::from_scenario(&scenario).unwrap();
    assert_eq!(battle.army_price(&scenario, Side::Blue), Some(80));
    let red = battle.order_of_battle(Side::Red).units;
    assert_eq!(battle.army_price(&scenario, Side::Red), Army::price_of_units(&red, &scenario.rules));
}
