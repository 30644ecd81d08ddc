//! `warden`: Blue's classic commander. It finds a choke set and holds it, and lines up in the open
//! where there is none.

use std::sync::Arc;

use hotgates_engine::{Arm, Cell, CellSet, Field, Objective, Order, Reach, Side, UnitId, View};

use crate::budget::Budget;
use crate::choke::{ChokeSet, ChokeSurvey, choose_choke_set, protected_cells};
use crate::commander::Commander;
use crate::deploy::plan_deployment;
use crate::doctrine::Doctrine;
use crate::engage::{AttackChoice, Engagements, man_value};
use crate::foresight::{ExchangeWeights, Foresight, UnitDecision};
use crate::hold::plan_choke_defence;
use crate::hunter::Hunter;
use crate::march::move_order;
use crate::open_field::plan_open_field;
use crate::position::{Position, PositionRole, is_spent, living_units_of_arm};
use crate::raid::move_onto_castle;
use crate::reason::{Exchange, Reason};
use crate::rehearsal::Rehearsal;
use crate::thinking::{
    ChargeReason, ChokeSetJudgement, DeploymentResult, JudgedChokeSet, Stance, StepsByPurpose, Thinking,
    WantedPosition,
};

/// Surveys the ground each half-turn, chooses a choke set or the open-field deployment, gets its
/// units into position, and strikes from there. It charges when the enemy is clearly weaker, and
/// whenever its side has to take castles rather than keep them.
#[derive(Debug, Clone, Default)]
pub struct Warden {
    exact: bool,
    ground: DefendedGround,
    seed: u64,
    plan: Option<WardenPlan>,
    hunter: Hunter,
    /// `true` if `hunter` has begun the half-turn.
    hunter_begun: bool,
    rehearsal: Option<Box<RehearsedWays>>,
    engagements: Engagements,
    foresight: Foresight,
    attacks: Vec<Exchange>,
    doctrine: Arc<Doctrine>,
    reach: Reach,
}

/// The part of a half-turn that is planned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum DefendedGround {
    /// The ground is surveyed, and holding it is rehearsed against charging.
    #[default]
    Rehearsed,
    /// The ground is surveyed, and held as it allows.
    Surveyed,
    /// This set is held, or a line in the open without one.
    Given(Option<ChokeSet>),
}

/// The two ways to go on that are rehearsed, with memory that the next rehearsal uses again.
#[derive(Debug, Clone)]
struct RehearsedWays {
    rehearsal: Rehearsal,
    holds: Warden,
    charges: Hunter,
    enemy: Hunter,
}

/// The plan of a half-turn.
#[derive(Debug, Clone)]
struct WardenPlan {
    sets: Vec<JudgedChokeSet>,
    stance: Stance,
    wanted: Vec<Position>,
    phase: DefencePhase,
    /// Moves still to be made, the next one last.
    moves: Vec<(UnitId, Cell)>,
    filled: usize,
    deployment: Option<DeploymentResult>,
    steps: StepsByPurpose,
    /// Units of the present phase that have not done all they can, the next one last.
    waiting: Vec<UnitId>,
    /// Cells that the choke set protects.
    inside: CellSet,
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
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Returns this commander, weighing things as a doctrine has it.
    #[must_use]
    pub fn with_doctrine(self, doctrine: Arc<Doctrine>) -> Self {
        Self { hunter: Hunter::with_doctrine(Arc::clone(&doctrine)), doctrine, ..self }
    }

    /// Returns the commander that finds its choke sets by maximum flow.
    #[must_use]
    pub fn with_smallest_sets(seed: u64) -> Self {
        Self { exact: true, ..Self::new(seed) }
    }

    /// Returns this commander, never charging because that promised more when both were played
    /// forward: several times as fast.
    pub(crate) fn without_rehearsal(self) -> Self {
        Self { ground: DefendedGround::Surveyed, ..self }
    }

