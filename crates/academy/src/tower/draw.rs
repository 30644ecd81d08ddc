//! The graph of a tower as a picture.

use std::fmt::Write as _;

use super::graph::{NodeKind, TowerGraph, TowerNode};
use super::map::{Item, KeyColour, Tile, TilePlace, Tower, TowerState};
use crate::counted::count_words;

/// Returns the graph in Graphviz's DOT language: the hero, treasures as ellipses, obstacles as
/// boxes, the boss with a double border, merged nodes with one line for each part.
pub fn tower_dot(tower: &Tower, position: &TowerState, graph: &TowerGraph) -> String {
    let mut text = String::from(
        "graph tower {\n  layout=neato;\n  overlap=false;\n  splines=true;\n  node [style=filled, fontsize=10];\n",
    );
    for (number, node) in graph.nodes().iter().enumerate() {
        let lines: Vec<String> = node
            .places
            .iter()
            .map(|&place| tile_name(tower, position.cells[tower.index_of_place(place)]))
            .collect();
        let label = if node.kind == NodeKind::Hero { "hero".to_owned() } else { lines.join("\\n") };
        let _ = writeln!(
            text,
            "  n{number} [label=\"{label}\\n{}\", {}];",
            node_place_names(node),
            node_dot_attributes(node.kind)
        );
    }
    for number in 0..graph.len() {
        for other in graph.joined_nodes(number).filter(|&other| other > number) {
            let _ = writeln!(text, "  n{number} -- n{other};");
        }
    }
    text.push_str("}\n");
    text
}

fn node_place_names(node: &TowerNode) -> String {
    match node.places.as_slice() {
        [first, _, ..] => format!("{first} …"),
        [one] => one.to_string(),
        [] => String::new(),
    }
}

fn node_dot_attributes(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Hero => "shape=doublecircle, fillcolor=\"#c8e6c9\"",
        NodeKind::Treasure => "shape=ellipse, fillcolor=\"#fff9c4\"",
        NodeKind::Obstacle => "shape=box, fillcolor=\"#ffccbc\"",
        NodeKind::Boss => "shape=box, peripheries=2, fillcolor=\"#ef9a9a\"",
    }
}

/// Pixels of a cell, between floors, and above the map.
const CELL: usize = 44;
const GAP: usize = 24;
const TOP: usize = 56;

/// Draws the graph over the tower's map, floors side by side: a complete SVG document with no font
/// or style from elsewhere. Treasures are round, obstacles square, both in their colour; a merged
/// node is a band over all its parts.
pub fn tower_svg(tower: &Tower, position: &TowerState, graph: &TowerGraph) -> String {
    let (floors, rows, columns) =
        (usize::from(tower.floors), usize::from(tower.rows), usize::from(tower.columns));
    let width = (floors * columns * CELL + (floors + 1) * GAP).max(560);
    let height = TOP + rows * CELL + GAP;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{GAP}\" y=\"24\" font-size=\"18\">{} with the hero, {} of them doors or monsters</text>\n\
         <text x=\"{GAP}\" y=\"44\" fill=\"#5f6368\">round: to take; square: in the way; joined where only floor lies between</text>\n",
        count_words(graph.len(), "node", "nodes"),
        graph.obstacle_count(),
    );
    for (index, &tile) in position.cells.iter().enumerate() {
        draw_cell(&mut text, tile, cell_middle(tower, tower.place_of_index(index)));
    }
    for node in graph.nodes() {
        draw_band(&mut text, tower, node);
    }
    let centres: Vec<(usize, usize)> = graph.nodes().iter().map(|node| node_centre(tower, node)).collect();
    for number in 0..graph.len() {
        for other in graph.joined_nodes(number).filter(|&other| other > number) {
            let ((x1, y1), (x2, y2)) = (centres[number], centres[other]);
            let _ = writeln!(
                text,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#1a56b0\" stroke-opacity=\"0.45\" stroke-width=\"2\"/>"
            );
        }
    }
    for node in graph.nodes() {
        for &place in &node.places {
            draw_part(
                &mut text,
                tower,
                node.kind,
                position.cells[tower.index_of_place(place)],
                cell_middle(tower, place),
            );
        }
    }
    text.push_str("</svg>\n");
    text
}

/// Returns the middle of a cell, in pixels.
fn cell_middle(tower: &Tower, place: TilePlace) -> (usize, usize) {
    let floor_width = usize::from(tower.columns) * CELL + GAP;
    let x = GAP + usize::from(place.floor) * floor_width + usize::from(place.column) * CELL + CELL / 2;
    (x, TOP + usize::from(place.row) * CELL + CELL / 2)
}

/// Returns the part of a node to which its joins are drawn: of several parts the part nearest to
/// their middle.
fn node_centre(tower: &Tower, node: &TowerNode) -> (usize, usize) {
    let all: Vec<(usize, usize)> = node.places.iter().map(|&place| cell_middle(tower, place)).collect();
    let mean = |part: fn(&(usize, usize)) -> usize| all.iter().map(part).sum::<usize>() / all.len().max(1);
    let (x, y) = (mean(|at| at.0), mean(|at| at.1));
    all.into_iter().min_by_key(|at| at.0.abs_diff(x) + at.1.abs_diff(y)).unwrap_or((0, 0))
}

