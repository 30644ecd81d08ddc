//! Lessons are won by doing what they teach, and lost without.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

use hotgates_engine::{Battle, Coord, Dice, LegalOrders, Order, PathFinder, PathOptions, Side, UnitId};
use hotgates_lessons::{GivenOrder, Lesson, LessonPosition, LessonProgress, LessonTask, all_lessons};
use hotgates_play::{Player, Seat};

/// Plays a lesson with `choose` in the player's place; returns the final position and all orders.
fn play(
    lesson: &Lesson,
    seed: u64,
    mut choose: impl FnMut(&Battle) -> Order,
) -> (Battle, Vec<(Battle, Order)>) {
    let mut battle = Battle::from_scenario(&lesson.scenario()).unwrap();
    let mut enemy = Seat::from_name(lesson.enemy).make_player(&battle, seed).unwrap();
    let (mut dice, mut given) = (Dice::new(seed), Vec::new());
    while battle.verdict().is_none() {
        let side = battle.side();
        let order =
            if side == lesson.side { choose(battle.known_to(side)) } else { enemy.next_order(&battle).0 };
        given.push((battle.clone(), order));
        battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        assert!(given.len() < 2000);
    }
    (battle, given)
}

fn lesson(key: &str) -> &'static Lesson {
    all_lessons().iter().find(|lesson| lesson.key == key).unwrap()
}

/// Returns a commander in the player's place.
fn commander(lesson: &Lesson, name: &str) -> Player {
    let battle = Battle::from_scenario(&lesson.scenario()).unwrap();
    Seat::from_name(name).make_player(&battle, 1).unwrap()
}

/// Number of seeds, of `of`, with which the player wins.
fn wins(lesson: &Lesson, of: u64, mut choose: impl FnMut(&Battle) -> Order) -> u64 {
    (0..of)
        .filter(|&seed| {
            let (end, _) = play(lesson, seed, &mut choose);
            end.verdict().unwrap().winner == Some(lesson.side)
        })
        .count() as u64
}

#[test]
fn whoever_does_nothing_loses_every_lesson() {
    for lesson in all_lessons() {
        let won = wins(lesson, 6, |_| Order::EndTurn);
        assert_eq!(won, 0, "{}", lesson.key);
    }
}

#[test]
fn every_lesson_can_be_won_by_the_hints() {
    for lesson in all_lessons() {
        let name = if lesson.side == Side::Red { "hunter:general" } else { "warden:general" };
        let mut player = commander(lesson, name);
        let won = wins(lesson, 6, |battle| player.next_order(battle).0);
        assert!(won >= 4, "{}: {won} of 6", lesson.key);
    }
}

/// Returns the farthest hex that a unit can reach on a way to an aim.
fn step_on_way(battle: &Battle, unit: UnitId, aim: hotgates_engine::Cell, straight: bool) -> Option<Order> {
    let mut legal = LegalOrders::new();
    let moves: Vec<Order> = legal.orders_of_unit(battle, unit).to_vec();
    let way = PathFinder::default().shortest_path(battle, unit, aim, PathOptions::default())?.cells.to_vec();
    let far = |hex| battle.grid().hex(aim).distance_to(hex);
    let moves = moves.iter().filter_map(|order| match *order {
        Order::Move { to, .. } => Some((*order, to)),
        _ => None,
    });
    if straight {
        let is_road = |hex| {
            battle.grid().cell(hex).is_some_and(|cell| {
                battle.rules().terrains[battle.map().terrain(cell).index()].name == "road"
            })
        };
        let (order, to) = moves.filter(|&(_, to)| !is_road(to)).min_by_key(|&(_, to)| far(to))?;
        return (far(to) < far(battle.hex(unit))).then_some(order);
    }
    let place = |hex| way.iter().position(|&cell| battle.grid().hex(cell) == hex);
    moves.filter(|&(_, to)| place(to).is_some()).max_by_key(|&(_, to)| place(to)).map(|(order, _)| order)
}

