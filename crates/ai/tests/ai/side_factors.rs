//! Factors of sides: commanders weigh what their own and the enemy's blows deal on the map.

use hotgates_ai::Reason;
use hotgates_engine::{Battle, MapFile, Order, Permille, Ruleset, Scenario, Side, SideFactors};
use hotgates_play::Seat;

/// Equal infantry beside each other, Red to move.
const EQUALS: &str = r##"Map(name: "equals", turns: 9, seed: 1, from: ne,
    rows: ["............", "............", "#..........."],
    red: (units: [(type: "infantry", at: (6, 1))]), blue: (units: [(type: "infantry", at: (5, 1))]))"##;

fn battle(red: u32, blue: u32) -> Battle {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    let mut scenario = Scenario::new(MapFile::from_ron(EQUALS).unwrap(), rules);
    scenario.map.factor = SideFactors { red: Permille(red), blue: Permille(blue) };
    Battle::from_scenario(&scenario).unwrap()
}

/// Returns the men that the attack of a commander's reason costs either, if it attacks.
fn attack_of(name: &str, battle: &Battle) -> Option<(u16, u16)> {
    let (order, reason) = Seat::from_name(name).make_player(battle, 1).unwrap().next_order(battle);
    match (order, reason) {
        (Order::Attack { .. }, Reason::Attack { exchange, .. }) => Some((exchange.dealt, exchange.taken)),
        _ => None,
    }
}

#[test]
fn the_numbers_of_an_attack_have_the_factors_of_the_sides() {
    let (dealt, taken) = attack_of("hunter", &battle(1000, 1000)).expect("equal numbers are attacked");
    let (twice, less) = attack_of("hunter", &battle(2000, 1000)).unwrap();
    assert_eq!(twice, 2 * dealt);
    assert!(less < taken, "whom the blow leaves strikes back: {less} of {taken}");
    assert_eq!(battle(2000, 1000).side(), Side::Red);
}

#[test]
fn whoever_would_lose_by_it_does_not_attack() {
    for name in ["greedy", "hunter", "warden", "strategist:captain"] {
        assert!(attack_of(name, &battle(4000, 250)).is_some(), "{name} attacks the weak");
        assert_eq!(attack_of(name, &battle(250, 4000)), None, "{name} leaves the strong alone");
    }
}
