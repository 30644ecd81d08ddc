//! Goals, ways to win, degrees of victory and events, made by clicks.

use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button};
use hotgates_engine::{DegreeEntry, Permille, ScriptedEventEntry};
use hotgates_frontend::editor::{ConditionKind, EventAction};

use super::*;

fn goals(action: GoalAction) -> EditorAction {
    EditorAction::Document(DocumentAction::Goals(action))
}

fn events(action: EventAction) -> EditorAction {
    EditorAction::Document(DocumentAction::Events(action))
}

fn typed(field: MapTextField, text: &str) -> EditorAction {
    EditorAction::Type(TypedTextField::Map(field), text.to_owned())
}

/// Presses the last button with these words.
fn press(desk: &mut Desk, words: &str) {
    let world = desk.app.world_mut();
    let mut buttons = world.query_filtered::<(Entity, &Children, Has<InteractionDisabled>), With<Button>>();
    let mut texts = world.query::<&Text>();
    let mut said = |children: &Children| {
        children.iter().any(|child| texts.get(world, child).is_ok_and(|text| text.0 == words))
    };
    let found: Vec<_> = buttons.iter(world).filter(|(_, children, _)| said(children)).collect();
    let Some(&(entity, _, off)) = found.last() else { panic!("no button says {words}") };
    assert!(!off, "{words} is disabled");
    world.trigger(Activate { entity });
    desk.update();
    desk.update();
}

/// Checks that what `work` does is one step that can be taken back and done again.
fn check_step(desk: &mut Desk, work: impl FnOnce(&mut Desk)) {
    let before = desk.workspace().document().to_map();
    work(desk);
    desk.update();
    let (after, in_hand) =
        (desk.workspace().document().to_map(), (desk.workspace().goal, desk.workspace().event));
    assert_ne!(after, before);
    desk.act([EditorAction::Document(DocumentAction::Undo)]);
    assert_eq!(desk.workspace().document().to_map(), before, "all of it is one step");
    desk.act([
        EditorAction::Document(DocumentAction::Redo),
        goals(GoalAction::Take(in_hand.0)),
        events(EventAction::Take(in_hand.1)),
    ]);
    assert_eq!(desk.workspace().document().to_map(), after);
    desk.update();
}

/// A desk with a castle and two infantry units a side, which have no places.
fn desk_with_armies() -> Desk {
    let mut desk = Desk::new();
    desk.stroke(EditorTool::Castle, (4, 9), (4, 9));
    desk.act([EditorAction::Army(ArmyAction::Kind("infantry".to_owned()))]);
    for side in [Side::Red, Side::Blue] {
        desk.act([
            EditorAction::Army(ArmyAction::AddUnit(side)),
            EditorAction::Army(ArmyAction::AddUnit(side)),
        ]);
    }
    desk
}

fn column(col: i32, rows: std::ops::Range<i32>) -> Vec<Coord> {
    rows.map(|row| Coord { col, row }).collect()
}

