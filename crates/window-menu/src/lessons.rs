//! Lessons in the window: the screen that lists them, those that have been won, and the card that explains each step
//! beside the battle.

mod card;
mod list;

use bevy::prelude::*;
use hotgates_analysis::shipped_puzzles;
use hotgates_lessons::{
    GivenOrder, Lesson, LessonPosition, LessonProgress, LessonTask, LessonView, all_lessons,
};
use hotgates_play::{Seat, Seats};
use hotgates_ui::register_emitted_message;
use hotgates_ui::screen::{ReturnScreen, Screen};
use hotgates_ui::storage::Storage;
use hotgates_window::insight::{Advice, InsightLayer, ShownOverlay};
use hotgates_window_battle::battle::own_plan::OwnPlan;
use hotgates_window_battle::battle::{BattleOpener, BattleOpening, BattleSystems, StartBattle};
use hotgates_window_battle::scene::{FoughtBattle, Scene, is_battle_fought};

use crate::kept_lines::KeptLines;
use crate::puzzles::PuzzleAction;

/// A request of the menu, the list or a card.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonAction {
    /// Begin the lesson with this number, from 0.
    Begin(usize),
    /// On to the next step without doing this one.
    Skip,
    /// Back to the step before.
    StepBack,
    /// Begin the lesson again.
    Again,
    /// Begin the next lesson.
    NextLesson,
    /// Open the puzzle of the lesson.
    Puzzle,
    /// No more explanations; the battle goes on.
    Close,
    /// From the list back to the menu.
    Leave,
}

/// The lessons that have been won.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct WonLessons(KeptLines);

impl WonLessons {
    /// Returns `true` if a lesson has been won.
    #[must_use]
    pub fn has_won(&self, lesson: &Lesson) -> bool {
        self.0.has_line(lesson.key)
    }
}

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<LessonAction>(app);
    app.add_systems(Startup, load_won_lessons)
        .add_systems(
            Update,
            (begin_lessons, leave_list_of_lessons, open_puzzle_of_lesson).in_set(BattleSystems::Input),
        )
        .add_systems(
            Update,
            (handle_step_actions, advance_from_finished_step)
                .chain()
                .in_set(BattleSystems::Panels)
                .run_if(is_battle_fought),
        )
        .add_plugins((list::plugin, card::plugin));
}

fn load_won_lessons(mut commands: Commands, storage: Res<Storage>) {
    commands.insert_resource(WonLessons(KeptLines::load(&storage, storage.won_lessons_file())));
}

/// Begins the lesson that is asked for. Who leaves one that the list has begun comes back to the list.
fn begin_lessons(
    mut actions: MessageReader<LessonAction>,
    scene: Res<Scene>,
    mut home: ResMut<ReturnScreen>,
    mut starts: MessageWriter<StartBattle>,
) {
    let here = lesson_of_scene(&scene);
    for action in actions.read() {
        let number = match (action, here) {
            (LessonAction::Begin(number), _) => *number,
            (LessonAction::Again, Some(now)) => now.lesson,
            (LessonAction::NextLesson, Some(now)) => (now.lesson + 1) % all_lessons().len(),
            _ => continue,
        };
        let Some(lesson) = all_lessons().get(number) else { continue };
        let seat =
            |side| if side == lesson.side { Seat::seat_of_person() } else { Seat::from_name(lesson.enemy) };
        home.0 = Screen::Lessons;
        starts.write(StartBattle {
            opening: BattleOpening::Lesson(number),
            ..StartBattle::new(lesson.scenario(), Seats::new(seat))
        });
    }
}

fn lesson_of_scene(scene: &Scene) -> Option<LessonProgress> {
    scene.fought_battle().and_then(|game| game.explained)
}

fn leave_list_of_lessons(mut actions: MessageReader<LessonAction>, mut next: ResMut<NextState<Screen>>) {
    if actions.read().any(|action| *action == LessonAction::Leave) {
        next.set(Screen::Menu);
    }
}

