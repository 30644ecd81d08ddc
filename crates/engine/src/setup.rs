//! From a scenario to a battle: the checks of what people write, and where the armies stand.

pub(crate) mod check;
pub(crate) mod goals;
pub(crate) mod script;
