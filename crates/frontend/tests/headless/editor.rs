//! The editor without a window: actions in, the map, files and screens out.

mod exchange;
mod scenario;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use hotgates_editor::{Coord, EditorTool, GoalWay, Symmetry};
use hotgates_engine::{Battle, Direction, MapFile, Side, TerrainId};
use hotgates_mapgen::LandKind;
use tempfile::TempDir;

use hotgates_frontend::GamePlugin;
use hotgates_frontend::board::{Board, BoardContent, GroundTint, RepaintGround};
use hotgates_frontend::editor::survey::MapSurvey;
use hotgates_frontend::editor::{
    ArmyAction, CursorAction, DialogAction, DialogTextField, DisplayAction, DocumentAction, EditorAction,
    EditorDialog, EditorTab, GestureAction, GoalAction, MapFileAction, MapLosingAction, MapTextField,
    MapToOpenOnEntering, NewMapDraftAction, SurveyLayer, ToolAction, TypedTextField, Workspace,
};
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_frontend::ui::texts::{Language, Texts};
use hotgates_frontend::ui::{Notice, ScrolledContentId};

const FORD: &str = r#"// A ford between two woods.
Map(
    name: "The ford",
    rows: [
        "....~~....f.......",
        ".#==~~==..........",
        "....~~..==........",
        "....~~....==......",
    ],
)
"#;

/// An app that shows the editor, and everything it has told the player.
struct Desk {
    app: App,
    folder: TempDir,
    told: Vec<String>,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::in_folder(folder)
    }

    fn in_folder(folder: TempDir) -> Self {
        Self::asked_for(folder, None)
    }

    /// The editor as the command line opens it.
    fn asked_for(folder: TempDir, map: Option<PathBuf>) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, AssetPlugin::default()))
            .add_plugins(GamePlugin { storage: Storage::from_folder(folder.path()) });
        if let Some(path) = map {
            app.insert_resource(MapToOpenOnEntering(path));
        }
        let mut desk = Self { app, folder, told: Vec::new() };
        desk.update();
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
        desk.update();
        desk.update();
        desk
    }

    fn update(&mut self) {
        self.app.update();
        let notices = self.app.world().resource::<Messages<Notice>>();
        let mut cursor = notices.get_cursor();
        let texts = self.app.world().resource::<Texts>();
        let new: Vec<String> = cursor.read(notices).map(|notice| texts.phrase_in_words(&notice.0)).collect();
        for notice in new {
            if !self.told.contains(&notice) {
                self.told.push(notice);
            }
        }
    }

    fn act(&mut self, actions: impl IntoIterator<Item = EditorAction>) {
        for action in actions {
            self.app.world_mut().write_message(action);
            self.update();
        }
    }

    /// A stroke from one hex to another.
    fn stroke(&mut self, tool: EditorTool, from: (i32, i32), to: (i32, i32)) {
        let [from, to] = [from, to].map(|(col, row)| Coord { col, row });
        self.act([
            EditorAction::Tool(ToolAction::Take(tool)),
            EditorAction::Gesture(GestureAction::Press(from)),
            EditorAction::Gesture(GestureAction::Drag(to)),
            EditorAction::Gesture(GestureAction::Release(to)),
        ]);
    }

    fn workspace(&self) -> &Workspace {
        self.app.world().resource::<Workspace>()
    }

    fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn wait(&mut self, for_what: &str, done: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !done(self) {
            assert!(start.elapsed() < Duration::from_mins(1), "waited in vain for {for_what}");
            std::thread::sleep(Duration::from_millis(5));
            self.update();
        }
    }

    /// The glyph that the board shows on a hex.
    fn shown(&self, col: i32, row: i32) -> char {
        let board = self.app.world().resource::<Board>();
        assert!(matches!(board.shown, BoardContent::MapSketch(_)));
        let cell = board.grid().at(Coord { col, row }).unwrap();
        board.rules().terrains[board.map().terrain(cell)].glyph
    }
}

