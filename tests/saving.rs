//! Writing files where people have made something of them, and what is left when the program is ended.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{program, well};

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.into_string().expect("a plain name")).collect()
}

fn save_map(path: &Path) {
    well(&["map", "random", "--size", "16x16", "-o", &path.display().to_string()]);
}

/// Starts a program that has begun to write a page, and waits for a replay that never comes.
fn start_writing(folder: &Path) -> Child {
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let [replay, page] = [pipe, folder.join("pages/page.html")].map(|path| path.display().to_string());
    fs::create_dir_all(folder.join("pages")).expect("a folder");
    let child =
        program(&["analyse", &replay, "--html", &page]).stdin(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    while names(&folder.join("pages")).is_empty() {
        assert!(start.elapsed() < Duration::from_mins(1), "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

fn end_by_signal(child: &mut Child, signal: &str) -> Option<i32> {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    child.wait().expect("it ends").code()
}

#[test]
fn links_and_rights_of_a_file_outlast_saving() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, link, other] = ["map.ron", "link.ron", "other.ron"].map(|name| folder.path().join(name));
    fs::write(&path, "old").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    symlink("map.ron", &link).expect("a link");
    save_map(&link);
    assert!(link.is_symlink());
    assert_eq!(path.metadata().expect("it is there").mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&path).expect("the map").starts_with("Map("));
    fs::hard_link(&path, &other).expect("a second name");
    fs::write(&path, "old").expect("a file");
    save_map(&path);
    assert!(fs::read_to_string(&other).expect("the map").starts_with("Map("));
    assert_eq!(names(folder.path()).len(), 3);
}

#[test]
fn ctrl_c_leaves_no_half_written_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start_writing(folder.path());
    // The handler is there before the file is.
    assert_eq!(end_by_signal(&mut child, "-INT"), Some(130));
    assert_eq!(names(&folder.path().join("pages")), [""; 0]);
}

#[test]
fn what_a_killed_program_leaves_is_cleared_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start_writing(folder.path());
    let pages = folder.path().join("pages");
    let part = names(&pages);
    save_map(&pages.join("map.ron"));
    assert!(names(&pages).contains(&part[0]), "what is being written stays");
    end_by_signal(&mut child, "-KILL");
    assert!(names(&pages).contains(&part[0]), "nobody has cleared it away yet");
    save_map(&pages.join("map.ron"));
    assert_eq!(names(&pages), ["map.ron"]);
}
