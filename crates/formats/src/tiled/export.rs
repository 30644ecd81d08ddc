//! Export of a map file to Tiled: finite, staggered along x with odd columns lower, one tile layer
//! with plain data, one embedded tileset whose tiles' class is the terrain's name, one object layer
//! for entry hexes and units. Whatever else a map file says goes into custom properties, so that
//! nothing is lost.

mod json;
mod xml;

use std::collections::BTreeMap;

use hotgates_engine::{
    Army, Coord, Fault, FaultKind, Map, MapFile, NameKind, Ruleset, Side, Terrain, UnitEntry,
};

use super::TiledFormat;
use super::model::TiledMap;
use super::shape::HexPlacement;

/// The picture of the tiles, side by side in one row, each a hexagon with a flat top.
#[derive(Debug, Clone, Copy)]
pub struct TilePicture<'a> {
    /// Path of the picture's file, relative to the map.
    pub file: &'a str,
    /// Width of a tile in pixels.
    pub width: u32,
    /// Height of a tile in pixels.
    pub height: u32,
    /// Length of a hexagon's side in pixels.
    pub side: u32,
}

/// An error of writing a map for Tiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ExportError {
    /// The rows, glyphs or types of units are wrong.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Ground(Vec<Fault>),
    #[error("{what} is at {hex}, which is off the map")]
    OffMap { what: String, hex: Coord },
    #[error("{side}'s order of battle has no units, which Tiled cannot say")]
    NoUnits { side: Side },
    #[error("{count} terrains and glyphs need a tile each; a tileset of at most {max} can be written")]
    TooManyTiles { count: usize, max: usize },
    #[error("{what} holds the character {character:?}, which XML cannot hold; .tmj can")]
    Character { what: String, character: char },
}

/// Greatest number of tiles in a tileset that is written: its picture has one row.
const MAX_TILES: usize = 1000;

/// Returns the terrains of an exported tileset, a tile each: all of the ruleset, then one for each
/// glyph of the map's own. The glyph of a terrain in the list is the one that its tile stands for.
pub fn exported_terrains(map: &MapFile, rules: &Ruleset) -> Vec<Terrain> {
    let own = map.glyphs.iter().filter_map(|(&glyph, name)| {
        let terrain = rules.terrains[rules.terrain(name)?].clone();
        Some(Terrain { glyph, ..terrain })
    });
    rules.terrains.iter().cloned().chain(own).collect()
}

/// Returns the text of a map for Tiled. The picture has to show [`exported_terrains`].
///
/// # Errors
/// When the map's rows are wrong, or the map says something that Tiled cannot.
pub fn write_map(
    map: &MapFile,
    rules: &Ruleset,
    format: TiledFormat,
    picture: &TilePicture<'_>,
) -> Result<String, ExportError> {
    let document = ExportContent::new(map, rules, picture)?;
    match format {
        TiledFormat::Tmj => Ok(json::write_tmj(&document)),
        TiledFormat::Tmx => xml::write_tmx(&document),
    }
}

/// The content of a file, the same in both notations.
struct ExportContent<'a> {
    picture: &'a TilePicture<'a>,
    width: usize,
    height: usize,
    rules: &'a str,
    terrains: Vec<Terrain>,
    /// Index of the first tile for a glyph of the map's own.
    own: usize,
    gids: Vec<u32>,
    settings: Vec<(&'static str, PropertyValue)>,
    objects: Vec<ExportedPoint>,
}

/// The value of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PropertyValue {
    Text(String),
    Number(i32),
}

impl PropertyValue {
    /// Returns a number, as text where Tiled's own numbers cannot hold it.
    fn from_number(number: i64) -> Self {
        i32::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
    }
}

