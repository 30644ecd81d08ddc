//! Saving when the power goes: the calls of the real program are given to a disk that loses whatever was not synced, after
//! each of them. The old file or the new one is there, whole; what the program called saved is the new one; and the next save
//! goes well.
//!
//! `HOTGATES_POWER_LOSSES` is the number of losses drawn by lot for each save, in place of 2,500. `strace` does the listening;
//! without it the tests are skipped and say so.

mod disk;
mod games;
mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use hotgates_engine::Dice;
use tempfile::TempDir;

use self::disk::{ChangeFate, DiskRun, FolderState, state_of_folder};
use crate::program::{TWO_CAMPS, program, root, said, well};

/// Most unsure changes of which every subset is tried.
const MOST_SUBSETS: usize = 12;

/// A program that saves, and the disk that it saves to.
struct RecordedSave {
    name: &'static str,
    folder: TempDir,
    arguments: Vec<String>,
    /// The file that is saved.
    file: PathBuf,
    before: FolderState,
    last: FolderState,
    run: DiskRun,
    /// `true` if the old file stays beside the new one.
    keeps_old: bool,
}

impl RecordedSave {
    /// Runs a program that saves `file` in a folder that holds these files, and follows its calls.
    fn record(
        name: &'static str,
        arguments: &[&str],
        file: &str,
        old: &[(&str, &[u8])],
        keeps_old: bool,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        for (name, bytes) in old {
            fs::create_dir_all(place(name).parent().expect("a folder")).expect("a folder");
            fs::write(place(name), bytes).expect("written");
        }
        if name == "link" {
            symlink(place(file), place("link.ron")).expect("a link");
        }
        let arguments: Vec<String> = arguments
            .iter()
            .map(|word| word.replace("FOLDER", &folder.path().display().to_string()))
            .collect();
        let before = state_of_folder(folder.path());
        let run = recorded_run(folder.path(), &before, &arguments);
        let last = run.last_state();
        assert_eq!(last, state_of_folder(folder.path()), "{name}: the disk has followed every call");
        let file = place(file);
        assert_ne!(last.get(&file), before.get(&file), "{name}");
        Self { name, folder, arguments, file, before, last, run, keeps_old }
    }

    /// Fails unless the old file or the new one is there, whole, and the new one if `is_done`.
    fn check_state(&self, state: &FolderState, is_done: bool, case: &dyn Fn() -> String) {
        let (old, new) = (self.before.get(&self.file), &self.last[&self.file]);
        let there = state.get(&self.file);
        let is_new = there == Some(new);
        assert!(is_new || there == old, "{}: neither the old file nor the new one", case());
        assert!(is_new || !is_done, "{}: what was called saved is lost", case());
        let kept = state.get(&self.kept_file());
        assert!(kept.is_none() || kept == old, "{}: half of the old file is kept", case());
        assert!(!is_new || !self.keeps_old || kept.is_some(), "{}: the old file is lost", case());
    }

    fn kept_file(&self) -> PathBuf {
        let name = self.file.file_name().expect("a name").to_str().expect("a plain name");
        self.file.with_file_name(format!("{name}.bak"))
    }

    /// Fails unless the next save after a loss goes well and leaves nothing half written.
    fn check_next_save(&self, state: &FolderState) {
        put_state(self.folder.path(), state);
        well(&self.arguments);
        let after = state_of_folder(self.folder.path());
        self.check_state(&after, true, &|| format!("{}: the next save", self.name));
        let names: BTreeSet<_> = after.keys().collect();
        assert_eq!(names, self.last.keys().collect(), "{}: nothing else stays", self.name);
    }
}

/// Runs the program under `strace` and follows what it does to a folder.
fn recorded_run(folder: &Path, before: &FolderState, arguments: &[String]) -> DiskRun {
    let trace = folder.with_extension("trace");
    let own = program(arguments);
    let mut command = Command::new("strace");
    command.current_dir(root()).args(["-f", "-qq", "-y", "-s", "4194304", "-e", "trace=%file,%desc", "-o"]);
    command.arg(&trace).arg(own.get_program()).args(own.get_args());
    command.env("HOTGATES_HOME", folder).env_remove("DISPLAY");
    assert_eq!(said(&command.output().expect("strace runs")).code, 0);
    let text = fs::read_to_string(&trace).expect("a trace");
    fs::remove_file(&trace).expect("removed");
    DiskRun::follow_trace(folder, before, &text)
}

/// Leaves these files alone in a folder and below; links stay.
fn put_state(folder: &Path, state: &FolderState) {
    for path in state_of_folder(folder).keys() {
        fs::remove_file(path).expect("removed");
        // The folder itself stays, and one with other files in it.
        let _ = path.parent().filter(|above| *above != folder).map(fs::remove_dir);
    }
    for (path, bytes) in state {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }
}

fn has_strace() -> bool {
    let is_there = Command::new("strace").arg("-V").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: there is no strace to listen to the program's calls");
    }
    is_there
}

