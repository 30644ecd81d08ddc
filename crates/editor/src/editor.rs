//! The tools: fed with the hexes under the pointer, they change the document.

use hotgates_engine::{Coord, Side, UnitEntry};
use serde::{Deserialize, Serialize};

use crate::changes::Changes;
use crate::clip::{Clip, MirrorAxis};
use crate::document::Document;
use crate::paint::{CrossingTerrains, RoadOrRiver};
use crate::refusal::{Refusal, TerrainUser};
use crate::selection::Selection;
use crate::shape::{MAX_BRUSH, brush_hexes, line_hexes, near_map, rectangle_hexes};
use crate::symmetry::Symmetry;

/// What the pointer does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tool {
    /// Paints the brush's terrain where the pointer goes.
    #[default]
    Brush,
    /// Paints a straight line with the brush.
    Line,
    /// Paints all hexes between two corners.
    Rectangle,
    /// Paints all hexes of one terrain that hang together.
    Fill,
    /// Builds a road where the pointer goes, or carves a river as wide as the brush.
    RoadOrRiver(RoadOrRiver),
    /// Puts a castle, or takes one away: the background comes in its place.
    Castle,
    /// Adds hexes by which Red comes in where the pointer goes, or takes them away where it starts on one.
    Entry,
    /// Puts a unit like this one on each hex that is pressed.
    Unit(Side, UnitEntry),
    /// Drags a unit to another hex.
    Move,
    /// Takes away the unit that is pressed.
    Remove,
    /// Takes up the terrain under the pointer.
    Pick,
    /// Selects all hexes between two corners.
    SelectRectangle,
    /// Selects what the pointer goes round.
    SelectFree,
    /// Pastes what was copied.
    Paste,
}

/// A gesture: from pressing to releasing.
#[derive(Debug, Clone)]
enum Gesture {
    /// Each sample of the pointer is joined to the last one.
    Stroke {
        last: Coord,
        paint: Paint,
    },
    /// From the first sample to the last one.
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
enum Paint {
    Terrain { terrain: usize, glyph: char, size: u32 },
    RoadOrRiver { kit: CrossingTerrains, size: u32 },
    Entry { add: bool },
}

/// A document with the tools to edit it.
///
/// A front end hands over the hexes under the pointer: [`press`](Self::press), [`drag`](Self::drag),
/// [`release`](Self::release), off the map too. All that happens in between is one step to undo.
#[derive(Debug, Clone)]
pub struct Editor {
    document: Document,
    tool: Tool,
    terrain: usize,
    size: u32,
    background: usize,
    symmetry: Symmetry,
    selection: Option<Selection>,
    clip: Option<Clip>,
    gesture: Option<Gesture>,
}

impl Editor {
    /// The tools for a document. The brush has size 1 and the ruleset's first terrain; the background is grass, or the
    /// first terrain where there is none.
    #[must_use]
    pub fn new(document: Document) -> Self {
        let background = document.rules().terrain("grass").unwrap_or(0);
        Self {
            document,
            tool: Tool::Brush,
            terrain: 0,
            size: 1,
            background,
            symmetry: Symmetry::None,
            selection: None,
            clip: None,
            gesture: None,
        }
    }

    /// The document.
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The document, to change what is no matter of hexes. A gesture that has begun ends here.
    pub fn document_mut(&mut self) -> &mut Document {
        self.end_gesture();
        &mut self.document
    }

    /// The document, without its tools.
    #[must_use]
    pub fn into_document(mut self) -> Document {
        self.end_gesture();
        self.document
    }

    /// What changed since this was last called, as [`Document::take_changes`]; a gesture that has begun goes on.
    pub fn take_changes(&mut self) -> Changes {
        self.document.take_changes()
    }

    /// The tool in use.
    pub const fn tool(&self) -> &Tool {
        &self.tool
    }

    /// Takes up a tool. A gesture that has begun ends here.
    pub fn set_tool(&mut self, tool: Tool) {
        self.end_gesture();
        self.tool = tool;
    }

    /// The brush's terrain, as its place in the ruleset's list.
    pub const fn terrain(&self) -> usize {
        self.terrain
    }

