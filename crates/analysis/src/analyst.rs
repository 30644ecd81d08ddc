//! The analysis of a battle: every position measured, every half-turn examined, all of it summed
//! up.

use std::ops::Range;

use hotgates_engine::{Battle, BySide, Order, Side};
use hotgates_record::Replay;
use hotgates_search::{Cancel, Cancelled};

use crate::chance::ChanceEstimate;
use crate::lines::{PlannedOrders, different_plans};
use crate::luck::{AttackScore, DiceLuck};
use crate::played::{PlayedBattle, UnfitReplay};
use crate::report::{BattleAnalysis, Mistake, OrderSwing, Severity};
use crate::rollout::{POLICY_COUNT, RolloutSamples, Rollouts};
use crate::units::UnitCounter;

/// Steps of an analysis if the caller names none: simulated orders of all rollouts together.
pub const DEFAULT_STEPS: u64 = 6_000_000;

/// Seed of the dice of all rollouts: the dice of the battle itself are no part of an analysis.
const ROLLOUT_SEED: u64 = 0x5EED;

/// Part of the steps that goes into measuring positions, in percent; the rest is for finding better
/// orders.
const MEASURING: u64 = 50;

/// Fewest samples by which a position is judged, and most.
const FEWEST: u64 = 8;
const MOST: u64 = 1024;

/// First numbers of the samples by which lines are chosen and by which the chosen are judged: fresh
/// ones, so that a line is not judged by the luck that had it chosen.
const CHOOSING: u32 = 1 << 20;
const JUDGING: u32 = 2 << 20;

/// Loss of win chance from which an order is looked at more closely.
const SUSPECT: f64 = 0.03;

/// Standard errors that a mistake must cost at least.
const SURE: f64 = 3.0;

/// A reason for which there is no analysis.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// A battle that cannot be analysed.
    #[error(transparent)]
    Unfit(#[from] UnfitReplay),
    /// Nobody waits for the result any more.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Rollouts of one position, and of the order given there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionMeasure {
    /// Rollouts from the position.
    before: RolloutSamples,
    /// Rollouts after the order with dice of their own; `None` where the order throws none.
    expected: Option<RolloutSamples>,
}

/// Analyses one battle piece by piece, so that a caller can do the pieces in any order and on many
/// threads: first [`measure_position`](Self::measure_position) for each position, then
/// [`examine_half_turn`](Self::examine_half_turn) for each half-turn, then
/// [`assemble_analysis`](Self::assemble_analysis). [`analyse_replay`] does it all.
#[derive(Debug, Clone)]
pub struct Analyst {
    played: PlayedBattle,
    /// Numbers of the positions that are measured.
    positions: Vec<usize>,
    /// Samples of each position.
    samples: u32,
    /// Samples by which lines are chosen; the chosen are judged by four times as many at first.
    choosing: u32,
    steps: u64,
}

impl Analyst {
    /// Prepares the analysis of a replay for about this many steps; a step is a simulated order.
    /// Where they do not suffice for every position, only the first of each half-turn is measured,
    /// or of every second, and so on; with very few steps there are no win chances.
    ///
    /// # Errors
    /// When the replay is not true, or too long.
    pub fn new(replay: &Replay, steps: u64) -> Result<Self, UnfitReplay> {
        let played = PlayedBattle::from_replay(replay)?;
        let mut analyst = Self { played, positions: Vec::new(), samples: 0, choosing: 0, steps };
        analyst.share_out_steps();
        Ok(analyst)
    }

    /// Chooses the positions to measure, and the samples of each.
    fn share_out_steps(&mut self) {
        let cost = self.rollout_cost();
        let rollouts = self.steps / cost;
        let orders = self.played.orders().len();
        let attacks =
            self.played.orders().iter().filter(|order| matches!(order, Order::Attack { .. })).count();
        let measuring = rollouts * MEASURING / 100;
        let all = (orders + 1 + attacks) as u64;
        let half_turns = self.played.half_turn_count();
        if measuring / all >= FEWEST {
            self.positions = (0..=orders).collect();
            self.samples = round_to_script_rounds(measuring / all);
        } else {
            let room = usize::try_from(measuring / (2 * FEWEST)).unwrap_or(usize::MAX);
            if room < 2 {
                return;
            }
            let stride = (half_turns + 1).div_ceil(room);
            let starts = (0..half_turns).map(|number| self.played.orders_of_half_turn(number).start);
            self.positions = starts.step_by(stride).chain([orders]).collect();
            self.positions.dedup();
            self.samples = round_to_script_rounds(FEWEST);
        }
        let examining = rollouts * (100 - MEASURING) / 100;
        // About eight lines to choose from, and as much again to judge the chosen.
        self.choosing = round_to_script_rounds(examining / (half_turns as u64 * 16).max(1));
        if examining / (half_turns as u64 * 16).max(1) < FEWEST {
            self.choosing = 0;
        }
    }

