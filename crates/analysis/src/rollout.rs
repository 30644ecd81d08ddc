//! Rollouts: battles played on to their end by scripts with dice thrown, many times from one
//! position.

use std::ops::Range;

use hotgates_ai::{Script, ScriptAim, Simulation, StrikeMode};
use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, BySide, KnownBattle, Order, Side, View};
use hotgates_search::{Cancel, Cancelled};

use crate::distribution::integer_as_float;

/// Half-turns after which a rollout looks again where its enemies have gone.
const SURVEY_EVERY: u32 = 6;

const fn make_script(caution: u32, strike: StrikeMode, aim: ScriptAim) -> Script {
    Script { caution, strike, aim }
}

/// Scripts by which both sides go on in a rollout, one pair after the other: of those tried, the
/// four that together foretell the winners of battles between commanders best.
const POLICIES: [BySide<Script>; 4] = {
    let storm = make_script(0, StrikeMode::Melee, ScriptAim::Castle);
    let meet = make_script(0, StrikeMode::Melee, ScriptAim::Enemy);
    let beware = make_script(500, StrikeMode::Melee, ScriptAim::Enemy);
    let stand = make_script(0, StrikeMode::Melee, ScriptAim::Stay);
    [
        BySide { red: storm, blue: meet },
        BySide { red: storm, blue: beware },
        BySide { red: meet, blue: meet },
        BySide { red: storm, blue: stand },
    ]
};

/// Number of pairs of scripts: numbers of samples are multiples of it, so that each counts alike.
pub const POLICY_COUNT: u32 = 4;

/// Results of rollouts after one line of orders, one for each sample.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RolloutSamples {
    /// Half-points of Red: 2 for a victory, 1 for a draw.
    points: Vec<u8>,
    /// Sum of the turns in which the rollouts ended.
    turns: u64,
}

impl RolloutSamples {
    /// Number of rollouts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns `true` before the first rollout.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Adds the results of further rollouts.
    pub fn append(&mut self, more: &Self) {
        self.points.extend_from_slice(&more.points);
        self.turns += more.turns;
    }

    /// Returns Red's share of the points; one half without samples.
    #[must_use]
    pub fn red_share(&self) -> f64 {
        let points: i64 = self.points.iter().map(|&points| i64::from(points)).sum();
        if self.is_empty() { 0.5 } else { integer_as_float(points) / (2.0 * self.sample_count()) }
    }

    /// Returns the mean turn in which the rollouts ended.
    #[must_use]
    pub fn mean_turn(&self) -> f64 {
        integer_as_float(i64::try_from(self.turns).unwrap_or(i64::MAX)) / self.sample_count().max(1.0)
    }

    /// Returns the standard error of [`red_share`](Self::red_share).
    #[must_use]
    pub fn error(&self) -> f64 {
        self.standard_error_of_mean(|points, _| points, &self.points)
    }

    /// Returns the share of the points beyond that of other samples, with its standard error: the
    /// samples are paired by their numbers, which threw the same dice.
    #[must_use]
    pub fn paired_difference(&self, other: &Self) -> (f64, f64) {
        let standard_error = self.standard_error_of_mean(|mine, theirs| mine - theirs, &other.points);
        (self.red_share() - other.red_share(), standard_error)
    }

    /// Returns the standard error of the mean of a function of both points of each sample. With few
    /// samples that all agree a spread of one sample in as many counts, because they prove little.
    fn standard_error_of_mean(&self, value: impl Fn(f64, f64) -> f64, others: &[u8]) -> f64 {
        let pairs = self.points.iter().zip(others);
        let values: Vec<f64> = pairs.map(|(&a, &b)| value(f64::from(a) / 2.0, f64::from(b) / 2.0)).collect();
        let count = integer_as_float(i64::try_from(values.len()).unwrap_or(i64::MAX));
        if values.len() < 2 {
            return 0.5;
        }
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        (squares.max(1.0 - 1.0 / count) / (count - 1.0) / count).sqrt()
    }

    fn sample_count(&self) -> f64 {
        integer_as_float(i64::try_from(self.points.len()).unwrap_or(i64::MAX))
    }
}

/// Plays battles on from one position to their ends, with thrown dice.
///
/// ```
/// use hotgates_analysis::Rollouts;
/// use hotgates_engine::{Battle, MapFile, Scenario};
/// use hotgates_search::Cancel;
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let samples = Rollouts::new(&battle, 1).play_samples(&[], 0..8, &Cancel::new())?;
/// assert_eq!((samples.len(), samples.red_share()), (8, 0.0), "one cavalry storms no castle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rollouts {
    root: KnownBattle,
    start: Simulation,
    seed: u64,
    steps: u64,
}

impl Rollouts {
    /// Returns rollouts from a position. With one seed, equal samples throw the same dice for the
    /// same attacks in all positions of a battle.
    #[must_use]
    pub fn new(battle: &Battle, seed: u64) -> Self {
        let view = View::new(battle, battle.side());
        Self { root: view.known_battle(), start: Simulation::new(view), seed, steps: 0 }
    }

    /// Number of orders simulated so far.
    #[must_use]
    pub const fn orders_simulated_so_far(&self) -> u64 {
        self.steps
    }

    /// Plays the battle on to its end in each of these samples: first these orders, those that are
    /// illegal left out, then both sides by the scripts of the sample.
    ///
    /// # Errors
    /// When the flag is set.
    pub fn play_samples(
        &mut self,
        line: &[Order],
        samples: Range<u32>,
        cancel: &Cancel,
    ) -> Result<RolloutSamples, Cancelled> {
        let mut played = RolloutSamples::default();
        for sample in samples {
            let (winner, turn) = self.play_sample(line, sample, cancel)?;
            played.points.push(match winner {
                Some(Side::Red) => 2,
                None => 1,
                Some(Side::Blue) => 0,
            });
            played.turns += u64::from(turn);
        }
        Ok(played)
    }

    /// Plays one sample; returns the winner and the turn in which the battle ended.
    fn play_sample(
        &mut self,
        line: &[Order],
        sample: u32,
        cancel: &Cancel,
    ) -> Result<(Option<Side>, u32), Cancelled> {
        let scripts = POLICIES[(sample % POLICY_COUNT) as usize];
        let mut simulation = self.start.clone();
        simulation.throw_dice(split_mix(self.seed ^ split_mix(u64::from(sample))));
        let before = simulation.steps_taken();
        for &order in line {
            simulation.follow_order(order);
        }
        let mut half_turns = 0;
        let verdict = loop {
            if let Some(verdict) = simulation.battle().verdict() {
                break verdict;
            }
            cancel.check_flag()?;
            if half_turns % SURVEY_EVERY == SURVEY_EVERY - 1 {
                simulation.survey_marches_again();
            }
            simulation.play_script(scripts[simulation.battle().side_to_move()]);
            simulation.end_half_turn();
            half_turns += 1;
        };
        self.steps += simulation.steps_taken() - before;
        Ok((verdict.winner, simulation.view().turn()))
    }

    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &KnownBattle {
        &self.root
    }
}
