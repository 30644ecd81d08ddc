//! Evaluations: the worth of a position to a side, as a sum of named parts.

use hotgates_engine::{Goal, GoalAim, GoalId, Permille, Side, UnitId, View};

use super::evaluation_part::{EvaluationPart, PartChange};
use super::simulation::Simulation;
use crate::engage::man_value;
use crate::position::is_garrison;
use hotgates_doctrine::EvaluationWeights;

/// Worth of a position to one side by parts, in points: a third of the armies' worth more or less
/// is about 200, a turn of march of the whole army 40 to 160.
///
/// ```
/// use hotgates_ai::{Evaluation, Simulation};
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let simulation = Simulation::new(View::new(&battle, Side::Red));
/// let red = Evaluation::evaluate_position(&simulation, Side::Red);
/// assert_eq!(red.total(), -Evaluation::evaluate_position(&simulation, Side::Blue).total());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evaluation {
    /// Rest of the own army, less the rest of the enemy's.
    pub armies: i64,
    /// Castles and hexes of goals that the invader holds, in a meeting engagement those held beyond the
    /// enemy's; and goals met or nearly so, and points.
    pub castles: i64,
    /// The way that the invader still has to go: it weighs more the later it is.
    pub march: i64,
    /// Superiority about the castles, units counting the less the farther they are away.
    pub siege: i64,
    /// The verdict, once the battle is over.
    pub verdict: i64,
}

/// Worth of a won battle.
const WIN: i64 = 100_000;

impl std::ops::AddAssign for Evaluation {
    fn add_assign(&mut self, other: Self) {
        self.armies += other.armies;
        self.castles += other.castles;
        self.march += other.march;
        self.siege += other.siege;
        self.verdict += other.verdict;
    }
}

impl Evaluation {
    /// Evaluates the position of a simulation for a side. Cost: `O(units)`.
    #[must_use]
    pub fn evaluate_position(simulation: &Simulation, side: Side) -> Self {
        let view = simulation.battle().view_of(side);
        if let Some(over) = Self::of_verdict(simulation, side) {
            return over;
        }
        if let Some(invader) = Side::BOTH.into_iter().find(|&side| view.is_invader(side)) {
            let worth = Self::evaluate_for_invader(simulation, view, invader);
            return if side == invader { worth } else { worth.negated() };
        }
        let enemy = side.other();
        let march = |side: Side| turns_of_march_left(simulation, view, side);
        let ahead = count_hexes_held(view, side) - count_hexes_held(view, enemy);
        Self {
            armies: army_left_in_points(simulation, view, side)
                - army_left_in_points(simulation, view, enemy),
            castles: 250 * ahead + worth_of_goals(view, side) - worth_of_goals(view, enemy),
            march: (march(enemy) - march(side)) / 2,
            ..Self::default()
        }
    }

    /// Evaluates what both sides have lost, and the verdict, alone.
    pub(crate) fn of_losses(simulation: &Simulation, side: Side) -> Self {
        let view = simulation.battle().view_of(side);
        let armies = || {
            army_left_in_points(simulation, view, side) - army_left_in_points(simulation, view, side.other())
        };
        Self::of_verdict(simulation, side).unwrap_or_else(|| Self { armies: armies(), ..Self::default() })
    }

    /// Evaluates a battle that is over.
    fn of_verdict(simulation: &Simulation, side: Side) -> Option<Self> {
        let battle = simulation.battle();
        let verdict = battle.verdict()?;
        let worth = WIN - i64::from(battle.view_of(side).turn());
        let verdict = verdict.winner.map_or(0, |winner| if winner == side { worth } else { -worth });
        Some(Self { verdict, ..Self::default() })
    }

