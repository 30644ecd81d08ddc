//! Changes to goals one by one, to ways to win and to degrees of victory: what a person cannot have
//! meant is refused with its place.

use hotgates_engine::{
    Coord, CountedPart, DegreeEntry, FaultKind, GoalEntry, MAX_TURNS, MAX_UNITS, MAX_VICTORY_POINTS,
    MissingPart, NameKind, Side, VictoryPointValues,
};

use crate::document::Document;
use crate::entry_checks::{
    check_count, check_entries, check_in_range, check_key_is_free, check_known_keys, check_list_length,
    field_refusal,
};
use crate::goals::{GoalSettings, GoalWay, MapEdge, toggle_all};
use crate::refusal::EditRefusal;

impl Document {
    /// Replaces a goal. Ways to win and events that name the goal follow its key; a goal that changes
    /// sides is in no way to win any more.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchGoal`], or the first fault of the goal with its place, such as
    /// `goals[2].count`.
    ///
    /// ```
    /// use hotgates_editor::{Coord, Document, GoalSettings, GoalWay};
    /// use hotgates_engine::{GoalEntry, Side};
    ///
    /// let source = r##"Map(name: "Pass", rows: ["..#", "..."])"##;
    /// let mut document = Document::open(source).expect("a sound file");
    /// let mut goals = GoalSettings::default();
    /// goals.add_goal(Side::Red, GoalWay::Exit, vec![Coord { col: 2, row: 1 }]);
    /// document.set_goals(goals.clone());
    /// document.edit_goal(0, GoalEntry { by: Some(9), ..goals.goals[0].clone() })?;
    /// let refused = document.edit_goal(0, GoalEntry { by: Some(0), ..goals.goals[0].clone() });
    /// assert_eq!(refused.unwrap_err().to_string(), "goals[0].by: 0 is out of range; it may be 1 to 10000");
    /// assert_eq!(document.settings().goals[0].by, Some(9));
    /// # Ok::<(), hotgates_editor::EditRefusal>(())
    /// ```
    pub fn edit_goal(&mut self, index: usize, goal: GoalEntry) -> Result<(), EditRefusal> {
        self.goal_entry(index)?;
        self.check_goal(index, &goal)?;
        self.change_goals(|goals| goals.replace_goal(index, goal));
        Ok(())
    }

    /// Adds a goal of a side that is about hexes. Returns its place.
    ///
    /// # Errors
    /// More goals than a map may have, or the first fault of the hexes.
    pub fn add_goal(&mut self, side: Side, way: GoalWay, hexes: Vec<Coord>) -> Result<usize, EditRefusal> {
        let mut goals = GoalSettings::of_map(self.settings());
        goals.add_goal(side, way, hexes);
        self.set_goals_with_new_one(goals)
    }

    /// Adds a goal of a side to destroy a unit of the enemy, which gets a key if it has none. Returns
    /// the goal's place.
    ///
    /// # Errors
    /// More goals than a map may have, or [`EditRefusal::NoSuchUnit`].
    pub fn add_goal_to_destroy(&mut self, side: Side, unit: usize) -> Result<usize, EditRefusal> {
        self.as_one_step("goals", |document| {
            let key = document.ensure_unit_key(side.other(), unit)?;
            let mut goals = GoalSettings::of_map(document.settings());
            goals.add_goal_to_destroy(side, key);
            document.set_goals_with_new_one(goals)
        })
    }

    /// Sets goals of which the last is new. Returns the new goal's place.
    fn set_goals_with_new_one(&mut self, goals: GoalSettings) -> Result<usize, EditRefusal> {
        let index = goals.goals.len() - 1;
        check_list_length("goals", CountedPart::Entries, index + 1, 0)?;
        self.check_goal(index, &goals.goals[index])?;
        self.set_goals(goals);
        Ok(index)
    }

