//! The battle on disk: written after every order of a person's and every half-turn of a computer's,
//! beside the frames, and once more when the window closes. A file is there whole or as it was
//! before.

use bevy::app::AppExit;
use bevy::prelude::*;
use hotgates_files::FileError;

use super::BattleSystems;
use crate::scene::{Scene, fighting};
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::Storage;
use hotgates_ui::{Job, Notice, Phrase, emits};

/// The battle has changed: write it.
#[derive(Message, Debug, Clone, Copy)]
pub struct SaveNow;

/// Keep a copy of the battle in a file of its own.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveCopy;

#[derive(Resource, Default)]
struct Writing {
    job: Option<Job<Result<(), FileError>>>,
    /// Something has changed since the job began.
    again: bool,
    /// The orders that were given when it was written last.
    written: usize,
}

pub(super) fn plugin(app: &mut App) {
    emits::<SaveCopy>(app);
    app.add_message::<SaveNow>()
        .init_resource::<Writing>()
        .add_systems(Update, (save_copy, write).chain().in_set(BattleSystems::Panels).run_if(fighting))
        .add_systems(Last, write_at_the_end);
}

fn write(
    mut asked: MessageReader<SaveNow>,
    scene: Res<Scene>,
    storage: Res<Storage>,
    mut writing: ResMut<Writing>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.game() else { return };
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
        let replay = game.session.replay();
        let (storage, over) = (storage.clone(), replay.verdict.is_some());
        let name = game.session.scenario().map.name.clone();
        writing.written = replay.orders.len();
        writing.job = Some(Job::start_io(move |_| {
            let bytes = replay.encode();
            if over {
                // A battle that is over is kept as a replay, and there is nothing left to resume.
                storage.write(&storage.new_file(&storage.replay_folder(), &name), &bytes)?;
                let _ = std::fs::remove_file(storage.autosave());
                return Ok(());
            }
            storage.write(&storage.autosave(), &bytes)
        }));
    }
}

/// Ctrl+S keeps a copy of its own beside the autosave.
fn save_copy(
    mut asked: MessageReader<SaveCopy>,
    scene: Res<Scene>,
    storage: Res<Storage>,
    mut writing: ResMut<Writing>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(game) = scene.game().filter(|_| asked.read().count() > 0) else { return };
    writing.again = true;
    let path = storage.new_file(&storage.save_folder(), &game.session.scenario().map.name);
    let said = match storage.write(&path, &game.session.replay().encode()) {
        Ok(()) => vec![Phrase::new("saved-as").with("file", path.display().to_string())],
        Err(problem) => explain_file_error(&problem),
    };
    notices.write_batch(said.into_iter().map(Notice));
}

/// Nothing is lost when the window closes.
fn write_at_the_end(
    mut exits: MessageReader<AppExit>,
    scene: Res<Scene>,
    storage: Option<Res<Storage>>,
    mut writing: ResMut<Writing>,
) {
    let (Some(game), Some(storage), 1..) = (scene.game(), storage, exits.read().count()) else { return };
    let replay = game.session.replay();
    if replay.verdict.is_some() || game.is_deploying() {
        return;
    }
    // A write that has begun ends first, or it could put older bytes in place.
    if let Some(job) = writing.job.take() {
        let _ = job.wait();
    }
    if let Err(problem) = storage.write(&storage.autosave(), &replay.encode()) {
        error!("{problem}");
    }
}