#[test]
fn a_goal_to_leave_a_way_to_win_and_an_event_are_clicked_together() {
    let mut desk = desk_with_armies();
    press(&mut desk, "Goals");
    check_step(&mut desk, |desk| press(desk, "the goals of the map"));
    // Red comes from the north: it makes for the south.
    check_step(&mut desk, |desk| press(desk, "Red leaves"));
    let goal = |desk: &Desk, index: usize| desk.workspace().document().settings().goals[index].clone();
    assert_eq!((goal(&desk, 0).exit.len(), goal(&desk, 0).exit[7]), (30, Coord { col: 7, row: 19 }));
    check_step(&mut desk, |desk| press(desk, "east"));
    assert_eq!(goal(&desk, 0).exit, column(29, 0..20));
    desk.stroke(EditorTool::SelectRectangle, (29, 3), (29, 5));
    check_step(&mut desk, |desk| press(desk, "selection"));
    assert_eq!(goal(&desk, 0).exit, column(29, 3..6));
    check_step(&mut desk, |desk| press(desk, "infantry 2"));
    check_step(&mut desk, |desk| desk.act([goals(GoalAction::LastTurn(0, 9))]));
    check_step(&mut desk, |desk| desk.act([typed(MapTextField::GoalName(0), "Get away")]));
    check_step(&mut desk, |desk| press(desk, "Red destroys"));
    // A way to win with both goals together, and one with the second alone.
    check_step(&mut desk, |desk| press(desk, "Red: another way"));
    check_step(&mut desk, |desk| desk.act([goals(GoalAction::GoalOfWay(0, 1))]));
    check_step(&mut desk, |desk| press(desk, "Red: another way"));
    check_step(&mut desk, |desk| desk.act([goals(GoalAction::GoalOfWay(1, 1))]));
    check_step(&mut desk, |desk| desk.act([goals(GoalAction::GoalOfWay(1, 0))]));
    check_step(&mut desk, |desk| press(desk, "Another degree"));
    check_step(&mut desk, |desk| desk.act([typed(MapTextField::DegreeLead(0), "25")]));
    check_step(&mut desk, |desk| desk.act([typed(MapTextField::DegreeName(0), "clear victory")]));

    press(&mut desk, "Events");
    check_step(&mut desk, |desk| press(desk, "New event"));
    check_step(&mut desk, |desk| press(desk, "hexes entered"));
    check_step(&mut desk, |desk| desk.act([typed(MapTextField::EventMessage(0), "They are through!")]));
    check_step(&mut desk, |desk| desk.act([events(EventAction::Told(0, Some(Side::Blue)))]));
    // Blue's second unit is the last button of these words.
    check_step(&mut desk, |desk| press(desk, "infantry 2"));
    let forest = desk.workspace().document().rules().terrain("forest").unwrap();
    check_step(&mut desk, |desk| desk.act([events(EventAction::Terrain(0, forest))]));
    check_step(&mut desk, |desk| desk.act([events(EventAction::Opens(0, 1))]));

    desk.act([
        EditorAction::File(MapFileAction::SaveAs),
        EditorAction::Type(TypedTextField::Dialog(DialogTextField::Path), "away".to_owned()),
        EditorAction::Dialog(DialogAction::Confirm),
    ]);
    let text = fs::read_to_string(desk.folder.path().join("maps/away.ron")).unwrap();
    let map = MapFile::from_ron(&text).unwrap();
    let [red, blue] = [map.red.as_ref().unwrap(), map.blue.as_ref().unwrap()];
    let leaving = red.units[1].key.clone().unwrap();
    let [first, called] = [0, 1].map(|unit| blue.units[unit].key.clone().unwrap());
    assert_eq!((map.goals[0].units.clone(), map.goals[0].by), (vec![leaving], Some(9)));
    assert_eq!((map.goals[0].name.as_deref(), &map.goals[1].destroy), (Some("Get away"), &vec![first]));
    let [out, kill] = [0, 1].map(|goal| map.goals[goal].key.clone());
    assert_eq!(map.wins.red, [vec![out, kill.clone()], vec![kill.clone()]]);
    let degrees = map.victory_points.unwrap().degrees;
    assert_eq!(degrees, [DegreeEntry { lead: 25, name: "clear victory".to_owned() }]);
    let way = column(29, 3..6);
    assert_eq!(
        map.events,
        [ScriptedEventEntry {
            key: "event 1".to_owned(),
            side: Some(Side::Red),
            enters: way.clone(),
            message: Some("They are through!".to_owned()),
            told: Some(Side::Blue),
            arrive: vec![called],
            opens: vec![kill],
            terrain: [("forest".to_owned(), way)].into(),
            ..ScriptedEventEntry::default()
        }]
    );
    assert!(blue.units[1].arrives.as_ref().is_some_and(|arrival| arrival.turn.is_none()));
}

