//! `map` and `rules`: check, show, path, convert.

use std::fs;
use std::io::Cursor;

use hotgates_engine::MapFile;
use serde_json::{Value, json as value};

use crate::program::{TWO_CAMPS, json, one_error, refused, root, run, shipped_maps, well};

#[test]
fn checking_tells_what_a_map_is_and_what_is_wrong() {
    let out = well(&["map", "check", TWO_CAMPS]);
    let about = "playable: 11 × 6 hexes, 1 castle, Red 4 units from the north-east, Blue 3 units, 12 turns";
    assert_eq!(out, format!("{TWO_CAMPS}: {about}\n"));
    let said =
        run(&["map", "check", "--json", TWO_CAMPS, "tests/bad/unknown_glyph.ron", "tests/bad/truncated.ron"]);
    assert_eq!(said.code, 2, "the worst counts");
    let all = json(&said.out);
    let playable: Vec<_> = (0..3).map(|file| all[file]["playable"].clone()).collect();
    assert_eq!(playable, [true, false, false]);
    assert_eq!(all[0]["faults"], value!([]));
    let fault = &all[1]["faults"][0];
    assert_eq!((&fault["line"], &fault["column"], &fault["hex"]), (&5.into(), &14.into(), &value!([4, 1])));
    assert_eq!((&fault["field"], &fault["warning"]), (&"rows[1]".into(), &false.into()));
    let fault = &all[2]["faults"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&10.into(), &23.into()));
}

/// The shipped maps are written by hand in this layout, after a comment.
#[test]
fn the_shipped_maps_are_written_as_they_are() {
    for path in shipped_maps() {
        let text = fs::read_to_string(root().join(&path)).expect("a text");
        let map = &text[text.find("Map(").expect("a map")..];
        assert_eq!(MapFile::from_ron(map).expect("a sound map").to_ron(), map, "{path}");
    }
}

#[test]
fn a_long_march_is_a_warning() {
    let said = run(&["map", "check", "tests/maps/long_march.ron"]);
    assert_eq!(said.code, 0);
    assert!(said.err.starts_with("warning: tests/maps/long_march.ron: Red's way"), "{}", said.err);
    let said = run(&["battle", "tests/maps/long_march.ron", "--json"]);
    assert_eq!((said.code, said.err.matches("warning: ").count()), (0, 1));
    assert_eq!(
        run(&["battle", "tests/maps/long_march.ron", "--games", "4", "--json"])
            .err
            .matches("warning: ")
            .count(),
        1
    );
}

#[test]
fn directions_from_which_nobody_can_come_name_themselves() {
    let message = refused(&["battle", "tests/bad/too_small.ron", "--from", "nw"]);
    assert!(message.starts_with("--from: Red cannot come from the north-west: "), "{message}");
}

#[test]
fn the_cheapest_way_is_printed_hex_by_hex() {
    let out = well(&["map", "path", TWO_CAMPS, "--from", "0,2", "--to", "3,3", "--json"]);
    let path = json(&out);
    assert_eq!(path["cells"], value!([[0, 2], [1, 2], [2, 3], [3, 3]]));
    assert_eq!(path["cost"], 4);
    assert!(path["expanded"].as_u64() > Some(0));
    let out = well(&["map", "path", TWO_CAMPS, "--from", "0,2", "--to", "3,3"]);
    assert_eq!(out.lines().count(), 6);
    assert!(out.ends_with(" searched\n") && out.contains("4 hexes, 4 MP for infantry"), "{out}");
}

#[test]
fn a_way_to_where_one_is_costs_nothing() {
    let out = well(&["map", "path", TWO_CAMPS, "--from", "4,4", "--to", "4,4", "--json"]);
    assert_eq!(json(&out), value!({ "cells": [[4, 4]], "cost": 0, "expanded": 0 }));
}

