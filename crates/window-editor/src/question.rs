//! Questions over the map, without anything to draw: what is asked, and what has been answered so
//! far.

use std::path::PathBuf;

use hotgates_editor::{Document, EditRefusal};
use hotgates_engine::{Direction, Fault, FaultKind, Ruleset};
use hotgates_mapgen::{LandKind, MapPlan};

use super::DialogTextField;

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditorDialog {
    /// Asks for the properties of a new map.
    New(NewMapDraft),
    /// Asks for the map to open.
    Open {
        /// The path that was typed.
        typed: String,
    },
    /// Asks for the file to save the map in.
    SaveAs {
        /// The path that was typed.
        typed: String,
        /// `true` once the dialog has said that the file exists already.
        replace: bool,
        /// Action that follows the saving.
        then: Option<MapLosingAction>,
    },
    /// Asks about changes that are in no file, before this action is done.
    Unsaved(MapLosingAction),
}

/// An action that would lose the open map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapLosingAction {
    /// Leaves the editor for the menu.
    Leave,
    /// A new map.
    Create(NewMapDraft),
    /// Opens another file.
    Open(PathBuf),
    /// Takes up the map that the last run has left unsaved. This question asks whether to keep that
    /// map, not whether to lose the map on the workspace.
    TakeUp,
}

/// The ruleset of maps that name none.
pub(super) const CLASSIC: &str = "classic";

/// Properties of a new map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMapDraft {
    /// Columns, as typed.
    pub width: String,
    /// Rows, as typed.
    pub height: String,
    /// Name of the ruleset that comes with the program by which a new map is played. A map drawn over the present
    /// one keeps its rules.
    pub rules: &'static str,
    /// The kind of a random map; none for a blank one.
    pub kind: Option<LandKind>,
    /// The seed of a random map, as typed.
    pub seed: String,
    /// Direction from which Red comes.
    pub from: Direction,
    /// `true` if the map is drawn over the present one.
    pub over: bool,
}

impl Default for NewMapDraft {
    fn default() -> Self {
        Self {
            width: "40".into(),
            height: "30".into(),
            rules: CLASSIC,
            kind: None,
            seed: "1".into(),
            from: Direction::N,
            over: false,
        }
    }
}

impl NewMapDraft {
    /// A draft by the rules of a map, if they come with the program.
    pub(super) fn by_rules_of(document: &Document) -> Self {
        let reference = document.settings().rules.as_deref();
        let mut shipped = Ruleset::SHIPPED.into_iter().map(|(name, _)| name);
        let rules = shipped.find(|&name| Some(name) == reference).unwrap_or(CLASSIC);
        Self { rules, ..Self::default() }
    }

    /// A blank map of the size, of this name.
    ///
    /// # Errors
    /// When no map may have the size that was typed.
    pub fn blank_document(&self, name: &str) -> Result<Document, EditRefusal> {
        let [width, height] = [&self.width, &self.height].map(|side| side.trim().parse().unwrap_or(0));
        let document = Document::new(name, width, height, "grass", self.new_map_rules())?;
        let mut document = document.with_rules_named(self.rules_reference());
        document.mark_saved();
        Ok(document)
    }

    /// The rules of a new map.
    pub(super) fn new_map_rules(&self) -> Ruleset {
        Ruleset::shipped(self.rules).unwrap_or_else(Ruleset::classic)
    }

    /// How a new map's file names its rules.
    fn rules_reference(&self) -> Option<String> {
        (self.rules != CLASSIC).then(|| self.rules.to_owned())
    }

    /// The random map to be made.
    ///
    /// # Errors
    /// When the seed is no number. The size is checked when the map is made.
    pub fn random_map_plan(&self, kind: LandKind) -> Result<MapPlan, EditRefusal> {
        let [width, height] = [&self.width, &self.height].map(|side| side.trim().parse().unwrap_or(0));
        let not_seed = |_| FaultKind::NotSeed { text: self.seed.trim().to_owned() };
        let seed =
            self.seed.trim().parse().map_err(|error| Fault::fault_of_field("seed", not_seed(error)))?;
        Ok(MapPlan { kind, width, height, seed, from: self.from })
    }
}

impl EditorDialog {
    /// Keeps a text that was typed. A text that belongs to another question is ignored.
    pub(super) fn take_typed_text(&mut self, entry: DialogTextField, text: &str) {
        match self {
            Self::New(draft) => match entry {
                DialogTextField::Width => text.clone_into(&mut draft.width),
                DialogTextField::Height => text.clone_into(&mut draft.height),
                DialogTextField::Seed => text.clone_into(&mut draft.seed),
                DialogTextField::Path => {}
            },
            Self::Open { typed } => {
                if entry == DialogTextField::Path {
                    text.clone_into(typed);
                }
            }
            Self::SaveAs { typed, replace, .. } => {
                if entry == DialogTextField::Path {
                    text.clone_into(typed);
                    *replace = false;
                }
            }
            Self::Unsaved(_) => {}
        }
    }

    /// Returns the dialog without the text that is typed into it: typing does not fill the dialog
    /// anew.
    pub(super) fn with_typed_text_blanked(&self) -> Self {
        let mut look = self.clone();
        match &mut look {
            Self::New(draft) => {
                draft.width.clear();
                draft.height.clear();
                draft.seed.clear();
            }
            Self::Open { typed } | Self::SaveAs { typed, .. } => typed.clear(),
            Self::Unsaved(_) => {}
        }
        look
    }
}
