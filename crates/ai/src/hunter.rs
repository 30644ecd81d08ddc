//! `hunter`: Red's classic commander. It keeps no formation and only pursues.

use std::sync::Arc;

use hotgates_engine::{Arm, Cell, CellSet, Objective, Order, Side, UnitId, View};

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::engage::Engagements;
use crate::exits::leave_map;
use crate::foresight::{ExchangeWeights, Foresight, UnitDecision};
use crate::march::{HastyMarch, MarchPlanner, move_order};
use crate::position::{is_spent, living_units_of_arm};
use crate::raid::{attack_castle_holder, distance_to_castle, move_onto_castle};
use crate::rally::RallyPlanner;
use crate::reason::{Exchange, Reason};
use crate::temper::Temper;
use hotgates_choke::CastlePaths;
use hotgates_doctrine::Doctrine;
use hotgates_search::Budget;

/// Takes castles in reach first. Guns with something in range fire before anybody moves. Then each
/// unit, the one nearest to the enemy first, attacks what it can reach, choosing the target by
/// expected losses dealt against taken, or goes after the nearest enemy. Where units would queue
/// for a narrow path to the castles that the side wants, some go round by another. When dusk would
/// save the castles, units go for these, past an enemy whom they need not beat to get there; where
/// goals decide and the enemy has more points, for hexes of goals that nobody stands on. Guns move
/// last, stop at range and keep away from melee.
#[derive(Debug, Clone, Default)]
pub struct Hunter {
    engagements: Engagements,
    march: MarchPlanner,
    foresight: Foresight,
    rally: RallyPlanner,
    attacks: Vec<Exchange>,
    goals: Vec<(Cell, i64)>,
    /// Where the unit at hand hurries past the enemy.
    hasty_march: Option<HastyMarch>,
    /// The weights of the present temper.
    doctrine: Arc<Doctrine>,
    /// The weights of the usual temper.
    usual: Arc<Doctrine>,
    temper: Temper,
    ways: CastlePaths,
    /// Cells that supplies reach as the half-turn begins; `None` where the ruleset has no supply.
    supplied: Option<CellSet>,
    /// `true` if all but the guns keep out of the enemy's reach while the guns shell the enemy.
    bombards: bool,
    phase: MarchPhase,
    /// Units of the present phase that have not done all they can, the next one last.
    waiting: Vec<UnitId>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum MarchPhase {
    #[default]
    Fire,
    Pursuit,
    Guns,
    Over,
}

impl Commander for Hunter {
    fn name(&self) -> &'static str {
        "hunter"
    }

    fn begin(&mut self, view: View<'_>) {
        self.march.begin_half_turn();
        self.supplied = view.cells_in_supply(view.side());
        self.ways.share_units_among_paths(view, view.side());
        self.apply_temper(view);
        self.foresight.begin_half_turn(view, view.side());
        self.enter_march_phase(MarchPhase::Fire, view, view.side());
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let side = view.side();
        if let Some(order) = leave_map(view, side) {
            return order;
        }
        if let Some(order) = move_onto_castle(view, side, &mut self.engagements.reach) {
            return order;
        }
        if let Some(order) = attack_castle_holder(view, side, &mut self.engagements, budget) {
            return order;
        }
        loop {
            while let Some(&unit) = self.waiting.last() {
                if view.unit(unit).alive() && !is_spent(view, unit) {
                    let order = match self.phase {
                        MarchPhase::Fire => self.fire_at_best_target(view, unit, budget),
                        MarchPhase::Pursuit => self.pursue_enemy(view, unit, budget),
                        MarchPhase::Guns | MarchPhase::Over => self.place_gun(view, unit, budget),
                    };
                    if let Some(order) = order {
                        return order;
                    }
                }
                self.waiting.pop();
            }
            match self.phase {
                MarchPhase::Fire => self.enter_march_phase(MarchPhase::Pursuit, view, side),
                MarchPhase::Pursuit => self.enter_march_phase(MarchPhase::Guns, view, side),
                MarchPhase::Guns => self.enter_march_phase(MarchPhase::Over, view, side),
                MarchPhase::Over => return (Order::EndTurn, Reason::nothing_left_to_do(view, side)),
            }
        }
    }
}

