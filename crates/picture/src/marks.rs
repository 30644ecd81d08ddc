//! Marks that point out things on a map: paths, reach, points of convergence.

use hotgates_engine::{Battle, Cell, CellSet, Direction, Event, Grid, Hex, Order};
use serde::{Deserialize, Serialize};

/// Hexes to be pointed out, by reason. Plain data, from whoever has found them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureMarks {
    /// Entry hexes of Red.
    pub entry: Vec<Cell>,
    /// Choke sets.
    pub chokes: Vec<ChokeMark>,
    /// A path, hex by hex.
    pub path: Vec<Cell>,
    /// Hexes within reach.
    pub reach: Vec<Cell>,
}

impl PictureMarks {
    /// Returns marks that show an order: the way of the unit by the events of the order, or a line from it to its target
    /// or its work; `before` is the battle in which it was given.
    pub fn of_order(before: &Battle, order: Order, events: &[Event]) -> Self {
        let place = |unit| before.hex(unit);
        let hexes: Vec<Hex> = match order {
            Order::Attack { unit, target } => vec![place(unit), place(target)],
            Order::Work { unit, at, .. } => vec![place(unit), at],
            Order::Move { unit: moved, .. } => {
                let steps = events.iter().filter_map(|event| match *event {
                    Event::Stepped { unit, to, .. } if unit == moved => Some(to),
                    _ => None,
                });
                std::iter::once(place(moved)).chain(steps).collect()
            }
            Order::Face { .. } | Order::Exit { .. } | Order::EndTurn => Vec::new(),
        };
        let path = hexes.into_iter().filter_map(|hex| before.grid().cell(hex)).collect();
        Self { path, ..Self::default() }
    }
}

/// A choke set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChokeMark {
    /// Hexes of the set.
    pub hexes: Vec<Cell>,
    /// `true` if this set is the one to be held: drawn with a full line, others with a thin one.
    pub held: bool,
}

/// Returns the edges between a hex of a set and one that is not in it, or none: the hex in the set, and the way out.
#[must_use]
pub fn outer_edges(grid: &Grid, cells: &[Cell]) -> Vec<(Cell, Direction)> {
    let set = CellSet::from_cells(grid, cells.iter().copied());
    let edges = cells.iter().flat_map(|&cell| Direction::ALL.map(|direction| (cell, direction)));
    edges.filter(|&(cell, direction)| !set.contains(grid.step(cell, direction))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{Coord, Dice, LegalOrders, MapFile, Scenario};

    #[test]
    fn orders_are_shown_by_the_ways_of_units_and_by_lines_to_their_targets() {
        let rows = ["..........", "#........."].map(str::to_owned).to_vec();
        let scenario = Scenario::classic(MapFile { rows, ..MapFile::default() });
        let before = Battle::from_scenario(&scenario).expect("a sound map");
        let unit = before.living(before.side()).next().expect("an army");
        let from = before.hex(unit);
        let mut battle = before.clone();
        let mut events = Vec::new();
        let order = LegalOrders::default()
            .orders_of_side(&before)
            .iter()
            .copied()
            .find(|order| matches!(order, Order::Move { .. }));
        let order = order.expect("somebody can move");
        battle.act(order, &mut Dice::new(1), &mut events).expect("a legal order");
        let moved = order.unit().expect("a unit's order");
        let path = PictureMarks::of_order(&before, order, &events).path;
        assert_eq!(path.first(), before.grid().cell(before.hex(moved)).as_ref());
        assert_eq!(path.last(), battle.grid().cell(battle.hex(moved)).as_ref());
        assert!(path.windows(2).all(|step| before.grid().distance(step[0], step[1]) == 1));
        let target = before.living(before.side().other()).next().expect("an enemy");
        let line = PictureMarks::of_order(&before, Order::Attack { unit, target }, &[]).path;
        let coords: Vec<Coord> = line.iter().map(|&cell| before.grid().coord(cell)).collect();
        assert_eq!(coords, [from.into(), before.hex(target).into()]);
        assert_eq!(PictureMarks::of_order(&before, Order::EndTurn, &[]), PictureMarks::default());
    }
}
