//! Results that others have published, reckoned again.

use hotgates_stats::{ScoreSample, SequentialTest, SetScores, TestVerdict};

/// Two sequential tests of a chess engine's testers, 43,360 and 44,841 pairs.
#[test]
fn published_tests_are_reckoned_as_they_were() {
    let test = SequentialTest::new(0.0, 2.0, 0.05, 0.05).expect("two hypotheses");
    let sample = ScoreSample::of_sets(&SetScores::from_counts(&[379, 10_170, 21_828, 10_640, 343]));
    let elo = sample.normalised_elo();
    assert!((elo.value - 3.05).abs() < 0.005, "{elo:?}");
    assert!(((elo.high - elo.low) / 2.0 - 2.31).abs() < 0.005, "{elo:?}");
    let ratio = test.log_likelihood_ratio(&sample);
    assert!((ratio - 2.946).abs() < 0.001, "{ratio}");
    assert_eq!(test.verdict(&sample), Some(TestVerdict::Stronger));

    let test = SequentialTest::new(0.5, 2.5, 0.05, 0.05).expect("two hypotheses");
    let sample = ScoreSample::of_sets(&SetScores::from_counts(&[39, 8_843, 26_675, 9_240, 44]));
    let ratio = test.log_likelihood_ratio(&sample);
    assert!((ratio - 2.942).abs() < 0.001, "{ratio}");
    assert!(ratio < test.bounds()[1] + 0.01);
}

/// A match of two players who differ by nothing says so on every scale.
#[test]
fn even_scores_are_no_difference() {
    let sample = ScoreSample::of_sets(&SetScores::from_counts(&[10, 20, 40, 20, 10]));
    assert!((sample.share().value - 0.5).abs() < 1e-12 && sample.elo().value.abs() < 1e-9);
    assert!(sample.normalised_elo().value.abs() < 1e-12);
    assert!((sample.likelihood_of_superiority() - 0.5).abs() < 1e-12);
}

/// Strength is on one scale whatever the number of games of a set.
#[test]
fn sets_of_four_say_what_their_pairs_say() {
    // Independent pairs, two by two: the counts of sums of two draws from 1, 2, 1 of 4.
    let pairs = ScoreSample::of_sets(&SetScores::from_counts(&[100, 0, 200, 0, 300]));
    let fours =
        SetScores::from_counts(&[100, 0, 400, 0, 1_000, 0, 1_200, 0, 900].map(|count: u64| count / 12));
    let fours = ScoreSample::of_sets(&fours);
    assert!((pairs.share().value - fours.share().value).abs() < 0.003);
    let [of_pairs, of_fours] = [pairs, fours].map(|sample| sample.normalised_elo().value);
    assert!((of_pairs / of_fours - 1.0).abs() < 0.02, "{of_pairs} {of_fours}");
    let [of_pairs, of_fours] = [pairs, fours].map(|sample| sample.log_likelihood_ratio(0.0, 50.0));
    assert!((of_pairs / of_fours - 1.0).abs() < 0.1, "{of_pairs} {of_fours}");
}

/// What a map gives to the player more than another is no chance.
#[test]
fn maps_that_differ_leave_no_doubt_behind() {
    let (won, lost) = (SetScores::from_counts(&[0, 0, 0, 0, 50]), SetScores::from_counts(&[50, 0, 0, 0, 0]));
    let mut mixed = won.clone();
    mixed.add_sets(&lost);
    let width = |sample: ScoreSample| sample.share().high - sample.share().low;
    let (apart, together) = (ScoreSample::of_strata([&won, &lost]), ScoreSample::of_sets(&mixed));
    assert!((apart.share().value - together.share().value).abs() < 1e-12);
    assert!(width(apart) < width(together) / 5.0, "{} {}", width(apart), width(together));
}

/// Maps of a single set each are a sample of maps, as if all sets were of one map.
#[test]
fn maps_that_are_played_once_count_as_one() {
    let scores = [4, 2, 2, 0, 3, 2, 4, 2];
    let mut once = Vec::new();
    let mut together = SetScores::default();
    for score in scores {
        let mut set = SetScores::default();
        set.count_set(score);
        once.push(set);
        together.count_set(score);
    }
    assert_eq!(ScoreSample::of_strata(&once), ScoreSample::of_sets(&together));
    // A map of many sets keeps its own mean beside them.
    let many = SetScores::from_counts(&[50, 0, 0, 0, 0]);
    let beside = ScoreSample::of_strata(once.iter().chain([&many]));
    assert_eq!(beside, ScoreSample::of_strata([&together, &many]));
}
