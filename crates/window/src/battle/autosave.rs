//! The battle on disk: written after every order of a person's and every half-turn of a computer's,
//! beside the frames, and once more when the window closes. A file is there whole or as it was
//! before.

use bevy::app::AppExit;
use bevy::prelude::*;
use hotgates_files::FileError;

use super::BattleSystems;
use crate::scene::{Scene, is_battle_fought};
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::Storage;
use hotgates_ui::{Job, Notice, Phrase, register_emitted_message};

/// A request to write the battle that has changed to the autosave.
#[derive(Message, Debug, Clone, Copy)]
pub struct AutosaveBattle;

/// A request to keep a copy of the battle in a file of its own.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveBattleCopy;

#[derive(Resource, Default)]
struct AutosaveJob {
    job: Option<Job<Result<(), FileError>>>,
    /// `true` if the battle has changed since the job began.
    again: bool,
    /// Number of orders in the battle when it was written last.
    written: usize,
}

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<SaveBattleCopy>(app);
    app.add_message::<AutosaveBattle>()
        .init_resource::<AutosaveJob>()
        .add_systems(
            Update,
            (save_battle_copy, write_autosave).chain().in_set(BattleSystems::Panels).run_if(is_battle_fought),
        )
        .add_systems(Last, autosave_on_exit);
}

fn write_autosave(
    mut asked: MessageReader<AutosaveBattle>,
    scene: Res<Scene>,
    storage: Res<Storage>,
    mut writing: ResMut<AutosaveJob>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.fought_battle() else { return };
    if game.puzzle.is_some() {
        return asked.clear();
    }
    writing.again |= asked.read().count() > 0;
    if let Some(job) = &mut writing.job {
        match job.poll() {
            None => return,
            Some(Ok(())) => writing.job = None,
            Some(Err(problem)) => {
                writing.job = None;
                notices.write_batch(explain_file_error(&problem).into_iter().map(Notice));
            }
        }
    }
    if std::mem::take(&mut writing.again) {
        let replay = game.session.to_replay();
        let (storage, over) = (storage.clone(), replay.verdict.is_some());
        let name = game.session.scenario().map.name.clone();
        writing.written = replay.orders.len();
        writing.job = Some(Job::start_file_work(move |_| {
            let bytes = replay.encode();
            if over {
                // A battle that is over is kept as a replay, and there is nothing left to resume.
                storage
                    .write_whole_file(&storage.unused_file_path(&storage.replay_folder(), &name), &bytes)?;
                let _ = std::fs::remove_file(storage.autosave_file());
                return Ok(());
            }
            storage.write_whole_file(&storage.autosave_file(), &bytes)
        }));
    }
}

/// Keeps a copy of the battle beside the autosave, as Ctrl+S asks.
fn save_battle_copy(
    mut asked: MessageReader<SaveBattleCopy>,
    scene: Res<Scene>,
    storage: Res<Storage>,
    mut writing: ResMut<AutosaveJob>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.fought_battle().filter(|_| asked.read().count() > 0) else { return };
    if game.puzzle.is_some() {
        notices.write(Notice(Phrase::new("puzzle-not-saved")));
        return;
    }
    writing.again = true;
    let path = storage.unused_file_path(&storage.save_folder(), &game.session.scenario().map.name);
    let said = match storage.write_whole_file(&path, &game.session.to_replay().encode()) {
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
    mut writing: ResMut<AutosaveJob>,
) {
    let (Some(game), Some(storage), 1..) = (scene.fought_battle(), storage, exits.read().count()) else {
        return;
    };
    let replay = game.session.to_replay();
    if replay.verdict.is_some() || game.is_deploying() || game.puzzle.is_some() {
        return;
    }
    // A write that has begun ends first, or it could put older bytes in place.
    if let Some(job) = writing.job.take() {
        let _ = job.wait();
    }
    if let Err(problem) = storage.write_whole_file(&storage.autosave_file(), &replay.encode()) {
        error!("{problem}");
    }
}
