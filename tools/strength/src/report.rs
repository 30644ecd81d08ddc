//! The page `docs/strength.md`.

use hotgates_engine::Side;

use clap::ValueEnum;

use crate::Failure;
use crate::arena::{PairedSet, PlayedMatch, compare_contenders, play_match};
use crate::bench::{Bench, BenchGround, BenchPart, bench_grounds};
use crate::contender::Contender;
use crate::duel::{COLUMNS, play_duel};
use crate::ladder::{RANKS, print_ladder};
use crate::looks::print_looks;
use crate::terrain::{BattleGround, generated_grounds, pass_grounds, shipped_folder, shipped_grounds};

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

/// Maps on which few plans work, and the strategist's matches there: Red, Blue, its side, and the
/// share of games that it is to win, in per cent.
const HARD_MAPS: [&str; 2] = ["goat_path", "great_plain"];
const HARD_PAIRS: [(&str, &str, Side, u32); 3] = [
    ("strategist:general", "warden:general@1", Side::Red, 25),
    ("strategist:general", "warden:general", Side::Red, 25),
    ("hunter:general@1", "strategist:general", Side::Blue, 90),
];

/// Those whom the lowest rank is to beat, and the share of the points that it is to have, in per
/// cent.
const BEATEN_BY_LIEUTENANT: [(&str, u32); 2] = [("random", 95), ("greedy", 55)];

/// Mended commanders, what they were, the side that both play, and the enemy.
const MENDED: [(&str, &str, Side, &str); 2] =
    [("warden", "warden@1", Side::Blue, "hunter@1"), ("hunter", "hunter@1", Side::Red, "warden@1")];

/// Matches whose speed is measured, the map, and the battles a second and core aimed at.
const SPEEDS: [(&str, &str, &str, u32); 4] = [
    ("hunter", "warden", "hot_gates", 300),
    ("hunter", "warden", "open_field", 300),
    ("hunter", "warden", "great_plain", 60),
    ("hunter", "greedy", "open_field", 1000),
];

/// A part of the page, by the order on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportPart {
    /// Aims, what was reached of each, and what was tried where one is missed.
    Aims,
    /// Commanders where optional rules let units hold together or run.
    Cohesion,
    /// Commanders where units need supplies and guns rounds.
    Supply,
    /// Commanders where officers rise and fall and units face ways.
    Officers,
    /// Commanders where guns keep their fire, units dig in and ground has heights.
    Waiting,
    /// Commanders where units work on the ground.
    Works,
    /// The ruleset hoplite and its maps.
    Hoplite,
    /// The ruleset musket and its maps.
    Musket,
    /// The ruleset panzer and its maps.
    Panzer,
    /// Doctrines tuned by play, and what tests said of them.
    Tuning,
    /// The strategist on the strength sets, against rivals, and its ranks.
    Strategist,
    /// The strategist on maps on which few plans work.
    HardMaps,
    /// The lowest rank, and the ladders of hunter and warden.
    Ladders,
    /// Hunter and warden as they are and as they were, on generated maps.
    Mended,
    /// Battles a second.
    Speed,
    /// Processor time between two looks at the flag that ends thinking.
    Looks,
    /// Pairs of commanders on every shipped map.
    Pairs,
    /// The ranks of one side against a constant enemy.
    Ranks,
}

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

/// Numbers of games that are played for the page.
#[derive(Debug, Clone, Copy)]
pub struct ReportSize {
    /// Seeds for each pair of commanders, army and map.
    pub games: u32,
    /// Seeds on hot gates and open field.
    pub more: u32,
    /// Number of games at once.
    pub jobs: usize,
}

