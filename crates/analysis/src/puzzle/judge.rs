//! Judging plans: what a plan for the half-turn keeps of the chance to win with the solution.
//!
//! Plans are given at mean dice, so that the same orders always get the same answer and nobody
//! learns throws by trying again; what they are worth is measured over all dice. In exact puzzles
//! each order is charged with the chance before it less the mean of the chances after all its
//! throws. In searched ones the whole plan is played on from the position, as often as the solution
//! and on the same dice.

use std::collections::BTreeMap;

use hotgates_ai::{Budget, Strategist};
use hotgates_endings::{NODES, Unsolved, WinChance, solve_ending};
use hotgates_engine::{Battle, Coord, Dice, Illegal, Order, Side, View, WAYS, WHOLE};
use hotgates_play::Player;
use hotgates_search::{Cancel, Cancelled};

use super::file::{Puzzle, PuzzleCheck};
use super::plan::{MEAN_DICE, half_turn_of, play_plan, whole_line};
use crate::chance::ChanceEstimate;
use crate::rollout::{POLICY_COUNT, RolloutSamples, Rollouts};

/// Seed of the dice by which plans are compared.
pub(super) const SEED: u64 = 0x0900_D1CE;

/// First number of the samples by which plans are judged: others than those by which they were
/// chosen.
pub(super) const JUDGING: u32 = 1 << 20;

/// Share of the best chance that a plan keeps at least to solve the puzzle, and to come near.
const SOLVED: f64 = 0.95;
/// See [`SOLVED`].
pub(super) const NEARLY: f64 = 0.80;

/// Result of solving a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SolvingResult {
    /// Less than 80 % of the best chance is kept: so does every plan of another kind.
    Missed,
    /// From 80 to 95 % of the best chance are kept.
    Nearly,
    /// At least 95 % of the best chance are kept.
    Solved,
}

impl SolvingResult {
    /// Returns the result in a word.
    ///
    /// ```
    /// use hotgates_analysis::SolvingResult;
    ///
    /// assert_eq!(SolvingResult::of_chances(0.5, 0.6).name(), "nearly");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::Nearly => "nearly",
            Self::Solved => "solved",
        }
    }

    /// Returns the result of a plan with this chance where the solution has that one.
    #[must_use]
    pub fn of_chances(chance: f64, best: f64) -> Self {
        match () {
            () if chance >= SOLVED * best => Self::Solved,
            () if chance >= NEARLY * best => Self::Nearly,
            () => Self::Missed,
        }
    }
}

/// A judged plan.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedPlan {
    /// Result of the plan.
    pub result: SolvingResult,
    /// Chance to win with the plan.
    pub chance: f64,
    /// Standard error of the difference to the solution; 0 in exact puzzles.
    pub error: f64,
    /// Order that loses most, counted from 0, and the chance that it loses; only in exact puzzles.
    /// The end of the half-turn counts as the order after the last.
    pub worst: Option<(usize, f64)>,
}

/// The reason why a plan was not judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnjudgedPlan {
    /// An order that cannot be given.
    #[error("{order}: {why}")]
    Illegal {
        /// The order.
        order: Order,
        /// The reason why it is illegal.
        why: Illegal,
    },
    /// A position that is too large to be solved.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// Nobody waits for the answer any more.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The reason why a plan fails, as the enemy's next half-turn at mean dice shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanFailure {
    /// The battle ends, and the side of the plan has not won.
    OutOfTime,
    /// The enemy enters this castle.
    CastleLost(Coord),
    /// The enemy destroys this many units.
    UnitsLost(u32),
    /// Nothing that the next half-turn shows.
    LessChance,
}

/// Judges plans for one puzzle, and remembers positions that it has solved.
///
/// ```
/// use hotgates_analysis::{PuzzleCheck, PuzzleJudge, SolvingResult, shipped_puzzles};
/// use hotgates_search::Cancel;
///
/// let exact = shipped_puzzles().iter().find(|puzzle| puzzle.check == PuzzleCheck::Exact);
/// let puzzle = exact.expect("some puzzles are exact");
/// let judged = PuzzleJudge::new(puzzle, Cancel::new()).judge_plan(&puzzle.solution)?;
/// assert_eq!(judged.result, SolvingResult::Solved);
/// # Ok::<(), hotgates_analysis::UnjudgedPlan>(())
/// ```
#[derive(Debug)]
pub struct PuzzleJudge<'a> {
    puzzle: &'a Puzzle,
    endings: EndingChances,
    /// Rollouts of the solution, by their number.
    solution: Option<RolloutSamples>,
}

