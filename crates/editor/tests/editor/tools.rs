//! Every tool that paints: do, undo, redo.

use hotgates_editor::{EditRefusal, Editor, EditorTool, Mirror, MirrorAxis, RoadOrRiver, Symmetry};

use crate::support::{at, check_step, check_tool, document, drag, editor, terrain};

fn paints(name: &str) -> impl FnOnce(&mut Editor) {
    let terrain = terrain(name);
    move |editor| editor.set_terrain(terrain).unwrap()
}

#[test]
fn a_brush_joins_the_samples_of_the_pointer() {
    let before = ["......"; 3];
    check_tool(
        &before,
        paints("forest"),
        EditorTool::Brush,
        &[(0, 1), (4, 1)],
        &["......", "fffff.", "......"],
    );
}

#[test]
fn a_brush_of_size_two_covers_seven_hexes() {
    let bigger = |editor: &mut Editor| {
        paints("water")(editor);
        editor.set_brush_size(2).unwrap();
    };
    // Odd columns lie half a hex lower: beside column 2, row 1 are their rows 0 and 1.
    check_tool(&["....."; 4], bigger, EditorTool::Brush, &[(2, 1)], &[".~~~.", ".~~~.", "..~..", "....."]);
}

#[test]
fn a_line_is_painted_when_the_pointer_is_released() {
    let mut editor = editor(&["......"; 3]);
    paints("road")(&mut editor);
    editor.set_tool(EditorTool::Line);
    editor.press_pointer(at(0, 0)).unwrap();
    editor.drag_pointer(at(4, 2)).unwrap();
    assert!(!editor.document().is_changed());
    assert_eq!(editor.preview_hexes().len(), 5);
    editor.release_pointer(at(0, 2)).unwrap();
    check_step(editor.document_mut(), &["......"; 3], &["=.....", "=.....", "=....."]);
}

#[test]
fn a_rectangle_has_straight_rows_and_columns_and_ends_at_the_edge() {
    let after = ["......", "...^^^", "...^^^"];
    check_tool(&["......"; 3], paints("mountain"), EditorTool::Rectangle, &[(3, 1), (90, 90)], &after);
}

#[test]
fn the_corners_of_a_rectangle_are_those_of_its_hexes() {
    let mut editor = editor(&["......"; 3]);
    for tool in [EditorTool::Rectangle, EditorTool::SelectRectangle] {
        editor.set_tool(tool);
        for (from, to) in [((3, 1), (90, 90)), ((-4, 2), (4, -7)), ((2, 1), (2, 1))] {
            editor.press_pointer(from.into()).unwrap();
            editor.drag_pointer(to.into()).unwrap();
            let hexes = editor.preview_hexes();
            let corners = (hexes.iter().min().copied().unwrap(), hexes.iter().max().copied().unwrap());
            assert_eq!(editor.preview_corners(), Some(corners), "{from:?} to {to:?}");
            editor.cancel_gesture();
        }
    }
    editor.set_tool(EditorTool::Line);
    editor.press_pointer(at(0, 0)).unwrap();
    assert_eq!(editor.preview_corners(), None);
}

#[test]
fn picking_dips_the_brush_and_keeps_the_tool() {
    let mut editor = editor(&["f?~"]);
    editor.set_tool(EditorTool::Fill);
    editor.pick_terrain(at(2, 0)).unwrap();
    assert_eq!((editor.terrain(), editor.tool()), (terrain("water"), &EditorTool::Fill));
    assert!(matches!(editor.pick_terrain(at(1, 0)), Err(EditRefusal::UnknownGlyph { glyph: '?' })));
    assert!(editor.pick_terrain(at(3, 0)).is_err());
    assert_eq!(editor.terrain(), terrain("water"));
}

#[test]
fn filling_stops_at_other_terrain() {
    let before = ["..~..", "..~..", "..~.."];
    check_tool(&before, paints("forest"), EditorTool::Fill, &[(0, 0)], &["ff~..", "ff~..", "ff~.."]);
}

#[test]
fn a_road_follows_the_pointer_and_bridges_water() {
    let before = ["..~~..", "..~~#.", "..~~.."];
    check_tool(
        &before,
        |_| (),
        EditorTool::RoadOrRiver(RoadOrRiver::Road),
        &[(0, 1), (5, 1)],
        &["..~~..", "==HH#=", "..~~.."],
    );
}