    /// Has a goal to destroy units be about this unit of the enemy too, or a goal to leave the map about
    /// this own unit; a unit that the goal names already is named no more. The unit gets a key if it has
    /// none.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchGoal`], [`EditRefusal::NoSuchUnit`], a goal that is not about units, or the
    /// last unit to destroy.
    pub fn toggle_unit_of_goal(&mut self, index: usize, unit: usize) -> Result<(), EditRefusal> {
        self.as_one_step("goals", |document| {
            let mut goal = document.goal_entry(index)?.clone();
            let destroys = !goal.destroy.is_empty();
            let key = document.ensure_unit_key(if destroys { goal.side.other() } else { goal.side }, unit)?;
            toggle_all(if destroys { &mut goal.destroy } else { &mut goal.units }, &[key]);
            let most = document.most_that_may_leave(&goal);
            goal.count = goal.count.map(|count| count.min(most));
            document.edit_goal(index, goal)
        })
    }

    /// Returns a goal.
    ///
    /// # Errors
    /// No goal of this number.
    pub fn goal_entry(&self, index: usize) -> Result<&GoalEntry, EditRefusal> {
        let goals = &self.settings().goals;
        goals.get(index).ok_or(EditRefusal::NoSuchGoal { index, count: goals.len() })
    }

    /// Has Red hold hexes from the start, or no longer where it holds all of them.
    ///
    /// # Errors
    /// More hexes than a list of goals may have.
    pub fn toggle_red_holds(&mut self, hexes: &[Coord]) -> Result<(), EditRefusal> {
        let mut goals = GoalSettings::of_map(self.settings());
        goals.toggle_red_holds(hexes);
        check_list_length("red_holds", CountedPart::Hexes, goals.red_holds.len(), 0)?;
        self.set_goals(goals);
        Ok(())
    }

    /// Makes hexes part of the home of a side, or no longer where they all are.
    ///
    /// # Errors
    /// More hexes than a home may have.
    pub fn toggle_home(&mut self, side: Side, hexes: &[Coord]) -> Result<(), EditRefusal> {
        let mut goals = GoalSettings::of_map(self.settings());
        goals.toggle_home(side, hexes);
        let count = goals.home.of_side(side).len();
        check_count(format!("home.{}", side.name()), CountedPart::Hexes, count, 0..=MAX_UNITS)?;
        self.set_goals(goals);
        Ok(())
    }

    fn check_goal(&self, index: usize, goal: &GoalEntry) -> Result<(), EditRefusal> {
        let whole = format!("goals[{index}]");
        let field = |name: &str| format!("{whole}.{name}");
        let others = self.settings().goals.iter().enumerate().filter(|&(other, _)| other != index);
        check_key_is_free(field("key"), &goal.key, others.map(|(_, other)| other.key.as_str()))?;
        let GoalEntry { hold, take, destroy, exit, .. } = goal;
        let aims = [!hold.is_empty(), !take.is_empty(), !destroy.is_empty(), !exit.is_empty()];
        if aims.into_iter().filter(|&given| given).count() != 1 {
            return Err(field_refusal(whole, FaultKind::GoalAims));
        }
        let [holds, _, _, exits] = aims;
        let limits = [
            ("by", goal.by.is_some() && holds),
            ("turns", goal.turns.is_some() && !holds),
            ("units", !goal.units.is_empty() && !exits),
            ("count", goal.count.is_some() && !exits),
        ];
        if let Some((limit, _)) = limits.into_iter().find(|&(_, misplaced)| misplaced) {
            return Err(field_refusal(field(limit), FaultKind::GoalLimit));
        }
        for way in GoalWay::ALL {
            let name = match way {
                GoalWay::Hold => "hold",
                GoalWay::Take => "take",
                GoalWay::Exit => "exit",
            };
            self.check_listed_hexes(&field(name), way.hexes(goal))?;
        }
        let enemies = self.unit_keys(&[goal.side.other()]);
        check_known_keys(&field("destroy"), NameKind::UnitKey, destroy, &enemies)?;
        check_known_keys(&field("units"), NameKind::OwnUnitKey, &goal.units, &self.unit_keys(&[goal.side]))?;
        check_in_range(field("turns"), goal.turns, 0, MAX_TURNS)?;
        check_in_range(field("by"), goal.by, 1, MAX_TURNS)?;
        check_in_range(field("points"), goal.points, 0, MAX_VICTORY_POINTS)?;
        check_in_range(field("count"), goal.count, 1, self.most_that_may_leave(goal))
    }

