//! The dominators of a graph's nodes: the nodes that every path from the hero to a node goes
//! through.

use fixedbitset::{FixedBitSet, Ones};
use petgraph::algo::dominators::simple_fast;
use petgraph::visit::{GraphBase, IntoNeighbors, Visitable};

use super::graph::TowerGraph;

/// The parent of a node that nothing but the hero stands before, or that cannot be reached.
pub(super) const HERO: usize = 0;

/// The dominator tree of a graph, seen from the hero.
#[derive(Debug)]
pub(super) struct Dominators {
    /// For each node the last other node on every path to it; of the hero and of unreachable nodes
    /// the hero.
    pub(super) parent: Vec<usize>,
    /// The nodes that can be reached, each after its parent; the hero first.
    pub(super) order: Vec<usize>,
    /// For each node its place in `order`, where all nodes behind it follow at once; 0 where it
    /// cannot be reached.
    entered: Vec<usize>,
    /// For each node the number of nodes behind it and itself.
    size: Vec<usize>,
}

impl Dominators {
    pub(super) fn new(graph: &TowerGraph) -> Self {
        let nodes = graph.len();
        let found = simple_fast(PetgraphAdapter(graph), HERO);
        let mut parent = vec![HERO; nodes];
        let mut behind: Vec<Vec<usize>> = vec![Vec::new(); nodes];
        for (node, before) in (0..nodes).filter_map(|node| Some((node, found.immediate_dominator(node)?))) {
            parent[node] = before;
            behind[before].push(node);
        }
        let mut order = Vec::with_capacity(nodes);
        let mut entered = vec![0; nodes];
        let mut waiting = vec![HERO];
        while let Some(node) = waiting.pop() {
            entered[node] = order.len();
            order.push(node);
            waiting.extend(&behind[node]);
        }
        let mut size = vec![1; nodes];
        for &node in order.iter().skip(1).rev() {
            size[parent[node]] += size[node];
        }
        Dominators { parent, order, entered, size }
    }

    /// Returns `true` if every path to `node` goes through `before`; a node is not before itself.
    /// `O(1)`.
    pub(super) fn dominates(&self, before: usize, node: usize) -> bool {
        let from = self.entered[before];
        (from + 1..from + self.size[before]).contains(&self.entered[node])
    }
}

/// A graph as petgraph walks it, without a copy of its edges.
#[derive(Clone, Copy)]
struct PetgraphAdapter<'g>(&'g TowerGraph);

impl GraphBase for PetgraphAdapter<'_> {
    type NodeId = usize;
    type EdgeId = (usize, usize);
}

impl petgraph::visit::GraphRef for PetgraphAdapter<'_> {}

impl<'g> IntoNeighbors for PetgraphAdapter<'g> {
    type Neighbors = Ones<'g>;

    fn neighbors(self, node: usize) -> Ones<'g> {
        self.0.joined[node].ones()
    }
}

impl Visitable for PetgraphAdapter<'_> {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.0.len())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
    }
}
