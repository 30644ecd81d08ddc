//! A checked campaign, which can be played.

use std::collections::BTreeMap;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Fault, Ruleset, Scenario, Strength, UnitType};
use hotgates_text::write_ron;

use crate::check::CampaignCheck;
use crate::file::{CampaignBattle, CampaignFile};

/// A campaign that can be played: nothing about it needs checking again.
///
/// ```
/// use std::collections::BTreeMap;
/// use hotgates_campaign::{Campaign, CampaignFile};
/// use hotgates_engine::{MapFile, Scenario};
///
/// let file = CampaignFile::from_ron(r#"Campaign(
///     name: "One field", side: blue, army: [(key: "guard", type: "infantry")],
///     battles: [(key: "field", map: "field.ron", title: "The field", briefing: "Hold it.", places: [(3, 0)],
///         then: [(end: won, text: "It is over.")])],
///     army_lost: "Nobody is left.",
/// )"#)?;
/// let map = MapFile::from_ron("Map(name: \"field\", rows: [\"....................\", \"#...................\"])")?;
/// let maps = BTreeMap::from([("field.ron".to_owned(), Scenario::classic(map))]);
/// let campaign = Campaign::from_file(file, maps).expect("a sound campaign");
/// let state = campaign.begin(7);
/// assert_eq!(campaign.battle_at(&state).expect("the first battle").title, "The field");
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone)]
pub struct Campaign {
    file: CampaignFile,
    maps: BTreeMap<String, Scenario>,
    rules: Ruleset,
}

impl Campaign {
    /// Makes the campaign of a file; `maps` has the scenario of each path that the file's battles name.
    ///
    /// # Errors
    /// Every fault of the file and of the maps.
    pub fn from_file(file: CampaignFile, maps: BTreeMap<String, Scenario>) -> Result<Self, Vec<Fault>> {
        let rules = CampaignCheck::new(&file, &maps).check_campaign()?;
        Ok(Self { file, maps, rules })
    }

    /// Returns the campaign as people wrote it.
    pub const fn file(&self) -> &CampaignFile {
        &self.file
    }

    /// Returns the ruleset of all battles.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the scenario of a battle as its file has it, without the player's army.
    ///
    /// # Panics
    /// When the battle is none of this campaign.
    pub fn scenario_in_file(&self, battle: &CampaignBattle) -> &Scenario {
        &self.maps[&battle.map]
    }

    /// Returns the type of a unit of the army.
    ///
    /// # Panics
    /// When the ruleset has no type of this name.
    pub fn unit_type(&self, kind: &str) -> &UnitType {
        &self.rules.units[self.rules.unit(kind).expect("types of an army are checked")]
    }

    /// Returns the strength of a unit type without losses.
    pub fn full_strength(&self, kind: &str) -> Strength {
        self.unit_type(kind).strength
    }

    /// Returns the price, in points, of men for units of a type: their share of the price of the type,
    /// rounded up.
    pub fn price_of_men(&self, kind: &str, men: u16) -> u32 {
        let unit = self.unit_type(kind);
        let points = unit.points.expect("types of an army have a price");
        let price = (u64::from(points) * u64::from(men)).div_ceil(u64::from(unit.strength.0.max(1)));
        u32::try_from(price).unwrap_or(u32::MAX)
    }

    /// Returns the price of the cheapest unit that the player may buy; `None` where none may be bought.
    pub fn cheapest_recruit(&self) -> Option<u32> {
        let recruits = self.file.recruits.iter();
        recruits.map(|kind| self.price_of_men(kind, self.full_strength(kind).0)).min()
    }

    /// Returns a number that tells the content of campaign files apart; comments and layout are not in
    /// it.
    pub(crate) fn file_digest(&self) -> u64 {
        text_digest(&write_ron(&self.file))
    }

    /// Returns a number for each map that tells its content apart.
    pub(crate) fn map_digests(&self) -> BTreeMap<String, u64> {
        self.maps.iter().map(|(path, map)| (path.clone(), text_digest(&map.map.to_ron()))).collect()
    }
}

fn text_digest(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| split_mix(hash ^ u64::from(byte)))
}