#[test]
fn paint_undo_save_and_reopen() {
    let mut desk = Desk::new();
    let path = desk.file("ford.ron", FORD);
    desk.act([EditorAction::File(MapFileAction::OpenFile(path.clone()))]);
    assert_eq!(desk.workspace().document().settings().name, "The ford");
    assert_eq!(desk.shown(4, 0), '~');

    let forest = desk.workspace().document().rules().terrain("forest").unwrap();
    desk.act([EditorAction::Tool(ToolAction::Terrain(forest))]);
    desk.stroke(EditorTool::Brush, (6, 0), (8, 0));
    assert_eq!(desk.workspace().document().ground().rows()[0], "....~~fff.f.......");
    assert_eq!(desk.shown(7, 0), 'f', "the board follows");
    desk.act([EditorAction::Document(DocumentAction::Undo)]);
    assert_eq!(desk.shown(7, 0), '.');
    assert!(!desk.workspace().document().is_changed());
    desk.act([EditorAction::Document(DocumentAction::Redo), EditorAction::File(MapFileAction::Save)]);

    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with("// A ford between two woods.\n") && text.contains("....~~fff.f......."),
        "{text}"
    );
    assert!(!desk.workspace().document().is_changed());
    let saved = desk.workspace().document().to_map();
    desk.act([EditorAction::File(MapFileAction::OpenFile(path))]);
    assert_eq!(desk.workspace().document().to_map(), saved);
    assert_eq!(desk.workspace().document().step_counts(), (0, 0), "it is another document");
}

#[test]
fn a_bad_file_gives_its_message_and_the_map_stays() {
    let mut desk = Desk::new();
    let bad = desk.file(
        "bad.ron",
        "Map(\n    name: \"x\",\n    rows: [\n        \"...\",\n        \"..\",\n    ],\n)\n",
    );
    desk.act([EditorAction::File(MapFileAction::OpenFile(bad))]);
    assert!(
        desk.told.iter().any(|told| told.contains("bad.ron:5:") && told.contains("row 1 has 2")),
        "{:?}",
        desk.told
    );
    for (name, says) in [
        ("none.ron", "cannot be read"),
        ("picture.png", "known here: .ron, .tmj, .tmx (Tiled), .map (Wesnoth)"),
    ] {
        desk.act([EditorAction::File(MapFileAction::OpenFile(desk.folder.path().join(name)))]);
        assert!(desk.told.iter().any(|told| told.contains(name) && told.contains(says)), "{:?}", desk.told);
    }
    assert_eq!(desk.workspace().document().settings().name, "New map");
    assert_eq!(desk.workspace().path, None);
}

#[test]
fn a_new_map_has_a_name_in_the_language_of_the_window() {
    let mut desk = Desk::new();
    let name = |desk: &Desk| desk.workspace().document().settings().name.clone();
    assert_eq!(name(&desk), "New map");
    desk.app.world_mut().write_message(SettingsAction::Language(Language::Chinese));
    desk.update();
    desk.act([EditorAction::File(MapFileAction::New), EditorAction::Dialog(DialogAction::Confirm)]);
    assert_eq!(name(&desk), "新地图");
    // The map that the editor begins with, too.
    desk.act([EditorAction::File(MapFileAction::Leave)]);
    desk.update();
    assert_eq!(desk.screen(), Screen::Menu);
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
    desk.update();
    assert_eq!(name(&desk), "新地图");
}

