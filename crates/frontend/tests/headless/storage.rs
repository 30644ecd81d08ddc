//! The folder that the window keeps its files in.

use std::fs;

use hotgates_frontend::ui::storage::{BattleFile, Storage};

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
    assert_eq!(storage.list_battles(&storage.save_folder()).len(), 2);
}

#[test]
fn a_file_that_is_no_replay_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.replay");
    fs::write(&path, b"not a replay").unwrap();
    let problems = BattleFile::read(&path).unwrap_err();
    let said = format!("{problems:?}");
    assert!(problems.len() == 1 && said.contains("bad.replay"), "{said}");
}
