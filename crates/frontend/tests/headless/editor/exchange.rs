//! Maps of other programs: imported, exported, and never written over.

use std::path::Path;

use bevy::window::FileDragAndDrop;
use hotgates_engine::{Coord, TerrainId};

use super::*;

/// A file of the program's own tests.
fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/convert").join(name)
}

/// Types a name into the dialog that asks for a file, and confirms.
fn save_as(desk: &mut Desk, name: &str) {
    let path = desk.folder.path().join(name).display().to_string();
    desk.act([
        EditorAction::File(MapFileAction::SaveAs),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Path), path),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
}

#[test]
fn a_map_goes_to_tiled_and_comes_back() {
    for end in ["tmx", "tmj"] {
        let mut desk = Desk::new();
        let ford = desk.file("ford.ron", FORD);
        desk.act([EditorAction::File(MapFileAction::OpenFile(ford.clone()))]);
        desk.stroke(EditorTool::Castle, (16, 3), (16, 3));
        let map = desk.workspace().document().to_map();
        save_as(&mut desk, &format!("there.{end}"));
        let tiled = desk.folder.path().join(format!("there.{end}"));
        let text = fs::read_to_string(&tiled).unwrap();
        assert!(desk.folder.path().join("there-tiles.png").is_file() && text.contains("there-tiles.png"));
        assert_eq!((desk.workspace().path.as_ref(), &desk.workspace().dialog), (Some(&ford), &None));
        assert!(desk.workspace().document().is_changed(), "an export is no save");
        assert!(desk.told.iter().any(|told| told.starts_with("Exported as")), "{:?}", desk.told);

        desk.act([
            EditorAction::File(MapFileAction::OpenFile(tiled.clone())),
            EditorAction::Dialog(DialogAction::Discard),
        ]);
        assert_eq!(desk.workspace().document().to_map(), map);
        assert!(desk.workspace().document().is_changed(), "no file of ours has it");
        assert_eq!(desk.workspace().path, None);
        assert!(desk.told.iter().any(|told| told.starts_with("Imported from")), "{:?}", desk.told);

        // Saving asks for a name, and never takes that of the file it came from.
        desk.act([EditorAction::File(MapFileAction::Save)]);
        let asked = desk.workspace().dialog.clone();
        assert_eq!(
            asked,
            Some(EditorDialog::SaveAs { typed: "the_ford.ron".into(), replace: false, then: None })
        );
        desk.act([EditorAction::Dialog(DialogAction::Confirm)]);
        let saved = desk.folder.path().join("maps/the_ford.ron");
        assert_eq!(MapFile::from_ron(&fs::read_to_string(&saved).unwrap()).unwrap(), map);
        assert_eq!(desk.workspace().path, Some(saved));
        assert!(!desk.workspace().document().is_changed());
        assert_eq!(fs::read_to_string(&tiled).unwrap(), text);
        let storage = Storage::from_folder(desk.folder.path());
        assert!(hotgates_frontend::editor::recent_maps(&storage).contains(&tiled.canonicalize().unwrap()));
    }
}