#[test]
fn nothing_unsaved_is_lost_without_a_question() {
    let mut desk = Desk::new();
    desk.act([EditorAction::Tool(ToolAction::Terrain(TerrainId(3)))]);
    desk.stroke(EditorTool::Brush, (2, 2), (5, 2));
    desk.act([EditorAction::File(MapFileAction::Leave)]);
    assert_eq!(desk.workspace().dialog, Some(EditorDialog::Unsaved(MapLosingAction::Leave)));
    desk.act([EditorAction::Dialog(DialogAction::Escape)]);
    assert_eq!((desk.screen(), desk.workspace().dialog.clone()), (Screen::Editor, None));

    // Saving asks for a name first, and leaves afterwards.
    desk.act([EditorAction::File(MapFileAction::Leave), EditorAction::Dialog(DialogAction::Confirm)]);
    assert!(matches!(
        desk.workspace().dialog,
        Some(EditorDialog::SaveAs { then: Some(MapLosingAction::Leave), .. })
    ));
    desk.act([
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Path), "mine".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    desk.update();
    assert_eq!(desk.screen(), Screen::Menu);
    let path = desk.folder.path().join("maps/mine.ron");
    let map = MapFile::from_ron(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_ne!(map.rows[2].chars().nth(3), Some('.'));

    // A file of another map is replaced after a second yes.
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
    desk.update();
    desk.stroke(EditorTool::Castle, (1, 1), (1, 1));
    desk.act([
        EditorAction::File(MapFileAction::SaveAs),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Path), "mine".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    assert!(matches!(desk.workspace().dialog, Some(EditorDialog::SaveAs { replace: true, .. })));
    assert_eq!(MapFile::from_ron(&fs::read_to_string(&path).unwrap()).unwrap(), map);
    desk.act([EditorAction::Dialog(DialogAction::Confirm)]);
    assert_ne!(MapFile::from_ron(&fs::read_to_string(&path).unwrap()).unwrap(), map);
}

#[test]
fn a_map_left_unsaved_is_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unsaved.ron"), FORD).unwrap();
    let mut desk = Desk::in_folder(folder);
    assert_eq!(desk.workspace().dialog, Some(EditorDialog::Unsaved(MapLosingAction::TakeUp)));
    desk.act([EditorAction::Dialog(DialogAction::Escape)]);
    assert!(desk.workspace().dialog.is_some(), "it is not to be dismissed by accident");
    desk.act([EditorAction::Dialog(DialogAction::Confirm)]);
    assert_eq!(desk.workspace().document().settings().name, "The ford");
    assert!(desk.workspace().document().is_changed());
    desk.act([EditorAction::File(MapFileAction::Leave), EditorAction::Dialog(DialogAction::Discard)]);
    desk.update();
    assert_eq!(desk.screen(), Screen::Menu);
    assert!(!desk.folder.path().join("unsaved.ron").exists());
}

#[test]
fn closing_the_window_keeps_what_is_unsaved() {
    let mut desk = Desk::new();
    desk.stroke(EditorTool::Castle, (1, 1), (1, 1));
    let window = Entity::PLACEHOLDER;
    desk.app.world_mut().write_message(bevy::window::WindowCloseRequested { window });
    desk.update();
    let text = fs::read_to_string(desk.folder.path().join("unsaved.ron")).unwrap();
    assert!(MapFile::from_ron(&text).unwrap().rows[1].starts_with(".#"));
}

#[test]
fn what_is_typed_is_one_step() {
    let mut desk = Desk::new();
    let typed = ["T", "Th", "The", "The gate"]
        .map(|text| EditorAction::Type(TypedTextField::Map(MapTextField::Name), text.to_owned()));
    // Within one frame, as if the field kept the focus.
    for action in typed {
        desk.app.world_mut().write_message(action);
    }
    desk.update();
    assert_eq!(desk.workspace().document().settings().name, "The gate");
    assert_eq!(desk.workspace().document().step_counts(), (1, 0));
    desk.act([EditorAction::Type(TypedTextField::Map(MapTextField::Turns), "many".to_owned())]);
    assert!(desk.told.iter().any(|told| told.contains("`many` is no whole number")), "{:?}", desk.told);
    assert_eq!(desk.workspace().document().settings().turns, None);
}

#[test]
fn units_are_put_taken_in_hand_and_changed() {
    let mut desk = Desk::new();
    let at = |col, row| Coord { col, row };
    desk.act([
        EditorAction::Tool(ToolAction::UnitTool),
        EditorAction::Army(ArmyAction::UnitSide(Side::Red)),
        EditorAction::Army(ArmyAction::Kind("cavalry".to_owned())),
        EditorAction::Army(ArmyAction::Rank(Some("Major".to_owned()))),
        EditorAction::Type(TypedTextField::Map(MapTextField::UnitName), "Masistius".to_owned()),
        EditorAction::Gesture(GestureAction::Press(at(3, 3))),
        EditorAction::Gesture(GestureAction::Release(at(3, 3))),
        EditorAction::Gesture(GestureAction::Press(at(5, 3))),
        EditorAction::Gesture(GestureAction::Release(at(5, 3))),
    ]);
    let units = desk.workspace().document().units(Side::Red).to_vec();
    assert_eq!(units.len(), 2);
    assert_eq!((units[0].kind.as_str(), units[0].name.as_deref()), ("cavalry", Some("Masistius")));
    assert_eq!(units[1].name, None, "an officer is put once");
    desk.act([
        EditorAction::Gesture(GestureAction::Press(at(3, 3))),
        EditorAction::Army(ArmyAction::Strength(-2)),
    ]);
    assert_eq!(desk.workspace().taken, Some((Side::Red, 0)));
    assert_eq!(desk.workspace().document().units(Side::Red)[0].strength, Some(400));
    desk.act([EditorAction::Army(ArmyAction::RemoveUnit)]);
    assert_eq!(desk.workspace().document().units(Side::Red).len(), 1);
    desk.act([EditorAction::Document(DocumentAction::Undo)]);
    assert_eq!(desk.workspace().document().units(Side::Red).len(), 2);
    let board = desk.app.world().resource::<Board>();
    let BoardContent::MapSketch(sketch) = &board.shown else { panic!("a sketch is shown") };
    assert_eq!(sketch.units.len(), 2);
}

#[test]
fn a_random_map_over_another_can_be_undone() {
    let mut desk = Desk::new();
    let path = desk.file("ford.ron", FORD);
    desk.act([EditorAction::File(MapFileAction::OpenFile(path))]);
    let before = desk.workspace().document().to_map();
    desk.act([
        EditorAction::File(MapFileAction::New),
        EditorAction::Draft(NewMapDraftAction::Kind(Some(LandKind::Pass))),
        EditorAction::Draft(NewMapDraftAction::Over(true)),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Width), "24".to_owned()),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Height), "20".to_owned()),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Seed), "7".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    desk.wait("the map", |desk| desk.workspace().document().ground().height() == 20);
    let plan =
        hotgates_mapgen::MapPlan { kind: LandKind::Pass, width: 24, height: 20, seed: 7, from: Direction::N };
    assert_eq!(desk.workspace().document().to_map(), plan.generate_map().unwrap());
    assert_eq!(desk.workspace().path, None, "saving must not write it over the ford");
    desk.act([EditorAction::Document(DocumentAction::Undo)]);
    assert_eq!(desk.workspace().document().to_map(), before);
    // Too small for a random map: a message, and the map stays.
    desk.act([
        EditorAction::File(MapFileAction::New),
        EditorAction::Draft(NewMapDraftAction::Kind(Some(LandKind::River))),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Width), "3".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    desk.wait("a message", |desk| desk.told.iter().any(|told| told.contains("are too few")));
    // The dialog holds the typed text, to be corrected.
    let Some(EditorDialog::New(draft)) = &desk.workspace().dialog else { panic!("the dialog is closed") };
    assert_eq!((draft.width.as_str(), draft.kind), ("3", Some(LandKind::River)));
}

