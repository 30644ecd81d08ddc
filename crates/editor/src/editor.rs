//! The tools: given the hexes under the pointer, they change the document.

use hotgates_engine::{Coord, Side, TerrainId, UnitEntry};
use serde::{Deserialize, Serialize};

use crate::changes::DocumentChanges;
use crate::clip::{CopiedHexes, MirrorAxis};
use crate::document::Document;
use crate::paint::{RoadAndRiverTerrains, RoadOrRiver};
use crate::refusal::{EditRefusal, TerrainNeedingTool};
use crate::selection::Selection;
use crate::shape::{MAX_BRUSH, brush_hexes, clamp_near_map, line_hexes, rectangle_hexes};
use crate::symmetry::Symmetry;

/// The action of the pointer on the map.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditorTool {
    /// Paints the brush's terrain along the pointer's path.
    #[default]
    Brush,
    /// Paints a straight line with the brush.
    Line,
    /// Paints all hexes between two corners.
    Rectangle,
    /// Paints all connected hexes of one terrain.
    Fill,
    /// Builds a road along the pointer's path, or carves a river as wide as the brush.
    RoadOrRiver(RoadOrRiver),
    /// Puts a castle, or removes a castle and puts the background in its place.
    Castle,
    /// Adds hexes by which Red comes in along the pointer's path, or removes them if the path
    /// starts on one.
    Entry,
    /// Puts a copy of the unit on each hex that is pressed.
    Unit(Side, Box<UnitEntry>),
    /// Drags a unit to another hex.
    Move,
    /// Removes the unit that is pressed.
    Remove,
    /// Picks the terrain under the pointer for the brush.
    Pick,
    /// Selects all hexes between two corners.
    SelectRectangle,
    /// Selects the hexes that the pointer's path encloses.
    SelectFree,
    /// Pastes the copied hexes.
    Paste,
}

/// A gesture, from the press of the pointer to its release.
#[derive(Debug, Clone)]
enum PointerGesture {
    /// A path on which each sample of the pointer is joined to the last one.
    Stroke {
        last: Coord,
        paint: StrokeMaterial,
    },
    /// A shape between the first sample and the last one.
    Span {
        from: Coord,
        to: Coord,
    },
    Path(Vec<Coord>),
    Carry {
        unit: (Side, usize),
        to: Coord,
    },
}

#[derive(Debug, Clone, Copy)]
enum StrokeMaterial {
    Terrain { terrain: TerrainId, glyph: char, size: u32 },
    RoadOrRiver { kit: RoadAndRiverTerrains, size: u32 },
    Entry { add: bool },
}

/// A document with the tools to edit it.
///
/// A front end hands over the hexes under the pointer, including those off the map:
/// [`press_pointer`](Self::press_pointer), [`drag_pointer`](Self::drag_pointer),
/// [`release_pointer`](Self::release_pointer). All that happens in between is one step to undo.
///
/// ```
/// use hotgates_editor::{Coord, Document, Editor, RoadOrRiver, EditorTool};
///
/// let source = r##"Map(name: "River", rows: ["..~..#", "..~...", "..~..."])"##;
/// let mut editor = Editor::new(Document::open(source).expect("a sound file"));
/// editor.set_tool(EditorTool::RoadOrRiver(RoadOrRiver::Road));
/// editor.press_pointer(Coord { col: 0, row: 1 })?;
/// editor.drag_pointer(Coord { col: 4, row: 1 })?;
/// editor.release_pointer(Coord { col: 4, row: 1 })?;
/// // The road crosses the river on a bridge.
/// assert_eq!(editor.document().ground().rows()[1], "==H==.");
/// assert_eq!(editor.undo(), Some("road"));
/// # Ok::<(), hotgates_editor::EditRefusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Editor {
    document: Document,
    tool: EditorTool,
    terrain: TerrainId,
    size: u32,
    background: TerrainId,
    symmetry: Symmetry,
    selection: Option<Selection>,
    clip: Option<CopiedHexes>,
    gesture: Option<PointerGesture>,
}

