//! Ladders: each rank of a commander against the next one.

use crate::Failure;
use crate::arena::PairedSet;
use crate::contender::Contender;
use crate::duel::{COLUMNS, play_duel};
use crate::terrain::BattleGround;

/// Ranks of the classic ruleset, the lowest first.
pub const RANKS: [&str; 6] = ["lieutenant", "captain", "major", "colonel", "brigadier", "general"];

/// Plays each rank of a commander against the one below, and prints a Markdown table of the gains in
/// Elo, with their sum from the lowest to the highest.
///
/// # Errors
/// When there is no such commander.
pub fn print_ladder(
    commander: &str,
    grounds: &[BattleGround],
    sets: &[PairedSet],
    jobs: usize,
) -> Result<(), Failure> {
    println!("| {commander} as | against | {COLUMNS} |\n|---|---|---|---|---|---|---|---|");
    let (mut sum, mut variance) = (0.0, 0.0_f64);
    for ranks in RANKS.windows(2) {
        let ranked = |rank: &str| Contender::from_name(&format!("{commander}:{rank}"));
        let scores = play_duel(grounds, sets, [&ranked(ranks[1])?, &ranked(ranks[0])?], jobs)?;
        println!("| {} | {} | {scores} |", ranks[1], ranks[0]);
        let elo = scores.sample().elo();
        sum += elo.value;
        variance += ((elo.high - elo.low) / 2.0).powi(2);
    }
    let spread = variance.sqrt();
    println!(
        "| **from the lowest to the highest** | | | | | | {sum:+.0} | {:+.0} … {:+.0} |",
        sum - spread,
        sum + spread
    );
    Ok(())
}
