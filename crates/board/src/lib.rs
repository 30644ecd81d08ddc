//! The map on the screen: ground in tiles, counters, marks, and the camera over them. It shows a
//! battle that it is handed, or a map that is only being drawn, and says which hex the pointer is
//! on; what a click means is not its business.

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]
#![expect(clippy::single_match_else, reason = "both cases stand side by side")]

mod camera;
mod counter_words;
mod counters;
mod geometry;
mod ground;
mod marks;
mod minimap;
mod overlay;
mod paper;
mod plates;
mod pointer;
mod rulers;
mod shade;
mod sketch;
mod tiles;
mod tint;

use bevy::prelude::*;
use hotgates_engine::{Battle, Cell, Grid, Map, Ruleset, Side, WeatherState};
use hotgates_picture::Counter;

pub use camera::{CentreViewOnHex, KeepHexInView, ZoomViewBy};
pub use counter_words::CounterWords;
pub use counters::{GhostUnits, MovingUnit};
pub use geometry::HexGeometry;
pub use ground::GroundId;
pub use marks::{BoardMarks, MapMark, MarkText, MarkTextLook};
pub use minimap::{Minimap, minimap_bundle};
pub use overlay::{AreOverlayWordsShown, Overlay, OverlayDrawing};
pub use pointer::{HexClicked, HoveredHex, PointAtHex, PointerCoord};
pub use sketch::MapSketch;
pub use tiles::RepaintGround;
pub use tiles::to_bevy_image as picture_image;
pub use tint::{GroundTint, HexTints};

/// The position that the board shows. Changing the position redraws the board.
#[derive(Resource, Debug, Clone)]
pub struct Board {
    /// The position.
    pub shown: BoardContent,
    /// Number of the ground: tiles of another ground are thrown away.
    pub ground: GroundId,
    /// Room at the window's left, top, right and bottom edges that panels cover, in logical pixels.
    pub covered: [f32; 4],
    /// Room beside the left edge for panels that come and go, in logical pixels: the map keeps clear of it
    /// where it fits beside it.
    pub kept_clear: f32,
    /// `true` if columns and rows have their numbers at the edges of the view.
    pub rulers: bool,
}

/// A battle, or a map on which none may be possible.
#[derive(Debug, Clone)]
pub enum BoardContent {
    /// A position of a battle.
    Battle(Battle),
    /// A map being drawn.
    MapSketch(MapSketch),
}

impl BoardContent {
    /// Returns the map of the battle, or the one being drawn.
    #[must_use]
    pub fn map(&self) -> &Map {
        match self {
            Self::Battle(battle) => battle.map(),
            Self::MapSketch(sketch) => &sketch.map,
        }
    }
}

impl BoardContent {
    /// Returns the weather of the battle; `None` where there is none.
    #[must_use]
    pub fn weather(&self) -> Option<&WeatherState> {
        match self {
            Self::Battle(battle) => battle.weather(),
            Self::MapSketch(_) => None,
        }
    }

    /// Returns `true` if a unit stands on the cell.
    fn is_occupied(&self, cell: Cell) -> bool {
        match self {
            Self::Battle(battle) => battle.at(cell).is_some(),
            Self::MapSketch(sketch) => sketch.units.iter().any(|&(at, _)| at == cell),
        }
    }
}

impl Board {
    /// Returns `true` if the board shows exactly this position.
    #[must_use]
    pub fn shows_battle(&self, battle: &Battle) -> bool {
        matches!(&self.shown, BoardContent::Battle(shown) if shown == battle)
    }

    /// Returns the map that the board shows.
    #[must_use]
    pub fn map(&self) -> &Map {
        self.shown.map()
    }

    /// Returns the grid of the map that the board shows.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        self.map().grid()
    }

    /// Returns the ruleset that says what each terrain is.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        match &self.shown {
            BoardContent::Battle(battle) => battle.rules(),
            BoardContent::MapSketch(sketch) => &sketch.rules,
        }
    }

    /// Returns for each unit its cell and counter; `None` for a unit that has left the map.
    fn unit_counters(&self) -> Vec<Option<(Cell, Counter)>> {
        match &self.shown {
            BoardContent::Battle(battle) => {
                let place = |unit| (battle.unit(unit).cell, hotgates_picture::counter_of(battle, unit));
                battle.roster().map(|(unit, _)| battle.unit(unit).alive().then(|| place(unit))).collect()
            }
            BoardContent::MapSketch(sketch) => sketch.units.iter().cloned().map(Some).collect(),
        }
    }

    /// Returns each castle and each hex of a goal, with the side that holds it.
    fn held_flags(&self) -> Vec<(Cell, Side)> {
        match &self.shown {
            BoardContent::Battle(battle) => battle.flags().collect(),
            BoardContent::MapSketch(_) => Vec::new(),
        }
    }
}

/// The camera that looks at the board, and draws the widgets over it.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct BoardCamera;

/// Depths of the board's layers, from the back to the front.
pub(crate) mod depth {
    pub const OVERVIEW: f32 = 0.0;
    pub const TILES: f32 = 1.0;
    pub const TINT: f32 = 1.5;
    pub const SHADES: f32 = 2.5;
    pub const FILLS: f32 = 3.0;
    /// Lines lie under the counters, which say more than they do.
    pub const LINES: f32 = 8.0;
    pub const COUNTERS: f32 = 10.0;
    /// Flags lie over the counters, so that a castle is seen although a unit stands on it.
    pub const FLAGS: f32 = 20.0;
    pub const OUTLINES: f32 = 25.0;
    pub const MOVING: f32 = 30.0;
    pub const TEXTS: f32 = 40.0;
    /// The numbers at the edges of the view lie over words of the map that it cuts off there.
    pub const RULERS: f32 = 45.0;
}

/// Order of the board's systems within a frame.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardSystems {
    /// The pointer is looked up, the camera moves.
    Input,
    /// Drawing of everything that has changed.
    Draw,
}

/// Adds the board, which does nothing while there is no [`Board`] resource.
pub fn plugin(app: &mut App) {
    app.configure_sets(Update, (BoardSystems::Input, BoardSystems::Draw).chain()).add_plugins((
        camera::plugin,
        paper::plugin,
        plates::plugin,
        pointer::plugin,
        tiles::plugin,
        tint::plugin,
        counters::plugin,
        marks::plugin,
        overlay::plugin,
        counter_words::plugin,
        rulers::plugin,
        shade::plugin,
        minimap::plugin,
    ));
}