    /// Refuses a list of hexes in which one is off the map or stands twice, or which is too long.
    pub(crate) fn check_listed_hexes(&self, field: &str, hexes: &[Coord]) -> Result<(), EditRefusal> {
        if hexes.is_empty() {
            return Ok(());
        }
        check_list_length(field, CountedPart::Hexes, hexes.len(), 1)?;
        let (width, height) = (self.ground().width(), self.ground().height());
        check_entries(field, hexes, |&hex| {
            (!self.ground().contains(hex)).then_some(FaultKind::OffMap { hex, width, height })
        })
    }

    /// Returns the number of units that may leave the map for a goal.
    pub fn most_that_may_leave(&self, goal: &GoalEntry) -> i64 {
        let all = match goal.units.len() {
            0 if self.army(goal.side).is_some() => self.units(goal.side).len(),
            0 => {
                let standard = self.rules().standard.army_of_side(goal.side);
                standard.iter().map(|(_, count)| *count as usize).sum()
            }
            named => named,
        };
        i64::try_from(all).unwrap_or(i64::MAX).max(1)
    }

    /// Returns the hexes of an edge of the map that some unit type can stand on.
    pub fn passable_hexes_of_edge(&self, edge: MapEdge) -> Vec<Coord> {
        let mut hexes = edge.hexes((self.ground().width(), self.ground().height()));
        let rules = self.rules();
        hexes.retain(|&hex| {
            self.terrain(hex).is_some_and(|terrain| {
                let terrain = &rules.terrains[terrain];
                rules.units.iter().any(|kind| rules.cost(terrain, kind).is_some_and(|it| it <= kind.movement))
            })
        });
        hexes
    }

    /// Sets the ways in which a side wins at once: any one of the sets, of which all goals are to be met.
    ///
    /// # Errors
    /// The first fault of the sets with its place, such as `wins.red[1][0]`.
    pub fn set_winning_sets(&mut self, side: Side, sets: Vec<Vec<String>>) -> Result<(), EditRefusal> {
        let field = format!("wins.{}", side.name());
        check_list_length(&field, CountedPart::Entries, sets.len(), 0)?;
        let own = self.settings().goals.iter().filter(|goal| goal.side == side);
        let known: Vec<&str> = own.map(|goal| goal.key.as_str()).collect();
        for (index, set) in sets.iter().enumerate() {
            let field = format!("{field}[{index}]");
            check_list_length(&field, CountedPart::Entries, set.len(), 1)?;
            check_known_keys(&field, NameKind::Goal, set, &known)?;
        }
        self.change_goals(|goals| *goals.wins.sets_mut(side) = sets);
        Ok(())
    }

    /// Sets the degrees of victory, by the leads in points that they need.
    ///
    /// # Errors
    /// The first fault of the degrees with its place, such as `victory_points.degrees[1].lead`.
    pub fn set_degrees(&mut self, degrees: Vec<DegreeEntry>) -> Result<(), EditRefusal> {
        let list = "victory_points.degrees";
        check_list_length(list, CountedPart::Entries, degrees.len(), 0)?;
        for (index, degree) in degrees.iter().enumerate() {
            let field = |name: &str| format!("{list}[{index}].{name}");
            check_in_range(field("lead"), Some(degree.lead), 1, MAX_VICTORY_POINTS)?;
            if degree.name.trim().is_empty() {
                return Err(field_refusal(field("name"), FaultKind::Empty { what: MissingPart::Name }));
            }
            if degrees[..index].iter().any(|other| other.lead == degree.lead) {
                let kind = FaultKind::Twice { name: degree.lead.to_string() };
                return Err(field_refusal(field("lead"), kind));
            }
        }
        self.change_goals(|goals| {
            goals.victory_points.get_or_insert_default().degrees = degrees;
            goals.drop_blank_points();
        });
        Ok(())
    }
}

impl GoalSettings {
    /// Has victory points be given only if they say something.
    pub fn drop_blank_points(&mut self) {
        self.victory_points =
            self.victory_points.take().filter(|values| *values != VictoryPointValues::default());
    }
}
