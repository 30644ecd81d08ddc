//! Files that people write, as text and as values, and the faults of such files.

pub(crate) mod fault;
pub(crate) mod format;
pub(crate) mod goals;
pub(crate) mod ids;
pub(crate) mod map;
pub(crate) mod prices;
pub(crate) mod ruleset;
pub(crate) mod scenario;
pub(crate) mod selector;
pub(crate) mod text;