    /// Returns `true` if to charge promises more than to hold a set, or the open without one, when
    /// both are played forward. A charge is only considered near the enemy, and out of a set with
    /// an army that is worth no less than the enemy's.
    fn is_charge_better(
        &mut self,
        view: View<'_>,
        side: Side,
        held: Option<&ChokeSet>,
        budget: &mut Budget,
    ) -> bool {
        let outweighed = army_worth(view, side.other()) * 1000 > army_worth(view, side) * SORTIE;
        if self.ground != DefendedGround::Rehearsed
            || held.is_some() && outweighed
            || !is_contact_near(view, side)
        {
            return false;
        }
        let ways = self.rehearsal.get_or_insert_with(|| {
            let doctrine = || Arc::clone(&self.doctrine);
            Box::new(RehearsedWays {
                rehearsal: Rehearsal::new(view),
                holds: Self::new(self.seed).with_doctrine(doctrine()),
                charges: Hunter::with_doctrine(doctrine()),
                enemy: Hunter::default(),
            })
        });
        let RehearsedWays { rehearsal, holds, charges, enemy } = &mut **ways;
        rehearsal.begin(view, budget.steps_left() / STEPS_SHARE);
        holds.ground = DefendedGround::Given(held.cloned());
        let mut part = split_budget(budget, REHEARSAL);
        let mut play = |own: &mut dyn Commander| {
            rehearsal.play_forward(own, enemy, &mut part).map(|()| rehearsal.losses_worth())
        };
        let worth = play(holds).and_then(|holding| Some((holding, play(charges)?)));
        budget.take_steps(part.steps_spent());
        worth.is_some_and(|(holding, charging)| charging > holding)
    }

    /// Has the commander hold in all half-turns to come what it holds in this one, a choke set or
    /// the open field, without a new survey of the ground, which takes most of its time.
    pub(crate) fn keep_present_plan(&mut self) {
        if let Some(plan) = self.plan.as_ref().filter(|plan| !matches!(plan.stance, Stance::Charge(_))) {
            let held = plan.sets.iter().find(|judged| judged.judgement == ChokeSetJudgement::Held);
            self.ground = DefendedGround::Given(held.map(|judged| judged.set.clone()));
        }
    }

    /// Has the commander survey the ground again in each half-turn, and forget what it held.
    pub(crate) fn unsettle(&mut self) {
        (self.ground, self.plan) = (DefendedGround::Surveyed, None);
    }

    /// Returns the reason to charge, if there is one: the side has to take castles rather than keep
    /// them, the enemy is weaker, or dusk is near.
    fn reason_to_charge(&self, view: View<'_>, side: Side) -> Option<ChargeReason> {
        let must_take = match (view.objective(), side) {
            (Objective::Invasion, Side::Red) => !view.holds_all_castles(Side::Red),
            _ => !view.castles().any(|(_, owner)| owner == side),
        };
        let Doctrine { weaker, dusk, dusk_always, .. } = *self.doctrine;
        let left = u64::from(view.last_turn() - view.turn()) * 1000;
        let dusk = left < u64::from(view.last_turn()) * u64::from(dusk);
        let is_weaker = || army_worth(view, side.other()) * 1000 < army_worth(view, side) * i64::from(weaker);
        match () {
            () if must_take => Some(ChargeReason::Castles),
            () if is_weaker() => Some(ChargeReason::Weaker),
            () if dusk && (dusk_always || loses_at_dusk(view, side)) => Some(ChargeReason::Dusk),
            () => None,
        }
    }

    /// Returns the choke sets of the ground, each with its judgement.
    fn judge_sets(&self, view: View<'_>, side: Side, budget: &mut Budget) -> Vec<JudgedChokeSet> {
        let mut survey = ChokeSurvey::with_detour_rule(view, self.doctrine.detour);
        let mut part = split_budget(budget, self.doctrine.survey);
        let mut sets = survey.classic_sets_within(&mut part);
        if self.exact {
            sets = survey.smallest_sets(&sets, &mut part);
        }
        // The best set is drawn in: another set, found next turn, then comes to the same.
        if let Some(best) = choose_choke_set(view, &sets) {
            let refined = survey.refine_set(sets[best].clone(), &mut part);
            sets[best] = refined;
        }
        budget.take_steps(part.steps_spent());
        // A set on which the enemy can bring more units to bear at once than there are to hold it
        // in turns is not held, even if it cuts: then a line is better.
        let walker = |unit: UnitId| view.kind(unit).arm != Arm::Artillery;
        let walkers = view.roster().filter(|&(unit, info)| info.side == side && walker(unit)).count();
        let judge = |set: ChokeSet| {
            let judgement = match &set {
                set if !set.cuts => ChokeSetJudgement::Leaks,
                set if !set.can_be_held() => ChokeSetJudgement::TooLate,
                set if set.exposure > 1000 * walkers as u64 => ChokeSetJudgement::TooExposed,
                _ => ChokeSetJudgement::Worse,
            };
            JudgedChokeSet { set, judgement }
        };
        let mut sets: Vec<JudgedChokeSet> = sets.into_iter().map(judge).collect();
        let fit = sets.iter().filter(|judged| judged.judgement == ChokeSetJudgement::Worse);
        let fit: Vec<ChokeSet> = fit.map(|judged| judged.set.clone()).collect();
        if let Some(index) = choose_choke_set(view, &fit)
            && let Some(held) = sets.iter_mut().find(|judged| judged.set == fit[index])
        {
            held.judgement = ChokeSetJudgement::Held;
        }
        sets
    }