    /// Returns about the steps of a mean rollout: by a trial where it is cheap, else by the number
    /// of units and half-turns.
    fn rollout_cost(&self) -> u64 {
        let start = self.played.start();
        let units = start.roster().len() as u64;
        let examined_half_turn_count = u64::from(start.last_turn()) * 2;
        let bound = units.saturating_mul(examined_half_turn_count).max(1);
        if bound.saturating_mul(64) > self.steps {
            return bound;
        }
        let orders = self.played.orders().len();
        let (mut steps, mut count) = (0, 0);
        for eighth in 0..8 {
            let mut rollouts = rollouts_from(&self.played.position(orders * eighth / 8));
            if rollouts.play_samples(&[], 0..POLICY_COUNT, &Cancel::new()).is_ok() {
                steps += rollouts.orders_simulated_so_far();
                count += u64::from(POLICY_COUNT);
            }
        }
        (steps / count.max(1)).max(1)
    }

    /// Returns the battle that is analysed.
    #[must_use]
    pub const fn played_battle(&self) -> &PlayedBattle {
        &self.played
    }

    /// Number of positions to measure.
    #[must_use]
    pub fn measured_position_count(&self) -> usize {
        self.positions.len()
    }

    /// Measures a position by its place among those to measure.
    ///
    /// # Errors
    /// When the flag is set.
    pub fn measure_position(&self, place: usize, cancel: &Cancel) -> Result<PositionMeasure, Cancelled> {
        cancel.check_flag()?;
        let number = self.positions[place];
        let battle = self.played.position(number);
        let mut rollouts = rollouts_from(&battle);
        let before = rollouts.play_samples(&[], 0..self.samples, cancel)?;
        let expected = match self.played.orders().get(number) {
            Some(&order @ Order::Attack { .. }) => {
                Some(rollouts.play_samples(&[order], 0..self.samples, cancel)?)
            }
            _ => None,
        };
        Ok(PositionMeasure { before, expected })
    }

    /// Number of half-turns to examine: none when there are too few steps for that.
    #[must_use]
    pub fn half_turns(&self) -> usize {
        if self.choosing == 0 { 0 } else { self.played.half_turn_count() }
    }

    /// Looks for the worst mistake of a half-turn: an order after which the win chance is lower
    /// than before, or else the whole plan, if another would have been better.
    ///
    /// # Errors
    /// When the flag is set.
    pub fn examine_half_turn(
        &self,
        half_turn: usize,
        measures: &[PositionMeasure],
        cancel: &Cancel,
    ) -> Result<Option<Mistake>, Cancelled> {
        let orders = self.played.orders_of_half_turn(half_turn);
        let mut worst: Option<Mistake> = None;
        for number in orders.clone().filter(|&number| self.is_suspect_order(number, measures)) {
            let mistake = self.examine_order(number, cancel)?;
            if mistake.as_ref().map(|mistake| mistake.cost) > worst.as_ref().map(|worst| worst.cost) {
                worst = mistake;
            }
        }
        if worst.is_none() && !orders.is_empty() {
            worst = self.examine_plan(orders, cancel)?;
        }
        Ok(worst)
    }

    fn is_suspect_order(&self, number: usize, measures: &[PositionMeasure]) -> bool {
        let Some(swing) = self.win_chance_swing_of_order(number, measures) else { return false };
        swing.chance_gained_by_order() < -SUSPECT
    }

    /// Measures an order anew with fresh dice, and looks for better ones where it is a mistake.
    fn examine_order(&self, number: usize, cancel: &Cancel) -> Result<Option<Mistake>, Cancelled> {
        let battle = self.played.position(number);
        let order = self.played.orders()[number];
        let mut rollouts = rollouts_from(&battle);
        let (mut free, mut given) = (RolloutSamples::default(), RolloutSamples::default());
        let Some((cost, error)) = self.compare_order_lines(
            &battle,
            &mut rollouts,
            (&[], &[order]),
            (&mut free, &mut given),
            cancel,
        )?
        else {
            return Ok(None);
        };
        let (line, _) = self.best_order_line(&battle, &mut rollouts, cancel)?;
        let count = u32::try_from(free.len()).unwrap_or(u32::MAX);
        let after_line = rollouts.play_samples(&line.orders, JUDGING..JUDGING + count, cancel)?;
        let gain = difference_for_side(
            battle.side(),
            ChanceEstimate::chance_difference(&battle, &after_line, &given).0,
        );
        let better = (gain >= SUSPECT).then_some(line);
        let best = if better.is_some() { &after_line } else { &free };
        Ok(Some(Mistake {
            order: number,
            whole_half_turn: false,
            turn: battle.turn(),
            side: battle.side(),
            cost,
            error,
            severity: Severity::from_cost(cost),
            played: ChanceEstimate::from_rollout_samples(&battle, &given),
            best: ChanceEstimate::from_rollout_samples(&battle, best),
            better,
        }))
    }

