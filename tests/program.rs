//! Running the program and reading what it says.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hotgates_engine::Ruleset;
use serde_json::Value;

/// The repository's root, where every test runs the program.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the maps that come with the program, by their paths from the root, those of each ruleset in a
/// folder of their own but the classic ones, and those of each campaign.
pub fn shipped_maps() -> Vec<String> {
    let in_folder = |folder: &str| {
        let files = std::fs::read_dir(root().join(folder)).expect("a folder of maps");
        let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a plain name"));
        let is_map = |name: &String| {
            Path::new(name).extension().is_some_and(|end| end == "ron") && name != "campaign.ron"
        };
        names.filter(is_map).map(|name| format!("{folder}/{name}")).collect::<Vec<_>>()
    };
    let of_rulesets = Ruleset::SHIPPED.map(|(name, _)| match name {
        "classic" => in_folder("maps"),
        name => in_folder(&format!("maps/{name}")),
    });
    for maps in &of_rulesets {
        assert!(maps.len() >= 3, "{maps:?}");
    }
    let mut maps = of_rulesets.concat();
    maps.extend(in_folder("maps/road_to_the_gates"));
    maps
}

/// A map that nobody tunes.
pub const TWO_CAMPS: &str = "tests/maps/two_camps.ron";

/// Returns the command that runs the program.
pub fn program<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hotgates"));
    command.args(args).current_dir(root());
    // No test may open a window on the user's desktop.
    for name in ["CLICOLOR_FORCE", "NO_COLOR", "CLICOLOR", "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    command
}

/// Output of the program.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program. Whatever it is asked, it never panics.
pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Said {
    said(&program(args).output().expect("the program starts"))
}

pub fn said(output: &Output) -> Said {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the program speaks UTF-8");
    let said = Said {
        code: output.status.code().expect("no signal ends the program"),
        out: text(&output.stdout),
        err: text(&output.stderr),
    };
    for panic in ["panicked", "RUST_BACKTRACE"] {
        assert!(!said.err.contains(panic), "{}", said.err);
    }
    said
}

/// Runs the program with this on standard input.
pub fn run_with<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Said {
    use std::io::Write;
    let piped = || std::process::Stdio::piped();
    let mut child =
        program(args).stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program may close the pipe before all of the input is written.
    let _ = stdin.write_all(input);
    drop(stdin);
    said(&child.wait_with_output().expect("the program ends"))
}

/// Runs the program with a standard output that nobody reads.
pub fn unread<S: AsRef<OsStr>>(args: &[S]) -> Said {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut child = program(args)
        .stdout(writer)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdin.take());
    said(&child.wait_with_output().expect("the program ends"))
}

/// Runs the program where it must succeed.
pub fn well<S: AsRef<OsStr>>(args: &[S]) -> String {
    let said = run(args);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said.out
}

/// Runs the program where it must refuse, with one message and nothing on standard output.
pub fn refused<S: AsRef<OsStr>>(args: &[S]) -> String {
    let said = run(args);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    one_error(&said.err)
}

/// The one message of an output that has exactly one.
pub fn one_error(err: &str) -> String {
    assert_eq!(err.matches("error: ").count(), 1, "{err}");
    err.strip_prefix("error: ").expect("the message comes first").trim_end().to_owned()
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// The fields of an object, in their order.
pub fn fields(text: &str) -> Vec<String> {
    let fields: Vec<(String, Value)> = {
        let map: serde_json::Map<String, Value> = serde_json::from_str(text).expect("an object");
        map.into_iter().collect()
    };
    let mut fields: Vec<_> =
        fields.into_iter().map(|(name, _)| (text.find(&format!("\"{name}\":")), name)).collect();
    fields.sort();
    fields.into_iter().map(|(_, name)| name).collect()
}
