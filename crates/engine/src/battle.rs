//! The state of a battle: small, flat, cheap to clone, and changed by events alone.

pub(crate) mod act;
mod cohesion;
pub(crate) mod event;
pub(crate) mod facing;
pub(crate) mod finder;
mod fingerprint;
mod flags;
mod fog;
pub(crate) mod fog_state;
pub(crate) mod goal_table;
mod goals;
mod home;
pub(crate) mod home_table;
pub(crate) mod legal;
pub(crate) mod move_odds;
mod nearby;
mod occupancy;
mod officers;
pub(crate) mod order;
pub(crate) mod outcome;
mod past;
pub(crate) mod presence;
mod rewind;
mod roster;
mod script;
pub(crate) mod script_table;
pub(crate) mod spectator;
mod supply;
pub(crate) mod unit;
pub(crate) mod view;
mod waiting;
mod weather;
mod works;
pub(crate) mod zobrist;
mod zone;

use std::sync::Arc;

use hotgates_grid::{Cell, CostLayer, Direction, Grid, Hex, MovementPoints, Reach};

use crate::battle::event::Event;
use crate::battle::fog_state::{Fog, Knower};
use crate::battle::goal_table::GoalTable;
use crate::battle::home_table::HomeTable;
use crate::battle::occupancy::Occupancy;
use crate::battle::outcome::Verdict;
use crate::battle::past::{HalfTurnStart, HalfTurnStarts};
use crate::battle::presence::{ExtraState, Presence, UnitExtra};
use crate::battle::script_table::ScriptedEvent;
use crate::battle::unit::{UnitId, UnitInfo, UnitState};
use hotgates_grid::mix::split_mix;
use hotgates_rules::{CombatTable, Fighter, GoalId, Ruleset, UnitTypeId, WeatherRule, WorkTable};
use hotgates_scenario::{ContingentEntry, Ground, Map, Objective};
use hotgates_text::{BySide, Permille, Side, Strength};

/// The part of a battle that does not change while it is fought.
#[derive(Debug, Clone)]
pub(crate) struct FixedBattleData {
    pub(crate) rules: Ruleset,
    /// [`Ruleset::digest`] of rules that older programs do not know.
    pub(crate) rules_digest: Option<u64>,
    pub(crate) combat: CombatTable,
    /// The ground at the start, in the weather of the first turn.
    pub(crate) ground: Arc<Ground>,
    /// For each state of the weather the rules as they are then, and the ground of the start.
    pub(crate) weathers: Box<[GroundInWeather]>,
    pub(crate) works: WorkTable,
    pub(crate) units: Box<[UnitInfo]>,
    pub(crate) red_units: usize,
    /// Men of each side at the start.
    pub(crate) strength: BySide<u32>,
    pub(crate) zones: BySide<Box<[Cell]>>,
    /// Cells over which units come later.
    pub(crate) entries: Vec<Cell>,
    pub(crate) from: Option<Direction>,
    /// Homes of the sides; none where no rule asks for them.
    pub(crate) homes: HomeTable,
    /// Addition of each side's factor to the situation of its units, in ‰.
    pub(crate) factors: BySide<i32>,
    pub(crate) first: Side,
    pub(crate) turns: u32,
    pub(crate) objective: Objective,
    pub(crate) contingents: Box<[ContingentEntry]>,
    pub(crate) goals: GoalTable,
    pub(crate) events: Vec<ScriptedEvent>,
    /// Side that holds each flag at the start: the castles, then the other hexes of goals.
    pub(crate) first_owners: Box<[Side]>,
    /// The owner of the knowledge that this is; `None` for the true battle.
    pub(crate) observer: Option<Knower>,
}

/// The rules with the costs and the sight of a state of the weather, and the ground of the start by them.
pub(crate) type GroundInWeather = (Ruleset, Arc<Ground>);

impl FixedBattleData {
    /// Returns what of the state only this kind of scenario has, as it is at the start.
    fn first_extra_state(&self) -> Option<Box<ExtraState>> {
        let (units, happened) = (self.first_extras(), vec![0; self.events.len()].into());
        let needed = !units.is_empty() || !self.events.is_empty() || self.factors != BySide::default();
        let weather = self.rules.options.weather.as_ref().map(WeatherRule::first).unwrap_or_default();
        needed.then(|| Box::new(ExtraState { units, happened, weather }))
    }

