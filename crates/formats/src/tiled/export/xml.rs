//! The XML notation.

use std::fmt::Write;

use super::{Document, ExportError, Thing, Value};

/// The text of a `.tmx` file.
pub fn text(document: &Document<'_>) -> Result<String, ExportError> {
    let Document { picture, width, height, terrains, .. } = document;
    let mut xml = Xml { out: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), open: Vec::new() };
    let [next_object, columns, image_width] =
        [document.objects.len() + 1, terrains.len(), terrains.len() * picture.width as usize]
            .map(|n| n.to_string());
    let [width, height] = [width, height].map(ToString::to_string);
    let [tile_width, tile_height, side] =
        [picture.width, picture.height, picture.side].map(|n| n.to_string());
    xml.start(
        "map",
        &[
            ("version", "1.10"),
            ("tiledversion", "1.10.2"),
            ("orientation", "hexagonal"),
            ("renderorder", "right-down"),
            ("width", &width),
            ("height", &height),
            ("tilewidth", &tile_width),
            ("tileheight", &tile_height),
            ("infinite", "0"),
            ("hexsidelength", &side),
            ("staggeraxis", "x"),
            ("staggerindex", "odd"),
            ("nextlayerid", "3"),
            ("nextobjectid", &next_object),
        ],
    )?;
    xml.properties(&document.settings)?;
    xml.start(
        "tileset",
        &[
            ("firstgid", "1"),
            ("name", document.rules),
            ("tilewidth", &tile_width),
            ("tileheight", &tile_height),
            ("tilecount", &columns),
            ("columns", &columns),
        ],
    )?;
    xml.empty("image", &[("source", picture.file), ("width", &image_width), ("height", &tile_height)])?;
    for (id, terrain) in terrains.iter().enumerate() {
        xml.start("tile", &[("id", &id.to_string()), ("type", &terrain.name)])?;
        if id >= document.own {
            xml.properties(&[("glyph", Value::Text(terrain.glyph.to_string()))])?;
        }
        xml.end();
    }
    xml.end();
    xml.start("layer", &[("id", "1"), ("name", "terrain"), ("width", &width), ("height", &height)])?;
    xml.start("data", &[("encoding", "csv")])?;
    xml.csv(&document.gids, document.width);
    xml.end();
    xml.end();
    xml.start("objectgroup", &[("draworder", "index"), ("id", "2"), ("name", "battle")])?;
    for (id, thing) in (1..).zip(&document.objects) {
        xml.object(id, thing)?;
    }
    xml.end();
    xml.end();
    Ok(xml.out)
}

/// A text in the making.
struct Xml {
    out: String,
    open: Vec<&'static str>,
}

impl Xml {
    fn start(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Result<(), ExportError> {
        self.tag(name, attributes)?;
        self.out.push_str(">\n");
        self.open.push(name);
        Ok(())
    }

    fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Result<(), ExportError> {
        self.tag(name, attributes)?;
        self.out.push_str("/>\n");
        Ok(())
    }

    fn tag(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Result<(), ExportError> {
        self.indent();
        self.push(format_args!("<{name}"));
        for (name, value) in attributes {
            self.push(format_args!(" {name}=\"{}\"", escaped(name, value)?));
        }
        Ok(())
    }

    fn end(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            self.push(format_args!("</{name}>\n"));
        }
    }

    fn properties(&mut self, properties: &[(&'static str, Value)]) -> Result<(), ExportError> {
        if properties.is_empty() {
            return Ok(());
        }
        self.start("properties", &[])?;
        for (name, value) in properties {
            match value {
                Value::Text(text) => {
                    // The fault names the property, not the attribute.
                    escaped(name, text)?;
                    self.empty("property", &[("name", name), ("value", text)])?;
                }
                Value::Number(number) => {
                    let number = number.to_string();
                    self.empty("property", &[("name", name), ("type", "int"), ("value", &number)])?;
                }
            }
        }
        self.end();
        Ok(())
    }

    fn object(&mut self, id: usize, thing: &Thing) -> Result<(), ExportError> {
        let [id, x, y] = [id.to_string(), thing.at[0].to_string(), thing.at[1].to_string()];
        let attributes = [("id", &*id), ("name", &thing.name), ("type", thing.class), ("x", &x), ("y", &y)];
        self.start("object", &attributes)?;
        self.properties(&thing.properties)?;
        self.empty("point", &[])?;
        self.end();
        Ok(())
    }

    /// A row of the map a line.
    fn csv(&mut self, gids: &[u32], width: usize) {
        let rows =
            gids.chunks(width.max(1)).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        self.out.push_str(&rows.collect::<Vec<_>>().join(",\n"));
        self.out.push('\n');
    }

    fn indent(&mut self) {
        self.push(format_args!("{:1$}", "", self.open.len()));
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.write_fmt(text).expect("a String takes every character");
    }
}

/// A text as the value of an attribute; blanks that a reader would make spaces are written by their number.
fn escaped(what: &str, text: &str) -> Result<String, ExportError> {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {
                return Err(ExportError::Character { what: format!("`{what}`"), character: c });
            }
            c => out.push(c),
        }
    }
    Ok(out)
}
