//! The tree of ways that a search grows: who came from where by which action.

use crate::table::id_after;

/// The parent of a root.
const NONE: u32 = u32::MAX;

/// For each node its parent and the action that led to it. States are kept by the search, under the same ids.
#[derive(Debug)]
pub(crate) struct Tree<A> {
    nodes: Vec<(u32, Option<A>)>,
}

impl<A: Copy> Tree<A> {
    pub(crate) const fn new() -> Self {
        Tree { nodes: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a root; its id is the number of nodes before it.
    pub(crate) fn root(&mut self) -> u32 {
        self.add(NONE, None)
    }

    /// Adds the node reached from `parent` by `action`.
    pub(crate) fn child(&mut self, parent: u32, action: A) -> u32 {
        self.add(parent, Some(action))
    }

    /// Gives the node `id` a better way.
    pub(crate) fn rehang(&mut self, id: u32, parent: u32, action: A) {
        self.nodes[id as usize] = (parent, Some(action));
    }

    fn add(&mut self, parent: u32, action: Option<A>) -> u32 {
        let id = id_after(self.nodes.len());
        self.nodes.push((parent, action));
        id
    }

    /// The actions from the root to `id`, in playing order.
    pub(crate) fn way_to(&self, id: u32) -> Vec<A> {
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