    /// Returns where each unit is at the start and its condition; nothing where all are on the map until they
    /// fall and have no condition.
    fn first_extras(&self) -> Box<[UnitExtra]> {
        let moves_on = |info: &UnitInfo| info.arrival.is_some() || info.withdraws.is_some();
        let conditions = self.rules.options.has_conditions();
        let stays = !self.units.iter().any(moves_on) && !self.goals.has_exits();
        if stays && !conditions && self.observer.is_none() {
            return Box::default();
        }
        let extra = |(index, info): (usize, &UnitInfo)| match info.arrival {
            Some(_) => UnitExtra { presence: Presence::Waiting, men_away: info.start, ..UnitExtra::ON_MAP },
            None => self.first_unseen(index).unwrap_or(UnitExtra {
                condition: facing::first_condition_of(&self.rules, info),
                ..UnitExtra::ON_MAP
            }),
        };
        let extras = self.units.iter().enumerate().map(extra).zip((0..).map(UnitId));
        extras.map(|(extra, unit)| UnitExtra { key: zobrist::hash_extra(unit, extra), ..extra }).collect()
    }
}

/// A battle at one moment.
///
/// Made by [`Battle::from_scenario`], changed by [`Battle::act`]. It is a pure value: the same
/// scenario, dice and orders make the same battle everywhere. It holds no dice, so whoever plans
/// with a clone has to bring other ones.
///
/// Rules, map and roster are shared; a clone copies 16 bytes a unit, 8 bytes for each of its 4 to 8
/// slots in the table of who stands where, and a byte a castle or hex of a goal. `clone_from` does so without
/// allocating, and keeps the memory in which `act` finds the path of a move: searches that try one
/// order after another should use it.
#[derive(Debug)]
pub struct Battle {
    pub(crate) arena: Arc<FixedBattleData>,
    /// The ground as it is now: that of the start until terrain changes.
    pub(crate) ground: Arc<Ground>,
    units: Box<[UnitState]>,
    /// Hex on which each unit stands, [`FALLEN`] for those destroyed: searches ask for the hexes of
    /// all enemies at once, and cells would have to be divided for them.
    places: Box<[PackedHex]>,
    occupancy: Occupancy,
    /// Side that holds each castle, then each of the other hexes of goals.
    owners: Box<[Side]>,
    /// Progress of each goal; see [`Event::GoalAdvanced`].
    progress: Box<[u32]>,
    /// Units off the map and events that have happened; `None` for scenarios without either.
    extra: Option<Box<ExtraState>>,
    alive: BySide<u32>,
    strength: BySide<u32>,
    turn: u32,
    side: Side,
    verdict: Option<Verdict>,
    hash: u64,
    /// Knowledge of both sides, where the rules hide units; `None` in known battles.
    fog: Option<Box<Fog<Self>>>,
    /// Starts of the last half-turns: not part of the position, but copied with it.
    past: HalfTurnStarts,
    /// Memory for finding the path of a move: not part of the position, and not copied with it.
    pub(crate) scratch: Option<Box<Reach>>,
}

/// The axial coordinates of a hex.
type PackedHex = [i16; 2];

/// Far from every map.
const FALLEN: PackedHex = [i16::MIN; 2];

fn pack_hex(hex: Hex) -> PackedHex {
    [hex.x, hex.y].map(|at| i16::try_from(at).expect("maps have sides of at most 4096"))
}

#[inline]
fn unpack_hex([x, y]: PackedHex) -> Hex {
    Hex::new(x.into(), y.into())
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        Self {
            arena: Arc::clone(&self.arena),
            ground: Arc::clone(&self.ground),
            units: self.units.clone(),
            places: self.places.clone(),
            occupancy: self.occupancy.clone(),
            owners: self.owners.clone(),
            progress: self.progress.clone(),
            extra: self.extra.clone(),
            alive: self.alive,
            strength: self.strength,
            turn: self.turn,
            side: self.side,
            verdict: self.verdict,
            hash: self.hash,
            fog: self.fog.clone(),
            past: self.past.clone(),
            scratch: None,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        // Mostly the same: counting who shares them would be writing to memory that other threads read.
        if !Arc::ptr_eq(&self.arena, &source.arena) {
            self.arena = Arc::clone(&source.arena);
        }
        if !Arc::ptr_eq(&self.ground, &source.ground) {
            self.ground = Arc::clone(&source.ground);
        }
        self.units.clone_from(&source.units);
        self.places.clone_from(&source.places);
        self.occupancy.clone_from(&source.occupancy);
        self.owners.clone_from(&source.owners);
        self.progress.clone_from(&source.progress);
        self.extra.clone_from(&source.extra);
        (self.alive, self.strength) = (source.alive, source.strength);
        (self.turn, self.side, self.verdict) = (source.turn, source.side, source.verdict);
        self.hash = source.hash;
        self.fog.clone_from(&source.fog);
        self.past.clone_from(&source.past);
    }
}

