//! Exhaustive and sampled search on Nim, whose theory is known, and on trees written out.

use std::cell::Cell;

use hotgates_search::{
    Certainty, GameEnding, GameValue, Limits, MonteCarloSearch, Negamax, SolvingDetail, SpentBudget,
    Statistics, TwoPlayerGame, monte_carlo_search,
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

/// A game written out: for each state the states that a move can lead to, and the end of the game there
/// for the side to move.
struct Tree {
    moves: Vec<Vec<usize>>,
    endings: Vec<Option<GameEnding>>,
}

impl Tree {
    /// Returns a tree in which a side that cannot move has lost.
    fn lost_without_moves(moves: Vec<Vec<usize>>) -> Self {
        let endings = moves.iter().map(|next| next.is_empty().then_some(GameEnding::Loss)).collect();
        Tree { moves, endings }
    }

    /// Returns a game of one move, for each ending of the side that makes it.
    fn one_move(endings: &[GameEnding]) -> Self {
        let mut moves = vec![(1..=endings.len()).collect()];
        moves.resize(endings.len() + 1, Vec::new());
        let after = endings.iter().map(|ending| Some(ending.for_other_side()));
        Tree { moves, endings: [None].into_iter().chain(after).collect() }
    }
}

impl TwoPlayerGame for Tree {
    type State = usize;
    type Action = usize;

    fn actions(&self, &state: &usize, into: &mut Vec<usize>) {
        into.extend(&self.moves[state]);
    }

    fn after(&self, _: &usize, to: usize) -> usize {
        to
    }

    fn ending(&self, &state: &usize) -> Option<GameEnding> {
        self.endings[state]
    }
}

/// By 1, 3 and 4 the game lasts three moves, by 2 one.
#[test]
fn a_quick_win_is_worth_more_wherever_it_is_listed() {
    // The ending alone is settled by the first win: `seen`, `expanded` and `steps` are fewer then.
    for (first, plies, work) in [(vec![1, 2], 3, [3, 3, 3]), (vec![2, 1], 1, [1, 1, 1])] {
        let tree = Tree::lost_without_moves(vec![first, vec![3], vec![], vec![4], vec![]]);
        let solve = |detail| {
            let mut search = Negamax::new(detail);
            let value = search.best_play_value(&tree, &0, &Limits::without_limits()).expect("no limit");
            let Statistics { seen, expanded, steps, .. } = search.statistics();
            (value, [seen, expanded, steps])
        };
        let won_in = |plies| GameValue { ending: GameEnding::Win, plies };
        assert_eq!(solve(SolvingDetail::Plies), (won_in(1), [3, 3, 4]));
        assert_eq!(solve(SolvingDetail::Ending), (won_in(plies), work));
    }
    let keys = [GameEnding::Win, GameEnding::Draw, GameEnding::Loss].map(|ending| {
        let value = GameValue { ending, plies: 3 };
        (value.ranking_key(true).1, value.ranking_key(false))
    });
    let without_plies = [GameEnding::Win, GameEnding::Draw, GameEnding::Loss].map(|ending| (ending, 0));
    assert_eq!(keys.map(|(plies, _)| plies), [-3, 0, 3]);
    assert_eq!(keys.map(|(_, key)| key), without_plies);
}

/// The first move leads to a draw by way of 1, the second one at once.
#[test]
fn of_two_draws_the_first_counts() {
    let moves = vec![vec![1, 2], vec![3], vec![], vec![]];
    let draw = Some(GameEnding::Draw);
    let tree = Tree { moves, endings: vec![None, None, draw, draw] };
    let value = Negamax::new(SolvingDetail::Plies).best_play_value(&tree, &0, &Limits::without_limits());
    assert_eq!(value, Ok(GameValue { ending: GameEnding::Draw, plies: 2 }));
}

/// Whoever comes to the end of a line of states has lost; where the end has no result, the game is drawn.
#[test]
fn a_line_of_moves_is_played_to_its_end() {
    for length in 0..5u32 {
        let moves =
            (0..=length as usize).map(|at| (at < length as usize).then_some(at + 1).into_iter().collect());
        let mut line = Tree::lost_without_moves(moves.collect());
        let ending = if length % 2 == 0 { GameEnding::Loss } else { GameEnding::Win };
        assert_eq!(line.play_out(&0, &mut |_| 0), (ending, u64::from(length)));
        line.endings = vec![None; line.moves.len()];
        assert_eq!(line.play_out(&0, &mut |_| 0), (GameEnding::Draw, u64::from(length)));
        let value = Negamax::new(SolvingDetail::Plies).best_play_value(&line, &0, &Limits::without_limits());
        assert_eq!(value, Ok(GameValue { ending: GameEnding::Draw, plies: length }));
    }
}

/// Each game goes to the move with the highest upper confidence bound: its share of points plus
/// `sqrt(2 ln N / n)` for `n` of `N` games (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the
/// multiarmed bandit problem", 2002).
#[test]
fn sampling_divides_its_games_by_upper_confidence_bounds() {
    let tree = Tree::one_move(&[GameEnding::Loss, GameEnding::Draw, GameEnding::Win]);
    let mut search = MonteCarloSearch::new(&tree, 0);
    let mut visits = vec![];
    for games in 0..400u32 {
        // The move and the state before it take a step each.
        let steps = u64::from(games + 1) * 2;
        let sampled = search.play_games(&tree, &Limits::without_limits().with_steps(steps), &mut |_| 0);
        let work = sampled.statistics;
        assert_eq!((work.expanded, work.steps, work.deepest), (steps / 2, steps, 1));
        assert_eq!(sampled.certainty, Certainty::CutOff(SpentBudget::Steps));
        for (tried, points) in sampled.tried.iter().zip(0..) {
            assert_eq!(tried.points, points * tried.visits);
        }
        let now: Vec<u32> =
            sampled.tried.iter().map(|tried| u32::try_from(tried.visits).expect("few games")).collect();
        if let Some(tried) = visits.iter().zip(&now).position(|(before, now)| before < now) {
            assert_eq!(now.len(), 3, "each move is tried once before another one is tried again");
            let bound = |share: u32, visits: u32| {
                f64::from(share) / 2.0 + (2.0 * f64::from(games).ln() / f64::from(visits)).sqrt()
            };
            let bounds: Vec<f64> = visits.iter().zip(0..).map(|(&n, share)| bound(share, n)).collect();
            // The logarithm is interpolated between powers of two.
            assert!(bounds.iter().all(|&bound| bound < bounds[tried] + 0.05), "{tried} of {bounds:?}");
        }
        visits = now;
    }
    assert_eq!(visits.len(), 3);
}

#[test]
fn of_equal_moves_sampling_prefers_the_first() {
    let tree = Tree::one_move(&[GameEnding::Draw; 2]);
    let after = |games: u64| {
        let limits = Limits::without_limits().with_steps(games * 2);
        let sampled = monte_carlo_search(&tree, &0, &limits, &mut |_| 0);
        (sampled.best, sampled.tried.iter().map(|tried| tried.visits).collect::<Vec<u64>>())
    };
    assert_eq!(after(2), (Some(1), vec![1, 1]));
    assert_eq!(after(3), (Some(1), vec![2, 1]));
}

#[test]
fn sampling_keeps_its_states_within_the_limit_and_stops_before_the_next_game() {
    let heaps = vec![2, 3, 4];
    let limits = Limits::without_limits().with_steps(9_000).with_states(4);
    let sampled = monte_carlo_search(&Nim, &heaps, &limits, &mut picks(1));
    assert_eq!((sampled.statistics.seen, sampled.tried.len()), (4, 3));
    assert_eq!(sampled.certainty, Certainty::CutOff(SpentBudget::Steps));
    let asked = Cell::new(0);
    // Twice before the first game.
    let cancel = || asked.replace(asked.get() + 1) == 2;
    let sampled = monte_carlo_search(&Nim, &heaps, &limits.with_cancel(&cancel), &mut picks(1));
    assert_eq!((sampled.certainty, sampled.statistics.expanded), (Certainty::Cancelled, 1));
}
