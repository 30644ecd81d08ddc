//! The graph of all crossings as a picture, with the shortest ways marked.

use std::fmt::Write as _;

use hotgates_search::{Limits, StateGraph, StateId};

use super::crossing::Crossings;
use super::rules::{RiverError, Rules};

/// More states than this make no picture.
const MOST_STATES: usize = 2_000;

/// Every state that can be reached in crossings, in Graphviz's DOT language.
///
/// States stand in columns by their distance from the start. Crossings on a shortest way are bold and red; states
/// from which the goal cannot be reached are grey; goals have a double border.
///
/// # Errors
/// The start is lost, or there are more than 2,000 states.
pub fn dot(rules: Rules) -> Result<String, RiverError> {
    let map = Map::new(rules)?;
    let mut text = String::from(
        "digraph river {\n  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", fillcolor=white];\n",
    );
    for column in &map.columns {
        text.push_str("  { rank=same;");
        for &id in column {
            let _ = write!(text, " {}", map.dot_node(id));
        }
        text.push_str(" }\n");
    }
    for link in &map.links {
        let style = if link.shortest { ", color=firebrick, fontcolor=firebrick, penwidth=3" } else { "" };
        let (from, to) = (map.name(link.from), map.name(link.to));
        let label = &link.label;
        let _ = writeln!(text, "  \"{from}\" -> \"{to}\" [dir=both, label=\"{label}\"{style}];");
    }
    text.push_str("}\n");
    Ok(text)
}

/// The same picture as [`dot`], drawn: a complete SVG document with no font or style from elsewhere.
///
/// # Errors
/// As [`dot`].
pub fn svg(rules: Rules) -> Result<String, RiverError> {
    const COLUMN: usize = 96;
    const ROW: usize = 56;
    let map = Map::new(rules)?;
    let tallest = map.columns.iter().map(Vec::len).max().unwrap_or(1);
    let (width, height) = (map.columns.len() * COLUMN + 20, tallest * ROW + 50);
    let mut place = vec![(0, 0); map.graph.states().len()];
    for (column, ids) in map.columns.iter().enumerate() {
        let top = (tallest - ids.len()) * ROW / 2;
        for (row, id) in ids.iter().enumerate() {
            place[id.index()] = (10 + column * COLUMN + COLUMN / 2, 36 + top + row * ROW + ROW / 2);
        }
    }
    let Rules { priests, devils, boat, .. } = rules;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"10\" y=\"20\" font-size=\"14\">{priests} priests, {devils} devils, boat for {boat}: every state by crossings from the start; shortest ways in red</text>\n",
    );
    // The marked links are drawn last, so that they lie on top.
    for marked in [false, true] {
        for link in map.links.iter().filter(|link| link.shortest == marked) {
            let ((x1, y1), (x2, y2)) = (place[link.from.index()], place[link.to.index()]);
            let (colour, pen) = if marked { ("#b22222", 3) } else { ("#9aa0a6", 1) };
            let _ = writeln!(
                text,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{pen}\"><title>{}</title></line>",
                link.label.replace('<', "&lt;").replace('>', "&gt;"),
            );
        }
    }
    for id in map.graph.ids() {
        let (x, y) = place[id.index()];
        let border = if map.graph.is_goal(id) { 3 } else { 1 };
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"60\" height=\"26\" rx=\"6\" fill=\"{}\" stroke=\"#202124\" stroke-width=\"{border}\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x - 30,
            y - 13,
            map.colour(id),
            y + 4,
            map.name(id),
        );
    }
    text.push_str("</svg>\n");
    Ok(text)
}

/// What both pictures show.
struct Map {
    graph: StateGraph<Crossings>,
    costs: Vec<Option<u64>>,
    on_shortest: Vec<bool>,
    /// The states by their distance from the start.
    columns: Vec<Vec<StateId>>,
    links: Vec<Link>,
}

/// A crossing that can be made either way, drawn once, from the nearer state to the farther.
struct Link {
    from: StateId,
    to: StateId,
    label: String,
    shortest: bool,
}

impl Map {
    fn new(rules: Rules) -> Result<Self, RiverError> {
        let start = rules.start();
        if rules.broken_bank(start).is_some() {
            return Err(RiverError::Over { state: start.to_string(), how: "lost" });
        }
        let graph = StateGraph::explore(&Crossings(rules), start, &Limits::none(), &mut ());
        let states = graph.states().len();
        if states > MOST_STATES {
            return Err(RiverError::TooLargeToDraw { states, most: MOST_STATES });
        }
        let costs = graph.costs_to_goal();
        let (columns, distance) = columns(&graph);
        let mut on_shortest = vec![false; states];
        on_shortest[0] = costs[0].is_some();
        let mut links = Vec::new();
        for &from in columns.iter().flatten() {
            for edge in graph.edges(from) {
                let shortest = on_shortest[from.index()] && graph.is_on_cheapest(&costs, from, edge);
                on_shortest[edge.to.index()] |= shortest;
                let (near, far) = (distance[from.index()], distance[edge.to.index()]);
                if near < far {
                    let label = edge.action.crossing(graph.states()[from.index()].side);
                    links.push(Link { from, to: edge.to, label, shortest });
                }
            }
        }
        Ok(Map { graph, costs, on_shortest, columns, links })
    }

    fn name(&self, id: StateId) -> String {
        self.graph.states()[id.index()].to_string()
    }

    fn colour(&self, id: StateId) -> &'static str {
        match (self.costs[id.index()], self.on_shortest[id.index()]) {
            (None, _) => "#bdbdbd",
            (Some(_), true) => "#ffe0b2",
            (Some(_), false) => "#ffffff",
        }
    }

    fn dot_node(&self, id: StateId) -> String {
        let goal = if self.graph.is_goal(id) { ", peripheries=2" } else { "" };
        format!("\"{}\" [fillcolor=\"{}\"{goal}];", self.name(id), self.colour(id))
    }
}

/// The states by their distance from the start, and that distance of each. Every crossing has a way back, so no
/// two states of one column are joined, and all lie at a distance.
fn columns(graph: &StateGraph<Crossings>) -> (Vec<Vec<StateId>>, Vec<usize>) {
    let mut distance = vec![usize::MAX; graph.states().len()];
    distance[0] = 0;
    let mut columns: Vec<Vec<StateId>> = Vec::new();
    for id in graph.ids() {
        // States come in the order they were met, so the first way into each is a shortest.
        let here = distance[id.index()];
        if columns.len() <= here {
            columns.push(Vec::new());
        }
        columns[here].push(id);
        for edge in graph.edges(id) {
            let there = &mut distance[edge.to.index()];
            *there = (*there).min(here + 1);
        }
    }
    (columns, distance)
}
