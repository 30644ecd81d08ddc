//! What follows from the losses of an attack.

use hotgates_grid::Cell;
use hotgates_rules::{Aftermath, Condition, Retreat};

use super::OrderExecution;
use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use hotgates_text::{Permille, Strength};

impl OrderExecution<'_> {
    /// Does what follows from an attack of a unit on a cell against another: cohesion of both, who
    /// breaks, giving way, pursuit, and what friends of those who broke think of it.
    pub(super) fn follow_aftermath(
        &mut self,
        (attacker, from): (UnitId, Cell),
        (target, to): (UnitId, Cell),
        after: Aftermath,
    ) {
        self.change_cohesion(target, after.target);
        self.change_cohesion(attacker, after.attacker);
        self.change_officer(target, after.target);
        self.change_officer(attacker, after.attacker);
        let broken = [(target, to, after.target), (attacker, from, after.attacker)]
            .map(|(unit, cell, condition)| self.break_unit(unit, condition).then_some((unit, cell)));
        if let Retreat::To(hex) = after.retreat {
            let back = after.men_back;
            let strength = Strength(self.battle.unit(target).strength.0 + back.0);
            let left = self.battle.hex(target);
            self.moved = [Some(target), after.pursues.then_some(attacker)];
            self.emit_event(Event::GaveWay { unit: target, from: left, to: hex, back, strength });
            if after.pursues {
                let from = self.battle.hex(attacker);
                self.emit_event(Event::Pursued { unit: attacker, from, to: left });
                self.take_flag_under(attacker);
            }
            self.take_flag_under(target);
        }
        for (unit, cell) in broken.into_iter().flatten() {
            self.shake_friends(unit, cell);
        }
    }

    pub(super) fn change_cohesion(&mut self, unit: UnitId, Condition { cohesion, .. }: Condition) {
        let changed = self.battle.unit(unit).alive() && self.battle.condition(unit).cohesion != cohesion;
        if changed && self.battle.combat().cohesion().is_some() {
            self.emit_event(Event::CohesionChanged { unit, cohesion });
        }
    }

    /// Tells what an attack has taught a unit, and what has become of its officer.
    fn change_officer(&mut self, unit: UnitId, after: Condition) {
        let before = self.battle.condition(unit);
        if !self.battle.unit(unit).alive() || self.battle.rules().options.officers.is_none() {
            return;
        }
        if after.experience != before.experience {
            self.emit_event(Event::ExperienceGained { unit, experience: after.experience });
        }
        if let Some(rank) = after.rank.filter(|_| after.rank != before.rank) {
            self.emit_event(Event::Promoted { unit, rank });
        }
        if after.rank.is_none() && before.rank.is_some() {
            self.emit_event(Event::OfficerFell { unit });
        }
    }

    /// Returns `true` if the unit has just broken.
    fn break_unit(&mut self, unit: UnitId, condition: Condition) -> bool {
        let breaks = condition.broken && self.battle.unit(unit).alive() && !self.battle.is_broken(unit);
        if breaks {
            self.emit_event(Event::Broke { unit });
        }
        breaks
    }

    /// Takes from the cohesion of the friends beside a cell on which a unit has broken.
    pub(super) fn shake_friends(&mut self, unit: UnitId, cell: Cell) {
        let battle = &*self.battle;
        let Some(rule) = battle.combat().cohesion() else { return };
        let loss: Permille = rule.friend_breaks;
        let side = battle.info(unit).side;
        let mut friends: Vec<UnitId> = battle
            .grid()
            .around(cell)
            .into_iter()
            .filter_map(|next| battle.at(next))
            .filter(|&other| other != unit && battle.info(other).side == side)
            .collect();
        friends.sort_unstable();
        for friend in friends {
            self.change_cohesion(friend, self.battle.condition(friend).shaken_by(loss));
        }
    }

    /// Hands over the flag under a unit that has come to its hex without a move. A broken unit takes none.
    pub(super) fn take_flag_under(&mut self, unit: UnitId) {
        let (cell, side) = (self.battle.unit(unit).cell, self.battle.info(unit).side);
        let flag = self.battle.flag_of_enemy(cell, side);
        if let Some(flag) = flag.filter(|_| !self.battle.is_broken(unit)) {
            self.take_flag(flag, cell, side);
        }
    }
}
