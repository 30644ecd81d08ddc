//! Files from outside that once broke the program.

use crate::program::{json, well};

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