    /// Dips the brush into a terrain.
    ///
    /// # Errors
    /// When the ruleset has no such terrain or it cannot be painted.
    pub fn set_terrain(&mut self, terrain: usize) -> Result<(), Refusal> {
        self.document.glyph_table().glyph_for(terrain, self.document.rules())?;
        self.terrain = terrain;
        Ok(())
    }

    /// Dips the brush into the terrain of a hex.
    ///
    /// # Errors
    /// When the hex is off the map, or its glyph stands for nothing.
    pub fn pick_terrain(&mut self, at: Coord) -> Result<(), Refusal> {
        let glyph = self.document.glyph_on_map(at)?;
        let terrain = self.document.glyph_table().terrain_of(glyph);
        self.terrain = terrain.ok_or(Refusal::UnknownGlyph { glyph })?;
        Ok(())
    }

    /// The brush's size, 1 to [`MAX_BRUSH`]: 1, 7, 19, 37 or 61 hexes.
    pub const fn brush_size(&self) -> u32 {
        self.size
    }

    /// Takes a brush of another size.
    ///
    /// # Errors
    /// When there is none.
    pub fn set_brush_size(&mut self, size: u32) -> Result<(), Refusal> {
        if !(1..=MAX_BRUSH).contains(&size) {
            return Err(Refusal::BrushSize { size, max: MAX_BRUSH });
        }
        self.size = size;
        Ok(())
    }

    /// What comes where something is taken away, as its place in the ruleset's list.
    pub const fn background(&self) -> usize {
        self.background
    }

    /// Chooses what comes where something is taken away.
    ///
    /// # Errors
    /// When the ruleset has no such terrain or it cannot be painted.
    pub fn set_background(&mut self, terrain: usize) -> Result<(), Refusal> {
        self.document.glyph_table().glyph_for(terrain, self.document.rules())?;
        self.background = terrain;
        Ok(())
    }

    /// What painting, building, castles and pasting are repeated by.
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Has painting repeated.
    pub fn set_symmetry(&mut self, symmetry: Symmetry) {
        self.end_gesture();
        self.symmetry = symmetry;
    }

    /// The selected hexes; none once the map has another size.
    pub fn selection(&self) -> Option<&Selection> {
        self.live_selection().ok()
    }

    /// Selects the whole map.
    pub fn select_all(&mut self) {
        let size = self.map_size();
        let last = Coord { col: size.0 - 1, row: size.1 - 1 };
        self.selection = Some(Selection::from_rectangle(size, Coord { col: 0, row: 0 }, last));
    }

    /// Selects nothing.
    pub fn select_none(&mut self) {
        self.selection = None;
    }

    /// What was copied.
    pub const fn clip(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    /// Brings a clip, such as one copied from another map.
    pub fn set_clip(&mut self, clip: Clip) {
        self.clip = Some(clip);
    }

    /// Copies the selected hexes.
    ///
    /// # Errors
    /// When nothing is selected.
    pub fn copy_selection(&mut self) -> Result<(), Refusal> {
        self.end_gesture();
        let selection = self.live_selection()?;
        self.clip = Some(self.document.copy_hexes(selection)?);
        Ok(())
    }

    /// Copies the selected hexes and paints them with the background.
    ///
    /// # Errors
    /// When nothing is selected or the background cannot be painted.
    pub fn cut_selection(&mut self) -> Result<(), Refusal> {
        self.copy_selection()?;
        let background = self.background;
        // What has been copied was selected on the map as it is.
        let Self { document, selection: Some(selection), .. } = self else { return Ok(()) };
        document.as_one_step("cut", |document| document.paint_hexes(selection.hexes(), background))
    }

    /// Turns what was copied clockwise, by so many times 60°.
    ///
    /// # Errors
    /// When nothing has been copied.
    pub fn turn_clip(&mut self, sixths: i32) -> Result<(), Refusal> {
        let clip = self.clip.take().ok_or(Refusal::NothingCopied)?;
        self.clip = Some(clip.rotated_by(sixths));
        Ok(())
    }

    /// Mirrors what was copied.
    ///
    /// # Errors
    /// When nothing has been copied.
    pub fn mirror_clip(&mut self, axis: MirrorAxis) -> Result<(), Refusal> {
        let clip = self.clip.take().ok_or(Refusal::NothingCopied)?;
        self.clip = Some(clip.mirrored_at(axis));
        Ok(())
    }

    /// Cuts the map down to the bounds of the selection; see [`Document::crop`].
    ///
    /// # Errors
    /// When nothing is selected.
    pub fn crop_to_selection(&mut self) -> Result<(), Refusal> {
        self.end_gesture();
        let (low, high) = self.live_selection()?.bounds().ok_or(Refusal::NothingSelected)?;
        self.selection = None;
        self.document.crop(low, high)
    }

    /// Takes the last step back and says what it was called; see [`Document::undo`]. A gesture that has begun is
    /// taken back instead of it.
    pub fn undo(&mut self) -> Option<&'static str> {
        if self.gesture.is_some() {
            self.cancel_gesture();
            return Some("gesture");
        }
        self.document.undo()
    }

