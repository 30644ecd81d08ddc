//! Shares of games that commanders win, on fixed seeds: docs/strength.md has the tables.

use hotgates_engine::{MapFile, Scenario};
use hotgates_play::{Cancel, Seats, Series, Tally};

/// Maps as they were when ranks were measured first: lopsided, which tells ranks apart.
const FIRST_MAPS: &str = "tools/strength/frozen/tests/data";

/// Returns the number of games that Red wins on a map of a folder, with the orders of battle
/// exchanged if `exchanged` is `true`.
fn red_wins(folder: &str, map: &str, exchanged: bool, red: &str, blue: &str, games: u32) -> u32 {
    let path = format!("{}/../../{folder}/{map}.ron", env!("CARGO_MANIFEST_DIR"));
    let mut map = MapFile::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    if exchanged {
        std::mem::swap(&mut map.red, &mut map.blue);
    }
    map.seed = Some(0);
    let series = Series::from_scenario(&Scenario::classic(map), Seats::from_names(red, blue)).unwrap();
    let mut tally = Tally::default();
    for number in 0..games {
        tally.count_game(&series.play_game(number, &Cancel::new()).unwrap());
    }
    tally.wins.red
}

#[test]
fn warden_holds_hot_gates_against_hunter_four_times_in_five() {
    let lost = red_wins("maps", "hot_gates", false, "hunter", "warden", 60);
    assert!(lost <= 12, "{lost} of 60");
}

/// The table of `docs/strength.md` has more games; these maps tell ranks apart most.
#[test]
fn higher_ranks_win_more() {
    let hunter = |rank: &str| {
        let red = format!("hunter:{rank}");
        // A warden with too few steps to rehearse.
        ["open_field", "three_castles", "labyrinth"]
            .map(|map| red_wins(FIRST_MAPS, map, false, &red, "warden+50", 40))
            .iter()
            .sum::<u32>()
    };
    let warden = |rank: &str| {
        let blue = format!("warden:{rank}");
        80 - red_wins(FIRST_MAPS, "open_field", true, "greedy", &blue, 40)
            - red_wins(FIRST_MAPS, "three_castles", false, "greedy", &blue, 40)
    };
    let wins = ["lieutenant", "captain", "general"].map(|rank| (hunter(rank), warden(rank)));
    for pair in wins.windows(2) {
        assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1, "{wins:?}");
    }
}
