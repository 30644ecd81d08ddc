//! Weather: what each state does to costs, sight and fire, when it comes, and its faults.

use hotgates_engine::{
    Attack, Battle, Dice, Event, LegalOrders, MovementPoints, Order, Permille, Side, Spectator, UnitId, View,
    WeatherId,
};
use proptest::prelude::*;

use crate::perft::check;
use crate::stage::{
    FOG_OF_WAR, OPTION_SETS, Stage, WEATHER, WORKS, ZONES, any_random_stage, classic_with, play_at_random,
    sentences, stage_by, work,
};

/// A stage on which it is night in the first turn and day in the next two, again and again.
fn nights(options: u64, rows: &[&str], red: &str, blue: &str) -> Stage {
    let mut rules = classic_with(WEATHER | ZONES | options);
    rules.setup.distance = 0;
    stage_by(rules, rows, red, blue).last_turn(9)
}

fn weather(battle: &Battle) -> &str {
    battle.weather().map_or("none", |state| &state.name)
}

#[test]
fn a_schedule_comes_again_and_is_known_in_advance() {
    let mut game = nights(0, &[".....#"], "infantry 0,0", "artillery 5,0").game();
    let foreseen: Vec<String> =
        (1..=9).map(|turn| game.battle.weather_of_turn(turn).unwrap().name.clone()).collect();
    for (turn, name) in (1..=9).zip(&foreseen) {
        assert_eq!((game.battle.turn(), weather(&game.battle)), (turn, name.as_str()));
        game.end_turn();
        assert_eq!(weather(&game.battle), name, "it changes when a turn begins, not a half");
        if turn < 9 {
            game.end_turn();
        }
    }
    assert_eq!(foreseen[..4], ["night", "day", "day", "night"]);
    let changes: Vec<_> = game
        .log
        .windows(2)
        .filter_map(|pair| match pair {
            [Event::HalfTurnBegan { turn, side: Side::Red }, Event::WeatherChanged { weather }] => {
                Some((*turn, *weather))
            }
            _ => None,
        })
        .collect();
    let (day, night) = (WeatherId(0), WeatherId(1));
    assert_eq!(changes, [(2, day), (4, night), (5, day), (7, night), (8, day)]);
}

/// By night grass costs 3 instead of 2: infantry with 8 points goes 2 hexes, not 4.
///
/// 1: two hexes or end (3). 2: from the first, with 5 points, back or on, or end (3); from the second, with
/// 2, end (1); ended, Blue's guns with 6 points go two hexes or end (3). The next turn is day.
#[test]
fn nights_cost_points() {
    let stage = nights(0, &["...........#"], "infantry 0,0", "artillery 11,0").with(|scenario| {
        scenario.rules.units.iter_mut().for_each(|unit| unit.attack_cost = MovementPoints(250));
    });
    check(&stage, &[(1, 3), (2, 7)]);
    let mut game = stage.game();
    game.end_turn();
    game.end_turn();
    let moves = |battle: &Battle| LegalOrders::new().orders_of_unit(battle, UnitId(0)).len();
    assert_eq!((weather(&game.battle), moves(&game.battle)), ("day", 4));
}

#[test]
fn fire_is_weaker_and_melee_is_not() {
    let mut game = nights(0, &[".....#"], "artillery 0,0", "infantry 3,0; infantry 1,0").game();
    let situation = |battle: &Battle, target| {
        let from = battle.unit(UnitId(0)).cell;
        battle.fighters_in_attack(UnitId(0), from, UnitId(target)).0.situation
    };
    let mean = |battle: &Battle| {
        let (attacker, target) = battle.fighters_in_attack(UnitId(0), battle.unit(UnitId(0)).cell, UnitId(1));
        battle.combat().losses_at_mean_rolls(Attack::Ranged, attacker, target)
    };
    assert_eq!((situation(&game.battle, 1), situation(&game.battle, 2)), (-500, 0));
    let by_night = mean(&game.battle);
    game.end_turn();
    game.end_turn();
    assert_eq!((situation(&game.battle, 1), situation(&game.battle, 2)), (0, 0));
    assert_eq!(by_night.0.0, mean(&game.battle).0.0 / 2);
}

#[test]
fn who_is_seen_by_day_vanishes_in_the_night() {
    // Cavalry sees 3 hexes far, by night 1.
    let mut game = nights(FOG_OF_WAR, &[".....#"], "cavalry 1,0", "artillery 4,0").game();
    let knows = |battle: &Battle| battle.known_to(Side::Red).unit(UnitId(1)).alive();
    assert!(!knows(&game.battle));
    let seen: Vec<bool> = (2..=4)
        .map(|_| {
            game.end_turn();
            game.end_turn();
            knows(&game.battle)
        })
        .collect();
    assert_eq!(seen, [true, true, false]);
}

