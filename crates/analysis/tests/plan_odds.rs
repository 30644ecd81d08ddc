//! Odds of plans against counting every throw of every order by itself, on all shipped maps.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

use hotgates_analysis::{PlanOdds, count_plan_odds, stands_as_planned};
use hotgates_engine::{Battle, Dice, LegalOrders, Order, Scenario, Side, UnitId, WAYS};
use hotgates_maps::shipped_scenarios;
use hotgates_search::Cancel;

/// Plays at random until the side to move can attack one target with two units, and returns the position.
fn position_with_attacks(scenario: &Scenario, seed: u64) -> Option<Battle> {
    let mut battle = Battle::from_scenario(scenario).expect("a shipped map");
    let (mut dice, mut legal) = (Dice::new(seed), LegalOrders::new());
    for _ in 0..4000 {
        if battle.verdict().is_some() {
            return None;
        }
        let orders = legal.orders_of_side(&battle).to_vec();
        let mut targets: Vec<UnitId> = orders.iter().filter_map(target_of).collect();
        targets.sort_unstable();
        if targets.windows(2).any(|two| two[0] == two[1]) && dice.draw_below(8) == 0 {
            let side = battle.side();
            return Some(battle.known_to(side).clone());
        }
        let order = orders[dice.draw_below(u32::try_from(orders.len()).unwrap()) as usize];
        battle.act(order, &mut dice, &mut Vec::new()).expect("a legal order");
    }
    None
}

/// Returns whom an order attacks.
fn target_of(order: &Order) -> Option<UnitId> {
    if let Order::Attack { target, .. } = order { Some(*target) } else { None }
}

/// Draws a plan with up to two attacks, on the same target where that can be, and some other orders.
fn draw_plan(position: &Battle, dice: &mut Dice) -> Vec<Order> {
    let (mut planned, mut plan, mut legal) = (position.clone(), Vec::new(), LegalOrders::new());
    let mut attacks = 0;
    while plan.len() < 5 && planned.verdict().is_none() {
        let is_attack = |order: &Order| target_of(order).is_some();
        let attacked = plan.iter().find_map(target_of);
        let is_second = |order: &Order| attacked.is_some() && target_of(order) == attacked;
        let mut orders = legal.orders_of_side(&planned).to_vec();
        orders.retain(|order| *order != Order::EndTurn && (attacks < 2 || !is_attack(order)));
        if dice.draw_below(2) == 0 && orders.iter().any(is_attack) {
            orders.retain(is_attack);
        }
        if orders.iter().any(is_second) {
            orders.retain(is_second);
        }
        // A few throws of fire at a move are counted by hand, too.
        orders.retain(|order| is_attack(order) || is_quiet(&planned, *order));
        let Ok(count) = u32::try_from(orders.len()) else { break };
        if count == 0 {
            break;
        }
        let order = orders[dice.draw_below(count) as usize];
        attacks += usize::from(is_attack(&order));
        planned.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).expect("a legal order");
        plan.push(order);
    }
    plan
}

/// Leaves every unit of Blue 80 men, so that Red's first attack on one can destroy what a second would meet.
fn weaken_blue(scenario: &mut Scenario) {
    for unit in scenario.map.army_mut(Side::Blue).iter_mut().flat_map(|army| &mut army.units) {
        unit.strength = Some(80);
    }
}

/// Returns `true` if an order rolls no dice.
fn is_quiet(position: &Battle, order: Order) -> bool {
    let mut dice = Dice::showing_list(Vec::new());
    position.clone().act(order, &mut dice, &mut Vec::new()).is_ok() && dice.sums_asked_for() == 0
}

/// Follows a plan with every throw; calls `end` with the positions after each order, the orders that were followed, and
/// the chance.
fn follow_all(
    path: &mut Vec<(Battle, bool)>,
    plan: &[Order],
    chance: f64,
    end: &mut impl FnMut(&[(Battle, bool)], f64),
) {
    let Some(&order) = plan.get(path.len() - 1) else { return end(path, chance) };
    let before = path.last().unwrap().0.clone();
    let mut lists = vec![Vec::new()];
    while let Some(sums) = lists.pop() {
        let (mut after, mut dice) = (before.clone(), Dice::showing_list(sums.clone()));
        let followed = after.act(order, &mut dice, &mut Vec::new()).is_ok();
        if dice.sums_asked_for() > sums.len() {
            lists.extend((2..=12).map(|sum| [sums.clone(), vec![sum]].concat()));
            continue;
        }
        let ways: f64 = sums.iter().map(|&sum| f64::from(WAYS[sum as usize - 2]) / 36.0).product();
        path.push((after, followed));
        follow_all(path, plan, chance * ways, end);
        path.pop();
    }
}

