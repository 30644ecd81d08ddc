//! The ground being edited: one glyph for each hex, densely stored, so that a change costs nothing but itself.

use hotgates_engine::{Coord, Fault, FaultKind, Grid};

/// The rows of a map as an array. Glyphs need not mean anything: what they stand for is the palette's question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlyphGrid {
    width: i32,
    height: i32,
    /// Row by row from the north, each from the west.
    pub(crate) glyphs: Vec<char>,
}

impl GlyphGrid {
    /// Reads the rows of a map file.
    ///
    /// # Errors
    /// When there are no hexes, too many, or rows of different lengths: each row that differs from the first.
    pub fn from_rows(rows: &[String]) -> Result<Self, Vec<Fault>> {
        let height = rows.len();
        let width = rows.first().map_or(0, |row| row.chars().count());
        check_size(width, height).map_err(|kind| vec![Fault::at_field("rows", kind)])?;
        let mut glyphs = Vec::with_capacity(width * height);
        let mut faults = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let before = glyphs.len();
            // No more than one too many: a hostile row takes no memory before it is refused.
            glyphs.extend(text.chars().take(width + 1));
            if glyphs.len() - before != width {
                let length = text.chars().count();
                let kind = FaultKind::RaggedRow { row, length, expected: width };
                faults.push(Fault::at_field(format!("rows[{row}]"), kind));
                glyphs.truncate(before);
            }
        }
        if faults.is_empty() {
            Ok(Self { width: to_side(width), height: to_side(height), glyphs })
        } else {
            Err(faults)
        }
    }

    /// Ground of one glyph everywhere; the size has been checked.
    pub(crate) fn filled_with(width: i32, height: i32, glyph: char) -> Self {
        Self { width, height, glyphs: vec![glyph; hex_count(width, height)] }
    }

    /// Ground of these glyphs, row by row.
    pub(crate) fn from_glyphs(width: i32, height: i32, glyphs: Vec<char>) -> Self {
        debug_assert_eq!(glyphs.len(), hex_count(width, height));
        Self { width, height, glyphs }
    }

    /// Columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Whether the map has this hex.
    pub fn contains(&self, at: Coord) -> bool {
        (0..self.width).contains(&at.col) && (0..self.height).contains(&at.row)
    }

    /// The glyph of a hex, `None` off the map.
    pub fn glyph_at(&self, at: Coord) -> Option<char> {
        self.place_of(at).map(|index| self.glyphs[index])
    }

    /// Every hex, row by row from the north, each from the west.
    pub fn coords(&self) -> impl Iterator<Item = Coord> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |col| Coord { col, row }))
    }

    /// The rows as a map file has them. Cost: `O(hexes)`.
    pub fn rows(&self) -> Vec<String> {
        self.glyphs.chunks(hex_count(self.width, 1)).map(|row| row.iter().collect()).collect()
    }

    /// The place of a hex in [`glyphs`](Self::glyphs).
    pub(crate) fn place_of(&self, at: Coord) -> Option<usize> {
        self.contains(at).then(|| hex_count(self.width, at.row) + at.col.cast_unsigned() as usize)
    }
}

/// Whether a map may have this size.
///
/// # Errors
/// What is wrong with it, as the engine says it.
pub(crate) fn check_size(width: usize, height: usize) -> Result<(), FaultKind> {
    if width == 0 || height == 0 {
        return Err(FaultKind::NoHexes);
    }
    let (max_side, max) = (Grid::MAX_SIDE, Grid::MAX_HEXES);
    if width > max_side || height > max_side || width * height > max {
        return Err(FaultKind::TooLarge { width, height, max_side, max });
    }
    Ok(())
}

/// Hexes of so many columns and rows, none negative.
pub(crate) fn hex_count(width: i32, height: i32) -> usize {
    width.cast_unsigned() as usize * height.cast_unsigned() as usize
}

pub(crate) fn to_side(length: usize) -> i32 {
    i32::try_from(length).expect("a side has been checked to be at most 4096")
}
