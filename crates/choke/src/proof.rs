//! The check that a set cuts: a plain flood, which shares no code with what finds sets.

use hotgates_engine::{Cell, Direction, Map, UnitTypeId};

/// Returns `true` if blocking these hexes leaves no path from any of the `enemies` to any of the
/// `castles` for any of the unit types `kinds`. Units do not count. A blocked hex under an enemy
/// does not keep it from leaving.
///
/// Cost: `O(hexes)` for each type.
pub fn cuts_every_path(
    map: &Map,
    kinds: &[UnitTypeId],
    enemies: &[Cell],
    castles: &[Cell],
    blocked: &[Cell],
) -> bool {
    kinds.iter().all(|&kind| {
        let costs = map.costs(kind);
        let mut seen = vec![false; map.grid().len()];
        let mut waiting = enemies.to_vec();
        for &cell in blocked {
            seen[cell.index()] = true;
        }
        while let Some(cell) = waiting.pop() {
            if castles.contains(&cell) {
                return false;
            }
            for direction in Direction::ALL {
                let next = map.grid().step(cell, direction);
                if costs[next.index()] > 0 && !std::mem::replace(&mut seen[next.index()], true) {
                    waiting.push(next);
                }
            }
        }
        true
    })
}
