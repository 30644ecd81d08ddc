//! The format of replays: what needs the newer one, and numbers that no release may change.

use std::collections::BTreeSet;

use hotgates_engine::{
    ArrivalEntry, ContingentEntry, Dice, Direction, GoalEntry, MapFile, Objective, OptionalRules, Order,
    Permille, Scenario, ScriptedEventEntry, Side, UnitEntry, UnitId, Verdict, VictoryKind,
    VictoryPointValues,
};
use hotgates_record::{BEHAVIOUR, Concession, GameRecord, Replay, replay_behaviour_of_bytes};

use crate::stage::{FACING, Stage, WORKS, at, classic_with, face, go, goal, hit, stage, stage_by, work};

fn plain() -> Stage {
    stage(&["....#"], "infantry 0,0; infantry 1,0", "infantry 4,0")
}

/// Returns a game in which an order of every kind has been followed.
fn game_of_every_order() -> (Scenario, GameRecord) {
    let red = "infantry 1,0; cavalry 3,0; infantry 4,0; infantry 3,1";
    let Stage(scenario) =
        stage_by(classic_with(FACING | WORKS), &["......", "#....."], red, "infantry 2,0 x900 Major").with(
            |scenario| {
                scenario.rules.setup.distance = 0;
                scenario.map.seed = Some(5);
                scenario.map.goals =
                    vec![GoalEntry { exit: vec![at(4, 0)], count: Some(2), ..goal("away", Side::Red) }];
            },
        );
    let mut game = GameRecord::new(Stage(scenario.clone()).battle(), scenario.dice_source());
    let orders = [
        face(3, Direction::ALL[2]),
        Order::Exit { unit: UnitId(2) },
        go(3, 4, 1),
        hit(0, 4),
        work(1, 3, 0, 3),
        Order::EndTurn,
    ];
    for order in orders {
        game.act(order, &mut Vec::new()).unwrap_or_else(|illegal| panic!("{order}: {illegal}"));
    }
    (scenario, game)
}

/// A change of these numbers breaks the replays there are.
#[test]
fn hashes_of_orders_and_of_ends_never_change() {
    let (scenario, game) = game_of_every_order();
    let [mut given_up, mut agreed] = [game.clone(), game.clone()];
    given_up.concede(Side::Blue, VictoryKind::Timeout, &mut Vec::new());
    agreed.agree_draw(&mut Vec::new());
    let hashes = game.orders().iter().map(|&(_, hash)| hash).chain([given_up.hash(), agreed.hash()]);
    let hashes: Vec<String> = hashes.map(|hash| format!("{hash:016x}")).collect();
    assert_eq!(
        hashes,
        [
            "f6d0ec2e4fe146a8",
            "7b57bcc1773a5e52",
            "e2065aae09cf9cd2",
            "1ce83688311ce609",
            "fcdbc3548cca2f46",
            "636ce01d766e9ef5",
            "07984b0908d15f80",
            "da3d3e74917c217d"
        ]
    );
    for game in [given_up, agreed] {
        let again = Replay::verify_bytes(&game.replay(&scenario).encode()).expect("a true replay").1;
        assert_eq!(again.hash(), game.hash());
    }
}

/// Orders to every hex, and of every unit, have numbers of their own in the hash.
#[test]
fn orders_that_differ_make_hashes_that_differ() {
    let rows = [".".repeat(40), ".".repeat(40), format!("{}#", ".".repeat(39))];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let battle = stage(&rows, "cavalry 18,0; cavalry 19,1; cavalry 20,1", "infantry 39,2").battle();
    let mut seen = BTreeSet::new();
    for order in crate::stage::orders(&battle) {
        let mut game = GameRecord::new(battle.clone(), 5_u64);
        game.act(order, &mut Vec::new()).unwrap();
        assert!(seen.insert(game.hash()), "{order}");
    }
    assert!(seen.len() > 50, "{}", seen.len());
}

#[test]
fn a_draw_that_both_agreed_to_is_recorded_after_the_last_order() {
    let Stage(scenario) = plain();
    let mut game = GameRecord::new(plain().battle(), scenario.dice_source());
    game.act(Order::EndTurn, &mut Vec::new()).unwrap();
    game.agree_draw(&mut Vec::new());
    let verdict = Verdict { winner: None, how: VictoryKind::DrawAgreed };
    let (replay, again) = Replay::verify_bytes(&game.replay(&scenario).encode()).unwrap();
    assert_eq!((again.battle().verdict(), again.hash()), (Some(verdict), game.hash()));
    assert_eq!(replay.concession(), Some(Concession { loser: None, how: VictoryKind::DrawAgreed }));
}

