//! Words in the player's language, from Fluent files that are embedded in the program.

use std::fmt;

use bevy::prelude::Resource;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use hotgates_engine::visible_lines;
use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;

/// A language of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the name of the language in the language itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "中文",
        }
    }

    /// Returns the language of the system where the window speaks it, English otherwise.
    #[must_use]
    pub fn of_system() -> Self {
        sys_locale::get_locale().map_or(Self::English, |locale| Self::by_language_code(&locale))
    }

    /// Returns the language of a locale such as `zh-CN`, `zh_TW.UTF-8` or `en`; English where the window
    /// does not speak it.
    #[must_use]
    pub fn by_language_code(locale: &str) -> Self {
        let code = locale.split(['-', '_', '.']).next().unwrap_or_default();
        let spoken = |language: &Self| language.language_code().split('-').next() == Some(code);
        Self::ALL.into_iter().find(spoken).unwrap_or(Self::English)
    }

    const fn language_code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-Hans",
        }
    }

    /// Returns the Fluent source with all texts of the language.
    #[must_use]
    pub const fn fluent_source(self) -> &'static str {
        match self {
            Self::English => include_str!("../assets/locales/en.ftl"),
            Self::Chinese => include_str!("../assets/locales/zh.ftl"),
        }
    }
}

/// The words of one language.
#[derive(Resource)]
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// Returns the separators between sentences, and between the parts of a list.
#[must_use]
pub const fn sentence_separators(texts: &Texts) -> (&'static str, &'static str) {
    match texts.language() {
        Language::English => (" ", ", "),
        Language::Chinese => ("", "、"),
    }
}

/// Ends words that another sentence follows with a full stop, where they end with a letter or a digit.
///
/// ```
/// use hotgates_ui::texts::{Language, Texts, end_sentence};
///
/// let english = Texts::new(Language::English);
/// assert_eq!(end_sentence(&english, "A plain with a river".into()), "A plain with a river.");
/// assert_eq!(end_sentence(&english, "Hold the pass!".into()), "Hold the pass!");
/// ```
#[must_use]
pub fn end_sentence(texts: &Texts, mut words: String) -> String {
    if words.trim_end().ends_with(char::is_alphanumeric) {
        words.truncate(words.trim_end().len());
        words.push(match texts.language() {
            Language::English => '.',
            Language::Chinese => '。',
        });
    }
    words
}

/// Returns the beginning of a text that may be long, with a mark if something is left out.
///
/// ```
/// use hotgates_ui::texts::first_characters;
///
/// assert_eq!(first_characters("道路", 2), "道路");
/// assert_eq!(first_characters("道路桥", 2), "道路 …");
/// ```
#[must_use]
pub fn first_characters(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Texts").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Default for Texts {
    fn default() -> Self {
        Self::new(Language::default())
    }
}

impl Texts {
    /// Makes the texts of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        let resource = FluentResource::try_new(language.fluent_source().to_owned());
        let resource = resource.unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
        let code: LanguageIdentifier = language.language_code().parse().expect("our own codes are sound");
        let mut bundle = FluentBundle::new_concurrent(vec![code]);
        // Marks around what is put in would show up as boxes: the fonts have no glyphs for them.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).expect("a key stands once in a file");
        Self { language, bundle }
    }

    /// Returns the language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns the text of a key; the key itself where there is no text.
    #[must_use]
    pub fn get(&self, key: &str) -> String {
        self.format_text(key, None)
    }

    /// Returns the text of a key with values put in.
    #[must_use]
    pub fn text_with_values(&self, key: &str, values: &[(&str, TextValue)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            args.set(*name, self.fluent_value(value));
        }
        self.format_text(key, Some(&args))
    }

    fn fluent_value(&self, value: &TextValue) -> FluentValue<'static> {
        match value {
            TextValue::Number(number) => (*number).into(),
            // Names among the words may have come from outside.
            TextValue::Words(words) => visible_lines(self.translated_content(words)).into_owned().into(),
        }
    }

    fn format_text(&self, key: &str, args: Option<&FluentArgs>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        self.bundle.format_pattern(pattern, args, &mut Vec::new()).into_owned()
    }
}

/// A value that is put into a text.
#[derive(Debug, Clone)]
pub enum TextValue {
    /// A number, which plurals go by.
    Number(i64),
    /// Words.
    Words(String),
}

impl From<u32> for TextValue {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for TextValue {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for TextValue {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for TextValue {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&str> for TextValue {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for TextValue {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}
