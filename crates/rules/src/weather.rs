//! Weather and time of day: states that change what ground costs, how far units see, and fire.

use std::collections::BTreeMap;

use hotgates_text::{Permille, read_at_most};
use serde::{Deserialize, Serialize};

use crate::ids::WeatherId;
use crate::limits::{MAX_KINDS, MAX_SCHEDULE};

/// The rule of weather, or of the time of day: each turn has one state for both sides, by a schedule or by
/// chance.
///
/// ```
/// use hotgates_rules::{Dice, Ruleset, WeatherId, WeatherRule};
///
/// let rules = Ruleset::classic();
/// let source = "(states: [(name: \"day\"), (name: \"night\", sight: 400)], schedule: [\"day\", \"day\", \"night\"])";
/// let rule: WeatherRule = hotgates_text::parse_ron(source).expect("a rule of weather");
/// let turns: Vec<u8> = (1..=6).map(|turn| rule.scheduled(turn).expect("a schedule").0).collect();
/// assert_eq!(turns, [0, 0, 1, 0, 0, 1]);
/// assert_eq!(rule.drawn_after(WeatherId(0), 2, &Dice::new(1)), WeatherId(1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRule {
    /// The states; without a schedule a battle begins with the first.
    #[serde(deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub states: Vec<WeatherState>,
    /// Names of the states of the first turns, which come again in this order; empty where the `next` of
    /// states decide.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_SCHEDULE, _, _>"
    )]
    pub schedule: Vec<String>,
}

/// A state of the weather, or a time of day.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherState {
    /// What players call it.
    pub name: String,
    /// Factors on the costs of entering terrains, by their names; costs are rounded up.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "read_at_most::<MAX_KINDS, _, _>"
    )]
    pub costs: BTreeMap<String, Permille>,
    /// Factor on the points of sight of units under fog of war, rounded down, at most 1000 ‰.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub sight: Permille,
    /// Factor on the losses by fire from afar.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub fire: Permille,
    /// Names of the states that may follow in the next turn, each with its weight; this state for good, if
    /// not given.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "read_at_most::<MAX_KINDS, _, _>"
    )]
    pub next: BTreeMap<String, u32>,
}

const fn whole() -> Permille {
    Permille::ONE
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_whole(factor: &Permille) -> bool {
    *factor == Permille::ONE
}

/// Largest factor on costs.
pub(crate) const MAX_COST_FACTOR: u32 = 10_000;
/// Largest factor on fire.
pub(crate) const MAX_FIRE_FACTOR: u32 = 4000;
/// Largest weight of a state that may follow.
pub(crate) const MAX_WEIGHT: u32 = 1000;

impl WeatherRule {
    /// Returns the state with which a battle begins.
    #[must_use]
    pub fn first(&self) -> WeatherId {
        self.scheduled(1).unwrap_or_default()
    }

    /// Returns the state of a turn by the schedule; `None` where chance decides.
    #[must_use]
    pub fn scheduled(&self, turn: u32) -> Option<WeatherId> {
        let turns = self.schedule.len().max(1);
        let place = usize::try_from(turn.saturating_sub(1)).unwrap_or(0) % turns;
        self.schedule.get(place).and_then(|name| self.by_name(name))
    }

    pub(crate) fn by_name(&self, name: &str) -> Option<WeatherId> {
        self.states.iter().position(|state| state.name == name).map(WeatherId::from_index)
    }
}

impl WeatherState {
    /// Returns what fire from afar adds to the situation of a blow, in ‰.
    #[must_use]
    pub fn situation_of_fire(&self) -> i32 {
        self.fire.above_one()
    }
}
