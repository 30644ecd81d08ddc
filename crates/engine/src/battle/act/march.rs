//! Moves, step by step, and what cuts them short.

use hotgates_grid::{Cell, MovementPoints};

use super::{BlowKind, OrderExecution};
use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use crate::battle::zone;
use crate::file::ruleset::Attack;

impl OrderExecution<'_> {
    /// Goes along a path, which may end before its last cell under fog of war only: there the path is
    /// one through what the side knows.
    pub(super) fn walk_path(&mut self, unit: UnitId, path: &[Cell]) {
        let (side, fog) = (self.battle.info(unit).side, self.battle.has_fog());
        let start = self.battle.unit(unit).cell;
        let mut from = self.battle.hex(unit);
        let mut left = self.battle.unit(unit).left;
        // Each hex is an event of its own, because rules may cut a move short.
        for (steps, &to) in path.iter().enumerate() {
            let battle = &*self.battle;
            if fog && battle.enemy_at(side, to) {
                self.run_into_enemy(unit, to, (start, &path[..steps]));
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
            if halted && steps + 1 < path.len() {
                self.go_back_to_free_cell(unit, (start, &path[..=steps]));
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

    /// Ends a move before a cell on which an enemy stands that the side had not seen. `way` is the cell
    /// on which the unit started, and those that it has gone since.
    #[cold]
    fn run_into_enemy(&mut self, unit: UnitId, to: Cell, way: (Cell, &[Cell])) {
        let battle = &*self.battle;
        let enemy = battle.at(to).expect("an enemy is in the way");
        let ambush = battle.kind(enemy).ambushes;
        let here = battle.unit(unit).cell;
        let left = if ambush { MovementPoints(0) } else { battle.unit(unit).left };
        self.emit_event(Event::RanInto { unit, enemy, left });
        if ambush {
            self.resolve_blow(Attack::Melee, (enemy, to), (unit, here), BlowKind::Ambush);
            self.meet_goals();
            self.end_battle_by_annihilation();
        }
        if self.battle.unit(unit).alive() {
            self.go_back_to_free_cell(unit, way);
        }
    }

    /// Takes a unit whose move was cut short on the hex of a friend back along its way to a free one.
    #[cold]
    fn go_back_to_free_cell(&mut self, unit: UnitId, (start, gone): (Cell, &[Cell])) {
        let mut from = self.battle.unit(unit).cell;
        for &to in std::iter::once(&start).chain(gone).rev().skip(1) {
            if self.battle.at(from) == Some(unit) {
                break;
            }
            let left = self.battle.unit(unit).left;
            let [from_hex, to_hex] = [from, to].map(|cell| self.battle.grid().hex(cell));
            self.emit_event(Event::Stepped { unit, from: from_hex, to: to_hex, left, halted: false });
            from = to;
        }
    }
}
