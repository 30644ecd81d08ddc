//! The XML notation.

use quick_xml::Writer;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{ExportContent, ExportError, ExportedPoint, PropertyValue};

/// Returns the text of a `.tmx` file.
pub fn write_tmx(document: &ExportContent<'_>) -> Result<String, ExportError> {
    let ExportContent { picture, width, height, terrains, .. } = document;
    let mut xml = TmxWriter(Writer::new_with_indent(Vec::new(), b' ', 1));
    let [next_object, columns, image_width] =
        [document.objects.len() + 1, terrains.len(), terrains.len() * picture.width as usize]
            .map(|n| n.to_string());
    let [width, height] = [width, height].map(ToString::to_string);
    let [tile_width, tile_height, side] =
        [picture.width, picture.height, picture.side].map(|n| n.to_string());
    xml.write_xml_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    xml.open_element(
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
    xml.write_properties(&document.settings)?;
    xml.open_element(
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
    let image = [("source", picture.file), ("width", &*image_width), ("height", &tile_height)];
    xml.write_element("image", &image)?;
    for (id, terrain) in terrains.iter().enumerate() {
        xml.open_element("tile", &[("id", &id.to_string()), ("type", &terrain.name)])?;
        if id >= document.own {
            xml.write_properties(&[("glyph", PropertyValue::Text(terrain.glyph.to_string()))])?;
        }
        xml.close_element("tile");
    }
    xml.close_element("tileset");
    let layer = [("id", "1"), ("name", "terrain"), ("width", &*width), ("height", &height)];
    xml.open_element("layer", &layer)?;
    xml.open_element("data", &[("encoding", "csv")])?;
    xml.write_csv(&document.gids, document.width);
    xml.close_element("data");
    xml.close_element("layer");
    xml.open_element("objectgroup", &[("draworder", "index"), ("id", "2"), ("name", "battle")])?;
    for (id, thing) in (1..).zip(&document.objects) {
        xml.write_object(id, thing)?;
    }
    xml.close_element("objectgroup");
    xml.close_element("map");
    Ok(xml.into_text())
}

/// A file in the making, indented by a space a level.
struct TmxWriter(Writer<Vec<u8>>);

impl TmxWriter {
    fn open_element(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Result<(), ExportError> {
        self.write_xml_event(Event::Start(start_tag(name, attributes)?));
        Ok(())
    }

    /// Writes an element without content.
    fn write_element(&mut self, name: &'static str, attributes: &[(&str, &str)]) -> Result<(), ExportError> {
        self.write_xml_event(Event::Empty(start_tag(name, attributes)?));
        Ok(())
    }

    fn close_element(&mut self, name: &'static str) {
        self.write_xml_event(Event::End(BytesEnd::new(name)));
    }

    fn write_properties(&mut self, properties: &[(&'static str, PropertyValue)]) -> Result<(), ExportError> {
        if properties.is_empty() {
            return Ok(());
        }
        self.open_element("properties", &[])?;
        for (name, value) in properties {
            match value {
                PropertyValue::Text(text) => {
                    // The fault names the property, not the attribute.
                    check_characters(name, text)?;
                    self.write_element("property", &[("name", name), ("value", text)])?;
                }
                PropertyValue::Number(number) => {
                    let number = number.to_string();
                    self.write_element("property", &[("name", name), ("type", "int"), ("value", &number)])?;
                }
            }
        }
        self.close_element("properties");
        Ok(())
    }

    fn write_object(&mut self, id: usize, thing: &ExportedPoint) -> Result<(), ExportError> {
        let [id, x, y] = [id.to_string(), thing.at[0].to_string(), thing.at[1].to_string()];
        let attributes = [("id", &*id), ("name", &thing.name), ("type", thing.class), ("x", &x), ("y", &y)];
        self.open_element("object", &attributes)?;
        self.write_properties(&thing.properties)?;
        self.write_element("point", &[])?;
        self.close_element("object");
        Ok(())
    }

    /// Writes the tiles of the map in one line a row.
    fn write_csv(&mut self, gids: &[u32], width: usize) {
        let rows =
            gids.chunks(width.max(1)).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        // The writer breaks no line after a text: the last line is the indentation of the tag that
        // follows.
        let lines = format!("\n{}\n  ", rows.collect::<Vec<_>>().join(",\n"));
        self.write_xml_event(Event::Text(BytesText::from_escaped(lines)));
    }

    fn write_xml_event(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("memory takes every byte");
    }

    fn into_text(self) -> String {
        let mut text = String::from_utf8(self.0.into_inner()).expect("only texts were written");
        text.push('\n');
        text
    }
}

/// The tag that opens an element. The writer's library escapes what attributes say, line breaks and
/// tabs by their numbers, so that no reader makes spaces of them.
fn start_tag<'a>(name: &'a str, attributes: &[(&str, &str)]) -> Result<BytesStart<'a>, ExportError> {
    let mut tag = BytesStart::new(name);
    for &(name, value) in attributes {
        check_characters(name, value)?;
        let Attribute { key, value } = Attribute::from((name, value));
        // Values stand between double quotes: apostrophes stay readable, as Tiled itself writes
        // them.
        tag.push_attribute(Attribute { key, value: value.replace("&apos;", "'").into() });
    }
    Ok(tag)
}

/// Refuses characters that XML 1.0 cannot hold, not even by their numbers.
fn check_characters(what: &str, text: &str) -> Result<(), ExportError> {
    let refused =
        |c: &char| matches!(c, '\0'..' ' | '\u{fffe}' | '\u{ffff}') && !matches!(c, '\t' | '\n' | '\r');
    match text.chars().find(refused) {
        Some(character) => Err(ExportError::Character { what: format!("`{what}`"), character }),
        None => Ok(()),
    }
}
