//! The state of a battle: small, flat, cheap to clone, and changed by events alone.

pub(crate) mod act;
pub(crate) mod combat;
pub(crate) mod dice;
pub(crate) mod event;
pub(crate) mod legal;
mod occupancy;
pub(crate) mod odds;
pub(crate) mod order;
pub(crate) mod outcome;
pub(crate) mod setup;
mod sight;
pub(crate) mod spectator;
pub(crate) mod unit;
pub(crate) mod view;
pub(crate) mod zobrist;
mod zone;

use std::sync::Arc;

use hexx::Hex;

use crate::battle::combat::{CombatTable, Fighter};
use crate::battle::event::Event;
use crate::battle::occupancy::Occupancy;
use crate::battle::outcome::{Outcome, UnitOutcome, Verdict};
use crate::battle::unit::{UnitId, UnitInfo, UnitState};
use crate::file::fault::Fault;
use crate::file::ids::{RankId, UnitTypeId};
use crate::file::map::Map;
use crate::file::ruleset::{Ruleset, UnitType};
use crate::file::scenario::{Objective, Scenario};
use crate::grid::coord::Direction;
use crate::grid::{Cell, Grid};
use crate::measure::{MovementPoints, Strength};
use crate::path::cost_bits::CostBits;
use crate::path::reach::Reach;
use crate::side::{BySide, Side};

/// Everything about a battle that does not change while it is fought.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) rules: Ruleset,
    pub(crate) combat: CombatTable,
    pub(crate) map: Map,
    /// For each layer of costs of the map its cells by their costs, for searches by bits.
    pub(crate) cost_bits: Box<[Vec<CostBits>]>,
    pub(crate) units: Box<[UnitInfo]>,
    pub(crate) red_units: usize,
    /// Men of each side at the start.
    pub(crate) strength: BySide<u32>,
    pub(crate) zones: BySide<Box<[Cell]>>,
    pub(crate) from: Option<Direction>,
    pub(crate) turns: u32,
    pub(crate) objective: Objective,
}

/// A battle at one moment.
///
/// Made by [`Battle::from_scenario`], changed by [`Battle::act`]. It is a pure value: the same scenario, dice and
/// orders make the same battle everywhere. It holds no dice, so whoever plans with a clone has to bring other ones.
///
/// Rules, map and roster are shared; a clone copies 16 bytes a unit, 8 bytes for each of its 4 to 8 slots in the
/// table of who stands where, and a byte a castle. `clone_from` does so without allocating, and keeps the memory in
/// which `act` finds the way of a move: searches that try one order after another should use it.
#[derive(Debug)]
pub struct Battle {
    pub(crate) arena: Arc<Arena>,
    units: Box<[UnitState]>,
    /// Where each of them stands, [`FALLEN`] for those destroyed: searches ask for the hexes of all enemies at once, and
    /// cells would have to be divided for them.
    places: Box<[Place]>,
    occupancy: Occupancy,
    owners: Box<[Side]>,
    alive: BySide<u32>,
    strength: BySide<u32>,
    turn: u32,
    side: Side,
    verdict: Option<Verdict>,
    hash: u64,
    /// Memory for finding the way of a move: not part of the position, and not copied with it.
    pub(crate) scratch: Reach,
}

/// The axial coordinates of a hex.
type Place = [i16; 2];

/// Far from every map.
const FALLEN: Place = [i16::MIN; 2];

fn place(hex: Hex) -> Place {
    [hex.x, hex.y].map(|at| i16::try_from(at).expect("maps have sides of at most 4096"))
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        Self {
            arena: Arc::clone(&self.arena),
            units: self.units.clone(),
            places: self.places.clone(),
            occupancy: self.occupancy.clone(),
            owners: self.owners.clone(),
            alive: self.alive,
            strength: self.strength,
            turn: self.turn,
            side: self.side,
            verdict: self.verdict,
            hash: self.hash,
            scratch: Reach::new(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.arena.clone_from(&source.arena);
        self.units.clone_from(&source.units);
        self.places.clone_from(&source.places);
        self.occupancy.clone_from(&source.occupancy);
        self.owners.clone_from(&source.owners);
        (self.alive, self.strength) = (source.alive, source.strength);
        (self.turn, self.side, self.verdict) = (source.turn, source.side, source.verdict);
        self.hash = source.hash;
    }
}

impl PartialEq for Battle {
    /// Whether both are at the same position of the same battle.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.arena, &other.arena)
            && self.units == other.units
            && self.owners == other.owners
            && (self.turn, self.side, self.verdict) == (other.turn, other.side, other.verdict)
    }
}

