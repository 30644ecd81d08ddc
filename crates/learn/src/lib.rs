//! Battles as learners see them: what a side knows as arrays of numbers, orders as numbered actions with a mask,
//! and battles as episodes. The Python package and whoever else trains or runs policies share this one encoding.
//!
//! ```
//! use std::sync::Arc;
//! use hotgates_engine::{MapFile, Scenario};
//! use hotgates_learn::{ActionForm, Episode, EpisodeSetup};
//!
//! let map = MapFile::from_ron(
//!     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
//!         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
//! )?;
//! let setup = EpisodeSetup::new(Scenario::classic(map)).map_err(|faults| faults[0].to_string())?;
//! let setup = Arc::new(setup.with_form(ActionForm::Pick));
//! let mut episode = Episode::begin(&setup, 7)?;
//! while let Some(action) = episode.mask().any_action() {
//!     episode.step(action)?;
//! }
//! assert!(episode.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod place;
mod shape;

mod action;
mod intent;
mod mask;
mod pick;

mod plane;
mod unit_table;

mod reward;

mod episode;

pub use action::{ActionForm, ActionSpace, UnitExtras};
pub use episode::{Episode, EpisodeError, EpisodeSetup, IllegalRule, ObservationWriter, StepOutcome};
pub use intent::{IntentPlanner, UnitIntent};
pub use mask::{ActionMask, ActionMeaning};
pub use pick::PickedOrders;
pub use place::PlaceTable;
pub use plane::PlaneWriter;
pub use reward::RewardForm;
pub use shape::{EncodingShape, UNIT_FEATURES};
pub use unit_table::UnitTableWriter;
