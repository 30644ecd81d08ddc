//! Plans: everything that a tournament's results depend on.

use std::fmt::Write as _;

use hotgates_engine::{DiceKey, DiceSource, Scenario};
use hotgates_play::CommanderName;
use hotgates_record::BEHAVIOUR;
use hotgates_stats::SequentialTest;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Everything that a tournament's results depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// Format of the folder that the plan is kept in.
    pub format: u32,
    /// Number of the way in which battles are played.
    pub behaviour: u32,
    /// Who meets whom, and until when.
    pub tournament: TournamentFormat,
    /// The commanders, each with a name of its own.
    pub commanders: Vec<PlannedCommander>,
    /// The maps, each with a file of its own.
    pub maps: Vec<PlannedMap>,
    /// Number of sets for each pairing and map; in a Swiss tournament for each round.
    pub sets: u32,
    /// Number of games of a set: 2, or 4 if the armies are exchanged too.
    pub games_per_set: u32,
    /// Key that the dice of all games come from, instead of the seeds of the maps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<DiceKey>,
    /// Limits of the time of programs; none where none plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_limits: Option<ProgramLimits>,
}

/// Limits of the time of programs that command, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// For each half-turn.
    pub turn_ms: u64,
    /// For a battle, beyond those for each half-turn.
    pub bank_ms: u64,
}

/// Who meets whom in a tournament, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Each commander meets each other one.
    RoundRobin,
    /// The first commander meets each other one.
    Gauntlet,
    /// In each round commanders meet who have made about as many points.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// Two commanders meet until a sequential test can tell which hypothesis holds.
    Sprt {
        /// The first commander is stronger by so many normalised Elo at most.
        elo0: f64,
        /// The first commander is stronger by so many normalised Elo at least.
        elo1: f64,
        /// Greatest share of wrong verdicts where `elo0` is true.
        alpha: f64,
        /// Greatest share of wrong verdicts where `elo1` is true.
        beta: f64,
    },
}

impl TournamentFormat {
    /// Returns a sequential test with these values of `elo0`, `elo1`, `alpha` and `beta`; the usual ones are 0, 30, 0.05 and
    /// 0.05. `None` if they make no test.
    ///
    /// ```
    /// use hotgates_tournament::TournamentFormat;
    ///
    /// let usual = TournamentFormat::Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
    /// assert_eq!(TournamentFormat::sequential_test([None; 4]), Some(usual));
    /// assert_eq!(TournamentFormat::sequential_test([Some(30.0), None, None, None]), None);
    /// ```
    pub fn sequential_test(numbers: [Option<f64>; 4]) -> Option<Self> {
        let [elo0, elo1, alpha, beta] = numbers;
        let [elo0, elo1] = [elo0.unwrap_or(0.0), elo1.unwrap_or(30.0)];
        let [alpha, beta] = [alpha, beta].map(|share| share.unwrap_or(0.05));
        SequentialTest::new(elo0, elo1, alpha, beta)?;
        Some(Self::Sprt { elo0, elo1, alpha, beta })
    }

    /// Returns `round-robin`, `gauntlet`, `swiss` or `sprt`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss { .. } => "swiss",
            Self::Sprt { .. } => "sprt",
        }
    }
}

/// A commander of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedCommander {
    /// The whole name, as for `battle --red`.
    pub name: String,
    /// Version of the program that plays it.
    pub version: String,
    /// SHA-256 of its doctrine, or of the file of a policy, in hexadecimal digits; none where it has neither.
    pub doctrine_sha256: Option<String>,
}

/// A map of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedMap {
    /// The file as it was named.
    pub file: String,
    /// Name of the map.
    pub name: String,
    /// SHA-256 of the map with its armies, as this program writes it, in hexadecimal digits.
    pub sha256: String,
    /// SHA-256 of the ruleset, likewise.
    pub rules_sha256: String,
    /// Seed of the first set; each further set has the next one. None where the plan has a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seed: Option<u64>,
}

impl PlannedMap {
    /// Returns the map of a scenario that lies in a file, and gives the scenario its dice: those of the key, else those of this
    /// seed, else the file's own, else seed 0. The dice are no part of the map.
    pub fn of_scenario(
        file: String,
        scenario: &mut Scenario,
        seed: Option<u64>,
        key: Option<DiceKey>,
    ) -> Self {
        let seed_in_file = scenario.map.seed.take();
        let sha256 = hash_text(&scenario.map.to_ron());
        let seed = seed.or(seed_in_file).unwrap_or(0);
        let (dice, first_seed) = match key {
            Some(key) => (DiceSource::Key(key), None),
            None => (DiceSource::Seed(seed), Some(seed)),
        };
        scenario.set_dice_source(dice);
        let (name, rules_sha256) = (scenario.map.name.clone(), hash_text(&scenario.rules.to_ron()));
        Self { file, name, sha256, rules_sha256, first_seed }
    }
}

impl TournamentPlan {
    /// Format of the folders that this crate writes.
    pub const FORMAT: u32 = 1;

