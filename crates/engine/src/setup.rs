//! From a scenario to a battle: the checks of what people write, and where the armies start.

pub(crate) mod camp;
pub(crate) mod check;
pub(crate) mod goals;
pub(crate) mod script;
