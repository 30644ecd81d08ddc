//! Numbers with their nouns.

use std::fmt;

/// Returns a number with its noun: `1 hex`, `2 hexes`.
///
/// ```
/// use hotgates_text::count_words;
///
/// assert_eq!(count_words(1, "hex", "hexes"), "1 hex");
/// assert_eq!(count_words(0, "hex", "hexes"), "0 hexes");
/// ```
pub fn count_words<N: Copy + fmt::Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    many: &str,
) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}
