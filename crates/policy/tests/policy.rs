//! Files of policies: the one of the learning examples plays, spoilt ones are refused.
#![cfg(feature = "onnx")]
#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::path::Path;
use std::sync::Arc;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, MapFile, Ruleset, Scenario, Side};
use hotgates_play::{Cancel, Seat, SeatError, Seats, Series};
use hotgates_policy::OnnxPolicy;

fn example(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/examples").join(name)).unwrap()
}

fn skirmish() -> Scenario {
    Scenario::classic(MapFile::from_ron(&String::from_utf8(example("skirmish.ron")).unwrap()).unwrap())
}

fn seat_of_policy() -> Seat {
    let policy = OnnxPolicy::from_bytes("policy:skirmish.onnx", &example("skirmish.onnx")).unwrap();
    Seat::from_name("policy:skirmish.onnx").with_policy(Arc::new(policy))
}

#[test]
fn a_policy_beats_random_play_and_plays_the_same_again() {
    let seats = Seats::new(|_| seat_of_policy());
    let mut against_random = seats.clone();
    against_random[Side::Blue] = Seat::from_name("random");
    let hashes = |seats: &Seats| {
        let series = Series::from_scenario(&skirmish(), seats.clone()).unwrap();
        let play = |number| series.play_game(number, &Cancel::default()).unwrap();
        [0, 1, 2].map(|number| play(number).record.hash())
    };
    assert_eq!(hashes(&seats), hashes(&seats));
    let series = Series::from_scenario(&skirmish(), against_random).unwrap();
    let won = (0..6).filter(|&number| {
        let played = series.play_game(number, &Cancel::default()).unwrap();
        played.record.battle().verdict().unwrap().winner == Some(Side::Red)
    });
    assert!(won.count() >= 5);
}

#[test]
fn a_battle_that_a_policy_was_not_trained_for_is_refused() {
    let mut scenario = skirmish();
    scenario.map.rows.push("..........".to_owned());
    let battle = Battle::from_scenario(&scenario).unwrap();
    let Err(SeatError::Program { why, .. }) = seat_of_policy().make_player(&battle, 0) else {
        panic!("refused")
    };
    assert_eq!(why, "it was trained on a map of 10 × 5 hexes, and this one has 10 × 6");
    let cannons = |text: &str| text.replace("\"artillery\"", "\"cannon\"");
    let map = cannons(&String::from_utf8(example("skirmish.ron")).unwrap());
    let rules = Ruleset::from_ron(&cannons(Ruleset::CLASSIC)).unwrap();
    let battle = Battle::from_scenario(&Scenario::new(MapFile::from_ron(&map).unwrap(), rules)).unwrap();
    let Err(SeatError::Program { why, .. }) = seat_of_policy().make_player(&battle, 0) else {
        panic!("refused")
    };
    assert_eq!(
        why,
        "it was trained by another ruleset: its plane \"own type: artillery\" is \"own type: cannon\" here"
    );
}

/// Returns the message that refuses the example with some bytes in place of others, at their last place.
fn refused_with(bytes: &str, instead: &str) -> String {
    assert_eq!(bytes.len(), instead.len());
    let mut file = example("skirmish.onnx");
    let at = file.windows(bytes.len()).rposition(|part| part == bytes.as_bytes()).unwrap();
    file[at..][..instead.len()].copy_from_slice(instead.as_bytes());
    OnnxPolicy::from_bytes("policy:spoilt", &file).err().expect("refused").to_string()
}

#[test]
fn what_is_no_policy_is_refused_with_its_reason() {
    let refused = |bytes: &[u8]| OnnxPolicy::from_bytes("policy:spoilt", bytes).err().unwrap().to_string();
    assert_eq!(refused(b""), "it is no ONNX model: it has no graph");
    assert!(refused(b"Map(name: \"no model\")").starts_with("it is no ONNX model: "));
    let large = vec![0; OnnxPolicy::MOST_BYTES + 1];
    assert_eq!(refused(&large), "it has 33554433 bytes, and a policy has 33554432 at most");
    assert_eq!(
        refused_with("ReduceMin", "ReduceMix"),
        "its operator \"ReduceMix\" is none that policies may use"
    );
    assert_eq!(refused_with("hotgates.form", "hotgates.norm"), "its metadata `hotgates.form` is missing");
    assert_eq!(
        refused_with("\u{4}pick", "\u{4}flat"),
        "its metadata `hotgates.form` is \"flat\", and policies command by \"pick\" only"
    );
    let fewer = refused_with("\"half-turns left\", ", "                   ");
    assert!(fewer.starts_with("it is no ONNX model: "), "{fewer}");
}

/// Whatever is done to the bytes of a policy, it is refused or plays; nothing panics.
#[test]
fn spoilt_files_do_no_harm() {
    let whole = example("skirmish.onnx");
    let mut lot = 1;
    let mut draw = |below: usize| {
        lot = split_mix(lot);
        usize::try_from((lot >> 16) % below as u64).unwrap()
    };
    // The graph's nodes stand before its tensors, and the metadata at the end.
    let ends = [0..6000, whole.len() - 3000..whole.len()];
    let mut refused = 0;
    for number in 0..150 {
        let mut bytes = whole.clone();
        if number % 6 == 0 {
            bytes.truncate(draw(whole.len()));
        } else {
            let part = &ends[draw(2)];
            for _ in 0..=draw(3) {
                bytes[part.start + draw(part.len())] = u8::try_from(draw(256)).unwrap();
            }
        }
        match OnnxPolicy::from_bytes("policy:spoilt", &bytes) {
            Ok(_) => {}
            Err(why) => {
                refused += 1;
                assert_eq!(why.to_string().lines().count(), 1);
            }
        }
    }
    assert!(refused > 50, "{refused} refused");
}