    /// Makes the plan of a half-turn.
    fn make_plan(&mut self, view: View<'_>, side: Side, budget: &mut Budget) -> WardenPlan {
        let mut charges = self.reason_to_charge(view, side);
        let before = budget.steps_spent();
        let sets = match &self.ground {
            _ if charges.is_some() => Vec::new(),
            DefendedGround::Given(set) => set
                .iter()
                .map(|set| JudgedChokeSet { set: set.clone(), judgement: ChokeSetJudgement::Held })
                .collect(),
            DefendedGround::Rehearsed | DefendedGround::Surveyed => self.judge_sets(view, side, budget),
        };
        let steps = StepsByPurpose { survey: budget.steps_spent() - before, ..StepsByPurpose::default() };
        let held =
            sets.iter().find(|judged| judged.judgement == ChokeSetJudgement::Held).map(|judged| &judged.set);
        if charges.is_none() && self.is_charge_better(view, side, held, budget) {
            charges = Some(ChargeReason::Rehearsed);
        }
        let mut protected = CellSet::new(view.grid());
        let (stance, mut wanted) = match (charges, held) {
            (Some(why), _) => (Stance::Charge(why), Vec::new()),
            (None, Some(set)) => {
                let own = view.castles().filter(|&(_, owner)| owner == side);
                let castles: Vec<Cell> = own.map(|(castle, _)| castle).collect();
                protected = protected_cells(view, &castles, &set.hexes);
                (Stance::Hold, plan_choke_defence(view, set, self.doctrine.relief))
            }
            (None, None) => (Stance::Open, plan_open_field(view, self.seed)),
        };
        if charges != Some(ChargeReason::Castles) {
            garrison_castles(view, side, &mut wanted);
        }
        let mut plan = WardenPlan {
            sets,
            stance,
            wanted,
            phase: DefencePhase::Fire,
            moves: Vec::new(),
            filled: 0,
            deployment: None,
            steps,
            waiting: Vec::new(),
            inside: protected,
        };
        plan.list_units_of_phase(view, side);
        plan
    }
}

/// Greatest worth of the enemy's army with which a charge out of a set is considered, in ‰ of the
/// own army's.
const SORTIE: i64 = 1000;

/// Greatest cost between the armies at which a charge is rehearsed, in ‰ of the points of the type
/// that marches: a later rehearsal sees the first blows between armies farther apart.
const CONTACT: u32 = 2500;

/// Share of the steps that the commanders who are played forward have in each half-turn: one in so
/// many.
const STEPS_SHARE: u64 = 4;

/// Part of the steps left that a rehearsal may take, in ‰.
const REHEARSAL: u32 = 500;

/// Adds a position on each own castle that an enemy could enter in its next half-turn and that no
/// position is on: a castle left open is lost, whatever else is held.
fn garrison_castles(view: View<'_>, side: Side, wanted: &mut Vec<Position>) {
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
    let Some(arm) = arms.into_iter().find(|&arm| living_units_of_arm(view, side, arm).next().is_some())
    else {
        return;
    };
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
            wanted.insert(0, Position { cell: castle, arm, role: PositionRole::Garrison, strength: 0 });
        }
    }
}

