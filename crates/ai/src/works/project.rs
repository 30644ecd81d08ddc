//! Projects: works that change the ways of armies, and what they change.

use hotgates_engine::{FieldCache, UnitId, View};

use super::marching_army::{ArrivalTime, MarchingArmy, time_to_dusk};
use super::possible_ground::GroundChange;
use crate::engage::man_value;
use crate::reason::WorkGain;

/// Change by a project for both armies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WayChange {
    /// Worth of the change to the side that works, in ‰ of a man.
    pub(super) worth: i64,
    /// Number of own units that arrive sooner, and the time that they gain together.
    pub(super) sooner: (u16, u32),
    /// Number of enemy units that arrive later, and the time that they lose together.
    pub(super) later: (u16, u32),
}

/// Worth of a turn of a unit's time, in ‰ of the unit.
const TURN_WORTH: i64 = 20;

/// Returns the worth of some thousandths of a turn of a unit's time, in ‰ of a man.
pub(super) fn worth_of_time(view: View<'_>, unit: UnitId, time: u32) -> i64 {
    let worth = i64::from(view.unit(unit).strength.0) * man_value(view, unit);
    worth * i64::from(time) * TURN_WORTH / 1_000_000
}

impl WayChange {
    /// Returns what the change does most: for own units or against the enemy's.
    pub(super) fn gain(&self) -> WorkGain {
        let turns = |(units, time): (u16, u32)| {
            let all = (time + u32::from(units) * 500) / (u32::from(units).max(1) * 1000);
            (units, u16::try_from(all.max(1)).unwrap_or(u16::MAX))
        };
        if self.sooner.1 >= self.later.1 {
            let (units, turns) = turns(self.sooner);
            WorkGain::Sooner { units, turns }
        } else {
            let (units, turns) = turns(self.later);
            WorkGain::Later { units, turns }
        }
    }

    /// Returns what is changed beyond another change.
    pub(super) fn beyond(self, other: Self) -> Self {
        let more = |(units, time): (u16, u32), (_, less): (u16, u32)| (units, time.saturating_sub(less));
        Self {
            worth: self.worth - other.worth,
            sooner: more(self.sooner, other.sooner),
            later: more(self.later, other.later),
        }
    }
}

/// A project with the times of both armies that it may change.
#[derive(Debug, Clone)]
pub(super) struct Project {
    changes: Vec<GroundChange>,
    /// For each own unit `true` if the project may change when it arrives.
    own_changed: Vec<bool>,
    /// The same for the enemy's.
    enemy_changed: Vec<bool>,
    /// When the enemy's units arrive as the ground is, and when from the site; empty if none of their ways changes.
    enemy_now: Vec<ArrivalTime>,
    /// When the own units and the enemy's arrive once the ground is changed; `None` until this is asked for.
    after: Option<(Vec<ArrivalTime>, Vec<ArrivalTime>)>,
}

impl Project {
    /// Looks at the ways that some changes of the ground may change, the last of which is on the site.
    pub(super) fn of_changes(
        view: View<'_>,
        fields: &mut FieldCache,
        (own, enemy): (&MarchingArmy, &MarchingArmy),
        changes: Vec<GroundChange>,
    ) -> Self {
        let own_changed = own.changed_ways(view, fields, &changes);
        let enemy_changed = enemy.changed_ways(view, fields, &changes);
        let site = changes.last().map(|last| last.cell);
        let enemy_now =
            if enemy_changed.contains(&true) { enemy.arrivals_now(view, fields, site) } else { Vec::new() };
        Self { changes, own_changed, enemy_changed, enemy_now, after: None }
    }

    /// Returns what the project is worth at most if it is done after some thousandths of a turn: own units whose ways
    /// it changes arrive as soon as it is done, and those of the enemy that have not passed before not at all.
    pub(super) fn most_worth(
        &self,
        view: View<'_>,
        (own, enemy): (&MarchingArmy, &MarchingArmy),
        done: u32,
    ) -> i64 {
        let dusk = time_to_dusk(view);
        let own = own.units.iter().zip(&own.arrivals).zip(&self.own_changed).filter(|(_, changed)| **changed);
        let sooner = own
            .map(|((&(_, unit), arrival), _)| worth_of_time(view, unit, arrival.time.saturating_sub(done)));
        let late = enemy.units.iter().zip(&self.enemy_now).zip(&self.enemy_changed);
        let late = late.filter(|((_, arrival), changed)| **changed && arrival.time_to_site() > done);
        let later = late
            .map(|((&(_, unit), arrival), _)| worth_of_time(view, unit, dusk.saturating_sub(arrival.time)));
        sooner.sum::<i64>() + later.sum::<i64>()
    }

    /// Returns what the project changes for both armies when it is done after some thousandths of a turn.
    /// Units cannot use what is not done yet, and who has passed before is not held up.
    ///
    /// Cost: at first a search of the map for each type of which a unit's way may change.
    pub(super) fn way_change(
        &mut self,
        view: View<'_>,
        fields: &mut FieldCache,
        (own, enemy): (&MarchingArmy, &MarchingArmy),
        done: u32,
    ) -> WayChange {
        let Self { changes, own_changed, enemy_changed, enemy_now, after } = self;
        let (own_after, enemy_after) = after.get_or_insert_with(|| {
            let project = (&**changes, changes.last().map(|last| last.cell));
            (
                own.arrivals_after(view, fields, project, (&own.arrivals, own_changed)),
                enemy.arrivals_after(view, fields, project, (enemy_now, enemy_changed)),
            )
        });
        let mut change = WayChange::default();
        let sooner = |before: ArrivalTime, after: ArrivalTime| {
            before.time.saturating_sub(after.time.max(done + after.from_site.unwrap_or(0)))
        };
        for ((&(_, unit), &before), &after) in own.units.iter().zip(&own.arrivals).zip(&*own_after) {
            let (gain, harm) = (sooner(before, after), after.time.saturating_sub(before.time));
            change.worth += worth_of_time(view, unit, gain) - worth_of_time(view, unit, harm);
            if gain > 0 {
                change.sooner = (change.sooner.0 + 1, change.sooner.1 + gain);
            }
        }
        for ((&(_, unit), &before), &after) in enemy.units.iter().zip(&*enemy_now).zip(&*enemy_after) {
            let held_up =
                if before.time_to_site() > done { after.time.saturating_sub(before.time) } else { 0 };
            change.worth += worth_of_time(view, unit, held_up);
            change.worth -= worth_of_time(view, unit, sooner(before, after));
            if held_up > 0 {
                change.later = (change.later.0 + 1, change.later.1 + held_up);
            }
        }
        change
    }
}
