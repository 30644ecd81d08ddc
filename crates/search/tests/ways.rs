//! Breadth-first, uniform-cost, A* and the state graph on small maps of letters and on random
//! graphs.

use std::cell::Cell;

use hotgates_search::{
    Certainty, Heuristic, Limits, Problem, SearchEvent, SearchRecorder, SpentBudget, StateGraph, Statistics,
    StatisticsTimeline, a_star, breadth_first_search, uniform_cost_search,
};
use proptest::prelude::*;

/// A map of characters: `S` start, `G` goal, `#` wall, a digit is the cost of entering, anything
/// else costs 1.
struct Map {
    rows: Vec<Vec<u8>>,
}

impl Map {
    fn new(picture: &str) -> Self {
        Map { rows: picture.split_whitespace().map(|row| row.bytes().collect()).collect() }
    }

    fn at(&self, (row, col): (usize, usize)) -> Option<u8> {
        self.rows.get(row)?.get(col).copied()
    }

    fn find(&self, what: u8) -> (usize, usize) {
        let cells = (0..self.rows.len()).flat_map(|row| (0..self.rows[row].len()).map(move |col| (row, col)));
        cells.into_iter().find(|&cell| self.at(cell) == Some(what)).expect("the picture shows it")
    }
}

impl Problem for Map {
    type State = (usize, usize);
    type Action = char;

    fn actions(&self, &state: &Self::State, into: &mut Vec<char>) {
        into.extend(
            ['n', 'e', 's', 'w']
                .into_iter()
                .filter(|&action| self.at(go(state, action)).is_some_and(|cell| cell != b'#')),
        );
    }

    fn step(&self, &state: &Self::State, action: char) -> (Self::State, u32) {
        let next = go(state, action);
        let cell = self.at(next).expect("only open cells are entered");
        (next, if cell.is_ascii_digit() { u32::from(cell - b'0') } else { 1 })
    }

    fn is_goal(&self, &state: &Self::State) -> bool {
        self.at(state) == Some(b'G')
    }
}

fn go((row, col): (usize, usize), action: char) -> (usize, usize) {
    match action {
        'n' => (row.wrapping_sub(1), col),
        's' => (row + 1, col),
        'e' => (row, col + 1),
        _ => (row, col.wrapping_sub(1)),
    }
}

fn check_ways(picture: &str, steps: Option<u64>, cost: Option<u64>) {
    let map = Map::new(picture);
    let start = map.find(b'S');
    let nearest = breadth_first_search(&map, start, &Limits::without_limits(), &mut ());
    assert_eq!(nearest.best.as_ref().map(|way| way.value), steps, "breadth-first");
    let cheapest = uniform_cost_search(&map, start, &Limits::without_limits(), &mut ());
    assert_eq!(cheapest.best.as_ref().map(|way| way.value), cost, "uniform-cost");
    let graph = StateGraph::explore_from(&map, start, &Limits::without_limits(), &mut ());
    assert_eq!(graph.costs_to_goal()[0], cost, "the graph read backwards");
    for outcome in [nearest, cheapest] {
        let expected = if cost.is_some() { Certainty::Proven } else { Certainty::NoSolution };
        assert_eq!((outcome.certainty, outcome.is_proven()), (expected, true));
        assert_eq!(outcome.bound, outcome.best.as_ref().map(|way| way.value));
    }
}

#[test]
fn a_detour_may_be_cheaper_than_the_straight_way() {
    check_ways("S9G 111", Some(2), Some(4));
}

#[test]
fn a_wall_all_round_leaves_no_way() {
    check_ways("S.# .## ..G", Some(4), Some(4));
    check_ways("S#. ### ..G", None, None);
}

#[test]
fn the_start_can_be_the_goal() {
    let map = Map::new("G.");
    let found = breadth_first_search(&map, (0, 0), &Limits::without_limits(), &mut ());
    assert_eq!(found.best.unwrap().actions, Vec::<char>::new());
}

#[test]
fn ties_go_to_the_earlier_action() {
    let map = Map::new("S.. ... ..G");
    let found = breadth_first_search(&map, (0, 0), &Limits::without_limits(), &mut ());
    assert_eq!(found.best.unwrap().actions, ['e', 'e', 's', 's']);
}

#[test]
fn the_graph_counts_every_cheapest_way() {
    let map = Map::new("S.. ... ..G");
    let graph = StateGraph::explore_from(&map, (0, 0), &Limits::without_limits(), &mut ());
    let costs = graph.costs_to_goal();
    assert_eq!(graph.count_cheapest_paths(&costs), Some(6)); // 4 choose 2
    assert_eq!((graph.states().len(), graph.edge_count()), (9, 24));
    for (id, state) in graph.state_ids().zip(graph.states()) {
        assert_eq!(graph.id_of_state(state), Some(id));
    }
    assert_eq!(graph.id_of_state(&(3, 0)), None);
}

