//! Drawing of a whole map, layer over layer.

use hotgates_engine::mix::hash_pair;
use hotgates_engine::{Battle, Cell, Coord, Grid, Map, Ruleset, Side, TerrainId, UnitId, WeatherState};

use crate::canvas::{
    CORNERS, Canvas, DrawingSurface, HexDrawingPlace, closed_area, disc_around, hexagon_grown, open_line,
};
use crate::colour::Colour;
use crate::counter::{Counter, CounterCohesion, Steadiness};
use crate::ground::{draw_ground_areas, draw_hex_lines};
use crate::image::Image;
use crate::layout::{HexLayout, LABELLED, MAX_PIXELS};
use crate::marks::{ChokeMark, PictureMarks, outer_edges};
use crate::palette::{Palette, TerrainLook, TerrainPattern};
use crate::roads::MapTerrainLooks;
use crate::text;
use crate::tile::{self, VARIANTS};
use crate::vectors::{MapVectors, VectorDrawing};
use crate::weather::WeatherLook;

/// A map, with a battle on it or without, and everything that its drawing depends on.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    map: &'a Map,
    rules: &'a Ruleset,
    battle: Option<&'a Battle>,
    weather: Option<&'a WeatherState>,
    layers: PictureLayers,
    marks: PictureMarks,
    palette: Palette,
    most: u64,
}

/// Layers besides the terrain and its castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLayers {
    /// Lines between hexes.
    pub grid: bool,
    /// Numbers of columns and rows beside the map.
    pub labels: bool,
    /// Units.
    pub units: bool,
}

impl Default for PictureLayers {
    fn default() -> Self {
        Self { grid: true, labels: true, units: true }
    }
}

/// Pixels drawn around a part and cut off: a curve that ends at the edge of what is drawn comes out a shade
/// different there.
const PART_MARGIN: i32 = 24;

impl<'a> Picture<'a> {
    /// Returns the picture of a map without units.
    #[must_use]
    pub fn from_map(map: &'a Map, rules: &'a Ruleset) -> Self {
        Self {
            map,
            rules,
            battle: None,
            weather: None,
            layers: PictureLayers::default(),
            marks: PictureMarks::default(),
            palette: Palette::default(),
            most: MAX_PIXELS,
        }
    }

    /// Returns the picture of a battle as it stands; for one side's view of it, the battle of that
    /// view.
    #[must_use]
    pub fn from_battle(battle: &'a Battle) -> Self {
        Self { battle: Some(battle), ..Self::from_map(battle.map(), battle.rules()) }
            .with_weather(battle.weather())
    }

    /// Returns the picture in a state of the weather, or in none. A state whose name players know (rain, snow, mist,
    /// mud, night and their like) has a look of its own, any other that of what it does.
    #[must_use]
    pub fn with_weather(self, weather: Option<&'a WeatherState>) -> Self {
        Self { weather, ..self }
    }

    /// Returns the picture with these layers.
    #[must_use]
    pub fn with_layers(self, layers: PictureLayers) -> Self {
        Self { layers, ..self }
    }

    /// Returns the picture with these hexes pointed out. Cells that are not of this map are left
    /// out.
    #[must_use]
    pub fn with_marks(self, marks: PictureMarks) -> Self {
        Self { marks, ..self }
    }

    /// Returns the picture in these colours.
    #[must_use]
    pub fn with_palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// Returns the picture with at most this many pixels: hexes get smaller where they have to.
    /// [`MAX_PIXELS`], if not given.
    #[must_use]
    pub fn with_most_pixels(self, pixels: u64) -> Self {
        Self { most: pixels.min(MAX_PIXELS), ..self }
    }

    /// Draws the picture with hexes `hex` pixels wide, or narrower where the picture would get too
    /// large. From 8 pixels on terrains have their patterns; below, pictures are for thumbnails:
    /// colours, castles and units as blocks.
    ///
    /// Cost: time and memory grow with the pixels.
    pub fn draw_with_hexes(&self, hex: f64) -> Image {
        let layout = HexLayout::new(self.map.grid(), hex, self.layers.labels, self.most);
        self.draw_on(&layout)
    }

