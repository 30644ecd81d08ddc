//! Cost-aware path search over cells: one kernel, several views of it.
//!
//! The cost of a path is the sum of the costs of the hexes entered: the start is free, the end is
//! paid.
//!
//! A search knows a map and its costs. Enemies in the way of a unit are asked of
//! [`obstacles::Obstacles`].

pub(crate) mod cost_bits;
pub(crate) mod field;
pub(crate) mod finder;
mod flood;
mod kernel;
pub(crate) mod landmarks;
pub(crate) mod obstacles;
pub(crate) mod reach;
