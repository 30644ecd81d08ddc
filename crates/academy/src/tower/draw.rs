//! The graph of a tower as a picture.

use std::fmt::Write as _;

use super::graph::{Graph, Node, NodeKind};
use super::map::{Colour, Item, Position, Tile, Tower};

/// The graph in Graphviz's DOT language: the hero, treasures as ellipses, obstacles as boxes, the boss with a double
/// border, merged nodes with one line for each part.
pub fn dot(tower: &Tower, position: &Position, graph: &Graph) -> String {
    let mut text = String::from(
        "graph tower {\n  layout=neato;\n  overlap=false;\n  splines=true;\n  node [style=filled, fontsize=10];\n",
    );
    for (number, node) in graph.nodes().iter().enumerate() {
        let lines: Vec<String> =
            node.places.iter().map(|&place| name(tower, position.cells[tower.index(place)])).collect();
        let label = if node.kind == NodeKind::Hero { "hero".to_owned() } else { lines.join("\\n") };
        let _ = writeln!(text, "  n{number} [label=\"{label}\\n{}\", {}];", places(node), look(node.kind));
    }
    for number in 0..graph.len() {
        for other in graph.neighbours(number).filter(|&other| other > number) {
            let _ = writeln!(text, "  n{number} -- n{other};");
        }
    }
    text.push_str("}\n");
    text
}

fn places(node: &Node) -> String {
    match node.places.as_slice() {
        [first, _, ..] => format!("{first} …"),
        [one] => one.to_string(),
        [] => String::new(),
    }
}

fn look(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Hero => "shape=doublecircle, fillcolor=\"#c8e6c9\"",
        NodeKind::Treasure => "shape=ellipse, fillcolor=\"#fff9c4\"",
        NodeKind::Obstacle => "shape=box, fillcolor=\"#ffccbc\"",
        NodeKind::Boss => "shape=box, peripheries=2, fillcolor=\"#ef9a9a\"",
    }
}

/// What a tile is called in pictures and hints.
pub(super) fn name(tower: &Tower, tile: Tile) -> String {
    let colour = |colour| match colour {
        Colour::Yellow => "yellow",
        Colour::Blue => "blue",
        Colour::Red => "red",
        Colour::Green => "green",
    };
    match tile {
        Tile::Item(Item::Key(c)) => format!("{} key", colour(c)),
        Tile::Item(Item::Gem(c)) => format!("{} gem", colour(c)),
        Tile::Item(item @ Item::Potion(c)) => format!("{} potion (+{} life)", colour(c), tower.life_of(item)),
        Tile::Item(Item::Sword) => format!("sword (+{} attack)", tower.gains().sword),
        Tile::Item(Item::Shield) => format!("shield (+{} defence)", tower.gains().shield),
        Tile::Door(c) => format!("{} door", colour(c)),
        Tile::Shop => "shop".to_owned(),
        Tile::Monster(super::map::BOSS) => "boss".to_owned(),
        Tile::Monster(id) => format!("monster {id}"),
        Tile::Up => "stairs up".to_owned(),
        Tile::Down => "stairs down".to_owned(),
        Tile::Road => "road".to_owned(),
        Tile::Wall => "wall".to_owned(),
    }
}