    /// Compares the orders of a whole half-turn, as they were given, with the best line for it.
    fn examine_plan(&self, orders: Range<usize>, cancel: &Cancel) -> Result<Option<Mistake>, Cancelled> {
        let battle = self.played.position(orders.start);
        let mut rollouts = rollouts_from(&battle);
        let line = &self.played.orders()[orders.clone()];
        let (better, chosen) = self.best_order_line(&battle, &mut rollouts, cancel)?;
        let given = rollouts.play_samples(line, CHOOSING..CHOOSING + self.choosing, cancel)?;
        let side = battle.side();
        if difference_for_side(side, ChanceEstimate::chance_difference(&battle, &chosen, &given).0) < SUSPECT
        {
            return Ok(None);
        }
        let (mut best, mut given) = (RolloutSamples::default(), RolloutSamples::default());
        let Some((cost, error)) = self.compare_order_lines(
            &battle,
            &mut rollouts,
            (&better.orders, line),
            (&mut best, &mut given),
            cancel,
        )?
        else {
            return Ok(None);
        };
        Ok(Some(Mistake {
            order: orders.start,
            whole_half_turn: true,
            turn: battle.turn(),
            side,
            cost,
            error,
            severity: Severity::from_cost(cost),
            played: ChanceEstimate::from_rollout_samples(&battle, &given),
            best: ChanceEstimate::from_rollout_samples(&battle, &best),
            better: Some(better),
        }))
    }

