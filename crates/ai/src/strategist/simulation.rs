//! Simulations: half-turns played ahead on a scratch battle, with dice that are told what to show.

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Attack, Cell, Dice, Event, Field, KnownBattle, Order, Reach, Side, UnitId, View};

use super::foreseen_plan::PlannedMarch;
use super::threat_map::ThreatMap;
use crate::commander::Commander;
use crate::condition::{ConditionWeight, points_to_attack};
use crate::position::{closes_with_enemy, is_garrison};
use hotgates_search::Budget;

/// A scratch battle on which orders are tried, with memory that every trial uses again.
///
/// Every order that is followed counts as a step; so does one that turns out to be illegal.
///
/// ```
/// use hotgates_ai::Simulation;
/// use hotgates_engine::{Battle, Coord, MapFile, Order, Scenario, Side, UnitId, View};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let mut simulation = Simulation::new(View::new(&battle, Side::Red));
/// let to = Coord { col: 8, row: 0 }.hex();
/// assert!(simulation.follow_order(Order::Move { unit: UnitId(0), to }));
/// assert!(!simulation.follow_order(Order::Move { unit: UnitId(0), to }), "it stands there");
/// assert_eq!((simulation.steps_taken(), simulation.followed_orders().len()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Simulation {
    pub(super) battle: KnownBattle,
    /// Seed of thrown dice; `None` where every blow does what it does at the mean roll.
    thrown: Option<u64>,
    log: Vec<Event>,
    steps: u64,
    /// Orders of the half-turn that is played now, those that were followed.
    followed: Vec<Order>,
    /// Weight of units' condition in evaluations, and for scripts.
    pub(super) condition: ConditionWeight,
    pub(super) marches: MarchCosts,
    pub(super) threats: ThreatMap,
    /// Reach of the unit that was looked at last.
    pub(super) reach: Reach,
    /// Attacks of the unit that was looked at last: from where, at whom, and how.
    pub(super) strikes: Vec<(Cell, UnitId, Attack)>,
    pub(super) waiting: Vec<UnitId>,
}

impl Simulation {
    /// Makes a simulation of what a view knows.
    ///
    /// Cost: for each side and each set of terrain costs two searches of the map.
    #[must_use]
    pub fn new(view: View<'_>) -> Self {
        Self { marches: MarchCosts::survey_marches(view, true), ..Self::without_marches(view) }
    }

