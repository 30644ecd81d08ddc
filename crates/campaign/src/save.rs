//! Saves of campaigns.
//!
//! ```text
//! "HOTCAMPAIGN"                    11 bytes
//! format                           u16, 1, little-endian as all numbers
//! campaign                         length u32, then RON text: names, digests and state
//! battle in progress               length u32, then the bytes of its replay; length 0 without one
//! CRC-32 of every byte before it   u32
//! ```

use std::collections::BTreeMap;

use hotgates_engine::{Scenario, Side, parse_ron};
use hotgates_record::{GameRecord, Replay, ReplayBreak, ReplayError};
use hotgates_text::write_ron;
use serde::{Deserialize, Serialize};

use crate::campaign::Campaign;
use crate::state::CampaignState;

/// First bytes of a save.
const MAGIC: &[u8] = b"HOTCAMPAIGN";
/// Format of saves.
const FORMAT: u16 = 1;

/// A campaign that was left: its state, the battle in progress, and digests of the files by which it is
/// played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignSave {
    header: SaveHeader,
    /// The battle in progress, if there is one.
    battle: Option<Replay>,
}

/// Text part of a save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveHeader {
    campaign: String,
    file: u64,
    maps: BTreeMap<String, u64>,
    rules: u64,
    state: CampaignState,
}

/// The reason why bytes are not the save of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CampaignSaveError {
    /// Bytes of another kind of file.
    #[error("this is not a saved campaign: it does not start with `HOTCAMPAIGN`")]
    NotASave,
    /// A format that this build does not know.
    #[error("format {found} of saved campaigns is not known; this build reads format {known}")]
    Version {
        /// Format of the file.
        found: u16,
        /// Format that this build reads.
        known: u16,
    },
    /// The bytes end too early, or go on behind the end.
    #[error("the saved campaign is damaged: its parts are longer or shorter than they say")]
    WrongLength,
    /// A checksum that does not fit the bytes before.
    #[error("the saved campaign is damaged: the checksum does not fit")]
    Checksum,
    /// Text that is no state of a campaign.
    #[error("the saved campaign is damaged: {0}")]
    Text(String),
    /// A battle in progress that is no replay.
    #[error("the battle in progress: {0}")]
    Battle(#[from] ReplayError),
}

/// The reason why a save cannot be taken up again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResumeRefusal {
    /// A save of another campaign.
    #[error("the save is of the campaign `{saved}`, not of `{here}`")]
    OtherCampaign {
        /// Name of the campaign in the save.
        saved: String,
        /// Name of the campaign that was to be resumed.
        here: String,
    },
    /// A campaign file that has changed.
    #[error(
        "the campaign file has changed since this was saved: its digest was {saved:016x} and is {here:016x} now"
    )]
    FileChanged {
        /// Digest in the save.
        saved: u64,
        /// Digest of the file.
        here: u64,
    },
    /// A map that has changed.
    #[error("the map `{map}` has changed since this was saved")]
    MapChanged {
        /// Path of the map.
        map: String,
    },
    /// Rules that have changed.
    #[error("the rules `{rules}` have changed since this was saved")]
    RulesChanged {
        /// Name of the ruleset.
        rules: String,
    },
    /// A state that the campaign cannot have.
    #[error("the save does not fit the campaign: it names battles or units that cannot be there")]
    ImpossibleState,
    /// A battle in progress that is not the one at which the campaign stands.
    #[error("the battle in the save is not the one at which the campaign stands")]
    OtherBattle,
    /// A battle in progress that does not play again.
    #[error("the battle in the save: {0}")]
    Battle(#[from] Box<ReplayBreak>),
}

/// Returns the format of a save, by the first bytes of the file; `None` for another file.
#[must_use]
pub fn save_format_of_bytes(bytes: &[u8]) -> Option<u16> {
    bytes.strip_prefix(MAGIC)?.first_chunk().map(|format| u16::from_le_bytes(*format))
}

