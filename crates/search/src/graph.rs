//! The whole of a small state space, for maps, hints and counts.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Certainty, Statistics};
use crate::problem::Problem;
use crate::state_index::{StateIndex, hash_key};

/// The number of a state within a [`StateGraph`], in the order they were met; the start is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

impl StateId {
    /// Returns the index into lists by state.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One action between two states of a [`StateGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateEdge<A> {
    /// The action.
    pub action: A,
    /// The state after the action.
    pub to: StateId,
    /// The cost of the action.
    pub cost: u32,
}

/// A graph of every state that can be reached from a start, with every action between them.
///
/// ```
/// use hotgates_search::{Limits, StateGraph};
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
/// let graph = StateGraph::explore_from(&Ladder(4), 1, &Limits::without_limits(), &mut ());
/// let costs = graph.costs_to_goal();
/// assert_eq!(costs[0], Some(3)); // three times one coin
/// assert_eq!(graph.count_cheapest_paths(&costs), Some(1));
/// assert_eq!(graph.id_of_state(&6).map(|id| costs[id.index()]), Some(None)); // 6 is past the goal
/// ```
#[derive(Debug, Clone)]
pub struct StateGraph<P: Problem> {
    states: Vec<P::State>,
    goals: Vec<bool>,
    edges: Vec<StateEdge<P::Action>>,
    /// For each state the index of its first edge; the last entry is the number of edges.
    begins: Vec<usize>,
    index: StateIndex,
    count: u32,
    cut: Option<Certainty>,
    statistics: Statistics,
}

