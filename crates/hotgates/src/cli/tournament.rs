//! Arguments of `tournament`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint, value_parser};
use hotgates_engine::DiceKey;

use super::{AccessOptions, ProgramOptions};

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each set is a map and a seed or key, played twice with the sides exchanged, so that luck and side cancel out. With -o every game \
is kept at once: a tournament that was ended, in whatever way, goes on with the same words and --resume. \
docs/tournament.md says what the numbers mean and what the folder holds.

Examples:
  hotgates tournament hunter warden greedy --maps maps/hot_gates.ron maps/open_field.ron --games 40
  hotgates tournament warden hunter strategist --maps maps/*.ron --format gauntlet -o evening
  hotgates tournament warden hunter strategist --maps maps/*.ron --format gauntlet -o evening --resume
  hotgates tournament warden@mine.ron warden --maps maps/*.ron --format sprt --elo1 20")]
pub struct TournamentArgs {
    /// The commanders, as for `battle --red`
    #[arg(value_name = "NAME", required = true, num_args = 2..)]
    pub names: Vec<String>,
    /// Maps or scenarios (.ron) to play on
    #[arg(long, value_name = "FILE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub maps: Vec<PathBuf>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t)]
    pub format: FormatName,
    /// Games for each pairing and map, rounded up to whole sets; in a Swiss tournament for each round, in a sequential test at most [default:
    /// 20; sprt: 20000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000_000))]
    pub games: Option<u32>,
    /// The seed of the first set; each further set has the next one [default: the map's, else 0]. Not where
    /// programs play: they could try out small seeds
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The key of all dice, in 64 hexadecimal digits; each map and set has a key of its own, made of it
    /// [default where programs play: one drawn by chance, kept in the folder]
    #[arg(long, value_name = "HEX", conflicts_with = "seed")]
    pub key: Option<DiceKey>,
    /// Give each commander this many steps for a half-turn, unless its name says otherwise
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Play each set four times: with the orders of battle exchanged, too
    #[arg(long)]
    pub mirror: bool,
    /// Rounds of a Swiss tournament [default: one more than it takes to halve the commanders down to one]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    pub rounds: Option<u32>,
    #[command(flatten)]
    pub test: SequentialOptions,
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// Play this many games at a time [default: one for each processor]
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Keep every game in this folder, and write a report into it
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Go on with the games of the folder
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// Numbers of a sequential test.
#[derive(Debug, Clone, Copy, Args)]
pub struct SequentialOptions {
    /// Lower hypothesis of a sequential test: the first commander is stronger by this normalised Elo at most
    /// [default: 0]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo0: Option<f64>,
    /// Upper hypothesis of a sequential test: the first commander is stronger by this normalised Elo at least
    /// [default: 30]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo1: Option<f64>,
    /// Greatest share of tests that say "stronger" where the lower hypothesis is true [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    pub alpha: Option<f64>,
    /// Greatest share of tests that say "not stronger" where the upper hypothesis is true [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    pub beta: Option<f64>,
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Everybody meets everybody
    #[default]
    RoundRobin,
    /// The first commander meets all others
    Gauntlet,
    /// In rounds: those meet who have made about as many points
    Swiss,
    /// Two commanders meet until a sequential test can tell whether the first is stronger
    Sprt,
}
