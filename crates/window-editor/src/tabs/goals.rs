//! Goals of the map, ways to win with them, and victory points.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::{GoalSettings, GoalWay, MapEdge};
use hotgates_engine::{GoalEntry, Objective, Side};

use super::widgets::{
    goal_in_words, hexes_in_words, spawn_card, spawn_dim_text, spawn_goal_choice, spawn_number,
    spawn_unit_choice,
};
use super::{spawn_labelled_field, spawn_map_text_field, units_fingerprint};
use crate::palette::{spawn_small_heading, wrapping_row_node};
use crate::scenario_edits::usual_count;
use crate::{DocumentAction, EditorAction, GoalAction, MapTextField, TypedTextField, Workspace};
use hotgates_ui::names::side_name;
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, flexible_space, row, theme};

/// Points that a button adds or takes.
const STEP: i64 = 5;

/// Returns a text of everything that the tab shows, apart from texts that are being typed.
pub(super) fn goals_fingerprint(workspace: &Workspace) -> String {
    let settings = workspace.document().settings();
    let mut goals = GoalSettings::of_map(settings);
    goals.events.clear();
    if let Some(goal) = workspace.goal.and_then(|index| goals.goals.get_mut(index)) {
        goal.name = None;
    }
    for degree in goals.victory_points.iter_mut().flat_map(|points| &mut points.degrees) {
        (degree.lead, degree.name) = Default::default();
    }
    format!(
        "{goals:?} {:?} {:?} {} {} {}",
        workspace.goal,
        settings.objective,
        workspace.editor.selection().is_some(),
        units_fingerprint(workspace),
        workspace.number
    )
}

const fn goals(action: GoalAction) -> EditorAction {
    EditorAction::Document(DocumentAction::Goals(action))
}

pub(super) fn fill_goals_tab(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let settings = workspace.document().settings();
    spawn_objectives(list, ui, settings.objective.unwrap_or_default());
    spawn_small_heading(list, ui, "goals-title");
    for (index, goal) in settings.goals.iter().enumerate() {
        let taken = workspace.goal == Some(index);
        let words = format!("{} · {}", index + 1, goal_in_words(ui, goal));
        list.spawn(ui.wrapped_button(words, goals(GoalAction::Take(Some(index).filter(|_| !taken)))))
            .chosen(taken);
        if taken {
            spawn_card(list, |card| spawn_goal_card(card, ui, workspace, index, goal));
        }
    }
    spawn_new_goals(list, ui, workspace);
    spawn_homes(list, ui, workspace);
    spawn_ways_to_win(list, ui, workspace);
    spawn_victory_points(list, ui, workspace);
}

fn spawn_objectives(list: &mut ChildSpawnerCommands, ui: &UiContext, now: Objective) {
    spawn_small_heading(list, ui, "editor-objective");
    list.spawn(wrapping_row_node()).with_children(|line| {
        for (objective, key) in [
            (Objective::Invasion, "objective-invasion"),
            (Objective::Meeting, "objective-meeting"),
            (Objective::Goals, "objective-goals"),
        ] {
            line.spawn(ui.small_button(
                ui.localized_text(key),
                EditorAction::Document(DocumentAction::Objective(objective)),
            ))
            .chosen(now == objective);
        }
    });
}