#[test]
fn a_river_carves_water_and_leaves_bridges_and_castles() {
    let before = ["..=..", "#.=.^", "..=.."];
    check_tool(
        &before,
        |_| (),
        EditorTool::RoadOrRiver(RoadOrRiver::River),
        &[(0, 1), (4, 1)],
        &["..=..", "#~H~~", "..=.."],
    );
}

#[test]
fn works_are_connected_however_far_apart_the_samples_are() {
    for works in [RoadOrRiver::Road, RoadOrRiver::River] {
        let mut editor = editor(&["..............."; 12]);
        editor.set_tool(EditorTool::RoadOrRiver(works));
        drag(&mut editor, &[(0, 0), (14, 3), (2, 11), (9, 1)]);
        let glyph = if works == RoadOrRiver::Road { '=' } else { '~' };
        let document = editor.document();
        let built: Vec<_> = document
            .ground()
            .coords()
            .filter(|&hex| document.ground().glyph_at(hex) == Some(glyph))
            .collect();
        let mut reached = vec![built[0]];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            for &hex in &built {
                if from.hex().unsigned_distance_to(hex.hex()) == 1 && !reached.contains(&hex) {
                    reached.push(hex);
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), built.len());
        assert!(built.len() > 25);
    }
}

#[test]
fn a_castle_comes_and_goes() {
    check_tool(&["..."; 2], |_| (), EditorTool::Castle, &[(1, 1)], &["...", ".#."]);
    check_tool(&["f#f"; 2], |_| (), EditorTool::Castle, &[(1, 1)], &["f#f", "f.f"]);
}

#[test]
fn picking_takes_up_the_terrain_and_changes_nothing() {
    let mut editor = editor(&[".f~"]);
    editor.set_tool(EditorTool::Pick);
    drag(&mut editor, &[(2, 0)]);
    assert_eq!(editor.terrain(), terrain("water"));
    assert_eq!(editor.document().step_counts(), (0, 0));
    assert!(matches!(editor.press_pointer(at(3, 0)), Err(EditRefusal::Fault(_))));
}

#[test]
fn what_is_cut_can_be_pasted_elsewhere() {
    let before = ["f~....", "=^....", "......"];
    let mut editor = editor(&before);
    editor.set_tool(EditorTool::SelectRectangle);
    drag(&mut editor, &[(0, 0), (1, 1)]);
    assert_eq!(editor.selection().unwrap().len(), 4);
    editor.cut_selection().unwrap();
    let cut = ["......"; 3];
    check_step(editor.document_mut(), &before, &cut);
    editor.set_tool(EditorTool::Paste);
    drag(&mut editor, &[(4, 1)]);
    assert_eq!(editor.document().ground().rows(), ["......", "....f~", "....=^"]);
    editor.undo();
    assert_eq!(editor.document().ground().rows(), cut);
}

#[test]
fn a_clip_turned_six_times_is_pasted_as_it_was() {
    let mut editor = editor(&["f~....", "=^....", "......"]);
    editor.select_all();
    editor.copy_selection().unwrap();
    let clip = editor.clip().unwrap().clone();
    for _ in 0..6 {
        editor.turn_clip(1).unwrap();
    }
    for axis in MirrorAxis::ALL {
        editor.mirror_clip(axis).unwrap();
        assert_ne!(editor.clip(), Some(&clip));
        editor.mirror_clip(axis).unwrap();
    }
    assert_eq!(editor.clip(), Some(&clip));
}

#[test]
fn a_selection_ends_with_the_size_of_its_map() {
    let mut editor = editor(&["f~....", "=^....", "......"]);
    editor.select_all();
    let revision = editor.document().revision();
    assert_eq!(editor.undo(), None);
    assert_eq!(editor.document().revision(), revision);
    editor.document_mut().crop_to_corners(at(0, 0), at(1, 1)).unwrap();
    assert!(editor.document().revision() > revision);
    assert_eq!(editor.selection(), None);
    assert_eq!(editor.cut_selection(), Err(EditRefusal::NothingSelected));
    editor.undo();
    editor.crop_to_selection().unwrap();
    assert_eq!(editor.document().step_counts(), (0, 1));
}

