//! The panel on the right: the small map, and below it what there is to know, the armies, or the
//! settings.

mod analysis;
mod armies;
mod settings;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::Document;
use hotgates_engine::UnitEntry;

use super::survey::MapSurvey;
use super::{DisplayAction, EditorAction, EditorSystems, Tab, TextSlot, Workspace};
use hotgates_board::minimap;
use hotgates_ui::names::kind_name;
use hotgates_ui::{Choice, Field, Panel, UiContext, column, panel, row, scroll_list, theme};

#[derive(Component)]
struct TabButtons;
#[derive(Component)]
struct TabContent;

/// Everything that the content was drawn from.
#[derive(Debug, PartialEq)]
enum TabKey {
    Analysis(u32, super::SurveyLayer, usize, bool, (u32, usize)),
    Armies(u32, String),
    Map(u32, String),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (draw_buttons, draw_tab, analysis::draw_balance).chain().in_set(EditorSystems::Show),
    );
}

pub(super) fn spawn_tabs(middle: &mut ChildSpawnerCommands) {
    let node = Node { width: px(304), height: percent(100), flex_shrink: 0.0, ..column(8) };
    middle.spawn(panel(node)).with_children(|side| {
        side.spawn(Node {
            height: px(130),
            flex_shrink: 0.0,
            justify_content: JustifyContent::Center,
            ..default()
        })
        .with_child(minimap(278, 130));
        side.spawn((TabButtons, Node { flex_shrink: 0.0, ..row(6) }));
        side.spawn((TabContent, Node { flex_grow: 1.0, min_height: px(0), ..column(6) }));
    });
}

fn draw_buttons(workspace: Res<Workspace>, mut node: Panel<TabButtons, Tab>) {
    node.refill(workspace.tab, |line, ui| {
        for (tab, key) in
            [(Tab::Analysis, "tab-analysis"), (Tab::Armies, "tab-armies"), (Tab::Map, "tab-map")]
        {
            line.spawn(ui.button(ui.text(key), EditorAction::Display(DisplayAction::Tab(tab))))
                .chosen(workspace.tab == tab);
        }
    });
}

fn draw_tab(workspace: Res<Workspace>, survey: Res<MapSurvey>, mut node: Panel<TabContent, TabKey>) {
    // The keys of the other tabs are as long as the armies.
    if workspace.tab != Tab::Analysis && !workspace.is_changed() && !node.is_outdated() {
        return;
    }
    let now = match workspace.tab {
        Tab::Analysis => {
            let read = (workspace.number, workspace.notes.len());
            TabKey::Analysis(survey.version, workspace.overlay, workspace.invasion, survey.done, read)
        }
        Tab::Armies => TabKey::Armies(workspace.refreshed, armies::armies_key(&workspace)),
        Tab::Map => TabKey::Map(workspace.refreshed, settings::settings_key(&workspace)),
    };
    node.refill(now, |content, ui| {
        scroll_list(content, Node { flex_grow: 1.0, ..default() }, 6, |list| match workspace.tab {
            Tab::Analysis => analysis::fill_analysis(list, ui, &workspace, &survey),
            Tab::Armies => armies::fill_armies(list, ui, &workspace),
            Tab::Map => settings::fill_settings(list, ui, &workspace),
        });
    });
}

/// A unit in a line: `cavalry 450 · Major Masistius`.
pub(super) fn unit_words(ui: &UiContext, document: &Document, unit: &UnitEntry) -> String {
    let rules = document.rules();
    let full = rules.unit(&unit.kind).map_or(0, |kind| i64::from(rules.units[kind].strength.0));
    let mut words = format!("{} {}", kind_name(&ui.texts, &unit.kind), unit.strength.unwrap_or(full));
    let officer: Vec<&str> = unit.rank.as_deref().into_iter().chain(unit.name.as_deref()).collect();
    if !officer.is_empty() {
        words.push_str(" · ");
        words.push_str(&officer.join(" "));
    }
    words
}

/// A name and a field in a line.
fn labelled_field(list: &mut ChildSpawnerCommands, ui: &UiContext, key: &str, text: &str, entry: TextSlot) {
    list.spawn(row(6)).with_children(|line| {
        line.spawn(Node { width: px(78), flex_shrink: 0.0, ..default() }).with_child(ui.words(
            ui.text(key),
            theme::SMALL,
            theme::TEXT_DIM,
        ));
        typed_field(line, ui, text, 18.0, entry);
    });
}

/// A field for a text of the map.
fn typed_field<'a>(
    line: &'a mut ChildSpawnerCommands,
    ui: &UiContext,
    text: &str,
    width: f32,
    entry: TextSlot,
) -> EntityCommands<'a> {
    let make = Box::new(move |text| EditorAction::Type(entry, text));
    let mut field = line.spawn(Field::of(ui, text, width, make));
    field.entry::<bevy::text::EditableText>().and_modify(|mut text| text.max_characters = Some(4000));
    field
}
