//! The tab about how the map plays: faults, layers over the ground, choke points, results of
//! battles.

use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::{ChokeCandidate, ChokeReport, Invasion};
use hotgates_engine::{Fault, Side, VictoryKind};
use hotgates_play::Tally;

use crate::explain::explain_skip_reason;
use crate::layer::SurveyLayer;
use crate::palette::{spawn_small_heading, wrapping_row_node};
use crate::survey::MapSurvey;
use crate::{CameraAction, DisplayAction, EditorAction, Workspace};
use hotgates_ui::explain::explain_fault;
use hotgates_ui::names::side_name;
use hotgates_ui::texts::TextValue;
use hotgates_ui::{Panel, Phrase, UiContext, WidgetStateSetter, column, row, theme};

/// The most faults that are listed.
const FAULTS: usize = 60;

pub(super) fn fill_analysis_tab(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    survey: &MapSurvey,
) {
    spawn_fault_list(list, ui, survey);
    if !workspace.notes.is_empty() {
        spawn_small_heading(list, ui, "editor-import-notes");
        workspace
            .notes
            .iter()
            .take(FAULTS)
            .for_each(|note| spawn_wrapped_words(list, ui, ui.texts.phrase_in_words(note)));
    }
    spawn_small_heading(list, ui, "editor-overlay");
    list.spawn(wrapping_row_node()).with_children(|line| {
        for (overlay, key) in SurveyLayer::ALL {
            line.spawn(ui.small_button(
                ui.localized_text(key),
                EditorAction::Display(DisplayAction::Overlay(overlay)),
            ))
            .chosen(workspace.overlay == overlay);
        }
    });
    spawn_layer_explanation(list, ui, workspace, survey);
    if workspace.overlay == SurveyLayer::Chokes {
        spawn_invasion_buttons(list, ui, workspace, survey);
    }
    spawn_small_heading(list, ui, "editor-balance");
    list.spawn((BalancePanel, column(4)));
    for (_, why) in &survey.known.skipped {
        spawn_wrapped_words(list, ui, ui.texts.phrase_in_words(&explain_skip_reason(why)));
    }
    if !survey.done {
        spawn_wrapped_words(list, ui, ui.localized_text("editor-looking"));
    }
}

/// The panel of battle results: battles come in too fast to draw everything else anew with each.
#[derive(Component)]
pub(super) struct BalancePanel;

/// Shortest time between two drawings of the battle results.
const PATIENCE: Duration = Duration::from_millis(250);

pub(super) fn fill_balance_panel(
    time: Res<Time<Real>>,
    survey: Res<MapSurvey>,
    mut node: Panel<BalancePanel, u32>,
    mut drawn: Local<Duration>,
) {
    let tally = survey.known.balance.as_ref().filter(|tally| tally.games > 0);
    let games = tally.map_or(0, |tally| tally.games);
    if !node.is_outdated() && !survey.done && time.elapsed() < *drawn + PATIENCE {
        return;
    }
    let is_drawn = node.refill(games, |list, ui| match tally {
        Some(tally) => spawn_tally(list, ui, tally),
        None => spawn_wrapped_words(list, ui, ui.localized_text("editor-no-battles")),
    });
    if is_drawn {
        *drawn = time.elapsed();
    }
}

fn spawn_wrapped_words(list: &mut ChildSpawnerCommands, ui: &UiContext, words: String) {
    list.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
}

fn spawn_fault_list(list: &mut ChildSpawnerCommands, ui: &UiContext, survey: &MapSurvey) {
    spawn_small_heading(list, ui, "editor-faults");
    let Some(faults) = &survey.known.faults else {
        return spawn_wrapped_words(list, ui, ui.localized_text("editor-looking"));
    };
    if faults.is_empty() {
        spawn_wrapped_words(list, ui, ui.localized_text("editor-no-faults"));
    }
    for fault in faults.iter().take(FAULTS) {
        spawn_fault_line(list, ui, fault);
    }
    if faults.len() > FAULTS {
        let more = (faults.len() - FAULTS).into();
        spawn_wrapped_words(list, ui, ui.texts.text_with_values("editor-more-faults", &[("faults", more)]));
    }
}

/// A fault; where it has a hex, a click goes there.
fn spawn_fault_line(list: &mut ChildSpawnerCommands, ui: &UiContext, fault: &Fault) {
    let words = ui.texts.phrase_in_words(&explain_fault(fault));
    if let Some(at) = fault.hex {
        list.spawn(ui.wrapped_button(words, EditorAction::Camera(CameraAction::LookAt(at))));
    } else {
        let colour = if fault.is_warning() { theme::TEXT_DIM } else { theme::WRONG };
        list.spawn(ui.styled_text(words, theme::SMALL, colour));
    }
}

/// Explains the colours of the layer.
fn spawn_layer_explanation(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    survey: &MapSurvey,
) {
    let key = match workspace.overlay {
        SurveyLayer::Nothing => return,
        SurveyLayer::Ways => "overlay-ways-tip",
        SurveyLayer::Chokes => "overlay-chokes-tip",
        SurveyLayer::FromRed => "overlay-from-red-tip",
        SurveyLayer::FromCastle => "overlay-from-castle-tip",
        SurveyLayer::First => "overlay-first-tip",
        SurveyLayer::Unreachable => {
            let hexes = survey.known.unreachable.len().into();
            return spawn_wrapped_words(
                list,
                ui,
                ui.texts.text_with_values("overlay-unreachable-tip", &[("hexes", hexes)]),
            );
        }
    };
    spawn_wrapped_words(list, ui, ui.localized_text(key));
}