    /// Draws the picture as large as fits into `width` × `height` pixels, for thumbnails: without
    /// numbers, the hexes at most 64 wide.
    pub fn draw_fitting(&self, width: u32, height: u32) -> Image {
        let all = HexLayout::new(self.map.grid(), 4.0, false, u64::MAX);
        let (across, down) = all.size_in_pixels();
        let scale = (f64::from(width) / f64::from(across)).min(f64::from(height) / f64::from(down));
        let mut hex = (4.0 * scale).clamp(0.01, 64.0);
        loop {
            let layout = HexLayout::new(self.map.grid(), hex, false, self.most);
            let (across, down) = layout.size_in_pixels();
            if (across <= width.max(1) && down <= height.max(1)) || hex < 0.02 {
                return self.draw_on(&layout);
            }
            hex *= 0.99;
        }
    }

    /// Draws a part of the picture: `width` × `height` pixels whose upper left corner is the pixel
    /// (`left`, `top`) of a picture with hexes `hex` pixels wide and `hex` × 7/8 high, without
    /// margin and numbers. Parts fit each other without a seam where `hex` is a multiple of 8.
    /// Column 0 starts at the left edge; the distance from one column to the next is `hex` × 3/4.
    ///
    /// Cost: time and memory grow with the pixels of the part, whatever the size of the map.
    pub fn draw_part(&self, hex: f64, (left, top): (i32, i32), width: u32, height: u32) -> Image {
        let (left, top, margin) = (left - PART_MARGIN, top - PART_MARGIN, PART_MARGIN.unsigned_abs());
        let layout = HexLayout::layout_of_part(self.map.grid(), hex, (left, top));
        let part = Self { layers: PictureLayers { labels: false, ..self.layers }, ..self.clone() };
        let (width, height) = (width.max(1), height.max(1));
        part.paint_layout(&layout, width + 2 * margin, height + 2 * margin).cut_out(margin, width, height)
    }

    fn draw_on(&self, layout: &HexLayout) -> Image {
        let (width, height) = layout.size_in_pixels();
        self.paint_layout(layout, width, height)
    }

    fn paint_layout(&self, layout: &HexLayout, width: u32, height: u32) -> Image {
        let looks = self.terrain_looks();
        let mut canvas = Canvas::new(width, height);
        if !layout.is_part_of_picture() {
            canvas.fill_all(self.palette.paper);
        }
        if layout.draws_each_hex() {
            self.paint_large_hexes(&mut canvas, layout, &looks);
        } else {
            self.paint_small_hexes(&mut canvas, layout, &looks);
        }
        Image { width, height, rgba: canvas.into_rgba() }
    }

    /// Returns the look of each terrain in this weather.
    fn terrain_looks(&self) -> Vec<TerrainLook> {
        let weather = self.weather.map_or(WeatherLook::Clear, WeatherLook::look_of_state);
        let look = |terrain| weather.look_of_ground(self.palette.look_of_terrain(terrain));
        self.rules.terrains.iter().map(look).collect()
    }

    /// Draws the pattern of a terrain, and what the weather puts on it.
    fn draw_pattern(
        &self,
        canvas: &mut dyn DrawingSurface,
        at: HexDrawingPlace,
        (terrain, look): (TerrainId, &TerrainLook),
        variant: u32,
    ) {
        let terrain = &self.rules.terrains[terrain];
        tile::draw_pattern(canvas, at, look, terrain.glyph, variant);
        if let Some(state) = self.weather {
            WeatherLook::look_of_state(state).draw_on_hex(canvas, at, (state, terrain), variant);
        }
    }

