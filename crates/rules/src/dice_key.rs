//! Where the dice of a battle come from: a seed, or a key that nobody can try out.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::Sha256;

use hotgates_grid::mix::split_mix;

/// A key of 256 bits, from which the dice of a battle and all other chance in it come.
///
/// Whatever is made of a key is made by HMAC-SHA256, each purpose by a name of its own, so that nothing
/// that was made of it tells the key, or what was made for another purpose.
///
/// ```
/// use hotgates_rules::{Dice, DiceKey, DiceSource};
///
/// let key: DiceKey = "5e".repeat(32).parse().expect("64 digits");
/// assert_eq!(key.to_string(), "5e".repeat(32));
/// let mut dice = Dice::of_source(DiceSource::Key(key));
/// assert!((2..=12).contains(&dice.roll_sum()));
/// assert_ne!(key.derived_key("one", &[]), key.derived_key("other", &[]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiceKey([u8; Self::BYTES]);

/// The reason why a text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DiceKeyError {
    /// Another number of characters.
    #[error("a key is 64 hexadecimal digits, and these are {0}")]
    Length(usize),
    /// A character that is no digit, with its place from 1.
    #[error("a key is 64 hexadecimal digits, and character {0} is none")]
    Digit(usize),
}

impl DiceKey {
    /// Number of bytes of a key.
    pub const BYTES: usize = 32;

    /// Returns the key of these bytes.
    pub const fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the key.
    pub const fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Returns the key that is made of this one for a purpose. The parts that follow the purpose are told
    /// apart by their lengths, too.
    #[must_use]
    pub fn derived_key(&self, purpose: &str, parts: &[&[u8]]) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length will do");
        mac.update(b"hotgates-dice-1");
        for part in [&[purpose.as_bytes()], parts].concat() {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        Self(mac.finalize().into_bytes().into())
    }

    /// Returns the number that is made of the key for a purpose; see [`derived_key`](Self::derived_key).
    #[must_use]
    pub fn derived_number(&self, purpose: &str, parts: &[&[u8]]) -> u64 {
        let Self(bytes) = self.derived_key(purpose, parts);
        bytes.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl fmt::Display for DiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Shows no digit, so that no message of a program's fault tells a key.
impl fmt::Debug for DiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DiceKey(..)")
    }
}

impl FromStr for DiceKey {
    type Err = DiceKeyError;

    fn from_str(text: &str) -> Result<Self, DiceKeyError> {
        let mut bytes = [0; Self::BYTES];
        let count = text.chars().count();
        if count != 2 * Self::BYTES {
            return Err(DiceKeyError::Length(count));
        }
        for (place, character) in text.chars().enumerate() {
            let digit = character.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let digit = digit.ok_or(DiceKeyError::Digit(place + 1))?;
            bytes[place / 2] = bytes[place / 2] << 4 | digit;
        }
        Ok(Self(bytes))
    }
}

/// Writes the hexadecimal digits.
impl Serialize for DiceKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DiceKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Source of all chance in a battle; in JSON the field `seed` or the field `key`.
///
/// ```
/// use hotgates_rules::DiceSource;
///
/// assert_eq!(DiceSource::from(7).to_string(), "seed 7");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiceSource {
    /// A seed. Whoever tries out small seeds finds the dice of one, and whoever knows one of the numbers
    /// that are made of a seed finds the seed.
    Seed(u64),
    /// A key, which cannot be tried out.
    Key(DiceKey),
}

impl DiceSource {
    /// Returns the number from which the running hash over a battle starts, made of the battle's
    /// fingerprint too. With a key it says nothing about the dice; with a seed it can be turned back.
    #[must_use]
    pub fn start_of_record(self, fingerprint: u64) -> u64 {
        match self {
            Self::Seed(seed) => split_mix(fingerprint ^ split_mix(seed)),
            Self::Key(key) => key.derived_number("record", &[&fingerprint.to_be_bytes()]),
        }
    }

