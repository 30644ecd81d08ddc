//! Every rival plays legally to the end, keeps to its steps, and gives the same orders again.

use hotgates_engine::{Battle, BySide, MapFile, Scenario};
use hotgates_play::{Match, Player, Seat};
use hotgates_record::GameRecord;
use hotgates_rivals::{RIVAL_NAMES, rival_by_name};

const MAP: &str = r#"Map(name: "a field", turns: 8,
    rows: ["..............", ".....f........", "..............", "...f.....f....", "..............",
           "..............", "......f.......", "..............", ".......#......", ".............."],
    red: (units: [(type: "infantry", at: (4, 0)), (type: "infantry", at: (6, 0)), (type: "cavalry", at: (8, 0))]),
    blue: (units: [(type: "infantry", at: (6, 8)), (type: "artillery", at: (8, 8))]))"#;

fn play(name: &str, seed: u64) -> GameRecord {
    let mut scenario = Scenario::classic(MapFile::from_ron(MAP).expect("a sound map"));
    scenario.rules.setup.distance = 2;
    let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    let rival = Player::new(rival_by_name(name, seed).expect("one of the names"), None).with_steps(300);
    let hunter = Seat::from_name("hunter").make_player(&battle, 1).expect("a commander");
    let mut game = Match::new(battle, seed, BySide { red: rival, blue: hunter });
    while let Some(played) = game.step().expect("legal orders") {
        assert!(!played.reason.in_words(&Battle::from_scenario(&scenario).expect("sound")).is_empty());
    }
    game.into_game_record()
}

#[test]
fn every_rival_plays_legally_to_the_end_and_again_the_same() {
    for name in RIVAL_NAMES {
        let game = play(name, 3);
        assert!(game.battle().verdict().is_some(), "{name}");
        assert_eq!(game.battle().hash(), play(name, 3).battle().hash(), "{name}");
    }
}
