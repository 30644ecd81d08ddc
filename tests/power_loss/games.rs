//! A tournament when the power goes: it goes on as an unbroken one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::disk::{FolderState, state_of_folder};
use super::{has_strace, losses_of_run, put_state, recorded_run};
use crate::program::{TWO_CAMPS, json, well};

/// Returns what the games of a folder came to, without their times and checksums.
fn results(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    let result = |line: &str| {
        let mut game = json(line);
        let fields = game.as_object_mut().expect("an object");
        assert!(["ms", "ms_of_side", "sum"].iter().all(|field| fields.remove(*field).is_some()));
        game.to_string()
    };
    let mut results: Vec<String> = text.lines().map(result).collect();
    results.sort();
    results
}

/// Returns the number of whole lines of the games in a state.
fn lines_in(state: &FolderState, folder: &Path) -> usize {
    let games = state.get(&folder.join("games.jsonl"));
    games.map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count() - 1)
}

#[test]
fn a_tournament_that_loses_power_goes_on_as_an_unbroken_one() {
    if !has_strace() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("cup");
    let words =
        ["tournament", "greedy", "random", "--maps", TWO_CAMPS, "--games", "4", "--jobs", "1", "--json"];
    let at = folder.display().to_string();
    let arguments: Vec<String> =
        words.iter().chain(&["-o", &at, "--resume"]).map(|&word| word.to_owned()).collect();
    let run = recorded_run(home.path(), &FolderState::new(), &arguments);
    let last = run.last_state();
    assert_eq!(last, state_of_folder(home.path()), "the disk has followed every call");
    let (out, whole) = (well(&arguments), results(&folder));
    assert_eq!(lines_in(&last, &folder), 4);

    let mut states = BTreeMap::new();
    for (after, mut fates) in losses_of_run(&run, 2500) {
        // Of a file that only grows the end is lost, if anything.
        run.lose_all_behind_a_lost_write(&mut fates);
        let state = run.state_after_loss(after, &fates);
        assert!(after < run.step_count() || state == last, "what was called saved is lost: {fates:?}");
        let kind: Vec<_> =
            state.iter().map(|(path, bytes)| (path.clone(), last.get(path) == Some(bytes))).collect();
        let lines = lines_in(&state, &folder);
        let games =
            state.get(&folder.join("games.jsonl")).map(|bytes| bytes.ends_with(b"\n") || bytes.is_empty());
        states.entry((kind, lines, games)).or_insert(state);
    }
    assert!(states.len() >= 10, "{} states", states.len());
    for (kind, state) in states {
        put_state(home.path(), &state);
        assert_eq!(well(&arguments), out, "{kind:?}");
        assert_eq!(results(&folder), whole, "{kind:?}");
    }
}
