//! Goals of the map, ways to win with them, and victory points.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::{GoalSettings, GoalWay};
use hotgates_engine::Side;

use crate::palette::{spawn_small_heading, wrapping_row_node};
use crate::{DocumentAction, EditorAction, GoalAction, Workspace};
use hotgates_ui::goals::goal_entry_name;
use hotgates_ui::names::side_name;
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, column, row, theme};

/// Points that a button adds or takes.
const STEP: i64 = 5;

/// Returns everything that is shown of goals, in one text.
pub(super) fn goals_fingerprint(workspace: &Workspace) -> String {
    let goals = GoalSettings::of_map(workspace.document().settings());
    format!("{goals:?} {}", workspace.editor.selection().is_some())
}

pub(super) fn spawn_goals(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let goals = GoalSettings::of_map(workspace.document().settings());
    let action = |action| EditorAction::Document(DocumentAction::Goals(action));
    spawn_small_heading(list, ui, "goals-title");
    for (index, goal) in goals.goals.iter().enumerate() {
        list.spawn(column(2)).with_children(|lines| {
            let words = format!(
                "{} {}: {}",
                theme::side_shape_sign(goal.side),
                side_name(&ui.texts, goal.side),
                goal_entry_name(&ui.texts, goal)
            );
            lines.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(goal.side)));
            lines.spawn(row(6)).with_children(|line| {
                line.spawn(
                    ui.small_button(ui.localized_text("editor-goal-wins"), action(GoalAction::Win(index))),
                )
                .chosen(goals.wins_alone(goal))
                .insert(Tooltip(ui.localized_text("editor-goal-wins-tip")));
                let points = goal.points.unwrap_or(0);
                spawn_points(line, ui, points, &|by| action(GoalAction::Points(index, by)));
                line.spawn(ui.small_button("×".to_owned(), action(GoalAction::Remove(index))));
            });
        });
    }
    let none = workspace.editor.selection().is_none();
    let tip = || Tooltip(ui.localized_text("editor-goal-tip"));
    list.spawn(wrapping_row_node()).with_children(|line| {
        for side in Side::BOTH {
            for (way, key) in [(GoalWay::Take, "editor-goal-take"), (GoalWay::Hold, "editor-goal-hold")] {
                let words = ui.texts.text_with_values(key, &[("side", side_name(&ui.texts, side).into())]);
                line.spawn(ui.small_button(words, action(GoalAction::Add(side, way))))
                    .disabled(none)
                    .insert(tip());
            }
        }
        line.spawn(ui.small_button(ui.localized_text("editor-red-holds"), action(GoalAction::RedHolds)))
            .disabled(none)
            .insert(Tooltip(ui.localized_text("editor-red-holds-tip")));
    });
    let points = goals.victory_points.unwrap_or_default();
    list.spawn(row(6)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("editor-castle-points"), theme::SMALL, theme::TEXT_DIM));
        spawn_points(line, ui, points.castle.unwrap_or(0), &|by| action(GoalAction::CastlePoints(by)));
    });
    list.spawn(row(6)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("editor-loss-points"), theme::SMALL, theme::TEXT_DIM));
        spawn_points(line, ui, points.losses.unwrap_or(0), &|by| action(GoalAction::LossPoints(by)));
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