#[test]
fn a_budget_of_steps_is_kept_and_reported() {
    let map = Map::new("S....... ........ .......G");
    for steps in 0..20 {
        let found = uniform_cost_search(&map, (0, 0), &Limits::without_limits().with_steps(steps), &mut ());
        assert_eq!(found.certainty, Certainty::CutOff(SpentBudget::Steps));
        assert_eq!(found.statistics.steps, steps);
        assert!(found.bound.unwrap() <= 9, "the bound stays below the true cost");
    }
}

#[test]
fn a_budget_of_states_is_kept_and_reported() {
    let map = Map::new("S....... ........ .......G");
    for states in 1..20 {
        let limits = Limits::without_limits().with_states(states);
        let found = breadth_first_search(&map, (0, 0), &limits, &mut ());
        assert_eq!(found.certainty, Certainty::CutOff(SpentBudget::States));
        assert_eq!(found.statistics.seen, states);
        assert!(found.bound.unwrap() <= 9);
        let graph = StateGraph::explore_from(&map, (0, 0), &limits, &mut ());
        assert_eq!(graph.cut_off_reason(), Some(Certainty::CutOff(SpentBudget::States)));
        assert_eq!(graph.states().len() as u64, states);
        assert!(graph.state_ids().all(|id| graph.edges_out_of(id).len() <= 4));
    }
}

#[test]
fn cancelling_ends_the_search() {
    let map = Map::new(&["S", &".".repeat(500), "G"].concat());
    let asked = Cell::new(0);
    let cancel = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let found = uniform_cost_search(&map, (0, 0), &Limits::without_limits().with_cancel(&cancel), &mut ());
    assert_eq!(found.certainty, Certainty::Cancelled);
    assert_eq!(found.best, None);
    assert!(found.statistics.steps < 500);
}

#[test]
fn a_recorder_sees_each_state_once_and_keeps_no_more_than_asked() {
    let map = Map::new("S.. .#. ..G");
    let mut recorder = SearchRecorder::new(1000);
    let found = breadth_first_search(&map, (0, 0), &Limits::without_limits(), &mut recorder);
    let seen = recorder
        .recorded_events()
        .iter()
        .filter(|(glimpse, _)| matches!(glimpse, SearchEvent::Seen(_)))
        .count();
    assert_eq!(seen as u64, found.statistics.seen);
    assert!(matches!(recorder.recorded_events().last(), Some((SearchEvent::Improved((2, 2)), _))));
    let mut short = SearchRecorder::new(3);
    breadth_first_search(&map, (0, 0), &Limits::without_limits(), &mut short);
    assert_eq!(short.recorded_events(), &recorder.recorded_events()[..3]);
}

#[test]
fn a_timeline_and_a_recorder_note_each_expanded_state() {
    let map = Map::new("S.. .#. ..G");
    let mut recorder = SearchRecorder::new(1000);
    let found = breadth_first_search(&map, (0, 0), &Limits::without_limits(), &mut recorder);
    let events = recorder.recorded_events().iter();
    let expanded: Vec<Statistics> = events
        .filter(|(event, _)| matches!(event, SearchEvent::Expanded(_)))
        .map(|(_, statistics)| *statistics)
        .collect();
    assert_eq!(expanded.len() as u64, found.statistics.expanded);
    let mut timeline = StatisticsTimeline::new(1000);
    breadth_first_search(&map, (0, 0), &Limits::without_limits(), &mut timeline);
    assert_eq!(timeline.noted_samples(), expanded);
}

/// On open ground all cells between start and goal have the same sum of cost and distance: the
/// search walks straight on, and turns where it has to.
#[test]
fn of_equal_sums_the_state_nearer_to_the_goal_goes_first() {
    let map = Map::new("S.. ... ..G");
    let distance = Heuristic::admissible(|&(row, col): &(usize, usize)| Some((2 - row + 2 - col) as u64));
    let found = a_star(&map, (0, 0), &distance, &Limits::without_limits(), &mut ());
    assert_eq!((found.best.unwrap().actions, found.statistics.expanded), (vec!['e', 'e', 's', 's'], 4));
}

#[test]
fn an_honest_estimate_saves_work_and_a_false_one_is_not_proven() {
    let map = Map::new("......... ....S..G. .........");
    let start = map.find(b'S');
    let goal = map.find(b'G');
    let distance = |&(row, col): &(usize, usize)| Some((row.abs_diff(goal.0) + col.abs_diff(goal.1)) as u64);
    let guided = a_star(&map, start, &Heuristic::admissible(distance), &Limits::without_limits(), &mut ());
    let blind = uniform_cost_search(&map, start, &Limits::without_limits(), &mut ());
    assert_eq!(guided.best.as_ref().unwrap().value, blind.best.unwrap().value);
    assert!(guided.statistics.expanded * 3 <= blind.statistics.expanded);
    let wild = Heuristic::without_guarantee(|state: &(usize, usize)| distance(state).map(|d| d * 10));
    let guess = a_star(&map, start, &wild, &Limits::without_limits(), &mut ());
    assert_eq!(guess.certainty, Certainty::Unproven);
    assert_eq!(guess.bound, None);
    let lost = a_star(
        &map,
        start,
        &Heuristic::without_guarantee(|_: &(usize, usize)| None),
        &Limits::without_limits(),
        &mut (),
    );
    assert_eq!(
        lost.certainty,
        Certainty::Unproven,
        "an untrusted estimate does not prove that there is no way"
    );
}

