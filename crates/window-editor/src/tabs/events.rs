//! Events of the scenario: when each happens, and what happens then.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::EventCondition;
use hotgates_engine::{Coord, ScriptedEventEntry, Side};

use super::widgets::{
    goal_in_words, hexes_in_words, spawn_card, spawn_dim_text, spawn_goal_choice, spawn_number, spawn_sides,
    spawn_unit_choice,
};
use super::{spawn_map_text_field, units_fingerprint};
use crate::palette::{spawn_small_heading, terrain_name, wrapping_row_node};
use crate::{
    ConditionKind, DocumentAction, EditorAction, EventAction, MapTextField, TypedTextField, Workspace,
};
use hotgates_ui::names::side_name;
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, flexible_space, row, theme};

/// Points that a button adds or takes.
const STEP: i64 = 5;

/// Returns a text of everything that the tab shows, apart from a message that is being typed.
pub(super) fn events_fingerprint(workspace: &Workspace) -> String {
    let settings = workspace.document().settings();
    let mut events = settings.events.clone();
    if let Some(event) = workspace.event.and_then(|index| events.get_mut(index)) {
        event.message = None;
    }
    format!(
        "{events:?} {:?} {:?} {:?} {} {} {}",
        settings.goals,
        workspace.event,
        settings.first,
        workspace.editor.selection().is_some(),
        units_fingerprint(workspace),
        workspace.number
    )
}

const fn events(action: EventAction) -> EditorAction {
    EditorAction::Document(DocumentAction::Events(action))
}

pub(super) fn fill_events_tab(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "tab-events");
    spawn_dim_text(list, ui, "editor-events-hint");
    for (index, event) in workspace.document().settings().events.iter().enumerate() {
        let taken = workspace.event == Some(index);
        let mut words = format!("{} · {}", index + 1, condition_in_words(ui, workspace, event));
        if let Some(message) = event.message.as_ref().filter(|_| !taken) {
            words = format!("{words} · {message}");
        }
        list.spawn(ui.wrapped_button(words, events(EventAction::Take(Some(index).filter(|_| !taken)))))
            .chosen(taken);
        if taken {
            spawn_card(list, |card| {
                spawn_event_places(card, ui, workspace, index);
                spawn_condition(card, ui, workspace, index, event);
                spawn_effects(card, ui, workspace, index, event);
            });
        }
    }
    list.spawn(wrapping_row_node()).with_children(|line| {
        line.spawn(ui.small_button(ui.localized_text("editor-event-add"), events(EventAction::Add)));
    });
}

/// Returns the condition of an event in words: `turn 4, Red`.
fn condition_in_words(ui: &UiContext, workspace: &Workspace, event: &ScriptedEventEntry) -> String {
    let settings = workspace.document().settings();
    let number = |number: i64| u32::try_from(number).unwrap_or(0).into();
    let side = |side| side_name(&ui.texts, side).into();
    match EventCondition::of_event(event) {
        None => ui.localized_text("event-unclear"),
        Some(EventCondition::Turn { turn, side: of }) => {
            let of = of.or(settings.first).unwrap_or(Side::Red);
            ui.texts.text_with_values("event-turn", &[("turn", number(turn)), ("side", side(of))])
        }
        Some(EventCondition::Entered { side: of, hexes }) => {
            let values = [("side", side(of)), ("hexes", hexes_in_words(&hexes).into())];
            ui.texts.text_with_values("event-entered", &values)
        }
        Some(EventCondition::Lost(units)) => {
            ui.texts.text_with_values("event-lost", &[("units", units.join(" · ").into())])
        }
        Some(EventCondition::Points { side: of, points }) => {
            ui.texts.text_with_values("event-points", &[("side", side(of)), ("points", number(points))])
        }
        Some(EventCondition::Met(key)) => {
            let goal = settings.goals.iter().find(|goal| goal.key == key);
            let goal = goal.map_or(key, |goal| goal_in_words(ui, goal));
            ui.texts.text_with_values("event-met", &[("goal", goal.into())])
        }
    }
}

