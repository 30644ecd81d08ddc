//! `warden`: Blue's classic commander. It finds a choke set and holds it, and lines up in the open
//! where there is none.

mod approach;
mod charge;
mod settled;
mod sortie;
mod survey;

use std::sync::Arc;

use hotgates_engine::{Arm, Cell, CellSet, Objective, Order, Reach, Side, UnitId, View};

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::deploy::plan_deployment;
use crate::engage::{AttackChoice, Engagements};
use crate::exits::leave_map;
use crate::foresight::{ExchangeWeights, Foresight, UnitDecision};
use crate::garrison::{garrison_castles, leave_castles_under_fire};
use crate::hold::plan_choke_defence;
use crate::hunter::Hunter;
use crate::march::move_order;
use crate::open_field::plan_open_field;
use crate::position::{Position, PositionRole, is_spent};
use crate::raid::move_onto_castle;
use crate::rally::RallyPlanner;
use crate::reason::{Exchange, Reason};
use crate::rehearsal::Rehearsal;
use crate::tempered_hunter::TemperedHunter;
use crate::thinking::{
    ChargeReason, ChokeSetJudgement, DeploymentResult, JudgedChokeSet, Stance, StepsByPurpose, Thinking,
    WantedPosition,
};
use hotgates_choke::{ChokeSet, protected_cells};
use hotgates_doctrine::Doctrine;
use hotgates_search::{Budget, Limits};

pub(crate) use settled::SettledWarden;

/// Surveys the ground each half-turn, chooses a choke set or the open-field deployment, gets its
/// units into position, and strikes from there. It charges when the enemy is clearly weaker, and
/// whenever its side has to take castles rather than keep them.
#[derive(Debug, Clone, Default)]
pub struct Warden {
    exact: bool,
    ground: DefendedGround,
    seed: u64,
    plan: Option<WardenPlan>,
    hunter: TemperedHunter<SettledWarden>,
    /// `true` if `hunter` has begun the half-turn.
    hunter_begun: bool,
    rehearsal: Option<Box<RehearsedWays>>,
    engagements: Engagements,
    foresight: Foresight,
    rally: RallyPlanner,
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
    /// This set is held, or a line in the open without one, on these positions.
    Given(Box<HeldGround>),
}

/// Ground that is held, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HeldGround {
    /// The choke set that is held; `None` for a line in the open.
    set: Option<ChokeSet>,
    positions: Vec<Position>,
    /// Cells that the choke set protects.
    inside: CellSet,
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
    /// The unit that has struck out, and the cell that it goes back to.
    sortie: Option<(UnitId, Cell)>,
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
        let condition = ConditionWeight(doctrine.condition);
        Self {
            engagements: Engagements::weighing_condition(condition),
            foresight: Foresight::weighing_condition(condition),
            rally: RallyPlanner::weighing_condition(condition),
            hunter: TemperedHunter::new(Arc::clone(&doctrine)),
            doctrine,
            ..self
        }
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

    /// Has the commander hold in all half-turns to come what it holds in this one, a choke set or
    /// the open field, without a new survey of the ground, which takes most of its time.
    pub(crate) fn keep_present_plan(&mut self) {
        if let Some(plan) = self.plan.as_mut().filter(|plan| !matches!(plan.stance, Stance::Charge(_))) {
            let held = plan.sets.iter().find(|judged| judged.judgement == ChokeSetJudgement::Held);
            let set = held.map(|judged| judged.set.clone());
            let (positions, inside) = (std::mem::take(&mut plan.wanted), plan.inside.clone());
            self.ground = DefendedGround::Given(Box::new(HeldGround { set, positions, inside }));
        }
    }

    /// Returns the ground to hold: the set that is judged to be held, or a line in the open, with
    /// the positions there.
    fn choose_ground(&self, view: View<'_>, side: Side, sets: &[JudgedChokeSet]) -> HeldGround {
        let held = sets.iter().find(|judged| judged.judgement == ChokeSetJudgement::Held);
        let Some(JudgedChokeSet { set, .. }) = held else {
            return HeldGround { positions: plan_open_field(view, self.seed), ..HeldGround::nothing(view) };
        };
        let own = view.hexes_at_stake().filter(|&(_, owner)| owner == side);
        let castles: Vec<Cell> = own.map(|(castle, _)| castle).collect();
        let inside = protected_cells(view, &castles, &set.hexes);
        let positions = plan_choke_defence(view, set, self.doctrine.relief);
        HeldGround { set: Some(set.clone()), positions, inside }
    }

    /// Makes the plan of a half-turn.
    fn make_plan(&mut self, view: View<'_>, side: Side, budget: &mut Budget) -> WardenPlan {
        let mut charges = self.reason_to_charge(view, side);
        let before = budget.steps_spent();
        let mut steps = StepsByPurpose::default();
        let (mut sets, mut ground) = (Vec::new(), HeldGround::nothing(view));
        if charges.is_none() {
            if let DefendedGround::Given(given) = &self.ground {
                let held = given.set.iter().cloned();
                sets.extend(held.map(|set| JudgedChokeSet { set, judgement: ChokeSetJudgement::Held }));
                ground.clone_from(given);
            } else {
                sets = self.judge_sets(view, side, budget);
                steps.survey = budget.steps_spent() - before;
                ground = self.choose_ground(view, side, &sets);
                if self.is_charge_better(view, side, &ground, budget) {
                    charges = Some(ChargeReason::Rehearsed);
                    ground = HeldGround::nothing(view);
                }
            }
        }
        let stance = match (charges, &ground.set) {
            (Some(why), _) => Stance::Charge(why),
            (None, Some(_)) => Stance::Hold,
            (None, None) => Stance::Open,
        };
        let HeldGround { positions: mut wanted, inside, .. } = ground;
        if charges != Some(ChargeReason::Castles) {
            garrison_castles(view, side, &mut wanted);
            leave_castles_under_fire(view, side, &mut self.foresight, &mut wanted, budget);
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
            inside,
            sortie: None,
        };
        plan.list_units_of_phase(view, side);
        plan
    }
}

