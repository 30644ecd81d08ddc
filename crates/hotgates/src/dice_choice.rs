//! The dice that a command plays with: a seed, a key that was given, or one drawn by chance.

use hotgates_bots::draw_dice_key;
use hotgates_engine::{DiceKey, DiceSource};
use hotgates_tournament::TournamentPlan;

use crate::cli::BattleArgs;
use crate::cli::tournament::TournamentArgs;
use crate::failure::Failure;
use crate::game_folder::plan_in_folder;
use crate::seats::names_program;

/// Returns the dice of `battle`: those of an option, else a key drawn by chance where a program plays, else
/// the seed of the file, else seed 0.
///
/// # Errors
/// When the system gives no chance.
pub fn dice_of_battle(args: &BattleArgs, seed_in_file: Option<u64>) -> Result<DiceSource, Failure> {
    let mut names = args.red.iter().chain(&args.blue);
    Ok(match (args.seed, args.key) {
        (Some(seed), _) => DiceSource::Seed(seed),
        (None, Some(key)) => DiceSource::Key(key),
        (None, None) if names.any(|name| names_program(name)) => DiceSource::Key(draw_key()?),
        (None, None) => DiceSource::Seed(seed_in_file.unwrap_or(0)),
    })
}

/// Returns the key of a tournament: that of an option, else that of the folder that is gone on with, else one
/// drawn by chance where a program plays. Without a key the seeds of the maps count.
///
/// # Errors
/// A seed where a program plays; when the system gives no chance.
pub fn key_of_tournament(args: &TournamentArgs) -> Result<Option<DiceKey>, Failure> {
    let begun = args.out.as_deref().filter(|_| args.resume).and_then(plan_in_folder::<TournamentPlan>);
    Ok(match (args.key, begun) {
        (Some(key), _) => Some(key),
        (None, Some(TournamentPlan { key, .. })) if args.seed.is_none() || key.is_none() => key,
        (None, _) if !args.names.iter().any(|name| names_program(name)) => None,
        (None, _) if args.seed.is_some() => {
            let message =
                "--seed: a program could try out small seeds and find the dice; name a --key, or neither";
            return Err(Failure::bad_input(message));
        }
        (None, _) => Some(draw_key()?),
    })
}

fn draw_key() -> Result<DiceKey, Failure> {
    draw_dice_key()
        .map_err(|why| Failure::bad_input(format!("--key: the system has no random numbers to give: {why}")))
}
