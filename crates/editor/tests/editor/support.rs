//! Helpers of the tests.

use hotgates_editor::{Coord, Document, Editor, EditorTool};
use hotgates_engine::MapFile;

/// A hex as column and row.
pub fn at(col: i32, row: i32) -> Coord {
    Coord { col, row }
}

/// Returns a document of these rows.
pub fn document(rows: &[&str]) -> Document {
    let rows = rows.iter().map(|row| (*row).to_owned()).collect();
    let map = MapFile { name: "test".into(), rows, ..MapFile::default() };
    Document::from_map(map, hotgates_engine::Ruleset::classic()).expect("rows of one length")
}

pub fn editor(rows: &[&str]) -> Editor {
    Editor::new(document(rows))
}

/// Presses on the first hex, drags over the others and releases on the last one.
pub fn drag(editor: &mut Editor, hexes: &[(i32, i32)]) {
    let hexes: Vec<Coord> = hexes.iter().map(|&hex| hex.into()).collect();
    editor.press_pointer(hexes[0]).unwrap();
    for &hex in &hexes[1..] {
        editor.drag_pointer(hex).unwrap();
    }
    editor.release_pointer(hexes[hexes.len() - 1]).unwrap();
}

/// Returns the terrain's place in the classic ruleset.
pub fn terrain(name: &str) -> hotgates_engine::TerrainId {
    hotgates_engine::Ruleset::classic().terrain(name).unwrap()
}

/// Checks that a tool changes the first picture into the second in one step, which undo and redo
/// take back and repeat.
pub fn check_tool(
    before: &[&str],
    set_up: impl FnOnce(&mut Editor),
    tool: EditorTool,
    way: &[(i32, i32)],
    after: &[&str],
) {
    let mut editor = editor(before);
    set_up(&mut editor);
    editor.set_tool(tool);
    drag(&mut editor, way);
    check_step(editor.document_mut(), before, after);
}

/// Checks that the last step led from the first picture to the second, and that undo and redo go
/// both ways.
pub fn check_step(document: &mut Document, before: &[&str], after: &[&str]) {
    assert_eq!(document.ground().rows(), after, "after the tool");
    let whole = document.to_map();
    assert_eq!(document.step_counts(), (1, 0), "one step");
    assert!(document.is_changed());
    document.undo_step().expect("a step to undo");
    assert_eq!(document.ground().rows(), before, "after undo");
    assert!(!document.is_changed());
    document.redo_step().expect("a step to redo");
    assert_eq!(document.ground().rows(), after, "after redo");
    assert_eq!(document.to_map(), whole, "armies and settings too");
}
