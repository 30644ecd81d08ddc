//! What comes with the program besides the window's own words: names of officers and goals, what is said during battles,
//! the campaign. It is written in English in the maps; here are its words in other languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::texts::{Language, Texts};

/// Texts in English with their translations, a line each.
const CHINESE: &str = include_str!("../assets/locales/zh.contents");

static IN_CHINESE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = CHINESE.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).collect()
});

impl Texts {
    /// Returns a text of the maps and the campaign that come with the program in the player's language; any other
    /// text as it is.
    ///
    /// ```
    /// use hotgates_ui::texts::{Language, Texts};
    ///
    /// let chinese = Texts::new(Language::Chinese);
    /// assert_eq!(chinese.translated_content("Leonidas"), "列奥尼达");
    /// assert_eq!(chinese.translated_content("Somebody"), "Somebody");
    /// ```
    #[must_use]
    pub fn translated_content<'a>(&self, english: &'a str) -> &'a str {
        match self.language() {
            Language::English => english,
            Language::Chinese => IN_CHINESE.get(english).copied().unwrap_or(english),
        }
    }
}
