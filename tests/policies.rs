//! Trained policies as commanders. The file that plays here is that of the learning examples in Python.

use std::fs;

use tempfile::TempDir;

use crate::program::{json, one_error, program, refused, root, run_with, said, well};

const POLICY: &str = "policy:python/examples/skirmish.onnx";
const SKIRMISH: &str = "python/examples/skirmish.ron";

/// The orders of the policy are those that the same network gives in Python: battles have the hashes that are written there.
#[test]
fn a_policy_fights_as_it_does_in_python() {
    let hashes = fs::read_to_string(root().join("python/examples/skirmish.hashes")).expect("hashes");
    assert!(hashes.lines().count() >= 8);
    for line in hashes.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [side, opponent, seed, hash] = words[..] else { panic!("{line}") };
        let (red, blue) = if side == "red" { (POLICY, opponent) } else { (opponent, POLICY) };
        let battle = ["battle", SKIRMISH, "--red", red, "--blue", blue, "--seed", seed, "--json"];
        let document = json(&well(&battle));
        assert_eq!(document["hash"], hash, "{line}");
        assert_eq!(document[side], POLICY);
    }
}

#[test]
fn a_policy_speaks_the_protocol() {
    let hello =
        r#"{"hello":{"protocol":[1,1],"features":["fog","why"],"game":"hotgates","version":"0.1.0"}}"#;
    let said = run_with(&["bot", POLICY], format!("{hello}\n").as_bytes());
    assert!(said.out.starts_with("{\"ready\":") && said.out.contains(POLICY), "{}", said.out);
    let program = program(&["bot"]).get_program().to_str().expect("a path").to_owned();
    let bot = format!("bot:'{program}' bot {POLICY}");
    let key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    let hash = |red: &str| {
        let battle = ["battle", SKIRMISH, "--red", red, "--blue", "greedy", "--key", key, "--json"];
        json(&well(&battle))["hash"].clone()
    };
    assert_eq!(hash(&bot), hash(POLICY), "the same orders over pipes");
}

#[test]
fn a_policy_plays_tournaments_that_know_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (file, out) = (at("own.onnx"), at("t"));
    fs::copy(root().join("python/examples/skirmish.onnx"), &file).expect("copied");
    let name = format!("policy:{file}");
    let tournament =
        ["tournament", &name, "random", "--maps", SKIRMISH, "--games", "4", "--json", "-o", &out];
    assert_eq!(json(&well(&tournament))["games"], 4);
    assert!(fs::read_to_string(folder.path().join("t/plan.json")).expect("a plan").contains("own.onnx"));
    let mut bytes = fs::read(&file).expect("a policy");
    // A word of the graph that nothing depends on.
    let name_of_graph = bytes.windows(8).rposition(|part| part == b"skirmish").expect("the graph's name");
    bytes[name_of_graph] = b'S';
    fs::write(&file, bytes).expect("written");
    let again = refused(&[&tournament[..], &["--resume"]].concat());
    assert!(again.contains(&format!("the file of {name} has changed since")), "{again}");
    let elsewhere = refused(&["tournament", &name, "random", "--maps", "maps/goat_path.ron"]);
    assert!(elsewhere.contains("cannot be started: it was trained on a map of 10 × 5 hexes"), "{elsewhere}");
}

#[test]
fn what_is_no_policy_is_refused_by_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused_in = |name: &str| {
        let battle = ["battle", "map.ron", "--red", name, "--blue", "greedy"];
        let said = said(&program(&battle).current_dir(folder.path()).output().expect("it runs"));
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        one_error(&said.err)
    };
    write_map(&folder);
    fs::write(folder.path().join("text.onnx"), "Map(name: \"no model\")").expect("written");
    assert!(refused_in("policy:text.onnx").starts_with("--red: text.onnx: it is no ONNX model: "));
    assert!(refused_in("policy:none.onnx").starts_with("--red: none.onnx: "));
    assert!(refused_in("policy:").starts_with("--red: "));
    assert!(refused_in("policy:.").starts_with("--red: "));
    let whole = root().join("python/examples/skirmish.onnx").display().to_string();
    let elsewhere = refused_in(&format!("policy:{whole}"));
    assert!(
        elsewhere.contains("cannot be started: it was trained on a map of 10 × 5 hexes, and this one has")
    );
    let large = fs::File::create(folder.path().join("large.onnx")).expect("a file");
    large.set_len(33 << 20).expect("a hole");
    assert!(refused_in("policy:large.onnx").contains("at most"));
}

/// A pipe is no file, and nobody waits for who writes to it.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    write_map(&folder);
    let pipe = folder.path().join("pipe.onnx");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let battle = ["battle", "map.ron", "--red", "policy:pipe.onnx"];
    let said = said(&program(&battle).current_dir(folder.path()).output().expect("it runs"));
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(one_error(&said.err).starts_with("--red: pipe.onnx: "), "{}", said.err);
}

fn write_map(folder: &TempDir) {
    let map = fs::read(root().join("maps/open_field.ron")).expect("a map");
    fs::write(folder.path().join("map.ron"), map).expect("written");
}