/// Returns saves of all kinds; none where there is no `strace`.
fn recorded_saves() -> Vec<RecordedSave> {
    if !has_strace() {
        return Vec::new();
    }
    let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let mut replay = fs::read(root().join("tests/data/compatibility/0.1.0/keyed.replay")).expect("a replay");
    let battle = ["battle", TWO_CAMPS, "--red", "random", "--blue", "random", "--json"];
    let battle = [&battle[..], &["--key", key, "--record", "FOLDER/battle.replay"]].concat();
    // Behaviour 0, which is older than any.
    replay[10..14].fill(0);
    let map =
        |path: &'static str, size: &'static str| ["map", "random", "--size", size, "--seed", "3", "-o", path];
    let picture = ["map", "show", TWO_CAMPS, "--png", "FOLDER/map.png"];
    let old: &[u8] = b"old";
    vec![
        RecordedSave::record("map", &map("FOLDER/map.ron", "16x16"), "map.ron", &[("map.ron", old)], false),
        RecordedSave::record("new map", &map("FOLDER/map.ron", "60x60"), "map.ron", &[], false),
        RecordedSave::record(
            "link",
            &map("FOLDER/link.ron", "16x16"),
            "far/map.ron",
            &[("far/map.ron", old)],
            false,
        ),
        RecordedSave::record("replay", &battle, "battle.replay", &[("battle.replay", &replay)], true),
        RecordedSave::record("picture", &picture, "map.png", &[("map.png", old)], false),
    ]
}

/// Draws the fate of a change.
fn drawn_fate(dice: &mut Dice) -> ChangeFate {
    match dice.draw_below(4) {
        0 => ChangeFate::Kept,
        1 => ChangeFate::Lost,
        2 => ChangeFate::Zeros,
        _ => ChangeFate::Begun(usize::try_from(dice.draw_below(1001)).expect("a small number")),
    }
}

/// Returns the losses of a run: after each step every subset of what is unsure, and as many as asked for by lot.
fn losses_of_run(run: &DiskRun, drawn: u64) -> Vec<(usize, BTreeMap<usize, ChangeFate>)> {
    let mut losses = Vec::new();
    for after in 0..=run.step_count() {
        let unsure = run.unsure_changes(after);
        assert!(unsure.len() <= MOST_SUBSETS, "{} changes are unsure at once", unsure.len());
        losses.extend((0..1_usize << unsure.len()).map(|subset| {
            let fate = |bit: usize| if subset >> bit & 1 == 1 { ChangeFate::Lost } else { ChangeFate::Kept };
            (after, unsure.iter().enumerate().map(|(bit, &change)| (change, fate(bit))).collect())
        }));
    }
    let steps = u32::try_from(run.step_count()).expect("few steps");
    losses.extend((0..drawn).map(|number| {
        let mut dice = Dice::for_other_purpose(1, number);
        let after = usize::try_from(dice.draw_below(steps + 1)).expect("few steps");
        let unsure = run.unsure_changes(after).into_iter();
        (after, unsure.map(|change| (change, drawn_fate(&mut dice))).collect())
    }));
    losses
}

#[test]
fn a_loss_of_power_at_any_step_leaves_the_old_file_or_the_new_one() {
    let drawn = std::env::var("HOTGATES_POWER_LOSSES").map_or(2500, |count| count.parse().expect("a number"));
    let (mut count, mut sets) = (0, 0);
    for save in recorded_saves() {
        let (mut kinds, mut new) = (BTreeMap::new(), 0);
        for (after, fates) in losses_of_run(&save.run, drawn) {
            let state = save.run.state_after_loss(after, &fates);
            let steps = save.run.step_count();
            save.check_state(&state, after == steps, &|| {
                format!("{}: after step {after} of {steps} with {fates:?}", save.name)
            });
            new += usize::from(state.get(&save.file) == save.last.get(&save.file));
            count += 1;
            // Part files that differ in what is in them are one to the next save.
            let is = |side: &FolderState, path: &PathBuf, bytes: &Vec<u8>| side.get(path) == Some(bytes);
            let known = state.iter().map(|(path, bytes)| {
                (path.clone(), is(&save.before, path, bytes), is(&save.last, path, bytes))
            });
            kinds.entry(known.collect::<Vec<_>>()).or_insert(state);
        }
        assert!(new > 0 && kinds.len() >= 4, "{}: {new} new files, {} states", save.name, kinds.len());
        sets += kinds.len();
        for state in kinds.values() {
            save.check_next_save(state);
        }
    }
    eprintln!("{count} losses of power, {sets} folders saved into again");
}

/// The simulated disk does lose what is not synced: a program that forgets it is found out.
#[test]
fn a_save_that_is_not_synced_is_found_out() {
    let trace = |sync: &str| {
        format!(
            "1 openat(AT_FDCWD</>, \"/d/part\", O_RDWR|O_CREAT, 0600) = 3</d/part>\n\
            1 write(3</d/part>, \"new\", 3) = 3\n{sync}1 rename(\"/d/part\", \"/d/file\") = 0\n"
        )
    };
    let (folder, file) = (Path::new("/d"), PathBuf::from("/d/file"));
    let before = FolderState::from([(file.clone(), b"old".to_vec())]);
    let contents = |trace: &str| -> BTreeSet<Option<Vec<u8>>> {
        let run = DiskRun::follow_trace(folder, &before, trace);
        let losses = losses_of_run(&run, 500).into_iter();
        losses.map(|(after, fates)| run.state_after_loss(after, &fates).remove(&file)).collect()
    };
    let whole = contents(&trace("1 fsync(3</d/part>) = 0\n"));
    assert_eq!(whole, [b"old", b"new"].map(|bytes| Some(bytes.to_vec())).into());
    let spoilt = contents(&trace(""));
    for bytes in [&b""[..], b"\0\0\0", b"ne"] {
        assert!(spoilt.contains(&Some(bytes.to_vec())), "{bytes:?}");
    }
    assert!(contents("1 unlink(\"/d/file\") = 0\n").contains(&None), "a name that is taken may be gone");
}
