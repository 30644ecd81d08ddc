//! What stands in the way of what: the nodes that every way from the hero to a node goes through.

use super::graph::Graph;

/// The parent of a node that nothing but the hero stands before, or that cannot be reached.
pub(super) const HERO: usize = 0;

/// The dominator tree of a graph, seen from the hero.
#[derive(Debug)]
pub(super) struct Dominators {
    /// For each node the last other node on every way to it; of the hero and of unreachable nodes the hero.
    pub(super) parent: Vec<usize>,
    /// The nodes that can be reached, each after its parent; the hero first.
    pub(super) order: Vec<usize>,
    /// Where a walk through the tree, parents first, comes to each node, and how many it meets there and behind.
    entered: Vec<usize>,
    size: Vec<usize>,
}

impl Dominators {
    /// Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (2001).
    pub(super) fn new(graph: &Graph) -> Self {
        let order = reverse_postorder(graph);
        let mut rank = vec![usize::MAX; graph.len()];
        for (at, &node) in order.iter().enumerate() {
            rank[node] = at;
        }
        let mut parent: Vec<Option<usize>> = vec![None; graph.len()];
        parent[HERO] = Some(HERO);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().skip(1) {
                let mut best: Option<usize> = None;
                for other in graph.neighbours(node).filter(|&other| parent[other].is_some()) {
                    best = Some(best.map_or(other, |best| meet(&parent, &rank, best, other)));
                }
                changed |= parent[node] != best;
                parent[node] = best;
            }
        }
        let parent: Vec<usize> = parent.into_iter().map(|parent| parent.unwrap_or(HERO)).collect();
        let mut size = vec![1; graph.len()];
        for &node in order.iter().skip(1).rev() {
            size[parent[node]] += size[node];
        }
        let mut entered = vec![0; graph.len()];
        let mut free = vec![1; graph.len()];
        for &node in order.iter().skip(1) {
            entered[node] = free[parent[node]];
            free[parent[node]] += size[node];
            free[node] = entered[node] + 1;
        }
        Dominators { parent, order, entered, size }
    }

    /// True where every way to `node` goes through `before`; a node is not before itself. `O(1)`.
    pub(super) fn is_before(&self, before: usize, node: usize) -> bool {
        let from = self.entered[before];
        (from + 1..from + self.size[before]).contains(&self.entered[node])
    }
}

/// The last node that stands before both.
fn meet(parent: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if rank[a] > rank[b] {
            a = parent[a].unwrap_or(HERO);
        } else {
            b = parent[b].unwrap_or(HERO);
        }
    }
    a
}

fn reverse_postorder(graph: &Graph) -> Vec<usize> {
    let mut seen = vec![false; graph.len()];
    let mut postorder = Vec::new();
    seen[HERO] = true;
    let mut path = vec![(HERO, graph.neighbours(HERO).collect::<Vec<_>>().into_iter())];
    while let Some((node, rest)) = path.last_mut() {
        if let Some(next) = rest.find(|&next| !seen[next]) {
            seen[next] = true;
            path.push((next, graph.neighbours(next).collect::<Vec<_>>().into_iter()));
        } else {
            postorder.push(*node);
            path.pop();
        }
    }
    postorder.reverse();
    postorder
}
