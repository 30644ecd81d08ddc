//! Errors and notes of maps of other programs.

use hotgates_engine::{Grid, TextPosition};
use hotgates_formats::tiled::ExportError;
use hotgates_formats::{
    ExpectedValue, ImportError, ImportNote, ImportProblem, LayerFault, LimitedThing, ObjectFault,
    ReferenceFault, TileFault, ValueName,
};

use super::engine::{explain_at_place, explain_fault};
use crate::phrase::{Phrase, PhraseValue};

/// Returns an error of a map of another program in words, with the name of the map's file.
#[must_use]
pub fn explain_import_error(error: &ImportError, file: &str) -> Phrase {
    let place = |file: &str| match error.position {
        Some(TextPosition { line, column }) => format!("{file}:{line}:{column}"),
        None => file.to_owned(),
    };
    let what = explain_import_problem(&error.problem);
    match &error.file {
        Some(tileset) => explain_at_place(file, explain_at_place(place(tileset), what)),
        None => explain_at_place(place(file), what),
    }
}

/// Returns a fault of a map of another program in words.
#[must_use]
pub fn explain_import_problem(problem: &ImportProblem) -> Phrase {
    match problem {
        ImportProblem::Xml { message } => Phrase::new("import-xml").with("message", message.as_str()),
        ImportProblem::Json { message } => Phrase::new("import-json").with("message", message.as_str()),
        ImportProblem::NoCodes => Phrase::new("import-no-codes"),
        ImportProblem::AllBorder { width, height, border } => Phrase::new("import-all-border")
            .with("width", *width)
            .with("height", *height)
            .with("border", *border),
        ImportProblem::Missing { element, attribute } => Phrase::new("import-missing")
            .with("element", element.as_str())
            .with("attribute", attribute.as_str()),
        ImportProblem::Value { what, value, expected } => Phrase::new("import-value")
            .with("what", explain_value_name(what))
            .with("value", value.as_str())
            .with("expected", explain_expected_value(expected)),
        ImportProblem::NotHexagonal { orientation } => {
            Phrase::new("import-not-hexagonal").with("orientation", orientation.as_str())
        }
        ImportProblem::TooLarge { width, height, max_side, max } => Phrase::new("fault-too-large")
            .with("width", *width)
            .with("height", *height)
            .with("side", *max_side)
            .with("max", *max),
        ImportProblem::TooMany { what, max } => {
            Phrase::new("import-too-many").with("max", *max).with("what", explain_limited_thing(*what))
        }
        ImportProblem::Layer { layer, why } => {
            Phrase::new("import-layer").with("layer", layer.as_str()).with("why", explain_layer_fault(why))
        }
        ImportProblem::NoTiles => Phrase::new("import-no-tiles"),
        ImportProblem::NoFiller { count, rules } => {
            Phrase::new("import-no-filler").with("count", *count).with("rules", rules.as_str())
        }
        ImportProblem::UnknownTile { hex, gid } => {
            Phrase::new("import-unknown-tile").with("hex", *hex).with("tile", *gid)
        }
        ImportProblem::NoTerrain { hex, tile, tileset, why, known } => Phrase::new("import-no-terrain")
            .with("hex", *hex)
            .with("tile", *tile)
            .with("tileset", tileset.as_str())
            .with("why", explain_tile_fault(why))
            .with("known", known.as_str()),
        ImportProblem::Tileset { source_path, why } => Phrase::new("import-tileset")
            .with("path", source_path.as_str())
            .with("why", explain_reference_fault(why)),
        ImportProblem::Rules { name, why } => {
            Phrase::new("import-rules").with("name", name.as_str()).with("why", explain_reference_fault(why))
        }
        ImportProblem::Object { id, why } => {
            Phrase::new("import-object").with("id", *id).with("why", explain_object_fault(why))
        }
        ImportProblem::UnknownCode { hex, code } => {
            Phrase::new("import-unknown-code").with("hex", *hex).with("code", code.as_str())
        }
        ImportProblem::RaggedRow { row, length, expected } => Phrase::new("fault-ragged-row")
            .with("row", *row)
            .with("length", *length)
            .with("expected", *expected),
    }
}

fn explain_value_name(name: &ValueName) -> Phrase {
    match name {
        ValueName::Attribute { attribute, element } => Phrase::new("import-attribute")
            .with("attribute", attribute.as_str())
            .with("element", element.as_str()),
        ValueName::Property(name) => Phrase::new("import-property").with("name", name.as_str()),
        ValueName::Setting(name) => Phrase::new("import-setting").with("name", *name),
        ValueName::Header(name) => Phrase::new("import-header").with("name", name.as_str()),
        ValueName::TileSize => Phrase::new("import-tile-size"),
        ValueName::FirstTile => Phrase::new("import-first-tile"),
    }
}

fn explain_expected_value(expected: &ExpectedValue) -> Phrase {
    match expected {
        ExpectedValue::Number(why) => Phrase::new("import-number").with("why", why.as_str()),
        ExpectedValue::WholeNumber => Phrase::new("import-whole-number"),
        ExpectedValue::Positive => Phrase::new("import-positive"),
        ExpectedValue::OnePixel => Phrase::new("import-one-pixel"),
        ExpectedValue::EitherNumber(one, other) => {
            Phrase::new("import-either-number").with("one", *one).with("other", *other)
        }
        ExpectedValue::EitherWord(one, other) => {
            Phrase::new("import-either-word").with("one", *one).with("other", *other)
        }
        ExpectedValue::OneOf(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
            Phrase::new("import-one-of").with("words", words.join(", "))
        }
        ExpectedValue::NoMask => Phrase::new("import-no-mask"),
    }
}

