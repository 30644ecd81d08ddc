//! Tiled's hexagonal maps, `.tmj` (JSON) and `.tmx` (XML):
//! <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.
//!
//! Both notations say the same; one model holds the content of either, and the rest does not know
//! which it was. XML, JSON, base64, zlib, gzip and zstd are read by maintained crates. The `tiled`
//! crate is not among them: it reads no JSON, and it cannot be given a hostile file (version 0.16
//! overflows the stack on nested groups, panics on a layer with too little data, and unpacks as
//! much as the data will; see `tests/second_opinion.rs`, which uses it to check the files that are
//! written here).
//!
//! **Turning.** Tiled staggers columns (`staggeraxis: x`, hexes with flat tops, as ours) or rows
//! (`y`, pointed tops), and moves either the odd or the even ones by half a hex. Ours is x, odd.
//! The others are turned by a symmetry of the grid, which keeps every hex and every neighbour:
//!
//! | axis | index | tile (x, y) of a `w` × `h` map becomes | seen as a map |
//! |---|---|---|---|
//! | x | odd | (x, y) | as it is |
//! | x | even | (x, h − 1 − y) | mirrored, north becomes south |
//! | y | odd | (y, x) | mirrored at the diagonal, west becomes north |
//! | y | even | (y, w − 1 − x) | a quarter turn to the left, east becomes north |
//!
//! To keep north where it is, a map would have to be filled up with hexes that its maker never
//! drew.

mod data;
mod export;
mod fields;
mod ground;
mod import;
mod json;
mod model;
mod objects;
mod shape;
mod tileset;
mod xml;

use crate::detail::ReferenceFault;

pub use export::{ExportError, TilePicture, exported_terrains, write_map};
pub use import::read_map;

/// The two notations of Tiled's maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TiledFormat {
    /// JSON: `.tmj`, tilesets `.tsj`.
    Tmj,
    /// XML: `.tmx`, tilesets `.tsx`.
    Tmx,
}

/// A function of the caller's that reads a file that a map refers to, by its path relative to the
/// map. It returns the text, or the reason why there is none.
pub type ReadBeside<'a> = dyn FnMut(&str) -> Result<String, ReferenceFault> + 'a;
