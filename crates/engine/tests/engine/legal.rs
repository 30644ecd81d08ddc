//! Generated orders are exactly the accepted ones, and exactly those of the naive generator.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{Battle, Dice, Direction, Illegal, LegalOrders, Order, Side, UnitId};
use proptest::prelude::*;

use crate::naive::Naive;
use crate::stage::{
    Game, NOT_NAIVE, OPTION_SETS, classic_with, face, go, hit, orders, play_at_random, random_stage,
    some_options, stage,
};

/// Returns every order that could be: all units to all hexes and to some off the map, all units
/// against all units.
fn all_orders(battle: &Battle) -> Vec<Order> {
    let units = u16::try_from(battle.roster().len()).unwrap();
    let mut all = vec![Order::EndTurn];
    for unit in 0..=units {
        for col in -1..=battle.grid().width() {
            all.extend((-1..=battle.grid().height()).map(|row| go(unit, col, row)));
        }
        all.extend((0..=units).map(|target| hit(unit, target)));
        all.extend(Direction::ALL.map(|way| face(unit, way)));
    }
    all
}

/// Returns the texts of orders in alphabetical order; orders themselves have no order.
pub fn sorted(orders: impl IntoIterator<Item = Order>) -> BTreeSet<String> {
    orders.into_iter().map(|order| order.to_string()).collect()
}

pub fn check_position(game: &mut Game) {
    let generated = orders(&game.battle);
    let set = sorted(generated.iter().copied());
    assert_eq!(set.len(), generated.len(), "no order is generated twice");
    for order in all_orders(&game.battle) {
        let answer = game.refuse(order);
        assert_eq!(set.contains(&order.to_string()), answer.is_ok(), "{order}: {answer:?}");
        assert_eq!(game.battle.check(order), answer);
    }
    check_of_unit(&game.battle, &generated);
}

/// Asserts that the orders of each unit are those of its side, in the same order.
fn check_of_unit(battle: &Battle, generated: &[Order]) {
    let mut legal = LegalOrders::new();
    for (unit, _) in battle.roster() {
        let of_unit = |order: &&Order| order.unit() == Some(unit);
        let expected: Vec<_> = generated.iter().filter(of_unit).copied().collect();
        assert_eq!(legal.orders_of_unit(battle, unit), expected, "{unit:?}");
    }
}

