//! How strong commanders are: any two of them, living or frozen, play against each other in paired
//! sets. A *set* is a map, an army (as shipped or exchanged) and a seed; commanders that are
//! compared play the same sets.

mod arena;
mod balance;
mod bench;
mod clock;
mod contender;
mod duel;
mod ladder;
mod looks;
mod prices;
mod report;
mod terrain;

use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use hotgates_engine::{Ruleset, Side};
use hotgates_mapgen::LandKind;
use hotgates_stats::{SequentialTest, TestVerdict};

use arena::{PairedSet, compare_contenders, play_match};
use balance::balance_table;
use bench::{Bench, BenchPart, bench_grounds};
use contender::Contender;
use duel::{COLUMNS, play_duel, play_until_decided};
use ladder::print_ladder;
use looks::print_looks;
use prices::price_table;
use report::{ReportPart, ReportSize, write_report};
use terrain::{BattleGround, generated_grounds, pass_grounds, shipped_folder, shipped_grounds};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Plays commanders against each other in paired sets and prints Markdown.
///
/// A commander is written NAME[:RANK][@DOCTRINE][+STEPS], the doctrine as a file's path; frozen ones
/// are NAME[:RANK]@1[+STEPS], such as hunter@1 or warden:general@1. Searches of other authors are `outside`, `online-evolution`,
/// `naive-mcts` and `portfolio`.
#[derive(Parser)]
#[command(name = "strength")]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a match: who wins how often, and how long each thinks.
    Match {
        /// Red's commander.
        red: Contender,
        /// Blue's commander.
        blue: Contender,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Plays two commanders on the same side of the same sets against the same enemy.
    Compare {
        /// The commander that is to be better.
        new: Contender,
        /// The commander that it is compared with.
        old: Contender,
        /// The side that both play.
        #[arg(long, value_enum)]
        side: PlayedSide,
        /// The commander of the other side.
        #[arg(long)]
        against: Contender,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Plays two commanders against each other, each set twice with the sides exchanged: by how
    /// many Elo the first is stronger.
    Duel {
        /// The commander that is measured.
        contender: Contender,
        /// Its opponent.
        opponent: Contender,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Duels until it is decided whether the first commander is stronger: a sequential test that is
    /// wrong in 5 % of cases. A change of weights goes in when its test passes.
    Sequential {
        /// The changed commander.
        new: Contender,
        /// The commander as it was.
        old: Contender,
        /// The gain in normalised Elo that would be none.
        #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
        from: f64,
        /// The gain in normalised Elo that is hoped for.
        #[arg(long, default_value_t = 20.0)]
        to: f64,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Plays each rank of a commander against the next: by how many Elo it is stronger.
    Ladder {
        /// The commander, without a rank.
        commander: String,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Measures par, what equal commanders score on each map, and writes assets/bench.ron.
    Bench {
        /// The commander that plays both sides.
        #[arg(long, default_value = "strategist:general")]
        by: Contender,
        /// Games for each map and army.
        #[arg(long, default_value_t = 10)]
        games: u32,
        /// Number of games at once.
        #[arg(long)]
        jobs: Option<NonZero<usize>>,
    },
    /// Measures which side wins each map as shipped and with armies exchanged, between equal
    /// commanders; games are written to a log as they end, and not played again.
    Balance {
        /// Commanders that play both sides, by commas.
        #[arg(long, default_value = "strategist:captain,strategist:general", value_delimiter = ',')]
        by: Vec<Contender>,
        /// File of the games played so far.
        #[arg(long)]
        log: PathBuf,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Measures how much more often a side wins for points spent on one arm, and the prices that
    /// make all arms equal.
    Prices {
        /// Red's commander.
        red: Contender,
        /// Blue's commander.
        blue: Contender,
        /// Points spent, in ‰ of the price of the army.
        #[arg(long, default_value_t = 100)]
        share: u32,
        /// Prices to begin with, in the order of the unit types, by commas; those of the ruleset, if not given.
        #[arg(long, value_delimiter = ',')]
        points: Vec<u32>,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Measures how much a commander thinks between two looks at the flag that ends its thinking: the
    /// processor time after which a cancelled commander stops.
    Looks {
        /// Commanders, each against itself, by commas.
        #[arg(
            long,
            default_value = "strategist:general,warden:general,hunter:general",
            value_delimiter = ','
        )]
        by: Vec<Contender>,
        #[command(flatten)]
        sets: SetOptions,
    },
    /// Writes docs/strength.md.
    Report {
        /// Seeds for each pair of commanders, army and map.
        #[arg(long, default_value_t = 200)]
        games: u32,
        /// Seeds on hot gates and open field, and of each match whose speed is measured.
        #[arg(long, default_value_t = 1000)]
        more: u32,
        /// Parts of the page to make, by commas; the whole page, if not given.
        #[arg(long, value_enum, value_delimiter = ',')]
        parts: Vec<ReportPart>,
        /// Number of games at once.
        #[arg(long)]
        jobs: Option<NonZero<usize>>,
    },
}

/// The sets that are played.
#[derive(Args)]
struct SetOptions {
    /// Seeds, the end left out.
    #[arg(long, default_value = "0..20", value_parser = parse_seeds)]
    seeds: Range<u64>,
    /// Shipped maps, by commas; `all`, or `none`.
    #[arg(long, default_value = "all", value_delimiter = ',')]
    maps: Vec<String>,
    /// Folder of the maps; those of the project, if not given.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// A ruleset to play by (.ron); the classic one, if not given.
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Number of random maps of every kind, each played with the first seed.
    #[arg(long, default_value_t = 0)]
    generated: u32,
    /// Number of the first random map; the strength sets are on some of the first 20.
    #[arg(long, default_value_t = 0)]
    first: u32,
    /// Kinds of the random maps, by commas; all, if not given.
    #[arg(long, value_delimiter = ',', value_parser = parse_kind)]
    kinds: Vec<LandKind>,
    /// Number of small maps with one pass, each played with the first seed.
    #[arg(long, default_value_t = 0)]
    passes: u32,
    /// The sets of assets/bench.ron whose par leaves both sides a chance, in place of maps and
    /// armies.
    #[arg(long, conflicts_with_all = ["maps", "generated", "passes", "folder", "armies"])]
    bench: bool,
    /// Leaves out the sets that are held out: for tuning.
    #[arg(long, requires = "bench")]
    tuning: bool,
    /// Orders of battle.
    #[arg(long, value_enum, default_value = "both")]
    armies: Armies,
    /// Number of games at once.
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Armies {
    Shipped,
    Exchanged,
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlayedSide {
    Red,
    Blue,
}

fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    range.filter(|range| !range.is_empty()).ok_or_else(|| "seeds are written 0..20".to_owned())
}

fn parse_kind(name: &str) -> Result<LandKind, String> {
    LandKind::ALL
        .into_iter()
        .find(|kind| kind.name() == name)
        .ok_or_else(|| format!("kinds are {}", LandKind::ALL.map(LandKind::name).join(", ")))
}

/// Returns the number of games at once that is asked for, or as many as there are cores.
fn count_jobs(asked: Option<NonZero<usize>>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

impl SetOptions {
    /// Returns the maps, and the sets to be played on them.
    fn make_sets(&self) -> Result<(Vec<BattleGround>, Vec<PairedSet>), Failure> {
        if self.bench {
            let grounds = bench_grounds()?;
            let part = if self.tuning { BenchPart::Tuning } else { BenchPart::Even };
            let sets = Bench::read()?.list_sets(&grounds, &self.seeds, part);
            return Ok((grounds, sets));
        }
        let grounds = self.list_grounds()?;
        let sets = self.list_sets(&grounds);
        Ok((grounds, sets))
    }

    fn list_grounds(&self) -> Result<Vec<BattleGround>, Failure> {
        let mut grounds = shipped_grounds(&self.folder.clone().unwrap_or_else(shipped_folder))?;
        if self.maps != ["all"] {
            let known = |name: &String| name == "none" || grounds.iter().any(|ground| ground.name == *name);
            if let Some(unknown) = self.maps.iter().find(|name| !known(name)) {
                return Err(format!("no map `{unknown}` is shipped").into());
            }
            grounds.retain(|ground| self.maps.contains(&ground.name));
        }
        grounds.extend(pass_grounds(self.passes));
        grounds
            .extend(generated_grounds(self.first..self.first.saturating_add(self.generated), &self.kinds)?);
        if let Some(file) = &self.rules {
            let rules = Ruleset::from_ron(&std::fs::read_to_string(file)?)
                .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
            for ground in &mut grounds {
                ground.scenario.rules = rules.clone();
            }
        }
        Ok(grounds)
    }

    fn list_sets(&self, grounds: &[BattleGround]) -> Vec<PairedSet> {
        let mut sets = Vec::new();
        for (place, ground) in grounds.iter().enumerate() {
            let seeds = if ground.once { self.seeds.start..self.seeds.start + 1 } else { self.seeds.clone() };
            for exchanged in [false, true] {
                let left_out = if exchanged { Armies::Shipped } else { Armies::Exchanged };
                if self.armies != left_out {
                    sets.extend(seeds.clone().map(|seed| PairedSet { ground: place, exchanged, seed }));
                }
            }
        }
        sets
    }
}

fn main() -> Result<(), Failure> {
    match Program::parse().command {
        Command::Match { red, blue, sets } => {
            let (grounds, list) = sets.make_sets()?;
            let played = play_match(&grounds, &list, [&red, &blue], count_jobs(sets.jobs))?;
            println!("{red} (Red) against {blue} (Blue), seeds {:?}:\n", sets.seeds);
            print!("{}", played.as_table(&grounds));
        }
        Command::Compare { new, old, side, against, sets } => {
            let (grounds, list) = sets.make_sets()?;
            let side = match side {
                PlayedSide::Red => Side::Red,
                PlayedSide::Blue => Side::Blue,
            };
            let jobs = count_jobs(sets.jobs);
            let table = compare_contenders(&grounds, &list, [&new, &old], side, &against, jobs)?;
            println!("{new} and {old} as {side} against {against}, seeds {:?}:\n", sets.seeds);
            print!("{table}");
        }
        Command::Duel { contender, opponent, sets } => {
            let (grounds, list) = sets.make_sets()?;
            let scores = play_duel(&grounds, &list, [&contender, &opponent], count_jobs(sets.jobs))?;
            println!("| pair | {COLUMNS} |\n|---|---|---|---|---|---|---|");
            println!("| {contender} against {opponent} | {scores} |");
        }
        Command::Sequential { new, old, from, to, sets } => {
            let (grounds, mut list) = sets.make_sets()?;
            // Each seed on every map before the next seed, so that a test that stops early has seen all maps.
            list.sort_by_key(|set| set.seed);
            let test = SequentialTest::new(from, to, 0.05, 0.05).ok_or("--from must be less than --to")?;
            let jobs = count_jobs(sets.jobs);
            let (scores, verdict) = play_until_decided(test, &grounds, &list, [&new, &old], jobs)?;
            println!("| pair | {COLUMNS} |\n|---|---|---|---|---|---|---|");
            println!("| {new} against {old} | {scores} |\n");
            println!(
                "{}",
                match verdict {
                    Some(TestVerdict::Stronger) =>
                        format!("Passed: stronger by {to:+} Elo rather than by {from:+}."),
                    Some(TestVerdict::NotStronger) =>
                        format!("Failed: stronger by {from:+} Elo rather than by {to:+}."),
                    None => "Undecided: more sets are needed.".to_owned(),
                }
            );
        }
        Command::Ladder { commander, sets } => {
            let (grounds, list) = sets.make_sets()?;
            print_ladder(&commander, &grounds, &list, count_jobs(sets.jobs))?;
        }
        Command::Bench { by, games, jobs } => {
            let bench = Bench::measure(&by, games, count_jobs(jobs))?;
            let even = bench.grounds.iter().filter(|ground| ground.is_even(games)).count();
            println!("{even} of {} maps and armies leave both sides a chance.", bench.grounds.len());
        }
        Command::Balance { by, log, sets } => {
            let (grounds, list) = sets.make_sets()?;
            print!("{}", balance_table(&grounds, &list, &by, &log, count_jobs(sets.jobs))?);
        }
        Command::Prices { red, blue, share, points, sets } => {
            let mut grounds = sets.list_grounds()?;
            for ground in &mut grounds {
                for (unit, &points) in ground.scenario.rules.units.iter_mut().zip(&points) {
                    unit.points = Some(points);
                }
            }
            let list = sets.list_sets(&grounds);
            println!("{red} (Red) against {blue} (Blue), seeds {:?}:\n", sets.seeds);
            print!("{}", price_table(&grounds, &list, [&red, &blue], share, count_jobs(sets.jobs))?);
        }
        Command::Looks { by, sets } => {
            let (grounds, list) = sets.make_sets()?;
            print_looks(&grounds, &list, &by)?;
        }
        Command::Report { games, more, parts, jobs } => {
            write_report(ReportSize { games, more, jobs: count_jobs(jobs) }, &parts)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_can_be_given() {
        Program::command().debug_assert();
        for words in ["duel hunter warden --bench", "report --parts aims,speed", "ladder hunter"] {
            let line = ["strength"].into_iter().chain(words.split(' '));
            assert!(Program::try_parse_from(line).is_ok(), "{words}");
        }
    }
}
