//! The ground being edited: one glyph for each hex, densely stored, so that the cost of a change
//! does not depend on the map.

use hotgates_engine::{Coord, Fault, FaultKind, Grid};

/// The rows of a map as one array of glyphs. Glyphs need not mean anything: the [glyph
/// table](crate::GlyphTable) says what they stand for.
///
/// ```
/// use hotgates_editor::{Coord, GlyphGrid};
///
/// let rows = ["..#".to_owned(), ".~.".to_owned()];
/// let ground = GlyphGrid::from_rows(&rows).expect("rows of one length");
/// assert_eq!((ground.width(), ground.height()), (3, 2));
/// assert_eq!(ground.glyph_at(Coord { col: 1, row: 1 }), Some('~'));
/// assert_eq!(ground.glyph_at(Coord { col: 3, row: 0 }), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlyphGrid {
    width: i32,
    height: i32,
    /// Glyphs row by row from the north, each row from the west.
    pub(crate) glyphs: Vec<char>,
}

impl GlyphGrid {
    /// Reads the rows of a map file.
    ///
    /// # Errors
    /// No hexes, too many hexes, or each row whose length differs from that of the first.
    pub fn from_rows(rows: &[String]) -> Result<Self, Vec<Fault>> {
        let height = rows.len();
        let width = rows.first().map_or(0, |row| row.chars().count());
        check_size(width, height).map_err(|kind| vec![Fault::fault_of_field("rows", kind)])?;
        let mut glyphs = Vec::with_capacity(width * height);
        let mut faults = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let before = glyphs.len();
            // No more than one too many: a hostile row takes no memory before it is refused.
            glyphs.extend(text.chars().take(width + 1));
            if glyphs.len() - before != width {
                let length = text.chars().count();
                let kind = FaultKind::RaggedRow { row, length, expected: width };
                faults.push(Fault::fault_of_field(format!("rows[{row}]"), kind));
                glyphs.truncate(before);
            }
        }
        if faults.is_empty() {
            Ok(Self { width: side_to_i32(width), height: side_to_i32(height), glyphs })
        } else {
            Err(faults)
        }
    }

    /// Makes ground of one glyph everywhere; the caller has checked the size.
    pub(crate) fn of_one_glyph(width: i32, height: i32, glyph: char) -> Self {
        Self { width, height, glyphs: vec![glyph; hex_count(width, height)] }
    }

    /// Makes ground of glyphs, row by row.
    pub(crate) fn from_glyphs(width: i32, height: i32, glyphs: Vec<char>) -> Self {
        debug_assert_eq!(glyphs.len(), hex_count(width, height));
        Self { width, height, glyphs }
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Returns `true` if the hex lies on the map.
    pub fn contains(&self, at: Coord) -> bool {
        (0..self.width).contains(&at.col) && (0..self.height).contains(&at.row)
    }

    /// Returns the glyph of a hex; `None` off the map.
    pub fn glyph_at(&self, at: Coord) -> Option<char> {
        self.index_of_hex(at).map(|index| self.glyphs[index])
    }

    /// Returns every hex, row by row from the north, each row from the west.
    pub fn coords(&self) -> impl Iterator<Item = Coord> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |col| Coord { col, row }))
    }

    /// Returns the rows as a map file has them. Cost: `O(hexes)`.
    pub fn rows(&self) -> Vec<String> {
        self.glyphs.chunks(hex_count(self.width, 1)).map(|row| row.iter().collect()).collect()
    }

    /// Returns the index of a hex in [`glyphs`](Self::glyphs); `None` off the map.
    pub(crate) fn index_of_hex(&self, at: Coord) -> Option<usize> {
        self.contains(at).then(|| hex_count(self.width, at.row) + at.col.cast_unsigned() as usize)
    }
}

/// Checks that a map may have a size.
///
/// # Errors
/// The fault of the size, as the engine says it.
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

/// Returns the number of hexes of a rectangle; neither side is negative.
pub(crate) fn hex_count(width: i32, height: i32) -> usize {
    width.cast_unsigned() as usize * height.cast_unsigned() as usize
}

/// Converts the length of a side that has been checked.
pub(crate) fn side_to_i32(length: usize) -> i32 {
    i32::try_from(length).expect("a side has been checked to be at most 4096")
}
