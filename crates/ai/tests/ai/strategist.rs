//! `strategist`: plans are played forward, on either side.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hotgates_ai::{
    Budget, Commander, Doctrine, Evaluation, EvaluationWeights, ForeseenPlan, PlanStyle, Reason, Script,
    ScriptAim, Simulation, Stance, Strategist, StrikeMode,
};
use hotgates_endings::{NODES, is_small_enough_to_solve, solve_ending};
use hotgates_engine::{Battle, Coord, Dice, MapFile, Order, Scenario, Side, UnitId, View};
use hotgates_play::{Cancel, Player, Seats, Tally};

use crate::ground;

/// Three against three on an open field, Red to come.
fn open_field() -> Battle {
    let rows = ["............."; 11].map(str::to_owned);
    let mut rows = rows.to_vec();
    "......#......".clone_into(&mut rows[9]);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let red = [("infantry", 4, 0), ("infantry", 6, 0), ("cavalry", 8, 0)];
    let blue = [("infantry", 5, 8), ("infantry", 7, 8), ("cavalry", 6, 10)];
    ground::battle(&rows, &red, &blue)
}

#[test]
fn on_either_side_it_beats_those_who_look_less_far() {
    let battle = open_field();
    for other in ["greedy", "hunter"] {
        let mut tally = Tally::default();
        for seed in 0..6 {
            for swapped in [false, true] {
                let seats = Seats::from_names("strategist+600", other);
                let seats = if swapped { seats.with_sides_exchanged() } else { seats };
                let mut game = seats.begin_match(battle.clone(), seed).unwrap();
                game.finish().unwrap();
                tally.count_battle(game.game_record().battle(), swapped);
            }
        }
        assert!(tally.first_wins > 2 * tally.second_wins, "{other}: {tally:?}");
    }
}

#[test]
fn a_castle_that_stands_open_is_taken_at_once() {
    let rows =
        [".......", "...#...", ".......", ".......", ".......", ".......", ".......", ".......", "......."];
    let mut battle = ground::battle(&rows, &[("cavalry", 3, 8)], &[("infantry", 6, 0)]);
    let mut player = Player::new(Box::new(Strategist::new(1)), None);
    let mut turns = 0;
    while battle.verdict().is_none() && turns < 40 {
        let (order, reason) = player.next_order(&battle);
        assert!(!reason.in_words(&battle).is_empty());
        if battle.side() == Side::Blue {
            battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).unwrap();
        } else {
            battle.act(order, &mut Dice::new(1), &mut Vec::new()).unwrap();
        }
        turns += 1;
    }
    assert_eq!(battle.verdict().and_then(|verdict| verdict.winner), Some(Side::Red));
    assert!(battle.turn() <= 3, "in turn {}", battle.turn());
}

/// Plays Red's first half-turn in the open field by a doctrine, and returns the sum of the rows that
/// its units stand in then: the castle is in the last row but one.
fn rows_gone_by_doctrine(change: impl FnOnce(&mut Doctrine)) -> i32 {
    let mut doctrine = Doctrine::default();
    change(&mut doctrine);
    let mut battle = open_field();
    let strategist = Strategist::new(1).with_doctrine(Arc::new(doctrine));
    let mut player = Player::new(Box::new(strategist), None).with_steps(1000);
    player.play_half_turn_on(&mut battle, &mut Dice::new(1));
    let view = View::new(&battle, Side::Red);
    view.living(Side::Red).map(|unit| Coord::from(view.hex(unit)).row).sum()
}

#[test]
fn the_doctrine_weighs_the_parts_of_an_evaluation() {
    let hasty = rows_gone_by_doctrine(|doctrine| doctrine.evaluation.march = 20_000);
    let idle = rows_gone_by_doctrine(|doctrine| {
        let EvaluationWeights { march, siege, castles, .. } = &mut doctrine.evaluation;
        (*march, *siege, *castles) = (0, 0, 0);
    });
    assert!(hasty > idle, "{hasty} rows and {idle}");
}

#[test]
fn its_reasons_name_exchanges_and_plans() {
    let battle = open_field();
    let mut player = Player::new(Box::new(Strategist::new(1)), None).with_steps(500);
    let (_, reason) = player.next_order(&battle);
    let Reason::Foreseen(plan) = reason else { panic!("{reason:?}") };
    let ForeseenPlan { plans, style, before, chance, gain, instead, .. } = plan;
    assert!(plans > 3, "{plans} plans");
    assert!((1..1000).contains(&chance.0), "{chance:?}");
    assert!(gain.is_some() && chance > before, "{plan:?}");
    let (other, worse) = instead.expect("plans of several styles were tried");
    assert!(other != style && worse <= chance, "{other:?} {worse:?}, {style:?} {chance:?}");
    assert_eq!(player.insight(&battle, Side::Red).stance, Some(Stance::Planned { style, enemy: None }));
    assert!(player.half_turn_budget().steps_spent() > 200);
}

