//! The end of a battle: the winner, the kind of victory, what is left, and both sides' strength
//! over time.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_engine::{Battle, Presence, Side, UnitId, UnitInfo, Verdict, VictoryKind, visible_text};
use hotgates_play::ProgramLoss;

use super::panel_places::middle_panel_node;
use super::strength_graph::{StrengthGraph, fill_strength_graphs};
use super::{BattleEnded, BattleSystems, StartBattle};
use crate::scene::{Scene, WatchedBattle, is_battle_fought};
use hotgates_phrases::victory_points_phrase;
use hotgates_ui::explain::explain_loss_cause;
use hotgates_ui::names::side_name;
use hotgates_ui::screen::{ReturnScreen, Screen};
use hotgates_ui::texts::{Texts, first_characters};
use hotgates_ui::{
    AnnouncedText, DialogBox, UiContext, column, panel_bundle, register_emitted_message, row, theme,
};

/// A choice after the end of a battle.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterBattleAction {
    /// Show the outcome again.
    Show,
    /// Watch it again.
    Replay,
    /// See what decided it.
    Analysis,
    /// Fight it again with the same seed.
    Again,
    /// Choose another one.
    New,
    /// Back to where the battle came from: the menu, the editor or its campaign.
    Menu,
    /// Look at the map.
    Close,
}

/// Number of the last lines of a program's standard error that are shown.
const LAST_LINES: usize = 4;

/// Most characters that are shown of a line of a program.
const MAX_WORDS_OF_PROGRAM: usize = 240;

/// A wish that outlives a change of screens: the battle that is watched next is to be analysed.
#[derive(Resource, Debug)]
pub struct AnalyseNextReplay;

#[derive(Component)]
struct VerdictPanel;

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<AfterBattleAction>(app);
    app.add_systems(
        Update,
        (handle_after_battle_actions, show_verdict)
            .chain()
            // A panel that is shown again takes its graph with it before a new one is filled.
            .before(fill_strength_graphs)
            .in_set(BattleSystems::Panels)
            .run_if(is_battle_fought),
    );
}

/// Returns the verdict in words: the winner and the kind of victory.
#[must_use]
pub fn verdict_text(texts: &Texts, verdict: Verdict) -> String {
    let Some(winner) = verdict.winner else {
        let agreed = verdict.how == VictoryKind::DrawAgreed;
        return texts.get(if agreed { "verdict-draw-agreed" } else { "verdict-draw" });
    };
    let key = match verdict.how {
        VictoryKind::Castle => "verdict-castle",
        VictoryKind::Annihilation => "verdict-annihilation",
        VictoryKind::Dusk => "verdict-dusk",
        VictoryKind::Goals => "verdict-goals",
        VictoryKind::Points => "verdict-points",
        VictoryKind::Resigned => "verdict-resigned",
        VictoryKind::Crashed => "verdict-crashed",
        VictoryKind::Timeout => "verdict-timeout",
        VictoryKind::Unparsable => "verdict-unparsable",
        VictoryKind::Illegal => "verdict-illegal",
        VictoryKind::DrawAgreed => "verdict-draw-agreed",
    };
    let names = [("side", winner), ("other", winner.other())];
    texts.text_with_values(key, &names.map(|(name, side)| (name, side_name(texts, side).into())))
}

/// Returns the men and units that are left of a side, in words.
#[must_use]
pub fn men_left_text(texts: &Texts, battle: &Battle, side: Side) -> String {
    let values = [
        ("side", side_name(texts, side).into()),
        ("left", battle.living_strength(side).into()),
        ("start", battle.start_strength(side).into()),
        ("units", battle.alive(side).into()),
    ];
    texts.text_with_values("verdict-left", &values)
}

