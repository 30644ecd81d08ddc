//! Phrases: messages that do not depend on a language yet.

use hotgates_engine::{Coord, Direction, Side, UnitLabel};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::keys::{direction_text_key, side_text_key};

/// A sentence as the key of a text and the values that are put into it. The words follow when the
/// phrase is shown, in the language of that moment.
///
/// ```
/// use hotgates_phrases::Phrase;
///
/// let phrase = Phrase::new("setup-units").with_value("units", 3_u32);
/// assert_eq!(phrase.key(), "setup-units");
/// let message = serde_json::to_string(&phrase).expect("phrases are JSON");
/// assert_eq!(message, r#"{"key":"setup-units","values":{"units":3}}"#);
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
    /// Name of a rank in a ruleset.
    Rank(String),
    /// Name of a unit: a type with a number is translated, a name that somebody gave is not.
    Unit {
        /// Name of its type in the ruleset.
        kind: String,
        /// Its name.
        name: String,
    },
    /// Values with the separator of lists in between.
    List(Vec<PhraseValue>),
    /// Values one after the other, with nothing in between.
    Joined(Vec<PhraseValue>),
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

    /// Returns a phrase that says values one after the other, with nothing in between.
    #[must_use]
    pub fn of_parts(parts: Vec<PhraseValue>) -> Self {
        Self::new("phrase-parts").with_value("parts", PhraseValue::Joined(parts))
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
    fn from(UnitLabel { side, kind, label }: UnitLabel) -> Self {
        let name = Self::Unit { kind, name: label };
        Phrase::new("unit-of").with_value("side", side).with_value("unit", name).into()
    }
}

impl From<Side> for PhraseValue {
    fn from(side: Side) -> Self {
        Phrase::new(side_text_key(side)).into()
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

/// `{"key": …, "values": {…}}`, without `values` where there are none.
impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("key", self.key)?;
        if !self.values.is_empty() {
            object.serialize_entry("values", &ValueObject(&self.values))?;
        }
        object.end()
    }
}

struct ValueObject<'a>(&'a [(&'static str, PhraseValue)]);

impl Serialize for ValueObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A number, words, a phrase, or an object of one key that says what its value is.
impl Serialize for PhraseValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Words(words) => serializer.serialize_str(words),
            Self::Phrase(phrase) => phrase.serialize(serializer),
            Self::UnitType(name) => serializer.collect_map([("unit_type", name)]),
            Self::Terrain(name) => serializer.collect_map([("terrain", name)]),
            Self::Rank(name) => serializer.collect_map([("rank", name)]),
            Self::Unit { kind, name } => serializer.collect_map([("unit", [kind, name])]),
            Self::List(values) => serializer.collect_map([("list", values)]),
            Self::Joined(values) => serializer.collect_map([("join", values)]),
        }
    }
}
