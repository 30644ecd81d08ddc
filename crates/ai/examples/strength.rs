//! How strong the commanders are: plays paired seeds on every shipped map and prints the tables of `docs/strength.md`.
//!
//! ```text
//! cargo run --release -p hotgates-ai --example strength -- [GAMES [OTHERS]] > docs/strength.md
//! ```
//!
//! GAMES are played on `hot_gates` and `open_field` for each pair, OTHERS on the other maps (1000 and 200 by default),
//! and a fifth of OTHERS for each map, army and rank.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hotgates_ai::{Match, Player, own_seeds, wilson};
use hotgates_engine::{Battle, BySide, MapFile, Scenario, Side};

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

/// What came of a series.
#[derive(Clone, Copy, Default)]
struct Tally {
    red: u64,
    blue: u64,
    draws: u64,
    turns: u64,
}

impl Tally {
    const fn games(&self) -> u64 {
        self.red + self.blue + self.draws
    }

    /// A side's share of the games and its 95 % interval, in per cent.
    fn share(&self, side: Side) -> (f64, f64, f64) {
        let wins = if side == Side::Red { self.red } else { self.blue };
        let count = |number: u64| u32::try_from(number).expect("a few thousand games");
        let (wins, games) = (count(wins), count(self.games()));
        let (low, high) = wilson(wins, games);
        (100.0 * f64::from(wins) / f64::from(games), 100.0 * low, 100.0 * high)
    }

    const fn add(&mut self, other: &Self) {
        self.red += other.red;
        self.blue += other.blue;
        self.draws += other.draws;
        self.turns += other.turns;
    }
}

fn play(scenario: &Scenario, red: &str, blue: &str) -> Result<(Option<Side>, u32), Failure> {
    let battle = Battle::from_scenario(scenario).map_err(|faults| faults[0].to_string())?;
    let own = own_seeds(scenario.seed());
    let players =
        BySide { red: Player::named(red, &battle, own.red)?, blue: Player::named(blue, &battle, own.blue)? };
    let mut game = Match::new(battle, scenario.seed(), players);
    game.finish()?;
    let battle = game.course().battle();
    Ok((battle.verdict().and_then(|verdict| verdict.winner), battle.turn()))
}

/// Plays seeds 0 … games − 1 on both cores; the sum does not depend on who plays which.
fn series(scenario: &Scenario, red: &str, blue: &str, games: u64) -> Result<Tally, Failure> {
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Ok(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut scenario = scenario.clone();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games {
                        return;
                    }
                    scenario.map.seed = Some(seed);
                    let played = play(&scenario, red, blue);
                    let mut tally = tally.lock().expect("no thread panics with it");
                    match (played, tally.as_mut()) {
                        (Ok((winner, turns)), Ok(tally)) => {
                            match winner {
                                Some(Side::Red) => tally.red += 1,
                                Some(Side::Blue) => tally.blue += 1,
                                None => tally.draws += 1,
                            }
                            tally.turns += u64::from(turns);
                        }
                        (Err(failure), Ok(_)) => *tally = Err(failure),
                        (_, Err(_)) => return,
                    }
                }
            });
        }
    });
    tally.into_inner().expect("no thread panics with it")
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

fn pairs(maps: &[(String, Scenario)], games: u64, others: u64) {
    println!("| map | Red | Blue | armies | games | Blue wins | interval | draws | turns |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, scenario) in maps {
        let count = if ["hot_gates", "open_field"].contains(&name.as_str()) { games } else { others };
        for (red, blue) in PAIRS {
            for exchanged in [false, true] {
                let which = if exchanged { "exchanged" } else { "as shipped" };
                let mut cells = [name, red, blue, which].map(str::to_owned).to_vec();
                // With the larger army in the smaller camp a map may have no room for it.
                match series(&armies(scenario, exchanged), red, blue, count) {
                    Ok(tally) => {
                        let (share, low, high) = tally.share(Side::Blue);
                        cells.push(tally.games().to_string());
                        cells.push(format!("{share:.1} %"));
                        cells.push(format!("{low:.1} … {high:.1} %"));
                        cells.push(tally.draws.to_string());
                        cells.push((tally.turns / tally.games().max(1)).to_string());
                    }
                    Err(failure) => cells.push(format!("not playable: {failure}")),
                }
                row(&cells);
            }
        }
    }
}

/// How often each rank of a commander wins on every map.
fn ranks(maps: &[(String, Scenario)], side: Side, red: &str, blue: &str, games: u64) -> Result<(), Failure> {
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
                tally.add(&series(&armies(scenario, exchanged), &red, &blue, games)?);
            }
            cells.push(format!("{:.1}", tally.share(side).0));
            all.add(&tally);
        }
        let (share, low, high) = all.share(side);
        cells.push(format!("{share:.1} %"));
        cells.push(format!("{low:.1} … {high:.1} %"));
        row(&cells);
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse::<u64>());
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
