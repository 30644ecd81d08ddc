//! Facing in a battle: which way units look, and from where they are attacked.

use hotgates_grid::{Cell, Direction, Hex, MovementPoints};
use hotgates_rules::{Aspect, Condition, Fighter, Ruleset, turned_toward};

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::order::Illegal;
use crate::battle::unit::{UnitId, UnitInfo};
use hotgates_scenario::{Map, NearestSources, RedOrigin};
use hotgates_text::{BySide, Side};

impl Battle {
    /// Returns the side of a unit on which a hex lies: its front where units face no ways.
    #[inline]
    pub fn aspect_of_hex(&self, unit: UnitId, hex: Hex) -> Aspect {
        if self.has_extra_state() { self.looked_up_aspect(unit, hex) } else { Aspect::Front }
    }

    // Not inlined: most battles keep no conditions.
    #[inline(never)]
    fn looked_up_aspect(&self, unit: UnitId, hex: Hex) -> Aspect {
        let facing = self.condition(unit).facing;
        facing.map_or(Aspect::Front, |facing| Aspect::of_hex(self.hex(unit), facing, hex))
    }

    /// Returns `true` if units exert their zones in front of them only.
    pub(super) fn has_zones_in_front_only(&self) -> bool {
        self.rules().options.facing.as_ref().is_some_and(|rule| rule.front_zones)
    }

    /// Returns both fighters of an attack from a cell: the attacker with what its place and its friends add
    /// to its blow, the target with what they take from its answer.
    ///
    /// ```
    /// use hotgates_engine::{Battle, FacingRule, MapFile, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "From behind",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (6, 0))]),
    ///     blue: (units: [(type: "infantry", at: (5, 0), facing: sw)]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.setup.distance = 0;
    /// scenario.rules.options.facing = Some(FacingRule::default());
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let from = battle.unit(UnitId(0)).cell;
    /// let (attacker, target) = battle.fighters_in_attack(UnitId(0), from, UnitId(1));
    /// assert_eq!((attacker.situation, target.situation), (500, -500), "an attack from the rear");
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[inline]
    pub fn fighters_in_attack(&self, attacker: UnitId, from: Cell, target: UnitId) -> (Fighter, Fighter) {
        let to = self.unit(target).cell;
        let (striker, struck) = (self.fighter_on(attacker, from), self.fighter_on(target, to));
        if self.has_extra_state() {
            let [blow, answer] = self.situations_in_attack((attacker, from), (target, to));
            (striker.in_situation(blow), struck.in_situation(answer))
        } else {
            (striker, struck)
        }
    }

    /// Returns what places and friends add to the situation of a unit's blow from a cell at a target on
    /// another, and to that of the target's answer, in ‰: 0 where no rule asks. A target that is to stand
    /// elsewhere than it does now faces whoever strikes it there.
    #[inline(never)]
    pub fn situations_in_attack(
        &self,
        (attacker, from): (UnitId, Cell),
        (target, to): (UnitId, Cell),
    ) -> [i32; 2] {
        let options = &self.rules().options;
        let arms = options.combined_arms.as_ref().filter(|_| self.has_friend_of_other_arms(attacker, to));
        let arms = arms.map_or(0, |rule| i32::try_from(rule.bonus.0).unwrap_or(i32::MAX));
        let facing = options.facing.as_ref().filter(|_| to == self.unit(target).cell);
        let (more, answer) = facing.map_or((0, 0), |rule| {
            let aspect = self.aspect_of_hex(target, self.grid().hex(from));
            (rule.situation(aspect), rule.situation_of_answer(aspect))
        });
        let [down, up] = self.situations_by_height(from, to);
        let weather = if self.grid().distance(from, to) > 1 { self.situation_of_fire() } else { 0 };
        [arms + more + down + weather, answer + up]
    }

    /// Returns what the scenario's factor for a side adds to the situation of its units, in ‰.
    pub fn situation_of_side(&self, side: Side) -> i32 {
        self.arena.factors[side]
    }

    /// Returns what the heights of two cells add to a blow from the first at the second, and to one back.
    pub(super) fn situations_by_height(&self, from: Cell, to: Cell) -> [i32; 2] {
        let Some(rule) = &self.rules().options.height else { return [0; 2] };
        let [here, there] = [from, to].map(|cell| self.rules().terrains[self.map().terrain(cell)].height);
        [rule.situation(here, there), rule.situation(there, here)]
    }

