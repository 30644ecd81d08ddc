//! Import: from Tiled's model to a map file.

use std::collections::BTreeMap;

use hotgates_engine::{
    Army, ContingentEntry, Coord, GoalEntry, MAX_CONTINGENTS, MAX_GOALS, MAX_UNITS, MapFile, NamedHomes,
    Objective, Ruleset, ScriptedEventEntry, Side,
};

use super::fields::{read_map_field, read_map_list, read_number};
use super::ground::TopTiles;
use super::model::{TiledProperty, property_value};
use super::shape::{GridSymmetry, HexPlacement};
use super::tileset::{self, MapTilesets, TerrainGlyphs};
use super::{ReadBeside, TiledFormat, json, objects, xml};
use crate::ImportedMap;
use crate::detail::{ExpectedValue, ImportNote, ValueName};
use crate::error::{ImportError, ImportProblem, quote_shortly};

/// Reads a map. A map without a property `name` gets the name given here.
///
/// The topmost tile of the visible layers gives a hex its terrain, by the tile's property `terrain`
/// or its class; hexes without a tile become the first terrain that nobody can enter. Cost: time
/// and memory in proportion to the text and the hexes, both limited.
///
/// # Errors
/// The fault of the map or of a file that the map refers to, with its place.
pub fn read_map(
    text: &str,
    format: TiledFormat,
    name: &str,
    beside: &mut ReadBeside<'_>,
) -> Result<ImportedMap, ImportError> {
    let mut tiled = match format {
        TiledFormat::Tmj => json::parse_tmj(text)?,
        TiledFormat::Tmx => xml::parse_tmx(text)?,
    };
    let shape = HexPlacement::from_map(&tiled)?;
    let ground = TopTiles::from_layers(&mut tiled)?;
    let turn = ground.symmetry_to_odd_columns(&shape);
    let mut map = read_settings(&tiled.properties, name, &turn)?;
    let rules = tileset::ruleset_of_map(&map, beside)?;
    let tilesets = MapTilesets::load_external(std::mem::take(&mut tiled.tilesets), beside)?;
    let mut notes: Vec<_> = turn.change_note().into_iter().collect();
    notes.extend(fill_rows(&mut map, &ground, &turn, &tilesets, &rules)?);
    objects::place_entries_and_units(&mut map, &tiled, &ground, &shape, &turn)?;
    match objects::count_templates(&tiled) {
        0 => {}
        count => notes.push(ImportNote::Templates(count)),
    }
    Ok(ImportedMap { map, rules, notes })
}