/// Returns a part of what is left of a budget; `share` is in ‰.
fn split_budget(budget: &Budget, share: u32) -> Budget {
    let steps = u128::from(budget.steps_left()) * u128::from(share) / 1000;
    budget.split_part(u64::try_from(steps).unwrap_or(u64::MAX))
}

/// Returns `true` if the armies are so near each other that it matters who strikes first. Cost: a
/// search of the map up to the first unit met.
fn is_contact_near(view: View<'_>, side: Side) -> bool {
    let marching = view.rules().marching_type();
    let costs = view.map().costs(marching);
    let most = u32::from(view.rules().units[marching].movement.0) * CONTACT / 1000;
    let enemies = view.living(side.other()).map(|enemy| view.unit(enemy).cell);
    let own = |cell: Cell| view.enemy_at(side.other(), cell);
    let mut field = Field::new();
    let met = field.search_towards_until(view.grid(), enemies, costs, |_| true, own);
    met.and_then(|cell| field.cost_to(cell, costs)).is_some_and(|cost| cost <= most)
}

/// Returns the worth of a side's units together: the losses that they could deal, in ‰ of a man.
fn army_worth(view: View<'_>, side: Side) -> i64 {
    view.living(side).map(|unit| i64::from(view.unit(unit).strength.0) * man_value(view, unit)).sum()
}

impl Commander for Warden {
    fn name(&self) -> &'static str {
        if self.exact { "warden-exact" } else { "warden" }
    }

    fn begin(&mut self, view: View<'_>) {
        self.plan = None;
        self.hunter_begun = false;
        self.foresight.begin_half_turn(view, view.side());
    }

    fn thinking(&self) -> Thinking {
        let Some(plan) = &self.plan else { return Thinking::default() };
        let wanted = plan.wanted.iter().map(|&position| WantedPosition {
            position,
            candidates: Vec::new(),
            filled: None,
        });
        Thinking {
            stance: Some(plan.stance),
            sets: plan.sets.clone(),
            inside: plan.inside.iter().collect(),
            wanted: wanted.collect(),
            deployment: plan.deployment,
            steps: plan.steps,
            orders: Vec::new(),
        }
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let side = view.side();
        if let Some(order) = move_onto_castle(view, side, &mut self.reach) {
            return order;
        }
        let mut plan = match self.plan.take() {
            Some(plan) => plan,
            None => self.make_plan(view, side, budget),
        };
        if matches!(plan.stance, Stance::Charge(_)) {
            // Whoever charges keeps the castles that the enemy could enter meanwhile.
            if plan.phase == DefencePhase::Fire && !plan.wanted.is_empty() {
                plan.phase = DefencePhase::Deploy;
                self.deploy_units(&mut plan, view, side, budget);
            }
            let garrison = plan.moves.pop().map(|(unit, cell)| plan.move_order(view, unit, cell));
            self.plan = Some(plan);
            if garrison.is_none() && !std::mem::replace(&mut self.hunter_begun, true) {
                self.hunter.begin(view);
            }
            return garrison.unwrap_or_else(|| self.hunter.order(view, budget));
        }
        let order = self.next_order_of_phase(&mut plan, view, side, budget);
        self.plan = Some(plan);
        order
    }
}

impl Warden {
    fn next_order_of_phase(
        &mut self,
        plan: &mut WardenPlan,
        view: View<'_>,
        side: Side,
        budget: &mut Budget,
    ) -> (Order, Reason) {
        loop {
            while let Some(&unit) = plan.waiting.last() {
                if view.unit(unit).alive()
                    && !is_spent(view, unit)
                    && let Some(order) = self.strike_enemy(plan, view, unit, budget)
                {
                    return order;
                }
                plan.waiting.pop();
            }
            if let Some((unit, cell)) = plan.moves.pop() {
                return plan.move_order(view, unit, cell);
            }
            plan.phase = match plan.phase {
                DefencePhase::Fire => DefencePhase::Deploy,
                DefencePhase::Deploy => DefencePhase::Strike,
                DefencePhase::Strike => DefencePhase::FireAgain,
                DefencePhase::FireAgain => DefencePhase::Over,
                DefencePhase::Over => return (Order::EndTurn, Reason::nothing_left_to_do(view, side)),
            };
            if plan.phase == DefencePhase::Deploy {
                self.deploy_units(plan, view, side, budget);
            } else {
                plan.list_units_of_phase(view, side);
            }
        }
    }