/// The cell beside the start is said to lead nowhere, which is true.
#[test]
fn a_state_ruled_out_on_the_way_is_a_proof_by_an_honest_estimate_alone() {
    fn only_from_start(&(_, col): &(usize, usize)) -> Option<u64> {
        (col == 0).then_some(0)
    }
    let map = Map::new("S.#G");
    let honest = Heuristic::admissible(only_from_start);
    let found = a_star(&map, (0, 0), &honest, &Limits::without_limits(), &mut ());
    assert_eq!((found.certainty, found.bound), (Certainty::NoSolution, None));
    let guess = Heuristic::without_guarantee(only_from_start);
    let found = a_star(&map, (0, 0), &guess, &Limits::without_limits(), &mut ());
    assert_eq!((found.certainty, found.bound), (Certainty::Unproven, None));
}

/// A random directed graph: for each node its edges, and its goals.
#[derive(Debug)]
struct Net {
    edges: Vec<Vec<(usize, u32)>>,
    goals: Vec<bool>,
}

impl Problem for Net {
    type State = usize;
    type Action = (usize, u32);

    fn actions(&self, &state: &usize, into: &mut Vec<(usize, u32)>) {
        into.extend(&self.edges[state]);
    }

    fn step(&self, _: &usize, (to, cost): (usize, u32)) -> (usize, u32) {
        (to, cost)
    }

    fn is_goal(&self, &state: &usize) -> bool {
        self.goals[state]
    }
}

impl Net {
    /// Returns the cheapest cost from each node to a goal, by relaxing every edge over and over
    /// (Bellman and Ford).
    fn costs(&self) -> Vec<Option<u64>> {
        let mut costs: Vec<Option<u64>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        for _ in 0..self.edges.len() {
            for from in 0..self.edges.len() {
                for &(to, cost) in &self.edges[from] {
                    let through = costs[to].map(|rest| rest + u64::from(cost));
                    if through.is_some_and(|through| costs[from].is_none_or(|known| through < known)) {
                        costs[from] = through;
                    }
                }
            }
        }
        costs
    }
}

fn net() -> impl Strategy<Value = Net> {
    (2usize..14).prop_flat_map(|nodes| {
        let edges = proptest::collection::vec(proptest::collection::vec((0..nodes, 0u32..9), 0..5), nodes);
        let goals = proptest::collection::vec(proptest::bool::weighted(0.15), nodes);
        (edges, goals).prop_map(|(edges, goals)| Net { edges, goals })
    })
}

/// From 0 roads at 2 and at 3 lead to the goals 1 and 2, between which a road costs nothing.
#[test]
fn cheapest_paths_end_at_their_first_goal() {
    let edges = vec![vec![(1, 2), (2, 3), (2, 2)], vec![(2, 0)], vec![]];
    let net = Net { edges, goals: vec![false, true, true] };
    let graph = StateGraph::explore_from(&net, 0, &Limits::without_limits(), &mut ());
    let costs = graph.costs_to_goal();
    let on_path = graph.state_ids().map(|id| {
        let edges = graph.edges_out_of(id).iter();
        edges.map(|edge| graph.is_on_cheapest_path(&costs, id, edge)).collect::<Vec<bool>>()
    });
    assert_eq!(on_path.collect::<Vec<_>>(), [vec![true, false, true], vec![false], vec![]]);
    assert_eq!(graph.count_cheapest_paths(&costs), Some(2));
}

proptest! {
    #[test]
    fn all_methods_agree_with_relaxation(net in net(), shares in proptest::collection::vec(0u64..=4, 14)) {
        let costs = net.costs();
        let blind = uniform_cost_search(&net, 0, &Limits::without_limits(), &mut ());
        prop_assert_eq!(blind.best.as_ref().map(|way| way.value), costs[0]);

        // An admissible estimate that need not be consistent: any share of the true cost.
        let estimate = |&node: &usize| costs[node].map(|cost| cost * shares[node] / 4);
        let guided = a_star(&net, 0, &Heuristic::admissible(estimate), &Limits::without_limits(), &mut ());
        prop_assert_eq!(guided.best.as_ref().map(|way| way.value), costs[0]);
        prop_assert_eq!(guided.certainty, blind.certainty);

        for way in [blind.best, guided.best].into_iter().flatten() {
            let mut at = 0;
            let mut paid = 0;
            for action in way.actions {
                prop_assert!(net.edges[at].contains(&action));
                at = action.0;
                paid += u64::from(action.1);
            }
            prop_assert!(net.goals[at]);
            prop_assert_eq!(paid, way.value);
        }

        let graph = StateGraph::explore_from(&net, 0, &Limits::without_limits(), &mut ());
        let read_back = graph.costs_to_goal();
        for id in graph.state_ids() {
            prop_assert_eq!(read_back[id.index()], costs[graph.states()[id.index()]]);
        }
    }
}