    /// Does again what was taken back; see [`Document::redo`].
    pub fn redo(&mut self) -> Option<&'static str> {
        self.end_gesture();
        self.document.redo()
    }

    /// Whether the pointer is pressed.
    pub const fn is_dragging(&self) -> bool {
        self.gesture.is_some()
    }

    /// The pointer is pressed on a hex.
    ///
    /// # Errors
    /// Why the tool does not do that; then nothing has changed.
    pub fn press(&mut self, at: Coord) -> Result<(), Refusal> {
        self.end_gesture();
        match &self.tool {
            Tool::Brush => {
                let paint = self.terrain_brush()?;
                self.start_stroke("paint", at, paint);
            }
            Tool::RoadOrRiver(works) => {
                let works = *works;
                let kit = CrossingTerrains::new(works, &self.document)?;
                let (label, size) = match works {
                    RoadOrRiver::Road => ("road", 1),
                    RoadOrRiver::River => ("river", self.size),
                };
                self.start_stroke(label, at, Paint::RoadOrRiver { kit, size });
            }
            Tool::Entry => {
                let add = !self.document.settings().entry.contains(&at);
                if add {
                    self.document.glyph_on_map(at)?;
                }
                self.document.begin_step("entry hexes");
                let paint = Paint::Entry { add };
                self.gesture = Some(Gesture::Stroke { last: at, paint });
                if let Err(refusal) = self.paint_hex(at, paint) {
                    self.cancel_gesture();
                    return Err(refusal);
                }
            }
            Tool::Line | Tool::Rectangle => {
                self.document.glyph_table().glyph_for(self.terrain, self.document.rules())?;
                self.gesture = Some(Gesture::Span { from: at, to: at });
            }
            Tool::SelectRectangle => self.gesture = Some(Gesture::Span { from: at, to: at }),
            Tool::SelectFree => {
                self.gesture = Some(Gesture::Path(vec![near_map(self.map_size(), at)]));
            }
            Tool::Fill => {
                self.document.glyph_on_map(at)?;
                let (terrain, mut images) = (self.terrain, self.images_on_map(at));
                self.document.as_one_step("fill", |document| {
                    images.try_for_each(|at| document.fill_area(at, terrain))
                })?;
            }
            Tool::Castle => self.toggle_castle(at)?,
            Tool::Unit(side, unit) => {
                let unit = UnitEntry { at: Some(at), ..unit.clone() };
                self.document.add_unit(*side, unit)?;
            }
            Tool::Move => {
                let unit = self.document.unit_at(at).ok_or(Refusal::NoUnitAt { at })?;
                self.gesture = Some(Gesture::Carry { unit, to: at });
            }
            Tool::Remove => {
                let (side, index) = self.document.unit_at(at).ok_or(Refusal::NoUnitAt { at })?;
                self.document.remove_unit(side, index)?;
            }
            Tool::Pick => self.pick_terrain(at)?,
            Tool::Paste => {
                let clip = self.clip.as_ref().ok_or(Refusal::NothingCopied)?;
                self.document.paste_with(clip, at, self.symmetry)?;
            }
        }
        Ok(())
    }

