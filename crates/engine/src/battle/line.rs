//! Lines of sight, where a ruleset turns them on: terrain that blocks fire stops it.
//!
//! The line is drawn between the centres of two hexes, both of which never block. Where it runs
//! along the edge between two hexes it is blocked only when both block. Whole numbers throughout,
//! and the same both ways.

use hotgates_grid::{Cell, Hex};

use crate::file::map::Map;
use crate::file::ruleset::Ruleset;

/// Returns the first cell on the line between two hexes whose terrain blocks fire; `None` where no
/// cell does.
pub(crate) fn cell_blocking_line(rules: &Ruleset, map: &Map, from: Hex, to: Hex) -> Option<Cell> {
    let blocks =
        |hex: Hex| map.grid().cell(hex).filter(|&cell| rules.terrains[map.terrain(cell)].blocks_fire);
    let steps = from.distance_to(to);
    (1..steps).find_map(|step| {
        let [left, right] = hexes_on_line(from, to, step, steps);
        // Both blocking, or the one and only hex blocking.
        blocks(left).and_then(|cell| blocks(right).map(|_| cell))
    })
}

/// Returns the hexes that the line crosses after `step` of `steps`: twice the same hex, or the two
/// hexes along whose edge the line runs.
fn hexes_on_line(from: Hex, to: Hex, step: i32, steps: i32) -> [Hex; 2] {
    [1, -1].map(|nudge| {
        // Cube coordinates in units of 1/(6·steps) hex, moved a little to one side of the line.
        let scale = 6 * steps;
        let along = |a: i32, b: i32| 6 * (a * (steps - step) + b * step);
        let (q, r) = (along(from.x, to.x) + nudge, along(from.y, to.y) + nudge);
        nearest_hex(q, r, scale)
    })
}

/// Returns the hex that contains a point given in units of 1/`scale` hex.
fn nearest_hex(q: i32, r: i32, scale: i32) -> Hex {
    let s = -q - r;
    let nearest = |value: i32| (2 * value + scale).div_euclid(2 * scale);
    let off = |value: i32| (nearest(value) * scale - value).abs();
    let (rq, rr, rs) = (nearest(q), nearest(r), nearest(s));
    if off(q) > off(r) && off(q) > off(s) {
        Hex::new(-rr - rs, rr)
    } else if off(r) > off(s) {
        Hex::new(rq, -rq - rs)
    } else {
        Hex::new(rq, rr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_line_crosses_one_hex_at_a_time() {
        let to = Hex::new(4, 0);
        for step in 1..4 {
            assert_eq!(hexes_on_line(Hex::ZERO, to, step, 4), [Hex::new(step, 0); 2]);
        }
    }

    #[test]
    fn a_line_along_an_edge_touches_both_hexes() {
        // Two hexes on, one of them sideways: the line leaves along the edge between two
        // neighbours.
        let mut both = hexes_on_line(Hex::ZERO, Hex::new(1, 1), 1, 2);
        both.sort_by_key(|hex| hex.x);
        assert_eq!(both, [Hex::new(0, 1), Hex::new(1, 0)]);
    }

    #[test]
    fn the_line_back_crosses_the_same_hexes() {
        for target in Hex::ZERO.range(5) {
            let steps = Hex::ZERO.distance_to(target);
            for step in 1..steps {
                let mut there = hexes_on_line(Hex::ZERO, target, step, steps);
                let mut back = hexes_on_line(target, Hex::ZERO, steps - step, steps);
                there.sort_by_key(|hex| (hex.x, hex.y));
                back.sort_by_key(|hex| (hex.x, hex.y));
                assert_eq!(there, back, "{target:?} {step}");
            }
        }
    }
}