impl PartialEq for Battle {
    /// Returns `true` if both are at the same position of the same battle.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.arena, &other.arena)
            && (Arc::ptr_eq(&self.ground, &other.ground) || self.ground.has_same_terrain_as(&other.ground))
            && self.units == other.units
            && self.owners == other.owners
            && self.progress == other.progress
            && self.extra == other.extra
            && (self.turn, self.side, self.verdict) == (other.turn, other.side, other.verdict)
            && self.fog.as_ref().map(|fog| &fog.known) == other.fog.as_ref().map(|fog| &fog.known)
    }
}

impl Eq for Battle {}

impl Battle {
    /// Makes the battle before the first move.
    pub(crate) fn from_fixed_data(arena: Arc<FixedBattleData>) -> Self {
        let mut occupancy = Occupancy::new(arena.units.len());
        let mut alive = BySide::default();
        let mut units = Vec::with_capacity(arena.units.len());
        let mut strength = BySide::default();
        let mut places = Vec::with_capacity(arena.units.len());
        for (id, info) in (0..).map(UnitId).zip(&arena.units) {
            if info.arrival.is_some() || arena.first_unseen(id.index()).is_some() {
                let (strength, left) = (Strength(0), MovementPoints(0));
                units.push(UnitState { cell: info.cell, strength, left, halted: false });
                places.push(FALLEN);
                continue;
            }
            occupancy.put_unit(info.cell, id);
            alive[info.side] += 1;
            strength[info.side] += u32::from(info.start.0);
            let left = arena.rules.units[info.kind].movement;
            units.push(UnitState { cell: info.cell, strength: info.start, left, halted: false });
            places.push(pack_hex(arena.ground.map().grid().hex(info.cell)));
        }
        let extra = arena.first_extra_state();
        let (owners, side) = (arena.first_owners.clone(), arena.first);
        let ground = Arc::clone(&arena.ground);
        let progress: Box<[u32]> = vec![0; arena.goals.goals.len()].into();
        let past = HalfTurnStarts::first(HalfTurnStart {
            units: units.clone().into(),
            owners: owners.clone(),
            progress: progress.clone(),
            extra: extra.clone(),
            ground: Arc::clone(&ground),
            turn: 1,
            side,
        });
        let mut battle = Self {
            arena,
            ground,
            units: units.into(),
            places: places.into(),
            occupancy,
            owners,
            progress,
            extra,
            alive,
            strength,
            turn: 1,
            side,
            verdict: None,
            hash: 0,
            fog: None,
            past,
            scratch: None,
        };
        battle.hash = battle.hash_from_scratch();
        battle.fog = battle.first_fog();
        battle
    }