impl<'a> PuzzleJudge<'a> {
    /// Returns a judge for a puzzle, who stops when the flag is set.
    #[must_use]
    pub const fn new(puzzle: &'a Puzzle, cancel: Cancel) -> Self {
        Self { puzzle, endings: EndingChances::new(puzzle.position.side(), cancel), solution: None }
    }

    /// Judges a plan: orders up to the end of the half-turn, which may be left out.
    ///
    /// # Errors
    /// When an order is illegal, or when the flag is set.
    pub fn judge_plan(&mut self, orders: &[Order]) -> Result<JudgedPlan, UnjudgedPlan> {
        self.judge_with(orders, self.puzzle.check)
    }

    /// Judges a plan like [`judge_plan`](Self::judge_plan), a searched puzzle by this many
    /// rollouts.
    ///
    /// # Errors
    /// When an order is illegal, or when the flag is set.
    pub fn judge_by_rollouts(&mut self, orders: &[Order], count: u32) -> Result<JudgedPlan, UnjudgedPlan> {
        self.judge_with(orders, PuzzleCheck::Rollouts(count))
    }

    fn judge_with(&mut self, orders: &[Order], check: PuzzleCheck) -> Result<JudgedPlan, UnjudgedPlan> {
        play_plan(&self.puzzle.position, orders)
            .map_err(|(order, why)| UnjudgedPlan::Illegal { order, why })?;
        match check {
            PuzzleCheck::Exact => self.judge_exactly(orders),
            PuzzleCheck::Rollouts(count) => self.compare_rollouts(orders, count),
        }
    }

    /// Charges each order with what it loses, along the plan at mean dice.
    fn judge_exactly(&mut self, orders: &[Order]) -> Result<JudgedPlan, UnjudgedPlan> {
        let mut battle = self.puzzle.position.clone();
        let best = self.endings.chance_in(&battle)?;
        let mut lost = 0.0;
        let mut worst: Option<(usize, f64)> = None;
        let ordered = orders.iter().copied().filter(|&order| order != Order::EndTurn);
        for (number, order) in ordered.chain([Order::EndTurn]).enumerate() {
            if battle.verdict().is_some() {
                break;
            }
            let before = self.endings.chance_in(&battle)?;
            let charge = (before - self.endings.chance_after(&battle, order)?).max(0.0);
            lost += charge;
            if charge > worst.map_or(0.0, |(_, most)| most) {
                worst = Some((number, charge));
            }
            battle
                .act(order, &mut Dice::showing_sums(MEAN_DICE), &mut Vec::new())
                .map_err(|why| UnjudgedPlan::Illegal { order, why })?;
        }
        let chance = (best - lost).max(0.0);
        Ok(JudgedPlan { result: SolvingResult::of_chances(chance, best), chance, error: 0.0, worst })
    }

    /// Plays on after a plan and after the solution.
    fn compare_rollouts(&mut self, orders: &[Order], count: u32) -> Result<JudgedPlan, UnjudgedPlan> {
        let count = count.div_ceil(POLICY_COUNT) * POLICY_COUNT;
        let position = &self.puzzle.position;
        let mut rollouts = Rollouts::new(position, SEED);
        let mut samples = |orders: &[Order]| {
            rollouts.play_samples(&whole_line(orders), JUDGING..JUDGING + count, &self.endings.cancel)
        };
        if self.solution.as_ref().is_none_or(|samples| samples.len() != count as usize) {
            self.solution = Some(samples(&self.puzzle.solution)?);
        }
        let best = self.solution.clone().unwrap_or_default();
        let given = samples(orders)?;
        let chance =
            |samples| ChanceEstimate::from_rollout_samples(position, samples).chance_of_side(position.side());
        let (_, error) = ChanceEstimate::chance_difference(position, &best, &given);
        let chances = (chance(&given), chance(&best));
        let result = SolvingResult::of_chances(chances.0, chances.1);
        Ok(JudgedPlan { result, chance: chances.0, error, worst: None })
    }