/// The road is quick enough, the straight way through the forest is not.
#[test]
fn the_road_wins_and_the_forest_loses() {
    let lesson = lesson("roads");
    let go = |straight: bool| {
        move |battle: &Battle| {
            let castle = battle.map().castles()[0];
            let mine: Vec<UnitId> = battle.living(Side::Red).collect();
            mine.into_iter()
                .filter(|&unit| battle.unit(unit).cell != castle)
                .find_map(|unit| step_on_way(battle, unit, castle, straight))
                .unwrap_or(Order::EndTurn)
        }
    };
    assert_eq!(wins(lesson, 4, go(false)), 4);
    assert_eq!(wins(lesson, 4, go(true)), 0);
}

/// Both gaps held is enough, one is not.
#[test]
fn both_gaps_hold_and_one_does_not() {
    let lesson = lesson("pass");
    let hold = |gaps: &'static [(i32, i32)]| {
        move |battle: &Battle| {
            let mine: Vec<UnitId> = battle.living(Side::Blue).collect();
            for (&(col, row), &unit) in gaps.iter().zip(&mine) {
                let gap = battle.grid().at(Coord { col, row }).unwrap();
                if battle.unit(unit).cell != gap
                    && battle.at(gap).is_none()
                    && let Some(order) = step_on_way(battle, unit, gap, false)
                {
                    return order;
                }
            }
            let mut legal = LegalOrders::new();
            let is_attack = |order: &&Order| matches!(order, Order::Attack { .. });
            legal.orders_of_side(battle).iter().find(is_attack).copied().unwrap_or(Order::EndTurn)
        }
    };
    let both = wins(lesson, 6, hold(&[(4, 5), (10, 5)]));
    let one = wins(lesson, 6, hold(&[(4, 5)]));
    assert!(both >= 5 && one <= 3, "both {both}, one {one}");
}

/// Each task but those of the window is done by what it says, and not before.
#[test]
fn tasks_are_done_by_what_they_ask_for() {
    let mut done = Vec::new();
    for lesson in all_lessons() {
        let name = if lesson.side == Side::Red { "hunter:general" } else { "warden:general" };
        for seed in 0..4 {
            let mut player = commander(lesson, name);
            let (end, given) = play(lesson, seed, |battle| player.next_order(battle).0);
            for step in lesson.steps {
                let is_done = |orders: &[(Battle, Order)], battle: &Battle| {
                    let orders = orders.iter().map(|(before, order)| GivenOrder { before, order: *order });
                    let position = LessonPosition {
                        battle: battle.known_to(lesson.side),
                        orders: orders.collect(),
                        selected: None,
                        has_hint: false,
                        view: None,
                        is_marching: false,
                        planned: Vec::new(),
                        is_shown: true,
                    };
                    step.task.is_done(lesson.side, &position)
                };
                let before_any = is_done(&[], &given[0].0);
                assert!(!before_any, "{}: {:?} before any order", lesson.key, step.task);
                let later = (1..given.len()).any(|count| is_done(&given[..count], &given[count].0));
                if later || is_done(&given, &end) {
                    done.push(step.text_key);
                }
            }
        }
    }
    for key in
        ["tutorial-attack", "guns-fire", "guns-together", "field-carry-out", "flanks-attack", "flanks-sight"]
    {
        assert!(done.contains(&key), "{key}: {done:?}");
    }
    for key in ["tutorial-hold", "roads-fight", "pass-fight"] {
        assert!(done.contains(&key), "{key}: {done:?}");
    }
}

#[test]
fn steps_go_forward_and_back_and_stay_within_their_lesson() {
    for (number, lesson) in all_lessons().iter().enumerate() {
        let mut now = LessonProgress::new(number);
        assert_eq!(now.previous_step(3).step, 0);
        for _ in 0..20 {
            now = now.next_step(5);
        }
        assert_eq!((now.step().task, now.lesson().key), (LessonTask::Over, lesson.key));
        assert_eq!(now.previous_step(7), LessonProgress { step: now.step - 1, orders: 7, ..now });
    }
}
