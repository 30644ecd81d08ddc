//! Going back to the start of the last half-turn.

use std::sync::Arc;

use crate::battle::occupancy::Occupancy;
use crate::battle::past::{HalfTurnStart, HalfTurnStarts};
use crate::battle::{Battle, FALLEN, pack_hex};
use hotgates_text::BySide;

impl Battle {
    /// Keeps the position as the start of a half-turn: at once, or where events may change it before the first
    /// order, once they have.
    pub(super) fn keep_half_turn_start(&mut self) {
        self.past.last = Some(Arc::clone(&self.past.present));
        (self.past.ordered, self.past.outdated) = (false, true);
        if !self.has_extra_state() {
            self.settle_half_turn_start();
        }
    }

    /// Keeps the position as the start of the half-turn if events have changed it since: what happens before
    /// the first order belongs to the start. A position is kept once for all of these events, not for each.
    #[inline]
    pub(super) fn settle_half_turn_start(&mut self) {
        if self.past.outdated {
            self.past.present = Arc::new(self.half_turn_start());
            self.past.outdated = false;
        }
    }

    pub(super) fn half_turn_start(&self) -> HalfTurnStart {
        HalfTurnStart {
            units: self.units.clone(),
            owners: self.owners.clone(),
            progress: self.progress.clone(),
            extra: self.extra.clone(),
            ground: Arc::clone(&self.ground),
            turn: self.turn,
            side: self.side,
        }
    }

    /// Returns the battle as it was when the half-turn before the present one began; `None` in the
    /// first half-turn. Its own past reaches no farther back.
    pub(super) fn before_last_half_turn(&self) -> Option<Self> {
        let start = self.past.last.as_ref()?;
        let mut battle = self.clone();
        battle.fog = None;
        battle.units.clone_from(&start.units);
        battle.owners.clone_from(&start.owners);
        battle.progress.clone_from(&start.progress);
        battle.extra.clone_from(&start.extra);
        battle.ground = Arc::clone(&start.ground);
        (battle.turn, battle.side, battle.verdict) = (start.turn, start.side, None);
        battle.past =
            HalfTurnStarts { present: Arc::clone(start), last: None, ordered: false, outdated: false };
        battle.occupancy = Occupancy::new(battle.units.len());
        (battle.alive, battle.strength) = (BySide::default(), BySide::default());
        for (unit, info) in self.roster() {
            let state = battle.units[unit.index()];
            battle.places[unit.index()] = FALLEN;
            if state.alive() {
                battle.places[unit.index()] = pack_hex(self.grid().hex(state.cell));
                battle.occupancy.put_unit(state.cell, unit);
                battle.alive[info.side] += 1;
                battle.strength[info.side] += u32::from(state.strength.0);
            }
        }
        battle.hash = battle.hash_from_scratch();
        Some(battle)
    }
}