    /// The pressed pointer has come to a hex. Cost: for a brush or works, as many hexes as it covers on its way.
    ///
    /// # Errors
    /// Why the tool does not do that here; the gesture goes on.
    pub fn drag(&mut self, at: Coord) -> Result<(), Refusal> {
        let near = near_map(self.map_size(), at);
        match &mut self.gesture {
            None => Ok(()),
            Some(Gesture::Span { to, .. } | Gesture::Carry { to, .. }) => {
                *to = at;
                Ok(())
            }
            Some(Gesture::Path(path)) => {
                let last = path.last().copied().unwrap_or(near);
                path.extend(line_hexes(last, near).into_iter().skip(1));
                Ok(())
            }
            Some(Gesture::Stroke { last, paint }) => {
                let paint = *paint;
                let from = std::mem::replace(last, near);
                let way = line_hexes(from, near);
                let mut refused = Ok(());
                for at in way.into_iter().skip(1) {
                    // The rest of the way is still painted.
                    if let Err(refusal) = self.paint_hex(at, paint) {
                        refused = Err(refusal);
                    }
                }
                refused
            }
        }
    }

    /// The pointer is released on a hex.
    ///
    /// # Errors
    /// Why the tool does not do that; then the whole gesture changes nothing, unless it was a stroke.
    pub fn release(&mut self, at: Coord) -> Result<(), Refusal> {
        let dragged = self.drag(at);
        match self.gesture.take() {
            None => Ok(()),
            Some(Gesture::Stroke { .. }) => {
                self.document.finish_step();
                dragged
            }
            Some(Gesture::Path(path)) => {
                let selection = Selection::from_lasso(self.map_size(), &path);
                self.selection = Some(selection).filter(|selection| !selection.is_empty());
                Ok(())
            }
            Some(Gesture::Carry { unit: (side, index), to }) => {
                self.document.move_unit(side, index, Some(to))
            }
            Some(Gesture::Span { from, to }) => self.end_span(from, to),
        }
    }

    /// Selects or paints what lies between two hexes.
    fn end_span(&mut self, from: Coord, to: Coord) -> Result<(), Refusal> {
        if self.tool == Tool::SelectRectangle {
            let (width, height) = self.map_size();
            let (low, high) = sort_corners(from, to);
            let touches = high.col >= 0 && high.row >= 0 && low.col < width && low.row < height;
            self.selection = touches.then(|| Selection::from_rectangle((width, height), from, to));
            return Ok(());
        }
        let label = if self.tool == Tool::Line { "line" } else { "rectangle" };
        let (hexes, terrain) = (self.hexes_between(from, to), self.terrain);
        self.document.as_one_step(label, |document| document.paint_hexes(hexes, terrain))
    }

    /// Ends the gesture that has begun as if it had not been.
    pub fn cancel_gesture(&mut self) {
        if self.gesture.take().is_some() {
            self.document.abandon_step();
        }
    }

    /// What releasing the pointer now would paint, select or move onto: for drawing it beforehand. Empty where the tool
    /// changes hexes at once.
    pub fn preview_hexes(&self) -> Vec<Coord> {
        match &self.gesture {
            None | Some(Gesture::Stroke { .. }) => Vec::new(),
            Some(Gesture::Span { from, to }) => self.hexes_between(*from, *to),
            Some(Gesture::Path(path)) => path.clone(),
            Some(Gesture::Carry { to, .. }) => vec![*to],
        }
    }

    /// The corners on the map of the rectangle that is being drawn or selected, north-west and south-east: a large one is
    /// shown sooner by them than by its [hexes](Self::preview_hexes).
    pub fn preview_corners(&self) -> Option<(Coord, Coord)> {
        let Some(Gesture::Span { from, to }) = &self.gesture else { return None };
        let (width, height) = self.map_size();
        let inside = |at: Coord| Coord { col: at.col.clamp(0, width - 1), row: at.row.clamp(0, height - 1) };
        (self.tool != Tool::Line).then(|| sort_corners(inside(*from), inside(*to)))
    }

