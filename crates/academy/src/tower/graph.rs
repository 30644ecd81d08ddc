//! The tower as a graph: the things to clear, joined where only floor lies between.

use fixedbitset::FixedBitSet;

use super::error::TowerError;
use super::map::{BOSS, Tile, TilePlace, Tower, TowerState};

/// Greatest number of nodes a graph may have, with the hero.
pub(super) const MOST_NODES: usize = 4_096;

/// The part of a node in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// The hero's cell.
    Hero,
    /// Something to take: an item, or the shop.
    Treasure,
    /// Something in the way: a door or a monster.
    Obstacle,
    /// The boss.
    Boss,
}

/// One thing to clear, or several merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TowerNode {
    /// The part of the node in the game.
    pub kind: NodeKind,
    /// Cells of the node, in reading order before merging.
    pub places: Vec<TilePlace>,
}

/// The nodes, the hero's first, and the joins between them.
#[derive(Debug, Clone)]
pub struct TowerGraph {
    pub(super) nodes: Vec<TowerNode>,
    pub(super) joined: Vec<FixedBitSet>,
}

impl TowerGraph {
    /// Makes the graph of a tower at one moment: every treasure, door and monster on the map,
    /// reachable or not, joined where they lie side by side or only floor and stairs lie between.
    ///
    /// # Errors
    /// More than 4,096 nodes. Joins take up to a bit for each pair.
    pub fn new(tower: &Tower, position: &TowerState) -> Result<TowerGraph, TowerError> {
        let cells = &position.cells;
        let mut nodes = vec![TowerNode { kind: NodeKind::Hero, places: vec![position.hero.place] }];
        let mut node_at: Vec<Option<usize>> = vec![None; cells.len()];
        for (index, tile) in cells.iter().enumerate() {
            let kind = match tile {
                Tile::Road | Tile::Up | Tile::Down | Tile::Wall => continue,
                Tile::Item(_) | Tile::Shop => NodeKind::Treasure,
                Tile::Monster(BOSS) => NodeKind::Boss,
                Tile::Door(_) | Tile::Monster(_) => NodeKind::Obstacle,
            };
            node_at[index] = Some(nodes.len());
            nodes.push(TowerNode { kind, places: vec![tower.place_of_index(index)] });
        }
        if nodes.len() > MOST_NODES {
            return Err(TowerError::TooManyNodes { nodes: nodes.len() - 1, most: MOST_NODES - 1 });
        }
        let mut graph =
            TowerGraph { joined: vec![FixedBitSet::with_capacity(nodes.len()); nodes.len()], nodes };
        let hero = tower.index_of_place(position.hero.place);
        let mut seen = vec![false; cells.len()];
        for start in (0..cells.len()).filter(|&index| cells[index].is_floor()) {
            if !seen[start] {
                graph.join_nodes_around_floor(tower, cells, &node_at, hero, start, &mut seen);
            }
        }
        for (index, &node) in node_at.iter().enumerate() {
            let Some(node) = node else { continue };
            for next in tower.cells_beside(cells, index) {
                if let Some(next) = node_at[next] {
                    graph.join_nodes(node, next);
                }
            }
        }
        Ok(graph)
    }

    /// Joins all nodes around one stretch of floor.
    fn join_nodes_around_floor(
        &mut self,
        tower: &Tower,
        cells: &[Tile],
        node_at: &[Option<usize>],
        hero: usize,
        start: usize,
        seen: &mut [bool],
    ) {
        let mut around = FixedBitSet::with_capacity(self.nodes.len());
        seen[start] = true;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if at == hero {
                around.insert(0);
            }
            for next in tower.cells_beside(cells, at) {
                if let Some(node) = node_at[next] {
                    around.insert(node);
                } else if cells[next].is_floor() && !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        for node in around.ones() {
            self.joined[node].union_with(&around);
            self.joined[node].remove(node);
        }
    }

    fn join_nodes(&mut self, a: usize, b: usize) {
        self.joined[a].insert(b);
        self.joined[b].insert(a);
    }

    /// Returns the nodes, the hero's first.
    pub fn nodes(&self) -> &[TowerNode] {
        &self.nodes
    }

    /// Number of nodes, the hero's included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always `false`: a graph has at least the hero's node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Number of doors and monsters, the boss among them; a merged node counts once.
    pub fn obstacle_count(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Obstacle | NodeKind::Boss)).count()
    }

    /// Returns the nodes joined to a node, in ascending order.
    pub fn joined_nodes(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.joined[node].ones()
    }
}
