//! The work of searches on small trees, counted on paper.

use hotgates_search::{
    Bound, Certainty, DepthFirstSearch, Heuristic, Limits, OptimisationProblem, Problem, SearchMethod,
    SearchOutcome, SearchReport, StateGraph, Statistics, UndoablePath, a_star, beam_search,
    best_first_search, breadth_first_search, search_by_method, uniform_cost_search,
};

/// States by number; an action leads to a state at a cost.
struct Roads {
    /// For each state the roads out of it.
    roads: Vec<Vec<(usize, u32)>>,
    goal: usize,
}

impl Problem for Roads {
    type State = usize;
    type Action = (usize, u32);

    fn actions(&self, &at: &usize, into: &mut Vec<(usize, u32)>) {
        into.extend(&self.roads[at]);
    }

    fn step(&self, _: &usize, road: (usize, u32)) -> (usize, u32) {
        road
    }

    fn is_goal(&self, &at: &usize) -> bool {
        at == self.goal
    }
}

/// From 0 to 4: by 2, which is nearer, or cheaper by 1 and 2.
fn two_ways() -> Roads {
    Roads { roads: vec![vec![(1, 1), (2, 5)], vec![(2, 1), (3, 9)], vec![(4, 1)], vec![], vec![]], goal: 4 }
}

fn check_found_path(
    found: &SearchOutcome<(usize, u32), u64>,
    value: u64,
    states: &[usize],
    work: Statistics,
) {
    let best = found.best.as_ref().expect("a path");
    let passed: Vec<usize> = best.actions.iter().map(|&(to, _)| to).collect();
    assert_eq!((best.value, &passed[..], found.statistics), (value, states, work));
}

#[test]
fn the_nearest_goal_takes_five_steps() {
    let found = breadth_first_search(&two_ways(), 0, &Limits::without_limits(), &mut ());
    // 0 leads to 1 and 2, 1 to 3 besides; while 2 is expanded, 3 waits, and 4 is the goal.
    let work = Statistics {
        seen: 5,
        expanded: 2,
        steps: 5,
        dropped: 0,
        frontier: 2,
        largest_frontier: 2,
        deepest: 2,
    };
    check_found_path(&found, 2, &[2, 4], work);
}

#[test]
fn the_cheapest_goal_takes_five_steps_and_meets_a_state_again() {
    let found = uniform_cost_search(&two_ways(), 0, &Limits::without_limits(), &mut ());
    // 2 is met at 5, then at 2; when the goal is taken, 2 at 5 and 3 are waiting, as before it.
    let work = Statistics {
        seen: 5,
        expanded: 3,
        steps: 5,
        dropped: 0,
        frontier: 3,
        largest_frontier: 3,
        deepest: 3,
    };
    check_found_path(&found, 3, &[1, 2, 4], work);
}

/// 2 waits at 5 and at 2 when it is expanded, and the goal is far away: four roads, each tried once.
#[test]
fn a_state_that_waits_twice_is_expanded_once() {
    let roads = Roads { roads: vec![vec![(1, 1), (2, 5)], vec![(2, 1)], vec![(3, 9)], vec![]], goal: 3 };
    let found = uniform_cost_search(&roads, 0, &Limits::without_limits(), &mut ());
    assert_eq!((found.best.unwrap().value, found.statistics.steps, found.statistics.expanded), (11, 4, 3));
}

#[test]
fn a_state_without_a_path_to_the_goal_is_dropped() {
    let estimate = Heuristic::admissible(|&at: &usize| [Some(3), Some(2), Some(1), None, Some(0)][at]);
    let found = a_star(&two_ways(), 0, &estimate, &Limits::without_limits(), &mut ());
    let work = Statistics {
        seen: 5,
        expanded: 3,
        steps: 5,
        dropped: 1,
        frontier: 2,
        largest_frontier: 2,
        deepest: 3,
    };
    check_found_path(&found, 3, &[1, 2, 4], work);
    assert_eq!((found.certainty, found.bound), (Certainty::Proven, Some(3)));
}

