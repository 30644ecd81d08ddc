//! Replays: written and read again, every bit of them guarded.

use std::collections::BTreeSet;

use hotgates_engine::{
    ArrivalEntry, Battle, BattleFile, Dice, DiceKey, DiceSource, Illegal, MapFile, Order, Ruleset, Scenario,
    Side, UnitEntry, Verdict, VictoryKind,
};
use hotgates_record::{Concession, GameRecord, Replay, ReplayBreak, ReplayError, ReplayPart};
use proptest::prelude::*;

use crate::stage::{
    FOG_OF_WAR, OPTION_SETS, Stage, any_random_stage, at, classic_with, orders, pick, random_stage,
    random_stage_with_events, random_stage_with_goals, stage,
};

/// A ruleset as short as one can be, so that a whole replay is a few hundred bytes.
const RULES: &str = r#"(name: "r", terrains: [(name: "g", glyph: '.', cost: 1), (name: "c", glyph: '#', cost: 1, castle: true)],
units: [(name: "u", letter: 'u', arm: infantry, movement: 4, strength: 9, melee: 500, attack_cost: 2)],
ranks: [(name: "k", dealt: 1000, taken: 1000)], combat: (roll_base: 300, roll_step: 100, strike_back: 700),
setup: (distance: 0, turns: 9, turns_per_march: 1, min_turns: 1), standard: (red: [("u", 1)], blue: [("u", 1)]))"#;

const MAP: &str = r##"(name: "m", rows: ["....", "#..."], turns: 3, seed: 5,
red: (units: [(type: "u", at: (3, 0)), (type: "u", at: (3, 1))]), blue: (units: [(type: "u", at: (1, 0))]))"##;

fn scenario() -> Scenario {
    Scenario::new(MapFile::from_ron(MAP).unwrap(), Ruleset::from_ron(RULES).unwrap())
}

/// Plays at random until the end, or for `count` orders.
fn play(record: &mut GameRecord, choice: &mut Dice, count: usize) {
    for _ in 0..count {
        let legal = orders(record.battle());
        if legal.is_empty() {
            return;
        }
        record.act(pick(choice, &legal), &mut Vec::new()).unwrap();
    }
}

fn record(scenario: &Scenario, choice: u64, count: usize) -> GameRecord {
    let mut record = GameRecord::new(Battle::from_scenario(scenario).unwrap(), scenario.dice_source());
    play(&mut record, &mut Dice::new(choice), count);
    record
}

/// Returns a short battle with moves, attacks and turns that comes to an end.
fn short() -> Replay {
    let scenario = scenario();
    let fits = |replay: &Replay| {
        let attacks = replay.orders.iter().filter(|(order, _)| matches!(order, Order::Attack { .. })).count();
        replay.verdict.is_some() && attacks > 1 && (8..14).contains(&replay.orders.len())
    };
    (0..1000)
        .map(|choice| record(&scenario, choice, 100).replay(&scenario))
        .find(fits)
        .expect("one of a thousand")
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Offsets of the parts of a replay in its bytes: the count of orders, each order, and the verdict.
struct Parts {
    count: usize,
    orders: Vec<std::ops::Range<usize>>,
    verdict: usize,
}

impl Parts {
    fn of(bytes: &[u8], replay: &Replay) -> Self {
        let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let rules = 14 + length(10);
        let count = rules + 4 + length(rules);
        assert_eq!(length(count), replay.orders.len());
        let mut at = count + 4;
        let orders = replay
            .orders
            .iter()
            .map(|(order, _)| {
                let start = at;
                at += match order {
                    Order::EndTurn => 9,
                    Order::Exit { .. } => 11,
                    Order::Attack { .. } | Order::Face { .. } => 13,
                    Order::Move { .. } => 15,
                    Order::Work { .. } => 17,
                };
                start..at
            })
            .collect();
        assert_eq!(at + 6, bytes.len());
        Self { count, orders, verdict: at }
    }
}

/// Returns the number of the order at which a replay broke.
fn order_of(broken: &ReplayBreak) -> Option<usize> {
    match broken {
        ReplayBreak::Illegal { number, .. }
        | ReplayBreak::Hash { number, .. }
        | ReplayBreak::Unreadable(
            ReplayError::Malformed { part: ReplayPart::Order { number, .. }, .. }
            | ReplayError::Truncated { part: ReplayPart::Order { number, .. }, .. },
        ) => Some(*number),
        _ => None,
    }
}

#[test]
fn a_replay_is_read_as_it_was_written() {
    let replay = short();
    let bytes = replay.encode();
    assert_eq!(Replay::decode(&bytes), Ok(replay.clone()));
    let (read, record) = Replay::verify_bytes(&bytes).unwrap();
    assert_eq!((&read, record.battle().verdict()), (&replay, replay.verdict));
    assert_eq!(record.hash(), replay.orders.last().unwrap().1);
    assert_eq!(read.encode(), bytes, "one way to write it");
}

#[test]
fn every_flipped_bit_is_found() {
    let replay = short();
    let bytes = replay.encode();
    let parts = Parts::of(&bytes, &replay);
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let broken = Replay::verify_bytes(&damaged).map(|_| ()).expect_err("a flipped bit");
        assert!(Replay::decode(&damaged).is_err());
        if let Some(index) = parts.orders.iter().position(|order| order.contains(&(bit / 8))) {
            assert_eq!(order_of(&broken), Some(index + 1), "bit {bit}: {broken}");
        }
    }
}

