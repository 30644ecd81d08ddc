//! The map on the bench, without anything to draw: the tools, its file, and what each action does
//! to it.

use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use hotgates_editor::{Anchor, Coord, Document, Editor, MAX_BRUSH, Refusal, TerrainUser, Tool};
use hotgates_engine::{Fault, FaultKind, MapFile, Objective, Ruleset, Side, TerrainId, UnitEntry};

use super::dialog::Dialog;
use super::overlay::SurveyLayer;
use super::{EditorAction, Tab, TextEntry};
use hotgates_ui::Phrase;

/// The map being edited.
#[derive(Resource, Debug)]
pub struct Bench {
    /// The document and the tools.
    pub editor: Editor,
    /// The file that it was opened from or saved to last. A map of another program has none yet.
    pub path: Option<PathBuf>,
    /// The folder that the rules lie beside which the map names.
    pub folder: PathBuf,
    /// Remarks on how a map of another program was read.
    pub notes: Vec<Phrase>,
    /// Counts up with every document: what was drawn of another one is not of this one.
    pub number: u32,
    /// The tab on the right.
    pub tab: Tab,
    /// The question on the screen.
    pub dialog: Option<Dialog>,
    /// Layer of colours over the ground.
    pub overlay: SurveyLayer,
    /// Place in the list of the invasion whose choke points are shown.
    pub invasion: usize,
    /// `true` if the numbers of columns and rows are shown.
    pub labels: bool,
    /// `true` if the list of keys is shown.
    pub keys_shown: bool,
    /// Side of the units that are placed.
    pub side: Side,
    /// Pattern of the next unit that is placed.
    pub unit: UnitEntry,
    /// The unit in hand.
    pub taken: Option<(Side, usize)>,
    /// The size that was typed.
    pub size: (String, String),
    /// Part of the map that stays in place when the size changes.
    pub anchor: Anchor,
    /// The hexes at the edge of the selection.
    pub selected_edge: Vec<Coord>,
    /// Counts up whenever texts in fields are not what was typed last.
    pub refreshed: u32,
    typed: Option<(TextEntry, String)>,
    /// `true` once the map is not wanted any more: the editor is left.
    pub left: bool,
}

/// The size of a map that nobody has asked for.
const BLANK: (usize, usize) = (30, 20);

impl Default for Bench {
    /// A blank map.
    fn default() -> Self {
        let document = Document::new("New map", BLANK.0, BLANK.1, "grass", Ruleset::classic());
        let mut document = document.expect("the classic rules have grass");
        // There is nothing in it that could be lost.
        document.mark_saved();
        Self::new(document, None)
    }
}

impl Bench {
    /// A document on the bench.
    #[must_use]
    pub fn new(document: Document, path: Option<PathBuf>) -> Self {
        let first = document.rules().units.first().map(|unit| unit.name.clone()).unwrap_or_default();
        let mut bench = Self {
            editor: Editor::new(document),
            folder: path.as_deref().and_then(Path::parent).map_or_else(PathBuf::new, Path::to_owned),
            path,
            notes: Vec::new(),
            number: 0,
            tab: Tab::default(),
            dialog: None,
            overlay: SurveyLayer::default(),
            invasion: 0,
            labels: false,
            keys_shown: false,
            side: Side::Blue,
            unit: UnitEntry::new(first),
            taken: None,
            size: Default::default(),
            anchor: Anchor::default(),
            selected_edge: Vec::new(),
            refreshed: 0,
            typed: None,
            left: false,
        };
        bench.refresh();
        bench
    }

    /// Puts another document on the bench; what was copied stays.
    pub fn put(&mut self, document: Document, path: Option<PathBuf>) {
        let clip = self.editor.clip().cloned();
        let new = Self::new(document, path);
        let (tab, overlay, labels) = (self.tab, self.overlay, self.labels);
        *self = Self { number: self.number + 1, refreshed: self.refreshed + 1, tab, overlay, labels, ..new };
        if let Some(clip) = clip {
            self.editor.set_clip(clip);
        }
    }