impl Eq for Battle {}

impl Battle {
    /// The battle of a scenario, before Red's first move.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario, each with its place.
    pub fn from_scenario(scenario: &Scenario) -> Result<Self, Vec<Fault>> {
        let report = scenario.check();
        report.battle.ok_or(report.faults)
    }

    /// The battle before Red's first move.
    pub(crate) fn start(arena: Arc<Arena>) -> Self {
        let mut occupancy = Occupancy::new(arena.units.len());
        let mut alive = BySide::default();
        let mut units = Vec::with_capacity(arena.units.len());
        for (id, info) in (0..).map(UnitId).zip(&arena.units) {
            occupancy.put(info.cell, id);
            alive[info.side] += 1;
            let left = arena.rules.units[info.kind].movement;
            units.push(UnitState { cell: info.cell, strength: info.start, left, halted: false });
        }
        let places = arena.units.iter().map(|info| place(arena.map.grid().hex(info.cell))).collect();
        let strength = arena.strength;
        let owners = vec![Side::Blue; arena.map.castles().len()].into();
        let mut battle = Self {
            arena,
            units: units.into(),
            places,
            occupancy,
            owners,
            alive,
            strength,
            turn: 1,
            side: Side::Red,
            verdict: None,
            hash: 0,
            scratch: Reach::new(),
        };
        battle.hash = battle.hash_from_scratch();
        battle
    }

