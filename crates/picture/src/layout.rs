//! The places of hexes in a picture.

use hotgates_engine::{Coord, Grid};

use crate::canvas::{HALF_HEIGHT, HALF_WIDTH, HexDrawingPlace};

/// Greatest number of pixels of a picture: 64 MiB of memory. Pictures of larger maps get smaller
/// hexes.
pub const MAX_PIXELS: u64 = 1 << 24;

/// Width of a hex, in pixels, from which hexes are drawn one by one; below, each pixel is painted
/// in the colour of its hex.
const DRAWN: f64 = 8.0;

/// The places of a map's hexes in pixels.
#[derive(Debug, Clone, Copy)]
pub struct HexLayout {
    /// Distance from one column to the next, in pixels.
    pub across: f64,
    /// Distance from one row to the next, in pixels; a column lies lower than the one before by
    /// half of it.
    pub down: f64,
    /// Margin around the map, in whole pixels.
    pub margin: u32,
    /// Place of the map's upper left corner.
    corner: (f64, f64),
    /// `true` if hexes are large enough to be drawn one by one.
    drawn: bool,
    /// `true` for a part of a picture, which is transparent where the map ends.
    part: bool,
    cols: i32,
    rows: i32,
}

impl HexLayout {
    /// Returns the layout of hexes `width` pixels wide or, where the picture would get more than
    /// `most` pixels, as wide as it allows. `labels` makes room for numbers beside the map where
    /// they can be read.
    pub fn new(grid: &Grid, width: f64, labels: bool, most: u64) -> Self {
        let mut width = if width.is_finite() { width.clamp(0.01, 256.0) } else { 64.0 };
        loop {
            let layout = Self::layout_with_hex_width(grid, width, labels);
            let (across, down) = layout.size_in_pixels();
            if u64::from(across) * u64::from(down) <= most.max(1) || width < 0.02 {
                return layout;
            }
            width *= 0.98;
        }
    }

    fn layout_with_hex_width(grid: &Grid, width: f64, labels: bool) -> Self {
        let (cols, rows) = (grid.width(), grid.height());
        if width < DRAWN {
            let (across, down) = (width * 0.75, width * 0.75_f64.sqrt());
            return Self {
                across,
                down,
                margin: 0,
                corner: (0.0, 0.0),
                drawn: false,
                part: false,
                cols,
                rows,
            };
        }
        // Whole pixels from hex to hex, an even number of them downwards: equal hexes look equal.
        let margin = if labels && width >= LABELLED { width * 0.4 + 6.0 } else { 2.0 };
        let down = 2.0 * (width * 0.75_f64.sqrt() / 2.0).round();
        let margin = to_whole_pixels(margin);
        let corner = (margin.into(), margin.into());
        Self { across: (width * 0.75).round(), down, margin, corner, drawn: true, part: false, cols, rows }
    }

    /// Returns the layout of a part of a picture with hexes `width` pixels wide and `width` × 7/8
    /// high that starts at a pixel of the picture: parts fit each other without a seam where
    /// `width` is a multiple of 8.
    pub fn layout_of_part(grid: &Grid, width: f64, (left, top): (i32, i32)) -> Self {
        Self {
            across: width * 0.75,
            down: width * 0.875,
            margin: 0,
            corner: (-f64::from(left), -f64::from(top)),
            drawn: width >= DRAWN,
            part: true,
            cols: grid.width(),
            rows: grid.height(),
        }
    }

    /// `true` if hexes are large enough to be drawn one by one.
    pub const fn draws_each_hex(&self) -> bool {
        self.drawn
    }

    /// `true` for a part of a picture, which is transparent where the map ends.
    pub const fn is_part_of_picture(&self) -> bool {
        self.part
    }

    /// Returns the columns and rows, all of them on the map, of the hexes that may show in `width`
    /// × `height` pixels.
    pub fn hexes_within(&self, width: u32, height: u32) -> (std::ops::Range<i32>, std::ops::Range<i32>) {
        let (left, top) = self.corner;
        let range = |from: f64, to: f64, step: f64, count: i32| {
            // A hex, its road and its counter's shadow reach into the next one.
            let clamp = |at: f64| to_whole(at.clamp(0.0, f64::from(count)));
            clamp((from / step).floor() - 2.0)..clamp((to / step).ceil() + 2.0)
        };
        (
            range(-left, f64::from(width) - left, self.across, self.cols),
            range(-top, f64::from(height) - top, self.down, self.rows),
        )
    }

