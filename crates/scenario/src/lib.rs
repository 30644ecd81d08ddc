#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]
#![expect(clippy::result_large_err, reason = "a fault is made once for a file, never while playing")]

mod army_file;
mod camp;
mod contingent;
mod goals;
mod ground;
mod home;
mod line_of_sight;
mod map;
mod prices;
mod scenario;
mod script;
mod side_terms;
mod sight_table;
mod write;

pub use army_file::ArmyFile;
pub use camp::{ArmyCamp, CampPlanner, NearestSources, RedOrigin, UnitToPlace, default_homes};
pub use contingent::{ContingentEntry, MAX_CONTINGENTS, NotRgbColour, RgbColour};
pub use goals::{DegreeEntry, GoalEntry, MAX_GOALS, VictoryPointValues, WinningSets};
pub use ground::Ground;
pub use home::NamedHomes;
pub use line_of_sight::cell_blocking_line_of_sight;
pub use map::Map;
pub use prices::PurchaseRefusal;
pub use scenario::{
    Army, BattleFile, MAX_EXPERIENCE, MAX_TURNS, MAX_VARIATION, MapFile, Objective, Scenario, ScenarioFile,
    UnitEntry,
};
pub use script::{ArrivalEntry, ScriptedEventEntry};
pub use side_terms::{AllowedTypes, SIDE_FACTOR_LIMITS, SideFactors, find_faults_of_terms};
pub use sight_table::SightTable;