/// Prints the page, or the named parts of it.
///
/// # Errors
/// When a map cannot be read or a commander breaks the rules.
pub fn write_report(size: ReportSize, parts: &[ReportPart]) -> Result<(), Failure> {
    let grounds = shipped_grounds(&shipped_folder())?;
    if parts.is_empty() {
        let ReportSize { games, more, .. } = size;
        println!("# How strong the commanders are\n");
        println!("Made by `tools/strength/run report --games {games} --more {more} > docs/strength.md`.");
        println!(
            "Seeds 0, 1, 2 …; the seed cuts each unit's strength by up to 10 % and rolls the dice, the same for every\n\
             pair. \"Exchanged\" means that Red fights with Blue's order of battle and Blue with Red's. The interval is\n\
             Wilson's, 95 %, in duels that of the pairs. Times are processor time for a half-turn, median / 99th percentile. A name with `@1` is a\n\
             commander of the past, kept in `tools/strength/frozen`. `--parts` makes parts of the page alone."
        );
    }
    let all = ReportPart::value_variants();
    for part in if parts.is_empty() { all } else { parts } {
        match part {
            ReportPart::Aims => print!("\n{}", include_str!("../aims.md")),
            ReportPart::Cohesion => print!("\n{}", include_str!("../cohesion.md")),
            ReportPart::Supply => print!("\n{}", include_str!("../supply.md")),
            ReportPart::Officers => print!("\n{}", include_str!("../officers.md")),
            ReportPart::Waiting => print!("\n{}", include_str!("../waiting.md")),
            ReportPart::Works => print!("\n{}", include_str!("../works.md")),
            ReportPart::Hoplite => print!("\n{}", include_str!("../hoplite.md")),
            ReportPart::Musket => print!("\n{}", include_str!("../musket.md")),
            ReportPart::Panzer => print!("\n{}", include_str!("../panzer.md")),
            ReportPart::Tuning => print!("\n{}", include_str!("../tuning.md")),
            ReportPart::Strategist => print_strategist(size.games.div_ceil(8), size.jobs)?,
            ReportPart::HardMaps => print_hard_maps(&grounds, size)?,
            ReportPart::Ladders => print_ladders(size)?,
            ReportPart::Mended => print_mended(size.jobs)?,
            ReportPart::Speed => print_speed(&grounds, size)?,
            ReportPart::Looks => print_look_times(&grounds)?,
            ReportPart::Pairs => print_pairs(&grounds, size)?,
            ReportPart::Ranks => {
                println!("\n## Ranks\n");
                println!(
                    "The rank sets how many alternatives a commander may weigh each half-turn. One side's rank changes, the other\n\
                     side thinks as its highest officer does. Wins in per cent, {} games for each map and rank, half of them with\n\
                     the orders of battle exchanged.",
                    2 * (size.games / 5)
                );
                print_ranks(&grounds, Side::Red, ["hunter", "warden@1"], size.games / 5, size.jobs)?;
                print_ranks(&grounds, Side::Blue, ["hunter@1", "warden"], size.games / 5, size.jobs)?;
            }
        }
    }
    Ok(())
}

/// Prints every pair of the first table on every shipped map.
fn print_pairs(grounds: &[BattleGround], size: ReportSize) -> Result<(), Failure> {
    for (red, blue) in PAIRS {
        println!("\n## {red} against {blue}\n");
        let count =
            |name: &str| if ["hot_gates", "open_field"].contains(&name) { size.more } else { size.games };
        let pair = [&Contender::from_name(red)?, &Contender::from_name(blue)?];
        let played = play_match(grounds, &list_sets(grounds, count), pair, size.jobs)?;
        print!("{}", played.as_table(grounds));
    }
    Ok(())
}

/// Returns the shipped maps with these names.
fn pick_grounds(grounds: &[BattleGround], names: &[&str]) -> Vec<BattleGround> {
    grounds.iter().filter(|ground| names.contains(&ground.name.as_str())).cloned().collect()
}

/// Prints how often the strategist wins on maps on which few plans work.
fn print_hard_maps(grounds: &[BattleGround], size: ReportSize) -> Result<(), Failure> {
    println!("\n## strategist where few plans work\n");
    println!(
        "Par is what generals scored there as Red against each other before they held passes, from `assets/bench.ron`.\n\n\
         | map | armies | par | Red | Blue | games | strategist wins | interval | its ms | aim |\n\
         |---|---|---|---|---|---|---|---|---|---|"
    );
    let (grounds, bench) = (pick_grounds(grounds, &HARD_MAPS), Bench::read()?);
    for (red, blue, side, aim) in HARD_PAIRS {
        let pair = [&Contender::from_name(red)?, &Contender::from_name(blue)?];
        let played = play_match(&grounds, &list_sets(&grounds, |_| size.games.div_ceil(2)), pair, size.jobs)?;
        for name in HARD_MAPS {
            for (exchanged, row) in [false, true].into_iter().zip(played.rows_of(name).into_iter().flatten())
            {
                let (share, low, high) = row.share_of(side);
                let of_map = |set: &&BenchGround| set.map == name && set.exchanged == exchanged;
                let red_wins = bench.grounds.iter().find(of_map).map_or(0, |set| set.red_wins);
                println!(
                    "| {name} | {} | {red_wins} of {} | {red} | {blue} | {} | {share:.1} % | {low:.1} … {high:.1} % | {} | {aim} % |",
                    if exchanged { "exchanged" } else { "as shipped" },
                    bench.games,
                    row.tally.games,
                    row.time_of(side),
                );
            }
        }
    }
    Ok(())
}

