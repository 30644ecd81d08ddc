//! Goals in a battle: how far they have got, and what they count.

use hotgates_grid::Cell;

use crate::battle::Battle;
use crate::battle::goal_table::{Goal, GoalAim};
use crate::battle::unit::UnitId;
use hotgates_rules::GoalId;
use hotgates_scenario::Objective;
use hotgates_text::Side;

impl Battle {
    /// Lists the goals of a side, in the order of the scenario.
    ///
    /// ```
    /// use hotgates_engine::{Battle, GoalAim, MapFile, Scenario, Side};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "A bridge before the castle",
    ///     rows: [".....=....", "#....~...."],
    ///     goals: [(key: "bridge", side: red, take: [(5, 0)], points: 10)],
    ///     wins: (red: [["bridge"]]),
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// let (bridge, goal) = battle.goals(Side::Red).next().expect("a goal");
    /// assert!(matches!(goal.aim, GoalAim::Take { .. }) && !battle.is_goal_met(bridge));
    /// assert_eq!((battle.goals(Side::Blue).count(), battle.victory_points(Side::Red)), (0, 0));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn goals(&self, side: Side) -> impl Iterator<Item = (GoalId, &Goal)> + '_ {
        self.all_goals().filter(move |(_, goal)| goal.side == side)
    }

    /// Returns `true` if the scenario gives a side a goal, or has goals alone decide.
    #[inline]
    pub fn has_goals(&self) -> bool {
        self.objective() == Objective::Goals || !self.goal_table().goals.is_empty()
    }

    /// Lists the goals of both sides, in the order of the scenario.
    pub fn all_goals(&self) -> impl Iterator<Item = (GoalId, &Goal)> + '_ {
        self.goal_table().goals.iter().enumerate().map(|(index, goal)| (GoalId::from_index(index), goal))
    }

    /// Returns a goal.
    pub fn goal(&self, goal: GoalId) -> &Goal {
        &self.goal_table().goals[goal.index()]
    }

    /// Returns the sets of goals with which a side wins at once.
    pub fn winning_sets(&self, side: Side) -> &[Vec<GoalId>] {
        &self.goal_table().wins[side]
    }

    /// Returns `true` if a goal is met at this moment.
    pub fn is_goal_met(&self, id: GoalId) -> bool {
        let goal = self.goal(id);
        match &goal.aim {
            GoalAim::Hold { cells, turns } => {
                self.is_goal_announced(id)
                    && self.goal_progress(id) >= *turns
                    && self.holds_all_cells(goal.side, cells)
            }
            GoalAim::Take { .. } | GoalAim::Destroy { .. } => self.goal_progress(id) > 0,
            GoalAim::Exit { count, .. } => self.goal_progress(id) >= *count,
        }
    }

    /// Returns `true` if a goal would be met if the present half-turn ended now.
    pub fn is_goal_met_at_end(&self, id: GoalId) -> bool {
        let goal = self.goal(id);
        match &goal.aim {
            GoalAim::Hold { cells, turns } if goal.side != self.side() && self.is_goal_announced(id) => {
                self.goal_progress(id) + 1 >= *turns && self.holds_all_cells(goal.side, cells)
            }
            _ => self.is_goal_met(id),
        }
    }

    /// Returns `true` if what is done about a goal counts: from the event on that opens it, if one
    /// does; always for hexes to hold, else until the goal is met or its last turn is over.
    pub fn is_goal_open(&self, id: GoalId) -> bool {
        let counts = match self.goal(id).aim {
            GoalAim::Hold { .. } => true,
            GoalAim::Take { by, .. } | GoalAim::Destroy { by, .. } => {
                self.goal_progress(id) == 0 && self.turn() <= by
            }
            GoalAim::Exit { count, by, .. } => self.goal_progress(id) < count && self.turn() <= by,
        };
        counts && self.is_goal_announced(id)
    }

    /// Returns `true` unless a goal waits for an event that opens it and has not happened.
    #[inline]
    pub fn is_goal_announced(&self, id: GoalId) -> bool {
        let opened_by = &self.goal(id).opened_by;
        opened_by.is_empty() || opened_by.iter().any(|&event| self.times_happened(event) > 0)
    }

    /// Returns the points that a side has at this moment: those of the goals that it meets, of the
    /// castles that it holds, and of the enemy's losses.
    pub fn victory_points(&self, side: Side) -> u64 {
        let table = self.goal_table();
        let goals = self.goals(side).filter(|&(id, _)| self.is_goal_met(id));
        let goals: u64 = goals.map(|(_, goal)| u64::from(goal.points)).sum();
        let castles =
            if table.castle == 0 { 0 } else { self.castles().filter(|&(_, by)| by == side).count() };
        let castles = u64::from(table.castle) * castles as u64;
        let enemy = side.other();
        let start = u64::from(self.start_strength(enemy)).max(1);
        let lost = start - u64::from(self.living_strength(enemy)).min(start);
        goals + castles + u64::from(table.losses) * lost / start
    }

    /// Returns the points that a side has when it meets all its goals, holds every castle and has
    /// destroyed the enemy.
    pub fn most_victory_points(&self, side: Side) -> u64 {
        let table = self.goal_table();
        let goals: u64 = self.goals(side).map(|(_, goal)| u64::from(goal.points)).sum();
        goals + u64::from(table.castle) * self.map().castles().len() as u64 + u64::from(table.losses)
    }

    /// Returns `true` if the scenario counts points.
    pub fn counts_victory_points(&self) -> bool {
        self.goal_table().counts_victory_points()
    }

    /// Returns the side that wins at dusk where goals decide and one side alone has a way to win: the
    /// other. `None` where points decide, and for other objectives.
    pub fn winner_at_dusk_without_points(&self) -> Option<Side> {
        let [red, blue] = Side::BOTH.map(|side| !self.winning_sets(side).is_empty());
        match (self.objective(), red, blue) {
            (Objective::Goals, true, false) => Some(Side::Blue),
            (Objective::Goals, false, true) => Some(Side::Red),
            _ => None,
        }
    }

    /// Returns the degree of the victory by the winner's lead in points; `None` while the battle goes
    /// on, for a draw, and where the scenario names no degree for so small a lead.
    pub fn degree_of_victory(&self) -> Option<&str> {
        let winner = self.verdict()?.winner?;
        let lead = self.victory_points(winner).checked_sub(self.victory_points(winner.other()))?;
        let reached = self.goal_table().degrees.iter().rev().find(|&&(least, _)| u64::from(least) <= lead);
        reached.map(|(_, name)| &**name)
    }

    /// Lists the hexes that it helps a side to hold, each with the side that holds it: the castles
    /// where they decide or count points, and the hexes of goals that are open.
    #[inline]
    pub fn hexes_at_stake(&self) -> impl Iterator<Item = (Cell, Side)> + '_ {
        let goals = self.has_goals();
        let (castles, table) = (self.map().castles(), self.goal_table());
        let flags = self.flag_count();
        (0..flags + table.exits.len()).filter_map(move |index| {
            if index >= flags {
                return self.exit_at_stake(table.exits[index - flags]);
            }
            let cell = castles.get(index).copied().unwrap_or_else(|| table.hexes[index - castles.len()]);
            (!goals || self.is_at_stake(index, cell)).then(|| (cell, self.flag_owner(index)))
        })
    }

    /// Returns a hex over which units may go off the map, if its goal is open, with the side that is to
    /// prevent it.
    fn exit_at_stake(&self, (cell, goal): (Cell, GoalId)) -> Option<(Cell, Side)> {
        self.is_goal_open(goal).then(|| (cell, self.goal(goal).side.other()))
    }

    /// Finds a goal that is open and for which a unit may go off the map from a cell.
    pub fn exit_goal(&self, unit: UnitId, from: Cell) -> Option<GoalId> {
        if !self.has_extra_state() {
            return None;
        }
        let side = self.info(unit).side;
        let mut open = self.goals(side).filter(|(_, goal)| match &goal.aim {
            GoalAim::Exit { cells, units, .. } => cells.contains(&from) && units.contains(&unit),
            _ => false,
        });
        open.find(|&(id, _)| self.is_goal_open(id)).map(|(id, _)| id)
    }

    /// Returns `true` if a side holds a cell that it helps to hold; see
    /// [`hexes_at_stake`](Self::hexes_at_stake).
    #[inline]
    pub fn holds_at_stake(&self, side: Side, cell: Cell) -> bool {
        let flag = self.flag_index(cell).is_some_and(|flag| {
            self.flag_owner(flag) == side && (!self.has_goals() || self.is_at_stake(flag, cell))
        });
        flag || self.has_extra_state() && self.is_exit_to_hold(side, cell)
    }

    /// Returns `true` if the enemy of a side may leave the map over a cell for a goal that is open.
    fn is_exit_to_hold(&self, side: Side, cell: Cell) -> bool {
        self.goal_table().exits.iter().any(|&exit| self.exit_at_stake(exit) == Some((cell, side)))
    }

    /// Returns `true` if it helps to hold the cell of a flag, in a battle with goals.
    fn is_at_stake(&self, flag: usize, cell: Cell) -> bool {
        let castles_count = self.objective() != Objective::Goals || self.goal_table().castle > 0;
        let is_castle = flag < self.map().castles().len();
        let asks = |(id, goal): (GoalId, &Goal)| goal.aim.flags().contains(&cell) && self.is_goal_open(id);
        is_castle && castles_count || self.all_goals().any(asks)
    }

    /// Lists the units on the map that a side is to destroy for a goal that is open.
    pub fn units_at_stake(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let open = self.goals(side).filter(|&(id, _)| self.is_goal_open(id));
        let units = open.filter_map(|(_, goal)| match &goal.aim {
            GoalAim::Destroy { units, .. } => Some(units),
            GoalAim::Hold { .. } | GoalAim::Take { .. } | GoalAim::Exit { .. } => None,
        });
        units.flatten().copied().filter(|&unit| self.unit(unit).alive())
    }

    /// Returns `true` if a side meets all goals of one of its winning sets.
    pub fn meets_winning_set(&self, side: Side) -> bool {
        self.winning_sets(side).iter().any(|set| set.iter().all(|&goal| self.is_goal_met(goal)))
    }

    /// Returns `true` if a side holds all of these cells, each a castle or a hex of a goal.
    pub(crate) fn holds_all_cells(&self, side: Side, cells: &[Cell]) -> bool {
        let held = |&cell: &Cell| self.flag_index(cell).is_some_and(|flag| self.flag_owner(flag) == side);
        cells.iter().all(held)
    }
}
