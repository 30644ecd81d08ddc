//! Most entries of the lists of a ruleset.

/// Most terrains, unit types, ranks, works or states of the weather of a ruleset.
pub const MAX_KINDS: usize = 100;
/// Most different tags of the unit types of a ruleset.
pub const MAX_TAGS: usize = 64;
/// Most entries of a table that has one for each unit type or tag.
pub const MAX_SELECTORS: usize = MAX_KINDS + MAX_TAGS;
/// Most rows of match-ups: a row for each way to attack and pair of unit types.
pub const MAX_MATCHUPS: usize = 2 * MAX_KINDS * MAX_KINDS;
/// Most turns of a schedule of the weather: as many as a battle may have.
pub const MAX_SCHEDULE: usize = 10_000;
/// Most units of an army.
pub const MAX_UNITS: usize = 20_000;