/// The sum of cost and estimate of the cheapest state that waits is what a goal costs at least.
#[test]
fn a_cut_off_search_says_what_a_goal_costs_at_least() {
    let bound = |steps| {
        let limits = Limits::without_limits().with_steps(steps);
        uniform_cost_search(&two_ways(), 0, &limits, &mut ()).bound
    };
    // After two steps 1 is expanded, at cost 1; after four steps 2, at cost 2.
    assert_eq!([0, 1, 2, 3, 4].map(bound), [0, 0, 1, 1, 2].map(Some));
    let estimate = Heuristic::admissible(|&at: &usize| [Some(2), Some(1), Some(1), None, Some(0)][at]);
    let found = a_star(&two_ways(), 0, &estimate, &Limits::without_limits().with_steps(2), &mut ());
    assert_eq!((found.best, found.bound), (None, Some(2)));
    let rings = |steps| {
        breadth_first_search(&two_ways(), 0, &Limits::without_limits().with_steps(steps), &mut ()).bound
    };
    assert_eq!([0, 1, 3, 4].map(rings), [0, 1, 1, 2].map(Some));
}

/// Returns the cost of the path that a method finds, whether it is proven, and all reports: `s` with the
/// state that was seen, `e` expanded, `i` improved with the cost where the method counts it.
fn search_with_reports(
    roads: &Roads,
    least: impl Fn(&usize) -> Option<u64>,
    method: SearchMethod,
) -> (Option<u64>, bool, String) {
    let mut reports = Vec::new();
    let limits = Limits::without_limits().with_steps(100);
    let found =
        search_by_method::<_, usize>(roads, 0, least, method, &limits, &mut |report, _: &Statistics| {
            reports.push(match report {
                SearchReport::Seen(state) => format!("s{state}"),
                SearchReport::Expanded(state) => format!("e{state}"),
                SearchReport::Improved(state, None) => format!("i{state}"),
                SearchReport::Improved(state, Some(cost)) => format!("i{state}={cost}"),
            });
            assert!(report.state() < roads.roads.len());
        });
    (found.best.as_ref().map(|best| best.value), found.is_proven(), reports.join(" "))
}

/// With exact estimates but for 3, from which nothing leads on.
#[test]
fn methods_report_what_they_do() {
    let least = |&at: &usize| [Some(3), Some(2), Some(1), None, Some(0)][at];
    let expected = [
        // The nearest goal.
        (SearchMethod::BreadthFirst, 2, true, "s0 s1 s2 e0 s3 e1 s4 i4"),
        // 2 is met at 5, then at 2.
        (SearchMethod::UniformCost, 3, true, "s0 s1 s2 e0 s2 s3 e1 s4 e2 i4"),
        (SearchMethod::AStar, 3, true, "s0 s1 s2 e0 s2 s3 e1 s4 e2 i4"),
        // 1 waits at 1 and ten times 2, 2 at 5 and ten times 1.
        (SearchMethod::Greedy, 6, false, "s0 s1 s2 e0 s4 e2 i4"),
        // 3 is hopeless, which a beam finds out when it looks for the best of a layer.
        (SearchMethod::BestFirst, 3, true, "s0 s1 s2 e0 s2 e1 s4 i4=3 e2"),
        (SearchMethod::Beam, 3, true, "s0 s1 s2 e0 s2 s3 e1 s4 i4=3 e2"),
        // The first way to the end costs what the start's estimate says.
        (SearchMethod::DepthFirst, 3, true, "s0 s1 s2 s4 i4=3"),
    ];
    for (method, cost, proven, reports) in expected {
        assert_eq!(
            search_with_reports(&two_ways(), least, method),
            (Some(cost), proven, reports.to_owned()),
            "{method}"
        );
    }
    // Without an estimate the other ways are tried, too, and left where they cost as much.
    assert_eq!(
        search_with_reports(&two_ways(), |_| Some(0), SearchMethod::DepthFirst),
        (Some(3), true, "s0 s1 s2 s4 i4=3 e4 e2 s3 e3 e1 s2 e2 e0".to_owned())
    );
    let names = "breadth-first, uniform cost, A*, greedy, best-first, beam, depth-first";
    assert_eq!(SearchMethod::ALL.map(|method| method.to_string()).join(", "), names);
}

#[test]
fn methods_prove_that_there_is_no_path() {
    let no_path = Roads { goal: 5, ..two_ways() };
    for method in SearchMethod::ALL {
        let (cost, proven, _) = search_with_reports(&no_path, |_| Some(0), method);
        assert_eq!((cost, proven), (None, true), "{method}");
    }
}