/// New maps, blank and random ones, are played by the rules that are chosen; one drawn over another keeps its rules.
#[test]
fn new_maps_are_made_for_the_rules_that_are_chosen() {
    let mut desk = Desk::new();
    let confirm = EditorAction::Dialog(DialogAction::Confirm);
    let rules_of = |desk: &Desk| {
        let map = desk.workspace().document().to_map();
        assert_eq!(map.rules.as_deref().unwrap_or("classic"), desk.workspace().document().rules().name);
        map.rules
    };
    desk.act([
        EditorAction::File(MapFileAction::New),
        EditorAction::Draft(NewMapDraftAction::Rules("hoplite")),
        confirm.clone(),
    ]);
    assert_eq!(rules_of(&desk).as_deref(), Some("hoplite"));
    desk.act([EditorAction::File(MapFileAction::New)]);
    let Some(EditorDialog::New(draft)) = &desk.workspace().dialog else { panic!("the dialog is closed") };
    assert_eq!(draft.rules, "hoplite", "the next map is likely to be for the same rules");
    let size =
        |rows: &str| EditorAction::Type(TypedTextField::Dialog(DialogTextField::Height), rows.to_owned());
    let made = |desk: &mut Desk, rows: i32| {
        desk.wait("the map", |desk| desk.workspace().document().ground().height() == rows);
        let told = desk.told.clone();
        assert!(Battle::from_scenario(&desk.workspace().document().to_scenario()).is_ok(), "{told:?}");
    };
    desk.act([
        EditorAction::File(MapFileAction::New),
        EditorAction::Draft(NewMapDraftAction::Rules("panzer")),
        EditorAction::Draft(NewMapDraftAction::Kind(Some(LandKind::River))),
        size("24"),
        confirm.clone(),
    ]);
    made(&mut desk, 24);
    assert_eq!(rules_of(&desk).as_deref(), Some("panzer"));
    // Over it, whatever is chosen for new maps.
    desk.act([
        EditorAction::File(MapFileAction::New),
        EditorAction::Draft(NewMapDraftAction::Rules("musket")),
        EditorAction::Draft(NewMapDraftAction::Kind(Some(LandKind::Highlands))),
        EditorAction::Draft(NewMapDraftAction::Over(true)),
        size("26"),
        confirm,
    ]);
    made(&mut desk, 26);
    assert_eq!(rules_of(&desk).as_deref(), Some("panzer"));
}

