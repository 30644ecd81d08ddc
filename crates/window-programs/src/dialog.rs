//! The question on the screen: the field for the command, the words that will be passed, the walls that stand,
//! and the buttons that answer.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;
use hotgates_cell::CellLimits;
use hotgates_engine::{Side, visible_text};
use hotgates_ui::names::side_name;
use hotgates_ui::screen::full_window_column;
use hotgates_ui::{
    AnnouncedText, DialogBox, Panel, TextField, Tooltip, UiContext, WidgetStateSetter, column, panel_bundle,
    row, spawn_scroll_list, theme,
};

use crate::draft::ProgramObstacle;
use crate::{CellState, ConfirmedProgram, ProgramAction, ProgramDraft, ProgramQuestion, ProgramSystems};

/// Most characters of a command.
const MAX_COMMAND: usize = 2000;

/// The ground of the question, over everything else.
#[derive(Component)]
struct ProgramBackdrop(Side);

/// The part of the question that changes with the answer.
#[derive(Component)]
struct ProgramAnswerPanel;

/// What the changing part shows: the command, what is known of the walls, and whether the player does without.
type AnswerContent = (String, CellState, bool);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_or_hide_question, fill_question, fill_answer).chain().after(ProgramSystems),
    );
}

/// Puts the ground of the question on the screen, or takes it away.
fn show_or_hide_question(
    mut commands: Commands,
    question: Res<ProgramQuestion>,
    grounds: Query<(Entity, &ProgramBackdrop)>,
) {
    let asked = question.draft().map(ProgramDraft::side);
    let shown = grounds.iter().next();
    if shown.map(|(_, ground)| ground.0) == asked {
        return;
    }
    if let Some((ground, _)) = shown {
        commands.entity(ground).despawn();
    }
    if let Some(side) = asked {
        let node = Node {
            position_type: PositionType::Absolute,
            align_items: AlignItems::Center,
            // What is typed stays in its place while the lines below grow.
            justify_content: JustifyContent::Start,
            padding: UiRect::top(percent(6)),
            ..full_window_column()
        };
        let shade = BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55));
        commands.spawn((ProgramBackdrop(side), node, shade, GlobalZIndex(60), TabGroup::modal()));
    }
}

fn fill_question(question: Res<ProgramQuestion>, mut ground: Panel<ProgramBackdrop, Side>) {
    let Some(draft) = question.draft() else { return };
    ground.refill(draft.side(), |ground, ui| {
        let node = Node { width: px(620), max_height: percent(96), ..column(10) };
        ground.spawn((DialogBox, panel_bundle(node))).with_children(|panel| {
            let side = side_name(&ui.texts, draft.side()).into();
            let title = ui.texts.text_with_values("program-title", &[("side", side)]);
            panel.spawn(ui.bold_text(title, theme::TITLE, ui.side_colour(draft.side())));
            spawn_sentence(panel, ui, ui.localized_text("program-intro"), theme::TEXT);
            panel.spawn(row(8)).with_children(|line| {
                line.spawn(ui.styled_text(
                    ui.localized_text("program-command"),
                    theme::BODY,
                    theme::TEXT_DIM,
                ));
                let typed = Box::new(ProgramAction::Type);
                let mut field = line.spawn(TextField::with_text(ui, draft.command(), 66.0, typed));
                field.insert((AutoFocus, Tooltip(ui.localized_text("program-command-tip"))));
                field.entry::<EditableText>().and_modify(|mut text| text.max_characters = Some(MAX_COMMAND));
            });
            panel.spawn((ProgramAnswerPanel, Node { min_height: px(0), ..column(8) }));
        });
    });
}

fn fill_answer(question: Res<ProgramQuestion>, mut panel: Panel<ProgramAnswerPanel, AnswerContent>) {
    let Some(draft) = question.draft() else { return };
    let now = (draft.command().to_owned(), draft.cell_state().clone(), draft.is_without_walls());
    panel.refill(now, |panel, ui| {
        spawn_words(panel, ui, draft);
        spawn_walls(panel, ui, draft);
        spawn_sentence(panel, ui, limits_in_words(ui, draft), theme::TEXT_DIM);
        spawn_answers(panel, ui, draft);
    });
}

fn spawn_sentence(panel: &mut ChildSpawnerCommands, ui: &UiContext, words: String, colour: Color) {
    panel.spawn(ui.styled_text(words, theme::SMALL, colour));
}

