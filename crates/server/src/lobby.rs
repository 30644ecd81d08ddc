//! The lobby: battles that their makers have made public, with nothing about them that is secret.

use hotgates_engine::{BySide, Side};
use hotgates_play::Seats;
use hotgates_table::{ClockRules, TableSetup};
use serde::{Deserialize, Serialize};

/// Most battles of each kind, and most ratings, that the lobby shows, the newest first.
pub const MOST_LISTED: i64 = 50;

/// What everybody may know of a public battle. It is written when the battle is made, and holds nothing of what happens
/// there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    map: String,
    red: String,
    blue: String,
    clock: Option<ClockRules>,
    fog: bool,
}

impl Listing {
    /// Returns what everybody may know of the battle of a set-up.
    pub fn of_setup(setup: &TableSetup) -> Self {
        let BySide { red, blue } = Seats::in_file(&setup.scenario.map).names_as_text();
        let fog = setup.scenario.rules.options.fog_of_war;
        Self { map: setup.scenario.map.name.clone(), red, blue, clock: setup.clock, fog }
    }
}

/// A public battle.
#[derive(Debug, Clone, Serialize)]
pub struct ListedBattle {
    /// The battle's id.
    pub battle: String,
    /// The seat that whoever comes first may have; null where none is free.
    pub free: Option<Side>,
    /// When it was made, in milliseconds of the server's clock.
    #[serde(skip)]
    pub made_ms: i64,
    /// What everybody may know of it.
    #[serde(flatten)]
    pub listing: Listing,
}

impl ListedBattle {
    /// Returns a line about the battle.
    pub fn title(&self) -> String {
        let Listing { map, red, blue, .. } = &self.listing;
        let free = self.free.map_or_else(String::new, |side| format!("; {side}'s seat is free"));
        format!("{map}: {red} against {blue}{free}")
    }
}

/// A player's rating.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RatedPlayer {
    /// The player's name.
    pub player: String,
    /// Rating above the mean of all players, in Elo.
    pub elo: f64,
    /// The lower end of its interval at 95 %.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// Number of games that count.
    pub games: usize,
}

/// Everything that the lobby shows.
#[derive(Debug, Clone, Serialize)]
pub struct Lobby {
    /// Battles that wait for a player.
    pub open: Vec<ListedBattle>,
    /// Battles that can be watched.
    pub running: Vec<ListedBattle>,
    /// Names of the programs that may be chosen as opponents.
    pub bots: Vec<String>,
    /// Ratings of players, the highest first; absent where nobody is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Vec<RatedPlayer>>,
}