/// An object of the map: a point.
struct ExportedPoint {
    class: &'static str,
    name: String,
    at: [f64; 2],
    properties: Vec<(&'static str, PropertyValue)>,
}

impl<'a> ExportContent<'a> {
    fn new(map: &MapFile, rules: &'a Ruleset, picture: &'a TilePicture<'a>) -> Result<Self, ExportError> {
        let ground = Map::read_rows(map, rules).map_err(ExportError::Ground)?;
        for side in Side::BOTH {
            if map.army(side).is_some_and(|army| army.units.is_empty() && army.commander.is_none()) {
                return Err(ExportError::NoUnits { side });
            }
        }
        let terrains = exported_terrains(map, rules);
        if terrains.len() > MAX_TILES {
            return Err(ExportError::TooManyTiles { count: terrains.len(), max: MAX_TILES });
        }
        // A glyph of the map's own goes before the ruleset's.
        let gid_of: BTreeMap<char, u32> =
            (1..).zip(&terrains).map(|(gid, terrain)| (terrain.glyph, gid)).collect();
        let gids = map.rows.iter().flat_map(|row| row.chars()).map(|glyph| gid_of[&glyph]).collect();
        Ok(Self {
            picture,
            width: map.rows.first().map_or(0, |row| row.chars().count()),
            height: map.rows.len(),
            rules: &rules.name,
            own: rules.terrains.len(),
            terrains,
            gids,
            settings: battle_settings(map),
            objects: entries_and_units(map, rules, &ground, picture)?,
        })
    }
}

/// Returns the settings of the battle as a whole.
fn battle_settings(map: &MapFile) -> Vec<(&'static str, PropertyValue)> {
    let commander = |side: Side| map.army(side)?.commander.clone();
    let text = |value: Option<String>| value.map(PropertyValue::Text);
    let all = [
        ("author", text(map.author.clone())),
        ("blue_commander", text(commander(Side::Blue))),
        ("contingents", map_field_text(!map.contingents.is_empty(), &map.contingents)),
        ("events", map_field_text(!map.events.is_empty(), &map.events)),
        ("factor", map_field_text(!map.factor.is_even(), &map.factor)),
        ("first", text(map.first.map(|side| side.name().to_owned()))),
        ("from", text(map.from.map(|from| from.name().to_owned()))),
        ("goals", map_field_text(!map.goals.is_empty(), &map.goals)),
        ("home", map_field_text(!map.home.is_empty(), &map.home)),
        ("name", Some(PropertyValue::Text(map.name.clone()))),
        ("notes", text(map.notes.clone())),
        ("objective", text(map.objective.map(|objective| objective.name().to_owned()))),
        ("red_commander", text(commander(Side::Red))),
        ("red_holds", map_field_text(!map.red_holds.is_empty(), &map.red_holds)),
        ("rules", text(map.rules.clone())),
        ("seed", text(map.seed.map(|seed| seed.to_string()))),
        ("turns", map.turns.map(PropertyValue::from_number)),
        ("types", map_field_text(!map.types.is_empty(), &map.types)),
        ("variation", map.variation.map(PropertyValue::from_number)),
        ("victory_points", map_field_text(map.victory_points.is_some(), &map.victory_points)),
        ("wins", map_field_text(!map.wins.is_empty(), &map.wins)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Returns a field as the project's map files have it, if it is given.
fn map_field_text<T: serde::Serialize>(given: bool, field: &T) -> Option<PropertyValue> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    given.then(|| PropertyValue::Text(options.to_string(field).expect("fields of map files can be written")))
}

/// Returns entry hexes and units as points on their hexes. A unit that the layout places lies
/// beside the map, where it covers nothing.
fn entries_and_units(
    map: &MapFile,
    rules: &Ruleset,
    ground: &Map,
    picture: &TilePicture<'_>,
) -> Result<Vec<ExportedPoint>, ExportError> {
    let shape = HexPlacement::from_map(&TiledMap {
        orientation: "hexagonal".into(),
        stagger_axis: "x".into(),
        stagger_index: "odd".into(),
        tile_width: picture.width,
        tile_height: picture.height,
        hex_side: picture.side,
        ..TiledMap::default()
    });
    let shape = shape.expect("tiles of a picture are not empty");
    let centre = |hex: Coord, what: &dyn Fn() -> String| match ground.grid().at(hex) {
        Some(_) => Ok(shape.centre_of_tile([hex.col.into(), hex.row.into()])),
        None => Err(ExportError::OffMap { what: what(), hex }),
    };
    let mut objects = Vec::new();
    for (index, &hex) in map.entry.iter().enumerate() {
        let at = centre(hex, &|| format!("entry[{index}]"))?;
        objects.push(ExportedPoint { class: "entry", name: "entry".into(), at, properties: Vec::new() });
    }
    for side in Side::BOTH {
        let units = map.army(side).map_or(&[][..], |Army { units, .. }| units);
        let column = if side == Side::Red { -1.0 } else { -2.0 };
        for (row, unit) in (0_u32..).zip(units) {
            check_type_is_named(unit, rules, &format!("{}.units[{row}].type", side.name()))?;
            let at = match unit.at {
                Some(hex) => centre(hex, &|| format!("{}.units[{row}]", side.name()))?,
                None => [column * f64::from(picture.width), f64::from(row) * f64::from(picture.height)],
            };
            let name = unit.called.as_ref().or(unit.name.as_ref()).unwrap_or(&unit.kind).clone();
            objects.push(ExportedPoint { class: "unit", name, at, properties: unit_properties(side, unit) });
        }
    }
    Ok(objects)
}

/// Refuses a unit whose type is an empty name: a property without a value says nothing to a reader.
fn check_type_is_named(unit: &UnitEntry, rules: &Ruleset, field: &str) -> Result<(), ExportError> {
    if !unit.kind.is_empty() {
        return Ok(());
    }
    let known = rules.units.iter().map(|unit| unit.name.as_str());
    let fault = FaultKind::unknown_name_fault(NameKind::UnitType, &unit.kind, known);
    Err(ExportError::Ground(vec![Fault::fault_of_field(field, fault)]))
}

fn unit_properties(side: Side, unit: &UnitEntry) -> Vec<(&'static str, PropertyValue)> {
    let UnitEntry { kind, called, strength, rank, name, at: _, arrives, withdraws, .. } = unit;
    let UnitEntry { experience, facing, contingent, key, tag, .. } = unit;
    let text = |value: &Option<String>| value.clone().map(PropertyValue::Text);
    let all = [
        ("arrives", map_field_text(arrives.is_some(), arrives)),
        ("called", text(called)),
        ("contingent", text(contingent)),
        ("experience", experience.map(PropertyValue::from_number)),
        ("facing", facing.map(|way| PropertyValue::Text(way.name().into()))),
        ("key", text(key)),
        ("officer", text(name)),
        ("rank", text(rank)),
        ("side", Some(PropertyValue::Text(side.name().into()))),
        ("strength", strength.map(PropertyValue::from_number)),
        ("tag", text(tag)),
        ("unit", Some(PropertyValue::Text(kind.clone()))),
        ("withdraws", withdraws.map(PropertyValue::from_number)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}
