//! Errors and coverage, simulated: what the statistics promise is what thousands of matches show.

use hotgates_stats::{ScoreSample, SequentialTest, SetScores, TestVerdict};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const MATCHES: u32 = 10_000;

/// Chances of a pair's five scores: independent even games; a map on which a side nearly always wins;
/// games that are drawn often; pairs that are mostly won whole.
const SHAPES: [[f64; 5]; 4] = [
    [0.25, 0.0, 0.5, 0.0, 0.25],
    [0.06, 0.0, 0.88, 0.0, 0.06],
    [0.06, 0.24, 0.4, 0.24, 0.06],
    [0.4, 0.05, 0.1, 0.05, 0.4],
];

type Chances = [f64; 5];

fn moments(chances: &Chances) -> (f64, f64) {
    let mean: f64 = (0u8..).zip(chances).map(|(score, chance)| f64::from(score) / 4.0 * chance).sum();
    let square: f64 =
        (0u8..).zip(chances).map(|(score, chance)| (f64::from(score) / 4.0 - mean).powi(2) * chance).sum();
    (mean, square)
}

/// Returns chances of the same shape with higher scores weighed by `e^tilt` for each point more.
fn tilted(shape: &Chances, tilt: f64) -> Chances {
    let mut chances = *shape;
    for (score, chance) in (0u8..).zip(&mut chances) {
        *chance *= (tilt * f64::from(score) / 4.0).exp();
    }
    let sum: f64 = chances.iter().sum();
    chances.map(|chance| chance / sum)
}

/// Normalised Elo of the mean of maps, with the spread within them.
fn true_elo(maps: &[Chances]) -> f64 {
    let parts = maps.iter().map(moments);
    let (mean, variance) = parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    let number = f64::from(u32::try_from(maps.len()).expect("few maps"));
    (mean / number - 0.5) / (variance / number).sqrt() / 2.0_f64.sqrt() * 800.0 / 10.0_f64.ln()
}

/// Returns maps whose scores together are worth `elo`; each map leans its own way besides.
fn maps_of_elo(shape: &Chances, leanings: &[f64], elo: f64) -> Vec<Chances> {
    let maps = |tilt: f64| leanings.iter().map(|lean| tilted(shape, tilt + lean)).collect::<Vec<_>>();
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if true_elo(&maps(middle)) < elo { low = middle } else { high = middle }
    }
    maps(low)
}

fn draw_score(dice: &mut Xoshiro256PlusPlus, chances: &Chances) -> u32 {
    let mut left: f64 = dice.random();
    for (score, chance) in (0..).zip(chances) {
        left -= chance;
        if left < 0.0 {
            return score;
        }
    }
    2
}

/// Share of matches that the test ends with a verdict.
fn share_of_verdict(test: &SequentialTest, maps: &[Chances], verdict: TestVerdict, seed: u64) -> f64 {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut ended_so = 0;
    for _ in 0..MATCHES {
        let mut strata = vec![SetScores::new(2); maps.len()];
        // A round is a set on each map.
        let end = (0..5_000).find_map(|_| {
            for (scores, chances) in strata.iter_mut().zip(maps) {
                scores.count_set(draw_score(&mut dice, chances));
            }
            test.verdict(&ScoreSample::of_strata(&strata))
        });
        ended_so += u32::from(end == Some(verdict));
    }
    f64::from(ended_so) / f64::from(MATCHES)
}

#[test]
fn sequential_tests_err_as_rarely_as_they_say() {
    let (elo0, elo1, alpha, beta) = (0.0, 100.0, 0.05, 0.1);
    let test = SequentialTest::new(elo0, elo1, alpha, beta).expect("two hypotheses");
    for (seed, shape) in (0..).zip(&SHAPES) {
        for leanings in [&[0.0][..], &[-1.5, 0.0, 0.5, 1.5], &[0.0; 12]] {
            let [none, some] = [elo0, elo1].map(|elo| maps_of_elo(shape, leanings, elo));
            let wrong = [
                share_of_verdict(&test, &none, TestVerdict::Stronger, seed),
                share_of_verdict(&test, &some, TestVerdict::NotStronger, seed),
            ];
            println!("{shape:?} on {} maps: errs in {wrong:.4?}", leanings.len());
            assert!(
                wrong[0] <= alpha + 0.006 && wrong[1] <= beta + 0.009,
                "{shape:?} {leanings:?}: {wrong:?}"
            );
        }
    }
}

/// Share of matches whose intervals hold the truth: of the share and of normalised Elo.
fn coverage(maps: &[Chances], rounds: u32, seed: u64) -> [f64; 2] {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let number = f64::from(u32::try_from(maps.len()).expect("few maps"));
    let share = maps.iter().map(|chances| moments(chances).0).sum::<f64>() / number;
    let elo = true_elo(maps);
    let mut held = [0; 2];
    for _ in 0..MATCHES {
        let mut strata = vec![SetScores::new(2); maps.len()];
        for _ in 0..rounds {
            for (scores, chances) in strata.iter_mut().zip(maps) {
                scores.count_set(draw_score(&mut dice, chances));
            }
        }
        let sample = ScoreSample::of_strata(&strata);
        let estimates = [(sample.share(), share), (sample.normalised_elo(), elo)];
        for (held, (estimate, truth)) in held.iter_mut().zip(estimates) {
            *held += u32::from(estimate.low <= truth && truth <= estimate.high);
        }
    }
    held.map(|held| f64::from(held) / f64::from(MATCHES))
}

/// Maps drawn at random, each played once: leanings as of a shipped map, drawn anew in every match.
#[test]
fn intervals_of_maps_that_are_played_once_hold_the_truth() {
    for (seed, shape) in (200..).zip(&SHAPES) {
        let leanings = [-1.5, -0.5, 0.0, 0.0, 0.5, 1.5];
        let kinds = maps_of_elo(shape, &leanings, 100.0);
        let share = kinds.iter().map(|chances| moments(chances).0).sum::<f64>() / 6.0;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut held, mut widths) = (0, 0.0);
        for _ in 0..MATCHES {
            let strata = [(); 100].map(|()| {
                let mut set = SetScores::new(2);
                let kind = dice.random_range(0..kinds.len());
                set.count_set(draw_score(&mut dice, &kinds[kind]));
                set
            });
            let found = ScoreSample::of_strata(&strata).share();
            held += u32::from(found.low <= share && share <= found.high);
            widths += found.high - found.low;
        }
        let (held, width) = (f64::from(held) / f64::from(MATCHES), widths / f64::from(MATCHES));
        println!("{shape:?}: {held:.4} within {width:.3}");
        assert!((0.94..0.97).contains(&held) && width < 0.2, "{shape:?}: {held} within {width}");
    }
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    for (seed, shape) in (100..).zip(&SHAPES) {
        for elo in [0.0, 150.0] {
            for (leanings, rounds) in [(&[0.0][..], 5), (&[0.0], 20), (&[0.0], 200), (&[-1.0, 0.0, 2.0], 40)]
            {
                let maps = maps_of_elo(shape, leanings, elo);
                let held = coverage(&maps, rounds, seed);
                println!("{shape:?} {elo} on {} maps, {rounds} rounds: {held:.4?}", leanings.len());
                assert!(held[0] >= 0.94, "{shape:?} {elo} {rounds}: {held:?}");
                // Elo's interval is that of many sets.
                assert!(
                    rounds < 40 || (0.93..=0.975).contains(&held[1]),
                    "{shape:?} {elo} {rounds}: {held:?}"
                );
            }
        }
    }
}
