//! How strong the commanders are: plays paired seeds on every shipped map and prints the tables of
//! `docs/strength.md`.
//!
//! ```text
//! cargo run --release -p hotgates-ai --example strength -- [GAMES [OTHERS]] > docs/strength.md
//! ```
//!
//! GAMES are played on `hot_gates` and `open_field` for each pair, OTHERS on the other maps (1000
//! and 200 by default), and a fifth of OTHERS for each map, army and rank.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use hotgates_ai::play::{Cancel, Seats, Series, SpoiledGame, Tally};
use hotgates_engine::{MapFile, Scenario, Side};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Who commands Red, and who Blue.
const PAIRS: [(&str, &str); 5] = [
    ("hunter", "warden"),
    ("hunter", "warden-exact"),
    ("greedy", "warden"),
    ("random", "hunter"),
    ("hunter", "random"),
];

const RANKS: [&str; 6] = ["lieutenant", "captain", "major", "colonel", "brigadier", "general"];

/// A side's share of the games and its 95 % interval, in per cent.
fn share_of(tally: &Tally, side: Side) -> (f64, f64, f64) {
    let (low, high) = tally.side_interval(side);
    (100.0 * f64::from(tally.wins[side]) / f64::from(tally.games), 100.0 * low, 100.0 * high)
}

/// Plays seeds 0 … games − 1 on all cores and counts the games into the tallies; what is counted
/// does not depend on who plays which.
fn play_series(
    scenario: &Scenario,
    red: &str,
    blue: &str,
    games: u32,
    tallies: &mut [&mut Tally],
) -> Result<(), Failure> {
    let mut scenario = scenario.clone();
    scenario.map.seed = Some(0);
    let series = Series::of_scenario(&scenario, Seats::from_names(red, blue))
        .map_err(|faults| faults[0].to_string())?;
    let next = AtomicU32::new(0);
    let tallies = Mutex::new(tallies);
    let work = || -> Result<(), SpoiledGame> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return Ok(());
            }
            let game = series.play_game(number, &Cancel::new())?;
            tallies
                .lock()
                .expect("no thread panics with it")
                .iter_mut()
                .for_each(|tally| tally.count_game(&game));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no thread panics"))
    })?;
    Ok(())
}

fn maps() -> Result<Vec<(String, Scenario)>, Failure> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let mut maps = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().filter(|_| path.extension().is_some_and(|end| end == "ron")) {
            let map = MapFile::from_ron(&std::fs::read_to_string(&path)?)?;
            maps.push((name.to_string_lossy().into_owned(), Scenario::classic(map)));
        }
    }
    maps.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(maps)
}

fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

/// The scenario, with the orders of battle of both sides exchanged if so.
fn armies(scenario: &Scenario, exchanged: bool) -> Scenario {
    let mut scenario = scenario.clone();
    if exchanged {
        std::mem::swap(&mut scenario.map.red, &mut scenario.map.blue);
    }
    scenario
}

fn pairs(maps: &[(String, Scenario)], games: u32, others: u32) {
    println!("| map | Red | Blue | armies | games | Blue wins | interval | draws | turns |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, scenario) in maps {
        let count = if ["hot_gates", "open_field"].contains(&name.as_str()) { games } else { others };
        for (red, blue) in PAIRS {
            for exchanged in [false, true] {
                let which = if exchanged { "exchanged" } else { "as shipped" };
                let mut cells = [name, red, blue, which].map(str::to_owned).to_vec();
                // With the larger army in the smaller camp a map may have no room for it.
                let mut tally = Tally::default();
                match play_series(&armies(scenario, exchanged), red, blue, count, &mut [&mut tally]) {
                    Ok(()) => {
                        let (share, low, high) = share_of(&tally, Side::Blue);
                        cells.push(tally.games.to_string());
                        cells.push(format!("{share:.1} %"));
                        cells.push(format!("{low:.1} … {high:.1} %"));
                        cells.push(tally.draws.to_string());
                        cells.push((tally.turns / u64::from(tally.games.max(1))).to_string());
                    }
                    Err(failure) => cells.push(format!("not playable: {failure}")),
                }
                row(&cells);
            }
        }
    }
}

/// How often each rank of a commander wins on every map.
fn ranks(maps: &[(String, Scenario)], side: Side, red: &str, blue: &str, games: u32) -> Result<(), Failure> {
    println!("\n### {red} against {blue}, ranks of {side}\n");
    let mut head = vec!["rank".to_owned()];
    head.extend(maps.iter().map(|(name, _)| name.clone()));
    head.extend(["all", "interval"].map(str::to_owned));
    row(&head);
    row(&vec!["---".to_owned(); head.len()]);
    for rank in RANKS {
        let with =
            |name: &str, own: Side| if own == side { format!("{name}:{rank}") } else { name.to_owned() };
        let (red, blue) = (with(red, Side::Red), with(blue, Side::Blue));
        let mut all = Tally::default();
        let mut cells = vec![rank.to_owned()];
        for (_, scenario) in maps {
            let mut tally = Tally::default();
            for exchanged in [false, true] {
                let counted = &mut [&mut tally, &mut all];
                play_series(&armies(scenario, exchanged), &red, &blue, games, counted)?;
            }
            cells.push(format!("{:.1}", share_of(&tally, side).0));
        }
        let (share, low, high) = share_of(&all, side);
        cells.push(format!("{share:.1} %"));
        cells.push(format!("{low:.1} … {high:.1} %"));
        row(&cells);
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<u32>());
    let mut number = |default| numbers.next().unwrap_or(Ok(default));
    let (games, others) = (number(1000)?, number(200)?);
    println!("# How strong the commanders are\n");
    println!(
        "Made by `cargo run --release -p hotgates-ai --example strength -- {games} {others} > docs/strength.md`."
    );
    println!(
        "Seeds 0, 1, 2 …; the seed cuts each unit's strength by up to 10 % and rolls the dice, the same for every"
    );
    println!(
        "pair. \"Exchanged\" means that Red fights with Blue's order of battle and Blue with Red's. The interval is"
    );
    println!("Wilson's, 95 %.\n");
    let maps = maps()?;
    pairs(&maps, games, others);
    println!("\n## Ranks\n");
    println!(
        "The rank sets how many alternatives a commander may weigh each half-turn, 250 to 8000. One side's rank changes, the"
    );
    println!(
        "other side thinks as its highest officer does. Wins in per cent, {} games for each map and rank, half of them with",
        2 * (others / 5)
    );
    println!(
        "the orders of battle exchanged. Where a side has few units, a Colonel has weighed all that there is to weigh, and"
    );
    println!("higher ranks play as he does; `great_plain` has 74 units.");
    ranks(&maps, Side::Red, "hunter", "warden", others / 5)?;
    ranks(&maps, Side::Blue, "greedy", "warden", others / 5)
}