#[test]
fn faults_and_ways_follow_the_map() {
    let mut desk = Desk::new();
    let faulty = |desk: &Desk| {
        let known = &desk.app.world().resource::<MapSurvey>().known;
        known.faults.as_ref().map(|faults| faults.iter().any(|fault| !fault.is_warning()))
    };
    desk.wait("faults", |desk| faulty(desk) == Some(true));
    desk.act([EditorAction::Display(DisplayAction::Overlay(SurveyLayer::FromCastle))]);
    assert!(desk.app.world().resource::<GroundTint>().0.is_none(), "there is no castle to march from");
    desk.stroke(EditorTool::Castle, (4, 9), (4, 9));
    desk.wait("a sound map", |desk| faulty(desk) == Some(false));
    desk.wait("the ways from the castle", |desk| desk.app.world().resource::<GroundTint>().0.is_some());
    let tints = desk.app.world().resource::<GroundTint>().0.clone().unwrap();
    assert_eq!(tints.colours.len(), 30 * 20);
    assert!(tints.colours.iter().all(|colour| colour[3] > 0), "everything can be reached");
    desk.wait("a battle", |desk| desk.app.world().resource::<MapSurvey>().known.balance.is_some());
}

#[test]
fn playing_comes_back_to_the_map() {
    let mut desk = Desk::new();
    desk.act([EditorAction::File(MapFileAction::Play)]);
    assert!(desk.told.iter().any(|told| told.contains("No battle can be fought")), "{:?}", desk.told);
    assert_eq!(desk.screen(), Screen::Editor);
    desk.stroke(EditorTool::Castle, (4, 9), (4, 9));
    desk.act([EditorAction::File(MapFileAction::Play)]);
    desk.update();
    assert_eq!(desk.screen(), Screen::Setup);
    assert!(matches!(desk.app.world().resource::<Board>().shown, BoardContent::Battle(_)));
    desk.app.world_mut().write_message(SetupAction::Back);
    desk.update();
    desk.update();
    desk.update();
    assert_eq!(desk.screen(), Screen::Editor);
    assert_eq!(desk.shown(4, 9), '#');
    assert!(desk.workspace().document().is_changed(), "it is still not saved");
}

