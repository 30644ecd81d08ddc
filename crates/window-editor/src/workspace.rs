//! The map on the workspace, without anything to draw: the tools, its file, and what each action
//! does to it.

use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use hotgates_editor::{
    Coord, Document, EditRefusal, Editor, EditorTool, MAX_BRUSH, ResizeAnchor, TerrainNeedingTool,
};
use hotgates_engine::{
    ArrivalEntry, Direction, Fault, FaultKind, MAX_EXPERIENCE, MAX_TURNS, MapFile, Objective, Permille,
    Ruleset, Side, TerrainId, UnitEntry,
};

use super::layer::SurveyLayer;
use super::question::EditorDialog;
use super::{
    ArmyAction, DisplayAction, DocumentAction, EditorTab, GestureAction, MapTextField, ToolAction,
    TypedTextField,
};
use hotgates_ui::Phrase;

/// The map being edited.
#[derive(Resource, Debug)]
pub struct Workspace {
    /// The document and the tools.
    pub editor: Editor,
    /// The file that it was opened from or saved to last. A map of another program has none yet.
    pub path: Option<PathBuf>,
    /// The folder that the rules lie beside which the map names.
    pub folder: PathBuf,
    /// Remarks on how a map of another program was read.
    pub notes: Vec<Phrase>,
    /// Number of the document, which grows with every document put on the workspace: pictures with
    /// another number show another document.
    pub number: u32,
    /// The tab on the right.
    pub tab: EditorTab,
    /// The question on the screen.
    pub dialog: Option<EditorDialog>,
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
    /// Place of the goal in hand in the list of goals.
    pub goal: Option<usize>,
    /// Place of the event in hand in the list of events.
    pub event: Option<usize>,
    /// The size that was typed.
    pub size: (String, String),
    /// Part of the map that stays in place when the size changes.
    pub anchor: ResizeAnchor,
    /// The hexes at the edge of the selection.
    pub selected_edge: Vec<Coord>,
    /// Counts up whenever texts in fields are not what was typed last.
    pub refreshed: u32,
    typed: Option<(MapTextField, String)>,
    /// `true` once the map is not wanted any more: the editor is left.
    pub left: bool,
}

/// The size of a map that nobody has asked for.
const BLANK: (usize, usize) = (30, 20);
/// Step by which the factor of a side changes, in ‰.
pub(crate) const FACTOR_STEP: i32 = 50;

impl Workspace {
    /// A blank map of this name.
    #[must_use]
    pub fn with_blank_map(name: &str) -> Self {
        let document = Document::new(name, BLANK.0, BLANK.1, "grass", Ruleset::classic());
        let mut document = document.expect("the classic rules have grass");
        // There is nothing in it that could be lost.
        document.mark_saved();
        Self::new(document, None)
    }

    /// A document on the workspace.
    #[must_use]
    pub fn new(document: Document, path: Option<PathBuf>) -> Self {
        let first = document.rules().units.first().map(|unit| unit.name.clone()).unwrap_or_default();
        let mut workspace = Self {
            editor: Editor::new(document),
            folder: path.as_deref().and_then(Path::parent).map_or_else(PathBuf::new, Path::to_owned),
            path,
            notes: Vec::new(),
            number: 0,
            tab: EditorTab::default(),
            dialog: None,
            overlay: SurveyLayer::default(),
            invasion: 0,
            labels: false,
            keys_shown: false,
            side: Side::Blue,
            unit: UnitEntry::new(first),
            taken: None,
            goal: None,
            event: None,
            size: Default::default(),
            anchor: ResizeAnchor::default(),
            selected_edge: Vec::new(),
            refreshed: 0,
            typed: None,
            left: false,
        };
        workspace.refresh_text_fields();
        workspace
    }

    /// Puts another document on the workspace; what was copied stays.
    pub fn replace_document(&mut self, document: Document, path: Option<PathBuf>) {
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

    /// Does what a gesture means for the tool.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub fn follow_gesture(&mut self, gesture: GestureAction) -> Result<(), EditRefusal> {
        match gesture {
            GestureAction::Press(at) => self.press_pointer(at),
            GestureAction::Drag(at) => {
                // A stroke goes on where it can: it tells at its end what it could not do.
                drop(self.editor.drag_pointer(at));
                Ok(())
            }
            GestureAction::Release(at) => {
                let released = self.editor.release_pointer(at);
                self.update_selection_edge();
                released
            }
        }
    }