    /// Paints each pixel in the colour of its hex, then blocks for castles, marks and units.
    fn paint_small_hexes(&self, canvas: &mut Canvas, layout: &HexLayout, looks: &[TerrainLook]) {
        let grid = self.map.grid();
        for y in 0..canvas.pixel_height() {
            for x in 0..canvas.pixel_width() {
                let Coord { col, row } = layout.hex_at(f64::from(x) + 0.5, f64::from(y) + 0.5);
                if layout.is_part_of_picture() && grid.at(Coord { col, row }).is_none() {
                    continue;
                }
                let near =
                    Coord { col: col.clamp(0, grid.width() - 1), row: row.clamp(0, grid.height() - 1) };
                // The picture's edges belong to the hexes beside them.
                if let Some(cell) = grid.at(near) {
                    canvas.set_pixel(x, y, looks[self.map.terrain(cell).index()].far);
                }
            }
        }
        for &castle in self.map.castles() {
            self.fill_hex_block(canvas, layout, castle, 1.5, self.palette.ink);
            let owner = self.castle_owner(castle).map(|side| self.palette.sides[side].fill);
            self.fill_hex_block(canvas, layout, castle, 0.9, owner.unwrap_or(Colour::from_rgb(0xFF_FF_FF)));
        }
        for (cell, side) in self.goal_flags() {
            self.fill_hex_block(canvas, layout, cell, 1.2, self.palette.ink);
            self.fill_hex_block(canvas, layout, cell, 0.7, self.palette.sides[side].fill);
        }
        for &cell in self.marks.chokes.iter().flat_map(|choke| &choke.hexes) {
            self.fill_hex_block(canvas, layout, cell, 1.2, self.palette.choke);
        }
        for &cell in &self.marks.path {
            self.fill_hex_block(canvas, layout, cell, 0.4, self.palette.path);
        }
        for (unit, battle) in self.units_to_draw() {
            let colours = self.palette.sides[battle.info(unit).side];
            self.fill_hex_block(canvas, layout, battle.unit(unit).cell, 0.9, colours.edge);
            self.fill_hex_block(canvas, layout, battle.unit(unit).cell, 0.6, colours.fill);
        }
    }

    /// Fills a block on a hex, `size` hexes wide, at least two pixels.
    fn fill_hex_block(&self, canvas: &mut Canvas, layout: &HexLayout, cell: Cell, size: f64, colour: Colour) {
        let Some(at) = self.coord_on_map(cell) else { return };
        let (x, y) = layout.middle_of_hex(at);
        let half = (layout.hex_width() * size / 2.0).max(1.0);
        let (left, right) =
            ((x - half).round().max(0.0), (x + half).round().min(f64::from(canvas.pixel_width())));
        let (top, bottom) =
            ((y - half).round().max(0.0), (y + half).round().min(f64::from(canvas.pixel_height())));
        let range = |from: f64, to: f64| to_pixel(from)..to_pixel(to);
        for y in range(top, bottom) {
            for x in range(left, right) {
                canvas.set_pixel(x, y, colour);
            }
        }
    }

    fn paint_large_hexes(&self, canvas: &mut Canvas, layout: &HexLayout, looks: &[TerrainLook]) {
        let ground = MapTerrainLooks { map: self.map, looks };
        let (cols, rows) = layout.hexes_within(canvas.pixel_width(), canvas.pixel_height());
        let cells = cells_from_north(self.map.grid(), layout, (cols.clone(), rows.clone()));
        let origin = layout.place_of_hex(Coord { col: 0, row: 0 });
        draw_ground_areas(canvas, &ground, (cols, rows), origin);
        if self.layers.grid {
            draw_hex_lines(canvas, self.map.grid(), &cells, self.palette.ink);
        }
        let mut patterns = StampedPatterns::new(self, looks, layout);
        for &(cell, at) in &cells {
            patterns.stamp_pattern(canvas, at, self.map.terrain(cell), self.tile_variant(cell));
        }
        draw_roads(canvas, &ground, &cells);
        self.draw_flags(canvas, layout, &ground);
        self.draw_marks(canvas, layout);
        for (unit, battle) in self.units_to_draw() {
            let side = battle.info(unit).side;
            if let Some(at) = self.coord_on_map(battle.unit(unit).cell) {
                counter_of(battle, unit).draw_on(canvas, layout.place_of_hex(at), &self.palette.sides[side]);
            }
        }
        self.draw_held_castles(canvas, layout, looks);
        if self.layers.labels && layout.hex_width() >= LABELLED {
            self.draw_labels(canvas, layout);
        }
    }

    /// Draws castles and hexes of goals, with the flags of the sides that hold them.
    fn draw_flags(&self, canvas: &mut dyn DrawingSurface, layout: &HexLayout, ground: &MapTerrainLooks<'_>) {
        for &castle in self.map.castles() {
            let at = layout.place_of_hex(self.map.grid().coord(castle));
            let flag = self.castle_owner(castle).map(|side| (side, self.palette.sides[side].fill));
            tile::draw_keep(canvas, at, ground.terrain_look_at(castle), flag);
        }
        for (cell, side) in self.goal_flags() {
            let at = layout.place_of_hex(self.map.grid().coord(cell));
            let look = ground.terrain_look_at(cell);
            tile::draw_goal(canvas, at, look, (side, self.palette.sides[side].fill));
        }
    }

