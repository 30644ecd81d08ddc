//! The panel beside the battle in which a puzzle is solved: the task, the judgement of the plan,
//! the solution and what other plans suffer. Plans are judged on a thread of their own.

use std::thread;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_analysis::{
    JudgedPlan, PlanFailure, Puzzle, PuzzleJudge, SolvingResult, UnjudgedPlan, play_plan,
};
use hotgates_engine::{Order, Side};

use super::{PuzzleAction, SolvedPuzzles, theme_text_key};
use hotgates_phrases::order_phrase;
use hotgates_ui::names::side_name;
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::Texts;
use hotgates_ui::{AnnouncedText, Job, Panel, UiContext, column, panel_bundle, row, theme};
use hotgates_window_battle::battle::session::BattleSession;
use hotgates_window_battle::battle::{BattleSystems, corner_panel_node};
use hotgates_window_battle::scene::{
    BattlePhase, FoughtBattle, LeaveScreenSchedule, Scene, is_battle_fought,
};
use hotgates_window_battle::{PuzzleAttempt, SolvingStage};

/// Answer of the thread that judges.
#[derive(Debug)]
enum JudgeAnswer {
    Judged(JudgedPlan, Option<PlanFailure>),
    Others(Vec<PlanFailure>),
}

type JudgeJob = Job<thread::Result<Result<JudgeAnswer, UnjudgedPlan>>>;

/// The work on the puzzle that is on the screen.
#[derive(Resource, Default)]
struct JudgeWork(Option<JudgeJob>);

#[derive(Component)]
struct PuzzlePanel;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<JudgeWork>()
        .add_systems(OnEnter(Screen::Battle), spawn_puzzle_panel)
        .add_systems(
            Update,
            (handle_puzzle_actions, judge_given_plan, collect_judgement)
                .chain()
                .in_set(BattleSystems::Orders)
                .run_if(is_battle_fought),
        )
        .add_systems(Update, fill_puzzle_panel.in_set(BattleSystems::Panels).run_if(is_battle_fought))
        .add_systems(LeaveScreenSchedule, |mut work: ResMut<JudgeWork>| work.0 = None);
}

fn spawn_puzzle_panel(mut commands: Commands) {
    let panel = (PuzzlePanel, DespawnOnExit(Screen::Battle), corner_panel_node());
    commands.spawn((panel, Pickable::IGNORE));
}

fn start_judge(
    work: impl FnOnce(&hotgates_play::Cancel) -> Result<JudgeAnswer, UnjudgedPlan> + Send + 'static,
) -> Option<JudgeJob> {
    Job::start_on_thread("puzzle", move |cancel, _| work(cancel)).ok()
}

/// Begins a puzzle again, or shows its solution.
fn handle_puzzle_actions(
    mut actions: MessageReader<PuzzleAction>,
    scene: ResMut<Scene>,
    mut work: ResMut<JudgeWork>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for action in actions.read() {
        let Some(mut attempt) = game.puzzle.clone() else { return };
        let puzzle = attempt.puzzle();
        match action {
            PuzzleAction::Retry => {
                work.0 = None;
                attempt.stage = SolvingStage::Solving;
                return_to_position(&mut game, puzzle, &[], false);
            }
            PuzzleAction::Solution => {
                work.0 = start_judge(move |cancel| {
                    let judge = PuzzleJudge::new(puzzle, cancel.clone());
                    let why = puzzle.others.iter().map(|other| judge.explain_failure(&other.orders));
                    why.collect::<Result<_, _>>().map(JudgeAnswer::Others)
                });
                attempt.stage = SolvingStage::Shown(None);
                return_to_position(&mut game, puzzle, &puzzle.solution, true);
            }
            PuzzleAction::Open(_) | PuzzleAction::Next | PuzzleAction::List | PuzzleAction::Back => continue,
        }
        game.puzzle = Some(attempt);
    }
}

/// Goes back to the position of a puzzle and gives these orders there; `closes` if nobody is to
/// give any after them.
fn return_to_position(game: &mut FoughtBattle, puzzle: &Puzzle, orders: &[Order], closes: bool) {
    let Ok(mut session) = BattleSession::from_puzzle(puzzle) else { return };
    game.playback.show_position(session.battle().clone());
    game.playback.paused = false;
    for &order in orders {
        if let Ok(events) = session.act(order, None) {
            game.playback.push(events);
        }
    }
    if closes {
        session.close();
    }
    game.session = session;
    game.selection.clear();
    game.preview = None;
    game.asked_to_end.clear();
    game.phase = BattlePhase::Playing;
}

