//! Drawings as lists of shapes, for whoever draws at any density: pages draw the same board as pictures do.

use std::fmt::Write;

use serde::Serialize;
use tiny_skia::{Path, PathSegment, Point};

use crate::canvas::{DrawingSurface, HexDrawingPlace, ShapeInk};

/// Shapes, the lowest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct VectorDrawing {
    /// The shapes.
    pub shapes: Vec<VectorShape>,
}

/// One shape: filled, or drawn as a line with round ends and joins.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VectorShape {
    /// The outline, as the path data of SVG; overlapping parts of a filled one are filled.
    pub path: String,
    /// The colour, such as `#c3cf94`.
    pub colour: String,
    /// Share of the colour, of 255.
    pub alpha: u8,
    /// Width of the line; 0 for a filled shape.
    pub width: f32,
}

/// A map as shapes: hexes are 64 wide and 56 high, the middle of column 0, row 0 lies at (32, 28).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct MapVectors {
    /// The areas of the ground and their rims.
    pub areas: VectorDrawing,
    /// Every pattern that the map has, about its middle (0, 0): terrains, each in its variants.
    pub patterns: Vec<VectorDrawing>,
    /// Pattern of each hex, row by row from the north-west.
    pub pattern_of_hex: Vec<usize>,
    /// Roads and bridges.
    pub roads: VectorDrawing,
    /// Castles and hexes of goals with their flags.
    pub flags: VectorDrawing,
    /// What shows of castles and flags above the units on them.
    pub held: VectorDrawing,
}

impl DrawingSurface for VectorDrawing {
    fn draw_shape(&mut self, at: HexDrawingPlace, shape: &Path, ink: ShapeInk) {
        // Hexes are never so stretched that the width of a line would show it.
        let width = ink.width.map_or(0.0, |width| width * at.across);
        let colour = ink.colour.in_svg();
        self.shapes.push(VectorShape { path: path_data(at, shape), colour, alpha: ink.alpha, width });
    }
}

/// Returns the path data of a shape at a place, to a hundredth of a unit.
fn path_data(at: HexDrawingPlace, shape: &Path) -> String {
    let mut data = String::new();
    let mut say = |letter: char, points: &[Point]| {
        data.push(letter);
        for (index, point) in points.iter().enumerate() {
            let [x, y] = [at.x + point.x * at.across, at.y + point.y * at.down].map(hundredths);
            let _ = write!(data, "{}{x} {y}", if index > 0 { " " } else { "" });
        }
    };
    for segment in shape.segments() {
        match segment {
            PathSegment::MoveTo(to) => say('M', &[to]),
            PathSegment::LineTo(to) => say('L', &[to]),
            PathSegment::QuadTo(by, to) => say('Q', &[by, to]),
            PathSegment::CubicTo(by, and, to) => say('C', &[by, and, to]),
            PathSegment::Close => say('Z', &[]),
        }
    }
    data
}

fn hundredths(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Battle, MapFile, Ruleset, Scenario, Side};

    use crate::{Picture, counter_of};

    #[test]
    fn a_map_is_areas_and_what_lies_on_them() {
        let rows = ["=~.", "=H#", "f~^"].map(str::to_owned).to_vec();
        let file = MapFile { name: "Ford".into(), rows, ..MapFile::default() };
        let rules = Ruleset::classic();
        let map = hotgates_engine::Map::read_rows(&file, &rules).unwrap();
        let vectors = Picture::from_map(&map, &rules).to_vectors();
        assert_eq!(vectors.pattern_of_hex.len(), 9);
        assert!(vectors.pattern_of_hex.iter().all(|&pattern| pattern < vectors.patterns.len()));
        let areas = vectors.areas.shapes.iter().filter(|shape| shape.width == 0.0);
        assert_eq!(areas.count(), 5, "water, grass and road, castle, forest, mountain");
        assert!(vectors.roads.shapes.iter().all(|shape| shape.width > 0.0), "roads are lines");
        assert!(!vectors.roads.shapes.is_empty() && !vectors.flags.shapes.is_empty());
        assert!(vectors.held.shapes.is_empty(), "nobody stands there");
    }

    #[test]
    fn a_counter_is_drawn_about_the_middle() {
        let rows = ["..........", "#........."].map(str::to_owned).to_vec();
        let battle =
            Battle::from_scenario(&Scenario::classic(MapFile { rows, ..MapFile::default() })).unwrap();
        let unit = battle.living(Side::Blue).next().unwrap();
        let colours = crate::Palette::default().sides.blue;
        let drawing = counter_of(&battle, unit).to_vectors(&colours);
        let filled = drawing.shapes.iter().filter(|shape| shape.width == 0.0);
        assert!(filled.clone().any(|shape| shape.colour == "#244c9c"), "Blue's own colour");
        assert!(drawing.shapes.iter().all(|shape| shape.path.starts_with('M')));
    }
}
