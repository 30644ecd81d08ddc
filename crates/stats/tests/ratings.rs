//! Ratings: known strengths come back, intervals hold them, and names and seats do not matter.

use hotgates_stats::{RatedGame, RatingSample, Ratings, elo_of_share};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Elo for each natural unit.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Players and grounds whose strengths are known, in natural units.
struct KnownWorld {
    ratings: Vec<f64>,
    /// Advantage of the first seat and weight of draws of each ground.
    grounds: Vec<(f64, f64)>,
    /// By how much the seed of a set moves the advantage, at most.
    seeds: f64,
}

impl KnownWorld {
    fn draw_game(&self, dice: &mut Xoshiro256PlusPlus, game: [usize; 3], by_seed: f64) -> RatedGame {
        let [ground, first, second] = game;
        let (advantage, draws) = self.grounds[ground];
        let difference = self.ratings[first] - self.ratings[second] + advantage + by_seed;
        let weights = [(-difference / 2.0).exp(), draws, (difference / 2.0).exp()];
        let mut left = dice.random::<f64>() * weights.iter().sum::<f64>();
        let mut half_points = 2;
        for (points, weight) in (0..2).zip(weights) {
            left -= weight;
            if left < 0.0 {
                half_points = points;
                break;
            }
        }
        RatedGame { ground, first, second, half_points }
    }

    /// Plays `sets` sets of each pairing on each ground.
    fn play(&self, sets: u32, seed: u64) -> Vec<[RatedGame; 2]> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut played = Vec::new();
        for first in 0..self.ratings.len() {
            for second in first + 1..self.ratings.len() {
                for ground in 0..self.grounds.len() {
                    for _ in 0..sets {
                        let by_seed = self.seeds * (2.0 * dice.random::<f64>() - 1.0);
                        let games = [[ground, first, second], [ground, second, first]];
                        played.push(games.map(|game| self.draw_game(&mut dice, game, by_seed)));
                    }
                }
            }
        }
        played
    }

    fn rate(&self, played: &[[RatedGame; 2]]) -> Ratings {
        let mut sample = RatingSample::new(self.ratings.len(), self.grounds.len());
        for set in played {
            sample.add_set(set);
        }
        sample.rate_players()
    }

    /// Known ratings above their mean, in Elo.
    fn elo(&self) -> Vec<f64> {
        let number = f64::from(u32::try_from(self.ratings.len()).expect("few players"));
        let mean = self.ratings.iter().sum::<f64>() / number;
        self.ratings.iter().map(|rating| UNIT * (rating - mean)).collect()
    }
}

fn four_players(seeds: f64) -> KnownWorld {
    KnownWorld {
        ratings: vec![0.0, 0.4, -0.7, 1.2],
        grounds: vec![(0.0, 0.0), (1.5, 0.6), (-0.8, 2.0)],
        seeds,
    }
}

fn estimates(ratings: &Ratings, players: usize) -> Vec<[f64; 3]> {
    let of = |player| ratings.elo_of_player(player);
    (0..players).map(of).map(|elo| [elo.low, elo.value, elo.high]).collect()
}

#[test]
fn known_ratings_come_back() {
    let world = four_players(0.0);
    let ratings = world.rate(&world.play(2_000, 1));
    for (player, known) in world.elo().into_iter().enumerate() {
        let elo = ratings.elo_of_player(player);
        assert!((elo.value - known).abs() < 8.0, "{player}: {elo:?}, {known}");
        assert!(elo.low <= known && known <= elo.high, "{player}: {elo:?}, {known}");
        assert!(elo.high - elo.low < 20.0, "{elo:?}");
    }
    for (ground, (advantage, _)) in world.grounds.iter().enumerate() {
        let found = ratings.advantage_of_first(ground);
        assert!((found - UNIT * advantage).abs() < 8.0, "{found} {advantage}");
    }
}

/// Intervals hold known ratings in 95 of 100 tournaments, where sets are independent and games are not.
#[test]
fn intervals_of_ratings_hold_the_truth_as_often_as_they_say() {
    const TOURNAMENTS: u64 = 1_000;
    for (sets, seeds) in [(2, 0.0), (5, 0.0), (40, 0.0), (5, 6.0), (40, 6.0)] {
        let world = four_players(seeds);
        // With seeds that decide, ratings are those of games over all seeds: what very many sets say.
        let known = if seeds > 0.0 {
            let ratings = world.rate(&world.play(40_000, 7));
            (0..4).map(|player| ratings.elo_of_player(player).value).collect()
        } else {
            world.elo()
        };
        let mut held = 0_u32;
        for seed in 0..TOURNAMENTS {
            let ratings = world.rate(&world.play(sets, 100 + seed));
            for (player, known) in known.iter().enumerate() {
                let elo = ratings.elo_of_player(player);
                held += u32::from(elo.low <= *known && *known <= elo.high);
            }
        }
        let held = f64::from(held) / 4_000.0;
        println!("{sets} sets for each pairing and ground, seeds {seeds}: {held:.4}");
        assert!(held >= 0.94, "{sets} {seeds}: {held}");
        assert!(sets < 40 || held <= 0.975, "{sets} {seeds}: {held}");
    }
}

