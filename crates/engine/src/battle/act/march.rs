//! Moves, step by step, and what cuts them short.

use hotgates_grid::{Cell, MovementPoints};

use super::OrderExecution;
use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use crate::battle::zone;
use hotgates_rules::Attack;
use hotgates_text::Permille;

/// Factor on the losses of a unit that runs into an ambush.
const AMBUSH_FACTOR: Permille = Permille(1500);

impl OrderExecution<'_> {
    /// Goes along a path, which may end before its last cell under fog of war only: there the path is
    /// one through what the side knows.
    pub(super) fn walk_path(&mut self, unit: UnitId, path: &[Cell]) {
        self.moved = [Some(unit), None];
        let (side, fog) = (self.battle.info(unit).side, self.battle.has_fog());
        let mut from = self.battle.hex(unit);
        let mut left = self.battle.unit(unit).left;
        // Each hex is an event of its own, because rules may cut a move short.
        for &to in path {
            let battle = &*self.battle;
            if fog && battle.enemy_at(side, to) {
                self.run_into_enemy(unit, to);
                break;
            }
            let cost = battle.map().costs(battle.info(unit).kind)[to.index()];
            left = left
                .points_after_paying(MovementPoints(cost.into()))
                .expect("the path was paid for when it was checked");
            let halted = zone::ends_move(battle, side, to);
            let to = battle.grid().hex(to);
            self.emit_event(Event::Stepped { unit, from, to, left, halted });
            from = to;
            // Beside an enemy that comes into sight only now. No friend stands here: it would have seen
            // the enemy, and the side would have known.
            if halted {
                break;
            }
        }
        if !self.battle.unit(unit).alive() {
            return;
        }
        let end = self.battle.unit(unit).cell;
        if let Some(flag) = self.battle.flag_of_enemy(end, side) {
            self.take_flag(flag, end, side);
            self.meet_goals();
        }
    }

    /// Ends a move before a cell on which an enemy stands that the side had not seen. No friend stands
    /// where the unit stops: it would have seen the enemy.
    #[cold]
    pub(super) fn run_into_enemy(&mut self, unit: UnitId, to: Cell) {
        let battle = &*self.battle;
        let enemy = battle.at(to).expect("an enemy is in the way");
        let ambush = battle.kind(enemy).ambushes;
        let here = battle.unit(unit).cell;
        let left = if ambush { MovementPoints(0) } else { battle.unit(unit).left };
        self.emit_event(Event::RanInto { unit, enemy, left });
        if ambush {
            let battle = &*self.battle;
            let (striker, struck) = (battle.fighter_on(enemy, to), battle.fighter_on(unit, here));
            let blow = battle.combat().blow(Attack::Melee, striker, struck, false).times(AMBUSH_FACTOR);
            self.resolve_blow(blow, enemy, unit);
            self.meet_goals();
            self.end_battle_by_annihilation();
        }
    }
}
