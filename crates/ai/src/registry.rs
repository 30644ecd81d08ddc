//! Commanders by name.

use crate::commander::Commander;
use crate::{Greedy, Hunter, Random, Warden};

/// Every commander there is, the weakest first.
pub const NAMES: [&str; 5] = ["random", "greedy", "hunter", "warden", "warden-exact"];

/// A name that no commander has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown commander `{name}`; known: {}", NAMES.join(", "))]
pub struct UnknownCommander {
    /// The name.
    pub name: String,
}

/// Makes the commander of this name; `seed` is for those that need chance of their own.
///
/// # Errors
/// When there is none, with the names there are.
pub fn named(name: &str, seed: u64) -> Result<Box<dyn Commander>, UnknownCommander> {
    match name {
        "random" => Ok(Box::new(Random::new(seed))),
        "greedy" => Ok(Box::new(Greedy::default())),
        "hunter" => Ok(Box::new(Hunter::default())),
        "warden" => Ok(Box::new(Warden::new(seed))),
        "warden-exact" => Ok(Box::new(Warden::exact(seed))),
        _ => Err(UnknownCommander { name: name.to_owned() }),
    }
}
