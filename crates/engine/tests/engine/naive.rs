//! The rules of movement and attack written down a second time, as simply as possible and sharing
//! no code with the engine's: neighbours from a table of offsets, costs by relaxing until nothing
//! changes.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{
    Coord, Direction, MapFile, Objective, Order, Scenario, Side, TypeSelector, UnitId, WeatherState, WorkId,
};

use crate::stage::at;

/// Returns the neighbours of a hex in odd-q offset coordinates, clockwise from north.
pub fn neighbours(Coord { col, row }: Coord) -> [Coord; 6] {
    if col.rem_euclid(2) == 0 {
        [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
    } else {
        [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    }
    .map(|(right, down)| at(col + right, row + down))
}

/// Returns the number of steps between two hexes: the steps to the other column, each of which can
/// go half a hex up or down, and the rest within that column.
pub fn distance(a: Coord, b: Coord) -> u32 {
    let half_rows = |hex: Coord| 2 * hex.row + hex.col.rem_euclid(2);
    let across = a.col.abs_diff(b.col);
    across + half_rows(a).abs_diff(half_rows(b)).saturating_sub(across) / 2
}

/// Distances agree with distances found by walking ring by ring.
#[test]
fn distance_is_the_number_of_steps() {
    for start in [at(4, 4), at(5, 3)] {
        let mut ring = BTreeSet::from([start]);
        let mut seen = ring.clone();
        for steps in 0..12 {
            assert!(ring.iter().all(|&hex| distance(start, hex) == steps && distance(hex, start) == steps));
            let next: BTreeSet<_> =
                ring.iter().flat_map(|&hex| neighbours(hex)).filter(|hex| !seen.contains(hex)).collect();
            assert_eq!(next.len(), 6 * (steps as usize + 1));
            seen.extend(&next);
            ring = next;
        }
    }
}

#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "a position written down as simply as possible")]
pub struct NaiveUnit {
    pub side: Side,
    pub movement: u32,
    pub attack_cost: u32,
    pub range: Option<(u32, u32)>,
    pub kind: String,
    pub key: Option<String>,
    /// Turn and hexes of a unit that is still to come.
    pub arrives: Option<(u32, Vec<Coord>)>,
    pub hex: Coord,
    pub left: u32,
    /// Points that it has at the start of its half-turn.
    pub full: u32,
    pub alive: bool,
    pub halted: bool,
    pub broken: bool,
    pub wavers: bool,
    /// `true` for a gun without ammunition.
    pub empty: bool,
    /// Place of the way that it faces among all directions; `None` where units face no ways.
    pub facing: Option<usize>,
    /// A work that it has begun: the hex, the place of the work in the ruleset, the half-turns worked.
    pub work: Option<(Coord, usize, u8)>,
}

/// A position, with its rules as far as orders depend on them.
#[derive(Debug, Clone)]
pub struct Naive {
    scenario: Scenario,
    pub units: Vec<NaiveUnit>,
    pub side: Side,
    turn: u32,
    turns: u32,
    goals: NaiveGoals,
    weather: Option<WeatherState>,
    pub over: bool,
}

/// The goals of a battle, written down a second time: owners by the hexes that units enter, and
/// half-turns counted as they end.
#[derive(Debug, Clone)]
pub struct NaiveGoals {
    pub map: MapFile,
    /// Side that holds each castle and each hex of a goal.
    pub owners: BTreeMap<Coord, Side>,
    /// For each goal the enemy's half-turns through which its hexes were held.
    held: Vec<i64>,
    /// For each goal to take or destroy whether it is met.
    done: Vec<bool>,
    /// For each goal the units that have gone off the map for it.
    gone: Vec<i64>,
    /// Keys of goals that no event has opened yet.
    pub closed: BTreeSet<String>,
}

impl NaiveGoals {
    pub fn new(map: &MapFile, castles: impl Iterator<Item = Coord>) -> Self {
        let hexes = map.goals.iter().flat_map(|goal| goal.hold.iter().chain(&goal.take)).copied();
        let owner = |hex: &Coord| if map.red_holds.contains(hex) { Side::Red } else { Side::Blue };
        let owners = castles.chain(hexes).map(|hex| (hex, owner(&hex))).collect();
        let goals = map.goals.len();
        let closed = map.events.iter().flat_map(|event| event.opens.iter().cloned()).collect();
        let (held, done, gone) = (vec![0; goals], vec![false; goals], vec![0; goals]);
        Self { map: map.clone(), owners, held, done, gone, closed }
    }

    pub fn enter(&mut self, hex: Coord, side: Side) {
        if let Some(owner) = self.owners.get_mut(&hex) {
            *owner = side;
        }
    }

    /// Marks the goals that are met for good after an order; `gone` tells of a unit by its key that
    /// it is destroyed.
    pub fn meet_for_good(&mut self, turn: u32, gone: impl Fn(&str) -> bool) {
        for (goal, done) in self.map.goals.iter().zip(&mut self.done) {
            let in_time = i64::from(turn) <= goal.by.unwrap_or(i64::MAX);
            let taken = goal.take.iter().all(|hex| self.owners[hex] == goal.side);
            let for_good = goal.hold.is_empty() && goal.exit.is_empty() && !self.closed.contains(&goal.key);
            *done |= for_good && in_time && taken && goal.destroy.iter().all(|key| gone(key));
        }
    }

    /// Counts a half-turn that `side` has ended.
    pub fn end_half_turn(&mut self, side: Side) {
        for (goal, held) in self.map.goals.iter().zip(&mut self.held) {
            if side != goal.side {
                let all = goal.hold.iter().all(|hex| self.owners[hex] == goal.side)
                    && !self.closed.contains(&goal.key);
                *held = if all { *held + 1 } else { 0 };
            }
        }
    }

    pub fn is_met(&self, index: usize) -> bool {
        let goal = &self.map.goals[index];
        let holds = goal.hold.iter().all(|hex| self.owners[hex] == goal.side);
        if !goal.exit.is_empty() {
            self.gone[index] >= self.needed(index)
        } else if goal.hold.is_empty() {
            self.done[index]
        } else {
            holds && !self.closed.contains(&goal.key) && self.held[index] >= goal.turns.unwrap_or(0)
        }
    }

    /// Number of units that must go off the map for a goal.
    fn needed(&self, index: usize) -> i64 {
        let goal = &self.map.goals[index];
        goal.count.unwrap_or(if goal.units.is_empty() { 1 } else { goal.units.len().try_into().unwrap() })
    }

    /// Returns the goals for which a unit of this key may go off the map from a hex.
    pub fn exits(&self, turn: u32, side: Side, key: Option<&str>, hex: Coord) -> Vec<usize> {
        let open = |&index: &usize| {
            let goal = &self.map.goals[index];
            let named = goal.units.is_empty() || goal.units.iter().any(|unit| Some(unit.as_str()) == key);
            let in_time = i64::from(turn) <= goal.by.unwrap_or(i64::MAX);
            let missing = self.gone[index] < self.needed(index) && !self.closed.contains(&goal.key);
            goal.side == side && goal.exit.contains(&hex) && named && in_time && missing
        };
        (0..self.map.goals.len()).filter(open).collect()
    }

    /// Counts a unit that goes off the map from where it stands before its order.
    pub fn leave(&mut self, turn: u32, unit: UnitId, before: &hotgates_engine::Battle) {
        let info = before.info(unit);
        for goal in self.exits(turn, info.side, info.key.as_deref(), before.hex(unit).into()) {
            self.gone[goal] += 1;
        }
    }

    pub fn has_won(&self, side: Side) -> bool {
        let index = |key: &String| self.map.goals.iter().position(|goal| goal.key == *key).expect("a goal");
        self.map.wins.of_side(side).iter().any(|set| set.iter().all(|key| self.is_met(index(key))))
    }
}

impl Naive {
    pub fn new(scenario: &Scenario, turns: u32) -> Self {
        let rules = &scenario.rules;
        let mut units = Vec::new();
        for side in Side::BOTH {
            for entry in &scenario.map.army(side).expect("an army").units {
                let unit = rules.units.iter().find(|unit| unit.name == entry.kind).unwrap();
                units.push(NaiveUnit {
                    side,
                    movement: unit.movement.0.into(),
                    attack_cost: unit.attack_cost.0.into(),
                    range: unit.ranged.as_ref().map(|ranged| (ranged.min, ranged.max)),
                    kind: unit.name.clone(),
                    key: entry.key.clone(),
                    arrives: entry.arrives.as_ref().map(|arrival| {
                        let turn = arrival.turn.map_or(u32::MAX, |turn| turn.try_into().unwrap());
                        (turn, arrival.hexes.clone())
                    }),
                    hex: entry.at.unwrap_or(at(-1, -1)),
                    left: unit.movement.0.into(),
                    full: unit.movement.0.into(),
                    alive: entry.arrives.is_none(),
                    halted: false,
                    broken: false,
                    wavers: false,
                    empty: false,
                    work: None,
                    facing: entry.facing.filter(|_| rules.options.facing.is_some()).map(|way| way as usize),
                });
            }
        }
        let mut naive = Self {
            scenario: scenario.clone(),
            units,
            side: scenario.map.first.unwrap_or(Side::Red),
            turn: 1,
            turns,
            goals: NaiveGoals::new(&scenario.map, std::iter::empty()),
            weather: None,
            over: false,
        };
        let castles = naive.hexes().into_iter().filter(|&hex| naive.terrain(hex).unwrap().castle);
        naive.goals = NaiveGoals::new(&scenario.map, castles);
        naive.look_at_the_sky();
        naive
    }

    /// Has the weather of the turn come, where it comes by a schedule.
    fn look_at_the_sky(&mut self) {
        let Some(rule) = &self.scenario.rules.options.weather else { return };
        if let Some(name) = rule.schedule.iter().cycle().nth(self.turn as usize - 1) {
            self.weather = rule.states.iter().find(|state| state.name == *name).cloned();
        }
    }

    /// Returns `true` if Red holds every castle.
    fn castles_taken(&self) -> bool {
        let mut castles = self.goals.owners.iter().filter(|&(&hex, _)| self.terrain(hex).unwrap().castle);
        castles.all(|(_, &owner)| owner == Side::Red)
    }

    /// Returns every hex of the map, column by column.
    pub fn hexes(&self) -> Vec<Coord> {
        let height = i32::try_from(self.scenario.map.rows.len()).unwrap();
        let width = i32::try_from(self.scenario.map.rows[0].chars().count()).unwrap();
        (0..width).flat_map(|col| (0..height).map(move |row| at(col, row))).collect()
    }

    fn terrain(&self, hex: Coord) -> Option<&hotgates_engine::Terrain> {
        let row = self.scenario.map.rows.get(usize::try_from(hex.row).ok()?)?;
        let glyph = row.chars().nth(usize::try_from(hex.col).ok()?)?;
        self.scenario.rules.terrains.iter().find(|terrain| terrain.glyph == glyph)
    }

    /// Returns the cost of entering a hex for a unit, in MP; `None` where the unit cannot enter.
    pub fn cost(&self, unit: &NaiveUnit, hex: Coord) -> Option<u32> {
        self.cost_of_terrain(unit, self.terrain(hex)?)
    }

    fn cost_of_terrain(&self, unit: &NaiveUnit, terrain: &hotgates_engine::Terrain) -> Option<u32> {
        let own = terrain.cost_for.get(&TypeSelector::Type(unit.kind.clone()));
        let kind = self.scenario.rules.units.iter().find(|kind| kind.name == unit.kind).unwrap();
        let tagged =
            || kind.tags.iter().find_map(|tag| terrain.cost_for.get(&TypeSelector::Tag(tag.clone())));
        let cost = match own.or_else(tagged) {
            Some(cost) => u32::from(cost.0),
            None => terrain.cost?.0.into(),
        };
        let factor = self.weather.as_ref().and_then(|state| state.costs.get(&terrain.name));
        let cost = factor.map_or(cost, |factor| (cost * factor.0).div_ceil(1000));
        (cost > 0 && cost <= unit.movement).then_some(cost)
    }

    fn at(&self, hex: Coord) -> Option<&NaiveUnit> {
        self.units.iter().find(|unit| unit.alive && unit.hex == hex)
    }

    fn enemy_beside(&self, side: Side, hex: Coord) -> bool {
        let front = self.scenario.rules.options.facing.as_ref().is_some_and(|rule| rule.front_zones);
        let exerts = |other: &NaiveUnit| {
            let way = neighbours(other.hex).into_iter().position(|next| next == hex);
            let before =
                !front || [0, 1, 5].map(|turns| (other.facing.unwrap() + turns) % 6).contains(&way.unwrap());
            let kind = self.scenario.rules.units.iter().find(|kind| kind.name == other.kind).unwrap();
            other.side != side && !other.broken && before && !kind.lacks_zone
        };
        neighbours(hex).into_iter().any(|beside| self.at(beside).is_some_and(exerts))
    }

    /// Returns `true` if a hex is in a zone of control that a unit heeds.
    fn heeds_zone_on(&self, unit: &NaiveUnit, hex: Coord) -> bool {
        let kind = self.scenario.rules.units.iter().find(|kind| kind.name == unit.kind).unwrap();
        let on = self.scenario.rules.options.zone_of_control && !kind.ignores_zones;
        on && self.enemy_beside(unit.side, hex)
    }

    /// Returns `true` if entering a hex ends the move of a unit.
    fn is_halted_on(&self, unit: &NaiveUnit, hex: Coord) -> bool {
        self.scenario.rules.options.zone_extra.0 == 0 && self.heeds_zone_on(unit, hex)
    }

    /// Returns what a step onto a hex costs a unit; `None` where it cannot go.
    fn step_cost(&self, unit: &NaiveUnit, to: Coord) -> Option<u32> {
        let extra = u32::from(self.scenario.rules.options.zone_extra.0);
        let cost = self.cost(unit, to)?;
        Some(if self.heeds_zone_on(unit, to) { cost + extra } else { cost })
    }

    /// Returns the cost, in MP, of getting to each hex for a unit with the points that it has left,
    /// by relaxing every hex until nothing changes.
    pub fn reach(&self, unit: &NaiveUnit) -> BTreeMap<Coord, u32> {
        let mut costs = BTreeMap::from([(unit.hex, 0)]);
        if unit.halted || unit.broken {
            return costs;
        }
        loop {
            let before = costs.clone();
            for (&from, &cost) in &before {
                if from != unit.hex && self.is_halted_on(unit, from) {
                    continue;
                }
                for to in neighbours(from) {
                    let Some(step) = self.step_cost(unit, to) else { continue };
                    let sum = cost + step;
                    let barred = self.at(to).is_some_and(|other| other.side != unit.side);
                    if !barred && sum <= unit.left && costs.get(&to).is_none_or(|&known| sum < known) {
                        costs.insert(to, sum);
                    }
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// Returns the way of the last step of a move: of the cheapest paths the one counts whose first
    /// differing step comes first in the order of directions.
    fn last_step(&self, index: usize, to: Coord) -> Option<usize> {
        let unit = &self.units[index];
        let mut here = (unit.hex, unit.left);
        let mut last = None;
        while here.0 != to {
            // The cost from each neighbour on, as if the unit stood there.
            let rest = |from: Coord, left: u32| {
                let mut other = self.clone();
                let unit = &mut other.units[index];
                (unit.hex, unit.left, unit.halted) = (from, left, false);
                other.reach(&other.units[index]).get(&to).copied()
            };
            let best = rest(here.0, here.1).expect("the move is legal");
            let next = neighbours(here.0).into_iter().enumerate().find_map(|(way, next)| {
                let step = self.step_cost(&self.units[index], next)?;
                let barred = self.at(next).is_some_and(|other| other.side != unit.side);
                let halts = next != to && self.is_halted_on(unit, next);
                let fits = !barred && !halts && step <= here.1;
                (fits && step + rest(next, here.1 - step)? == best).then_some((way, next, step))
            });
            let (way, next, step) = next.expect("a step of the cheapest path");
            last = Some(way);
            here = (next, here.1 - step);
        }
        last
    }

    /// Returns every legal order, in no special order. Lines of sight are left to the caller.
    pub fn orders(&self) -> Vec<Order> {
        if self.over {
            return Vec::new();
        }
        let mut orders = vec![Order::EndTurn];
        for (index, unit) in self.units.iter().enumerate() {
            if !unit.alive || unit.broken || unit.side != self.side {
                continue;
            }
            let id = UnitId(u16::try_from(index).unwrap());
            let free = self.reach(unit).into_keys().filter(|&hex| self.at(hex).is_none());
            orders.extend(free.map(|hex| Order::Move { unit: id, to: hex.hex() }));
            let exits = self.goals.exits(self.turn, unit.side, unit.key.as_deref(), unit.hex);
            if !exits.is_empty() && !unit.halted && unit.left > 0 {
                orders.push(Order::Exit { unit: id });
            }
            if let Some(facing) = unit.facing
                && unit.left >= self.scenario.rules.options.facing.as_ref().unwrap().turn.0.into()
            {
                let ways = Direction::ALL.into_iter().enumerate().filter(|&(way, _)| way != facing);
                orders.extend(ways.map(|(_, way)| Order::Face { unit: id, way }));
            }
            for hex in std::iter::once(unit.hex).chain(neighbours(unit.hex)) {
                let works = (0..self.scenario.rules.options.works.len())
                    .filter(|&work| self.may_work(unit, hex, work));
                orders.extend(works.map(|work| Order::Work {
                    unit: id,
                    at: hex.hex(),
                    work: WorkId::from_index(work),
                }));
            }
            for (other, target) in self.units.iter().enumerate() {
                let apart = distance(unit.hex, target.hex);
                let fires = unit.range.is_some_and(|(min, max)| min <= apart && apart <= max);
                let in_range = apart == 1 || fires && !unit.empty;
                let able = !unit.wavers && unit.left >= unit.attack_cost;
                if target.alive && target.side != unit.side && in_range && able {
                    orders.push(Order::Attack { unit: id, target: UnitId(u16::try_from(other).unwrap()) });
                }
            }
        }
        orders
    }

    /// Returns `true` if a unit of the side to move may do a work on a hex on or beside which it stands.
    fn may_work(&self, unit: &NaiveUnit, hex: Coord, work: usize) -> bool {
        let rules = &self.scenario.rules;
        let work = &rules.options.works[work];
        let Some(terrain) = self.terrain(hex) else { return false };
        let makes = rules.terrains.iter().find(|terrain| terrain.name == work.to).unwrap();
        let stands = self.at(hex).is_none_or(|other| self.cost_of_terrain(other, makes).is_some());
        let coming = self.scenario.map.army(Side::Red).into_iter().chain(self.scenario.map.army(Side::Blue));
        let mut arrivals = coming.flat_map(|army| &army.units).filter_map(|unit| unit.arrives.as_ref());
        let exit = self.goals.map.goals.iter().any(|goal| goal.exit.contains(&hex));
        work.by.contains(&TypeSelector::Type(unit.kind.clone()))
            && work.from.contains(&terrain.name)
            && !self.goals.owners.contains_key(&hex)
            && !exit
            && !arrivals.any(|arrival| arrival.hexes.contains(&hex))
            && !self.scenario.map.entry.contains(&hex)
            && stands
            && unit.left >= unit.full
    }

    /// Puts a terrain on a hex.
    fn set_terrain(&mut self, hex: Coord, name: &str) {
        let glyph = self.scenario.rules.terrains.iter().find(|terrain| terrain.name == name).unwrap().glyph;
        let [col, row] = [hex.col, hex.row].map(|at| usize::try_from(at).unwrap());
        let changed = self.scenario.map.rows[row].chars().enumerate();
        self.scenario.map.rows[row] = changed.map(|(at, old)| if at == col { glyph } else { old }).collect();
    }

    /// Follows a legal order that needs no dice.
    pub fn act(&mut self, order: Order) {
        match order {
            Order::Move { unit, to } => {
                let to = Coord::from(to);
                let index = unit.index();
                let cost = self.reach(&self.units[index])[&to];
                let halted = self.is_halted_on(&self.units[index], to);
                let last = self.last_step(index, to);
                let unit = &mut self.units[index];
                unit.facing = unit.facing.and(last);
                unit.work = None;
                unit.hex = to;
                unit.left -= cost;
                unit.halted |= halted;
                let side = unit.side;
                self.goals.enter(to, side);
                self.goals.meet_for_good(self.turn, |_| false);
                self.over = Side::BOTH.into_iter().any(|side| self.goals.has_won(side));
            }
            Order::EndTurn => {
                let first = self.scenario.map.first.unwrap_or(Side::Red);
                self.goals.end_half_turn(self.side);
                let won = Side::BOTH.into_iter().any(|side| self.goals.has_won(side));
                let invasion = matches!(self.scenario.map.objective, None | Some(Objective::Invasion));
                let taken = invasion && self.side == Side::Blue && self.castles_taken();
                if won || taken || self.side != first && self.turn == self.turns {
                    self.over = true;
                } else if self.side == first {
                    self.begin(first.other());
                } else {
                    self.turn += 1;
                    self.look_at_the_sky();
                    self.begin(first);
                }
            }
            Order::Exit { unit } => {
                let unit = &mut self.units[unit.index()];
                unit.alive = false;
                let (side, key, hex) = (unit.side, unit.key.clone(), unit.hex);
                for goal in self.goals.exits(self.turn, side, key.as_deref(), hex) {
                    self.goals.gone[goal] += 1;
                }
                self.over = Side::BOTH.into_iter().any(|side| self.goals.has_won(side));
            }
            Order::Face { unit, way } => {
                let cost = self.scenario.rules.options.facing.as_ref().unwrap().turn.0;
                let unit = &mut self.units[unit.index()];
                unit.left -= u32::from(cost);
                unit.work = None;
                unit.facing = Direction::ALL.into_iter().position(|other| other == way);
            }
            Order::Work { unit, at, work } => {
                let hex = Coord::from(at);
                let rule = self.scenario.rules.options.works[work.index()].clone();
                let unit = &mut self.units[unit.index()];
                unit.left = 0;
                let begun = unit.work.filter(|&(at, which, _)| (at, which) == (hex, work.index()));
                let done = begun.map_or(0, |(.., done)| done) + 1;
                unit.work = (done < rule.turns).then_some((hex, work.index(), done));
                if done >= rule.turns {
                    self.set_terrain(hex, &rule.to);
                }
            }
            Order::Attack { .. } => unreachable!("attacks need dice"),
        }
    }

    fn begin(&mut self, side: Side) {
        self.side = side;
        for unit in self.units.iter_mut().filter(|unit| unit.side != side && unit.left > 0) {
            unit.work = None;
        }
        for unit in self.units.iter_mut().filter(|unit| unit.side == side) {
            unit.left = unit.movement;
            unit.halted = false;
        }
        for index in 0..self.units.len() {
            let unit = &self.units[index];
            let due = unit.side == side && unit.arrives.as_ref().is_some_and(|(turn, _)| *turn <= self.turn);
            let hexes = unit.arrives.iter().flat_map(|(_, hexes)| hexes).copied();
            let free = hexes.filter(|_| due).find(|&hex| self.at(hex).is_none());
            if let Some(hex) = free {
                let unit = &mut self.units[index];
                (unit.hex, unit.alive, unit.arrives) = (hex, true, None);
                self.goals.enter(hex, side);
            }
        }
        self.goals.meet_for_good(self.turn, |_| false);
        self.over = Side::BOTH.into_iter().any(|side| self.goals.has_won(side));
    }

    /// Returns the position with everything that changes in play read from a battle.
    pub fn like(mut self, battle: &hotgates_engine::Battle) -> Self {
        for (index, unit) in self.units.iter_mut().enumerate() {
            let id = UnitId(u16::try_from(index).unwrap());
            let state = battle.unit(id);
            unit.hex = battle.hex(id).into();
            (unit.left, unit.alive, unit.halted) = (state.left.0.into(), state.alive(), state.halted);
            let condition = battle.condition(id);
            unit.broken = condition.broken;
            unit.empty = battle.rounds_left(id) == Some(0);
            unit.wavers = condition.broken || condition.cohesion < 400;
            unit.facing = condition.facing.map(|way| way as usize);
            let supply = &self.scenario.rules.options.supply;
            let slow = supply.as_ref().filter(|_| condition.unsupplied > 0).map_or(0, |rule| rule.movement.0);
            unit.full = (unit.movement * (1000 - slow) / 1000).max(1);
            unit.work = condition.work.map(|begun| {
                let hex = begun.toward.map_or(unit.hex, |way| neighbours(unit.hex)[way as usize]);
                (hex, begun.work.index(), begun.half_turns)
            });
        }
        self.weather = battle.weather().cloned();
        for cell in battle.grid().cells() {
            let terrain = &battle.rules().terrains[battle.map().terrain(cell)];
            self.set_terrain(battle.grid().coord(cell), &terrain.name);
        }
        let goals = &mut self.goals;
        for (id, goal) in battle.all_goals() {
            goals.gone[id.index()] = battle.goal_progress(id).into();
            if battle.is_goal_announced(id) {
                goals.closed.remove(&goal.key);
            }
        }
        (self.side, self.turn) = (battle.side(), battle.turn());
        self.over = battle.verdict().is_some();
        self
    }
}
