//! The campaign on disk, and what it takes over from its battle on the screen: it is saved after every
//! change beside the frames, and once more when it is left or the window closes.

use bevy::app::AppExit;
use bevy::prelude::*;
use hotgates_files::FileError;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::Storage;
use hotgates_ui::{FileWriter, Notice, Phrase};
use hotgates_window_battle::battle::{AutosaveBattle, BattleSystems};
use hotgates_window_battle::scene::{LeaveScreenSchedule, Scene};

use super::played::PlayedCampaign;

#[derive(Resource, Default)]
pub(super) struct CampaignSaving {
    writer: FileWriter,
    /// `true` if the campaign has changed since it was written last.
    again: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CampaignSaving>()
        .add_systems(
            Update,
            (follow_changed_battle, write_campaign_save.run_if(resource_exists::<PlayedCampaign>))
                .chain()
                .in_set(BattleSystems::Panels),
        )
        .add_systems(LeaveScreenSchedule, follow_left_battle)
        .add_systems(Last, save_campaign_on_exit);
}

/// Lets the campaign know how far its battle on the screen has come.
fn follow_battle(scene: &Scene, played: Option<Mut<PlayedCampaign>>) {
    let (Some(game), Some(mut played)) = (scene.fought_battle(), played) else { return };
    if !game.is_of_campaign() {
        return;
    }
    if let Err(why) = played.follow_battle(&game.session) {
        // The battle of one campaign is never on the screen while another is played.
        error!("{why}");
    }
}

fn follow_changed_battle(
    mut changed: MessageReader<AutosaveBattle>,
    scene: Res<Scene>,
    played: Option<ResMut<PlayedCampaign>>,
) {
    if changed.read().count() > 0 {
        follow_battle(&scene, played.map(Mut::from));
    }
}

fn follow_left_battle(scene: Res<Scene>, played: Option<ResMut<PlayedCampaign>>) {
    follow_battle(&scene, played.map(Mut::from));
}

fn write_campaign_save(
    played: Res<PlayedCampaign>,
    storage: Res<Storage>,
    mut saving: ResMut<CampaignSaving>,
    mut notices: MessageWriter<Notice>,
) {
    saving.again |= played.is_changed();
    match saving.writer.is_free() {
        Ok(true) if std::mem::take(&mut saving.again) => {
            let (played, storage) = (played.clone(), storage.clone());
            saving.writer.start_writing(move || write_save(&played, &storage));
        }
        Ok(_) => {}
        Err(problem) => {
            let lost = Phrase::new("campaign-not-saved");
            notices.write_batch([lost].into_iter().chain(explain_file_error(&problem)).map(Notice));
        }
    }
}

fn write_save(played: &PlayedCampaign, storage: &Storage) -> Result<(), FileError> {
    let path = storage.campaign_save_file(&played.campaign().file().name);
    storage.write_whole_file(&path, &played.to_save().encode())
}

/// Writes the campaign and ends playing it.
pub(super) fn put_campaign_away(
    mut commands: Commands,
    played: Option<Res<PlayedCampaign>>,
    storage: Res<Storage>,
    mut saving: ResMut<CampaignSaving>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(played) = played else { return };
    saving.writer.finish_writing();
    if let Err(problem) = write_save(&played, &storage) {
        // It is not put away while it is nowhere else.
        notices.write_batch(explain_file_error(&problem).into_iter().map(Notice));
        return;
    }
    commands.remove_resource::<PlayedCampaign>();
}

/// Writes the campaign when the window closes, so that nothing is lost.
fn save_campaign_on_exit(
    mut exits: MessageReader<AppExit>,
    scene: Res<Scene>,
    mut played: Option<ResMut<PlayedCampaign>>,
    storage: Option<Res<Storage>>,
    mut saving: ResMut<CampaignSaving>,
) {
    let (Some(storage), 1..) = (storage, exits.read().count()) else { return };
    follow_battle(&scene, played.as_mut().map(ResMut::reborrow));
    let Some(played) = played else { return };
    saving.writer.finish_writing();
    if let Err(problem) = write_save(&played, &storage) {
        error!("{problem}");
    }
}