    /// Makes a simulation that knows no way to anywhere: for commanders who find theirs themselves.
    pub(crate) fn without_marches(view: View<'_>) -> Self {
        Self {
            battle: view.known_battle(),
            thrown: None,
            log: Vec::new(),
            steps: 0,
            followed: Vec::new(),
            condition: ConditionWeight::default(),
            marches: MarchCosts::default(),
            threats: ThreatMap::default(),
            reach: Reach::new(),
            strikes: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Returns this simulation with another weight of units' condition.
    pub(crate) fn weighing_condition(self, condition: ConditionWeight) -> Self {
        Self { condition, ..self }
    }

    /// Goes to another position of the same battle.
    pub fn restart_from_position(&mut self, from: &KnownBattle) {
        self.battle.clone_from(from);
        self.followed.clear();
    }

    /// Has dice thrown from now on instead of told the mean.
    ///
    /// The throw of an attack depends on the seed, the turn, the attacker and the points that it
    /// has left, and on nothing before: in two simulations with one seed the same attack throws the
    /// same, so that their results differ by orders and not by luck (common random numbers).
    pub const fn throw_dice(&mut self, seed: u64) {
        self.thrown = Some(seed);
    }

    /// Surveys anew from where to where units march, by where everybody stands now: for whoever
    /// plays on for many half-turns. Cost: as for a new simulation.
    pub fn survey_marches_again(&mut self) {
        self.marches = MarchCosts::survey_marches(self.battle.view(), true);
    }

    /// Surveys anew from where to where units march on castles: half of the work, and all that an
    /// evaluation asks for.
    pub(crate) fn survey_castle_marches(&mut self) {
        self.marches = MarchCosts::survey_marches(self.battle.view(), false);
    }

    /// Returns the dice of an order.
    fn dice_for(&self, order: Order) -> Dice {
        let (Some(seed), Order::Attack { unit, .. }) = (self.thrown, order) else {
            return Dice::showing_sums([7, 7]);
        };
        let view = self.view();
        let left = view.roster().nth(unit.index()).map_or(0, |_| view.unit(unit).left.0);
        let attack = u64::from(view.turn()) << 32 | u64::from(unit.0) << 16 | u64::from(left);
        Dice::new(split_mix(seed ^ split_mix(attack)))
    }

    /// Returns the position as it stands.
    pub const fn battle(&self) -> &KnownBattle {
        &self.battle
    }

    /// Returns the view of the side to move.
    pub fn view(&self) -> View<'_> {
        self.battle.view_of(self.battle.side_to_move())
    }

    /// Number of orders tried since the simulation was made.
    pub const fn steps_taken(&self) -> u64 {
        self.steps
    }

    /// Plays the half-turn of the side to move as a commander has it, its end left to the caller.
    /// Each order takes a step of `orders`; returns `false` when these did not suffice.
    pub(crate) fn play_commander(
        &mut self,
        commander: &mut dyn Commander,
        thinking: &mut Budget,
        orders: &mut Budget,
    ) -> bool {
        commander.begin(self.view());
        self.go_on_with_commander(commander, thinking, orders)
    }

    /// Plays the rest of a half-turn that a commander has begun, as
    /// [`play_commander`](Self::play_commander) does.
    pub(super) fn go_on_with_commander(
        &mut self,
        commander: &mut dyn Commander,
        thinking: &mut Budget,
        orders: &mut Budget,
    ) -> bool {
        while orders.take_step() {
            let (order, _) = commander.order(self.view(), thinking);
            let followed_orders = order != Order::EndTurn && self.follow_order(order);
            if !followed_orders || self.battle.verdict().is_some() {
                return true;
            }
        }
        false
    }

    /// Counts alternatives that another commander weighed for its orders, each for a part of a
    /// step.
    pub(super) const fn charge_thinking_steps(&mut self, alternatives: u64) {
        self.steps += alternatives / ALTERNATIVES_PER_STEP;
    }

    /// Orders that were followed since the last
    /// [`restart_from_position`](Self::restart_from_position) or end of a half-turn.
    pub fn followed_orders(&self) -> &[Order] {
        &self.followed
    }

    /// Follows an order, every blow doing what it does at the mean roll, unless dice are
    /// [thrown](Self::throw_dice). Returns `false` and changes nothing when the order is illegal.
    pub fn follow_order(&mut self, order: Order) -> bool {
        self.steps += 1;
        self.log.clear();
        let done = self.battle.act(order, &mut self.dice_for(order), &mut self.log).is_ok();
        if done && order != Order::EndTurn {
            self.followed.push(order);
        }
        done
    }

    /// Ends the half-turn, unless the battle is over.
    pub fn end_half_turn(&mut self) {
        self.followed.clear();
        if self.battle.verdict().is_none() {
            self.follow_order(Order::EndTurn);
        }
    }

    /// Computes the reach of a unit.
    pub(super) fn compute_reach(&mut self, unit: UnitId) {
        self.battle.view().reach(unit, &mut self.reach);
    }

    /// Lists every attack that a unit can make now with the points for it, after
    /// [`compute_reach`](Self::compute_reach). A unit that keeps a castle attacks from there only.
    pub(super) fn list_strikes(&mut self, unit: UnitId) {
        self.strikes.clear();
        let view = self.battle.view();
        let (kind, state) = (view.kind(unit), view.unit(unit));
        let Some(need) = points_to_attack(view, unit) else { return };
        let (here, hex) = (state.cell, view.hex(unit));
        let stays = is_garrison(view, unit);
        let free = |cell: Cell| cell == here || !stays && view.at(cell).is_none();
        let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
        let far = u32::from(state.left.0 - need.0) + range;
        for target in view.living(view.info(unit).side.other()) {
            let there = view.hex(target);
            if there.unsigned_distance_to(hex) > far {
                continue;
            }
            if let Some(ranged) = &kind.ranged {
                let range = ranged.min..=ranged.max;
                let near = |cell: Cell| range.contains(&view.grid().hex(cell).unsigned_distance_to(there));
                let stands = self.reach.cells_in_reach().filter(|&(cell, left)| left >= need && near(cell));
                let stands = stands.filter(|&(cell, _)| free(cell) && view.can_attack(unit, cell, target));
                self.strikes.extend(stands.map(|(cell, _)| (cell, target, Attack::Ranged)));
                if !closes_with_enemy(view, unit) {
                    continue;
                }
            }
            let beside = self.reach.neighbours_in_reach(view.unit(target).cell);
            let beside = beside.filter(|&(_, cell, left)| left >= need && free(cell));
            self.strikes.extend(beside.map(|(_, cell, _)| (cell, target, Attack::Melee)));
        }
    }

    /// Moves a unit to a cell, if it does not stand there already. Returns `true` if it stands
    /// there in the end.
    pub(super) fn move_unit(&mut self, unit: UnitId, cell: Cell) -> bool {
        let view = self.view();
        if view.unit(unit).cell == cell {
            return true;
        }
        let to = view.grid().hex(cell);
        self.follow_order(Order::Move { unit, to })
    }
}

impl PlannedMarch {
    /// Returns the march that a move is a part of, by the marches that the simulation surveyed.
    pub(super) fn of_move(simulation: &Simulation, view: View<'_>, order: Order) -> Option<Self> {
        let Order::Move { unit, to } = order else { return None };
        let to = view.grid().cell(to)?;
        let before = simulation.marches.cost_to_castle(view, unit, view.unit(unit).cell)?;
        let after = simulation.marches.cost_to_castle(view, unit, to).filter(|&after| after < before)?;
        let castle = simulation.marches.castle_marched_on(view, unit, to)?;
        let wanted = |(hex, owner)| hex == castle && owner != view.info(unit).side;
        let turns = after.div_ceil(u32::from(view.kind(unit).movement.0.max(1)));
        let turn = view.turn() + turns;
        (turn <= view.last_turn() && view.hexes_at_stake().any(wanted)).then_some(Self { castle, turn })
    }
}

/// Cost of marching from everywhere to what each side marches on, as it was when the simulation was
/// made.
#[derive(Debug, Clone, Default)]
pub(super) struct MarchCosts {
    /// For each side and layer of costs: to the castles that the side wants.
    castles: [Vec<Option<MarchCostField>>; 2],
    /// For each side and layer of costs: to the nearest enemy.
    enemies: [Vec<Option<MarchCostField>>; 2],
}

/// Costs of getting from every cell to the nearest target.
#[derive(Debug, Clone)]
struct MarchCostField {
    field: Field,
    /// Cost of entering each cell, that of fighting for it included.
    costs: Box<[u8]>,
}

/// Number of alternatives that a commander weighs in about the time of a simulated order.
pub(super) const ALTERNATIVES_PER_STEP: u64 = 40;

/// Cost in MP of driving an enemy off a cell on the way to a castle: a way round that costs no more
/// is gone.
const BREAKTHROUGH: u8 = 18;

impl MarchCostField {
    fn towards(view: View<'_>, targets: &[Cell], costs: Box<[u8]>) -> Self {
        let mut field = Field::new();
        field.towards_targets(view.grid(), targets.iter().copied(), &costs, |_| true);
        Self { field, costs }
    }
}

impl MarchCosts {
    /// Surveys the marches on castles and, if asked to, those on the enemy.
    fn survey_marches(view: View<'_>, on_enemies: bool) -> Self {
        let mut marches = Self::default();
        for side in Side::BOTH {
            let wanted: Vec<Cell> =
                view.hexes_at_stake().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle).collect();
            let keeps = wanted.is_empty();
            let wanted = if keeps { view.hexes_at_stake().map(|(hex, _)| hex).collect() } else { wanted };
            let enemies: Vec<Cell> = view.living(side.other()).map(|enemy| view.unit(enemy).cell).collect();
            for unit in view.living(side) {
                let kind = view.info(unit).kind;
                let (layer, costs) = (view.map().cost_layer_number(kind), view.map().costs(kind));
                let known = &mut marches.castles[side as usize];
                if known.len() <= layer {
                    known.resize(layer + 1, None);
                    marches.enemies[side as usize].resize(layer + 1, None);
                }
                if known[layer].is_none() {
                    let mut fought: Box<[u8]> = costs.into();
                    for &enemy in enemies.iter().filter(|_| !keeps) {
                        let cost = &mut fought[enemy.index()];
                        *cost = if *cost == 0 { 0 } else { cost.saturating_add(BREAKTHROUGH) };
                    }
                    known[layer] = Some(MarchCostField::towards(view, &wanted, fought));
                    marches.enemies[side as usize][layer] =
                        on_enemies.then(|| MarchCostField::towards(view, &enemies, costs.into()));
                }
            }
        }
        marches
    }

