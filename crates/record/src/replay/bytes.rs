//! The bytes of a replay file.
//!
//! ```text
//! "HOTGATES"                       8 bytes
//! format                           u16, 1 to 3, little-endian as all numbers
//! behaviour, start                 from format 2 on: u32; running hash before the first order, u64
//! key                              format 3 only: 32 bytes, from which the dice come
//! map, rules                       each: length u32, then its RON text
//! number of orders                 u32
//! orders                           each: length u8 of what comes before the hash (from format 2 on), kind u8,
//!                                  unit u16, then col u16 and row u16, or target u16; hash u64
//! verdict                          winner u8 (0 not over, 1 Red, 2 Blue, 3 a draw), how u8
//! CRC-32 of every byte before it   u32
//! ```
//!
//! Format 1 is written where nothing occurs that older programs do not know, format 2 for battles with
//! goals, arrivals or events, and for those that a side gave up, and format 3 where the dice come from a
//! key instead of the map's seed. All are read.

use hotgates_engine::{DiceKey, MapFile, Order, Ruleset, Scenario, Side, Verdict};

use crate::codes::{OrderCode, OrderKind, victory_of_number};

use super::{BEHAVIOUR, GameRecord, MAGIC, Replay, ReplayBreak, ReplayDefect, ReplayError, ReplayPart};

/// Format of battles without goals, arrivals and events.
const PLAIN_FORMAT: u16 = 1;
/// Format of battles with goals, arrivals, events or an end that no rule brought about.
const STARTED_FORMAT: u16 = 2;
/// Format of battles whose dice come from a key; the newest that is read.
const KEYED_FORMAT: u16 = 3;

