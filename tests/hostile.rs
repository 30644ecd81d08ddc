//! Files from outside that once broke the program.

use crate::program::{json, refused, well};

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

/// A unit of a type without a name was exported to a map that could not be read back.
#[test]
fn a_unit_of_a_nameless_type_is_not_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.tmx", "a.tmj"] {
        let to = folder.path().join(name).display().to_string();
        let message = refused(&["map", "convert", "tests/data/hostile/R10_export.ron", &to]);
        assert!(message.contains("blue.units[0].type: unknown unit type ``"), "{message}");
        assert!(!std::path::Path::new(&to).exists());
    }
}
