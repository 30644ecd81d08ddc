//! `licences`: what comes with the program and is others' work.

use std::io::Write;

use serde::Serialize;

use crate::console;
use crate::failure::Failure;
use crate::json;

/// The list that `tools/licences` writes.
const LIST: &str = include_str!("../../assets/licences.tsv");

/// A work of others that is shipped.
#[derive(Serialize)]
struct ShippedWork<'a> {
    /// `crate`, `font` or `npm`.
    kind: &'a str,
    name: &'a str,
    /// The version; empty for a font.
    version: &'a str,
    /// The licence, in SPDX's notation.
    licence: &'a str,
    /// Where the work is shipped: in the program, the page, the Python package.
    shipped_in: Vec<&'a str>,
    /// Where the work comes from.
    from: &'a str,
}

/// Prints the list.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn list_licences(json: bool) -> Result<(), Failure> {
    let mut out = console::standard_output();
    let works: Vec<ShippedWork<'_>> = LIST.lines().filter_map(read_row).collect();
    if json {
        json::print_line(&mut out, &works)?;
    } else {
        writeln!(out, "Hotgates is licensed under MIT OR Apache-2.0. With it come:")?;
        for work in &works {
            let (kind, name, version) = (work.kind, work.name, work.version);
            let places = work.shipped_in.join("+");
            writeln!(
                out,
                "{kind:5}  {name:32}  {version:12}  {:45}  {places:19}  {}",
                work.licence, work.from
            )?;
        }
    }
    Ok(out.flush()?)
}

fn read_row(row: &str) -> Option<ShippedWork<'_>> {
    let fields: Vec<&str> = row.split('\t').collect();
    let [kind, name, version, licence, places, from] = fields[..] else { return None };
    Some(ShippedWork { kind, name, version, licence, shipped_in: places.split('+').collect(), from })
}