/// A forged replay can have a right checksum, but not right hashes.
#[test]
fn every_bit_forged_after_the_scenario_is_found() {
    let replay = short();
    let bytes = replay.encode();
    let parts = Parts::of(&bytes, &replay);
    for bit in 8 * parts.count..8 * (bytes.len() - 4) {
        let mut forged = bytes.clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        let broken = Replay::verify_bytes(&with_checksum(forged)).map(|_| ()).expect_err("a forged bit");
        match parts.orders.iter().position(|order| order.contains(&(bit / 8))) {
            Some(index) => assert_eq!(order_of(&broken), Some(index + 1), "bit {bit}: {broken}"),
            None if bit / 8 >= parts.verdict => {
                let said = broken.to_string();
                assert!(said.contains("at the end") || said.contains("the verdict"), "{said}");
            }
            None => {}
        }
    }
}

#[test]
fn a_battle_that_is_not_over_has_no_way_to_be_won() {
    let scenario = scenario();
    let bytes = record(&scenario, 1, 2).replay(&scenario).encode();
    Replay::verify_bytes(&bytes).unwrap();
    for how in 1..=255 {
        let mut forged = bytes.clone();
        let place = forged.len() - 5;
        forged[place] = how;
        assert!(Replay::verify_bytes(&with_checksum(forged)).is_err(), "how {how}");
    }
}

/// A forged scenario plays otherwise under the same orders.
#[test]
fn a_forged_scenario_is_found() {
    let replay = short();
    let forge = |change: &dyn Fn(&mut Scenario)| {
        let mut forged = replay.clone();
        change(&mut forged.scenario);
        Replay::verify_bytes(&forged.encode()).map(|_| ())
    };
    assert!(forge(&|scenario| scenario.map.name = "another name".into()).is_ok(), "a name changes nothing");
    let changes: [&dyn Fn(&mut Scenario); 7] = [
        &|scenario| scenario.map.seed = Some(6),
        &|scenario| scenario.map.turns = Some(4),
        &|scenario| scenario.map.rows[0].push('.'),
        &|scenario| scenario.map.rows.push("....".into()),
        &|scenario| scenario.map.rows[1] = "#.#.".into(),
        &|scenario| scenario.map.blue.as_mut().unwrap().units[0].strength = Some(8),
        &|scenario| scenario.map.red.as_mut().unwrap().units[0].rank = Some("k".into()),
    ];
    for (index, change) in changes.iter().enumerate() {
        // Forgery 2 is no rectangle, so that no order of it is played.
        let broken = forge(*change).expect_err("a forged scenario");
        assert!(order_of(&broken) == Some(1) || index == 2, "{index}: {broken}");
    }
}

#[test]
fn a_replay_cut_short_is_refused_however_it_is_checked() {
    let replay = short();
    let bytes = replay.encode();
    for length in 0..bytes.len() {
        let broken = Replay::verify_bytes(&bytes[..length]).map(|_| ()).expect_err("cut short");
        assert!(matches!(broken, ReplayBreak::Unreadable(_)), "{length}: {broken}");
        if length >= 4 {
            let forged = with_checksum(bytes[..length].to_vec());
            assert!(Replay::verify_bytes(&forged).is_err(), "{length} bytes with a checksum");
        }
    }
    // The last orders are cut off, and the count of orders says so.
    for kept in 0..replay.orders.len() {
        let shorter = Replay { orders: replay.orders[..kept].to_vec(), ..replay.clone() };
        let broken = Replay::verify_bytes(&shorter.encode()).map(|_| ()).expect_err("orders are missing");
        assert!(matches!(broken, ReplayBreak::Verdict { played: None, .. }), "{broken}");
    }
}