/// Has the plan judged once the half-turn or the battle is over.
fn judge_given_plan(scene: ResMut<Scene>, mut work: ResMut<JudgeWork>) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let Some(attempt) = game.puzzle.clone() else { return };
    let (puzzle, battle) = (attempt.puzzle(), game.session.battle());
    let over = battle.side() != puzzle.side() || battle.verdict().is_some();
    if attempt.stage != SolvingStage::Solving || !over {
        return;
    }
    let orders = attempt.given_orders(&game.session);
    game.session.close();
    game.selection.clear();
    work.0 = start_judge(move |cancel| {
        let mut judge = PuzzleJudge::new(puzzle, cancel.clone());
        let judged = judge.judge_plan(&orders)?;
        let failed = judged.result != SolvingResult::Solved;
        let why = failed.then(|| judge.explain_failure(&orders)).transpose()?;
        Ok(JudgeAnswer::Judged(judged, why))
    });
    let stage = if work.0.is_some() { SolvingStage::Judging } else { SolvingStage::Unjudged };
    game.puzzle = Some(PuzzleAttempt { stage, ..attempt });
}

fn collect_judgement(
    scene: ResMut<Scene>,
    mut work: ResMut<JudgeWork>,
    mut solved: ResMut<SolvedPuzzles>,
    storage: Res<Storage>,
) {
    let Some(answer) = work.bypass_change_detection().0.as_mut().and_then(Job::poll) else { return };
    work.0 = None;
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let Some(attempt) = game.puzzle.clone() else { return };
    let stage = match answer {
        Ok(Ok(JudgeAnswer::Judged(judged, why))) => {
            if judged.result == SolvingResult::Solved {
                solved.add_solved_puzzle(attempt.puzzle(), &storage);
            }
            info!("puzzle {}: {}", attempt.place + 1, judged.result.name());
            SolvingStage::Judged(judged, why)
        }
        Ok(Ok(JudgeAnswer::Others(why))) => SolvingStage::Shown(Some(why)),
        Ok(Err(_)) | Err(_) => match attempt.stage {
            SolvingStage::Shown(_) => SolvingStage::Shown(Some(Vec::new())),
            _ => SolvingStage::Unjudged,
        },
    };
    game.puzzle = Some(PuzzleAttempt { stage, ..attempt });
}

fn fill_puzzle_panel(scene: Res<Scene>, mut node: Panel<PuzzlePanel, Option<PuzzleAttempt>>) {
    let Some(game) = scene.fought_battle() else { return };
    node.refill(game.puzzle.clone(), |place, ui| {
        let Some(attempt) = &game.puzzle else { return };
        place.spawn((AnnouncedText, panel_bundle(column(6)))).with_children(|panel| {
            spawn_puzzle_heading(panel, ui, attempt);
            spawn_solving_stage(panel, ui, attempt);
            spawn_puzzle_buttons(panel, ui, attempt);
        });
    });
}

/// Returns a chance in percent.
fn percent_text(chance: f64) -> String {
    format!("{:.0}", 100.0 * chance)
}

fn spawn_puzzle_heading(panel: &mut ChildSpawnerCommands, ui: &UiContext, attempt: &PuzzleAttempt) {
    let puzzle = attempt.puzzle();
    let values = [
        ("number", (attempt.place + 1).into()),
        ("theme", ui.localized_text(theme_text_key(puzzle.theme)).into()),
        ("rating", puzzle.rating().into()),
    ];
    let words = ui.texts.text_with_values("puzzle-title", &values);
    panel.spawn(ui.bold_text(words, theme::BODY, theme::ACCENT));
}

