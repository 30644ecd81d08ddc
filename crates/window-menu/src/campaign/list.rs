//! The list of campaigns: each with its author and its notes, and how far it has come.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_campaign::{Campaign, CampaignSave};
use hotgates_files::{FileAccess, read_bytes};
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::storage::Storage;
use hotgates_ui::{
    NOTICE_ROOM, Notice, Panel, Phrase, UiContext, column, list_panel_node, panel_bundle,
    register_emitted_message, row, spawn_scroll_list, theme,
};

use super::explain::{explain_campaign_save_error, explain_resume_refusal};
use super::library::CampaignLibrary;
use super::played::PlayedCampaign;
use super::saving::put_campaign_away;

/// A request about the list of campaigns; campaigns go by their places in it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CampaignListAction {
    /// Begin the campaign; where it has been saved, ask first.
    Begin(usize),
    /// Begin the campaign, whatever has been saved of it.
    BeginAnew(usize),
    /// Keep what has been saved of the campaign that was asked about.
    Keep,
    /// Go on with the campaign.
    Resume(usize),
    /// Back to the menu.
    Back,
}

/// Campaigns with what has been saved of them: there as long as their screen is.
#[derive(Resource)]
struct CampaignList {
    entries: Vec<(Arc<Campaign>, SavedCampaign)>,
    /// Place of the campaign of which is asked if it is to be begun anew.
    asked: Option<usize>,
}

/// State of a campaign's save.
enum SavedCampaign {
    /// There is none.
    Nothing,
    /// The campaign can be taken up again.
    Playable(Box<PlayedCampaign>),
    /// The campaign cannot be taken up again, for this reason.
    Unusable(Phrase),
}

#[derive(Component)]
struct CampaignListPanel;

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<CampaignListAction>(app);
    app.add_systems(
        OnEnter(Screen::Campaigns),
        (put_campaign_away, read_campaigns, spawn_list_screen).chain(),
    )
    .add_systems(OnExit(Screen::Campaigns), |mut commands: Commands| {
        commands.remove_resource::<CampaignList>();
    })
    .add_systems(
        Update,
        (leave_list_by_escape, handle_list_actions, fill_list)
            .chain()
            .run_if(in_state(Screen::Campaigns).and_then(resource_exists::<CampaignList>)),
    );
}

fn read_campaigns(
    mut commands: Commands,
    library: Option<Res<CampaignLibrary>>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
) {
    let library = library.map_or_else(
        || {
            let (library, problems) = CampaignLibrary::read_campaigns(&storage);
            notices.write_batch(problems.into_iter().map(Notice));
            commands.insert_resource(library.clone());
            library
        },
        |library| library.clone(),
    );
    let entries = library.0.into_iter().map(|campaign| {
        let saved = read_saved_campaign(&campaign, &storage);
        (campaign, saved)
    });
    commands.insert_resource(CampaignList { entries: entries.collect(), asked: None });
}

fn read_saved_campaign(campaign: &Arc<Campaign>, storage: &Storage) -> SavedCampaign {
    let path = storage.campaign_save_file(&campaign.file().name);
    if !path.exists() {
        return SavedCampaign::Nothing;
    }
    let read = read_bytes(&path, FileAccess::default())
        .map_err(|problem| {
            Phrase::join_phrases(explain_file_error(&problem)).unwrap_or(Phrase::new("phrase-nothing"))
        })
        .and_then(|bytes| CampaignSave::decode(&bytes).map_err(|why| explain_campaign_save_error(&why)))
        .and_then(|save| {
            PlayedCampaign::resume(campaign.clone(), save).map_err(|why| explain_resume_refusal(&why))
        });
    match read {
        Ok(played) => SavedCampaign::Playable(Box::new(played)),
        Err(why) => SavedCampaign::Unusable(why),
    }
}

fn leave_list_by_escape(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    list: Res<CampaignList>,
    mut actions: MessageWriter<CampaignListAction>,
) {
    if keys.is_some_and(|keys| keys.just_pressed(KeyCode::Escape)) {
        actions.write(if list.asked.is_some() { CampaignListAction::Keep } else { CampaignListAction::Back });
    }
}

fn handle_list_actions(
    mut commands: Commands,
    mut actions: MessageReader<CampaignListAction>,
    mut list: ResMut<CampaignList>,
    mut next: ResMut<NextState<Screen>>,
) {
    for &action in actions.read() {
        match action {
            CampaignListAction::Begin(at) | CampaignListAction::BeginAnew(at) => {
                let Some((campaign, saved)) = list.entries.get(at) else { continue };
                if action == CampaignListAction::Begin(at) && !matches!(saved, SavedCampaign::Nothing) {
                    list.asked = Some(at);
                    continue;
                }
                commands.insert_resource(PlayedCampaign::begin(campaign.clone(), seed_of_now()));
                next.set(Screen::Campaign);
            }
            CampaignListAction::Keep => list.asked = None,
            CampaignListAction::Resume(at) => {
                if let Some((_, SavedCampaign::Playable(played))) = list.entries.get(at) {
                    commands.insert_resource(PlayedCampaign::clone(played));
                    next.set(Screen::Campaign);
                }
            }
            CampaignListAction::Back => next.set(Screen::Menu),
        }
    }
}

