//! What the requests about goals and events do to the map on the workspace.

use hotgates_editor::{EditRefusal, EventCondition, GoalSettings, GoalWay, MapEdge, toggle_all};
use hotgates_engine::{
    DegreeEntry, GoalEntry, MAX_REPEATS, MAX_TURNS, MAX_VICTORY_POINTS, ScriptedEventEntry, Side,
};

use super::{ConditionKind, EventAction, GoalAction, Workspace};

/// Points that a side needs at first where points are the condition of an event.
const FIRST_POINTS: i64 = 10;
/// Lead in points by which a new degree of victory is above the degrees that there are.
const DEGREE_STEP: i64 = 10;

impl Workspace {
    pub(super) fn edit_goals(&mut self, action: &GoalAction) -> Result<(), EditRefusal> {
        match action {
            GoalAction::Add(side, way) => self.add_goal(*side, *way)?,
            GoalAction::AddToDestroy(side) => {
                self.check_has_own_army(side.other())?;
                self.goal = Some(self.editor.document_mut().add_goal_to_destroy(*side, 0)?);
            }
            GoalAction::Take(goal) => self.goal = *goal,
            GoalAction::Remove(index) => {
                self.change_goal_settings(Some(*index), |goals| goals.remove_goal(*index))?;
                self.goal = None;
            }
            GoalAction::Points(index, by) => {
                self.edit_goal(*index, |goal| goal.points = more_points(goal.points, *by))?;
            }
            GoalAction::Win(index) => {
                self.change_goal_settings(Some(*index), |goals| goals.toggle_win(*index))?;
            }
            GoalAction::Way(index, way) => self.edit_goal(*index, |goal| way.give_to(goal))?,
            GoalAction::Hexes(index) => {
                let hexes = self.selected_hexes()?;
                self.edit_goal(*index, |goal| {
                    if let Some(way) = GoalWay::of_goal(goal) {
                        *way.hexes_mut(goal) = hexes;
                    }
                })?;
            }
            GoalAction::Edge(index, edge) => {
                let hexes = self.document().passable_hexes_of_edge(*edge);
                self.edit_goal(*index, |goal| {
                    if let Some(way) = GoalWay::of_goal(goal) {
                        *way.hexes_mut(goal) = hexes;
                    }
                })?;
            }
            GoalAction::Unit(index, unit) => {
                self.editor.document_mut().toggle_unit_of_goal(*index, *unit)?;
            }
            GoalAction::HeldTurns(index, by) => {
                self.edit_goal(*index, |goal| goal.turns = more_or_none(goal.turns, *by, MAX_TURNS))?;
            }
            GoalAction::LastTurn(index, by) => {
                self.edit_goal(*index, |goal| goal.by = more_or_none(goal.by, *by, MAX_TURNS))?;
            }
            GoalAction::Count(index, by) => {
                let goals = &self.document().settings().goals;
                let most = goals.get(*index).map_or(1, |goal| self.document().most_that_may_leave(goal));
                self.edit_goal(*index, |goal| {
                    let usual = usual_count(goal);
                    let count = (goal.count.unwrap_or(usual) + by).clamp(1, most);
                    goal.count = Some(count).filter(|&count| count != usual);
                })?;
            }
            GoalAction::AddWay(side) => {
                self.change_winning_sets(*side, |goals| goals.add_winning_set(*side))?;
            }
            GoalAction::RemoveWay(side, way) => self.change_winning_sets(*side, |goals| {
                let sets = goals.wins.sets_mut(*side);
                if *way < sets.len() {
                    sets.remove(*way);
                }
            })?,
            GoalAction::GoalOfWay(way, index) => {
                let side = self.document().goal_entry(*index)?.side;
                self.change_winning_sets(side, |goals| {
                    if *way < goals.wins.of_side(side).len() {
                        goals.toggle_in_winning_set(*way, *index);
                    }
                })?;
            }
            GoalAction::RedHolds => {
                let hexes = self.selected_hexes()?;
                self.editor.document_mut().toggle_red_holds(&hexes)?;
            }
            GoalAction::Home(side) => {
                let hexes = self.selected_hexes()?;
                self.editor.document_mut().toggle_home(*side, &hexes)?;
            }
            GoalAction::CastlePoints(by) => self.change_goal_settings(None, |goals| {
                let values = goals.victory_points.get_or_insert_default();
                values.castle = more_points(values.castle, *by);
            })?,
            GoalAction::LossPoints(by) => self.change_goal_settings(None, |goals| {
                let values = goals.victory_points.get_or_insert_default();
                values.losses = more_points(values.losses, *by);
            })?,
            GoalAction::AddDegree(name) => self.change_degrees(|degrees| {
                let most = degrees.iter().map(|degree| degree.lead).max().unwrap_or(0);
                degrees.push(DegreeEntry { lead: most + DEGREE_STEP, name: name.clone() });
            })?,
            GoalAction::RemoveDegree(index) => self.change_degrees(|degrees| {
                if *index < degrees.len() {
                    degrees.remove(*index);
                }
            })?,
        }
        Ok(())
    }

