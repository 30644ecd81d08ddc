//! Map files opened and written, and the mark of unsaved changes.

use hotgates_editor::{Document, EditRefusal};
use hotgates_engine::{MapFile, Ruleset};

use crate::support::{at, document, terrain};

/// Returns the shipped maps, those of all rulesets, with their paths.
fn shipped() -> Vec<(String, String)> {
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
    let folders = ["", "hoplite", "musket", "panzer", "road_to_the_gates"];
    let files = folders.into_iter().flat_map(|folder| std::fs::read_dir(format!("{maps}/{folder}")).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
    let texts = files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
    texts.filter(|(path, _)| !path.ends_with("campaign.ron")).collect()
}

/// Opens a map under the rules that it names, which come with the program.
fn open(source: &str) -> Document {
    let rules = |name: Option<&str>| Ok(Ruleset::shipped(name.unwrap_or("classic")).unwrap());
    Document::open_with_rules(source, rules).unwrap()
}

#[test]
fn shipped_maps_are_written_as_they_were_read() {
    assert!(shipped().len() >= 23);
    for (path, source) in shipped() {
        assert_eq!(open(&source).to_ron(), source, "{path}");
    }
}

#[test]
fn a_changed_hex_is_one_changed_line_and_comments_stay() {
    for (path, source) in shipped() {
        let mut document = open(&source);
        let kind = document.terrain(at(1, 1)).unwrap();
        let other = document.rules().terrain_ids().find(|&other| other != kind).unwrap();
        document.paint_hexes([at(1, 1)], other).unwrap();
        let written = document.to_ron();
        assert!(written.starts_with("//"), "{path}");
        assert_eq!(written.lines().count(), source.lines().count());
        let changed = written.lines().zip(source.lines()).filter(|(new, old)| new != old);
        assert_eq!(changed.count(), 1, "{path}");
    }
}

/// An edit of one event or goal of a shipped map changes its line and no other.
#[test]
fn a_changed_event_or_goal_is_one_changed_line() {
    let changed_lines = |document: &Document, source: &str| {
        let written = document.to_ron();
        assert_eq!(written.lines().count(), source.lines().count());
        written.lines().zip(source.lines()).filter(|(new, old)| new != old).count()
    };
    let mut edited = [0, 0];
    for (path, source) in shipped() {
        for index in 0..open(&source).settings().events.len() {
            let mut document = open(&source);
            let mut event = document.settings().events[index].clone();
            event.message = Some("Something else happens.".to_owned());
            document.edit_event(index, event).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
            assert_eq!(changed_lines(&document, &source), 1, "{path}");
            edited[0] += 1;
        }
        for index in 0..open(&source).settings().goals.len() {
            let mut document = open(&source);
            let mut goal = document.settings().goals[index].clone();
            goal.points = Some(goal.points.unwrap_or(0) + 5);
            document.edit_goal(index, goal).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
            assert_eq!(changed_lines(&document, &source), 1, "{path}");
            edited[1] += 1;
        }
    }
    assert!(edited[0] >= 8 && edited[1] >= 20, "{edited:?}");
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