#[test]
fn bytes_after_the_end_are_refused() {
    let mut bytes = short().encode();
    bytes.push(0);
    assert_eq!(Replay::decode(&bytes), Err(ReplayError::TooLong { extra: 1 }));
    let forged = with_checksum(bytes);
    assert!(Replay::verify_bytes(&forged).is_err());
}

/// Damage that changes no position is told by the checksum alone: the one in the file, and the one that its bytes have.
#[test]
fn damage_to_a_text_of_the_scenario_is_told_by_the_checksum() {
    let mut bytes = short().encode();
    let name = bytes.windows(3).position(|three| three == b"\"m\"").expect("the map's name");
    bytes[name + 1] = b'n';
    let end = bytes.len() - 4;
    let found = u32::from_le_bytes(bytes[end..].try_into().unwrap());
    let made = crc32fast::hash(&bytes[..end]);
    assert_eq!(Replay::decode(&bytes), Err(ReplayError::Checksum { found, made }));
    let broken = Replay::verify_bytes(&bytes).map(|_| ()).expect_err("another name");
    assert_eq!(broken, ReplayBreak::Checksum(ReplayError::Checksum { found, made }));
    assert!(broken.to_string().starts_with("every order plays as recorded, but the checksum does not fit"));
}

#[test]
fn orders_after_the_end_are_refused() {
    let mut replay = short();
    replay.orders.push((Order::EndTurn, 0));
    assert!(matches!(replay.play_again(), Err(ReplayBreak::Illegal { .. })));
}

#[test]
fn other_files_are_told_what_they_are_not() {
    let text = |bytes: &[u8]| Replay::decode(bytes).unwrap_err().to_string();
    assert_eq!(text(b""), "this is not a Hotgates replay: it does not start with `HOTGATES`");
    assert_eq!(text(b"Map(name: \"x\")"), text(b""));
    assert_eq!(text(b"HOTGATES\x04\x00"), "replay format 4 is not known; this build reads formats up to 3");
    assert_eq!(text(b"HOTGATES\x01"), "the replay ends in the middle of the header, at byte 9");
    assert_eq!(
        text(b"HOTGATES\x01\x00\xff\xff\xff\xff"),
        "the replay ends in the middle of the map, at byte 14"
    );
    assert_eq!(text(b"HOTGATES\x01\x00\x02\x00\x00\x00a\xff\0\0\0\0"), "the map, at byte 15: not UTF-8 text");
    assert!(
        text(b"HOTGATES\x01\x00\x01\x00\x00\x00(\0\0\0\0").starts_with("the scenario in it: scenario:1:")
    );
    // A count of orders that no memory could hold.
    let mut bytes = short().encode();
    let count = Parts::of(&bytes, &short()).count;
    bytes[count..count + 4].fill(0xFF);
    assert!(Replay::decode(&bytes).is_err());
}