/// Returns the plan's odds by counting every throw: for each order the shares followed and as planned, and for
/// each unit the share destroyed and the mean men.
fn count_by_hand(position: &Battle, plan: &[Order], units: &[UnitId]) -> (Vec<[f64; 2]>, Vec<[f64; 2]>) {
    let mut planned = vec![position.clone()];
    for &order in plan {
        let mut next = planned.last().unwrap().clone();
        next.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
        planned.push(next);
    }
    let (mut orders, mut fates) = (vec![[0.0; 2]; plan.len()], vec![[0.0; 2]; units.len()]);
    follow_all(&mut vec![(position.clone(), true)], plan, 1.0, &mut |path, chance| {
        let mut as_planned = true;
        for (place, (battle, followed)) in path[1..].iter().enumerate() {
            as_planned &= *followed && stands_as_planned(battle, &planned[place + 1]);
            orders[place][0] += if *followed { chance } else { 0.0 };
            orders[place][1] += if as_planned { chance } else { 0.0 };
        }
        for (fate, &unit) in fates.iter_mut().zip(units) {
            let men = path.last().unwrap().0.unit(unit).strength.0;
            fate[0] += if men == 0 { chance } else { 0.0 };
            fate[1] += f64::from(men) * chance;
        }
    });
    (orders, fates)
}

#[test]
fn odds_of_plans_are_those_of_counting_every_throw() {
    let (mut counted, mut differently, mut skipped, mut too_many) = (0, 0, 0, 0);
    for (number, mut scenario) in (0..).zip(shipped_scenarios()) {
        for seed in 0..4 {
            if seed == 2 {
                // For the third seed and the fourth.
                weaken_blue(&mut scenario);
            }
            let Some(position) = position_with_attacks(&scenario, 1000 * number + seed) else { continue };
            let plan = draw_plan(&position, &mut Dice::new(seed));
            let PlanOdds { orders, units } = count_plan_odds(&position, &plan, &Cancel::new()).unwrap();
            if orders.len() < plan.len() {
                too_many += 1;
                continue;
            }
            let fighters: Vec<UnitId> = units.iter().map(|odds| odds.unit).collect();
            let (by_hand, fates) = count_by_hand(&position, &plan, &fighters);
            let near = |one: f64, other: f64, what: &str| {
                let name = &scenario.map.name;
                assert!(
                    (one - other).abs() < 1e-6,
                    "{name}, seed {seed}, {plan:?}: {what} {one}, by hand {other}"
                );
            };
            for (order, [followed, as_planned]) in orders.iter().zip(by_hand) {
                near(order.followed, followed, "followed");
                near(order.as_planned, as_planned, "as planned");
                differently += usize::from((0.01..0.99).contains(&as_planned));
                skipped += usize::from(followed < 0.999);
            }
            for (odds, [destroyed, men]) in units.iter().zip(fates) {
                near(odds.destroyed, destroyed, "destroyed");
                near(odds.mean_men, men, "men");
            }
            counted += 1;
        }
    }
    assert!(too_many <= 2, "{too_many}");
    assert!(counted > 30 && differently > 20 && skipped > 2, "{counted} {differently} {skipped}");
}

/// Attacks by many units on one target stay few positions.
#[test]
fn many_attacks_on_one_target_are_counted_to_the_end() {
    let map = r#"(name: "six on one", rows: [".........", ".........", ".........", "........#", "........."], from: sw,
        red: (units: [(type: "infantry", at: (3, 0)), (type: "infantry", at: (2, 1)), (type: "infantry", at: (4, 1)),
            (type: "infantry", at: (2, 2)), (type: "infantry", at: (4, 2)), (type: "infantry", at: (3, 2))]),
        blue: (units: [(type: "artillery", at: (3, 1))]))"#;
    let mut scenario = Scenario::classic(hotgates_engine::MapFile::from_ron(map).unwrap());
    scenario.rules.setup.distance = 0;
    let position = Battle::from_scenario(&scenario).unwrap();
    let target = UnitId(6);
    let plan: Vec<Order> = (0..6).map(|unit| Order::Attack { unit: UnitId(unit), target }).collect();
    let adjacent: Vec<Order> = plan.into_iter().filter(|&order| position.check(order).is_ok()).collect();
    assert!(adjacent.len() >= 5, "{adjacent:?}");
    let odds = count_plan_odds(&position, &adjacent, &Cancel::new()).unwrap();
    assert_eq!(odds.orders.len(), adjacent.len());
    let destroyed: Vec<f64> = odds.orders.iter().map(|order| order.target.unwrap().destroyed).collect();
    assert!(destroyed.is_sorted() && destroyed.last() > Some(&0.5), "{destroyed:?}");
    let followed: Vec<f64> = odds.orders.iter().map(|order| order.followed).collect();
    for place in 1..adjacent.len() {
        assert!((followed[place] - (1.0 - destroyed[place - 1])).abs() < 1e-9, "who is gone is not attacked");
    }
}

#[test]
fn counting_stops_when_nobody_waits_for_it() {
    let scenario = &shipped_scenarios()[0];
    let position = (0..).find_map(|seed| position_with_attacks(scenario, seed)).unwrap();
    let cancel = Cancel::new();
    cancel.set_flag();
    let plan = draw_plan(&position, &mut Dice::new(1));
    assert!(count_plan_odds(&position, &plan, &cancel).is_err());
}