    /// Returns the numbers of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.arena.rules
    }

    /// Returns the numbers of combat, looked up once.
    pub fn combat(&self) -> &CombatTable {
        &self.arena.combat
    }

    /// Returns the ground as it is now.
    #[inline]
    pub fn map(&self) -> &Map {
        self.ground.map()
    }

    /// Returns the ground as short searches of units of a type read it.
    #[inline]
    pub(crate) fn cost_layer(&self, kind: UnitTypeId) -> CostLayer<'_> {
        self.ground.cost_layer(kind)
    }

    /// Returns the grid, which numbers the hexes of the map.
    #[inline]
    pub fn grid(&self) -> &Grid {
        self.ground.map().grid()
    }

    /// Number of the turn, from 1.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// Number of the last turn: dusk falls when it ends.
    pub fn last_turn(&self) -> u32 {
        self.arena.turns
    }

    /// Side whose half-turn it is.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Side that has the first half of each turn.
    pub fn first_side(&self) -> Side {
        self.arena.first
    }

    /// Number of half-turns until dusk, the present one included.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Scenario, Side};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    ///     first: blue, turns: 3,
    /// )"##)?;
    /// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// assert_eq!((battle.side(), battle.half_turns_left()), (Side::Blue, 6));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn half_turns_left(&self) -> u32 {
        2 * (self.last_turn() - self.turn) + if self.side == self.first_side() { 2 } else { 1 }
    }

    /// Returns the objective of the battle.
    pub fn objective(&self) -> Objective {
        self.arena.objective
    }

    /// Returns the direction that Red came from; `None` where it started on hexes of the scenario.
    pub fn origin_direction(&self) -> Option<Direction> {
        self.arena.from
    }

    /// Returns the winner and the manner of the victory; `None` while the battle goes on.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Returns the hash of the position: equal for equal positions of one battle, and by chance of
    /// 2⁻⁶⁴ for others. What each side knows is part of the position.
    #[inline]
    pub fn hash(&self) -> u64 {
        match &self.fog {
            None => self.hash,
            Some(fog) => {
                let knowledge = split_mix(fog.known.red.hash) ^ fog.known.blue.hash;
                self.hash ^ split_mix(knowledge)
            }
        }
    }

    /// Returns the hexes on which a side may arrange its units before the first turn.
    pub fn deployment_zone(&self, side: Side) -> &[Cell] {
        &self.arena.zones[side]
    }

    /// Returns the fighter that a unit is on a cell: the numbers that combat needs.
    #[inline]
    pub fn fighter_on(&self, unit: UnitId, on: Cell) -> Fighter {
        let info = self.info(unit);
        let fighter = Fighter {
            kind: info.kind,
            rank: info.rank,
            strength: self.unit(unit).strength,
            terrain: self.map().terrain(on),
            situation: 0,
            dug_in: 0,
        };
        if self.has_extra_state() { self.fighter_in_condition(fighter, unit, on) } else { fighter }
    }

    /// Returns the share of the losses that the terrain of a cell keeps off a unit of a type standing
    /// there.
    #[inline]
    pub fn cover_on(&self, kind: UnitTypeId, cell: Cell) -> Permille {
        self.combat().defence(self.map().terrain(cell), kind)
    }

    /// Applies one event: the only way in which a battle changes. The events must be those of this
    /// battle, in order; who plays a log back uses a [`Spectator`](spectator::Spectator).
    pub(crate) fn apply_event(&mut self, event: &Event) {
        match *event {
            Event::Stepped { unit, to, left, halted, .. } => {
                let cell = self.move_to_hex(unit, to);
                self.change_unit(unit, |state| {
                    state.cell = cell;
                    state.left = left;
                    state.halted |= halted;
                });
            }
            Event::Attacked { unit, left, .. } => self.change_unit(unit, |state| state.left = left),
            Event::Hit { unit, losses, left, .. } => {
                let side = self.info(unit).side;
                self.strength[side] -= u32::from(losses.0);
                self.change_unit(unit, |state| state.strength = left);
                if left.0 == 0 {
                    self.alive[side] -= 1;
                    self.places[unit.index()] = FALLEN;
                    // On the hex of a friend that it passes through, the friend goes on standing.
                    if self.at(self.unit(unit).cell) == Some(unit) {
                        self.occupancy.take_unit(self.unit(unit).cell);
                    }
                    self.change_extra(unit, UnitExtra::FALLEN);
                }
            }
            Event::CastleTaken { castle: hex, by } | Event::HexTaken { hex, by } => {
                let cell = self.grid().cell(hex).expect("flags stand on the map");
                let flag = self.flag_index(cell).expect("a flag stands there");
                self.hash ^= zobrist::hash_flag(cell, self.owners[flag]) ^ zobrist::hash_flag(cell, by);
                self.owners[flag] = by;
            }
            Event::GoalAdvanced { goal, progress } => {
                let before = std::mem::replace(&mut self.progress[goal.index()], progress);
                self.hash ^= zobrist::hash_goal(goal, before) ^ zobrist::hash_goal(goal, progress);
            }
            Event::Arrived { .. }
            | Event::Departed { .. }
            | Event::Called { .. }
            | Event::Scripted { .. } => {
                self.apply_script_event(event);
            }
            Event::RanInto { .. } | Event::Sighted { .. } | Event::Vanished { .. } => {
                self.apply_fog_event(event);
            }
            Event::CohesionChanged { .. }
            | Event::Broke { .. }
            | Event::Rallied { .. }
            | Event::GaveWay { .. }
            | Event::Pursued { .. }
            | Event::Ran { .. }
            | Event::Surrendered { .. } => self.apply_cohesion_event(event),
            Event::Unsupplied { .. } | Event::Resupplied { .. } | Event::RoundsChanged { .. } => {
                self.apply_supply_event(event);
            }
            Event::ExperienceGained { .. } | Event::Promoted { .. } | Event::OfficerFell { .. } => {
                self.apply_officer_event(event);
            }
            Event::Worked { unit, at, work, half_turns } => self.work(unit, at, (work, half_turns)),
            Event::TerrainChanged { .. } | Event::WeatherChanged { .. } => {
                self.apply_ground_event(event, None);
            }
            // Noted where units wait.
            Event::Reacted { .. } => {}
            Event::WentBack { unit, to, .. } => {
                let cell = self.move_to_hex(unit, to);
                self.change_unit(unit, |state| state.cell = cell);
            }
            Event::Faced { unit, way, left } => {
                self.change_condition(unit, |condition| condition.facing = Some(way));
                self.change_unit(unit, |state| state.left = left);
            }
            Event::HalfTurnBegan { turn, side } => {
                self.settle_half_turn_start();
                self.hash ^=
                    zobrist::hash_half_turn(self.turn, self.side) ^ zobrist::hash_half_turn(turn, side);
                (self.turn, self.side) = (turn, side);
                for unit in self.roster_ids(side) {
                    let full = self.kind(unit).movement;
                    let state = self.unit(unit);
                    if state.alive() && (state.left != full || state.halted) {
                        self.change_unit(unit, |state| {
                            state.left = full;
                            state.halted = false;
                        });
                    }
                }
                self.keep_half_turn_start();
            }
            Event::Ended { verdict } => {
                self.verdict = Some(verdict);
                self.hash ^= hash_verdict(verdict);
            }
        }
        if self.has_extra_state() {
            self.turn_by_event(event);
            self.wait_by_event(event);
            self.break_off_works_by_event(event);
            self.past.outdated |= !self.past.ordered;
        }
        if self.fog.is_some() {
            self.tell_sides(event);
        }
    }

    /// Returns the goals of the battle and what counts points.
    pub(crate) fn goal_table(&self) -> &GoalTable {
        &self.arena.goals
    }

    /// Returns how far a goal has got: for hexes to hold the number of the enemy's half-turns through
    /// which they have been held, for others 1 once the goal is met.
    pub fn goal_progress(&self, goal: GoalId) -> u32 {
        self.progress[goal.index()]
    }

    fn change_unit(&mut self, unit: UnitId, change: impl FnOnce(&mut UnitState)) {
        let state = &mut self.units[unit.index()];
        self.hash ^= zobrist::hash_unit(unit, state);
        change(state);
        self.hash ^= zobrist::hash_unit(unit, state);
    }

    /// Computes the hash of the position from nothing: [`hash`](Self::hash) always equals the
    /// result.
    pub(crate) fn hash_from_scratch(&self) -> u64 {
        let units =
            self.units.iter().enumerate().map(|(index, state)| zobrist::hash_unit(unit_id(index), state));
        let flags = self.flags().map(|(cell, owner)| zobrist::hash_flag(cell, owner));
        let goals = self.all_goals().map(|(goal, _)| zobrist::hash_goal(goal, self.goal_progress(goal)));
        let extras = self.extras().iter().enumerate();
        let extras = extras.map(|(index, &extra)| zobrist::hash_extra(unit_id(index), extra));
        let events = self.scripted_events().map(|(id, _)| zobrist::hash_event(id, self.times_happened(id)));
        let end = self.verdict.map_or(0, hash_verdict);
        let start = zobrist::hash_half_turn(self.turn, self.side) ^ end;
        let ground = self.hashes_of_changed_cells();
        let weather = self.extra.as_ref().map(|extra| zobrist::hash_weather(extra.weather));
        let keys = units.chain(flags).chain(goals).chain(extras).chain(events).chain(ground).chain(weather);
        keys.fold(start, |hash, key| hash ^ key)
    }

    /// Returns the points that a unit has left after paying a cost; `None` where they do not
    /// suffice.
    pub(crate) fn points_left_after(&self, unit: UnitId, cost: MovementPoints) -> Option<MovementPoints> {
        self.unit(unit).left.points_after_paying(cost)
    }
}

fn hash_verdict(verdict: Verdict) -> u64 {
    let winner = verdict.winner.map_or(2, |side| side as u64);
    zobrist::hash_end(winner << 8 | verdict.how as u64)
}

#[inline]
fn unit_id(index: usize) -> UnitId {
    UnitId(u16::try_from(index).expect("two armies of at most 20,000 units"))
}
