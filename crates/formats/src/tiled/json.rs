//! `.tmj` and `.tsj`: the JSON notation.

use std::fmt;
use std::rc::Rc;

use hotgates_engine::Grid;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::model::{
    LayerContent, TileData, TileEntry, TiledChunk, TiledLayer, TiledMap, TiledObject, TiledProperty,
    TiledTileset, TilesetSource, TilesetUse,
};
use crate::detail::LimitedThing;
use crate::error::{self, ImportError, ImportProblem, position_of_byte};

/// Greatest number of objects and lists in a text; the largest armies with everything that can be
/// said about them have half as many.
const MAX_VALUES: usize = 1_000_000;

/// Reads a map.
pub fn parse_tmj(text: &str) -> Result<TiledMap, ImportError> {
    let map: JsonMap = parse(text)?;
    let mut layers = Vec::new();
    for layer in map.layers {
        layer.flatten_into(true, &mut layers);
    }
    Ok(TiledMap {
        orientation: map.orientation,
        stagger_axis: map.staggeraxis,
        stagger_index: map.staggerindex,
        width: map.width,
        height: map.height,
        tile_width: map.tilewidth,
        tile_height: map.tileheight,
        hex_side: map.hexsidelength,
        infinite: map.infinite,
        properties: text_properties(map.properties),
        tilesets: map.tilesets.into_iter().map(JsonTileset::into_tileset_use).collect(),
        layers,
    })
}

/// Reads an external tileset.
pub fn parse_tsj(text: &str) -> Result<TiledTileset, ImportError> {
    parse::<JsonTileset>(text).map(JsonTileset::into_tileset)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ImportError> {
    // Objects of two letters would take sixty times their length of memory.
    if let Some((at, _)) = text.match_indices(['{', '[']).nth(MAX_VALUES) {
        let problem = ImportProblem::TooMany { what: LimitedThing::ObjectsAndLists, max: MAX_VALUES as u64 };
        return Err(ImportError::error_at_position(position_of_byte(text, at), problem));
    }
    serde_json::from_str(text).map_err(|error| {
        let mut said = error.to_string();
        // The error's position has the place.
        said.truncate(said.rfind(" at line ").unwrap_or(said.len()));
        let message = error::quote_message(&said);
        ImportError::error_at_position(
            position_of_byte(text, byte_of_json_error(text, &error)),
            ImportProblem::Json { message },
        )
    })
}

/// Returns the byte where an error is; `serde_json` counts bytes of its line, from 1 or 0.
fn byte_of_json_error(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1)
}

#[derive(Deserialize)]
struct JsonMap {
    orientation: String,
    #[serde(default)]
    staggeraxis: String,
    #[serde(default)]
    staggerindex: String,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    tilewidth: u32,
    tileheight: u32,
    #[serde(default)]
    hexsidelength: u32,
    #[serde(default)]
    infinite: bool,
    #[serde(default)]
    properties: Vec<JsonProperty>,
    #[serde(default)]
    tilesets: Vec<JsonTileset>,
    layers: Vec<JsonLayer>,
}

#[derive(Deserialize)]
struct JsonTileset {
    #[serde(default)]
    firstgid: u32,
    source: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    tiles: Vec<JsonTile>,
}

impl JsonTileset {
    fn into_tileset_use(mut self) -> TilesetUse {
        let source = self.source.take();
        TilesetUse {
            first: self.firstgid,
            tileset: source
                .map_or_else(|| TilesetSource::Embedded(self.into_tileset()), TilesetSource::External),
        }
    }

    fn into_tileset(self) -> TiledTileset {
        let tile = |tile: JsonTile| TileEntry {
            id: tile.id,
            class: tile.class.or(tile.kind).unwrap_or_default(),
            properties: text_properties(tile.properties),
        };
        TiledTileset { name: self.name, tiles: self.tiles.into_iter().map(tile).collect() }
    }
}

/// A tile that a tileset describes. Tiled 1.9 says `class`, all other versions `type`.
#[derive(Deserialize)]
struct JsonTile {
    id: u32,
    class: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    properties: Vec<JsonProperty>,
}

#[derive(Deserialize)]
struct JsonLayer {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default = "visible_by_default")]
    visible: bool,
    #[serde(default)]
    width: u32,
    #[serde(default)]
    height: u32,
    #[serde(default)]
    encoding: String,
    #[serde(default)]
    compression: String,
    #[serde(default)]
    data: TileData,
    #[serde(default)]
    chunks: Vec<JsonChunk>,
    #[serde(default)]
    objects: Vec<JsonObject>,
    #[serde(default)]
    layers: Vec<Self>,
}