/// Reads the settings of the battle from the map's own properties.
fn read_settings(
    properties: &[TiledProperty],
    name: &str,
    turn: &GridSymmetry,
) -> Result<MapFile, ImportProblem> {
    let text = |name| property_value(properties, name).map(str::to_owned);
    let objective = text("objective").map(|name| {
        let (what, value) = (ValueName::Property("objective".to_owned()), quote_shortly(&name));
        let expected = ExpectedValue::OneOf(Objective::ALL.map(Objective::name).to_vec());
        Objective::by_name(&name).ok_or(ImportProblem::Value { what, value, expected })
    });
    let first = text("first").map(|name| {
        let (what, value) = (ValueName::Property("first".to_owned()), quote_shortly(&name));
        let expected = ExpectedValue::EitherWord("red", "blue");
        Side::by_name(&name).ok_or(ImportProblem::Value { what, value, expected })
    });
    let goals = read_map_list::<GoalEntry, MAX_GOALS>(properties, "goals")?;
    let turned = |hexes: Vec<Coord>| hexes.into_iter().map(|Coord { col, row }| turn.hex_of_tile([col, row]));
    let turn_goal = |mut goal: GoalEntry| {
        for hexes in goal.hex_lists_mut() {
            *hexes = turned(std::mem::take(hexes)).collect();
        }
        goal
    };
    let events = read_map_list::<ScriptedEventEntry, MAX_GOALS>(properties, "events")?;
    let turn_event = |mut event: ScriptedEventEntry| {
        for hexes in event.hex_lists_mut() {
            *hexes = turned(std::mem::take(hexes)).collect();
        }
        event
    };
    let mut home: NamedHomes = read_map_field(properties, "home")?.unwrap_or_default();
    for side in Side::BOTH {
        let hexes = home.hexes_mut(side);
        *hexes = turned(std::mem::take(hexes)).collect();
    }
    let army = |name| text(name).map(|commander| Army { commander: Some(commander), units: Vec::new() });
    Ok(MapFile {
        name: text("name").unwrap_or_else(|| name.to_owned()),
        author: text("author"),
        notes: text("notes"),
        rules: text("rules"),
        from: text("from").map(|from| turn.turn_direction("from", &from)).transpose()?,
        first: first.transpose()?,
        turns: read_number(properties, "turns")?,
        seed: read_number(properties, "seed")?,
        variation: read_number(properties, "variation")?,
        objective: objective.transpose()?,
        red_holds: turned(read_map_list::<Coord, MAX_UNITS>(properties, "red_holds")?).collect(),
        home,
        types: read_map_field(properties, "types")?.unwrap_or_default(),
        factor: read_map_field(properties, "factor")?.unwrap_or_default(),
        contingents: read_map_list::<ContingentEntry, MAX_CONTINGENTS>(properties, "contingents")?,
        goals: goals.into_iter().map(turn_goal).collect(),
        wins: read_map_field(properties, "wins")?.unwrap_or_default(),
        events: events.into_iter().map(turn_event).collect(),
        victory_points: read_map_field(properties, "victory_points")?,
        red: army("red_commander"),
        blue: army("blue_commander"),
        ..MapFile::default()
    })
}

/// Fills in rows and glyphs; returns a note if hexes were without tiles.
fn fill_rows(
    map: &mut MapFile,
    ground: &TopTiles,
    turn: &GridSymmetry,
    tiles: &MapTilesets,
    rules: &Ruleset,
) -> Result<Option<ImportNote>, ImportProblem> {
    let mut glyphs = TerrainGlyphs::new(tiles.own_glyphs(rules)?, rules);
    let [width, height] = turn.columns_and_rows().map(|side| usize::try_from(side).unwrap_or(0));
    let filler = tileset::filler_terrain(rules);
    let mut drawn = vec!['\0'; width * height];
    let mut known: BTreeMap<u32, char> = BTreeMap::new();
    let mut empty = 0;
    for (tile, gid) in ground.places_and_tiles() {
        let hex = turn.hex_of_tile(tile);
        let glyph = match (known.get(&gid), gid) {
            (Some(&glyph), _) => glyph,
            (None, 0) => filler.map_or('\0', |terrain| glyphs.glyph_for(terrain)),
            (None, _) => {
                // Messages name the hex as Tiled does.
                let [col, row] = tile;
                let (terrain, own) = tiles.terrain_of_gid(gid, Coord { col, row }, rules)?;
                own.unwrap_or_else(|| glyphs.glyph_for(terrain))
            }
        };
        known.insert(gid, glyph);
        empty += u64::from(gid == 0);
        let at = |n: i32| usize::try_from(n).unwrap_or(0);
        drawn[at(hex.row) * width + at(hex.col)] = glyph;
    }
    if empty > 0 && filler.is_none() {
        return Err(ImportProblem::NoFiller { count: empty, rules: quote_shortly(&rules.name) });
    }
    map.rows = drawn.chunks(width).map(|row| row.iter().collect()).collect();
    map.glyphs = glyphs.own;
    Ok(filler.filter(|_| empty > 0).map(|terrain| ImportNote::EmptyHexes {
        count: empty,
        terrain: rules.terrains[terrain].name.clone(),
    }))
}