#[test]
fn types_and_factors_of_the_sides_are_clicked_together() {
    let mut desk = desk_with_armies();
    press(&mut desk, "Armies");
    let act = |action: ArmyAction| move |desk: &mut Desk| desk.act([EditorAction::Army(action.clone())]);
    let settings = |desk: &Desk| desk.workspace().document().settings().clone();
    check_step(&mut desk, act(ArmyAction::SideFactor(Side::Blue, 1)));
    check_step(&mut desk, act(ArmyAction::SideFactor(Side::Blue, 1)));
    assert_eq!(settings(&desk).factor.blue, Permille(1100));
    let mut texts = desk.app.world_mut().query::<&Text>();
    assert!(texts.iter(desk.app.world()).any(|text| text.0 == "110\u{a0}%"));
    check_step(&mut desk, act(ArmyAction::ToggleType(Side::Red, "artillery".to_owned())));
    assert_eq!(settings(&desk).types.red, ["infantry", "cavalry"]);
    check_step(&mut desk, act(ArmyAction::ToggleType(Side::Red, "cavalry".to_owned())));
    // The last type stays.
    desk.act([EditorAction::Army(ArmyAction::ToggleType(Side::Red, "infantry".to_owned()))]);
    assert_eq!(settings(&desk).types.red, ["infantry"]);
}

#[test]
fn homes_and_contingents_are_clicked_together() {
    let mut desk = desk_with_armies();
    press(&mut desk, "Goals");
    desk.stroke(EditorTool::SelectRectangle, (3, 9), (3, 10));
    // Blue's home is the last one.
    check_step(&mut desk, |desk| press(desk, "selected hexes"));
    let settings = |desk: &Desk| desk.workspace().document().settings().clone();
    assert_eq!((settings(&desk).home.blue, settings(&desk).home.red), (column(3, 9..11), Vec::new()));
    check_step(&mut desk, |desk| press(desk, "selected hexes"));
    assert!(settings(&desk).home.is_empty());

    press(&mut desk, "Armies");
    desk.act([EditorAction::Army(ArmyAction::TakeUnit(Some((Side::Red, 0))))]);
    check_step(&mut desk, |desk| desk.act([typed(MapTextField::UnitContingent, "Thebans")]));
    desk.act([EditorAction::Army(ArmyAction::TakeUnit(Some((Side::Red, 1))))]);
    check_step(&mut desk, |desk| press(desk, "Thebans"));
    // Red's army is the last in the list, and its contingent's line comes after its commander.
    check_step(&mut desk, |desk| press(desk, "colour"));
    check_step(&mut desk, |desk| press(desk, "the side's commander"));
    let names = |desk: &Desk| -> Vec<Option<String>> {
        settings(desk).red.unwrap().units.iter().map(|unit| unit.contingent.clone()).collect()
    };
    assert_eq!(names(&desk), [Some("Thebans".to_owned()), Some("Thebans".to_owned())]);
    let thebans = settings(&desk).contingents.remove(0);
    assert_eq!((thebans.name.as_str(), thebans.side), ("Thebans", Side::Red));
    assert!(thebans.colour.is_some());
    assert_eq!(thebans.commander.as_deref(), hotgates_ai::NAMES.first().copied());
    check_step(&mut desk, |desk| press(desk, "none"));
    assert_eq!(names(&desk), [Some("Thebans".to_owned()), None]);
    // The last colour is followed by none, the last commander by any.
    for _ in 0..6 {
        press(&mut desk, "colour");
    }
    assert_eq!(settings(&desk).contingents[0].colour, None);
}