    /// Evaluates the position for a side that has to win before dusk.
    fn evaluate_for_invader(simulation: &Simulation, view: View<'_>, invader: Side) -> Self {
        let (turn, last) = (i64::from(view.turn()), i64::from(view.last_turn()).max(1));
        let (siege, defender) = (siege_balance(simulation, view, invader), invader.other());
        Self {
            armies: worth_near_dusk(
                simulation,
                view,
                invader,
                army_left_in_points(simulation, view, invader),
            ) - army_left_in_points(simulation, view, defender),
            castles: 150 * count_hexes_held(view, invader) + worth_of_goals(view, invader)
                - worth_of_goals(view, defender),
            march: -turns_of_march_left(simulation, view, invader) * (4 + 12 * turn / last),
            siege: siege * (200 + 300 * turn / last) / 1000,
            verdict: 0,
        }
    }

    /// Returns the mean of evaluations of which `self` is the sum.
    pub(super) fn mean_of_sum(self, count: usize) -> Self {
        let count = i64::try_from(count.max(1)).unwrap_or(1);
        let Self { armies, castles, march, siege, verdict } = self;
        Self {
            armies: armies / count,
            castles: castles / count,
            march: march / count,
            siege: siege / count,
            verdict: verdict / count,
        }
    }

    const fn negated(self) -> Self {
        let Self { armies, castles, march, siege, verdict } = self;
        Self { armies: -armies, castles: -castles, march: -march, siege: -siege, verdict: -verdict }
    }

    /// Returns the parts with their names, each weighed as a doctrine has it; a verdict counts as it
    /// is.
    #[must_use]
    pub fn named_parts(&self, weights: EvaluationWeights) -> [(EvaluationPart, i64); 5] {
        let weigh = |part: i64, weight: u32| part * i64::from(weight) / 1000;
        [
            (EvaluationPart::Armies, weigh(self.armies, weights.armies)),
            (EvaluationPart::Castles, weigh(self.castles, weights.castles)),
            (EvaluationPart::March, weigh(self.march, weights.march)),
            (EvaluationPart::Siege, weigh(self.siege, weights.siege)),
            (EvaluationPart::Verdict, self.verdict),
        ]
    }

    /// Returns the part that rises most from an earlier evaluation to this one, and the part that
    /// falls most. A verdict, where there is one, leaves nothing else to compare.
    pub(super) fn greatest_changes(
        &self,
        before: &Self,
        weights: EvaluationWeights,
    ) -> [Option<PartChange>; 2] {
        let (now, then) = (self.named_parts(weights), before.named_parts(weights));
        let mut greatest: [Option<PartChange>; 2] = [None; 2];
        let decided = self.verdict != before.verdict;
        for ((part, after), (_, before)) in now.into_iter().zip(then) {
            let points = after - before;
            let most = &mut greatest[usize::from(points < 0)];
            let counts = points != 0 && (!decided || part == EvaluationPart::Verdict);
            if counts && most.is_none_or(|most| points.abs() > most.points.abs()) {
                *most = Some(PartChange { part, points });
            }
        }
        greatest
    }

    /// The sum of all parts.
    #[must_use]
    pub const fn total(&self) -> i64 {
        self.armies + self.castles + self.march + self.siege + self.verdict
    }

    /// The sum of all parts, each weighed as a doctrine has it; a verdict counts as it is.
    #[must_use]
    pub fn total_by_weights(&self, weights: EvaluationWeights) -> i64 {
        let EvaluationWeights { armies, castles, march, siege } = weights;
        let parts =
            [(self.armies, armies), (self.castles, castles), (self.march, march), (self.siege, siege)];
        parts.into_iter().map(|(part, weight)| part * i64::from(weight)).sum::<i64>() / 1000 + self.verdict
    }
}

