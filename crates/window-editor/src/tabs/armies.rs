//! The orders of battle: the unit in hand above, both sides' units below.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{ContingentEntry, RgbColour, SIDE_FACTOR_LIMITS, Side, UnitEntry};

use super::unit_times::spawn_unit_times;
use super::widgets::spawn_card;
use super::{spawn_labelled_field, spawn_map_text_field, unit_entry_in_words};
use crate::palette::{spawn_small_heading, wrapping_row_node};
use crate::workspace::FACTOR_STEP;
use crate::{ArmyAction, EditorAction, MapTextField, TypedTextField, Workspace};
use hotgates_ui::names::{rank_name, side_name, unit_type_name};
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, flexible_space, row, theme};

/// The most units of a side that are listed.
const UNITS: usize = 120;

/// Returns a text of everything that the tab shows, apart from names and keys that are being typed.
pub(super) fn armies_fingerprint(workspace: &Workspace) -> String {
    let (side, unit) = workspace.unit_in_hand();
    let mut unit = unit.clone();
    (unit.name, unit.key, unit.contingent) = (None, None, None);
    let document = workspace.document();
    let armies = Side::BOTH.map(|side| {
        let units = document.units(side).iter().take(UNITS + 1);
        let units: Vec<_> = units
            .enumerate()
            .map(|(index, unit)| {
                let mut unit = unit.clone();
                if workspace.taken == Some((side, index)) {
                    (unit.name, unit.key, unit.contingent) = (None, None, None);
                }
                unit
            })
            .collect();
        let commander = document.army(side).map(|army| army.commander.clone());
        (commander, document.units(side).len(), units, document.contingents(side))
    });
    let terms = (&document.settings().types, document.settings().factor);
    let selected = workspace.editor.selection().is_some();
    format!("{side:?} {unit:?} {:?} {armies:?} {terms:?} {selected} {}", workspace.taken, workspace.number)
}

pub(super) fn fill_armies_tab(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_unit_in_hand(list, ui, workspace);
    list.spawn(ui.styled_text(ui.localized_text("editor-deployment-tip"), theme::SMALL, theme::TEXT_DIM));
    for side in [Side::Blue, Side::Red] {
        spawn_army_list(list, ui, workspace, side);
    }
}

