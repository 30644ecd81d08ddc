//! Replays in the text of a link: `r1.`, and then a deflated payload in the letters of base64 for addresses.
//!
//! The payload's first byte is 0 before the bytes of a replay file, and one of
//! [`ShortForm`](crate::short_form::ShortForm)'s before the short form of a battle on a shipped map.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use hotgates_record::{GameRecord, Replay};

use crate::fault::WebFault;
use crate::link_fault::{LinkFault, MAX_LINK, MAX_REPLAY, PREFIX};
use crate::short_form::ShortForm;

const WHOLE_FILE: u8 = 0;

/// Returns the text of a link for a replay, without the `#`.
#[must_use]
pub fn link_to_replay(replay: &Replay) -> String {
    let short = ShortForm::of_replay(replay).and_then(|short| short.encode());
    let payload = short.unwrap_or_else(|| [&[WHOLE_FILE], &replay.encode()[..]].concat());
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
        Some((&form, short)) if ShortForm::FORMS.contains(&form) => {
            ShortForm::decode(form, short)?.play_again()
        }
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
