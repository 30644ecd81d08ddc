//! Roads and bridges: lines that go on from hex to hex.

use hotgates_engine::{Cell, Direction, Map};
use tiny_skia::Path;

use crate::canvas::{DrawingSurface, HALF_HEIGHT, HexDrawingPlace, open_line, shape_drawn_by};
use crate::colour::Colour;
use crate::palette::{TerrainLook, TerrainPattern};

/// Returns the middle of the edge in a direction, in units of the hex.
const fn edge_middle(direction: Direction) -> (f32, f32) {
    const EAST: f32 = 24.0;
    match direction {
        Direction::N => (0.0, -HALF_HEIGHT),
        Direction::Ne => (EAST, -HALF_HEIGHT / 2.0),
        Direction::Se => (EAST, HALF_HEIGHT / 2.0),
        Direction::S => (0.0, HALF_HEIGHT),
        Direction::Sw => (-EAST, HALF_HEIGHT / 2.0),
        Direction::Nw => (-EAST, -HALF_HEIGHT / 2.0),
    }
}

/// Returns `true` for water and for what spans it.
const fn is_wet(look: &TerrainLook) -> bool {
    matches!(look.pattern, TerrainPattern::Waves | TerrainPattern::Bridge)
}

/// A map with the looks of its terrains.
pub struct MapTerrainLooks<'a> {
    pub map: &'a Map,
    pub looks: &'a [TerrainLook],
}

impl MapTerrainLooks<'_> {
    pub fn terrain_look_at(&self, cell: Cell) -> &TerrainLook {
        &self.looks[self.map.terrain(cell).index()]
    }

    /// Returns the look of the neighbour in a direction; `None` off the map.
    fn look_of_neighbour(&self, cell: Cell, direction: Direction) -> Option<&TerrainLook> {
        let hex = self.map.grid().hex(cell) + direction.vector();
        self.map.grid().cell(hex).map(|cell| self.terrain_look_at(cell))
    }

    /// Returns the directions in which a road goes on. Where three hexes of road meet, the line
    /// from north to south is left out, since the third hex joins its ends: roads do not grow webs.
    fn joined_directions(&self, cell: Cell) -> Vec<Direction> {
        let goes_on = |way: Direction| {
            self.look_of_neighbour(cell, way).is_some_and(|look| {
                matches!(look.pattern, TerrainPattern::Road | TerrainPattern::Bridge | TerrainPattern::Castle)
            })
        };
        let round = |way: Direction| match way {
            Direction::N => goes_on(Direction::Ne) || goes_on(Direction::Nw),
            Direction::S => goes_on(Direction::Se) || goes_on(Direction::Sw),
            _ => false,
        };
        Direction::ALL.into_iter().filter(|&way| goes_on(way) && !round(way)).collect()
    }

    /// Returns the directions in which a bridge leads: those that it joins, else from bank to bank, else north and
    /// south.
    fn directions_of_bridge(&self, cell: Cell) -> Vec<Direction> {
        let joins = self.joined_directions(cell);
        if !joins.is_empty() {
            return joins;
        }
        let is_bank = |way: Direction| self.look_of_neighbour(cell, way).is_some_and(|look| !is_wet(look));
        let crossing = [Direction::N, Direction::Ne, Direction::Se];
        let way = crossing.into_iter().find(|&way| is_bank(way) && is_bank(way.opposite()));
        let way = way.unwrap_or(Direction::N);
        vec![way, way.opposite()]
    }

    /// Returns the middle line of the road or bridge on a hex, which curves where it only passes
    /// through.
    fn middle_line(&self, cell: Cell) -> Path {
        let wet = self.terrain_look_at(cell).pattern == TerrainPattern::Bridge;
        // A bridge that joins nothing still crosses; a lonely road is a place.
        let joins = if wet { self.directions_of_bridge(cell) } else { self.joined_directions(cell) };
        match joins[..] {
            [] => open_line(&[(-8.0, 0.0), (8.0, 0.0)]),
            [one] if wet => open_line(&[edge_middle(one), edge_middle(one.opposite())]),
            [one, other] => shape_drawn_by(|path| {
                let (from, to) = (edge_middle(one), edge_middle(other));
                path.move_to(from.0, from.1);
                path.quad_to(0.0, 0.0, to.0, to.1);
            }),
            _ => shape_drawn_by(|path| {
                for &join in &joins {
                    let (x, y) = edge_middle(join);
                    path.move_to(0.0, 0.0);
                    path.line_to(x, y);
                }
            }),
        }
    }

    /// Draws the edges of a road or bridge; for all hexes before any
    /// [`draw_surface`](Self::draw_surface).
    pub fn draw_casing(&self, canvas: &mut dyn DrawingSurface, cell: Cell, at: HexDrawingPlace) {
        let look = self.terrain_look_at(cell);
        match look.pattern {
            TerrainPattern::Road => {
                canvas.stroke_shape(at, &self.middle_line(cell), road_casing_colour(look), 12.0);
            }
            TerrainPattern::Bridge => {
                canvas.stroke_shape(at, &self.middle_line(cell), look.ink.darker_by(150), 19.0);
            }
            _ => {}
        }
    }

    /// Draws the surface of a road or bridge.
    pub fn draw_surface(&self, canvas: &mut dyn DrawingSurface, cell: Cell, at: HexDrawingPlace) {
        let look = self.terrain_look_at(cell);
        match look.pattern {
            TerrainPattern::Road => canvas.stroke_shape(at, &self.middle_line(cell), look.ink, 8.5),
            TerrainPattern::Bridge => {
                let way = self.middle_line(cell);
                canvas.stroke_shape(at, &way, look.ink, 14.0);
                draw_planks(canvas, at, &self.directions_of_bridge(cell), look.ink.darker_by(110));
            }
            _ => {}
        }
    }
}

