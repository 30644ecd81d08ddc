//! Laws that hold after random sequences of all actions of the editor.

use hotgates_editor::{
    Coord, Document, Editor, EditorTool, GoalSettings, Mirror, MirrorAxis, ResizeAnchor, RoadOrRiver,
    Symmetry,
};
use hotgates_engine::{
    ContingentEntry, Direction, GoalEntry, Objective, Permille, RgbColour, Side, TerrainId, UnitEntry,
    parse_ron,
};
use proptest::prelude::*;

/// One action of a user; a refused action changes nothing.
#[derive(Debug, Clone)]
enum Act {
    Gesture(EditorTool, Vec<(i32, i32)>, bool),
    Terrain(u8),
    Size(u32),
    Symmetry(Symmetry),
    Resize(usize, usize, ResizeAnchor),
    Crop((i32, i32), (i32, i32)),
    CropToSelection,
    Mirror(Mirror),
    MakeSymmetric(Symmetry),
    Copy,
    Cut,
    SelectAll,
    Turn(i32),
    MirrorClip(MirrorAxis),
    OwnArmy(Side),
    EditUnit(Side, usize, Box<UnitEntry>),
    RemoveUnit(Side, usize),
    Setting(u8, u8),
    Undo,
    Redo,
    Save,
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Red), Just(Side::Blue)]
}

fn hex() -> impl Strategy<Value = (i32, i32)> {
    (-3..14, -3..12)
}

fn unit() -> impl Strategy<Value = UnitEntry> {
    let kind = prop_oneof![Just("infantry"), Just("cavalry"), Just("artillery"), Just("dragon")];
    (
        kind,
        proptest::option::of(-5i64..600),
        proptest::option::of("[A-Z\"\\\\é/*]{1,4}"),
        proptest::option::of(hex()),
    )
        .prop_map(|(kind, strength, name, at)| UnitEntry {
            strength,
            name,
            at: at.map(Into::into),
            ..UnitEntry::new(kind)
        })
}

fn tool() -> impl Strategy<Value = EditorTool> {
    prop_oneof![
        4 => Just(EditorTool::Brush),
        1 => Just(EditorTool::Line),
        1 => Just(EditorTool::Rectangle),
        1 => Just(EditorTool::Fill),
        1 => Just(EditorTool::RoadOrRiver(RoadOrRiver::Road)),
        1 => Just(EditorTool::RoadOrRiver(RoadOrRiver::River)),
        1 => Just(EditorTool::Castle),
        1 => Just(EditorTool::Entry),
        1 => (side(), unit()).prop_map(|(side, unit)| EditorTool::Unit(side, Box::new(unit))),
        1 => Just(EditorTool::Move),
        1 => Just(EditorTool::Remove),
        1 => Just(EditorTool::Pick),
        1 => Just(EditorTool::SelectRectangle),
        1 => Just(EditorTool::SelectFree),
        2 => Just(EditorTool::Paste),
    ]
}

fn symmetry() -> impl Strategy<Value = Symmetry> {
    prop_oneof![Just(Symmetry::None), mirror().prop_map(Symmetry::One), Just(Symmetry::Four),]
}

fn mirror() -> impl Strategy<Value = Mirror> {
    proptest::sample::select(&Mirror::ALL[..])
}

fn act() -> impl Strategy<Value = Act> {
    let gesture = (tool(), prop::collection::vec(hex(), 1..5), prop::bool::weighted(0.1));
    prop_oneof![
        20 => gesture.prop_map(|(tool, way, cancel)| Act::Gesture(tool, way, cancel)),
        3 => (0u8..8).prop_map(Act::Terrain),
        1 => (0u32..7).prop_map(Act::Size),
        2 => symmetry().prop_map(Act::Symmetry),
        2 => (0usize..14, 0usize..12, proptest::sample::select(&ResizeAnchor::ALL[..])).prop_map(|(w, h, anchor)| Act::Resize(w, h, anchor)),
        1 => (hex(), hex()).prop_map(|(a, b)| Act::Crop(a, b)),
        1 => Just(Act::CropToSelection),
        2 => mirror().prop_map(Act::Mirror),
        1 => symmetry().prop_map(Act::MakeSymmetric),
        3 => Just(Act::Copy),
        2 => Just(Act::Cut),
        1 => Just(Act::SelectAll),
        1 => (-7..7).prop_map(Act::Turn),
        1 => proptest::sample::select(&MirrorAxis::ALL[..]).prop_map(Act::MirrorClip),
        1 => side().prop_map(Act::OwnArmy),
        2 => (side(), 0usize..17, unit()).prop_map(|(side, index, unit)| Act::EditUnit(side, index, Box::new(unit))),
        2 => (side(), 0usize..17).prop_map(|(side, index)| Act::RemoveUnit(side, index)),
        6 => (0u8..16, any::<u8>()).prop_map(|(which, value)| Act::Setting(which, value)),
        4 => Just(Act::Undo),
        3 => Just(Act::Redo),
        1 => Just(Act::Save),
    ]
}