impl Editor {
    /// Makes the tools for a document. The brush has size 1 and the ruleset's first terrain; the
    /// background is grass, or the first terrain of a ruleset without grass.
    #[must_use]
    pub fn new(document: Document) -> Self {
        let background = document.rules().terrain("grass").unwrap_or_default();
        Self {
            document,
            tool: EditorTool::Brush,
            terrain: TerrainId::default(),
            size: 1,
            background,
            symmetry: Symmetry::None,
            selection: None,
            clip: None,
            gesture: None,
        }
    }

    /// Returns the document.
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the document for changes that are no matter of hexes. Ends a gesture that has begun.
    pub fn document_mut(&mut self) -> &mut Document {
        self.end_gesture();
        &mut self.document
    }

    /// Returns the document without its tools.
    #[must_use]
    pub fn into_document(mut self) -> Document {
        self.end_gesture();
        self.document
    }

    /// Returns the changes since the last call, as [`Document::take_changes`] does. A gesture that
    /// has begun goes on.
    pub fn take_changes(&mut self) -> DocumentChanges {
        self.document.take_changes()
    }

    /// Returns the tool in use.
    pub const fn tool(&self) -> &EditorTool {
        &self.tool
    }

    /// Changes the tool. Ends a gesture that has begun.
    pub fn set_tool(&mut self, tool: EditorTool) {
        self.end_gesture();
        self.tool = tool;
    }

    /// Returns the brush's terrain.
    pub const fn terrain(&self) -> TerrainId {
        self.terrain
    }

    /// Changes the brush's terrain.
    ///
    /// # Errors
    /// A terrain that the ruleset does not have or that cannot be painted.
    pub fn set_terrain(&mut self, terrain: TerrainId) -> Result<(), EditRefusal> {
        self.document.glyph_table().glyph_for(terrain, self.document.rules())?;
        self.terrain = terrain;
        Ok(())
    }

    /// Changes the brush's terrain to that of a hex.
    ///
    /// # Errors
    /// A hex off the map, or with a glyph that stands for nothing.
    pub fn pick_terrain(&mut self, at: Coord) -> Result<(), EditRefusal> {
        let glyph = self.document.glyph_on_map(at)?;
        let terrain = self.document.glyph_table().terrain_of(glyph);
        self.terrain = terrain.ok_or(EditRefusal::UnknownGlyph { glyph })?;
        Ok(())
    }

    /// Returns the brush's size, 1 to [`MAX_BRUSH`]: 1, 7, 19, 37 or 61 hexes.
    pub const fn brush_size(&self) -> u32 {
        self.size
    }

    /// Changes the brush's size.
    ///
    /// # Errors
    /// [`EditRefusal::BrushSize`] for a size below 1 or above [`MAX_BRUSH`].
    pub fn set_brush_size(&mut self, size: u32) -> Result<(), EditRefusal> {
        if !(1..=MAX_BRUSH).contains(&size) {
            return Err(EditRefusal::BrushSize { size, max: MAX_BRUSH });
        }
        self.size = size;
        Ok(())
    }

    /// Returns the terrain that replaces what is removed.
    pub const fn background(&self) -> TerrainId {
        self.background
    }

    /// Changes the terrain that replaces what is removed.
    ///
    /// # Errors
    /// A terrain that the ruleset does not have or that cannot be painted.
    pub fn set_background(&mut self, terrain: TerrainId) -> Result<(), EditRefusal> {
        self.document.glyph_table().glyph_for(terrain, self.document.rules())?;
        self.background = terrain;
        Ok(())
    }

    /// Returns the symmetry by which painting, building, castles and pasting are repeated.
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Changes the symmetry. Ends a gesture that has begun.
    pub fn set_symmetry(&mut self, symmetry: Symmetry) {
        self.end_gesture();
        self.symmetry = symmetry;
    }

