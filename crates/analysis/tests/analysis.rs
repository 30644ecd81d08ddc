//! Tests of the analysis on whole battles.

use hotgates_analysis::{
    AnalysisError, Analyst, AttackScore, BattleAnalysis, DiceLuck, Rollouts, Severity, UnfitReplay,
    analyse_replay,
};
use hotgates_engine::{Battle, Coord, Dice, Event, MapFile, Order, Scenario, Side, UnitId};
use hotgates_play::Seats;
use hotgates_record::{GameRecord, Replay};
use hotgates_search::{Cancel, Cancelled};

/// A battle of two infantry a side, in touch, with a castle behind Blue's.
const IN_TOUCH: &str = r##"(
    name: "In touch",
    rows: ["..........", "#.........", "..........", ".........."],
    turns: 6,
    red: (units: [(type: "infantry", at: (3, 0)), (type: "cavalry", at: (3, 2))]),
    blue: (units: [(type: "infantry", at: (2, 0)), (type: "infantry", at: (2, 1))]),
)"##;

/// Small armies on open ground with a wood.
const MEADOW: &str = r##"(
    name: "Meadow",
    rows: ["..............", "#...f.........", ".....f........", "..............", ".............."],
    turns: 10,
    red: (units: [
        (type: "infantry", at: (11, 0)), (type: "infantry", at: (11, 2)), (type: "cavalry", at: (12, 3)),
        (type: "artillery", at: (13, 1)),
    ]),
    blue: (units: [
        (type: "infantry", at: (2, 0)), (type: "infantry", at: (3, 2)), (type: "artillery", at: (1, 2)),
    ]),
)"##;

fn scenario_of(map: &str) -> Scenario {
    let mut scenario = Scenario::classic(MapFile::from_ron(map).expect("a sound map"));
    scenario.rules.setup.distance = 0;
    scenario
}

fn battle_of(scenario: &Scenario) -> Battle {
    Battle::from_scenario(scenario).expect("a sound scenario")
}

/// A battle between two commanders.
fn fight(scenario: &Scenario, red: &str, blue: &str, seed: u64) -> (Scenario, GameRecord) {
    let mut scenario = scenario.clone();
    scenario.map.seed = Some(seed);
    let mut game = Seats::from_names(red, blue).begin_match(battle_of(&scenario), seed).expect("built in");
    game.finish().expect("legal orders");
    (scenario, game.into_game_record())
}

fn replay_of(red: &str, blue: &str, seed: u64) -> Replay {
    let (scenario, record) = fight(&scenario_of(MEADOW), red, blue, seed);
    record.replay(&scenario)
}

fn analyse(replay: &Replay, steps: u64) -> BattleAnalysis {
    analyse_replay(replay, steps, &Cancel::new(), &mut |_, _| ()).expect("a true replay")
}

/// The scores of all attacks of a battle.
fn scores_of(start: &Battle, record: &GameRecord) -> Vec<AttackScore> {
    let (mut battle, mut dice, mut events) =
        (start.clone(), Dice::of_source(record.dice_source()), Vec::new());
    let mut scores = Vec::new();
    for (number, &(order, _)) in record.orders().iter().enumerate() {
        let before = battle.clone();
        events.clear();
        battle.act(order, &mut dice, &mut events).expect("a played order");
        scores.extend(AttackScore::from_attack_order(&before, number, order, &events));
    }
    scores
}

/// The scores of an attack under each of the 1,296 throws of four dice.
fn all_throws(before: &Battle, order: Order) -> Vec<AttackScore> {
    let mut scores = Vec::new();
    for throw in 0..1296_u32 {
        let pips = |place: u32| throw / 6_u32.pow(place) % 6 + 1;
        let mut events: Vec<Event> = Vec::new();
        let mut dice = Dice::showing_sums([pips(0) + pips(1), pips(2) + pips(3)]);
        before.clone().act(order, &mut dice, &mut events).expect("a legal order");
        scores.push(AttackScore::from_attack_order(before, 0, order, &events).expect("an attack"));
    }
    scores
}