    /// Checks an order to face a way.
    pub(super) fn check_turn(&self, unit: UnitId, way: Direction) -> Result<(), Illegal> {
        let Some(rule) = &self.rules().options.facing else { return Err(Illegal::NoFacing) };
        if self.condition(unit).facing == Some(way) {
            return Err(Illegal::FacesAlready { way });
        }
        let (need, left) = (rule.turn, self.unit(unit).left);
        left.points_after_paying(need).map(|_| ()).ok_or(Illegal::TooTiredToTurn { need, left })
    }

    /// Returns the points that a turn costs a unit on the map, if it can pay them; `None` where units face
    /// no ways.
    #[inline]
    pub fn cost_of_turn(&self, unit: UnitId) -> Option<MovementPoints> {
        if self.has_extra_state() { self.looked_up_cost_of_turn(unit) } else { None }
    }

    #[cold]
    fn looked_up_cost_of_turn(&self, unit: UnitId) -> Option<MovementPoints> {
        let cost = self.rules().options.facing.as_ref()?.turn;
        self.points_left_after(unit, cost).filter(|_| !self.is_broken(unit)).map(|_| cost)
    }

    /// Returns the five other ways that a unit may turn to, clockwise from the one that it faces.
    pub(super) fn ways_to_turn(&self, unit: UnitId) -> [Direction; 5] {
        let facing = self.condition(unit).facing.map_or(0, |way| way as usize);
        std::array::from_fn(|turns| Direction::ALL[(facing + turns + 1) % Direction::ALL.len()])
    }

    /// Has the unit of an event face the way that it has gone or struck.
    pub(super) fn turn_by_event(&mut self, event: &Event) {
        if self.rules().options.facing.is_none() {
            return;
        }
        let (unit, from, to) = match *event {
            Event::Stepped { unit, from, to, .. }
            | Event::Pursued { unit, from, to }
            | Event::Ran { unit, from, to, .. } => (unit, from, to),
            Event::Attacked { unit, target, .. } => (unit, self.hex(unit), self.hex(target)),
            _ => return,
        };
        if let Some(way) = turned_toward(from, self.condition(unit).facing, to) {
            self.change_condition(unit, |condition| condition.facing = Some(way));
        }
    }
}

/// Returns the condition of a unit that comes onto the map at the start or later.
pub(super) fn first_condition_of(rules: &Ruleset, info: &UnitInfo) -> Condition {
    let officers = rules.options.officers.is_some();
    let kind = &rules.units[info.kind];
    Condition {
        ready: rules.options.reaction.is_some() && (kind.reacts || kind.supports),
        rank: info.rank.filter(|_| officers),
        experience: if officers { info.experience } else { 0 },
        facing: info.facing.filter(|_| rules.options.facing.is_some()),
        ..Condition::FRESH
    }
}

/// Has each unit without a way of its own face the enemy: the nearest hex on which an enemy starts. Units
/// that come later face where everybody knows that the enemy is, Red the nearest castle of Blue's, Blue
/// where Red comes from; and so do all units of sides that do not see each other.
pub(crate) fn face_enemies(
    roster: &mut [UnitInfo],
    map: &Map,
    castles: &[Cell],
    origin: &RedOrigin,
    hidden: bool,
) {
    let starts = BySide::new(|side: Side| {
        let enemies = roster.iter().filter(|info| info.side != side && info.arrival.is_none());
        NearestSources::new(map, enemies.map(|info| info.cell), u32::MAX)
    });
    let (entry, from) = match origin {
        RedOrigin::Direction(direction) => (&[][..], *direction),
        RedOrigin::Entry(entry) => (&entry[..], Direction::N),
    };
    let aims = BySide {
        red: NearestSources::new(map, castles.iter().copied(), u32::MAX),
        blue: NearestSources::new(map, entry.iter().copied(), u32::MAX),
    };
    let grid = map.grid();
    for info in roster.iter_mut().filter(|info| info.facing.is_none()) {
        let fixed = if info.side == Side::Red { from.opposite() } else { from };
        let seen = starts[info.side].nearest_source(info.cell).filter(|_| !hidden && info.arrival.is_none());
        let aim = seen.or_else(|| aims[info.side].nearest_source(info.cell));
        let way = aim.and_then(|aim| turned_toward(grid.hex(info.cell), Some(fixed), grid.hex(aim)));
        info.facing = Some(way.unwrap_or(fixed));
    }
}