impl Hunter {
    /// Returns a commander that weighs things as a doctrine has it.
    #[must_use]
    pub fn with_doctrine(doctrine: Arc<Doctrine>) -> Self {
        let condition = ConditionWeight(doctrine.condition);
        Self {
            engagements: Engagements::weighing_condition(condition),
            foresight: Foresight::weighing_condition(condition),
            rally: RallyPlanner::weighing_condition(condition),
            usual: Arc::clone(&doctrine),
            doctrine,
            ..Self::default()
        }
    }

    /// Returns this commander in a temper.
    pub(crate) fn in_temper(self, temper: Temper) -> Self {
        Self { doctrine: temper.change_doctrine(&self.usual), temper, ..self }
    }

    /// Takes a temper for the half-turn that has begun, and for those after it.
    pub(crate) fn take_temper(&mut self, temper: Temper, view: View<'_>) {
        if temper != self.temper {
            (self.temper, self.doctrine) = (temper, temper.change_doctrine(&self.usual));
            self.ways.share_units_among_paths(view, view.side());
            self.apply_temper(view);
        }
    }

    /// Changes the plan of a half-turn as the temper has it, once units are shared out among paths.
    fn apply_temper(&mut self, view: View<'_>) {
        if self.temper == Temper::Straight {
            self.ways.send_all_straight();
        }
        self.bombards = self.temper == Temper::Bombarding && self.has_gun_near(view);
    }

    /// Returns `true` if a gun can shell an enemy within a few turns.
    fn has_gun_near(&mut self, view: View<'_>) -> bool {
        let side = view.side();
        living_units_of_arm(view, side, Arm::Artillery).any(|gun| {
            let (kind, far) = (view.info(gun).kind, u32::from(view.kind(gun).movement.0) * TURNS_TO_SHELL);
            let cost = self.march.cost_to_enemy(view, side, kind, view.unit(gun).cell);
            cost.is_some_and(|cost| cost <= far)
        })
    }

    fn enter_march_phase(&mut self, phase: MarchPhase, view: View<'_>, side: Side) {
        self.phase = phase;
        self.waiting.clear();
        let gun = |unit: &UnitId| view.kind(*unit).arm == Arm::Artillery;
        match phase {
            MarchPhase::Fire | MarchPhase::Guns => self.waiting.extend(view.living(side).filter(gun).rev()),
            MarchPhase::Pursuit => {
                // The foremost go first, so that they are not in the way of those behind.
                let mut order: Vec<_> = view
                    .living(side)
                    .filter(|unit| !gun(unit))
                    .map(|unit| {
                        let (kind, cell) = (view.info(unit).kind, view.unit(unit).cell);
                        let cost = self.march.cost_to_enemy(view, side, kind, cell);
                        (std::cmp::Reverse(cost.unwrap_or(u32::MAX)), std::cmp::Reverse(unit))
                    })
                    .collect();
                order.sort_unstable();
                self.waiting.extend(order.into_iter().map(|(_, std::cmp::Reverse(unit))| unit));
            }
            MarchPhase::Over => {}
        }
    }

    /// Has a gun fire at the best target from where it stands.
    fn fire_at_best_target(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        let choice = self.engagements.best_attack_in_place(view, unit, budget)?;
        choice.best.ranged.then(|| choice.order_of_attack(view))
    }

    /// Has a unit attack what it can reach, or go after the nearest enemy. It considers as many
    /// stops, attacks and answers of the enemy as its share of the steps pays for.
    fn pursue_enemy(&mut self, view: View<'_>, unit: UnitId, budget: &mut Budget) -> Option<(Order, Reason)> {
        if let Some(order) = self.march.move_towards_exit(view, unit, &mut self.engagements.reach) {
            return Some(order);
        }
        let mut part = budget.split_part(budget.steps_left() / self.waiting.len().max(1) as u64);
        if self.rally.is_to_fall_back(view, unit) {
            let memory = (&mut self.engagements.reach, &mut self.foresight);
            let order = self.rally.fall_back(view, unit, memory, &mut part);
            budget.take_steps(part.steps_spent());
            return order;
        }
        let decision = self.decide_for_unit(view, unit, &mut part);
        budget.take_steps(part.steps_spent());
        match decision {
            UnitDecision::Attack(choice) => Some(choice.order_of_attack(view)),
            UnitDecision::Go(cell) => {
                let here = view.unit(unit).cell;
                let round = self.ways.castle_path_of(unit).and_then(|way| way.cost_from(here));
                let reason = match (self.hasty_march, round) {
                    (Some(HastyMarch::OnCastle { cost }), _) => {
                        Reason::Hurry { cost, turns: turns_left(view) }
                    }
                    (Some(HastyMarch::OnFreeHex { cost }), _) => Reason::MarchOnGoal { cost },
                    (None, Some(cost)) => Reason::GoRound { cost },
                    (None, None) => self.march.reason_to_march(view, unit),
                };
                Some((move_order(view, unit, cell), reason))
            }
            UnitDecision::Stay if self.goals.is_empty() && !self.bombards => {
                self.march.move_towards_enemy(view, unit, &self.engagements.reach)
            }
            UnitDecision::Stay => None,
        }
    }

