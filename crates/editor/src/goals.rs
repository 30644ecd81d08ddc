//! Goals and events of the map in the document.

use hotgates_engine::{Coord, GoalEntry, MapFile, ScriptedEventEntry, Side, VictoryPointValues, WinningSets};

/// The fields of a map for goals, victory points and events.
///
/// ```
/// use hotgates_editor::{Coord, GoalSettings, GoalWay};
/// use hotgates_engine::Side;
///
/// let mut goals = GoalSettings::default();
/// goals.add_goal(Side::Red, GoalWay::Take, vec![Coord { col: 2, row: 1 }]);
/// goals.toggle_win(0);
/// assert!(goals.wins_alone(&goals.goals[0]));
/// goals.remove_goal(0);
/// assert_eq!(goals, GoalSettings::default());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoalSettings {
    /// Castles and hexes of goals that Red holds at the start.
    pub red_holds: Vec<Coord>,
    /// Goals of the sides.
    pub goals: Vec<GoalEntry>,
    /// Sets of goals with which a side wins at once.
    pub wins: WinningSets,
    /// Events that the scenario foresees.
    pub events: Vec<ScriptedEventEntry>,
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
            events: file.events.clone(),
            victory_points: file.victory_points.clone(),
        }
    }

    /// Changes places with the fields of a map file.
    pub(crate) fn swap_with_map(&mut self, file: &mut MapFile) {
        std::mem::swap(&mut self.red_holds, &mut file.red_holds);
        std::mem::swap(&mut self.goals, &mut file.goals);
        std::mem::swap(&mut self.wins, &mut file.wins);
        std::mem::swap(&mut self.events, &mut file.events);
        std::mem::swap(&mut self.victory_points, &mut file.victory_points);
    }

    /// Moves all hexes to where `goes` puts them. A goal or an event that loses its last hex goes, an event too that
    /// does nothing any more, and
    /// with a goal the ways to win that need it.
    pub(crate) fn move_hexes(&mut self, goes: impl Fn(Coord) -> Option<Coord>) {
        let move_all = |hexes: &mut Vec<Coord>| *hexes = hexes.iter().filter_map(|&at| goes(at)).collect();
        move_all(&mut self.red_holds);
        for goal in &mut self.goals {
            goal.hex_lists_mut().into_iter().for_each(&move_all);
        }
        self.events.retain_mut(|event| {
            let (enters, had_effect) = (!event.enters.is_empty(), !event.has_no_effect());
            event.hex_lists_mut().for_each(&move_all);
            event.terrain.retain(|_, hexes| !hexes.is_empty());
            enters != event.enters.is_empty() && !(had_effect && event.has_no_effect())
        });
        for index in (0..self.goals.len()).rev() {
            if self.goals[index].has_no_aim() {
                self.remove_goal(index);
            }
        }
    }

    /// Adds a goal of a side to hold hexes or to take them, with a key of its own.
    pub fn add_goal(&mut self, side: Side, way: GoalWay, hexes: Vec<Coord>) {
        let is_free = |key: &String| self.goals.iter().all(|goal| goal.key != *key);
        // One of so many keys is not among those of the goals.
        let mut keys = (1..=self.goals.len() + 1).map(|number| format!("goal {number}"));
        let key = keys.find(is_free).expect("more keys than goals");
        let (hold, take) = match way {
            GoalWay::Hold => (hexes, Vec::new()),
            GoalWay::Take => (Vec::new(), hexes),
        };
        self.goals.push(GoalEntry { hold, take, ..GoalEntry::new(key, side) });
    }

    /// Removes a goal, the ways to win that need it, and what events have to do with it.
    pub fn remove_goal(&mut self, index: usize) {
        let key = self.goals.remove(index).key;
        for sets in [&mut self.wins.red, &mut self.wins.blue] {
            sets.retain(|set| set.iter().all(|other| *other != key));
        }
        self.events.retain(|event| event.met.as_ref() != Some(&key));
        self.events.iter_mut().for_each(|event| event.opens.retain(|other| *other != key));
    }

    /// Returns `true` if a side wins with this goal alone.
    #[must_use]
    pub fn wins_alone(&self, goal: &GoalEntry) -> bool {
        self.wins.of_side(goal.side).iter().any(|set| set[..] == [goal.key.clone()])
    }

    /// Has a side win with this goal alone, or no more.
    pub fn toggle_win(&mut self, index: usize) {
        let goal = &self.goals[index];
        let (wins_alone, own) = (self.wins_alone(goal), vec![goal.key.clone()]);
        let sets = if goal.side == Side::Red { &mut self.wins.red } else { &mut self.wins.blue };
        if wins_alone {
            sets.retain(|set| *set != own);
        } else {
            sets.push(own);
        }
    }

    /// Has Red hold these hexes at the start; where it holds them all already, none of them.
    pub fn toggle_red_holds(&mut self, hexes: &[Coord]) {
        let all = hexes.iter().all(|hex| self.red_holds.contains(hex));
        self.red_holds.retain(|hex| !hexes.contains(hex));
        if !all {
            self.red_holds.extend(hexes);
        }
    }
}

/// Way in which hexes are a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalWay {
    /// To hold them.
    Hold,
    /// To take them.
    Take,
}