#[test]
fn a_lasso_selects_what_it_goes_round() {
    let mut editor = editor(&["......."; 7]);
    editor.set_tool(EditorTool::SelectFree);
    drag(&mut editor, &[(1, 1), (5, 1), (5, 5), (1, 5)]);
    let selection = editor.selection().unwrap();
    assert!(selection.contains(at(3, 3)) && selection.contains(at(1, 3)) && selection.contains(at(3, 1)));
    assert!(!selection.contains(at(0, 0)) && !selection.contains(at(6, 3)) && !selection.contains(at(3, 6)));
    assert_eq!(selection.hexes().count(), selection.len());
    drag(&mut editor, &[(2, 2)]);
    assert_eq!(editor.selection().unwrap().hexes().collect::<Vec<_>>(), [at(2, 2)]);
}

#[test]
fn painting_with_a_symmetry_is_symmetric() {
    let symmetries = Mirror::ALL.map(Symmetry::One).into_iter().chain([Symmetry::Four]);
    for symmetry in symmetries {
        for rows in [vec!["........."; 7], vec!["........"; 6]] {
            let size = (i32::try_from(rows[0].len()).unwrap(), i32::try_from(rows.len()).unwrap());
            let mut editor = editor(&rows);
            editor.set_symmetry(symmetry);
            editor.set_brush_size(2).unwrap();
            editor.set_terrain(terrain("forest")).unwrap();
            drag(&mut editor, &[(0, 1), (6, 5), (20, -3)]);
            editor.set_tool(EditorTool::RoadOrRiver(RoadOrRiver::River));
            editor.set_brush_size(1).unwrap();
            drag(&mut editor, &[(8, 0), (2, 5)]);
            editor.set_tool(EditorTool::RoadOrRiver(RoadOrRiver::Road));
            drag(&mut editor, &[(0, 3), (8, 3)]);
            editor.set_tool(EditorTool::Line);
            drag(&mut editor, &[(1, 1), (3, 6)]);
            editor.set_tool(EditorTool::Castle);
            drag(&mut editor, &[(2, 4)]);
            editor.set_tool(EditorTool::Rectangle);
            drag(&mut editor, &[(6, 0), (7, 1)]);
            editor.set_tool(EditorTool::Fill);
            drag(&mut editor, &[(4, 0)]);
            let ground = editor.document().ground();
            for hex in ground.coords() {
                for image in symmetry.hex_and_mirror_images(size, hex) {
                    assert_eq!(
                        ground.glyph_at(image),
                        ground.glyph_at(hex),
                        "{symmetry:?} {size:?} {hex} {image}"
                    );
                }
            }
            assert!(ground.rows().concat().contains('#'));
            let painted = editor.document().to_map();
            while editor.undo().is_some() {}
            assert_eq!(editor.document().ground().rows(), rows);
            while editor.redo().is_some() {}
            assert_eq!(editor.document().to_map(), painted);
        }
    }
}

#[test]
fn a_cancelled_gesture_has_not_been() {
    let mut editor = editor(&["....."; 3]);
    paints("water")(&mut editor);
    editor.press_pointer(at(0, 0)).unwrap();
    editor.drag_pointer(at(4, 2)).unwrap();
    assert!(editor.document().is_changed());
    editor.cancel_gesture();
    assert_eq!(editor.document().ground().rows(), ["....."; 3]);
    assert_eq!(editor.document().step_counts(), (0, 0));
    assert!(!editor.document().is_changed());
}

#[test]
fn undo_in_the_middle_of_a_gesture_takes_the_gesture_back() {
    let mut editor = editor(&["....."]);
    paints("water")(&mut editor);
    drag(&mut editor, &[(0, 0)]);
    editor.press_pointer(at(2, 0)).unwrap();
    editor.undo();
    assert_eq!(editor.document().ground().rows(), ["~...."]);
    assert!(!editor.is_dragging());
    editor.undo();
    assert_eq!(editor.document().ground().rows(), ["....."]);
}

#[test]
fn painting_what_is_there_is_no_step() {
    let mut editor = editor(&["fffff"]);
    paints("forest")(&mut editor);
    drag(&mut editor, &[(0, 0), (4, 0)]);
    assert_eq!(editor.document().step_counts(), (0, 0));
    assert_eq!(editor.document_mut().undo_step(), None);
    assert_eq!(editor.document_mut().redo_step(), None);
}