/// 3, which leads nowhere, and 2 at the higher cost are dropped; by a beam the goal, too, behind which
/// nothing is better.
#[test]
fn states_that_are_of_no_use_are_dropped() {
    for (method, dropped) in [(SearchMethod::BestFirst, 2), (SearchMethod::Beam, 3)] {
        let least = |&at: &usize| [Some(3), Some(2), Some(1), None, Some(0)][at];
        let none = Limits::without_limits();
        let found =
            search_by_method::<_, usize>(&two_ways(), 0, least, method, &none, &mut |_, _: &Statistics| ());
        let work = found.statistics;
        assert_eq!((work.steps, work.expanded, work.dropped), (5, 3, dropped), "{method}");
    }
}

/// Depth-first search leaves a state that it has come from, and a beam keeps the states nearest to the goal.
#[test]
fn ways_back_are_left_and_far_states_are_dropped() {
    let back = Roads { roads: vec![vec![(1, 1)], vec![(0, 1), (2, 1)], vec![]], goal: 2 };
    let found = search_with_reports(&back, |_| Some(0), SearchMethod::DepthFirst);
    assert_eq!((found.0, found.1), (Some(2), true));
    // Of five states, the last alone is near the goal.
    let mut roads = vec![(1..6).map(|to| (to, 1)).collect(), vec![(6, 9)], vec![(6, 9)], vec![(6, 9)]];
    roads.extend([vec![(6, 9)], vec![(6, 1)], vec![]]);
    let fan = Roads { roads, goal: 6 };
    let least = |&at: &usize| Some([2, 9, 9, 9, 9, 1, 0][at]);
    let found = search_with_reports(&fan, least, SearchMethod::Beam);
    assert_eq!((found.0, found.1), (Some(2), true));
}

/// A tree of two levels, whose leaves have scores.
///
/// ```text
///        0
///    1       2
///  3   4   5   6
///  1   5   4   2
/// ```
struct Leaves {
    /// `true` for a search that knows the best leaf below each state.
    bounded: bool,
}

impl Leaves {
    fn best_below(at: usize) -> u32 {
        [5, 5, 4, 1, 5, 4, 2][at]
    }
}

impl Problem for Leaves {
    type State = usize;
    type Action = usize;

    fn actions(&self, &at: &usize, into: &mut Vec<usize>) {
        into.extend([2 * at + 1, 2 * at + 2].into_iter().filter(|&next| next < 7));
    }

    fn step(&self, _: &usize, to: usize) -> (usize, u32) {
        (to, 1)
    }

    fn is_goal(&self, &at: &usize) -> bool {
        at >= 3
    }
}

impl OptimisationProblem for Leaves {
    type Score = u32;
    type Key = usize;

    fn score(&self, &at: &usize) -> u32 {
        Self::best_below(at)
    }

    fn bound(&self, &at: &usize) -> Bound<u32> {
        if self.bounded { Bound::AtMost(Self::best_below(at)) } else { Bound::Unknown }
    }

    fn key(&self, &at: &usize) -> usize {
        at
    }
}

#[test]
fn without_bounds_every_leaf_is_seen() {
    let (problem, none) = (Leaves { bounded: false }, Limits::without_limits());
    let whole = Statistics { seen: 7, expanded: 7, steps: 6, ..Statistics::default() };
    let deep =
        DepthFirstSearch::new().search_to_depth(&mut UndoablePath::new(&problem, 0), 9, &none, &mut ());
    // While 3 is tried, 4 and 2 wait.
    assert_eq!(deep.statistics, Statistics { largest_frontier: 3, deepest: 2, ..whole });
    let best = best_first_search(&problem, 0, None, &none, &mut ());
    // The later met goes first: 2, then 6 and 5 while 1 waits.
    assert_eq!(best.statistics, Statistics { largest_frontier: 3, deepest: 2, ..whole });
    let graph = StateGraph::explore_from(&problem, 0, &none, &mut ());
    assert_eq!(graph.statistics(), Statistics { largest_frontier: 4, ..whole });
    for found in [deep, best] {
        assert_eq!(
            (found.best.map(|best| (best.actions, best.value)), found.bound),
            (Some((vec![1, 4], 5)), Some(5))
        );
    }
}

