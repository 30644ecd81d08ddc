//! Secrets: ids of battles, tokens of seats, numbers for the dice.

use std::fmt::Write;

use hotgates_engine::Side;
use hotgates_table::Bytes32;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::fault::ServerFault;

/// Number of hexadecimal digits of a token: 128 random bits.
pub const TOKEN_DIGITS: usize = 32;

/// The SHA-256 digest of a token, which is all that is stored of it.
#[derive(Clone, Copy)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// Returns the digest of a token.
    pub fn of_token(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Returns the token of the feed of a seat at a battle whose token the digest is of. It opens nothing but the feed, and
    /// changes with the seat's token.
    pub fn feed_token(&self, battle: &str, side: Side) -> String {
        let mut digest = Sha256::new();
        for part in ["hotgates-feed-1", battle, side.name()] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        digest.update(self.0);
        write_digits(&digest.finalize()[..TOKEN_DIGITS / 2])
    }

    /// Returns the digest with these bytes, if they are as many as it has.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Returns the bytes of the digest.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns `true` for the token that the digest is of; takes as long for any other.
    pub fn is_of_token(&self, token: &str) -> bool {
        self.0.ct_eq(Self::of_token(token).as_bytes()).into()
    }
}

/// Draws a token of a seat.
///
/// # Errors
/// When the system gives no random numbers.
pub fn draw_token() -> Result<String, ServerFault> {
    draw_digits::<{ TOKEN_DIGITS / 2 }>()
}

/// Draws the id of a battle, which is public and cannot be guessed.
///
/// # Errors
/// When the system gives no random numbers.
pub fn draw_battle_id() -> Result<String, ServerFault> {
    draw_digits::<8>()
}

/// Draws the server's number for the dice of a battle.
///
/// # Errors
/// When the system gives no random numbers.
pub fn draw_number() -> Result<Bytes32, ServerFault> {
    let mut bytes = [0; Bytes32::BYTES];
    getrandom::fill(&mut bytes).map_err(ServerFault::Chance)?;
    Ok(Bytes32::from_bytes(bytes))
}

fn draw_digits<const BYTES: usize>() -> Result<String, ServerFault> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(ServerFault::Chance)?;
    Ok(write_digits(&bytes))
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn write_digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_digest_alone() {
        let (token, other) = (draw_token().unwrap(), draw_token().unwrap());
        assert_eq!((token.len(), token == other), (TOKEN_DIGITS, false));
        let digest = TokenDigest::of_token(&token);
        assert!(digest.is_of_token(&token) && !digest.is_of_token(&other) && !digest.is_of_token(""));
        assert!(TokenDigest::from_bytes(digest.as_bytes()).is_some_and(|read| read.is_of_token(&token)));
        assert!(TokenDigest::from_bytes(&[1, 2]).is_none());
    }
}
