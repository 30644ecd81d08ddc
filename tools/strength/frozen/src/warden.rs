//! `warden`: Blue's classic commander. It finds a choke set and holds it, and lines up in the open
//! where there is none.

use hotgates_engine::{Arm, Cell, CellSet, Field, Objective, Order, Reach, Side, UnitId, View};

use crate::budget::Budget;
use crate::choke::{ChokeSet, Survey, choose_set, protected_cells};
use crate::deploy::plan_deployment;
use crate::doctrine::DOCTRINE;
use crate::engage::{AttackChoice, Engagements, Exchange, man_value};
use crate::foresight::{Decision, Foresight, Weights};
use crate::hold::plan_choke_defence;
use crate::hunter::Hunter;
use crate::march::move_order;
use crate::open_field::plan_open_field;
use crate::position::{Position, Role, of_arm};
use crate::raid::take_castle;

/// Surveys the ground each half-turn, chooses a choke set or the open-field deployment, gets its
/// units into position, and strikes from there. It charges when the enemy is clearly weaker, and
/// whenever its side has to take castles rather than keep them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Warden {
    exact: bool,
    seed: u64,
    plan: Option<TurnPlan>,
    hunter: Hunter,
    engagements: Engagements,
    foresight: Foresight,
    attacks: Vec<Exchange>,
    reach: Reach,
}