    /// Returns a plan of this format with sets of two games, without commanders, maps and sets.
    #[must_use]
    pub const fn new(tournament: TournamentFormat) -> Self {
        Self {
            format: Self::FORMAT,
            behaviour: BEHAVIOUR,
            tournament,
            commanders: Vec::new(),
            maps: Vec::new(),
            sets: 0,
            games_per_set: 2,
            key: None,
            program_limits: None,
        }
    }

    /// Returns what makes another plan of this one, in words, the first difference only; `None` if both
    /// are the same.
    pub fn what_differs(&self, now: &Self) -> Option<String> {
        let differ = |what: &str, then: &dyn std::fmt::Display, now: &dyn std::fmt::Display| {
            (then.to_string() != now.to_string()).then(|| format!("{what} was {then} and is {now} now"))
        };
        differ("the format of the folder", &self.format, &now.format)
            .or_else(|| differ("the behaviour of the rules", &self.behaviour, &now.behaviour))
            .or_else(|| differ("the kind of tournament", &self.tournament.name(), &now.tournament.name()))
            .or_else(|| self.tournament.different_number(&now.tournament))
            .or_else(|| self.different_commander(now))
            .or_else(|| self.different_map(now))
            .or_else(|| {
                let [then, now] =
                    [self, now].map(|plan| u64::from(plan.sets) * u64::from(plan.games_per_set));
                differ("the number of games for each pairing and map", &then, &now)
            })
            .or_else(|| differ("the number of games of a set", &self.games_per_set, &now.games_per_set))
            .or_else(|| (self.key != now.key).then(|| "the key of the dice is another one".to_owned()))
            .or_else(|| {
                (self.program_limits != now.program_limits)
                    .then(|| "the time of programs is another one".to_owned())
            })
            .or_else(|| (self != now).then(|| "the plan is another one".to_owned()))
    }

    fn different_commander(&self, now: &Self) -> Option<String> {
        let (names, names_now) = (list_names(&self.commanders), list_names(&now.commanders));
        if names != names_now {
            return Some(format!("the commanders were {names} and are {names_now} now"));
        }
        self.commanders.iter().zip(&now.commanders).find_map(|(then, now)| {
            let PlannedCommander { name, version, doctrine_sha256 } = then;
            if *version != now.version {
                return Some(format!(
                    "{name} was of version {version} and is of version {} now",
                    now.version
                ));
            }
            let is_same = *doctrine_sha256 == now.doctrine_sha256;
            let what = match CommanderName::from(name.as_str()) {
                CommanderName::Policy(_) => "file",
                CommanderName::Human | CommanderName::BuiltIn(_) | CommanderName::Program(_) => "doctrine",
            };
            (!is_same).then(|| format!("the {what} of {name} has changed since"))
        })
    }

    fn different_map(&self, now: &Self) -> Option<String> {
        let files =
            |plan: &Self| plan.maps.iter().map(|map| map.file.as_str()).collect::<Vec<_>>().join(", ");
        if files(self) != files(now) {
            return Some(format!("the maps were {} and are {} now", files(self), files(now)));
        }
        self.maps.iter().zip(&now.maps).find_map(|(then, now)| {
            let file = &then.file;
            match () {
                () if then.sha256 != now.sha256 => Some(format!("the map {file} has changed since")),
                () if then.rules_sha256 != now.rules_sha256 => {
                    Some(format!("the ruleset of {file} has changed since"))
                }
                () if then.first_seed != now.first_seed => {
                    let [then, now] = [then, now].map(|map| match map.first_seed {
                        Some(seed) => seed.to_string(),
                        None => "none".to_owned(),
                    });
                    Some(format!("the first seed of {file} was {then} and is {now} now"))
                }
                () => None,
            }
        })
    }
}

impl TournamentFormat {
    fn different_number(&self, now: &Self) -> Option<String> {
        match (self, now) {
            (Self::Swiss { rounds: then }, Self::Swiss { rounds: now }) if then != now => {
                Some(format!("the number of rounds was {then} and is {now} now"))
            }
            (Self::Sprt { .. }, Self::Sprt { .. }) if self != now => {
                Some("the sequential test is another one".to_owned())
            }
            _ => None,
        }
    }
}

fn list_names(commanders: &[PlannedCommander]) -> String {
    commanders.iter().map(|commander| commander.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Returns the SHA-256 of a text in hexadecimal digits.
///
/// ```
/// let hash = hotgates_tournament::hash_text("abc");
/// assert!(hash.starts_with("ba7816bf8f01cfea") && hash.len() == 64);
/// ```
#[must_use]
pub fn hash_text(text: &str) -> String {
    hash_bytes(text.as_bytes())
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
///
/// ```
/// assert_eq!(hotgates_tournament::hash_bytes(b"abc"), hotgates_tournament::hash_text("abc"));
/// ```
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_plan_are_read_to_the_last_digit() {
        for number in 1..2000_u32 {
            let elo1 = f64::from(number) / 997.0 * 30.0;
            let format = TournamentFormat::Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
            let plan = TournamentPlan::new(format);
            let text = serde_json::to_string(&plan).unwrap();
            let again: TournamentPlan = serde_json::from_str(&text).unwrap();
            assert_eq!(plan.what_differs(&again), None, "{text}");
        }
    }
}
