//! The judgement of a player of tic-tac-toe on each cell.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_academy::tictactoe::{BoardCell, CellThoughts};
use hotgates_search::GameEnding;
use hotgates_ui::texts::Texts;
use hotgates_ui::{Tooltip, UiContext, column, theme};

use crate::figures::{GOOD_GROUND, graph_node_at_pixel};
use crate::{AcademyState, tictactoe};

/// Spawns the board with the judgement of the search on every cell: the brighter, the better.
pub(super) fn spawn_board_thoughts(
    view: &mut ChildSpawnerCommands,
    ui: &UiContext,
    academy: &AcademyState,
    thoughts: &CellThoughts,
) {
    let (rules, position) = (academy.board.game.rules(), academy.board.game.board());
    let cell = (300.0 / f32::from(rules.column_count().max(rules.row_count()))).min(76.0).floor();
    let (width, height) = (cell * f32::from(rules.column_count()), cell * f32::from(rules.row_count()));
    view.spawn(Node { align_items: AlignItems::Center, ..column(0) }).with_children(|view| {
        view.spawn(Node { width: px(width), height: px(height), flex_shrink: 0.0, ..default() })
            .with_children(|sheet| {
                for number in 0..rules.column_count() * rules.row_count() {
                    let (column, row) = rules.column_and_row(BoardCell(number));
                    let thought = computed_move_in_words(&ui.texts, thoughts, BoardCell(number));
                    let strength = thought.as_ref().map_or(0.0, |(_, strength)| *strength);
                    let ground = theme::RAISED.mix(&GOOD_GROUND, strength);
                    let node = graph_node_at_pixel(
                        cell * f32::from(column),
                        cell * f32::from(row),
                        cell - 1.0,
                        cell - 1.0,
                    );
                    let mut place = sheet.spawn((node, BackgroundColor(ground)));
                    match (position.mark_at(BoardCell(number)), thought) {
                        (Some(side), _) => {
                            place.with_child(tictactoe::mark_text_bundle(ui, side, cell * 0.6));
                        }
                        (None, Some((words, _))) => {
                            if cell > 34.0 {
                                place.with_child(ui.styled_text(words.clone(), theme::SMALL, theme::TEXT));
                            }
                            place.insert(Tooltip(format!("{}: {words}", rules.name(BoardCell(number)))));
                        }
                        (None, None) => {}
                    }
                }
            });
    });
    let key = match thoughts {
        CellThoughts::Scores(_) => "thoughts-scores",
        CellThoughts::Values(_) => "thoughts-values",
        CellThoughts::Visits(_) => "thoughts-visits",
    };
    view.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
}

/// Returns the judgement of a cell in words, and its worth from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "a shade of colour")]
fn computed_move_in_words(texts: &Texts, thoughts: &CellThoughts, cell: BoardCell) -> Option<(String, f32)> {
    match thoughts {
        CellThoughts::Scores(scores) => {
            let score = scores.iter().find(|(known, _)| *known == cell)?.1;
            let all = || scores.iter().map(|(_, score)| *score);
            let (least, most) = (all().min()?, all().max()?);
            Some((score.to_string(), (score - least) as f32 / (most - least).max(1) as f32))
        }
        CellThoughts::Values(values) => {
            let value = values.iter().find(|(known, _)| *known == cell)?.1;
            let (key, strength) = describe_ending(value.ending);
            Some((texts.get(key), strength))
        }
        CellThoughts::Visits(tried) => {
            let one = tried.iter().find(|tried| tried.action == cell)?;
            let most = tried.iter().map(|tried| tried.visits).max().unwrap_or(1).max(1);
            let won = 50 * one.points / one.visits.max(1);
            Some((format!("{}\n{won} %", one.visits), one.visits as f32 / most as f32))
        }
    }
}

const fn describe_ending(ending: GameEnding) -> (&'static str, f32) {
    match ending {
        GameEnding::Win => ("ending-win", 1.0),
        GameEnding::Draw => ("ending-draw", 0.5),
        GameEnding::Loss => ("ending-loss", 0.0),
    }
}
