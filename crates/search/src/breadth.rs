//! Breadth-first search: the fewest steps.

use std::collections::VecDeque;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Certainty, FoundPath, SearchOutcome, Statistics};
use crate::problem::Problem;
use crate::state_index::{StateIndex, hash_key};
use crate::tree::PathTree;

/// Returns a path from `start` to a goal in the fewest steps; its value is their number. Costs are
/// not looked at.
///
/// States are met in rings of equal distance, so the first goal met is nearest (Moore, "The
/// shortest path through a maze", 1959). `O(steps)` time, and memory for every state seen. Ties go
/// to the earlier action.
///
/// ```
/// use hotgates_search::{Limits, breadth_first_search};
/// # use hotgates_search::Problem;
/// # /// From 1 upwards by doubling (3 coins) or adding one (1 coin).
/// # struct Ladder(u32);
/// # impl Problem for Ladder {
/// #     type State = u32;
/// #     type Action = char;
/// #     fn actions(&self, n: &u32, into: &mut Vec<char>) { if *n < self.0 { into.extend(['d', '+']) } }
/// #     fn step(&self, n: &u32, action: char) -> (u32, u32) { if action == 'd' { (n * 2, 3) } else { (n + 1, 1) } }
/// #     fn is_goal(&self, n: &u32) -> bool { *n == self.0 }
/// # }
/// let found = breadth_first_search(&Ladder(9), 1, &Limits::without_limits(), &mut ());
/// assert_eq!(found.best.unwrap().actions, ['d', 'd', 'd', '+']); // four steps, whatever they cost
/// ```
pub fn breadth_first_search<P: Problem>(
    problem: &P,
    start: P::State,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> SearchOutcome<P::Action, u64> {
    let mut search = BreadthFirst::new(start);
    let certainty = search.search_by_distance(problem, limits, observer);
    let best = search.goal.map(|id| {
        let actions = search.tree.actions_to(id);
        FoundPath { value: actions.len() as u64, actions }
    });
    let bound = match &best {
        Some(way) => Some(way.value),
        None if certainty == Certainty::NoSolution => None,
        // Every state nearer than the ring now being opened has been looked at.
        None => Some(search.statistics.deepest),
    };
    SearchOutcome { best, bound, certainty, statistics: search.statistics }
}

struct BreadthFirst<P: Problem> {
    states: Vec<P::State>,
    tree: PathTree<P::Action>,
    index: StateIndex,
    queue: VecDeque<(u32, u64)>,
    goal: Option<u32>,
    statistics: Statistics,
}

impl<P: Problem> BreadthFirst<P> {
    fn new(start: P::State) -> Self {
        let mut search = BreadthFirst {
            states: Vec::new(),
            tree: PathTree::new(),
            index: StateIndex::default(),
            queue: VecDeque::new(),
            goal: None,
            statistics: Statistics::default(),
        };
        search.index.insert(hash_key(&start), 0);
        search.tree.add_root();
        search.states.push(start);
        search.queue.push_back((0, 0));
        search
    }

    fn search_by_distance(
        &mut self,
        problem: &P,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Certainty {
        self.statistics.seen = 1;
        self.statistics.note_frontier(1);
        observer.seen(&self.states[0], &self.statistics);
        if problem.is_goal(&self.states[0]) {
            return self.report_goal(0, observer);
        }
        let mut actions = Vec::new();
        while let Some((id, distance)) = self.queue.pop_front() {
            let state = self.states[id as usize].clone();
            problem.actions(&state, &mut actions);
            for action in actions.drain(..) {
                if let Some(certainty) = limits.reason_against_step(self.statistics.steps) {
                    return certainty;
                }
                self.statistics.steps += 1;
                let (next, _) = problem.step(&state, action);
                let hash = hash_key(&next);
                if self.index.find_state_id(hash, |id| self.states[id as usize] == next).is_some() {
                    continue;
                }
                if let Some(certainty) = limits.reason_against_state(self.states.len()) {
                    return certainty;
                }
                let child = self.tree.add_child(id, action);
                self.index.insert(hash, child);
                self.states.push(next);
                self.queue.push_back((child, distance + 1));
                self.statistics.seen += 1;
                self.statistics.deepest = distance + 1;
                self.statistics.note_frontier(self.queue.len());
                observer.seen(&self.states[child as usize], &self.statistics);
                if problem.is_goal(&self.states[child as usize]) {
                    return self.report_goal(child, observer);
                }
            }
            self.statistics.expanded += 1;
            self.statistics.note_frontier(self.queue.len());
            observer.expanded(&state, &self.statistics);
        }
        Certainty::NoSolution
    }

    fn report_goal(&mut self, id: u32, observer: &mut impl Observer<P::State>) -> Certainty {
        self.goal = Some(id);
        observer.improved(&self.states[id as usize], &self.statistics);
        Certainty::Proven
    }
}
