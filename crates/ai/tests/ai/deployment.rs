use std::collections::BTreeSet;

use hotgates_ai::{Doctrine, Position, PositionRole, plan_choke_defence, plan_deployment, plan_open_field};
use hotgates_choke::{ChokeSurvey, choose_choke_set};
use hotgates_engine::{Arm, Battle, Cell, Dice, Field, LegalOrders, Order, Side, View};
use hotgates_search::Limits;

use crate::ground;

/// The side to move has to be Blue for its orders to be legal.
fn blues_turn(mut battle: Battle) -> Battle {
    battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    battle
}

fn score(battle: &Battle, wanted: &[Position]) -> (usize, u32) {
    let filled = wanted
        .iter()
        .filter(|position| {
            battle.at(position.cell).is_some_and(|unit| {
                battle.info(unit).side == Side::Blue
                    && position.fits_unit(View::new(battle, Side::Blue), unit)
            })
        })
        .count();
    let left = battle.living(Side::Blue).map(|unit| u32::from(battle.unit(unit).left.0)).sum();
    (filled, if filled == wanted.len() { left } else { 0 })
}

/// The best that any sequence of legal moves can do: every position that can come up is looked at.
fn brute_force(start: &Battle, wanted: &[Position]) -> (usize, u32) {
    let mut seen = BTreeSet::from([start.hash()]);
    let mut waiting = vec![start.clone()];
    let mut best = (0, 0);
    let mut legal = LegalOrders::new();
    while let Some(battle) = waiting.pop() {
        best = best.max(score(&battle, wanted));
        for &order in legal.orders_of_side(&battle) {
            if matches!(order, Order::Move { .. }) {
                let mut next = battle.clone();
                next.act(order, &mut Dice::new(0), &mut Vec::new()).unwrap();
                if seen.insert(next.hash()) {
                    waiting.push(next);
                }
            }
        }
    }
    best
}

fn within(steps: u64) -> Limits<'static> {
    Limits::without_limits().with_steps(steps)
}

/// Makes the moves of a deployment, each of which has to be legal when it is made.
fn carry_out(battle: &Battle, wanted: &[Position], limits: &Limits<'_>) -> (usize, u32) {
    let deployment = plan_deployment(View::new(battle, Side::Blue), wanted, limits);
    assert!(deployment.steps <= limits.steps);
    let mut after = battle.clone();
    for (unit, cell) in deployment.moves {
        let order = Order::Move { unit, to: battle.grid().hex(cell) };
        after.act(order, &mut Dice::new(0), &mut Vec::new()).expect("a planned move is legal");
    }
    let reached = score(&after, wanted);
    assert_eq!(reached.0, deployment.filled);
    reached
}

/// Two units on a small map, or three on a tiny one: brute force looks at every arrangement of
/// them.
fn random_case(dice: &mut Dice) -> Option<(Battle, Vec<Position>)> {
    let (units, width, height) = if dice.draw_below(6) == 0 { (3, 3, 4) } else { (2, 4, 5) };
    let battle = blues_turn(ground::random(dice, width, height, 25, units)?);
    let open: Vec<Cell> = battle
        .grid()
        .cells()
        .filter(|&cell| {
            battle.map().costs(battle.rules().marching_type())[cell.index()] > 0
                && !battle.enemy_at(Side::Blue, cell)
        })
        .collect();
    let mut cells = BTreeSet::new();
    for _ in 0..3 {
        cells.insert(open[dice.draw_below(u32::try_from(open.len()).ok()?) as usize]);
    }
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Infantry];
    let wanted = cells
        .into_iter()
        .zip(arms)
        .map(|(cell, arm)| Position { cell, arm, role: PositionRole::Line, strength: 0 })
        .collect();
    Some((battle, wanted))
}

#[test]
fn once_nobody_waits_it_leaves_all_where_they_stand() {
    let mut dice = Dice::new(5);
    let mut able = 0;
    while able < 5 {
        let Some((battle, wanted)) = random_case(&mut dice) else { continue };
        let view = View::new(&battle, Side::Blue);
        able += u32::from(!plan_deployment(view, &wanted, &Limits::without_limits()).moves.is_empty());
        let cancelled = plan_deployment(view, &wanted, &Limits::without_limits().with_cancel(&|| true));
        assert!(cancelled.moves.is_empty() && cancelled.steps == 0 && !cancelled.proven, "{cancelled:?}");
    }
}

#[test]
fn without_a_limit_it_equals_brute_force() {
    let mut dice = Dice::new(3);
    let mut cases = 0;
    while cases < 40 {
        let Some((battle, wanted)) = random_case(&mut dice) else { continue };
        cases += 1;
        assert_eq!(
            carry_out(&battle, &wanted, &Limits::without_limits()),
            brute_force(&battle, &wanted),
            "case {cases}"
        );
    }
}

#[test]
fn more_steps_never_give_a_worse_result() {
    let mut dice = Dice::new(5);
    let mut cases = 0;
    while cases < 100 {
        let Some((battle, wanted)) = random_case(&mut dice) else { continue };
        cases += 1;
        let mut last = (0, 0);
        for steps in [0, 1, 2, 3, 5, 8, 13, 50, 500] {
            let now = carry_out(&battle, &wanted, &within(steps));
            assert!(now >= last, "case {cases}: {now:?} after {last:?} with {steps} steps");
            last = now;
        }
    }
}

