//! The map being edited, with its history.

use std::sync::Arc;

use hotgates_engine::{
    Army, Coord, Fault, FaultKind, MapFile, NameKind, Ruleset, Scenario, Side, TerrainId, UnitEntry,
};

use crate::changes::DocumentChanges;
use crate::edit::{DocumentContent, DocumentEdit, units_by_side};
use crate::glyph_grid::{GlyphGrid, check_size, side_to_i32};
use crate::glyph_table::GlyphTable;
use crate::header::comments_at_top;
use crate::history::History;
use crate::patch::{GroundPatch, place_to_u32};
use crate::refusal::{EditRefusal, unknown_name};

/// A map with its battle, the history of all edits, and the knowledge of whether the map has been
/// saved.
///
/// A document may be wrong: what a person edits goes through states that cannot be played. Certain
/// nonsense (a unit on a mountain, a map of no columns) is refused; the rest is reported by the
/// [analysis](crate::Analysis).
///
/// Each public method that changes a document is one step for [`undo_step`](Self::undo_step),
/// unless it is called within [`as_one_step`](Self::as_one_step). A call that changes nothing makes
/// no step.
///
/// ```
/// use hotgates_editor::{Coord, Document};
///
/// let source = r##"Map(name: "Pass", rows: ["..#", "..."])"##;
/// let mut document = Document::open(source).expect("a sound file");
/// let water = document.rules().terrain("water").expect("a classic terrain");
/// document.paint_hexes([Coord { col: 0, row: 0 }, Coord { col: 0, row: 1 }], water)?;
/// document.set_name("Two lakes")?;
/// assert_eq!(document.ground().rows(), ["~.#", "~.."]);
/// assert_eq!(document.step_counts(), (2, 0));
///
/// assert_eq!(document.undo_step(), Some("rename"));
/// assert_eq!(document.undo_step(), Some("paint"));
/// assert_eq!(document.ground().rows(), ["..#", "..."]);
/// assert!(!document.is_changed());
/// # Ok::<(), hotgates_editor::EditRefusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    pub(crate) content: DocumentContent,
    /// Hand-written comments at the top of the file.
    comments: String,
    history: History,
    open: Option<OpenUndoStep>,
    changes: DocumentChanges,
    revision: u64,
}

/// A step that is being done.
#[derive(Debug, Clone)]
struct OpenUndoStep {
    label: &'static str,
    /// Edits that take back those done so far, the first edit first.
    back: Vec<DocumentEdit>,
    /// Glyphs that hexes had, in the order of their changes since the last edit.
    before: Vec<(u32, char)>,
}

impl Document {
    /// Makes a new map of one terrain, not saved yet.
    ///
    /// # Errors
    /// A size that no map can have, or a terrain that the rules do not have.
    pub fn new(
        name: impl Into<String>,
        width: usize,
        height: usize,
        terrain: &str,
        rules: Ruleset,
    ) -> Result<Self, EditRefusal> {
        check_size(width, height)?;
        let kind = rules.terrain(terrain).ok_or_else(|| {
            unknown_name(
                NameKind::Terrain,
                terrain,
                rules.terrains.iter().map(|terrain| terrain.name.as_str()),
            )
        })?;
        let ground =
            GlyphGrid::of_one_glyph(side_to_i32(width), side_to_i32(height), rules.terrains[kind].glyph);
        let file = MapFile { name: name.into(), ..MapFile::default() };
        let mut document = Self::from_parts(file, ground, rules, String::new());
        document.history.mark_unsaved();
        Ok(document)
    }

    /// Opens the text of a map file that is played by the classic rules.
    ///
    /// # Errors
    /// The place where the text breaks, or the reason why its rows are no map; also a file that
    /// names other rules (see [`open_with_rules`](Self::open_with_rules)).
    pub fn open(source: &str) -> Result<Self, Vec<Fault>> {
        Self::open_with_rules(source, |reference| match reference {
            None => Ok(Ruleset::classic()),
            Some(name) => {
                let kind = FaultKind::RulesetNotLoaded { name: name.to_owned() };
                Err(vec![Fault::fault_of_field("rules", kind)])
            }
        })
    }

    /// Opens the text of a map file; `rules` loads the ruleset that the file names, or the default
    /// for `None`.
    ///
    /// # Errors
    /// The place where the text breaks, the reason why its rows are no map, or the faults that
    /// `rules` finds.
    pub fn open_with_rules(
        source: &str,
        rules: impl FnOnce(Option<&str>) -> Result<Ruleset, Vec<Fault>>,
    ) -> Result<Self, Vec<Fault>> {
        let map = MapFile::from_ron(source).map_err(|fault| vec![fault])?;
        let located = |mut faults: Vec<Fault>| {
            MapFile::locate_faults(source, &mut faults);
            faults
        };
        let rules = rules(map.rules.as_deref()).map_err(located)?;
        let mut document = Self::from_map(map, rules).map_err(located)?;
        document.comments = comments_at_top(source);
        Ok(document)
    }