/// Each thing that programs of the first format do not know makes a replay of a newer one.
#[test]
fn whatever_older_programs_do_not_know_needs_a_newer_format() {
    type MapChange = fn(&mut MapFile);
    fn last_of_blue(map: &mut MapFile) -> &mut UnitEntry {
        map.blue.as_mut().unwrap().units.last_mut().unwrap()
    }
    let game = GameRecord::new(plain().battle(), 0_u64);
    let starts = |scenario: &Scenario| game.replay(scenario).start;
    let old: [MapChange; 5] = [
        |_| {},
        |map| map.objective = Some(Objective::Meeting),
        |map| map.first = Some(Side::Blue),
        |map| last_of_blue(map).name = Some("Leon".into()),
        |map| last_of_blue(map).rank = Some("Major".into()),
    ];
    for (place, change) in old.into_iter().enumerate() {
        assert_eq!(starts(&plain().with(|scenario| change(&mut scenario.map)).0), None, "{place}");
    }
    let new: [MapChange; 17] = [
        |map| map.goals.push(goal("a", Side::Red)),
        |map| map.wins.red.push(vec!["a".into()]),
        |map| map.wins.blue.push(vec!["a".into()]),
        |map| map.events.push(ScriptedEventEntry::default()),
        |map| map.red_holds.push(at(0, 0)),
        |map| map.victory_points = Some(VictoryPointValues::default()),
        |map| map.objective = Some(Objective::Goals),
        |map| {
            let arrives = ArrivalEntry { turn: Some(2), hexes: Vec::new(), from: Some(Direction::ALL[0]) };
            last_of_blue(map).arrives = Some(arrives);
        },
        |map| last_of_blue(map).withdraws = Some(3),
        |map| last_of_blue(map).experience = Some(20),
        |map| last_of_blue(map).facing = Some(Direction::ALL[1]),
        |map| last_of_blue(map).called = Some("The Guard".into()),
        |map| last_of_blue(map).contingent = Some("The Guard".into()),
        |map| map.home.blue.push(at(0, 0)),
        |map| map.types.blue.push("infantry".into()),
        |map| map.factor.red = Permille(1100),
        |map| {
            let guard =
                ContingentEntry { name: "The Guard".into(), side: Side::Blue, colour: None, commander: None };
            map.contingents.push(guard);
        },
    ];
    for (place, change) in new.into_iter().enumerate() {
        let start = starts(&plain().with(|scenario| change(&mut scenario.map)).0);
        assert_eq!(start, Some(game.hash()), "{place}");
    }
    let foggy = OptionalRules { fog_of_war: true, ..OptionalRules::default() };
    assert!(starts(&plain().with(|scenario| scenario.rules.options = foggy).0).is_some());
}

#[test]
fn the_first_bytes_say_the_behaviour_from_the_second_format_on() {
    let Stage(scenario) = plain();
    let old = GameRecord::new(plain().battle(), 0_u64).replay(&scenario).encode();
    assert_eq!(replay_behaviour_of_bytes(&old), None);
    let mut new = game_of_every_order().1.replay(&game_of_every_order().0).encode();
    assert_eq!(replay_behaviour_of_bytes(&new), Some(BEHAVIOUR));
    new[10] = 9;
    assert_eq!(replay_behaviour_of_bytes(&new), Some(9), "of another build, too");
    assert_eq!(replay_behaviour_of_bytes(&new[..13]), None, "cut short");
    assert_eq!(replay_behaviour_of_bytes(b"Map(name: \"x\")"), None);
}

/// The record of a plan that is tried: whatever the seed, its attacks do what the mean roll does.
#[test]
fn attacks_of_mean_dice_do_what_the_mean_roll_does() {
    let stage = stage(&["...", "..#"], "infantry 0,0", "infantry 1,0 x900");
    let mut mean = stage.game();
    mean.dice = Dice::showing_sums([7, 7]);
    mean.hit(0, 1);
    for seed in 0..20_u64 {
        let mut game = GameRecord::new(stage.battle(), seed);
        game.use_mean_dice();
        game.act(hit(0, 1), &mut Vec::new()).unwrap();
        assert_eq!(game.battle().hash(), mean.battle.hash(), "{seed}");
    }
}

/// Where each part of the game of every order lies, from the end of its bytes.
const FIRST_ORDER: usize = 90;
const VERDICT: usize = 6;
const CHECKSUM: usize = 4;

#[test]
fn what_is_malformed_is_told_with_its_byte() {
    let (scenario, game) = game_of_every_order();
    let bytes = game.replay(&scenario).encode();
    let check = |back: usize, byte: u8, place: usize, said: &str| {
        let mut forged = bytes.clone();
        let at = bytes.len() - back;
        forged[at] = byte;
        let told = Replay::decode(&forged).unwrap_err().to_string();
        assert_eq!(told, said.replace("BYTE", &(at + place).to_string()));
    };
    check(FIRST_ORDER, 6, 0, "order 1 of 6, at byte BYTE: 6 is not the length of the order that follows");
    check(FIRST_ORDER - 1, 9, 0, "order 1 of 6, at byte BYTE: 9 is no kind of order");
    // A direction is two bytes, and known to be none with the second.
    check(FIRST_ORDER - 4, 7, 1, "order 1 of 6, at byte BYTE: 7 is no direction");
    check(VERDICT, 4, 0, "the verdict, at byte BYTE: 4 is no winner");
    check(VERDICT - 1, 3, 0, "the verdict, at byte BYTE: 3 is no way to win a battle that is not over");
    let cut = |length: usize| Replay::decode(&bytes[..length]).unwrap_err().to_string();
    for (back, part) in [
        (FIRST_ORDER + 1, "the number of orders"),
        (FIRST_ORDER, "order 1 of 6"),
        (FIRST_ORDER - 15, "order 2 of 6"),
        (VERDICT, "the verdict"),
        (CHECKSUM, "the checksum"),
        (1, "the checksum"),
    ] {
        let length = bytes.len() - back;
        assert_eq!(cut(length), format!("the replay ends in the middle of {part}, at byte {length}"));
    }
}

#[test]
fn an_end_that_is_not_played_is_told_with_both() {
    let (scenario, game) = game_of_every_order();
    let verdict = Verdict { winner: Some(Side::Red), how: VictoryKind::Castle };
    let forged = Replay { verdict: Some(verdict), ..game.replay(&scenario) };
    let told = forged.play_again().map(|_| ()).unwrap_err().to_string();
    assert_eq!(told, format!("broken at the end: the replay says {verdict}, playing it says it is not over"));
}