    pub(super) fn edit_events(&mut self, action: EventAction) -> Result<(), EditRefusal> {
        match action {
            EventAction::Add => self.event = Some(self.editor.document_mut().add_event()?),
            EventAction::Take(event) => self.event = event,
            EventAction::Remove(index) => {
                self.editor.document_mut().remove_event(index)?;
                self.event = None;
            }
            EventAction::Move(index, by) => {
                let to = index.saturating_add_signed(by as isize);
                self.editor.document_mut().move_event(index, to)?;
                self.event = Some(to);
            }
            EventAction::Condition(index, kind) => self.give_condition(index, kind)?,
            EventAction::Side(index, side) => {
                let first = self.document().first_turn_of_events(Some(side));
                self.edit_event(index, |event| {
                    event.side = Some(side);
                    event.turn = event.turn.map(|turn| turn.max(first));
                })?;
            }
            EventAction::Number(index, by) => {
                let first = self.document().first_turn_of_events(self.document().event_entry(index)?.side);
                self.edit_event(index, |event| {
                    event.turn = event.turn.map(|turn| (turn + by).clamp(first, MAX_TURNS));
                    event.points = event.points.map(|points| (points + by).clamp(1, MAX_VICTORY_POINTS));
                })?;
            }
            EventAction::Hexes(index) => {
                let hexes = self.selected_hexes()?;
                self.edit_event(index, |event| event.enters = hexes)?;
            }
            EventAction::LostUnit(index, side, unit) => {
                self.editor.document_mut().toggle_lost_unit(index, side, unit)?;
            }
            EventAction::Met(index, goal) => {
                let key = self.document().goal_entry(goal)?.key.clone();
                self.edit_event(index, |event| EventCondition::Met(key).give_to(event))?;
            }
            EventAction::Repeat(index, by) => self.edit_event(index, |event| {
                let times = (event.repeat.unwrap_or(1) + by).clamp(1, MAX_REPEATS);
                event.repeat = Some(times).filter(|&times| times > 1);
            })?,
            EventAction::Told(index, side) => self.edit_event(index, |event| event.told = side)?,
            EventAction::CalledUnit(index, side, unit) => {
                self.editor.document_mut().toggle_called_unit(index, side, unit)?;
            }
            EventAction::Opens(index, goal) => {
                let key = self.document().goal_entry(goal)?.key.clone();
                self.edit_event(index, |event| toggle_all(&mut event.opens, &[key]))?;
            }
            EventAction::Terrain(index, terrain) => {
                let hexes = self.selected_hexes()?;
                let name = self.document().rules().terrains[terrain].name.clone();
                self.edit_event(index, |event| {
                    for others in event.terrain.values_mut() {
                        others.retain(|hex| !hexes.contains(hex));
                    }
                    event.terrain.entry(name).or_default().extend(hexes);
                    event.terrain.retain(|_, hexes| !hexes.is_empty());
                })?;
            }
            EventAction::NoTerrain(index, terrain) => {
                let name = self.document().rules().terrains[terrain].name.clone();
                self.edit_event(index, |event| drop(event.terrain.remove(&name)))?;
            }
        }
        Ok(())
    }

    fn add_goal(&mut self, side: Side, way: GoalWay) -> Result<(), EditRefusal> {
        let document = self.document();
        let hexes = if way == GoalWay::Exit && self.editor.selection().is_none() {
            let ahead = MapEdge::in_direction(document.usual_way_in(side).opposite());
            document.passable_hexes_of_edge(ahead)
        } else {
            self.selected_hexes()?
        };
        self.goal = Some(self.editor.document_mut().add_goal(side, way, hexes)?);
        Ok(())
    }

