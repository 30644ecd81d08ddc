//! What comes next in a campaign, and what has been: the panel on the left.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_campaign::{BattleResult, CampaignBattle, PassedBattle};
use hotgates_phrases::{goal_lines, objective_line};
use hotgates_ui::screen::Screen;
use hotgates_ui::{Panel, UiContext, WidgetStateSetter, column, panel_bundle, row, spawn_scroll_list, theme};

use super::CampaignAction;
use super::between::{CampaignPanelRow, SIDE};
use super::played::PlayedCampaign;

#[derive(Component)]
struct BriefingPanel;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (spawn_briefing_panel, fill_briefing_panel)
            .chain()
            .run_if(in_state(Screen::Campaign).and_then(resource_exists::<PlayedCampaign>)),
    );
}

fn spawn_briefing_panel(mut commands: Commands, rows: Query<Entity, Added<CampaignPanelRow>>) {
    for row in &rows {
        let node = Node { width: px(SIDE), flex_shrink: 0.0, height: percent(100), ..column(8) };
        let panel = commands.spawn((BriefingPanel, panel_bundle(node))).id();
        commands.entity(row).insert_children(0, &[panel]);
    }
}

fn fill_briefing_panel(played: Res<PlayedCampaign>, mut node: Panel<BriefingPanel, u32>) {
    node.refill(played.change_count(), |panel, ui| {
        let (file, state) = (played.campaign().file(), played.state());
        panel.spawn(ui.bold_text(file.name.clone(), theme::HEADING, theme::ACCENT));
        let battle = played.campaign().battle_at(state);
        spawn_scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 10, |list| {
            spawn_text(list, ui, state.news());
            if let Some(end) = state.end() {
                list.spawn(ui.bold_text(
                    ui.localized_text(text_of_end(end)),
                    theme::HEADING,
                    colour_of_result(end),
                ));
            }
            if let Some(battle) = battle {
                spawn_briefing(list, ui, &played, battle);
            }
            spawn_path(list, ui, &played);
        });
        let nobody = state.fielded().is_empty();
        if battle.is_some() {
            spawn_enemy_buttons(panel, ui, &played);
            if nobody {
                let why = ui.localized_text("campaign-nobody-sent");
                panel.spawn(ui.styled_text(why, theme::SMALL, theme::ACCENT));
            }
        }
        panel.spawn(row(8)).with_children(|line| {
            if battle.is_some() {
                let in_progress = played.is_battle_in_progress();
                let key = if in_progress { "campaign-fight-on" } else { "campaign-fight" };
                let mut fight = line.spawn(ui.large_button(ui.localized_text(key), CampaignAction::Fight));
                fight.as_main_button();
                fight.disabled(nobody);
            }
            line.spawn(ui.large_button(ui.localized_text("back"), CampaignAction::Leave));
        });
    });
}

fn spawn_text(list: &mut ChildSpawnerCommands, ui: &UiContext, words: &str) {
    if !words.is_empty() {
        list.spawn(ui.styled_text(words.to_owned(), theme::BODY, theme::TEXT));
    }
}

fn spawn_briefing(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    played: &PlayedCampaign,
    battle: &CampaignBattle,
) {
    if played.state().path().is_empty() {
        spawn_text(list, ui, played.campaign().file().notes.as_deref().unwrap_or_default());
    }
    let values =
        [("number", (played.state().path().len() + 1).into()), ("title", battle.title.as_str().into())];
    let title = ui.texts.text_with_values("campaign-battle", &values);
    list.spawn(ui.bold_text(title, theme::HEADING, ui.side_colour(played.side())));
    spawn_text(list, ui, &battle.briefing);
    let Some(shown) = played.battle_to_show() else { return };
    let turns = ui.texts.text_with_values("campaign-turns", &[("turns", shown.last_turn().into())]);
    list.spawn(ui.styled_text(turns, theme::SMALL, theme::TEXT_DIM));
    if !shown.has_goals() {
        let words = ui.texts.phrase_in_words(&objective_line(&shown).phrase);
        list.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    }
    for line in goal_lines(&shown) {
        let sign = line.side.map_or('·', theme::side_shape_sign);
        let colour = line.side.map_or(theme::TEXT_DIM, |side| ui.side_colour(side));
        list.spawn(ui.styled_text(
            format!("{sign} {}", ui.texts.phrase_in_words(&line.phrase)),
            theme::SMALL,
            colour,
        ));
    }
}

/// Spawns the battles fought so far, each with what came of it.
fn spawn_path(list: &mut ChildSpawnerCommands, ui: &UiContext, played: &PlayedCampaign) {
    if played.state().path().is_empty() {
        return;
    }
    list.spawn(ui.heading("campaign-path"));
    for passed in played.state().path() {
        let words = passed_battle_in_words(ui, played, passed);
        list.spawn(ui.styled_text(words, theme::SMALL, colour_of_result(passed.result)));
    }
}

fn passed_battle_in_words(ui: &UiContext, played: &PlayedCampaign, passed: &PassedBattle) -> String {
    let file = played.campaign().file();
    let title = file.battle_index(&passed.battle).map_or("", |at| file.battles[at].title.as_str());
    let result = match passed.result {
        BattleResult::Won => "campaign-passed-won",
        BattleResult::Lost => "campaign-passed-lost",
        BattleResult::Drawn => "campaign-passed-drawn",
    };
    let result = ui.localized_text(result);
    let result = match &passed.degree {
        Some(degree) => format!("{result} ({})", ui.texts.translated_content(degree)),
        None => result,
    };
    let values = [("title", title.into()), ("result", result.into()), ("lost", passed.lost.into())];
    ui.texts.text_with_values("campaign-passed", &values)
}

/// Returns the key of the text that tells the end of a campaign.
pub(super) const fn text_of_end(end: BattleResult) -> &'static str {
    match end {
        BattleResult::Won => "campaign-over-won",
        BattleResult::Lost => "campaign-over-lost",
        BattleResult::Drawn => "campaign-over-drawn",
    }
}

const fn colour_of_result(result: BattleResult) -> Color {
    match result {
        BattleResult::Won => theme::ACCENT,
        BattleResult::Lost => theme::WRONG,
        BattleResult::Drawn => theme::TEXT_DIM,
    }
}

fn spawn_enemy_buttons(panel: &mut ChildSpawnerCommands, ui: &UiContext, played: &PlayedCampaign) {
    panel.spawn(ui.styled_text(ui.localized_text("campaign-enemy"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        let own = ui.localized_text("campaign-enemy-of-map");
        line.spawn(ui.small_button(own, CampaignAction::Enemy(None))).chosen(played.enemy().is_none());
        // One that was chosen in the terminal may be none of these.
        let other = played.enemy().filter(|name| !hotgates_ai::NAMES.contains(name));
        for name in hotgates_ai::NAMES.into_iter().chain(other) {
            line.spawn(ui.small_button(name.to_owned(), CampaignAction::Enemy(Some(name.to_owned()))))
                .chosen(played.enemy() == Some(name));
        }
    });
}