#[test]
fn no_way_is_null_and_exit_1() {
    let said = run(&["map", "path", "tests/maps/island.ron", "--from", "0,0", "--to", "6,1", "--json"]);
    assert_eq!((said.code, json(&said.out), said.err.as_str()), (1, value!({ "cells": null }), ""));
    let said =
        run(&["map", "path", "tests/maps/island.ron", "--from", "0,0", "--to", "6,1", "--unit", "cavalry"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert_eq!(one_error(&said.err), "there is no way for cavalry from 0,0 to 6,1");
}

#[test]
fn ways_of_nobody_to_nowhere_are_refused() {
    let path = |from: &str, unit: &str| {
        refused(&["map", "path", TWO_CAMPS, "--from", from, "--to", "1,1", "--unit", unit])
    };
    assert_eq!(path("11,0", "infantry"), "--from: hex 11,0 is off the map; columns go to 10, rows to 5");
    assert_eq!(path("-1,0", "infantry"), "--from: hex -1,0 is off the map; columns go to 10, rows to 5");
    assert_eq!(
        path("1,0", "elephants"),
        "--unit: unknown unit type `elephants`; known: infantry, cavalry, artillery"
    );
    assert!(path("1", "infantry").contains("a hex is given as column,row"));
}

#[test]
fn a_map_is_shown_with_its_armies_or_without() {
    let out = well(&["map", "show", TWO_CAMPS]);
    assert!(out.starts_with("Two Camps: 11 × 6 hexes\n"), "{out}");
    assert!(out.contains(" A ") && out.contains(" i "), "Red's letters are large, Blue's small: {out}");
    let out = well(&["map", "show", "tests/maps/island.ron"]);
    let expected = "Island: 7 × 2 hexes\n ##      ~       .       .\n     .       .       .\n .       ~       .       .\n     .       .       .\n\n";
    assert_eq!(out, expected);
}

#[test]
fn a_tiled_map_says_everything_the_file_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("camps.tmj");
    well(&["map", "convert", TWO_CAMPS, &out.display().to_string()]);
    let map: Value = json(&fs::read_to_string(&out).expect("the map"));
    let shape = ["orientation", "staggeraxis", "staggerindex", "infinite"].map(|field| map[field].clone());
    assert_eq!(shape, [value!("hexagonal"), value!("x"), value!("odd"), value!(false)]);
    assert_eq!((&map["width"], &map["height"]), (&11.into(), &6.into()));
    let [tiles, objects] = [0, 1].map(|layer| &map["layers"][layer]);
    assert_eq!(
        (&tiles["type"], &objects["type"], &map["layers"][2]),
        (&"tilelayer".into(), &"objectgroup".into(), &Value::Null)
    );
    let tileset = &map["tilesets"][0];
    let class = |gid: &Value| {
        let id = gid.as_u64().expect("a tile") - tileset["firstgid"].as_u64().expect("a number");
        tileset["tiles"][usize::try_from(id).expect("small")]["type"].as_str().expect("a class").to_owned()
    };
    let data = tiles["data"].as_array().expect("plain data");
    assert_eq!(data.len(), 66);
    assert_eq!(
        [22, 23, 26, 12, 16].map(|at| class(&data[at])),
        ["castle", "road", "grass", "forest", "mountain"]
    );
    assert_eq!(objects["objects"].as_array().map(Vec::len), Some(7), "a point for each unit");
    let picture =
        fs::read(folder.path().join(tileset["image"].as_str().expect("a name"))).expect("beside the map");
    let picture = png::Decoder::new(Cursor::new(picture)).read_info().expect("a picture");
    assert_eq!(
        (&tileset["imagewidth"], &tileset["imageheight"]),
        (&picture.info().width.into(), &picture.info().height.into())
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn formats_that_are_not_read_or_written_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    for (from, to, message) in [
        (TWO_CAMPS, "a.gif", "the extension says nothing"),
        (TWO_CAMPS, "a", "the extension says nothing"),
        ("a.gif", "a.ron", "the extension says nothing"),
        (TWO_CAMPS, "a.ron", "nothing to convert"),
        (TWO_CAMPS, "a.map", "maps of Wesnoth are read, not written"),
        ("a.tmj", "a.ron", "a.tmj: cannot be read: no such file"),
    ] {
        let to = folder.path().join(to).display().to_string();
        assert!(refused(&["map", "convert", from, &to]).contains(message), "{from} to {to}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn rules_are_shown_and_checked() {
    let out = well(&["rules", "show"]);
    for said in [
        "forest",
        "artillery",
        "Brigadier",
        "points",
        "fire by artillery on cavalry: 800 ‰",
        "300 ‰ + 100 ‰ × 2d6",
    ] {
        assert!(out.contains(said), "{said} in {out}");
    }
    assert!(
        well(&["rules", "check", "tests/maps/rules/plain.ron"])
            .ends_with("sound: 7 terrains, 3 unit types, 6 ranks\n")
    );
    assert!(root().join("crates/rules/assets/rules/classic.ron").is_file());
}

#[test]
fn chokes_are_found_in_the_gates_and_marked_on_the_map() {
    let out = well(&["map", "chokes", "maps/hot_gates.ron", "--json"]);
    let found = json(&out);
    assert_eq!((&found["from"], found["entry"].as_array().unwrap().len()), (&"n".into(), 15));
    let sets = found["sets"].as_array().unwrap();
    let held = &sets[usize::try_from(found["chosen"].as_u64().unwrap()).unwrap()];
    assert_eq!(
        (&held["cuts"], &held["feasible"], &held["by"]),
        (&true.into(), &true.into(), &"classic".into())
    );
    let columns: Vec<_> =
        held["hexes"].as_array().unwrap().iter().map(|hex| hex[0].as_i64().unwrap()).collect();
    assert_eq!(columns, [14, 24], "the gate and the track");

    let exact = json(&well(&["map", "chokes", "maps/hot_gates.ron", "--json", "--exact"]));
    assert!(exact["sets"].as_array().unwrap().iter().all(|set| set["by"] == "exact" && set["cuts"] == true));

    let told = well(&["map", "chokes", "maps/hot_gates.ron"]);
    assert_eq!(told.lines().filter(|line| line.starts_with('*')).count(), 1, "{told}");
    let shown = well(&["map", "show", "maps/hot_gates.ron", "--chokes"]);
    assert!(shown.contains("* point of convergence"), "{shown}");
    assert!(!well(&["map", "show", "maps/hot_gates.ron"]).contains('*'));
}

#[test]
fn open_country_has_nothing_to_hold() {
    let found = json(&well(&["map", "chokes", "maps/open_field.ron", "--json"]));
    assert_eq!(found["chosen"], Value::Null);
    assert_eq!(run(&["map", "chokes", "tests/bad/no_castle.ron"]).code, 2);
}