/// Returns the chance of a side to win, given the worth of the position that its plan leads to.
///
/// A logistic curve fitted to 15,000 half-turns of 600 battles on seven shipped maps, armies both
/// ways, and on generated ones, against itself, `hunter`, `warden` and another author's search: a
/// Brier score of 0.155, where to say 50 % each time scores 0.25, and each tenth within 5 points.
/// A hundred points weigh less towards dusk, which the invader has against it; who plays plans
/// forward wins a little more often than the worth says.
pub(super) fn estimate_chance(view: View<'_>, side: Side, worth: i64) -> Permille {
    if worth.abs() > WIN / 2 {
        return if worth > 0 { WON } else { LOST };
    }
    let late = 1000 * i64::from(view.turn()) / i64::from(view.last_turn()).max(1);
    let clock = if view.is_invader(side) {
        2128 - 3444 * late / 1000
    } else if view.is_invader(side.other()) {
        3444 * late / 1000 - 2128
    } else {
        0
    };
    let odds = worth * (400 - 230 * late / 1000) / 100 + clock + PLANNING;
    let above = logistic_above_even(odds.unsigned_abs());
    // No position is lost more than one that is lost at mean dice.
    Permille(if odds < 0 { 500 - above } else { 500 + above }).clamp(LOST, WON)
}

/// Chance of a side that has won at mean dice, which may fall otherwise.
const WON: Permille = Permille(980);
/// Chance of a side that has lost at mean dice.
const LOST: Permille = Permille(5);

/// Log odds of the side that plays plans forward, in thousandths.
const PLANNING: i64 = 429;

/// Returns what the logistic curve is above a half, in ‰, at log odds given in thousandths: linear
/// between multiples of a half.
fn logistic_above_even(odds: u64) -> u32 {
    const CURVE: [u64; 14] = [0, 122, 231, 318, 381, 424, 453, 471, 482, 489, 493, 496, 498, 499];
    let step = usize::try_from(odds / 500).unwrap_or(usize::MAX);
    let (Some(&low), Some(&high)) = (CURVE.get(step), CURVE.get(step.saturating_add(1))) else { return 499 };
    u32::try_from(low + (high - low) * (odds % 500) / 500).unwrap_or(499)
}

fn count_hexes_held(view: View<'_>, side: Side) -> i64 {
    view.hexes_at_stake().map(|(_, owner)| i64::from(owner == side)).sum()
}

/// Worth of all the points that a side could have.
const ALL_POINTS: i64 = 1000;

/// Worth of a goal of a winning set that is met.
const GOAL_OF_SET: i64 = 400;

/// Returns what a side's goals are worth as far as they have got: its points as a part of all that
/// could be had, and each goal that it could win with, in part where hexes have been held for some
/// of the time or the units to destroy have lost men.
fn worth_of_goals(view: View<'_>, side: Side) -> i64 {
    let goals =
        view.goals(side).filter(|&(id, _)| view.winning_sets(side).iter().flatten().any(|&goal| goal == id));
    let worth: i64 = goals.map(|(id, goal)| GOAL_OF_SET * part_of_goal(view, id, goal) / 1000).sum();
    let all = i64::try_from(view.most_victory_points(side)).unwrap_or(i64::MAX).max(1);
    worth + ALL_POINTS * i64::try_from(view.victory_points(side)).unwrap_or(0) / all
}

/// Returns how much of a goal is done, in ‰.
fn part_of_goal(view: View<'_>, id: GoalId, goal: &Goal) -> i64 {
    if view.is_goal_met(id) {
        return 1000;
    }
    let progress = i64::from(view.goal_progress(id));
    match &goal.aim {
        GoalAim::Hold { turns, .. } => 900 * progress / i64::from(*turns).max(1),
        GoalAim::Take { .. } => 0,
        GoalAim::Exit { count, .. } => 900 * progress / i64::from(*count).max(1),
        GoalAim::Destroy { units, .. } => {
            let start: i64 = units.iter().map(|&unit| i64::from(view.info(unit).start.0)).sum();
            let left: i64 = units.iter().map(|&unit| i64::from(view.unit(unit).strength.0)).sum();
            if view.is_goal_open(id) { 900 * (start - left) / start.max(1) } else { 0 }
        }
    }
}

/// Returns the worth of a unit: its men, each weighed by the losses that he deals, as far as they hold
/// together.
fn unit_worth(simulation: &Simulation, view: View<'_>, unit: UnitId) -> i64 {
    let (men, condition) = (view.unit(unit).strength.0, view.condition(unit));
    simulation.condition.weighed_men(view, men, condition) * man_value(view, unit)
}