fn draw_cell(text: &mut String, tile: Tile, (x, y): (usize, usize)) {
    let (fill, label) = match tile {
        Tile::Wall => ("#5f6368", ""),
        Tile::Up => ("#e3f2fd", "up"),
        Tile::Down => ("#e3f2fd", "down"),
        _ => ("#f1f3f4", ""),
    };
    let (left, top) = (x - CELL / 2, y - CELL / 2);
    let _ = writeln!(
        text,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#ffffff\"/>"
    );
    if !label.is_empty() {
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", y + 4);
    }
}

/// Draws a band over the parts of a merged node, each part tied to the nearest of the parts before
/// it.
fn draw_band(text: &mut String, tower: &Tower, node: &TowerNode) {
    let parts: Vec<(usize, usize)> = node.places.iter().map(|&place| cell_middle(tower, place)).collect();
    for (index, &(x1, y1)) in parts.iter().enumerate().skip(1) {
        let nearest = parts[..index].iter().min_by_key(|at| at.0.abs_diff(x1) + at.1.abs_diff(y1));
        let Some((x2, y2)) = nearest else { continue };
        let _ = writeln!(
            text,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#f4b400\" stroke-opacity=\"0.55\" stroke-width=\"30\" stroke-linecap=\"round\"/>"
        );
    }
}

fn draw_part(text: &mut String, tower: &Tower, kind: NodeKind, tile: Tile, (x, y): (usize, usize)) {
    let (fill, label) =
        if kind == NodeKind::Hero { ("#ffffff", "hero".to_owned()) } else { tile_sign(tower, tile) };
    let round = if matches!(kind, NodeKind::Treasure | NodeKind::Hero) { 14 } else { 3 };
    let border = if matches!(kind, NodeKind::Boss | NodeKind::Hero) { 3 } else { 1 };
    let _ = writeln!(
        text,
        "<rect x=\"{}\" y=\"{}\" width=\"38\" height=\"28\" rx=\"{round}\" fill=\"{fill}\" stroke=\"#202124\" stroke-width=\"{border}\"/>\
         <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\"><title>{}</title>{label}</text>",
        x - 19,
        y - 14,
        y + 4,
        tile_name(tower, tile),
    );
}

/// Returns the colour and the short label of a cell's contents.
fn tile_sign(tower: &Tower, tile: Tile) -> (&'static str, String) {
    let fill = |colour| match colour {
        KeyColour::Yellow => "#fff176",
        KeyColour::Blue => "#90caf9",
        KeyColour::Red => "#ef9a9a",
        KeyColour::Green => "#a5d6a7",
    };
    match tile {
        Tile::Item(Item::Key(colour)) => (fill(colour), "key".to_owned()),
        Tile::Item(Item::Gem(colour)) => (fill(colour), "gem".to_owned()),
        Tile::Item(item @ Item::Potion(colour)) => (fill(colour), format!("+{}", tower.life_of_item(item))),
        Tile::Item(Item::Sword) => ("#e0e0e0", "sword".to_owned()),
        Tile::Item(Item::Shield) => ("#e0e0e0", "shield".to_owned()),
        Tile::Door(colour) => (fill(colour), "door".to_owned()),
        Tile::Shop => ("#ce93d8", "shop".to_owned()),
        Tile::Monster(super::map::BOSS) => ("#ff8a65", "boss".to_owned()),
        Tile::Monster(id) => ("#ffccbc", id.to_string()),
        Tile::Up | Tile::Down | Tile::Road | Tile::Wall => ("#ffffff", String::new()),
    }
}

impl Tower {
    /// Returns the name of a tile in pictures and hints, such as `yellow door` or `red potion (+75
    /// life)`.
    pub fn tile_name(&self, tile: Tile) -> String {
        tile_name(self, tile)
    }
}

/// Returns the name of a tile in pictures and hints.
pub(super) fn tile_name(tower: &Tower, tile: Tile) -> String {
    match tile {
        Tile::Item(Item::Key(c)) => format!("{} key", c.name()),
        Tile::Item(Item::Gem(c)) => format!("{} gem", c.name()),
        Tile::Item(item @ Item::Potion(c)) => {
            format!("{} potion (+{} life)", c.name(), tower.life_of_item(item))
        }
        Tile::Item(Item::Sword) => format!("sword (+{} attack)", tower.item_gains().sword),
        Tile::Item(Item::Shield) => format!("shield (+{} defence)", tower.item_gains().shield),
        Tile::Door(c) => format!("{} door", c.name()),
        Tile::Shop => "shop".to_owned(),
        Tile::Monster(super::map::BOSS) => "boss".to_owned(),
        Tile::Monster(id) => format!("monster {id}"),
        Tile::Up => "stairs up".to_owned(),
        Tile::Down => "stairs down".to_owned(),
        Tile::Road => "road".to_owned(),
        Tile::Wall => "wall".to_owned(),
    }
}
