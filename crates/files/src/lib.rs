//! Reading and writing the files of Hotgates: everything that a person or a disk can get wrong becomes one clear
//! message with its place, and a file is there whole or as it was before.
//!
//! ```no_run
//! use std::path::Path;
//! use hotgates_files::{Loaded, Target};
//!
//! let loaded = Loaded::open(Path::new("maps/hot_gates.ron"))?;
//! let (battle, warnings) = loaded.battle()?;
//! Target::new(Path::new("picture.txt"))?.write(b"all of it, or nothing")?;
//! # Ok::<(), hotgates_files::Problem>(())
//! ```

mod load;
mod problem;
mod save;

pub use load::{Loaded, Located, MAX_BYTES, Source, bytes, rules_of, ruleset};
pub use problem::{Problem, reason};
pub use save::Target;
