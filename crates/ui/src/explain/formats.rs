//! Errors and notes of maps of other programs.

use hotgates_engine::{Grid, TextPosition};
use hotgates_formats::tiled::ExportError;
use hotgates_formats::{
    ExpectedValue, ImportError, ImportNote, ImportProblem, LayerFault, LimitedThing, ObjectFault,
    ReferenceFault, TileFault, ValueName,
};

use hotgates_phrases::explain::{explain_fault, prefix_phrase_with_place};
use hotgates_phrases::{Phrase, PhraseValue};

/// Returns an error of a map of another program in words, with the name of the map's file.
#[must_use]
pub fn explain_import_error(error: &ImportError, file: &str) -> Phrase {
    let place = |file: &str| match error.position {
        Some(TextPosition { line, column }) => format!("{file}:{line}:{column}"),
        None => file.to_owned(),
    };
    let what = explain_import_problem(&error.problem);
    match &error.file {
        Some(tileset) => prefix_phrase_with_place(file, prefix_phrase_with_place(place(tileset), what)),
        None => prefix_phrase_with_place(place(file), what),
    }
}

/// Returns a fault of a map of another program in words.
#[must_use]
pub fn explain_import_problem(problem: &ImportProblem) -> Phrase {
    match problem {
        ImportProblem::Xml { message } => Phrase::new("import-xml").with_value("message", message.as_str()),
        ImportProblem::Json { message } => Phrase::new("import-json").with_value("message", message.as_str()),
        ImportProblem::NoCodes => Phrase::new("import-no-codes"),
        ImportProblem::AllBorder { width, height, border } => Phrase::new("import-all-border")
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("border", *border),
        ImportProblem::Missing { element, attribute } => Phrase::new("import-missing")
            .with_value("element", element.as_str())
            .with_value("attribute", attribute.as_str()),
        ImportProblem::Value { what, value, expected } => Phrase::new("import-value")
            .with_value("what", explain_value_name(what))
            .with_value("value", value.as_str())
            .with_value("expected", explain_expected_value(expected)),
        ImportProblem::NotHexagonal { orientation } => {
            Phrase::new("import-not-hexagonal").with_value("orientation", orientation.as_str())
        }
        ImportProblem::TooLarge { width, height, max_side, max } => Phrase::new("fault-too-large")
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("side", *max_side)
            .with_value("max", *max),
        ImportProblem::TooMany { what, max } => Phrase::new("import-too-many")
            .with_value("max", *max)
            .with_value("what", name_of_limited_thing(*what)),
        ImportProblem::Layer { layer, why } => Phrase::new("import-layer")
            .with_value("layer", layer.as_str())
            .with_value("why", explain_layer_fault(why)),
        ImportProblem::NoTiles => Phrase::new("import-no-tiles"),
        ImportProblem::NoFiller { count, rules } => {
            Phrase::new("import-no-filler").with_value("count", *count).with_value("rules", rules.as_str())
        }
        ImportProblem::UnknownTile { hex, gid } => {
            Phrase::new("import-unknown-tile").with_value("hex", *hex).with_value("tile", *gid)
        }
        ImportProblem::NoTerrain { hex, tile, tileset, why, known } => Phrase::new("import-no-terrain")
            .with_value("hex", *hex)
            .with_value("tile", *tile)
            .with_value("tileset", tileset.as_str())
            .with_value("why", explain_tile_fault(why))
            .with_value("known", known.as_str()),
        ImportProblem::Tileset { source_path, why } => Phrase::new("import-tileset")
            .with_value("path", source_path.as_str())
            .with_value("why", explain_reference_fault(why)),
        ImportProblem::Rules { name, why } => Phrase::new("import-rules")
            .with_value("name", name.as_str())
            .with_value("why", explain_reference_fault(why)),
        ImportProblem::Object { id, why } => {
            Phrase::new("import-object").with_value("id", *id).with_value("why", explain_object_fault(why))
        }
        ImportProblem::UnknownCode { hex, code } => {
            Phrase::new("import-unknown-code").with_value("hex", *hex).with_value("code", code.as_str())
        }
        ImportProblem::RaggedRow { row, length, expected } => Phrase::new("fault-ragged-row")
            .with_value("row", *row)
            .with_value("length", *length)
            .with_value("expected", *expected),
    }
}

fn explain_value_name(name: &ValueName) -> Phrase {
    match name {
        ValueName::Attribute { attribute, element } => Phrase::new("import-attribute")
            .with_value("attribute", attribute.as_str())
            .with_value("element", element.as_str()),
        ValueName::Property(name) => Phrase::new("import-property").with_value("name", name.as_str()),
        ValueName::Setting(name) => Phrase::new("import-setting").with_value("name", *name),
        ValueName::Header(name) => Phrase::new("import-header").with_value("name", name.as_str()),
        ValueName::TileSize => Phrase::new("import-tile-size"),
        ValueName::FirstTile => Phrase::new("import-first-tile"),
    }
}