/// Spawns what can be changed of the goal in hand.
fn spawn_goal_card(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    index: usize,
    goal: &GoalEntry,
) {
    let document = workspace.document();
    let alone = GoalSettings::of_map(document.settings()).wins_alone(goal);
    card.spawn(row(6)).with_children(|line| {
        line.spawn(ui.small_button(ui.localized_text("editor-goal-wins"), goals(GoalAction::Win(index))))
            .chosen(alone)
            .insert(Tooltip(ui.localized_text("editor-goal-wins-tip")));
        spawn_points(line, ui, goal.points.unwrap_or(0), &|by| goals(GoalAction::Points(index, by)));
        line.spawn(flexible_space());
        line.spawn(ui.small_button("×".to_owned(), goals(GoalAction::Remove(index))))
            .insert(Tooltip(ui.localized_text("editor-goal-remove")));
    });
    let name = goal.name.as_deref().unwrap_or_default();
    let field = TypedTextField::Map(MapTextField::GoalName(index));
    spawn_labelled_field(card, ui, "editor-name", name, field);
    let limit = |number: Option<i64>| match number {
        Some(number) => number.to_string(),
        None => ui.localized_text("editor-no-limit"),
    };
    let way = GoalWay::of_goal(goal);
    if let Some(way) = way {
        spawn_hexes_of_goal(card, ui, workspace, index, way.hexes(goal), way);
    }
    match way {
        Some(GoalWay::Hold) => {
            let turns = goal.turns.unwrap_or(0).to_string();
            spawn_number(card, ui, "editor-held-turns", turns, 1, &|by| {
                goals(GoalAction::HeldTurns(index, by))
            });
        }
        Some(GoalWay::Take | GoalWay::Exit) | None => {
            spawn_number(card, ui, "editor-last-turn", limit(goal.by), 1, &|by| {
                goals(GoalAction::LastTurn(index, by))
            });
        }
    }
    let choose = |unit| goals(GoalAction::Unit(index, unit));
    match way {
        Some(GoalWay::Exit) => {
            let count = goal.count.unwrap_or_else(|| usual_count(goal)).to_string();
            spawn_number(card, ui, "editor-leaving-count", count, 1, &|by| {
                goals(GoalAction::Count(index, by))
            });
            spawn_dim_text(card, ui, "editor-who-leaves");
            spawn_unit_choice(card, ui, document, goal.side, &goal.units, &choose);
        }
        None => {
            spawn_dim_text(card, ui, "editor-whom-to-destroy");
            spawn_unit_choice(card, ui, document, goal.side.other(), &goal.destroy, &choose);
        }
        Some(GoalWay::Take | GoalWay::Hold) => {}
    }
}

/// Spawns the hexes of a goal, and what changes them.
fn spawn_hexes_of_goal(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    index: usize,
    hexes: &[hotgates_engine::Coord],
    now: GoalWay,
) {
    card.spawn(wrapping_row_node()).with_children(|line| {
        for way in GoalWay::ALL {
            let key = match way {
                GoalWay::Take => "editor-way-take",
                GoalWay::Hold => "editor-way-hold",
                GoalWay::Exit => "editor-way-exit",
            };
            line.spawn(ui.small_button(ui.localized_text(key), goals(GoalAction::Way(index, way))))
                .chosen(now == way);
        }
    });
    card.spawn(ui.styled_text(hexes_in_words(hexes), theme::SMALL, theme::TEXT));
    card.spawn(wrapping_row_node()).with_children(|line| {
        let selection = ui.localized_text("editor-arrival-on-selection");
        line.spawn(ui.small_button(selection, goals(GoalAction::Hexes(index))))
            .disabled(workspace.editor.selection().is_none())
            .insert(Tooltip(ui.localized_text("editor-goal-selection-tip")));
        for edge in MapEdge::ALL {
            let key = match edge {
                MapEdge::North => "edge-north",
                MapEdge::East => "edge-east",
                MapEdge::South => "edge-south",
                MapEdge::West => "edge-west",
            };
            line.spawn(ui.small_button(ui.localized_text(key), goals(GoalAction::Edge(index, edge))))
                .insert(Tooltip(ui.localized_text("editor-goal-edge-tip")));
        }
    });
}

/// Spawns the buttons that add goals.
fn spawn_new_goals(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let nothing_selected = workspace.editor.selection().is_none();
    list.spawn(wrapping_row_node()).with_children(|line| {
        for side in Side::BOTH {
            let of_side =
                |key| ui.texts.text_with_values(key, &[("side", side_name(&ui.texts, side).into())]);
            for (way, key) in [
                (GoalWay::Take, "editor-goal-take"),
                (GoalWay::Hold, "editor-goal-hold"),
                (GoalWay::Exit, "editor-goal-exit"),
            ] {
                let exit = way == GoalWay::Exit;
                let tip = if exit { "editor-goal-exit-tip" } else { "editor-goal-tip" };
                line.spawn(ui.small_button(of_side(key), goals(GoalAction::Add(side, way))))
                    .disabled(nothing_selected && !exit)
                    .insert(Tooltip(ui.localized_text(tip)));
            }
            line.spawn(
                ui.small_button(of_side("editor-goal-destroy"), goals(GoalAction::AddToDestroy(side))),
            )
            .insert(Tooltip(ui.localized_text("editor-goal-destroy-tip")));
        }
        line.spawn(ui.small_button(ui.localized_text("editor-red-holds"), goals(GoalAction::RedHolds)))
            .disabled(nothing_selected)
            .insert(Tooltip(ui.localized_text("editor-red-holds-tip")));
    });
}

