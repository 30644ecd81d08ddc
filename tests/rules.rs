//! The manual of the rules.

use std::fs;

use crate::program::{refused, root, well};

/// Fails when the ruleset or the odds have changed and the manual has not: run
/// `hotgates rules show --markdown > docs/rules.md`.
#[test]
fn the_manual_is_that_of_the_ruleset() {
    let manual = fs::read_to_string(root().join("docs/rules.md")).expect("the manual");
    let fresh = well(&["rules", "show", "--markdown"]);
    let line = manual.lines().zip(fresh.lines()).find(|(old, new)| old != new);
    assert!(manual == fresh, "docs/rules.md is stale: {line:?}");
    assert_eq!(manual, well(&["rules", "show", "--markdown", "crates/engine/assets/rules/classic.ron"]));
}

#[test]
fn any_ruleset_gets_a_manual() {
    let manual = well(&["rules", "show", "tests/rules/plain.ron", "--markdown"]);
    assert!(manual.starts_with("# The rules: plain\n"), "{manual}");
    let message = refused(&["rules", "show", "--markdown", "tests/bad/bad_rules.ron"]);
    assert!(message.starts_with("tests/bad/bad_rules.ron:1:1: "), "{message}");
}
