//! Files from outside that once broke the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::{Said, TWO_CAMPS, json, one_error, program, refused, root, run, said, well};

/// Guns without infantry and an enemy near the castle: the line in the open counted below zero.
#[test]
fn guns_alone_keep_a_castle() {
    for map in ["tests/data/hostile/R1_guns.ron", "tests/data/hostile/R1_labyrinth.ron"] {
        for seed in 0..20 {
            let out = well(&["battle", map, "--seed", &seed.to_string(), "--json"]);
            assert!(json(&out)["winner"].is_string(), "{map} {seed}: {out}");
        }
    }
}

/// A folder with these files.
fn folder_with(files: &[(&str, &str)]) -> (tempfile::TempDir, impl Fn(&str) -> String + use<>) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_owned();
    for (name, text) in files {
        let path = at.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    (folder, move |name: &str| at.join(name).display().to_string())
}

/// Runs the program, which has to end within a minute.
#[cfg(unix)]
fn run_to_its_end(args: &[&str]) -> Said {
    let mut child = program(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if start.elapsed() > Duration::from_mins(1) {
            child.kill().expect("it can be ended");
            panic!("{args:?} waits for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    said(&child.wait_with_output().expect("the program ends"))
}

#[cfg(unix)]
fn make_pipe(path: &str) {
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(made.success());
}

/// A tileset of Tiled in a file of its own.
fn tiled_map(source: &str) -> String {
    let map = fs::read_to_string(root().join("tests/convert/pointed_tops.tmx")).expect("the map");
    map.replace("ground.tsx", source)
}

const CAMPAIGN: &str = r#"Campaign(name: "c", side: blue, army: [(key: "a", type: "infantry")], army_lost: "l",
    battles: [(key: "b", map: "MAP", title: "t", briefing: "b", places: [(0, 0)], then: [(end: won, text: "w")])])"#;

#[cfg(unix)]
#[test]
fn a_pipe_that_a_file_names_is_refused_at_once() {
    let (_folder, path) = folder_with(&[
        ("R5_fifo.ron", &fs::read_to_string(root().join("tests/data/hostile/R5_fifo.ron")).expect("a file")),
        ("scenario.ron", "Scenario(name: \"s\", map: \"pipe.ron\")"),
        ("campaign.ron", &CAMPAIGN.replace("MAP", "pipe")),
        ("map.tmx", &tiled_map("pipe")),
        ("zero.ron", "Map(name: \"z\", rows: [\"#.........\"], rules: \"/dev/zero\")"),
    ]);
    make_pipe(&path("pipe"));
    make_pipe(&path("pipe.ron"));
    let [rules, scenario, campaign, tiled, zero, out] =
        ["R5_fifo.ron", "scenario.ron", "campaign.ron", "map.tmx", "zero.ron", "out.ron"].map(path);
    for args in [
        &["battle", &rules][..],
        &["battle", &rules, "--allow-outside"],
        &["map", "check", &rules],
        &["map", "show", &rules],
        &["map", "chokes", &rules],
        &["map", "path", &rules, "--from", "0,0", "--to", "1,0"],
        &["battle", &scenario],
        &["campaign", &campaign],
        &["campaign", &campaign, "--check"],
        &["map", "convert", &tiled, &out],
        &["battle", &zero, "--allow-outside"],
    ] {
        let said = run_to_its_end(args);
        let message = one_error(&said.err);
        assert!(said.code == 2 && message.ends_with("cannot be read: it is not a regular file"), "{message}");
    }
}

/// A pipe that the person names is what the person wants, as with `<(…)` of a shell; devices and sockets are not.
#[cfg(unix)]
#[test]
fn a_pipe_that_a_person_names_is_read() {
    let (_folder, path) = folder_with(&[]);
    let pipe = path("pipe");
    make_pipe(&pipe);
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, "Map(name: \"x\", rows: [\"..........\", \"#.........\"])")
    });
    assert!(run_to_its_end(&["map", "check", &pipe]).out.contains("playable: 10 × 2 hexes"));
    writer.join().expect("no panic").expect("the pipe is read");
    for args in [&["battle", "/dev/zero"][..], &["replay", "/dev/zero"], &["rules", "check", "/dev/null"]] {
        let message = one_error(&run_to_its_end(args).err);
        assert!(message.ends_with("cannot be read: it is not a regular file"), "{message}");
    }
}