/// Carries the action out. A refusal is fine, as long as nothing changes then.
fn perform(editor: &mut Editor, act: &Act) -> Result<(), hotgates_editor::EditRefusal> {
    match act.clone() {
        Act::Gesture(tool, way, cancel) => {
            editor.set_tool(tool);
            editor.press_pointer(way[0].into())?;
            // A stroke goes on after a hex that is refused.
            let _ = way.iter().try_for_each(|&hex| editor.drag_pointer(hex.into()));
            if cancel {
                editor.cancel_gesture();
            } else {
                let _ = editor.release_pointer(way[way.len() - 1].into());
            }
            Ok(())
        }
        Act::Terrain(terrain) => editor.set_terrain(TerrainId(terrain)),
        Act::Size(size) => editor.set_brush_size(size),
        Act::Symmetry(symmetry) => {
            editor.set_symmetry(symmetry);
            Ok(())
        }
        Act::Resize(width, height, anchor) => {
            let terrain = editor.terrain();
            editor.document_mut().resize_map(width, height, anchor, terrain)
        }
        Act::Crop(a, b) => editor.document_mut().crop_to_corners(a.into(), b.into()),
        Act::CropToSelection => editor.crop_to_selection(),
        Act::Mirror(mirror) => {
            editor.document_mut().mirror_map(mirror);
            Ok(())
        }
        Act::MakeSymmetric(symmetry) => {
            editor.document_mut().make_symmetric(symmetry);
            Ok(())
        }
        Act::Copy => editor.copy_selection(),
        Act::Cut => editor.cut_selection(),
        Act::SelectAll => {
            editor.select_all();
            Ok(())
        }
        Act::Turn(sixths) => editor.turn_clip(sixths),
        Act::MirrorClip(axis) => editor.mirror_clip(axis),
        Act::OwnArmy(side) => {
            editor.document_mut().make_own_army(side);
            Ok(())
        }
        Act::EditUnit(side, index, unit) => editor.document_mut().edit_unit(side, index, *unit),
        Act::RemoveUnit(side, index) => editor.document_mut().remove_unit(side, index),
        Act::Setting(which, value) => set(editor.document_mut(), which, value),
        Act::Undo => {
            editor.undo();
            Ok(())
        }
        Act::Redo => {
            editor.redo();
            Ok(())
        }
        Act::Save => {
            editor.document_mut().mark_saved();
            Ok(())
        }
    }
}

fn set(document: &mut Document, which: u8, value: u8) -> Result<(), hotgates_editor::EditRefusal> {
    let number = Some(i64::from(value)).filter(|value| value % 3 > 0);
    let text = number.map(|number| format!("\"{number}\\\n// é"));
    match which {
        0 => document.set_name(text.unwrap_or_default())?,
        1 => document.set_author(text),
        2 => document.set_notes(text),
        3 => document.set_turns(number)?,
        4 => document.set_seed(number.map(i64::unsigned_abs)),
        5 => document.set_variation(number.map(|number| number * 8))?,
        6 => document.set_objective(number.map(|_| Objective::Meeting)),
        7 => document.set_red_direction(number.map(|_| Direction::ALL[usize::from(value) % 6])),
        8 => document.set_glyph(
            char::from(value),
            number.map(|_| ["forest", "road", "lava"][usize::from(value) % 3]),
        )?,
        10 => document.set_goals(GoalSettings {
            red_holds: number
                .map(|number| (i32::try_from(number % 9).unwrap_or(0), 2).into())
                .into_iter()
                .collect(),
            goals: number.map(random_goal).into_iter().collect(),
            ..GoalSettings::default()
        }),
        14 => {
            let kind = document.rules().units[usize::from(value) % document.rules().units.len()].name.clone();
            document.toggle_type(Side::Red, &kind);
        }
        15 => document.set_side_factor(Side::Blue, Permille(20 * u32::from(value)))?,
        12 => document.toggle_home(Side::Blue, &[(i32::from(value % 9), 1).into(), (3, 3).into()])?,
        13 => document.set_contingent(ContingentEntry {
            name: ["Allies", "Guard"][usize::from(value) % 2].to_owned(),
            side: Side::Red,
            colour: number.map(|_| RgbColour([value, 0, 255])),
            commander: number.filter(|number| number % 2 == 0).map(|_| "warden".to_owned()),
        })?,
        9 => document.set_commander(Side::Red, number.map(|_| "hunter:colonel".to_owned()))?,
        _ => {
            let entry: Vec<Coord> = (0..i32::from(value % 5)).map(|col| (col, 1).into()).collect();
            document.set_entry_hexes(&entry)?;
        }
    }
    Ok(())
}

