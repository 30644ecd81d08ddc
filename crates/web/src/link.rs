//! Replays in the text of a link: `r1.`, and then a deflated payload in the letters of base64 for addresses.
//!
//! The payload's first byte is 0 before the bytes of a replay file, 1 before the short form of a battle on a shipped
//! map:
//!
//! ```text
//! shipped scenario                 u64, little-endian as all numbers: its digest
//! seed                             u64
//! commanders of Red and Blue       each: length u8, text
//! concession                       u8: 0 none, 1 Red, 2 Blue; the kind of victory, u8
//! final hash                       u64
//! number of orders                 u32
//! orders                           all kinds, u8 each; then all units, u16 each; then each order's other numbers,
//!                                  u16 each
//! ```
//!
//! Hashes of single orders are left out: the final one is made of all of them.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, DiceSource, Scenario, Side};
use hotgates_play::Seats;
use hotgates_record::{GameRecord, Replay, ReplayBreak, ReplayError};

use crate::fault::WebFault;
use crate::game::seat_in_scenario;
use crate::link_fault::{LinkFault, MAX_LINK, MAX_REPLAY, PREFIX};
use crate::orders::{order_of_numbers, packed_numbers};
use crate::reader::ByteReader;
use crate::shipped::shipped_scenarios;

const WHOLE_FILE: u8 = 0;
const SHORT_FORM: u8 = 1;

/// Returns the text of a link for a replay, without the `#`.
#[must_use]
pub fn link_to_replay(replay: &Replay) -> String {
    let payload = short_form(replay).unwrap_or_else(|| [&[WHOLE_FILE], &replay.encode()[..]].concat());
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed =
        deflate.write_all(&payload).and_then(|()| deflate.finish()).expect("memory takes every byte");
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(packed))
}

/// Returns the replay that a link holds, given with or without the `#`, and the record of its battle, which has been
/// played again.
///
/// # Errors
/// The reason why the link holds no true replay. No more than [`MAX_REPLAY`] bytes are ever unpacked.
pub fn replay_from_link(text: &str) -> Result<(Replay, GameRecord), WebFault> {
    let payload = unpack_link(text)?;
    match payload.split_first() {
        Some((&WHOLE_FILE, file)) => Ok(Replay::verify_bytes(file)?),
        Some((&SHORT_FORM, short)) => play_short_form(short),
        Some((&form, _)) => Err(LinkFault::Newer(format!("{PREFIX} {form}")).into()),
        None => Err(LinkFault::Damaged.into()),
    }
}

fn unpack_link(text: &str) -> Result<Vec<u8>, LinkFault> {
    let text = text.strip_prefix('#').unwrap_or(text);
    if text.len() > MAX_LINK {
        return Err(LinkFault::TooLong(text.len()));
    }
    let Some(packed) = text.strip_prefix(PREFIX) else { return Err(fault_of_other_form(text)) };
    let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkFault::Damaged)?;
    let mut payload = Vec::new();
    let mut unpacked = DeflateDecoder::new(&packed[..]).take(MAX_REPLAY + 1);
    unpacked.read_to_end(&mut payload).map_err(|_| LinkFault::Damaged)?;
    if payload.len() as u64 > MAX_REPLAY { Err(LinkFault::TooLarge) } else { Ok(payload) }
}

/// Returns the fault of a text that does not begin as a link does: `r` and a number are of later versions.
fn fault_of_other_form(text: &str) -> LinkFault {
    let form = text.split_once('.').and_then(|(form, _)| form.strip_prefix('r'));
    match form.filter(|number| (1..4).contains(&number.len())) {
        Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            LinkFault::Newer(format!("r{number}."))
        }
        _ => LinkFault::NotALink,
    }
}

/// Returns a digest of a scenario as it is shipped.
fn digest_of_scenario(scenario: &Scenario) -> u64 {
    let texts = [scenario.map.to_ron(), scenario.rules.to_ron()];
    texts.iter().flat_map(|text| text.bytes()).fold(0, |hash, byte| split_mix(hash ^ u64::from(byte)))
}