    /// Makes a document of a map from elsewhere, such as a converter. The document counts as saved.
    ///
    /// # Errors
    /// The reasons why the rows are no map.
    pub fn from_map(mut map: MapFile, rules: Ruleset) -> Result<Self, Vec<Fault>> {
        let rows = std::mem::take(&mut map.rows);
        Ok(Self::from_parts(map, GlyphGrid::from_rows(&rows)?, rules, String::new()))
    }

    /// Has the file of a new map name its rules by a reference; `None` stands for the classic rules.
    #[must_use]
    pub fn with_rules_named(mut self, reference: Option<String>) -> Self {
        self.content.file.rules = reference;
        self
    }

    fn from_parts(file: MapFile, ground: GlyphGrid, rules: Ruleset, comments: String) -> Self {
        let palette = GlyphTable::new(&file, &rules);
        let content = DocumentContent { ground, file, rules: Arc::new(rules), palette };
        let changes = DocumentChanges { everything: true, battle: true, hexes: Vec::new() };
        Self { content, comments, history: History::default(), open: None, changes, revision: 0 }
    }

    /// Returns the map as it stands. Cost: `O(hexes)`.
    pub fn to_map(&self) -> MapFile {
        MapFile { rows: self.content.ground.rows(), ..self.content.file.clone() }
    }

    /// Returns the text of the map's file: the comments that stood at the top, then the map in the
    /// engine's layout, so that one changed hex is one changed line.
    pub fn to_ron(&self) -> String {
        self.comments.clone() + &self.to_map().to_ron()
    }

    /// Returns the battle on the map as it stands, to be checked and played.
    pub fn to_scenario(&self) -> Scenario {
        Scenario::new(self.to_map(), (*self.content.rules).clone())
    }

    /// Returns the ground.
    pub const fn ground(&self) -> &GlyphGrid {
        &self.content.ground
    }

    /// Returns everything of the map file but the rows, which are empty here.
    pub const fn settings(&self) -> &MapFile {
        &self.content.file
    }

    /// Returns the rules by which the map is played.
    pub fn rules(&self) -> &Ruleset {
        &self.content.rules
    }

    pub(crate) fn shared_rules(&self) -> Arc<Ruleset> {
        Arc::clone(&self.content.rules)
    }

    /// Returns the meaning of glyphs.
    pub const fn glyph_table(&self) -> &GlyphTable {
        &self.content.palette
    }

    /// Returns the comments at the top of the file.
    pub fn top_comments(&self) -> &str {
        &self.comments
    }

    /// Returns the terrain of a hex; `None` off the map and for unknown glyphs.
    pub fn terrain(&self, at: Coord) -> Option<TerrainId> {
        self.content.palette.terrain_of(self.content.ground.glyph_at(at)?)
    }

    /// Returns the units of a side's own army; none for a side with the standard army.
    pub fn units(&self, side: Side) -> &[UnitEntry] {
        units_by_side(&self.content.file)[side]
    }

    /// Returns a side's own order of battle, if the side has one.
    pub const fn army(&self, side: Side) -> Option<&Army> {
        self.content.file.army(side)
    }

    /// Returns the unit that starts on a hex: its side, and its place in the side's army. Cost:
    /// `O(units)`.
    pub fn unit_at(&self, at: Coord) -> Option<(Side, usize)> {
        Side::BOTH.into_iter().find_map(|side| {
            let index = self.units(side).iter().position(|unit| unit.at == Some(at))?;
            Some((side, index))
        })
    }

    /// Returns `true` if the document has changes that would be lost. The answer is `false` again
    /// once undo or redo comes back to the saved state.
    pub fn is_changed(&self) -> bool {
        !self.history.is_saved()
            || self.open.as_ref().is_some_and(|step| !step.back.is_empty() || !step.before.is_empty())
    }

    /// Records that the document as it stands has been saved.
    pub fn mark_saved(&mut self) {
        self.finish_step();
        self.history.mark_saved();
    }

    /// Records that no file holds the document as it was opened or made, such as an imported map.
    pub fn mark_unsaved(&mut self) {
        self.finish_step();
        self.history.mark_unsaved();
    }

    /// Returns a number that grows with every change, undone changes included: facts about an older
    /// revision may be wrong.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the changes since the last call; everything, the first time.
    pub fn take_changes(&mut self) -> DocumentChanges {
        std::mem::take(&mut self.changes)
    }

