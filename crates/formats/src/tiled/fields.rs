//! Properties that hold fields of the project's own map files.

use hotgates_engine::{AtMost, Fault, parse_ron};

use super::model::{TiledProperty, property_value};
use crate::detail::{ExpectedValue, ValueName};
use crate::error::{ImportProblem, quote_shortly};

/// Reads a property that holds a field as the project's map files have it.
pub fn read_map_field<T: serde::de::DeserializeOwned>(
    properties: &[TiledProperty],
    name: &str,
) -> Result<Option<T>, ImportProblem> {
    let parse = |text: &str| {
        let (what, value) = (ValueName::Property(name.to_owned()), quote_shortly(text));
        let expected = |fault: Fault| ExpectedValue::MapField(fault.kind.to_string());
        parse_ron(text).map_err(|fault| ImportProblem::Value { what, value, expected: expected(fault) })
    };
    property_value(properties, name).map(parse).transpose()
}

/// Reads a property that holds a list of the project's map files, which has at most `MAX` entries there; without the
/// property the list is empty.
pub fn read_map_list<T: serde::de::DeserializeOwned, const MAX: usize>(
    properties: &[TiledProperty],
    name: &str,
) -> Result<Vec<T>, ImportProblem> {
    let list = read_map_field::<AtMost<Vec<T>, MAX>>(properties, name)?;
    Ok(list.map_or_else(Vec::new, |AtMost(entries)| entries))
}

pub fn read_number<T: std::str::FromStr>(
    properties: &[TiledProperty],
    name: &str,
) -> Result<Option<T>, ImportProblem> {
    let parse = |text: &str| {
        let (what, value) = (ValueName::Property(name.to_owned()), quote_shortly(text));
        text.parse().map_err(|_| ImportProblem::Value { what, value, expected: ExpectedValue::WholeNumber })
    };
    property_value(properties, name).map(parse).transpose()
}