    /// Returns the picture as shapes, hexes 64 wide and 56 high, column 0 at the left edge: the areas of the
    /// ground, the patterns on them, then what lies on several hexes, then castles and flags, then what
    /// stands on those that are occupied. Units and marks are left to the caller.
    ///
    /// Cost: a few shapes for each hex that is road or bridge, a few numbers for each hex where an area ends.
    #[must_use]
    pub fn to_vectors(&self) -> MapVectors {
        let looks = self.terrain_looks();
        let ground = MapTerrainLooks { map: self.map, looks: &looks };
        let (grid, layout) = (self.map.grid(), HexLayout::layout_of_part(self.map.grid(), 64.0, (0, 0)));
        let all = (0..grid.width(), 0..grid.height());
        let cells = cells_from_north(grid, &layout, all.clone());
        let origin = layout.place_of_hex(Coord { col: 0, row: 0 });
        let middle = HexDrawingPlace { x: 0.0, y: 0.0, ..origin };
        let mut patterns: Vec<(TerrainId, u32)> =
            cells.iter().map(|&(cell, _)| (self.map.terrain(cell), self.tile_variant(cell))).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let draw_alone = |&(terrain, variant): &(TerrainId, u32)| {
            let mut drawing = VectorDrawing::default();
            self.draw_pattern(&mut drawing, middle, (terrain, &looks[terrain.index()]), variant);
            drawing
        };
        let pattern_of = |at: Coord| {
            let cell = grid.at(at)?;
            patterns.binary_search(&(self.map.terrain(cell), self.tile_variant(cell))).ok()
        };
        let coords = all.1.clone().flat_map(|row| all.0.clone().map(move |col| Coord { col, row }));
        let mut vectors = MapVectors {
            patterns: patterns.iter().map(draw_alone).collect(),
            pattern_of_hex: coords.filter_map(pattern_of).collect(),
            ..MapVectors::default()
        };
        draw_ground_areas(&mut vectors.areas, &ground, all, origin);
        draw_roads(&mut vectors.roads, &ground, &cells);
        self.draw_flags(&mut vectors.flags, &layout, &ground);
        self.draw_held_castles(&mut vectors.held, &layout, &looks);
        vectors
    }

    /// Draws a small keep in the corner of counters that stand on castles, a flag on those that stand on
    /// hexes of goals.
    fn draw_held_castles(&self, canvas: &mut dyn DrawingSurface, layout: &HexLayout, looks: &[TerrainLook]) {
        let Some(battle) = self.battle.filter(|_| self.layers.units) else { return };
        for &castle in self.map.castles().iter().filter(|&&castle| battle.at(castle).is_some()) {
            let at = layout.place_of_hex(self.map.grid().coord(castle)).shifted_by((20.0, -15.0));
            let at = HexDrawingPlace { across: at.across * 0.5, down: at.down * 0.5, ..at };
            tile::draw_building(canvas, at, &looks[self.map.terrain(castle).index()]);
        }
        for (cell, side) in self.goal_flags().filter(|&(cell, _)| battle.at(cell).is_some()) {
            let at = layout.place_of_hex(self.map.grid().coord(cell)).shifted_by((18.0, -8.0));
            tile::draw_flag(canvas, at, side, self.palette.sides[side].fill, self.palette.ink);
        }
    }

    /// Draws the marks.
    fn draw_marks(&self, canvas: &mut Canvas, layout: &HexLayout) {
        let place = |cell: Cell| self.coord_on_map(cell).map(|at| layout.place_of_hex(at));
        for at in self.marks.reach.iter().filter_map(|&cell| place(cell)) {
            canvas.shade_shape(at, &hexagon_grown(0.0), self.palette.reach);
        }
        self.draw_border(canvas, layout, &self.marks.reach, Palette::border_colour(self.palette.reach));
        for at in self.marks.entry.iter().filter_map(|&cell| place(cell)) {
            let red = self.palette.sides.red;
            canvas.stroke_shape(at, &hexagon_grown(-4.0), red.fill, 3.0);
            canvas.fill_shape(at, &closed_area(&[(-9.0, -6.0), (9.0, -6.0), (0.0, 9.0)]), red.fill);
        }
        for choke in &self.marks.chokes {
            for at in choke.hexes.iter().filter_map(|&cell| place(cell)) {
                self.draw_choke_point(canvas, at, choke);
            }
        }
        self.draw_path(canvas, layout);
    }