/// Opens the first puzzle with the lesson's theme.
fn open_puzzle_of_lesson(
    mut actions: MessageReader<LessonAction>,
    opener: BattleOpener,
    mut puzzles: MessageWriter<PuzzleAction>,
) {
    let asked = actions.read().any(|action| *action == LessonAction::Puzzle);
    let Some(now) = lesson_of_scene(opener.scene()).filter(|_| asked) else { return };
    puzzles.write_batch(puzzle_of_lesson(now.lesson()).map(PuzzleAction::Open));
}

/// Returns the place of the first shipped puzzle with a lesson's theme.
fn puzzle_of_lesson(lesson: &Lesson) -> Option<usize> {
    shipped_puzzles().iter().position(|puzzle| puzzle.theme == lesson.puzzle)
}

fn handle_step_actions(mut actions: MessageReader<LessonAction>, scene: ResMut<Scene>) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for action in actions.read() {
        let Some(now) = game.explained else { continue };
        let orders = game.session.order_records().len();
        match action {
            LessonAction::Skip => go_to_step(&mut game, now.next_step(orders)),
            LessonAction::StepBack => go_to_step(&mut game, now.previous_step(orders)),
            LessonAction::Close => game.explained = None,
            LessonAction::Begin(_)
            | LessonAction::Again
            | LessonAction::NextLesson
            | LessonAction::Puzzle
            | LessonAction::Leave => {}
        }
    }
}

fn go_to_step(game: &mut FoughtBattle, now: LessonProgress) {
    game.explained = Some(now);
    info!("lesson {}: {}", now.lesson().key, now.step().text_key);
}

/// Goes on once the task of a step is done, and writes down that the lesson is won once its battle is.
fn advance_from_finished_step(
    scene: ResMut<Scene>,
    advice: Res<Advice>,
    insight: Res<ShownOverlay>,
    storage: Res<Storage>,
    mut won: ResMut<WonLessons>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let Some(now) = game.explained.filter(|now| now.step().task != LessonTask::Over) else { return };
    let position = position_of_lesson(&game, now, &advice, &insight);
    let over = LessonTask::Fight.is_done(now.lesson().side, &position);
    if over {
        if is_won(&game, now) {
            won.0.add_line(now.lesson().key, &storage);
        }
        // Whoever wins before the last step has seen enough.
        let last = LessonProgress { step: now.lesson().steps.len() - 1, ..now };
        go_to_step(&mut game, last);
    } else if now.step().task.is_done(now.lesson().side, &position) {
        let orders = game.session.order_records().len();
        go_to_step(&mut game, now.next_step(orders));
    }
}

/// Returns `true` if the player has won the lesson's battle.
fn is_won(game: &FoughtBattle, now: LessonProgress) -> bool {
    let verdict = game.session.true_position().verdict();
    verdict.is_some_and(|verdict| verdict.winner == Some(now.lesson().side))
}

/// Gathers what tasks are judged by.
fn position_of_lesson<'a>(
    game: &'a FoughtBattle,
    now: LessonProgress,
    advice: &Advice,
    insight: &ShownOverlay,
) -> LessonPosition<'a> {
    let session = &game.session;
    let records = session.order_records();
    let side = now.lesson().side;
    let view = insight.layer.filter(|_| insight.seen.is_some()).and_then(|layer| match layer {
        InsightLayer::Cost => Some(LessonView::Costs),
        InsightLayer::Threat => Some(LessonView::Threat),
        InsightLayer::Chokes => Some(LessonView::Chokes),
        InsightLayer::Deployment | InsightLayer::Plan | InsightLayer::Supply | InsightLayer::Leadership => {
            None
        }
    });
    LessonPosition {
        battle: session.known_position(),
        orders: records[now.orders.min(records.len())..]
            .iter()
            .map(|record| GivenOrder { before: &record.before, order: record.order })
            .collect(),
        selected: game.selection.selected_unit(),
        has_hint: advice.hint.is_some(),
        view,
        is_marching: game
            .standing
            .marching_units()
            .any(|(unit, _)| session.known_position().info(unit).side == side),
        planned: session.plan().map(OwnPlan::orders).unwrap_or_default(),
        is_shown: game.playback.is_idle(),
    }
}
