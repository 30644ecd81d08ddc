//! Smooth random numbers over the map, in whole numbers.

use hotgates_engine::{Coord, Dice};

/// Numbers from 0 to 999 that change little from hex to hex: drawn on a lattice, interpolated
/// between its knots.
#[derive(Debug)]
pub struct SmoothNoise {
    period: i32,
    columns: usize,
    lattice: Vec<i32>,
}

impl SmoothNoise {
    /// Returns noise over a map of this size whose hills lie about two `period`s apart, in hexes.
    pub fn new(dice: &mut Dice, width: i32, height: i32, period: i32) -> Self {
        let period = period.max(1);
        let knots = |side: i32| usize::try_from(side / period + 2).expect("a map has a size");
        let (columns, rows) = (knots(width), knots(height));
        Self { period, columns, lattice: (0..columns * rows).map(|_| draw_below(dice, 1000)).collect() }
    }

    /// Returns the number at a hex of the map.
    pub fn noise_at_hex(&self, Coord { col, row }: Coord) -> i32 {
        let (x, y) = (col.div_euclid(self.period), row.div_euclid(self.period));
        let (right, down) = (col.rem_euclid(self.period), row.rem_euclid(self.period));
        let knot = |x: i32, y: i32| {
            let index = usize::try_from(y).ok().zip(usize::try_from(x).ok());
            index.and_then(|(y, x)| self.lattice.get(y * self.columns + x)).copied().unwrap_or(500)
        };
        let upper = self.interpolate_smoothly(knot(x, y), knot(x + 1, y), right);
        let lower = self.interpolate_smoothly(knot(x, y + 1), knot(x + 1, y + 1), right);
        self.interpolate_smoothly(upper, lower, down)
    }

    /// Interpolates smoothly between the numbers of two knots, at `part` of a period from the
    /// first.
    fn interpolate_smoothly(&self, from: i32, to: i32, part: i32) -> i32 {
        // The curve is steep in the middle and level at the knots (3t² − 2t³), so that the lattice
        // does not show.
        let (part, whole) = (i64::from(part), i64::from(self.period));
        let share = 1000 * part * part * (3 * whole - 2 * part) / (whole * whole * whole);
        from + i32::try_from(i64::from(to - from) * share / 1000).unwrap_or(0)
    }
}

/// Draws a number from 0 to `end` − 1.
pub fn draw_below(dice: &mut Dice, end: i32) -> i32 {
    let number = dice.draw_below(end.max(1).unsigned_abs());
    number.cast_signed()
}

/// Draws a number from `low` to `high`.
pub fn draw_between(dice: &mut Dice, low: i32, high: i32) -> i32 {
    low + draw_below(dice, high - low + 1)
}