    /// Plans the moves that fill positions, then those that bring other units nearer to positions
    /// that stay empty.
    fn deploy_units(&mut self, plan: &mut WardenPlan, view: View<'_>, side: Side, budget: &mut Budget) {
        let steps = split_budget(budget, self.doctrine.deployment).steps_left();
        let deployment = plan_deployment(view, &plan.wanted, Some(steps));
        budget.take_steps(deployment.steps);
        plan.filled = deployment.filled;
        plan.steps.deployment = deployment.steps;
        let of = plan.wanted.len();
        plan.deployment = Some(DeploymentResult { filled: deployment.filled, of, proven: deployment.proven });
        let mut moves = deployment.moves;
        self.approach_positions(plan, view, side, &mut moves);
        moves.reverse();
        plan.moves = moves;
    }

    /// Sends the nearest free unit towards each position that cannot be filled yet.
    fn approach_positions(
        &mut self,
        plan: &WardenPlan,
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
            plan.wanted.iter().partition(|position| position.role.is_vital_position());
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
        plan: &WardenPlan,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        let here = view.unit(unit).cell;
        if view.kind(unit).arm == Arm::Artillery {
            let choice = self.engagements.best_attack_in_place(view, unit, budget)?;
            return (choice.best.ranged || choice.worth_of_best_attack() > 0)
                .then(|| choice.order_of_attack(view));
        }
        let keeps =
            plan.wanted.iter().any(|position| position.cell == here && position.role == PositionRole::Point);
        let mut part = budget.split_part(budget.steps_left() / plan.waiting.len().max(1) as u64);
        let goes = !keeps && plan.phase == DefencePhase::Strike;
        let decision = if plan.stance == Stance::Hold {
            let here = self.best_worthwhile_attack(view, unit, 0, &mut part, |_, from| from == here);
            let strike = |target: UnitId, from| {
                plan.inside.contains(view.unit(target).cell) && plan.inside.contains(from)
            };
            here.or_else(|| goes.then(|| self.best_worthwhile_attack(view, unit, 0, &mut part, strike))?)
        } else {
            let answers = self.doctrine.answers.warden.into();
            self.best_worthwhile_attack(view, unit, answers, &mut part, |_, from| goes || from == here)
        };
        budget.take_steps(part.steps_spent());
        decision.map(|choice| choice.order_of_attack(view))
    }

    /// Returns the best of the attacks that are `allowed` by their target and the cell that they
    /// are made from, if it is worth more than it costs.
    fn best_worthwhile_attack(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        answers: i64,
        budget: &mut Budget,
        allowed: impl Fn(UnitId, Cell) -> bool,
    ) -> Option<AttackChoice> {
        self.engagements.survey_reach(view, unit, budget);
        self.engagements.list_attacks(view, unit, budget, allowed, &mut self.attacks);
        self.attacks.retain(|exchange| exchange.worth > 0);
        let weights = ExchangeWeights { attack: answers, ..ExchangeWeights::default() };
        match self.foresight.weigh_alternatives(view, unit, &mut self.attacks, &[], weights, budget) {
            UnitDecision::Attack(choice) => Some(choice),
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
        Objective::Meeting => {
            // More castles, then more strength left as a share of the start.
            let share = |side: Side, other: Side| {
                u64::from(view.strength(side)) * u64::from(view.start_strength(other))
            };
            (held(side), share(side, enemy)) < (held(enemy), share(enemy, side))
        }
    }
}

impl WardenPlan {
    /// Lists the units of the present phase.
    fn list_units_of_phase(&mut self, view: View<'_>, side: Side) {
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

    fn move_order(&self, view: View<'_>, unit: UnitId, cell: Cell) -> (Order, Reason) {
        let of = self.wanted.len();
        let reason =
            match self.wanted.iter().find(|position| position.cell == cell && position.fits_unit(view, unit))
            {
                Some(position) => Reason::Deploy { role: position.role, filled: self.filled, of },
                None => Reason::MakeWay { filled: self.filled, of },
            };
        (move_order(view, unit, cell), reason)
    }
}