impl Replay {
    /// Returns the bytes of a file, which [`decode`](Self::decode) reads.
    ///
    /// # Panics
    /// When an order leads off every map; the orders of a [`GameRecord`] never do.
    pub fn encode(&self) -> Vec<u8> {
        encode_replay(self)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The reason why the bytes are not a replay, or a checksum that does not fit.
    pub fn decode(bytes: &[u8]) -> Result<Self, ReplayError> {
        let (replay, rest) = decode_replay(bytes)?;
        rest.map(|()| replay)
    }

    /// Checks the bytes of a file: plays the replay again, compares every hash, and checks the
    /// checksum.
    ///
    /// # Errors
    /// The first order at which the replay stops being true; if there is none, the mistake in the
    /// bytes.
    pub fn verify_bytes(bytes: &[u8]) -> Result<(Self, GameRecord), ReplayBreak> {
        let (replay, rest) = decode_replay(bytes)?;
        let record = match rest {
            Ok(()) => replay.play_again()?,
            Err(checksum @ ReplayError::Checksum { .. }) => {
                replay.play_again()?;
                return Err(ReplayBreak::Checksum(checksum));
            }
            Err(unreadable) => {
                // Damage often shows only some bytes later; an order before may have changed.
                replay.play_orders()?;
                return Err(unreadable.into());
            }
        };
        Ok((replay, record))
    }
}

/// Returns the behaviour by which the battle of a replay was played, by the first bytes of the file; `None` for another
/// file, and for a replay of format 1, which does not say.
#[must_use]
pub fn replay_behaviour_of_bytes(bytes: &[u8]) -> Option<u32> {
    let (format, rest) = bytes.strip_prefix(MAGIC.as_bytes())?.split_first_chunk()?;
    let says = u16::from_le_bytes(*format) != PLAIN_FORMAT;
    rest.first_chunk().filter(|_| says).map(|behaviour| u32::from_le_bytes(*behaviour))
}

fn encode_replay(replay: &Replay) -> Vec<u8> {
    let mut bytes = MAGIC.as_bytes().to_vec();
    if let Some(start) = replay.start {
        let key = replay.scenario.key;
        let format = if key.is_some() { KEYED_FORMAT } else { STARTED_FORMAT };
        bytes.extend(format.to_le_bytes());
        bytes.extend(BEHAVIOUR.to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend(key.iter().flat_map(DiceKey::as_bytes));
    } else {
        bytes.extend(PLAIN_FORMAT.to_le_bytes());
    }
    for part in [replay.scenario.map.to_ron(), replay.scenario.rules.to_ron()] {
        bytes.extend(length_prefix(part.len()));
        bytes.extend(part.as_bytes());
    }
    bytes.extend(length_prefix(replay.orders.len()));
    for &(order, hash) in &replay.orders {
        let code = OrderCode::from_order(order).expect("a legal order stays on the map");
        if replay.start.is_some() {
            bytes.push(u8::try_from(1 + 2 * code.operands().len()).expect("at most four numbers"));
        }
        bytes.push(code.kind().number());
        bytes.extend(code.operands().iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(hash.to_le_bytes());
    }
    bytes.extend(match replay.verdict {
        None => [0, 0],
        Some(Verdict { winner, how }) => [
            match winner {
                Some(Side::Red) => 1,
                Some(Side::Blue) => 2,
                None => 3,
            },
            how as u8,
        ],
    });
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn length_prefix(length: usize) -> [u8; 4] {
    u32::try_from(length).expect("files are at most 64 MiB").to_le_bytes()
}

/// Reads a replay. A mistake after the scenario is returned beside the replay, so that a damaged
/// replay can be played up to the damage; its orders are the orders before the damage.
fn decode_replay(bytes: &[u8]) -> Result<(Replay, Result<(), ReplayError>), ReplayError> {
    let mut reader = ReplayReader { bytes, at: 0, part: ReplayPart::Header };
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Err(ReplayError::NotAReplay);
    }
    reader.at = MAGIC.len();
    let found = reader.read_u16()?;
    if !(PLAIN_FORMAT..=KEYED_FORMAT).contains(&found) {
        return Err(ReplayError::Version { found, known: KEYED_FORMAT });
    }
    let start = if found == PLAIN_FORMAT { None } else { Some(reader.read_start()?) };
    let key = if found == KEYED_FORMAT { Some(reader.read_array().map(DiceKey::from_bytes)?) } else { None };
    let map = reader.read_text(ReplayPart::Map)?;
    let rules = reader.read_text(ReplayPart::Rules)?;
    let scenario = Scenario { key, ..read_scenario(map, rules)? };
    let mut replay = Replay { scenario, start, orders: Vec::new(), verdict: None };
    let rest = reader.read_record(&mut replay);
    Ok((replay, rest))
}

fn read_scenario(map: &str, rules: &str) -> Result<Scenario, ReplayError> {
    let map = MapFile::from_ron(map).map_err(|fault| ReplayError::Scenario(vec![fault]))?;
    let rules = Ruleset::from_ron(rules).map_err(ReplayError::Scenario)?;
    Ok(Scenario::new(map, rules))
}

struct ReplayReader<'a> {
    bytes: &'a [u8],
    at: usize,
    part: ReplayPart,
}

impl<'a> ReplayReader<'a> {
    /// Reads the rest of the bytes, after the scenario.
    fn read_record(&mut self, replay: &mut Replay) -> Result<(), ReplayError> {
        self.part = ReplayPart::OrderCount;
        let count = self.read_u32()? as usize;
        // Reserves memory only for orders that the bytes can hold.
        replay.orders.reserve(count.min(self.bytes.len() / 9));
        for number in 1..=count {
            self.part = ReplayPart::Order { number, of: count };
            let order = if replay.start.is_some() { self.read_prefixed_order()? } else { self.read_order()? };
            replay.orders.push((order, self.read_u64()?));
        }
        self.part = ReplayPart::Verdict;
        replay.verdict = self.read_verdict()?;
        self.part = ReplayPart::Checksum;
        let made = crc32fast::hash(&self.bytes[..self.at]);
        let found = self.read_u32()?;
        match self.bytes.len() - self.at {
            0 if found == made => Ok(()),
            0 => Err(ReplayError::Checksum { found, made }),
            extra => Err(ReplayError::TooLong { extra }),
        }
    }

    fn take_bytes(&mut self, count: usize) -> Result<&'a [u8], ReplayError> {
        let taken = self.bytes[self.at..]
            .get(..count)
            .ok_or(ReplayError::Truncated { part: self.part, at: self.bytes.len() })?;
        self.at += count;
        Ok(taken)
    }

    fn read_array<const N: usize>(&mut self) -> Result<[u8; N], ReplayError> {
        Ok(self.take_bytes(N)?.try_into().expect("as many bytes as asked for"))
    }

    fn read_u8(&mut self) -> Result<u8, ReplayError> {
        Ok(self.read_array::<1>()?[0])
    }

    fn read_u16(&mut self) -> Result<u16, ReplayError> {
        self.read_array().map(u16::from_le_bytes)
    }

    fn read_u32(&mut self) -> Result<u32, ReplayError> {
        self.read_array().map(u32::from_le_bytes)
    }

    fn read_u64(&mut self) -> Result<u64, ReplayError> {
        self.read_array().map(u64::from_le_bytes)
    }

    fn read_text(&mut self, part: ReplayPart) -> Result<&'a str, ReplayError> {
        self.part = part;
        let length = self.read_u32()? as usize;
        let bytes = self.take_bytes(length)?;
        std::str::from_utf8(bytes).map_err(|error| ReplayError::Malformed {
            part: self.part,
            at: self.at - length + error.valid_up_to(),
            what: ReplayDefect::NotText,
        })
    }