fn explain_expected_value(expected: &ExpectedValue) -> Phrase {
    match expected {
        ExpectedValue::Number(why) => Phrase::new("import-number").with_value("why", why.as_str()),
        ExpectedValue::WholeNumber => Phrase::new("import-whole-number"),
        ExpectedValue::Positive => Phrase::new("import-positive"),
        ExpectedValue::OnePixel => Phrase::new("import-one-pixel"),
        ExpectedValue::EitherNumber(one, other) => {
            Phrase::new("import-either-number").with_value("one", *one).with_value("other", *other)
        }
        ExpectedValue::EitherWord(one, other) => {
            Phrase::new("import-either-word").with_value("one", *one).with_value("other", *other)
        }
        ExpectedValue::OneOf(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
            Phrase::new("import-one-of").with_value("words", words.join(", "))
        }
        ExpectedValue::MapField(why) => Phrase::new("import-map-field").with_value("why", why.as_str()),
        ExpectedValue::NoMask => Phrase::new("import-no-mask"),
    }
}

const fn name_of_limited_thing(thing: LimitedThing) -> Phrase {
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
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("columns", *map_width)
            .with_value("rows", *map_height),
        LayerFault::TooLarge { width, height } => Phrase::new("layer-too-large")
            .with_value("width", *width)
            .with_value("height", *height)
            .with_value("max", Grid::MAX_HEXES),
        LayerFault::Encoding(name) => Phrase::new("layer-encoding").with_value("name", name.as_str()),
        LayerFault::Compression(name) => Phrase::new("layer-compression").with_value("name", name.as_str()),
        LayerFault::TooFew { found, expected } => {
            Phrase::new("layer-too-few").with_value("found", *found).with_value("expected", *expected)
        }
        LayerFault::TooManyTiles { expected } => {
            Phrase::new("layer-too-many").with_value("expected", *expected)
        }
        LayerFault::NoNumber { index, text, why } => Phrase::new("layer-no-number")
            .with_value("index", *index)
            .with_value("text", text.as_str())
            .with_value("why", why.as_str()),
        LayerFault::NotBase64(why) => Phrase::new("layer-not-base64").with_value("why", why.as_str()),
        LayerFault::BrokenZstd(why) => Phrase::new("layer-broken-zstd").with_value("why", why.as_str()),
        LayerFault::BrokenData(why) => Phrase::new("layer-broken-data").with_value("why", why.as_str()),
        LayerFault::PartOfTile(bytes) => Phrase::new("layer-part-of-tile").with_value("bytes", *bytes),
    }
}

fn explain_tile_fault(fault: &TileFault) -> Phrase {
    match fault {
        TileFault::NoClass => Phrase::new("tile-no-class"),
        TileFault::UnknownTerrain(name) => {
            Phrase::new("tile-unknown-terrain").with_value("name", name.as_str())
        }
    }
}

fn explain_reference_fault(fault: &ReferenceFault) -> Phrase {
    match fault {
        ReferenceFault::NotRelative => Phrase::new("reference-not-relative"),
        ReferenceFault::Outside => Phrase::new("reference-outside"),
        ReferenceFault::Missing(file) => Phrase::new("reference-missing").with_value("file", file.as_str()),
        ReferenceFault::Unreadable(words) => Phrase::new("system-says").with_value("words", words.as_str()),
    }
}

fn explain_object_fault(fault: &ObjectFault) -> Phrase {
    match fault {
        ObjectFault::EntryOffMap => Phrase::new("object-entry-off-map"),
        ObjectFault::NoSide(value) => Phrase::new("object-no-side").with_value("value", value.as_str()),
        ObjectFault::NoType => Phrase::new("object-no-type"),
        ObjectFault::NoStrength(value) => {
            Phrase::new("object-no-strength").with_value("value", value.as_str())
        }
    }
}

/// Returns the reason why a map cannot be written for Tiled in words.
#[must_use]
pub fn explain_export_error(error: &ExportError) -> Phrase {
    match error {
        ExportError::Ground(faults) => faults.first().map_or(Phrase::new("phrase-nothing"), explain_fault),
        ExportError::OffMap { what, hex } => {
            Phrase::new("export-off-map").with_value("what", what.as_str()).with_value("hex", *hex)
        }
        ExportError::NoUnits { side } => Phrase::new("export-no-units").with_value("side", *side),
        ExportError::TooManyTiles { count, max } => {
            Phrase::new("export-too-many-tiles").with_value("count", *count).with_value("max", *max)
        }
        ExportError::Character { what, character } => Phrase::new("export-character")
            .with_value("what", what.as_str())
            .with_value("character", format!("{character:?}")),
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
            .with_value("count", *count)
            .with_value("terrain", PhraseValue::Terrain(terrain.clone())),
        ImportNote::Templates(count) => Phrase::new("note-templates").with_value("count", *count),
        ImportNote::NoStarts(castle) => Phrase::new("note-no-starts").with_value("castle", *castle),
        ImportNote::NoPath { number, at, first, castle } => Phrase::new("note-no-path")
            .with_value("number", *number)
            .with_value("at", *at)
            .with_value("first", *first)
            .with_value("castle", *castle),
    }
}