#[test]
fn the_side_chosen_to_move_first_does_so_in_the_battle() {
    let mut desk = Desk::new();
    desk.stroke(EditorTool::Castle, (4, 9), (4, 9));
    desk.act([
        EditorAction::Document(DocumentAction::FirstSide(Side::Blue)),
        EditorAction::File(MapFileAction::Play),
    ]);
    desk.update();
    let BoardContent::Battle(battle) = &desk.app.world().resource::<Board>().shown else {
        panic!("a battle is set up")
    };
    assert_eq!(battle.side(), Side::Blue);
}

/// The selected hexes become a goal that wins, with points; the battle that is tried has it.
#[test]
fn goals_are_made_of_the_selected_hexes() {
    let goals = |action| EditorAction::Document(DocumentAction::Goals(action));
    let mut desk = Desk::new();
    desk.stroke(EditorTool::Castle, (4, 9), (4, 9));
    desk.act([goals(GoalAction::Add(Side::Red, GoalWay::Take))]);
    assert!(desk.workspace().document().settings().goals.is_empty(), "nothing is selected");
    desk.stroke(EditorTool::SelectRectangle, (2, 2), (2, 3));
    desk.act([
        goals(GoalAction::Add(Side::Red, GoalWay::Take)),
        goals(GoalAction::Win(0)),
        goals(GoalAction::Points(0, 5)),
        goals(GoalAction::CastlePoints(5)),
        goals(GoalAction::Remove(7)),
        EditorAction::Display(DisplayAction::Tab(EditorTab::Goals)),
    ]);
    desk.update();
    let settings = desk.workspace().document().settings().clone();
    assert_eq!((settings.goals[0].take.len(), settings.goals[0].points), (2, Some(5)));
    assert_eq!(settings.wins.red, [[settings.goals[0].key.clone()]]);
    let mut texts = desk.app.world_mut().query::<&Text>();
    assert!(texts.iter(desk.app.world()).any(|text| text.0.contains("take 2,2, 2,3")));
    desk.act([EditorAction::File(MapFileAction::Play)]);
    desk.update();
    let BoardContent::Battle(battle) = &desk.app.world().resource::<Board>().shown else {
        panic!("a battle is set up")
    };
    assert_eq!((battle.all_goals().count(), battle.winning_sets(Side::Red).len()), (1, 1));
}

/// A tab that is filled anew after a change stays scrolled to where it was; another tab begins at
/// the top.
#[test]
fn a_change_of_the_map_leaves_the_tab_scrolled_to_where_it_was() {
    let goals = |action| EditorAction::Document(DocumentAction::Goals(action));
    let tab = |tab| EditorAction::Display(DisplayAction::Tab(tab));
    let mut desk = Desk::new();
    let list_of_tab = |desk: &mut Desk| {
        let mut lists = desk.app.world_mut().query_filtered::<Entity, With<ScrolledContentId>>();
        lists.single(desk.app.world()).unwrap()
    };
    let place = |desk: &Desk, list| desk.app.world().get::<ScrollPosition>(list).unwrap().0;
    let down = Vec2::new(0.0, 340.0);
    desk.act([tab(EditorTab::Goals)]);
    let before = list_of_tab(&mut desk);
    desk.app.world_mut().get_mut::<ScrollPosition>(before).unwrap().0 = down;
    desk.act([goals(GoalAction::CastlePoints(5))]);
    desk.update();
    let after = list_of_tab(&mut desk);
    assert_ne!(before, after, "the tab is filled anew");
    assert_eq!(place(&desk, after), down);
    desk.act([tab(EditorTab::Armies)]);
    let armies = list_of_tab(&mut desk);
    assert_eq!(place(&desk, armies), Vec2::ZERO, "other things begin at the top");
}