/// Spawns the entry of the unit in hand, or of the unit to be put next.
fn spawn_unit_in_hand(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let (side, unit) = workspace.unit_in_hand();
    let rules = workspace.document().rules();
    spawn_card(list, |card| {
        let key = if workspace.taken.is_some() { "editor-unit-in-hand" } else { "editor-next-unit" };
        card.spawn(row(6)).with_children(|line| {
            line.spawn(ui.bold_text(ui.localized_text(key), theme::SMALL, ui.side_colour(side)));
            line.spawn(flexible_space());
            if workspace.taken.is_none() {
                for side in [Side::Blue, Side::Red] {
                    line.spawn(ui.small_button(
                        side_name(&ui.texts, side),
                        EditorAction::Army(ArmyAction::UnitSide(side)),
                    ))
                    .chosen(workspace.side == side);
                }
            }
        });
        card.spawn(wrapping_row_node()).with_children(|line| {
            for kind in &rules.units {
                let words = unit_type_name(&ui.texts, &kind.name);
                line.spawn(ui.small_button(words, EditorAction::Army(ArmyAction::Kind(kind.name.clone()))))
                    .chosen(unit.kind == kind.name);
            }
        });
        let full = rules.unit(&unit.kind).map_or(0, |kind| i64::from(rules.units[kind].strength.0));
        card.spawn(row(6)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text("unit-strength"), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.small_button("−".to_owned(), EditorAction::Army(ArmyAction::Strength(-1))));
            line.spawn(ui.styled_text(unit.strength.unwrap_or(full).to_string(), theme::SMALL, theme::TEXT));
            line.spawn(ui.small_button("+".to_owned(), EditorAction::Army(ArmyAction::Strength(1))));
        });
        card.spawn(wrapping_row_node()).with_children(|line| {
            line.spawn(
                ui.small_button(ui.localized_text("no-officer"), EditorAction::Army(ArmyAction::Rank(None))),
            )
            .chosen(unit.rank.is_none());
            for rank in &rules.ranks {
                let action = EditorAction::Army(ArmyAction::Rank(Some(rank.name.clone())));
                line.spawn(ui.small_button(rank_name(&ui.texts, &rank.name), action))
                    .chosen(unit.rank.as_ref() == Some(&rank.name));
            }
        });
        card.spawn(row(6)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text("editor-officer"), theme::SMALL, theme::TEXT_DIM));
            spawn_map_text_field(
                line,
                ui,
                unit.name.as_deref().unwrap_or_default(),
                16.0,
                TypedTextField::Map(MapTextField::UnitName),
            );
        });
        spawn_contingent_choice(card, ui, workspace, side, unit);
        if workspace.taken.is_some() {
            let key = unit.key.as_deref().unwrap_or_default();
            spawn_labelled_field(
                card,
                ui,
                "editor-unit-key",
                key,
                TypedTextField::Map(MapTextField::UnitKey),
            );
        }
        spawn_unit_times(card, ui, workspace, unit);
        if workspace.taken.is_some() {
            card.spawn(wrapping_row_node()).with_children(|line| {
                line.spawn(ui.small_button(
                    ui.localized_text("editor-free-unit"),
                    EditorAction::Army(ArmyAction::FreeUnit),
                ))
                .disabled(unit.at.is_none())
                .insert(Tooltip(ui.localized_text("editor-free-unit-tip")));
                line.spawn(ui.small_button(
                    ui.localized_text("editor-remove-unit"),
                    EditorAction::Army(ArmyAction::RemoveUnit),
                ));
                line.spawn(ui.small_button(
                    ui.localized_text("editor-let-go"),
                    EditorAction::Army(ArmyAction::TakeUnit(None)),
                ));
            });
        }
    });
}

/// Spawns the field for the contingent of the unit in hand, and a button for each that the side has.
fn spawn_contingent_choice(
    card: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    side: Side,
    unit: &UnitEntry,
) {
    let name = unit.contingent.as_deref().unwrap_or_default();
    let field = TypedTextField::Map(MapTextField::UnitContingent);
    spawn_labelled_field(card, ui, "editor-contingent", name, field);
    let contingents = workspace.document().contingents(side);
    if !contingents.is_empty() {
        card.spawn(wrapping_row_node()).with_children(|line| {
            let none = EditorAction::Army(ArmyAction::Contingent(None));
            line.spawn(ui.small_button(ui.localized_text("editor-no-contingent"), none))
                .chosen(unit.contingent.is_none());
            for ContingentEntry { name, .. } in contingents {
                let chosen = unit.contingent.as_ref() == Some(&name);
                let action = EditorAction::Army(ArmyAction::Contingent(Some(name.clone())));
                line.spawn(ui.small_button(name, action)).chosen(chosen);
            }
        });
    }
}

/// Spawns the types that a side may have and the factor on the losses that its units deal.
fn spawn_side_terms(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace, side: Side) {
    let (rules, settings) = (workspace.document().rules(), workspace.document().settings());
    list.spawn(wrapping_row_node()).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("editor-types"), theme::SMALL, theme::TEXT_DIM));
        for kind in &rules.units {
            let action = EditorAction::Army(ArmyAction::ToggleType(side, kind.name.clone()));
            line.spawn(ui.small_button(unit_type_name(&ui.texts, &kind.name), action))
                .chosen(settings.types.allows(side, &kind.name))
                .insert(Tooltip(ui.localized_text("editor-types-tip")));
        }
    });
    let factor = settings.factor.of_side(side);
    list.spawn(row(6)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("editor-factor"), theme::SMALL, theme::TEXT_DIM));
        for (sign, steps) in [("−", -1), ("+", 1)] {
            if steps > 0 {
                line.spawn(ui.styled_text(factor.in_percent(), theme::SMALL, theme::TEXT));
            }
            let then = factor.0.saturating_add_signed(steps * FACTOR_STEP);
            let [least, most] = SIDE_FACTOR_LIMITS;
            line.spawn(
                ui.small_button(sign.to_owned(), EditorAction::Army(ArmyAction::SideFactor(side, steps))),
            )
            .disabled(!(least..=most).contains(&then))
            .insert(Tooltip(ui.localized_text("editor-factor-tip")));
        }
    });
}

