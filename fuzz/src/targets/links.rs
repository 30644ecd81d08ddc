//! Links that hold a battle.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use hotgates_record::Replay;
use hotgates_web::{MAX_REPLAY, link_to_replay, replay_from_link};

use super::note_sound_input;

/// How links begin that hold a payload.
const PREFIX: &str = "r1.";

/// Returns the link that holds a payload.
///
/// # Panics
/// Never: memory takes every byte.
#[must_use]
pub fn packed_link(payload: &[u8]) -> String {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
    deflate.write_all(payload).expect("memory takes every byte");
    let packed = deflate.finish().expect("memory takes every byte");
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(packed))
}

/// Returns the payload that a link of ours holds.
///
/// # Panics
/// For other texts.
#[must_use]
pub fn unpacked_link(link: &str) -> Vec<u8> {
    let packed =
        URL_SAFE_NO_PAD.decode(link.strip_prefix(PREFIX).expect("a link")).expect("letters of base64");
    let mut payload = Vec::new();
    DeflateDecoder::new(&packed[..]).take(MAX_REPLAY).read_to_end(&mut payload).expect("a whole payload");
    payload
}

/// A link that is read is written and read again as the same battle, and its replay verifies. Bytes that do not begin
/// as links do are the payload of one, so that mutations reach what is behind the packing; a form that keeps a
/// checksum of its bytes is given the right one.
pub fn battle_link(bytes: &[u8]) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if text.trim_start_matches('#').starts_with('r') => text.to_owned(),
        _ => packed_link(&with_right_checksum(bytes)),
    };
    let Ok((replay, record)) = replay_from_link(&text) else { return };
    note_sound_input();
    assert_eq!(record.orders(), replay.orders);
    assert_eq!(record.battle().verdict(), replay.verdict);
    let (again, same) = replay_from_link(&link_to_replay(&replay)).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((&again, same.hash()), (&replay, record.hash()));
    let verified = Replay::verify_bytes(&replay.encode()).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(verified.1.hash(), record.hash());
}

/// Returns a payload with the checksum that a whole replay file in it should have.
fn with_right_checksum(payload: &[u8]) -> Vec<u8> {
    match payload.split_first() {
        Some((&0, file)) => [&[0], &super::records::with_right_checksum(file)[..]].concat(),
        _ => payload.to_vec(),
    }
}
