//! The commanders by their names.

use std::sync::Arc;

use hotgates_doctrine::DoctrinePart;
use hotgates_engine::{FaultKind, NameKind};

use crate::believing::BelievingCommander;
use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::tempered_hunter::TemperedHunter;
use crate::turning::TurningCommander;
use crate::warden::SettledWarden;
use crate::works::WorkingCommander;
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
/// all but `random` play by a [belief](BelievingCommander); all but `random` and `greedy` turn units where
/// they face ways before a half-turn ends, and have engineers work where a ruleset has works.
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
    let own = Arc::clone(doctrine);
    let inner: Box<dyn Commander> = match name {
        "random" => return Ok(Box::new(RandomCommander::new(seed))),
        "greedy" => return Ok(Box::new(BelievingCommander::new(Box::new(GreedyCommander::default())))),
        "hunter" => Box::new(TemperedHunter::<SettledWarden>::new(own)),
        "warden" => Box::new(Warden::new(seed).with_doctrine(own)),
        "warden-exact" => Box::new(Warden::with_smallest_sets(seed).with_doctrine(own)),
        "strategist" => Box::new(Strategist::new(seed).with_doctrine(own)),
        _ => return Err(UnknownCommander { name: name.to_owned() }),
    };
    let turning = TurningCommander::new(inner, condition);
    let working = Box::new(WorkingCommander::new(turning, doctrine));
    Ok(Box::new(BelievingCommander::new(working)))
}

/// Returns the parts of command that a commander has, by whose numbers of a doctrine it decides; `random` and
/// `greedy` have none. A commander that plays its enemies forward plays them by the other numbers, too.
///
/// ```
/// use hotgates_ai::{DoctrinePart, doctrine_parts};
///
/// assert!(doctrine_parts("warden").is_ok_and(|parts| parts.contains(&DoctrinePart::Holding)));
/// assert_eq!(doctrine_parts("greedy"), Ok([].as_slice()));
/// assert!(doctrine_parts("gredy").is_err());
/// ```
///
/// # Errors
/// When no commander has the name, with the names that there are.
pub fn doctrine_parts(name: &str) -> Result<&'static [DoctrinePart], UnknownCommander> {
    use DoctrinePart::{Condition, Holding, Hunting, Planning, Works};
    match name {
        "random" | "greedy" => Ok(&[]),
        "hunter" => Ok(&[Hunting, Condition, Works]),
        "warden" | "warden-exact" => Ok(&[Hunting, Holding, Condition, Works]),
        "strategist" => Ok(&[Hunting, Holding, Planning, Condition, Works]),
        _ => Err(UnknownCommander { name: name.to_owned() }),
    }
}
