//! The ground beneath the patterns: areas that flow into each other and are lit from the north-west.
//!
//! Terrains of one colour are one area, and areas lie on each other like sheets of paper: water
//! lowest, mountains on top. A layer goes on beneath those above it, so that nothing shines through
//! where they meet. Its outline runs through the edges between hexes and cuts the corners; it strays
//! a little, by a hash of the place, so that every part of a map has the same outline.

use hotgates_engine::mix::hash_pair;
use hotgates_engine::{Cell, Coord, Direction, Grid};
use tiny_skia::{Path, PathBuilder};

use crate::canvas::{CORNERS, DrawingSurface, HALF_HEIGHT, HexDrawingPlace, shape_drawn_by};
use crate::colour::Colour;
use crate::palette::{TerrainLook, TerrainPattern};
use crate::roads::MapTerrainLooks;

/// Units by which the outline of an area strays from the edges of its hexes.
const STRAY: f32 = 4.0;
/// Level of a hex that is not drawn.
const OUTSIDE: u8 = u8::MAX;

/// Returns the height of a pattern's layer: a higher one covers a lower one.
const fn height_of_layer(pattern: TerrainPattern) -> u8 {
    match pattern {
        TerrainPattern::Waves | TerrainPattern::Bridge => 0,
        TerrainPattern::Dots => 1,
        TerrainPattern::Reeds => 2,
        TerrainPattern::Grass | TerrainPattern::Road | TerrainPattern::Rampart | TerrainPattern::Glyph => 3,
        TerrainPattern::Furrows | TerrainPattern::Houses | TerrainPattern::Castle => 4,
        TerrainPattern::Bushes => 5,
        TerrainPattern::Hills => 6,
        TerrainPattern::Trees => 7,
        TerrainPattern::Hachures => 8,
        TerrainPattern::Peaks | TerrainPattern::Barred => 9,
    }
}

/// One layer of ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GroundLayer {
    height: u8,
    colour: Colour,
}

/// The layers of a ruleset's terrains from the lowest up, and the level of each terrain among them.
struct GroundLayers {
    layers: Vec<GroundLayer>,
    levels: Vec<u8>,
}

impl GroundLayers {
    fn new(looks: &[TerrainLook]) -> Self {
        // Terrains of one colour share a layer, the lowest of theirs: a road lies on its grass.
        let layer_of = |colour: Colour| {
            let alike = looks.iter().filter(|look| look.ground == colour);
            let height = alike.map(|look| height_of_layer(look.pattern)).min().unwrap_or(0);
            GroundLayer { height, colour }
        };
        let mut layers: Vec<GroundLayer> = looks.iter().map(|look| layer_of(look.ground)).collect();
        layers.sort_unstable();
        layers.dedup();
        let level = |look: &TerrainLook| {
            let found = layers.binary_search(&layer_of(look.ground)).unwrap_or(0);
            u8::try_from(found).unwrap_or(OUTSIDE - 1)
        };
        Self { levels: looks.iter().map(level).collect(), layers }
    }
}

/// Draws the areas of the hexes in these columns and rows, and around them what light makes of their
/// rims. `origin` is the place of the hex at column 0, row 0.
///
/// Cost: grows with the hexes and with the number of layers.
pub fn draw_ground_areas(
    canvas: &mut dyn DrawingSurface,
    ground: &MapTerrainLooks<'_>,
    (cols, rows): (std::ops::Range<i32>, std::ops::Range<i32>),
    origin: HexDrawingPlace,
) {
    let layers = GroundLayers::new(ground.looks);
    let window = LevelWindow::new(ground, &layers, cols, rows);
    let at = origin.shifted_by(window.shift);
    let mut shows: Vec<u8> = window.levels.iter().copied().filter(|&level| level != OUTSIDE).collect();
    shows.sort_unstable();
    shows.dedup();
    let mut beneath: Option<GroundLayer> = None;
    for level in shows {
        let layer = layers.layers[usize::from(level)];
        let (area, rim) = window.outline_of_level(level);
        if let Some(below) = beneath {
            draw_rim_beneath(canvas, at, &rim, below, layer);
        } else {
            // The map lies on its paper.
            let shadow = layer.colour.darker_by(200);
            canvas.stroke_translucent(at.shifted_by((1.5, 2.0)), &area, shadow, 6.0, 50);
            canvas.stroke_translucent(at, &area, shadow, 2.4, 200);
        }
        canvas.fill_shape(at, &area, layer.colour);
        beneath = Some(layer);
    }
}