    /// Returns the width of a hex in pixels.
    pub fn hex_width(&self) -> f64 {
        self.across * 4.0 / 3.0
    }

    /// Returns the width and height of the whole picture in pixels, both at least 1.
    pub fn size_in_pixels(&self) -> (u32, u32) {
        let half = if self.cols > 1 { 0.5 } else { 0.0 };
        let width = self.across * (f64::from(self.cols) + 1.0 / 3.0);
        let height = self.down * (f64::from(self.rows) + half);
        let both = 2 * self.margin;
        (to_whole_pixels(width).max(1) + both, to_whole_pixels(height).max(1) + both)
    }

    /// Returns the middle of a hex in pixels.
    pub fn middle_of_hex(&self, Coord { col, row }: Coord) -> (f64, f64) {
        let lower = if col & 1 == 1 { 1.0 } else { 0.5 };
        let (left, top) = self.corner;
        (left + self.across * (f64::from(col) + 2.0 / 3.0), top + self.down * (f64::from(row) + lower))
    }

    /// Returns the place of a hex.
    pub fn place_of_hex(&self, at: Coord) -> HexDrawingPlace {
        let (x, y) = self.middle_of_hex(at);
        let [x, y, across, down] =
            [x, y, self.hex_width() / f64::from(2.0 * HALF_WIDTH), self.down / f64::from(2.0 * HALF_HEIGHT)]
                .map(to_single);
        HexDrawingPlace { x, y, across, down }
    }

    /// Returns the column and row, perhaps off the map, of the hex whose middle is nearest to a
    /// point.
    pub fn hex_at(&self, x: f64, y: f64) -> Coord {
        let (x, y) = (x - self.corner.0, y - self.corner.1);
        let near = (x / self.across - 2.0 / 3.0).floor();
        let candidates = [near, near + 1.0].map(|col| {
            let col = to_whole(col);
            let lower = if col & 1 == 1 { 1.0 } else { 0.5 };
            Coord { col, row: to_whole((y / self.down - lower).round()) }
        });
        let far = |at: Coord| {
            let (cx, cy) = self.middle_of_hex(at);
            (cx - self.corner.0 - x).powi(2) + (cy - self.corner.1 - y).powi(2)
        };
        if far(candidates[1]) < far(candidates[0]) { candidates[1] } else { candidates[0] }
    }
}

/// Width of a hex, in pixels, from which there is room for numbers.
pub const LABELLED: f64 = 14.0;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are small and positive")]
fn to_whole_pixels(length: f64) -> u32 {
    length.ceil() as u32
}

#[expect(clippy::cast_possible_truncation, reason = "columns and rows are small")]
fn to_whole(number: f64) -> i32 {
    number as i32
}

#[expect(clippy::cast_possible_truncation, reason = "pixels need no more digits")]
fn to_single(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hex_is_found_at_its_middle() {
        for width in [1.5, 4.0, 7.9] {
            let layout = HexLayout::new(&Grid::new(9, 7), width, true, MAX_PIXELS);
            for (col, row) in (0..9).flat_map(|col| (0..7).map(move |row| (col, row))) {
                let (x, y) = layout.middle_of_hex(Coord { col, row });
                assert_eq!(layout.hex_at(x, y), Coord { col, row }, "{width}");
            }
        }
    }

    #[test]
    fn pictures_of_any_map_are_bounded() {
        for (cols, rows) in [(1, 1), (2048, 2048), (4096, 1024), (4096, 1), (1, 4096)] {
            for most in [MAX_PIXELS, 10_000] {
                let layout = HexLayout::new(&Grid::new(cols, rows), 64.0, true, most);
                let (width, height) = layout.size_in_pixels();
                let pixels = u64::from(width) * u64::from(height);
                assert!(pixels <= most, "{cols}×{rows}: {width}×{height}");
                assert!(pixels > most / 40 || layout.hex_width() > 60.0, "{cols}×{rows}: {width}×{height}");
            }
        }
    }

    #[test]
    fn drawn_hexes_lie_on_whole_pixels() {
        for width in 8..=64 {
            let layout = HexLayout::new(&Grid::new(9, 7), width.into(), true, MAX_PIXELS);
            assert!(layout.draws_each_hex());
            assert!(layout.across.fract() == 0.0 && (layout.down / 2.0).fract() == 0.0);
        }
    }
}
