//! The search for puzzles in positions of a battle.

use std::collections::BTreeMap;

use hotgates_ai::{Budget, NAMES, Strategist, commander_by_name};
use hotgates_endings::{PlanKind, Unsolved, rate_plan_kinds, solve_ending};
use hotgates_engine::{Battle, Cell, Dice, Order, Scenario, UnitId, View};
use hotgates_play::{Player, Seat};
use hotgates_record::GameRecord;
use hotgates_search::{Cancel, Cancelled};

use super::file::{OtherPlan, Puzzle, PuzzleCheck};
use super::judge::{JUDGING, NEARLY, PuzzleJudge, SEED, SolvingResult, UnjudgedPlan};
use super::notation::orders_in_text;
use super::plan::{MEAN_DICE, half_turn_of, play_plan, whole_line};
use super::theme::PuzzleTheme;
use crate::chance::ChanceEstimate;
use crate::lines::script_lines;
use crate::rollout::{RolloutSamples, Rollouts};

/// Limits of the search for a puzzle in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinderLimits {
    /// Greatest number of units of both sides that are searched exactly.
    pub units: u32,
    /// Greatest number of positions that the exact search looks at.
    pub nodes: u64,
    /// Rollouts by which plans are chosen; 0 leaves out what cannot be searched exactly.
    pub choosing: u32,
    /// Rollouts by which the chosen plans are compared.
    pub judging: u32,
    /// Steps of the strategist for its plan.
    pub steps: u64,
}

impl Default for FinderLimits {
    fn default() -> Self {
        Self { units: 6, nodes: 120_000, choosing: 32, judging: 512, steps: 16_000 }
    }
}

/// Half-turns to dusk up to which positions are searched exactly.
const HALF_TURNS: u32 = 3;

/// Least chance with the solution, and least difference to the best plan of another kind.
const LEAST_CHANCE: f64 = 0.2;
/// See [`LEAST_CHANCE`].
const LEAST_GAP: f64 = 0.1;

/// Standard errors of the difference between two searched plans.
const SURE: f64 = 3.0;

/// Greatest number of other plans that a puzzle keeps.
const MOST_OTHERS: usize = 3;

/// The goal of a plan. Plans with the same goal are of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PlanGoal {
    Stay,
    March,
    Enter(Cell),
    Strike(UnitId),
}

/// A plan that is compared with others.
struct RivalPlan {
    goal: PlanGoal,
    orders: Vec<Order>,
    chance: f64,
}

/// Looks for a puzzle in the present position of a game, which is at the beginning of a half-turn:
/// exactly where few units and half-turns are left, else by rollouts. The scenario is that of the
/// game, with the seed of its dice; a game by a key has no puzzles, because no puzzle's file holds a key.
/// Nobody has been asked whether they find the solution; see [`ask_commanders`].
///
/// # Errors
/// When the flag is set.
pub fn find_puzzle(
    game: &GameRecord,
    scenario: &Scenario,
    limits: FinderLimits,
    cancel: &Cancel,
) -> Result<Option<Puzzle>, Cancelled> {
    if scenario.key.is_some() {
        return Ok(None);
    }
    let position = game.battle();
    let units = position.living(position.side()).count() + position.living(position.side().other()).count();
    let small = units <= limits.units as usize && position.half_turns_left() <= HALF_TURNS;
    let (check, rivals) = if small {
        let Some(rivals) = compare_exactly(position, limits, cancel)? else { return Ok(None) };
        (PuzzleCheck::Exact, rivals)
    } else if limits.choosing > 0 {
        let Some(rivals) = compare_by_rollouts(position, limits, cancel)? else { return Ok(None) };
        (PuzzleCheck::Rollouts(limits.judging), rivals)
    } else {
        return Ok(None);
    };
    let mut rivals = rivals.into_iter();
    let Some(best) = rivals.next() else { return Ok(None) };
    let others: Vec<OtherPlan> = rivals
        .take(MOST_OTHERS)
        .map(|rival| OtherPlan { orders: rival.orders, chance: rival.chance })
        .collect();
    if others.is_empty() {
        return Ok(None);
    }
    // A puzzle says its last turn, so that a ruleset with another clock does not change it.
    let mut scenario = scenario.clone();
    scenario.map.turns = Some(position.last_turn().into());
    Ok(Some(Puzzle {
        theme: PuzzleTheme::of_plan(position, &best.orders),
        check,
        best: best.chance,
        solution: best.orders,
        others,
        found_by: Vec::new(),
        asked: 0,
        scenario,
        record: game.orders().iter().map(|&(order, _)| order).collect(),
        hash: game.hash(),
        position: position.clone(),
    }))
}

