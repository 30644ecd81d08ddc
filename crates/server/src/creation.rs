//! New battles: what a player asks for, and the table that is made of it.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use hotgates_engine::{Battle, BySide, Fault, MapFile, Ruleset, Scenario, Side};
use hotgates_maps::shipped_scenario;
use hotgates_play::{Seat, order_of_battle_mut};
use hotgates_table::{ClockRules, TableSetup};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::actor::now_ms;
use crate::bots::BotList;
use crate::fault::ServerFault;
use crate::lobby::Listing;
use crate::store::{Store, StoredBattle};
use crate::token::{TokenDigest, draw_battle_id, draw_number, draw_token};

/// Fewest and most whole turns after which those who watch a battle with fog may be told all of it.
const LATE_TURNS: RangeInclusive<u32> = 3..=100;
/// Most maps of players' own that are checked at a time, and how long one may take.
const MOST_CHECKS: usize = 2;
const CHECKING: Duration = Duration::from_secs(2);
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
    /// Commander of Red: `human`, or a commander.
    red: String,
    /// Commander of Blue.
    blue: String,
    /// How much time people have.
    #[serde(default)]
    clock: Option<ClockRules>,
    /// Number of whole turns after which those who watch are told everything, where units can be out of sight; without it
    /// they are told at once what both sides see.
    #[serde(default)]
    late_turns: Option<u32>,
    /// False if nobody arranges units before the first turn.
    #[serde(default = "arranges_units")]
    arrange: bool,
    /// True if the lobby shows the battle.
    #[serde(default)]
    listed: bool,
    /// The seat that whoever comes first may have, at a battle that the lobby shows.
    #[serde(default)]
    open: Option<Side>,
}

const fn arranges_units() -> bool {
    true
}

/// A battle that has been made: the links of its seats are made of these.
#[derive(Debug, Clone, Serialize)]
pub struct MadeBattle {
    /// The battle's id.
    pub battle: String,
    /// Token of Red's seat; null for a computer's and for one that whoever comes first may have.
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
    pub async fn make_battle(
        self,
        store: &Store,
        bots: &BotList,
        checks: &MapChecks,
    ) -> Result<MadeBattle, CreationFault> {
        let scenario = checks.check_scenario(self.clone(), bots.clone()).await?;
        if let Some(ClockRules { half_turn_ms, bank_ms }) = self.clock
            && (half_turn_ms.max(bank_ms) > MOST_MS || half_turn_ms < LEAST_MS)
        {
            let why =
                format!("a half-turn has {LEAST_MS} to {MOST_MS} milliseconds, and a bank at most as many");
            return Err(CreationFault::Asked(why));
        }
        if let Some(turns) = self.late_turns
            && !LATE_TURNS.contains(&turns)
        {
            let (least, most) = LATE_TURNS.into_inner();
            let why = format!("those who watch late are told {least} to {most} whole turns later");
            return Err(CreationFault::Asked(why));
        }
        let free = self.free_seat()?;
        let (id, number) = (draw_battle_id()?, draw_number()?);
        let (clock, late_turns, arranges) = (self.clock, self.late_turns, self.arrange);
        let setup = TableSetup { id, scenario, number, clock, late_turns, arranges };
        hotgates_table::Table::with_programs(setup.clone(), |name| bots.program_of_seat(name))
            .map_err(|why| CreationFault::Asked(why.to_string()))?;
        let names = BySide { red: &self.red, blue: &self.blue };
        let mut tokens = BySide { red: None, blue: None };
        for side in Side::BOTH {
            if Some(side) != free && Seat::from_name(names[side].as_str()).is_human() {
                tokens[side] = Some(draw_token()?);
            }
        }
        let digest = |side: Side| tokens[side].as_deref().map(TokenDigest::of_token);
        let made_ms = i64::try_from(now_ms()).unwrap_or(i64::MAX);
        let stored = StoredBattle {
            listing: self.listed.then(|| Listing::of_setup(&setup)),
            setup,
            tokens: BySide::new(digest),
            made_ms,
            open_seat: free,
            closed: false,
            muted: false,
        };
        store.add_battle(&stored).await?;
        Ok(MadeBattle { battle: stored.setup.id, red: tokens.red, blue: tokens.blue })
    }

    /// Returns the seat that whoever comes first may have.
    fn free_seat(&self) -> Result<Option<Side>, CreationFault> {
        let Some(side) = self.open else { return Ok(None) };
        let name = if side == Side::Red { &self.red } else { &self.blue };
        if self.listed && Seat::from_name(name.as_str()).is_human() {
            return Ok(Some(side));
        }
        Err(CreationFault::Asked("a free seat is a person's, at a battle that is listed".to_owned()))
    }

    /// Returns the scenario with its commanders' names.
    fn scenario(&self, bots: &BotList) -> Result<Scenario, CreationFault> {
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
            if !seat.is_human() && bots.program_of_seat(seat.name()).is_none() {
                seat.check_contestant(&scenario.rules)
                    .map_err(|why| CreationFault::Asked(why.to_string()))?;
            }
            order_of_battle_mut(&mut scenario, &battle, side).commander = Some(name.clone());
        }
        Ok(scenario)
    }
}

/// Returns the scenario of a request for a new battle, where no programs may be chosen.
///
/// # Errors
/// The reason, in words, why there is none.
pub fn scenario_of_request(bytes: &[u8]) -> Result<Scenario, String> {
    let asked: NewBattle = serde_json::from_slice(bytes).map_err(|why| why.to_string())?;
    asked.scenario(&BotList::default()).map_err(|why| why.to_string())
}

/// Leave to check maps: what takes too long is given up, and no more are checked at a time than the machine bears.
#[derive(Debug, Clone)]
pub struct MapChecks(Arc<Semaphore>);

impl Default for MapChecks {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_CHECKS)))
    }
}

impl MapChecks {
    /// Makes the scenario that a player asks for, away from what others wait for.
    async fn check_scenario(&self, asked: NewBattle, bots: BotList) -> Result<Scenario, CreationFault> {
        let too_long = |_| CreationFault::Asked("it takes too long to check this map".to_owned());
        let leave = Arc::clone(&self.0).acquire_owned();
        let leave = timeout(CHECKING, leave).await.map_err(too_long)?;
        let check = tokio::task::spawn_blocking(move || {
            // A check that is given up holds its leave until it ends.
            let _leave = leave;
            asked.scenario(&bots)
        });
        match timeout(CHECKING, check).await.map_err(too_long)? {
            Ok(scenario) => scenario,
            Err(_) => Err(CreationFault::Asked("this map cannot be checked".to_owned())),
        }
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
