//! Goals and events of the map in the document.

use hotgates_engine::{
    Coord, Direction, GoalEntry, MapFile, NamedHomes, ScriptedEventEntry, Side, VictoryPointValues,
    WinningSets,
};

use crate::entry_checks::free_key;

/// The fields of a map for goals, homes, victory points and events.
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
    /// Homes of the sides.
    pub home: NamedHomes,
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
            home: file.home.clone(),
            goals: file.goals.clone(),
            wins: file.wins.clone(),
            events: file.events.clone(),
            victory_points: file.victory_points.clone(),
        }
    }

    /// Changes places with the fields of a map file.
    pub(crate) fn swap_with_map(&mut self, file: &mut MapFile) {
        std::mem::swap(&mut self.red_holds, &mut file.red_holds);
        std::mem::swap(&mut self.home, &mut file.home);
        std::mem::swap(&mut self.goals, &mut file.goals);
        std::mem::swap(&mut self.wins, &mut file.wins);
        std::mem::swap(&mut self.events, &mut file.events);
        std::mem::swap(&mut self.victory_points, &mut file.victory_points);
    }

    /// Moves all hexes to where `goes` puts them. A goal or an event that loses its last hex goes, an
    /// event too that does nothing any more, and with a goal the ways to win that need it.
    pub(crate) fn move_hexes(&mut self, goes: impl Fn(Coord) -> Option<Coord>) {
        let move_all = |hexes: &mut Vec<Coord>| *hexes = hexes.iter().filter_map(|&at| goes(at)).collect();
        move_all(&mut self.red_holds);
        for side in Side::BOTH {
            move_all(self.home.hexes_mut(side));
        }
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

    /// Adds a goal of a side that is about hexes, with a key of its own.
    pub fn add_goal(&mut self, side: Side, way: GoalWay, hexes: Vec<Coord>) {
        let mut goal = GoalEntry::new(self.free_goal_key(), side);
        *way.hexes_mut(&mut goal) = hexes;
        self.goals.push(goal);
    }

    /// Adds a goal of a side to destroy the enemy's unit with a key.
    pub fn add_goal_to_destroy(&mut self, side: Side, unit: String) {
        let key = self.free_goal_key();
        self.goals.push(GoalEntry { destroy: vec![unit], ..GoalEntry::new(key, side) });
    }

    fn free_goal_key(&self) -> String {
        free_key("goal", |key| self.goals.iter().any(|goal| goal.key == key))
    }

    /// Replaces a goal. What refers to it refers to its new key; a goal that changes sides is in no way
    /// to win any more.
    pub(crate) fn replace_goal(&mut self, index: usize, goal: GoalEntry) {
        let before = std::mem::replace(&mut self.goals[index], goal);
        let goal = &self.goals[index];
        if goal.side != before.side {
            self.wins.sets_mut(before.side).retain(|set| !set.contains(&before.key));
        }
        let sets = [&mut self.wins.red, &mut self.wins.blue].into_iter().flatten().flatten();
        rename(sets, &before.key, &goal.key);
        for event in &mut self.events {
            rename(event.opens.iter_mut().chain(&mut event.met), &before.key, &goal.key);
        }
    }

    /// Has goals and events name a unit by another key.
    pub(crate) fn rename_unit(&mut self, from: &str, to: &str) {
        let goals = self.goals.iter_mut().flat_map(|goal| goal.destroy.iter_mut().chain(&mut goal.units));
        rename(goals, from, to);
        let events = self.events.iter_mut().flat_map(|event| event.lost.iter_mut().chain(&mut event.arrive));
        rename(events, from, to);
    }

    /// Takes a unit out of goals and events. A goal that loses its last unit goes, and an event that does
    /// or that does nothing any more.
    pub(crate) fn forget_unit(&mut self, key: &str) {
        for index in (0..self.goals.len()).rev() {
            let goal = &mut self.goals[index];
            let named = goal.units.len();
            goal.destroy.retain(|other| other != key);
            goal.units.retain(|other| other != key);
            if goal.units.len() < named {
                let most = i64::try_from(goal.units.len()).unwrap_or(i64::MAX);
                goal.count = goal.count.map(|count| count.min(most));
            }
            let of_nobody = goal.units.is_empty() && named > 0;
            if of_nobody || goal.has_no_aim() {
                self.remove_goal(index);
            }
        }
        self.events.retain_mut(|event| {
            let (lost, had_effect) = (!event.lost.is_empty(), !event.has_no_effect());
            event.lost.retain(|other| other != key);
            event.arrive.retain(|other| other != key);
            lost != event.lost.is_empty() && !(had_effect && event.has_no_effect())
        });
    }

    /// Removes a goal, the ways to win that need it, and the events that need it or did nothing but open it.
    pub fn remove_goal(&mut self, index: usize) {
        let key = self.goals.remove(index).key;
        for sets in [&mut self.wins.red, &mut self.wins.blue] {
            sets.retain(|set| set.iter().all(|other| *other != key));
        }
        self.events.retain_mut(|event| {
            let had_effect = !event.has_no_effect();
            event.opens.retain(|other| *other != key);
            event.met.as_ref() != Some(&key) && !(had_effect && event.has_no_effect())
        });
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
        let sets = self.wins.sets_mut(goal.side);
        if wins_alone {
            sets.retain(|set| *set != own);
        } else {
            sets.push(own);
        }
    }

    /// Adds a way for a side to win: the first of its goals that does not win alone, or else its first
    /// goal. Nothing happens for a side without goals.
    pub fn add_winning_set(&mut self, side: Side) {
        let mut own = self.goals.iter().filter(|goal| goal.side == side);
        let goal = own.clone().find(|goal| !self.wins_alone(goal)).or_else(|| own.next());
        if let Some(key) = goal.map(|goal| goal.key.clone()) {
            self.wins.sets_mut(side).push(vec![key]);
        }
    }

    /// Puts a goal into one of its side's ways to win, or takes it out. A way that loses its last goal
    /// goes.
    pub fn toggle_in_winning_set(&mut self, set: usize, goal: usize) {
        let GoalEntry { key, side, .. } = &self.goals[goal];
        let sets = self.wins.sets_mut(*side);
        toggle_all(&mut sets[set], std::slice::from_ref(key));
        sets.retain(|set| !set.is_empty());
    }

    /// Has Red hold these hexes at the start; where it holds them all already, none of them.
    pub fn toggle_red_holds(&mut self, hexes: &[Coord]) {
        toggle_all(&mut self.red_holds, hexes);
    }

    /// Makes these hexes part of a side's home; where they all are already, takes them out.
    pub fn toggle_home(&mut self, side: Side, hexes: &[Coord]) {
        toggle_all(self.home.hexes_mut(side), hexes);
    }
}