/// Spawns the buttons that move an event in the list, or remove it.
fn spawn_event_places(card: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace, index: usize) {
    let count = workspace.document().settings().events.len();
    card.spawn(row(6)).with_children(|line| {
        line.spawn(
            ui.small_button(ui.localized_text("editor-event-up"), events(EventAction::Move(index, -1))),
        )
        .disabled(index == 0)
        .insert(Tooltip(ui.localized_text("editor-event-order-tip")));
        line.spawn(
            ui.small_button(ui.localized_text("editor-event-down"), events(EventAction::Move(index, 1))),
        )
        .disabled(index + 1 == count)
        .insert(Tooltip(ui.localized_text("editor-event-order-tip")));
        line.spawn(flexible_space());
        line.spawn(ui.small_button("×".to_owned(), events(EventAction::Remove(index))))
            .insert(Tooltip(ui.localized_text("editor-event-remove")));
    });
}

/// Spawns the condition of an event: its kind, and what the kind needs.
fn spawn_condition(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    index: usize,
    event: &ScriptedEventEntry,
) {
    let document = workspace.document();
    let settings = document.settings();
    let nothing_selected = workspace.editor.selection().is_none();
    let condition = EventCondition::of_event(event);
    spawn_small_heading(card, ui, "editor-event-when");
    card.spawn(wrapping_row_node()).with_children(|line| {
        let is = |kind| match condition {
            Some(EventCondition::Turn { .. }) => kind == ConditionKind::Turn,
            Some(EventCondition::Entered { .. }) => kind == ConditionKind::Entered,
            Some(EventCondition::Lost(_)) => kind == ConditionKind::Lost,
            Some(EventCondition::Points { .. }) => kind == ConditionKind::Points,
            Some(EventCondition::Met(_)) => kind == ConditionKind::Met,
            None => false,
        };
        let no_units = Side::BOTH.into_iter().all(|side| document.units(side).is_empty());
        for (kind, key, off) in [
            (ConditionKind::Turn, "editor-when-turn", false),
            (ConditionKind::Entered, "editor-when-entered", nothing_selected),
            (ConditionKind::Lost, "editor-when-lost", no_units),
            (ConditionKind::Points, "editor-when-points", false),
            (ConditionKind::Met, "editor-when-met", settings.goals.is_empty()),
        ] {
            let button = ui.small_button(ui.localized_text(key), events(EventAction::Condition(index, kind)));
            let mut button = line.spawn(button);
            button.chosen(is(kind)).disabled(off && !is(kind));
            if kind == ConditionKind::Entered {
                button.insert(Tooltip(ui.localized_text("editor-when-entered-tip")));
            }
        }
    });
    let number = |by| events(EventAction::Number(index, by));
    match &condition {
        Some(EventCondition::Turn { turn, .. }) => {
            spawn_number(card, ui, "editor-when-turn-number", turn.to_string(), 1, &number);
        }
        Some(EventCondition::Points { points, .. }) => {
            spawn_number(card, ui, "editor-when-points", points.to_string(), STEP, &number);
        }
        Some(EventCondition::Entered { hexes, .. }) => {
            card.spawn(row(6)).with_children(|line| {
                line.spawn(ui.styled_text(hexes_in_words(hexes), theme::SMALL, theme::TEXT));
                let selection = ui.localized_text("editor-arrival-on-selection");
                line.spawn(ui.small_button(selection, events(EventAction::Hexes(index))))
                    .disabled(nothing_selected)
                    .insert(Tooltip(ui.localized_text("editor-when-entered-tip")));
            });
        }
        Some(EventCondition::Lost(units)) => {
            for side in Side::BOTH {
                spawn_unit_choice(card, ui, document, side, units, &|unit| {
                    events(EventAction::LostUnit(index, side, unit))
                });
            }
        }
        Some(EventCondition::Met(goal)) => {
            card.spawn(wrapping_row_node()).with_children(|line| {
                let chosen = std::slice::from_ref(goal);
                spawn_goal_choice(line, ui, &settings.goals, &|_| true, chosen, &|goal| {
                    events(EventAction::Met(index, goal))
                });
            });
        }
        None => {}
    }
    if !matches!(condition, None | Some(EventCondition::Lost(_) | EventCondition::Met(_))) {
        card.spawn(wrapping_row_node()).with_children(|line| {
            let now = event.side.or(settings.first).unwrap_or(Side::Red);
            spawn_dim_text(line, ui, "editor-when-side");
            spawn_sides(line, ui, Some(now), &|side| events(EventAction::Side(index, side)));
        });
    }
    if matches!(condition, Some(EventCondition::Turn { .. } | EventCondition::Entered { .. })) {
        let times = event.repeat.unwrap_or(1).to_string();
        spawn_number(card, ui, "editor-event-repeat", times, 1, &|by| events(EventAction::Repeat(index, by)));
    }
}