    fn draw_choke_point(&self, canvas: &mut Canvas, at: HexDrawingPlace, choke: &ChokeMark) {
        let ring = hexagon_grown(-3.5);
        if choke.held {
            canvas.fill_translucent(at, &ring, self.palette.choke, 70);
            canvas.stroke_shape(at, &ring, Colour::from_rgb(0xFF_FF_FF), 8.0);
            canvas.stroke_shape(at, &ring, self.palette.choke, 5.0);
            // A bar across the path.
            canvas.stroke_shape(
                at,
                &open_line(&[(-11.0, 0.0), (11.0, 0.0)]),
                Colour::from_rgb(0xFF_FF_FF),
                12.0,
            );
            canvas.stroke_shape(at, &open_line(&[(-11.0, 0.0), (11.0, 0.0)]), self.palette.choke, 7.0);
        } else {
            canvas.stroke_shape(at, &ring, self.palette.choke, 2.0);
        }
    }

    /// Draws the outer edges of a set of hexes.
    fn draw_border(&self, canvas: &mut Canvas, layout: &HexLayout, cells: &[Cell], colour: Colour) {
        let grid = self.map.grid();
        let known: Vec<Cell> =
            cells.iter().copied().filter(|&cell| self.coord_on_map(cell).is_some()).collect();
        for (cell, direction) in outer_edges(grid, &known) {
            let first = (direction as usize + 4) % 6;
            let edge = open_line(&[CORNERS[first], CORNERS[(first + 1) % 6]]);
            canvas.stroke_shape(layout.place_of_hex(grid.coord(cell)), &edge, colour, 2.4);
        }
    }

    fn draw_path(&self, canvas: &mut Canvas, layout: &HexLayout) {
        let stops: Vec<_> = self.marks.path.iter().filter_map(|&cell| self.coord_on_map(cell)).collect();
        let Some((&first, &last)) = stops.first().zip(stops.last()) else { return };
        let origin = layout.place_of_hex(first);
        let units = |at: Coord| {
            let place = layout.place_of_hex(at);
            ((place.x - origin.x) / origin.across, (place.y - origin.y) / origin.down)
        };
        let line = open_line(&stops.iter().map(|&at| units(at)).collect::<Vec<_>>());
        let white = Colour::from_rgb(0xFF_FF_FF);
        for (colour, width) in [(white, 8.0), (self.palette.path, 4.5)] {
            if stops.len() > 1 {
                canvas.stroke_shape(origin, &line, colour, width);
            }
            canvas.fill_shape(origin, &disc_around(0.0, 0.0, width * 1.2), colour);
            canvas.fill_shape(layout.place_of_hex(last), &disc_around(0.0, 0.0, width * 1.7), colour);
        }
        canvas.fill_shape(layout.place_of_hex(last), &disc_around(0.0, 0.0, 3.5), white);
    }

    /// Draws the numbers of columns above the map and of rows to its left, as many as have room.
    fn draw_labels(&self, canvas: &mut Canvas, layout: &HexLayout) {
        let grid = self.map.grid();
        let margin = f64::from(layout.margin);
        let size = (layout.hex_width() * 0.2).clamp(6.0, 11.0);
        let place =
            |x: f64, y: f64| HexDrawingPlace { x: to_single(x), y: to_single(y), across: 1.0, down: 1.0 };
        let widest = grid.width().max(grid.height()).to_string();
        let room = f64::from(text::text_width(&widest, to_single(size))) + 6.0;
        let every = label_interval(room / layout.across);
        for col in (0..grid.width()).step_by(every) {
            let (x, _) = layout.middle_of_hex(Coord { col, row: 0 });
            self.draw_number(canvas, place(x, margin / 2.0), col, size);
        }
        let every = label_interval((size + 6.0) / layout.down);
        for row in (0..grid.height()).step_by(every) {
            let (_, y) = layout.middle_of_hex(Coord { col: 0, row });
            self.draw_number(canvas, place(margin / 2.0, y), row, size);
        }
    }

    fn draw_number(&self, canvas: &mut Canvas, at: HexDrawingPlace, number: i32, size: f64) {
        if let Some(outline) = text::text_outline(&number.to_string(), to_single(size)) {
            canvas.fill_translucent(at, &outline, self.palette.ink, 200);
        }
    }

