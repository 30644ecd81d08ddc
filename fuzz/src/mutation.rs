//! Spoilt bytes: seeds with bits, bytes, words and numbers changed, the same for the same target, seed and
//! number on every machine.

use hotgates_engine::Dice;

/// What mutations of a target are made of.
#[derive(Debug, Clone)]
pub struct MutationSource {
    /// Sound inputs, at least one.
    pub seeds: Vec<Vec<u8>>,
    /// Words of the format; none for bytes that are no text.
    pub dictionary: Vec<String>,
    /// Greatest number of bytes of a mutation.
    pub most_bytes: usize,
}

/// Numbers about which types end.
const EDGES: [&str; 22] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "1001",
    "32767",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e300",
];

/// Characters that formats of text are made of.
const TEXT_BYTES: &[u8] = b"\"\"'()[]{}<>,:;.=#/*\\|&-+_ \n\tabcxyz0123456789";

impl MutationSource {
    /// Returns a mutation by its number.
    #[must_use]
    pub fn mutation(&self, target: &str, seed: u64, number: u64) -> Vec<u8> {
        let name = target.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(257) ^ u64::from(byte));
        let mut maker = MutationMaker { source: self, dice: Dice::for_other_purpose(seed ^ name, number) };
        let mut bytes = maker.any_seed().to_vec();
        // Mostly one change: of many, hardly any leaves a text that can be read.
        let changes = [1, 1, 1, 1, 2, 2, 3, 6][maker.below(8)];
        for _ in 0..changes {
            maker.change(&mut bytes);
        }
        bytes.truncate(self.most_bytes);
        bytes
    }
}

struct MutationMaker<'a> {
    source: &'a MutationSource,
    dice: Dice,
}

impl<'a> MutationMaker<'a> {
    fn below(&mut self, count: usize) -> usize {
        let count = u32::try_from(count.max(1)).expect("inputs are small");
        usize::try_from(self.dice.draw_below(count)).expect("a number below a small one")
    }

    fn any_seed(&mut self) -> &'a [u8] {
        let place = self.below(self.source.seeds.len());
        &self.source.seeds[place]
    }

    fn any_byte(&mut self) -> u8 {
        if self.source.dictionary.is_empty() || self.below(16) == 0 {
            return u8::try_from(self.below(256)).expect("a byte");
        }
        TEXT_BYTES[self.below(TEXT_BYTES.len())]
    }

    fn any_word(&mut self) -> Vec<u8> {
        let words = self.source.dictionary.len();
        if words == 0 || self.below(4) == 0 {
            return EDGES[self.below(EDGES.len())].into();
        }
        self.source.dictionary[self.below(words)].clone().into()
    }

    /// Returns a range of the bytes, mostly a short one.
    fn any_range(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        let most = if self.below(4) == 0 { bytes.len() } else { 16 };
        start..(start + 1 + self.below(most)).min(bytes.len()).max(start)
    }

    /// Returns the range of a word or number about a random place.
    fn any_token(&mut self, bytes: &[u8], is_part: impl Fn(u8) -> bool) -> std::ops::Range<usize> {
        let place = self.below(bytes.len());
        let Some(first) = bytes[place..].iter().position(|&byte| is_part(byte)) else { return 0..0 };
        let inside = place + first;
        let before = bytes[..inside].iter().rev().take_while(|&&byte| is_part(byte)).count();
        let after = bytes[inside..].iter().take_while(|&&byte| is_part(byte)).count();
        inside - before..inside + after
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        match self.below(12) {
            0 => {
                let (place, bit) = (self.below(bytes.len()), self.below(8));
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << bit;
                }
            }
            1 => {
                let (place, new) = (self.below(bytes.len()), self.any_byte());
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = new;
                }
            }
            2 => {
                let place = self.below(bytes.len() + 1);
                let new: Vec<u8> = (0..=self.below(8)).map(|_| self.any_byte()).collect();
                bytes.splice(place..place, new);
            }
            3 => {
                let range = self.any_range(bytes);
                bytes.drain(range);
            }
            4 => {
                let range = self.any_range(bytes);
                let part = bytes[range.clone()].to_vec();
                let times = 1 << self.below(6);
                if part.len() * times <= self.source.most_bytes {
                    bytes.splice(range.start..range.start, part.repeat(times));
                }
            }
            5 => {
                let (other, end) = (self.any_seed(), self.below(bytes.len() + 1));
                bytes.truncate(end);
                bytes.extend(&other[self.below(other.len() + 1)..]);
            }
            6 => {
                let (range, other) = (self.any_range(bytes), self.any_seed());
                let part = self.any_range(other);
                bytes.splice(range, other[part].iter().copied());
            }
            7 => {
                let (place, word) = (self.below(bytes.len() + 1), self.any_word());
                bytes.splice(place..place, word);
            }
            8 | 9 => {
                let range = self.any_token(bytes, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
                let word = self.any_word();
                bytes.splice(range, word);
            }
            10 => {
                let range = self.any_token(bytes, |byte| byte.is_ascii_digit() || byte == b'-');
                let edge = EDGES[self.below(EDGES.len())];
                bytes.splice(range, edge.bytes());
            }
            _ if self.source.dictionary.is_empty() => {
                let length = self.below(self.source.most_bytes);
                *bytes = (0..length).map(|_| self.any_byte()).collect();
            }
            _ => {
                let range = self.any_token(bytes, |byte| byte.is_ascii_alphanumeric());
                let other = self.any_token(bytes, |byte| byte.is_ascii_alphanumeric());
                let word = bytes[other].to_vec();
                bytes.splice(range, word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_are_the_same_again_and_keep_to_their_limit() {
        let source = MutationSource {
            seeds: vec![b"Map(turns: 12)".to_vec(), Vec::new()],
            dictionary: vec!["turns".to_owned()],
            most_bytes: 40,
        };
        let mutations: Vec<_> = (0..2000).map(|number| source.mutation("a", 7, number)).collect();
        assert!(mutations.iter().all(|mutation| mutation.len() <= 40));
        assert_eq!(mutations[1234], source.mutation("a", 7, 1234));
        let mut different = mutations.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 1000, "{}", different.len());
        assert_ne!(
            mutations[..20],
            (0..20).map(|number| source.mutation("b", 7, number)).collect::<Vec<_>>()
        );
    }
}