    /// Returns the selected hexes; `None` once the map has another size.
    pub fn selection(&self) -> Option<&Selection> {
        self.fitting_selection().ok()
    }

    /// Selects the whole map.
    pub fn select_all(&mut self) {
        let size = self.map_size();
        let last = Coord { col: size.0 - 1, row: size.1 - 1 };
        self.selection = Some(Selection::from_rectangle(size, Coord { col: 0, row: 0 }, last));
    }

    /// Clears the selection.
    pub fn clear_selection(&mut self) {
        self.selection = None;
    }

    /// Returns the copied hexes.
    pub const fn clip(&self) -> Option<&CopiedHexes> {
        self.clip.as_ref()
    }

    /// Replaces the copied hexes, such as by a clip from another map.
    pub fn set_clip(&mut self, clip: CopiedHexes) {
        self.clip = Some(clip);
    }

    /// Copies the selected hexes.
    ///
    /// # Errors
    /// [`EditRefusal::NothingSelected`].
    pub fn copy_selection(&mut self) -> Result<(), EditRefusal> {
        self.end_gesture();
        let selection = self.fitting_selection()?;
        self.clip = Some(self.document.copy_hexes(selection)?);
        Ok(())
    }

    /// Copies the selected hexes and paints them with the background.
    ///
    /// # Errors
    /// [`EditRefusal::NothingSelected`], or a background that cannot be painted.
    pub fn cut_selection(&mut self) -> Result<(), EditRefusal> {
        self.copy_selection()?;
        let background = self.background;
        // The selection fits the map as it is, or there would be nothing copied.
        let Self { document, selection: Some(selection), .. } = self else { return Ok(()) };
        document.as_one_step("cut", |document| document.paint_hexes(selection.hexes(), background))
    }

    /// Turns the copied hexes clockwise by `sixths` times 60°.
    ///
    /// # Errors
    /// [`EditRefusal::NothingCopied`].
    pub fn turn_clip(&mut self, sixths: i32) -> Result<(), EditRefusal> {
        let clip = self.clip.take().ok_or(EditRefusal::NothingCopied)?;
        self.clip = Some(clip.rotated_by(sixths));
        Ok(())
    }

    /// Mirrors the copied hexes.
    ///
    /// # Errors
    /// [`EditRefusal::NothingCopied`].
    pub fn mirror_clip(&mut self, axis: MirrorAxis) -> Result<(), EditRefusal> {
        let clip = self.clip.take().ok_or(EditRefusal::NothingCopied)?;
        self.clip = Some(clip.mirrored_at(axis));
        Ok(())
    }

    /// Cuts the map down to the bounds of the selection; see [`Document::crop_to_corners`].
    ///
    /// # Errors
    /// [`EditRefusal::NothingSelected`].
    pub fn crop_to_selection(&mut self) -> Result<(), EditRefusal> {
        self.end_gesture();
        let (low, high) = self.fitting_selection()?.bounds().ok_or(EditRefusal::NothingSelected)?;
        self.selection = None;
        self.document.crop_to_corners(low, high)
    }

