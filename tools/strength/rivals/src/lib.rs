//! Searches of other authors as commanders, to measure the game's own against. `README.md` names
//! their sources.

mod evolution;
mod forecast;
mod naive;
mod outside;
mod planning;
mod portfolio;

use hotgates_ai::Commander;

use planning::PlanningCommander;

/// Names of the rivals.
pub const RIVAL_NAMES: [&str; 4] = ["outside", "online-evolution", "naive-mcts", "portfolio"];

/// Returns the rival of one of [`RIVAL_NAMES`]; `seed` is for the chance of its own.
///
/// ```
/// use hotgates_rivals::{RIVAL_NAMES, rival_by_name};
///
/// for name in RIVAL_NAMES {
///     assert_eq!(rival_by_name(name, 7).expect("one of the names").name(), name);
/// }
/// assert!(rival_by_name("hunter", 7).is_none());
/// ```
#[must_use]
pub fn rival_by_name(name: &str, seed: u64) -> Option<Box<dyn Commander>> {
    let planner: planning::Planner = match name {
        "outside" => outside::improve_plans,
        "online-evolution" => evolution::evolve_plans,
        "naive-mcts" => naive::sample_plans,
        "portfolio" => portfolio::assign_scripts,
        _ => return None,
    };
    let name = RIVAL_NAMES.into_iter().find(|known| *known == name)?;
    Some(Box::new(PlanningCommander::new(name, seed, planner)))
}