    fn units_to_draw(&self) -> impl Iterator<Item = (UnitId, &'a Battle)> + use<'a> {
        let living = |battle: &'a Battle| {
            Side::BOTH.into_iter().flat_map(|side| battle.living(side)).map(move |unit| (unit, battle))
        };
        self.battle.filter(|_| self.layers.units).into_iter().flat_map(living)
    }

    /// Returns each hex of a goal that is no castle, with the side that holds it.
    fn goal_flags(&self) -> impl Iterator<Item = (Cell, Side)> + use<'a> {
        let castles = self.map.castles().len();
        self.battle.into_iter().flat_map(move |battle| battle.flags().skip(castles))
    }

    /// Returns the side that holds a castle.
    fn castle_owner(&self, castle: Cell) -> Option<Side> {
        self.battle?.castles().find(|&(cell, _)| cell == castle).map(|(_, owner)| owner)
    }

    /// Returns the column and row of a cell, if the cell is on this map.
    fn coord_on_map(&self, cell: Cell) -> Option<Coord> {
        let at = self.map.grid().coord(cell);
        self.map.grid().at(at).filter(|&there| there == cell).map(|_| at)
    }

    fn tile_variant(&self, cell: Cell) -> u32 {
        let Coord { col, row } = self.map.grid().coord(cell);
        (hash_pair(col.cast_unsigned(), row.cast_unsigned()) >> 28) % VARIANTS
    }
}

/// Returns the hexes of these columns and rows from the north to the south: what stands further south hides what
/// is behind it.
fn cells_from_north(
    grid: &Grid,
    layout: &HexLayout,
    (cols, rows): (std::ops::Range<i32>, std::ops::Range<i32>),
) -> Vec<(Cell, HexDrawingPlace)> {
    let halves = rows.flat_map(|row| [(row, 0), (row, 1)]);
    let coords = halves.flat_map(|(row, odd)| {
        cols.clone().filter(move |col| col & 1 == odd).map(move |col| Coord { col, row })
    });
    coords.filter_map(|at| Some((grid.at(at)?, layout.place_of_hex(at)))).collect()
}

/// Draws roads and bridges over the patterns of the hexes.
fn draw_roads(
    canvas: &mut dyn DrawingSurface,
    ground: &MapTerrainLooks<'_>,
    cells: &[(Cell, HexDrawingPlace)],
) {
    for &(cell, at) in cells {
        ground.draw_casing(canvas, cell, at);
    }
    for &(cell, at) in cells {
        ground.draw_surface(canvas, cell, at);
    }
}

/// Returns the content of a unit's counter.
pub fn counter_of(battle: &Battle, unit: UnitId) -> Counter {
    let (info, state, kind) = (battle.info(unit), battle.unit(unit), battle.kind(unit));
    let moves = battle.side() == info.side && battle.verdict().is_none();
    let steadiness = if battle.is_broken(unit) {
        Steadiness::Broken
    } else if battle.is_wavering(unit) {
        Steadiness::Wavering
    } else {
        Steadiness::Steady
    };
    let condition = battle.condition(unit);
    let permille = condition.cohesion;
    let named = info.officer.is_some() && !condition.officer_fell;
    let has_cohesion = battle.rules().options.cohesion.is_some();
    let obeys = moves && !battle.is_broken(unit);
    Counter {
        can_move: obeys && !state.halted && state.left.0 > 0,
        can_attack: obeys && !battle.is_wavering(unit) && state.left >= kind.attack_cost,
        unsupplied: condition.unsupplied > 0,
        cohesion: has_cohesion.then_some(CounterCohesion { permille, steadiness }),
        strength: (state.strength.0, kind.strength.0),
        movement: moves.then_some((state.left.0, kind.movement.0)),
        facing: condition.facing,
        dug_in: (
            condition.dug_in,
            battle.rules().options.entrenchment.as_ref().map_or(0, |rule| rule.levels),
        ),
        ready: condition.ready,
        works: condition.work.is_some(),
        contingent: battle.contingent(unit).and_then(|entry| entry.colour).map(|colour| Colour(colour.0)),
        ..Counter::new(battle.rules(), info.side, kind).with_officer(battle.rank(unit), named)
    }
}

/// The patterns of terrains, each drawn once in each variant that a picture has, to be put on it many times.
struct StampedPatterns<'a> {
    picture: &'a Picture<'a>,
    looks: &'a [TerrainLook],
    stamps: Vec<Option<Canvas>>,
    /// Place of the middle on a stamp.
    middle: HexDrawingPlace,
}