    /// Takes back the last step, and returns its label; see [`Document::undo_step`]. A gesture that
    /// has begun is taken back instead.
    pub fn undo(&mut self) -> Option<&'static str> {
        if self.gesture.is_some() {
            self.cancel_gesture();
            return Some("gesture");
        }
        self.document.undo_step()
    }

    /// Does again what was taken back; see [`Document::redo_step`].
    pub fn redo(&mut self) -> Option<&'static str> {
        self.end_gesture();
        self.document.redo_step()
    }

    /// Returns `true` while the pointer is pressed.
    pub const fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    /// Starts a gesture: the pointer is pressed on a hex.
    ///
    /// # Errors
    /// The reason why the tool cannot do that; then nothing has changed.
    pub fn press_pointer(&mut self, at: Coord) -> Result<(), EditRefusal> {
        self.end_gesture();
        match &self.tool {
            EditorTool::Brush => {
                let paint = self.terrain_brush()?;
                self.start_stroke("paint", at, paint);
            }
            EditorTool::RoadOrRiver(works) => {
                let works = *works;
                let kit = RoadAndRiverTerrains::new(works, &self.document)?;
                let (label, size) = match works {
                    RoadOrRiver::Road => ("road", 1),
                    RoadOrRiver::River => ("river", self.size),
                };
                self.start_stroke(label, at, StrokeMaterial::RoadOrRiver { kit, size });
            }
            EditorTool::Entry => {
                let add = !self.document.settings().entry.contains(&at);
                if add {
                    self.document.glyph_on_map(at)?;
                }
                self.document.begin_step("entry hexes");
                let paint = StrokeMaterial::Entry { add };
                self.gesture = Some(PointerGesture::Stroke { last: at, paint });
                if let Err(refusal) = self.paint_hex(at, paint) {
                    self.cancel_gesture();
                    return Err(refusal);
                }
            }
            EditorTool::Line | EditorTool::Rectangle => {
                self.document.glyph_table().glyph_for(self.terrain, self.document.rules())?;
                self.gesture = Some(PointerGesture::Span { from: at, to: at });
            }
            EditorTool::SelectRectangle => self.gesture = Some(PointerGesture::Span { from: at, to: at }),
            EditorTool::SelectFree => {
                self.gesture = Some(PointerGesture::Path(vec![clamp_near_map(self.map_size(), at)]));
            }
            EditorTool::Fill => {
                self.document.glyph_on_map(at)?;
                let (terrain, mut images) = (self.terrain, self.mirror_images_on_map(at));
                self.document.as_one_step("fill", |document| {
                    images.try_for_each(|at| document.fill_area(at, terrain))
                })?;
            }
            EditorTool::Castle => self.toggle_castle(at)?,
            EditorTool::Unit(side, unit) => {
                let unit = UnitEntry { at: Some(at), arrives: None, ..UnitEntry::clone(unit) };
                self.document.add_unit(*side, unit)?;
            }
            EditorTool::Move => {
                let unit = self.document.unit_at(at).ok_or(EditRefusal::NoUnitAt { at })?;
                self.gesture = Some(PointerGesture::Carry { unit, to: at });
            }
            EditorTool::Remove => {
                let (side, index) = self.document.unit_at(at).ok_or(EditRefusal::NoUnitAt { at })?;
                self.document.remove_unit(side, index)?;
            }
            EditorTool::Pick => self.pick_terrain(at)?,
            EditorTool::Paste => {
                let clip = self.clip.as_ref().ok_or(EditRefusal::NothingCopied)?;
                self.document.paste_images(clip, at, self.symmetry)?;
            }
        }
        Ok(())
    }

    /// Continues a gesture: the pressed pointer has come to a hex. Cost: for strokes, as many hexes
    /// as the brush covers on its path.
    ///
    /// # Errors
    /// The reason why the tool cannot do that here; the gesture goes on.
    pub fn drag_pointer(&mut self, at: Coord) -> Result<(), EditRefusal> {
        let near = clamp_near_map(self.map_size(), at);
        match &mut self.gesture {
            None => Ok(()),
            Some(PointerGesture::Span { to, .. } | PointerGesture::Carry { to, .. }) => {
                *to = at;
                Ok(())
            }
            Some(PointerGesture::Path(path)) => {
                let last = path.last().copied().unwrap_or(near);
                path.extend(line_hexes(last, near).into_iter().skip(1));
                Ok(())
            }
            Some(PointerGesture::Stroke { last, paint }) => {
                let paint = *paint;
                let from = std::mem::replace(last, near);
                let path = line_hexes(from, near);
                let mut refused = Ok(());
                for at in path.into_iter().skip(1) {
                    // The rest of the path is still painted.
                    if let Err(refusal) = self.paint_hex(at, paint) {
                        refused = Err(refusal);
                    }
                }
                refused
            }
        }
    }

    /// Ends a gesture: the pointer is released on a hex.
    ///
    /// # Errors
    /// The reason why the tool cannot do that; then the whole gesture changes nothing, unless it
    /// was a stroke.
    pub fn release_pointer(&mut self, at: Coord) -> Result<(), EditRefusal> {
        let dragged = self.drag_pointer(at);
        match self.gesture.take() {
            None => Ok(()),
            Some(PointerGesture::Stroke { .. }) => {
                self.document.finish_step();
                dragged
            }
            Some(PointerGesture::Path(path)) => {
                let selection = Selection::from_lasso(self.map_size(), &path);
                self.selection = Some(selection).filter(|selection| !selection.is_empty());
                Ok(())
            }
            Some(PointerGesture::Carry { unit: (side, index), to }) => {
                self.document.move_unit(side, index, Some(to))
            }
            Some(PointerGesture::Span { from, to }) => self.finish_line_or_rectangle(from, to),
        }
    }

    /// Selects or paints the hexes between two corners.
    fn finish_line_or_rectangle(&mut self, from: Coord, to: Coord) -> Result<(), EditRefusal> {
        if self.tool == EditorTool::SelectRectangle {
            let (width, height) = self.map_size();
            let (low, high) = corners_from_north_west(from, to);
            let touches = high.col >= 0 && high.row >= 0 && low.col < width && low.row < height;
            self.selection = touches.then(|| Selection::from_rectangle((width, height), from, to));
            return Ok(());
        }
        let label = if self.tool == EditorTool::Line { "line" } else { "rectangle" };
        let (hexes, terrain) = (self.hexes_between(from, to), self.terrain);
        self.document.as_one_step(label, |document| document.paint_hexes(hexes, terrain))
    }

    /// Takes back the gesture that has begun.
    pub fn cancel_gesture(&mut self) {
        if self.gesture.take().is_some() {
            self.document.roll_back_step();
        }
    }

    /// Returns the hexes that releasing the pointer now would paint, select or move onto, to be
    /// drawn beforehand. Empty for tools that change hexes at once.
    pub fn preview_hexes(&self) -> Vec<Coord> {
        match &self.gesture {
            None | Some(PointerGesture::Stroke { .. }) => Vec::new(),
            Some(PointerGesture::Span { from, to }) => self.hexes_between(*from, *to),
            Some(PointerGesture::Path(path)) => path.clone(),
            Some(PointerGesture::Carry { to, .. }) => vec![*to],
        }
    }

    /// Returns the corners on the map of the rectangle that is being drawn or selected, north-west
    /// and south-east. For a large rectangle they are quicker to show than its
    /// [hexes](Self::preview_hexes).
    pub fn preview_corners(&self) -> Option<(Coord, Coord)> {
        let Some(PointerGesture::Span { from, to }) = &self.gesture else { return None };
        let (width, height) = self.map_size();
        let inside = |at: Coord| Coord { col: at.col.clamp(0, width - 1), row: at.row.clamp(0, height - 1) };
        (self.tool != EditorTool::Line).then(|| corners_from_north_west(inside(*from), inside(*to)))
    }

    /// Returns the hexes on the map of a line or a rectangle, with their images.
    fn hexes_between(&self, from: Coord, to: Coord) -> Vec<Coord> {
        let size = self.map_size();
        let (from, to) = (clamp_near_map(size, from), clamp_near_map(size, to));
        let hexes: Vec<Coord> = match self.tool {
            EditorTool::Line => {
                line_hexes(from, to).into_iter().flat_map(|at| brush_hexes(at, self.size)).collect()
            }
            _ => rectangle_hexes(from, to).collect(),
        };
        let ground = self.document.ground();
        let hexes = hexes.into_iter().filter(|&at| ground.contains(at));
        if self.tool == EditorTool::SelectRectangle || self.symmetry == Symmetry::None {
            return hexes.collect();
        }
        hexes.flat_map(|at| self.symmetry.hex_and_mirror_images(size, at)).collect()
    }

    fn map_size(&self) -> (i32, i32) {
        let ground = self.document.ground();
        (ground.width(), ground.height())
    }

    /// Returns a hex of the map and its images; nothing for a hex off the map.
    fn mirror_images_on_map(&self, at: Coord) -> impl Iterator<Item = Coord> + use<> {
        let (symmetry, size) = (self.symmetry, self.map_size());
        let on_map = Some(at).filter(|&at| self.document.ground().contains(at));
        on_map.into_iter().flat_map(move |at| symmetry.hex_and_mirror_images(size, at))
    }

    /// Returns the selection if it fits the map as it is now.
    fn fitting_selection(&self) -> Result<&Selection, EditRefusal> {
        let fits = |selection: &&Selection| selection.size() == self.map_size();
        self.selection.as_ref().filter(fits).ok_or(EditRefusal::NothingSelected)
    }

    fn terrain_brush(&self) -> Result<StrokeMaterial, EditRefusal> {
        let glyph = self.document.glyph_table().glyph_for(self.terrain, self.document.rules())?;
        Ok(StrokeMaterial::Terrain { terrain: self.terrain, glyph, size: self.size })
    }

    fn start_stroke(&mut self, label: &'static str, at: Coord, paint: StrokeMaterial) {
        let at = clamp_near_map(self.map_size(), at);
        self.document.begin_step(label);
        self.gesture = Some(PointerGesture::Stroke { last: at, paint });
        self.paint_hex(at, paint).expect("only entry hexes are refused one by one");
    }

    /// Paints what the brush covers around one hex, within the open step.
    fn paint_hex(&mut self, at: Coord, paint: StrokeMaterial) -> Result<(), EditRefusal> {
        match paint {
            StrokeMaterial::Terrain { terrain, glyph, size } => {
                for at in brush_hexes(at, size) {
                    for image in self.mirror_images_on_map(at) {
                        self.document.set_terrain_in_step(image, terrain, glyph);
                    }
                }
            }
            StrokeMaterial::RoadOrRiver { kit, size } => {
                for at in brush_hexes(at, size) {
                    for image in self.mirror_images_on_map(at) {
                        self.document.build_road_or_river_hex(&kit, image);
                    }
                }
            }
            StrokeMaterial::Entry { add: true } => {
                if self.document.ground().contains(at) {
                    self.document.add_entry_hex(at)?;
                }
            }
            StrokeMaterial::Entry { add: false } => {
                self.document.remove_entry_hex(at);
            }
        }
        Ok(())
    }

    fn toggle_castle(&mut self, at: Coord) -> Result<(), EditRefusal> {
        self.document.glyph_on_map(at)?;
        let rules = self.document.rules();
        let is_castle = |terrain: TerrainId| rules.terrains[terrain].castle;
        let castle = rules.terrain_ids().find(|&terrain| is_castle(terrain));
        let castle = castle.ok_or_else(|| EditRefusal::NoTerrainFor {
            name: "castle".into(),
            tool: TerrainNeedingTool::CastleTool,
        })?;
        let (label, terrain) = match self.document.terrain(at) {
            Some(terrain) if is_castle(terrain) => ("remove castle", self.background),
            _ => ("castle", castle),
        };
        let images = self.mirror_images_on_map(at);
        self.document.as_one_step(label, |document| document.paint_hexes(images, terrain))
    }

    /// Ends the gesture that has begun, and keeps what it has done so far.
    fn end_gesture(&mut self) {
        if matches!(self.gesture.take(), Some(PointerGesture::Stroke { .. })) {
            self.document.finish_step();
        }
    }
}

fn corners_from_north_west(a: Coord, b: Coord) -> (Coord, Coord) {
    let low = Coord { col: a.col.min(b.col), row: a.row.min(b.row) };
    (low, Coord { col: a.col.max(b.col), row: a.row.max(b.row) })
}
