//! The end of a battle: who won and how, what is left, and both sides' strength over time.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{BySide, How, Side, Verdict};

use super::{BattleEnded, BattleSystems, StartBattle};
use crate::scene::{Replaying, Scene, fighting};
use hotgates_ui::names::side_name;
use hotgates_ui::screen::{Home, Screen};
use hotgates_ui::texts::Texts;
use hotgates_ui::{DialogBox, Spoken, UiContext, column, emits, panel, row, theme};

/// A choice after the end of a battle.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterBattle {
    /// Watch it again.
    Replay,
    /// Fight it again with the same seed.
    Again,
    /// Choose another one.
    New,
    /// Back to the menu.
    Menu,
    /// Look at the map.
    Close,
}

#[derive(Component)]
struct VerdictPanel;

pub(super) fn plugin(app: &mut App) {
    emits::<AfterBattle>(app);
    app.add_systems(Update, (show, act).chain().in_set(BattleSystems::Panels).run_if(fighting));
}

/// Returns the verdict in words: the winner and the kind of victory.
#[must_use]
pub fn verdict_text(texts: &Texts, verdict: Verdict) -> String {
    let Some(winner) = verdict.winner else { return texts.get("verdict-draw") };
    let key = match verdict.how {
        How::Castle => "verdict-castle",
        How::Annihilation => "verdict-annihilation",
        How::Dusk => "verdict-dusk",
    };
    texts.with(key, &[("side", side_name(texts, winner).into())])
}

fn show(mut commands: Commands, ui: UiContext, mut ended: MessageReader<BattleEnded>, scene: Res<Scene>) {
    let Some(BattleEnded(outcome)) = ended.read().last() else { return };
    let (Some(verdict), Some(game)) = (outcome.verdict, scene.game()) else { return };
    let place = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(304),
        top: px(44),
        bottom: px(0),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    commands
        .spawn((VerdictPanel, DespawnOnExit(Screen::Battle), place, GlobalZIndex(40), Pickable::IGNORE))
        .with_children(|place| {
            place.spawn((DialogBox, Spoken, panel(Node { width: px(520), ..column(12) }))).with_children(
                |panel| {
                    let colour = verdict.winner.map_or(theme::ACCENT, |side| ui.side(side));
                    panel.spawn(ui.strong(verdict_text(&ui.texts, verdict), theme::TITLE, colour));
                    let turn = ui.texts.with("verdict-turn", &[("turn", outcome.turn.into())]);
                    panel.spawn(ui.words(turn, theme::BODY, theme::TEXT_DIM));
                    for side in Side::BOTH {
                        let battle = game.session.battle();
                        let values = [
                            ("side", side_name(&ui.texts, side).into()),
                            ("left", battle.strength(side).into()),
                            ("start", battle.start_strength(side).into()),
                            ("units", battle.alive(side).into()),
                        ];
                        let words = ui.texts.with("verdict-left", &values);
                        panel.spawn(ui.words(words, theme::BODY, ui.side(side)));
                    }
                    strength_graph(panel, &ui, &game.session.strength_over_time());
                    panel.spawn(row(8)).with_children(|line| {
                        let buttons = [
                            ("watch-replay", AfterBattle::Replay),
                            ("fight-again", AfterBattle::Again),
                            ("menu-new-battle", AfterBattle::New),
                            ("menu", AfterBattle::Menu),
                            ("close", AfterBattle::Close),
                        ];
                        for (key, action) in buttons {
                            line.spawn(ui.button(ui.text(key), action));
                        }
                    });
                },
            );
        });
}

/// Both sides' men over time: a pair of bars for each half-turn, as high as the larger army was at
/// first.
pub(crate) fn strength_graph(panel: &mut ChildSpawnerCommands, ui: &UiContext, curve: &[BySide<u32>]) {
    panel.spawn(ui.words(ui.text("strength-over-time"), theme::SMALL, theme::TEXT_DIM));
    let most = curve.iter().flat_map(|now| [now.red, now.blue]).max().unwrap_or(1).max(1);
    let ground = Node {
        height: px(110),
        align_items: AlignItems::End,
        column_gap: px(1),
        padding: UiRect::all(px(4)),
        overflow: Overflow::clip(),
        ..default()
    };
    panel.spawn((ground, BackgroundColor(theme::BACKGROUND))).with_children(|graph| {
        // At most so many pairs as have room.
        let step = curve.len().div_ceil(80).max(1);
        for now in curve.iter().step_by(step) {
            for (side, men) in [(Side::Red, now.red), (Side::Blue, now.blue)] {
                #[expect(clippy::cast_precision_loss, reason = "armies of thousands")]
                let height = 100.0 * men as f32 / most as f32;
                graph.spawn((
                    Node { flex_grow: 1.0, height: percent(height), ..default() },
                    BackgroundColor(ui.side(side)),
                ));
            }
        }
    });
}

fn act(
    mut commands: Commands,
    mut actions: MessageReader<AfterBattle>,
    mut scene: ResMut<Scene>,
    panels: Query<Entity, With<VerdictPanel>>,
    mut start: MessageWriter<StartBattle>,
    home: Res<Home>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        panels.iter().for_each(|entity| commands.entity(entity).despawn());
        match action {
            AfterBattle::Replay => {
                let Some(session) = scene.game().map(|game| game.session.clone()) else { continue };
                *scene = Scene::Replay(Box::new(Replaying::new(session)));
                next.set(Screen::Replay);
            }
            AfterBattle::Again => {
                let Some(session) = scene.game().map(|game| &game.session) else { continue };
                start.write(StartBattle::new(session.scenario().clone(), session.seats().clone()));
            }
            AfterBattle::New => next.set(Screen::Setup),
            AfterBattle::Menu => next.set(home.0),
            AfterBattle::Close => {}
        }
    }
}