#[test]
fn luck_is_that_of_all_throws_of_all_dice() {
    let battle = battle_of(&scenario_of(IN_TOUCH));
    let first = Order::Attack { unit: UnitId(0), target: UnitId(2) };
    let mut later = battle.clone();
    later.act(first, &mut Dice::new(3), &mut Vec::new()).unwrap();
    later.act(Order::EndTurn, &mut Dice::new(3), &mut Vec::new()).unwrap();
    let second = Order::Attack { unit: UnitId(3), target: UnitId(0) };
    let (ones, others) = (all_throws(&battle, first), all_throws(&later, second));
    // Red attacks first and is attacked then.
    let red = |one: &AttackScore, other: &AttackScore| one.value - other.value;
    for (a, b) in [(0, 0), (17, 1290), (600, 333), (1295, 1295), (1295, 0)] {
        let thrown = [ones[a].clone(), others[b].clone()];
        let sum = red(&thrown[0], &thrown[1]);
        let (mut less, mut equal) = (0_u32, 0_u32);
        for one in &ones {
            for other in &others {
                less += u32::from(red(one, other) < sum);
                equal += u32::from(red(one, other) == sum);
            }
        }
        let all = f64::from(1296_u32 * 1296);
        let expected = (f64::from(less) + f64::from(equal) / 2.0) / all;
        let luck = DiceLuck::from_attacks(&battle, &thrown);
        assert!(luck.exact);
        assert!((luck.sides.red.percentile - expected).abs() < 1e-9, "throws {a} and {b}");
        assert!((luck.sides.blue.percentile - (1.0 - expected)).abs() < 1e-9);
    }
}

#[test]
fn the_mean_of_an_attack_is_that_of_all_throws() {
    let battle = battle_of(&scenario_of(IN_TOUCH));
    let scores = all_throws(&battle, Order::Attack { unit: UnitId(0), target: UnitId(3) });
    let sum: i64 = scores.iter().map(|score| score.value).sum();
    let sum = i32::try_from(sum).map(f64::from).unwrap();
    assert!((scores[0].mean() - sum / 1296.0).abs() < 1e-9);
}

/// Every tenth of the percentiles holds a tenth of the battles, within two points. Over 10,000
/// battles `examples/luck.rs` checks the same.
#[test]
fn percentiles_are_uniform() {
    const BATTLES: u32 = 1000;
    let scenario = scenario_of(MEADOW);
    let start = battle_of(&scenario);
    let mut tenths = [0_u32; 10];
    for seed in 0..u64::from(BATTLES) {
        let (_, record) = fight(&scenario, "greedy", "greedy", seed);
        let luck = DiceLuck::from_attacks(&start, &scores_of(&start, &record));
        let tenth = (0_u32..10).find(|&tenth| luck.sides.red.percentile < f64::from(tenth + 1) / 10.0);
        tenths[tenth.unwrap_or(9) as usize] += 1;
    }
    for count in tenths {
        let percent = 100.0 * f64::from(count) / f64::from(BATTLES);
        assert!((8.0..12.0).contains(&percent), "{tenths:?}");
    }
}

#[test]
fn a_battle_that_is_won_is_surely_won_and_more_men_win_more() {
    let share = |men: u32| {
        let map = format!(
            r##"(
                name: "Storm",
                rows: ["............", "#...........", "............", "............"],
                turns: 6,
                red: (units: [(type: "infantry", at: (4, 0)), (type: "infantry", at: (4, 1))]),
                blue: (units: [(type: "infantry", at: (0, 1), strength: {men})]),
            )"##
        );
        let battle = battle_of(&scenario_of(&map));
        Rollouts::new(&battle, 5).play_samples(&[], 0..64, &Cancel::new()).unwrap().red_share()
    };
    let (many, few) = (share(100), share(1000));
    assert!(many > few, "{many} {few}");
    let analysis = analyse(&replay_of("hunter", "greedy", 4), 50_000);
    let (_, end) = analysis.chances.last().unwrap();
    assert!(end.error == 0.0 && (end.red - 0.5).abs() >= 0.5, "a winner and no doubt");
    assert!(analysis.chances.iter().all(|(_, chance)| (0.0..=1.0).contains(&chance.red)));
}

