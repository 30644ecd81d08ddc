//! Checks that the entries of goals and events share: keys, lists and numbers, each with its place.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use hotgates_engine::{CountedPart, Fault, FaultKind, MAX_GOALS, MissingPart, NameKind};

use crate::refusal::EditRefusal;

/// Makes the refusal of a field.
pub(crate) fn field_refusal(field: impl Into<String>, kind: FaultKind) -> EditRefusal {
    Fault::fault_of_field(field, kind).into()
}

/// Refuses a number out of its range.
pub(crate) fn check_in_range(
    field: impl Into<String>,
    value: Option<i64>,
    min: i64,
    max: i64,
) -> Result<(), EditRefusal> {
    match value.filter(|value| !(min..=max).contains(value)) {
        None => Ok(()),
        Some(value) => Err(field_refusal(field, FaultKind::OutOfRange { value, min, max })),
    }
}

/// Refuses a list that is longer than lists of goals and events may be or, where `min` is 1, empty.
pub(crate) fn check_list_length(
    field: &str,
    what: CountedPart,
    count: usize,
    min: usize,
) -> Result<(), EditRefusal> {
    check_count(field, what, count, min..=MAX_GOALS)
}

/// Refuses a list of fewer or more parts than it may have.
pub(crate) fn check_count(
    field: impl Into<String>,
    what: CountedPart,
    count: usize,
    allowed: RangeInclusive<usize>,
) -> Result<(), EditRefusal> {
    if allowed.contains(&count) {
        return Ok(());
    }
    let numbers = [count, *allowed.start(), *allowed.end()];
    let [value, min, max] = numbers.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    Err(field_refusal(field, FaultKind::Count { what, value, min, max }))
}

/// Refuses a key that is empty or that another entry has.
pub(crate) fn check_key_is_free<'a>(
    field: String,
    key: &str,
    mut others: impl Iterator<Item = &'a str>,
) -> Result<(), EditRefusal> {
    if key.is_empty() {
        return Err(field_refusal(field, FaultKind::Empty { what: MissingPart::Key }));
    }
    match others.find(|other| *other == key) {
        None => Ok(()),
        Some(_) => Err(field_refusal(field, FaultKind::Twice { name: key.to_owned() })),
    }
}

/// Refuses a list of keys in which one is not known or stands twice.
pub(crate) fn check_known_keys(
    field: &str,
    what: NameKind,
    keys: &[String],
    known: &[&str],
) -> Result<(), EditRefusal> {
    let counted = if what == NameKind::AnyGoal { CountedPart::Entries } else { CountedPart::Units };
    check_list_length(field, counted, keys.len(), 0)?;
    check_entries(field, keys, |key| {
        let is_known = known.contains(&key.as_str());
        (!is_known).then(|| FaultKind::unknown_name_fault(what, key, known.iter().copied()))
    })
}

/// Refuses a list with an entry that has a fault or stands in it twice.
pub(crate) fn check_entries<T: Ord + fmt::Display>(
    field: &str,
    entries: &[T],
    fault_of_entry: impl Fn(&T) -> Option<FaultKind>,
) -> Result<(), EditRefusal> {
    let mut once = BTreeSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let twice = || (!once.insert(entry)).then(|| FaultKind::Twice { name: entry.to_string() });
        if let Some(kind) = fault_of_entry(entry).or_else(twice) {
            return Err(field_refusal(format!("{field}[{index}]"), kind));
        }
    }
    Ok(())
}

/// Returns `base` with the least number from 1 that makes it a key which is not taken.
pub(crate) fn free_key(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut keys = (1_u32..).map(|number| format!("{base} {number}"));
    keys.find(|key| !is_taken(key)).expect("fewer keys are taken than there are numbers")
}
