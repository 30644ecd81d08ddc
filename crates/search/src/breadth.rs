//! Breadth-first search: the fewest steps.

use std::collections::VecDeque;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Outcome, Statistics, Verdict, Way};
use crate::problem::Problem;
use crate::table::{Index, hash_of};
use crate::tree::Tree;

/// A way from `start` to a goal in the fewest steps; its value is their number. Costs are not looked at.
///
/// States are met in rings of equal distance, so the first goal met is nearest (Moore, "The shortest path
/// through a maze", 1959). `O(steps)` time, and memory for every state seen. Ties go to the earlier action.
pub fn breadth_first<P: Problem>(
    problem: &P,
    start: P::State,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Outcome<P::Action, u64> {
    let mut search = Rings::new(start);
    let verdict = search.run(problem, limits, observer);
    let best = search.goal.map(|id| {
        let actions = search.tree.way_to(id);
        Way { value: actions.len() as u64, actions }
    });
    let bound = match &best {
        Some(way) => Some(way.value),
        None if verdict == Verdict::NoSolution => None,
        // Every state nearer than the ring now being opened has been looked at.
        None => Some(search.statistics.deepest),
    };
    Outcome { best, bound, verdict, statistics: search.statistics }
}

struct Rings<P: Problem> {
    states: Vec<P::State>,
    tree: Tree<P::Action>,
    index: Index,
    queue: VecDeque<(u32, u64)>,
    goal: Option<u32>,
    statistics: Statistics,
}

impl<P: Problem> Rings<P> {
    fn new(start: P::State) -> Self {
        let mut search = Rings {
            states: Vec::new(),
            tree: Tree::new(),
            index: Index::default(),
            queue: VecDeque::new(),
            goal: None,
            statistics: Statistics::default(),
        };
        search.index.insert(hash_of(&start), 0);
        search.tree.root();
        search.states.push(start);
        search.queue.push_back((0, 0));
        search
    }

    fn run(&mut self, problem: &P, limits: &Limits, observer: &mut impl Observer<P::State>) -> Verdict {
        self.statistics.seen = 1;
        self.statistics.waiting(1);
        observer.seen(&self.states[0], &self.statistics);
        if problem.is_goal(&self.states[0]) {
            return self.won(0, observer);
        }
        let mut actions = Vec::new();
        while let Some((id, distance)) = self.queue.pop_front() {
            let state = self.states[id as usize].clone();
            problem.actions(&state, &mut actions);
            for action in actions.drain(..) {
                if let Some(verdict) = limits.forbids_step(self.statistics.steps) {
                    return verdict;
                }
                self.statistics.steps += 1;
                let (next, _) = problem.step(&state, action);
                let hash = hash_of(&next);
                if self.index.find(hash, |id| self.states[id as usize] == next).is_some() {
                    continue;
                }
                if let Some(verdict) = limits.forbids_state(self.states.len()) {
                    return verdict;
                }
                let child = self.tree.child(id, action);
                self.index.insert(hash, child);
                self.states.push(next);
                self.queue.push_back((child, distance + 1));
                self.statistics.seen += 1;
                self.statistics.deepest = distance + 1;
                self.statistics.waiting(self.queue.len());
                observer.seen(&self.states[child as usize], &self.statistics);
                if problem.is_goal(&self.states[child as usize]) {
                    return self.won(child, observer);
                }
            }
            self.statistics.expanded += 1;
            self.statistics.waiting(self.queue.len());
            observer.expanded(&state, &self.statistics);
        }
        Verdict::NoSolution
    }

    fn won(&mut self, id: u32, observer: &mut impl Observer<P::State>) -> Verdict {
        self.goal = Some(id);
        observer.improved(&self.states[id as usize], &self.statistics);
        Verdict::Proven
    }
}