    fn decide_for_unit(&mut self, view: View<'_>, unit: UnitId, budget: &mut Budget) -> UnitDecision {
        self.engagements.survey_reach(view, unit, budget);
        self.engagements.list_attacks(view, unit, budget, |_, _| true, &mut self.attacks);
        self.hasty_march = self.find_hasty_march(view, unit);
        if matches!(self.hasty_march, Some(HastyMarch::OnCastle { .. })) {
            let far = |unit: UnitId| distance_to_castle(view, view.side(), view.hex(unit));
            let here = far(unit);
            self.attacks.retain(|attack| far(attack.target) < here);
        }
        self.goals.clear();
        if self.attacks.is_empty() || self.bombards {
            self.list_goals(view, unit);
        }
        let Doctrine { answers, boldness, progress, .. } = &*self.doctrine;
        // The later it gets, the less can be gained by waiting.
        let left = i64::from(view.last_turn() - view.turn()) * 1000 / i64::from(view.last_turn());
        let mut weights = ExchangeWeights {
            attack: answers.hunter.into(),
            march: i64::from(answers.march) * left / 1000,
            progress: (*progress).into(),
            boldness: (*boldness).into(),
            least: i64::MIN,
        };
        if self.bombards {
            (weights.march, weights.least) = (1000, 0);
        }
        self.foresight.weigh_alternatives(view, unit, &mut self.attacks, &self.goals, weights, budget)
    }

    /// Finds where a unit hurries past the enemy: the invader to a castle, if so few turns are left; and where
    /// goals decide, who is behind in points to a hex that can be had without a fight.
    fn find_hasty_march(&mut self, view: View<'_>, unit: UnitId) -> Option<HastyMarch> {
        let (side, haste) = (view.side(), self.doctrine.haste);
        match view.objective() {
            Objective::Invasion if side == Side::Red && haste > 0 => {
                let march = self.march.find_march_to_castle(view, unit)?;
                let turns = march.cost().div_ceil(u32::from(view.kind(unit).movement.0).max(1));
                (turns_left(view) < turns.saturating_add(haste)).then_some(march)
            }
            Objective::Goals if is_behind_in_points(view, side) => {
                self.march.find_march_to_free_hex(view, unit)
            }
            _ => None,
        }
    }

    /// Lists where a unit may go on the march, each with the MP by which it is nearer to its goal.
    fn list_goals(&mut self, view: View<'_>, unit: UnitId) {
        let (reach, goals) = (&self.engagements.reach, &mut self.goals);
        if let Some(march) = self.hasty_march {
            self.march.list_hasty_moves(view, unit, reach, march, goals);
        } else if let Some(way) = self.ways.castle_path_of(unit) {
            self.march.list_moves_by_detour(view, unit, reach, way, goals);
        } else {
            self.march.list_moves_to_enemy(view, unit, reach, goals);
        }
        let sample = self.engagements.sample;
        self.goals.retain(|&(cell, _)| sample.is_sampled(cell));
        if let Some(supplied) = &self.supplied {
            let worth = SUPPLIED * i64::from(self.usual.condition) / 1000;
            let reached = self.goals.iter_mut().filter(|(cell, _)| supplied.contains(*cell));
            reached.for_each(|(_, nearer)| *nearer += worth);
        }
    }

