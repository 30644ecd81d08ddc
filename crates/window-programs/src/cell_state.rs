//! What is known of the cell in which programs would be started.

use std::path::Path;

use hotgates_cell::{CellLimits, CellWalls, Wall, WallState};
use hotgates_ui::texts::{Texts, sentence_separators};

/// What is known of the cell in which programs would be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellState {
    /// Nobody knows yet: a cell is being put up to find out.
    Asked,
    /// The cell can be put up, with these walls.
    Stands(CellWalls),
    /// The cell cannot be put up, for this reason in words.
    Fails(String),
    /// This app has nobody who puts up cells.
    NoWarden,
}

impl CellState {
    /// Puts a cell up in the present folder, and returns which walls stand. Takes as long as a program takes to
    /// start.
    pub(crate) fn of_this_machine(warden: &Path, limits: &CellLimits) -> Self {
        let here = std::env::current_dir();
        match here.and_then(|here| CellWalls::of_this_machine(warden, limits, &here)) {
            Ok(walls) => Self::Stands(walls),
            Err(why) => Self::Fails(why.to_string()),
        }
    }

    /// Returns what is known in sentences.
    #[must_use]
    pub fn in_sentences(&self, texts: &Texts) -> Vec<String> {
        match self {
            Self::Asked => vec![texts.get("program-walls-asked")],
            Self::NoWarden => vec![texts.get("program-walls-no-warden")],
            Self::Fails(why) => {
                let why = why.strip_prefix("error: ").unwrap_or(why);
                vec![texts.text_with_values("program-walls-fail", &[("why", why.into())])]
            }
            Self::Stands(walls) => walls_in_sentences(texts, walls),
        }
    }
}

/// Returns which walls stand, stand in part or are missing, a sentence for each.
fn walls_in_sentences(texts: &Texts, walls: &CellWalls) -> Vec<String> {
    let (_, comma) = sentence_separators(texts);
    let sentence = |state: WallState, key: &str| {
        let built = walls.walls.iter().filter(|built| built.state == state);
        let names: Vec<String> = built.map(|built| texts.get(wall_text_key(built.wall))).collect();
        let values = [("count", names.len().into()), ("walls", names.join(comma).into())];
        (!names.is_empty()).then(|| texts.text_with_values(key, &values))
    };
    let all = [
        (WallState::Whole, "program-walls-whole"),
        (WallState::Partial, "program-walls-partial"),
        (WallState::Missing, "program-walls-missing"),
    ];
    all.into_iter().filter_map(|(state, key)| sentence(state, key)).collect()
}

/// Returns the text key of a wall's name.
const fn wall_text_key(wall: Wall) -> &'static str {
    match wall {
        Wall::Reading => "wall-reading",
        Wall::Writing => "wall-writing",
        Wall::TemporaryFolder => "wall-temporary",
        Wall::Network => "wall-network",
        Wall::Processes => "wall-processes",
        Wall::ProcessCount => "wall-process-count",
        Wall::Memory => "wall-memory",
        Wall::Privileges => "wall-privileges",
        Wall::SystemCalls => "wall-calls",
        Wall::Inheritance => "wall-inheritance",
    }
}