pub fn road_casing_colour(look: &TerrainLook) -> Colour {
    look.ink.mixed_with(Colour::from_rgb(0x6B_4A_1E), 190)
}

/// Draws short lines across a deck, from the middle towards each direction that it joins.
pub fn draw_planks(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    joins: &[Direction],
    colour: Colour,
) {
    let ways = match joins {
        [] => &[Direction::N, Direction::S][..],
        [one] => &[*one, one.opposite()],
        joins => joins,
    };
    for &way in ways {
        let (x, y) = edge_middle(way);
        let length = x.hypot(y);
        let (dx, dy) = (x / length, y / length);
        for along in [0.3, 0.6, 0.9] {
            let (px, py) = (x * along, y * along);
            let plank = open_line(&[(px - dy * 6.0, py + dx * 6.0), (px + dy * 6.0, py - dx * 6.0)]);
            canvas.stroke_shape(at, &plank, colour, 1.6);
        }
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Coord, MapFile, Ruleset};

    use super::*;
    use crate::palette::Palette;

    #[test]
    fn a_bridge_leads_to_the_roads_that_it_joins_else_from_bank_to_bank() {
        let (rules, palette) = (Ruleset::classic(), Palette::default());
        let looks: Vec<TerrainLook> =
            rules.terrains.iter().map(|terrain| palette.look_of_terrain(terrain)).collect();
        let directions = |rows: [&str; 3]| {
            let rows = rows.map(str::to_owned).to_vec();
            let file = MapFile { name: "bridge".into(), rows, ..MapFile::default() };
            let map = Map::read_rows(&file, &rules).unwrap();
            let cell = map.grid().at(Coord { col: 1, row: 1 }).unwrap();
            MapTerrainLooks { map: &map, looks: &looks }.directions_of_bridge(cell)
        };
        let [n, ne, se, s, sw, nw] = Direction::ALL;
        // Odd columns lie half a hex lower.
        assert_eq!(directions([".~.", ".H.", ".~."]), [ne, sw], "both other ways cross; the first is taken");
        assert_eq!(directions([".~.", ".H~", "~~."]), [se, nw]);
        assert_eq!(directions(["...", "~H~", "~.~"]), [n, s]);
        assert_eq!(directions(["~~~", "~H~", "~~~"]), [n, s], "no bank");
        assert_eq!(directions(["~=~", "~H~", ".=."]), [n, s]);
        assert_eq!(directions([".~.", "~H=", ".~."]), [ne], "to the road");
    }
}
