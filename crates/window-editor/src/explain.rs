//! Refusals of the editor, of its analysis and of random maps as phrases, by their kinds.

use hotgates_editor::{EditRefusal, SkipReason, TerrainUser};
use hotgates_engine::Grid;
use hotgates_mapgen::{MIN_SIDE, RefusedPlan};
use hotgates_ui::explain::{explain_fault, explain_spoiled_game};
use hotgates_ui::{Phrase, PhraseValue};

/// Returns the reason why an edit is refused in words.
#[must_use]
pub fn explain_refusal(refusal: &EditRefusal) -> Phrase {
    match refusal {
        EditRefusal::Fault(fault) => explain_fault(fault),
        EditRefusal::NoSuchTerrain { place, count } => {
            Phrase::new("refusal-no-such-terrain").with("place", *place).with("count", *count)
        }
        EditRefusal::NoGlyph { terrain, glyph } => Phrase::new("refusal-no-glyph")
            .with("terrain", PhraseValue::Terrain(terrain.clone()))
            .with("glyph", glyph.to_string()),
        EditRefusal::NoTerrainFor { name, tool } => Phrase::new("refusal-no-terrain")
            .with("name", name.as_str())
            .with("tool", explain_terrain_user(*tool)),
        EditRefusal::BrushSize { size, max } => {
            Phrase::new("refusal-brush-size").with("size", *size).with("max", *max)
        }
        EditRefusal::NoUnitAt { at } => Phrase::new("refusal-no-unit").with("hex", *at),
        EditRefusal::NoSuchUnit { side, index, count } => Phrase::new("refusal-no-such-unit")
            .with("side", *side)
            .with("number", *index)
            .with("count", *count),
        EditRefusal::StandardArmy { side } => Phrase::new("refusal-standard-army").with("side", *side),
        EditRefusal::NothingSelected => Phrase::new("refusal-nothing-selected"),
        EditRefusal::NothingCopied => Phrase::new("refusal-nothing-copied"),
        EditRefusal::ForeignGlyph { glyph } => {
            Phrase::new("refusal-foreign-glyph").with("glyph", glyph.to_string())
        }
        EditRefusal::AllOffMap { at } => Phrase::new("refusal-all-off-map").with("hex", *at),
        EditRefusal::UnknownGlyph { glyph } => {
            Phrase::new("refusal-unknown-glyph").with("glyph", glyph.to_string())
        }
        EditRefusal::NoName => Phrase::new("refusal-no-name"),
    }
}

const fn explain_terrain_user(user: TerrainUser) -> Phrase {
    Phrase::new(match user {
        TerrainUser::RoadTool => "user-road-tool",
        TerrainUser::RiverTool => "user-river-tool",
        TerrainUser::CastleTool => "user-castle-tool",
        TerrainUser::RandomMap => "user-random-map",
    })
}

/// Returns the reason why a stage of the analysis was skipped in words.
#[must_use]
pub fn explain_skip_reason(reason: &SkipReason) -> Phrase {
    match reason {
        SkipReason::Unplayable => Phrase::new("skipped-unplayable"),
        SkipReason::TooManyHexes { hexes, max } => {
            Phrase::new("skipped-too-many-hexes").with("hexes", *hexes).with("max", *max)
        }
        SkipReason::TooMuchMemory { holders, hexes } => {
            Phrase::new("skipped-too-much-memory").with("units", *holders).with("hexes", *hexes)
        }
        SkipReason::Spoiled(spoiled) => explain_spoiled_game(spoiled),
    }
}

/// Returns the reason why no random map can be made in words.
#[must_use]
pub fn explain_refused_plan(refused: &RefusedPlan) -> Phrase {
    match refused {
        RefusedPlan::TooSmall { width, height } => Phrase::new("random-too-small")
            .with("width", *width)
            .with("height", *height)
            .with("least", MIN_SIDE),
        RefusedPlan::TooLarge { width, height } => Phrase::new("random-too-large")
            .with("width", *width)
            .with("height", *height)
            .with("side", Grid::MAX_SIDE)
            .with("max", Grid::MAX_HEXES),
    }
}