#[test]
fn a_file_names_no_files_outside_its_folder() {
    let plain = fs::read_to_string(root().join("tests/maps/rules/plain.ron")).expect("the rules");
    let camps = fs::read_to_string(root().join(TWO_CAMPS)).expect("the map");
    let by_rules = |rules: &str| camps.replace("rules/plain.ron", rules);
    let (_folder, path) = folder_with(&[
        ("plain.ron", &plain),
        ("secret.ron", "hush: watchword"),
        ("here/up.ron", &by_rules("../plain.ron")),
        ("here/around.ron", &by_rules("../../../../../../../../../../etc/passwd")),
        ("here/secret.ron", &by_rules("../secret.ron")),
        ("here/none.ron", &by_rules("../no/such.ron")),
        ("here/scenario.ron", "Scenario(name: \"s\", map: \"../../secret\")"),
        ("here/campaign.ron", &CAMPAIGN.replace("MAP", "../secret.ron")),
        ("here/tileset.tmx", &tiled_map("../secret.ron")),
    ]);
    let absolute = Path::new(&path("here")).join("absolute.ron");
    fs::write(&absolute, by_rules(&path("plain.ron"))).expect("a file");
    let told = |message: &str, end: &str| {
        assert!(message.contains(" lies outside the folder of ") && message.contains(end), "{message}");
        for word in ["watchword", "hush", "root"] {
            assert!(!message.contains(word), "{message}");
        }
    };
    let out = path("out.ron");
    for (file, place) in [
        ("up.ron", "up.ron:4:12: rules: the file `../plain.ron` lies"),
        ("around.ron", "around.ron:4:12: rules: "),
        ("secret.ron", "secret.ron:4:12: rules: "),
        ("none.ron", "none.ron:4:12: rules: "),
        ("absolute.ron", "absolute.ron:4:12: rules: "),
        ("scenario.ron", "scenario.ron:1:26: map: the file `../../secret` lies"),
    ] {
        let file = path(&format!("here/{file}"));
        for args in [&["battle", &file][..], &["map", "show", &file], &["map", "convert", &file, "out.tmj"]] {
            told(&refused(args), place);
        }
        let checked = run(&["map", "check", &file]);
        assert_eq!(checked.code, 2);
        told(&one_error(&checked.err), place);
    }
    told(&refused(&["campaign", &path("here/campaign.ron")]), "campaign.ron:2:31: battles[0].map: ");
    told(
        &refused(&["map", "convert", &path("here/tileset.tmx"), &out]),
        "external tileset `../secret.ron`: ",
    );

    for file in ["up.ron", "absolute.ron"] {
        let file = path(&format!("here/{file}"));
        assert!(well(&["map", "check", &file, "--allow-outside"]).contains(": playable: "));
    }
    let message = refused(&["campaign", &path("here/campaign.ron"), "--allow-outside"]);
    assert!(message.contains("secret.ron:1:"), "the file has been read: {message}");
    let message = refused(&["map", "convert", &path("here/tileset.tmx"), &out, "--allow-outside"]);
    assert!(message.contains("not Tiled's JSON"), "the file has been read: {message}");
}

#[cfg(unix)]
#[test]
fn links_that_leave_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let plain = fs::read_to_string(root().join("tests/maps/rules/plain.ron")).expect("the rules");
    let camps = fs::read_to_string(root().join(TWO_CAMPS)).expect("the map");
    let (_folder, path) = folder_with(&[
        ("plain.ron", &plain),
        ("here/near.ron", &plain),
        ("here/leaves.ron", &camps.replace("rules/plain.ron", "out.ron")),
        ("here/stays.ron", &camps.replace("rules/plain.ron", "in.ron")),
    ]);
    symlink("../plain.ron", PathBuf::from(path("here/out.ron"))).expect("a link");
    symlink("near.ron", PathBuf::from(path("here/in.ron"))).expect("a link");
    let message = refused(&["battle", &path("here/leaves.ron")]);
    assert!(message.contains("leaves.ron:4:12: rules: the file `out.ron` lies outside"), "{message}");
    assert!(well(&["map", "check", &path("here/leaves.ron"), "--allow-outside"]).contains(": playable: "));
    assert!(well(&["map", "check", &path("here/stays.ron")]).contains(": playable: "));
}

/// A unit of a type without a name was exported to a map that could not be read back.
#[test]
fn a_unit_of_a_nameless_type_is_not_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.tmx", "a.tmj"] {
        let to = folder.path().join(name).display().to_string();
        let message = refused(&["map", "convert", "tests/data/hostile/R10_export.ron", &to]);
        assert!(message.contains("blue.units[0].type: unknown unit type ``"), "{message}");
        assert!(!Path::new(&to).exists());
    }
}
