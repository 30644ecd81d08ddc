//! When and whence the unit in hand comes, when it is taken back, and what it brings: only what the rules
//! and the unit have a use for.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{ArrivalEntry, Direction, UnitEntry};

use super::widgets::{hexes_in_words, spawn_number};
use crate::palette::wrapping_row_node;
use crate::{ArmyAction, EditorAction, Workspace};
use hotgates_ui::names::direction_name;
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, theme};

/// Experience that a button gives or takes.
const EXPERIENCE_STEP: i64 = 50;

pub(super) fn spawn_unit_times(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    unit: &UnitEntry,
) {
    let options = &workspace.document().rules().options;
    let arrival = arrival_in_words(ui, unit.arrives.as_ref());
    spawn_number(card, ui, "editor-arrival", arrival, 1, &|by| EditorAction::Army(ArmyAction::Arrival(by)));
    if let Some(arrival) = &unit.arrives {
        spawn_way_in(card, ui, workspace, arrival);
    }
    let words = match unit.withdraws {
        Some(turn) => turn_in_words(ui, turn),
        None => ui.localized_text("editor-withdrawal-never"),
    };
    spawn_number(card, ui, "editor-withdrawal", words, 1, &|by| {
        EditorAction::Army(ArmyAction::Withdrawal(by))
    });
    if options.officers.is_some() {
        let experience = unit.experience.unwrap_or(0).to_string();
        spawn_number(card, ui, "unit-experience", experience, EXPERIENCE_STEP, &|by| {
            EditorAction::Army(ArmyAction::Experience(by))
        });
    }
    if options.facing.is_some() {
        card.spawn(wrapping_row_node()).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text("editor-facing"), theme::SMALL, theme::TEXT_DIM));
            let towards = ui.localized_text("editor-facing-enemy");
            line.spawn(ui.small_button(towards, EditorAction::Army(ArmyAction::Facing(None))))
                .chosen(unit.facing.is_none());
            for way in Direction::ALL {
                let action = EditorAction::Army(ArmyAction::Facing(Some(way)));
                line.spawn(ui.small_button(direction_name(&ui.texts, way), action))
                    .chosen(unit.facing == Some(way));
            }
        });
    }
}

/// Spawns the buttons of the directions and hexes from which a unit may come.
fn spawn_way_in(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    arrival: &ArrivalEntry,
) {
    card.spawn(wrapping_row_node()).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("editor-arrival-from"), theme::SMALL, theme::TEXT_DIM));
        for way in Direction::ALL {
            let action = EditorAction::Army(ArmyAction::ArrivalFrom(way));
            line.spawn(ui.small_button(direction_name(&ui.texts, way), action))
                .chosen(arrival.from == Some(way));
        }
        let action = EditorAction::Army(ArmyAction::ArrivalOnSelection);
        line.spawn(ui.small_button(ui.localized_text("editor-arrival-on-selection"), action))
            .chosen(!arrival.hexes.is_empty())
            .disabled(workspace.editor.selection().is_none())
            .insert(Tooltip(ui.localized_text("editor-arrival-on-selection-tip")));
    });
    if !arrival.hexes.is_empty() {
        card.spawn(ui.styled_text(hexes_in_words(&arrival.hexes), theme::SMALL, theme::TEXT));
    }
}

fn arrival_in_words(ui: &UiContext, arrival: Option<&ArrivalEntry>) -> String {
    match arrival {
        None => ui.localized_text("editor-arrival-start"),
        Some(ArrivalEntry { turn: None, .. }) => ui.localized_text("editor-arrival-event"),
        Some(ArrivalEntry { turn: Some(turn), .. }) => turn_in_words(ui, *turn),
    }
}

fn turn_in_words(ui: &UiContext, turn: i64) -> String {
    let turn = u32::try_from(turn).unwrap_or(0);
    ui.texts.text_with_values("editor-unit-turn", &[("turn", turn.into())])
}