/// Returns `true` if a plan is so much better than the best of another kind that a puzzle is made
/// of it.
fn is_much_better(best: f64, other: f64) -> bool {
    best >= LEAST_CHANCE && other < NEARLY * best && best - other >= LEAST_GAP
}

/// Compares the best plans of all kinds exactly; returns them, the best first, if it is much
/// better.
fn compare_exactly(
    position: &Battle,
    limits: FinderLimits,
    cancel: &Cancel,
) -> Result<Option<Vec<RivalPlan>>, Cancelled> {
    let budget = Budget::default().cancelled_by(cancel.clone());
    let view = View::new(position, position.side());
    let solved = match rate_plan_kinds(view, limits.nodes, &budget) {
        Ok(solved) => solved,
        Err(Unsolved::Cancelled) => return Err(Cancelled),
        Err(_) => return Ok(None),
    };
    let mut rivals: Vec<RivalPlan> = Vec::new();
    for plan in &solved.plans {
        let goal = match plan.kind {
            PlanKind::Stay => PlanGoal::Stay,
            PlanKind::March => PlanGoal::March,
            PlanKind::Enter(castle) => PlanGoal::Enter(castle),
            PlanKind::Strike { target, .. } => PlanGoal::Strike(target),
        };
        let chance = plan.chance.as_share();
        if rivals.iter().any(|rival| rival.goal == goal) {
            continue;
        }
        if let Some(best) = rivals.first()
            && !is_much_better(best.chance, chance)
        {
            return Ok(None);
        }
        rivals.push(RivalPlan { goal, orders: plan.orders.clone(), chance });
    }
    for rival in rivals.iter_mut().take(MOST_OTHERS + 1) {
        let Some(orders) = follow_exactly(position, &rival.orders, limits, cancel)? else { return Ok(None) };
        rival.orders = orders;
    }
    Ok(Some(rivals))
}

/// Follows a plan up to its throw of mean dice, and from there the best plan, and so on; returns
/// all its orders.
fn follow_exactly(
    position: &Battle,
    first: &[Order],
    limits: FinderLimits,
    cancel: &Cancel,
) -> Result<Option<Vec<Order>>, Cancelled> {
    let mut battle = position.clone();
    let mut orders = Vec::new();
    let mut next = first.to_vec();
    loop {
        for &order in &next {
            if order == Order::EndTurn {
                return Ok(Some(orders));
            }
            if battle.act(order, &mut Dice::showing_sums(MEAN_DICE), &mut Vec::new()).is_err() {
                return Ok(None);
            }
            orders.push(order);
        }
        if battle.verdict().is_some() || next.is_empty() {
            return Ok(Some(orders));
        }
        let budget = Budget::default().cancelled_by(cancel.clone());
        match solve_ending(View::new(&battle, battle.side()), 4 * limits.nodes, &budget) {
            Ok(solved) => next.clone_from(&solved.best_plan().orders),
            Err(Unsolved::Cancelled) => return Err(Cancelled),
            Err(_) => return Ok(None),
        }
    }
}

/// Returns what a plan goes for.
fn goal_of(position: &Battle, orders: &[Order]) -> PlanGoal {
    let attacked = orders.iter().find_map(|order| match *order {
        Order::Attack { target, .. } => Some(PlanGoal::Strike(target)),
        _ => None,
    });
    let entered = orders.iter().find_map(|order| match *order {
        Order::Move { to, .. } => {
            let wanted = position
                .castles()
                .find(|&(castle, owner)| owner != position.side() && position.grid().hex(castle) == to)?;
            Some(PlanGoal::Enter(wanted.0))
        }
        _ => None,
    });
    let still = if orders.is_empty() { PlanGoal::Stay } else { PlanGoal::March };
    attacked.or(entered).unwrap_or(still)
}

/// Returns the commanders whose plans are tried beside those of scripts and of a strategist with
/// many steps: all between the weakest, which draws lots, and the strategist, each in one form.
fn commanders_that_plan() -> impl Iterator<Item = &'static str> {
    NAMES[1..NAMES.len() - 1].iter().copied().filter(|name| !name.contains('-'))
}

/// Steps of their half-turns.
const STEPS_OF_PLANNERS: u64 = 1000;