#[test]
fn a_map_of_wesnoth_is_imported_with_its_notes() {
    let mut desk = Desk::new();
    let path = sample("every_kind.map");
    desk.act([EditorAction::File(MapFileAction::OpenFile(path.clone()))]);
    let import = hotgates_files::read_map(&path, &[], hotgates_files::FileAccess::default()).unwrap();
    assert_eq!(desk.workspace().document().to_map(), import.map);
    assert_eq!(desk.workspace().notes.len(), import.notes.len());

    let path = sample("pointed_tops.tmx");
    desk.act([
        EditorAction::File(MapFileAction::OpenFile(path)),
        EditorAction::Dialog(DialogAction::Discard),
    ]);
    let [note] = &desk.workspace().notes[..] else { panic!("{:?}", desk.workspace().notes) };
    let note = desk.app.world().resource::<Texts>().phrase_in_words(note);
    assert!(note.contains("pointed_tops.tmx: this map staggers rows: it was mirrored"), "{note}");
    assert!(desk.told.contains(&note), "{:?}", desk.told);
    // The note about the import stays beside the map until the next import.
    let shown = |desk: &mut Desk, words: &str| {
        let mut texts = desk.app.world_mut().query::<&Text>();
        texts.iter(desk.app.world()).filter(|text| text.0 == words).count()
    };
    desk.update();
    assert_eq!(shown(&mut desk, "How it was read"), 1);
    let ford = desk.file("ford.ron", FORD);
    desk.act([
        EditorAction::File(MapFileAction::OpenFile(ford)),
        EditorAction::Dialog(DialogAction::Discard),
    ]);
    desk.update();
    assert_eq!((shown(&mut desk, "How it was read"), desk.workspace().notes.len()), (0, 0));
}

/// The faults of a file are told in the words of `map convert`, soon, and the map on the workspace
/// stays.
#[test]
fn bad_and_hostile_files_get_the_messages_of_map_convert() {
    let map = |rest: &str| {
        format!(
            "<map orientation=\"hexagonal\" width=\"2\" height=\"1\" tilewidth=\"64\" tileheight=\"56\" hexsidelength=\"32\" staggeraxis=\"x\" staggerindex=\"odd\">{rest}</map>"
        )
    };
    let layer = |data: &str| map(&format!("<layer name=\"g\" width=\"2\" height=\"1\">{data}</layer>"));
    let files = [
        ("empty.tmx", String::new()),
        ("truncated.tmx", "<map orientation=\"hexagonal\" width=".to_owned()),
        ("square.tmx", map("").replace("hexagonal", "orthogonal")),
        ("huge.tmx", map("").replace("width=\"2\"", "width=\"4000000000\"")),
        ("negative.tmx", layer("<data encoding=\"csv\">-1,-2</data>")),
        ("lost.tmx", map("<tileset firstgid=\"1\" source=\"none.tsx\"/>")),
        ("device.tmx", map("<tileset firstgid=\"1\" source=\"/dev/zero\"/>")),
        ("nested.tmx", map(&"<group>".repeat(100_000))),
        ("bomb.tmx", layer("<data encoding=\"base64\" compression=\"zstd\">AAAA</data>")),
        ("nested.tmj", "[".repeat(1_000_000)),
        ("number.tmj", "{\"orientation\": 7}".to_owned()),
        ("codes.map", "Gg, Gg, Gg\nGg, ??, Gg\nGg, Gg, Gg\n".to_owned()),
        ("none.map", String::new()),
    ];
    let mut desk = Desk::new();
    for (name, text) in files {
        let path = desk.file(name, &text);
        let start = Instant::now();
        desk.act([EditorAction::File(MapFileAction::OpenFile(path.clone()))]);
        assert!(start.elapsed() < Duration::from_secs(10), "{name} took {:?}", start.elapsed());
        let problem =
            hotgates_files::read_map(&path, &[], hotgates_files::FileAccess::default()).expect_err(name);
        assert!(problem.messages()[0].contains(name), "{problem}");
        assert!(
            problem.messages().iter().all(|message| desk.told.contains(message)),
            "{name}: {:?}",
            desk.told
        );
        assert_eq!(
            (desk.workspace().document().settings().name.as_str(), &desk.workspace().path),
            ("New map", &None)
        );
        assert!(
            hotgates_frontend::editor::open_map(&path).is_err(),
            "the command line says so before there is a window"
        );
    }
}

