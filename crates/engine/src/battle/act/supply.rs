//! Supplies at the start of a half-turn: whom they reach, and who gets ammunition.

use super::OrderExecution;
use crate::battle::event::Event;
use crate::battle::unit::UnitId;

/// Number of half-turns without supplies after which no more is lost by another.
const MOST_HALF_TURNS: u8 = 3;

impl OrderExecution<'_> {
    /// Begins a half-turn for supplies: finds the units that they reach, each in ascending order.
    pub(super) fn bring_supplies(&mut self) {
        if self.battle.verdict().is_some() {
            return;
        }
        let side = self.battle.side();
        let supplied = self.battle.cells_in_supply(side);
        let units: Vec<UnitId> = self.battle.living(side).collect();
        for unit in units {
            let reached = |supplied| self.battle.is_reached_by_supplies(unit, supplied);
            if !supplied.as_ref().is_none_or(reached) {
                self.go_without_supplies(unit);
                continue;
            }
            if self.battle.condition(unit).unsupplied > 0 {
                self.emit_event(Event::Resupplied { unit });
            }
            self.refill_rounds(unit);
        }
    }

    fn go_without_supplies(&mut self, unit: UnitId) {
        let battle = &*self.battle;
        let Some(rule) = &battle.rules().options.supply else { return };
        let before = battle.condition(unit);
        let half_turns = (before.unsupplied + 1).min(MOST_HALF_TURNS);
        let left = battle.unit(unit).left.min(rule.movement_without(battle.kind(unit).movement));
        let loss = rule.cohesion_lost(half_turns);
        self.emit_event(Event::Unsupplied { unit, half_turns, left });
        self.change_cohesion(unit, before.shaken_by(loss));
    }

    fn refill_rounds(&mut self, unit: UnitId) {
        let battle = &*self.battle;
        let Some(rule) = &battle.rules().options.ammunition else { return };
        let before = battle.condition(unit).spent;
        let spent = before.saturating_sub(u8::try_from(rule.refill).unwrap_or(u8::MAX));
        if spent != before {
            self.emit_event(Event::RoundsChanged { unit, spent });
        }
    }

    /// Counts the round that a unit fires.
    pub(super) fn spend_round(&mut self, unit: UnitId) {
        if self.battle.rounds_left(unit).is_some() {
            let spent = self.battle.condition(unit).spent + 1;
            self.emit_event(Event::RoundsChanged { unit, spent });
        }
    }
}
