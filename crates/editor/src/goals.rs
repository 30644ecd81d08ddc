//! Goals of the map in the document.

use hotgates_engine::{Coord, GoalEntry, MapFile, VictoryPointValues, WinningSets};

/// The fields of a map for goals and victory points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoalSettings {
    /// Castles and hexes of goals that Red holds at the start.
    pub red_holds: Vec<Coord>,
    /// Goals of the sides.
    pub goals: Vec<GoalEntry>,
    /// Sets of goals with which a side wins at once.
    pub wins: WinningSets,
    /// Points for castles and losses, and degrees of victory.
    pub victory_points: Option<VictoryPointValues>,
}

impl GoalSettings {
    /// Returns the fields of a map file.
    #[must_use]
    pub fn of_map(file: &MapFile) -> Self {
        Self {
            red_holds: file.red_holds.clone(),
            goals: file.goals.clone(),
            wins: file.wins.clone(),
            victory_points: file.victory_points.clone(),
        }
    }

    /// Changes places with the fields of a map file.
    pub(crate) fn swap_with_map(&mut self, file: &mut MapFile) {
        std::mem::swap(&mut self.red_holds, &mut file.red_holds);
        std::mem::swap(&mut self.goals, &mut file.goals);
        std::mem::swap(&mut self.wins, &mut file.wins);
        std::mem::swap(&mut self.victory_points, &mut file.victory_points);
    }

    /// Moves all hexes to where `goes` puts them. A goal that loses its last hex goes, and with it the
    /// ways to win that need it.
    pub(crate) fn move_hexes(&mut self, goes: impl Fn(Coord) -> Option<Coord>) {
        let move_all = |hexes: &mut Vec<Coord>| *hexes = hexes.iter().filter_map(|&at| goes(at)).collect();
        move_all(&mut self.red_holds);
        for goal in &mut self.goals {
            move_all(&mut goal.hold);
            move_all(&mut goal.take);
        }
        let lost = |goal: &GoalEntry| goal.hold.is_empty() && goal.take.is_empty() && goal.destroy.is_empty();
        let keys: Vec<String> =
            self.goals.iter().filter(|goal| lost(goal)).map(|goal| goal.key.clone()).collect();
        for key in &keys {
            self.remove_goal(key);
        }
    }

    /// Removes the goals of a key, and the ways to win that need them.
    pub fn remove_goal(&mut self, key: &str) {
        self.goals.retain(|goal| goal.key != key);
        for sets in [&mut self.wins.red, &mut self.wins.blue] {
            sets.retain(|set| set.iter().all(|other| other != key));
        }
    }
}
