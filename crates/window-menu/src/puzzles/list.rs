//! The screen that lists the puzzles, each with its rating and theme, and whether it is solved.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_analysis::{Puzzle, shipped_puzzles};

use super::{PuzzleAction, SolvedPuzzles, theme_text_key};
use hotgates_ui::names::{map_name, side_name};
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::{UiContext, list_panel_node, panel_bundle, spawn_scroll_list, theme};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Puzzles), spawn_puzzle_list)
        .add_systems(Update, leave_by_escape.run_if(in_state(Screen::Puzzles)));
}

fn leave_by_escape(keys: Option<Res<ButtonInput<KeyCode>>>, mut actions: MessageWriter<PuzzleAction>) {
    if keys.is_some_and(|keys| keys.just_pressed(KeyCode::Escape)) {
        actions.write(PuzzleAction::Back);
    }
}

fn spawn_puzzle_list(mut commands: Commands, ui: UiContext, solved: Res<SolvedPuzzles>) {
    let root = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..full_window_column()
    };
    let puzzles = shipped_puzzles();
    commands.spawn((DespawnOnExit(Screen::Puzzles), root, TabGroup::new(0))).with_children(|root| {
        root.spawn(panel_bundle(list_panel_node(760))).with_children(|panel| {
            panel.spawn(ui.bold_text(ui.localized_text("puzzles"), theme::TITLE, theme::ACCENT));
            let done = puzzles.iter().filter(|puzzle| solved.has_solved(puzzle)).count();
            let values = [("solved", done.into()), ("puzzles", puzzles.len().into())];
            let words = ui.texts.text_with_values("puzzles-solved", &values);
            panel.spawn(ui.styled_text(words, theme::BODY, theme::TEXT_DIM));
            spawn_scroll_list(panel, Node::default(), 6, |list| {
                for (place, puzzle) in puzzles.iter().enumerate() {
                    let words = puzzle_line(&ui, place, puzzle);
                    let mut button = list.spawn(ui.wrapped_button(words, PuzzleAction::Open(place)));
                    button.entry::<Node>().and_modify(|mut node| {
                        node.flex_direction = FlexDirection::Column;
                        node.align_items = AlignItems::Start;
                    });
                    button.with_children(|button| {
                        let (key, colour) = if solved.has_solved(puzzle) {
                            ("puzzle-is-solved", theme::ACCENT)
                        } else {
                            ("puzzle-is-open", theme::TEXT_DIM)
                        };
                        let values = [
                            ("theme", ui.localized_text(theme_text_key(puzzle.theme)).into()),
                            ("rating", puzzle.rating().into()),
                        ];
                        let words = ui.texts.text_with_values(key, &values);
                        button.spawn(ui.styled_text(words, theme::SMALL, colour));
                    });
                }
            });
            panel.spawn(ui.button(ui.localized_text("back"), PuzzleAction::Back));
        });
    });
}

/// Returns the first line of a puzzle in the list: its number, its map and who is to move.
fn puzzle_line(ui: &UiContext, place: usize, puzzle: &Puzzle) -> String {
    let values = [
        ("number", (place + 1).into()),
        ("map", map_name(&ui.texts, &puzzle.scenario().map.name).into()),
        ("side", side_name(&ui.texts, puzzle.side()).into()),
    ];
    ui.texts.text_with_values("puzzle-line", &values)
}