/// The positions that Warden wants on shipped maps, at the start and after each of its first turns.
#[test]
fn two_thousand_steps_fill_nearly_all_that_can_be_filled() {
    let (mut limited, mut unlimited) = (0, 0);
    for (name, battle) in ground::shipped() {
        let mut battle = blues_turn(battle);
        for turn in 0..6 {
            let mut sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
            let wanted = match choose_choke_set(View::new(&battle, Side::Blue), &sets) {
                Some(index) => plan_choke_defence(
                    View::new(&battle, Side::Blue),
                    &sets.swap_remove(index),
                    Doctrine::default().relief,
                ),
                None => plan_open_field(View::new(&battle, Side::Blue), 1),
            };
            limited += plan_deployment(View::new(&battle, Side::Blue), &wanted, &within(2000)).filled;
            // To the end where that ends; the points left over do not matter here.
            let best = plan_deployment(View::new(&battle, Side::Blue), &wanted, &within(200_000));
            unlimited += best.filled;
            for (unit, cell) in best.moves {
                let order = Order::Move { unit, to: battle.grid().hex(cell) };
                battle
                    .act(order, &mut Dice::new(0), &mut Vec::new())
                    .unwrap_or_else(|why| panic!("{name} {turn}: {why}"));
            }
            for _ in 0..2 {
                battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
            }
        }
    }
    assert!(limited * 100 >= unlimited * 95, "{limited} of {unlimited}");
    assert!(unlimited > 50);
}

/// Each position of the line lies on a cheapest way from the castle to the enemy around those
/// before it.
#[test]
fn the_line_in_the_open_bars_the_cheapest_ways_one_after_another() {
    let mut dice = Dice::new(21);
    let (mut battles, mut positions) = (0, 0);
    while battles < 60 {
        let Some(battle) = ground::random(&mut dice, 14, 14, 20, 9) else { continue };
        battles += 1;
        let costs = battle.map().costs(battle.rules().marching_type());
        let castle = battle.map().castles()[0];
        let enemies: Vec<Cell> = battle.living(Side::Red).map(|unit| battle.unit(unit).cell).collect();
        let mut before: Vec<Cell> = Vec::new();
        let (mut ahead, mut behind) = (Field::new(), Field::new());
        for position in plan_open_field(View::new(&battle, Side::Blue), 1) {
            if !matches!(position.role, PositionRole::Line | PositionRole::Reserve) {
                continue;
            }
            let open = |cell: Cell| !before.contains(&cell);
            ahead.towards_targets(battle.grid(), enemies.iter().copied(), costs, open);
            behind.from_sources(battle.grid(), [castle], costs, open);
            // Behind a line that walls the castle in, the others are reserves.
            let Some(whole) = ahead.cost_to(castle, costs) else { break };
            let past = behind.cost(position.cell).unwrap() + ahead.cost_to(position.cell, costs).unwrap();
            assert_eq!(past, whole, "{battles}: {position:?} after {before:?}");
            before.push(position.cell);
            positions += 1;
        }
    }
    assert!(positions > 200, "{positions}");
}

/// The positions that Blue wants in the open around a castle in the south-west corner, as
/// `arm role col,row`.
fn wanted_around_a_castle(enemy: (&str, i32, i32), blue: &[&str]) -> Vec<String> {
    let rows = ["............", "............", "............", "#...........", "............"];
    let at = [(1, 3), (1, 4), (0, 4), (2, 4)];
    let blue: Vec<_> = blue.iter().zip(at).map(|(&kind, (col, row))| (kind, col, row)).collect();
    let battle = ground::battle(&rows, &[enemy], &blue);
    let told = |position: &Position| {
        format!("{:?} {:?} {}", position.arm, position.role, battle.grid().coord(position.cell))
    };
    plan_open_field(View::new(&battle, Side::Blue), 1).iter().map(told).collect()
}

#[test]
fn a_castle_with_an_enemy_near_is_kept_by_the_best_arm_that_there_is() {
    let (near, far) = (("infantry", 4, 2), ("infantry", 11, 0));
    let first = |enemy, blue: &[&str]| wanted_around_a_castle(enemy, blue).swap_remove(0);
    assert_eq!(first(near, &["artillery", "cavalry", "infantry"]), "Infantry Garrison 0,3");
    assert_eq!(first(near, &["artillery", "cavalry"]), "Cavalry Garrison 0,3");
    assert_eq!(wanted_around_a_castle(near, &["artillery"]), ["Artillery Garrison 0,3"]);
    assert_eq!(first(far, &["artillery", "cavalry", "infantry"]), "Artillery Garrison 0,3");
}

#[test]
fn every_unit_has_a_place_in_the_open_and_no_arm_has_more_than_units() {
    let kinds = ["infantry", "cavalry", "artillery"];
    for army in 1..64 {
        let blue: Vec<&str> = kinds
            .iter()
            .zip([army % 4, army / 4 % 4, army / 16])
            .flat_map(|(&kind, count)| vec![kind; count])
            .take(4)
            .collect();
        for enemy in [("infantry", 4, 2), ("cavalry", 11, 0)] {
            let wanted = wanted_around_a_castle(enemy, &blue);
            for (arm, kind) in ["Infantry", "Cavalry", "Artillery"].into_iter().zip(kinds) {
                let positions = wanted.iter().filter(|told| told.starts_with(arm)).count();
                let units = blue.iter().filter(|&&other| other == kind).count();
                assert!(positions == units, "{blue:?} against {enemy:?}: {wanted:?}");
            }
        }
    }
}

#[test]
fn every_unit_of_a_large_army_has_a_place_in_the_open() {
    for (name, battle) in ground::shipped() {
        let wanted = plan_open_field(View::new(&battle, Side::Blue), 1);
        assert_eq!(wanted.len(), battle.living(Side::Blue).count(), "{name}");
        let cells: BTreeSet<Cell> = wanted.iter().map(|position| position.cell).collect();
        assert_eq!(cells.len(), wanted.len(), "{name}: each on a hex of its own");
    }
}