    /// Reads the behaviour, which must be the one of this build, and the running hash before the
    /// first order.
    fn read_start(&mut self) -> Result<u64, ReplayError> {
        let found = self.read_u32()?;
        if found != BEHAVIOUR {
            return Err(ReplayError::Behaviour { found, known: BEHAVIOUR });
        }
        self.read_u64()
    }

    fn read_prefixed_order(&mut self) -> Result<Order, ReplayError> {
        let length = self.read_u8()?;
        let start = self.at;
        let order = self.read_order()?;
        if self.at - start != usize::from(length) {
            self.at = start;
            return Err(self.malformed_byte_error(ReplayDefect::OrderLength(length)));
        }
        Ok(order)
    }

    fn read_order(&mut self) -> Result<Order, ReplayError> {
        let number = self.read_u8()?;
        let kind = OrderKind::from_number(number);
        let kind = kind.ok_or_else(|| self.malformed_byte_error(ReplayDefect::NoOrder(number)))?;
        let code = OrderCode::read_operands(kind, || self.read_u16())?;
        // All that the numbers of an order can get wrong is the direction of a turn.
        let no_direction = || ReplayDefect::NoDirection(code.operands()[1]);
        code.order().ok_or_else(|| self.malformed_byte_error(no_direction()))
    }

    fn read_verdict(&mut self) -> Result<Option<Verdict>, ReplayError> {
        let winner = match self.read_u8()? {
            0 => None,
            1 => Some(Some(Side::Red)),
            2 => Some(Some(Side::Blue)),
            3 => Some(None),
            other => return Err(self.malformed_byte_error(ReplayDefect::NoWinner(other))),
        };
        let number = self.read_u8()?;
        if winner.is_none() && number > 0 {
            return Err(self.malformed_byte_error(ReplayDefect::EarlyVictory(number)));
        }
        let how = victory_of_number(number);
        let how = how.ok_or_else(|| self.malformed_byte_error(ReplayDefect::NoVictory(number)))?;
        Ok(winner.map(|winner| Verdict { winner, how }))
    }

    fn malformed_byte_error(&self, what: ReplayDefect) -> ReplayError {
        ReplayError::Malformed { part: self.part, at: self.at - 1, what }
    }
}
