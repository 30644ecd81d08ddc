//! The army of a campaign between its battles, and what can be done with it: the panel on the right.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_campaign::{ArmyUnit, Refit, RefitRefusal};
use hotgates_ui::names::{rank_name, unit_label_in_words, unit_type_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::{
    Panel, Tooltip, UiContext, WidgetStateSetter, column, flexible_space, panel_bundle, row,
    spawn_scroll_list, theme,
};

use super::CampaignAction;
use super::between::{CampaignPanelRow, PickedUnit, SIDE};
use super::explain::explain_refit_refusal;
use super::played::PlayedCampaign;

#[derive(Component)]
struct CampaignArmyPanel;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (spawn_army_panel, fill_army_panel)
            .chain()
            .run_if(in_state(Screen::Campaign).and_then(resource_exists::<PlayedCampaign>)),
    );
}

fn spawn_army_panel(mut commands: Commands, rows: Query<Entity, Added<CampaignPanelRow>>) {
    for row in &rows {
        let node = Node { width: px(SIDE), flex_shrink: 0.0, height: percent(100), ..column(8) };
        let panel = commands.spawn((CampaignArmyPanel, panel_bundle(node))).id();
        commands.entity(row).add_child(panel);
    }
}

fn fill_army_panel(
    played: Res<PlayedCampaign>,
    picked: Res<PickedUnit>,
    mut node: Panel<CampaignArmyPanel, (u32, Option<String>)>,
) {
    node.refill((played.change_count(), picked.0.clone()), |panel, ui| {
        let (campaign, state) = (played.campaign(), played.state());
        panel.spawn(row(8)).with_children(|line| {
            line.spawn(ui.heading("campaign-army"));
            line.spawn(flexible_space());
            let points = ui.texts.text_with_values("campaign-points", &[("points", state.points().into())]);
            line.spawn(ui.bold_text(points, theme::BODY, theme::ACCENT));
        });
        if let Some(battle) = campaign.battle_at(state) {
            let values = [("taken", state.fielded().len().into()), ("places", battle.places.len().into())];
            let places = ui.texts.text_with_values("campaign-places", &values);
            panel.spawn(ui.styled_text(places, theme::SMALL, theme::TEXT_DIM));
            let tip = if played.is_battle_in_progress() {
                "campaign-army-fights"
            } else if picked.0.is_some() {
                "campaign-pick-second"
            } else {
                "campaign-pick-first"
            };
            panel.spawn(ui.styled_text(ui.localized_text(tip), theme::SMALL, theme::TEXT_DIM));
        }
        spawn_scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 6, |list| {
            for unit in state.army() {
                spawn_unit(list, ui, &played, unit, picked.0.as_ref() == Some(&unit.key));
            }
        });
        if can_refit(&played) {
            for why in reasons_of_gray_buttons(ui, &played) {
                panel.spawn(ui.styled_text(why, theme::SMALL, theme::TEXT_DIM));
            }
            spawn_recruits(panel, ui, &played);
            panel.spawn(row(8)).with_children(|line| {
                let auto = ui.button(ui.localized_text("campaign-auto"), CampaignAction::RefitAutomatically);
                line.spawn(auto).insert(Tooltip(ui.localized_text("campaign-auto-tip")));
                line.spawn(ui.button(ui.localized_text("undo"), CampaignAction::Undo))
                    .disabled(!played.can_undo())
                    .insert(Tooltip(ui.localized_text("campaign-undo-tip")));
            });
        }
    });
}

/// Returns `true` while something can be done with the army.
fn can_refit(played: &PlayedCampaign) -> bool {
    played.state().end().is_none() && !played.is_battle_in_progress()
}

/// Returns the reasons why units cannot be filled up or bought now, each once, for the buttons that are gray. Above the
/// units stands already how many places are taken.
fn reasons_of_gray_buttons(ui: &UiContext, played: &PlayedCampaign) -> Vec<String> {
    let (campaign, state) = (played.campaign(), played.state());
    let lacks = |unit: &ArmyUnit| campaign.full_strength(&unit.kind).0 - unit.men;
    let thinned = state.army().iter().filter(|unit| lacks(unit) > 0);
    let filled = thinned.map(|unit| Refit::Replenish { unit: unit.key.clone(), men: lacks(unit) });
    let bought = campaign.file().recruits.iter().map(|kind| Refit::Buy { kind: kind.clone() });
    let refits = filled.chain(bought);
    let mut reasons = Vec::new();
    for refusal in refits.filter_map(|refit| played.refusal_of_refit(&refit)) {
        let why = match &refusal {
            // Each button has its price.
            RefitRefusal::TooDear { .. } => ui.localized_text("campaign-gray-too-dear"),
            other => {
                let why = ui.texts.phrase_in_words(&explain_refit_refusal(other)).into();
                ui.texts.text_with_values("campaign-gray", &[("why", why)])
            }
        };
        if !reasons.contains(&why) {
            reasons.push(why);
        }
    }
    reasons
}