/// When and whence a unit comes, when it is taken back, and what it brings.
#[test]
fn a_unit_may_come_later_and_be_taken_back() {
    let mut desk = Desk::new();
    let army = |action| EditorAction::Army(action);
    desk.act([
        army(ArmyAction::OwnArmy(Side::Red)),
        army(ArmyAction::TakeUnit(Some((Side::Red, 0)))),
        army(ArmyAction::Arrival(1)),
        army(ArmyAction::Arrival(1)),
        army(ArmyAction::Withdrawal(1)),
        army(ArmyAction::Withdrawal(3)),
        army(ArmyAction::Experience(50)),
        army(ArmyAction::Facing(Some(Direction::Se))),
    ]);
    let unit = |desk: &Desk| desk.workspace().document().units(Side::Red)[0].clone();
    let arrival = unit(&desk).arrives.unwrap();
    assert_eq!((arrival.turn, arrival.from, arrival.hexes.len()), (Some(3), Some(Direction::N), 0));
    assert_eq!(
        (unit(&desk).withdraws, unit(&desk).experience, unit(&desk).facing, unit(&desk).at),
        (Some(5), Some(50), Some(Direction::Se), None)
    );
    // Nothing is selected: there is nowhere to come on.
    desk.act([army(ArmyAction::ArrivalOnSelection)]);
    assert_eq!(unit(&desk).arrives.unwrap().from, Some(Direction::N));
    desk.stroke(EditorTool::SelectRectangle, (2, 0), (4, 0));
    desk.act([army(ArmyAction::TakeUnit(Some((Side::Red, 0)))), army(ArmyAction::ArrivalOnSelection)]);
    let arrival = unit(&desk).arrives.unwrap();
    assert_eq!((arrival.turn, arrival.from, arrival.hexes.len()), (Some(3), None, 3));
    desk.act([
        army(ArmyAction::ArrivalFrom(Direction::Sw)),
        army(ArmyAction::Arrival(-2)),
        army(ArmyAction::Withdrawal(-4)),
        army(ArmyAction::Experience(-50)),
        army(ArmyAction::Facing(None)),
    ]);
    let plain = unit(&desk);
    assert_eq!((plain.arrives, plain.withdraws, plain.experience, plain.facing), (None, None, None, None));
    desk.act([EditorAction::Document(DocumentAction::Undo), EditorAction::Document(DocumentAction::Undo)]);
    assert_eq!((unit(&desk).experience, unit(&desk).facing), (Some(50), Some(Direction::Se)));
}

#[test]
fn tools_reach_the_map_through_the_same_actions() {
    let mut desk = Desk::new();
    let forest = desk.workspace().document().rules().terrain("forest").unwrap();
    desk.act([
        EditorAction::Tool(ToolAction::Terrain(forest)),
        EditorAction::Tool(ToolAction::Symmetry(Symmetry::Four)),
        EditorAction::Tool(ToolAction::BrushSize(2)),
    ]);
    desk.stroke(EditorTool::Rectangle, (2, 2), (3, 3));
    let count =
        |desk: &Desk, glyph| desk.workspace().document().ground().rows().concat().matches(glyph).count();
    assert_eq!(count(&desk, 'f'), 16);
    desk.act([EditorAction::Tool(ToolAction::Symmetry(Symmetry::None))]);
    desk.stroke(EditorTool::SelectRectangle, (2, 2), (3, 3));
    assert_eq!(desk.workspace().editor.selection().unwrap().len(), 4);
    assert_eq!(desk.workspace().selected_edge.len(), 4);
    desk.act([EditorAction::Tool(ToolAction::Copy), EditorAction::Tool(ToolAction::TurnClip(3))]);
    desk.stroke(EditorTool::Paste, (10, 10), (10, 10));
    assert_eq!(count(&desk, 'f'), 20);
    desk.act([EditorAction::Document(DocumentAction::Crop)]);
    assert_eq!((desk.workspace().document().ground().width(), count(&desk, 'f')), (2, 4));
    assert_eq!(desk.workspace().size, ("2".to_owned(), "2".to_owned()));
    desk.act([
        EditorAction::Document(DocumentAction::Undo),
        EditorAction::Type(TypedTextField::Width, "5000".to_owned()),
        EditorAction::Document(DocumentAction::Resize),
    ]);
    assert_eq!(desk.workspace().document().ground().width(), 30);
    assert!(desk.told.iter().any(|told| told.contains("5000")), "{:?}", desk.told);
}