    /// Gives an event a condition of another kind, which says at first what is likely or selected.
    fn give_condition(&mut self, index: usize, kind: ConditionKind) -> Result<(), EditRefusal> {
        let event = self.document().event_entry(index)?;
        let side = event.side.unwrap_or(Side::Red);
        let condition = match (kind, EventCondition::of_event(event)) {
            (ConditionKind::Turn, Some(EventCondition::Turn { .. }))
            | (ConditionKind::Entered, Some(EventCondition::Entered { .. }))
            | (ConditionKind::Lost, Some(EventCondition::Lost(_)))
            | (ConditionKind::Points, Some(EventCondition::Points { .. }))
            | (ConditionKind::Met, Some(EventCondition::Met(_))) => return Ok(()),
            (ConditionKind::Turn, _) => {
                EventCondition::Turn { turn: self.document().first_turn_of_events(None), side: None }
            }
            (ConditionKind::Entered, _) => EventCondition::Entered { side, hexes: self.selected_hexes()? },
            (ConditionKind::Lost, _) => {
                let has_units = |side: &Side| !self.document().units(*side).is_empty();
                let side = Side::BOTH.into_iter().find(has_units);
                let side = side.ok_or(EditRefusal::StandardArmy { side: Side::Red })?;
                return self.editor.document_mut().toggle_lost_unit(index, side, 0);
            }
            (ConditionKind::Points, _) => EventCondition::Points { side, points: FIRST_POINTS },
            (ConditionKind::Met, _) => EventCondition::Met(self.document().goal_entry(0)?.key.clone()),
        };
        self.edit_event(index, |event| condition.give_to(event))
    }

    /// Changes a goal.
    pub(super) fn edit_goal(
        &mut self,
        index: usize,
        change: impl FnOnce(&mut GoalEntry),
    ) -> Result<(), EditRefusal> {
        let mut goal = self.document().goal_entry(index)?.clone();
        change(&mut goal);
        self.editor.document_mut().edit_goal(index, goal)
    }

    /// Changes an event.
    pub(super) fn edit_event(
        &mut self,
        index: usize,
        change: impl FnOnce(&mut ScriptedEventEntry),
    ) -> Result<(), EditRefusal> {
        let mut event = self.document().event_entry(index)?.clone();
        change(&mut event);
        self.editor.document_mut().edit_event(index, event)
    }

    /// Changes a degree of victory; one that is gone stays gone.
    pub(super) fn edit_degree(
        &mut self,
        index: usize,
        change: impl FnOnce(&mut DegreeEntry),
    ) -> Result<(), EditRefusal> {
        self.change_degrees(|degrees| {
            if let Some(degree) = degrees.get_mut(index) {
                change(degree);
            }
        })
    }

    fn change_degrees(&mut self, change: impl FnOnce(&mut Vec<DegreeEntry>)) -> Result<(), EditRefusal> {
        let values = self.document().settings().victory_points.clone();
        let mut degrees = values.unwrap_or_default().degrees;
        change(&mut degrees);
        self.editor.document_mut().set_degrees(degrees)
    }

    fn change_winning_sets(
        &mut self,
        side: Side,
        change: impl FnOnce(&mut GoalSettings),
    ) -> Result<(), EditRefusal> {
        let mut goals = GoalSettings::of_map(self.document().settings());
        change(&mut goals);
        self.editor.document_mut().set_winning_sets(side, std::mem::take(goals.wins.sets_mut(side)))
    }

    /// Changes goals and victory points; refuses a goal that is gone.
    fn change_goal_settings(
        &mut self,
        goal: Option<usize>,
        change: impl FnOnce(&mut GoalSettings),
    ) -> Result<(), EditRefusal> {
        if let Some(index) = goal {
            self.document().goal_entry(index)?;
        }
        let mut goals = GoalSettings::of_map(self.document().settings());
        change(&mut goals);
        goals.drop_blank_points();
        self.editor.document_mut().set_goals(goals);
        Ok(())
    }

    fn check_has_own_army(&self, side: Side) -> Result<(), EditRefusal> {
        match self.document().army(side) {
            Some(_) => Ok(()),
            None => Err(EditRefusal::StandardArmy { side }),
        }
    }
}

/// Returns the number of units that are to leave the map for a goal that does not say how many.
pub(super) fn usual_count(goal: &GoalEntry) -> i64 {
    i64::try_from(goal.units.len()).unwrap_or(i64::MAX).max(1)
}

fn more_points(points: Option<i64>, by: i64) -> Option<i64> {
    more_or_none(points, by, MAX_VICTORY_POINTS)
}

/// Returns a number made larger, at most `max`; `None` stands for 0.
fn more_or_none(number: Option<i64>, by: i64, max: i64) -> Option<i64> {
    Some((number.unwrap_or(0) + by).clamp(0, max)).filter(|&number| number > 0)
}
