//! The screen that lists the lessons, each with what it teaches, and whether it has been won.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_lessons::all_lessons;
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::{UiContext, list_panel_node, panel_bundle, spawn_scroll_list, theme};

use super::{LessonAction, WonLessons};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Lessons), spawn_lesson_list)
        .add_systems(Update, press_list_keys.run_if(in_state(Screen::Lessons)));
}

/// The keys that begin lessons, the first lesson first.
const LESSON_KEYS: [KeyCode; 6] =
    [KeyCode::Digit1, KeyCode::Digit2, KeyCode::Digit3, KeyCode::Digit4, KeyCode::Digit5, KeyCode::Digit6];

fn press_list_keys(keys: Option<Res<ButtonInput<KeyCode>>>, mut actions: MessageWriter<LessonAction>) {
    let Some(keys) = keys else { return };
    if keys.just_pressed(KeyCode::Escape) {
        actions.write(LessonAction::Leave);
    }
    let number = LESSON_KEYS.iter().position(|&key| keys.just_pressed(key));
    actions.write_batch(number.map(LessonAction::Begin));
}

fn spawn_lesson_list(mut commands: Commands, ui: UiContext, won: Res<WonLessons>) {
    let root = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..full_window_column()
    };
    commands.spawn((DespawnOnExit(Screen::Lessons), root, TabGroup::new(0))).with_children(|root| {
        root.spawn(panel_bundle(list_panel_node(760))).with_children(|panel| {
            panel.spawn(ui.bold_text(ui.localized_text("lessons"), theme::TITLE, theme::ACCENT));
            let done = all_lessons().iter().filter(|lesson| won.has_won(lesson)).count();
            let values = [("won", done.into()), ("lessons", all_lessons().len().into())];
            let words = ui.texts.text_with_values("lessons-won", &values);
            panel.spawn(ui.styled_text(words, theme::BODY, theme::TEXT_DIM));
            spawn_scroll_list(panel, Node::default(), 6, |list| {
                for (number, lesson) in all_lessons().iter().enumerate() {
                    let words = format!("{}. {}", number + 1, ui.texts.get(lesson.title_key));
                    let mut button = list.spawn(ui.wrapped_button(words, LessonAction::Begin(number)));
                    button.entry::<Node>().and_modify(|mut node| {
                        node.flex_direction = FlexDirection::Column;
                        node.align_items = AlignItems::Start;
                    });
                    button.with_children(|button| {
                        let about = ui.texts.get(lesson.about_key);
                        button.spawn(ui.styled_text(about, theme::SMALL, theme::TEXT_DIM));
                        if won.has_won(lesson) {
                            let words = ui.localized_text("lesson-is-won");
                            button.spawn(ui.styled_text(words, theme::SMALL, theme::ACCENT));
                        }
                    });
                }
            });
            panel.spawn(ui.button(ui.localized_text("back"), LessonAction::Leave));
        });
    });
}
