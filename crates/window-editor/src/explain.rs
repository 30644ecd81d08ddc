//! Refusals of the editor, of its analysis and of random maps as phrases, by their kinds.

use hotgates_editor::{EditRefusal, SkipReason, TerrainNeedingTool};
use hotgates_engine::Grid;
use hotgates_mapgen::{MIN_SIDE, MapPlanError};
use hotgates_ui::explain::{explain_fault, explain_spoiled_game};
use hotgates_ui::{Phrase, PhraseValue};

/// Returns the reason why an edit is refused in words.
#[must_use]
pub fn explain_refusal(refusal: &EditRefusal) -> Phrase {
    match refusal {
        EditRefusal::Fault(fault) => explain_fault(fault),
        EditRefusal::NoSuchTerrain { place, count } => {
            Phrase::new("refusal-no-such-terrain").with_value("place", *place).with_value("count", *count)
        }
        EditRefusal::NoGlyph { terrain, glyph } => Phrase::new("refusal-no-glyph")
            .with_value("terrain", PhraseValue::Terrain(terrain.clone()))
            .with_value("glyph", glyph.to_string()),
        EditRefusal::NoTerrainFor { name, tool } => Phrase::new("refusal-no-terrain")
            .with_value("name", name.as_str())
            .with_value("tool", explain_terrain_user(*tool)),
        EditRefusal::BrushSize { size, max } => {
            Phrase::new("refusal-brush-size").with_value("size", *size).with_value("max", *max)
        }
        EditRefusal::NoUnitAt { at } => Phrase::new("refusal-no-unit").with_value("hex", *at),
        EditRefusal::NoSuchUnit { side, index, count } => Phrase::new("refusal-no-such-unit")
            .with_value("side", *side)
            .with_value("number", *index)
            .with_value("count", *count),
        EditRefusal::NoSuchGoal { index, count } => {
            Phrase::new("refusal-no-such-goal").with_value("number", *index).with_value("count", *count)
        }
        EditRefusal::NoSuchEvent { index, count } => {
            Phrase::new("refusal-no-such-event").with_value("number", *index).with_value("count", *count)
        }
        EditRefusal::StandardArmy { side } => Phrase::new("refusal-standard-army").with_value("side", *side),
        EditRefusal::NothingSelected => Phrase::new("refusal-nothing-selected"),
        EditRefusal::NothingCopied => Phrase::new("refusal-nothing-copied"),
        EditRefusal::ForeignGlyph { glyph } => {
            Phrase::new("refusal-foreign-glyph").with_value("glyph", glyph.to_string())
        }
        EditRefusal::AllOffMap { at } => Phrase::new("refusal-all-off-map").with_value("hex", *at),
        EditRefusal::UnknownGlyph { glyph } => {
            Phrase::new("refusal-unknown-glyph").with_value("glyph", glyph.to_string())
        }
        EditRefusal::NoName => Phrase::new("refusal-no-name"),
    }
}

const fn explain_terrain_user(user: TerrainNeedingTool) -> Phrase {
    Phrase::new(match user {
        TerrainNeedingTool::RoadTool => "user-road-tool",
        TerrainNeedingTool::RiverTool => "user-river-tool",
        TerrainNeedingTool::CastleTool => "user-castle-tool",
        TerrainNeedingTool::RandomMap => "user-random-map",
    })
}

/// Returns the reason why a stage of the analysis was skipped in words.
#[must_use]
pub fn explain_skip_reason(reason: &SkipReason) -> Phrase {
    match reason {
        SkipReason::Unplayable => Phrase::new("skipped-unplayable"),
        SkipReason::TooManyHexes { hexes, max } => {
            Phrase::new("skipped-too-many-hexes").with_value("hexes", *hexes).with_value("max", *max)
        }
        SkipReason::TooMuchMemory { holders, hexes } => {
            Phrase::new("skipped-too-much-memory").with_value("units", *holders).with_value("hexes", *hexes)
        }
        SkipReason::Spoiled(spoiled) => explain_spoiled_game(spoiled),
    }
}

/// Returns the reason why no random map can be made in words.
#[must_use]
pub fn explain_refused_plan(refused: &MapPlanError) -> Phrase {
    match refused {
        MapPlanError::TooSmall { width, height } => Phrase::new("random-too-small")
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("least", MIN_SIDE),
        MapPlanError::TooLarge { width, height } => Phrase::new("random-too-large")
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("side", Grid::MAX_SIDE)
            .with_value("max", Grid::MAX_HEXES),
    }
}
