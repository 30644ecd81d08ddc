//! The first battle: a small one that explains itself step by step, each of which is over when the player has done it.

use bevy::prelude::*;
use hotgates_ai::play::Seats;
use hotgates_engine::{MapFile, Order, Scenario, Side};

use crate::battle::{BattleSystems, Opening, StartBattle};
use crate::explanation::{Explanation, PASS, TutorialStep};
use crate::insight::{Advice, Insight, Layer};
use crate::scene::{Game, Scene, fighting};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Panel, column, emits, panel, row, theme};

const MAP: &str = include_str!("../assets/tutorial.ron");

/// What its buttons and the menu say.
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
struct LessonPanel;

pub(crate) fn plugin(app: &mut App) {
    emits::<TutorialAction>(app);
    app.add_systems(Update, begin.in_set(BattleSystems::Input)).add_systems(
        Update,
        (act, go_on, place_lesson, fill_lesson).chain().in_set(BattleSystems::Panels).run_if(fighting),
    );
}

/// The battle of the tutorial: a person holds a pass.
#[must_use]
pub fn scenario() -> Scenario {
    Scenario::classic(MapFile::from_ron(MAP).expect("our own file is sound: a test reads it"))
}

fn begin(mut actions: MessageReader<TutorialAction>, mut starts: MessageWriter<StartBattle>) {
    if !actions.read().any(|action| *action == TutorialAction::Begin) {
        return;
    }
    let seats = Seats::from_names("hunter:captain", "human");
    starts.write(StartBattle { opening: Opening::Explained, ..StartBattle::new(scenario(), seats) });
}

fn act(mut actions: MessageReader<TutorialAction>, scene: ResMut<Scene>) {
    let Some(mut game) = Scene::fought(scene) else { return };
    for action in actions.read() {
        match action {
            TutorialAction::Begin => {}
            TutorialAction::Next => explain_next(&mut game),
            TutorialAction::Close => game.explained = None,
        }
    }
}

fn explain_next(game: &mut Game) {
    let Some(now) = game.explained else { return };
    let next = now.next(&game.session);
    game.explained = Some(next);
    info!("tutorial: {:?}", next.step);
}

/// Returns `true` if the player has done what the step asks for.
fn is_step_done(now: Explanation, game: &Game, advice: &Advice, insight: &Insight) -> bool {
    let (session, battle) = (&game.session, game.session.battle());
    let records = &session.records()[now.orders.min(session.records().len())..];
    let mine = |side: Side| side == Side::Blue;
    let over = battle.verdict().is_some();
    match now.step {
        TutorialStep::Select => {
            session.human_to_move() && game.selection.unit().is_some_and(|unit| mine(battle.info(unit).side))
        }
        TutorialStep::Move => {
            let holder = battle.grid().at(PASS).and_then(|cell| battle.at(cell));
            holder.is_some_and(|unit| mine(battle.info(unit).side))
        }
        TutorialStep::Hint => advice.hint.is_some(),
        TutorialStep::Follow => records.iter().any(|record| mine(record.side)),
        TutorialStep::EndTurn => battle.turn() > 1 && session.human_to_move() && game.playback.is_idle(),
        TutorialStep::Attack => {
            records.iter().any(|record| mine(record.side) && matches!(record.order, Order::Attack { .. }))
        }
        TutorialStep::Look => {
            matches!(insight.layer, Some(Layer::Threat | Layer::Chokes)) && insight.seen.is_some()
        }
        TutorialStep::Hold => over && game.playback.is_idle(),
        TutorialStep::Over => false,
    }
}

fn go_on(scene: ResMut<Scene>, advice: Res<Advice>, insight: Res<Insight>) {
    let Some(mut game) = Scene::fought(scene) else { return };
    let Some(now) = game.explained else { return };
    // Whoever wins before the last step has seen enough.
    let over = game.session.battle().verdict().is_some() && game.playback.is_idle();
    if is_step_done(now, &game, &advice, &insight) || (over && now.step != TutorialStep::Over) {
        explain_next(&mut game);
    }
}

/// Puts the panel of the explanation on the screen, or takes it away.
fn place_lesson(mut commands: Commands, scene: Res<Scene>, panels: Query<Entity, With<LessonPanel>>) {
    let Some(game) = scene.game() else { return };
    match (panels.iter().next(), game.explained) {
        (Some(panel), None) => commands.entity(panel).despawn(),
        (None, Some(_)) => {
            let place = Node {
                position_type: PositionType::Absolute,
                right: px(314),
                bottom: px(10),
                width: px(400),
                ..column(0)
            };
            commands.spawn((LessonPanel, DespawnOnExit(Screen::Battle), place, Pickable::IGNORE));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

fn fill_lesson(scene: Res<Scene>, mut node: Panel<LessonPanel, Explanation>) {
    let Some(game) = scene.game() else { return };
    let Some(explained) = game.explained else { return };
    let step = explained.step;
    let won = game.session.battle().verdict().and_then(|verdict| verdict.winner) == Some(Side::Blue);
    node.refill(explained, |list, ui| {
        list.spawn(panel(column(8))).with_children(|panel| {
            let values = [("step", (step.place() + 1).into()), ("of", TutorialStep::ALL.len().into())];
            panel.spawn(ui.strong(ui.texts.with("tutorial-title", &values), theme::BODY, theme::ACCENT));
            let key = if step == TutorialStep::Over && !won { "tutorial-lost" } else { step.key() };
            panel.spawn(ui.words(ui.text(key), theme::BODY, theme::TEXT));
            panel.spawn(row(8)).with_children(|line| {
                if step != TutorialStep::Over {
                    line.spawn(ui.small_button(ui.text("tutorial-next"), TutorialAction::Next));
                }
                line.spawn(ui.small_button(ui.text("close"), TutorialAction::Close));
            });
        });
    });
}
