//! Changes to a map as a whole: size, crop, mirrors. Units, entry hexes, goals and events move with
//! their hexes.

use hotgates_engine::{Coord, Direction, Hex, Side, TerrainId};
use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::edit::{DocumentEdit, MapReshaping, MapSetting};
use crate::glyph_grid::{check_size, side_to_i32};
use crate::goals::GoalSettings;
use crate::patch::{GroundPatch, PackedGlyphs};
use crate::refusal::EditRefusal;
use crate::symmetry::{Mirror, Symmetry};

/// The edge or corner of the map that stays where it is when the size changes.
///
/// ```
/// use hotgates_editor::{ResizeAnchor, Document};
///
/// let source = r##"Map(name: "Pass", rows: [".#", ".."])"##;
/// let mut document = Document::open(source).expect("a sound file");
/// let water = document.rules().terrain("water").expect("a classic terrain");
/// document.resize_map(4, 3, ResizeAnchor::NorthWest, water)?;
/// assert_eq!(document.ground().rows(), [".#~~", "..~~", "~~~~"]);
/// # Ok::<(), hotgates_editor::EditRefusal>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words say it")]
pub enum ResizeAnchor {
    #[default]
    NorthWest,
    North,
    NorthEast,
    West,
    Middle,
    East,
    SouthWest,
    South,
    SouthEast,
}

impl ResizeAnchor {
    /// All nine anchors, row by row from the north-west.
    pub const ALL: [Self; 9] = [
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
        Self::West,
        Self::Middle,
        Self::East,
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
    ];

    /// Returns the numbers of columns added in the west and rows added in the north, given the
    /// numbers added in all. In the middle an even number of columns is added, so that nothing
    /// shifts by half a hex.
    fn columns_and_rows_added_before(self, (cols, rows): (i32, i32)) -> Coord {
        let part = |third: usize, added: i32, even: bool| match third {
            0 => 0,
            1 if even => (added / 2) & !1,
            1 => added / 2,
            _ => added,
        };
        Coord { col: part(self as usize % 3, cols, true), row: part(self as usize / 3, rows, false) }
    }
}

impl Document {
    /// Changes the size of the map. New hexes get a terrain, given as its place in the ruleset's
    /// list. Hexes that find no room are lost with the entry hexes on them, and units that started
    /// there are left to the layout.
    ///
    /// All hexes keep their neighbours. Where an odd number of columns comes or goes in the west,
    /// odd columns become even ones, and hexes that were odd come to lie a row further south than
    /// even ones: the last hex of those columns finds no room unless a row is added in the south.
    ///
    /// # Errors
    /// A size that no map can have, or a terrain that cannot be painted.
    pub fn resize_map(
        &mut self,
        width: usize,
        height: usize,
        anchor: ResizeAnchor,
        terrain: TerrainId,
    ) -> Result<(), EditRefusal> {
        check_size(width, height)?;
        let glyph = self.glyph_table().glyph_for(terrain, self.rules())?;
        let (width, height) = (side_to_i32(width), side_to_i32(height));
        let ground = self.ground();
        let added = (width - ground.width(), height - ground.height());
        if added == (0, 0) {
            return Ok(());
        }
        let by = anchor.columns_and_rows_added_before(added).hex();
        self.reshape_map(
            "resize",
            MapReshaping { width, height, by, outside: PackedGlyphs::repeating_glyph(glyph) },
        );
        Ok(())
    }

    /// Cuts the map down to the hexes between two corners.
    ///
    /// All hexes keep their neighbours. Where the first column of the rectangle is odd it becomes
    /// an even one; its even columns then show the hexes half a hex further south, and on the map's
    /// south edge, where there are none, the last hex twice.
    ///
    /// # Errors
    /// A corner off the map.
    pub fn crop_to_corners(&mut self, a: Coord, b: Coord) -> Result<(), EditRefusal> {
        self.glyph_on_map(a)?;
        self.glyph_on_map(b)?;
        let low = Coord { col: a.col.min(b.col), row: a.row.min(b.row) };
        let (width, height) = ((a.col - b.col).abs() + 1, (a.row - b.row).abs() + 1);
        let ground = self.ground();
        if (width, height) == (ground.width(), ground.height()) {
            return Ok(());
        }
        let by = Hex::ZERO - low.hex();
        let mut outside = PackedGlyphs::default();
        for row in 0..height {
            for col in 0..width {
                let old = Coord::from(Coord { col, row }.hex() - by);
                if !ground.contains(old) {
                    let last = Coord { row: ground.height() - 1, ..old };
                    outside.push(ground.glyph_at(last).expect("only the row can be off the map"));
                }
            }
        }
        self.reshape_map("crop", MapReshaping { width, height, by, outside });
        Ok(())
    }