/// Returns the payload of a battle on a shipped map with the dice of a seed; `None` for other battles.
fn short_form(replay: &Replay) -> Option<Vec<u8>> {
    let names = Seats::in_file(&replay.scenario.map).names_as_text();
    let DiceSource::Seed(seed) = replay.scenario.dice_source() else { return None };
    let is_of_shipped = |shipped: &Scenario| {
        shipped.map.name == replay.scenario.map.name
            && seat_in_scenario(shipped.clone(), &names, seed)
                .is_ok_and(|(seated, _)| seated == replay.scenario)
    };
    let shipped = shipped_scenarios().into_iter().find(is_of_shipped)?;
    let mut bytes = vec![SHORT_FORM];
    bytes.extend(digest_of_scenario(&shipped).to_le_bytes());
    bytes.extend(seed.to_le_bytes());
    for name in [&names.red, &names.blue] {
        bytes.push(u8::try_from(name.len()).ok()?);
        bytes.extend(name.as_bytes());
    }
    bytes.extend(match replay.concession() {
        None => [0, 0],
        Some(conceded) => [conceded.loser as u8 + 1, conceded.how as u8],
    });
    bytes.extend(replay.orders.last()?.1.to_le_bytes());
    bytes.extend(u32::try_from(replay.orders.len()).ok()?.to_le_bytes());
    bytes.extend(packed_numbers(replay.orders.iter().map(|&(order, _)| order))?);
    Some(bytes)
}

fn play_short_form(bytes: &[u8]) -> Result<(Replay, GameRecord), WebFault> {
    let mut reader = ByteReader::new(bytes);
    let digest = reader.read_u64()?;
    let shipped = shipped_scenarios().into_iter().find(|shipped| digest_of_scenario(shipped) == digest);
    let shipped = shipped.ok_or(LinkFault::OtherScenario)?;
    let seed = reader.read_u64()?;
    let (red, blue) = (reader.read_text()?, reader.read_text()?);
    let [loser, how] = [reader.read_u8()?, reader.read_u8()?];
    let (recorded, count) = (reader.read_u64()?, reader.read_u32()?);
    let orders = order_of_numbers(&mut reader, count)?;
    let names = hotgates_engine::BySide { red, blue };
    let (scenario, _) = seat_in_scenario(shipped, &names, seed).map_err(WebFault::Scenario)?;
    let battle =
        Battle::from_scenario(&scenario).map_err(ReplayError::Scenario).map_err(ReplayBreak::from)?;
    let mut record = GameRecord::new(battle, scenario.dice_source());
    let mut log = Vec::new();
    let of = orders.len();
    for (number, order) in (1..).zip(orders) {
        let followed = record.act(order, &mut log);
        followed.map_err(|why| ReplayBreak::Illegal { number, of, order, why })?;
        log.clear();
    }
    let played = record.hash();
    if played != recorded {
        return Err(LinkFault::Hash { recorded, played }.into());
    }
    if let Some(how) = crate::orders::concession_of_number(how).filter(|_| loser > 0) {
        let loser = if loser == 1 { Side::Red } else { Side::Blue };
        if record.battle().verdict().is_some() {
            return Err(LinkFault::Damaged.into());
        }
        record.concede(loser, how, &mut log);
    }
    Ok((record.replay(&scenario), record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_told_apart() {
        assert_eq!(unpack_link(""), Err(LinkFault::NotALink));
        assert_eq!(unpack_link("#top"), Err(LinkFault::NotALink));
        assert_eq!(unpack_link("r2.abc"), Err(LinkFault::Newer("r2.".to_owned())));
        assert_eq!(unpack_link("r1.a+b"), Err(LinkFault::Damaged));
        let long = format!("r1.{}", "A".repeat(MAX_LINK));
        assert_eq!(unpack_link(&long), Err(LinkFault::TooLong(MAX_LINK + 3)));
    }

    #[test]
    fn no_more_is_unpacked_than_may_be() {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        deflate.write_all(&vec![0; 40 << 20]).unwrap();
        let bomb = format!("r1.{}", URL_SAFE_NO_PAD.encode(deflate.finish().unwrap()));
        assert!(bomb.len() < MAX_LINK, "{}", bomb.len());
        assert_eq!(unpack_link(&bomb), Err(LinkFault::TooLarge));
    }
}
