//! The folder that the window keeps its files in.

use std::fs;

use hotgates_frontend::ui::storage::{Storage, read_replay};

#[test]
fn files_get_numbers_instead_of_replacing_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    let first = storage.unused_file_path(&storage.save_folder(), "Hot Gates!", "replay");
    assert!(first.ends_with("saves/hot_gates_-001.replay"), "{}", first.display());
    storage.write_whole_file(&first, b"one").unwrap();
    let second = storage.unused_file_path(&storage.save_folder(), "Hot Gates!", "replay");
    assert!(second.ends_with("saves/hot_gates_-002.replay"));
    storage.write_whole_file(&second, b"two").unwrap();
    assert_eq!(storage.list_replays(&storage.save_folder()).len(), 2);
}

#[test]
fn a_file_that_is_no_replay_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.replay");
    fs::write(&path, b"not a replay").unwrap();
    let problem = read_replay(&path).unwrap_err();
    assert!(problem.to_string().contains("bad.replay: this is not a Hotgates replay"), "{problem}");
}