impl CampaignSave {
    /// Makes the save of a campaign, with the record of the battle in progress, if there is one.
    ///
    /// # Panics
    /// When there is a record although the state has no battle.
    pub fn new(campaign: &Campaign, state: &CampaignState, record: Option<&GameRecord>) -> Self {
        let battle = record.map(|record| {
            record.replay(&campaign.battle_scenario(state).expect("a battle in progress is one of the state"))
        });
        let header = SaveHeader {
            campaign: campaign.file().name.clone(),
            file: campaign.file_digest(),
            maps: campaign.map_digests(),
            rules: campaign.rules().digest(),
            state: state.clone(),
        };
        Self { header, battle }
    }

    /// Returns the bytes of a file, which [`decode`](Self::decode) reads.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, &FORMAT.to_le_bytes()].concat();
        let battle = self.battle.as_ref().map(Replay::encode).unwrap_or_default();
        for part in [write_ron(&self.header).as_bytes(), &battle] {
            bytes.extend(u32::try_from(part.len()).expect("files are at most 64 MiB").to_le_bytes());
            bytes.extend(part);
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The reason why the bytes are not a save.
    pub fn decode(bytes: &[u8]) -> Result<Self, CampaignSaveError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CampaignSaveError::NotASave)?;
        let (format, rest) = rest.split_first_chunk().ok_or(CampaignSaveError::WrongLength)?;
        let found = u16::from_le_bytes(*format);
        if found != FORMAT {
            return Err(CampaignSaveError::Version { found, known: FORMAT });
        }
        let (text, rest) = split_part(rest)?;
        let (battle, rest) = split_part(rest)?;
        let checksum: [u8; 4] = rest.try_into().map_err(|_| CampaignSaveError::WrongLength)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(checksum) {
            return Err(CampaignSaveError::Checksum);
        }
        let text = std::str::from_utf8(text).map_err(|error| CampaignSaveError::Text(error.to_string()))?;
        let header = parse_ron(text).map_err(|fault| CampaignSaveError::Text(fault.to_string()))?;
        let battle = if battle.is_empty() { None } else { Some(Replay::decode(battle)?) };
        Ok(Self { header, battle })
    }

    /// Takes the campaign up again: its state, and the record of the battle in progress.
    ///
    /// # Errors
    /// The reason why the save is none of this campaign.
    pub fn resume(self, campaign: &Campaign) -> Result<(CampaignState, Option<GameRecord>), ResumeRefusal> {
        let SaveHeader { campaign: saved, file, maps, rules, state } = self.header;
        if saved != campaign.file().name {
            return Err(ResumeRefusal::OtherCampaign { saved, here: campaign.file().name.clone() });
        }
        if file != campaign.file_digest() {
            return Err(ResumeRefusal::FileChanged { saved: file, here: campaign.file_digest() });
        }
        let changed = campaign.map_digests().into_iter().find(|(map, digest)| maps.get(map) != Some(digest));
        if let Some((map, _)) = changed {
            return Err(ResumeRefusal::MapChanged { map });
        }
        if rules != campaign.rules().digest() {
            return Err(ResumeRefusal::RulesChanged { rules: campaign.rules().name.clone() });
        }
        if !campaign.knows_state(&state) {
            return Err(ResumeRefusal::ImpossibleState);
        }
        let Some(mut replay) = self.battle else { return Ok((state, None)) };
        let scenario = campaign.battle_scenario(&state).ok_or(ResumeRefusal::OtherBattle)?;
        if without_unit_names(&scenario) != without_unit_names(&replay.scenario) {
            return Err(ResumeRefusal::OtherBattle);
        }
        replay.scenario = scenario;
        let record = replay.play_again().map_err(Box::new)?;
        Ok((state, Some(record)))
    }
}

/// Returns a scenario whose units have no names: saves from before there were any have none, and names change
/// nothing in a battle.
fn without_unit_names(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    for side in Side::BOTH {
        let army = scenario.map.army_mut(side);
        army.iter_mut().flat_map(|army| &mut army.units).for_each(|unit| unit.called = None);
    }
    scenario
}

/// Splits bytes behind a part with its length in front.
fn split_part(bytes: &[u8]) -> Result<(&[u8], &[u8]), CampaignSaveError> {
    let (length, rest) = bytes.split_first_chunk().ok_or(CampaignSaveError::WrongLength)?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).ok_or(CampaignSaveError::WrongLength)
}