/// Spawns the contingents of a side, each with buttons for its colour and its commander.
fn spawn_contingents(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace, side: Side) {
    for ContingentEntry { name, colour, commander, .. } in workspace.document().contingents(side) {
        list.spawn(wrapping_row_node()).with_children(|line| {
            if let Some(RgbColour([red, green, blue])) = colour {
                line.spawn(ui.styled_text("■".to_owned(), theme::BODY, Color::srgb_u8(red, green, blue)));
            }
            line.spawn(ui.styled_text(name.clone(), theme::SMALL, theme::TEXT));
            let next_colour = EditorAction::Army(ArmyAction::ContingentColour(side, name.clone()));
            line.spawn(ui.small_button(ui.localized_text("editor-contingent-colour"), next_colour))
                .insert(Tooltip(ui.localized_text("editor-contingent-colour-tip")));
            let words = commander.unwrap_or_else(|| ui.localized_text("editor-contingent-commander"));
            line.spawn(
                ui.small_button(words, EditorAction::Army(ArmyAction::ContingentCommander(side, name))),
            )
            .insert(Tooltip(ui.localized_text("editor-contingent-commander-tip")));
        });
    }
}

fn spawn_army_list(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace, side: Side) {
    let document = workspace.document();
    let units = document.units(side);
    list.spawn(row(6)).with_children(|line| {
        line.spawn(ui.bold_text(side_name(&ui.texts, side), theme::BODY, ui.side_colour(side)));
        let count = ui.texts.text_with_values("setup-units", &[("units", units.len().into())]);
        let words = if document.army(side).is_some() { count } else { ui.localized_text("editor-standard") };
        line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    });
    spawn_side_terms(list, ui, workspace, side);
    let Some(army) = document.army(side) else {
        list.spawn(wrapping_row_node()).with_children(|line| {
            line.spawn(ui.small_button(
                ui.localized_text("editor-own-army"),
                EditorAction::Army(ArmyAction::OwnArmy(side)),
            ))
            .insert(Tooltip(ui.localized_text("editor-own-army-tip")));
        });
        return;
    };
    list.spawn(wrapping_row_node()).with_children(|line| {
        let commander = army.commander.clone().unwrap_or_else(|| ui.localized_text("editor-any-commander"));
        line.spawn(ui.small_button(commander, EditorAction::Army(ArmyAction::Commander(side))))
            .insert(Tooltip(ui.localized_text("editor-commander-tip")));
        line.spawn(
            ui.small_button(ui.localized_text("setup-add"), EditorAction::Army(ArmyAction::AddUnit(side))),
        )
        .insert(Tooltip(ui.localized_text("editor-add-tip")));
        line.spawn(ui.small_button(
            ui.localized_text("editor-standard"),
            EditorAction::Army(ArmyAction::StandardArmy(side)),
        ))
        .insert(Tooltip(ui.localized_text("editor-standard-tip")));
    });
    spawn_contingents(list, ui, workspace, side);
    for (index, unit) in units.iter().enumerate().take(UNITS) {
        let mut words = unit_entry_in_words(ui, document, unit);
        if let Some(at) = unit.at {
            words = format!("{words} · {at}");
        }
        list.spawn(ui.wrapped_button(words, EditorAction::Army(ArmyAction::TakeUnit(Some((side, index))))))
            .chosen(workspace.taken == Some((side, index)));
    }
    if units.len() > UNITS {
        spawn_small_heading(list, ui, "editor-more-units");
    }
}
