//! The content of a map file of Tiled, in either notation, not yet checked.

use std::rc::Rc;

/// A map.
#[derive(Debug, Default)]
pub struct TiledMap {
    pub orientation: String,
    pub stagger_axis: String,
    pub stagger_index: String,
    pub width: u32,
    pub height: u32,
    pub tile_width: u32,
    pub tile_height: u32,
    pub hex_side: u32,
    pub infinite: bool,
    pub properties: Vec<TiledProperty>,
    pub tilesets: Vec<TilesetUse>,
    /// Every layer, layers in groups included, the lowest first.
    pub layers: Vec<TiledLayer>,
}

/// A custom property; numbers and truth values are kept as text.
#[derive(Debug, Clone)]
pub struct TiledProperty {
    pub name: String,
    pub value: String,
}

/// A tileset of a map, which may lie in a file of its own.
#[derive(Debug)]
pub struct TilesetUse {
    pub first: u32,
    pub tileset: TilesetSource,
}

#[derive(Debug)]
pub enum TilesetSource {
    Embedded(TiledTileset),
    External(String),
}

#[derive(Debug, Default)]
pub struct TiledTileset {
    pub name: String,
    pub tiles: Vec<TileEntry>,
}

/// An entry of a tileset: a tile's class and properties.
#[derive(Debug)]
pub struct TileEntry {
    pub id: u32,
    pub class: String,
    pub properties: Vec<TiledProperty>,
}

#[derive(Debug)]
pub struct TiledLayer {
    pub name: String,
    pub visible: bool,
    pub content: LayerContent,
}

#[derive(Debug)]
pub enum LayerContent {
    Tiles(Vec<TiledChunk>),
    Objects(Vec<TiledObject>),
}

/// A rectangle of tiles; a layer has one, unless the map is infinite.
#[derive(Debug)]
pub struct TiledChunk {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
    /// The packing of the data, shared by all chunks of a layer.
    pub encoding: Rc<str>,
    pub compression: Rc<str>,
    pub data: TileData,
}

/// Tiles row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TileData {
    Gids(Vec<u32>),
    Text(String),
}

impl Default for TileData {
    fn default() -> Self {
        Self::Gids(Vec::new())
    }
}

#[derive(Debug, Default)]
pub struct TiledObject {
    pub id: i64,
    pub class: String,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    /// `true` if the object shows a tile: a tile stands on its position, other objects hang from
    /// theirs.
    pub is_tile: bool,
    /// `true` if the rest of the object is in another file.
    pub is_template: bool,
    pub properties: Vec<TiledProperty>,
}

/// Returns the value of the property of this name.
pub fn property_value<'a>(properties: &'a [TiledProperty], name: &str) -> Option<&'a str> {
    properties.iter().find(|property| property.name == name).map(|property| property.value.as_str())
}
