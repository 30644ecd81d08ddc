//! The line below the board: the hex under the pointer, and what is known about it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::Coord;

use super::palette::terrain_name;
use super::survey::MapSurvey;
use super::{EditorSystems, Workspace};
use hotgates_board::PointerCoord;
use hotgates_ui::{Panel, UiContext, column, theme};

#[derive(Component)]
struct LayerLegend;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill_legend_line.in_set(EditorSystems::Show));
}

pub(super) fn spawn_legend(middle: &mut ChildSpawnerCommands) {
    let node = Node {
        flex_grow: 1.0,
        min_width: px(0),
        justify_content: JustifyContent::End,
        align_items: AlignItems::Start,
        padding: UiRect::all(px(6)),
        ..column(4)
    };
    middle.spawn((LayerLegend, node, Pickable::IGNORE));
}

fn fill_legend_line(
    workspace: Res<Workspace>,
    survey: Res<MapSurvey>,
    at: Res<PointerCoord>,
    mut node: Panel<LayerLegend, Option<String>>,
) {
    let words = at.0.and_then(|at| hex_in_words(&node.ui, &workspace, &survey, at));
    node.refill(words.clone(), |legend, ui| {
        if let Some(words) = words {
            let ground = Node {
                padding: UiRect::axes(px(8), px(3)),
                border_radius: BorderRadius::all(px(4)),
                ..default()
            };
            legend
                .spawn((ground, BackgroundColor(theme::PANEL), Pickable::IGNORE))
                .with_child(ui.styled_text(words, theme::SMALL, theme::TEXT));
        }
    });
}

/// Returns everything about a hex in one line of words.
fn hex_in_words(ui: &UiContext, workspace: &Workspace, survey: &MapSurvey, at: Coord) -> Option<String> {
    let document = workspace.document();
    let glyph = document.ground().glyph_at(at)?;
    let mut words = match document.terrain(at) {
        Some(terrain) => {
            let terrain = &document.rules().terrains[terrain];
            let cost = match terrain.cost {
                Some(cost) => {
                    ui.texts.text_with_values("terrain-cost", &[("cost", u32::from(cost.0).into())])
                }
                None => ui.localized_text("terrain-impassable"),
            };
            format!("{at} · {} · {cost}", terrain_name(ui, &terrain.name))
        }
        None => {
            format!(
                "{at} · {}",
                ui.texts.text_with_values("editor-unknown", &[("glyph", glyph.to_string().into())])
            )
        }
    };
    if let Some((side, index)) = document.unit_at(at) {
        let unit = &document.units(side)[index];
        words.push_str(" · ");
        words.push_str(&super::tabs::unit_entry_in_words(ui, document, unit));
    }
    let chokes = survey.known.chokes.get(workspace.invasion);
    if let Some((key, number)) = workspace.overlay.layer_text_about_hex(&survey.known, chokes, at) {
        words.push_str(" · ");
        words.push_str(&ui.texts.text_with_values(key, &[("number", number.into())]));
    }
    if let Some(selection) = workspace.editor.selection() {
        words.push_str(" · ");
        words.push_str(&ui.texts.text_with_values("editor-selected", &[("hexes", selection.len().into())]));
    }
    Some(words)
}