#[test]
fn the_same_replay_and_steps_give_the_same_analysis_in_any_order_of_the_pieces() {
    let replay = replay_of("hunter", "warden", 2);
    let analysis = analyse(&replay, 150_000);
    assert_eq!(analysis.chances.len(), replay.orders.len() + 1, "after every order");
    assert_eq!(analysis, analyse(&replay, 150_000));

    let analyst = Analyst::new(&replay, 150_000).unwrap();
    let never = Cancel::new();
    let mut measures: Vec<_> = (0..analyst.measured_position_count())
        .rev()
        .map(|place| analyst.measure_position(place, &never).unwrap())
        .collect();
    measures.reverse();
    let mut mistakes: Vec<_> = (0..analyst.half_turns())
        .rev()
        .map(|half_turn| analyst.examine_half_turn(half_turn, &measures, &never).unwrap())
        .collect();
    mistakes.reverse();
    assert_eq!(analysis, analyst.assemble_analysis(&measures, mistakes.into_iter().flatten().collect()));
}

#[test]
fn what_is_lost_and_dealt_adds_up() {
    let replay = replay_of("greedy", "greedy", 9);
    let end = replay.play_again().unwrap();
    let analysis = analyse(&replay, 1);
    assert!(analysis.chances.is_empty(), "one step is not enough for any chance");
    for side in Side::BOTH {
        let lost = end.battle().start_strength(side) - end.battle().living_strength(side);
        let of = |side: Side| {
            let units = end.battle().roster().filter(move |(_, info)| info.side == side);
            units.map(|(unit, _)| analysis.units[unit.index()])
        };
        assert_eq!(of(side).map(|record| record.lost).sum::<u32>(), lost);
        assert_eq!(of(side.other()).map(|record| record.dealt).sum::<u32>(), lost);
        assert!(of(side).all(|record| record.idle <= record.half_turns));
    }
}

/// Whoever stands beside an empty castle at the last moment and goes home has blundered, and the
/// better order is to take it.
#[test]
fn leaving_an_open_castle_is_a_blunder() {
    let map = r##"(
        name: "Open gate",
        rows: ["............", "#...........", "............", "............"],
        turns: 3,
        red: (units: [(type: "infantry", at: (2, 1)), (type: "infantry", at: (3, 1))]),
        blue: (units: [(type: "infantry", at: (11, 3))]),
    )"##;
    let scenario = scenario_of(map);
    let mut record = GameRecord::new(battle_of(&scenario), scenario.dice_source());
    while record.battle().verdict().is_none() {
        record.act(Order::EndTurn, &mut Vec::new()).unwrap();
    }
    let analysis = analyse(&record.replay(&scenario), 400_000);
    let blunder =
        analysis.mistakes.iter().find(|mistake| mistake.side == Side::Red).expect("a mistake of Red's");
    assert_eq!((blunder.severity, blunder.cost > 3.0 * blunder.error), (Severity::Blunder, true));
    let better = blunder.better.as_ref().expect("better orders");
    let castle = Coord { col: 0, row: 1 }.hex();
    assert!(better.orders.iter().any(|order| matches!(order, Order::Move { to, .. } if *to == castle)));
}

#[test]
fn an_analysis_can_be_cancelled_and_a_false_replay_has_none() {
    let replay = replay_of("hunter", "greedy", 1);
    let cancel = Cancel::new();
    let mut pieces = 0;
    let stopped = analyse_replay(&replay, 1_000_000, &cancel, &mut |done, of| {
        assert!(done < of);
        pieces = done;
        if done == 3 {
            cancel.set_flag();
        }
    });
    assert_eq!((stopped, pieces), (Err(AnalysisError::Cancelled(Cancelled)), 3));

    let mut forged = replay.clone();
    forged.orders[2].1 ^= 1;
    assert!(matches!(
        analyse_replay(&forged, 1000, &Cancel::new(), &mut |_, _| ()),
        Err(AnalysisError::Unfit(UnfitReplay::Broken(_)))
    ));
    let mut long = replay;
    long.orders = vec![long.orders[0]; 60_000];
    let refused = analyse_replay(&long, 1000, &Cancel::new(), &mut |_, _| ()).unwrap_err();
    assert_eq!(refused.to_string(), "60000 orders are too many to analyse; at most 50000 are");
}
