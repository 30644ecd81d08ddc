//! Pictures of maps and battles: engine types in, pixels out. No window, no files, no fonts of the
//! system.
//!
//! ```
//! use hotgates_engine::{Map, MapFile, Ruleset};
//! use hotgates_picture::Picture;
//!
//! let rules = Ruleset::classic();
//! let file = MapFile::from_ron(r##"(name: "Ford", rows: [".~.", "=H#", "f~^"])"##)?;
//! let map = Map::read_rows(&file, &rules).expect("a sound map");
//! let image = Picture::from_map(&map, &rules).draw_with_hexes(32.0);
//! assert_eq!(image.rgba.len(), 4 * image.width as usize * image.height as usize);
//! let thumbnail = Picture::from_map(&map, &rules).draw_fitting(40, 40);
//! assert!(thumbnail.width <= 40 && thumbnail.height <= 40);
//! # Ok::<(), hotgates_engine::Fault>(())
//! ```

mod colour;
mod palette;

mod animation;
mod image;
mod marks;
mod passage;
mod picture;

mod counter;
mod ground;
mod relief;
mod roads;
mod still;
mod tile;
mod weather;

mod canvas;
mod layout;
mod text;
mod vectors;

pub use animation::{ShownImage, animated_png};
pub use colour::Colour;
pub use counter::{Counter, CounterCohesion, Steadiness};
pub use image::Image;
pub use layout::MAX_PIXELS;
pub use marks::{ChokeMark, PictureMarks, outer_edges};
pub use palette::{COVER, ColourScheme, Palette, SideColours, TerrainLook, TerrainPattern};
pub use passage::{Passage, PassageMark, passage_marks};
pub use picture::{Picture, PictureLayers, castle_flag_image, counter_of, label_interval, terrain_image};
pub use still::PositionDrawing;
pub use vectors::{MapVectors, VectorDrawing, VectorShape};
