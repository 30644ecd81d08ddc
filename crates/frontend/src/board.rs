//! The map on the screen: ground in tiles, counters, marks, and the camera over them. It shows a battle that it is handed
//! and says which hex the pointer is on; what a click means is not its business.

mod camera;
mod counters;
mod geometry;
mod marks;
mod minimap;
mod overlay;
mod pointer;
mod tiles;

use bevy::prelude::*;
use hotgates_engine::Battle;

pub use camera::{BoardCamera, CentreOn, ZoomBy};
pub use counters::Moving;
pub use geometry::Geometry;
pub use marks::{Mark, MarkText, Marks};
pub use minimap::minimap;
pub use overlay::{Drawing, Overlay};
pub use pointer::{HexClicked, HexHovered, PointAt};
pub(crate) use tiles::image as picture_image;

/// The battle that the board shows. Whoever puts another position in has it drawn.
#[derive(Resource, Debug, Clone)]
pub struct Board {
    /// The position.
    pub battle: Battle,
    /// Counts up with every map: tiles of another ground are thrown away.
    pub ground: u32,
    /// Room at the window's left, top, right and bottom edges that panels cover, in logical pixels.
    pub covered: [f32; 4],
}

/// Where things of the board lie, from the back to the front.
pub(crate) mod depth {
    pub const OVERVIEW: f32 = 0.0;
    pub const TILES: f32 = 1.0;
    pub const FILLS: f32 = 3.0;
    pub const COUNTERS: f32 = 10.0;
    /// Over the counters, so that a castle is one although somebody stands on it.
    pub const FLAGS: f32 = 20.0;
    pub const LINES: f32 = 25.0;
    pub const MOVING: f32 = 30.0;
    pub const TEXTS: f32 = 40.0;
}

/// Order of the board's systems within a frame.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardSystems {
    /// The pointer is looked up, the camera moves.
    Input,
    /// What changed is drawn.
    Draw,
}

/// The board. It does nothing while there is no [`Board`] resource.
pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(Update, (BoardSystems::Input, BoardSystems::Draw).chain()).add_plugins((
        camera::plugin,
        pointer::plugin,
        tiles::plugin,
        counters::plugin,
        marks::plugin,
        overlay::plugin,
        minimap::plugin,
    ));
}