    /// Cost in MP from a cell to the nearest castle that the unit's side wants, enemies on the way
    /// driven off; `None` where no way leads.
    pub(super) fn cost_to_castle(&self, view: View<'_>, unit: UnitId, cell: Cell) -> Option<u32> {
        Self::read_march_cost(&self.castles, view, unit, cell)
    }

    /// Cost in MP from a cell to the nearest enemy.
    pub(super) fn cost_to_enemy(&self, view: View<'_>, unit: UnitId, cell: Cell) -> Option<u32> {
        Self::read_march_cost(&self.enemies, view, unit, cell)
    }

    /// Returns the castle that the cheapest march of a unit from a cell leads to, the way of
    /// [`cost_to_castle`](Self::cost_to_castle). Cost: `O(hexes of the way)`.
    pub(super) fn castle_marched_on(&self, view: View<'_>, unit: UnitId, cell: Cell) -> Option<Cell> {
        let info = view.info(unit);
        let march =
            self.castles[info.side as usize].get(view.map().cost_layer_number(info.kind))?.as_ref()?;
        let (mut at, mut cost) = (cell, march.field.cost_to(cell, &march.costs)?);
        while cost > 0 {
            let entered = |next: &Cell| {
                let rest = march.field.cost_to(*next, &march.costs)?;
                let enter = u32::from(march.costs[next.index()]);
                (enter > 0 && rest + enter == cost).then_some((*next, rest))
            };
            (at, cost) = view.grid().around(at).iter().find_map(entered)?;
        }
        Some(at)
    }

