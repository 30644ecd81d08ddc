//! Replays, saves and puzzles.

use hotgates_analysis::Puzzle;
use hotgates_campaign::CampaignSave;
use hotgates_record::Replay;

use super::note_sound_input;

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

/// A save of a campaign that is read is written and read again as the same.
pub fn campaign_save(bytes: &[u8]) {
    let Ok(save) = CampaignSave::decode(&with_right_checksum(bytes)) else { return };
    note_sound_input();
    assert_eq!(CampaignSave::decode(&save.encode()).as_ref(), Ok(&save));
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