fn spawn_invasion_buttons(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    survey: &MapSurvey,
) {
    list.spawn(wrapping_row_node()).with_children(|line| {
        for (index, chokes) in survey.known.chokes.iter().enumerate() {
            let direction =
                chokes.direction.map(|from| ui.localized_text(&format!("direction-{}", from.name())));
            let words = match chokes.invasion {
                Invasion::AsGiven => {
                    let given = ui.localized_text("editor-as-given");
                    direction.map_or(given.clone(), |from| format!("{given} ({from})"))
                }
                Invasion::From(_) => direction.unwrap_or_default(),
            };
            line.spawn(ui.small_button(words, EditorAction::Display(DisplayAction::Invasion(index))))
                .chosen(workspace.invasion == index);
        }
    });
    if let Some(chokes) = survey.known.chokes.get(workspace.invasion) {
        spawn_choke_set_list(list, ui, chokes);
    }
    for (invasion, faults) in &survey.known.no_invasion {
        if let (Invasion::From(from), Some(why)) = (invasion, faults.first()) {
            let from = ui.localized_text(&format!("direction-{}", from.name()));
            let why = Phrase::new("said-of").with_value("place", from).with_value("what", explain_fault(why));
            spawn_wrapped_words(list, ui, ui.texts.phrase_in_words(&why));
        }
    }
}

fn spawn_choke_set_list(list: &mut ChildSpawnerCommands, ui: &UiContext, chokes: &ChokeReport) {
    if chokes.sets.is_empty() {
        spawn_wrapped_words(list, ui, ui.localized_text("editor-no-poc"));
    }
    for (index, set) in chokes.sets.iter().enumerate().take(20) {
        let Some(&first) = set.hexes.first() else { continue };
        let chosen = chokes.chosen == Some(index);
        list.spawn(ui.wrapped_button(
            choke_set_words(ui, set, chosen),
            EditorAction::Camera(CameraAction::LookAt(first)),
        ));
    }
    if !chokes.complete {
        spawn_wrapped_words(list, ui, ui.localized_text("editor-poc-incomplete"));
    }
}

fn choke_set_words(ui: &UiContext, set: &ChokeCandidate, chosen: bool) -> String {
    let hexes: Vec<String> = set.hexes.iter().take(8).map(ToString::to_string).collect();
    let more = if set.hexes.len() > hexes.len() { " …" } else { "" };
    let mut words = format!("{}{more}", hexes.join(" · "));
    let parts = [
        (chosen, "poc-chosen"),
        (set.cuts, "poc-cuts"),
        (!set.cuts, "poc-leaks"),
        (!set.feasible, "poc-late"),
    ];
    for (_, key) in parts.into_iter().filter(|(says, _)| *says) {
        words.push_str("; ");
        words.push_str(&ui.localized_text(key));
    }
    words
}

fn spawn_tally(list: &mut ChildSpawnerCommands, ui: &UiContext, tally: &Tally) {
    let share = |wins: u32| Val::Percent(percent_share(wins, tally.games));
    let bar = Node { width: percent(100), height: px(12), flex_shrink: 0.0, ..default() };
    list.spawn((bar, BackgroundColor(theme::LINE))).with_children(|bar| {
        for side in Side::BOTH {
            let part = Node { width: share(tally.wins[side]), height: percent(100), ..default() };
            bar.spawn((part, BackgroundColor(ui.side_colour(side))));
            if side == Side::BOTH[0] {
                // Draws lie between the sides.
                bar.spawn(Node { width: share(tally.draws), ..default() });
            }
        }
    });
    let share = tally.share_of_wins(Side::Red);
    let whole = |share: f64| TextValue::Words(format!("{:.0}", share * 100.0));
    let values = [
        ("share", whole(share.value)),
        ("low", whole(share.low)),
        ("high", whole(share.high)),
        ("games", tally.games.into()),
    ];
    list.spawn(ui.styled_text(ui.texts.text_with_values("balance-red", &values), theme::SMALL, theme::TEXT));
    if let Some(turns) = tally.mean_turns() {
        let turns = TextValue::Words(format!("{turns:.1}"));
        spawn_wrapped_words(list, ui, ui.texts.text_with_values("balance-turns", &[("turns", turns)]));
    }
    list.spawn(column(2)).with_children(|list| {
        for (ending, count) in &tally.endings {
            let key = match (ending.winner, ending.how) {
                (None, _) | (_, VictoryKind::DrawAgreed) => "balance-draw",
                (_, VictoryKind::Castle) => "balance-castle",
                (_, VictoryKind::Annihilation) => "balance-annihilation",
                (_, VictoryKind::Dusk) => "balance-dusk",
                (_, VictoryKind::Goals) => "balance-goals",
                (_, VictoryKind::Points) => "balance-points",
                (_, VictoryKind::Resigned) => "balance-resigned",
                (
                    _,
                    VictoryKind::Crashed
                    | VictoryKind::Timeout
                    | VictoryKind::Unparsable
                    | VictoryKind::Illegal,
                ) => "balance-forfeited",
            };
            let side = ending.winner.map(|side| side_name(&ui.texts, side)).unwrap_or_default();
            let text = ui.texts.text_with_values(key, &[("side", side.into())]);
            let colour = ending.winner.map_or(theme::TEXT_DIM, |side| ui.side_colour(side));
            list.spawn(row(6)).with_children(|line| {
                line.spawn(Node { width: px(34), justify_content: JustifyContent::End, ..default() })
                    .with_child(ui.styled_text(count.to_string(), theme::SMALL, colour));
                line.spawn(ui.styled_text(text, theme::SMALL, theme::TEXT_DIM));
            });
        }
    });
}

#[expect(clippy::cast_precision_loss, reason = "some hundred battles")]
fn percent_share(part: u32, all: u32) -> f32 {
    100.0 * part as f32 / all.max(1) as f32
}
