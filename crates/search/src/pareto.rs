//! Pareto sets of the states worth keeping, one for each key.

use crate::problem::OptimisationProblem;
use crate::state_index::{StateIndex, hash_key};
use crate::tree::PathTree;

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// All states kept so far, with the paths to them; states of one key form a chain in which no state
/// dominates another.
pub(crate) struct ParetoSet<P: OptimisationProblem> {
    nodes: Vec<KeptState<P::State>>,
    tree: PathTree<P::Action>,
    index: StateIndex,
}

struct KeptState<S> {
    state: S,
    /// Next state of the same key; of no use for a dominated state.
    next: u32,
    dominated: bool,
}

impl<P: OptimisationProblem> ParetoSet<P> {
    pub(crate) fn new() -> Self {
        ParetoSet { nodes: Vec::new(), tree: PathTree::new(), index: StateIndex::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.tree.len()
    }

    pub(crate) fn kept_state(&self, id: u32) -> &P::State {
        &self.nodes[id as usize].state
    }

    /// Returns `true` once a better state of the same key has come.
    pub(crate) fn is_dominated(&self, id: u32) -> bool {
        self.nodes[id as usize].dominated
    }

    pub(crate) fn actions_to(&self, id: u32) -> Vec<P::Action> {
        self.tree.actions_to(id)
    }

    /// Keeps `state` unless a kept state is no worse, and drops kept states that are no better.
    /// Returns the new id if the state is kept.
    pub(crate) fn admit_state(
        &mut self,
        problem: &P,
        state: P::State,
        from: Option<(u32, P::Action)>,
    ) -> Option<u32> {
        let key = problem.key(&state);
        let hash = hash_key(&key);
        let head = self.index.find_state_id(hash, |id| problem.key(&self.nodes[id as usize].state) == key);
        let mut rest = NONE;
        let mut at = head.unwrap_or(NONE);
        while at != NONE {
            let node = &self.nodes[at as usize];
            if problem.no_worse(&node.state, &state) {
                return None;
            }
            at = node.next;
        }
        at = head.unwrap_or(NONE);
        while at != NONE {
            let node = &mut self.nodes[at as usize];
            let next = node.next;
            if problem.no_worse(&state, &node.state) {
                node.dominated = true;
                node.next = NONE;
            } else {
                node.next = rest;
                rest = at;
            }
            at = next;
        }
        let id = match from {
            Some((parent, action)) => self.tree.add_child(parent, action),
            None => self.tree.add_root(),
        };
        self.nodes.push(KeptState { state, next: rest, dominated: false });
        match head {
            Some(head) => self.index.replace_state_id(hash, head, id),
            None => self.index.insert(hash, id),
        }
        Some(id)
    }
}
