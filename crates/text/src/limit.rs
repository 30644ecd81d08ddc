//! Limits on the lists and maps of files, kept while a file is read: nobody pays for entries that will be refused.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Visitor};

/// A list or map of at most `MAX` entries. Reading ends at the first entry beyond, before anything of that entry
/// is read.
///
/// ```
/// use hotgates_text::{AtMost, FaultKind, TextPosition, parse_ron};
///
/// let two = parse_ron::<AtMost<Vec<u32>, 2>>("[3, 5]").expect("two entries");
/// assert_eq!(two.0, [3, 5]);
/// let fault = parse_ron::<AtMost<Vec<u32>, 2>>("[3, 5, no number").expect_err("a third one");
/// assert_eq!(fault.kind, FaultKind::TooManyEntries { max: 2 });
/// assert_eq!(fault.position, Some(TextPosition { line: 1, column: 8 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtMost<C, const MAX: usize>(pub C);

/// Reads a field of a file that is a list or map of at most `MAX` entries, for serde's `deserialize_with`.
///
/// ```
/// use hotgates_text::{parse_ron, read_at_most};
///
/// #[derive(Debug, serde::Deserialize)]
/// struct Ford {
///     #[serde(deserialize_with = "read_at_most::<3, _, _>")]
///     depths: Vec<u32>,
/// }
/// assert_eq!(parse_ron::<Ford>("(depths: [1, 2, 3])").expect("three").depths, [1, 2, 3]);
/// let fault = parse_ron::<Ford>("(depths: [1, 2, 3, 4])").expect_err("four");
/// assert_eq!(fault.message_in_file("ford.ron"), "ford.ron:1:20: this entry is one too many; there may be at most 3");
/// ```
///
/// # Errors
/// The entry that is one too many, or what is wrong with an entry before.
pub fn read_at_most<'de, const MAX: usize, C, D>(deserializer: D) -> Result<C, D::Error>
where
    AtMost<C, MAX>: Deserialize<'de>,
    D: Deserializer<'de>,
{
    AtMost::deserialize(deserializer).map(|AtMost(entries)| entries)
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for AtMost<Vec<T>, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(LimitedVisitor::<Vec<T>, MAX>(PhantomData))
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>, const MAX: usize> Deserialize<'de>
    for AtMost<BTreeMap<K, V>, MAX>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LimitedVisitor::<BTreeMap<K, V>, MAX>(PhantomData))
    }
}

struct LimitedVisitor<C, const MAX: usize>(PhantomData<C>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for LimitedVisitor<Vec<T>, MAX> {
    type Value = AtMost<Vec<T>, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&EntryLimit(MAX), f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while entries.len() < MAX {
            match access.next_element()? {
                Some(entry) => entries.push(entry),
                None => return Ok(AtMost(entries)),
            }
        }
        access.next_element_seed(EntryLimit(MAX))?;
        Ok(AtMost(entries))
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>, const MAX: usize> Visitor<'de>
    for LimitedVisitor<BTreeMap<K, V>, MAX>
{
    type Value = AtMost<BTreeMap<K, V>, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&EntryLimit(MAX), f)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut entries = BTreeMap::new();
        // Keys that come again count, too: they take as long to read.
        for _ in 0..MAX {
            match access.next_entry()? {
                Some((key, value)) => entries.insert(key, value),
                None => return Ok(AtMost(entries)),
            };
        }
        access.next_key_seed(EntryLimit(MAX))?;
        Ok(AtMost(entries))
    }
}

/// Most entries of a list or map; as a seed, what reads the entry beyond: it refuses.
#[derive(Clone, Copy)]
struct EntryLimit(usize);

const BEFORE_LIMIT: &str = "at most ";
const BEHIND_LIMIT: &str = " entries";

impl Expected for EntryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BEFORE_LIMIT}{}{BEHIND_LIMIT}", self.0)
    }
}

impl<'de> DeserializeSeed<'de> for EntryLimit {
    type Value = Infallible;

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<Infallible, D::Error> {
        Err(Error::invalid_length(self.0.saturating_add(1), &self))
    }
}

/// Returns the most entries that a list or map may have, if an error of RON's reader is one of too many entries.
pub(crate) fn limit_in_error(error: &ron::Error) -> Option<usize> {
    let ron::Error::ExpectedDifferentLength { expected, found } = error else { return None };
    let max = expected.strip_prefix(BEFORE_LIMIT)?.strip_suffix(BEHIND_LIMIT)?.parse().ok()?;
    (found.checked_sub(1) == Some(max)).then_some(max)
}

#[cfg(test)]
mod tests {
    use crate::{AtMost, FaultKind, parse_ron};
    use std::collections::BTreeMap;

    /// An entry that says when it is read.
    #[derive(Debug)]
    struct Counted;

    thread_local! {
        static READ: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }

    impl<'de> serde::Deserialize<'de> for Counted {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            READ.set(READ.get() + 1);
            u32::deserialize(deserializer).map(|_| Self)
        }
    }

    #[test]
    fn no_entry_beyond_the_limit_is_read() {
        let fault = parse_ron::<AtMost<Vec<Counted>, 3>>(&format!("[{}]", "1,\n".repeat(1000))).unwrap_err();
        assert_eq!((READ.get(), fault.kind), (3, FaultKind::TooManyEntries { max: 3 }));
        assert_eq!(fault.position.map(|place| (place.line, place.column)), Some((4, 1)));
    }

    #[test]
    fn entries_of_maps_are_counted_with_those_of_equal_keys() {
        type Map = AtMost<BTreeMap<char, u32>, 2>;
        assert_eq!(parse_ron::<Map>("{'a': 1, 'a': 2,}").unwrap().0, [('a', 2)].into());
        let fault = parse_ron::<Map>("{'a': 1, 'a': 2, 'a': 3}").unwrap_err();
        assert_eq!(fault.kind, FaultKind::TooManyEntries { max: 2 });
        assert_eq!(fault.position.map(|place| place.column), Some(18));
    }

    #[test]
    fn an_entry_that_does_not_read_comes_before_one_too_many() {
        let fault = parse_ron::<AtMost<Vec<u32>, 2>>("[1, x, 2]").unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Syntax { .. }), "{fault}");
        let fault = parse_ron::<[u32; 2]>("(1, 2, 3)").unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Syntax { .. }), "{fault}");
    }
}