    /// Looks for the reason why a plan fails: plays it and the enemy's answer at mean dice.
    ///
    /// # Errors
    /// When an order is illegal, or when the flag is set.
    pub fn explain_failure(&self, orders: &[Order]) -> Result<PlanFailure, UnjudgedPlan> {
        let side = self.puzzle.side();
        let mut battle = play_plan(&self.puzzle.position, orders)
            .map_err(|(order, why)| UnjudgedPlan::Illegal { order, why })?;
        if battle.verdict().is_none() {
            end_half_turn(&mut battle);
        }
        if battle.verdict().is_some() {
            return Ok(PlanFailure::OutOfTime);
        }
        let before = battle.clone();
        for order in enemy_answer(&battle, &self.endings.cancel)? {
            if battle.act(order, &mut Dice::showing_sums(MEAN_DICE), &mut Vec::new()).is_err() {
                break;
            }
        }
        let held = before.castles().zip(battle.castles());
        let lost =
            held.filter(|&((_, was), (_, is))| was == side && is != side).map(|((castle, _), _)| castle);
        if let Some(castle) = lost.into_iter().next() {
            return Ok(PlanFailure::CastleLost(battle.grid().coord(castle)));
        }
        if battle.verdict().is_some_and(|verdict| verdict.winner != Some(side)) {
            return Ok(PlanFailure::OutOfTime);
        }
        let fallen = before.alive(side) - battle.alive(side);
        Ok(if fallen > 0 { PlanFailure::UnitsLost(fallen) } else { PlanFailure::LessChance })
    }
}

/// Returns the enemy's answer to a plan with the end of its half-turn: the best one where it can be
/// solved, else what a strategist does.
fn enemy_answer(battle: &Battle, cancel: &Cancel) -> Result<Vec<Order>, Cancelled> {
    cancel.check_flag()?;
    let mut player = Player::new(Box::new(Strategist::new(1)), None).with_steps(ANSWER_STEPS);
    let mut orders = half_turn_of(battle, &mut player);
    orders.push(Order::EndTurn);
    Ok(orders)
}

/// Steps of the strategist that answers a plan.
const ANSWER_STEPS: u64 = 4000;

fn end_half_turn(battle: &mut Battle) {
    battle
        .act(Order::EndTurn, &mut Dice::showing_sums(MEAN_DICE), &mut Vec::new())
        .expect("a turn may always be ended");
}

/// Exact chances of one side, remembered by the hash of the position.
#[derive(Debug)]
pub(super) struct EndingChances {
    side: Side,
    cancel: Cancel,
    known: BTreeMap<u64, f64>,
}

impl EndingChances {
    pub(super) const fn new(side: Side, cancel: Cancel) -> Self {
        Self { side, cancel, known: BTreeMap::new() }
    }

    /// Returns the side's chance in a position, both sides playing as well as can be.
    pub(super) fn chance_in(&mut self, battle: &Battle) -> Result<f64, UnjudgedPlan> {
        if let Some(&known) = self.known.get(&battle.hash()) {
            return Ok(known);
        }
        let chance = if let Some(verdict) = battle.verdict() {
            match verdict.winner {
                Some(winner) if winner == self.side => WinChance::CERTAIN,
                Some(_) => WinChance::NONE,
                None => WinChance::EVEN,
            }
        } else {
            let budget = Budget::default().cancelled_by(self.cancel.clone());
            let solved = solve_ending(View::new(battle, battle.side()), NODES, &budget);
            let solved = solved.map_err(|unsolved| match unsolved {
                Unsolved::Cancelled => UnjudgedPlan::Cancelled(Cancelled),
                other => UnjudgedPlan::Unsolved(other),
            })?;
            if battle.side() == self.side { solved.chance() } else { solved.chance().chance_of_other_side() }
        };
        self.known.insert(battle.hash(), chance.as_share());
        Ok(chance.as_share())
    }

    /// Returns the side's chance after an order: for an attack, the mean over all throws.
    fn chance_after(&mut self, battle: &Battle, order: Order) -> Result<f64, UnjudgedPlan> {
        let illegal = |why| UnjudgedPlan::Illegal { order, why };
        let mut after = battle.clone();
        if !matches!(order, Order::Attack { .. }) {
            after.act(order, &mut Dice::showing_sums(MEAN_DICE), &mut Vec::new()).map_err(illegal)?;
            return self.chance_in(&after);
        }
        let mut sum = 0.0;
        for (first, ways) in (2..).zip(WAYS) {
            for (second, answered) in (2..).zip(WAYS) {
                after.clone_from(battle);
                after
                    .act(order, &mut Dice::showing_sums([first, second]), &mut Vec::new())
                    .map_err(illegal)?;
                sum += f64::from(ways * answered) * self.chance_in(&after)?;
            }
        }
        Ok(sum / f64::from(WHOLE))
    }
}