/// Compares the plans of commanders and scripts by rollouts; returns the best of each kind, the
/// best first, if it is much better, and surely.
fn compare_by_rollouts(
    position: &Battle,
    limits: FinderLimits,
    cancel: &Cancel,
) -> Result<Option<Vec<RivalPlan>>, Cancelled> {
    let mut rollouts = Rollouts::new(position, SEED);
    let side = position.side();
    let chance = |samples: &RolloutSamples| {
        ChanceEstimate::from_rollout_samples(position, samples).chance_of_side(side)
    };
    let mut plans: Vec<Vec<Order>> = vec![Vec::new()];
    for name in commanders_that_plan() {
        cancel.check_flag()?;
        let commander = commander_by_name(name, 1).expect("the name is built in");
        plans.push(half_turn_of(position, &mut Player::new(commander, None).with_steps(STEPS_OF_PLANNERS)));
    }
    for seed in 1..3 {
        cancel.check_flag()?;
        let strategist = Box::new(Strategist::new(seed));
        plans.push(half_turn_of(position, &mut Player::new(strategist, None).with_steps(limits.steps)));
    }
    plans.extend(script_lines(position, cancel)?.into_iter().map(|line| line.orders));
    let mut rivals: Vec<RivalPlan> = Vec::new();
    for mut orders in plans {
        orders.retain(|&order| order != Order::EndTurn);
        if rivals.iter().all(|rival| rival.orders != orders) && play_plan(position, &orders).is_ok() {
            let samples = rollouts.play_samples(&whole_line(&orders), 0..limits.choosing, cancel)?;
            let goal = goal_of(position, &orders);
            rivals.push(RivalPlan { goal, orders, chance: chance(&samples) });
        }
    }
    rivals.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    if !is_clearly_best_plan(&rivals) {
        return Ok(None);
    }
    let mut kept: Vec<RivalPlan> = Vec::new();
    for rival in rivals {
        if kept.iter().all(|other| other.goal != rival.goal) {
            kept.push(rival);
        }
    }
    // Fresh samples, so that no plan is judged by the luck that had it chosen.
    let fresh = JUDGING..JUDGING + limits.judging;
    let best = rollouts.play_samples(&whole_line(&kept[0].orders), fresh.clone(), cancel)?;
    kept[0].chance = chance(&best);
    let first = kept[0].chance;
    for rival in &mut kept[1..] {
        let samples = rollouts.play_samples(&whole_line(&rival.orders), fresh.clone(), cancel)?;
        rival.chance = chance(&samples);
        let (difference, error) = ChanceEstimate::chance_difference(position, &best, &samples);
        if !is_much_better(first, rival.chance) || difference.abs() < SURE * error {
            return Ok(None);
        }
    }
    kept[1..].sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Ok(Some(kept))
}

/// Returns `true` if the best plan is much better than the best of another kind, as far as the
/// samples say by which plans are chosen.
fn is_clearly_best_plan(rivals: &[RivalPlan]) -> bool {
    let Some(best) = rivals.first() else { return false };
    let other = rivals.iter().find(|rival| rival.goal != best.goal);
    other.is_some_and(|other| is_much_better(best.chance, other.chance))
}

/// Asks commanders of every rank for their plans, and writes down who finds the solution.
///
/// # Errors
/// When a plan cannot be judged, or when the flag is set.
pub fn ask_commanders(puzzle: &mut Puzzle, cancel: &Cancel) -> Result<(), UnjudgedPlan> {
    let ranks: Vec<String> =
        puzzle.position.rules().ranks.iter().map(|rank| rank.name.to_lowercase()).collect();
    let mut answers: BTreeMap<String, SolvingResult> = BTreeMap::new();
    let (mut found_by, mut asked) = (Vec::new(), 0);
    {
        let mut judge = PuzzleJudge::new(puzzle, cancel.clone());
        let commanders = commanders_that_plan().chain(NAMES.last().copied());
        for (commander, rank) in commanders.flat_map(|name| ranks.iter().map(move |rank| (name, rank))) {
            cancel.check_flag()?;
            let name = format!("{commander}:{rank}");
            let Ok(mut player) = Seat::from_name(name.as_str()).make_player(&puzzle.position, 1) else {
                continue;
            };
            let orders = half_turn_of(&puzzle.position, &mut player);
            asked += 1;
            let text = orders_in_text(&orders);
            let result = match answers.get(&text) {
                Some(&known) => known,
                None => judge.judge_plan(&orders)?.result,
            };
            answers.insert(text, result);
            if result == SolvingResult::Solved {
                found_by.push(name);
            }
        }
    }
    (puzzle.found_by, puzzle.asked) = (found_by, asked);
    Ok(())
}
