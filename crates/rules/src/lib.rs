#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]

mod aftermath;
mod aftermath_table;
mod combat;
mod condition;
mod dice;
mod dice_key;
mod facing;
mod height;
mod ids;
mod limits;
mod odds;
mod officers;
mod optional_rules;
mod reaction;
mod ruleset;
mod selector;
mod supply;
mod weather;
mod weather_effects;
mod work_table;
mod works;

pub use aftermath::{Aftermath, AttackLosses, AttackSetting, BlowLosses, Retreat};
pub use combat::{AttackBlow, CombatTable, Fighter, MoreFactors};
pub use condition::{CohesionRule, Condition, RetreatRule};
pub use dice::{Dice, factor_of_pips};
pub use dice_key::{DiceKey, DiceKeyError, DiceSource};
pub use facing::{Aspect, FacingRule, turned_toward};
pub use height::HeightRule;
pub use hotgates_grid::MovementPoints;
pub use hotgates_text::{Permille, Side, Strength};
pub use ids::{GoalId, RankId, ScriptedEventId, TerrainId, UnitTypeId, WeatherId, WorkId};
pub use limits::{MAX_KINDS, MAX_POINTS, MAX_SIGHT, MAX_UNITS};
pub use odds::{Odds, OddsEntry, WAYS, WHOLE};
pub use officers::{CombinedArmsRule, LeadershipRule, OfficerRule};
pub use optional_rules::{OptionalRules, ZoneEffect};
pub use reaction::{EntrenchmentRule, ReactionRule};
pub use ruleset::{
    Arm, Attack, Combat, Matchup, Ranged, Rank, Ruleset, Setup, StandardArmies, Terrain, UnitType,
};
pub use selector::TypeSelector;
pub use supply::{AmmunitionRule, SupplyRule};
pub use weather::{WeatherRule, WeatherState};
pub use work_table::WorkTable;
pub use works::{WorkProgress, WorkRule};