const fn visible_by_default() -> bool {
    true
}

impl JsonLayer {
    /// Appends this layer and the layers in it to `layers`. JSON's own limit of depth bounds the
    /// recursion.
    fn flatten_into(self, shown: bool, layers: &mut Vec<TiledLayer>) {
        let visible = shown && self.visible;
        let Self { width, height, .. } = self;
        let (encoding, compression) = (Rc::from(self.encoding), Rc::from(self.compression));
        let content = match self.kind.as_str() {
            "group" => {
                self.layers.into_iter().for_each(|layer| layer.flatten_into(visible, layers));
                return;
            }
            "objectgroup" => {
                LayerContent::Objects(self.objects.into_iter().map(JsonObject::into_object).collect())
            }
            "tilelayer" if self.chunks.is_empty() => LayerContent::Tiles(vec![TiledChunk {
                x: 0,
                y: 0,
                width,
                height,
                encoding,
                compression,
                data: self.data,
            }]),
            "tilelayer" => {
                let chunk = |JsonChunk { x, y, width, height, data }| {
                    let (encoding, compression) = (Rc::clone(&encoding), Rc::clone(&compression));
                    TiledChunk { x, y, width, height, encoding, compression, data }
                };
                LayerContent::Tiles(self.chunks.into_iter().map(chunk).collect())
            }
            _ => return,
        };
        layers.push(TiledLayer { name: self.name, visible, content });
    }
}

#[derive(Deserialize)]
struct JsonChunk {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    data: TileData,
}

#[derive(Deserialize)]
struct JsonObject {
    #[serde(default)]
    id: i64,
    class: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    gid: Option<u32>,
    template: Option<IgnoredAny>,
    #[serde(default)]
    properties: Vec<JsonProperty>,
}

impl JsonObject {
    fn into_object(self) -> TiledObject {
        TiledObject {
            id: self.id,
            class: self.class.or(self.kind).unwrap_or_default(),
            x: self.x,
            y: self.y,
            width: self.width,
            height: self.height,
            is_tile: self.gid.is_some(),
            is_template: self.template.is_some(),
            properties: text_properties(self.properties),
        }
    }
}

#[derive(Deserialize)]
struct JsonProperty {
    name: String,
    #[serde(default)]
    value: JsonValue,
}

/// A value of a property as text; lists and structs have none.
#[derive(Default)]
struct JsonValue(Option<String>);

fn text_properties(properties: Vec<JsonProperty>) -> Vec<TiledProperty> {
    let given = |JsonProperty { name, value }| Some(TiledProperty { name, value: value.0? });
    properties.into_iter().filter_map(given).collect()
}

impl<'de> Deserialize<'de> for JsonValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl ValueVisitor {
    #[expect(clippy::unnecessary_wraps, reason = "every visit returns a result")]
    fn from_display<E>(text: impl fmt::Display) -> Result<JsonValue, E> {
        Ok(JsonValue(Some(text.to_string())))
    }
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = JsonValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value of a property")
    }

    fn visit_str<E>(self, text: &str) -> Result<JsonValue, E> {
        Self::from_display(text)
    }

    fn visit_bool<E>(self, value: bool) -> Result<JsonValue, E> {
        Self::from_display(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<JsonValue, E> {
        Self::from_display(value)
    }

    fn visit_u64<E>(self, value: u64) -> Result<JsonValue, E> {
        Self::from_display(value)
    }

    fn visit_f64<E>(self, value: f64) -> Result<JsonValue, E> {
        Self::from_display(value)
    }

    fn visit_unit<E>(self) -> Result<JsonValue, E> {
        Ok(JsonValue(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonValue, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(JsonValue(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonValue, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(JsonValue(None))
    }
}

impl<'de> Deserialize<'de> for TileData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DataVisitor)
    }
}

struct DataVisitor;

impl<'de> Visitor<'de> for DataVisitor {
    type Value = TileData;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tiles as a list of numbers or as text")
    }

    fn visit_str<E>(self, text: &str) -> Result<TileData, E> {
        Ok(TileData::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TileData, A::Error> {
        let mut gids = Vec::new();
        while let Some(gid) = list.next_element::<u32>()? {
            if gids.len() == Grid::MAX_HEXES {
                return Err(serde::de::Error::custom(format_args!("more than {} tiles", Grid::MAX_HEXES)));
            }
            gids.push(gid);
        }
        Ok(TileData::Gids(gids))
    }
}
