//! A value for each hex of a map.

use hotgates_engine::{Battle, Cell, Coord, Grid};

use crate::glyph_grid::{hex_count, side_to_i32};

/// An array with one value for each hex of a rectangular map.
///
/// ```
/// use hotgates_editor::{Analysis, Cancel, Document, Finding, HexValues};
///
/// let plain = vec![".".repeat(24); 12];
/// let rows = plain.iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(",");
/// let source = format!("Map(name: \"Plain\", from: ne, rows: [{}])", rows.replacen('.', "#", 1));
/// let document = Document::open(&source).expect("a sound file");
/// let mut turns: Option<HexValues<Option<u16>>> = None;
/// let analysis = Analysis::new(&document).with_battle_count(0);
/// analysis.report_findings(&Cancel::new(), |finding| {
///     if let Finding::Travel(travel) = finding {
///         turns = Some(travel.from_castle);
///     }
/// })?;
/// let turns = turns.expect("the map can be played");
/// assert_eq!((turns.width(), turns.height()), (24, 12));
/// assert_eq!(turns.get((0, 0).into()), Some(Some(0)));
/// # Ok::<(), hotgates_editor::Cancelled>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexValues<T> {
    width: i32,
    height: i32,
    values: Vec<T>,
}

impl<T: Copy> HexValues<T> {
    /// Makes an array from the value of `of` for each hex.
    pub(crate) fn new(battle: &Battle, of: impl Fn(Cell) -> T) -> Self {
        let grid: &Grid = battle.grid();
        let (width, height) = (grid.width(), grid.height());
        let mut values = Vec::with_capacity(hex_count(width, height));
        for row in 0..height {
            for col in 0..width {
                let cell = grid.at(Coord { col, row }).expect("the grid has its own hexes");
                values.push(of(cell));
            }
        }
        Self { width, height, values }
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Returns the value of a hex; `None` off the map.
    pub fn get(&self, at: Coord) -> Option<T> {
        let on_map = (0..self.width).contains(&at.col) && (0..self.height).contains(&at.row);
        on_map.then(|| self.values[hex_count(self.width, at.row) + at.col.cast_unsigned() as usize])
    }

    /// Returns all values, row by row from the north, each row from the west.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns each hex with its value, in the order of [`values`](Self::values).
    pub fn hexes(&self) -> impl Iterator<Item = (Coord, T)> + '_ {
        let width = hex_count(self.width, 1);
        let coord =
            move |place: usize| Coord { col: side_to_i32(place % width), row: side_to_i32(place / width) };
        self.values.iter().enumerate().map(move |(place, &value)| (coord(place), value))
    }
}
