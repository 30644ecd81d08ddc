//! Broken units at the start of their side's half-turn: who breaks, who runs, who rallies.

use hotgates_grid::{Cell, MovementPoints, PathSearch};

use super::OrderExecution;
use crate::battle::event::Event;
use crate::battle::presence::Presence;
use crate::battle::unit::UnitId;

impl OrderExecution<'_> {
    /// Begins a half-turn for what units hold together: first units break whose cohesion has fallen since,
    /// then all broken units run, then units rally, each in ascending order.
    pub(super) fn begin_half_turn_of_broken_units(&mut self) {
        if self.battle.combat().cohesion().is_none() {
            return;
        }
        self.break_shaken_units();
        let side = self.battle.side();
        let broken: Vec<UnitId> =
            self.battle.living(side).filter(|&unit| self.battle.is_broken(unit)).collect();
        let mut search = PathSearch::new();
        for unit in broken {
            self.run_for_home(unit, &mut search);
            if self.battle.verdict().is_some() {
                return;
            }
        }
        self.meet_goals();
        self.end_battle_by_annihilation();
        if self.battle.verdict().is_none() {
            self.rally_units();
        }
    }

    /// Has the units break whose cohesion others have brought below the limit; what that does to their
    /// friends breaks nobody before the next half-turn.
    fn break_shaken_units(&mut self) {
        let battle = &*self.battle;
        let rule = battle.combat().cohesion().expect("asked where there is the rule");
        let breaking = |unit: &UnitId| rule.is_breaking(battle.condition(*unit));
        let breaking: Vec<UnitId> = battle.living(battle.side()).filter(breaking).collect();
        for &unit in &breaking {
            self.emit_event(Event::Broke { unit });
        }
        for unit in breaking {
            self.shake_friends(unit, self.battle.unit(unit).cell);
        }
    }

    /// Has a broken unit run home by the cheapest way through no enemy and no zone that its side knows of.
    fn run_for_home(&mut self, unit: UnitId, search: &mut PathSearch) {
        let battle = &*self.battle;
        let (side, here) = (battle.info(unit).side, battle.unit(unit).cell);
        if battle.is_home(side, here) {
            return self.flee_over_edge(unit);
        }
        let way = battle.way_home(unit, search);
        if way.is_empty() {
            if !battle.grid().around(here).into_iter().any(|cell| battle.can_run_to(unit, cell)) {
                self.emit_event(Event::Surrendered { unit });
            }
            return;
        }
        let steps = battle.affordable_steps_home(unit, &way, battle.unit(unit).left);
        self.run_along(unit, &way[..steps]);
    }

    fn run_along(&mut self, unit: UnitId, way: &[Cell]) {
        let side = self.battle.info(unit).side;
        for &cell in way {
            let battle = &*self.battle;
            if battle.has_fog() && battle.enemy_at(side, cell) {
                self.run_into_enemy(unit, cell);
                break;
            }
            let cost = MovementPoints(battle.map().costs(battle.info(unit).kind)[cell.index()].into());
            let left = battle.points_left_after(unit, cost).expect("counted before");
            let halted = battle.ends_move(unit, cell);
            let (from, to) = (battle.hex(unit), battle.grid().hex(cell));
            self.emit_event(Event::Ran { unit, from, to, left });
            if halted {
                break;
            }
        }
        if self.battle.unit(unit).alive() && self.battle.verdict().is_none() {
            self.flee_over_edge(unit);
        }
    }

    fn flee_over_edge(&mut self, unit: UnitId) {
        let (side, cell) = (self.battle.info(unit).side, self.battle.unit(unit).cell);
        if self.battle.is_way_out(side, cell) {
            self.emit_event(Event::Departed { unit, how: Presence::Fled });
        }
    }

    /// Gives cohesion back to the units with no enemy near that their side sees.
    fn rally_units(&mut self) {
        let side = self.battle.side();
        let units: Vec<UnitId> = self.battle.living(side).collect();
        for unit in units {
            let battle = &*self.battle;
            let (before, cell) = (battle.condition(unit), battle.unit(unit).cell);
            let Some(after) = battle.rallied_on(unit, cell) else { continue };
            self.emit_event(Event::CohesionChanged { unit, cohesion: after.cohesion });
            if before.broken && !after.broken {
                self.emit_event(Event::Rallied { unit });
            }
        }
    }
}
