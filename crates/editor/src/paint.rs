//! Changes to the ground: painting, filling, roads and rivers, clips.

use hotgates_engine::{Coord, Direction, TerrainId};

use crate::clip::CopiedHexes;
use crate::document::Document;
use crate::refusal::{EditRefusal, TerrainNeedingTool};
use crate::selection::Selection;
use crate::symmetry::Symmetry;

/// A feature that is built along the pointer's path and crosses what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum RoadOrRiver {
    /// A road, which becomes a bridge over water.
    Road,
    /// A river, which carves water; a road that it crosses becomes a bridge.
    River,
}

/// The terrains that roads and rivers are made of, each with its glyph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RoadAndRiverTerrains {
    works: RoadOrRiver,
    road: (TerrainId, char),
    bridge: (TerrainId, char),
    water: (TerrainId, char),
}

impl RoadAndRiverTerrains {
    /// Looks up the terrains by their names in the ruleset: `road`, `bridge` and `water`.
    pub(crate) fn new(works: RoadOrRiver, document: &Document) -> Result<Self, EditRefusal> {
        let tool = match works {
            RoadOrRiver::Road => TerrainNeedingTool::RoadTool,
            RoadOrRiver::River => TerrainNeedingTool::RiverTool,
        };
        let terrain = |name: &str| {
            let terrain = document.rules().terrain(name);
            let terrain = terrain.ok_or_else(|| EditRefusal::NoTerrainFor { name: name.to_owned(), tool })?;
            Ok::<_, EditRefusal>((terrain, document.glyph_table().glyph_for(terrain, document.rules())?))
        };
        Ok(Self { works, road: terrain("road")?, bridge: terrain("bridge")?, water: terrain("water")? })
    }
}

impl Document {
    /// Paints hexes with a terrain. Hexes off the map,
    /// and hexes that have the terrain already, stay as they are. Cost: `O(hexes)` of those given.
    ///
    /// # Errors
    /// A terrain that cannot be painted.
    pub fn paint_hexes(
        &mut self,
        hexes: impl IntoIterator<Item = Coord>,
        terrain: TerrainId,
    ) -> Result<(), EditRefusal> {
        let glyph = self.glyph_table().glyph_for(terrain, self.rules())?;
        self.edit_in_one_step("paint", |document| {
            hexes.into_iter().for_each(|at| document.set_terrain_in_step(at, terrain, glyph));
        });
        Ok(())
    }

    /// Paints one hex within a step. Another glyph for the same terrain stays, so that the file
    /// does not change for nothing.
    pub(crate) fn set_terrain_in_step(&mut self, at: Coord, terrain: TerrainId, glyph: char) {
        if self.terrain(at) != Some(terrain) {
            self.write_glyph(at, glyph);
        }
    }

    /// Paints a hex and all hexes of the same terrain that are connected with it. Cost: as many
    /// hexes as change.
    ///
    /// # Errors
    /// A hex off the map, or a terrain that cannot be painted.
    pub fn fill_area(&mut self, at: Coord, terrain: TerrainId) -> Result<(), EditRefusal> {
        let glyph = self.glyph_table().glyph_for(terrain, self.rules())?;
        let from = self.glyph_on_map(at)?;
        let is_same = |document: &Self, at: Coord| match document.glyph_table().terrain_of(from) {
            // A terrain may have several glyphs; hexes of an unknown terrain are compared by glyph.
            Some(kind) => document.terrain(at) == Some(kind),
            None => document.ground().glyph_at(at) == Some(from),
        };
        if self.glyph_table().terrain_of(from) == Some(terrain) {
            return Ok(());
        }
        self.edit_in_one_step("fill", |document| {
            document.write_glyph(at, glyph);
            let mut waiting = vec![at];
            while let Some(at) = waiting.pop() {
                for direction in Direction::ALL {
                    let beside = Coord::from(at.hex() + direction.vector());
                    if is_same(document, beside) && document.write_glyph(beside, glyph) {
                        waiting.push(beside);
                    }
                }
            }
        });
        Ok(())
    }

