//! Drawing of a whole map, layer over layer.

use hotgates_engine::mix::hash_pair;
use hotgates_engine::{Battle, Cell, CellSet, Coord, Map, Ruleset, Side, TerrainId, UnitId};

use crate::canvas::{CORNERS, Canvas, Place, closed, disc, hexagon, open};
use crate::colour::Colour;
use crate::counter::Counter;
use crate::image::Image;
use crate::layout::{LABELLED, Layout, MAX_PIXELS};
use crate::marks::{Choke, Marks};
use crate::palette::{COVER, Palette, Pattern, TerrainLook};
use crate::roads::Ground;
use crate::text;
use crate::tile::{self, VARIANTS};

/// A map, with a battle on it or without, and everything that its drawing depends on.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    map: &'a Map,
    rules: &'a Ruleset,
    battle: Option<&'a Battle>,
    layers: Layers,
    marks: Marks,
    palette: Palette,
    most: u64,
}

/// Layers besides the terrain and its castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers {
    /// Lines between hexes.
    pub grid: bool,
    /// Numbers of columns and rows beside the map.
    pub labels: bool,
    /// Units.
    pub units: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self { grid: true, labels: true, units: true }
    }
}

impl<'a> Picture<'a> {
    /// Returns the picture of a map without units.
    #[must_use]
    pub fn of_map(map: &'a Map, rules: &'a Ruleset) -> Self {
        Self {
            map,
            rules,
            battle: None,
            layers: Layers::default(),
            marks: Marks::default(),
            palette: Palette::default(),
            most: MAX_PIXELS,
        }
    }

    /// Returns the picture of a battle as it stands; for one side's view of it, the battle of that
    /// view.
    #[must_use]
    pub fn of_battle(battle: &'a Battle) -> Self {
        Self { battle: Some(battle), ..Self::of_map(battle.map(), battle.rules()) }
    }

    /// Returns the picture with these layers.
    #[must_use]
    pub fn layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// Returns the picture with these hexes pointed out. Cells that are not of this map are left
    /// out.
    #[must_use]
    pub fn marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// Returns the picture in these colours.
    #[must_use]
    pub fn palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// Returns the picture with at most this many pixels: hexes get smaller where they have to.
    /// [`MAX_PIXELS`], if not given.
    #[must_use]
    pub fn at_most(self, pixels: u64) -> Self {
        Self { most: pixels.min(MAX_PIXELS), ..self }
    }

    /// Draws the picture with hexes `hex` pixels wide, or narrower where the picture would get too
    /// large. From 8 pixels on terrains have their patterns; below, pictures are for thumbnails:
    /// colours, castles and units as blocks.
    ///
    /// Cost: time and memory grow with the pixels.
    pub fn draw(&self, hex: f64) -> Image {
        let layout = Layout::new(self.map.grid(), hex, self.layers.labels, self.most);
        self.draw_on(&layout)
    }

