//! Ratings of many players from the sets that they have played.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::elo::ELO_PER_UNIT;
use crate::estimate::Estimate;
use crate::matrix::SquareMatrix;

/// Deviation of the bell curve about no difference that every rating, advantage and rate of draws is taken
/// from: about 1,000 Elo. Only what games leave open, such as the rating of a player who has won them all,
/// is decided by it.
const PRIOR_DEVIATION: f64 = 6.0;

/// Most steps to the greatest likelihood; a handful is enough.
const MOST_STEPS: u32 = 100;

/// A game between two rated players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RatedGame {
    /// Number of the ground: whatever gives one seat an advantage, such as a map.
    pub ground: usize,
    /// Number of the player on the first seat.
    pub first: usize,
    /// Number of the player on the second seat.
    pub second: usize,
    /// Half points of the first seat: 2 for a win, 1 for a draw.
    pub half_points: u8,
}

/// Sets of games between many players, from which they are rated.
///
/// ```
/// use hotgates_stats::{RatedGame, RatingSample};
///
/// let mut sample = RatingSample::new(2, 1);
/// let pair = |half_points: [u8; 2]| {
///     let game = |first, second, half_points| RatedGame { ground: 0, first, second, half_points };
///     [game(0, 1, half_points[0]), game(1, 0, half_points[1])]
/// };
/// for _ in 0..100 {
///     sample.add_set(&pair([2, 0])); // both won by player 0
///     sample.add_set(&pair([2, 2])); // each won once
/// }
/// let ratings = sample.rate_players();
/// // Three points of four are 191 Elo more on the average of both; here the first seat is worth something, too.
/// let elo = [0, 1].map(|player| ratings.elo_of_player(player));
/// assert!(elo[0].value > 80.0 && (elo[0].value + elo[1].value).abs() < 1e-6);
/// assert!(elo[0].low > 0.0 && ratings.advantage_of_first(0) > 0.0);
/// assert!(ratings.likelihood_of_superiority(0, 1) > 0.999);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingSample {
    players: usize,
    grounds: usize,
    /// How often each set was played.
    sets: BTreeMap<Vec<RatedGame>, u64>,
}

/// Ratings of players, and what grounds are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// In natural units, with a mean of 0.
    strengths: Vec<f64>,
    covariances: SquareMatrix,
    freedom: f64,
    /// Advantage of the first seat of each ground, in natural units.
    advantages: Vec<f64>,
}

/// Chances of a game, from 0 to 1.
#[derive(Clone, Copy)]
struct GameChances {
    win: f64,
    draw: f64,
    loss: f64,
}

impl GameChances {
    /// Returns the chances of the first seat at a difference of strength, where a draw has the weight
    /// `e^draws` against that of wins of equals.
    fn new(difference: f64, draws: f64) -> Self {
        // The greatest weight is 1, so that none overflows.
        let greatest = (difference.abs() / 2.0).max(draws);
        let [win, draw, loss] =
            [difference / 2.0, draws, -difference / 2.0].map(|log| (log - greatest).exp());
        let sum = win + draw + loss;
        Self { win: win / sum, draw: draw / sum, loss: loss / sum }
    }

    /// Mean of the first seat's points above ½.
    fn mean(self) -> f64 {
        (self.win - self.loss) / 2.0
    }
}

/// Parameters in natural units: the players' ratings, then each ground's advantage of the first seat,
/// then each ground's weight of draws.
struct Fit {
    parameters: Vec<f64>,
    /// Inverse of the information at the greatest likelihood.
    inverse: SquareMatrix,
}

impl RatingSample {
    /// Returns a sample without sets.
    #[must_use]
    pub const fn new(players: usize, grounds: usize) -> Self {
        Self { players, grounds, sets: BTreeMap::new() }
    }

    /// Adds a set: games whose results may depend on each other.
    ///
    /// # Panics
    /// If a game has a player or a ground that the sample does not have.
    pub fn add_set(&mut self, games: &[RatedGame]) {
        for game in games {
            assert!(game.first.max(game.second) < self.players && game.ground < self.grounds, "{game:?}");
        }
        let mut set = games.to_vec();
        set.sort_unstable();
        *self.sets.entry(set).or_default() += 1;
    }