/// Puts all of `items` into a list; where they are all in it already, takes them out.
pub fn toggle_all<T: Clone + PartialEq>(list: &mut Vec<T>, items: &[T]) {
    if items.iter().all(|item| list.contains(item)) {
        list.retain(|item| !items.contains(item));
    } else {
        let missing: Vec<T> = items.iter().filter(|item| !list.contains(item)).cloned().collect();
        list.extend(missing);
    }
}

/// Gives the keys that are `from` the name `to`.
fn rename<'a>(keys: impl Iterator<Item = &'a mut String>, from: &str, to: &str) {
    keys.filter(|key| *key == from).for_each(|key| to.clone_into(key));
}

/// Way in which hexes are a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalWay {
    /// To hold them.
    Hold,
    /// To take them.
    Take,
    /// To leave the map over them.
    Exit,
}

impl GoalWay {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Take, Self::Hold, Self::Exit];

    /// Returns the way in which a goal is about hexes; `None` for a goal that is about none.
    #[must_use]
    pub fn of_goal(goal: &GoalEntry) -> Option<Self> {
        Self::ALL.into_iter().find(|way| !way.hexes(goal).is_empty())
    }

    /// Returns the hexes that a goal names in this way.
    #[must_use]
    pub fn hexes(self, goal: &GoalEntry) -> &[Coord] {
        match self {
            Self::Hold => &goal.hold,
            Self::Take => &goal.take,
            Self::Exit => &goal.exit,
        }
    }

    /// Returns the hexes that a goal names in this way, to be changed.
    pub const fn hexes_mut(self, goal: &mut GoalEntry) -> &mut Vec<Coord> {
        match self {
            Self::Hold => &mut goal.hold,
            Self::Take => &mut goal.take,
            Self::Exit => &mut goal.exit,
        }
    }

    /// Has a goal be about the same hexes in this way; what only the way before knew is forgotten.
    pub fn give_to(self, goal: &mut GoalEntry) {
        let Some(before) = Self::of_goal(goal).filter(|&before| before != self) else { return };
        let hexes = std::mem::take(before.hexes_mut(goal));
        *self.hexes_mut(goal) = hexes;
        match self {
            Self::Hold => goal.by = None,
            Self::Take | Self::Exit => goal.turns = None,
        }
        if self != Self::Exit {
            (goal.units, goal.count) = (Vec::new(), None);
        }
    }
}

/// A straight edge of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum MapEdge {
    North,
    East,
    South,
    West,
}

impl MapEdge {
    /// Every edge.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the edge that lies in a direction.
    #[must_use]
    pub const fn in_direction(direction: Direction) -> Self {
        match direction {
            Direction::N => Self::North,
            Direction::S => Self::South,
            Direction::Ne | Direction::Se => Self::East,
            Direction::Nw | Direction::Sw => Self::West,
        }
    }

    /// Returns the hexes of the edge on a map of `width` by `height` hexes.
    pub(crate) fn hexes(self, (width, height): (i32, i32)) -> Vec<Coord> {
        match self {
            Self::North => (0..width).map(|col| Coord { col, row: 0 }).collect(),
            Self::South => (0..width).map(|col| Coord { col, row: height - 1 }).collect(),
            Self::West => (0..height).map(|row| Coord { col: 0, row }).collect(),
            Self::East => (0..height).map(|row| Coord { col: width - 1, row }).collect(),
        }
    }
}
