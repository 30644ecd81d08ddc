//! Campaigns as people write them; they may be wrong.

use hotgates_engine::{Coord, Fault, FileFormat, MAX_KINDS, Side, parse_file};
use hotgates_text::{BattleResult, read_at_most};
use serde::{Deserialize, Serialize};

/// Most battles of a campaign.
pub const MAX_CAMPAIGN_BATTLES: usize = 100;
/// Most units of the army of a campaign, and most places for them in a battle.
pub const MAX_ARMY_UNITS: usize = 100;
/// Most ways on after a battle.
pub const MAX_WAYS_ON: usize = 100;
/// Most points for refitting.
pub const MAX_CAMPAIGN_POINTS: i64 = 1_000_000;

/// A campaign file: an army, the battles that it fights, and the ways from one to the next; in RON a
/// `Campaign(…)`.
///
/// ```
/// use hotgates_campaign::CampaignFile;
///
/// let file = CampaignFile::from_ron(r#"Campaign(
///     name: "One field",
///     side: blue,
///     army: [(key: "guard", type: "infantry")],
///     battles: [(
///         key: "field", map: "field.ron", title: "The field", briefing: "Hold it.", places: [(3, 0)],
///         then: [(result: won, end: won, text: "Held."), (end: lost, text: "Lost.")],
///     )],
///     army_lost: "Nobody is left.",
/// )"#)?;
/// assert_eq!((file.battles.len(), file.battles[0].then.len()), (1, 2));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Campaign", deny_unknown_fields)]
pub struct CampaignFile {
    /// Format of the file.
    #[serde(default, skip_serializing)]
    pub format: FileFormat,
    /// Name of the campaign, for people.
    pub name: String,
    /// Author of the campaign.
    #[serde(default)]
    pub author: Option<String>,
    /// Notes about the campaign, which players read before its first battle.
    #[serde(default)]
    pub notes: Option<String>,
    /// Side that the player leads in every battle.
    pub side: Side,
    /// Units with which the player begins.
    #[serde(deserialize_with = "read_at_most::<MAX_ARMY_UNITS, _, _>")]
    pub army: Vec<EnlistedUnit>,
    /// Points for refitting before the first battle.
    #[serde(default)]
    pub points: i64,
    /// Names of the unit types that the player may buy.
    #[serde(default, deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub recruits: Vec<String>,
    /// `true` if a destroyed unit stays in the army without a man, to be filled up again.
    #[serde(default)]
    pub cadres: bool,
    /// Battles of the campaign; the first in the list is fought first.
    #[serde(deserialize_with = "read_at_most::<MAX_CAMPAIGN_BATTLES, _, _>")]
    pub battles: Vec<CampaignBattle>,
    /// Text for players whose army is destroyed and who cannot pay for another.
    pub army_lost: String,
}

/// A unit of the player's army at the start of a campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnlistedUnit {
    /// Word that stands for the unit and is its name for players.
    pub key: String,
    /// Name of the unit's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Strength in men; full strength, if not given.
    #[serde(default)]
    pub strength: Option<i64>,
    /// Rank of the officer; no officer, if not given.
    #[serde(default)]
    pub rank: Option<String>,
    /// Name of the officer.
    #[serde(default)]
    pub name: Option<String>,
    /// Experience of the unit; none, if not given.
    #[serde(default)]
    pub experience: Option<i64>,
}

/// One battle of a campaign file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignBattle {
    /// Word by which ways lead to the battle.
    pub key: String,
    /// Path of the map or scenario, from the folder of the campaign file.
    pub map: String,
    /// Title of the battle, for people.
    pub title: String,
    /// Text that players read before the battle.
    pub briefing: String,
    /// Hexes on which units of the army start: as many of them fight as there are places.
    #[serde(deserialize_with = "read_at_most::<MAX_ARMY_UNITS, _, _>")]
    pub places: Vec<Coord>,
    /// Ways on after the battle; the first that fits the result is taken.
    #[serde(deserialize_with = "read_at_most::<MAX_WAYS_ON, _, _>")]
    pub then: Vec<WayOn>,
}

/// A way on after a battle: what must have come of it, what the player gets, and where it leads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayOn {
    /// Result that the way asks for; any, if not given.
    #[serde(default)]
    pub result: Option<BattleResult>,
    /// Degree of victory that the way asks for; any or none, if not given.
    #[serde(default)]
    pub degree: Option<String>,
    /// Points for refitting that the player gets.
    #[serde(default)]
    pub points: i64,
    /// Text that players read after the battle.
    pub text: String,
    /// Key of the next battle.
    #[serde(default)]
    pub next: Option<String>,
    /// Result of the whole campaign, which ends here.
    #[serde(default)]
    pub end: Option<BattleResult>,
}

impl CampaignFile {
    /// Reads a campaign.
    ///
    /// # Errors
    /// The place where the text breaks, and the text expected there.
    pub fn from_ron(source: &str) -> Result<Self, Fault> {
        parse_file(source)
    }

    /// Returns the place in the list of the battle with a key.
    pub fn battle_index(&self, key: &str) -> Option<usize> {
        self.battles.iter().position(|battle| battle.key == key)
    }
}

impl WayOn {
    /// Returns `true` if the way may be taken after this result and degree.
    pub fn fits(&self, result: BattleResult, degree: Option<&str>) -> bool {
        self.result.is_none_or(|wanted| wanted == result)
            && self.degree.as_deref().is_none_or(|wanted| Some(wanted) == degree)
    }
}
