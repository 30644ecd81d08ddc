//! Merging nodes: a smaller graph that loses no way to play it.

use fixedbitset::FixedBitSet;

use super::graph::{NodeKind, TowerGraph, TowerNode};

impl TowerGraph {
    /// Returns the graph with all nodes merged that the hero would take or clear together anyway.
    ///
    /// Joined treasures always; joined obstacles only when no third node touches both and, for each
    /// of the two, all its other neighbours touch each other pairwise, so that neither stands in
    /// the way of something on its own; never the boss. Repeated until nothing changes. `O(n^3)` in
    /// the worst case.
    ///
    /// ```
    /// use hotgates_academy::tower::{TowerGraph, ShippedTower};
    ///
    /// let tower = ShippedTower::ALL[5].parse(); // the worked example
    /// let graph = TowerGraph::new(&tower, tower.start_state()).unwrap();
    /// assert_eq!((graph.len(), graph.with_nodes_merged().len()), (38, 23));
    /// ```
    #[must_use]
    pub fn with_nodes_merged(&self) -> TowerGraph {
        let mut graph = self.clone();
        let mut gone = vec![false; graph.len()];
        loop {
            let mut changed = false;
            for a in 0..graph.len() {
                while let Some(b) = (!gone[a]).then(|| graph.mergeable_node(a)).flatten() {
                    graph.merge_node_into(a, b);
                    gone[b] = true;
                    changed = true;
                }
            }
            if !changed {
                return graph.without_nodes(&gone);
            }
        }
    }

    /// Returns a node that can be merged into `a`.
    fn mergeable_node(&self, a: usize) -> Option<usize> {
        let kind = self.nodes[a].kind;
        self.joined_nodes(a).find(|&b| {
            kind == self.nodes[b].kind
                && match kind {
                    NodeKind::Treasure => true,
                    NodeKind::Obstacle => {
                        self.joined[a].is_disjoint(&self.joined[b])
                            && self.is_clique_without(a, b)
                            && self.is_clique_without(b, a)
                    }
                    NodeKind::Hero | NodeKind::Boss => false,
                }
        })
    }

    /// Returns `true` if all neighbours of `node` but `other` touch each other.
    fn is_clique_without(&self, node: usize, other: usize) -> bool {
        let around: Vec<usize> = self.joined_nodes(node).filter(|&n| n != other).collect();
        around.iter().enumerate().all(|(i, &a)| around[i + 1..].iter().all(|&b| self.joined[a].contains(b)))
    }

    /// Makes `b` part of `a`.
    fn merge_node_into(&mut self, a: usize, b: usize) {
        let places = std::mem::take(&mut self.nodes[b].places);
        self.nodes[a].places.extend(places);
        let around = std::mem::replace(&mut self.joined[b], FixedBitSet::with_capacity(self.nodes.len()));
        for node in around.ones() {
            self.joined[node].remove(b);
            if node != a {
                self.joined[node].insert(a);
                self.joined[a].insert(node);
            }
        }
    }

    /// Returns the graph without the nodes that are gone, numbered anew.
    fn without_nodes(&self, gone: &[bool]) -> TowerGraph {
        let stay: Vec<usize> = (0..self.len()).filter(|&node| !gone[node]).collect();
        let mut new_number = vec![usize::MAX; self.len()];
        for (new, &old) in stay.iter().enumerate() {
            new_number[old] = new;
        }
        let nodes: Vec<TowerNode> = stay.iter().map(|&old| self.nodes[old].clone()).collect();
        let joined = stay.iter().map(|&old| {
            let mut bits = FixedBitSet::with_capacity(stay.len());
            self.joined_nodes(old).for_each(|other| bits.insert(new_number[other]));
            bits
        });
        TowerGraph { joined: joined.collect(), nodes }
    }
}
