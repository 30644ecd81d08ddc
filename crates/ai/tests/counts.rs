//! The fixed suite counts what it counted before: a search that expands more than it did shows
//! here, without a clock.
//!
//! After a change that is meant, `HOTGATES_ACCEPT=1 cargo test -p hotgates-ai --test counts` writes
//! the new counts.

#[expect(dead_code, reason = "it is also a program")]
#[path = "../examples/suite.rs"]
mod suite;

use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/counts.txt");

#[test]
fn the_suite_counts_what_it_counted_before() {
    let mut now = String::new();
    for (part, count) in suite::PARTS {
        for (name, count) in count() {
            writeln!(now, "{part}: {name}: {count}").unwrap();
        }
    }
    if std::env::var_os("HOTGATES_ACCEPT").is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    let before = std::fs::read_to_string(FILE).unwrap();
    let changed: Vec<String> = now.lines().filter_map(|line| change(&before, line)).collect();
    assert!(
        changed.is_empty() && before.lines().count() == now.lines().count(),
        "the suite counts otherwise than {FILE} says:\n{}\nIf this is meant: \
         HOTGATES_ACCEPT=1 cargo test -p hotgates-ai --test counts",
        changed.join("\n")
    );
}

/// Returns the line of a count that has changed, with both numbers.
fn change(before: &str, line: &str) -> Option<String> {
    let (name, now) = line.rsplit_once(": ").expect("written above");
    let old = before.lines().filter_map(|line| line.rsplit_once(": ")).find(|(other, _)| *other == name);
    let Some((_, old)) = old else { return Some(format!("{name}: new, {now}")) };
    let number = |text: &str| text.parse::<f64>().expect("counts are numbers");
    let percent = 100.0 * (number(now) / number(old) - 1.0);
    (old != now).then(|| format!("{name}: {old} -> {now} ({percent:+.2} %)"))
}
