//! Nothing unsaved is lost: the map is kept in a file of its own while it has changes that are in
//! no other file.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;

use super::disk::{open_unsaved_map, rules_file_beside_map, text_with_rules_beside};
use super::{EditorSystems, Workspace};
use hotgates_ui::Notice;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::Storage;

/// Time between two writings of the file.
const EVERY: Duration = Duration::from_secs(20);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<WindowCloseRequested>()
        .add_systems(Update, write_unsaved_regularly.in_set(EditorSystems::Show))
        .add_systems(Update, write_unsaved_on_close.run_if(resource_exists::<Workspace>));
}

/// Removes the file of the unsaved map: the map has been saved, or is not wanted.
pub(super) fn remove_unsaved_file(storage: &Storage) {
    // There need not be one.
    drop(std::fs::remove_file(storage.unsaved_map_file()));
}

/// Gives the file another name, among the user's maps, because another map is wanted now.
pub(super) fn move_unsaved_aside(storage: &Storage) -> std::io::Result<PathBuf> {
    hotgates_files::make_folder(&storage.map_folder())?;
    let mut names = (1_u32..).map(|number| storage.map_folder().join(format!("unsaved-{number}.ron")));
    let path = names.find(|path| !path.exists()).expect("numbers are enough");
    let document = open_unsaved_map(storage);
    std::fs::rename(storage.unsaved_map_file(), &path)?;
    // There its rules would be out of reach.
    let folder = storage.map_folder();
    match document.and_then(|document| text_with_rules_beside(storage, &document, &folder)) {
        Ok(Some(text)) => {
            storage.write_whole_file(&path, text.as_bytes()).unwrap_or_else(|why| warn!("{why}"));
        }
        Ok(None) => {}
        Err(problem) => warn!("{problem}"),
    }
    Ok(path)
}

fn write_unsaved_regularly(
    time: Res<Time<Real>>,
    workspace: Res<Workspace>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
    mut last: Local<(Duration, u32, u64)>,
    mut kept: Local<bool>,
) {
    let document = workspace.document();
    if *kept && !document.is_changed() {
        // Saved since, or undone.
        remove_unsaved_file(&storage);
        *kept = false;
    }
    let (due, now) = (last.0 + EVERY, (workspace.number, document.revision()));
    if time.elapsed() < due
        || !document.is_changed()
        || workspace.editor.is_dragging()
        || (last.1, last.2) == now
    {
        return;
    }
    *last = (time.elapsed(), now.0, now.1);
    *kept = true;
    write_unsaved_file(&workspace, &storage, &mut notices);
}

/// Writes the unsaved map when the window is closed, on whatever screen.
fn write_unsaved_on_close(
    mut closing: MessageReader<WindowCloseRequested>,
    workspace: Res<Workspace>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
) {
    if closing.read().count() > 0 && workspace.document().is_changed() {
        write_unsaved_file(&workspace, &storage, &mut notices);
    }
}

fn write_unsaved_file(workspace: &Workspace, storage: &Storage, notices: &mut MessageWriter<Notice>) {
    if let Err(problem) =
        storage.write_whole_file(&storage.unsaved_map_file(), unsaved_map_text(workspace).as_bytes())
    {
        notices.write_batch(explain_file_error(&problem).into_iter().map(Notice));
    }
}

/// Returns the text of the map as its file would have it. Rules are named by their whole path: they
/// do not lie beside this file.
fn unsaved_map_text(workspace: &Workspace) -> String {
    let document = workspace.document();
    let mut map = document.to_map();
    if let Some(rules) = rules_file_beside_map(map.rules.as_deref(), &workspace.folder) {
        map.rules = Some(rules.canonicalize().unwrap_or(rules).display().to_string());
    }
    document.top_comments().to_owned() + &map.to_ron()
}