impl<P: Problem> StateGraph<P> {
    /// Explores from `start` breadth-first; goals are explored like all others.
    ///
    /// When a limit ends the exploration early the graph holds the states met by then, and
    /// [`StateGraph::cut_off_reason`] returns the reason.
    pub fn explore_from(
        problem: &P,
        start: P::State,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Self {
        let mut graph = StateGraph {
            states: Vec::new(),
            goals: Vec::new(),
            edges: Vec::new(),
            begins: vec![0],
            index: StateIndex::default(),
            count: 0,
            cut: None,
            statistics: Statistics::default(),
        };
        graph.add_state(problem, start, hash_key::<P::State>, observer);
        let mut actions = Vec::new();
        while graph.begins.len() <= graph.states.len() {
            let at = graph.begins.len() - 1;
            if graph.cut.is_none() {
                graph.cut = graph.expand_state(problem, at, &mut actions, limits, observer);
            }
            graph.begins.push(graph.edges.len());
        }
        graph
    }

    fn expand_state(
        &mut self,
        problem: &P,
        at: usize,
        actions: &mut Vec<P::Action>,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Option<Certainty> {
        let state = self.states[at].clone();
        actions.clear();
        problem.actions(&state, actions);
        for &action in actions.iter() {
            if let Some(cut) = limits.reason_against_step(self.statistics.steps) {
                return Some(cut);
            }
            self.statistics.steps += 1;
            let (next, cost) = problem.step(&state, action);
            let hash = hash_key(&next);
            let to = match self.index.find_state_id(hash, |id| self.states[id as usize] == next) {
                Some(id) => StateId(id),
                None => match limits.reason_against_state(self.states.len()) {
                    Some(cut) => return Some(cut),
                    None => self.add_state(problem, next, |_| hash, observer),
                },
            };
            self.edges.push(StateEdge { action, to, cost });
        }
        self.statistics.expanded += 1;
        self.statistics.note_frontier(self.states.len() - at - 1);
        observer.expanded(&state, &self.statistics);
        None
    }

    fn add_state(
        &mut self,
        problem: &P,
        state: P::State,
        hash: impl Fn(&P::State) -> u32,
        observer: &mut impl Observer<P::State>,
    ) -> StateId {
        let id = self.count;
        self.count += 1; // `Limits::reason_against_state` keeps ids within 32 bits
        self.index.insert(hash(&state), id);
        self.goals.push(problem.is_goal(&state));
        self.statistics.seen += 1;
        observer.seen(&state, &self.statistics);
        self.states.push(state);
        StateId(id)
    }

    /// Returns the states, in the order of their ids.
    pub fn states(&self) -> &[P::State] {
        &self.states
    }

    /// Returns the ids of all states, in ascending order.
    pub fn state_ids(&self) -> impl Iterator<Item = StateId> + use<P> {
        (0..self.count).map(StateId)
    }

    /// Returns the id of `state`; `None` where it cannot be reached.
    pub fn id_of_state(&self, state: &P::State) -> Option<StateId> {
        self.index.find_state_id(hash_key(state), |id| self.states[id as usize] == *state).map(StateId)
    }

    /// Returns `true` if the state is an answer.
    pub fn is_goal(&self, id: StateId) -> bool {
        self.goals[id.index()]
    }

    /// Returns the edges out of a state, in the order of the problem's actions.
    pub fn edges_out_of(&self, id: StateId) -> &[StateEdge<P::Action>] {
        &self.edges[self.begins[id.index()]..self.begins[id.index() + 1]]
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the reason that ended the exploration early; `None` where the graph is complete.
    pub fn cut_off_reason(&self) -> Option<Certainty> {
        self.cut
    }

    /// Returns the work of the exploration.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns for each state the cost of a cheapest path to any goal; `None` where no path leads
    /// to a goal.
    ///
    /// Dijkstra's algorithm run backwards from all goals, `O(edges · log states)`.
    pub fn costs_to_goal(&self) -> Vec<Option<u64>> {
        let mut into: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.states.len()];
        for from in self.state_ids() {
            for edge in self.edges_out_of(from) {
                into[edge.to.index()].push((from.0, edge.cost));
            }
        }
        let mut costs = vec![None; self.states.len()];
        let mut queue = BinaryHeap::new();
        for goal in self.state_ids().filter(|&id| self.is_goal(id)) {
            costs[goal.index()] = Some(0);
            queue.push(Reverse((0, goal.0)));
        }
        while let Some(Reverse((cost, at))) = queue.pop() {
            if costs[at as usize] != Some(cost) {
                continue;
            }
            for &(from, price) in &into[at as usize] {
                let through = cost + u64::from(price);
                if costs[from as usize].is_none_or(|known| through < known) {
                    costs[from as usize] = Some(through);
                    queue.push(Reverse((through, from)));
                }
            }
        }
        costs
    }

    /// Returns `true` if `edge` out of `from` begins a cheapest path, by the `costs` of
    /// [`StateGraph::costs_to_goal`].
    pub fn is_on_cheapest_path(
        &self,
        costs: &[Option<u64>],
        from: StateId,
        edge: &StateEdge<P::Action>,
    ) -> bool {
        match (costs[from.index()], costs[edge.to.index()]) {
            (Some(here), Some(there)) => here > 0 && here == there + u64::from(edge.cost),
            _ => false,
        }
    }

    /// Number of cheapest paths from the start to a goal; `None` where it does not fit into 128
    /// bits.
    ///
    /// A path ends at its first goal. Every action must cost at least 1. `costs` are those of
    /// [`StateGraph::costs_to_goal`].
    pub fn count_cheapest_paths(&self, costs: &[Option<u64>]) -> Option<u128> {
        let mut order: Vec<StateId> = self.state_ids().filter(|id| costs[id.index()].is_some()).collect();
        order.sort_by_key(|id| (costs[id.index()], *id));
        let mut ways = vec![Some(0u128); self.states.len()];
        for id in order {
            ways[id.index()] = if self.is_goal(id) {
                Some(1)
            } else {
                let ahead =
                    self.edges_out_of(id).iter().filter(|edge| self.is_on_cheapest_path(costs, id, edge));
                ahead.map(|edge| ways[edge.to.index()]).try_fold(0u128, |sum, ways| sum.checked_add(ways?))
            };
        }
        ways.first().copied().flatten()
    }
}
