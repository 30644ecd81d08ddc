//! `.tmx` and `.tsx`: the XML notation.
//!
//! The text becomes a small tree first, with a limit on everything that a file could have too much
//! of.

mod tree;

use std::fmt::Display;
use std::rc::Rc;
use std::str::FromStr;

use super::model::{
    Chunk, Content, Data, Layer, Object, Property, Source, TileEntry, TiledMap, Tileset, TilesetUse,
};
use crate::detail::{ExpectedValue, ValueName};
use crate::error::{ImportError, ImportProblem, position_of_byte, quote_shortly};
use tree::{Element, ElementTree};

/// Reads a map.
pub fn parse_tmx(text: &str) -> Result<TiledMap, ImportError> {
    let tree = ElementTree::read_text(text)?;
    TmxReader { text }.read_map(tree.into_root("map")?)
}

/// Reads an external tileset.
pub fn parse_tsx(text: &str) -> Result<Tileset, ImportError> {
    let tree = ElementTree::read_text(text)?;
    TmxReader { text }.read_tileset(tree.into_root("tileset")?)
}

/// A reader that knows the text, so that faults have their line.
#[derive(Clone, Copy)]
struct TmxReader<'a> {
    text: &'a str,
}

impl TmxReader<'_> {
    fn fault_at(self, element: &Element, problem: ImportProblem) -> ImportError {
        ImportError::at_position(position_of_byte(self.text, element.at), problem)
    }

    fn read_map(self, mut map: Element) -> Result<TiledMap, ImportError> {
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

    fn read_tileset_use(self, tileset: Element) -> Result<TilesetUse, ImportError> {
        let first = self.read_number(&tileset, "firstgid")?;
        let source = tileset.attribute_value("source").map(str::to_owned);
        let tileset = match source {
            Some(path) => Source::External(path),
            None => Source::Embedded(self.read_tileset(tileset)?),
        };
        Ok(TilesetUse { first, tileset })
    }

    fn read_tileset(self, tileset: Element) -> Result<Tileset, ImportError> {
        let name = tileset.attribute_value("name").unwrap_or_default().to_owned();
        let tiles = tileset.children.into_iter().filter(|child| child.name == "tile");
        let tile = |mut tile: Element| {
            let (id, class) = (self.read_number(&tile, "id")?, class_or_type(&tile));
            Ok(TileEntry { id, class, properties: take_properties(&mut tile) })
        };
        Ok(Tileset { name, tiles: tiles.map(tile).collect::<Result<_, ImportError>>()? })
    }

    /// Reads a layer, or the layers of a group; other elements say nothing about the ground. The
    /// tree's limit of depth bounds the recursion.
    fn read_layers(
        self,
        mut layer: Element,
        shown: bool,
        layers: &mut Vec<Layer>,
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
                Content::Objects(objects.map(|object| self.read_object(object)).collect::<Result<_, _>>()?)
            }
            "layer" => {
                let Some(data) = children.into_iter().find(|child| child.name == "data") else {
                    let problem =
                        ImportProblem::Missing { element: "layer".into(), attribute: "data".into() };
                    return Err(self.fault_at(&layer, problem));
                };
                Content::Tiles(self.read_chunks(&layer, data)?)
            }
            _ => return Ok(()),
        };
        layers.push(Layer { name, visible, content });
        Ok(())
    }

    fn read_chunks(self, layer: &Element, mut data: Element) -> Result<Vec<Chunk>, ImportError> {
        let children = std::mem::take(&mut data.children);
        let chunks: Vec<_> = children.into_iter().filter(|child| child.name == "chunk").collect();
        let text = |name| Rc::<str>::from(data.attribute_value(name).unwrap_or_default());
        let (encoding, compression) = (text("encoding"), text("compression"));
        let chunk = |x, y, place: &Element, content: Element| {
            let (width, height) = (self.read_number(place, "width")?, self.read_number(place, "height")?);
            let (encoding, compression) = (Rc::clone(&encoding), Rc::clone(&compression));
            let data = if encoding.is_empty() { Data::Gids(content.gids) } else { Data::Text(content.text) };
            Ok(Chunk { x, y, width, height, encoding, compression, data })
        };
        if chunks.is_empty() {
            return Ok(vec![chunk(0, 0, layer, data)?]);
        }
        let read = |mut element: Element| {
            let (x, y) = (self.read_number(&element, "x")?, self.read_number(&element, "y")?);
            let content = Element {
                gids: std::mem::take(&mut element.gids),
                text: std::mem::take(&mut element.text),
                ..Element::default()
            };
            chunk(x, y, &element, content)
        };
        chunks.into_iter().map(read).collect()
    }

    fn read_object(self, mut object: Element) -> Result<Object, ImportError> {
        Ok(Object {
            id: self.read_number_or(&object, "id", 0)?,
            class: class_or_type(&object),
            x: self.read_number_or(&object, "x", 0.0)?,
            y: self.read_number_or(&object, "y", 0.0)?,
            width: self.read_number_or(&object, "width", 0.0)?,
            height: self.read_number_or(&object, "height", 0.0)?,
            is_tile: object.attribute_value("gid").is_some(),
            is_template: object.attribute_value("template").is_some(),
            properties: take_properties(&mut object),
        })
    }

    fn read_number<T: FromStr<Err: Display>>(self, element: &Element, name: &str) -> Result<T, ImportError> {
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
        element: &Element,
        name: &str,
        otherwise: T,
    ) -> Result<T, ImportError> {
        if element.attribute_value(name).is_some() { self.read_number(element, name) } else { Ok(otherwise) }
    }
}

/// Returns the class of an element. Tiled 1.9 says `class`, all other versions `type`.
fn class_or_type(element: &Element) -> String {
    element.attribute_value("class").or(element.attribute_value("type")).unwrap_or_default().to_owned()
}

/// Takes the custom properties out of an element. A value of several lines stands between the tags.
fn take_properties(element: &mut Element) -> Vec<Property> {
    let lists = element.children.extract_if(.., |child| child.name == "properties");
    let all = lists.flat_map(|list| list.children).filter(|child| child.name == "property");
    let property = |property: Element| {
        let name = property.attribute_value("name")?.to_owned();
        let value = property.attribute_value("value").map(str::to_owned).unwrap_or(property.text);
        Some(Property { name, value })
    };
    all.filter_map(property).collect()
}
