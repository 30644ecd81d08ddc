//! Arguments of `tune`.

use std::path::PathBuf;

use clap::{Args, ValueHint, value_parser};

use super::AccessOptions;
use super::tournament::SequentialOptions;

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
The commander is named as for `battle --red`: `warden@mine.ron` is tuned from the doctrine in mine.ron, `warden` from the \
classic one. Only numbers by which it decides are tuned. Without --validation and --held-out maps of each kind are generated. \
Exit code 0 if the test accepts the tuned doctrine, 1 if it does not. docs/tuning.md says what the report means and how a \
tuning goes on after it was ended.

Examples:
  hotgates tune hunter@classic --against warden --maps maps/hot_gates.ron maps/open_field.ron -o tuned
  hotgates tune hunter@classic --against warden --maps maps/hot_gates.ron maps/open_field.ron -o tuned --resume
  hotgates tune warden@mine.ron --against hunter warden --maps maps/*.ron --iterations 200 --games 8 -o mine
  hotgates tune hunter --against hunter --maps maps/*.ron --numbers boldness answers -o bold
  hotgates battle maps/goat_path.ron --red hunter@tuned/doctrine.ron")]
pub struct TuneArgs {
    /// The commander whose doctrine is tuned, and the doctrine to start from
    #[arg(value_name = "NAME@DOCTRINE")]
    pub name: String,
    /// Opponents, as for `battle --red`; the commander itself, with the doctrine to start from, may be one
    #[arg(long, value_name = "NAME", required = true, num_args = 1..)]
    pub against: Vec<String>,
    /// Maps or scenarios (.ron) on which the search plays
    #[arg(long, value_name = "FILE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub maps: Vec<PathBuf>,
    /// Maps or scenarios for validation, which says when the search was best [default: 20 generated maps]
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub validation: Vec<PathBuf>,
    /// Maps or scenarios for the test at the end [default: 100 others]
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub held_out: Vec<PathBuf>,
    /// Numbers to tune, by their fields; `answers` stands for all fields that begin so [default: all by which
    /// the commander decides]
    #[arg(long, value_name = "FIELD", num_args = 1..)]
    pub numbers: Vec<String>,
    /// Steps of the search, each with two trials
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=100_000))]
    pub iterations: u32,
    /// Games of a trial against each opponent on each map, rounded up to whole sets
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Games of a checkpoint against each opponent on each validation map, rounded up to whole sets
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub validation_games: u32,
    /// Games of the test on each held-out map at most, rounded up to whole sets
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub test_games: u32,
    /// The seed of the first set and of the search's lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Give each commander this many steps for a half-turn, unless its name says otherwise
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Play each set four times: with the orders of battle exchanged, too
    #[arg(long)]
    pub mirror: bool,
    #[command(flatten)]
    pub test: SequentialOptions,
    /// Play this many games at a time [default: one for each processor]
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Keep every game in this folder, and write the doctrine and a report into it
    #[arg(short, long, value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// Go on with the games of the folder
    #[arg(long)]
    pub resume: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}