    /// Returns the key, if it is one.
    #[must_use]
    pub const fn key(self) -> Option<DiceKey> {
        match self {
            Self::Key(key) => Some(key),
            Self::Seed(_) => None,
        }
    }
}

impl From<u64> for DiceSource {
    fn from(seed: u64) -> Self {
        Self::Seed(seed)
    }
}

impl From<DiceKey> for DiceSource {
    fn from(key: DiceKey) -> Self {
        Self::Key(key)
    }
}

impl fmt::Display for DiceSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "seed {seed}"),
            Self::Key(key) => write!(f, "key {key}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of_byte(byte: u8) -> DiceKey {
        DiceKey::from_bytes([byte; DiceKey::BYTES])
    }

    #[test]
    fn a_key_is_written_and_read_again() {
        let key = DiceKey::from_bytes(std::array::from_fn(|place| u8::try_from(7 * place).unwrap()));
        assert_eq!(key.to_string().parse(), Ok(key));
        assert_eq!(key.to_string().to_uppercase().parse(), Ok(key));
        assert_eq!(format!("{key:?}"), "DiceKey(..)");
    }

    #[test]
    fn what_is_no_key_is_refused_with_its_place() {
        let wrong = |text: &str| text.parse::<DiceKey>().unwrap_err();
        assert_eq!(wrong(""), DiceKeyError::Length(0));
        assert_eq!(wrong(&"a".repeat(63)), DiceKeyError::Length(63));
        assert_eq!(wrong(&"a".repeat(66)), DiceKeyError::Length(66));
        assert_eq!(wrong(&format!("{}g", "0".repeat(63))), DiceKeyError::Digit(64));
        assert_eq!(wrong(&format!("+{}", "0".repeat(63))), DiceKeyError::Digit(1));
        assert_eq!(wrong(&"é".repeat(64)), DiceKeyError::Digit(1));
    }

    #[test]
    fn purposes_and_parts_are_told_apart() {
        let key = key_of_byte(1);
        let made = [
            key.derived_key("ab", &[]),
            key.derived_key("a", &[b"b"]),
            key.derived_key("", &[b"ab"]),
            key.derived_key("a", &[b"b", b""]),
            key.derived_key("a", &[b"", b"b"]),
            key_of_byte(2).derived_key("ab", &[]),
            key,
        ];
        for (place, one) in made.iter().enumerate() {
            assert!(made[place + 1..].iter().all(|other| one != other), "{place}");
        }
        assert_eq!(made[0], key.derived_key("ab", &[]));
    }

    /// The numbers come from HMAC-SHA256 and `SplitMix64` of another language, over the bytes that the
    /// documentation names: records and proofs of dice hold what is made of a key.
    #[test]
    fn what_is_made_of_a_key_or_a_seed_never_changes() {
        let key = DiceKey::from_bytes(std::array::from_fn(|place| u8::try_from(7 * place).unwrap()));
        assert_eq!(
            key.derived_key("dice", &[b"ab", b""]).to_string(),
            "e6748a2d75c1d93b930159092519bf69288f48b01decc1faf45fa58d81e0d5f6"
        );
        let fingerprint = 0x0123_4567_89AB_CDEF;
        let start = 0x4AC5_1B48_3345_8115;
        assert_eq!(key.derived_number("record", &[&u64::to_be_bytes(fingerprint)]), start);
        assert_eq!(DiceSource::Key(key).start_of_record(fingerprint), start);
        assert_eq!(DiceSource::Seed(7).start_of_record(5), 0x88BF_589A_5CE0_0596);
    }

    #[test]
    fn a_source_says_what_it_is_and_has_a_key_or_none() {
        let (seed, key) = (DiceSource::from(7), DiceSource::from(key_of_byte(0x5E)));
        assert_eq!((seed.to_string(), seed.key()), ("seed 7".to_owned(), None));
        assert_eq!(
            (key.to_string(), key.key()),
            (format!("key {}", "5e".repeat(32)), Some(key_of_byte(0x5E)))
        );
        assert_eq!(key_of_byte(0x5E).as_bytes(), &[0x5E; DiceKey::BYTES]);
    }
}
