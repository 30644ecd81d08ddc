//! The battle on disk: written after every order of a person's and every half-turn of a computer's,
//! beside the frames, and once more when the window closes. A file is there whole or as it was
//! before.

use bevy::app::AppExit;
use bevy::prelude::*;
use hotgates_files::FileError;

use super::BattleSystems;
use crate::scene::{FoughtBattle, LeaveScreenSchedule, Scene, is_battle_fought};
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::{REPLAY_EXTENSION, Storage};
use hotgates_ui::{FileWriter, Notice, Phrase, register_emitted_message};

/// A message that the battle has changed and is to be kept: in the autosave, or in the save of the campaign
/// that it belongs to.
#[derive(Message, Debug, Clone, Copy)]
pub struct AutosaveBattle;

/// A request to keep a copy of the battle in a file of its own.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveBattleCopy;

#[derive(Resource, Default)]
struct Autosave {
    writer: FileWriter,
    /// `true` if the battle has changed since it was written last.
    again: bool,
}

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<SaveBattleCopy>(app);
    app.add_message::<AutosaveBattle>()
        .init_resource::<Autosave>()
        .add_systems(
            Update,
            (save_battle_copy, write_autosave).chain().in_set(BattleSystems::Panels).run_if(is_battle_fought),
        )
        .add_systems(LeaveScreenSchedule, autosave_on_leave)
        .add_systems(Last, autosave_on_exit);
}

fn write_autosave(
    mut asked: MessageReader<AutosaveBattle>,
    scene: Res<Scene>,
    storage: Res<Storage>,
    mut autosave: ResMut<Autosave>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.fought_battle() else { return };
    autosave.again |= asked.read().count() > 0;
    match autosave.writer.is_free() {
        Ok(true) => {}
        Ok(false) => return,
        Err(problem) => {
            notices.write_batch(explain_file_error(&problem).into_iter().map(Notice));
        }
    }
    if !std::mem::take(&mut autosave.again) {
        return;
    }
    if let Some(write) = prepare_write(game, &storage) {
        autosave.writer.start_writing(write);
    }
}

/// Returns what keeps the battle as it is now, `None` for a battle that is kept nowhere.
fn prepare_write(
    game: &FoughtBattle,
    storage: &Storage,
) -> Option<impl FnOnce() -> Result<(), FileError> + Send + use<>> {
    if game.puzzle.is_some() || game.is_at_table() {
        return None;
    }
    let replay = game.session.to_replay()?;
    let (storage, over, in_campaign) = (storage.clone(), replay.verdict.is_some(), game.is_of_campaign());
    if in_campaign && !over {
        return None;
    }
    let name = game.session.scenario().map.name.clone();
    Some(move || {
        let bytes = replay.encode();
        if !over {
            return storage.write_whole_file(&storage.autosave_file(), &bytes);
        }
        // A battle that is over is kept as a replay, and there is nothing left to resume.
        storage.write_whole_file(
            &storage.unused_file_path(&storage.replay_folder(), &name, REPLAY_EXTENSION),
            &bytes,
        )?;
        if !in_campaign {
            let _ = std::fs::remove_file(storage.autosave_file());
        }
        Ok(())
    })
}

/// Keeps a copy of the battle beside the autosave, as Ctrl+S asks.
fn save_battle_copy(
    mut asked: MessageReader<SaveBattleCopy>,
    scene: Res<Scene>,
    storage: Res<Storage>,
    mut autosave: ResMut<Autosave>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.fought_battle().filter(|_| asked.read().count() > 0) else { return };
    if game.puzzle.is_some() {
        notices.write(Notice(Phrase::new("puzzle-not-saved")));
        return;
    }
    // A server keeps its battles; what its guest was told is kept at the table.
    let Some(replay) = game.session.to_replay() else { return };
    autosave.again = true;
    let path =
        storage.unused_file_path(&storage.save_folder(), &game.session.scenario().map.name, REPLAY_EXTENSION);
    let said = match storage.write_whole_file(&path, &replay.encode()) {
        Ok(()) => vec![Phrase::new("saved-as").with_value("file", path.display().to_string())],
        Err(problem) => explain_file_error(&problem),
    };
    notices.write_batch(said.into_iter().map(Notice));
}

/// Writes the battle when the window closes, so that nothing is lost.
fn autosave_on_exit(
    mut exits: MessageReader<AppExit>,
    scene: Res<Scene>,
    storage: Option<Res<Storage>>,
    mut autosave: ResMut<Autosave>,
) {
    let (Some(game), Some(storage), 1..) = (scene.fought_battle(), storage, exits.read().count()) else {
        return;
    };
    // The computer's orders since its half-turn began are written as well.
    let is_going_on = !game.is_deploying() && game.session.battle().verdict().is_none();
    autosave.again |= is_going_on;
    finish_autosave(game, &storage, &mut autosave);
}

/// Writes what is still to be written before the screen of the battle is left: what is read next finds
/// it.
fn autosave_on_leave(scene: Res<Scene>, storage: Option<Res<Storage>>, mut autosave: ResMut<Autosave>) {
    if let (Some(game), Some(storage)) = (scene.fought_battle(), storage) {
        finish_autosave(game, &storage, &mut autosave);
    }
}

fn finish_autosave(game: &FoughtBattle, storage: &Storage, autosave: &mut Autosave) {
    autosave.writer.finish_writing();
    if std::mem::take(&mut autosave.again)
        && let Some(write) = prepare_write(game, storage)
        && let Err(problem) = write()
    {
        error!("{problem}");
    }
}