/// Returns a goal whose hexes and aim a number says.
fn random_goal(number: i64) -> GoalEntry {
    let (aim, col) = (if number % 2 == 0 { "hold" } else { "take" }, number % 11);
    let text = format!("(key: \"{number}\", side: blue, {aim}: [({col}, 0), (0, {})])", number % 5);
    parse_ron(&text).expect("a goal")
}

fn start() -> Editor {
    let source = r##"// A meadow.
/* Drawn by hand. */
Map(
    name: "Meadow",
    glyphs: {'o': "forest"},
    rows: [
        "..o.~..=..f",
        ".^..~..=..f",
        "#...HH==...",
        "..?.~......",
        "....~..^^..",
        "...~~...^..",
    ],
    from: ne,
    red: (units: [(type: "infantry", at: (9, 3)), (type: "cavalry")]),
)
"##;
    Editor::new(Document::open(source).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn undoing_everything_gives_the_start_and_redoing_it_the_end(acts in prop::collection::vec(act(), 0..40)) {
        let mut editor = start();
        let begin = editor.document().to_map();
        for act in &acts {
            let before = editor.document().to_map();
            let steps = editor.document().step_counts();
            if perform(&mut editor, act).is_err() {
                prop_assert_eq!(editor.document().to_map(), before, "refused, but changed: {:?}", act);
                prop_assert_eq!(editor.document().step_counts(), steps);
            }
        }
        let end = editor.document().to_map();
        let text = editor.document().to_ron();
        prop_assert!(text.starts_with("// A meadow.\n/* Drawn by hand. */\nMap("));
        let read = Document::open(&text);
        prop_assert_eq!(read.map(|document| document.to_map()), Ok(end.clone()));

        // The whole history: what is undone now comes back first.
        while editor.redo().is_some() {}
        let last = editor.document().to_map();
        let mut states = vec![last.clone()];
        while editor.undo().is_some() {
            states.push(editor.document().to_map());
        }
        prop_assert_eq!(&states[states.len() - 1], &begin);
        prop_assert!(states.contains(&end));
        for state in states.iter().rev().skip(1) {
            prop_assert!(editor.redo().is_some());
            prop_assert_eq!(&editor.document().to_map(), state);
        }
        prop_assert_eq!(editor.redo(), None);
        prop_assert_eq!(editor.document().to_map(), last);
    }

    #[test]
    fn a_mirror_twice_changes_nothing(acts in prop::collection::vec(act(), 0..12), mirror in mirror()) {
        let mut editor = start();
        for act in &acts {
            let _ = perform(&mut editor, act);
        }
        let before = editor.document().to_map();
        editor.document_mut().mirror_map(mirror);
        editor.document_mut().mirror_map(mirror);
        prop_assert_eq!(editor.document().to_map(), before);
    }

    #[test]
    fn being_changed_means_differing_from_what_was_saved(acts in prop::collection::vec(act(), 0..30)) {
        let mut editor = start();
        let mut saved = editor.document().to_map();
        for act in &acts {
            let _ = perform(&mut editor, act);
            if let Act::Save = act {
                saved = editor.document().to_map();
            }
            if !editor.document().is_changed() {
                prop_assert_eq!(&editor.document().to_map(), &saved);
            }
        }
    }
}
