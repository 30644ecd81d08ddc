//! Frozen commanders play for ever as they did: order for order, on maps and under rules that are
//! kept here.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::fmt::Write;

use hotgates_engine::{Battle, BySide, MapFile, Ruleset, Scenario};
use hotgates_frozen::{FROZEN_NAMES, FrozenCommander};
use hotgates_play::{Match, Player, seeds_of_players};

const BATTLES: &str = include_str!("data/battles.txt");

/// Plays a battle and returns the hash over all its orders.
fn play(map: &str, red: &str, blue: &str, seed: u64) -> u64 {
    let text_of = |name: &str| {
        std::fs::read_to_string(format!("{}/tests/data/{name}.ron", env!("CARGO_MANIFEST_DIR"))).unwrap()
    };
    let mut map = MapFile::from_ron(&text_of(map)).unwrap();
    map.seed = Some(seed);
    let scenario = Scenario::new(map, Ruleset::from_ron(&text_of("classic")).unwrap());
    let battle = Battle::from_scenario(&scenario).unwrap();
    let own = seeds_of_players(seed);
    let player =
        |name: &str, seed| Player::new(Box::new(FrozenCommander::from_name(name, seed).unwrap()), None);
    let players = BySide { red: player(red, own.red), blue: player(blue, own.blue) };
    let mut game = Match::new(battle, seed, players);
    game.finish().unwrap();
    game.game_record().hash()
}

#[test]
fn frozen_commanders_play_order_for_order_as_they_did() {
    let mut now = String::new();
    for map in ["hot_gates", "open_field", "three_castles"] {
        for blue in FROZEN_NAMES {
            for (red, seed) in [("hunter@1", 0), ("warden@1", 1)] {
                writeln!(now, "{map} {red} {blue} {seed} {:016x}", play(map, red, blue, seed)).unwrap();
            }
        }
    }
    assert_eq!(now, BATTLES);
}
