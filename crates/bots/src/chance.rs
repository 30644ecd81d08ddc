//! Dice that no program can foretell.

use std::io;

use hotgates_engine::DiceKey;

/// Draws a key for the dice of a battle from the system's chance. Small seeds could be tried out by a program that plays.
///
/// # Errors
/// When the system gives no random numbers.
pub fn draw_dice_key() -> io::Result<DiceKey> {
    let mut bytes = [0; DiceKey::BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(DiceKey::from_bytes(bytes))
}