#[test]
fn another_glyph_of_the_same_terrain_stays() {
    let source = "(name: \"x\", glyphs: {'o': \"forest\"}, rows: [\"oo..\"])";
    let mut document = hotgates_editor::Document::open(source).unwrap();
    document.paint_hexes((0..4).map(|col| at(col, 0)), terrain("forest")).unwrap();
    assert_eq!(document.ground().rows(), ["ooff"]);
}

#[test]
fn a_front_end_is_told_which_hexes_changed() {
    let mut editor = editor(&["....."; 2]);
    assert!(editor.document_mut().take_changes().everything);
    assert!(editor.document_mut().take_changes().is_empty());
    paints("water")(&mut editor);
    drag(&mut editor, &[(1, 1)]);
    let changes = editor.document_mut().take_changes();
    assert_eq!((changes.hexes, changes.everything, changes.battle), (vec![at(1, 1)], false, false));
    editor.undo();
    assert_eq!(editor.document_mut().take_changes().hexes, [at(1, 1)]);
    editor.document_mut().set_seed(Some(3));
    assert!(editor.document_mut().take_changes().battle);
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let mut editor = editor(&["..^"; 2]);
    let before = editor.document().to_map();
    let messages = [
        editor.set_brush_size(0).unwrap_err(),
        editor.set_brush_size(6).unwrap_err(),
        editor.set_terrain(hotgates_engine::TerrainId(99)).unwrap_err(),
        editor.copy_selection().unwrap_err(),
        editor.cut_selection().unwrap_err(),
        editor.crop_to_selection().unwrap_err(),
        editor.turn_clip(1).unwrap_err(),
    ];
    let messages = messages.map(|refusal| refusal.to_string());
    assert_eq!(
        messages,
        [
            "there is no brush of size 0; sizes are 1 to 5",
            "there is no brush of size 6; sizes are 1 to 5",
            "there is no terrain number 99; the ruleset lists 7",
            "nothing is selected",
            "nothing is selected",
            "nothing is selected",
            "nothing has been copied yet",
        ]
    );
    for (tool, message) in [
        (EditorTool::Fill, "hex 7,7 is off the map; columns go to 2, rows to 1"),
        (EditorTool::Castle, "hex 7,7 is off the map; columns go to 2, rows to 1"),
        (EditorTool::Entry, "hex 7,7 is off the map; columns go to 2, rows to 1"),
        (EditorTool::Move, "hex 7,7: no unit starts there"),
        (EditorTool::Remove, "hex 7,7: no unit starts there"),
        (EditorTool::Paste, "nothing has been copied yet"),
    ] {
        editor.set_tool(tool);
        assert_eq!(editor.press_pointer(at(7, 7)).unwrap_err().to_string(), message);
        assert!(!editor.is_dragging());
    }
    assert_eq!(editor.document().to_map(), before);
    assert!(!editor.document().is_changed());
}

#[test]
fn pointers_far_off_the_map_do_no_harm() {
    let far = [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (1, 1), (i32::MIN, i32::MIN)];
    let tools = [
        EditorTool::Brush,
        EditorTool::Line,
        EditorTool::Rectangle,
        EditorTool::RoadOrRiver(RoadOrRiver::Road),
        EditorTool::SelectRectangle,
        EditorTool::SelectFree,
        EditorTool::Paste,
    ];
    for tool in tools {
        let mut editor = editor(&["...."; 4]);
        editor.set_brush_size(5).unwrap();
        editor.select_all();
        editor.copy_selection().unwrap();
        for symmetry in [Symmetry::None, Symmetry::Four] {
            editor.set_symmetry(symmetry);
            editor.set_tool(tool.clone());
            // Pasting off the map is refused.
            let _ = editor.press_pointer(far[0].into());
            for hex in far {
                editor.drag_pointer(hex.into()).unwrap();
                assert!(editor.preview_hexes().len() < 1000);
            }
            editor.release_pointer(far[3].into()).unwrap();
        }
    }
}

#[test]
fn a_works_tool_says_what_the_ruleset_lacks() {
    let mut rules = hotgates_engine::Ruleset::classic();
    let bridge = terrain("bridge");
    rules.terrains[bridge].name = "plank".into();
    let mut document = document(&["...."]);
    document.set_rules(Some("planks.ron".into()), rules).unwrap();
    let refused = document.build_road_or_river(RoadOrRiver::Road, [at(0, 0)]).unwrap_err();
    assert_eq!(refused.to_string(), "this ruleset has no terrain `bridge`, which the road tool needs");
}