    /// Has a gun go to where it can fire, now if possible and else next turn, with as much distance
    /// to the nearest enemy as its range allows. The gun never stops next to an enemy if it can
    /// help it.
    fn place_gun(&mut self, view: View<'_>, unit: UnitId, budget: &mut Budget) -> Option<(Order, Reason)> {
        if self.rally.is_to_fall_back(view, unit) {
            let memory = (&mut self.engagements.reach, &mut self.foresight);
            return self.rally.fall_back(view, unit, memory, budget);
        }
        if let Some(choice) =
            self.engagements.best_attack(view, unit, budget).filter(|choice| choice.best.ranged)
        {
            return Some(choice.order_of_attack(view));
        }
        let here = view.unit(unit).cell;
        let range = view.kind(unit).ranged.as_ref().map_or(1, |ranged| ranged.max);
        let near_enemy = |cell: Cell| nearest_enemy(view, unit, cell, range);
        let (info, reach) = (view.info(unit), &self.engagements.reach);
        let too_near = |distance: u32| distance < range;
        if let Some((enemy, distance)) = near_enemy(here).filter(|&(_, distance)| too_near(distance)) {
            // Within reach of melee: step back to its own range, as far as it can.
            let back = view
                .destinations(reach)
                .map(|(cell, left)| {
                    (near_enemy(cell).map_or(range + 1, |(_, distance)| distance), left, cell)
                })
                .filter(|&(away, _, _)| away > distance && away <= range)
                .max_by_key(|&(away, left, cell)| (away, left, std::cmp::Reverse(cell)));
            let (away, _, cell) = back?;
            return Some((move_order(view, unit, cell), Reason::KeepAway { enemy, distance: away }));
        }
        if near_enemy(here).is_some() {
            return None;
        }
        let now = self.march.cost_to_enemy(view, info.side, info.kind, here);
        let Some(now) = now else {
            return self.march.move_towards_castle(view, unit, &self.engagements.reach);
        };
        let mut best = None;
        for (cell, left) in view.destinations(&self.engagements.reach) {
            let cost = self.march.cost_to_enemy(view, info.side, info.kind, cell);
            let Some(cost) = cost.filter(|&cost| cost < now) else { continue };
            let stop = (cost, std::cmp::Reverse(left), cell);
            // Looking for enemies is what costs: only around a stop that would be the best.
            if best.is_none_or(|best| stop < best)
                && near_enemy(cell).is_none_or(|(_, distance)| !too_near(distance))
            {
                best = Some(stop);
            }
        }
        best.map(|(_, _, cell)| (move_order(view, unit, cell), Reason::Pursue { cost: now }))
    }
}

/// Worth of a stop on the march that supplies reach, in MP nearer to the goal.
const SUPPLIED: i64 = 4;

/// Number of turns of march within which guns are waited for, for them to shell the enemy.
const TURNS_TO_SHELL: u32 = 3;

/// Least lead of the enemy in points with which a side goes for free hexes, in ‰ of the most points that it could have.
const BEHIND: u64 = 150;

/// Returns `true` if the enemy of a side leads by [`BEHIND`], or, where no points count, wins at dusk.
fn is_behind_in_points(view: View<'_>, side: Side) -> bool {
    match view.most_victory_points(side) {
        0 => view.is_invader(side),
        most => view.victory_points(side) + most * BEHIND / 1000 <= view.victory_points(side.other()),
    }
}

/// Returns the number of turns that are left, the present one counted.
fn turns_left(view: View<'_>) -> u32 {
    view.last_turn() - view.turn() + 1
}

/// Returns the enemy nearest to a cell by distance and the distance in hexes, if one is within
/// `range` hexes; of equally near ones the first.
///
/// Cost: `O(hexes)` within range, or `O(enemies)` where there are fewer.
fn nearest_enemy(view: View<'_>, unit: UnitId, cell: Cell, range: u32) -> Option<(UnitId, u32)> {
    let side = view.info(unit).side;
    let middle = view.grid().hex(cell);
    let near = view.enemies_within(side, cell, range);
    let away = near.map(|(enemy, hex)| (hex.unsigned_distance_to(middle), enemy));
    away.filter(|&(distance, _)| distance > 0).min().map(|(distance, enemy)| (enemy, distance))
}