    /// The hexes of a line, or of a rectangle, on the map, with their images.
    fn hexes_between(&self, from: Coord, to: Coord) -> Vec<Coord> {
        let size = self.map_size();
        let (from, to) = (near_map(size, from), near_map(size, to));
        let hexes: Vec<Coord> = match self.tool {
            Tool::Line => {
                line_hexes(from, to).into_iter().flat_map(|at| brush_hexes(at, self.size)).collect()
            }
            _ => rectangle_hexes(from, to).collect(),
        };
        let ground = self.document.ground();
        let hexes = hexes.into_iter().filter(|&at| ground.contains(at));
        if self.tool == Tool::SelectRectangle || self.symmetry == Symmetry::None {
            return hexes.collect();
        }
        hexes.flat_map(|at| self.symmetry.images(size, at)).collect()
    }

    fn map_size(&self) -> (i32, i32) {
        let ground = self.document.ground();
        (ground.width(), ground.height())
    }

    /// A hex of the map and its images; nothing for one off the map.
    fn images_on_map(&self, at: Coord) -> impl Iterator<Item = Coord> + use<> {
        let (symmetry, size) = (self.symmetry, self.map_size());
        let on_map = Some(at).filter(|&at| self.document.ground().contains(at));
        on_map.into_iter().flat_map(move |at| symmetry.images(size, at))
    }

    /// The selection, if it fits the map as it is now.
    fn live_selection(&self) -> Result<&Selection, Refusal> {
        let fits = |selection: &&Selection| selection.size() == self.map_size();
        self.selection.as_ref().filter(fits).ok_or(Refusal::NothingSelected)
    }

    fn terrain_brush(&self) -> Result<Paint, Refusal> {
        let glyph = self.document.glyph_table().glyph_for(self.terrain, self.document.rules())?;
        Ok(Paint::Terrain { terrain: self.terrain, glyph, size: self.size })
    }

    fn start_stroke(&mut self, label: &'static str, at: Coord, paint: Paint) {
        let at = near_map(self.map_size(), at);
        self.document.begin_step(label);
        self.gesture = Some(Gesture::Stroke { last: at, paint });
        self.paint_hex(at, paint).expect("only entry hexes are refused one by one");
    }

    /// Paints what the brush covers around one hex, within the open step.
    fn paint_hex(&mut self, at: Coord, paint: Paint) -> Result<(), Refusal> {
        match paint {
            Paint::Terrain { terrain, glyph, size } => {
                for at in brush_hexes(at, size) {
                    for image in self.images_on_map(at) {
                        self.document.put_terrain(image, terrain, glyph);
                    }
                }
            }
            Paint::RoadOrRiver { kit, size } => {
                for at in brush_hexes(at, size) {
                    for image in self.images_on_map(at) {
                        self.document.build_hex(&kit, image);
                    }
                }
            }
            Paint::Entry { add: true } => {
                if self.document.ground().contains(at) {
                    self.document.add_entry(at)?;
                }
            }
            Paint::Entry { add: false } => {
                self.document.remove_entry(at);
            }
        }
        Ok(())
    }

    fn toggle_castle(&mut self, at: Coord) -> Result<(), Refusal> {
        self.document.glyph_on_map(at)?;
        let rules = self.document.rules();
        let is_castle = |terrain: usize| rules.terrains[terrain].castle;
        let castle = rules.terrains.iter().position(|terrain| terrain.castle);
        let castle = castle
            .ok_or_else(|| Refusal::NoTerrainFor { name: "castle".into(), tool: TerrainUser::CastleTool })?;
        let (label, terrain) = match self.document.terrain(at) {
            Some(terrain) if is_castle(terrain) => ("remove castle", self.background),
            _ => ("castle", castle),
        };
        let images = self.images_on_map(at);
        self.document.as_one_step(label, |document| document.paint_hexes(images, terrain))
    }

    /// Ends the gesture that has begun, with what it has done so far.
    fn end_gesture(&mut self) {
        if matches!(self.gesture.take(), Some(Gesture::Stroke { .. })) {
            self.document.finish_step();
        }
    }
}

fn sort_corners(a: Coord, b: Coord) -> (Coord, Coord) {
    let low = Coord { col: a.col.min(b.col), row: a.row.min(b.row) };
    (low, Coord { col: a.col.max(b.col), row: a.row.max(b.row) })
}
