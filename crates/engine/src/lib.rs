#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]

// The rooms in the order of reading. A module is used from where it is defined, not from its room,
// so that no two files use each other.
mod setup;

mod battle;

pub use battle::Battle;
pub use battle::event::Event;
pub use battle::finder::{PathFinder, PathOptions};
pub use battle::fog_state::{Knower, Mark};
pub use battle::goal_table::{Goal, GoalAim};
pub use battle::legal::LegalOrders;
pub use battle::move_odds::{MoveOdds, MoveOutcome};
pub use battle::order::{Illegal, Order};
pub use battle::outcome::{Outcome, UnitOutcome, Verdict, VictoryKind};
pub use battle::presence::Presence;
pub use battle::script_table::{ScriptTrigger, ScriptedEvent};
pub use battle::spectator::Spectator;
pub use battle::unit::{Arrival, UnitId, UnitInfo, UnitLabel, UnitState};
pub use battle::view::{KnownBattle, View};
pub use hotgates_grid::{
    CachedField, Cell, CellSet, Coord, Direction, DirectionSet, Field, FieldCache, Grid, Hex, Landmarks,
    MovementPoints, Path, Reach, WaysFromCell, mix,
};
pub use hotgates_rules::{
    Aftermath, AmmunitionRule, Arm, Aspect, Attack, AttackBlow, AttackLosses, AttackSetting, BlowLosses,
    CohesionRule, Combat, CombatTable, CombinedArmsRule, Condition, Dice, DiceKey, DiceKeyError, DiceSource,
    EntrenchmentRule, FacingRule, Fighter, GoalId, HeightRule, LeadershipRule, MAX_KINDS, MAX_POINTS,
    MAX_UNITS, Matchup, MoreFactors, Odds, OddsEntry, OfficerRule, OptionalRules, Ranged, Rank, RankId,
    ReactionRule, Retreat, RetreatRule, Ruleset, ScriptedEventId, Setup, StandardArmies, SupplyRule, Terrain,
    TerrainId, TypeSelector, UnitType, UnitTypeId, WAYS, WHOLE, WeatherId, WeatherRule, WeatherState, WorkId,
    WorkProgress, WorkRule, WorkTable, ZoneEffect, factor_of_pips, turned_toward,
};
pub use hotgates_scenario::{
    AllowedTypes, Army, ArmyFile, ArrivalEntry, BattleFile, ContingentEntry, DegreeEntry, GoalEntry,
    MAX_CONTINGENTS, MAX_EXPERIENCE, MAX_GOALS, MAX_TURNS, MAX_VARIATION, Map, MapFile, NamedHomes,
    NotRgbColour, Objective, PurchaseRefusal, RgbColour, SIDE_FACTOR_LIMITS, Scenario, ScenarioFile,
    ScriptedEventEntry, SideFactors, UnitEntry, VictoryPointValues, WinningSets,
};
pub use hotgates_text::{
    AtMost, BySide, CountedPart, Fault, FaultKind, FileFormat, ListedUnit, MissingPart, NameKind,
    NearbyObject, Permille, Side, Strength, TextPosition, count_words, is_hidden_character, locate_faults,
    parse_file, parse_ron, text_in_html, text_in_markdown, visible_lines, visible_text,
};
pub use setup::check::CheckedScenario;
pub use setup::goals::MAX_VICTORY_POINTS;
pub use setup::script::MAX_REPEATS;
