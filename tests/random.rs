//! `map random`: maps that nobody has drawn.

use std::fs;

use crate::program::{json, refused, run, well};

const KINDS: [&str; 5] = ["pass", "river", "plain", "islands", "highlands"];

#[test]
fn every_kind_can_be_checked_shown_and_played_from_every_direction() {
    let folder = tempfile::tempdir().expect("a folder");
    for (kind, from) in KINDS.into_iter().zip(["n", "ne", "se", "s", "nw"]) {
        let path = folder.path().join(format!("{kind}.ron")).display().to_string();
        let out = well(&[
            "map", "random", "--size", "30x24", "--kind", kind, "--seed", "9", "--from", from, "-o", &path,
        ]);
        assert_eq!(out, "");
        assert!(fs::read_to_string(&path).expect("the map").contains(&format!("--kind {kind} ")));
        let checked = json(&well(&["map", "check", "--json", &path]));
        assert_eq!((&checked[0]["playable"], &checked[0]["faults"]), (&true.into(), &serde_json::json!([])));
        assert_eq!(json(&well(&["map", "chokes", "--json", &path]))["from"], from);
        assert!(well(&["map", "show", &path]).contains("30 × 24 hexes"));
        assert!(json(&well(&["battle", "--json", &path]))["turns"].as_u64() > Some(0));
    }
}

#[test]
fn a_map_can_be_made_for_every_ruleset() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.ron").display().to_string();
    for (rules, kind) in [("hoplite", "pass"), ("musket", "river"), ("panzer", "plain")] {
        let size = ["map", "random", "--size", "30x24", "--seed", "9", "--kind", kind];
        well(&[&size[..], &["--rules", rules, "-o", &path]].concat());
        let text = fs::read_to_string(&path).expect("the map");
        assert!(text.contains(&format!("\n    rules: \"{rules}\",\n")), "{text}");
        assert!(text.contains(&format!("--from n --rules {rules}")), "it says how it was made: {text}");
        let checked = json(&well(&["map", "check", "--json", &path]));
        assert_eq!((&checked[0]["playable"], &checked[0]["faults"]), (&true.into(), &serde_json::json!([])));
        assert!(json(&well(&["battle", "--json", &path]))["turns"].as_u64() > Some(0));
    }
}

#[test]
fn a_map_for_a_ruleset_of_ones_own_finds_it_beside_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(name("rules")).expect("a folder");
    let own = name("rules/own.ron");
    fs::copy(crate::program::root().join("crates/rules/assets/rules/musket.ron"), &own).expect("a copy");
    let map = name("a.ron");
    let size = ["map", "random", "--size", "24x20", "--rules"];
    well(&[&size[..], &[&own, "-o", &map]].concat());
    assert!(fs::read_to_string(&map).expect("the map").contains("rules/own.ron"));
    assert!(json(&well(&["battle", "--json", &map]))["turns"].as_u64() > Some(0));
    let away = tempfile::tempdir().expect("a folder");
    let elsewhere = away.path().join("a.ron").display().to_string();
    assert_eq!(
        refused(&[&size[..], &[&own, "-o", &elsewhere]].concat()),
        "--rules: a map finds only rulesets in its folder or below"
    );
    assert!(refused(&[&size[..], &["no_such.ron"]].concat()).contains("no_such.ron"));
    // Nothing that is named as the classic terrains are, and no hill: what is likest serves.
    let text = ["grass", "forest", "water", "road", "bridge", "hill"]
        .into_iter()
        .fold(fs::read_to_string(&own).expect("the ruleset"), |text, name| {
            text.replace(&format!("\"{name}\""), &format!("\"my {name}\""))
        });
    fs::write(&own, text).expect("written");
    well(&[&size[..], &[&own, "-o", &map]].concat());
    assert!(json(&well(&["battle", "--json", &map]))["turns"].as_u64() > Some(0));
}

#[test]
fn a_map_goes_to_standard_output_as_it_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.ron");
    let args = ["map", "random", "--size", "20x18", "--kind", "river", "--seed", "3"];
    let out = well(&args);
    let file = path.display().to_string();
    well(&[&args[..], &["--out", &file]].concat());
    assert_eq!(out, fs::read_to_string(&path).expect("the map"));
    assert!(out.starts_with("Map(\n    name: \"River 3\",\n"), "{out}");
    assert!(out.contains("--size 20x18 --kind river --seed 3 --from n"), "it says how it was made: {out}");
    assert_eq!(out.lines().filter(|line| line.trim().len() == 23).count(), 18, "a row a line: {out}");
    assert_ne!(out, well(&[&args[..6], &["--seed", "4"]].concat()));
}

#[test]
fn wrong_sizes_and_kinds_are_refused() {
    let size = |size: &str| refused(&["map", "random", "--size", size]);
    assert_eq!(size("12x40"), "--size: 12x40 hexes are too few: a random map needs at least 16x16");
    assert!(size("4096x4096").starts_with("--size: 4096x4096 hexes are too many"));
    assert!(size("4000000000x4000000000").contains("too many"));
    assert!(size("forty").contains("a size is given as columns x rows, as in 40x30"));
    assert!(refused(&["map", "random", "--size", "20x20", "--kind", "swamp"]).contains("highlands"));
    assert_eq!(run(&["map", "random"]).code, 2);
    assert!(refused(&["map", "random", "--size", "20x20", "-o", "maps"]).contains("it is a directory"));
    assert!(
        refused(&["map", "random", "--size", "20x20", "-o", "no/such/folder.ron"])
            .contains("cannot be written")
    );
}

#[test]
fn a_map_gets_the_armies_that_points_buy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.ron").display().to_string();
    let size = ["map", "random", "--size", "24x20"];
    well(&[&size[..], &["--red-points", "700", "--blue-points", "500", "-o", &path]].concat());
    let points = &json(&well(&["battle", &path, "--red", "random", "--blue", "random", "--json"]))["points"];
    let [red, blue] = ["red", "blue"].map(|side| points[side].as_u64().expect("a price"));
    assert!((600..=700).contains(&red) && (400..=500).contains(&blue), "{points}");
    let crowd = refused(&[&size[..], &["--red-points", "90000"]].concat());
    assert!(crowd.starts_with("--red-points, --blue-points: "), "{crowd}");
}