const fn explain_limited_thing(thing: LimitedThing) -> Phrase {
    Phrase::new(match thing {
        LimitedThing::Tilesets => "limited-tilesets",
        LimitedThing::TilesInLayer => "limited-tiles-in-layer",
        LimitedThing::TilesInAllLayers => "limited-tiles",
        LimitedThing::GlyphsInTilesets => "limited-glyphs",
        LimitedThing::BytesOfTilesets => "limited-bytes",
        LimitedThing::Elements => "limited-elements",
        LimitedThing::LevelsOfElements => "limited-levels",
        LimitedThing::Attributes => "limited-attributes",
        LimitedThing::ObjectsAndLists => "limited-objects",
    })
}

fn explain_layer_fault(fault: &LayerFault) -> Phrase {
    match fault {
        LayerFault::Size { width, height, map_width, map_height } => Phrase::new("layer-size")
            .with("width", *width)
            .with("height", *height)
            .with("columns", *map_width)
            .with("rows", *map_height),
        LayerFault::TooLarge { width, height } => Phrase::new("layer-too-large")
            .with("width", *width)
            .with("height", *height)
            .with("max", Grid::MAX_HEXES),
        LayerFault::Encoding(name) => Phrase::new("layer-encoding").with("name", name.as_str()),
        LayerFault::Compression(name) => Phrase::new("layer-compression").with("name", name.as_str()),
        LayerFault::TooFew { found, expected } => {
            Phrase::new("layer-too-few").with("found", *found).with("expected", *expected)
        }
        LayerFault::TooManyTiles { expected } => Phrase::new("layer-too-many").with("expected", *expected),
        LayerFault::NoNumber { index, text, why } => Phrase::new("layer-no-number")
            .with("index", *index)
            .with("text", text.as_str())
            .with("why", why.as_str()),
        LayerFault::NotBase64(why) => Phrase::new("layer-not-base64").with("why", why.as_str()),
        LayerFault::BrokenZstd(why) => Phrase::new("layer-broken-zstd").with("why", why.as_str()),
        LayerFault::BrokenData(why) => Phrase::new("layer-broken-data").with("why", why.as_str()),
        LayerFault::PartOfTile(bytes) => Phrase::new("layer-part-of-tile").with("bytes", *bytes),
    }
}

fn explain_tile_fault(fault: &TileFault) -> Phrase {
    match fault {
        TileFault::NoClass => Phrase::new("tile-no-class"),
        TileFault::UnknownTerrain(name) => Phrase::new("tile-unknown-terrain").with("name", name.as_str()),
    }
}

fn explain_reference_fault(fault: &ReferenceFault) -> Phrase {
    match fault {
        ReferenceFault::NotRelative => Phrase::new("reference-not-relative"),
        ReferenceFault::Missing(file) => Phrase::new("reference-missing").with("file", file.as_str()),
        ReferenceFault::Unreadable(words) => Phrase::new("system-says").with("words", words.as_str()),
    }
}

fn explain_object_fault(fault: &ObjectFault) -> Phrase {
    match fault {
        ObjectFault::EntryOffMap => Phrase::new("object-entry-off-map"),
        ObjectFault::NoSide(value) => Phrase::new("object-no-side").with("value", value.as_str()),
        ObjectFault::NoType => Phrase::new("object-no-type"),
        ObjectFault::NoStrength(value) => Phrase::new("object-no-strength").with("value", value.as_str()),
    }
}

/// Returns the reason why a map cannot be written for Tiled in words.
#[must_use]
pub fn explain_export_error(error: &ExportError) -> Phrase {
    match error {
        ExportError::Ground(faults) => faults.first().map_or(Phrase::new("phrase-nothing"), explain_fault),
        ExportError::OffMap { what, hex } => {
            Phrase::new("export-off-map").with("what", what.as_str()).with("hex", *hex)
        }
        ExportError::NoUnits { side } => Phrase::new("export-no-units").with("side", *side),
        ExportError::TooManyTiles { count, max } => {
            Phrase::new("export-too-many-tiles").with("count", *count).with("max", *max)
        }
        ExportError::Character { what, character } => Phrase::new("export-character")
            .with("what", what.as_str())
            .with("character", format!("{character:?}")),
    }
}

/// Returns a note on how a map was read in words.
#[must_use]
pub fn explain_import_note(note: &ImportNote) -> Phrase {
    match note {
        ImportNote::Mirrored => Phrase::new("note-mirrored"),
        ImportNote::Transposed => Phrase::new("note-transposed"),
        ImportNote::TurnedLeft => Phrase::new("note-turned-left"),
        ImportNote::EmptyHexes { count, terrain } => Phrase::new("note-empty-hexes")
            .with("count", *count)
            .with("terrain", PhraseValue::Terrain(terrain.clone())),
        ImportNote::Templates(count) => Phrase::new("note-templates").with("count", *count),
        ImportNote::NoStarts(castle) => Phrase::new("note-no-starts").with("castle", *castle),
        ImportNote::NoPath { number, at, first, castle } => Phrase::new("note-no-path")
            .with("number", *number)
            .with("at", *at)
            .with("first", *first)
            .with("castle", *castle),
    }
}
