//! What scenarios foresee: units that come and go, and events.

use super::{OrderExecution, ScriptMoment};
use crate::battle::event::Event;
use crate::battle::goal_table::GoalAim;
use crate::battle::presence::Presence;
use crate::battle::script_table::ScriptTrigger;
use crate::battle::unit::UnitId;
use crate::battle::unit_id;
use hotgates_rules::{GoalId, ScriptedEventId};

impl OrderExecution<'_> {
    /// Takes a unit off the map by its order, for every goal that counts it.
    pub(super) fn leave_map(&mut self, unit: UnitId) {
        let (cell, side) = (self.battle.unit(unit).cell, self.battle.info(unit).side);
        self.emit_event(Event::Departed { unit, how: Presence::Exited });
        for index in 0..self.battle.goal_table().goals.len() {
            let battle = &*self.battle;
            let goal = GoalId::from_index(index);
            let GoalAim::Exit { cells, units, .. } = &battle.goal(goal).aim else { continue };
            let counts = battle.goal(goal).side == side && cells.contains(&cell) && units.contains(&unit);
            if counts && battle.is_goal_open(goal) {
                let progress = battle.goal_progress(goal) + 1;
                self.emit_event(Event::GoalAdvanced { goal, progress });
            }
        }
        self.end_battle_by_goals();
    }

    /// Begins a half-turn for what the scenario foresees: first its events, then units that it takes
    /// back, then units that come, in the order of the army.
    pub(super) fn bring_units(&mut self) {
        self.play_events(ScriptMoment::HalfTurnBegan);
        if self.battle.extras().is_empty() || self.battle.verdict().is_some() {
            return;
        }
        let (turn, side) = (self.battle.turn(), self.battle.side());
        let mut taken = false;
        for index in 0..self.battle.arena.units.len() {
            let unit = unit_id(index);
            let battle = &*self.battle;
            let (info, presence) = (battle.info(unit), battle.presence(unit));
            if info.side != side || !(presence == Presence::OnMap || presence.is_expected()) {
                continue;
            }
            if info.withdraws.is_some_and(|from| from <= turn) {
                self.emit_event(Event::Departed { unit, how: Presence::Withdrawn });
            }
        }
        for index in 0..self.battle.arena.units.len() {
            let unit = unit_id(index);
            let battle = &*self.battle;
            let info = battle.info(unit);
            let Some(arrival) = info.arrival.as_ref().filter(|_| info.side == side) else { continue };
            let due = match battle.presence(unit) {
                Presence::Called => true,
                Presence::Waiting => arrival.turn.is_some_and(|from| from <= turn),
                _ => false,
            };
            let free = arrival.cells.iter().copied().find(|&cell| battle.at(cell).is_none());
            if let Some(cell) = free.filter(|_| due) {
                let at = battle.grid().hex(cell);
                self.emit_event(Event::Arrived { unit, at });
                if let Some(flag) = self.battle.flag_of_enemy(cell, side) {
                    self.take_flag(flag, cell, side);
                    taken = true;
                }
            }
        }
        if taken {
            self.meet_goals();
        }
    }

    /// Has the events happen whose condition holds at this moment, in the order of the scenario; what
    /// they bring about is not asked for again before the next moment.
    pub(super) fn play_events(&mut self, moment: ScriptMoment) {
        if self.battle.arena.events.is_empty() || self.battle.verdict().is_some() {
            return;
        }
        let events = 0..self.battle.arena.events.len();
        let due: Vec<_> = events
            .map(ScriptedEventId::from_index)
            .filter(|&event| self.is_event_due(event, moment))
            .collect();
        for event in due {
            let times = self.battle.times_happened(event) + 1;
            self.emit_event(Event::Scripted { event, times });
            for number in 0..self.battle.scripted_event(event).calls.len() {
                let unit = self.battle.scripted_event(event).calls[number];
                if self.battle.presence(unit) == Presence::Waiting {
                    self.emit_event(Event::Called { unit });
                }
            }
            for number in 0..self.battle.scripted_event(event).changes.len() {
                let (cell, terrain) = self.battle.scripted_event(event).changes[number];
                if self.battle.map().terrain(cell) != terrain {
                    let at = self.battle.grid().hex(cell);
                    self.emit_event(Event::TerrainChanged { at, terrain });
                }
            }
        }
        self.meet_goals();
    }

    fn is_event_due(&self, event: ScriptedEventId, moment: ScriptMoment) -> bool {
        let battle = &*self.battle;
        let script = battle.scripted_event(event);
        let times = battle.times_happened(event);
        let holds =
            match &script.trigger {
                ScriptTrigger::Turn { turn, side } => {
                    let begins = moment == ScriptMoment::HalfTurnBegan && battle.side() == *side;
                    begins && (*turn..turn.saturating_add(script.repeat)).contains(&battle.turn())
                }
                ScriptTrigger::Entered { cells, side } => match moment {
                    ScriptMoment::AfterOrder => self.moved.into_iter().flatten().any(|unit| {
                        battle.info(unit).side == *side && cells.contains(&battle.unit(unit).cell)
                    }),
                    ScriptMoment::HalfTurnBegan => false,
                },
                ScriptTrigger::Lost { units } => units.iter().all(|&unit| battle.presence(unit).is_lost()),
                ScriptTrigger::Points { least, side } => battle.victory_points(*side) >= u64::from(*least),
                ScriptTrigger::Met { goal } => battle.is_goal_met(*goal),
            };
        holds && times < script.repeat
    }
}