/// Spawns each word of the command as it will be passed, or what is wrong with the command.
fn spawn_words(panel: &mut ChildSpawnerCommands, ui: &UiContext, draft: &ProgramDraft) {
    let words = match draft.words() {
        Ok(words) => words,
        Err(fault) => {
            let words = ui.texts.phrase_in_words(&ProgramObstacle::Command(fault).in_phrase());
            // Before anything is typed nothing is wrong yet.
            let colour = if draft.command().is_empty() { theme::TEXT_DIM } else { theme::WRONG };
            panel.spawn((ui.styled_text(words, theme::SMALL, colour), AnnouncedText));
            return;
        }
    };
    let heading = ui.texts.text_with_values("program-words", &[("words", words.len().into())]);
    spawn_sentence(panel, ui, heading, theme::TEXT_DIM);
    spawn_scroll_list(panel, Node { max_height: px(120), ..default() }, 2, |list| {
        for (number, word) in words.iter().enumerate() {
            // Nothing in a word hides, not even the end of a line.
            let word = visible_text(word);
            let line = match number {
                0 => ui.texts.text_with_values("program-first-word", &[("word", word.as_ref().into())]),
                _ => format!("{number}: {word}"),
            };
            spawn_sentence(list, ui, line, theme::TEXT);
        }
    });
    let folder = std::env::current_dir().map(|folder| folder.display().to_string()).unwrap_or_default();
    let folder = visible_text(&folder).into_owned();
    let folder = ui.texts.text_with_values("program-folder", &[("folder", folder.into())]);
    spawn_sentence(panel, ui, folder, theme::TEXT_DIM);
}

/// Spawns which walls stand, or that the program is to be started without.
fn spawn_walls(panel: &mut ChildSpawnerCommands, ui: &UiContext, draft: &ProgramDraft) {
    if draft.is_without_walls() {
        spawn_sentence(panel, ui, ui.localized_text("program-no-walls-warning"), theme::WRONG);
    } else {
        let colour = match draft.cell_state() {
            CellState::Asked | CellState::Stands(_) => theme::TEXT,
            CellState::Fails(_) | CellState::NoWarden => theme::WRONG,
        };
        for sentence in draft.cell_state().in_sentences(&ui.texts) {
            spawn_sentence(panel, ui, sentence, colour);
        }
    }
    panel.spawn(row(8)).with_children(|line| {
        let without = draft.is_without_walls();
        let words = ui.localized_text("program-no-walls");
        line.spawn(ui.small_button(words, ProgramAction::WithoutWalls(!without)))
            .chosen(without)
            .insert(Tooltip(ui.localized_text("program-no-walls-tip")));
    });
}

fn limits_in_words(ui: &UiContext, draft: &ProgramDraft) -> String {
    let CellLimits { memory, processes, .. } = CellLimits::default();
    let time = ui.texts.text_with_values("program-time", &[("seconds", ConfirmedProgram::SECONDS.into())]);
    if draft.is_without_walls() {
        return time;
    }
    let values = [("memory", memory.into()), ("processes", processes.into())];
    format!("{time} {}", ui.texts.text_with_values("program-limits", &values))
}

fn spawn_answers(panel: &mut ChildSpawnerCommands, ui: &UiContext, draft: &ProgramDraft) {
    panel.spawn(row(8)).with_children(|line| {
        let obstacle = draft.confirm().err();
        // Faults of the command, and that walls are tried out, are told above.
        let choice = obstacle.as_ref().filter(|obstacle| **obstacle == ProgramObstacle::NoWalls);
        let choice = choice.map(|obstacle| ui.texts.phrase_in_words(&obstacle.in_phrase()));
        let words = ui.localized_text("program-confirm");
        let mut confirm = line.spawn(ui.button(words, ProgramAction::Confirm));
        confirm.disabled(obstacle.is_some());
        confirm.insert(Tooltip(match obstacle {
            Some(obstacle) => ui.texts.phrase_in_words(&obstacle.in_phrase()),
            None => ui.localized_text("program-confirm-tip"),
        }));
        line.spawn(ui.button(ui.localized_text("program-cancel"), ProgramAction::Cancel));
        if let Some(choice) = choice {
            line.spawn(Node { flex_grow: 1.0, flex_basis: px(0), ..default() }).with_child(ui.styled_text(
                choice,
                theme::SMALL,
                theme::ACCENT,
            ));
        }
    });
}