#[test]
fn when_its_time_is_over_it_gives_the_best_plan_so_far() {
    let battle = open_field();
    let strategist = || Player::new(Box::new(Strategist::new(1)), None);
    let (cancel, time_up) = (Cancel::new(), Cancel::new());
    time_up.set_flag();
    let mut hurried = strategist();
    let (order, reason) = hurried.next_order_in_time(&battle, &cancel, &time_up);
    let Reason::Foreseen(plan) = reason else { panic!("{reason:?}") };
    assert!(plan.plans > 3 && order != Order::EndTurn, "{plan:?}");
    battle.check(order).unwrap();
    // Time that is not over goes to improving the plan, until the flag is set at some look.
    let looks = Arc::new(AtomicU64::new(0));
    let (counted, time_up) = (Arc::clone(&looks), Cancel::new());
    let ends = time_up.clone();
    let cancel = Cancel::with_look_hook(move || {
        if counted.fetch_add(1, Ordering::Relaxed) == 2000 {
            ends.set_flag();
        }
    });
    let mut patient = strategist();
    let (order, reason) = patient.next_order_in_time(&battle, &cancel, &time_up);
    battle.check(order).unwrap();
    let Reason::Foreseen(longer) = reason else { panic!("{reason:?}") };
    assert!(longer.plans > 10 * plan.plans && longer.chance >= plan.chance, "{longer:?}");
}

/// Plays some turns, and returns the style in which a strategist then expects Red to play.
fn style_expected_of(red: &str) -> Option<PlanStyle> {
    let mut game = Seats::from_names(red, "strategist+200").begin_match(open_field(), 3_u64).unwrap();
    while game.game_record().battle().turn() < 2 {
        game.step().unwrap().expect("the battle goes on");
    }
    let mut battle = game.game_record().battle().clone();
    while battle.side() == Side::Red {
        game.step().unwrap();
        battle.clone_from(game.game_record().battle());
    }
    let mut player = Player::new(Box::new(Strategist::new(1)), None).with_steps(300);
    match player.insight(&battle, Side::Blue).stance {
        Some(Stance::Planned { enemy, .. }) => enemy,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_finds_out_who_plays_the_enemy() {
    assert_eq!(style_expected_of("hunter"), Some(PlanStyle::Hunter));
    assert_eq!(style_expected_of("greedy"), Some(PlanStyle::Greedy));
    assert_eq!(style_expected_of("random"), None);
}

#[test]
fn endings_of_few_units_are_played_as_they_are_solved() {
    let map = r#"(
        name: "the last two turns", turns: 2,
        rows: ["..........", "...#......", "..........", ".........."],
        red: (units: [(type: "cavalry", at: (8, 2)), (type: "infantry", at: (7, 1))]),
        blue: (units: [(type: "infantry", at: (3, 1)), (type: "infantry", at: (2, 3))]),
    )"#;
    let mut scenario = Scenario::classic(MapFile::from_ron(map).unwrap());
    scenario.rules.setup.distance = 0;
    let start = Battle::from_scenario(&scenario).unwrap();
    let mut solved = 0;
    for seed in 0..8 {
        let (mut battle, mut dice) = (start.clone(), Dice::new(seed));
        let mut player = Player::new(Box::new(Strategist::new(1)), None);
        while battle.verdict().is_none() {
            let (order, reason) = player.next_order(&battle);
            let view = View::new(&battle, battle.side());
            if is_small_enough_to_solve(view)
                && let Ok(ending) = solve_ending(view, NODES, &Budget::default())
            {
                let Reason::Solved { chance } = reason else { panic!("{reason:?}") };
                assert_eq!(u64::from(chance.0), ending.chance().permille(), "turn {}", battle.turn());
                assert!(reason.in_words(&battle).contains("solved"));
                solved += 1;
            }
            battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
    }
    assert!(solved > 8, "{solved} orders");
}

#[test]
fn nobody_waits_for_a_cancelled_order() {
    let battle = open_field();
    let cancel = Cancel::new();
    cancel.set_flag();
    let view = View::new(&battle, Side::Red);
    let mut budget = Budget::new(1_000_000).cancelled_by(cancel);
    let mut commander = Strategist::new(1);
    commander.begin(view);
    let (order, _) = commander.order(view, &mut budget);
    battle.check(order).unwrap();
    assert_eq!(budget.steps_spent(), 0, "not even one plan was played forward");
}

#[test]
fn a_simulation_does_what_mean_dice_do_and_can_be_taken_back() {
    let battle = open_field();
    let view = View::new(&battle, Side::Red);
    let start = view.known_battle();
    let mut simulation = Simulation::new(view);
    let before = Evaluation::evaluate_position(&simulation, Side::Red);
    simulation.play_script(Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Enemy });
    let orders = simulation.followed_orders().to_vec();
    assert_eq!(orders.len(), 3, "each unit goes for the enemy");
    simulation.end_half_turn();
    assert_eq!((simulation.battle().side_to_move(), simulation.followed_orders().len()), (Side::Blue, 0));
    assert!(Evaluation::evaluate_position(&simulation, Side::Red).march > before.march);
    simulation.restart_from_position(&start);
    assert_eq!(Evaluation::evaluate_position(&simulation, Side::Red), before);
    assert_eq!(simulation.view().unit(UnitId(0)), battle.unit(UnitId(0)));
}
