//! The tree of paths that a search grows: for each state its parent and the action between them.

use crate::state_index::next_state_id;

/// The parent of a root.
const NONE: u32 = u32::MAX;

/// For each node its parent and the action that led to it. States are kept by the search, under the
/// same ids.
#[derive(Debug)]
pub(crate) struct PathTree<A> {
    nodes: Vec<(u32, Option<A>)>,
}

impl<A: Copy> PathTree<A> {
    pub(crate) const fn new() -> Self {
        PathTree { nodes: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a root; its id is the number of nodes before it.
    pub(crate) fn add_root(&mut self) -> u32 {
        self.add_node(NONE, None)
    }

    /// Adds the node reached from `parent` by `action`.
    pub(crate) fn add_child(&mut self, parent: u32, action: A) -> u32 {
        self.add_node(parent, Some(action))
    }

    /// Gives the node `id` a better path.
    pub(crate) fn move_under_parent(&mut self, id: u32, parent: u32, action: A) {
        self.nodes[id as usize] = (parent, Some(action));
    }

    fn add_node(&mut self, parent: u32, action: Option<A>) -> u32 {
        let id = next_state_id(self.nodes.len());
        self.nodes.push((parent, action));
        id
    }

    /// Returns the actions from the root to `id`, in playing order.
    pub(crate) fn actions_to(&self, id: u32) -> Vec<A> {
        let mut actions = Vec::new();
        let mut at = id;
        while let (parent, Some(action)) = self.nodes[at as usize] {
            actions.push(action);
            at = parent;
        }
        actions.reverse();
        actions
    }
}