    /// The document.
    #[must_use]
    pub const fn document(&self) -> &Document {
        self.editor.document()
    }

    /// The unit in hand, or the one to be put next.
    #[must_use]
    pub fn unit_in_hand(&self) -> (Side, &UnitEntry) {
        let taken =
            self.taken.and_then(|(side, index)| Some((side, self.document().units(side).get(index)?)));
        taken.unwrap_or((self.side, &self.unit))
    }

    /// Does what an action means for the map and the tools. What has to do with files, screens and
    /// the camera is not done here.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub fn edit(&mut self, action: &EditorAction) -> Result<(), Refusal> {
        match action {
            EditorAction::Press(at) => return self.press(*at),
            // A stroke goes on where it can: it tells at its end what it could not do.
            EditorAction::Drag(at) => drop(self.editor.drag(*at)),
            EditorAction::Release(at) => {
                let released = self.editor.release(*at);
                self.outline_selection();
                return released;
            }
            EditorAction::Type(entry, text) => self.hear(*entry, text),
            _ => {
                self.finish_typing()?;
                return self.edit_at_once(action);
            }
        }
        Ok(())
    }

    fn edit_at_once(&mut self, action: &EditorAction) -> Result<(), Refusal> {
        match action {
            EditorAction::Tool(tool) => self.editor.set_tool(tool.clone()),
            EditorAction::UnitTool => {
                self.taken = None;
                self.tab = Tab::Armies;
                self.editor.set_tool(self.unit_tool());
            }
            EditorAction::Terrain(terrain) => {
                self.editor.set_terrain(*terrain)?;
                let paints =
                    matches!(self.editor.tool(), Tool::Brush | Tool::Line | Tool::Rectangle | Tool::Fill);
                if !paints {
                    self.editor.set_tool(Tool::Brush);
                }
            }
            EditorAction::BrushSize(size) => self.editor.set_brush_size(*size)?,
            EditorAction::Brush(by) => {
                let size = self.editor.brush_size().saturating_add_signed(*by).clamp(1, MAX_BRUSH);
                self.editor.set_brush_size(size)?;
            }
            EditorAction::Symmetry(symmetry) => self.editor.set_symmetry(*symmetry),
            EditorAction::Undo => {
                self.editor.undo();
                self.refresh();
            }
            EditorAction::Redo => {
                self.editor.redo();
                self.refresh();
            }
            EditorAction::Copy => self.editor.copy_selection()?,
            EditorAction::Cut => self.editor.cut_selection()?,
            EditorAction::SelectAll => {
                self.editor.select_all();
                self.outline_selection();
            }
            EditorAction::TurnClip(sixths) => self.editor.turn_clip(*sixths)?,
            EditorAction::MirrorClip(axis) => self.editor.mirror_clip(*axis)?,
            EditorAction::Crop => self.reshape(Editor::crop_to_selection)?,
            EditorAction::Mirror(mirror) => self.reshape(|editor| {
                editor.document_mut().mirror_map(*mirror);
                Ok(())
            })?,
            EditorAction::MakeSymmetric => {
                let symmetry = self.editor.symmetry();
                self.editor.document_mut().make_symmetric(symmetry);
            }
            EditorAction::Anchor(anchor) => self.anchor = *anchor,
            EditorAction::Resize => self.resize()?,
            EditorAction::From(from) => self.editor.document_mut().set_from(*from),
            EditorAction::ClearEntry => self.editor.document_mut().set_entry(&[])?,
            EditorAction::Objective(objective) => {
                self.editor
                    .document_mut()
                    .set_objective(Some(*objective).filter(|one| *one != Objective::default()));
            }
            EditorAction::Tab(tab) => self.tab = *tab,
            EditorAction::Overlay(overlay) => self.overlay = *overlay,
            EditorAction::Invasion(invasion) => self.invasion = *invasion,
            EditorAction::Labels => self.labels = !self.labels,
            EditorAction::Keys => self.keys_shown = !self.keys_shown,
            action => self.edit_army(action)?,
        }
        Ok(())
    }

    fn edit_army(&mut self, action: &EditorAction) -> Result<(), Refusal> {
        match action {
            EditorAction::UnitSide(side) => {
                self.taken = None;
                self.side = *side;
                self.take_up_unit();
            }
            EditorAction::UnitKind(kind) => self.change_unit(|unit| {
                unit.kind.clone_from(kind);
                unit.strength = None;
            })?,
            EditorAction::UnitStrength(by) => self.strengthen(*by)?,
            EditorAction::UnitRank(rank) => self.change_unit(|unit| unit.rank.clone_from(rank))?,
            EditorAction::TakeUnit(unit) => {
                self.taken = unit.filter(|&(side, index)| index < self.document().units(side).len());
                self.refreshed += 1;
            }
            EditorAction::RemoveUnit => {
                if let Some((side, index)) = self.taken.take() {
                    self.editor.document_mut().remove_unit(side, index)?;
                    self.refreshed += 1;
                }
            }
            EditorAction::FreeUnit => {
                if let Some((side, index)) = self.taken {
                    self.editor.document_mut().move_unit(side, index, None)?;
                }
            }
            EditorAction::AddUnit(side) => {
                let unit = UnitEntry { at: None, ..self.unit.clone() };
                let index = self.editor.document_mut().add_unit(*side, unit)?;
                self.unit.name = None;
                self.taken = Some((*side, index));
                self.refreshed += 1;
            }
            EditorAction::OwnArmy(side) => self.editor.document_mut().make_own_army(*side),
            EditorAction::StandardArmy(side) => {
                self.editor.document_mut().set_army(*side, None)?;
                self.taken = None;
            }
            EditorAction::Commander(side) => self.next_commander(*side)?,
            _ => {}
        }
        Ok(())
    }

    /// The pointer is pressed. Where a unit stands, the tools for units take it in hand.
    fn press(&mut self, at: Coord) -> Result<(), Refusal> {
        self.finish_typing()?;
        let there = self.document().unit_at(at);
        if let (Tool::Unit(..) | Tool::Move, Some(unit)) = (self.editor.tool(), there) {
            self.taken = Some(unit);
            self.refreshed += 1;
            if matches!(self.editor.tool(), Tool::Unit(..)) {
                return Ok(());
            }
        }
        let puts = matches!(self.editor.tool(), Tool::Unit(..));
        self.editor.press(at)?;
        if puts {
            // An officer is put once; the next unit gets another one.
            self.unit.name = None;
            self.taken = None;
            self.take_up_unit();
            self.refreshed += 1;
        }
        if matches!(self.editor.tool(), Tool::Remove) {
            self.taken = None;
        }
        Ok(())
    }

    /// Remembers what was typed about the map until it is clear that the typing is over: a step for
    /// each letter would be a nuisance to undo.
    fn hear(&mut self, entry: TextEntry, text: &str) {
        match (entry, &mut self.dialog) {
            (TextEntry::Width, _) => text.clone_into(&mut self.size.0),
            (TextEntry::Height, _) => text.clone_into(&mut self.size.1),
            (
                TextEntry::Path | TextEntry::DraftWidth | TextEntry::DraftHeight | TextEntry::DraftSeed,
                Some(dialog),
            ) => {
                dialog.hear(entry, text);
            }
            (
                TextEntry::Path | TextEntry::DraftWidth | TextEntry::DraftHeight | TextEntry::DraftSeed,
                None,
            ) => {}
            _ => {
                if self.typed.as_ref().is_some_and(|(other, _)| *other != entry) {
                    // Nobody is told here: the field that was left says so by its old text.
                    drop(self.finish_typing());
                }
                self.typed = Some((entry, text.to_owned()));
            }
        }
    }

    /// Returns `true` if a field holds typed text that the map does not have yet.
    #[must_use]
    pub const fn is_typed(&self) -> bool {
        self.typed.is_some()
    }

    /// Brings what was typed into the map.
    ///
    /// # Errors
    /// Why it cannot be; then the field shows again what the map has.
    pub fn finish_typing(&mut self) -> Result<(), Refusal> {
        let Some((entry, text)) = self.typed.take() else { return Ok(()) };
        let done = self.take_down(entry, text.trim());
        if done.is_err() {
            self.refreshed += 1;
        }
        done
    }

    fn take_down(&mut self, entry: TextEntry, text: &str) -> Result<(), Refusal> {
        let words = Some(text.to_owned()).filter(|text| !text.is_empty());
        let number = || words.as_deref().map(|text| parse_number(text, entry)).transpose();
        match entry {
            TextEntry::Name => self.editor.document_mut().set_name(text)?,
            TextEntry::Author => self.editor.document_mut().set_author(words),
            TextEntry::Notes => self.editor.document_mut().set_notes(words),
            TextEntry::Turns => {
                let turns = number()?;
                self.editor.document_mut().set_turns(turns)?;
            }
            TextEntry::Variation => {
                let variation = number()?;
                self.editor.document_mut().set_variation(variation)?;
            }
            TextEntry::Seed => {
                let seed = number()?.map(i64::cast_unsigned);
                self.editor.document_mut().set_seed(seed);
            }
            TextEntry::UnitName => self.change_unit(|unit| unit.name = words)?,
            _ => {}
        }
        Ok(())
    }

    /// Fills the fields from the map again, and drops a taken unit that is gone.
    pub fn refresh(&mut self) {
        let ground = self.document().ground();
        self.size = (ground.width().to_string(), ground.height().to_string());
        let gone = |&(side, index): &(Side, usize)| index >= self.document().units(side).len();
        if self.taken.as_ref().is_some_and(gone) {
            self.taken = None;
        }
        self.refreshed += 1;
        self.outline_selection();
    }

    /// Changes the map as a whole.
    fn reshape(&mut self, work: impl FnOnce(&mut Editor) -> Result<(), Refusal>) -> Result<(), Refusal> {
        work(&mut self.editor)?;
        self.refresh();
        Ok(())
    }

    fn resize(&mut self) -> Result<(), Refusal> {
        let width = parse_number(&self.size.0, TextEntry::Width)?;
        let height = parse_number(&self.size.1, TextEntry::Height)?;
        // What is no size at all is refused as the largest: the message says what there may be.
        let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        let (anchor, background) = (self.anchor, self.editor.background());
        self.reshape(|editor| editor.document_mut().resize(width, height, anchor, background))
    }

    /// Draws another map over this one, as one step.
    ///
    /// # Errors
    /// When this map's rules do not have what is on it.
    pub fn draw_over(&mut self, map: MapFile) -> Result<(), Refusal> {
        let drawn = Document::from_map(map, Ruleset::classic()).map_err(|mut faults| faults.remove(0))?;
        let terrains: Vec<Option<TerrainId>> = drawn
            .rules()
            .terrains
            .iter()
            .map(|terrain| self.document().rules().terrain(&terrain.name))
            .collect();
        let background = self.editor.background();
        let (width, height) = (drawn.ground().width(), drawn.ground().height());
        let [width, height] = [width, height].map(|side| side.cast_unsigned() as usize);
        self.reshape(|editor| {
            editor.document_mut().as_one_step("random map", |document| {
                document.set_entry(&[])?;
                document.set_army(Side::Red, None)?;
                document.set_army(Side::Blue, None)?;
                document.resize(width, height, Anchor::NorthWest, background)?;
                for (theirs, ours) in drawn.rules().terrain_ids().zip(&terrains) {
                    let hexes: Vec<Coord> =
                        drawn.ground().coords().filter(|&at| drawn.terrain(at) == Some(theirs)).collect();
                    match ours {
                        _ if hexes.is_empty() => {}
                        Some(ours) => document.paint_hexes(hexes, *ours)?,
                        None => {
                            let name = drawn.rules().terrains[theirs].name.clone();
                            return Err(Refusal::NoTerrainFor { name, tool: TerrainUser::RandomMap });
                        }
                    }
                }
                let settings = drawn.settings();
                document.set_name(settings.name.clone())?;
                document.set_notes(settings.notes.clone());
                document.set_from(settings.from);
                document.set_variation(settings.variation)?;
                document.set_army(Side::Red, settings.red.clone())?;
                document.set_army(Side::Blue, settings.blue.clone())
            })
        })?;
        // It is another map now: saving must not write it over the old one.
        self.path = None;
        self.notes.clear();
        Ok(())
    }

    fn unit_tool(&self) -> Tool {
        Tool::Unit(self.side, self.unit.clone())
    }

    /// Has the tool put units like the one to be put next.
    fn take_up_unit(&mut self) {
        if matches!(self.editor.tool(), Tool::Unit(..)) {
            self.editor.set_tool(self.unit_tool());
        }
    }

    /// Changes the unit in hand, or the one to be put next.
    fn change_unit(&mut self, change: impl FnOnce(&mut UnitEntry)) -> Result<(), Refusal> {
        let mut unit = self.unit_in_hand().1.clone();
        change(&mut unit);
        if let Some((side, index)) = self.taken {
            return self.editor.document_mut().edit_unit(side, index, unit);
        }
        self.unit = unit;
        self.take_up_unit();
        Ok(())
    }

    fn strengthen(&mut self, by: i64) -> Result<(), Refusal> {
        let rules = self.document().rules();
        let unit = self.unit_in_hand().1;
        let full = rules.unit(&unit.kind).map_or(1000, |kind| i64::from(rules.units[kind].strength.0));
        let tenth = (full / 10).max(1);
        let strength = (unit.strength.unwrap_or(full) + tenth * by).clamp(tenth, full);
        self.change_unit(|unit| unit.strength = Some(strength).filter(|&strength| strength != full))
    }

    fn next_commander(&mut self, side: Side) -> Result<(), Refusal> {
        let names = hotgates_ai::NAMES;
        let now = self.document().army(side).and_then(|army| army.commander.as_deref());
        let place = now.and_then(|now| names.iter().position(|name| now.split(':').next() == Some(name)));
        let next = match (now, place) {
            (None, _) => names.first(),
            (Some(_), place) => place.and_then(|place| names.get(place + 1)),
        };
        self.editor.document_mut().set_commander(side, next.map(|name| (*name).to_owned()))
    }

    fn outline_selection(&mut self) {
        let Some(selection) = self.editor.selection() else { return self.selected_edge.clear() };
        let at_edge = |at: &Coord| {
            hotgates_engine::Direction::ALL
                .into_iter()
                .any(|way| !selection.contains(Coord::from(at.hex() + way.vector())))
        };
        self.selected_edge = selection.hexes().filter(at_edge).collect();
    }

    /// Selects nothing; whether anything was selected.
    pub fn select_none(&mut self) -> bool {
        let any = self.editor.selection().is_some();
        self.editor.select_none();
        self.outline_selection();
        any
    }
}

/// A number that was typed.
fn parse_number(text: &str, entry: TextEntry) -> Result<i64, Refusal> {
    text.trim().parse().map_err(|_| {
        let field = format!("{entry:?}").to_lowercase();
        let kind = FaultKind::NotWholeNumber { text: text.trim().to_owned() };
        Fault::at_field(field, kind).into()
    })
}