#[test]
fn an_export_replaces_nothing_without_a_question() {
    let mut desk = Desk::new();
    desk.stroke(EditorTool::Castle, (1, 1), (1, 1));
    let picture = desk.file("mine-tiles.png", "a picture of somebody's");
    save_as(&mut desk, "mine.tmj");
    assert!(matches!(desk.workspace().dialog, Some(EditorDialog::SaveAs { replace: true, .. })));
    assert!(!desk.folder.path().join("mine.tmj").exists());
    desk.act([EditorAction::Dialog(DialogAction::Confirm)]);
    assert!(desk.folder.path().join("mine.tmj").is_file());
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));

    // Wesnoth's format is not written; the question stays.
    save_as(&mut desk, "mine.map");
    assert!(desk.told.iter().any(|told| told.contains("maps of Wesnoth are read, not written")));
    assert!(matches!(desk.workspace().dialog, Some(EditorDialog::SaveAs { .. })));
    desk.act([EditorAction::Dialog(DialogAction::Escape)]);
    // A point in a name need not begin the name of a format.
    save_as(&mut desk, "mine v1.2");
    assert_eq!(desk.workspace().path, Some(desk.folder.path().join("mine v1.2.ron")));
    // A folder that cannot be: a message, and the map stays unsaved.
    desk.stroke(EditorTool::Castle, (5, 5), (5, 5));
    desk.file("file", "");
    save_as(&mut desk, "file/mine.tmx");
    assert!(desk.workspace().document().is_changed());
    assert!(desk.told.iter().any(|told| told.contains("file")), "{:?}", desk.told);
}

#[test]
fn a_folder_that_is_not_there_is_refused_and_not_made() {
    let mut desk = Desk::new();
    for (name, told) in [
        ("typo/mine.ron", "typo/mine.ron: cannot be written: no such file or directory"),
        ("typo/mine.tmx", "typo/mine.tmx: cannot be written: no such file or directory"),
        ("maps/typo/mine.ron", "maps/typo/mine.ron: cannot be written: no such file or directory"),
    ] {
        let before = desk.told.len();
        save_as(&mut desk, name);
        let [words] = &desk.told[before..] else { panic!("{name}: {:?}", desk.told) };
        assert!(words.to_lowercase().ends_with(told), "{words}");
        assert!(
            matches!(&desk.workspace().dialog, Some(EditorDialog::SaveAs { typed, .. }) if typed.ends_with(name))
        );
        assert!(!desk.folder.path().join(name).parent().unwrap().exists(), "{name}");
        desk.act([EditorAction::Dialog(DialogAction::Escape)]);
    }
    // The folder of the user's maps is made with the first of them.
    save_as(&mut desk, "maps/mine.ron");
    assert!(desk.folder.path().join("maps/mine.ron").is_file());
}

#[test]
fn what_is_only_exported_is_still_unsaved() {
    let mut desk = Desk::new();
    desk.stroke(EditorTool::Castle, (1, 1), (1, 1));
    desk.act([EditorAction::File(MapFileAction::Leave), EditorAction::Dialog(DialogAction::Confirm)]);
    let path = desk.folder.path().join("out.tmx").display().to_string();
    desk.act([
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Path), path),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    assert!(desk.folder.path().join("out.tmx").is_file());
    assert_eq!(desk.workspace().dialog, Some(EditorDialog::Unsaved(MapLosingAction::Leave)));
    assert_eq!(desk.screen(), Screen::Editor);
}

#[test]
fn a_file_that_is_dropped_is_opened() {
    let mut desk = Desk::new();
    let path_buf = sample("every_kind.map");
    desk.app
        .world_mut()
        .write_message(FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf });
    desk.update();
    desk.update();
    assert_eq!(desk.workspace().document().ground().width(), 12);
}

#[test]
fn a_map_whose_rules_lie_outside_its_folder_is_refused() {
    let mut desk = Desk::new();
    desk.file("rules.ron", include_str!("../../../../rules/assets/rules/classic.ron"));
    let map = "Map(name: \"Far\", rules: \"../rules.ron\", rows: [\"....\", \"....\"])";
    fs::create_dir_all(desk.folder.path().join("far")).unwrap();
    let path = desk.file("far/map.ron", map);
    desk.act([EditorAction::File(MapFileAction::OpenFile(path))]);
    assert_eq!(desk.workspace().document().settings().name, "New map");
    let told = "map.ron:1:25: rules: the file `../rules.ron` lies outside the folder of this one";
    assert!(desk.told.iter().any(|message| message.contains(told)), "{:?}", desk.told);
}

