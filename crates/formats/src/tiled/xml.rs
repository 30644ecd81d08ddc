//! `.tmx` and `.tsx`: the XML notation.
//!
//! The text becomes a small tree first, with a limit on everything that a file could have too much
//! of.

mod tree;

use std::fmt::Display;
use std::rc::Rc;
use std::str::FromStr;

use super::model::{
    LayerContent, TileData, TileEntry, TiledChunk, TiledLayer, TiledMap, TiledObject, TiledProperty,
    TiledTileset, TilesetSource, TilesetUse,
};
use crate::detail::{ExpectedValue, ValueName};
use crate::error::{ImportError, ImportProblem, position_of_byte, quote_shortly};
use tree::{XmlElement, XmlTree};

/// Reads a map.
pub fn parse_tmx(text: &str) -> Result<TiledMap, ImportError> {
    let tree = XmlTree::read_text(text)?;
    TmxReader { text }.read_map(tree.into_root("map")?)
}

/// Reads an external tileset.
pub fn parse_tsx(text: &str) -> Result<TiledTileset, ImportError> {
    let tree = XmlTree::read_text(text)?;
    TmxReader { text }.read_tileset(tree.into_root("tileset")?)
}

/// A reader that knows the text, so that faults have their line.
#[derive(Clone, Copy)]
struct TmxReader<'a> {
    text: &'a str,
}