impl<'a> StampedPatterns<'a> {
    fn new(picture: &'a Picture<'a>, looks: &'a [TerrainLook], layout: &HexLayout) -> Self {
        let first = layout.place_of_hex(Coord { col: 0, row: 0 });
        // Peaks and trees reach beyond their hex. The middle of a stamp lies where the middles of hexes lie
        // between pixels.
        let x = (first.across * 42.0).ceil() + first.x.fract();
        let y = (first.down * 42.0).ceil() + first.y.fract();
        let stamps = looks.iter().flat_map(|_| (0..VARIANTS).map(|_| None)).collect();
        Self { picture, looks, stamps, middle: HexDrawingPlace { x, y, ..first } }
    }

    fn stamp_pattern(&mut self, canvas: &mut Canvas, at: HexDrawingPlace, terrain: TerrainId, variant: u32) {
        let (picture, middle, look) = (self.picture, self.middle, &self.looks[terrain.index()]);
        let stamp =
            self.stamps[terrain.index() * VARIANTS as usize + variant as usize].get_or_insert_with(|| {
                let side = |length: f32| to_pixel(2.0 * f64::from(length).ceil()).max(1);
                let mut stamp = Canvas::new(side(middle.x), side(middle.y));
                picture.draw_pattern(&mut stamp, middle, (terrain, look), variant);
                stamp
            });
        canvas.place_canvas(stamp, to_place(at.x - middle.x), to_place(at.y - middle.y));
    }
}

/// Returns the flag of a side alone on a transparent square that is `width` pixels wide, the foot
/// of its pole at the lower left.
pub fn castle_flag_image(side: Side, palette: &Palette, width: u32) -> Image {
    let mut canvas = Canvas::new(width.max(1), width.max(1));
    let scale = to_single(f64::from(width) / 20.0);
    let at = HexDrawingPlace { x: 2.0 * scale, y: 18.0 * scale, across: scale, down: scale };
    tile::draw_flag(&mut canvas, at, side, palette.sides[side].fill, palette.ink);
    Image { width: canvas.pixel_width(), height: canvas.pixel_height(), rgba: canvas.into_rgba() }
}

/// Returns the picture of one terrain: a hexagon as wide and as high as the picture, transparent
/// around it.
pub fn terrain_image(
    rules: &Ruleset,
    terrain: TerrainId,
    palette: &Palette,
    width: u32,
    height: u32,
) -> Image {
    let mut canvas = Canvas::new(width.max(1), height.max(1));
    let [across, down] = [width, height].map(f64::from);
    let at = HexDrawingPlace {
        x: to_single(across / 2.0),
        y: to_single(down / 2.0),
        across: to_single(across / 64.0),
        down: to_single(down / 2.0) / crate::canvas::HALF_HEIGHT,
    };
    let look = palette.look_of_terrain(&rules.terrains[terrain]);
    canvas.fill_shape(at, &hexagon_grown(0.0), look.ground);
    tile::draw_pattern(&mut canvas, at, &look, rules.terrains[terrain].glyph, 0);
    match look.pattern {
        TerrainPattern::Road => tile::draw_crossroads(&mut canvas, at, &look),
        TerrainPattern::Bridge => tile::draw_bridge_deck(&mut canvas, at, &look),
        TerrainPattern::Castle => tile::draw_keep(&mut canvas, at, &look, None),
        _ => {}
    }
    canvas.stroke_translucent(at, &hexagon_grown(-0.5), palette.ink, 1.0, 70);
    Image { width: canvas.pixel_width(), height: canvas.pixel_height(), rgba: canvas.into_rgba() }
}

/// Returns the smallest of 1, 2, 5, 10, 20 … that is at least `least`: numbers along an edge that have room.
#[must_use]
pub fn label_interval(least: f64) -> usize {
    let mut step = 1;
    for factor in [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] {
        if f64::from(step) >= least {
            break;
        }
        step = factor;
    }
    usize::try_from(step).unwrap_or(1)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a picture")]
fn to_pixel(length: f64) -> u32 {
    length.max(0.0) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a picture")]
fn to_place(length: f32) -> i32 {
    // Halves are always rounded up: parts that start left of the map must round like those that do
    // not.
    (length + 0.5).floor() as i32
}

#[expect(clippy::cast_possible_truncation, reason = "pixels need no more digits")]
fn to_single(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests;
