//! The panel on the right: the small map, and below it what there is to know, the armies, the settings,
//! the goals, or the events.

mod analysis;
mod armies;
mod events;
mod goals;
mod settings;
mod unit_times;
mod widgets;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::Document;
use hotgates_engine::{Side, UnitEntry};

use super::palette::wrapping_row_node;
use super::survey::MapSurvey;
use super::{DisplayAction, EditorAction, EditorSystems, EditorTab, TypedTextField, Workspace};
use hotgates_board::minimap_bundle;
use hotgates_ui::names::unit_type_name;
use hotgates_ui::{
    Panel, ScrolledContentId, TextField, UiContext, WidgetStateSetter, column, panel_bundle, row,
    spawn_scroll_list, theme,
};

#[derive(Component)]
struct TabButtons;
#[derive(Component)]
struct TabContent;

/// Content that the tab was last filled from.
#[derive(Debug, PartialEq)]
enum ShownTabContent {
    Analysis(u32, super::SurveyLayer, usize, bool, (u32, usize)),
    Armies(u32, String),
    Map(u32, String),
    Goals(u32, String),
    Events(u32, String),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (fill_tab_buttons, fill_tab_content, analysis::fill_balance_panel)
            .chain()
            .in_set(EditorSystems::Show),
    );
}

pub(super) fn spawn_tabs(middle: &mut ChildSpawnerCommands) {
    let node = Node { width: px(304), height: percent(100), flex_shrink: 0.0, ..column(8) };
    middle.spawn(panel_bundle(node)).with_children(|side| {
        side.spawn(Node {
            height: px(130),
            flex_shrink: 0.0,
            justify_content: JustifyContent::Center,
            ..default()
        })
        .with_child(minimap_bundle(278, 0..=130));
        side.spawn((TabButtons, Node { flex_shrink: 0.0, ..wrapping_row_node() }));
        side.spawn((TabContent, Node { flex_grow: 1.0, min_height: px(0), ..column(6) }));
    });
}

fn fill_tab_buttons(workspace: Res<Workspace>, mut node: Panel<TabButtons, EditorTab>) {
    node.refill(workspace.tab, |line, ui| {
        for (tab, key) in [
            (EditorTab::Analysis, "tab-analysis"),
            (EditorTab::Armies, "tab-armies"),
            (EditorTab::Map, "tab-map"),
            (EditorTab::Goals, "tab-goals"),
            (EditorTab::Events, "tab-events"),
        ] {
            line.spawn(ui.button(ui.localized_text(key), EditorAction::Display(DisplayAction::Tab(tab))))
                .chosen(workspace.tab == tab);
        }
    });
}

fn fill_tab_content(
    workspace: Res<Workspace>,
    survey: Res<MapSurvey>,
    mut node: Panel<TabContent, ShownTabContent>,
) {
    // The keys of the other tabs are as long as the armies.
    if workspace.tab != EditorTab::Analysis && !workspace.is_changed() && !node.is_outdated() {
        return;
    }
    let now = match workspace.tab {
        EditorTab::Analysis => {
            let read = (workspace.number, workspace.notes.len());
            ShownTabContent::Analysis(
                survey.version,
                workspace.overlay,
                workspace.invasion,
                survey.done,
                read,
            )
        }
        EditorTab::Armies => {
            ShownTabContent::Armies(workspace.refreshed, armies::armies_fingerprint(&workspace))
        }
        EditorTab::Map => {
            ShownTabContent::Map(workspace.refreshed, settings::settings_fingerprint(&workspace))
        }
        EditorTab::Goals => ShownTabContent::Goals(workspace.refreshed, goals::goals_fingerprint(&workspace)),
        EditorTab::Events => {
            ShownTabContent::Events(workspace.refreshed, events::events_fingerprint(&workspace))
        }
    };
    node.refill(now, |content, ui| {
        let node = Node { flex_grow: 1.0, ..default() };
        let list = spawn_scroll_list(content, node, 6, |list| match workspace.tab {
            EditorTab::Analysis => analysis::fill_analysis_tab(list, ui, &workspace, &survey),
            EditorTab::Armies => armies::fill_armies_tab(list, ui, &workspace),
            EditorTab::Map => settings::fill_settings_tab(list, ui, &workspace),
            EditorTab::Goals => goals::fill_goals_tab(list, ui, &workspace),
            EditorTab::Events => events::fill_events_tab(list, ui, &workspace),
        });
        let shown = ScrolledContentId::from_content(&(workspace.tab, workspace.number));
        content.commands().entity(list).insert(shown);
    });
}

/// Returns a text of what is shown of units that can be chosen.
fn units_fingerprint(workspace: &Workspace) -> String {
    let document = workspace.document();
    let units = Side::BOTH.map(|side| {
        let units = document.units(side).iter();
        let shown: Vec<_> = units
            .map(|unit| (&unit.kind, &unit.key, unit.at, unit.strength, &unit.rank, &unit.name))
            .collect();
        (document.army(side).is_some(), shown)
    });
    format!("{units:?}")
}

/// Returns a unit in one line of words: `cavalry 450 · Major Masistius`.
pub(super) fn unit_entry_in_words(ui: &UiContext, document: &Document, unit: &UnitEntry) -> String {
    let rules = document.rules();
    let full = rules.unit(&unit.kind).map_or(0, |kind| i64::from(rules.units[kind].strength.0));
    let mut words = format!("{} {}", unit_type_name(&ui.texts, &unit.kind), unit.strength.unwrap_or(full));
    let officer: Vec<&str> = unit.rank.as_deref().into_iter().chain(unit.name.as_deref()).collect();
    if !officer.is_empty() {
        words.push_str(" · ");
        words.push_str(&officer.join(" "));
    }
    words
}

/// Spawns a text field with its name before it, in one line.
fn spawn_labelled_field(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    key: &str,
    text: &str,
    entry: TypedTextField,
) {
    list.spawn(row(6)).with_children(|line| {
        line.spawn(Node { width: px(78), flex_shrink: 0.0, ..default() }).with_child(ui.styled_text(
            ui.localized_text(key),
            theme::SMALL,
            theme::TEXT_DIM,
        ));
        spawn_map_text_field(line, ui, text, 18.0, entry);
    });
}

/// Spawns a field for a text of the map.
fn spawn_map_text_field<'a>(
    line: &'a mut ChildSpawnerCommands,
    ui: &UiContext,
    text: &str,
    width: f32,
    entry: TypedTextField,
) -> EntityCommands<'a> {
    let make = Box::new(move |text| EditorAction::Type(entry, text));
    let mut field = line.spawn(TextField::with_text(ui, text, width, make));
    field.entry::<bevy::text::EditableText>().and_modify(|mut text| text.max_characters = Some(4000));
    field
}
