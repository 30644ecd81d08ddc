//! Replays, saves and puzzles.

use std::sync::LazyLock;

use hotgates_analysis::Puzzle;
use hotgates_campaign::{Campaign, CampaignSave, save_format_of_bytes};
use hotgates_record::Replay;

use super::note_sound_input;
use crate::corpus::own_campaign;

static OWN_CAMPAIGN: LazyLock<Campaign> = LazyLock::new(own_campaign);

/// Returns the bytes with the checksum that they should have in their last four: what is spoilt shall
/// not end at the checksum.
pub(super) fn with_right_checksum(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len().saturating_sub(4)];
    [body, &crc32fast::hash(body).to_le_bytes()].concat()
}

/// A replay that is read is written and read again as the same, and one that plays again is the record
/// of its battle.
pub fn replay_file(bytes: &[u8]) {
    let bytes = with_right_checksum(bytes);
    let Ok(replay) = Replay::decode(&bytes) else { return };
    note_sound_input();
    let written = replay.encode();
    assert_eq!(Replay::decode(&written).as_ref(), Ok(&replay));
    let Ok((replay, record)) = Replay::verify_bytes(&bytes) else { return };
    assert_eq!(record.orders(), replay.orders);
    assert_eq!(record.battle().verdict(), replay.verdict);
}

/// A save of a campaign that is read is written and read again as the same, and taken up or refused in words.
pub fn campaign_save(bytes: &[u8]) {
    let Ok(save) = CampaignSave::decode(&with_right_checksum(bytes)) else { return };
    note_sound_input();
    let written = save.encode();
    assert_eq!(CampaignSave::decode(&written).as_ref(), Ok(&save));
    assert!(save_format_of_bytes(&written).is_some());
    match save.resume(&OWN_CAMPAIGN) {
        Ok((state, record)) => {
            let again = CampaignSave::new(&OWN_CAMPAIGN, &state, record.as_ref()).resume(&OWN_CAMPAIGN);
            assert!(
                again.is_ok_and(|(_, again)| again.is_some() == record.is_some()),
                "it is taken up again"
            );
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty(), "a refusal has a reason"),
    }
}

/// A puzzle that is read is written, and what is read again is written the same.
pub fn puzzle_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(puzzle) = Puzzle::from_ron(text) else { return };
    note_sound_input();
    let written = puzzle.to_ron();
    let again = Puzzle::from_ron(&written).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
    assert_eq!(again.to_ron(), written);
    assert_eq!(again.scenario().map, puzzle.scenario().map);
    assert_eq!(again.position().hash(), puzzle.position().hash());
}
