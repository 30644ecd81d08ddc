//! Feeds targets with spoilt bytes.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use fuzz::runner::{FuzzPlan, run_file};
use fuzz::targets::{FuzzTarget, TARGETS, target_by_name};

/// Feeds what reads files and follows orders with the seeds and with mutations of them. The same target,
/// seed and number make the same bytes on every machine.
#[derive(Parser)]
#[command(name = "fuzz/run", max_term_width = 100)]
#[command(after_help = "\
Examples:
  fuzz/run                                       every target, as .ci/run does
  fuzz/run ruleset_file --seed 7 --count 100000  one target, other mutations
  fuzz/run --seed 7 --resume progress.txt        goes on where the last run with this file stopped
  fuzz/run ruleset_file --file fuzz/finds/ruleset_file-7-1234

Exit codes: 0 no find; 1 finds; 2 wrong use.")]
struct Arguments {
    /// Targets [default: all]
    #[arg(value_name = "TARGET", value_parser = read_target)]
    targets: Vec<FuzzTarget>,
    /// Seed of the mutations
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of mutations of each target
    #[arg(long, default_value_t = 3000)]
    count: u64,
    /// Go on where the run with this file stopped, and keep there how far this one gets
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Folder for the bytes of finds
    #[arg(long, value_name = "FOLDER", default_value = "fuzz/finds")]
    finds: PathBuf,
    /// Run the one target on these bytes only
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "resume"])]
    file: Option<PathBuf>,
}

fn read_target(name: &str) -> Result<FuzzTarget, String> {
    let known = TARGETS.map(|target| target.name).join(", ");
    target_by_name(name).ok_or_else(|| format!("known are {known}"))
}

fn main() -> ExitCode {
    let Arguments { mut targets, seed, count, resume, finds, file } = Arguments::parse();
    if let Some(file) = file {
        let [target] = targets[..] else {
            eprintln!("error: --file needs one target");
            return ExitCode::from(2);
        };
        return match run_file(&target, &file) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => cannot_run(&error),
        };
    }
    if targets.is_empty() {
        targets = TARGETS.to_vec();
    }
    match (FuzzPlan { targets, seed, count, resume, finds }).run_targets() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => cannot_run(&error),
    }
}

fn cannot_run(error: &std::io::Error) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(2)
}
