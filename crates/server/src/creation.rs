//! New battles: what a player asks for, and the table that is made of it.

use hotgates_engine::{Battle, BySide, Fault, MapFile, Ruleset, Scenario, Side};
use hotgates_maps::shipped_scenario;
use hotgates_play::{Seat, order_of_battle_mut};
use hotgates_table::{ClockRules, TableSetup};
use serde::{Deserialize, Serialize};

use crate::actor::now_ms;
use crate::fault::ServerFault;
use crate::store::{Store, StoredBattle};
use crate::token::{TokenDigest, draw_battle_id, draw_number, draw_token};

/// Number of whole turns after which those who watch a battle with fog are told of it.
const LATE_TURNS: u32 = 3;
/// Longest clock: a year.
const MOST_MS: u64 = 365 * 24 * 3600 * 1000;
/// Shortest half-turn.
const LEAST_MS: u64 = 1000;
/// Most hexes of a map that a player brings.
const MOST_HEXES: usize = 64 * 64;

/// What a player asks for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBattle {
    /// Number of a shipped map.
    #[serde(default)]
    map: Option<usize>,
    /// The text of a map or scenario of the player's own: whole, without references to files.
    #[serde(default)]
    text: Option<String>,
    /// Who commands Red: `human`, or a commander.
    red: String,
    /// Who commands Blue.
    blue: String,
    /// How much time people have.
    #[serde(default)]
    clock: Option<ClockRules>,
}

/// A battle that has been made: the links of its seats are made of these.
#[derive(Debug, Clone, Serialize)]
pub struct MadeBattle {
    /// The battle's id.
    pub battle: String,
    /// Token of Red's seat; null for a computer's.
    pub red: Option<String>,
    /// Token of Blue's seat.
    pub blue: Option<String>,
}

/// The reason why a battle cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CreationFault {
    /// What was asked for cannot be had; in words.
    #[error("{0}")]
    Asked(String),
    /// The server cannot make it.
    #[error(transparent)]
    Server(#[from] ServerFault),
}

impl NewBattle {
    /// Makes the battle, and keeps it.
    ///
    /// # Errors
    /// What was asked for cannot be had, or the database refuses.
    pub async fn make_battle(self, store: &Store) -> Result<MadeBattle, CreationFault> {
        let scenario = self.scenario()?;
        if let Some(ClockRules { half_turn_ms, bank_ms }) = self.clock
            && (half_turn_ms.max(bank_ms) > MOST_MS || half_turn_ms < LEAST_MS)
        {
            let why =
                format!("a half-turn has {LEAST_MS} to {MOST_MS} milliseconds, and a bank at most as many");
            return Err(CreationFault::Asked(why));
        }
        let (id, number) = (draw_battle_id()?, draw_number()?);
        let setup = TableSetup { id, scenario, number, clock: self.clock, late_turns: LATE_TURNS };
        hotgates_table::Table::new(setup.clone()).map_err(|why| CreationFault::Asked(why.to_string()))?;
        let names = BySide { red: &self.red, blue: &self.blue };
        let mut tokens = BySide { red: None, blue: None };
        for side in Side::BOTH {
            if Seat::from_name(names[side].as_str()).is_human() {
                tokens[side] = Some(draw_token()?);
            }
        }
        let digest = |side: Side| tokens[side].as_deref().map(TokenDigest::of_token);
        let made_ms = i64::try_from(now_ms()).unwrap_or(i64::MAX);
        let stored = StoredBattle { setup, tokens: BySide::new(digest), made_ms };
        store.add_battle(&stored).await?;
        Ok(MadeBattle { battle: stored.setup.id, red: tokens.red, blue: tokens.blue })
    }

    /// Returns the scenario with its commanders' names.
    fn scenario(&self) -> Result<Scenario, CreationFault> {
        let asked = |why: &str| CreationFault::Asked(why.to_owned());
        let mut scenario = match (self.map, &self.text) {
            (Some(number), None) => shipped_scenario(number).ok_or_else(|| asked("there is no such map"))?,
            (None, Some(text)) => scenario_of_text(text)?,
            _ => return Err(asked("a battle has either `map` or `text`")),
        };
        (scenario.map.seed, scenario.key) = (None, None);
        let battle =
            Battle::from_scenario(&scenario).map_err(|faults| CreationFault::Asked(words_of(&faults)))?;
        for (side, name) in [(Side::Red, &self.red), (Side::Blue, &self.blue)] {
            let seat = Seat::seat_named_in_file(name.as_str());
            if !seat.is_human() {
                seat.check_contestant(&scenario.rules)
                    .map_err(|why| CreationFault::Asked(why.to_string()))?;
            }
            order_of_battle_mut(&mut scenario, &battle, side).commander = Some(name.clone());
        }
        Ok(scenario)
    }
}

/// Reads a map that a player brings. It is whole: what it would read from other files is refused by name.
fn scenario_of_text(text: &str) -> Result<Scenario, CreationFault> {
    let map = MapFile::from_ron(text).map_err(|fault| CreationFault::Asked(words_of(&[fault])))?;
    let hexes: usize = map.rows.iter().map(|row| row.chars().count()).sum();
    if hexes > MOST_HEXES {
        return Err(CreationFault::Asked(format!(
            "a map has at most {MOST_HEXES} hexes here, and this one {hexes}"
        )));
    }
    let rules = match map.rules.as_deref() {
        None => Ruleset::classic(),
        Some(name) => shipped_rules(name).ok_or_else(|| {
            CreationFault::Asked("a map that is sent to a server names a shipped ruleset, no file".to_owned())
        })?,
    };
    Ok(Scenario::new(map, rules))
}

/// Returns a shipped ruleset by its name: that of a shipped map.
fn shipped_rules(name: &str) -> Option<Ruleset> {
    let mut shipped = hotgates_maps::shipped_scenarios().into_iter();
    shipped.find(|scenario| scenario.map.rules.as_deref() == Some(name)).map(|scenario| scenario.rules)
}

fn words_of(faults: &[Fault]) -> String {
    faults.iter().map(|fault| fault.message_in_file("map")).collect::<Vec<_>>().join("; ")
}