/// The plan of a half-turn.
#[derive(Debug, Clone)]
struct TurnPlan {
    stance: Stance,
    wanted: Vec<Position>,
    phase: DefencePhase,
    /// Moves still to be made, the next one last.
    moves: Vec<(UnitId, Cell)>,
    /// Units of the present phase that have not done all they can, the next one last.
    waiting: Vec<UnitId>,
    /// Cells that the choke set protects.
    inside: CellSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stance {
    Charge,
    Hold,
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DefencePhase {
    Fire,
    Deploy,
    Strike,
    FireAgain,
    Over,
}

impl Warden {
    /// Returns the classic commander; `seed` decides to which side its guns turn in the open.
    #[must_use]
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Returns the commander that finds its choke sets by maximum flow.
    #[must_use]
    pub(crate) fn with_smallest_sets(seed: u64) -> Self {
        Self { exact: true, ..Self::new(seed) }
    }

    /// Returns `true` if the commander charges: the side has to take castles rather than keep
    /// them, the enemy is weaker, or dusk is near.
    fn charges(view: View<'_>, side: Side) -> bool {
        let must_take = match (view.objective(), side) {
            (Objective::Invasion, Side::Red) => !view.holds_all_castles(Side::Red),
            _ => !view.castles().any(|(_, owner)| owner == side),
        };
        let left = u64::from(view.last_turn() - view.turn()) * 1000;
        let dusk = left < u64::from(view.last_turn()) * DOCTRINE.dusk;
        let is_weaker = || army_worth(view, side.other()) * 1000 < army_worth(view, side) * DOCTRINE.weaker;
        must_take || is_weaker() || dusk && loses_at_dusk(view, side)
    }

    /// Returns the choke set to hold.
    fn choose(&self, view: View<'_>, side: Side, budget: &mut Budget) -> Option<ChokeSet> {
        let mut survey = Survey::with_rule(view, DOCTRINE.detour);
        let mut part = share_of_budget(budget, DOCTRINE.survey);
        let mut sets = survey.classic_sets_within(&mut part);
        if self.exact {
            sets = survey.smallest_sets(&sets, &mut part);
        }
        budget.take_steps(part.steps_spent());
        // A set on which the enemy can bring more units to bear at once than there are to hold it
        // in turns is not held, even if it cuts: then a line is better.
        let walker = |unit: UnitId| view.kind(unit).arm != Arm::Artillery;
        let walkers = view.roster().filter(|&(unit, info)| info.side == side && walker(unit)).count();
        sets.retain(|set| set.cuts && set.can_be_held() && set.exposure <= 1000 * walkers as u64);
        choose_set(view, &sets).map(|index| sets.swap_remove(index))
    }

    /// Makes the plan of a half-turn.
    fn make_plan(&self, view: View<'_>, side: Side, budget: &mut Budget) -> TurnPlan {
        let charges = Self::charges(view, side);
        let held = if charges { None } else { self.choose(view, side, budget) };
        let mut protected = CellSet::new(view.grid());
        let (stance, mut wanted) = match (charges, &held) {
            (true, _) => (Stance::Charge, Vec::new()),
            (false, Some(set)) => {
                let own = view.castles().filter(|&(_, owner)| owner == side);
                let castles: Vec<Cell> = own.map(|(castle, _)| castle).collect();
                protected = protected_cells(view, &castles, &set.hexes);
                (Stance::Hold, plan_choke_defence(view, set, DOCTRINE.relief))
            }
            (false, None) => (Stance::Open, plan_open_field(view, self.seed)),
        };
        if !charges {
            garrison_castles(view, side, &mut wanted);
        }
        let mut plan = TurnPlan {
            stance,
            wanted,
            phase: DefencePhase::Fire,
            moves: Vec::new(),
            waiting: Vec::new(),
            inside: protected,
        };
        plan.list_waiting(view, side);
        plan
    }
}

/// Adds a position on each own castle that an enemy could enter in its next half-turn and that no
/// position is on: a castle left open is lost, whatever else is held.
fn garrison_castles(view: View<'_>, side: Side, wanted: &mut Vec<Position>) {
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
    let Some(arm) = arms.into_iter().find(|&arm| of_arm(view, side, arm).next().is_some()) else { return };
    let mut field = Field::new();
    for (castle, owner) in view.castles() {
        if owner != side || wanted.iter().any(|position| position.cell == castle) {
            continue;
        }
        let own = |cell: Cell| view.at(cell).is_some_and(|unit| view.info(unit).side == side);
        let threatened = view.living(side.other()).any(|enemy| {
            let (from, movement) = (view.unit(enemy).cell, view.kind(enemy).movement);
            let near = view.grid().distance(from, castle) <= u32::from(movement.0);
            near && {
                let costs = view.map().costs(view.info(enemy).kind);
                let open = |cell: Cell| cell == castle || !own(cell);
                field.from_sources_within(view.grid(), [from], costs, movement.0.into(), open);
                field.cost(castle).is_some()
            }
        });
        if threatened {
            wanted.insert(0, Position { cell: castle, arm, role: Role::Garrison, strength: 0 });
        }
    }
}

/// Returns a part of what is left of a budget; `share` is in ‰.
fn share_of_budget(budget: &Budget, share: u32) -> Budget {
    let steps = u128::from(budget.steps_left()) * u128::from(share) / 1000;
    budget.split_part(u64::try_from(steps).unwrap_or(u64::MAX))
}

/// Returns the worth of a side's units together: the losses that they could deal, in ‰ of a man.
fn army_worth(view: View<'_>, side: Side) -> i64 {
    view.living(side).map(|unit| i64::from(view.unit(unit).strength.0) * man_value(view, unit)).sum()
}

impl Warden {
    pub(crate) fn begin(&mut self, view: View<'_>) {
        self.plan = None;
        self.foresight.begin_half_turn(view, view.side());
        self.hunter.begin(view);
    }

    pub(crate) fn order(&mut self, view: View<'_>, budget: &mut Budget) -> Order {
        let side = view.side();
        if let Some(order) = take_castle(view, side, &mut self.reach) {
            return order;
        }
        let mut plan = self.plan.take().unwrap_or_else(|| self.make_plan(view, side, budget));
        if plan.stance == Stance::Charge {
            self.plan = Some(plan);
            return self.hunter.order(view, budget);
        }
        let order = self.next(&mut plan, view, side, budget);
        self.plan = Some(plan);
        order
    }
}

impl Warden {
    fn next(&mut self, plan: &mut TurnPlan, view: View<'_>, side: Side, budget: &mut Budget) -> Order {
        loop {
            while let Some(&unit) = plan.waiting.last() {
                if view.unit(unit).alive()
                    && let Some(order) = self.strike_enemy(plan, view, unit, budget)
                {
                    return order;
                }
                plan.waiting.pop();
            }
            if let Some((unit, cell)) = plan.moves.pop() {
                return move_order(view, unit, cell);
            }
            plan.phase = match plan.phase {
                DefencePhase::Fire => DefencePhase::Deploy,
                DefencePhase::Deploy => DefencePhase::Strike,
                DefencePhase::Strike => DefencePhase::FireAgain,
                DefencePhase::FireAgain => DefencePhase::Over,
                DefencePhase::Over => return Order::EndTurn,
            };
            if plan.phase == DefencePhase::Deploy {
                self.deploy_units(plan, view, side, budget);
            } else {
                plan.list_waiting(view, side);
            }
        }
    }

    /// Plans the moves that fill positions, then those that bring other units nearer to positions
    /// that stay empty.
    fn deploy_units(&mut self, plan: &mut TurnPlan, view: View<'_>, side: Side, budget: &mut Budget) {
        let steps = share_of_budget(budget, DOCTRINE.deployment).steps_left();
        let deployment = plan_deployment(view, &plan.wanted, Some(steps));
        budget.take_steps(deployment.steps);
        let mut moves = deployment.moves;
        self.approach_positions(plan, view, side, &mut moves);
        moves.reverse();
        plan.moves = moves;
    }

    /// Sends the nearest free unit towards each position that cannot be filled yet.
    fn approach_positions(
        &mut self,
        plan: &TurnPlan,
        view: View<'_>,
        side: Side,
        moves: &mut Vec<(UnitId, Cell)>,
    ) {
        let place = |unit: UnitId, moves: &[(UnitId, Cell)]| {
            let last = moves.iter().rev().find(|(other, _)| *other == unit);
            last.map_or(view.unit(unit).cell, |&(_, cell)| cell)
        };
        let mut taken: Vec<Cell> = view.living(side).map(|unit| place(unit, moves)).collect();
        let mut busy: Vec<UnitId> = moves.iter().map(|&(unit, _)| unit).collect();
        let stands = |position: &Position, moves: &[(UnitId, Cell)]| {
            view.living(side)
                .find(|&unit| place(unit, moves) == position.cell && position.fits_unit(view, unit))
        };
        let mut field = Field::new();
        // Points and castles go first: for them every other position may be given up.
        let (vital, other): (Vec<&Position>, Vec<&Position>) =
            plan.wanted.iter().partition(|position| position.role.is_vital());
        busy.extend(vital.iter().filter_map(|position| stands(position, moves)));
        for (index, position) in vital.iter().chain(&other).enumerate() {
            if index == vital.len() {
                busy.extend(other.iter().filter_map(|position| stands(position, moves)));
            }
            if stands(position, moves).is_some() {
                continue;
            }
            let free = |unit: UnitId| {
                view.info(unit).side == side && position.fits_unit(view, unit) && !busy.contains(&unit)
            };
            // The nearest free unit, whatever it costs others of its arm.
            let Some(kind) = view.living(side).find(|&unit| free(unit)).map(|unit| view.info(unit).kind)
            else {
                continue;
            };
            let (costs, open) = (view.map().costs(kind), |cell| !view.enemy_at(side, cell));
            let met = |cell| view.at(cell).is_some_and(free);
            let Some(here) = field.search_towards_until(view.grid(), [position.cell], costs, open, met)
            else {
                continue;
            };
            let (Some(unit), Some(now)) = (view.at(here), field.cost_to(here, costs)) else { continue };
            busy.push(unit);
            view.reach(unit, &mut self.reach);
            let nearer = self
                .reach
                .cells_in_reach()
                .filter(|&(cell, _)| view.at(cell).is_none() && !taken.contains(&cell));
            let best = nearer
                .filter_map(|(cell, left)| {
                    let cost = field.cost_to(cell, costs).filter(|&cost| cost < now)?;
                    Some((cost, std::cmp::Reverse(left), cell))
                })
                .min();
            if let Some((_, _, cell)) = best {
                taken.retain(|&other| other != here);
                taken.push(cell);
                moves.push((unit, cell));
            }
        }
    }

    /// Has a gun fire. Another unit attacks from where it stands when that is worth it, or goes for
    /// an enemy that has come through, or in the open for one that has come near.
    fn strike_enemy(
        &mut self,
        plan: &TurnPlan,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<Order> {
        let here = view.unit(unit).cell;
        if view.kind(unit).arm == Arm::Artillery {
            let choice = self.engagements.best_here(view, unit, budget)?;
            return (choice.best.ranged || choice.best_worth() > 0).then(|| choice.order_attack(view));
        }
        let keeps = plan.wanted.iter().any(|position| position.cell == here && position.role == Role::Point);
        let mut part = budget.split_part(budget.steps_left() / plan.waiting.len().max(1) as u64);
        let goes = !keeps && plan.phase == DefencePhase::Strike;
        let decision = if plan.stance == Stance::Hold {
            let here = self.consider_attack(view, unit, 0, &mut part, |_, from| from == here);
            let strike = |target: UnitId, from| {
                plan.inside.contains(view.unit(target).cell) && plan.inside.contains(from)
            };
            here.or_else(|| goes.then(|| self.consider_attack(view, unit, 0, &mut part, strike))?)
        } else {
            let answers = DOCTRINE.warden_answers;
            self.consider_attack(view, unit, answers, &mut part, |_, from| goes || from == here)
        };
        budget.take_steps(part.steps_spent());
        decision.map(|choice| choice.order_attack(view))
    }

    /// Returns the best of the attacks that are `allowed` by their target and the cell that they
    /// are made from, if it is worth more than it costs.
    fn consider_attack(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        answers: i64,
        budget: &mut Budget,
        allowed: impl Fn(UnitId, Cell) -> bool,
    ) -> Option<AttackChoice> {
        self.engagements.look_around(view, unit, budget);
        self.engagements.list_attacks(view, unit, budget, allowed, &mut self.attacks);
        self.attacks.retain(|exchange| exchange.worth > 0);
        let weights = Weights { attack: answers, ..Weights::default() };
        match self.foresight.weigh_alternatives(view, unit, &mut self.attacks, &[], weights, budget) {
            Decision::Attack(choice) => Some(choice),
            _ => None,
        }
    }
}

/// Returns `true` if this side would lose if dusk fell now.
fn loses_at_dusk(view: View<'_>, side: Side) -> bool {
    let held = |side: Side| view.castles().filter(|&(_, owner)| owner == side).count();
    let enemy = side.other();
    match view.objective() {
        Objective::Invasion if side == Side::Blue => view.holds_all_castles(Side::Red),
        Objective::Invasion => !view.holds_all_castles(Side::Red),
        // Goals came after this commander's time; it plays as if castles decided.
        Objective::Meeting | Objective::Goals => {
            // More castles, then more strength left as a share of the start.
            let share = |side: Side, other: Side| {
                u64::from(view.strength(side)) * u64::from(view.start_strength(other))
            };
            (held(side), share(side, enemy)) < (held(enemy), share(enemy, side))
        }
    }
}

impl TurnPlan {
    /// Lists the units of the present phase.
    fn list_waiting(&mut self, view: View<'_>, side: Side) {
        self.waiting.clear();
        let gun = |unit: &UnitId| view.kind(*unit).arm == Arm::Artillery;
        match self.phase {
            DefencePhase::Fire | DefencePhase::FireAgain => {
                self.waiting.extend(view.living(side).filter(gun).rev());
            }
            DefencePhase::Strike => self.waiting.extend(view.living(side).filter(|unit| !gun(unit)).rev()),
            DefencePhase::Deploy | DefencePhase::Over => {}
        }
    }
}