    /// The numbers of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.arena.rules
    }

    /// Those of combat, looked up once.
    pub fn combat(&self) -> &CombatTable {
        &self.arena.combat
    }

    /// The ground.
    #[inline]
    pub fn map(&self) -> &Map {
        &self.arena.map
    }

    /// The cells by what units of a type pay for them; none where that are too many different costs.
    pub(crate) fn cost_bits(&self, kind: UnitTypeId) -> &[CostBits] {
        &self.arena.cost_bits[self.arena.map.layer(kind)]
    }

    /// How its hexes are numbered.
    #[inline]
    pub fn grid(&self) -> &Grid {
        self.arena.map.grid()
    }

    /// The turn, from 1.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The last turn: dusk falls when it ends.
    pub fn last_turn(&self) -> u32 {
        self.arena.turns
    }

    /// Whose half of the turn it is.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// What the battle is about.
    pub fn objective(&self) -> Objective {
        self.arena.objective
    }

    /// From where Red came, where it came from a direction.
    pub fn from(&self) -> Option<Direction> {
        self.arena.from
    }

    /// Who won, and how; none while it goes on.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The hash of the position: equal for equal positions of one battle, and by chance of 2⁻⁶⁴ for others.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Every unit that entered the battle, Red's first, those destroyed included.
    pub fn roster(&self) -> impl ExactSizeIterator<Item = (UnitId, &UnitInfo)> + '_ {
        self.arena.units.iter().enumerate().map(|(index, info)| (id(index), info))
    }

    /// What does not change about a unit.
    #[inline]
    pub fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.arena.units[unit.index()]
    }

    /// What changes about a unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    /// The unit's type.
    #[inline]
    pub fn kind(&self, unit: UnitId) -> &UnitType {
        &self.arena.rules.units[self.info(unit).kind]
    }

    /// Where the unit stands, or fell.
    #[inline]
    pub fn hex(&self, unit: UnitId) -> Hex {
        match self.places[unit.index()] {
            FALLEN => self.grid().hex(self.unit(unit).cell),
            [x, y] => Hex::new(x.into(), y.into()),
        }
    }

    /// The units of a side on the map, in ascending order.
    #[inline]
    pub fn living(&self, side: Side) -> impl DoubleEndedIterator<Item = UnitId> + Clone + '_ {
        self.ids(side).filter(|&unit| self.unit(unit).alive())
    }

    /// Those of them from `first` on: for going on where one stopped.
    pub fn living_from(&self, side: Side, first: UnitId) -> impl Iterator<Item = UnitId> + Clone + '_ {
        let start = if side == Side::Red { 0 } else { self.arena.red_units };
        let before = first.index().saturating_sub(start);
        self.ids(side).skip(before).filter(|&unit| self.unit(unit).alive())
    }

    /// Finds the enemies of `side` that stand at most `range` hexes away from a cell, each with its hex, in no order that
    /// callers may rely on.
    ///
    /// Cost: `O(hexes)` within range, or `O(enemies)` where there are fewer.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Scenario, Side};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry", at: (2, 0))]),
    /// )"##)?;
    /// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// let castle = battle.map().castles()[0];
    /// assert_eq!(battle.enemies_within(Side::Blue, castle, 8).count(), 0);
    /// assert_eq!(battle.enemies_within(Side::Blue, castle, 9).count(), 1);
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[inline]
    pub fn enemies_within(
        &self,
        side: Side,
        centre: Cell,
        range: u32,
    ) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        self.units_within(side.other(), centre, range)
    }

    /// Finds the units of `side` that stand at most `range` hexes away from a cell, each with its hex, in no order that
    /// callers may rely on.
    ///
    /// Cost: `O(hexes)` within range, or `O(units)` where there are fewer.
    #[inline]
    pub fn units_within(
        &self,
        side: Side,
        centre: Cell,
        range: u32,
    ) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        // Where a unit stands is read off twice as fast as the unit on a hex is looked up.
        let few = u64::from(self.alive(side)) <= 2 * u64::from(Hex::range_count(range));
        let middle = self.grid().hex(centre);
        let listed = few.then(|| {
            // The destroyed ones lie too far away for every range.
            self.places(side).filter(move |(_, hex)| hex.unsigned_distance_to(middle) <= range)
        });
        let looked_up = (!few).then(|| {
            let units = self.grid().within(centre, range);
            let units = units.filter_map(|(hex, cell)| Some((self.at(cell)?, hex)));
            units.filter(move |&(unit, _)| self.info(unit).side == side)
        });
        listed.into_iter().flatten().chain(looked_up.into_iter().flatten())
    }

    /// Lists every unit of a side with its hex, a hex far off the map for those destroyed.
    #[inline]
    fn places(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let (red, blue) = self.places.split_at(self.arena.red_units);
        let places = if side == Side::Red { red } else { blue };
        self.ids(side).zip(places).map(|(unit, &[x, y])| (unit, Hex::new(x.into(), y.into())))
    }

    fn ids(&self, side: Side) -> impl DoubleEndedIterator<Item = UnitId> + Clone + use<> {
        let red = self.arena.red_units;
        match side {
            Side::Red => 0..red,
            Side::Blue => red..self.arena.units.len(),
        }
        .map(id)
    }

    /// The unit on a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<UnitId> {
        self.occupancy.get(cell)
    }

    /// The unit on a hex.
    pub fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        self.grid().cell(hex).and_then(|cell| self.at(cell))
    }

    /// Whether an enemy of `side` stands on a cell.
    #[inline]
    pub fn enemy_at(&self, side: Side, cell: Cell) -> bool {
        self.at(cell).is_some_and(|unit| self.info(unit).side != side)
    }

    /// How many units of a side are on the map.
    pub fn alive(&self, side: Side) -> u32 {
        self.alive[side]
    }

    /// Men of a side on the map.
    pub fn strength(&self, side: Side) -> u32 {
        self.strength[side]
    }

    /// Men a side started with.
    pub fn start_strength(&self, side: Side) -> u32 {
        self.arena.strength[side]
    }

    /// Every castle and whose it is, in ascending cells.
    pub fn castles(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        self.map().castles().iter().copied().zip(self.owners.iter().copied())
    }

    /// Whether a side holds every castle.
    pub fn holds_all_castles(&self, side: Side) -> bool {
        self.owners.iter().all(|&owner| owner == side)
    }

    /// The hexes on which a side may arrange its units before the first turn.
    pub fn deployment_zone(&self, side: Side) -> &[Cell] {
        &self.arena.zones[side]
    }

    /// Where a side's units start.
    pub fn entry(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        self.ids(side).map(|unit| self.info(unit).cell)
    }

    /// What a unit is in a fight on a cell.
    pub fn fighter(&self, unit: UnitId, on: Cell) -> Fighter {
        let info = self.info(unit);
        Fighter {
            kind: info.kind,
            rank: info.rank,
            strength: self.unit(unit).strength,
            terrain: self.map().terrain(on),
        }
    }

    /// Returns the highest rank of a side's living officers.
    pub fn highest_rank(&self, side: Side) -> Option<RankId> {
        self.living(side).filter_map(|unit| self.info(unit).rank).max()
    }

    /// What the battle gives back: every unit with its losses and the caller's mark.
    pub fn outcome(&self) -> Outcome {
        let rules = self.rules();
        let unit = |(unit, info): (UnitId, &UnitInfo)| {
            let left = self.unit(unit).strength;
            UnitOutcome {
                unit,
                side: info.side,
                kind: rules.units[info.kind].name.clone(),
                label: info.label.clone(),
                officer: info.officer.clone(),
                rank: info.rank.map(|rank| rules.ranks[rank].name.clone()),
                start: info.start,
                left,
                losses: Strength(info.start.0 - left.0),
                tag: info.tag.clone(),
            }
        };
        let castles = |side| self.owners.iter().filter(|&&owner| owner == side).count();
        Outcome {
            verdict: self.verdict,
            turn: self.turn,
            left: self.strength,
            start: BySide::new(|side| self.start_strength(side)),
            castles: BySide::new(|side| u32::try_from(castles(side)).unwrap_or(u32::MAX)),
            units: self.roster().map(unit).collect(),
        }
    }

    /// Applies one event: the only way in which a battle changes. The events must be those of this battle, in order;
    /// who plays a log back uses a [`Spectator`](spectator::Spectator).
    pub(crate) fn apply(&mut self, event: &Event) {
        match *event {
            Event::Stepped { unit, to, left, halted, .. } => {
                self.places[unit.index()] = place(to);
                let to = self.grid().cell(to).expect("units step on the map");
                // On the hex of a friend it passes through, the friend goes on standing there.
                let from = self.unit(unit).cell;
                if self.at(from) == Some(unit) {
                    self.occupancy.take(from);
                }
                if self.at(to).is_none() {
                    self.occupancy.put(to, unit);
                }
                self.change(unit, |state| {
                    state.cell = to;
                    state.left = left;
                    state.halted |= halted;
                });
            }
            Event::Attacked { unit, left, .. } => self.change(unit, |state| state.left = left),
            Event::Hit { unit, losses, left, .. } => {
                let side = self.info(unit).side;
                self.strength[side] -= u32::from(losses.0);
                self.change(unit, |state| state.strength = left);
                if left.0 == 0 {
                    self.alive[side] -= 1;
                    self.places[unit.index()] = FALLEN;
                    self.occupancy.take(self.unit(unit).cell);
                }
            }
            Event::CastleTaken { castle, by } => {
                let cell = self.grid().cell(castle).expect("castles lie on the map");
                let index = self.castle(cell).expect("a castle lies there");
                self.hash ^= zobrist::castle(cell, self.owners[index]) ^ zobrist::castle(cell, by);
                self.owners[index] = by;
            }
            Event::HalfBegan { turn, side } => {
                self.hash ^= zobrist::half(self.turn, self.side) ^ zobrist::half(turn, side);
                (self.turn, self.side) = (turn, side);
                for unit in self.ids(side) {
                    let full = self.kind(unit).movement;
                    let state = self.unit(unit);
                    if state.alive() && (state.left != full || state.halted) {
                        self.change(unit, |state| {
                            state.left = full;
                            state.halted = false;
                        });
                    }
                }
            }
            Event::Ended { verdict } => {
                self.verdict = Some(verdict);
                self.hash ^= over(verdict);
            }
        }
    }

    /// The place of a castle in the list of castles.
    pub(crate) fn castle(&self, cell: Cell) -> Option<usize> {
        self.map().castles().binary_search(&cell).ok()
    }

    /// Whose a castle is, by its place in the list.
    pub(crate) fn owner(&self, castle: usize) -> Side {
        self.owners[castle]
    }

    fn change(&mut self, unit: UnitId, change: impl FnOnce(&mut UnitState)) {
        let state = &mut self.units[unit.index()];
        self.hash ^= zobrist::unit(unit, state);
        change(state);
        self.hash ^= zobrist::unit(unit, state);
    }

    /// The position's hash from nothing: what [`hash`](Self::hash) must always equal.
    pub(crate) fn hash_from_scratch(&self) -> u64 {
        let units = self.units.iter().enumerate().map(|(index, state)| zobrist::unit(id(index), state));
        let castles = self.castles().map(|(cell, owner)| zobrist::castle(cell, owner));
        let end = self.verdict.map_or(0, over);
        units.chain(castles).fold(zobrist::half(self.turn, self.side) ^ end, |hash, key| hash ^ key)
    }

    /// The points that a unit has for this much more.
    pub(crate) fn pay(&self, unit: UnitId, cost: MovementPoints) -> Option<MovementPoints> {
        self.unit(unit).left.pay(cost)
    }
}

fn over(verdict: Verdict) -> u64 {
    let winner = verdict.winner.map_or(2, |side| side as u64);
    zobrist::over(winner << 8 | verdict.how as u64)
}

#[inline]
fn id(index: usize) -> UnitId {
    UnitId(u16::try_from(index).expect("two armies of at most 20,000 units"))
}