    /// Builds a road or a river over hexes. Castles stay castles.
    ///
    /// # Errors
    /// [`EditRefusal::NoTerrainFor`] for a ruleset without a terrain `road`, `bridge` or `water`,
    /// or the reason why one of these cannot be painted.
    pub fn build_road_or_river(
        &mut self,
        works: RoadOrRiver,
        hexes: impl IntoIterator<Item = Coord>,
    ) -> Result<(), EditRefusal> {
        let kit = RoadAndRiverTerrains::new(works, self)?;
        let label = match works {
            RoadOrRiver::Road => "road",
            RoadOrRiver::River => "river",
        };
        self.edit_in_one_step(label, |document| {
            hexes.into_iter().for_each(|at| document.build_road_or_river_hex(&kit, at));
        });
        Ok(())
    }

    pub(crate) fn build_road_or_river_hex(&mut self, kit: &RoadAndRiverTerrains, at: Coord) {
        let now = self.terrain(at);
        if now.is_some_and(|terrain| self.rules().terrains[terrain].castle) {
            return;
        }
        let is = |(terrain, _): (TerrainId, char)| now == Some(terrain);
        let (terrain, glyph) = match kit.works {
            _ if is(kit.bridge) => kit.bridge,
            RoadOrRiver::Road if is(kit.water) => kit.bridge,
            RoadOrRiver::Road => kit.road,
            RoadOrRiver::River if is(kit.road) => kit.bridge,
            RoadOrRiver::River => kit.water,
        };
        self.set_terrain_in_step(at, terrain, glyph);
    }

    /// Copies the selected hexes; the clip's middle is that of the selection's bounds.
    ///
    /// # Errors
    /// [`EditRefusal::NothingSelected`].
    pub fn copy_hexes(&self, selection: &Selection) -> Result<CopiedHexes, EditRefusal> {
        let (low, high) = selection.bounds().ok_or(EditRefusal::NothingSelected)?;
        let middle = Coord { col: low.col.midpoint(high.col), row: low.row.midpoint(high.row) };
        let hexes = selection.hexes().filter_map(|at| Some((at, self.ground().glyph_at(at)?)));
        Ok(CopiedHexes::new(middle, hexes))
    }

    /// Pastes a clip with its middle on a hex; hexes that would lie off the map are left out.
    ///
    /// # Errors
    /// A clip that would lie off the map as a whole, or one with a glyph that stands for nothing
    /// here.
    pub fn paste_clip(&mut self, clip: &CopiedHexes, middle: Coord) -> Result<(), EditRefusal> {
        self.paste_images(clip, middle, Symmetry::None)
    }

    /// Pastes each hex of a clip on each of its images.
    pub(crate) fn paste_images(
        &mut self,
        clip: &CopiedHexes,
        middle: Coord,
        symmetry: Symmetry,
    ) -> Result<(), EditRefusal> {
        if clip.is_empty() {
            return Err(EditRefusal::NothingCopied);
        }
        let ground = self.ground();
        if !clip.hexes_placed_at(middle).any(|(at, _)| ground.contains(at)) {
            return Err(EditRefusal::AllOffMap { at: middle });
        }
        let known = |glyph| self.glyph_table().terrain_of(glyph).is_some();
        if let Some((_, glyph)) = clip.hexes_placed_at(middle).find(|&(_, glyph)| !known(glyph)) {
            return Err(EditRefusal::ForeignGlyph { glyph });
        }
        let size = (ground.width(), ground.height());
        self.edit_in_one_step("paste", |document| {
            for (at, glyph) in clip.hexes_placed_at(middle).filter(|&(at, _)| is_in_size(size, at)) {
                for image in symmetry.hex_and_mirror_images(size, at) {
                    document.write_glyph(image, glyph);
                }
            }
        });
        Ok(())
    }

    pub(crate) fn glyph_on_map(&self, at: Coord) -> Result<char, EditRefusal> {
        let ground = self.ground();
        let (width, height) = (ground.width(), ground.height());
        let off = || hotgates_engine::FaultKind::OffMap { hex: at, width, height }.into();
        ground.glyph_at(at).ok_or_else(off)
    }
}

fn is_in_size((width, height): (i32, i32), at: Coord) -> bool {
    (0..width).contains(&at.col) && (0..height).contains(&at.row)
}
