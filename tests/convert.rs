//! `map convert`: in every direction, and what comes of bad files.

use std::fs;
use std::path::Path;

use crate::program::{TWO_CAMPS, one_error, refused, root, run, shipped_maps, well};

/// Converts within a folder of the test's own; returns the written file.
fn convert(from: &str, to: &Path) -> String {
    well(&["map", "convert", from, &to.display().to_string()]);
    fs::read_to_string(to).expect("the map")
}

#[test]
fn a_map_comes_back_from_tiled_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for original in shipped_maps() {
        convert(&original, &path("there.tmj"));
        convert(&path("there.tmj").display().to_string(), &path("across.tmx"));
        let back = convert(&path("across.tmx").display().to_string(), &path("back.ron"));
        let original = fs::read_to_string(root().join(original)).expect("the map");
        assert_eq!(Some(&*back), original.find("Map(").map(|start| &original[start..]));
    }
    assert!(path("there-tiles.png").is_file() && path("across-tiles.png").is_file());
}

/// The ruleset of a map in another folder is found where the map goes back to.
#[test]
fn a_map_with_rules_of_its_own_comes_back_to_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let [maps, rules, elsewhere] = ["maps", "maps/rules", "else/where"].map(|name| folder.path().join(name));
    for folder in [&maps, &rules, &elsewhere] {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::copy(root().join(TWO_CAMPS), maps.join("camps.ron")).expect("a copy");
    fs::copy(root().join("tests/maps/rules/plain.ron"), rules.join("plain.ron")).expect("a copy");
    let tiled = elsewhere.join("camps.tmx").display().to_string();
    convert(&maps.join("camps.ron").display().to_string(), Path::new(&tiled));
    let back = convert(&tiled, &maps.join("back.ron"));
    let original = fs::read_to_string(root().join(TWO_CAMPS)).expect("the map");
    assert!(original.ends_with(&back), "{back}");
    let message = refused(&["map", "convert", &tiled, &elsewhere.join("lost.ron").display().to_string()]);
    assert!(message.contains("camps.tmx: ruleset `rules/plain.ron`: there is no file"), "{message}");
}

#[test]
fn a_map_of_wesnoth_becomes_a_battle() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("kinds.ron");
    let map = convert("tests/convert/every_kind.map", &out);
    let rows = [
        "==.ff.=^..f.",
        "..==.f=.f...",
        "f..=..f..f.^",
        "f.~H~~.f~~H~",
        "...==^......",
        ".=^.===f..^.",
        ".....f===f..",
        "..=....=#=..",
    ];
    let rows = rows.map(|row| format!("        \"{row}\",\n")).concat();
    assert!(map.contains(&rows), "{map}");
    assert!(map.contains("    entry: [\n        (0, 0),\n    ],\n"), "the farther of two starts: {map}");
    assert!(well(&["map", "check", &out.display().to_string()]).contains("playable: 12 × 8 hexes, 1 castle"));
    convert("tests/convert/every_kind.map", &folder.path().join("kinds.tmj"));
}

#[test]
fn rows_that_are_staggered_become_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("turned.ron").display().to_string();
    let said = run(&["map", "convert", "tests/convert/pointed_tops.tmx", &out]);
    assert_eq!((said.code, &*said.out), (0, ""));
    let warning = "warning: tests/convert/pointed_tops.tmx: this map staggers rows: it was mirrored";
    assert!(said.err.starts_with(warning) && said.err.lines().count() == 1, "{}", said.err);
    let map = fs::read_to_string(&out).expect("the map");
    for line in [
        "\"...........#\",",
        "\"....ff......\",",
        "from: s,",
        "(type: \"cavalry\", at: (0, 3)),",
        "(type: \"infantry\"),",
    ] {
        assert!(map.contains(line), "{line} in {map}");
    }
    assert!(well(&["map", "check", &out]).contains("12 × 8 hexes, 1 castle, Red 1 unit from the south"));
}

#[test]
fn bad_files_get_one_message_and_write_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let out = folder.path().join("out.ron");
    let sound = fs::read(root().join("tests/convert/pointed_tops.tmx")).expect("the map");
    let sound_text = String::from_utf8_lossy(&sound);
    for (file, message) in [
        (write("cut.tmx", &sound[..600]), "cut.tmx:19:16: not Tiled's XML: the file ends inside `data`"),
        (write("alone.tmx", &sound), "alone.tmx: external tileset `ground.tsx`: there is no file"),
        (
            write("folder.tmx", sound_text.replace("ground.tsx", ".").as_bytes()),
            "folder.tmx: external tileset `.`: there is no file",
        ),
        (write("bytes.tmj", b"{\"a\xff"), "bytes.tmj:1:4: not UTF-8 text"),
        (write("deep.tmj", "[".repeat(1 << 19).as_bytes()), "deep.tmj:1:1: not Tiled's JSON"),
        (
            write("code.map", b"Xu,Xu,Xu\nXu,Zz,Xu\nXu,Xu,Xu\n"),
            "code.map:2:4: hex 0,0: unknown terrain code `Zz`",
        ),
        (write("dir.ron", b"Map("), "dir.ron:1:"),
    ] {
        let to = if Path::new(&file).extension().is_some_and(|extension| extension == "ron") {
            out.with_extension("tmx")
        } else {
            out.clone()
        };
        let said = run(&["map", "convert", &file, &to.display().to_string()]);
        assert_eq!(said.code, 2, "{file}");
        let error = one_error(&said.err);
        assert!(error.contains(message), "{error}\nexpected: {message}");
        assert!(!to.exists());
    }
}
