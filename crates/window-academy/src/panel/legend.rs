//! The legend below the search at work: meanings of the signs of the tower, and of the words of searches.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_ui::{Panel, UiContext, row, theme};

use super::size::INNER_WIDTH;
use crate::{AcademyGame, AcademyState, tower};

/// The place of the legend.
#[derive(Component)]
pub(super) struct LegendPanel;

pub(super) fn fill_legend(academy: Res<AcademyState>, mut node: Panel<LegendPanel, AcademyGame>) {
    node.refill(academy.lesson, |legend, ui| match academy.lesson {
        AcademyGame::River => spawn_word_legend(legend, ui),
        AcademyGame::Tower => spawn_sign_legend(legend, ui),
        // Their drawings have words of their own.
        AcademyGame::TicTacToe | AcademyGame::Ways => {}
    });
}

/// The numbers of a search, each with the text that says what is counted.
const COUNTS: [(&str, &str); 8] = [
    ("count-seen", "count-seen-about"),
    ("count-expanded", "count-expanded-about"),
    ("count-steps", "count-steps-about"),
    ("count-frontier", "count-frontier-about"),
    ("count-deepest", "count-deepest-about"),
    ("count-dropped", "count-dropped-about"),
    ("count-best", "count-best-about"),
    ("count-bound", "count-bound-about"),
];

/// Returns the key of the text that says what a number of a search counts, by the key of its name.
pub(super) fn meaning_of_count(name: &str) -> &'static str {
    COUNTS.iter().find(|(count, _)| *count == name).expect("every number of a search is listed").1
}

/// Spawns what the words mean that the searches of the river use.
fn spawn_word_legend(legend: &mut ChildSpawnerCommands, ui: &UiContext) {
    legend.spawn(ui.bold_text(ui.localized_text("legend-words"), theme::BODY, theme::ACCENT));
    let states = [("legend-state", "legend-state-about"), ("legend-action", "legend-action-about")];
    // The river has no bound.
    let counts = COUNTS.into_iter().filter(|(name, _)| *name != "count-bound");
    for (word, meaning) in states.into_iter().chain(counts) {
        legend.spawn(Node { align_items: AlignItems::Start, ..row(8) }).with_children(|line| {
            line.spawn(Node { width: px(96), flex_shrink: 0.0, ..default() }).with_child(ui.styled_text(
                ui.localized_text(word),
                theme::SMALL,
                theme::TEXT,
            ));
            line.spawn(Node { width: px(INNER_WIDTH - 104.0), ..default() }).with_child(ui.styled_text(
                ui.localized_text(meaning),
                theme::SMALL,
                theme::TEXT_DIM,
            ));
        });
    }
}

/// Pixels of a cell in the legend of the tower's signs.
const CELL: f32 = 24.0;

/// Spawns the tower's signs, each with its meaning, two in a line.
fn spawn_sign_legend(legend: &mut ChildSpawnerCommands, ui: &UiContext) {
    legend.spawn(ui.bold_text(ui.localized_text("legend-signs"), theme::BODY, theme::ACCENT));
    let node = Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(8) };
    legend.spawn(node).with_children(|lines| {
        for (sign, meaning) in tower::LEGEND {
            lines.spawn(Node { width: px((INNER_WIDTH - 8.0) / 2.0), ..row(8) }).with_children(|line| {
                tower::spawn_legend_sign(line, ui, sign, CELL);
                line.spawn(Node { flex_grow: 1.0, flex_basis: px(0), ..default() })
                    .with_child(ui.styled_text(ui.localized_text(meaning), theme::SMALL, theme::TEXT_DIM));
            });
        }
    });
}
