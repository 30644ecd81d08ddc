//! Officers in a battle: their ranks now, and whom they help.

use hotgates_grid::{Cell, is_within};
use hotgates_rules::{Fighter, RankId};

use crate::battle::event::Event;
use crate::battle::unit::UnitId;
use crate::battle::{Battle, unpack_hex};
use hotgates_text::Side;

impl Battle {
    /// Returns the rank of a unit's officer now; `None` without an officer, and after his fall.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, OfficerRule, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "A captain and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0), rank: "Captain")]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.options.officers = Some(OfficerRule::default());
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let ranks = [UnitId(0), UnitId(1)].map(|unit| battle.rank(unit));
    /// assert_eq!(ranks, [battle.rules().rank("captain"), None]);
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[inline]
    pub fn rank(&self, unit: UnitId) -> Option<RankId> {
        if self.has_extra_state() { self.rank_in_condition(unit) } else { self.info(unit).rank }
    }

    // Not inlined: most battles keep no conditions.
    #[inline(never)]
    fn rank_in_condition(&self, unit: UnitId) -> Option<RankId> {
        if self.rules().options.officers.is_some() { self.condition(unit).rank } else { self.info(unit).rank }
    }

    /// Returns the fighter that a unit is on a cell, whom its condition, officers near and its side's factor may
    /// change.
    #[inline(never)]
    pub(super) fn fighter_in_condition(&self, fighter: Fighter, unit: UnitId, on: Cell) -> Fighter {
        let led = self
            .rules()
            .options
            .leadership
            .as_ref()
            .map_or(0, |rule| self.leader_near(unit, on).map_or(0, |rank| rule.situation(rank)));
        let condition = self.condition(unit);
        // Who plans to stand elsewhere has not dug in there.
        let stays = on == self.unit(unit).cell;
        let dug_in = if stays { self.combat().cover_of_trenches(condition) } else { 0 };
        let fighter = Fighter { rank: self.rank_in_condition(unit), dug_in, ..fighter };
        let of_side = self.situation_of_side(self.info(unit).side);
        fighter.in_situation(self.combat().situation_of(condition) + led + of_side)
    }

    /// Returns the highest rank of the officers whose leadership helps a unit on a cell: those of friends
    /// near that have not broken. `None` without one, and where the rules have no leadership.
    pub fn leader_near(&self, unit: UnitId, on: Cell) -> Option<RankId> {
        let rule = self.rules().options.leadership.as_ref()?;
        self.highest_rank_within(self.info(unit).side, on, rule.radius, unit)
    }

    /// Returns the highest rank of a side's officers within a range of a cell whose units have not broken,
    /// one unit left out.
    pub(super) fn highest_rank_within(
        &self,
        side: Side,
        centre: Cell,
        range: u32,
        but: UnitId,
    ) -> Option<RankId> {
        let leads = |other: UnitId| other != but && !self.is_broken(other);
        let extras = self.extras();
        let rise_and_fall = self.rules().options.officers.is_some() && !extras.is_empty();
        if !rise_and_fall || !self.is_listing_all_faster(side, range) {
            let near = self.units_within(side, centre, range).map(|(other, _)| other);
            return near.filter(|&other| leads(other)).filter_map(|other| self.rank(other)).max();
        }
        let (middle, units) = (self.grid().hex(centre), self.places_in_roster(side));
        let places = self.places[units.clone()].iter().zip(units.clone());
        let ranks = extras[units].iter().zip(places).map(|(extra, (&place, index))| {
            // Without a branch: processors guess wrong which units lead.
            let is_near = u16::from(is_within(unpack_hex(place), middle, range));
            let leads = is_near * u16::from(!extra.condition.broken) * u16::from(index != but.index());
            leads * extra.condition.rank.map_or(0, |rank| u16::from(rank.0) + 1)
        });
        let best = ranks.fold(0, u16::max);
        best.checked_sub(1).and_then(|rank| u8::try_from(rank).ok()).map(RankId)
    }

    /// Returns `true` if a friend beside a target helps the attack of a unit on it, by the rule of combined
    /// arms.
    pub fn has_combined_arms(&self, attacker: UnitId, target: UnitId) -> bool {
        self.rules().options.combined_arms.is_some()
            && self.has_friend_of_other_arms(attacker, self.unit(target).cell)
    }

    /// Returns `true` if a friend of other arms that could help a unit's attack stands beside a cell.
    pub(super) fn has_friend_of_other_arms(&self, attacker: UnitId, beside: Cell) -> bool {
        let (side, kind) = (self.info(attacker).side, self.kind(attacker));
        let around = self.grid().around(beside).into_iter();
        around.filter_map(|cell| self.at(cell)).any(|friend| {
            let fights = friend != attacker && self.info(friend).side == side && !self.is_broken(friend);
            fights && kind.is_of_other_arms(self.kind(friend))
        })
    }

    /// Applies an event of the rule of officers.
    #[cold]
    pub(super) fn apply_officer_event(&mut self, event: &Event) {
        match *event {
            Event::ExperienceGained { unit, experience } => {
                self.change_condition(unit, |condition| condition.experience = experience);
            }
            Event::Promoted { unit, rank } => {
                self.change_condition(unit, |condition| condition.rank = Some(rank));
            }
            Event::OfficerFell { unit } => self.change_condition(unit, |condition| {
                (condition.rank, condition.officer_fell) = (None, true);
            }),
            _ => unreachable!("only officers have these"),
        }
    }
}