impl HeldGround {
    fn nothing(view: View<'_>) -> Self {
        Self { set: None, positions: Vec::new(), inside: CellSet::new(view.grid()) }
    }
}

/// Returns a part of what is left of a budget; `share` is in ‰.
fn split_budget(budget: &Budget, share: u32) -> Budget {
    let steps = u128::from(budget.steps_left()) * u128::from(share) / 1000;
    budget.split_part(u64::try_from(steps).unwrap_or(u64::MAX))
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
        if let Some(order) = leave_map(view, side) {
            return order;
        }
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
            let garrison = plan.next_move(view);
            self.plan = Some(plan);
            if garrison.is_none() && !std::mem::replace(&mut self.hunter_begun, true) {
                self.hunter.begin(view);
            }
            // The usual temper may come to goals too late; where castles decide it does better than the others.
            return garrison.unwrap_or_else(|| match view.objective() {
                Objective::Goals => self.hunter.order(view, budget),
                Objective::Invasion | Objective::Meeting => self.hunter.usual().order(view, budget),
            });
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
        if let Some(order) = self.go_on_with_sortie(plan, view, budget) {
            return order;
        }
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
            if let Some(order) = plan.next_move(view) {
                return order;
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
        let cancelled = || budget.is_cancelled();
        let limits = Limits::default().with_steps(steps).with_cancel(&cancelled);
        let deployment = plan_deployment(view, &plan.wanted, &limits);
        budget.take_steps(deployment.steps);
        plan.filled = deployment.filled;
        plan.steps.deployment = deployment.steps;
        let of = plan.wanted.len();
        plan.deployment = Some(DeploymentResult { filled: deployment.filled, of, proven: deployment.proven });
        let mut moves = deployment.moves;
        self.approach_positions(plan, view, side, &mut moves, budget);
        moves.reverse();
        plan.moves = moves;
    }

    /// Has a gun fire. Another unit attacks from where it stands when that is worth it, or goes for
    /// an enemy that has come through, or in the open for one that has come near.
    fn strike_enemy(
        &mut self,
        plan: &mut WardenPlan,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        let here = view.unit(unit).cell;
        if view.is_wavering(unit) {
            let mut part = budget.split_part(budget.steps_left() / plan.waiting.len().max(1) as u64);
            let order = self.spare_shaken_unit(plan, view, unit, &mut part);
            budget.take_steps(part.steps_spent());
            return order;
        }
        if view.kind(unit).arm == Arm::Artillery {
            let choice = self.engagements.best_attack_in_place(view, unit, budget)?;
            return (choice.best.ranged || choice.worth_of_best_attack() > 0)
                .then(|| choice.order_of_attack(view));
        }
        let keeps =
            plan.wanted.iter().any(|position| position.cell == here && position.role == PositionRole::Point);
        let mut part = budget.split_part(budget.steps_left() / plan.waiting.len().max(1) as u64);
        let goes = !keeps && plan.phase == DefencePhase::Strike;
        // A reserve strikes who comes through, and is not spent on others before dusk.
        let spared = self.doctrine.dusk_always && view.kind(unit).arm == Arm::Cavalry;
        let decision = if plan.stance == Stance::Hold {
            let here = self.best_worthwhile_attack(view, unit, 0, &mut part, |_, from| from == here);
            let strike = |target: UnitId, from| {
                plan.inside.contains(view.unit(target).cell) && plan.inside.contains(from)
            };
            let inside = here
                .or_else(|| goes.then(|| self.best_worthwhile_attack(view, unit, 0, &mut part, strike))?);
            inside.or_else(|| (goes && !spared).then(|| self.begin_sortie(plan, view, unit, &mut part))?)
        } else {
            let answers = self.doctrine.answers.warden.into();
            self.best_worthwhile_attack(view, unit, answers, &mut part, |_, from| {
                goes && !spared || from == here
            })
        };
        budget.take_steps(part.steps_spent());
        decision.map(|choice| choice.order_of_attack(view))
    }

    /// Has a unit that is too shaken to attack fall back, once units have been deployed and unless it
    /// stands where its side needs somebody.
    fn spare_shaken_unit(
        &mut self,
        plan: &WardenPlan,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        let here = view.unit(unit).cell;
        let is_needed =
            plan.wanted.iter().any(|wanted| wanted.cell == here && wanted.role.is_vital_position());
        let is_time = matches!(plan.phase, DefencePhase::Strike | DefencePhase::FireAgain);
        if is_needed || !is_time || !self.rally.is_to_fall_back(view, unit) {
            return None;
        }
        self.rally.fall_back(view, unit, (&mut self.reach, &mut self.foresight), budget)
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

    /// Returns the next of the moves that can still be made: a unit may have gone onto a castle meanwhile that
    /// another was to enter.
    fn next_move(&mut self, view: View<'_>) -> Option<(Order, Reason)> {
        while let Some((unit, cell)) = self.moves.pop() {
            let order = self.move_order(view, unit, cell);
            if view.check(order.0).is_ok() {
                return Some(order);
            }
        }
        None
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

#[cfg(test)]
mod tests {
    use hotgates_engine::{Battle, Coord, Dice, MapFile, Scenario};

    use super::*;

    /// Three units of Blue, and an enemy far away.
    fn quiet_field() -> Battle {
        let map = r##"Map(name: "field", rows: ["............", "............", "#...........", "............"], turns: 8,
            red: (units: [(type: "infantry", at: (11, 3))]),
            blue: (units: [(type: "cavalry", at: (1, 0)), (type: "cavalry", at: (4, 0)), (type: "infantry", at: (1, 3))]))"##;
        let mut scenario = Scenario::classic(MapFile::from_ron(map).unwrap());
        scenario.rules.setup.distance = 0;
        let mut battle = Battle::from_scenario(&scenario).unwrap();
        if battle.side() == Side::Red {
            battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).unwrap();
        }
        battle
    }

    #[test]
    fn a_planned_move_onto_a_hex_that_another_has_taken_is_passed_over() {
        let mut battle = quiet_field();
        let units: Vec<UnitId> = battle.living(Side::Blue).collect();
        let cell = |col, row| battle.grid().cell(Coord { col, row }.hex()).unwrap();
        let (taken, free) = (cell(3, 1), cell(2, 3));
        let view = View::new(&battle, Side::Blue);
        let mut warden = Warden::new(0);
        let mut plan = warden.make_plan(view, Side::Blue, &mut Budget::new(400));
        plan.moves = vec![(units[2], free), (units[1], taken)];
        battle.act(move_order(view, units[0], taken), &mut Dice::new(1), &mut Vec::new()).unwrap();
        let view = View::new(&battle, Side::Blue);
        let order = plan.next_move(view).map(|(order, _)| order);
        assert_eq!(order, Some(move_order(view, units[2], free)));
        assert!(plan.next_move(view).is_none());
    }
}