    fn reshape_map(&mut self, label: &'static str, shape: MapReshaping) {
        let by = shape.by;
        self.edit_in_one_step(label, |document| {
            document.apply_edit(DocumentEdit::Reshape(shape));
            document.move_units_with_hexes(|document, at| {
                let at = Coord::from(at.hex() + by);
                Some(at).filter(|&at| document.ground().contains(at))
            });
        });
    }

    /// Mirrors or turns the whole map, with its units, its entry hexes and the directions that Red
    /// and later units come from. Hexes without a partner (see [`Mirror`]) stay where they are. Mirroring twice
    /// restores the map.
    pub fn mirror_map(&mut self, mirror: Mirror) {
        let size = (self.ground().width(), self.ground().height());
        let label = match mirror {
            Mirror::WestEast | Mirror::NorthSouth => "mirror",
            Mirror::HalfTurn => "half turn",
        };
        self.edit_in_one_step(label, |document| {
            document.rearrange_glyphs(|at| mirror.mirror_image_or_self(size, at));
            document.move_units_with_hexes(|_, at| Some(mirror.mirror_image_or_self(size, at)));
            if let Some(from) = document.settings().from {
                let from: Option<Direction> = Some(mirror.mirror_direction(from));
                document.apply_edit(DocumentEdit::Setting(MapSetting::From(from)));
            }
            for side in Side::BOTH {
                for index in 0..document.units(side).len() {
                    let mut unit = document.units(side)[index].clone();
                    if let Some(from) = unit.arrives.as_mut().and_then(|arrival| arrival.from.as_mut()) {
                        *from = mirror.mirror_direction(*from);
                        document.apply_edit(DocumentEdit::Unit(side, index, unit));
                    }
                }
            }
        });
    }

    /// Makes the ground symmetric: each hex gets the terrain of the first of its images, counted
    /// from the north-west.
    pub fn make_symmetric(&mut self, symmetry: Symmetry) {
        let size = (self.ground().width(), self.ground().height());
        self.edit_in_one_step("make symmetric", |document| {
            let key = |at: &Coord| (at.col, at.row);
            document.rearrange_glyphs(|at| {
                symmetry.hex_and_mirror_images(size, at).min_by_key(key).expect("a hex is its own image")
            });
        });
    }

    /// Gives each hex the glyph of the hex that `from` returns, within a step.
    fn rearrange_glyphs(&mut self, from: impl Fn(Coord) -> Coord) {
        let ground = self.ground();
        let glyphs =
            ground.coords().map(|at| ground.glyph_at(from(at)).expect("images are on the map")).collect();
        if let Some(patch) = GroundPatch::patch_towards_glyphs(ground, glyphs) {
            self.apply_edit(DocumentEdit::Ground(patch));
        }
    }

    /// Moves units, entry hexes, goals and events to where `goes` puts their hexes.
    fn move_units_with_hexes(&mut self, goes: impl Fn(&Self, Coord) -> Option<Coord>) {
        for side in Side::BOTH {
            for index in 0..self.units(side).len() {
                let old = self.units(side)[index].at;
                let new = old.and_then(|at| goes(self, at));
                if new != old {
                    self.apply_edit(DocumentEdit::Place(side, index, new));
                }
                let mut unit = self.units(side)[index].clone();
                if let Some(arrival) = &mut unit.arrives {
                    arrival.hexes = arrival.hexes.iter().filter_map(|&at| goes(self, at)).collect();
                    self.apply_edit(DocumentEdit::Unit(side, index, unit));
                }
            }
        }
        let entry: Vec<Coord> = self.settings().entry.iter().filter_map(|&at| goes(self, at)).collect();
        if entry != self.settings().entry {
            self.apply_edit(DocumentEdit::Entries(entry));
        }
        let before = GoalSettings::of_map(self.settings());
        let mut goals = before.clone();
        goals.move_hexes(|at| goes(self, at));
        if goals != before {
            self.apply_edit(DocumentEdit::Setting(MapSetting::Goals(Box::new(goals))));
        }
    }
}
