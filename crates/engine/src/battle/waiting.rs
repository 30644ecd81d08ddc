//! Units that wait: guns that have kept their fire, and who has dug in.

use hotgates_grid::Cell;
use hotgates_rules::{Attack, Condition, Fighter, ReactionRule};

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use hotgates_text::Side;

impl Battle {
    /// Returns `true` if a unit has kept its fire and would use it at an enemy on a cell that its side sees.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, ReactionRule, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "A gun and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "artillery", at: (1, 0))]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.options.reaction = Some(ReactionRule::default());
    /// scenario.rules.units[2].reacts = true;
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let cell = |col| battle.grid().at(hotgates_engine::Coord { col, row: 0 }).expect("on the map");
    /// assert_eq!([2, 3, 9].map(|col| battle.would_react(UnitId(1), cell(col))), [false, true, false]);
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn would_react(&self, unit: UnitId, at: Cell) -> bool {
        self.kind(unit).reacts && self.fires_from_waiting(unit, at)
    }

    fn fires_from_waiting(&self, unit: UnitId, at: Cell) -> bool {
        let from = self.unit(unit).cell;
        self.condition(unit).ready
            && self.unit(unit).alive()
            && !self.is_wavering(unit)
            && self.attack_mode_between(unit, from, at) == Some(Attack::Ranged)
            && self.cell_blocking_fire(from, at).is_none()
            && self.is_seen_by(self.info(unit).side, at)
    }

    /// Lists the units of a side that may fire at enemies who move, in ascending order; none where the
    /// rules have no reaction fire.
    #[cold]
    pub(super) fn units_that_react(&self, side: Side) -> Vec<UnitId> {
        if self.rules().options.reaction.is_none() {
            return Vec::new();
        }
        self.living(side).filter(|&unit| self.kind(unit).reacts && self.condition(unit).ready).collect()
    }

    /// Returns the unit that fires at an attacker on a cell before a melee with this target: the first of
    /// its friends that has kept its fire and supports others. `None` without one.
    pub fn supporter_of(&self, target: UnitId, attacker_at: Cell) -> Option<UnitId> {
        self.rules().options.reaction.as_ref()?;
        let mut friends = self.living(self.info(target).side).filter(|&unit| unit != target);
        friends.find(|&unit| self.kind(unit).supports && self.fires_from_waiting(unit, attacker_at))
    }

    /// Returns the unit that fires first in an attack on a target from a cell.
    #[inline]
    pub(super) fn supporter_in_attack(&self, by: Attack, from: Cell, target: UnitId) -> Option<UnitId> {
        if by == Attack::Melee && self.has_extra_state() { self.supporter_of(target, from) } else { None }
    }

    /// Returns a unit as it fires at an enemy who moves, on a cell.
    pub fn fighter_in_reaction(&self, unit: UnitId, at: Cell) -> Fighter {
        self.fighter_from_waiting(unit, at, ReactionRule::situation_at_mover)
    }

    /// Returns a unit as it fires, in support of a friend, at an attacker on a cell.
    pub fn fighter_in_support(&self, unit: UnitId, at: Cell) -> Fighter {
        self.fighter_from_waiting(unit, at, ReactionRule::situation_in_support)
    }

    fn fighter_from_waiting(&self, unit: UnitId, at: Cell, of: fn(&ReactionRule) -> i32) -> Fighter {
        let from = self.unit(unit).cell;
        let situation = self.rules().options.reaction.as_ref().map_or(0, of);
        let [down, _] = self.situations_by_height(from, at);
        self.fighter_on(unit, from).in_situation(situation + down + self.situation_of_fire())
    }

    /// Notes who keeps its fire and who digs in, by what has happened.
    pub(super) fn wait_by_event(&mut self, event: &Event) {
        let options = &self.rules().options;
        let (reaction, entrenchment) = (options.reaction.is_some(), options.entrenchment.is_some());
        if !reaction && !entrenchment {
            return;
        }
        match *event {
            Event::Stepped { unit, .. }
            | Event::GaveWay { unit, .. }
            | Event::Pursued { unit, .. }
            | Event::Ran { unit, .. }
                if self.condition(unit).dug_in > 0 =>
            {
                self.change_condition(unit, |condition| condition.dug_in = 0);
            }
            Event::Attacked { unit, .. } | Event::Reacted { unit, .. } if self.condition(unit).ready => {
                self.change_condition(unit, |condition| condition.ready = false);
            }
            Event::HalfTurnBegan { side, .. } => {
                for unit in self.roster_ids(side) {
                    let before = self.condition(unit);
                    let after = self.condition_after_waiting(unit, before);
                    if self.unit(unit).alive() && after != before {
                        self.change_condition(unit, |condition| *condition = after);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the condition of a unit at the start of its half-turn, before anything else happens to it.
    fn condition_after_waiting(&self, unit: UnitId, before: Condition) -> Condition {
        let (options, kind) = (&self.rules().options, self.kind(unit));
        let levels = options.entrenchment.as_ref().filter(|_| !kind.stays_in_the_open);
        let most = levels.map_or(0, |rule| rule.levels);
        Condition {
            ready: options.reaction.is_some() && (kind.reacts || kind.supports),
            dug_in: (before.dug_in + 1).min(most),
            ..before
        }
    }
}