fn show_verdict(
    mut commands: Commands,
    ui: UiContext,
    mut ended: MessageReader<BattleEnded>,
    mut actions: MessageReader<AfterBattleAction>,
    scene: Res<Scene>,
) {
    let asked = actions.read().any(|action| *action == AfterBattleAction::Show);
    if ended.read().count() == 0 && !asked {
        return;
    }
    let Some(game) = scene.fought_battle() else { return };
    let battle = game.session.known_position();
    let Some(verdict) = battle.verdict() else { return };
    // Of a puzzle its own panel says what came of it.
    if game.puzzle.is_some() {
        return;
    }
    commands
        .spawn((
            VerdictPanel,
            DespawnOnExit(Screen::Battle),
            middle_panel_node(),
            GlobalZIndex(40),
            Pickable::IGNORE,
        ))
        // The Tab key comes here first, before a question about a seat.
        .insert(TabGroup::new(-2))
        .with_children(|place| {
            place
                .spawn((DialogBox, AnnouncedText, panel_bundle(Node { width: px(520), ..column(12) })))
                .with_children(|panel| {
                    let colour = verdict.winner.map_or(theme::ACCENT, |side| ui.side_colour(side));
                    panel.spawn(ui.bold_text(verdict_text(&ui.texts, verdict), theme::TITLE, colour));
                    if let Some(loss) = game.session.program_loss() {
                        spawn_program_loss(panel, &ui, loss);
                    }
                    let turn = ui.texts.text_with_values("verdict-turn", &[("turn", battle.turn().into())]);
                    panel.spawn(ui.styled_text(turn, theme::BODY, theme::TEXT_DIM));
                    for side in Side::BOTH {
                        let words = men_left_text(&ui.texts, battle, side);
                        panel.spawn(ui.styled_text(words, theme::BODY, ui.side_colour(side)));
                        let fled = |&(unit, info): &(UnitId, &UnitInfo)| {
                            info.side == side && battle.presence(unit) == Presence::Fled
                        };
                        let fled = battle.roster().filter(fled).count();
                        if fled > 0 {
                            let side_value = side_name(&ui.texts, side).into();
                            let values = [("side", side_value), ("units", fled.into())];
                            let words = ui.texts.text_with_values("verdict-fled", &values);
                            panel.spawn(ui.styled_text(words, theme::BODY, theme::TEXT_DIM));
                        }
                        let fell = |&unit: &UnitId| battle.condition(unit).officer_fell;
                        let fell = battle.living(side).filter(fell).count();
                        if fell > 0 {
                            let side_value = side_name(&ui.texts, side).into();
                            let values = [("side", side_value), ("officers", fell.into())];
                            let words = ui.texts.text_with_values("verdict-officers-fell", &values);
                            panel.spawn(ui.styled_text(words, theme::BODY, theme::TEXT_DIM));
                        }
                    }
                    if let Some(points) = victory_points_phrase(battle) {
                        let points = ui.texts.phrase_in_words(&points);
                        panel.spawn(ui.styled_text(points, theme::BODY, theme::TEXT));
                    }
                    if let (Some(degree), Some(winner)) = (battle.degree_of_victory(), verdict.winner) {
                        let values =
                            [("side", side_name(&ui.texts, winner).into()), ("degree", degree.into())];
                        let words = ui.texts.text_with_values("verdict-degree", &values);
                        panel.spawn(ui.bold_text(words, theme::BODY, ui.side_colour(winner)));
                    }
                    panel.spawn(StrengthGraph::bundle_of_battle(&game.session));
                    panel.spawn(row(8)).with_children(|line| {
                        // A campaign takes nothing back: it goes on from here.
                        let elsewhere: &[_] = if game.is_of_campaign() {
                            &[("campaign-go-on", AfterBattleAction::Menu)]
                        } else if game.is_at_table() {
                            &[("menu", AfterBattleAction::Menu)]
                        } else {
                            &[
                                ("fight-again", AfterBattleAction::Again),
                                ("menu-new-battle", AfterBattleAction::New),
                                ("menu", AfterBattleAction::Menu),
                            ]
                        };
                        let buttons = [
                            &[
                                ("watch-replay", AfterBattleAction::Replay),
                                ("analysis", AfterBattleAction::Analysis),
                            ],
                            elsewhere,
                            &[("close", AfterBattleAction::Close)],
                        ];
                        for &(key, action) in buttons.into_iter().flatten() {
                            line.spawn(ui.button(ui.localized_text(key), action));
                        }
                    });
                });
        });
}

/// Spawns what a program did that lost the battle, and the last that it wrote on its standard error.
fn spawn_program_loss(panel: &mut ChildSpawnerCommands, ui: &UiContext, loss: &ProgramLoss) {
    let why = ui.texts.phrase_in_words(&explain_loss_cause(&loss.cause));
    let why = first_characters(&why, MAX_WORDS_OF_PROGRAM);
    let words = ui.texts.text_with_values("program-loss-why", &[("why", why.into())]);
    panel.spawn(ui.styled_text(words, theme::BODY, theme::TEXT));
    let lines: Vec<&str> = loss.errors.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    if last.is_empty() {
        return;
    }
    panel.spawn(ui.styled_text(ui.localized_text("program-loss-errors"), theme::SMALL, theme::TEXT_DIM));
    for line in last {
        let line = visible_text(&first_characters(line, MAX_WORDS_OF_PROGRAM)).into_owned();
        panel.spawn(ui.styled_text(line, theme::SMALL, theme::TEXT));
    }
}

fn handle_after_battle_actions(
    mut commands: Commands,
    mut actions: MessageReader<AfterBattleAction>,
    mut scene: ResMut<Scene>,
    panels: Query<Entity, With<VerdictPanel>>,
    mut start: MessageWriter<StartBattle>,
    home: Res<ReturnScreen>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        panels.iter().for_each(|entity| commands.entity(entity).despawn());
        match action {
            AfterBattleAction::Replay | AfterBattleAction::Analysis => {
                let Some(game) = scene.fought_battle() else { continue };
                let session = game.session.with_all_revealed();
                *scene = Scene::Replay(Box::new(WatchedBattle::new(session)));
                next.set(Screen::Replay);
                if *action == AfterBattleAction::Analysis {
                    commands.insert_resource(AnalyseNextReplay);
                }
            }
            AfterBattleAction::Again => {
                let Some(game) = scene.fought_battle() else { continue };
                let (session, opening) = (&game.session, game.opening);
                start.write(StartBattle {
                    opening,
                    ..StartBattle::new(session.scenario().clone(), session.seats().clone())
                });
            }
            AfterBattleAction::New => next.set(Screen::Setup),
            AfterBattleAction::Menu => next.set(home.0),
            AfterBattleAction::Show | AfterBattleAction::Close => {}
        }
    }
}
