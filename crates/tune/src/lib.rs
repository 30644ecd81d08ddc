#![doc = include_str!("../README.md")]

mod document;
mod fault;
mod grounds;
mod hall;
mod plan;
mod progress;
mod report;
mod space;
mod spsa;
mod stage;

pub use document::TuningDocument;
pub use fault::TuneFault;
pub use grounds::{MapWithGrounds, TuneGrounds, TuneMap, TunePurpose};
pub use hall::{TuneHall, TuneOrder};
pub use plan::TunePlan;
pub use progress::{Checkpoint, TuneVerdict, TuningProgress};
pub use report::TuningReport;
pub use space::{DoctrineSpace, TunedNumber};
pub use spsa::SpsaSearch;
pub use stage::{OpenStage, StageName, TuneLine, UnknownStage};