/// Draws what is seen around a layer on the one below it: shallows and a shoreline on water, light on
/// the north-western slope and shadow on the south-eastern one around what is high.
fn draw_rim_beneath(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    rim: &Path,
    below: GroundLayer,
    layer: GroundLayer,
) {
    if below.height == 0 && layer.height > 0 {
        let shallow = below.colour.lighter_by(110);
        canvas.stroke_translucent(at, rim, shallow, 15.0, 110);
        if at.across >= 0.3 {
            canvas.stroke_translucent(at, rim, shallow, 8.0, 110);
        }
        canvas.stroke_shape(at, rim, below.colour.darker_by(100), 3.0);
    }
    let relief = match layer.height {
        0..=5 => return,
        6..=8 => 1.0,
        _ => 1.6,
    };
    let (shadow, light) = (below.colour.darker_by(170), layer.colour.lighter_by(120));
    // Where a hex has few pixels one line does for both.
    if at.across < 0.3 {
        canvas.stroke_translucent(
            at.shifted_by((1.6 * relief, 2.2 * relief)),
            rim,
            shadow,
            3.5 * relief,
            110,
        );
        return;
    }
    canvas.stroke_translucent(at.shifted_by((1.6 * relief, 2.2 * relief)), rim, shadow, 4.0 * relief, 60);
    canvas.stroke_translucent(at.shifted_by((1.0 * relief, 1.4 * relief)), rim, shadow, 2.0 * relief, 80);
    canvas.stroke_translucent(at.shifted_by((-0.9 * relief, -1.2 * relief)), rim, light, 1.6, 200);
}

/// Draws the lines between hexes, each once.
pub fn draw_hex_lines(
    canvas: &mut dyn DrawingSurface,
    grid: &Grid,
    cells: &[(Cell, HexDrawingPlace)],
    ink: Colour,
) {
    let Some(&(first, origin)) = cells.first() else { return };
    let from = middle_in_units(grid.coord(first));
    let lines = shape_drawn_by(|path| {
        for &(cell, _) in cells {
            let (x, y) = middle_in_units(grid.coord(cell));
            let corner = |index: usize| {
                let (dx, dy) = CORNERS[index % 6];
                (x - from.0 + dx, y - from.1 + dy)
            };
            // The three edges in the south belong to this hex; the others to the hexes beyond, where there are any.
            let (mut x, mut y) = corner(0);
            path.move_to(x, y);
            for index in 1..=6 {
                (x, y) = corner(index);
                let direction = direction_of_edge(index - 1);
                let own =
                    index <= 3 || grid.at((grid.coord(cell).hex() + direction.vector()).into()).is_none();
                if own { path.line_to(x, y) } else { path.move_to(x, y) }
            }
        }
    });
    canvas.stroke_translucent(origin, &lines, ink, 0.9 / origin.down, 50);
}

/// Returns the direction of an edge; edge 0 is the south-eastern one, the others follow clockwise.
const fn direction_of_edge(edge: usize) -> Direction {
    Direction::ALL[(edge + 2) % 6]
}

/// Returns the middle of a hex in units of the hex, from the middle of column 0, row 0.
fn middle_in_units(at: Coord) -> (f32, f32) {
    let (x, y) = lattice_place(at);
    in_units(x, y)
}

/// Returns the middle of a hex on the lattice of all middles, corners and edges' middles: eighths of a
/// hex's width, quarters of its height.
const fn lattice_place(at: Coord) -> (i32, i32) {
    (at.col * 6, at.row * 4 + 2 * (at.col & 1))
}

#[expect(clippy::cast_precision_loss, reason = "maps are at most some thousand hexes wide and high")]
fn in_units(x: i32, y: i32) -> (f32, f32) {
    (x as f32 * 8.0, y as f32 * (HALF_HEIGHT / 2.0))
}

/// Places of the corners on the lattice, from a hex's middle; corner 0 is the eastern one, the others
/// follow clockwise.
const CORNER_STEPS: [(i32, i32); 6] = [(4, 0), (2, 2), (-2, 2), (-4, 0), (-2, -2), (2, -2)];
/// Places of the edges' middles on the lattice, from a hex's middle.
const EDGE_STEPS: [(i32, i32); 6] = [(3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1)];

/// The levels of the hexes in some columns and rows.
struct LevelWindow {
    cols: std::ops::Range<i32>,
    rows: std::ops::Range<i32>,
    /// Row by row.
    levels: Vec<u8>,
    /// Units from the middle of column 0, row 0 to the middle of the first hex, from which outlines are
    /// measured: numbers stay small on large maps.
    shift: (f32, f32),
}

impl LevelWindow {
    fn new(
        ground: &MapTerrainLooks<'_>,
        layers: &GroundLayers,
        cols: std::ops::Range<i32>,
        rows: std::ops::Range<i32>,
    ) -> Self {
        let grid = ground.map.grid();
        let level =
            |at: Coord| grid.at(at).map_or(OUTSIDE, |cell| layers.levels[ground.map.terrain(cell).index()]);
        // An even column: all rows of a window stand alike.
        let shift = middle_in_units(Coord { col: cols.start & !1, row: rows.start });
        let mut window = Self { levels: Vec::new(), cols, rows, shift };
        window.levels = window.coords().map(level).collect();
        window
    }

