//! The card beside the battle: what the step asks for, and the ways on, back and out.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_lessons::{LessonProgress, LessonTask};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Panel, UiContext, WidgetStateSetter, column, panel_bundle, row, theme};
use hotgates_window_battle::battle::{BattleSystems, corner_panel_node};
use hotgates_window_battle::scene::{Scene, is_battle_fought};

use super::{LessonAction, is_won, puzzle_of_lesson};

#[derive(Component)]
struct LessonCard;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_or_hide_card, fill_card)
            .chain()
            .after(super::advance_from_finished_step)
            .in_set(BattleSystems::Panels)
            .run_if(is_battle_fought),
    );
}

/// Puts the card on the screen, or takes it away.
fn show_or_hide_card(mut commands: Commands, scene: Res<Scene>, cards: Query<Entity, With<LessonCard>>) {
    let Some(game) = scene.fought_battle() else { return };
    match (cards.iter().next(), game.explained) {
        (Some(card), None) => commands.entity(card).despawn(),
        (None, Some(_)) => {
            let card = (LessonCard, DespawnOnExit(Screen::Battle), corner_panel_node());
            commands.spawn((card, Pickable::IGNORE));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

fn fill_card(scene: Res<Scene>, mut node: Panel<LessonCard, (LessonProgress, bool, bool)>) {
    let Some(game) = scene.fought_battle() else { return };
    let Some(now) = game.explained else { return };
    let won = is_won(game, now);
    // A task is done by orders that have been given.
    let has_only_planned = game.session.plan().is_some_and(|plan| !plan.is_empty());
    node.refill((now, won, has_only_planned), |list, ui| {
        list.spawn(panel_bundle(column(8))).with_children(|card| {
            let lesson = now.lesson();
            let values = [
                ("lesson", ui.texts.get(lesson.title_key).into()),
                ("step", (now.step + 1).into()),
                ("of", lesson.steps.len().into()),
            ];
            let title = ui.texts.text_with_values("lesson-step", &values);
            card.spawn(ui.bold_text(title, theme::BODY, theme::ACCENT));
            let is_over = now.step().task == LessonTask::Over;
            let key = if is_over && !won { lesson.lost_key } else { now.step().text_key };
            card.spawn(ui.styled_text(ui.texts.get(key), theme::BODY, theme::TEXT));
            if has_only_planned {
                let words = ui.texts.get("lesson-only-planned");
                card.spawn(ui.styled_text(words, theme::SMALL, theme::ACCENT));
            }
            card.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(8) })
                .with_children(|line| spawn_card_buttons(line, ui, now, won));
        });
    });
}

fn spawn_card_buttons(line: &mut ChildSpawnerCommands, ui: &UiContext, now: LessonProgress, won: bool) {
    if now.step().task == LessonTask::Over {
        if won {
            line.spawn(ui.small_button(ui.localized_text("lesson-next"), LessonAction::NextLesson));
            line.spawn(ui.small_button(ui.localized_text("lesson-puzzle"), LessonAction::Puzzle))
                .disabled(puzzle_of_lesson(now.lesson()).is_none());
        }
    } else {
        line.spawn(ui.small_button(ui.localized_text("lesson-step-back"), LessonAction::StepBack))
            .disabled(now.step == 0);
        line.spawn(ui.small_button(ui.localized_text("lesson-skip"), LessonAction::Skip));
    }
    line.spawn(ui.small_button(ui.localized_text("lesson-again"), LessonAction::Again));
    line.spawn(ui.small_button(ui.localized_text("close"), LessonAction::Close));
}
