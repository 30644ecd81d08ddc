//! Dice that nobody can choose: numbers to which all at the table commit before any of them is opened.

use hotgates_engine::{BySide, DiceKey, MapFile, Scenario, Side};
use hotgates_play::is_arrangement_of;
use hotgates_protocol::{DiceProof, TableState};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, or another number of 32 bytes; its digits are those of a [`DiceKey`].
pub type Bytes32 = DiceKey;

/// Returns the digest by which the server commits itself to its number before anybody else gives one: of the
/// battle's id, the scenario and the number.
#[must_use]
pub fn server_commitment(id: &str, scenario: &Scenario, number: Bytes32) -> Bytes32 {
    let scenario = digest_of_parts(
        "hotgates-scenario-1",
        &[scenario.map.to_ron().as_bytes(), scenario.rules.to_ron().as_bytes()],
    );
    digest_of_parts("hotgates-dice-1", &[id.as_bytes(), scenario.as_bytes(), number.as_bytes()])
}

/// Returns the digest by which a seat commits itself to its number.
#[must_use]
pub fn seat_commitment(id: &str, side: Side, number: Bytes32) -> Bytes32 {
    digest_of_parts("hotgates-seat-1", &[id.as_bytes(), side.name().as_bytes(), number.as_bytes()])
}

/// Returns the key of the dice: made of the server's number, and those of the seats that people hold.
#[must_use]
pub fn key_of_numbers(id: &str, server: Bytes32, seats: BySide<Option<Bytes32>>) -> DiceKey {
    let number = |side: Side| seats[side].as_ref().map_or(&[][..], |number| number.as_bytes());
    server.derived_key("table", &[id.as_bytes(), number(Side::Red), number(Side::Blue)])
}

/// The part of a proof of fair dice that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnfairDice {
    /// A number of the proof is not one.
    #[error("the proof holds what is no number of 64 digits")]
    NoNumber,
    /// The server's number is another than that to which it committed.
    #[error("the server's number is not that to which it has committed")]
    Server,
    /// A seat's number is another than that to which it committed.
    #[error("the number of {0} is not that to which it has committed")]
    Seat(Side),
    /// The battle was fought with other dice.
    #[error("the battle was fought with other dice than those of the numbers")]
    Key,
    /// The proof holds what is no map, or the battle began otherwise than the map with its units arranged.
    #[error("the battle began otherwise than as both sides could arrange their units")]
    Arrangement,
}

/// Checks the dice of a battle that is over: the numbers are those to which all committed, and they make the key with
/// which the battle was fought. `scenario` has that key in it, as its replay has. Where units were arranged before the first
/// turn, they stand on hexes on which both sides could place them, and nothing else differs from the map of the commitment.
///
/// It proves that nobody chose the dice, not that the server did not know them.
///
/// # Errors
/// The part that does not hold.
pub fn check_dice_proof(
    id: &str,
    scenario: &Scenario,
    commitment: Bytes32,
    seats: BySide<Option<Bytes32>>,
    proof: &DiceProof,
) -> Result<(), UnfairDice> {
    let number = |digits: &String| digits.parse::<Bytes32>().map_err(|_| UnfairDice::NoNumber);
    let server = number(&proof.server)?;
    let [red, blue] = &proof.seats;
    let numbers =
        BySide { red: red.as_ref().map(number).transpose()?, blue: blue.as_ref().map(number).transpose()? };
    let mut agreed = scenario.clone();
    agreed.key = None;
    if let Some(map) = &proof.map {
        agreed.map = MapFile::from_ron(map).map_err(|_| UnfairDice::Arrangement)?;
    }
    if server_commitment(id, &agreed, server) != commitment {
        return Err(UnfairDice::Server);
    }
    for side in Side::BOTH {
        if numbers[side].map(|number| seat_commitment(id, side, number)) != seats[side] {
            return Err(UnfairDice::Seat(side));
        }
    }
    if scenario.key != Some(key_of_numbers(id, server, numbers)) {
        return Err(UnfairDice::Key);
    }
    agreed.key = scenario.key;
    if proof.map.is_some() && !is_arrangement_of(scenario, &agreed) {
        return Err(UnfairDice::Arrangement);
    }
    Ok(())
}

/// Checks the dice of a table that is over, by what it tells everybody; `scenario` is that of its replay.
///
/// # Errors
/// The part that does not hold; a table that is not over has no proof.
pub fn check_table_dice(table: &TableState, scenario: &Scenario) -> Result<(), UnfairDice> {
    let digest = |digits: &String| digits.parse::<Bytes32>().map_err(|_| UnfairDice::NoNumber);
    let [red, blue] = table.seats.each_ref().map(|seat| seat.commitment.as_ref().map(digest).transpose());
    let proof = table.proof.as_ref().ok_or(UnfairDice::NoNumber)?;
    let commitment = digest(&table.commitment)?;
    check_dice_proof(&table.battle, scenario, commitment, BySide { red: red?, blue: blue? }, proof)
}

/// Returns the SHA-256 digest of a purpose and some parts, each told apart by its length.
fn digest_of_parts(purpose: &str, parts: &[&[u8]]) -> Bytes32 {
    let mut digest = Sha256::new();
    digest.update(purpose.as_bytes());
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    Bytes32::from_bytes(digest.finalize().into())
}
