//! Plans played again by hand, against what their reasons tell.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hotgates_engine::{Battle, Dice, MapFile, Scenario, Side, View};
use hotgates_search::{Budget, Cancel};

use super::evaluation::Evaluation;
use super::evaluation_part::EvaluationPart;
use super::policy::{CommanderImpersonator, EnemyReplies, Policy, budget_of_others, foretell_replies};
use super::{Simulation, Strategist};
use crate::commander::Commander;
use crate::hunter::Hunter;
use crate::warden::Warden;
use hotgates_doctrine::Doctrine;

fn open_field() -> Battle {
    let map = r#"Map(name: "field", rows: [
        "............", "............", "............", "............",
        "......f.....", ".....ff.....", "............", "............",
        "............", ".....#......", "............", "............"], turns: 8, from: n,
        red: (units: [(type: "infantry", at: (4, 5)), (type: "infantry", at: (6, 3)), (type: "artillery", at: (7, 2))]),
        blue: (units: [(type: "infantry", at: (5, 8)), (type: "cavalry", at: (7, 8))]))"#;
    let mut scenario = Scenario::classic(MapFile::from_ron(map).unwrap());
    scenario.rules.setup.distance = 0;
    Battle::from_scenario(&scenario).unwrap()
}

/// Makes a plan, plays it and the enemy's replies again order by order, and compares the parts of
/// the evaluations with what the reason tells.
fn check_parts(battle: &Battle, known: bool) {
    let (view, doctrine) = (View::new(battle, battle.side()), Doctrine::built_in_doctrine());
    let mut strategist = Strategist::new(3).with_doctrine(Arc::clone(&doctrine));
    let plan = strategist.make_plan(view, &mut Budget::new(400));
    let mut simulation = Simulation::new(view);
    let before = Evaluation::evaluate_position(&simulation, view.side());
    let mut enemy = CommanderImpersonator::new(3, &doctrine);
    let others = budget_of_others(&Budget::default());
    let replies = foretell_replies(view, &mut enemy, &mut simulation, &others);
    assert_eq!(matches!(replies, EnemyReplies::Known(_)), known);
    let mut after = Vec::new();
    for &reply in replies.as_slice() {
        simulation.restart_from_position(&view.known_battle());
        for &order in &plan.rest.orders {
            assert!(simulation.follow_order(order), "{order}");
        }
        simulation.end_half_turn();
        enemy.play_policy(reply, &mut simulation, others.clone());
        simulation.end_half_turn();
        after.push(Evaluation::evaluate_position(&simulation, view.side()));
    }
    let count = i64::try_from(after.len()).unwrap();
    let mean = |part: fn(&Evaluation) -> i64| after.iter().map(part).sum::<i64>() / count;
    let rises = [
        (EvaluationPart::Armies, mean(|parts| parts.armies) - before.armies),
        (EvaluationPart::Castles, mean(|parts| parts.castles) - before.castles),
        (EvaluationPart::March, mean(|parts| parts.march) - before.march),
        (EvaluationPart::Siege, mean(|parts| parts.siege) - before.siege),
    ];
    assert!(after.iter().all(|parts| parts.verdict == 0));
    let [gain, loss] = plan.rest.parts.greatest_changes(&plan.before, doctrine.evaluation);
    let most = rises.into_iter().map(|(_, points)| points).max().unwrap();
    let least = rises.into_iter().map(|(_, points)| points).min().unwrap();
    for (told, points) in [(gain, most.max(0)), (loss, least.min(0))] {
        assert_eq!(told.map_or(0, |told| told.points), points, "{rises:?}");
        assert!(told.is_none_or(|told| rises.contains(&(told.part, told.points))), "{rises:?}");
    }
}

#[test]
fn parts_that_are_told_are_those_of_the_plan_played_again() {
    let mut battle = open_field();
    check_parts(&battle, false);
    let mut hunter = Hunter::with_doctrine(Doctrine::built_in_doctrine());
    hunter.begin(View::new(&battle, Side::Red));
    while battle.side() == Side::Red {
        let (order, _) = hunter.order(View::new(&battle, Side::Red), &mut Budget::new(1000));
        battle.act(order, &mut Dice::new(1), &mut Vec::new()).unwrap();
    }
    check_parts(&battle, true);
}

/// Plays battles against a hunter and compares a defender's orders with those of a warden beside it.
#[test]
fn a_defender_gives_a_wardens_orders_until_a_plan_is_worth_clearly_more() {
    let (mut followed, mut departed) = (0, 0);
    for seed in 0..12 {
        let (mut battle, mut dice) = (open_field(), Dice::new(seed));
        let doctrine = Doctrine::built_in_doctrine;
        let mut strategist = Strategist::new(seed).with_doctrine(doctrine());
        while battle.verdict().is_none() {
            let (side, view) = (battle.side(), View::new(&battle, battle.side()));
            let mut beside: Box<dyn Commander> = match side {
                Side::Red => Box::new(Hunter::with_doctrine(doctrine())),
                Side::Blue => Box::new(Warden::new(seed).with_doctrine(doctrine())),
            };
            let mut budget = Budget::new(4000);
            beside.begin(view);
            strategist.begin(view);
            while battle.verdict().is_none() && battle.side() == side {
                let view = View::new(&battle, side);
                let given = match side {
                    Side::Red => beside.order(view, &mut Budget::new(1000)).0,
                    Side::Blue => strategist.order(view, &mut budget).0,
                };
                if strategist.baseline.is_some() {
                    let order = beside.order(view, &mut Budget::new(1000)).0;
                    assert_eq!(given, order, "seed {seed}, turn {}", view.turn());
                    followed += 1;
                }
                departed += u32::from(side == Side::Blue && strategist.baseline.is_none());
                battle.act(given, &mut dice, &mut Vec::new()).unwrap();
            }
        }
    }
    assert!(followed > 200 && departed > 5, "{followed} and {departed}");
}

#[test]
fn commanders_who_are_asked_look_whether_anybody_waits() {
    let battle = open_field();
    let view = View::new(&battle, Side::Red);
    let looks = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&looks);
    let nobody_waits = Cancel::with_look_hook(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let others = budget_of_others(&Budget::new(0).cancelled_by(nobody_waits));
    let mut asked = CommanderImpersonator::new(3, &Doctrine::built_in_doctrine());
    for policy in [Policy::Hunter, Policy::Warden] {
        let before = looks.load(Ordering::Relaxed);
        asked.play_policy(policy, &mut Simulation::new(view), others.clone());
        let looks = looks.load(Ordering::Relaxed) - before;
        assert!(looks >= 3, "{looks} looks of {policy:?}, one for each unit at least");
    }
}
