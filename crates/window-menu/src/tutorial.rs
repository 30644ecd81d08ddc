//! The first battle: a small battle that explains itself step by step; a step is over when the
//! player has done its task.

use bevy::prelude::*;
use hotgates_engine::{MapFile, Order, Scenario, Side};
use hotgates_play::Seats;

use hotgates_ui::screen::Screen;
use hotgates_ui::{Panel, column, panel_bundle, register_emitted_message, row, theme};
use hotgates_window_battle::battle::{BattleOpening, BattleSystems, StartBattle, corner_panel_node};
use hotgates_window::insight::{Advice, InsightLayer, ShownOverlay};
use hotgates_window_battle::scene::{FoughtBattle, Scene, is_battle_fought};
use hotgates_window_battle::{TutorialProgress, TutorialStep};

const MAP: &str = include_str!("../assets/tutorial.ron");

/// A request of the menu or of the tutorial's buttons.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TutorialAction {
    /// Begin.
    Begin,
    /// On to the next step without doing this one.
    Next,
    /// No more explanations; the battle goes on.
    Close,
}

#[derive(Component)]
struct TutorialPanel;

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<TutorialAction>(app);
    app.add_systems(Update, begin_tutorial.in_set(BattleSystems::Input)).add_systems(
        Update,
        (
            handle_tutorial_actions,
            advance_from_finished_step,
            show_or_hide_tutorial_panel,
            fill_tutorial_panel,
        )
            .chain()
            .in_set(BattleSystems::Panels)
            .run_if(is_battle_fought),
    );
}

/// Returns the battle of the tutorial: a person holds a pass.
#[must_use]
pub fn tutorial_scenario() -> Scenario {
    Scenario::classic(MapFile::from_ron(MAP).expect("our own file is sound: a test reads it"))
}

fn begin_tutorial(mut actions: MessageReader<TutorialAction>, mut starts: MessageWriter<StartBattle>) {
    if !actions.read().any(|action| *action == TutorialAction::Begin) {
        return;
    }
    let seats = Seats::from_names("hunter:captain", "human");
    starts.write(StartBattle {
        opening: BattleOpening::Explained,
        ..StartBattle::new(tutorial_scenario(), seats)
    });
}

fn handle_tutorial_actions(mut actions: MessageReader<TutorialAction>, scene: ResMut<Scene>) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for action in actions.read() {
        match action {
            TutorialAction::Begin => {}
            TutorialAction::Next => go_to_next_tutorial_step(&mut game),
            TutorialAction::Close => game.explained = None,
        }
    }
}

fn go_to_next_tutorial_step(game: &mut FoughtBattle) {
    let Some(now) = game.explained else { return };
    let next = now.next(&game.session);
    game.explained = Some(next);
    info!("tutorial: {:?}", next.step);
}

/// Returns `true` if the player has done what the step asks for.
fn is_tutorial_step_done(
    now: TutorialProgress,
    game: &FoughtBattle,
    advice: &Advice,
    insight: &ShownOverlay,
) -> bool {
    let (session, battle) = (&game.session, game.session.battle());
    let records = &session.order_records()[now.orders.min(session.order_records().len())..];
    let mine = |side: Side| side == Side::Blue;
    let over = battle.verdict().is_some();
    match now.step {
        TutorialStep::Select => {
            session.is_human_to_move()
                && game.selection.selected_unit().is_some_and(|unit| mine(battle.info(unit).side))
        }
        TutorialStep::Move => {
            let holder = battle.grid().at(TutorialProgress::PASS).and_then(|cell| battle.at(cell));
            holder.is_some_and(|unit| mine(battle.info(unit).side))
        }
        TutorialStep::Hint => advice.hint.is_some(),
        TutorialStep::Follow => records.iter().any(|record| mine(record.side)),
        TutorialStep::EndTurn => battle.turn() > 1 && session.is_human_to_move() && game.playback.is_idle(),
        TutorialStep::Attack => {
            records.iter().any(|record| mine(record.side) && matches!(record.order, Order::Attack { .. }))
        }
        TutorialStep::Look => {
            matches!(insight.layer, Some(InsightLayer::Threat | InsightLayer::Chokes))
                && insight.seen.is_some()
        }
        TutorialStep::Hold => over && game.playback.is_idle(),
        TutorialStep::Over => false,
    }
}

fn advance_from_finished_step(scene: ResMut<Scene>, advice: Res<Advice>, insight: Res<ShownOverlay>) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let Some(now) = game.explained else { return };
    // Whoever wins before the last step has seen enough.
    let over = game.session.battle().verdict().is_some() && game.playback.is_idle();
    if is_tutorial_step_done(now, &game, &advice, &insight) || (over && now.step != TutorialStep::Over) {
        go_to_next_tutorial_step(&mut game);
    }
}

/// Puts the panel of the explanation on the screen, or takes it away.
fn show_or_hide_tutorial_panel(
    mut commands: Commands,
    scene: Res<Scene>,
    panels: Query<Entity, With<TutorialPanel>>,
) {
    let Some(game) = scene.fought_battle() else { return };
    match (panels.iter().next(), game.explained) {
        (Some(panel), None) => commands.entity(panel).despawn(),
        (None, Some(_)) => {
            let panel = (TutorialPanel, DespawnOnExit(Screen::Battle), corner_panel_node());
            commands.spawn((panel, Pickable::IGNORE));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

fn fill_tutorial_panel(scene: Res<Scene>, mut node: Panel<TutorialPanel, TutorialProgress>) {
    let Some(game) = scene.fought_battle() else { return };
    let Some(explained) = game.explained else { return };
    let step = explained.step;
    let won = game.session.battle().verdict().and_then(|verdict| verdict.winner) == Some(Side::Blue);
    node.refill(explained, |list, ui| {
        list.spawn(panel_bundle(column(8))).with_children(|panel| {
            let values =
                [("step", (step.tutorial_step_index() + 1).into()), ("of", TutorialStep::ALL.len().into())];
            panel.spawn(ui.bold_text(
                ui.texts.text_with_values("tutorial-title", &values),
                theme::BODY,
                theme::ACCENT,
            ));
            let key = if step == TutorialStep::Over && !won {
                "tutorial-lost"
            } else {
                step.tutorial_step_text_key()
            };
            panel.spawn(ui.styled_text(ui.localized_text(key), theme::BODY, theme::TEXT));
            panel.spawn(row(8)).with_children(|line| {
                if step != TutorialStep::Over {
                    line.spawn(ui.small_button(ui.localized_text("tutorial-next"), TutorialAction::Next));
                }
                line.spawn(ui.small_button(ui.localized_text("close"), TutorialAction::Close));
            });
        });
    });
}
