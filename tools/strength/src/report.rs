//! The page `docs/strength.md`.

use hotgates_engine::Side;

use crate::Failure;
use crate::arena::{PairedSet, PlayedMatch, play_match};
use crate::bench::{Bench, BenchPart, bench_grounds};
use crate::contender::Contender;
use crate::duel::{COLUMNS, play_duel};
use crate::ladder::{RANKS, print_ladder};
use crate::terrain::{BattleGround, shipped_folder, shipped_grounds};

/// The pairs of the first table, Red first.
const PAIRS: [(&str, &str); 8] = [
    ("hunter", "warden"),
    ("hunter", "warden-exact"),
    ("greedy", "warden"),
    ("random", "hunter"),
    ("hunter", "random"),
    ("hunter@1", "warden"),
    ("hunter@1", "warden@1"),
    ("hunter", "warden@1"),
];

/// Pairs with the strategist, Red first, its side and the share of games that it is to win, in per
/// cent.
const BARS: [(&str, &str, Side, u32); 7] = [
    ("strategist:general", "warden:general@1", Side::Red, 80),
    ("strategist:general", "warden:general", Side::Red, 70),
    ("strategist:general", "hunter:general@1", Side::Red, 90),
    ("strategist:general", "hunter:general", Side::Red, 90),
    ("strategist:general", "greedy", Side::Red, 90),
    ("hunter:general@1", "strategist:general", Side::Blue, 97),
    ("warden:general@1", "strategist:general", Side::Blue, 95),
];

/// Searches of other authors, at as many simulated orders, and the share of the points that the
/// strategist is to have, in per cent.
const RIVALS: [(&str, u32); 4] =
    [("outside", 65), ("online-evolution", 75), ("naive-mcts", 75), ("portfolio", 75)];

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
    let grounds = shipped_grounds(&shipped_folder())?;
    println!("# How strong the commanders are\n");
    println!("Made by `tools/strength/run report --games {games} --more {more} > docs/strength.md`.");
    println!(
        "Seeds 0, 1, 2 …; the seed cuts each unit's strength by up to 10 % and rolls the dice, the same for every\n\
         pair. \"Exchanged\" means that Red fights with Blue's order of battle and Blue with Red's. The interval is\n\
         Wilson's, 95 %. Times are processor time for a half-turn, median / 99th percentile. A name with `@1` is a\n\
         commander of the past, kept in `tools/strength/frozen`."
    );
    print_strategist(games.div_ceil(8), jobs)?;
    for (red, blue) in PAIRS {
        println!("\n## {red} against {blue}\n");
        let count = |name: &str| if ["hot_gates", "open_field"].contains(&name) { more } else { games };
        let pair = [&Contender::from_name(red)?, &Contender::from_name(blue)?];
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

/// Prints how often the strategist wins on the sets of `assets/bench.ron`.
fn print_strategist(seeds: u32, jobs: usize) -> Result<(), Failure> {
    let (grounds, bench, seeds) = (bench_grounds()?, Bench::read()?, 0..u64::from(seeds));
    let count = |part| bench.list_sets(&grounds, &(0..1), part).len();
    println!(
        "\n## strategist\n\n\
         Of {} maps with an army (shipped ones, random ones, small passes), {} leave both sides a chance by their par in\n\
         `assets/bench.ron`; they are the strength sets, seeds {seeds:?}. A third of them is held out: not for tuning.\n\
         The sets that one side wins stand beside them, with one seed.\n",
        bench.grounds.len(),
        count(BenchPart::Even),
    );
    println!(
        "| Red | Blue | games | strategist wins | interval | held out | one-sided sets | its ms | aim |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (red, blue, side, aim) in BARS {
        let pair = [&Contender::from_name(red)?, &Contender::from_name(blue)?];
        let play = |part, seeds| play_match(&grounds, &bench.list_sets(&grounds, seeds, part), pair, jobs);
        let even = play(BenchPart::Even, &seeds)?;
        let held_out = bench.grounds.iter().filter(|set| set.held_out && set.is_even(bench.games));
        let rows =
            held_out.filter_map(|set| Some(&even.rows_of(&set.map)?[usize::from(set.exchanged)].tally));
        let (won, of) = rows.fold((0, 0), |sum, row| (sum.0 + row.wins[side], sum.1 + row.games));
        let held_out = 100.0 * f64::from(won) / f64::from(of.max(1));
        let [.., others] = play(BenchPart::OneSided, &(0..1))?.totals;
        let [.., even] = even.totals;
        let (share, low, high) = even.share_of(side);
        println!(
            "| {red} | {blue} | {} | {share:.1} % | {low:.1} … {high:.1} % | {:.1} % | {:.1} % | {} | {aim} % |",
            even.tally.games,
            held_out,
            others.share_of(side).0,
            even.time_of(side)
        );
    }
    println!(
        "\nAgainst searches of other authors, with 3,000 simulated orders a half-turn each; every set is played twice, with\n\
         the sides exchanged.\n"
    );
    println!("| strategist against | {COLUMNS} | aim |\n|---|---|---|---|---|---|---|---|");
    let sets = bench.list_sets(&grounds, &seeds, BenchPart::Even);
    for (rival, aim) in RIVALS {
        let ours = Contender::from_name("strategist+3000")?;
        let pair = [&ours, &Contender::from_name(&format!("{rival}+3000"))?];
        println!("| {rival} | {} | {aim} % |", play_duel(&grounds, &sets, pair, jobs)?);
    }
    println!("\nEach rank against the one below, on the same sets.\n");
    print_ladder("strategist", &grounds, &sets, jobs)
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
            Contender::from_name(&if own == side { format!("{name}:{rank}") } else { name.to_owned() })
        };
        let pair = [&ranked(red, Side::Red)?, &ranked(blue, Side::Blue)?];
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