/// Returns a seed or, for every other number, a key.
fn any_source(number: u64) -> DiceSource {
    if number.is_multiple_of(2) { number.into() } else { key_of_byte(number.to_le_bytes()[1]).into() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Saved half-way, written, read and resumed, a battle ends as it would have without a break.
    #[test]
    fn a_resumed_battle_ends_as_an_unbroken_one(seed: u64, options in 0..OPTION_SETS, first in 0_usize..40) {
        let stage = any_random_stage(seed, &classic_with(options));
        let scenario = stage.with(|scenario| {
            scenario.set_dice_source(any_source(seed));
            scenario.map.variation = Some(100);
        }).0;
        let whole = record(&scenario, seed, 100);
        let half = record(&scenario, seed, first);
        let save = half.replay(&scenario).encode();
        let (_, mut resumed) = Replay::verify_bytes(&save).unwrap();
        prop_assert_eq!(resumed.hash(), half.hash());
        for &(order, hash) in &whole.orders()[resumed.orders().len()..] {
            resumed.act(order, &mut Vec::new()).unwrap();
            prop_assert_eq!(resumed.hash(), hash);
        }
        prop_assert_eq!(resumed.battle().hash(), whole.battle().hash());
        prop_assert_eq!(resumed.replay(&scenario).encode(), whole.replay(&scenario).encode());
    }

    /// Goals, arrivals, events and fog of war are recorded as all else, and so are battles by other rules.
    #[test]
    fn battles_of_every_kind_are_recorded(seed: u64) {
        let winter = Ruleset::from_ron(include_str!("../../../engine/tests/data/winter.ron")).unwrap();
        let stages = [
            random_stage_with_goals(seed, &classic_with(0)),
            random_stage_with_events(seed, &classic_with(0)),
            random_stage_with_events(seed, &classic_with(FOG_OF_WAR)),
            random_stage(seed, &winter),
        ];
        for mut stage in stages {
            stage.0.set_dice_source(any_source(seed));
            let record = record(&stage.0, seed, 60);
            let bytes = record.replay(&stage.0).encode();
            let (replay, played) = Replay::verify_bytes(&bytes).expect("a true replay");
            prop_assert_eq!(played.hash(), record.hash());
            prop_assert_eq!(replay.encode(), bytes);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(mut bytes: Vec<u8>, head in 0_usize..5) {
        let start = [
            &b""[..], b"HOTGATES", b"HOTGATES\x01\x00", b"HOTGATES\x01\x00\x02\x00\x00\x00()",
            b"HOTGATES\x03\x00\x01\x00\x00\x00",
        ][head];
        bytes.splice(0..0, start.iter().copied());
        prop_assert!(Replay::verify_bytes(&bytes).is_err());
    }
}

/// A record of a battle with arrivals or fog of war has format 2, which says by which behaviour and from
/// which start it was played; one without has format 1 as ever.
#[test]
fn records_say_their_format_behaviour_and_start() {
    let plain = stage(&["....#"], "infantry 0,0", "infantry 4,0");
    let arriving = plain.clone().with(|scenario| {
        let arrives = ArrivalEntry { turn: Some(2), hexes: vec![at(0, 0)], from: None };
        let reserve = UnitEntry { arrives: Some(arrives), ..UnitEntry::new("cavalry") };
        scenario.map.red.as_mut().unwrap().units.push(reserve);
    });
    let bytes_of = |stage: &Stage| GameRecord::new(stage.battle(), 0_u64).replay(&stage.0).encode();
    let foggy = plain.clone().with(|scenario| scenario.rules.options.fog_of_war = true);
    assert_eq!([&plain, &foggy].map(|stage| bytes_of(stage)[8]), [1, 2]);
    let bytes = bytes_of(&arriving);
    assert_eq!(bytes[8..10], [2, 0]);
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        Replay::verify_bytes(&bytes).expect_err("changed")
    };
    assert_eq!(
        with(10, 9).to_string(),
        "the replay was played by behaviour 9 of the rules; this build plays behaviour 1"
    );
    assert!(matches!(with(14, bytes[14] ^ 1), ReplayBreak::Start { .. }));
    assert_eq!(
        with(8, 4),
        ReplayBreak::Unreadable(ReplayError::Version { found: 4, known: 3 }),
        "a format to come"
    );
}

fn key_of_byte(byte: u8) -> DiceKey {
    DiceKey::from_bytes([byte; DiceKey::BYTES])
}

fn keyed_scenario(byte: u8) -> Scenario {
    let mut scenario = scenario();
    scenario.map.variation = Some(500);
    scenario.set_dice_source(DiceSource::Key(key_of_byte(byte)));
    scenario
}

/// The place of the key in a record's bytes.
const KEY_IN_BYTES: std::ops::Range<usize> = 22..54;

/// The record of a battle by a key says the key and verifies; any other key is found out, with a right
/// checksum, too.
#[test]
fn a_record_holds_its_key_and_no_other() {
    let scenario = keyed_scenario(7);
    let record = record(&scenario, 3, 100);
    let bytes = record.replay(&scenario).encode();
    assert_eq!((bytes[8], &bytes[KEY_IN_BYTES]), (3, &[7; DiceKey::BYTES][..]));
    let (replay, again) = Replay::verify_bytes(&bytes).expect("a true replay");
    assert_eq!((replay.scenario.clone(), again.dice_source()), (scenario, key_of_byte(7).into()));
    assert_eq!((again.hash(), replay.encode()), (record.hash(), bytes.clone()));
    for bit in 0..8 * DiceKey::BYTES {
        let mut flipped = bytes[..bytes.len() - 4].to_vec();
        flipped[KEY_IN_BYTES.start + bit / 8] ^= 1 << (bit % 8);
        let broken = Replay::verify_bytes(&with_checksum(flipped)).expect_err("another key");
        assert!(matches!(broken, ReplayBreak::Start { .. }), "{bit}: {broken}");
    }
}

/// Two keys make two battles: other strengths, other dice, other hashes; one key makes one.
#[test]
fn a_key_makes_one_battle() {
    let played = |byte: u8| {
        let scenario = keyed_scenario(byte);
        let record = record(&scenario, 3, 100);
        (Battle::from_scenario(&scenario).unwrap().hash(), record.hash(), record.replay(&scenario).encode())
    };
    assert_eq!(played(1), played(1));
    let all: Vec<_> = (0..20).map(played).collect();
    for part in [|all: &(u64, u64, Vec<u8>)| all.0, |all: &(u64, u64, Vec<u8>)| all.1] {
        let different: BTreeSet<u64> = all.iter().map(part).collect();
        assert!(different.len() > 15, "{}", different.len());
    }
}

#[test]
fn each_course_has_a_hash_of_its_own() {
    let scenario = scenario();
    let mut hashes = BTreeSet::new();
    let mut records = BTreeSet::new();
    for choice in 0..300 {
        let record = record(&scenario, choice, 6);
        hashes.insert(record.hash());
        records.insert(record.orders().iter().map(|(order, _)| order.to_string()).collect::<Vec<_>>());
    }
    assert_eq!(hashes.len(), records.len());
    assert!(hashes.len() > 200);
}

/// The numbers of one battle, recorded: a change of them breaks every replay there is.
#[test]
fn a_recorded_battle_never_changes() {
    let replay = short();
    let verdict = Verdict { winner: Some(Side::Red), how: VictoryKind::Castle };
    assert_eq!((replay.orders.len(), replay.verdict), (9, Some(verdict)));
    assert_eq!(format!("{:016x}", replay.orders.last().unwrap().1), "bab04cd119dc0897");
}

/// A battle that a side gave up or lost by its program is a replay like others: the loss is its last hash,
/// comes after the last order, and only a battle that is on can be lost so.
#[test]
fn concessions_are_recorded_after_the_last_order() {
    let kinds = [
        VictoryKind::Resigned,
        VictoryKind::Crashed,
        VictoryKind::Timeout,
        VictoryKind::Unparsable,
        VictoryKind::Illegal,
    ];
    let (scenario, mut hashes) = (scenario(), BTreeSet::new());
    for (loser, how) in Side::BOTH.into_iter().flat_map(|loser| kinds.map(|how| (loser, how))) {
        let mut game = record(&scenario, 1, 3);
        let (orders, hash) = (game.orders().len(), game.hash());
        game.concede(loser, how, &mut Vec::new());
        assert!(game.hash() != hash && hashes.insert(game.hash()), "{loser} {how:?}");
        assert_eq!(game.act(Order::EndTurn, &mut Vec::new()), Err(Illegal::Over));
        let (replay, again) = Replay::verify_bytes(&game.replay(&scenario).encode()).unwrap();
        assert_eq!((again.hash(), again.orders().len()), (game.hash(), orders));
        assert_eq!(again.battle().verdict(), Some(Verdict { winner: Some(loser.other()), how }));
        assert_eq!(replay.concession(), Some(Concession { loser: Some(loser), how }));
        // What the rules have ended is not lost in another way too.
        let forged = Replay { verdict: replay.verdict, ..short() };
        assert!(matches!(forged.play_again(), Err(ReplayBreak::Verdict { .. })));
    }
}

/// A map or a ruleset is read as it was written: texts with quotes, escapes, other letters and all
/// fields.
#[test]
fn maps_and_rules_are_read_as_they_are_written() {
    let map = MapFile::from_ron(
        r#"Map(
            name: "a \"quoted\" name,\nand a new line \u{e9}", author: "Æ", notes: "\\ // (", rules: "winter",
            glyphs: {'"': "grass", '\'': "road", '\\': "forest", 'é': "water"},
            rows: ["\"'\\é", "..#."], from: ne, entry: [(0, 0), (1, 1)], turns: 7, seed: 18446744073709551615,
            variation: 100, objective: meeting,
            red: (commander: "hunter", units: [(type: "infantry", strength: 9, rank: "Major", name: "O'Neil", tag: "\t#1"), (type: "cavalry")]),
            blue: (units: [(type: "artillery", at: (-1, 99))]),
        )"#,
    )
    .unwrap();
    let text = map.to_ron();
    assert_eq!(MapFile::from_ron(&text), Ok(map.clone()));
    assert_eq!(BattleFile::from_ron(&text), Ok(BattleFile::Map(map)));
    for row in [r#"        "..#.","#, r#"            (type: "cavalry"),"#] {
        assert!(text.lines().any(|line| line == row), "`{row}` on a line of its own:\n{text}");
    }
    let replay = Replay {
        scenario: Scenario::classic(MapFile::from_ron(&text).unwrap()),
        start: None,
        orders: vec![],
        verdict: None,
    };
    assert_eq!(Replay::decode(&replay.encode()), Ok(replay));
}