/// Returns a seed that no other campaign of the player has: each has dice of its own.
fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(0)
}

fn spawn_list_screen(mut commands: Commands, ui: UiContext) {
    let root = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        padding: UiRect::bottom(px(NOTICE_ROOM)),
        ..full_window_column()
    };
    commands.spawn((DespawnOnExit(Screen::Campaigns), root, TabGroup::new(0))).with_children(|root| {
        root.spawn(panel_bundle(list_panel_node(720))).with_children(|panel| {
            panel.spawn(ui.bold_text(ui.localized_text("campaigns"), theme::TITLE, theme::ACCENT));
            let list = spawn_scroll_list(panel, Node::default(), 10, |_| {});
            panel.commands().entity(list).insert(CampaignListPanel);
            panel.spawn(ui.button(ui.localized_text("back"), CampaignListAction::Back));
        });
    });
}

fn fill_list(list: Res<CampaignList>, mut node: Panel<CampaignListPanel, Option<usize>>) {
    node.refill(list.asked, |panel, ui| {
        for (at, (campaign, saved)) in list.entries.iter().enumerate() {
            let node = Node {
                padding: UiRect::all(px(8)),
                border_radius: BorderRadius::all(px(4)),
                flex_shrink: 0.0,
                ..column(6)
            };
            panel.spawn((node, BackgroundColor(theme::RAISED))).with_children(|entry| {
                spawn_summary(entry, ui, campaign);
                entry.spawn(ui.styled_text(describe_saved(ui, saved), theme::BODY, theme::TEXT));
                if list.asked == Some(at) {
                    spawn_question(entry, ui, at);
                } else {
                    spawn_buttons(entry, ui, at, saved);
                }
            });
        }
    });
}

fn spawn_summary(entry: &mut ChildSpawnerCommands, ui: &UiContext, campaign: &Campaign) {
    let file = campaign.file();
    entry.spawn(ui.bold_text(file.name.clone(), theme::HEADING, ui.side_colour(file.side)));
    let battles = [("battles", file.battles.len().into()), ("rules", campaign.rules().name.as_str().into())];
    let mut about = ui.texts.text_with_values("campaign-battles", &battles);
    if let Some(author) = &file.author {
        about = format!("{about} · {author}");
    }
    entry.spawn(ui.styled_text(about, theme::SMALL, theme::TEXT_DIM));
    if let Some(notes) = &file.notes {
        entry.spawn(ui.styled_text(notes.clone(), theme::BODY, theme::TEXT));
    }
}

/// Says how far a campaign has come.
fn describe_saved(ui: &UiContext, saved: &SavedCampaign) -> String {
    let played = match saved {
        SavedCampaign::Nothing => return ui.localized_text("campaign-not-begun"),
        SavedCampaign::Unusable(why) => {
            let why = ui.texts.phrase_in_words(why).into();
            return ui.texts.text_with_values("campaign-unusable", &[("why", why)]);
        }
        SavedCampaign::Playable(played) => played,
    };
    let state = played.state();
    match (played.campaign().battle_at(state), state.end()) {
        (Some(battle), _) => {
            let key = if played.is_battle_in_progress() { "campaign-in-battle" } else { "campaign-before" };
            let values =
                [("number", (state.path().len() + 1).into()), ("title", battle.title.as_str().into())];
            ui.texts.text_with_values(key, &values)
        }
        (None, end) => {
            end.map_or_else(String::new, |end| ui.localized_text(super::briefing::text_of_end(end)))
        }
    }
}

/// Spawns the question in the place of the buttons. The answer that keeps the save stands first, and so
/// has the focus.
fn spawn_question(entry: &mut ChildSpawnerCommands, ui: &UiContext, at: usize) {
    entry.spawn(ui.styled_text(ui.localized_text("campaign-anew-ask"), theme::BODY, theme::WRONG));
    entry.spawn(row(8)).with_children(|line| {
        line.spawn(ui.button(ui.localized_text("no"), CampaignListAction::Keep));
        line.spawn(ui.button(ui.localized_text("campaign-anew"), CampaignListAction::BeginAnew(at)));
    });
}

fn spawn_buttons(entry: &mut ChildSpawnerCommands, ui: &UiContext, at: usize, saved: &SavedCampaign) {
    entry.spawn(row(8)).with_children(|line| {
        if matches!(saved, SavedCampaign::Playable(_)) {
            line.spawn(ui.button(ui.localized_text("campaign-go-on"), CampaignListAction::Resume(at)));
        }
        // A question follows before a save is lost, as the dots say.
        let key =
            if matches!(saved, SavedCampaign::Nothing) { "campaign-begin" } else { "campaign-anew-first" };
        line.spawn(ui.button(ui.localized_text(key), CampaignListAction::Begin(at)));
    });
}