    /// Draws the picture as large as fits into `width` × `height` pixels, for thumbnails: without
    /// numbers, the hexes at most 64 wide.
    pub fn fitted(&self, width: u32, height: u32) -> Image {
        let all = Layout::new(self.map.grid(), 4.0, false, u64::MAX);
        let (across, down) = all.size();
        let scale = (f64::from(width) / f64::from(across)).min(f64::from(height) / f64::from(down));
        let mut hex = (4.0 * scale).clamp(0.01, 64.0);
        loop {
            let layout = Layout::new(self.map.grid(), hex, false, self.most);
            let (across, down) = layout.size();
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
    pub fn part(&self, hex: f64, (left, top): (i32, i32), width: u32, height: u32) -> Image {
        let layout = Layout::part(self.map.grid(), hex, (left, top));
        let part = Self { layers: Layers { labels: false, ..self.layers }, ..self.clone() };
        part.paint(&layout, width.max(1), height.max(1))
    }

    fn draw_on(&self, layout: &Layout) -> Image {
        let (width, height) = layout.size();
        self.paint(layout, width, height)
    }

    fn paint(&self, layout: &Layout, width: u32, height: u32) -> Image {
        let looks: Vec<_> = self.rules.terrains.iter().map(|terrain| self.palette.look(terrain)).collect();
        let mut canvas = Canvas::new(width, height);
        if !layout.is_part() {
            canvas.fill_all(self.palette.paper);
        }
        if layout.is_drawn() {
            self.large(&mut canvas, layout, &looks);
        } else {
            self.small(&mut canvas, layout, &looks);
        }
        Image { width, height, rgba: canvas.into_rgba() }
    }

    /// Paints each pixel in the colour of its hex, then blocks for castles, marks and units.
    fn small(&self, canvas: &mut Canvas, layout: &Layout, looks: &[TerrainLook]) {
        let grid = self.map.grid();
        for y in 0..canvas.height() {
            for x in 0..canvas.width() {
                let Coord { col, row } = layout.at(f64::from(x) + 0.5, f64::from(y) + 0.5);
                if layout.is_part() && grid.at(Coord { col, row }).is_none() {
                    continue;
                }
                let near =
                    Coord { col: col.clamp(0, grid.width() - 1), row: row.clamp(0, grid.height() - 1) };
                // The picture's edges belong to the hexes beside them.
                if let Some(cell) = grid.at(near) {
                    canvas.dot(x, y, looks[self.map.terrain(cell).index()].far);
                }
            }
        }
        for &castle in self.map.castles() {
            self.spot(canvas, layout, castle, 1.5, self.palette.ink);
            let owner = self.owner(castle).map(|side| self.palette.sides[side].fill);
            self.spot(canvas, layout, castle, 0.9, owner.unwrap_or(Colour::hex(0xFF_FF_FF)));
        }
        for &cell in self.marks.chokes.iter().flat_map(|choke| &choke.hexes) {
            self.spot(canvas, layout, cell, 1.2, self.palette.choke);
        }
        for &cell in &self.marks.path {
            self.spot(canvas, layout, cell, 0.4, self.palette.path);
        }
        for (unit, battle) in self.units() {
            let colours = self.palette.sides[battle.info(unit).side];
            self.spot(canvas, layout, battle.unit(unit).cell, 0.9, colours.edge);
            self.spot(canvas, layout, battle.unit(unit).cell, 0.6, colours.fill);
        }
    }

    /// Fills a block on a hex, `size` hexes wide, at least two pixels.
    fn spot(&self, canvas: &mut Canvas, layout: &Layout, cell: Cell, size: f64, colour: Colour) {
        let Some(at) = self.coord(cell) else { return };
        let (x, y) = layout.middle(at);
        let half = (layout.hex() * size / 2.0).max(1.0);
        let (left, right) = ((x - half).round().max(0.0), (x + half).round().min(f64::from(canvas.width())));
        let (top, bottom) = ((y - half).round().max(0.0), (y + half).round().min(f64::from(canvas.height())));
        let range = |from: f64, to: f64| to_pixel(from)..to_pixel(to);
        for y in range(top, bottom) {
            for x in range(left, right) {
                canvas.dot(x, y, colour);
            }
        }
    }

    fn large(&self, canvas: &mut Canvas, layout: &Layout, looks: &[TerrainLook]) {
        let ground = Ground { map: self.map, looks };
        let (cols, rows) = layout.within(canvas.width(), canvas.height());
        let coords = cols.flat_map(|col| rows.clone().map(move |row| Coord { col, row }));
        let cells: Vec<(Cell, Place)> =
            coords.filter_map(|at| Some((self.map.grid().at(at)?, layout.place(at)))).collect();
        let tiles =
            Tiles::new(self.rules, looks, layout, Some(self.palette.ink).filter(|_| self.layers.grid));
        for &(cell, at) in &cells {
            tiles.put(canvas, at, self.map.terrain(cell), self.variant(cell));
        }
        for &(cell, at) in &cells {
            ground.shore(canvas, cell, at);
        }
        for &(cell, at) in &cells {
            ground.casing(canvas, cell, at);
        }
        for &(cell, at) in &cells {
            ground.surface(canvas, cell, at);
        }
        for &castle in self.map.castles() {
            let at = layout.place(self.map.grid().coord(castle));
            let flag = self.owner(castle).map(|side| (side, self.palette.sides[side].fill));
            tile::keep(canvas, at, ground.look(castle), flag);
        }
        self.point_out(canvas, layout);
        for (unit, battle) in self.units() {
            let side = battle.info(unit).side;
            if let Some(at) = self.coord(battle.unit(unit).cell) {
                counter(battle, unit).draw(canvas, layout.place(at), &self.palette.sides[side]);
            }
        }
        self.held_castles(canvas, layout, looks);
        if self.layers.labels && layout.hex() >= LABELLED {
            self.labels(canvas, layout);
        }
    }

    /// Draws a small keep in the corner of counters that stand on castles.
    fn held_castles(&self, canvas: &mut Canvas, layout: &Layout, looks: &[TerrainLook]) {
        let Some(battle) = self.battle.filter(|_| self.layers.units) else { return };
        for &castle in self.map.castles().iter().filter(|&&castle| battle.at(castle).is_some()) {
            let at = layout.place(self.map.grid().coord(castle)).shifted((20.0, -15.0));
            let at = Place { across: at.across * 0.5, down: at.down * 0.5, ..at };
            tile::building(canvas, at, &looks[self.map.terrain(castle).index()]);
        }
    }

    /// Draws the marks.
    fn point_out(&self, canvas: &mut Canvas, layout: &Layout) {
        let place = |cell: Cell| self.coord(cell).map(|at| layout.place(at));
        for at in self.marks.reach.iter().filter_map(|&cell| place(cell)) {
            canvas.fill_through(at, &hexagon(0.0), self.palette.reach, COVER);
        }
        self.border(canvas, layout, &self.marks.reach, self.palette.reach.darker(140));
        for at in self.marks.entry.iter().filter_map(|&cell| place(cell)) {
            let red = self.palette.sides.red;
            canvas.line(at, &hexagon(-4.0), red.fill, 3.0);
            canvas.fill(at, &closed(&[(-9.0, -6.0), (9.0, -6.0), (0.0, 9.0)]), red.fill);
        }
        for choke in &self.marks.chokes {
            for at in choke.hexes.iter().filter_map(|&cell| place(cell)) {
                self.choke(canvas, at, choke);
            }
        }
        self.way(canvas, layout);
    }

    fn choke(&self, canvas: &mut Canvas, at: Place, choke: &Choke) {
        let ring = hexagon(-3.5);
        if choke.held {
            canvas.fill_through(at, &ring, self.palette.choke, 70);
            canvas.line(at, &ring, Colour::hex(0xFF_FF_FF), 8.0);
            canvas.line(at, &ring, self.palette.choke, 5.0);
            // A bar across the path.
            canvas.line(at, &open(&[(-11.0, 0.0), (11.0, 0.0)]), Colour::hex(0xFF_FF_FF), 12.0);
            canvas.line(at, &open(&[(-11.0, 0.0), (11.0, 0.0)]), self.palette.choke, 7.0);
        } else {
            canvas.line(at, &ring, self.palette.choke, 2.0);
        }
    }

    /// Draws the outer edges of a set of hexes.
    fn border(&self, canvas: &mut Canvas, layout: &Layout, cells: &[Cell], colour: Colour) {
        let grid = self.map.grid();
        let known = || cells.iter().copied().filter(|&cell| self.coord(cell).is_some());
        let set = CellSet::from_cells(grid, known());
        for cell in known() {
            for direction in hotgates_engine::Direction::ALL {
                if !set.contains(grid.step(cell, direction)) {
                    let first = (direction as usize + 4) % 6;
                    let edge = open(&[CORNERS[first], CORNERS[(first + 1) % 6]]);
                    canvas.line(layout.place(grid.coord(cell)), &edge, colour, 2.4);
                }
            }
        }
    }

    fn way(&self, canvas: &mut Canvas, layout: &Layout) {
        let stops: Vec<_> = self.marks.path.iter().filter_map(|&cell| self.coord(cell)).collect();
        let Some((&first, &last)) = stops.first().zip(stops.last()) else { return };
        let origin = layout.place(first);
        let units = |at: Coord| {
            let place = layout.place(at);
            ((place.x - origin.x) / origin.across, (place.y - origin.y) / origin.down)
        };
        let line = open(&stops.iter().map(|&at| units(at)).collect::<Vec<_>>());
        let white = Colour::hex(0xFF_FF_FF);
        for (colour, width) in [(white, 8.0), (self.palette.path, 4.5)] {
            if stops.len() > 1 {
                canvas.line(origin, &line, colour, width);
            }
            canvas.fill(origin, &disc(0.0, 0.0, width * 1.2), colour);
            canvas.fill(layout.place(last), &disc(0.0, 0.0, width * 1.7), colour);
        }
        canvas.fill(layout.place(last), &disc(0.0, 0.0, 3.5), white);
    }

    /// Draws the numbers of columns above the map and of rows to its left, as many as have room.
    fn labels(&self, canvas: &mut Canvas, layout: &Layout) {
        let grid = self.map.grid();
        let margin = f64::from(layout.margin);
        let size = (layout.hex() * 0.2).clamp(6.0, 11.0);
        let place = |x: f64, y: f64| Place { x: single(x), y: single(y), across: 1.0, down: 1.0 };
        let widest = grid.width().max(grid.height()).to_string();
        let room = f64::from(text::width(&widest, single(size))) + 6.0;
        let every = step(room / layout.across);
        for col in (0..grid.width()).step_by(every) {
            let (x, _) = layout.middle(Coord { col, row: 0 });
            self.label(canvas, place(x, margin / 2.0), col, size);
        }
        let every = step((size + 6.0) / layout.down);
        for row in (0..grid.height()).step_by(every) {
            let (_, y) = layout.middle(Coord { col: 0, row });
            self.label(canvas, place(margin / 2.0, y), row, size);
        }
    }

    fn label(&self, canvas: &mut Canvas, at: Place, number: i32, size: f64) {
        if let Some(outline) = text::outline(&number.to_string(), single(size)) {
            canvas.fill_through(at, &outline, self.palette.ink, 200);
        }
    }

    fn units(&self) -> impl Iterator<Item = (UnitId, &'a Battle)> + use<'a> {
        let living = |battle: &'a Battle| {
            Side::BOTH.into_iter().flat_map(|side| battle.living(side)).map(move |unit| (unit, battle))
        };
        self.battle.filter(|_| self.layers.units).into_iter().flat_map(living)
    }

    /// Returns the side that holds a castle.
    fn owner(&self, castle: Cell) -> Option<Side> {
        self.battle?.castles().find(|&(cell, _)| cell == castle).map(|(_, owner)| owner)
    }

    /// Returns the column and row of a cell, if the cell is on this map.
    fn coord(&self, cell: Cell) -> Option<Coord> {
        let at = self.map.grid().coord(cell);
        self.map.grid().at(at).filter(|&there| there == cell).map(|_| at)
    }

    fn variant(&self, cell: Cell) -> u32 {
        let Coord { col, row } = self.map.grid().coord(cell);
        (hash_pair(col.cast_unsigned(), row.cast_unsigned()) >> 29) % VARIANTS
    }
}

/// Returns the content of a unit's counter.
pub fn counter(battle: &Battle, unit: UnitId) -> Counter {
    let (info, state, kind) = (battle.info(unit), battle.unit(unit), battle.kind(unit));
    let moves = battle.side() == info.side && battle.verdict().is_none();
    Counter {
        strength: (state.strength.0, kind.strength.0),
        movement: moves.then_some((state.left.0, kind.movement.0)),
        ..Counter::new(battle.rules(), info.side, kind).led_by(info.rank, info.officer.is_some())
    }
}

/// Every terrain drawn once in each variant, to be put on the map many times.
struct Tiles {
    tiles: Vec<Canvas>,
    /// Offset of a tile's middle from its corner, in pixels.
    middle: (f32, f32),
}

impl Tiles {
    fn new(rules: &Ruleset, looks: &[TerrainLook], layout: &Layout, grid: Option<Colour>) -> Self {
        let first = layout.place(Coord { col: 0, row: 0 });
        let (half_width, half_height) = (first.across * 32.0, layout.down / 2.0);
        // The middle of a tile lies where the middles of hexes lie between pixels.
        let middle = (half_width.ceil() + 2.0 + first.x.fract(), single(half_height) + 2.0);
        let (width, height) =
            (to_pixel(2.0 * f64::from(middle.0).ceil()), to_pixel(2.0 * f64::from(middle.1)));
        let at = Place { x: middle.0, y: middle.1, ..first };
        let tile = |(terrain, variant): (TerrainId, u32)| {
            let mut canvas = Canvas::new(width, height);
            tile::ground(
                &mut canvas,
                at,
                &looks[terrain.index()],
                rules.terrains[terrain].glyph,
                variant,
                true,
            );
            if let Some(ink) = grid {
                // The tile beside it, put on later, covers its half of the line with its own.
                canvas.line_through(at, &hexagon(0.0), ink, 0.9 / at.down, 60);
            }
            canvas
        };
        let all =
            rules.terrain_ids().flat_map(|terrain| (0..VARIANTS).map(move |variant| (terrain, variant)));
        Self { tiles: all.map(tile).collect(), middle }
    }

    fn put(&self, canvas: &mut Canvas, at: Place, terrain: TerrainId, variant: u32) {
        let tile = &self.tiles[terrain.index() * VARIANTS as usize + variant as usize];
        canvas.put(tile, to_place(at.x - self.middle.0), to_place(at.y - self.middle.1));
    }
}

/// Returns the flag of a side alone on a transparent square that is `width` pixels wide, the foot
/// of its pole at the lower left.
pub fn flag(side: Side, palette: &Palette, width: u32) -> Image {
    let mut canvas = Canvas::new(width.max(1), width.max(1));
    let scale = single(f64::from(width) / 20.0);
    let at = Place { x: 2.0 * scale, y: 18.0 * scale, across: scale, down: scale };
    tile::flag(&mut canvas, at, side, palette.sides[side].fill, palette.ink);
    Image { width: canvas.width(), height: canvas.height(), rgba: canvas.into_rgba() }
}

/// Returns the picture of one terrain: a hexagon as wide and as high as the picture, transparent
/// around it.
pub fn tile(rules: &Ruleset, terrain: TerrainId, palette: &Palette, width: u32, height: u32) -> Image {
    let mut canvas = Canvas::new(width.max(1), height.max(1));
    let [across, down] = [width, height].map(f64::from);
    let at = Place {
        x: single(across / 2.0),
        y: single(down / 2.0),
        across: single(across / 64.0),
        down: single(down / 2.0) / crate::canvas::HALF_HEIGHT,
    };
    let look = palette.look(&rules.terrains[terrain]);
    tile::ground(&mut canvas, at, &look, rules.terrains[terrain].glyph, 0, true);
    match look.pattern {
        Pattern::Road => tile::crossroads(&mut canvas, at, &look),
        Pattern::Bridge => tile::deck(&mut canvas, at, &look),
        Pattern::Castle => tile::keep(&mut canvas, at, &look, None),
        _ => {}
    }
    canvas.line_through(at, &hexagon(-0.5), palette.ink, 1.0, 70);
    Image { width: canvas.width(), height: canvas.height(), rgba: canvas.into_rgba() }
}

/// Returns the smallest of 1, 2, 5, 10, 20 … that is at least `least`.
fn step(least: f64) -> usize {
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
fn single(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests;
