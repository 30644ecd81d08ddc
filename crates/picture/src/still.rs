//! Stills: a position of a battle as a small drawing in SVG, with orders as lines, for pages without scripts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::palette::Palette;
use hotgates_engine::{Arm, Battle, Coord, Hex, Order, Side, UnitId, text_in_html};

/// Greatest number of columns and rows that are drawn, those about the first order.
const MOST_COLUMNS: i32 = 40;
const MOST_ROWS: i32 = 30;

/// A position with the orders that were given in it, and better ones.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario};
/// use hotgates_picture::PositionDrawing;
///
/// let rows = ["..........", "#........."].map(str::to_owned).to_vec();
/// let battle = Battle::from_scenario(&Scenario::classic(MapFile { rows, ..MapFile::default() })).expect("a sound map");
/// let svg = PositionDrawing { battle: &battle, orders: &[], better: &[] }.to_svg();
/// assert!(svg.starts_with("<svg") && !svg.contains("style="));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PositionDrawing<'a> {
    /// The position.
    pub battle: &'a Battle,
    /// Orders that were given.
    pub orders: &'a [Order],
    /// Better orders.
    pub better: &'a [Order],
}

/// The hexes that are drawn.
#[derive(Clone, Copy)]
struct DrawnRegion {
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
}

impl DrawnRegion {
    /// Returns the whole map, or as much as is drawn of it about a hex.
    fn region_about(battle: &Battle, middle: Coord) -> Self {
        let grid = battle.grid();
        let [columns, rows] = [grid.width().min(MOST_COLUMNS), grid.height().min(MOST_ROWS)];
        Self {
            left: (middle.col - columns / 2).clamp(0, grid.width() - columns),
            top: (middle.row - rows / 2).clamp(0, grid.height() - rows),
            columns,
            rows,
        }
    }

    const fn contains_hex(self, at: Coord) -> bool {
        at.col >= self.left
            && at.col < self.left + self.columns
            && at.row >= self.top
            && at.row < self.top + self.rows
    }
}

/// Middle of a hex in the drawing: hexes are 32 wide and 28 high.
const fn hex_middle_in_svg(at: Coord) -> (i32, i32) {
    (at.col * 24 + 16, at.row * 28 + 14 + 14 * (at.col & 1))
}

impl PositionDrawing<'_> {
    /// Returns the drawing.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let battle = self.battle;
        let about = self.orders.iter().chain(self.better).find_map(|order| order.unit());
        let middle =
            about.map_or(Coord { col: 0, row: 0 }, |unit| battle.grid().coord(battle.unit(unit).cell));
        let window = DrawnRegion::region_about(battle, middle);
        let mut svg = String::new();
        let (left, top) = (window.left * 24, window.top * 28);
        let (width, height) = (window.columns * 24 + 8, window.rows * 28 + 14);
        let shown = if width > 640 { 640 } else { width };
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{shown}\" font-family=\"sans-serif\" role=\"img\" aria-label=\"the position in turn {}\">",
            battle.turn()
        );
        self.draw_ground(&mut svg, window);
        self.draw_units(&mut svg, window);
        let palette = Palette::default();
        draw_orders(&mut svg, battle, self.better, (&palette.held.in_svg(), "5 4"));
        draw_orders(&mut svg, battle, self.orders, ("#000000", "none"));
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_ground(&self, svg: &mut String, window: DrawnRegion) {
        let (battle, palette) = (self.battle, Palette::default());
        let mut paths: BTreeMap<u8, String> = BTreeMap::new();
        for row in window.top..window.top + window.rows {
            for col in window.left..window.left + window.columns {
                let at = Coord { col, row };
                let Some(cell) = battle.grid().at(at) else { continue };
                let (x, y) = hex_middle_in_svg(at);
                let path = paths.entry(battle.map().terrain(cell).0).or_default();
                let _ = write!(path, "M{} {y}l8-14h16l8 14-8 14h-16z", x - 16);
            }
        }
        for (terrain, path) in paths {
            let look = palette.look_of_terrain(&battle.rules().terrains[usize::from(terrain)]);
            let _ =
                writeln!(svg, "<path d=\"{path}\" fill=\"{}\" stroke=\"#00000030\"/>", look.ground.in_svg());
        }
        for (castle, owner) in battle.castles() {
            let at = battle.grid().coord(castle);
            if window.contains_hex(at) {
                let (x, y) = hex_middle_in_svg(at);
                let _ = writeln!(
                    svg,
                    "<path d=\"M{} {}h24v20h-24z\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
                    x - 12,
                    y - 10,
                    palette.sides[owner].fill.in_svg()
                );
            }
        }
    }

    fn draw_units(&self, svg: &mut String, window: DrawnRegion) {
        let (battle, palette) = (self.battle, Palette::default());
        for side in Side::BOTH {
            let colours = palette.sides[side];
            for unit in battle.living(side) {
                let at = battle.grid().coord(battle.unit(unit).cell);
                if !window.contains_hex(at) {
                    continue;
                }
                let (x, y) = hex_middle_in_svg(at);
                let corner = if side == Side::Red { 4 } else { 0 };
                let _ = writeln!(
                    svg,
                    "<g><title>{side}: {}, {}</title><rect x=\"{}\" y=\"{}\" width=\"22\" height=\"18\" rx=\"{corner}\" fill=\"{}\" stroke=\"{}\"/>\
                     <path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\
                     <text x=\"{x}\" y=\"{}\" font-size=\"7\" text-anchor=\"middle\" fill=\"{}\">{}</text></g>",
                    text_in_html(&battle.info(unit).label),
                    battle.unit(unit).strength.0,
                    x - 11,
                    y - 9,
                    colours.fill.in_svg(),
                    colours.edge.in_svg(),
                    arm_symbol(battle, unit, (x, y)),
                    colours.ink.in_svg(),
                    y + 7,
                    colours.ink.in_svg(),
                    battle.unit(unit).strength.0
                );
            }
        }
    }
}