    /// Takes back the last step, and returns the step's label; `None` when there is no step. Cost:
    /// as many hexes as changed.
    pub fn undo_step(&mut self) -> Option<&'static str> {
        self.finish_step();
        let Self { history, content, changes, .. } = self;
        let label = history.undo(|edits| apply_and_invert(edits, content, changes))?;
        self.revision += 1;
        Some(label)
    }

    /// Does again the step that [`undo_step`](Self::undo_step) took back last, and returns its
    /// label; `None` when there is no such step, or something was done since.
    pub fn redo_step(&mut self) -> Option<&'static str> {
        self.finish_step();
        let Self { history, content, changes, .. } = self;
        let label = history.redo(|edits| apply_and_invert(edits, content, changes))?;
        self.revision += 1;
        Some(label)
    }

    /// Returns the label of the step that the next undo takes back.
    pub fn undo_label(&self) -> Option<&'static str> {
        self.history.undo_label()
    }

    /// Returns the label of the step that the next redo brings back.
    pub fn redo_label(&self) -> Option<&'static str> {
        self.history.redo_label()
    }

    /// Returns the numbers of steps that can be undone and redone.
    pub fn step_counts(&self) -> (usize, usize) {
        self.history.step_counts()
    }

    /// Returns the approximate memory of all steps together, in bytes.
    pub fn history_bytes(&self) -> usize {
        self.history.memory_bytes()
    }

    /// Runs `work`, and makes all its edits one step with a label. Within another step they become
    /// part of that step.
    ///
    /// # Errors
    /// The refusal of `work`; then all that `work` did is taken back.
    pub fn as_one_step<T>(
        &mut self,
        label: &'static str,
        work: impl FnOnce(&mut Self) -> Result<T, EditRefusal>,
    ) -> Result<T, EditRefusal> {
        let outer = self.open.is_some();
        if !outer {
            self.begin_step(label);
        }
        self.finish_painted_ground();
        let mark = self.open.as_ref().map_or(0, |step| step.back.len());
        let result = work(self);
        if result.is_err() {
            self.undo_edits_after(mark);
        }
        if !outer {
            self.finish_step();
        }
        result
    }

    /// Starts a step that ends with [`finish_step`](Self::finish_step).
    pub(crate) fn begin_step(&mut self, label: &'static str) {
        self.finish_step();
        self.open = Some(OpenUndoStep { label, back: Vec::new(), before: Vec::new() });
    }

    /// Ends the open step, if there is one.
    pub(crate) fn finish_step(&mut self) {
        self.finish_painted_ground();
        let Some(mut step) = self.open.take() else { return };
        if !step.back.is_empty() {
            step.back.reverse();
            self.history.push(step.label, step.back);
        }
    }

    /// Ends the open step as if it had not been.
    pub(crate) fn roll_back_step(&mut self) {
        self.undo_edits_after(0);
        self.open = None;
    }

    /// Takes back all edits of the open step but the first `edits`.
    fn undo_edits_after(&mut self, edits: usize) {
        self.finish_painted_ground();
        let Some(step) = &mut self.open else { return };
        self.revision += 1;
        let (content, changes) = (&mut self.content, &mut self.changes);
        for edit in step.back.drain(edits..).rev() {
            edit.apply(content, changes);
        }
    }

    /// Makes the hexes painted so far an edit of the open step.
    fn finish_painted_ground(&mut self) {
        let Some(step) = &mut self.open else { return };
        let before = std::mem::take(&mut step.before);
        if let Some(patch) = GroundPatch::patch_undoing_changes(&self.content.ground, before) {
            step.back.push(DocumentEdit::Ground(patch));
        }
    }

    /// Makes an edit within the open step.
    pub(crate) fn apply_edit(&mut self, edit: DocumentEdit) {
        self.finish_painted_ground();
        let step = self.open.as_mut().expect("edits are made within steps");
        self.revision += 1;
        let back = edit.apply(&mut self.content, &mut self.changes);
        step.back.push(back);
    }

    /// Makes an edit that is a step of its own, unless a step is open.
    pub(crate) fn apply_edit_as_step(&mut self, label: &'static str, edit: DocumentEdit) {
        let whole = self.open.is_none();
        if whole {
            self.begin_step(label);
        }
        self.apply_edit(edit);
        if whole {
            self.finish_step();
        }
    }

    /// Writes a glyph within the open step, and returns `true` if that changed the hex.
    pub(crate) fn write_glyph(&mut self, at: Coord, glyph: char) -> bool {
        let Some(place) = self.content.ground.index_of_hex(at) else { return false };
        let now = &mut self.content.ground.glyphs[place];
        if *now == glyph {
            return false;
        }
        let before = std::mem::replace(now, glyph);
        let step = self.open.as_mut().expect("hexes are painted within steps");
        step.before.push((place_to_u32(place), before));
        self.revision += 1;
        self.changes.mark_hex_changed((self.content.ground.width(), self.content.ground.height()), place);
        true
    }
}

/// Applies edits in their order, and returns the edits that take them back, in the order in which
/// to apply them.
fn apply_and_invert(
    edits: Vec<DocumentEdit>,
    content: &mut DocumentContent,
    changes: &mut DocumentChanges,
) -> Vec<DocumentEdit> {
    let mut back: Vec<DocumentEdit> = edits.into_iter().map(|edit| edit.apply(content, changes)).collect();
    back.reverse();
    back
}