impl TmxReader<'_> {
    fn fault_at(self, element: &XmlElement, problem: ImportProblem) -> ImportError {
        ImportError::error_at_position(position_of_byte(self.text, element.at), problem)
    }

    fn read_map(self, mut map: XmlElement) -> Result<TiledMap, ImportError> {
        let text = |name| map.attribute_value(name).unwrap_or_default().to_owned();
        let mut read = TiledMap {
            orientation: text("orientation"),
            stagger_axis: text("staggeraxis"),
            stagger_index: text("staggerindex"),
            width: self.read_number(&map, "width")?,
            height: self.read_number(&map, "height")?,
            tile_width: self.read_number(&map, "tilewidth")?,
            tile_height: self.read_number(&map, "tileheight")?,
            hex_side: self.read_number_or(&map, "hexsidelength", 0)?,
            infinite: map.attribute_value("infinite").is_some_and(|infinite| infinite != "0"),
            ..TiledMap::default()
        };
        read.properties = take_properties(&mut map);
        for child in std::mem::take(&mut map.children) {
            match child.name.as_str() {
                "tileset" => read.tilesets.push(self.read_tileset_use(child)?),
                _ => self.read_layers(child, true, &mut read.layers)?,
            }
        }
        Ok(read)
    }

    fn read_tileset_use(self, tileset: XmlElement) -> Result<TilesetUse, ImportError> {
        let first = self.read_number(&tileset, "firstgid")?;
        let source = tileset.attribute_value("source").map(str::to_owned);
        let tileset = match source {
            Some(path) => TilesetSource::External(path),
            None => TilesetSource::Embedded(self.read_tileset(tileset)?),
        };
        Ok(TilesetUse { first, tileset })
    }

    fn read_tileset(self, tileset: XmlElement) -> Result<TiledTileset, ImportError> {
        let name = tileset.attribute_value("name").unwrap_or_default().to_owned();
        let tiles = tileset.children.into_iter().filter(|child| child.name == "tile");
        let tile = |mut tile: XmlElement| {
            let (id, class) = (self.read_number(&tile, "id")?, take_class_or_type(&tile));
            Ok(TileEntry { id, class, properties: take_properties(&mut tile) })
        };
        Ok(TiledTileset { name, tiles: tiles.map(tile).collect::<Result<_, ImportError>>()? })
    }

    /// Reads a layer, or the layers of a group; other elements say nothing about the ground. The
    /// tree's limit of depth bounds the recursion.
    fn read_layers(
        self,
        mut layer: XmlElement,
        shown: bool,
        layers: &mut Vec<TiledLayer>,
    ) -> Result<(), ImportError> {
        let visible = shown && layer.attribute_value("visible").is_none_or(|visible| visible != "0");
        let name = layer.attribute_value("name").unwrap_or_default().to_owned();
        let children = std::mem::take(&mut layer.children);
        let content = match layer.name.as_str() {
            "group" => {
                return children.into_iter().try_for_each(|child| self.read_layers(child, visible, layers));
            }
            "objectgroup" => {
                let objects = children.into_iter().filter(|child| child.name == "object");
                LayerContent::Objects(
                    objects.map(|object| self.read_object(object)).collect::<Result<_, _>>()?,
                )
            }
            "layer" => {
                let Some(data) = children.into_iter().find(|child| child.name == "data") else {
                    let problem =
                        ImportProblem::Missing { element: "layer".into(), attribute: "data".into() };
                    return Err(self.fault_at(&layer, problem));
                };
                LayerContent::Tiles(self.read_chunks(&layer, data)?)
            }
            _ => return Ok(()),
        };
        layers.push(TiledLayer { name, visible, content });
        Ok(())
    }

    fn read_chunks(self, layer: &XmlElement, mut data: XmlElement) -> Result<Vec<TiledChunk>, ImportError> {
        let children = std::mem::take(&mut data.children);
        let chunks: Vec<_> = children.into_iter().filter(|child| child.name == "chunk").collect();
        let text = |name| Rc::<str>::from(data.attribute_value(name).unwrap_or_default());
        let (encoding, compression) = (text("encoding"), text("compression"));
        let chunk = |x, y, place: &XmlElement, content: XmlElement| {
            let (width, height) = (self.read_number(place, "width")?, self.read_number(place, "height")?);
            let (encoding, compression) = (Rc::clone(&encoding), Rc::clone(&compression));
            let data =
                if encoding.is_empty() { TileData::Gids(content.gids) } else { TileData::Text(content.text) };
            Ok(TiledChunk { x, y, width, height, encoding, compression, data })
        };
        if chunks.is_empty() {
            return Ok(vec![chunk(0, 0, layer, data)?]);
        }
        let read = |mut element: XmlElement| {
            let (x, y) = (self.read_number(&element, "x")?, self.read_number(&element, "y")?);
            let content = XmlElement {
                gids: std::mem::take(&mut element.gids),
                text: std::mem::take(&mut element.text),
                ..XmlElement::default()
            };
            chunk(x, y, &element, content)
        };
        chunks.into_iter().map(read).collect()
    }

    fn read_object(self, mut object: XmlElement) -> Result<TiledObject, ImportError> {
        Ok(TiledObject {
            id: self.read_number_or(&object, "id", 0)?,
            class: take_class_or_type(&object),
            x: self.read_number_or(&object, "x", 0.0)?,
            y: self.read_number_or(&object, "y", 0.0)?,
            width: self.read_number_or(&object, "width", 0.0)?,
            height: self.read_number_or(&object, "height", 0.0)?,
            is_tile: object.attribute_value("gid").is_some(),
            is_template: object.attribute_value("template").is_some(),
            properties: take_properties(&mut object),
        })
    }

    fn read_number<T: FromStr<Err: Display>>(
        self,
        element: &XmlElement,
        name: &str,
    ) -> Result<T, ImportError> {
        let Some(text) = element.attribute_value(name) else {
            let (element_name, attribute) = (quote_shortly(&element.name), name.to_owned());
            return Err(self.fault_at(element, ImportProblem::Missing { element: element_name, attribute }));
        };
        text.trim().parse().map_err(|error: T::Err| {
            let what =
                ValueName::Attribute { attribute: name.to_owned(), element: quote_shortly(&element.name) };
            let expected = ExpectedValue::Number(error.to_string());
            let problem = ImportProblem::Value { what, value: quote_shortly(text), expected };
            self.fault_at(element, problem)
        })
    }

    fn read_number_or<T: FromStr<Err: Display>>(
        self,
        element: &XmlElement,
        name: &str,
        otherwise: T,
    ) -> Result<T, ImportError> {
        if element.attribute_value(name).is_some() { self.read_number(element, name) } else { Ok(otherwise) }
    }
}

/// Returns the class of an element. Tiled 1.9 says `class`, all other versions `type`.
fn take_class_or_type(element: &XmlElement) -> String {
    element.attribute_value("class").or(element.attribute_value("type")).unwrap_or_default().to_owned()
}

/// Takes the custom properties out of an element. A value of several lines stands between the tags.
fn take_properties(element: &mut XmlElement) -> Vec<TiledProperty> {
    let lists = element.children.extract_if(.., |child| child.name == "properties");
    let all = lists.flat_map(|list| list.children).filter(|child| child.name == "property");
    let property = |property: XmlElement| {
        let name = property.attribute_value("name")?.to_owned();
        let value = property.attribute_value("value").map(str::to_owned).unwrap_or(property.text);
        Some(TiledProperty { name, value })
    };
    all.filter_map(property).collect()
}
