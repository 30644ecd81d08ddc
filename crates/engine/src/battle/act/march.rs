//! Moves, step by step, and what cuts them short.

use hotgates_grid::{Cell, MovementPoints};

use super::OrderExecution;
use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use hotgates_rules::{Aftermath, Attack, AttackLosses, AttackSetting, ZoneEffect};
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
        let start = self.battle.unit(unit).cell;
        let effect = self.battle.zone_effect_on(unit);
        let waits = self.battle.has_extra_state();
        let mut guns = if waits { self.battle.units_that_react(side.other()) } else { Vec::new() };
        // Each hex is an event of its own, because rules may cut a move short.
        for &to in path {
            let battle = &*self.battle;
            if fog && battle.enemy_at(side, to) {
                self.run_into_enemy(unit, to);
                break;
            }
            // The path was paid for when it was checked, unless an enemy that has come into sight since makes the
            // next step dearer.
            let ground = battle.map().costs(battle.info(unit).kind)[to.index()];
            let cost = MovementPoints(u16::from(ground) + battle.extra_cost_of_step(side, effect, to).0);
            let Some(after) = left.points_after_paying(cost) else {
                debug_assert!(fog, "a side without fog of war knows what its steps cost");
                self.go_back_to_free_hex(unit, start, path);
                break;
            };
            left = after;
            let halted = effect == ZoneEffect::EndsMove && battle.is_in_zone(side, to);
            let to = battle.grid().hex(to);
            self.emit_event(Event::Stepped { unit, from, to, left, halted });
            from = to;
            if !guns.is_empty() && self.draw_fire(unit, &mut guns) {
                self.go_back_to_free_hex(unit, start, path);
                break;
            }
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
        if let Some(flag) = self.battle.flag_of_enemy(end, side)
            && !self.battle.is_broken(unit)
        {
            self.take_flag(flag, end, side);
            self.meet_goals();
        }
    }

    /// Has those fire at a unit that has made a step who have kept their fire; returns `true` if its move
    /// ends here.
    #[cold]
    fn draw_fire(&mut self, unit: UnitId, guns: &mut Vec<UnitId>) -> bool {
        let cell = self.battle.unit(unit).cell;
        let firing: Vec<UnitId> =
            guns.iter().copied().filter(|&gun| self.battle.would_react(gun, cell)).collect();
        for &gun in &firing {
            if self.battle.unit(unit).alive() && self.battle.verdict().is_none() {
                self.react_to_mover(gun, unit);
            }
        }
        guns.retain(|gun| !firing.contains(gun));
        let battle = &*self.battle;
        let ended = !battle.unit(unit).alive() || battle.is_wavering(unit) || battle.verdict().is_some();
        !firing.is_empty() && ended
    }

    fn react_to_mover(&mut self, gun: UnitId, mover: UnitId) {
        let battle = &*self.battle;
        let (from, to) = (battle.unit(gun).cell, battle.unit(mover).cell);
        let (shooter, struck) = (battle.fighter_in_reaction(gun, to), battle.fighter_on(mover, to));
        let setting = AttackSetting {
            target: battle.condition(mover),
            attacker: battle.condition(gun),
            ..AttackSetting::default()
        };
        let blow = battle.combat().blow(Attack::Ranged, shooter, struck, false);
        self.emit_event(Event::Reacted { unit: gun, target: mover, support: false });
        self.spend_round(gun);
        let blow = self.resolve_blow(blow, gun, mover);
        let losses = AttackLosses { blow, ..AttackLosses::default() };
        let combat = self.battle.combat();
        if let Some(after) = combat.aftermath(Attack::Ranged, shooter, struck, losses, setting) {
            // A gun that got an officer by its shot would lead the next one, and odds have no room for that.
            let after = Aftermath { attacker: setting.attacker, ..after };
            self.follow_aftermath((gun, from), (mover, to), after);
        }
        self.meet_goals();
        self.end_battle_by_annihilation();
    }

    /// Has a unit whose move has been cut short on the hex of a friend go back along its path.
    fn go_back_to_free_hex(&mut self, unit: UnitId, start: Cell, path: &[Cell]) {
        let battle = &*self.battle;
        let here = battle.unit(unit).cell;
        if !battle.unit(unit).alive() || battle.at(here) == Some(unit) {
            return;
        }
        let gone = path.iter().position(|&cell| cell == here).expect("it stands on its path");
        let free = path[..gone].iter().rev().find(|&&cell| battle.at(cell).is_none());
        let back = free.copied().unwrap_or(start);
        let (from, to) = (battle.hex(unit), battle.grid().hex(back));
        self.emit_event(Event::WentBack { unit, from, to });
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
