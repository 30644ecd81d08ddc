//! The commanders by their names.

use std::sync::Arc;

use hotgates_engine::{FaultKind, NameKind};

use crate::believing::BelievingCommander;
use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::tempered_hunter::TemperedHunter;
use crate::turning::TurningCommander;
use crate::{Doctrine, GreedyCommander, RandomCommander, Strategist, Warden};

/// Names of all commanders, the weakest first.
pub const NAMES: [&str; 6] = ["random", "greedy", "hunter", "warden", "warden-exact", "strategist"];

/// A name that no commander has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown commander `{name}`; known: {}", NAMES.join(", "))]
pub struct UnknownCommander {
    /// The name.
    pub name: String,
}

impl From<UnknownCommander> for FaultKind {
    fn from(UnknownCommander { name }: UnknownCommander) -> Self {
        Self::Unknown { what: NameKind::Commander, name, known: NAMES.join(", ") }
    }
}

/// Makes the commander of a name; `seed` is for those that need chance of their own. Under fog of war
/// all but `random` play by a [belief](BelievingCommander); where units face ways all but `random` and
/// `greedy` turn them before a half-turn ends.
///
/// # Errors
/// When no commander has the name, with the names that there are.
pub fn commander_by_name(name: &str, seed: u64) -> Result<Box<dyn Commander>, UnknownCommander> {
    commander_with_doctrine(name, seed, &Doctrine::built_in_doctrine())
}

/// Makes a commander like [`commander_by_name`], which weighs things as a doctrine has it; `random`
/// and `greedy` weigh nothing.
///
/// # Errors
/// When no commander has the name, with the names that there are.
pub fn commander_with_doctrine(
    name: &str,
    seed: u64,
    doctrine: &Arc<Doctrine>,
) -> Result<Box<dyn Commander>, UnknownCommander> {
    let condition = ConditionWeight(doctrine.condition);
    let doctrine = Arc::clone(doctrine);
    let inner: Box<dyn Commander> = match name {
        "random" => return Ok(Box::new(RandomCommander::new(seed))),
        "greedy" => return Ok(Box::new(BelievingCommander::new(Box::new(GreedyCommander::default())))),
        "hunter" => Box::new(TemperedHunter::new(doctrine)),
        "warden" => Box::new(Warden::new(seed).with_doctrine(doctrine)),
        "warden-exact" => Box::new(Warden::with_smallest_sets(seed).with_doctrine(doctrine)),
        "strategist" => Box::new(Strategist::new(seed).with_doctrine(doctrine)),
        _ => return Err(UnknownCommander { name: name.to_owned() }),
    };
    let turning = Box::new(TurningCommander::new(inner, condition));
    Ok(Box::new(BelievingCommander::new(turning)))
}
