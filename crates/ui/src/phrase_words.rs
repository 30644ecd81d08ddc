//! Phrases in words of a language.

use hotgates_phrases::{Phrase, PhraseValue};

use crate::names::{rank_name, terrain_name, unit_label_in_words, unit_type_name};
use crate::texts::{TextValue, Texts, sentence_separators};

impl Texts {
    /// Returns a phrase in words of the language.
    ///
    /// ```
    /// use hotgates_ui::Phrase;
    /// use hotgates_ui::texts::{Language, Texts};
    ///
    /// let phrase = Phrase::new("setup-units").with_value("units", 3_u32);
    /// assert_eq!(Texts::new(Language::English).phrase_in_words(&phrase), "3 units");
    /// assert_eq!(Texts::new(Language::Chinese).phrase_in_words(&phrase), "3 支部队");
    /// ```
    #[must_use]
    pub fn phrase_in_words(&self, phrase: &Phrase) -> String {
        let values: Vec<_> =
            phrase.values().iter().map(|(name, value)| (*name, self.text_value_of(value))).collect();
        self.text_with_values(phrase.key(), &values)
    }

    fn text_value_of(&self, value: &PhraseValue) -> TextValue {
        match value {
            PhraseValue::Number(number) => TextValue::Number(*number),
            other => TextValue::Words(self.value_in_words(other)),
        }
    }

    fn value_in_words(&self, value: &PhraseValue) -> String {
        let all_in_words = |values: &[PhraseValue], separator: &str| {
            values.iter().map(|value| self.value_in_words(value)).collect::<Vec<_>>().join(separator)
        };
        match value {
            PhraseValue::Number(number) => number.to_string(),
            PhraseValue::Words(words) => self.translated_content(words).to_owned(),
            PhraseValue::Phrase(phrase) => self.phrase_in_words(phrase),
            PhraseValue::UnitType(name) => unit_type_name(self, name),
            PhraseValue::Terrain(name) => terrain_name(self, name),
            PhraseValue::Rank(name) => rank_name(self, name),
            PhraseValue::Unit { kind, name } => unit_label_in_words(self, kind, name),
            PhraseValue::List(values) => all_in_words(values, sentence_separators(self).1),
            PhraseValue::Joined(values) => all_in_words(values, ""),
        }
    }
}
