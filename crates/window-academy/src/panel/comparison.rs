//! The table that compares all searches of a position.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_search::Statistics;
use hotgates_ui::{UiContext, row, theme};

use crate::compare::{ComparisonRow, SearchComparison};
use crate::methods::method_text_keys;
use crate::{AcademyGame, AcademyState};

/// Spawns the table that compares all searches.
pub(super) fn spawn_comparison(
    view: &mut ChildSpawnerCommands,
    ui: &UiContext,
    academy: &AcademyState,
    comparison: &SearchComparison,
) {
    let lesson = academy.lesson;
    let (value, bound) = match lesson {
        AcademyGame::River | AcademyGame::Ways => ("column-cost", "column-proof"),
        AcademyGame::TicTacToe => ("column-move", "column-match"),
        AcademyGame::Tower => ("column-life", "column-proof"),
    };
    let heads = ["column-search", "column-states", "column-steps", "column-waiting", value, bound];
    let widths = [112.0, 66.0, 68.0, 60.0, 56.0, 82.0];
    let cells = |view: &mut ChildSpawnerCommands, words: [String; 6], colour: Color, ground: Color| {
        let node = Node { padding: UiRect::axes(px(4), px(4)), align_items: AlignItems::Center, ..row(0) };
        view.spawn((node, BackgroundColor(ground))).with_children(|line| {
            for (at, (words, width)) in words.into_iter().zip(widths).enumerate() {
                let side = if at == 0 { JustifyContent::Start } else { JustifyContent::End };
                line.spawn(Node { width: px(width), justify_content: side, ..default() })
                    .with_child(ui.styled_text(words, 12.0, colour));
            }
        });
    };
    cells(view, heads.map(|key| ui.localized_text(key)), theme::TEXT_DIM, theme::PANEL);
    let rows = comparison.rows();
    for (number, row) in rows.iter().enumerate() {
        let ground = if number % 2 == 0 { theme::RAISED } else { theme::PANEL };
        cells(view, comparison_row_words(ui, lesson, row), theme::TEXT, ground);
    }
    if comparison.is_running() {
        view.spawn(ui.styled_text(ui.localized_text("academy-searching"), theme::SMALL, theme::TEXT_DIM));
    } else {
        let key = match lesson {
            AcademyGame::River => "compared-river",
            AcademyGame::TicTacToe => "compared-board",
            AcademyGame::Tower => "compared-tower",
            AcademyGame::Ways => "compared-ways",
        };
        view.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
    }
}

fn comparison_row_words(ui: &UiContext, lesson: AcademyGame, row: &ComparisonRow) -> [String; 6] {
    let Statistics { seen, steps, largest_frontier, .. } = row.outcome.statistics;
    let none = || "–".to_owned();
    let value = match (&row.outcome.cell, row.outcome.value) {
        (Some((cell, _)), _) => cell.clone(),
        (None, value) => value.map_or_else(none, |value| value.to_string()),
    };
    let last = match (lesson, &row.played) {
        (AcademyGame::TicTacToe, Some(played)) => {
            format!("{}/{}/{}", played.a_wins, played.draws, played.b_wins)
        }
        (AcademyGame::TicTacToe, None) => none(),
        _ => ui.localized_text(if row.outcome.is_proven() { "yes" } else { "no" }),
    };
    let waiting = if lesson == AcademyGame::TicTacToe { none() } else { largest_frontier.to_string() };
    let name = ui.localized_text(method_text_keys(lesson)[row.method].0);
    [name, seen.to_string(), steps.to_string(), waiting, value, last]
}
