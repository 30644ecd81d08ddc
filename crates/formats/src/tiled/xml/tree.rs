//! A small tree of an XML text.

use hotgates_engine::Grid;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use crate::detail::LimitedThing;
use crate::error::{self, ImportError, ImportProblem, position_of_byte};

/// Greatest depth of elements; Tiled needs four, and one for each group in a group.
const MAX_DEPTH: usize = 64;
/// Greatest number of elements. Tiles that are written one by one are not counted here.
const MAX_ELEMENTS: usize = 1_000_000;
/// Greatest number of attributes of an element; Tiled knows some twenty.
const MAX_ATTRIBUTES: usize = 64;

/// An element with its attributes and content.
#[derive(Debug, Default)]
pub struct XmlElement {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Self>,
    pub text: String,
    /// Tiles of layer data that are written one by one.
    pub gids: Vec<u32>,
    /// Offset of the element's start, in bytes.
    pub at: usize,
}

impl XmlElement {
    pub fn attribute_value(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// A tree while it grows: the elements that are open, the innermost last. The first one stands for
/// the text itself.
pub struct XmlTree<'a> {
    text: &'a str,
    open: Vec<XmlElement>,
    elements: usize,
}

impl<'a> XmlTree<'a> {
    /// Reads a text, up to the limits.
    pub fn read_text(text: &'a str) -> Result<Self, ImportError> {
        let mut tree = Self { text, open: vec![XmlElement::default()], elements: 0 };
        let mut reader = Reader::from_str(text);
        loop {
            let at = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
            let event = reader.read_event().map_err(|error| {
                let at = usize::try_from(reader.error_position()).unwrap_or(at);
                tree.syntax_error(at, &error.to_string())
            })?;
            match event {
                Event::Start(start) => tree.open_element(&start, at)?,
                Event::Empty(start) => {
                    tree.open_element(&start, at)?;
                    tree.close_element();
                }
                Event::End(_) => tree.close_element(),
                Event::Text(text) => tree.innermost_open().text.push_str(&text.xml10_content()),
                Event::CData(text) => tree.innermost_open().text.push_str(&text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let resolved = match reference.resolve_char_ref() {
                        Ok(Some(c)) => Some(c.to_string()),
                        Ok(None) => resolve_predefined_entity(&reference.xml10_content()).map(str::to_owned),
                        Err(_) => None,
                    };
                    let unknown = || tree.syntax_error(at, "unknown entity");
                    let resolved = resolved.ok_or_else(unknown)?;
                    tree.innermost_open().text.push_str(&resolved);
                }
                Event::DocType(_) => return Err(tree.syntax_error(at, "document types are not read")),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
                Event::Eof => break,
            }
        }
        match tree.open.as_slice() {
            [_] => Ok(tree),
            open => {
                let name = open.last().map_or("", |element| &element.name);
                Err(tree.syntax_error(text.len(), &format!("the file ends inside `{name}`")))
            }
        }
    }

    /// Returns the element that the text consists of.
    pub fn into_root(mut self, name: &str) -> Result<XmlElement, ImportError> {
        let children = std::mem::take(&mut self.innermost_open().children);
        let root = children.into_iter().find(|child| child.name == name);
        root.ok_or_else(|| self.syntax_error(0, &format!("there is no element `{name}`")))
    }

    fn syntax_error(&self, at: usize, said: &str) -> ImportError {
        let message = error::quote_message(said);
        ImportError::error_at_position(position_of_byte(self.text, at), ImportProblem::Xml { message })
    }

    fn innermost_open(&mut self) -> &mut XmlElement {
        self.open.last_mut().expect("the element that stands for the text is never closed")
    }

    fn open_element(&mut self, start: &BytesStart<'_>, at: usize) -> Result<(), ImportError> {
        let too_many = |tree: &Self, what, max: usize| {
            let problem = ImportProblem::TooMany { what, max: max as u64 };
            ImportError::error_at_position(position_of_byte(tree.text, at), problem)
        };
        let name = start.name().as_ref().to_owned();
        let is_gid = name == "tile" && ["data", "chunk"].contains(&self.innermost_open().name.as_str());
        self.elements += usize::from(!is_gid);
        if self.elements > MAX_ELEMENTS {
            return Err(too_many(self, LimitedThing::Elements, MAX_ELEMENTS));
        }
        if self.open.len() > MAX_DEPTH {
            return Err(too_many(self, LimitedThing::LevelsOfElements, MAX_DEPTH));
        }
        let mut element = XmlElement { name, at, ..XmlElement::default() };
        // A second attribute of one name is not looked for: that would cost the square of their
        // number.
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.syntax_error(at, &error.to_string()))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| self.syntax_error(at, &error.to_string()))?.into_owned();
            element.attributes.push((attribute.key.as_ref().to_owned(), value));
            if element.attributes.len() > MAX_ATTRIBUTES {
                return Err(too_many(self, LimitedThing::Attributes, MAX_ATTRIBUTES));
            }
        }
        if is_gid {
            let gid = element.attribute_value("gid").unwrap_or("0");
            let gid =
                gid.parse().map_err(|error| self.syntax_error(at, &format!("tile `{gid}`: {error}")))?;
            if self.innermost_open().gids.len() == Grid::MAX_HEXES {
                return Err(too_many(self, LimitedThing::TilesInLayer, Grid::MAX_HEXES));
            }
            self.innermost_open().gids.push(gid);
            element.name.clear();
        }
        self.open.push(element);
        Ok(())
    }

    fn close_element(&mut self) {
        // The reader has matched the tags.
        if let Some(element) = self.open.pop().filter(|element| !element.name.is_empty()) {
            self.innermost_open().children.push(element);
        }
    }
}