/// Each kind of condition is a button, shows what it needs, and can be taken back.
#[test]
fn an_event_gets_each_condition_by_clicks() {
    let mut desk = desk_with_armies();
    press(&mut desk, "Events");
    press(&mut desk, "New event");
    let event = |desk: &Desk| desk.workspace().document().settings().events[0].clone();
    desk.act([goals(GoalAction::AddToDestroy(Side::Blue))]);
    desk.update();
    check_step(&mut desk, |desk| desk.act([events(EventAction::Number(0, 3))]));
    check_step(&mut desk, |desk| desk.act([events(EventAction::Side(0, Side::Blue))]));
    check_step(&mut desk, |desk| desk.act([events(EventAction::Repeat(0, 2))]));
    assert_eq!(
        (event(&desk).turn, event(&desk).side, event(&desk).repeat),
        (Some(5), Some(Side::Blue), Some(3))
    );
    check_step(&mut desk, |desk| press(desk, "points"));
    check_step(&mut desk, |desk| desk.act([events(EventAction::Number(0, 5))]));
    assert_eq!((event(&desk).points, event(&desk).turn, event(&desk).repeat), (Some(15), None, None));
    check_step(&mut desk, |desk| press(desk, "units lost"));
    assert_eq!(event(&desk).lost, ["infantry 1"], "the unit of the goal has its key already");
    check_step(&mut desk, |desk| desk.act([events(EventAction::LostUnit(0, Side::Blue, 1))]));
    assert_eq!(event(&desk).lost.len(), 2);
    check_step(&mut desk, |desk| press(desk, "goal met"));
    assert_eq!(event(&desk).met.as_deref(), Some("goal 1"));
    check_step(&mut desk, |desk| press(desk, "turn"));
    check_step(&mut desk, |desk| press(desk, "New event"));
    let keys = |desk: &Desk| {
        desk.workspace()
            .document()
            .settings()
            .events
            .iter()
            .map(|event| event.key.clone())
            .collect::<Vec<_>>()
    };
    check_step(&mut desk, |desk| press(desk, "Earlier"));
    assert_eq!(keys(&desk), ["event 2", "event 1"]);
    assert_eq!(desk.workspace().event, Some(0), "the event that moves stays in hand");
    check_step(&mut desk, |desk| desk.act([events(EventAction::Remove(0))]));
    assert_eq!(keys(&desk), ["event 1"]);
    desk.app.world_mut().write_message(SettingsAction::Language(Language::Chinese));
    desk.update();
    desk.update();
    press(&mut desk, "新事件");
    assert_eq!(keys(&desk).len(), 2);
}

/// An impossible change is refused with one message, and nothing changes.
#[test]
fn what_a_goal_or_event_cannot_be_is_refused() {
    let mut desk = desk_with_armies();
    desk.act([
        goals(GoalAction::AddToDestroy(Side::Red)),
        goals(GoalAction::Add(Side::Red, GoalWay::Exit)),
        goals(GoalAction::AddDegree("victory".to_owned())),
        events(EventAction::Add),
        EditorAction::Display(DisplayAction::Tab(EditorTab::Events)),
    ]);
    desk.stroke(EditorTool::SelectRectangle, (0, 0), (10, 5));
    let before = desk.workspace().document().to_map();
    for (action, says) in [
        (goals(GoalAction::Add(Side::Blue, GoalWay::Take)), "66"),
        (goals(GoalAction::Hexes(1)), "66"),
        (goals(GoalAction::Unit(0, 0)), "a goal has one of"),
        (goals(GoalAction::Unit(1, 9)), "no unit number 9"),
        (goals(GoalAction::Points(7, 5)), "no goal number 7"),
        (goals(GoalAction::GoalOfWay(0, 8)), "no goal number 8"),
        (typed(MapTextField::DegreeLead(0), "much"), "`much` is no whole number"),
        (typed(MapTextField::DegreeLead(0), "0"), "victory_points.degrees[0].lead"),
        (typed(MapTextField::DegreeName(0), " "), "victory_points.degrees[0].name"),
        (events(EventAction::Told(0, Some(Side::Red))), "`told`"),
        (events(EventAction::Condition(0, ConditionKind::Entered)), "events[0].enters"),
        (events(EventAction::CalledUnit(3, Side::Red, 0)), "no event number 3"),
        (events(EventAction::Move(0, 1)), "no event number 1"),
    ] {
        let told_before = desk.told.len();
        desk.act([action.clone()]);
        desk.update();
        let told = &desk.told[told_before..];
        assert!(told.len() == 1 && told[0].contains(says), "{action:?}, {says}: {told:?}");
        assert_eq!(desk.workspace().document().to_map(), before, "{action:?}");
    }
    // A key that another unit has.
    desk.act([EditorAction::Army(ArmyAction::TakeUnit(Some((Side::Blue, 1))))]);
    desk.act([typed(MapTextField::UnitKey, "infantry 1")]);
    assert!(desk.told.iter().any(|told| told.contains("blue.units[1].key")), "{:?}", desk.told);
    desk.act([typed(MapTextField::UnitKey, "guard")]);
    desk.update();
    assert_eq!(desk.workspace().document().units(Side::Blue)[1].key.as_deref(), Some("guard"));
}