/// Returns what is left of an army, in points: 350 for each time that it could be doubled, so that
/// equal shares of both armies weigh the same, and the last units more than the first.
fn army_left_in_points(simulation: &Simulation, view: View<'_>, side: Side) -> i64 {
    let start: i64 = view
        .roster()
        .filter(|(_, info)| info.side == side)
        .map(|(unit, info)| i64::from(info.start.0) * man_value(view, unit))
        .sum();
    let left: i64 = if view.has_extra_state() {
        // Those to come, and those gone off the map, are not lost.
        let army = view.roster().filter(|(_, info)| info.side == side);
        let worth = |unit: UnitId| {
            let (men, condition) = (view.living_men(unit).0, view.condition(unit));
            simulation.condition.weighed_men(view, men, condition) * man_value(view, unit)
        };
        army.map(|(unit, _)| worth(unit)).sum()
    } else {
        view.living(side).map(|unit| unit_worth(simulation, view, unit)).sum()
    };
    let few = start / 30;
    350 * (log2_in_thousandths(left + few) - log2_in_thousandths(start + few)) / 1000
}

/// Returns a thousand times the logarithm of a positive number to base 2, linear between powers of
/// two: integer arithmetic is the same on every machine.
fn log2_in_thousandths(number: i64) -> i64 {
    let number = number.max(1);
    let whole = i64::from(number.ilog2());
    1000 * whole + ((1000 * number) >> whole) - 1000
}

/// Number of turns before its last chance to arrive in which an invader cares less and less about
/// its losses.
const PRESSED_TURNS: i64 = 8;

/// Returns what the invader's army is worth to it with dusk in sight: three fifths less when it
/// must go at once to arrive at all.
fn worth_near_dusk(simulation: &Simulation, view: View<'_>, invader: Side, army: i64) -> i64 {
    let left = i64::from(view.last_turn() - view.turn());
    let late =
        (turns_of_march_left(simulation, view, invader) / 10 + PRESSED_TURNS - left).clamp(0, PRESSED_TURNS);
    army * (10 * PRESSED_TURNS - 6 * late) / (10 * PRESSED_TURNS)
}

/// Returns the turns that a side's army still has to march to the castles that it wants, in tenths,
/// each unit counted by its worth.
fn turns_of_march_left(simulation: &Simulation, view: View<'_>, side: Side) -> i64 {
    let (mut all, mut way) = (0, 0);
    for unit in view.living(side) {
        let worth = unit_worth(simulation, view, unit);
        way += worth * (10 * cost_to_castle(simulation, view, unit) / movement_points_of(view, unit));
        all += worth;
    }
    way / all.max(1)
}

/// Returns the invader's part of the armies about the castles less the defender's, in ‰ of both. A unit counts the
/// less the more turns it is away, and half as much again where it holds a castle.
fn siege_balance(simulation: &Simulation, view: View<'_>, invader: Side) -> i64 {
    let near = |side: Side| -> i64 {
        let part = |unit: UnitId| {
            let movement_points_of = movement_points_of(view, unit);
            let cost = cost_to_castle(simulation, view, unit);
            let part =
                unit_worth(simulation, view, unit) * 2 * movement_points_of / (2 * movement_points_of + cost);
            if is_garrison(view, unit) { part * 3 / 2 } else { part }
        };
        view.living(side).map(part).sum()
    };
    let (own, other) = (near(invader), near(invader.other()));
    1000 * (own - other) / (own + other).max(1)
}

fn movement_points_of(view: View<'_>, unit: UnitId) -> i64 {
    i64::from(view.kind(unit).movement.0.max(1))
}

/// Cost of a march without end, in MP, for a unit that cannot come to any castle.
const NO_WAY: u32 = 200;

fn cost_to_castle(simulation: &Simulation, view: View<'_>, unit: UnitId) -> i64 {
    i64::from(simulation.marches.cost_to_castle(view, unit, view.unit(unit).cell).unwrap_or(NO_WAY))
}
