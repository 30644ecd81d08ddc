//! The page `docs/strength.md`.

use std::path::PathBuf;

use hotgates_engine::Side;

use crate::Failure;
use crate::arena::{PairedSet, PlayedMatch, play_match};
use crate::contender::Contender;
use crate::terrain::{BattleGround, shipped_grounds};

/// The pairs of the first table, Red first.
const PAIRS: [(&str, &str); 11] = [
    ("hunter", "warden"),
    ("hunter", "warden-exact"),
    ("greedy", "warden"),
    ("random", "hunter"),
    ("hunter", "random"),
    ("hunter@1", "warden"),
    ("hunter@1", "warden@1"),
    ("hunter", "warden@1"),
    ("strategist", "warden@1"),
    ("hunter@1", "strategist"),
    ("strategist", "strategist"),
];

/// Ranks of the classic ruleset, the lowest first.
pub const RANKS: [&str; 6] = ["lieutenant", "captain", "major", "colonel", "brigadier", "general"];

fn list_sets(grounds: &[BattleGround], games: impl Fn(&str) -> u32) -> Vec<PairedSet> {
    let mut sets = Vec::new();
    for (ground, BattleGround { name, .. }) in grounds.iter().enumerate() {
        for exchanged in [false, true] {
            let seeds = 0..u64::from(games(name));
            sets.extend(seeds.map(|seed| PairedSet { ground, exchanged, seed }));
        }
    }
    sets
}

/// Prints the page: pairs of commanders on every map, then ranks.
///
/// # Errors
/// When a map cannot be read or a commander breaks the rules.
pub fn write_report(games: u32, more: u32, jobs: usize) -> Result<(), Failure> {
    let grounds = shipped_grounds(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../maps"))?;
    println!("# How strong the commanders are\n");
    println!("Made by `tools/strength/run report --games {games} --more {more} > docs/strength.md`.");
    println!(
        "Seeds 0, 1, 2 …; the seed cuts each unit's strength by up to 10 % and rolls the dice, the same for every\n\
         pair. \"Exchanged\" means that Red fights with Blue's order of battle and Blue with Red's. The interval is\n\
         Wilson's, 95 %. Times are processor time for a half-turn, median / 99th percentile. A name with `@1` is a\n\
         commander of the past, kept in `tools/strength/frozen`. The strategist plays a tenth of the seeds."
    );
    for (red, blue) in PAIRS {
        println!("\n## {red} against {blue}\n");
        let slow = [red, blue].contains(&"strategist");
        let count = |name: &str| {
            let seeds = if ["hot_gates", "open_field"].contains(&name) { more } else { games };
            if slow { games.min(seeds) / 10 } else { seeds }
        };
        let pair = [&Contender::named(red), &Contender::named(blue)];
        let played = play_match(&grounds, &list_sets(&grounds, count), pair, jobs)?;
        print!("{}", played.as_table(&grounds));
    }
    println!("\n## Ranks\n");
    println!(
        "The rank sets how many alternatives a commander may weigh each half-turn. One side's rank changes, the other\n\
         side thinks as its highest officer does. Wins in per cent, {} games for each map and rank, half of them with\n\
         the orders of battle exchanged.",
        2 * (games / 5)
    );
    print_ranks(&grounds, Side::Red, ["hunter", "warden@1"], games / 5, jobs)?;
    print_ranks(&grounds, Side::Blue, ["hunter@1", "warden"], games / 5, jobs)
}

/// Prints how often each rank of one side's commander wins on every map.
fn print_ranks(
    grounds: &[BattleGround],
    side: Side,
    [red, blue]: [&str; 2],
    games: u32,
    jobs: usize,
) -> Result<(), Failure> {
    println!("\n### {red} against {blue}, ranks of {side}\n");
    let names: Vec<&str> = grounds.iter().map(|ground| ground.name.as_str()).collect();
    println!("| rank | {} | all | interval |", names.join(" | "));
    println!("|---{}|---|---|", "|---".repeat(names.len()));
    for rank in RANKS {
        let ranked = |name: &str, own: Side| {
            Contender::named(&if own == side { format!("{name}:{rank}") } else { name.to_owned() })
        };
        let pair = [&ranked(red, Side::Red), &ranked(blue, Side::Blue)];
        let played: PlayedMatch = play_match(grounds, &list_sets(grounds, |_| games), pair, jobs)?;
        print!("| {rank}");
        for name in &names {
            let armies = played.rows_of(name).into_iter().flatten().map(|row| &row.tally);
            let wins: u32 = armies.clone().map(|tally| tally.wins[side]).sum();
            let games: u32 = armies.map(|tally| tally.games).sum();
            print!(" | {:.1}", 100.0 * f64::from(wins) / f64::from(games.max(1)));
        }
        let (share, low, high) = played.totals[2].share_of(side);
        println!(" | {share:.1} % | {low:.1} … {high:.1} % |");
    }
    Ok(())
}