    fn level_at(&self, at: Coord) -> u8 {
        self.index_of(at).map_or(OUTSIDE, |index| self.levels[index])
    }

    fn index_of(&self, Coord { col, row }: Coord) -> Option<usize> {
        let inside = self.cols.contains(&col) && self.rows.contains(&row);
        let index = (row - self.rows.start) * (self.cols.end - self.cols.start) + col - self.cols.start;
        inside.then(|| usize::try_from(index).unwrap_or(0))
    }

    /// Returns `true` if the hex lies at this level or above it.
    fn is_covered(&self, at: Coord, level: u8) -> bool {
        let here = self.level_at(at);
        here != OUTSIDE && here >= level
    }

    /// Returns the area of the hexes at a level and above, with one closed line for each piece and hole, and
    /// the lines of its rim, which has gaps where the map or the window ends.
    fn outline_of_level(&self, level: u8) -> (Path, Path) {
        let mut drawn = vec![0_u8; self.levels.len()];
        let mut rim = PathBuilder::new();
        let area = shape_drawn_by(|area| {
            for at in self.coords() {
                for edge in 0..6 {
                    let index = self.index_of(at).unwrap_or(0);
                    let starts_line = self.is_covered(at, level)
                        && !self.is_covered(Self::beyond_edge(at, edge), level)
                        && drawn[index] & 1 << edge == 0;
                    if starts_line {
                        self.trace_outline(area, &mut rim, (at, edge), level, &mut drawn);
                    }
                }
            }
        });
        (area, shape_drawn_by(|path| rim.finish().iter().for_each(|rim| path.push_path(rim))))
    }

    fn coords(&self) -> impl Iterator<Item = Coord> + use<> {
        let (cols, rows) = (self.cols.clone(), self.rows.clone());
        rows.flat_map(move |row| cols.clone().map(move |col| Coord { col, row }))
    }

    /// Draws the closed line that has this edge in it, clockwise around what is covered.
    fn trace_outline(
        &self,
        area: &mut PathBuilder,
        rim: &mut PathBuilder,
        first: (Coord, usize),
        level: u8,
        drawn: &mut [u8],
    ) {
        let (mut at, mut edge) = first;
        let (x, y) = self.point_on_edge(at, edge);
        area.move_to(x, y);
        rim.move_to(x, y);
        loop {
            if let Some(index) = self.index_of(at) {
                drawn[index] |= 1 << edge;
            }
            // Around the corner lies the next edge of this hex, or one of the hex beyond that edge.
            let next_edge = (edge + 1) % 6;
            let beside = Self::beyond_edge(at, next_edge);
            let next =
                if self.is_covered(beside, level) { (beside, (edge + 5) % 6) } else { (at, next_edge) };
            let corner = lattice_sum(at, CORNER_STEPS[next_edge]);
            let (x, y) = self.point_on_edge(next.0, next.1);
            if self.is_map_rim(at, edge) || self.is_map_rim(next.0, next.1) {
                let (corner_x, corner_y) = self.unmoved_point(corner);
                area.line_to(corner_x, corner_y);
                area.line_to(x, y);
                rim.move_to(x, y);
            } else {
                let (by_x, by_y) = self.strayed_point(corner);
                area.quad_to(by_x, by_y, x, y);
                rim.quad_to(by_x, by_y, x, y);
            }
            if next == first {
                area.close();
                return;
            }
            (at, edge) = next;
        }
    }

    fn beyond_edge(at: Coord, edge: usize) -> Coord {
        (at.hex() + direction_of_edge(edge).vector()).into()
    }

    /// Returns `true` for an edge beyond which nothing is drawn: the map or the window ends there.
    fn is_map_rim(&self, at: Coord, edge: usize) -> bool {
        self.level_at(Self::beyond_edge(at, edge)) == OUTSIDE
    }

    /// Returns the point at which an outline crosses the line between the middles of two hexes.
    fn point_on_edge(&self, at: Coord, edge: usize) -> (f32, f32) {
        let place = lattice_sum(at, EDGE_STEPS[edge]);
        if self.is_map_rim(at, edge) { self.unmoved_point(place) } else { self.strayed_point(place) }
    }

    fn unmoved_point(&self, (x, y): (i32, i32)) -> (f32, f32) {
        let (x, y) = in_units(x, y);
        (x - self.shift.0, y - self.shift.1)
    }

    fn strayed_point(&self, place: (i32, i32)) -> (f32, f32) {
        let (x, y) = self.unmoved_point(place);
        let hash = hash_pair(place.0.cast_unsigned(), place.1.cast_unsigned());
        let share = |bits: u32| f32::from(u8::try_from(bits & 0xFF).unwrap_or(0)) / 127.5 - 1.0;
        (x + STRAY * share(hash >> 8), y + STRAY * share(hash >> 20))
    }
}

const fn lattice_sum(at: Coord, step: (i32, i32)) -> (i32, i32) {
    let (x, y) = lattice_place(at);
    (x + step.0, y + step.1)
}