/// Spawns the home of each side, with a button that changes it by the hexes selected.
fn spawn_homes(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "editor-homes");
    spawn_dim_text(list, ui, "editor-homes-hint");
    for side in Side::BOTH {
        list.spawn(wrapping_row_node()).with_children(|line| {
            line.spawn(ui.styled_text(side_name(&ui.texts, side), theme::SMALL, ui.side_colour(side)));
            let hexes = workspace.document().settings().home.of_side(side);
            if !hexes.is_empty() {
                line.spawn(ui.styled_text(hexes_in_words(hexes), theme::SMALL, theme::TEXT));
            }
            line.spawn(ui.small_button(ui.localized_text("editor-home"), goals(GoalAction::Home(side))))
                .disabled(workspace.editor.selection().is_none())
                .insert(Tooltip(ui.localized_text("editor-home-tip")));
        });
    }
}

/// Spawns the ways to win of both sides: of each way the goals of the side, those in it chosen.
fn spawn_ways_to_win(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let settings = workspace.document().settings();
    spawn_small_heading(list, ui, "editor-ways");
    spawn_dim_text(list, ui, "editor-ways-hint");
    for side in Side::BOTH {
        for (way, set) in settings.wins.of_side(side).iter().enumerate() {
            list.spawn(wrapping_row_node()).with_children(|line| {
                line.spawn(ui.styled_text(side_name(&ui.texts, side), theme::SMALL, ui.side_colour(side)));
                spawn_goal_choice(line, ui, &settings.goals, &|goal| goal.side == side, set, &|goal| {
                    goals(GoalAction::GoalOfWay(way, goal))
                });
                line.spawn(ui.small_button("×".to_owned(), goals(GoalAction::RemoveWay(side, way))))
                    .insert(Tooltip(ui.localized_text("editor-way-remove")));
            });
        }
    }
    list.spawn(wrapping_row_node()).with_children(|line| {
        for side in Side::BOTH {
            let name = side_name(&ui.texts, side);
            let words = ui.texts.text_with_values("editor-way-add", &[("side", name.into())]);
            line.spawn(ui.small_button(words, goals(GoalAction::AddWay(side))))
                .disabled(settings.goals.iter().all(|goal| goal.side != side));
        }
    });
}

fn spawn_victory_points(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let points = workspace.document().settings().victory_points.clone().unwrap_or_default();
    spawn_small_heading(list, ui, "editor-points");
    list.spawn(row(6)).with_children(|line| {
        spawn_dim_text(line, ui, "editor-castle-points");
        spawn_points(line, ui, points.castle.unwrap_or(0), &|by| goals(GoalAction::CastlePoints(by)));
    });
    list.spawn(row(6)).with_children(|line| {
        spawn_dim_text(line, ui, "editor-loss-points");
        spawn_points(line, ui, points.losses.unwrap_or(0), &|by| goals(GoalAction::LossPoints(by)));
    });
    spawn_small_heading(list, ui, "editor-degrees");
    spawn_dim_text(list, ui, "editor-degrees-hint");
    for (index, degree) in points.degrees.iter().enumerate() {
        list.spawn(row(6)).with_children(|line| {
            let lead = TypedTextField::Map(MapTextField::DegreeLead(index));
            spawn_map_text_field(line, ui, &degree.lead.to_string(), 5.0, lead);
            let name = TypedTextField::Map(MapTextField::DegreeName(index));
            spawn_map_text_field(line, ui, &degree.name, 16.0, name);
            line.spawn(ui.small_button("×".to_owned(), goals(GoalAction::RemoveDegree(index))))
                .insert(Tooltip(ui.localized_text("editor-degree-remove")));
        });
    }
    list.spawn(wrapping_row_node()).with_children(|line| {
        let name = ui.localized_text("editor-degree-name");
        line.spawn(
            ui.small_button(ui.localized_text("editor-degree-add"), goals(GoalAction::AddDegree(name))),
        );
    });
}

/// Spawns a number of points with buttons for fewer and more.
fn spawn_points(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    points: i64,
    change: &dyn Fn(i64) -> EditorAction,
) {
    line.spawn(ui.small_button("−".to_owned(), change(-STEP))).disabled(points == 0);
    let words = ui
        .texts
        .text_with_values("editor-goal-points", &[("points", u32::try_from(points).unwrap_or(0).into())]);
    line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
    line.spawn(ui.small_button("+".to_owned(), change(STEP)));
}
