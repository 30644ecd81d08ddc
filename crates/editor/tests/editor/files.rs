//! Map files opened and written, and the mark of unsaved changes.

use hotgates_editor::{Document, EditRefusal};
use hotgates_engine::{MapFile, Ruleset};

use crate::support::{at, document, terrain};

fn shipped() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let maps = files.filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
    maps.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn shipped_maps_are_written_as_they_were_read() {
    assert!(shipped().len() >= 8);
    for (path, source) in shipped() {
        assert_eq!(Document::open(&source).unwrap().to_ron(), source, "{path}");
    }
}

#[test]
fn a_changed_hex_is_one_changed_line_and_comments_stay() {
    for (path, source) in shipped() {
        let mut document = Document::open(&source).unwrap();
        let kind = document.terrain(at(1, 1)).unwrap();
        let other = if kind == terrain("forest") { terrain("grass") } else { terrain("forest") };
        document.paint_hexes([at(1, 1)], other).unwrap();
        let written = document.to_ron();
        assert!(written.starts_with("//"), "{path}");
        assert_eq!(written.lines().count(), source.lines().count());
        let changed = written.lines().zip(source.lines()).filter(|(new, old)| new != old);
        assert_eq!(changed.count(), 1, "{path}");
    }
}

#[test]
fn what_is_saved_is_known_through_undo_and_redo() {
    let mut document = document(&["..."]);
    assert!(!document.is_changed());
    document.paint_hexes([at(0, 0)], terrain("forest")).unwrap();
    document.mark_saved();
    document.paint_hexes([at(1, 0)], terrain("forest")).unwrap();
    assert!(document.is_changed());
    document.undo_step();
    assert!(!document.is_changed());
    document.undo_step();
    assert!(document.is_changed());
    document.redo_step();
    assert!(!document.is_changed());
    // Another edit after the undo: the saved state cannot be reached again.
    document.undo_step();
    document.paint_hexes([at(2, 0)], terrain("forest")).unwrap();
    assert!(document.is_changed());
    document.undo_step();
    assert!(document.is_changed());
    assert_eq!(document.redo_label(), Some("paint"));
    document.mark_saved();
    assert!(!document.is_changed());
}

#[test]
fn a_new_map_has_yet_to_be_saved() {
    let mut document = Document::new("Plain", 4, 3, "grass", Ruleset::classic()).unwrap();
    assert_eq!(document.ground().rows(), ["...."; 3]);
    assert!(document.is_changed());
    document.mark_saved();
    assert!(!document.is_changed());
    let refused = |width, height, terrain| Document::new("x", width, height, terrain, Ruleset::classic());
    assert!(refused(0, 3, "grass").is_err() && refused(5000, 3, "grass").is_err());
    assert!(matches!(refused(3, 3, "lava"), Err(EditRefusal::Fault(_))));
}

#[test]
fn a_file_that_is_no_map_gets_a_message_with_its_place() {
    for (source, message) in [
        ("(name: \"x\", rows: [])", "x:1:19: rows: the map has no hexes"),
        ("(name: \"x\", rows: [\"..\",\n \".\"])", "x:2:2: rows[1]: row 1 has 1 hex, the first row has 2"),
        (
            "(name: \"x\", rules: \"other\", rows: [\"..\"])",
            "x:1:20: rules: the map is played by the rules `other`, which have not been loaded",
        ),
    ] {
        let faults = Document::open(source).unwrap_err();
        assert_eq!(faults[0].message_in_file("x"), message);
    }
    for source in [
        "",
        "(",
        "(name: \"x\"",
        "// nothing",
        "(name: 3, rows: [])",
        "(name: \"x\", rows: [\"..\"], what: 1)",
    ] {
        assert!(Document::open(source).is_err(), "{source:?}");
    }
}

#[test]
fn unknown_glyphs_are_kept_until_they_are_painted_over() {
    let source = "(name: \"x\", rows: [\"?.?\"])";
    let mut document = Document::open(source).unwrap();
    assert_eq!(document.terrain(at(0, 0)), None);
    assert_eq!(MapFile::from_ron(&document.to_ron()).unwrap().rows, ["?.?"]);
    document.fill_area(at(0, 0), terrain("forest")).unwrap();
    assert_eq!(document.ground().rows(), ["f.?"]);
}

#[test]
fn a_step_takes_memory_for_what_it_changed() {
    let mut document = Document::new("Plain", 1000, 1000, "grass", Ruleset::classic()).unwrap();
    let memory = |document: &Document| document.history_bytes();
    document.paint_hexes([at(500, 500)], terrain("forest")).unwrap();
    let one = memory(&document);
    assert!(one < 1000, "{one} bytes for a hex");
    // A lake of 400,000 hexes in rows, each one run.
    document
        .paint_hexes((0..1000).flat_map(|col| (100..500).map(move |row| at(col, row))), terrain("water"))
        .unwrap();
    document.undo_step();
    document.redo_step();
    assert!(memory(&document) < 20_000, "{} bytes for a lake", memory(&document));
    // Every second hex, which no run describes: no more than the map itself.
    let before = memory(&document);
    let chequered = (0..1000).flat_map(|col| (0..1000).map(move |row| at(col, row)));
    document.paint_hexes(chequered.filter(|hex| (hex.col + hex.row) % 2 == 0), terrain("mountain")).unwrap();
    assert!(memory(&document) - before <= 4_001_000);
    let checked = document.ground().rows();
    document.undo_step();
    document.redo_step();
    assert_eq!(document.ground().rows(), checked);
    let before = memory(&document);
    document.resize_map(1000, 1400, hotgates_editor::ResizeAnchor::South, terrain("grass")).unwrap();
    assert!(memory(&document) - before < 1000);
}