/// Armies of more units than there are hexes near a cell: those near it are looked up, not listed.
#[test]
fn units_of_large_armies_near_a_cell_are_those_at_that_distance() {
    let army = |rows: std::ops::Range<i32>| {
        let cells =
            rows.flat_map(|row| (0..12).filter(move |col| (col + row) % 3 > 0).map(move |col| (col, row)));
        cells.map(|(col, row)| format!("infantry {col},{row}")).collect::<Vec<_>>().join("; ")
    };
    let mut rows = ["............"; 12];
    rows[11] = "...........#";
    let battle = stage(&rows, &army(0..6), &army(6..11)).battle();
    for (side, range) in Side::BOTH.into_iter().flat_map(|side| [(side, 1), (side, 2)]) {
        for cell in battle.grid().cells() {
            let mut near: Vec<_> = battle.units_within(side, cell, range).map(|(unit, _)| unit).collect();
            near.sort_unstable();
            let is_near = |unit: &UnitId| battle.grid().distance(cell, battle.unit(*unit).cell) <= range;
            assert_eq!(near, battle.living(side).filter(is_near).collect::<Vec<_>>());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn generated_orders_are_exactly_the_accepted_ones(seed: u64, options in 0..OPTION_SETS, turns in 0_usize..6) {
        let mut game = random_stage(seed, &classic_with(options)).game();
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..=turns {
            check_position(&mut game);
            play_at_random(&mut game, &mut choice, 4);
        }
        check_position(&mut game);
    }

    #[test]
    fn generated_orders_are_those_of_the_naive_generator(seed: u64, options in 0..OPTION_SETS, length in 0_usize..40) {
        let stage = random_stage(seed, &classic_with(options & !NOT_NAIVE));
        let mut game = stage.game();
        let naive = Naive::new(&stage.0, game.battle.last_turn());
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..3 {
            play_at_random(&mut game, &mut choice, length);
            prop_assert_eq!(sorted(orders(&game.battle)), sorted(naive.clone().like(&game.battle).orders()));
        }
    }
}

#[test]
fn orders_come_unit_by_unit_in_ascending_cells_then_targets() {
    let battle =
        stage(&["....#", "....."], "infantry 1,0; artillery 0,0", "infantry 2,0; cavalry 2,1").battle();
    let texts: Vec<_> = orders(&battle).iter().map(ToString::to_string).collect();
    let expected = [
        "unit 0 to 0,1",
        "unit 0 to 1,1",
        "unit 0 attacks unit 2",
        "unit 0 attacks unit 3",
        "unit 1 to 0,1",
        "unit 1 to 1,1",
        "unit 1 attacks unit 2",
        "unit 1 attacks unit 3",
        "end turn",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn a_destroyed_unit_has_no_orders() {
    let mut game = stage(&[".....#"], "infantry 0,0 x1; infantry 4,0", "infantry 1,0").game();
    game.hit(0, 2);
    assert!(!game.battle.unit(UnitId(0)).alive());
    assert!(LegalOrders::new().orders_of_unit(&game.battle, UnitId(0)).is_empty());
    assert!(matches!(game.refuse(go(0, 0, 0)), Err(Illegal::Destroyed { .. })));
    assert_eq!(game.battle.living(Side::Red).collect::<Vec<_>>(), [UnitId(1)]);
}

/// Looking for targets hex by hex, as for large armies, finds what looking enemy by enemy finds.
#[test]
fn many_enemies_are_found_like_few() {
    // 60 enemies: more than the 3 · 4 · 5 for which every enemy would be looked at.
    let blue: Vec<_> = (0..64).map(|index| format!("infantry {},{}", 4 + index / 8, index % 8)).collect();
    let rows = ["............"; 7].map(str::to_owned);
    let mut rows: Vec<_> = rows.iter().map(String::as_str).collect();
    rows.push("...........#");
    let battle = stage(&rows, "artillery 2,3", &blue.join("; ")).battle();
    let mut found = Vec::new();
    battle.find_targets(UnitId(0), &mut found);
    let in_range = |unit: &UnitId| {
        (1..=4).contains(&battle.grid().distance(battle.unit(UnitId(0)).cell, battle.unit(*unit).cell))
    };
    let expected: Vec<_> = battle.living(Side::Blue).filter(in_range).collect();
    assert!(expected.len() > 10);
    assert_eq!(found.into_iter().map(|(unit, _)| unit).collect::<Vec<_>>(), expected);
}

/// Counts how often each legal order of a position is drawn, in the order of the list; asserts that
/// no other order is drawn.
fn draw_often(battle: &Battle, times: u32) -> Vec<u32> {
    let all = orders(battle);
    let place: BTreeMap<String, usize> =
        all.iter().enumerate().map(|(place, order)| (order.to_string(), place)).collect();
    let (mut legal, mut dice) = (LegalOrders::new(), Dice::new(1));
    let mut counts = vec![0; all.len()];
    for _ in 0..times {
        let drawn = legal.draw_random_order(battle, &mut dice).expect("the battle goes on");
        counts[place[&drawn.to_string()]] += 1;
    }
    counts
}

/// Asserts by Pearson's test that counts are as equal as equal chances make them. The sum is about
/// the number of counts then, and off by more than six standard deviations in less than one case in
/// a million.
#[expect(clippy::float_arithmetic, reason = "statistics of a test, no rule")]
fn check_even(counts: &[u32]) {
    let drawn: u32 = counts.iter().sum();
    let degrees = f64::from(u32::try_from(counts.len()).unwrap() - 1);
    let expected = f64::from(drawn) / (degrees + 1.0);
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(
        chi < degrees + 6.0 * (2.0 * degrees).sqrt() + 6.0,
        "{chi} for {} orders: {counts:?}",
        counts.len()
    );
}

/// Every legal order is drawn, each as often as any other, and nothing else is: with spent points,
/// friends and enemies in the way, guns in range, zones of control and lines of sight.
#[test]
fn each_legal_order_is_drawn_equally_often() {
    for seed in 0..40 {
        let mut game = random_stage(seed, &classic_with(some_options(seed))).game();
        play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), (seed % 9).try_into().unwrap());
        if game.battle.verdict().is_none() {
            let times = 50 * u32::try_from(orders(&game.battle).len()).unwrap();
            check_even(&draw_often(&game.battle, times));
        }
    }
}

/// Where nearly every proposal is rejected, the orders are listed instead: walled-in cavalry has
/// one hex to go to.
#[test]
fn few_orders_among_many_squares_are_drawn_equally_often() {
    let rows = ["..^.....", "^^^.....", "........", ".......#"];
    let battle = stage(&rows, "cavalry 0,0; cavalry 3,0 x1", "infantry 7,3").battle();
    let mut walled = battle.clone();
    let mut log = Vec::new();
    // The other horse runs until it is tired, and only the walled one may still go somewhere.
    walled.act(go(1, 3, 3), &mut Dice::new(0), &mut log).unwrap();
    let counts = draw_often(&walled, 6000);
    assert!(counts.len() < 30, "few orders are left");
    check_even(&counts);
}

#[test]
fn nothing_is_drawn_once_the_battle_is_over() {
    let mut game = stage(&[".....#"], "infantry 0,0 x1", "infantry 1,0").game();
    game.hit(0, 1);
    assert!(game.battle.verdict().is_some());
    assert_eq!(LegalOrders::new().draw_random_order(&game.battle, &mut Dice::new(1)), None);
}

/// A battle cloned into another is that battle: it plays on alike.
#[test]
fn cloning_into_an_old_battle_makes_the_same_battle() {
    let mut old = random_stage(99, &classic_with(0)).game();
    play_at_random(&mut old, &mut Dice::new(9), 7);
    for seed in 0..30 {
        let mut game = random_stage(seed, &classic_with(some_options(seed))).game();
        play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), 5);
        old.battle.clone_from(&game.battle);
        assert_eq!(old.battle, game.battle);
        assert_eq!((old.battle.hash(), orders(&old.battle)), (game.battle.hash(), orders(&game.battle)));
        old.dice = game.dice.clone();
        play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 2), 20);
        play_at_random(&mut old, &mut Dice::for_other_purpose(seed, 2), 20);
        assert_eq!((&old.battle, old.battle.hash()), (&game.battle, game.battle.hash()));
    }
}

/// Drawing and following an order in one call equals drawing and then acting, although the call
/// keeps what it has computed for the next order.
#[test]
fn playing_one_is_drawing_and_acting() {
    for seed in 0..40 {
        let stage = random_stage(seed, &classic_with(some_options(seed)));
        let mut one = stage.battle();
        let mut other = one.clone();
        let (mut dice, mut same_dice) = (Dice::new(seed), Dice::new(seed));
        let (mut legal, mut log, mut same_log) = (LegalOrders::new(), Vec::new(), Vec::new());
        for _ in 0..60 {
            let drawn = legal.draw_and_follow_order(&mut one, &mut dice, &mut log);
            assert_eq!(drawn, LegalOrders::new().draw_random_order(&other, &mut same_dice));
            let Some(order) = drawn else { break };
            other.act(order, &mut same_dice, &mut same_log).unwrap();
            assert_eq!((&log, &one, one.hash()), (&same_log, &other, other.hash()));
        }
    }
}