/// Two players on many grounds, each played a few times: a match on maps drawn at random.
#[test]
fn intervals_on_many_grounds_hold_the_truth() {
    const TOURNAMENTS: u64 = 1_000;
    let kinds = [(-1.5, 0.0), (0.0, 0.6), (0.3, 0.0), (1.5, 2.0)];
    let world = |grounds: usize| KnownWorld {
        ratings: vec![0.0, 0.8],
        grounds: kinds.into_iter().cycle().take(grounds).collect(),
        seeds: 0.0,
    };
    for sets in [1, 2] {
        // On grounds that share their parameters a rating is that of one ground which is any of them.
        let mut alike = RatingSample::new(2, 1);
        for set in world(4).play(40_000, 7) {
            let set: Vec<_> = set.into_iter().map(|game| RatedGame { ground: 0, ..game }).collect();
            alike.add_set(&set);
        }
        let known = alike.rate_players().elo_of_player(1).value;
        let (mut held, mut widths) = (0_u32, 0.0);
        for seed in 0..TOURNAMENTS {
            let world = world(40);
            let elo = world.rate(&world.play(sets, 100 + seed)).elo_of_player(1);
            held += u32::from(elo.low <= known && known <= elo.high);
            widths += elo.high - elo.low;
        }
        let (held, width) = (f64::from(held) / 1_000.0, widths / 1_000.0);
        println!("{sets} sets on each of 40 grounds: {held:.4} within {width:.0} Elo of {known:.0}");
        assert!((0.93..=0.985).contains(&held) && width < 120.0, "{sets}: {held} within {width}");
    }
}

/// How often the weaker of two is said to be surely stronger is how often that may be.
#[test]
fn likelihoods_of_superiority_are_kept() {
    let world = KnownWorld { ratings: vec![0.0; 3], grounds: vec![(0.5, 0.3)], seeds: 1.0 };
    let (mut sure, mut all) = (0_u32, 0_u32);
    for seed in 0..1_000 {
        let ratings = world.rate(&world.play(20, seed));
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let likelihood = ratings.likelihood_of_superiority(one, other);
            assert!((likelihood + ratings.likelihood_of_superiority(other, one) - 1.0).abs() < 1e-9);
            sure += u32::from(!(0.05..=0.95).contains(&likelihood));
            all += 1;
        }
    }
    let share = f64::from(sure) / f64::from(all);
    println!("of equal players {share:.3} are told apart at 90 %");
    assert!((0.06..=0.11).contains(&share), "{share}");
}

#[test]
fn names_and_seats_do_not_matter() {
    let world = four_players(2.0);
    let played = world.play(10, 3);
    let ratings = world.rate(&played);
    let as_they_are = estimates(&ratings, 4);

    // Other numbers.
    let renamed = |player: usize| (player + 1) % 4;
    let others = played.iter().map(|set| {
        set.map(|game| RatedGame { first: renamed(game.first), second: renamed(game.second), ..game })
    });
    let others = estimates(&world.rate(&others.collect::<Vec<_>>()), 4);
    // Seats exchanged.
    let turned = played.iter().map(|set| {
        set.map(|game| RatedGame {
            first: game.second,
            second: game.first,
            half_points: 2 - game.half_points,
            ..game
        })
    });
    let turned = world.rate(&turned.collect::<Vec<_>>());
    for ground in 0..3 {
        assert!((turned.advantage_of_first(ground) + ratings.advantage_of_first(ground)).abs() < 1e-6);
    }
    // Another order.
    let mut backwards = played.clone();
    backwards.reverse();
    let backwards = estimates(&world.rate(&backwards), 4);
    let turned = estimates(&turned, 4);
    for player in 0..4 {
        for (other, what) in
            [(others[renamed(player)], "names"), (turned[player], "seats"), (backwards[player], "order")]
        {
            for (one, other) in as_they_are[player].iter().zip(other) {
                assert!((one - other).abs() < 1e-6, "{what}: {one} {other}");
            }
        }
    }
}

/// Two players on even ground have the Elo of their share; four times the sets halve the interval.
#[test]
fn two_players_have_the_elo_of_their_share() {
    let sample = |times: u32| {
        let mut sample = RatingSample::new(2, 1);
        let game =
            |first: usize, half_points: u8| RatedGame { ground: 0, first, second: 1 - first, half_points };
        for _ in 0..times {
            for won in [[2, 0], [2, 0], [2, 2], [0, 0], [2, 0]] {
                sample.add_set(&[game(0, won[0]), game(1, won[1])]);
            }
        }
        sample.rate_players()
    };
    let (few, many) = (sample(40), sample(160));
    let difference = |ratings: &Ratings| ratings.elo_of_player(0).value - ratings.elo_of_player(1).value;
    assert!((difference(&many) - elo_of_share(0.8)).abs() < 2.0, "{}", difference(&many));
    let width = |ratings: &Ratings| ratings.elo_of_player(0).high - ratings.elo_of_player(0).low;
    let ratio = width(&few) / width(&many);
    assert!((ratio - 2.0).abs() < 0.05, "{ratio}");
}

/// Whoever has won everything is the strongest, by a number, and nobody knows by how much.
#[test]
fn won_games_alone_leave_a_wide_interval() {
    let world = KnownWorld { ratings: vec![50.0, 0.0], grounds: vec![(0.0, 0.0)], seeds: 0.0 };
    let ratings = world.rate(&world.play(20, 1));
    let elo = ratings.elo_of_player(0);
    assert!(elo.value.is_finite() && elo.value > 250.0 && elo.low > 0.0, "{elo:?}");
    assert!(elo.high - elo.low > 200.0, "{elo:?}");
    assert!(ratings.likelihood_of_superiority(0, 1) > 0.99);
    let nobody = RatingSample::new(3, 2).rate_players();
    let elo = nobody.elo_of_player(1);
    assert!(
        elo.value.abs() < 1e-9
            && elo.low.is_finite()
            && (nobody.likelihood_of_superiority(0, 1) - 0.5).abs() < 1e-9
    );
}