    /// Compares two lines with fresh samples until it is sure that the second is a mistake or that
    /// it is none; returns what it costs and the standard error.
    fn compare_order_lines(
        &self,
        battle: &Battle,
        rollouts: &mut Rollouts,
        (good, bad): (&[Order], &[Order]),
        (after_good, after_bad): (&mut RolloutSamples, &mut RolloutSamples),
        cancel: &Cancel,
    ) -> Result<Option<(f64, f64)>, Cancelled> {
        for round in 0..4 {
            // 4, 4, 8 and 16 times the samples of the choice.
            let (from, to) = if round == 0 { (0, 4) } else { (4 << (round - 1), 4 << round) };
            let samples = JUDGING + from * self.choosing..JUDGING + to * self.choosing;
            after_good.append(&rollouts.play_samples(good, samples.clone(), cancel)?);
            after_bad.append(&rollouts.play_samples(bad, samples, cancel)?);
            let (difference, error) = ChanceEstimate::chance_difference(battle, after_good, after_bad);
            let cost = difference_for_side(battle.side(), difference);
            if cost >= Severity::MISTAKE && cost > SURE * error {
                return Ok(Some((cost, error)));
            }
            if cost + error < Severity::MISTAKE {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Returns the line after which the side to move wins most of the samples by which lines are
    /// chosen, and these samples.
    fn best_order_line(
        &self,
        battle: &Battle,
        rollouts: &mut Rollouts,
        cancel: &Cancel,
    ) -> Result<(PlannedOrders, RolloutSamples), Cancelled> {
        let mut best: Option<(PlannedOrders, RolloutSamples)> = None;
        for line in different_plans(battle, cancel)? {
            let samples = rollouts.play_samples(&line.orders, CHOOSING..CHOOSING + self.choosing, cancel)?;
            let share = samples.share_of_points(battle.side());
            if best.as_ref().is_none_or(|(_, most)| share > most.share_of_points(battle.side())) {
                best = Some((line, samples));
            }
        }
        Ok(best.expect("there is at least one line"))
    }

    /// Returns the swing of an order; `None` where its position or the next was not measured.
    fn win_chance_swing_of_order(&self, number: usize, measures: &[PositionMeasure]) -> Option<OrderSwing> {
        let place = self.positions.binary_search(&number).ok()?;
        let next = self.positions.get(place + 1).filter(|&&next| next == number + 1)?;
        let (here, there) = (measures.get(place)?, measures.get(place + 1)?);
        let (battle, after) = (self.played.position(number), self.played.position(*next));
        let after_chance = ChanceEstimate::from_rollout_samples(&after, &there.before);
        let expected = match &here.expected {
            Some(expected) => ChanceEstimate::from_rollout_samples(&battle, expected),
            None => after_chance,
        };
        Some(OrderSwing {
            order: number,
            turn: battle.turn(),
            side: battle.side(),
            before: ChanceEstimate::from_rollout_samples(&battle, &here.before),
            expected,
            after: after_chance,
            error: here.before.paired_difference(&there.before).1,
        })
    }

    /// Puts everything together. `measures` are those of all positions, `mistakes` those of all
    /// half-turns, each in order.
    #[must_use]
    pub fn assemble_analysis(&self, measures: &[PositionMeasure], mistakes: Vec<Mistake>) -> BattleAnalysis {
        let start = self.played.start();
        let mut counter = UnitCounter::new(start);
        let mut attacks = Vec::new();
        let mut before = start.clone();
        for (number, &order) in self.played.orders().iter().enumerate() {
            let (after, events) = self.played.events_of(number);
            counter.count_order_events(&before, order, &events);
            attacks.extend(AttackScore::from_attack_order(&before, number, order, &events));
            before = after;
        }
        let chance = |(place, &number): (usize, &usize)| {
            let measure = measures.get(place)?;
            Some((
                number,
                ChanceEstimate::from_rollout_samples(&self.played.position(number), &measure.before),
            ))
        };
        let swings: Vec<OrderSwing> = (0..self.played.orders().len())
            .filter_map(|number| self.win_chance_swing_of_order(number, measures))
            .collect();
        BattleAnalysis {
            luck: DiceLuck::from_attacks(start, &attacks),
            attacks,
            chances: self.positions.iter().enumerate().filter_map(chance).collect(),
            moments: BattleAnalysis::choose_moments(&swings),
            swings,
            mistakes,
            units: counter.records().to_vec(),
            samples: self.samples,
        }
    }
}

fn rollouts_from(battle: &Battle) -> Rollouts {
    Rollouts::new(battle, ROLLOUT_SEED)
}

/// Returns a difference of Red's chances as one of a side's.
const fn difference_for_side(side: Side, difference: f64) -> f64 {
    match side {
        Side::Red => difference,
        Side::Blue => -difference,
    }
}

/// Returns a number of samples, in rounds of all scripts.
fn round_to_script_rounds(samples: u64) -> u32 {
    let samples = u32::try_from(samples.clamp(FEWEST, MOST)).unwrap_or(u32::MAX);
    samples / POLICY_COUNT * POLICY_COUNT
}

/// Analyses a replay: the same replay and steps give the same analysis. `progress` is told how many
/// of how many pieces are done.
///
/// # Errors
/// When the replay is not true or too long, or when the flag is set.
///
/// ```
/// use hotgates_play::Seats;
/// use hotgates_analysis::analyse_replay;
/// use hotgates_engine::{Battle, MapFile, Scenario, Side};
/// use hotgates_search::Cancel;
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let scenario = Scenario::classic(map);
/// let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
/// let mut game = Seats::from_names("hunter", "greedy").begin_match(battle, scenario.dice_source())?;
/// game.finish()?;
///
/// let replay = game.game_record().replay(&scenario);
/// let analysis = analyse_replay(&replay, 10_000, &Cancel::new(), &mut |_, _| ())?;
/// let (_, end) = analysis.chances.last().expect("the end is measured");
/// assert_eq!(end.chance_of_side(Side::Blue), 1.0);
/// assert_eq!(analysis.units.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse_replay(
    replay: &Replay,
    steps: u64,
    cancel: &Cancel,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<BattleAnalysis, AnalysisError> {
    let analyst = Analyst::new(replay, steps)?;
    let (positions, half_turns) = (analyst.measured_position_count(), analyst.half_turns());
    let mut measures = Vec::with_capacity(positions);
    for place in 0..positions {
        progress(place, positions + half_turns);
        measures.push(analyst.measure_position(place, cancel)?);
    }
    let mut mistakes = Vec::new();
    for half_turn in 0..half_turns {
        progress(positions + half_turn, positions + half_turns);
        mistakes.extend(analyst.examine_half_turn(half_turn, &measures, cancel)?);
    }
    Ok(analyst.assemble_analysis(&measures, mistakes))
}

impl RolloutSamples {
    /// Returns a side's share of the points.
    fn share_of_points(&self, side: Side) -> f64 {
        match side {
            Side::Red => self.red_share(),
            Side::Blue => 1.0 - self.red_share(),
        }
    }
}

/// Counts mistakes of one severity by side.
#[must_use]
pub fn count_mistakes(mistakes: &[Mistake], severity: Severity) -> BySide<usize> {
    BySide::new(|side| {
        mistakes.iter().filter(|mistake| mistake.side == side && mistake.severity == severity).count()
    })
}
