use super::*;
use crate::battle::dice::Dice;
use crate::battle::legal::LegalOrders;
use crate::file::scenario::{MapFile, Scenario};

/// After every order of battles played at random, the hash that events keep up to date is the hash
/// made anew.
#[test]
fn the_hash_is_kept_up_to_date() {
    let map = MapFile::from_ron(
        r#"(
            name: "A bridge",
            rows: ["..f.=.f..", ".#.~H~...", "...~=~..#"],
            red: (units: [(type: "infantry", at: (8, 0)), (type: "cavalry", at: (7, 0)), (type: "artillery", at: (8, 1))]),
            blue: (units: [(type: "infantry", at: (1, 1)), (type: "artillery", at: (0, 1)), (type: "cavalry", at: (1, 0))]),
            turns: 20,
        )"#,
    );
    let mut scenario = Scenario::classic(map.unwrap());
    scenario.rules.setup.distance = 0;
    let mut ends = 0;
    for (seed, zone_of_control) in (0..30).flat_map(|seed| [(seed, false), (seed, true)]) {
        scenario.rules.options.zone_of_control = zone_of_control;
        let mut battle = Battle::from_scenario(&scenario).unwrap();
        let (mut dice, mut legal) = (Dice::new(seed), LegalOrders::new());
        for _ in 0..400 {
            assert_eq!(battle.hash(), battle.hash_from_scratch());
            let orders = legal.of_side(&battle);
            if orders.is_empty() {
                ends += 1;
                break;
            }
            let order = orders[dice.below(u32::try_from(orders.len()).unwrap()) as usize];
            battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
    }
    assert!(ends > 10, "only {ends} battles were played to their end");
}