/// Spawns a unit: its name and place in one line, its men and officer in the next, and what can be done
/// with it.
fn spawn_unit(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    played: &PlayedCampaign,
    unit: &ArmyUnit,
    is_picked: bool,
) {
    let node = Node {
        padding: UiRect::all(px(5)),
        border_radius: BorderRadius::all(px(4)),
        flex_shrink: 0.0,
        ..column(3)
    };
    let place = played.state().fielded().iter().position(|key| *key == unit.key);
    list.spawn((node, BackgroundColor(theme::RAISED))).with_children(|entry| {
        entry.spawn(row(6)).with_children(|line| {
            let colour = match place {
                _ if is_picked => theme::ACCENT,
                Some(_) => ui.side_colour(played.side()),
                None => theme::TEXT_DIM,
            };
            let name = unit_label_in_words(&ui.texts, &unit.kind, &unit.key);
            line.spawn(ui.bold_text(name, theme::BODY, colour));
            let kind = unit_type_name(&ui.texts, &unit.kind);
            line.spawn(ui.styled_text(kind, theme::SMALL, theme::TEXT_DIM));
            line.spawn(flexible_space());
            let place = match place {
                Some(place) => ui.texts.text_with_values("campaign-place", &[("place", (place + 1).into())]),
                None => ui.localized_text("campaign-rests"),
            };
            line.spawn(ui.styled_text(place, theme::SMALL, colour));
        });
        entry.spawn(ui.styled_text(unit_in_words(ui, played, unit), theme::SMALL, theme::TEXT));
        if can_refit(played) {
            spawn_unit_buttons(entry, ui, played, unit, place.is_some());
        }
    });
}

/// Says how many men a unit has, its officer and its experience.
fn unit_in_words(ui: &UiContext, played: &PlayedCampaign, unit: &ArmyUnit) -> String {
    let full = played.campaign().full_strength(&unit.kind).0;
    let men = ui.texts.text_with_values("campaign-men", &[("men", unit.men.into()), ("full", full.into())]);
    let rank = unit.rank.as_ref().map(|rank| rank_name(&ui.texts, rank));
    let officer: Vec<String> = [rank, unit.officer.clone()].into_iter().flatten().collect();
    let officer = Some(officer.join(" ")).filter(|officer| !officer.is_empty());
    let experience = (unit.experience > 0)
        .then(|| ui.texts.text_with_values("campaign-experience", &[("experience", unit.experience.into())]));
    [Some(men), officer, experience].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn spawn_unit_buttons(
    entry: &mut ChildSpawnerCommands,
    ui: &UiContext,
    played: &PlayedCampaign,
    unit: &ArmyUnit,
    fights: bool,
) {
    let campaign = played.campaign();
    let lacks = campaign.full_strength(&unit.kind).0 - unit.men;
    entry.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        let key = unit.key.clone();
        if fights {
            spawn_refit_button(line, ui, played, "campaign-rest", Refit::Rest { unit: key });
        } else {
            spawn_refit_button(line, ui, played, "campaign-field", Refit::Field { unit: key });
        }
        // A part of what it lacks, as long as that is one, and all of it.
        let part = campaign.full_strength(&unit.kind).0.div_ceil(10);
        let parts: &[u16] = match lacks {
            0 => &[],
            _ if part < lacks => &[part, lacks],
            _ => &[lacks],
        };
        for &men in parts {
            let refit = Refit::Replenish { unit: unit.key.clone(), men };
            let values = [("men", men.into()), ("points", campaign.price_of_men(&unit.kind, men).into())];
            let words = ui.texts.text_with_values("campaign-fill", &values);
            spawn_refit_button_with_words(line, ui, played, words, refit);
        }
    });
}

fn spawn_recruits(panel: &mut ChildSpawnerCommands, ui: &UiContext, played: &PlayedCampaign) {
    let campaign = played.campaign();
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        for kind in &campaign.file().recruits {
            let price = campaign.price_of_men(kind, campaign.full_strength(kind).0);
            let values = [("unit", unit_type_name(&ui.texts, kind).into()), ("points", price.into())];
            let words = ui.texts.text_with_values("campaign-buy", &values);
            spawn_refit_button_with_words(line, ui, played, words, Refit::Buy { kind: kind.clone() });
        }
    });
}

fn spawn_refit_button(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    played: &PlayedCampaign,
    key: &str,
    refit: Refit,
) {
    spawn_refit_button_with_words(line, ui, played, ui.localized_text(key), refit);
}

/// Spawns the button of a refit; where it cannot be done, it is off and says why.
fn spawn_refit_button_with_words(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    played: &PlayedCampaign,
    words: String,
    refit: Refit,
) {
    let why: Option<RefitRefusal> = played.refusal_of_refit(&refit);
    let mut button = line.spawn(ui.small_button(words, CampaignAction::Refit(refit)));
    if let Some(why) = why {
        button.disabled(true).insert(Tooltip(ui.texts.phrase_in_words(&explain_refit_refusal(&why))));
    }
}