    /// Returns the ratings of the players by maximum likelihood, with a mean of 0.
    ///
    /// A game's result has the chances of Bradley and Terry with Davidson's draws: the weights of win, draw and loss are
    /// `e^(x/2)`, `ν` and `e^(−x/2)` for the difference `x` of the players' strengths with the advantage of the seat. Each
    /// ground of three sets or more has an advantage and a `ν` of its own. Those of fewer share both, for two sets leave no doubt of
    /// two parameters, and so nothing from which the intervals could be reckoned.
    ///
    /// To the games of each player one set with all points and one with none are added, against a player of the mean, as in
    /// [`share`](crate::ScoreSample::share): so who has won every game has a rating, and few sets leave wide intervals.
    ///
    /// Intervals at 95 % take sets as independent of each other, not their games, and hold whatever the chances of games really
    /// are (the "sandwich" of White).
    ///
    /// Sources: R. R. Davidson, "On extending the Bradley–Terry model to accommodate ties in paired comparison
    /// experiments", 1970; H. White, "Maximum likelihood estimation of misspecified models", 1982.
    pub fn rate_players(&self) -> Ratings {
        let (places, grounds) = self.places_of_grounds();
        let ratings = self.with_grounds_at(&places, grounds).rate_with_each_ground();
        Ratings { advantages: places.iter().map(|&place| ratings.advantages[place]).collect(), ..ratings }
    }

    /// Numbers the grounds anew: those of fewer than three sets have one number. Returns the new numbers, and how many there are.
    fn places_of_grounds(&self) -> (Vec<usize>, usize) {
        let mut sets_on = vec![0; self.grounds];
        for (set, count) in &self.sets {
            if let Some(game) = set.first() {
                sets_on[game.ground] += count;
            }
        }
        let mut number = 0;
        let mut next = || {
            number += 1;
            number - 1
        };
        let mut shared = None;
        let places = sets_on
            .into_iter()
            .map(|sets| if sets < 3 { *shared.get_or_insert_with(&mut next) } else { next() })
            .collect();
        (places, number)
    }

    /// Returns the sample with other numbers for its grounds.
    fn with_grounds_at(&self, places: &[usize], grounds: usize) -> Self {
        let mut sample = Self::new(self.players, grounds);
        for (set, count) in &self.sets {
            let mut set: Vec<_> =
                set.iter().map(|game| RatedGame { ground: places[game.ground], ..*game }).collect();
            set.sort_unstable();
            *sample.sets.entry(set).or_default() += count;
        }
        sample
    }

    /// Returns ratings of which each ground has parameters of its own, however few its sets.
    fn rate_with_each_ground(&self) -> Ratings {
        #[expect(clippy::cast_precision_loss, reason = "sets have few games")]
        let extremes = self.sets.keys().map(Vec::len).max().unwrap_or(0) as f64;
        let fit = self.fit_parameters(extremes);
        #[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² sets")]
        let clusters = (self.sets.values().sum::<u64>() + 2 * self.players as u64) as f64;
        #[expect(clippy::cast_precision_loss, reason = "few players and grounds")]
        let freedom = (clusters - (self.players + 2 * self.grounds) as f64).max(1.0);
        let spread = self.spread_of_sets(&fit.parameters, extremes).scaled_by(clusters / freedom);
        let covariances = fit.inverse.times(&spread).times(&fit.inverse);
        let (ratings, grounds) = fit.parameters.split_at(self.players);
        let mean = mean_of(ratings);
        Ratings {
            strengths: ratings.iter().map(|rating| rating - mean).collect(),
            covariances: covariances.leading_part(self.players).centred(),
            freedom,
            advantages: grounds[..self.grounds].to_vec(),
        }
    }

    /// Returns the likeliest parameters, with `extremes` games won and as many lost by each player against
    /// a player of the mean.
    fn fit_parameters(&self, extremes: f64) -> Fit {
        let mut counts: BTreeMap<RatedGame, f64> = BTreeMap::new();
        for (set, &count) in &self.sets {
            #[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² sets")]
            let count = count as f64;
            for game in set {
                *counts.entry(*game).or_default() += count;
            }
        }
        let size = self.players + 2 * self.grounds;
        let mut parameters = vec![0.0; size];
        let mut inverse = SquareMatrix::new(size);
        for _ in 0..MOST_STEPS {
            let (slope, information) = self.slope_and_information(&counts, &parameters, extremes);
            inverse = information.inverse_of_positive();
            let step = inverse.times_vector(&slope);
            // Far from the top the curve bends less than here: no step is longer than a few hundred Elo.
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            for (parameter, part) in parameters.iter_mut().zip(&step) {
                *parameter += part / longest.max(1.0);
            }
            if longest < 1e-10 {
                break;
            }
        }
        Fit { parameters, inverse }
    }