    /// Changes the tool in hand, or uses the selection.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub fn choose_tool(&mut self, action: &ToolAction) -> Result<(), EditRefusal> {
        self.finish_typing()?;
        match action {
            ToolAction::Take(tool) => self.editor.set_tool(tool.clone()),
            ToolAction::UnitTool => {
                self.taken = None;
                self.tab = EditorTab::Armies;
                self.editor.set_tool(self.unit_placing_tool());
            }
            ToolAction::Terrain(terrain) => {
                self.editor.set_terrain(*terrain)?;
                let paints = matches!(
                    self.editor.tool(),
                    EditorTool::Brush | EditorTool::Line | EditorTool::Rectangle | EditorTool::Fill
                );
                if !paints {
                    self.editor.set_tool(EditorTool::Brush);
                }
            }
            ToolAction::BrushSize(size) => self.editor.set_brush_size(*size)?,
            ToolAction::Brush(by) => {
                let size = self.editor.brush_size().saturating_add_signed(*by).clamp(1, MAX_BRUSH);
                self.editor.set_brush_size(size)?;
            }
            ToolAction::Symmetry(symmetry) => self.editor.set_symmetry(*symmetry),
            ToolAction::Copy => self.editor.copy_selection()?,
            ToolAction::Cut => self.editor.cut_selection()?,
            ToolAction::SelectAll => {
                self.editor.select_all();
                self.update_selection_edge();
            }
            ToolAction::TurnClip(sixths) => self.editor.turn_clip(*sixths)?,
            ToolAction::MirrorClip(axis) => self.editor.mirror_clip(*axis)?,
        }
        Ok(())
    }

    /// Changes the map as a whole.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub fn edit_document(&mut self, action: &DocumentAction) -> Result<(), EditRefusal> {
        self.finish_typing()?;
        match action {
            DocumentAction::Undo => {
                self.editor.undo();
                self.refresh_text_fields();
            }
            DocumentAction::Redo => {
                self.editor.redo();
                self.refresh_text_fields();
            }
            DocumentAction::Crop => self.edit_whole_map(Editor::crop_to_selection)?,
            DocumentAction::Mirror(mirror) => self.edit_whole_map(|editor| {
                editor.document_mut().mirror_map(*mirror);
                Ok(())
            })?,
            DocumentAction::MakeSymmetric => {
                let symmetry = self.editor.symmetry();
                self.editor.document_mut().make_symmetric(symmetry);
            }
            DocumentAction::Anchor(anchor) => self.anchor = *anchor,
            DocumentAction::Resize => self.resize_as_typed()?,
            DocumentAction::From(from) => self.editor.document_mut().set_red_direction(*from),
            DocumentAction::ClearEntry => self.editor.document_mut().set_entry_hexes(&[])?,
            DocumentAction::FirstSide(side) => {
                self.editor.document_mut().set_first_side(Some(*side).filter(|one| *one != Side::Red));
            }
            DocumentAction::Objective(objective) => {
                self.editor
                    .document_mut()
                    .set_objective(Some(*objective).filter(|one| *one != Objective::default()));
            }
            DocumentAction::Goals(action) => self.edit_goals(action)?,
            DocumentAction::Events(action) => self.edit_events(*action)?,
        }
        Ok(())
    }

    /// Changes what is shown beside and over the map.
    ///
    /// # Errors
    /// Why what was typed cannot be; then nothing has changed.
    pub fn change_display(&mut self, action: DisplayAction) -> Result<(), EditRefusal> {
        self.finish_typing()?;
        match action {
            DisplayAction::Tab(tab) => self.tab = tab,
            DisplayAction::Overlay(overlay) => self.overlay = overlay,
            DisplayAction::Invasion(invasion) => self.invasion = invasion,
            DisplayAction::Labels => self.labels = !self.labels,
            DisplayAction::Keys => self.keys_shown = !self.keys_shown,
        }
        Ok(())
    }

    /// Changes the units.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    pub fn edit_army(&mut self, action: &ArmyAction) -> Result<(), EditRefusal> {
        self.finish_typing()?;
        match action {
            ArmyAction::UnitSide(side) => {
                self.taken = None;
                self.side = *side;
                self.choose_unit_tool();
            }
            ArmyAction::Kind(kind) => self.change_unit_in_hand(|unit| {
                unit.kind.clone_from(kind);
                unit.strength = None;
            })?,
            ArmyAction::Strength(by) => self.change_unit_strength(*by)?,
            ArmyAction::Rank(rank) => self.change_unit_in_hand(|unit| unit.rank.clone_from(rank))?,
            ArmyAction::Arrival(by) => self.change_arrival(*by)?,
            ArmyAction::ArrivalOnSelection => {
                let hexes = self.selected_hexes()?;
                self.change_unit_in_hand(|unit| {
                    if let Some(arrival) = &mut unit.arrives {
                        (arrival.hexes, arrival.from) = (hexes, None);
                    }
                })?;
            }
            ArmyAction::ArrivalFrom(direction) => self.change_unit_in_hand(|unit| {
                if let Some(arrival) = &mut unit.arrives {
                    (arrival.hexes, arrival.from) = (Vec::new(), Some(*direction));
                }
            })?,
            ArmyAction::Withdrawal(by) => self.change_unit_in_hand(|unit| {
                unit.withdraws = later_turn(unit.withdraws, *by);
            })?,
            ArmyAction::Experience(by) => self.change_unit_in_hand(|unit| {
                let experience = unit.experience.unwrap_or(0).saturating_add(*by);
                unit.experience = Some(experience.clamp(0, MAX_EXPERIENCE)).filter(|&gained| gained > 0);
            })?,
            ArmyAction::Facing(way) => self.change_unit_in_hand(|unit| unit.facing = *way)?,
            ArmyAction::TakeUnit(unit) => {
                self.taken = unit.filter(|&(side, index)| index < self.document().units(side).len());
                self.refreshed += 1;
            }
            ArmyAction::RemoveUnit => {
                if let Some((side, index)) = self.taken.take() {
                    self.editor.document_mut().remove_unit(side, index)?;
                    self.refreshed += 1;
                }
            }
            ArmyAction::FreeUnit => {
                if let Some((side, index)) = self.taken {
                    self.editor.document_mut().move_unit(side, index, None)?;
                }
            }
            ArmyAction::AddUnit(side) => {
                let unit = UnitEntry { at: None, ..self.unit.clone() };
                let index = self.editor.document_mut().add_unit(*side, unit)?;
                self.unit.name = None;
                self.taken = Some((*side, index));
                self.refreshed += 1;
            }
            ArmyAction::OwnArmy(side) => self.editor.document_mut().make_own_army(*side),
            ArmyAction::StandardArmy(side) => {
                self.editor.document_mut().set_army(*side, None)?;
                self.taken = None;
            }
            ArmyAction::Commander(side) => self.set_next_commander(*side)?,
            ArmyAction::Contingent(name) => {
                self.change_unit_in_hand(|unit| unit.contingent.clone_from(name))?;
            }
            ArmyAction::ContingentColour(side, name) => self.set_next_colour(*side, name)?,
            ArmyAction::ContingentCommander(side, name) => self.set_next_ally(*side, name)?,
            ArmyAction::ToggleType(side, name) => self.editor.document_mut().toggle_type(*side, name),
            ArmyAction::SideFactor(side, steps) => {
                let factor = self.document().settings().factor.of_side(*side);
                let factor = Permille(factor.0.saturating_add_signed(steps * FACTOR_STEP));
                self.editor.document_mut().set_side_factor(*side, factor)?;
            }
        }
        Ok(())
    }

    /// The pointer is pressed. Where a unit stands, the tools for units take it in hand.
    fn press_pointer(&mut self, at: Coord) -> Result<(), EditRefusal> {
        self.finish_typing()?;
        let there = self.document().unit_at(at);
        if let (EditorTool::Unit(..) | EditorTool::Move, Some(unit)) = (self.editor.tool(), there) {
            self.taken = Some(unit);
            self.refreshed += 1;
            if matches!(self.editor.tool(), EditorTool::Unit(..)) {
                return Ok(());
            }
        }
        let puts = matches!(self.editor.tool(), EditorTool::Unit(..));
        self.editor.press_pointer(at)?;
        if puts {
            // An officer is put once; the next unit gets another one.
            self.unit.name = None;
            self.taken = None;
            self.choose_unit_tool();
            self.refreshed += 1;
        }
        if matches!(self.editor.tool(), EditorTool::Remove) {
            self.taken = None;
        }
        Ok(())
    }

    /// Remembers what was typed about the map until it is clear that the typing is over: a step for
    /// each letter would be a nuisance to undo.
    pub fn remember_typed_text(&mut self, entry: TypedTextField, text: &str) {
        match entry {
            TypedTextField::Width => text.clone_into(&mut self.size.0),
            TypedTextField::Height => text.clone_into(&mut self.size.1),
            TypedTextField::Dialog(entry) => {
                if let Some(dialog) = &mut self.dialog {
                    dialog.take_typed_text(entry, text);
                }
            }
            TypedTextField::Map(entry) => {
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
    pub const fn has_typed_text(&self) -> bool {
        self.typed.is_some()
    }

    /// Brings what was typed into the map.
    ///
    /// # Errors
    /// Why it cannot be; then the field shows again what the map has.
    pub fn finish_typing(&mut self) -> Result<(), EditRefusal> {
        let Some((entry, text)) = self.typed.take() else { return Ok(()) };
        let done = self.apply_typed_text(entry, text.trim());
        if done.is_err() {
            self.refreshed += 1;
        }
        done
    }

    fn apply_typed_text(&mut self, entry: MapTextField, text: &str) -> Result<(), EditRefusal> {
        let words = Some(text.to_owned()).filter(|text| !text.is_empty());
        let entry_name = &format!("{entry:?}").to_lowercase();
        let number = || words.as_deref().map(|text| parse_typed_number(text, entry_name)).transpose();
        match entry {
            MapTextField::Name => self.editor.document_mut().set_name(text)?,
            MapTextField::Author => self.editor.document_mut().set_author(words),
            MapTextField::Notes => self.editor.document_mut().set_notes(words),
            MapTextField::Turns => {
                let turns = number()?;
                self.editor.document_mut().set_turns(turns)?;
            }
            MapTextField::Variation => {
                let variation = number()?;
                self.editor.document_mut().set_variation(variation)?;
            }
            MapTextField::Seed => {
                let seed = number()?.map(i64::cast_unsigned);
                self.editor.document_mut().set_seed(seed);
            }
            MapTextField::UnitName => self.change_unit_in_hand(|unit| unit.name = words)?,
            MapTextField::UnitContingent => self.change_unit_in_hand(|unit| unit.contingent = words)?,
            MapTextField::UnitKey => self.change_unit_in_hand(|unit| unit.key = words)?,
            MapTextField::GoalName(index) => self.edit_goal(index, |goal| goal.name = words)?,
            MapTextField::DegreeName(index) => {
                self.edit_degree(index, |degree| text.clone_into(&mut degree.name))?;
            }
            MapTextField::DegreeLead(index) => {
                let lead = parse_typed_number(text, "lead")?;
                self.edit_degree(index, |degree| degree.lead = lead)?;
            }
            MapTextField::EventMessage(index) => self.edit_event(index, |event| {
                event.told = event.told.filter(|_| words.is_some());
                event.message = words;
            })?,
        }
        Ok(())
    }

    /// Fills the fields from the map again, and drops a unit, goal or event in hand that is gone.
    pub fn refresh_text_fields(&mut self) {
        let ground = self.document().ground();
        self.size = (ground.width().to_string(), ground.height().to_string());
        let gone = |&(side, index): &(Side, usize)| index >= self.document().units(side).len();
        if self.taken.as_ref().is_some_and(gone) {
            self.taken = None;
        }
        let (goals, events) =
            (self.document().settings().goals.len(), self.document().settings().events.len());
        self.goal = self.goal.filter(|&index| index < goals);
        self.event = self.event.filter(|&index| index < events);
        self.refreshed += 1;
        self.update_selection_edge();
    }

    /// Changes the map as a whole.
    fn edit_whole_map(
        &mut self,
        work: impl FnOnce(&mut Editor) -> Result<(), EditRefusal>,
    ) -> Result<(), EditRefusal> {
        work(&mut self.editor)?;
        self.refresh_text_fields();
        Ok(())
    }

    fn resize_as_typed(&mut self) -> Result<(), EditRefusal> {
        let width = parse_typed_number(&self.size.0, "width")?;
        let height = parse_typed_number(&self.size.1, "height")?;
        // What is no size at all is refused as the largest: the message says what there may be.
        let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        let (anchor, background) = (self.anchor, self.editor.background());
        self.edit_whole_map(|editor| editor.document_mut().resize_map(width, height, anchor, background))
    }

    /// Draws another map, made for `rules`, over this one, as one step.
    ///
    /// # Errors
    /// When this map's rules do not have what is on it.
    pub fn replace_map_in_one_step(&mut self, map: MapFile, rules: Ruleset) -> Result<(), EditRefusal> {
        let drawn = Document::from_map(map, rules).map_err(|mut faults| faults.remove(0))?;
        let terrains: Vec<Option<TerrainId>> = drawn
            .rules()
            .terrains
            .iter()
            .map(|terrain| self.document().rules().terrain(&terrain.name))
            .collect();
        let background = self.editor.background();
        let (width, height) = (drawn.ground().width(), drawn.ground().height());
        let [width, height] = [width, height].map(|side| side.cast_unsigned() as usize);
        self.edit_whole_map(|editor| {
            editor.document_mut().as_one_step("random map", |document| {
                document.set_entry_hexes(&[])?;
                document.set_army(Side::Red, None)?;
                document.set_army(Side::Blue, None)?;
                document.resize_map(width, height, ResizeAnchor::NorthWest, background)?;
                for (theirs, ours) in drawn.rules().terrain_ids().zip(&terrains) {
                    let hexes: Vec<Coord> =
                        drawn.ground().coords().filter(|&at| drawn.terrain(at) == Some(theirs)).collect();
                    match ours {
                        _ if hexes.is_empty() => {}
                        Some(ours) => document.paint_hexes(hexes, *ours)?,
                        None => {
                            let name = drawn.rules().terrains[theirs].name.clone();
                            return Err(EditRefusal::NoTerrainFor {
                                name,
                                tool: TerrainNeedingTool::RandomMap,
                            });
                        }
                    }
                }
                let settings = drawn.settings();
                document.set_name(settings.name.clone())?;
                document.set_notes(settings.notes.clone());
                document.set_red_direction(settings.from);
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

    fn unit_placing_tool(&self) -> EditorTool {
        EditorTool::Unit(self.side, Box::new(self.unit.clone()))
    }

    /// Has the tool put units like the one to be put next.
    fn choose_unit_tool(&mut self) {
        if matches!(self.editor.tool(), EditorTool::Unit(..)) {
            self.editor.set_tool(self.unit_placing_tool());
        }
    }

    /// Changes the unit in hand, or the one to be put next.
    fn change_unit_in_hand(&mut self, change: impl FnOnce(&mut UnitEntry)) -> Result<(), EditRefusal> {
        let mut unit = self.unit_in_hand().1.clone();
        change(&mut unit);
        if let Some((side, index)) = self.taken {
            return self.editor.document_mut().edit_unit(side, index, unit);
        }
        self.unit = unit;
        self.choose_unit_tool();
        Ok(())
    }

    fn change_unit_strength(&mut self, by: i64) -> Result<(), EditRefusal> {
        let rules = self.document().rules();
        let unit = self.unit_in_hand().1;
        let full = rules.unit(&unit.kind).map_or(1000, |kind| i64::from(rules.units[kind].strength.0));
        let tenth = (full / 10).max(1);
        let strength = (unit.strength.unwrap_or(full) + tenth * by).clamp(tenth, full);
        self.change_unit_in_hand(|unit| unit.strength = Some(strength).filter(|&strength| strength != full))
    }

    /// Has the unit in hand come in another turn; a unit that had been there from the start comes from Red's
    /// direction or from the opposite one.
    fn change_arrival(&mut self, by: i64) -> Result<(), EditRefusal> {
        let from = self.document().usual_way_in(self.unit_in_hand().0);
        self.change_unit_in_hand(|unit| {
            let turn = unit.arrives.as_ref().and_then(|arrival| arrival.turn);
            unit.arrives = later_turn(turn, by).map(|turn| {
                let usual = || ArrivalEntry { from: Some(from), ..ArrivalEntry::default() };
                ArrivalEntry { turn: Some(turn), ..unit.arrives.take().unwrap_or_else(usual) }
            });
            if unit.arrives.is_some() {
                unit.at = None;
            }
        })
    }

    /// Returns the selected hexes.
    ///
    /// # Errors
    /// When none is selected.
    pub(super) fn selected_hexes(&self) -> Result<Vec<Coord>, EditRefusal> {
        let selection = self.editor.selection().ok_or(EditRefusal::NothingSelected)?;
        Ok(selection.hexes().collect())
    }

    fn update_selection_edge(&mut self) {
        let Some(selection) = self.editor.selection() else { return self.selected_edge.clear() };
        let at_edge = |at: &Coord| {
            Direction::ALL.into_iter().any(|way| !selection.contains(Coord::from(at.hex() + way.vector())))
        };
        self.selected_edge = selection.hexes().filter(at_edge).collect();
    }

    /// Selects nothing; whether anything was selected.
    pub fn clear_selection(&mut self) -> bool {
        let any = self.editor.selection().is_some();
        self.editor.clear_selection();
        self.update_selection_edge();
        any
    }
}

/// Returns a turn `by` turns after another; `None` stands for the first turn.
fn later_turn(turn: Option<i64>, by: i64) -> Option<i64> {
    Some(turn.unwrap_or(1).saturating_add(by).min(MAX_TURNS)).filter(|&turn| turn > 1)
}

/// Reads a number that was typed into a field.
fn parse_typed_number(text: &str, field: &str) -> Result<i64, EditRefusal> {
    text.trim().parse().map_err(|_| {
        let kind = FaultKind::NotWholeNumber { text: text.trim().to_owned() };
        Fault::fault_of_field(field, kind).into()
    })
}