#[test]
fn bounds_spare_the_other_half_of_the_tree() {
    let (problem, none) = (Leaves { bounded: true }, Limits::without_limits());
    let deep =
        DepthFirstSearch::new().search_to_depth(&mut UndoablePath::new(&problem, 0), 9, &none, &mut ());
    // 3 and 4 are entered, and nothing below them can be better; 4 is as good as can be.
    let work =
        (deep.statistics.seen, deep.statistics.steps, deep.statistics.dropped, deep.statistics.deepest);
    assert_eq!(work, (4, 3, 2, 2));
    let best = best_first_search(&problem, 0, None, &none, &mut ());
    // 2 is seen, and dropped once 4 is known.
    let work = Statistics {
        seen: 5,
        expanded: 2,
        steps: 4,
        dropped: 1,
        largest_frontier: 2,
        deepest: 2,
        ..best.statistics
    };
    assert_eq!(best.statistics, work);
    let beam = beam_search(&problem, 0, 1, |&at| Leaves::best_below(at), &none, &mut ());
    // One state of each layer goes on: 2 does not; 3 and 4 lead to nothing better.
    let work = Statistics {
        seen: 5,
        expanded: 2,
        steps: 4,
        dropped: 3,
        frontier: 2,
        largest_frontier: 2,
        deepest: 2,
    };
    assert_eq!(beam.statistics, work);
    for found in [deep, best, beam] {
        let best = found.best.map(|best| (best.actions, best.value));
        assert_eq!((best, found.bound, found.certainty), (Some((vec![1, 4], 5)), Some(5), Certainty::Proven));
    }
}

/// With a floor of 4, states 2 and 3 are left as soon as they are met; with a floor of 5 the start is.
#[test]
fn a_floor_spares_what_cannot_exceed_it() {
    let above = |floor| {
        let none = Limits::without_limits();
        let found = best_first_search(&Leaves { bounded: true }, 0, Some(floor), &none, &mut ());
        let Statistics { seen, expanded, steps, dropped, .. } = found.statistics;
        (found.best.map(|best| best.value), found.certainty, [seen, expanded, steps, dropped])
    };
    assert_eq!(above(4), (Some(5), Certainty::Proven, [3, 2, 4, 2]));
    assert_eq!(above(5), (None, Certainty::NoSolution, [0, 0, 0, 1]));
}

/// A beam that goes the wrong way says how good an answer can still be.
#[test]
fn a_beam_says_what_the_states_that_it_dropped_could_lead_to() {
    let none = Limits::without_limits();
    let wrong = |bounded| {
        let found = beam_search(&Leaves { bounded }, 0, 1, |&at| 9 - Leaves::best_below(at), &none, &mut ());
        (found.best.expect("a leaf").value, found.bound, found.certainty)
    };
    assert_eq!(wrong(true), (4, Some(5), Certainty::Unproven));
    assert_eq!(wrong(false), (4, None, Certainty::Unproven));
}

/// A path of three actions is nowhere in the tree, and one of one action leads to no leaf.
#[test]
fn a_depth_limit_is_the_number_of_actions() {
    let problem = Leaves { bounded: false };
    let to_depth = |depth| {
        let mut walk = UndoablePath::new(&problem, 0);
        let found =
            DepthFirstSearch::new().search_to_depth(&mut walk, depth, &Limits::without_limits(), &mut ());
        (found.best.map(|best| best.value), found.certainty, found.statistics.steps)
    };
    assert_eq!(to_depth(0), (None, Certainty::Unproven, 0));
    assert_eq!(to_depth(1), (None, Certainty::Unproven, 2));
    assert_eq!(to_depth(2), (Some(5), Certainty::Proven, 6));
}

/// With each layer the number of cheapest paths doubles: 2¹²⁷ fit into 128 bits, 2¹²⁸ do not.
#[test]
fn paths_are_counted_as_far_as_128_bits_go() {
    let count = |layers: usize| {
        let mut roads: Vec<Vec<(usize, u32)>> =
            (0..layers).map(|at| vec![(at + 1, 1), (at + 1, 1)]).collect();
        roads.push(Vec::new());
        let roads = Roads { roads, goal: layers };
        let graph = StateGraph::explore_from(&roads, 0, &Limits::without_limits(), &mut ());
        graph.count_cheapest_paths(&graph.costs_to_goal())
    };
    assert_eq!([0, 1, 127, 128].map(count), [Some(1), Some(2), Some(1 << 127), None]);
}
