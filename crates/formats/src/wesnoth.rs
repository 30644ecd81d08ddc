//! Wesnoth's `.map` files: rows of terrain codes with a border around them
//! (<https://wiki.wesnoth.org/BuildingMaps>, <https://wiki.wesnoth.org/TerrainCodesWML>).
//!
//! The border is cut off; then the hexes lie as ours do. `assets/terrains.ron` says which terrain
//! each code becomes. Of the players' starting positions the lowest-numbered becomes the castle,
//! and the one farthest from it by cost Red's entry hex.

mod codes;
mod starts;

use std::collections::BTreeMap;

use hotgates_engine::{Coord, Grid, MapFile, Ruleset, TerrainId, TextPosition};

use crate::ImportedMap;
use crate::detail::{ExpectedValue, ImportNote, ValueName};
use crate::error::{ImportError, ImportProblem, quote_shortly};
use codes::CodeTable;

/// Reads a map and gives it a name. The map is meant for the classic ruleset.
///
/// Cost: time and memory in proportion to the text, whose size is limited by the largest map.
///
/// # Errors
/// The first code that nobody knows, a row of another length, or a size that is not allowed, with
/// its line.
pub fn read_map(text: &str, name: &str) -> Result<ImportedMap, ImportError> {
    let rules = Ruleset::classic();
    let sheet = TerrainCodeRows::split_rows(text)?;
    let codes = CodeTable::load_table(&rules);
    let mut known: BTreeMap<&str, TerrainId> = BTreeMap::new();
    let mut ground = Vec::new();
    let mut starts = BTreeMap::new();
    for (row, line) in (0..).zip(&sheet.rows) {
        let mut terrains = Vec::with_capacity(sheet.width);
        for (col, field) in (0..).zip(sheet.codes_of_row(line)) {
            let hex = Coord { col, row };
            let (names, code) = field.trim().rsplit_once(char::is_whitespace).unwrap_or(("", field.trim()));
            let terrain = match known.get(code) {
                Some(&terrain) => terrain,
                None => codes.terrain_of_code(code).ok_or_else(|| {
                    let problem = ImportProblem::UnknownCode { hex, code: quote_shortly(code) };
                    ImportError::error_at_position(line.position_of_field(field), problem)
                })?,
            };
            known.insert(code, terrain);
            // Places may have names too, which mean something to a scenario only.
            for number in names.split_whitespace().filter_map(|name| name.parse::<u32>().ok()) {
                starts.insert(number, hex);
            }
            terrains.push(terrain);
        }
        ground.push(terrains);
    }
    let castle = rules
        .terrain_ids()
        .find(|&terrain| rules.terrains[terrain].castle)
        .expect("the classic rules have castles");
    let mut notes = Vec::new();
    let site = starts.first_key_value().map(|(_, &hex)| hex).or_else(|| {
        let site = starts::most_central_hex(&ground, &rules)?;
        notes.push(ImportNote::NoStarts(site));
        Some(site)
    });
    if let Some(Coord { col, row }) = site {
        let at = |n: i32| usize::try_from(n).expect("hexes of the map are counted from 0");
        ground[at(row)][at(col)] = castle;
    }
    let glyphs = |row: &Vec<TerrainId>| row.iter().map(|&terrain| rules.terrains[terrain].glyph).collect();
    let rows = ground.iter().map(glyphs).collect();
    let mut map = MapFile { name: name.to_owned(), rows, ..MapFile::default() };
    if let Some((site, entry)) = site.zip(starts::farthest_start(&map, &rules, &starts, &mut notes)) {
        debug_assert_ne!(site, entry, "starting positions differ");
        map.entry = vec![entry];
    }
    Ok(ImportedMap { map, rules, notes })
}

/// The lines of a map without its header and border.
struct TerrainCodeRows<'a> {
    rows: Vec<TerrainCodeLine<'a>>,
    border: usize,
    /// Number of hexes in a row without the border.
    width: usize,
}

