//! `licences`: every crate that is shipped, with a licence. `tools/licences --check` compares the list with cargo's.

use std::collections::BTreeSet;

use crate::program::{json, root, well};

/// The names and versions of other people's crates in a lock file.
fn locked_crates(path: &str) -> BTreeSet<(String, String)> {
    let text = std::fs::read_to_string(root().join(path)).expect("a lock file");
    let value = |block: &str, field: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(" = \""));
        line.map(|value| value.trim_end_matches('"').to_owned())
    };
    let packages = text.split("[[package]]").filter(|block| block.contains("source = "));
    packages.filter_map(|block| Some((value(block, "name")?, value(block, "version")?))).collect()
}

#[test]
fn every_shipped_crate_is_listed_with_its_licence() {
    let list = json(&well(&["licences", "--json"]));
    let works = list.as_array().expect("a list");
    let mut locked = locked_crates("Cargo.lock");
    locked.extend(locked_crates("python/Cargo.lock"));
    let mut crates = BTreeSet::new();
    for work in works {
        let text = |field: &str| work[field].as_str().expect("a text").to_owned();
        assert!(!text("licence").is_empty() && text("from").starts_with("http"), "{work}");
        if text("kind") == "crate" {
            assert!(crates.insert((text("name"), text("version"))), "twice: {work}");
        }
    }
    let unknown: Vec<_> = crates.difference(&locked).collect();
    assert!(unknown.is_empty(), "no lock file has {unknown:?}; `tools/licences` writes the list anew");
    let names: BTreeSet<&str> = crates.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["clap", "bevy", "rustls", "sqlx", "tract-onnx", "pyo3", "ron"] {
        assert!(names.contains(name), "{name} is shipped");
    }
    assert!(!names.contains("criterion") && !names.contains("proptest"), "what only tests is not shipped");
    let fonts = works.iter().filter(|work| work["kind"] == "font").count();
    let told = well(&["licences"]);
    assert_eq!((fonts, told.lines().count()), (3, works.len() + 1));
}