    /// Returns the slope of the log-likelihood and its information, the curvature with the sign turned.
    fn slope_and_information(
        &self,
        counts: &BTreeMap<RatedGame, f64>,
        parameters: &[f64],
        extremes: f64,
    ) -> (Vec<f64>, SquareMatrix) {
        let precision = PRIOR_DEVIATION.powi(-2);
        let mut slope: Vec<f64> = parameters.iter().map(|parameter| -parameter * precision).collect();
        let mut information = SquareMatrix::new(parameters.len());
        (0..parameters.len()).for_each(|place| information.add_at(place, place, precision));
        for (game, count) in counts {
            let chances = self.chances_of_game(parameters, game);
            for (place, part) in self.slope_of_game(parameters, game) {
                slope[place] += count * part;
            }
            let mean = chances.mean();
            let in_points = (chances.win + chances.loss) / 4.0 - mean * mean;
            let (draws, together) = (chances.draw * (1.0 - chances.draw), -chances.draw * mean);
            let places = self.places_of_game(game);
            for (one, sign_of_one) in places {
                for (other, sign_of_other) in places {
                    information.add_at(one, other, count * in_points * sign_of_one * sign_of_other);
                }
                let place = self.place_of_draws(game);
                information.add_at(one, place, count * together * sign_of_one);
                information.add_at(place, one, count * together * sign_of_one);
            }
            information.add_at(self.place_of_draws(game), self.place_of_draws(game), count * draws);
        }
        for (player, &rating) in parameters[..self.players].iter().enumerate() {
            let share = extreme_chance(rating);
            slope[player] += extremes * (1.0 - 2.0 * share);
            information.add_at(player, player, 2.0 * extremes * share * (1.0 - share));
        }
        (slope, information)
    }

    /// Returns the sum over all sets of the products of their slopes.
    fn spread_of_sets(&self, parameters: &[f64], extremes: f64) -> SquareMatrix {
        let mut spread = SquareMatrix::new(parameters.len());
        for (set, &count) in &self.sets {
            let mut slope: BTreeMap<usize, f64> = BTreeMap::new();
            for game in set {
                for (place, part) in self.slope_of_game(parameters, game) {
                    *slope.entry(place).or_default() += part;
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² sets")]
            let count = count as f64;
            for (&one, part) in &slope {
                for (&other, more) in &slope {
                    spread.add_at(one, other, count * part * more);
                }
            }
        }
        for (player, &rating) in parameters[..self.players].iter().enumerate() {
            let share = extreme_chance(rating);
            let [won, lost] = [1.0 - share, share].map(|part| (extremes * part).powi(2));
            spread.add_at(player, player, won + lost);
        }
        spread
    }

    /// Returns the parts of the slope that a game has: of both ratings, the advantage and the draws.
    fn slope_of_game(&self, parameters: &[f64], game: &RatedGame) -> [(usize, f64); 4] {
        let chances = self.chances_of_game(parameters, game);
        let in_points = f64::from(game.half_points) / 2.0 - 0.5 - chances.mean();
        let draws = f64::from(u8::from(game.half_points == 1)) - chances.draw;
        let [first, second, ground] =
            self.places_of_game(game).map(|(place, sign)| (place, sign * in_points));
        [first, second, ground, (self.place_of_draws(game), draws)]
    }

    fn chances_of_game(&self, parameters: &[f64], game: &RatedGame) -> GameChances {
        let parts = self.places_of_game(game).map(|(place, sign)| sign * parameters[place]);
        GameChances::new(parts.iter().sum(), parameters[self.place_of_draws(game)])
    }

    /// Places of the parameters of a game's difference of strength, with their signs.
    const fn places_of_game(&self, game: &RatedGame) -> [(usize, f64); 3] {
        [(game.first, 1.0), (game.second, -1.0), (self.players + game.ground, 1.0)]
    }

    const fn place_of_draws(&self, game: &RatedGame) -> usize {
        self.players + self.grounds + game.ground
    }
}

/// Chance that a player of this rating wins against one of the mean.
fn extreme_chance(rating: f64) -> f64 {
    1.0 / (1.0 + (-rating).exp())
}

fn students_t(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("some freedom")
}

#[expect(clippy::cast_precision_loss, reason = "few players")]
fn mean_of(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

impl Ratings {
    /// Returns a player's rating above the mean of all players, in Elo, with its interval.
    pub fn elo_of_player(&self, player: usize) -> Estimate {
        let rating = self.strengths[player];
        let deviation = self.covariances.at(player, player).max(0.0).sqrt();
        let half = students_t(self.freedom).inverse_cdf(0.975) * deviation;
        let estimate = Estimate { value: rating, low: rating - half, high: rating + half };
        estimate.map(|rating| rating * ELO_PER_UNIT)
    }

    /// Returns how many Elo the first seat of a ground is worth.
    pub fn advantage_of_first(&self, ground: usize) -> f64 {
        self.advantages[ground] * ELO_PER_UNIT
    }

    /// Returns the likelihood that one player is stronger than another, 0 to 1, from all games of both.
    pub fn likelihood_of_superiority(&self, one: usize, other: usize) -> f64 {
        let covariance = |one, other| self.covariances.at(one, other);
        let variance = covariance(one, one) + covariance(other, other) - 2.0 * covariance(one, other);
        if variance <= 0.0 {
            return 0.5;
        }
        let difference = self.strengths[one] - self.strengths[other];
        students_t(self.freedom).cdf(difference / variance.sqrt())
    }
}
