//! `.tmx` and `.tsx`: the XML notation.
//!
//! The text becomes a small tree first, with a limit on everything that a file could have too much
//! of.

mod tree;

use std::fmt::Display;
use std::rc::Rc;
use std::str::FromStr;

use super::model::{
    Chunk, Content, Data, Layer, Object, Property, Source, Tile, TiledMap, Tileset, TilesetUse,
};
use crate::error::{ImportError, Problem, position, short};
use tree::{Element, ElementTree};

/// Reads a map.
pub fn map(text: &str) -> Result<TiledMap, ImportError> {
    let tree = ElementTree::read(text)?;
    TmxReader { text }.map(tree.root("map")?)
}

/// Reads an external tileset.
pub fn tileset(text: &str) -> Result<Tileset, ImportError> {
    let tree = ElementTree::read(text)?;
    TmxReader { text }.tileset(tree.root("tileset")?)
}

/// A reader that knows the text, so that faults have their line.
#[derive(Clone, Copy)]
struct TmxReader<'a> {
    text: &'a str,
}

impl TmxReader<'_> {
    fn fault(self, element: &Element, problem: Problem) -> ImportError {
        ImportError::at(position(self.text, element.at), problem)
    }

    fn map(self, mut map: Element) -> Result<TiledMap, ImportError> {
        let text = |name| map.attribute(name).unwrap_or_default().to_owned();
        let mut read = TiledMap {
            orientation: text("orientation"),
            stagger_axis: text("staggeraxis"),
            stagger_index: text("staggerindex"),
            width: self.number(&map, "width")?,
            height: self.number(&map, "height")?,
            tile_width: self.number(&map, "tilewidth")?,
            tile_height: self.number(&map, "tileheight")?,
            hex_side: self.number_or(&map, "hexsidelength", 0)?,
            infinite: map.attribute("infinite").is_some_and(|infinite| infinite != "0"),
            ..TiledMap::default()
        };
        read.properties = properties(&mut map);
        for child in std::mem::take(&mut map.children) {
            match child.name.as_str() {
                "tileset" => read.tilesets.push(self.tileset_use(child)?),
                _ => self.layer(child, true, &mut read.layers)?,
            }
        }
        Ok(read)
    }

    fn tileset_use(self, tileset: Element) -> Result<TilesetUse, ImportError> {
        let first = self.number(&tileset, "firstgid")?;
        let source = tileset.attribute("source").map(str::to_owned);
        let tileset = match source {
            Some(path) => Source::External(path),
            None => Source::Embedded(self.tileset(tileset)?),
        };
        Ok(TilesetUse { first, tileset })
    }

    fn tileset(self, tileset: Element) -> Result<Tileset, ImportError> {
        let name = tileset.attribute("name").unwrap_or_default().to_owned();
        let tiles = tileset.children.into_iter().filter(|child| child.name == "tile");
        let tile = |mut tile: Element| {
            let (id, class) = (self.number(&tile, "id")?, class(&tile));
            Ok(Tile { id, class, properties: properties(&mut tile) })
        };
        Ok(Tileset { name, tiles: tiles.map(tile).collect::<Result<_, ImportError>>()? })
    }

    /// Reads a layer, or the layers of a group; other elements say nothing about the ground. The
    /// tree's limit of depth bounds the recursion.
    fn layer(self, mut layer: Element, shown: bool, layers: &mut Vec<Layer>) -> Result<(), ImportError> {
        let visible = shown && layer.attribute("visible").is_none_or(|visible| visible != "0");
        let name = layer.attribute("name").unwrap_or_default().to_owned();
        let children = std::mem::take(&mut layer.children);
        let content = match layer.name.as_str() {
            "group" => return children.into_iter().try_for_each(|child| self.layer(child, visible, layers)),
            "objectgroup" => {
                let objects = children.into_iter().filter(|child| child.name == "object");
                Content::Objects(objects.map(|object| self.object(object)).collect::<Result<_, _>>()?)
            }
            "layer" => {
                let Some(data) = children.into_iter().find(|child| child.name == "data") else {
                    let problem = Problem::Missing { element: "layer".into(), attribute: "data".into() };
                    return Err(self.fault(&layer, problem));
                };
                Content::Tiles(self.chunks(&layer, data)?)
            }
            _ => return Ok(()),
        };
        layers.push(Layer { name, visible, content });
        Ok(())
    }

    fn chunks(self, layer: &Element, mut data: Element) -> Result<Vec<Chunk>, ImportError> {
        let children = std::mem::take(&mut data.children);
        let chunks: Vec<_> = children.into_iter().filter(|child| child.name == "chunk").collect();
        let text = |name| Rc::<str>::from(data.attribute(name).unwrap_or_default());
        let (encoding, compression) = (text("encoding"), text("compression"));
        let chunk = |x, y, place: &Element, content: Element| {
            let (width, height) = (self.number(place, "width")?, self.number(place, "height")?);
            let (encoding, compression) = (Rc::clone(&encoding), Rc::clone(&compression));
            let data = if encoding.is_empty() { Data::Gids(content.gids) } else { Data::Text(content.text) };
            Ok(Chunk { x, y, width, height, encoding, compression, data })
        };
        if chunks.is_empty() {
            return Ok(vec![chunk(0, 0, layer, data)?]);
        }
        let read = |mut element: Element| {
            let (x, y) = (self.number(&element, "x")?, self.number(&element, "y")?);
            let content = Element {
                gids: std::mem::take(&mut element.gids),
                text: std::mem::take(&mut element.text),
                ..Element::default()
            };
            chunk(x, y, &element, content)
        };
        chunks.into_iter().map(read).collect()
    }

    fn object(self, mut object: Element) -> Result<Object, ImportError> {
        Ok(Object {
            id: self.number_or(&object, "id", 0)?,
            class: class(&object),
            x: self.number_or(&object, "x", 0.0)?,
            y: self.number_or(&object, "y", 0.0)?,
            width: self.number_or(&object, "width", 0.0)?,
            height: self.number_or(&object, "height", 0.0)?,
            is_tile: object.attribute("gid").is_some(),
            is_template: object.attribute("template").is_some(),
            properties: properties(&mut object),
        })
    }

    fn number<T: FromStr<Err: Display>>(self, element: &Element, name: &str) -> Result<T, ImportError> {
        let Some(text) = element.attribute(name) else {
            let (element_name, attribute) = (short(&element.name), name.to_owned());
            return Err(self.fault(element, Problem::Missing { element: element_name, attribute }));
        };
        text.trim().parse().map_err(|error: T::Err| {
            let what = format!("`{name}` of `{}`", short(&element.name));
            let problem =
                Problem::Value { what, value: short(text), expected: format!("a number ({error})") };
            self.fault(element, problem)
        })
    }

    fn number_or<T: FromStr<Err: Display>>(
        self,
        element: &Element,
        name: &str,
        otherwise: T,
    ) -> Result<T, ImportError> {
        if element.attribute(name).is_some() { self.number(element, name) } else { Ok(otherwise) }
    }
}

/// Returns the class of an element. Tiled 1.9 says `class`, all other versions `type`.
fn class(element: &Element) -> String {
    element.attribute("class").or(element.attribute("type")).unwrap_or_default().to_owned()
}

/// Takes the custom properties out of an element. A value of several lines stands between the tags.
fn properties(element: &mut Element) -> Vec<Property> {
    let lists = element.children.extract_if(.., |child| child.name == "properties");
    let all = lists.flat_map(|list| list.children).filter(|child| child.name == "property");
    let property = |property: Element| {
        let name = property.attribute("name")?.to_owned();
        let value = property.attribute("value").map(str::to_owned).unwrap_or(property.text);
        Some(Property { name, value })
    };
    all.filter_map(property).collect()
}
