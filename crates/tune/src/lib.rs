#![doc = include_str!("../README.md")]

mod document;
mod plan;
mod progress;
mod report;
mod space;
mod spsa;
mod stage;

pub use document::TuningDocument;
pub use plan::TunePlan;
pub use progress::{Checkpoint, TuneVerdict, TuningProgress};
pub use report::TuningReport;
pub use space::{DoctrineSpace, TunedNumber};
pub use spsa::SpsaSearch;
pub use stage::{OpenStage, StageName, TuneLine};
