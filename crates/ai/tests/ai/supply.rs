//! Commanders where supplies have to reach units.

use std::sync::Arc;

use hotgates_ai::{Doctrine, Hunter};
use hotgates_engine::{Battle, Coord, MovementPoints, Order, Side, SupplyRule, View};

use crate::cohesion::first_order_of;
use crate::commanders::{check_battles_taken_up, skirmish};
use crate::ground;
use crate::options::with_rules;

#[test]
fn a_battle_with_supply_and_ammunition_taken_up_half_way_goes_on_the_same() {
    check_battles_taken_up(&with_rules(skirmish().0, 32 | 64).unwrap());
}

/// Red's infantry far from the enemy, two hexes from the upper edge, from which supplies come; its whole
/// march is four hexes of 2 MP.
#[test]
fn a_march_ends_where_supplies_reach_if_that_is_little_shorter() {
    let mut rows = ["......."; 24];
    rows[23] = "...#...";
    let scenario = ground::scenario(&rows, &[("infantry", 3, 2)], &[("infantry", 3, 23)]);
    let stop = |reach: Option<u16>, condition: u32| {
        let mut scenario = scenario.clone();
        scenario.rules.options.supply =
            reach.map(|reach| SupplyRule { reach: MovementPoints(reach), ..SupplyRule::default() });
        let battle = Battle::from_scenario(&scenario).unwrap();
        let unit = battle.unit_at(Coord { col: 3, row: 2 }.hex()).unwrap();
        let doctrine = Arc::new(Doctrine { condition, ..Doctrine::default() });
        let order = first_order_of(&mut Hunter::with_doctrine(doctrine), &battle, unit).unwrap().0;
        let Order::Move { to, .. } = order else { panic!("{order}") };
        let view = View::new(&battle, Side::Red);
        let supplied = view.cells_in_supply(Side::Red);
        let row = Coord::from(to).row;
        (row, supplied.is_some_and(|cells| cells.contains(view.grid().cell(to).unwrap())))
    };
    assert_eq!(stop(None, 1000), (6, false));
    assert_eq!(stop(Some(10), 1000), (5, true), "two MP shorter");
    assert_eq!(stop(Some(10), 0), (6, false), "men alone count");
    assert_eq!(stop(Some(6), 1000), (6, false), "six MP shorter");
}