/// A map whose rules lie beside it can be taken up again although it was kept elsewhere.
#[test]
fn a_map_with_rules_of_its_own_is_kept_with_them() {
    let mut desk = Desk::new();
    let rules = desk.folder.path().join("far/rules.ron");
    fs::create_dir_all(rules.parent().unwrap()).unwrap();
    let plain = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/maps/rules/plain.ron");
    fs::copy(plain, &rules).unwrap();
    let map = "Map(name: \"Own\", rules: \"rules.ron\", rows: [\"....\", \"....\"])";
    let path = desk.file("far/own.ron", map);
    desk.act([EditorAction::File(MapFileAction::OpenFile(path))]);
    assert_eq!(desk.workspace().document().settings().name, "Own", "{:?}", desk.told);
    desk.stroke(EditorTool::Brush, (1, 1), (1, 1));
    let rows = desk.workspace().document().ground().rows();
    desk.app.world_mut().write_message(bevy::window::WindowCloseRequested { window: Entity::PLACEHOLDER });
    desk.update();

    let mut desk = Desk::in_folder(desk.folder);
    desk.act([EditorAction::Dialog(DialogAction::Confirm)]);
    assert_eq!(desk.workspace().document().ground().rows(), rows, "{:?}", desk.told);
    assert_eq!(desk.workspace().document().terrain(Coord { col: 1, row: 1 }), Some(TerrainId(0)));
    // After saving, the rules are looked for beside the saved file.
    desk.act([
        EditorAction::Type(TypedTextField::Map(MapTextField::Name), "Own".into()),
        EditorAction::File(MapFileAction::Save),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    let saved = desk.folder.path().join("maps/own.ron");
    assert!(
        desk.folder.path().join("maps/rules.ron").is_file(),
        "a copy, since the map may not reach farther"
    );
    assert_eq!(hotgates_frontend::editor::open_map(&saved).unwrap().document.ground().rows(), rows);
}

#[test]
fn a_file_that_is_not_there_is_asked_for_again_with_what_was_typed() {
    let mut desk = Desk::new();
    desk.act([
        EditorAction::File(MapFileAction::Open),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Path), "no_such_map".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    assert!(desk.told.iter().any(|told| told.contains("no_such_map")), "{:?}", desk.told);
    assert_eq!(desk.workspace().dialog, Some(EditorDialog::Open { typed: "no_such_map".to_owned() }));
}

/// Rulesets and scenarios lie beside maps and have the same extension: neither can be drawn in.
/// A broken map is listed, since opening it says what is wrong.
#[test]
fn the_list_of_maps_to_open_has_no_rulesets_and_no_scenarios() {
    let mut desk = Desk::new();
    fs::create_dir_all(desk.folder.path().join("maps")).unwrap();
    desk.file("maps/the_ford.ron", FORD);
    desk.file("maps/the_broken.ron", "Map(");
    desk.file("maps/the_rules.ron", include_str!("../../../../rules/assets/rules/classic.ron"));
    desk.file("maps/the_scenario.ron", r#"Scenario(name: "Ford at night", map: "the_ford")"#);
    desk.act([EditorAction::File(MapFileAction::Open)]);
    desk.update();
    let mut texts = desk.app.world_mut().query::<&Text>();
    let mut listed: Vec<&str> = texts.iter(desk.app.world()).map(|text| text.0.as_str()).collect();
    listed.retain(|text| text.starts_with("the_"));
    listed.sort_unstable();
    assert_eq!(listed, ["the_broken", "the_ford"]);
}
