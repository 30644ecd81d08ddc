//! The rules of Hotgates: a turn-based battle on hexes, pure and deterministic.
//!
//! A [`Scenario`] is what people write and may be wrong; [`Scenario::check`] makes it a [`Battle`] or says
//! everything that is wrong with it. A battle changes in one way: [`Battle::act`] takes an [`Order`] and [`Dice`] and
//! appends [`Event`]s to a log. There is no I/O, clock, thread, float or hidden randomness in here: the same scenario,
//! dice and orders make the same battle on every machine.
//!
//! ```
//! use hotgates_engine::{Battle, Dice, LegalOrders, MapFile, Order, Scenario};
//!
//! let map = MapFile::from_ron(r##"(
//!     name: "Two men and a castle",
//!     rows: ["..........", "#........."],
//!     red: (units: [(type: "infantry", at: (9, 0))]),
//!     blue: (units: [(type: "infantry")]),
//! )"##)?;
//! let scenario = Scenario::classic(map);
//! let mut battle = Battle::from_scenario(&scenario).expect("a sound scenario");
//! let mut dice = Dice::new(scenario.seed());
//! let mut log = Vec::new();
//! let first = LegalOrders::new().of_side(&battle)[0];
//! battle.act(first, &mut dice, &mut log)?;
//! battle.act(Order::EndTurn, &mut dice, &mut log)?;
//! assert_eq!(battle.side(), hotgates_engine::Side::Blue);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(clippy::float_arithmetic)]
#![expect(clippy::result_large_err, reason = "a fault is made once for a file, never while playing")]

mod coord;
mod grid;
mod measure;
mod side;

mod fault;
mod ground;
mod map;
mod ruleset;
mod scenario;
mod text;
mod write;

mod path;

mod battle;
mod check;
mod occupancy;
mod setup;
mod unit;
mod zobrist;

mod act;
mod combat;
mod dice;
mod event;
mod legal;
mod odds;
mod order;
mod outcome;
mod sight;
mod view;
mod zone;

mod replay;

pub use battle::Battle;
pub use check::{MAX_TURNS, MAX_UNITS, MAX_VARIATION, Report};
pub use combat::{Blow, CombatTable, Fighter};
pub use coord::{Coord, Direction};
pub use dice::Dice;
pub use event::Event;
pub use fault::{Fault, FaultKind, Position};
pub use grid::{Cell, Grid};
pub use hexx::Hex;
pub use legal::LegalOrders;
pub use map::Map;
pub use measure::{MovementPoints, Permille, Strength};
pub use odds::{Odds, OddsEntry, WAYS, WHOLE};
pub use order::{Illegal, Order};
pub use outcome::{How, Outcome, UnitOutcome, Verdict};
pub use path::{CellSet, Field, Finder, Landmarks, Path, PathOptions, Reach};
pub use replay::{Broken, Course, Replay, ReplayError};
pub use ruleset::{
    Arm, Attack, Combat, Matchup, OptionalRules, Ranged, Rank, Ruleset, Setup, StandardArmies, Terrain,
    UnitType,
};
pub use scenario::{Army, BattleFile, MapFile, Objective, Scenario, ScenarioFile, UnitEntry};
pub use side::{BySide, Side};
pub use text::{locate, parse};
pub use unit::{UnitId, UnitInfo, UnitState};
pub use view::View;