/// Spawns what happens by an event.
fn spawn_effects(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    index: usize,
    event: &ScriptedEventEntry,
) {
    let document = workspace.document();
    spawn_small_heading(card, ui, "editor-event-then");
    spawn_dim_text(card, ui, "editor-event-message");
    let message = event.message.as_deref().unwrap_or_default();
    card.spawn(row(6)).with_children(|line| {
        spawn_map_text_field(line, ui, message, 27.0, TypedTextField::Map(MapTextField::EventMessage(index)));
    });
    card.spawn(wrapping_row_node()).with_children(|line| {
        spawn_dim_text(line, ui, "editor-event-told");
        line.spawn(ui.small_button(
            ui.localized_text("editor-event-told-both"),
            events(EventAction::Told(index, None)),
        ))
        .chosen(event.told.is_none());
        spawn_sides(line, ui, event.told, &|side| events(EventAction::Told(index, Some(side))));
    });
    spawn_dim_text(card, ui, "editor-event-calls");
    for side in Side::BOTH {
        spawn_unit_choice(card, ui, document, side, &event.arrive, &|unit| {
            events(EventAction::CalledUnit(index, side, unit))
        });
    }
    let all_goals = &document.settings().goals;
    if !all_goals.is_empty() {
        spawn_dim_text(card, ui, "editor-event-opens");
        card.spawn(wrapping_row_node()).with_children(|line| {
            spawn_goal_choice(line, ui, all_goals, &|_| true, &event.opens, &|goal| {
                events(EventAction::Opens(index, goal))
            });
        });
    }
    spawn_dim_text(card, ui, "editor-event-terrain");
    spawn_terrain_changes(card, ui, workspace, index, event);
}

/// Spawns the terrains of an event with their hexes, and a button for each terrain that the selected
/// hexes can become.
fn spawn_terrain_changes(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    index: usize,
    event: &ScriptedEventEntry,
) {
    let rules = workspace.document().rules();
    let changes = |name: &str| event.terrain.get(name).map(Vec::<Coord>::as_slice);
    for terrain in rules.terrain_ids() {
        let name = &rules.terrains[terrain].name;
        if let Some(hexes) = changes(name) {
            card.spawn(row(6)).with_children(|line| {
                let words = format!("{}: {}", terrain_name(ui, name), hexes_in_words(hexes));
                line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
                line.spawn(ui.small_button("×".to_owned(), events(EventAction::NoTerrain(index, terrain))))
                    .insert(Tooltip(ui.localized_text("editor-event-terrain-remove")));
            });
        }
    }
    card.spawn(wrapping_row_node()).with_children(|line| {
        for terrain in rules.terrain_ids().filter(|&terrain| !rules.terrains[terrain].castle) {
            let words = terrain_name(ui, &rules.terrains[terrain].name);
            line.spawn(ui.small_button(words, events(EventAction::Terrain(index, terrain))))
                .disabled(workspace.editor.selection().is_none())
                .insert(Tooltip(ui.localized_text("editor-event-terrain-tip")));
        }
    });
}