/// Returns the symbol of a unit's arm: a cross, a diagonal or a dot.
fn arm_symbol(battle: &Battle, unit: UnitId, (x, y): (i32, i32)) -> String {
    let (left, top) = (x - 6, y - 7);
    match battle.kind(unit).arm {
        Arm::Infantry => format!("M{left} {top}l12 7m0-7l-12 7"),
        Arm::Cavalry => format!("M{left} {}l12-7", top + 7),
        Arm::Artillery => format!("M{} {}h4v3h-4z", x - 2, top + 2),
    }
}

/// Draws orders as lines: a unit's moves one after the other, its attacks to their targets, its turns to the
/// edge that it faces.
fn draw_orders(svg: &mut String, battle: &Battle, orders: &[Order], (colour, dashes): (&str, &str)) {
    let mut places: BTreeMap<UnitId, Hex> = BTreeMap::new();
    for &order in orders {
        let Some(unit) = order.unit() else { continue };
        let from = places.get(&unit).copied().unwrap_or_else(|| battle.hex(unit));
        let (to, attack) = match order {
            Order::Move { to, .. } => (to, false),
            Order::Attack { target, .. } => (battle.hex(target), true),
            // As far as the edge of its hex.
            Order::Face { way, .. } => {
                let beside = from + way.vector();
                let ((x1, y1), (x2, y2)) = (hex_middle_in_svg(from.into()), hex_middle_in_svg(beside.into()));
                let (x2, y2) = (i32::midpoint(x1, x2), i32::midpoint(y1, y2));
                let _ = writeln!(
                    svg,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"4\"/>"
                );
                continue;
            }
            Order::Work { at, .. } => (at, true),
            // A unit that leaves the map has no line to draw: its last move ends where it goes.
            Order::Exit { .. } | Order::EndTurn => continue,
        };
        if !attack {
            places.insert(unit, to);
        }
        let ((x1, y1), (x2, y2)) = (hex_middle_in_svg(from.into()), hex_middle_in_svg(to.into()));
        let mark = if attack {
            format!(
                "<path d=\"M{} {}l10 10m0-10l-10 10\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                x2 - 5,
                y2 - 5
            )
        } else {
            format!("<circle cx=\"{x2}\" cy=\"{y2}\" r=\"3\" fill=\"{colour}\"/>")
        };
        let _ = writeln!(
            svg,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>{mark}"
        );
    }
}
