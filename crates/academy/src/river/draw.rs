//! The graph of all crossings as a picture, with the shortest ways marked.

use std::fmt::Write as _;

use super::chart::{CrossingLink, LayeredGraph, LayeredState, StateWorth};
use super::error::RiverError;
use super::rules::{RiverGoal, RiverRules};
use crate::counted::count_words;

/// Number of states in one column above which the crossings have no room for names.
const MOST_NAMED: usize = 6;

/// Returns every state that can be reached in crossings, in Graphviz's DOT language.
///
/// States stand in columns by their distance from the start. Crossings on a shortest way are bold
/// and red; states from which the goal cannot be reached are grey; goals have a double border.
///
/// # Errors
/// The start is lost, or there are more than 2,000 states.
pub fn river_dot(rules: RiverRules) -> Result<String, RiverError> {
    let chart = LayeredGraph::new(rules)?;
    let mut text = String::from(
        "digraph river {\n  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", fillcolor=white];\n",
    );
    for column in 0..chart.columns {
        text.push_str("  { rank=same;");
        for spot in chart.spots.iter().filter(|spot| spot.column == column) {
            let goal = if spot.goal { ", peripheries=2" } else { "" };
            let _ = write!(text, " \"{}\" [fillcolor=\"{}\"{goal}];", spot.banks, worth_colour(spot.worth));
        }
        text.push_str(" }\n");
    }
    for link in &chart.links {
        let style = if link.shortest { ", color=firebrick, fontcolor=firebrick, penwidth=3" } else { "" };
        let (from, to) = (chart.spots[link.from].banks, chart.spots[link.to].banks);
        let label = &link.label;
        let _ = writeln!(text, "  \"{from}\" -> \"{to}\" [dir=both, label=\"{label}\"{style}];");
    }
    text.push_str("}\n");
    Ok(text)
}

/// Pixels from column to column, from row to row, and of a state's box.
const COLUMN: usize = 124;
const ROW: usize = 72;
const BOX: (usize, usize) = (66, 30);
/// Pixels above the first row.
const TOP: usize = 64;

/// Returns the picture of [`river_dot`] as a complete SVG document with no font or style from
/// elsewhere.
///
/// # Errors
/// As [`river_dot`].
pub fn river_svg(rules: RiverRules) -> Result<String, RiverError> {
    let chart = LayeredGraph::new(rules)?;
    let (width, height) = ((chart.columns * COLUMN).max(660), chart.rows * ROW + TOP + 16);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"16\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"16\" y=\"26\" font-size=\"20\">{}</text>\n\
         <text x=\"16\" y=\"48\" fill=\"#5f6368\">priests and devils on the left bank, and where the boat lies; columns by crossings from the start; shortest ways in red</text>\n",
        chart_title(rules),
    );
    // The marked links are drawn last, so that they lie on top, and their names on top of all.
    let by_mark =
        || [false, true].into_iter().flat_map(|m| chart.links.iter().filter(move |l| l.shortest == m));
    for link in by_mark() {
        let ((x1, y1), (x2, y2)) = (state_middle(&chart, link.from), state_middle(&chart, link.to));
        let (colour, pen) = if link.shortest { ("#b22222", 3) } else { ("#9aa0a6", 1) };
        let _ = writeln!(
            text,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{pen}\"><title>{}</title></line>",
            escape_label(&link.label),
        );
    }
    for link in by_mark() {
        if chart.spots[link.from].in_column.max(chart.spots[link.to].in_column) <= MOST_NAMED {
            write_crossing_label(&mut text, &chart, link);
        }
    }
    for (index, spot) in chart.spots.iter().enumerate() {
        draw_river_state_box(&mut text, spot, state_middle(&chart, index));
    }
    text.push_str("</svg>\n");
    Ok(text)
}

fn chart_title(rules: RiverRules) -> String {
    let RiverRules { priests, devils, boat, goal, boat_rule } = rules;
    let goal = if goal == RiverGoal::Priests { ", until all priests are across" } else { "" };
    let rule = if boat_rule { ", the rule holds in the boat too" } else { "" };
    let priests = count_words(priests, "priest", "priests");
    let devils = count_words(devils, "devil", "devils");
    format!("{priests}, {devils}, a boat for {boat}{goal}{rule}")
}

/// Returns the middle of a state's box, in pixels.
fn state_middle(chart: &LayeredGraph, spot: usize) -> (usize, usize) {
    let LayeredState { column, row, in_column, .. } = chart.spots[spot];
    let top = TOP + (chart.rows - in_column) * ROW / 2;
    (column * COLUMN + COLUMN / 2, top + row * ROW + ROW / 2)
}

/// Writes the people who cross over a link, nearer to the link's first end: in the middle links may
/// cross.
fn write_crossing_label(text: &mut String, chart: &LayeredGraph, link: &CrossingLink) {
    let ((x1, y1), (x2, y2)) = (state_middle(chart, link.from), state_middle(chart, link.to));
    let near = |a: usize, b: usize| (a * 11 + b * 9) / 20;
    let (x, y) = (near(x1, x2), (y1 * 3 + y2 * 2) / 5);
    let colour = if link.shortest { "#b22222" } else { "#5f6368" };
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"14\" fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\">{}</text>",
        y - 6 - y1.abs_diff(y2) / 9,
        escape_label(&link.label),
    );
}

fn draw_river_state_box(text: &mut String, spot: &LayeredState, (x, y): (usize, usize)) {
    let (width, height) = BOX;
    let border = if spot.goal { 3 } else { 1 };
    let _ = writeln!(
        text,
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{}\" stroke=\"#202124\" stroke-width=\"{border}\"/>\
         <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        x - width / 2,
        y - height / 2,
        worth_colour(spot.worth),
        y + 5,
        spot.banks,
    );
}

fn escape_label(label: &str) -> String {
    label.replace('<', "&lt;").replace('>', "&gt;")
}

const fn worth_colour(worth: StateWorth) -> &'static str {
    match worth {
        StateWorth::Dead => "#bdbdbd",
        StateWorth::Shortest => "#ffe0b2",
        StateWorth::Open => "#ffffff",
    }
}
