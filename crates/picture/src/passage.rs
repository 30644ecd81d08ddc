//! Hexes at which units come onto a map or leave it.

use std::collections::BTreeMap;

use hotgates_engine::{Battle, Cell, GoalAim, Side};

/// A hex at which units of a side come onto the map, or leave it for a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassageMark {
    /// The hex.
    pub cell: Cell,
    /// Side of the units.
    pub side: Side,
    /// The first turn in which units can come; `None` where units leave.
    pub arrival: Option<u32>,
}

impl PassageMark {
    /// Returns the mark in signs that need no translation: `+ 4` for units that come in turn 4, `→` where units leave.
    pub fn to_signs(&self) -> String {
        self.arrival.map_or_else(|| "→".to_owned(), |turn| format!("+ {turn}"))
    }
}

/// Returns the hexes at which units may still come, and those at which an open goal has units leave: Red's first, those
/// to come before those to leave by. A hex at which several units come has the turn of the first.
pub fn passage_marks(battle: &Battle) -> Vec<PassageMark> {
    let mut marks = Vec::new();
    for side in Side::BOTH {
        let mut first: BTreeMap<Cell, u32> = BTreeMap::new();
        for (unit, turn) in battle.expected_units(side) {
            if let Some(turn) = turn {
                let known = first.entry(battle.info(unit).cell).or_insert(turn);
                *known = turn.min(*known);
            }
        }
        let arrivals = first.into_iter().map(|(cell, turn)| PassageMark { cell, side, arrival: Some(turn) });
        marks.extend(arrivals);
        for (_, goal) in battle.goals(side).filter(|&(id, _)| battle.is_goal_open(id)) {
            if let GoalAim::Exit { cells, .. } = &goal.aim {
                marks.extend(cells.iter().map(|&cell| PassageMark { cell, side, arrival: None }));
            }
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::{PassageMark, passage_marks};
    use hotgates_engine::{Battle, Coord, MapFile, Scenario, Side};

    const PASS: &str = r#"Map(name: "Pass", rules: "hoplite",
        rows: ["............", "............", "..........#."],
        from: nw, turns: 9, objective: goals,
        goals: [(key: "away", side: blue, exit: [(11, 0)], count: 1, points: 5), (key: "castle", side: red, take: [(10, 2)])],
        red: (units: [(type: "hoplites", at: (0, 0)), (type: "hoplites", arrives: (turn: 4, hexes: [(0, 2)])),
            (type: "hoplites", arrives: (turn: 2, hexes: [(0, 2)]))]),
        blue: (units: [(type: "hoplites", at: (10, 2))]),
    )"#;

    #[test]
    fn units_come_and_leave_where_the_scenario_says() {
        let scenario = Scenario::by_shipped_rules(MapFile::from_ron(PASS).unwrap()).unwrap();
        let battle = Battle::from_scenario(&scenario).unwrap();
        let cell = |col, row| battle.grid().at(Coord { col, row }).unwrap();
        let comes = PassageMark { cell: cell(0, 2), side: Side::Red, arrival: Some(2) };
        let leaves = PassageMark { cell: cell(11, 0), side: Side::Blue, arrival: None };
        let marks = passage_marks(&battle);
        assert_eq!(marks, [comes, leaves]);
        assert_eq!(marks.iter().map(PassageMark::to_signs).collect::<Vec<_>>(), ["+ 2", "→"]);
    }
}