fn spawn_solving_stage(panel: &mut ChildSpawnerCommands, ui: &UiContext, attempt: &PuzzleAttempt) {
    let puzzle = attempt.puzzle();
    let mut say = |words: String, colour: Color| {
        panel.spawn(ui.styled_text(words, theme::SMALL, colour));
    };
    match &attempt.stage {
        SolvingStage::Solving => {
            let values = [
                ("side", side_name(&ui.texts, puzzle.side()).into()),
                ("best", percent_text(puzzle.best).into()),
                ("other", percent_text(puzzle.other_chance()).into()),
            ];
            let key = match puzzle.side() {
                Side::Red => "puzzle-task-red",
                Side::Blue => "puzzle-task-blue",
            };
            say(ui.texts.text_with_values(key, &values), theme::TEXT);
            say(ui.localized_text("puzzle-dice"), theme::TEXT_DIM);
        }
        SolvingStage::Judging => say(ui.localized_text("puzzle-judging"), theme::TEXT_DIM),
        SolvingStage::Unjudged => say(ui.localized_text("puzzle-unjudged"), theme::WRONG),
        SolvingStage::Judged(judged, why) => {
            let key = match judged.result {
                SolvingResult::Solved => "puzzle-solved",
                SolvingResult::Nearly => "puzzle-nearly",
                SolvingResult::Missed => "puzzle-missed",
            };
            let values =
                [("chance", percent_text(judged.chance).into()), ("best", percent_text(puzzle.best).into())];
            say(ui.texts.text_with_values(key, &values), theme::TEXT);
            if let Some(why) = why {
                say(failure_text(&ui.texts, puzzle.side(), why), theme::TEXT_DIM);
            }
        }
        SolvingStage::Shown(why) => {
            let values = [
                ("best", percent_text(puzzle.best).into()),
                ("orders", plan_text(ui, puzzle, &puzzle.solution).into()),
            ];
            say(ui.texts.text_with_values("puzzle-solution-is", &values), theme::TEXT);
            for (other, why) in puzzle.others.iter().zip(why.iter().flatten()) {
                let values = [
                    ("chance", percent_text(other.chance).into()),
                    ("orders", plan_text(ui, puzzle, &other.orders).into()),
                    ("why", failure_text(&ui.texts, puzzle.side(), why).into()),
                ];
                say(ui.texts.text_with_values("puzzle-other", &values), theme::TEXT_DIM);
            }
        }
    }
}

fn spawn_puzzle_buttons(panel: &mut ChildSpawnerCommands, ui: &UiContext, attempt: &PuzzleAttempt) {
    let mut choices = vec![("puzzle-retry", PuzzleAction::Retry)];
    if !matches!(attempt.stage, SolvingStage::Shown(_)) {
        choices.push(("puzzle-solution", PuzzleAction::Solution));
    }
    choices.extend([("puzzle-next", PuzzleAction::Next), ("puzzle-list", PuzzleAction::List)]);
    panel.spawn(row(8)).with_children(|line| {
        for (key, action) in choices {
            line.spawn(ui.small_button(ui.localized_text(key), action));
        }
    });
}

/// Greatest number of orders of a plan that are told.
const MOST_ORDERS: usize = 6;

/// Returns a plan in words, each order as it is given at mean dice.
fn plan_text(ui: &UiContext, puzzle: &Puzzle, orders: &[Order]) -> String {
    if orders.is_empty() {
        return ui.localized_text("end-turn");
    }
    let mut words: Vec<String> = Vec::new();
    for (number, &order) in orders.iter().enumerate().take(MOST_ORDERS) {
        let before = play_plan(puzzle.position(), &orders[..number]);
        let before = before.unwrap_or_else(|_| puzzle.position().clone());
        words.push(ui.texts.phrase_in_words(&order_phrase(&before, order)));
    }
    words.join("; ") + if orders.len() > MOST_ORDERS { " …" } else { "" }
}

/// Says what goes wrong after a plan.
fn failure_text(texts: &Texts, side: Side, why: &PlanFailure) -> String {
    let enemy = side_name(texts, side.other());
    match why {
        PlanFailure::OutOfTime => texts.get("puzzle-why-time"),
        PlanFailure::CastleLost(castle) => texts.text_with_values(
            "puzzle-why-castle",
            &[("side", enemy.into()), ("hex", castle.to_string().into())],
        ),
        PlanFailure::UnitsLost(count) => {
            texts.text_with_values("puzzle-why-units", &[("side", enemy.into()), ("units", (*count).into())])
        }
        PlanFailure::LessChance => texts.get("puzzle-why-less"),
    }
}
