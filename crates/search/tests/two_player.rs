//! Exhaustive and sampled search on Nim, whose theory is known.

use hotgates_search::{
    Certainty, GameEnding, GameValue, Limits, MonteCarloSearch, Negamax, SolvingDetail, SpentBudget,
    TwoPlayerGame, monte_carlo_search,
};

/// Heaps of stones; a move takes 1 to 3 stones from one heap, and who takes the last stone wins.
struct Nim;

impl TwoPlayerGame for Nim {
    type State = Vec<u8>;
    type Action = (usize, u8);

    fn actions(&self, heaps: &Vec<u8>, into: &mut Vec<(usize, u8)>) {
        for (heap, &stones) in heaps.iter().enumerate() {
            into.extend((1..=stones.min(3)).map(|take| (heap, take)));
        }
    }

    fn after(&self, heaps: &Vec<u8>, (heap, take): (usize, u8)) -> Vec<u8> {
        let mut next = heaps.clone();
        next[heap] -= take;
        next
    }

    fn ending(&self, heaps: &Vec<u8>) -> Option<GameEnding> {
        heaps.iter().all(|&stones| stones == 0).then_some(GameEnding::Loss)
    }

    fn canonical(&self, heaps: &Vec<u8>) -> Vec<u8> {
        let mut sorted = heaps.clone();
        sorted.sort_unstable();
        sorted
    }
}

/// Returns the theory's ending: won unless the heaps modulo 4 cancel out (Sprague and Grundy).
fn theory(heaps: &[u8]) -> GameEnding {
    if heaps.iter().fold(0, |sum, stones| sum ^ (stones % 4)) == 0 {
        GameEnding::Loss
    } else {
        GameEnding::Win
    }
}

#[test]
fn exhaustive_search_agrees_with_the_theory_of_nim() {
    for detail in [SolvingDetail::Ending, SolvingDetail::Plies] {
        let mut search = Negamax::new(detail);
        for a in 0..7 {
            for b in 0..7 {
                for c in 0..5 {
                    let heaps = vec![a, b, c];
                    let value =
                        search.best_play_value(&Nim, &heaps, &Limits::without_limits()).expect("no limit");
                    assert_eq!(value.ending, theory(&heaps), "{heaps:?}");
                }
            }
        }
        assert!(search.statistics().seen < 7 * 7 * 5, "symmetry saves work");
    }
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    let value = |heaps: &[u8]| {
        Negamax::new(SolvingDetail::Plies)
            .best_play_value(&Nim, &heaps.to_vec(), &Limits::without_limits())
            .expect("no limit")
    };
    assert_eq!(value(&[3]), GameValue { ending: GameEnding::Win, plies: 1 });
    assert_eq!(value(&[4]), GameValue { ending: GameEnding::Loss, plies: 2 });
    assert_eq!(value(&[2, 2]), GameValue { ending: GameEnding::Loss, plies: 4 });
}

#[test]
fn a_cut_off_search_can_go_on() {
    let mut search = Negamax::new(SolvingDetail::Ending);
    let heaps = vec![6, 5, 4];
    let cut = search.best_play_value(&Nim, &heaps, &Limits::without_limits().with_steps(10));
    assert_eq!(cut, Err(Certainty::CutOff(SpentBudget::Steps)));
    let value = search.best_play_value(&Nim, &heaps, &Limits::without_limits()).expect("no limit");
    assert_eq!(value.ending, theory(&heaps));
}

/// Returns a plain generator of numbers for tests (Lehmer's).
fn picks(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).expect("31 bits") % n
    }
}

#[test]
fn sampling_finds_winning_moves_and_repeats_with_its_seed() {
    for heaps in [vec![5], vec![3, 1], vec![2, 3, 4], vec![6, 5, 1]] {
        let limits = Limits::without_limits().with_steps(40_000);
        let found = monte_carlo_search(&Nim, &heaps, &limits, &mut picks(1));
        let best = found.best.expect("a move");
        assert_eq!(theory(&Nim.after(&heaps, best)), GameEnding::Loss, "{heaps:?}: {:?}", found.tried);
        let again = monte_carlo_search(&Nim, &heaps, &limits, &mut picks(1));
        assert_eq!(again.tried, found.tried);
        assert_eq!(found.tried.iter().map(|tried| tried.visits).sum::<u64>(), found.statistics.expanded);
    }
    let over = monte_carlo_search(&Nim, &vec![0], &Limits::without_limits(), &mut picks(1));
    assert_eq!((over.best, over.certainty), (None, Certainty::NoSolution));
}

#[test]
fn sampling_bit_by_bit_ends_as_at_one_go() {
    let heaps = vec![2, 3, 4];
    let whole = monte_carlo_search(&Nim, &heaps, &Limits::without_limits().with_steps(9_000), &mut picks(4));
    let mut search = MonteCarloSearch::new(&Nim, heaps);
    let mut picks = picks(4);
    let mut visits = Vec::new();
    for steps in (0..=9_000).step_by(1_000) {
        let sampled = search.play_games(&Nim, &Limits::without_limits().with_steps(steps), &mut picks);
        visits.push(sampled.tried.iter().map(|tried| tried.visits).sum::<u64>());
        if steps == 9_000 {
            assert_eq!((sampled.best, sampled.tried), (whole.best, whole.tried.clone()));
            assert_eq!(sampled.statistics, whole.statistics);
        }
    }
    assert_eq!(visits[0], 0);
    assert!(visits.windows(2).all(|pair| pair[0] < pair[1]), "{visits:?}");
}
