//! The board as it is drawn.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_academy::tictactoe::{BoardCell, Mark};

use super::{OPPONENTS, SIZES, TicTacToeAction, TicTacToeSession};
use crate::AcademyAction;
use crate::figures::{DEVIL, GOOD_GROUND, PRIEST, clickable_tile_area, graph_node_at_pixel};
use hotgates_ui::{UiContext, WidgetStateSetter, row, theme};

/// Spawns the options of the game: the board, the opponent, and who begins.
pub fn spawn_board_options(line: &mut ChildSpawnerCommands, ui: &UiContext, table: &TicTacToeSession) {
    let group = || Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) };
    line.spawn(group()).with_children(|line| {
        for (at, (side, in_a_row)) in SIZES.into_iter().enumerate() {
            let words = format!("{side} × {side}, {in_a_row}");
            line.spawn(ui.small_button(words, AcademyAction::TicTacToe(TicTacToeAction::Size(at))))
                .chosen(table.size == at);
        }
    });
    line.spawn(group()).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("board-against"), theme::SMALL, theme::TEXT_DIM));
        let keys = ["board-person", "board-lesson", "board-scoring", "board-perfect", "board-mcts"];
        for (at, key) in keys.into_iter().enumerate().take(OPPONENTS.len()) {
            line.spawn(ui.small_button(
                ui.localized_text(key),
                AcademyAction::TicTacToe(TicTacToeAction::Opponent(at)),
            ))
            .chosen(table.opponent == at)
            .disabled(!table.can_opponent_play(at));
        }
        let side = if table.person == Mark::Crosses { "board-you-begin" } else { "board-you-follow" };
        line.spawn(ui.small_button(ui.localized_text(side), AcademyAction::TicTacToe(TicTacToeAction::Side)))
            .disabled(table.opponent == 0);
    });
}

/// Spawns the cells of the board, at most `most` pixels together, with their names along the edges.
pub fn spawn_board_grid(
    stage: &mut ChildSpawnerCommands,
    ui: &UiContext,
    table: &TicTacToeSession,
    most: f32,
) {
    let (rules, board) = (table.game.rules(), table.game.board());
    let (columns, rows) = (rules.column_count(), rules.row_count());
    let cell = (most / f32::from(columns.max(rows))).min(most / 3.6).floor();
    let edge = 22.0;
    let (width, height) = (edge + cell * f32::from(columns), edge + cell * f32::from(rows));
    let won = rules.winning_line(board).unwrap_or_default();
    let last = table.game.moves_made().last().copied();
    stage.spawn(Node { width: px(width), height: px(height), flex_shrink: 0.0, ..default() }).with_children(
        |sheet| {
            for column in 0..columns {
                let x = edge + cell * f32::from(column);
                let name = char::from(b'a' + column).to_string();
                sheet.spawn(graph_node_at_pixel(x, 0.0, cell, edge)).with_child(ui.styled_text(
                    name,
                    theme::SMALL,
                    theme::TEXT_DIM,
                ));
            }
            for row in 0..rows {
                let y = edge + cell * f32::from(row);
                let name = (row + 1).to_string();
                sheet.spawn(graph_node_at_pixel(0.0, y, edge, cell)).with_child(ui.styled_text(
                    name,
                    theme::SMALL,
                    theme::TEXT_DIM,
                ));
                for column in 0..columns {
                    let number = row * columns + column;
                    let node = Node {
                        border: UiRect::all(px(2)),
                        border_radius: BorderRadius::all(px(3)),
                        ..graph_node_at_pixel(
                            edge + cell * f32::from(column) + 1.0,
                            y + 1.0,
                            cell - 2.0,
                            cell - 2.0,
                        )
                    };
                    let colour = match () {
                        () if won.contains(&BoardCell(number)) => GOOD_GROUND,
                        () if last == Some(BoardCell(number)) => theme::BUTTON_HOVERED,
                        () => theme::RAISED,
                    };
                    let border = if table.cursor == (column, row) { theme::FOCUS } else { theme::LINE };
                    let action = AcademyAction::TicTacToe(TicTacToeAction::Mark(number));
                    sheet
                        .spawn((clickable_tile_area(node, colour, action), BorderColor::all(border)))
                        .with_children(|place| {
                            if let Some(side) = board.mark_at(BoardCell(number)) {
                                place.spawn(mark_text_bundle(ui, side, cell * 0.7));
                            }
                        });
                }
            }
        },
    );
}

/// Makes the sign of a mark: × or O.
pub fn mark_text_bundle(ui: &UiContext, whose: Mark, size: f32) -> impl Bundle + use<> {
    let (sign, colour) = match whose {
        Mark::Crosses => ("×", PRIEST),
        Mark::Noughts => ("O", DEVIL),
    };
    ui.bold_text(sign.to_owned(), size, colour)
}
