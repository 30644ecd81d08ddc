//! The map of the benches on large maps, this crate's and those of `hotgates-files`.

/// The rows of a map of 1000 × 1000 hexes: woods, lakes, roads and ridges without a plan, and a
/// castle in the south.
pub fn rows() -> Vec<String> {
    let mut state = 1u32;
    let mut glyph = |col: usize, row: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match state >> 24 {
            _ if (col, row) == (500, 900) => '#',
            _ if col == 500 || row == 300 => '=',
            0..=40 => 'f',
            41..=60 => '~',
            61..=90 => '^',
            _ => '.',
        }
    };
    (0..1000).map(|row| (0..1000).map(|col| glyph(col, row)).collect()).collect()
}