    fn read_march_cost(
        fields: &[Vec<Option<MarchCostField>>; 2],
        view: View<'_>,
        unit: UnitId,
        cell: Cell,
    ) -> Option<u32> {
        let info = view.info(unit);
        let march = fields[info.side as usize].get(view.map().cost_layer_number(info.kind))?.as_ref()?;
        march.field.cost_to(cell, &march.costs)
    }
}

/// Part of the enemy's last half-turn that a policy or commander must foretell to be believed to
/// command it, in ‰.
pub(crate) const BELIEVED: u32 = 600;

/// Counts what a foretold half-turn has in common with the real one, and of how much: enemies that
/// stand where they should, of those in sight, and own units struck that should be.
pub(crate) fn count_foretold_orders(
    before: &KnownBattle,
    now: View<'_>,
    foretold: &KnownBattle,
) -> (u32, u32) {
    let (mut hits, mut of) = (0, 0);
    let foretold = foretold.view();
    for unit in before.view().living(before.side_to_move()) {
        if now.is_out_of_sight(unit) {
            continue;
        }
        of += 1;
        hits += u32::from(now.unit(unit).cell == foretold.unit(unit).cell);
    }
    for unit in before.view().living(before.side_to_move().other()) {
        let struck = |view: View<'_>| view.unit(unit).strength < before.view().unit(unit).strength;
        if struck(now) || struck(foretold) {
            of += 1;
            hits += u32::from(struck(now) == struck(foretold));
        }
    }
    (hits, of)
}
