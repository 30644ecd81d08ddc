//! Most entries of the lists of a ruleset, and the largest numbers in it.

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

/// Highest cost of entering a hex, in MP.
pub const MAX_COST: u16 = 250;
/// Most movement points of a unit type.
pub const MAX_MOVEMENT: u16 = 250;
/// Points of sight of unit types without a number of their own.
pub const USUAL_SIGHT: u32 = 5;
/// Most points of sight of a unit type.
pub const MAX_SIGHT: u32 = 16;
/// Most rounds of a unit type.
pub const MAX_ROUNDS: u32 = 200;
/// Farthest that an officer helps his friends, in hexes.
pub const MAX_RADIUS: u32 = 8;
/// Highest level of a terrain.
pub const MAX_HEIGHT: u32 = 10;
/// Farthest range of a unit type, in hexes.
pub const MAX_RANGE: u32 = 32;
/// Highest price of a unit type, in points.
pub const MAX_POINTS: u32 = 100_000;
/// Most steps of a rank.
pub const MAX_STEPS: u32 = 1_000_000;
/// Largest factor: with larger factors a product of the combat formula could be over 128 bits.
pub(crate) const MAX_FACTOR: u32 = 50_000;
/// Largest factor where rules ask for the situation, which is one factor more.
pub(crate) const MAX_FACTOR_IN_SITUATIONS: u32 = 20_000;