#[test]
fn a_stroke_on_a_large_map_redraws_what_it_touches() {
    let mut desk = Desk::new();
    desk.act([
        EditorAction::File(MapFileAction::New),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Width), "512".to_owned()),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Height), "512".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
        EditorAction::Tool(ToolAction::Terrain(TerrainId(4))),
        EditorAction::Tool(ToolAction::BrushSize(5)),
    ]);
    let ground = desk.app.world().resource::<Board>().ground;
    let at = |col| Coord { col, row: 250 };
    desk.act([EditorAction::Gesture(GestureAction::Press(at(100)))]);
    let mut slowest = Duration::ZERO;
    for col in 101..140 {
        let start = Instant::now();
        desk.act([EditorAction::Gesture(GestureAction::Drag(at(col)))]);
        slowest = slowest.max(start.elapsed());
        let repaints = desk.app.world().resource::<Messages<RepaintGround>>();
        let mut cursor = repaints.get_cursor();
        for repaint in cursor.read(repaints) {
            assert!(repaint.0.as_ref().is_some_and(|cells| cells.len() <= 61), "{repaint:?}");
        }
        assert_eq!(desk.shown(col, 250), 'f');
    }
    desk.act([EditorAction::Gesture(GestureAction::Release(at(139)))]);
    println!("the slowest of 39 samples took {slowest:?}");
    assert_eq!(desk.app.world().resource::<Board>().ground, ground, "the tiles stay");
    // What covers the map is drawn anew, but the view stays.
    desk.act([
        EditorAction::Tool(ToolAction::Take(EditorTool::Fill)),
        EditorAction::Gesture(GestureAction::Press(at(400))),
        EditorAction::Gesture(GestureAction::Release(at(400))),
    ]);
    assert_eq!((desk.shown(500, 500), desk.app.world().resource::<Board>().ground), ('f', ground));
}

#[test]
fn a_map_left_unsaved_is_kept_when_another_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unsaved.ron"), FORD).unwrap();
    let other = folder.path().join("other.ron");
    fs::write(&other, FORD.replace("The ford", "Another")).unwrap();
    let desk = Desk::asked_for(folder, Some(other));
    assert_eq!(desk.workspace().document().settings().name, "Another");
    assert_eq!(fs::read_to_string(desk.folder.path().join("maps/unsaved-1.ron")).unwrap(), FORD);
    assert!(!desk.folder.path().join("unsaved.ron").exists());
}

#[test]
fn the_keyboard_draws_where_it_points() {
    let mut desk = Desk::new();
    let steps = |cols, rows| EditorAction::Cursor(CursorAction::Point(cols, rows));
    let forest = desk.workspace().document().rules().terrain("forest").unwrap();
    desk.act([
        EditorAction::Tool(ToolAction::Terrain(forest)),
        steps(0, 0),
        steps(-1, 0),
        EditorAction::Cursor(CursorAction::Press),
    ]);
    desk.act([steps(1, 0), steps(1, 0), steps(0, 1), EditorAction::Cursor(CursorAction::Press), steps(1, 0)]);
    let rows = desk.workspace().document().ground().rows();
    assert_eq!((&rows[10][13..18], &rows[11][13..18]), (".fff.", "...f."));
    assert_eq!(desk.workspace().document().step_counts(), (1, 0), "it is one stroke");
    desk.act([
        EditorAction::Tool(ToolAction::Terrain(TerrainId(0))),
        steps(-1, -1),
        EditorAction::Cursor(CursorAction::Pick),
    ]);
    assert_eq!(
        (desk.workspace().editor.terrain(), desk.workspace().editor.tool()),
        (forest, &EditorTool::Brush)
    );
    // The camera stops at the edge of the map.
    desk.act((0..40).map(|_| steps(0, -1)));
    desk.act([EditorAction::Cursor(CursorAction::Press), EditorAction::Cursor(CursorAction::Press)]);
    assert_eq!(&desk.workspace().document().ground().rows()[0][16..17], "f");
}
