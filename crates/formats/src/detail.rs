//! Details of faults: the values, layers, tiles and objects that cannot be read, and why.

use std::fmt;

use hotgates_engine::{Coord, Grid, count_words as counted};

/// A value that a map gives.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueName {
    /// Attribute of an element.
    #[error("`{attribute}` of `{element}`")]
    Attribute {
        /// Name of the attribute.
        attribute: String,
        /// Name of the element.
        element: String,
    },
    /// Property of the map.
    #[error("property `{0}`")]
    Property(String),
    /// Attribute of the map.
    #[error("`{0}`")]
    Setting(&'static str),
    /// Line of the header of a map of Wesnoth.
    #[error("{0}")]
    Header(String),
    /// Width and height of a tile.
    #[error("the size of a tile in pixels")]
    TileSize,
    /// First number of a tileset's tiles.
    #[error("`firstgid` of a tileset")]
    FirstTile,
}

/// A value that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpectedValue {
    /// A number; the reader's words say why the value is none.
    #[error("a number ({0})")]
    Number(String),
    /// A whole number.
    #[error("a whole number")]
    WholeNumber,
    /// A number from 1 on.
    #[error("at least 1")]
    Positive,
    /// A size of one pixel or more.
    #[error("at least 1 × 1")]
    OnePixel,
    /// One of two numbers.
    #[error("{0} or {1}")]
    EitherNumber(u32, u32),
    /// One of two words.
    #[error("`{0}` or `{1}`")]
    EitherWord(&'static str, &'static str),
    /// One of several words.
    #[error("{}", .0.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "))]
    OneOf(Vec<&'static str>),
    /// A field as the project's map files have it; the reader's words say why the value is none.
    #[error("as in a map file ({0})")]
    MapField(String),
    /// A map, not a mask.
    #[error("`map`: masks are no maps")]
    NoMask,
}

/// Things whose number in a map is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what the things are")]
pub enum LimitedThing {
    Tilesets,
    TilesInLayer,
    TilesInAllLayers,
    GlyphsInTilesets,
    BytesOfTilesets,
    Elements,
    LevelsOfElements,
    Attributes,
    ObjectsAndLists,
}

impl fmt::Display for LimitedThing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tilesets => "tilesets",
            Self::TilesInLayer => "tiles in a layer",
            Self::TilesInAllLayers => "tiles in all layers",
            Self::GlyphsInTilesets => "glyphs in tilesets",
            Self::BytesOfTilesets => "bytes of tilesets",
            Self::Elements => "elements",
            Self::LevelsOfElements => "levels of elements",
            Self::Attributes => "attributes",
            Self::ObjectsAndLists => "objects and lists",
        })
    }
}

/// A fault of the tiles of a layer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum LayerFault {
    #[error("has {width} × {height} tiles, the map {map_width} × {map_height}")]
    Size { width: u32, height: u32, map_width: u32, map_height: u32 },
    #[error("{width} × {height} tiles; at most {max} are allowed", max = Grid::MAX_HEXES)]
    TooLarge { width: u32, height: u32 },
    #[error("unknown encoding `{0}`; known: csv, base64")]
    Encoding(String),
    #[error("unknown compression `{0}`; known: zlib, gzip, zstd")]
    Compression(String),
    #[error("{} where {expected} are expected", counted(*.found, "tile", "tiles"))]
    TooFew { found: usize, expected: usize },
    #[error("more than the {expected} tiles that are expected")]
    TooManyTiles { expected: usize },
    #[error("tile {index} is `{text}`: {why}")]
    NoNumber { index: usize, text: String, why: String },
    #[error("not base64: {0}")]
    NotBase64(String),
    #[error("broken zstd data: {0}")]
    BrokenZstd(String),
    #[error("broken compressed data: {0}")]
    BrokenData(String),
    #[error("{} of tiles; each takes 4", counted(*.0, "byte", "bytes"))]
    PartOfTile(usize),
}

/// A fault of a tile that stands for no terrain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TileFault {
    /// The tile says nothing.
    #[error("has no class and no property `terrain`")]
    NoClass,
    /// The tile names a terrain that the ruleset does not have.
    #[error("has the unknown terrain `{0}`")]
    UnknownTerrain(String),
}

/// A fault of a file that a map refers to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReferenceFault {
    /// The path means something else on every machine.
    #[error("the path has to be relative to the map")]
    NotRelative,
    /// The file lies where maps may not read.
    #[error(
        "the file lies outside the folder of the map and is not read; put it there, or use `--allow-outside` in the terminal"
    )]
    Outside,
    /// There is no such file.
    #[error("there is no file {0}")]
    Missing(String),
    /// The file cannot be read, for the reason given.
    #[error("{0}")]
    Unreadable(String),
}

/// A fault of an object that stands for an entry hex or a unit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ObjectFault {
    /// An entry hex off the map.
    #[error("the entry is not on the map")]
    EntryOffMap,
    /// A unit of no side.
    #[error("the unit's property `side` is `{0}`; expected `red` or `blue`")]
    NoSide(String),
    /// A unit of no type.
    #[error("the unit has no property `unit`, which names its type")]
    NoType,
    /// A strength that is no number.
    #[error("the unit's property `strength` is `{0}`; expected a number")]
    NoStrength(String),
}

/// A change or guess of an import that a person should know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportNote {
    /// A map whose even columns lie lower.
    #[error(
        "even columns lie lower in this map: it was mirrored, its north is south here (no hex is lost or added)"
    )]
    Mirrored,
    /// A map that staggers odd rows.
    #[error(
        "this map staggers rows: it was mirrored at its diagonal, its west is north here (no hex is lost or added)"
    )]
    Transposed,
    /// A map that staggers even rows.
    #[error(
        "this map staggers rows: it was turned to the left, its east is north here (no hex is lost or added)"
    )]
    TurnedLeft,
    /// Hexes without a tile.
    #[error("{} no tile and became {terrain}", counted(*.count, "hex has", "hexes have"))]
    EmptyHexes {
        /// Number of such hexes.
        count: u64,
        /// Terrain that stands for them.
        terrain: String,
    },
    /// Objects that say what they are in another file.
    #[error("{}", match .0 {
        1 => "an object is made from a template, which is not read".to_owned(),
        count => format!("{count} objects are made from templates, which are not read"),
    })]
    Templates(usize),
    /// A map without starting positions.
    #[error("there are no starting positions; the castle stands at {0}, far from every edge")]
    NoStarts(Coord),
    /// A map without a path from one starting position to another.
    #[error(
        "there is no way from starting position {number} at {at}, nor from any other, to the castle of {first} at {castle}"
    )]
    NoPath {
        /// Number of the starting position that is farthest as the crow flies.
        number: u32,
        /// Hex of that position.
        at: Coord,
        /// Number of the starting position that has the castle.
        first: u32,
        /// Hex of the castle.
        castle: Coord,
    },
}