#[derive(Clone, Copy)]
struct TerrainCodeLine<'a> {
    /// Number of the line, from 1.
    number: usize,
    text: &'a str,
}

impl<'a> TerrainCodeRows<'a> {
    fn split_rows(text: &'a str) -> Result<Self, ImportError> {
        let mut border = 1;
        let mut rows = Vec::new();
        for (number, text) in (1..).zip(text.lines()) {
            let line = TerrainCodeLine { number, text: text.trim_end_matches([' ', '\t', '\r', ',']) };
            match line.text.split_once('=') {
                // Maps of old versions start with such lines.
                Some((key, value)) if rows.is_empty() && !key.contains(',') => {
                    border = line.read_header(key.trim(), value.trim())?.unwrap_or(border);
                }
                _ if line.text.trim().is_empty() => {}
                _ if rows.len() == Grid::MAX_SIDE + 2 => {
                    return Err(too_large_error(line, line.field_count(), rows.len() + 1));
                }
                _ => rows.push(line),
            }
        }
        let Some(&first) = rows.first() else {
            return Err(ImportProblem::NoCodes.into());
        };
        let length = first.field_count();
        let (width, height) = (length.saturating_sub(2 * border), rows.len().saturating_sub(2 * border));
        if width == 0 || height == 0 {
            let problem = ImportProblem::AllBorder { width: length, height: rows.len(), border };
            return Err(ImportError::error_at_position(first.first_column(), problem));
        }
        if width > Grid::MAX_SIDE || height > Grid::MAX_SIDE || width * height > Grid::MAX_HEXES {
            return Err(too_large_error(first, width, height));
        }
        for (row, line) in rows.iter().enumerate() {
            if line.field_count() != length {
                let problem = ImportProblem::RaggedRow { row, length: line.field_count(), expected: length };
                return Err(ImportError::error_at_position(line.first_column(), problem));
            }
        }
        let rows = rows[border..border + height].to_vec();
        Ok(Self { rows, border, width })
    }

    /// Returns the codes of a row without the border.
    fn codes_of_row(&self, line: &TerrainCodeLine<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
        line.text.split(',').skip(self.border).take(self.width)
    }
}

impl TerrainCodeLine<'_> {
    fn field_count(&self) -> usize {
        self.text.split(',').count()
    }

    const fn first_column(&self) -> TextPosition {
        TextPosition { line: self.number, column: 1 }
    }

    /// Returns the place at which a field of this line starts, without the blanks before it.
    fn position_of_field(&self, field: &str) -> TextPosition {
        let field = field.trim_start();
        let at = (field.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        TextPosition {
            line: self.number,
            column: self.text.get(..at).map_or(0, |before| before.chars().count()) + 1,
        }
    }

    /// Reads the border's width from a line of the header, if the line says it.
    fn read_header(&self, key: &str, value: &str) -> Result<Option<usize>, ImportError> {
        let wrong = |expected| {
            let what = ValueName::Header(quote_shortly(key));
            let problem = ImportProblem::Value { what, value: quote_shortly(value), expected };
            ImportError::error_at_position(self.first_column(), problem)
        };
        match key {
            "border_size" => match value.parse() {
                Ok(border @ 0..=1) => Ok(Some(border)),
                _ => Err(wrong(ExpectedValue::EitherNumber(0, 1))),
            },
            "usage" if value != "map" => Err(wrong(ExpectedValue::NoMask)),
            _ => Ok(None),
        }
    }
}

fn too_large_error(line: TerrainCodeLine<'_>, width: usize, height: usize) -> ImportError {
    let [width, height, max_side, max] = [width, height, Grid::MAX_SIDE, Grid::MAX_HEXES].map(|n| n as u64);
    ImportError::error_at_position(
        line.first_column(),
        ImportProblem::TooLarge { width, height, max_side, max },
    )
}
