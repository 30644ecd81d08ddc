//! The past of a battle as far as it is kept: how the last half-turns began.

use std::sync::Arc;

use crate::battle::presence::ExtraState;
use crate::battle::unit::UnitState;
use hotgates_scenario::Ground;
use hotgates_text::Side;

/// The part of a battle that changes, as it was when a half-turn began.
#[derive(Debug)]
pub(super) struct HalfTurnStart {
    pub(super) units: Box<[UnitState]>,
    pub(super) owners: Box<[Side]>,
    pub(super) progress: Box<[u32]>,
    pub(super) extra: Option<Box<ExtraState>>,
    pub(super) ground: Arc<Ground>,
    pub(super) turn: u32,
    pub(super) side: Side,
}

/// The starts of the half-turn that is being played and of the one before it.
///
/// Not part of the position: battles with the same position and other pasts are equal.
#[derive(Debug, Clone)]
pub(super) struct HalfTurnStarts {
    pub(super) present: Arc<HalfTurnStart>,
    pub(super) last: Option<Arc<HalfTurnStart>>,
    /// `true` once an order has begun in this half-turn.
    pub(super) ordered: bool,
    /// `true` if events before the first order of the half-turn have changed the battle since `present` was
    /// kept.
    pub(super) outdated: bool,
}

impl HalfTurnStarts {
    /// Makes the past of a battle whose first half-turn begins like this.
    pub(super) fn first(start: HalfTurnStart) -> Self {
        Self { present: Arc::new(start), last: None, ordered: false, outdated: false }
    }
}