/// Prints what the lowest rank of the strategist is worth, and the ladders of hunter and warden.
fn print_ladders(size: ReportSize) -> Result<(), Failure> {
    let (grounds, bench) = (bench_grounds()?, Bench::read()?);
    let sets = bench.list_sets(&grounds, &(0..u64::from(size.games.div_ceil(8))), BenchPart::Even);
    println!("\n## The lowest rank, and the ladders of hunter and warden\n");
    println!("On the strength sets, every set twice with the sides exchanged.\n");
    println!("| strategist:lieutenant against | {COLUMNS} | aim |\n|---|---|---|---|---|---|---|---|");
    for (name, aim) in BEATEN_BY_LIEUTENANT {
        let pair = [&Contender::from_name("strategist:lieutenant")?, &Contender::from_name(name)?];
        println!("| {name} | {} | {aim} % |", play_duel(&grounds, &sets, pair, size.jobs)?);
    }
    println!(
        "\nEach rank against the one below; aimed at are 100 Elo in all, and no rank weaker than the one below."
    );
    let sets = bench.list_sets(&grounds, &(0..u64::from(size.games.div_ceil(2))), BenchPart::Even);
    for commander in ["hunter", "warden"] {
        println!();
        print_ladder(commander, &grounds, &sets, size.jobs)?;
    }
    Ok(())
}

/// Prints what was gained by mending hunter and warden, on generated maps.
fn print_mended(jobs: usize) -> Result<(), Failure> {
    println!("\n## Hunter and warden as they are and as they were\n");
    println!(
        "On 100 random maps of every kind and 100 small maps with one pass, one seed each, armies both ways. The same sets\n\
         are played by both; the interval is that of the gain."
    );
    let mut grounds = generated_grounds(0..100, &[])?;
    grounds.extend(pass_grounds(100));
    let sets = list_sets(&grounds, |_| 1);
    for (new, old, side, enemy) in MENDED {
        println!("\n### {new} and {old} as {side} against {enemy}\n");
        let pair = [&Contender::from_name(new)?, &Contender::from_name(old)?];
        print!("{}", compare_contenders(&grounds, &sets, pair, side, &Contender::from_name(enemy)?, jobs)?);
    }
    Ok(())
}

/// Prints how many battles a core plays in a second, of its own time.
fn print_speed(grounds: &[BattleGround], size: ReportSize) -> Result<(), Failure> {
    println!("\n## Speed\n");
    println!(
        "Whole battles as shipped, by one thread, for each second that it was on a processor.\n\n\
         | Red | Blue | map | battles | a second | aim |\n|---|---|---|---|---|---|"
    );
    for (red, blue, map, aim) in SPEEDS {
        let (grounds, pair) =
            (pick_grounds(grounds, &[map]), [&Contender::from_name(red)?, &Contender::from_name(blue)?]);
        let sets: Vec<PairedSet> =
            (0..u64::from(size.more)).map(|seed| PairedSet { ground: 0, exchanged: false, seed }).collect();
        let [shipped, ..] = play_match(&grounds, &sets, pair, 1)?.totals;
        println!(
            "| {red} | {blue} | {map} | {} | {:.1} | {aim} |",
            shipped.tally.games,
            shipped.battles_a_second()
        );
    }
    Ok(())
}

/// Prints how soon commanders end their thinking, on every shipped map.
fn print_look_times(grounds: &[BattleGround]) -> Result<(), Failure> {
    println!("\n## How soon thinking ends\n");
    println!(
        "A commander that is cancelled stops at its next look at a flag. Processor time between two looks, or between one\n\
         and the beginning or the end of the thinking about an order; one battle of each map and army, against itself. Aim:\n\
         5 ms.\n"
    );
    let by = ["strategist:general", "warden:general", "hunter:general"];
    let by: Vec<Contender> = by.into_iter().map(Contender::from_name).collect::<Result<_, String>>()?;
    print_looks(grounds, &list_sets(grounds, |_| 1), &by)
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