/// Ground that works have made outlasts the weather.
#[test]
fn works_outlast_the_weather() {
    let mut game = nights(WORKS, &["..H..#"], "infantry 1,0", "artillery 5,0").game();
    game.act(work(0, 2, 0, 1));
    let cell = game.battle.grid().at((2, 0).into()).unwrap();
    for _ in 0..8 {
        game.end_turn();
        let (battle, water) = (&game.battle, game.battle.rules().terrain("water"));
        assert_eq!(Some(battle.map().terrain(cell)), water, "{}", weather(battle));
        assert!(battle.rules().unit_ids().all(|kind| battle.map().costs(kind)[cell.index()] == 0));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A seed has its weather, whatever is ordered and rolled: battles played otherwise have the same.
    #[test]
    fn orders_and_rolls_move_no_weather(seed: u64) {
        let stage = any_random_stage(seed, &classic_with(((seed % OPTION_SETS) | WEATHER) & !ZONES));
        let play = |way: u64| {
            let mut game = stage.game();
            game.dice = Dice::new(seed);
            let mut choice = Dice::for_other_purpose(seed, way);
            let mut seen = vec![weather(&game.battle).to_owned()];
            for _ in 0..80 {
                if play_at_random(&mut game, &mut choice, 1).is_empty() {
                    break;
                }
                if game.battle.turn() as usize > seen.len() {
                    seen.push(weather(&game.battle).to_owned());
                }
            }
            seen
        };
        let [one, other] = [play(1), play(2)];
        let both = one.len().min(other.len());
        prop_assert_eq!(&one[..both], &other[..both]);
    }

    /// The ground in each weather is that of a battle whose costs are so from the start, and a log tells it.
    #[test]
    fn costs_are_those_of_rules_with_such_costs(seed: u64) {
        let stage = any_random_stage(seed, &classic_with((seed % OPTION_SETS) | WEATHER));
        let mut game = stage.game();
        let (mut onlooker, mut told) = (Spectator::new(game.battle.clone()), 0);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..40 {
            play_at_random(&mut game, &mut choice, 1);
            game.log[told..].iter().for_each(|event| onlooker.watch_event(event));
            told = game.log.len();
            prop_assert_eq!(onlooker.battle(), &game.battle);
            let battle = &game.battle;
            let rules = battle.weather().unwrap().applied_to(battle.rules());
            for kind in rules.unit_ids() {
                let unit = &rules.units[kind];
                for cell in battle.grid().cells() {
                    let cost = rules.cost(&rules.terrains[battle.map().terrain(cell)], unit);
                    let cost = cost.filter(|&cost| cost <= unit.movement).map_or(0, |cost| cost.0);
                    prop_assert_eq!(u16::from(battle.map().costs(kind)[cell.index()]), cost);
                }
            }
            if let Some(before) = View::new(battle, Side::Red).before_last_half_turn() {
                prop_assert!(before.view().turn() <= battle.turn());
            }
        }
    }
}

#[test]
fn faults_of_weather_have_their_place() {
    let mut rules = classic_with(WEATHER);
    let rule = rules.options.weather.as_mut().unwrap();
    rule.schedule = vec!["dry".into(), "fog".into()];
    rule.states[1].name = "dry".into();
    rule.states[0].sight = Permille(1001);
    rule.states[0].fire = Permille(4001);
    rule.states[0].costs.insert("lava".into(), Permille(10_001));
    rule.states[0].next.insert("storm".into(), 1001);
    let faults = sentences(&rules.find_faults());
    let expected = [
        "options.weather.states[1].name: `dry`",
        "options.weather.states[0].sight: ",
        "options.weather.states[0].fire: ",
        "options.weather.states[0].costs: ",
        "options.weather.states[0].next: ",
        "options.weather.states[0].next: weather comes by the `schedule` or",
        "options.weather.schedule[1]: unknown weather `fog`; known: dry",
    ];
    for line in expected {
        assert!(faults.contains(line), "{line}\n{faults}");
    }
    assert!(["lava", "10001", "storm", "1001"].iter().all(|word| faults.contains(word)), "{faults}");
}

/// The end of a turn by night and its weather are one order.
#[test]
fn the_weather_comes_with_the_turn() {
    let mut game = nights(0, &[".....#"], "infantry 0,0", "artillery 5,0").game();
    game.end_turn();
    let events = game.act(Order::EndTurn);
    assert_eq!(events[1], Event::WeatherChanged { weather: WeatherId(0) });
}
