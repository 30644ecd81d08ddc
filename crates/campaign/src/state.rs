//! The state of a campaign between its battles: where it stands, and the player's army.

use std::collections::BTreeSet;

use hotgates_scenario::MAX_EXPERIENCE;
use hotgates_text::BattleResult;
use serde::{Deserialize, Serialize};

use crate::campaign::Campaign;
use crate::file::{CampaignBattle, EnlistedUnit};

/// A unit of the player's army.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyUnit {
    /// Word that stands for the unit and is its name for players; each stands for one unit.
    pub key: String,
    /// Name of the unit's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Number of men; 0 for the cadre of a destroyed unit.
    pub men: u16,
    /// Experience since the last promotion.
    pub experience: u16,
    /// Name of the officer's rank; `None` without an officer.
    pub rank: Option<String>,
    /// Name of the officer.
    pub officer: Option<String>,
}

/// A battle that has been fought, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassedBattle {
    /// Key of the battle.
    pub battle: String,
    /// Result for the player.
    pub result: BattleResult,
    /// Degree of victory, if the scenario names one.
    pub degree: Option<String>,
    /// Number of the player's men, of the army's units, that were lost.
    pub lost: u32,
}

/// Place of a campaign in its graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CampaignPlace {
    /// The battle of this key comes next, or is being fought.
    Battle(String),
    /// The campaign is over, with this result.
    End(BattleResult),
}

/// The state of a campaign: always at a battle or at an end.
///
/// A battle in progress is not part of the state, which changes when the battle is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignState {
    pub(crate) seed: u64,
    pub(crate) place: CampaignPlace,
    pub(crate) army: Vec<ArmyUnit>,
    pub(crate) fielded: Vec<String>,
    pub(crate) points: u32,
    pub(crate) bought: u32,
    pub(crate) path: Vec<PassedBattle>,
    /// Text for players about the last battle; empty before the first one.
    pub(crate) news: String,
    /// Name of the commander whom the player has chosen for the enemy; `None` for the one that the map names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) enemy: Option<String>,
}

impl CampaignState {
    /// Returns where the campaign stands.
    pub const fn place(&self) -> &CampaignPlace {
        &self.place
    }

    /// Returns the result of the whole campaign, once it is over.
    pub const fn end(&self) -> Option<BattleResult> {
        match self.place {
            CampaignPlace::Battle(_) => None,
            CampaignPlace::End(result) => Some(result),
        }
    }

    /// Returns every unit of the army.
    pub fn army(&self) -> &[ArmyUnit] {
        &self.army
    }

    /// Returns the unit of a key.
    pub fn unit(&self, key: &str) -> Option<&ArmyUnit> {
        self.army.iter().find(|unit| unit.key == key)
    }

    /// Returns the keys of the units that fight in the next battle, in the order of its places.
    pub fn fielded(&self) -> &[String] {
        &self.fielded
    }

    /// Returns the points for refitting.
    pub const fn points(&self) -> u32 {
        self.points
    }

    /// Returns the battles fought so far, in their order.
    pub fn path(&self) -> &[PassedBattle] {
        &self.path
    }

    /// Returns the text about the last battle; empty before the first one.
    pub fn news(&self) -> &str {
        &self.news
    }

    /// Returns the number from which the dice of all battles come.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the name of the commander whom the player has chosen for the enemy; `None` stands for the one
    /// that the map of each battle names. A name that was read from a save stands in a file: no program may
    /// be started by it.
    pub fn enemy(&self) -> Option<&str> {
        self.enemy.as_deref()
    }

    /// Chooses the commander of the enemy, by name, in this battle and those that follow.
    pub fn choose_enemy(&mut self, enemy: Option<String>) {
        self.enemy = enemy;
    }

    /// Returns the number of men in the army.
    pub fn men(&self) -> u32 {
        self.army.iter().map(|unit| u32::from(unit.men)).sum()
    }
}

impl Campaign {
    /// Returns the state before the first battle; every battle's dice come from `seed`.
    pub fn begin(&self, seed: u64) -> CampaignState {
        let file = self.file();
        let unit = |unit: &EnlistedUnit| ArmyUnit {
            key: unit.key.clone(),
            kind: unit.kind.clone(),
            men: unit
                .strength
                .and_then(|men| u16::try_from(men).ok())
                .unwrap_or_else(|| self.full_strength(&unit.kind).0),
            experience: unit.experience.and_then(|gained| u16::try_from(gained).ok()).unwrap_or(0),
            rank: unit.rank.clone(),
            officer: unit.name.clone(),
        };
        let mut state = CampaignState {
            seed,
            place: CampaignPlace::Battle(file.battles[0].key.clone()),
            army: file.army.iter().map(unit).collect(),
            fielded: Vec::new(),
            points: u32::try_from(file.points).expect("points are checked"),
            bought: 0,
            path: Vec::new(),
            news: String::new(),
            enemy: None,
        };
        self.field_first_units(&mut state);
        state
    }

    /// Returns the battle at which a campaign stands; `None` once it is over.
    pub fn battle_at(&self, state: &CampaignState) -> Option<&CampaignBattle> {
        match &state.place {
            CampaignPlace::Battle(key) => self.file().battles.iter().find(|battle| battle.key == *key),
            CampaignPlace::End(_) => None,
        }
    }

    /// Sends the first units that have men, as many as the battle has places.
    pub(crate) fn field_first_units(&self, state: &mut CampaignState) {
        let places = self.battle_at(state).map_or(0, |battle| battle.places.len());
        let able = state.army.iter().filter(|unit| unit.men > 0).take(places);
        state.fielded = able.map(|unit| unit.key.clone()).collect();
    }

    /// Returns `true` if a state is one of this campaign: its battle is there, its units are possible
    /// ones, and those that fight are among them.
    pub(crate) fn knows_state(&self, state: &CampaignState) -> bool {
        let places = self.battle_at(state).map(|battle| battle.places.len());
        let possible = |unit: &ArmyUnit| {
            self.file()
                .army
                .iter()
                .map(|enlisted| &enlisted.kind)
                .chain(&self.file().recruits)
                .any(|kind| *kind == unit.kind)
                && unit.men <= self.full_strength(&unit.kind).0
                && i64::from(unit.experience) <= MAX_EXPERIENCE
                && unit.rank.as_ref().is_none_or(|rank| self.rules().rank(rank).is_some())
        };
        let once = |keys: Vec<&String>| {
            let all = keys.len();
            keys.into_iter().collect::<BTreeSet<_>>().len() == all
        };
        let able = |key: &String| state.unit(key).is_some_and(|unit| unit.men > 0);
        (places.is_some() || state.end().is_some())
            && state.bought <= u32::MAX / 2
            && state.fielded.len() <= places.unwrap_or(0)
            && state.army.iter().all(possible)
            && once(state.army.iter().map(|unit| &unit.key).collect())
            && once(state.fielded.iter().collect())
            && state.fielded.iter().all(able)
    }
}
