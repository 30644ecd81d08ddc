//! Hexes at which units come onto a map, leave it, or run home to.

use std::collections::BTreeMap;

use hotgates_engine::{Battle, Cell, GoalAim, NamedHomes, Side};

/// The passage of units at a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passage {
    /// Units come, in this turn at first.
    Arrival(u32),
    /// Units leave for a goal.
    Exit,
    /// Broken units run there, and supplies come from there: a home that the scenario names.
    Home,
}

/// A hex at which units of a side come onto the map, leave it for a goal, or are at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassageMark {
    /// The hex.
    pub cell: Cell,
    /// Side of the units.
    pub side: Side,
    /// The passage.
    pub passage: Passage,
}

impl PassageMark {
    /// Returns the mark in signs that need no translation: `+ 4` for units that come in turn 4, `→` where units leave, `←`
    /// where they are at home.
    pub fn to_signs(&self) -> String {
        match self.passage {
            Passage::Arrival(turn) => format!("+ {turn}"),
            Passage::Exit => "→".to_owned(),
            Passage::Home => "←".to_owned(),
        }
    }
}

/// Returns the hexes at which units may still come, those at which an open goal has units leave, and where the rules have units
/// run home or be supplied the homes that the scenario names: Red's first, each kind after the other. A hex at which
/// several units come has the turn of the first.
pub fn passage_marks(battle: &Battle, homes: &NamedHomes) -> Vec<PassageMark> {
    let mut marks = Vec::new();
    let options = &battle.rules().options;
    let has_homes = options.cohesion.is_some() || options.supply.is_some();
    for side in Side::BOTH {
        let mut first: BTreeMap<Cell, u32> = BTreeMap::new();
        for (unit, turn) in battle.expected_units(side) {
            if let Some(turn) = turn {
                let known = first.entry(battle.info(unit).cell).or_insert(turn);
                *known = turn.min(*known);
            }
        }
        let arrivals =
            first.into_iter().map(|(cell, turn)| PassageMark { cell, side, passage: Passage::Arrival(turn) });
        marks.extend(arrivals);
        for (_, goal) in battle.goals(side).filter(|&(id, _)| battle.is_goal_open(id)) {
            if let GoalAim::Exit { cells, .. } = &goal.aim {
                marks.extend(cells.iter().map(|&cell| PassageMark { cell, side, passage: Passage::Exit }));
            }
        }
        let home = homes.of_side(side).iter().filter(|_| has_homes);
        let cells = home.filter_map(|&hex| battle.grid().at(hex));
        marks.extend(cells.map(|cell| PassageMark { cell, side, passage: Passage::Home }));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::{Passage, PassageMark, passage_marks};
    use hotgates_engine::{Battle, Coord, MapFile, Scenario, Side};

    const PASS: &str = r#"Map(name: "Pass", rules: "hoplite",
        rows: ["............", "............", "..........#."],
        from: nw, turns: 9, objective: goals, home: (red: [(0, 0)]),
        goals: [(key: "away", side: blue, exit: [(11, 0)], count: 1, points: 5), (key: "castle", side: red, take: [(10, 2)])],
        red: (units: [(type: "hoplites", at: (0, 0)), (type: "hoplites", arrives: (turn: 4, hexes: [(0, 2)])),
            (type: "hoplites", arrives: (turn: 2, hexes: [(0, 2)]))]),
        blue: (units: [(type: "hoplites", at: (10, 2))]),
    )"#;

    const CLASSIC: &str = r##"Map(name: "Field", rows: ["..........", "#........."], home: (red: [(9, 1)]),
        red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##;

    #[test]
    fn units_come_and_leave_where_the_scenario_says() {
        let scenario = Scenario::by_shipped_rules(MapFile::from_ron(PASS).unwrap()).unwrap();
        let battle = Battle::from_scenario(&scenario).unwrap();
        let cell = |col, row| battle.grid().at(Coord { col, row }).unwrap();
        let comes = PassageMark { cell: cell(0, 2), side: Side::Red, passage: Passage::Arrival(2) };
        let home = PassageMark { cell: cell(0, 0), side: Side::Red, passage: Passage::Home };
        let leaves = PassageMark { cell: cell(11, 0), side: Side::Blue, passage: Passage::Exit };
        let marks = passage_marks(&battle, &scenario.map.home);
        assert_eq!(marks, [comes, home, leaves]);
        assert_eq!(marks.iter().map(PassageMark::to_signs).collect::<Vec<_>>(), ["+ 2", "←", "→"]);
        let classic = Scenario::classic(MapFile::from_ron(CLASSIC).unwrap());
        let battle = Battle::from_scenario(&classic).unwrap();
        assert_eq!(passage_marks(&battle, &classic.map.home), [], "nobody runs by the classic rules");
    }
}
