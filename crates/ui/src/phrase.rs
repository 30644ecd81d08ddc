//! Phrases: messages that do not depend on a language yet.

use hotgates_engine::{Coord, Direction, Side, UnitLabel};

use crate::names::{self, direction_text_key};
use crate::texts::{TextValue, Texts};

/// A sentence as the key of a text and the values that are put into it. The words follow when the
/// phrase is shown, in the language of that moment.
///
/// ```
/// use hotgates_ui::phrase::Phrase;
/// use hotgates_ui::texts::{Language, Texts};
///
/// let phrase = Phrase::new("setup-units").with_value("units", 3_u32);
/// assert_eq!(Texts::new(Language::English).phrase_in_words(&phrase), "3 units");
/// assert_eq!(Texts::new(Language::Chinese).phrase_in_words(&phrase), "3 支部队");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    key: &'static str,
    values: Vec<(&'static str, PhraseValue)>,
}

/// A value of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhraseValue {
    /// A number, which plurals go by.
    Number(i64),
    /// Words that are the same in every language: names given by people, hexes, words of the system
    /// or of a reader.
    Words(String),
    /// A phrase within the phrase.
    Phrase(Box<Phrase>),
    /// Name of a unit type in a ruleset.
    UnitType(String),
    /// Name of a terrain in a ruleset.
    Terrain(String),
    /// Name by which messages call a unit.
    Unit(UnitLabel),
}

impl Phrase {
    /// Returns a phrase without values.
    #[must_use]
    pub const fn new(key: &'static str) -> Self {
        Self { key, values: Vec::new() }
    }

    /// Returns the phrase with one more value.
    #[must_use]
    pub fn with_value(mut self, name: &'static str, value: impl Into<PhraseValue>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// Returns a phrase that says several phrases one after the other; `None` for none.
    #[must_use]
    pub fn join_phrases(phrases: impl IntoIterator<Item = Self>) -> Option<Self> {
        phrases
            .into_iter()
            .reduce(|first, rest| Self::new("phrase-and").with_value("first", first).with_value("rest", rest))
    }

    /// Key of the text.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Values that are put into the text, each with its name.
    #[must_use]
    pub fn values(&self) -> &[(&'static str, PhraseValue)] {
        &self.values
    }
}

impl Texts {
    /// Returns a phrase in words of the language.
    #[must_use]
    pub fn phrase_in_words(&self, phrase: &Phrase) -> String {
        let values: Vec<_> =
            phrase.values.iter().map(|(name, value)| (*name, self.text_value_of(value))).collect();
        self.text_with_values(phrase.key, &values)
    }

    fn text_value_of(&self, value: &PhraseValue) -> TextValue {
        match value {
            PhraseValue::Number(number) => TextValue::Number(*number),
            PhraseValue::Words(words) => TextValue::Words(words.clone()),
            PhraseValue::Phrase(phrase) => self.phrase_in_words(phrase).into(),
            PhraseValue::UnitType(name) => names::unit_type_name(self, name).into(),
            PhraseValue::Terrain(name) => names::terrain_name(self, name).into(),
            PhraseValue::Unit(unit) => {
                let label = names::unit_label_in_words(self, &unit.kind, &unit.label);
                let side = names::side_name(self, unit.side);
                self.text_with_values("unit-of", &[("side", side.into()), ("unit", label.into())]).into()
            }
        }
    }
}

impl From<Phrase> for PhraseValue {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl From<String> for PhraseValue {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for PhraseValue {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<Coord> for PhraseValue {
    fn from(hex: Coord) -> Self {
        Self::Words(hex.to_string())
    }
}

impl From<UnitLabel> for PhraseValue {
    fn from(unit: UnitLabel) -> Self {
        Self::Unit(unit)
    }
}

impl From<Side> for PhraseValue {
    fn from(side: Side) -> Self {
        Phrase::new(names::side_text_key(side)).into()
    }
}

impl From<Direction> for PhraseValue {
    fn from(direction: Direction) -> Self {
        Phrase::new(direction_text_key(direction)).into()
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for PhraseValue {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}

whole_numbers!(u8, u16, u32, u64, usize, i32, i64);
