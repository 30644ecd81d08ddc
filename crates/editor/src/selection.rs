//! Selected hexes.

use fixedbitset::FixedBitSet;
use hotgates_engine::{Coord, Direction};

use crate::shape::{line_hexes, rectangle_hexes};

/// A set of selected hexes of one map, stored as one bit for each hex.
///
/// ```
/// use hotgates_editor::{Coord, Document, Editor, Selection};
///
/// let source = r##"Map(name: "Pass", rows: ["..#", "..."])"##;
/// let mut editor = Editor::new(Document::open(source).expect("a sound file"));
/// editor.select_all();
/// let selection: &Selection = editor.selection().expect("the whole map");
/// assert_eq!(selection.len(), 6);
/// assert!(selection.contains(Coord { col: 2, row: 1 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    size: (i32, i32),
    chosen: FixedBitSet,
    count: usize,
}

impl Selection {
    /// Makes an empty set for a map of `width` × `height` hexes.
    pub(crate) fn new(size: (i32, i32)) -> Self {
        let chosen = FixedBitSet::with_capacity(crate::glyph_grid::hex_count(size.0, size.1));
        Self { size, chosen, count: 0 }
    }

    /// Selects all hexes of the map between two corners.
    pub(crate) fn from_rectangle(size: (i32, i32), a: Coord, b: Coord) -> Self {
        let (a, b) = (clamp_to_map(size, a), clamp_to_map(size, b));
        Self::from_hexes(size, rectangle_hexes(a, b))
    }

    pub(crate) fn from_hexes(size: (i32, i32), hexes: impl IntoIterator<Item = Coord>) -> Self {
        let mut selection = Self::new(size);
        for at in hexes {
            selection.insert(at);
        }
        selection
    }

    /// Selects the hexes on a path and all that the path encloses; its end is joined to its start.
    pub(crate) fn from_lasso(size: (i32, i32), path: &[Coord]) -> Self {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return Self::new(size) };
        let mut edge: Vec<Coord> = path.to_vec();
        edge.extend(line_hexes(last, first));
        let (mut low, mut high) = (first, first);
        for at in &edge {
            low = Coord { col: low.col.min(at.col), row: low.row.min(at.row) };
            high = Coord { col: high.col.max(at.col), row: high.row.max(at.row) };
        }
        // On a canvas with a margin: whatever cannot be reached from its corner is inside.
        let shift = |at: Coord| Coord { col: at.col - low.col + 2, row: at.row - low.row + 2 };
        // An even number of columns to the side keeps odd columns odd.
        let odd = low.col & 1;
        let shift = move |at: Coord| Coord { col: shift(at).col + odd, ..shift(at) };
        let canvas = (high.col - low.col + 6, high.row - low.row + 6);
        let edge = Self::from_hexes(canvas, edge.into_iter().map(shift));
        let mut outside = Self::new(canvas);
        let corner = Coord { col: 0, row: 0 };
        outside.insert(corner);
        let mut waiting = vec![corner];
        while let Some(at) = waiting.pop() {
            for direction in Direction::ALL {
                let beside = Coord::from(at.hex() + direction.vector());
                if !edge.contains(beside) && outside.insert(beside) {
                    waiting.push(beside);
                }
            }
        }
        let (low, high) = (clamp_to_map(size, low), clamp_to_map(size, high));
        Self::from_hexes(size, rectangle_hexes(low, high).filter(|&at| !outside.contains(shift(at))))
    }

    fn index_of_hex(&self, at: Coord) -> Option<usize> {
        let (width, height) = self.size;
        let on_map = (0..width).contains(&at.col) && (0..height).contains(&at.row);
        on_map.then(|| crate::glyph_grid::hex_count(width, at.row) + at.col.cast_unsigned() as usize)
    }

    /// Adds a hex, and returns `true` if the hex is on the map and was not selected.
    pub(crate) fn insert(&mut self, at: Coord) -> bool {
        let Some(place) = self.index_of_hex(at) else { return false };
        let new = !self.chosen.put(place);
        self.count += usize::from(new);
        new
    }

    /// Returns `true` if the hex is selected.
    pub fn contains(&self, at: Coord) -> bool {
        self.index_of_hex(at).is_some_and(|place| self.chosen.contains(place))
    }

    /// Returns the size of the map to which the selection belongs.
    pub(crate) const fn size(&self) -> (i32, i32) {
        self.size
    }

    /// Returns the number of selected hexes.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if no hex is selected.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the selected hexes, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = Coord> + '_ {
        let width = self.size.0.cast_unsigned() as usize;
        self.chosen.ones().map(move |place| Coord {
            col: crate::glyph_grid::side_to_i32(place % width),
            row: crate::glyph_grid::side_to_i32(place / width),
        })
    }

    /// Returns the corners in the north-west and south-east of all selected hexes; `None` when
    /// there is none.
    pub fn bounds(&self) -> Option<(Coord, Coord)> {
        self.hexes().map(|at| (at, at)).reduce(|(low, high), (at, _)| {
            let low = Coord { col: low.col.min(at.col), row: low.row.min(at.row) };
            (low, Coord { col: high.col.max(at.col), row: high.row.max(at.row) })
        })
    }
}

/// Returns the nearest hex of the map, by column and row.
fn clamp_to_map((width, height): (i32, i32), at: Coord) -> Coord {
    Coord { col: at.col.clamp(0, width - 1), row: at.row.clamp(0, height - 1) }
}
