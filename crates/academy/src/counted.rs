//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 crossing`, `2 crossings`. The engine has the same, which the
/// academy must not know.
pub fn count_words<N: Copy + Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}
