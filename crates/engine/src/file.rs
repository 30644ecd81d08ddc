//! Maps, scenarios and rulesets as people write them, and the checks that they need.

pub(crate) mod goals;
pub(crate) mod map;
pub(crate) mod prices;
pub(crate) mod scenario;
pub(crate) mod script;
