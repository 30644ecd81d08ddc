//! Orders of battle, entry hexes and settings.

use hotgates_editor::{Document, EditorTool, GoalSettings, GoalWay, Mirror};
use hotgates_engine::{Army, Direction, MapFile, Objective, Ruleset, Side, UnitEntry, parse_ron};

use crate::support::{at, document, drag, editor};

fn infantry() -> UnitEntry {
    UnitEntry::new("infantry")
}

fn places(document: &Document, side: Side) -> Vec<(i32, i32)> {
    document.units(side).iter().filter_map(|unit| unit.at.map(Into::into)).collect()
}

/// Checks that an edit is one step: undo and redo lead between the whole document before it and
/// after it.
fn check_edit(start: &MapFile, document: &mut Document) {
    let end = document.to_map();
    assert_ne!(*start, end);
    assert_eq!(document.step_counts(), (1, 0));
    document.undo_step();
    assert_eq!(document.to_map(), *start);
    document.redo_step();
    assert_eq!(document.to_map(), end);
}

#[test]
fn units_are_placed_moved_and_removed_by_the_pointer() {
    let mut editor = editor(&["....."; 2]);
    editor.set_tool(EditorTool::Unit(Side::Red, Box::new(infantry())));
    drag(&mut editor, &[(0, 0)]);
    drag(&mut editor, &[(1, 0)]);
    let major = UnitEntry { rank: Some("Major".into()), ..infantry() };
    editor.set_tool(EditorTool::Unit(Side::Blue, Box::new(major)));
    drag(&mut editor, &[(4, 1)]);
    assert_eq!(places(editor.document(), Side::Red), [(0, 0), (1, 0)]);
    editor.set_tool(EditorTool::Move);
    drag(&mut editor, &[(0, 0), (2, 0), (3, 1)]);
    assert_eq!(places(editor.document(), Side::Red), [(3, 1), (1, 0)]);
    editor.set_tool(EditorTool::Remove);
    drag(&mut editor, &[(1, 0)]);
    assert_eq!(places(editor.document(), Side::Red), [(3, 1)]);
    assert_eq!(editor.document().step_counts(), (5, 0));
    let end = editor.document().to_map();
    while editor.undo().is_some() {}
    assert_eq!((editor.document().army(Side::Red), editor.document().army(Side::Blue)), (None, None));
    while editor.redo().is_some() {}
    assert_eq!(editor.document().to_map(), end);
}

#[test]
fn a_unit_is_not_dropped_on_another_one_or_off_the_map() {
    let mut editor = editor(&["..^.."]);
    editor.set_tool(EditorTool::Unit(Side::Red, Box::new(infantry())));
    drag(&mut editor, &[(0, 0)]);
    editor.set_tool(EditorTool::Unit(Side::Blue, Box::new(infantry())));
    drag(&mut editor, &[(1, 0)]);
    editor.set_tool(EditorTool::Move);
    let start = editor.document().to_map();
    for (to, message) in [
        ((1, 0), "hex 1,0: Red's unit 1 (infantry) stands where Blue's unit 1 (infantry) stands already"),
        ((2, 0), "hex 2,0: infantry cannot stand on mountain"),
        ((9, 0), "red.units[0].at: hex 9,0 is off the map; columns go to 4, rows to 0"),
    ] {
        editor.press_pointer(at(0, 0)).unwrap();
        assert_eq!(editor.release_pointer(to.into()).unwrap_err().to_string(), message);
        assert_eq!(editor.document().to_map(), start);
    }
    assert_eq!(editor.document().step_counts(), (2, 0));
}

#[test]
fn nonsense_units_are_refused() {
    let mut document = document(&["..."]);
    let mut refused = |unit| document.add_unit(Side::Red, unit).unwrap_err().to_string();
    let known: Vec<_> = Ruleset::classic().units.into_iter().map(|unit| unit.name).collect();
    assert_eq!(
        refused(UnitEntry::new("dragon")),
        format!("unknown unit type `dragon`; known: {}", known.join(", "))
    );
    assert_eq!(
        refused(UnitEntry { strength: Some(2000), ..infantry() }),
        "red.units[0].strength: 2000 is out of range; it may be 1 to 1000"
    );
    assert!(
        refused(UnitEntry { rank: Some("Pope".into()), ..infantry() }).starts_with("unknown rank `Pope`")
    );
    assert!(
        document
            .edit_unit(Side::Blue, 0, infantry())
            .unwrap_err()
            .to_string()
            .contains("has no unit number 0")
    );
    assert!(document.remove_unit(Side::Blue, 3).is_err());
    let stacked = Army { commander: None, units: vec![UnitEntry { at: Some(at(1, 0)), ..infantry() }; 2] };
    let refused = document.set_army(Side::Blue, Some(stacked)).unwrap_err().to_string();
    assert_eq!(refused, "hex 1,0: Blue's unit 2 (infantry) stands where a Blue unit stands already");
    let crowd = Army { commander: None, units: vec![infantry(); 20_001] };
    assert_eq!(
        document.set_army(Side::Blue, Some(crowd)).unwrap_err().to_string(),
        "blue.units: 20001 units; there may be 1 to 20000"
    );
    assert_eq!(document.step_counts(), (0, 0));
    assert_eq!(document.army(Side::Blue), None);
}

#[test]
fn a_side_can_have_the_standard_army_as_its_own() {
    let mut document = document(&["..."]);
    let start = document.to_map();
    assert_eq!(
        document.set_commander(Side::Red, Some("hunter".into())).unwrap_err().to_string(),
        "Red fights with the ruleset's standard army; give it an army of its own first"
    );
    document.make_own_army(Side::Red);
    assert_eq!(document.units(Side::Red).len(), 15);
    check_edit(&start, &mut document);
    let start = document.to_map();
    let officer = UnitEntry { name: Some("Hydarnes".into()), strength: Some(700), ..infantry() };
    document.edit_unit(Side::Red, 2, officer).unwrap();
    document.set_commander(Side::Red, Some("warden:colonel".into())).unwrap();
    document.undo_step();
    document.undo_step();
    assert_eq!(document.to_map(), start);
}

#[test]
fn entry_hexes_are_painted_and_erased() {
    let mut editor = editor(&["...^"; 2]);
    editor.document_mut().set_red_direction(Some(Direction::S));
    let start = editor.document().to_map();
    editor.set_tool(EditorTool::Entry);
    editor.press_pointer(at(0, 0)).unwrap();
    editor.drag_pointer(at(2, 0)).unwrap();
    // The hex of mountain is refused, and the other entry hexes stay.
    assert_eq!(
        editor.release_pointer(at(3, 0)).unwrap_err().to_string(),
        "hex 3,0: infantry cannot stand on mountain"
    );
    let settings = editor.document().settings();
    assert_eq!((settings.entry.len(), settings.from), (3, None));
    drag(&mut editor, &[(1, 0), (2, 0)]);
    assert_eq!(editor.document().settings().entry, [at(0, 0)]);
    editor.undo();
    editor.undo();
    assert_eq!(editor.document().to_map(), start);
    editor.redo();
    editor.document_mut().set_red_direction(Some(Direction::N));
    assert!(editor.document().settings().entry.is_empty());
    editor.undo();
    assert_eq!(editor.document().settings().entry.len(), 3);
}

#[test]
fn every_setting_is_a_step() {
    type Set = fn(&mut Document);
    let sets: [Set; 13] = [
        |document| document.set_name("Other").unwrap(),
        |document| document.set_author(Some("Ephialtes".into())),
        |document| document.set_notes(Some("A path.".into())),
        |document| document.set_red_direction(Some(Direction::Sw)),
        |document| document.set_entry_hexes(&[at(0, 0), at(1, 0), at(0, 0)]).unwrap(),
        |document| document.set_turns(Some(30)).unwrap(),
        |document| document.set_seed(Some(u64::MAX)),
        |document| document.set_variation(Some(100)).unwrap(),
        |document| document.set_objective(Some(Objective::Meeting)),
        |document| {
            let goal = parse_ron("(key: \"hill\", side: red, take: [(1, 0)], points: 5)").unwrap();
            document.set_goals(GoalSettings { goals: vec![goal], ..GoalSettings::default() });
        },
        |document| document.set_first_side(Some(Side::Blue)),
        |document| document.set_glyph('o', Some("forest")).unwrap(),
        |document| document.set_rules(Some("mine.ron".into()), Ruleset::classic()).unwrap(),
    ];
    for set in sets {
        let mut document = document(&["..."]);
        let start = document.to_map();
        set(&mut document);
        check_edit(&start, &mut document);
        // The same setting again adds one step at most.
        set(&mut document);
        assert!(document.step_counts().0 <= 2);
    }
}

/// Goals lie on the ground that they name; one that loses its last hex goes, with what needs it.
#[test]
fn goals_move_with_their_hexes() {
    let mut document = document(&["....", "....", "...."]);
    let goal = |text: &str| parse_ron(text).unwrap();
    document.set_goals(GoalSettings {
        red_holds: vec![at(0, 1)],
        goals: vec![
            goal("(key: \"west\", side: blue, take: [(0, 1)])"),
            goal("(key: \"both\", side: red, hold: [(0, 0), (3, 0)])"),
        ],
        wins: parse_ron("(red: [[\"both\"]], blue: [[\"west\"]])").unwrap(),
        ..GoalSettings::default()
    });
    let mut editor = hotgates_editor::Editor::new(document);
    let start = editor.document().to_map();
    editor.document_mut().mirror_map(Mirror::NorthSouth);
    assert_eq!(editor.document().settings().goals[1].hold, [at(0, 2), at(3, 1)], "odd columns lie lower");
    editor.undo();
    editor.document_mut().crop_to_corners(at(2, 0), at(3, 2)).unwrap();
    let map = editor.document().to_map();
    assert_eq!((map.goals.len(), &map.goals[0].hold[..]), (1, &[at(1, 0)][..]));
    assert!(map.red_holds.is_empty() && map.wins.blue.is_empty() && map.wins.red.len() == 1);
    editor.undo();
    assert_eq!(editor.document().to_map(), start);
}

/// Events and arrivals move with their hexes and directions; an event that loses its last hex goes, and
/// what events have to do with a goal that goes.
#[test]
fn events_and_arrivals_move_with_their_hexes() {
    let mut document = document(&["....", "....", "...."]);
    document.set_goals(GoalSettings {
        goals: vec![parse_ron("(key: \"west\", side: blue, exit: [(0, 1)])").unwrap()],
        events: vec![
            parse_ron("(key: \"a\", enters: [(0, 0)], side: red, message: \"!\")").unwrap(),
            parse_ron("(key: \"b\", turn: 3, message: \"!\", opens: [\"west\"])").unwrap(),
            parse_ron("(key: \"c\", met: \"west\", message: \"!\")").unwrap(),
            parse_ron("(key: \"d\", enters: [(0, 0), (3, 0)], side: red, message: \"!\")").unwrap(),
            parse_ron("(key: \"e\", turn: 3, terrain: {\"water\": [(0, 0)]})").unwrap(),
            parse_ron("(key: \"f\", turn: 3, terrain: {\"water\": [(0, 0), (3, 0)], \"grass\": [(1, 0)]})")
                .unwrap(),
        ],
        ..GoalSettings::default()
    });
    let late = |arrives: &str| UnitEntry {
        arrives: Some(parse_ron(arrives).unwrap()),
        ..UnitEntry::new("infantry")
    };
    document.add_unit(Side::Red, late("(turn: 3, hexes: [(0, 0), (3, 0)])")).unwrap();
    document.add_unit(Side::Red, late("(turn: 4, from: ne)")).unwrap();
    let mut editor = hotgates_editor::Editor::new(document);
    let start = editor.document().to_map();
    let arrival = |map: &MapFile, unit: usize| map.red.as_ref().unwrap().units[unit].arrives.clone().unwrap();
    editor.document_mut().mirror_map(Mirror::NorthSouth);
    let map = editor.document().to_map();
    assert_eq!((&map.goals[0].exit[..], &map.events[0].enters[..]), (&[at(0, 1)][..], &[at(0, 2)][..]));
    assert_eq!(map.events[5].terrain["water"], [at(0, 2), at(3, 1)]);
    assert_eq!(arrival(&map, 0).hexes, [at(0, 2), at(3, 1)]);
    assert_eq!(arrival(&map, 1).from, Some(Direction::Se));
    editor.undo();
    editor.document_mut().crop_to_corners(at(2, 0), at(3, 2)).unwrap();
    let map = editor.document().to_map();
    let keys: Vec<&str> = map.events.iter().map(|event| event.key.as_str()).collect();
    assert_eq!((keys, map.goals.len()), (vec!["b", "d", "f"], 0));
    assert_eq!(map.events[2].terrain, [("water".to_owned(), vec![at(1, 0)])].into());
    assert!(map.events[0].opens.is_empty());
    assert_eq!((&map.events[1].enters[..], &arrival(&map, 0).hexes[..]), (&[at(1, 0)][..], &[at(1, 0)][..]));
    editor.undo();
    assert_eq!(editor.document().to_map(), start);
}

/// Goals have keys of their own; what wins with one that is removed goes with it.
#[test]
fn goals_are_added_win_and_are_removed() {
    let mut goals = GoalSettings::default();
    goals.add_goal(Side::Red, GoalWay::Take, vec![at(0, 0)]);
    goals.add_goal(Side::Blue, GoalWay::Hold, vec![at(1, 0), at(2, 0)]);
    assert_ne!(goals.goals[0].key, goals.goals[1].key);
    assert_eq!((goals.goals[0].take.len(), goals.goals[1].hold.len()), (1, 2));
    goals.toggle_win(1);
    assert!(goals.wins_alone(&goals.goals[1]) && goals.wins.red.is_empty());
    goals.toggle_win(1);
    assert!(goals.wins.is_empty());
    goals.toggle_win(0);
    goals.remove_goal(0);
    assert!(goals.wins.is_empty() && goals.goals.len() == 1);
    goals.add_goal(Side::Red, GoalWay::Take, vec![at(0, 0)]);
    assert_ne!(goals.goals[0].key, goals.goals[1].key);
    goals.toggle_red_holds(&[at(0, 0), at(1, 0)]);
    goals.toggle_red_holds(&[at(1, 0), at(2, 0)]);
    assert_eq!(goals.red_holds, [at(0, 0), at(1, 0), at(2, 0)]);
    goals.toggle_red_holds(&[at(1, 0), at(2, 0)]);
    assert_eq!(goals.red_holds, [at(0, 0)]);
}

#[test]
fn red_holds_no_more_hexes_than_a_list_may_have() {
    let mut document = document(&["....................", "...................."]);
    let row = |row| (0..20).map(|col| at(col, row)).collect::<Vec<_>>();
    document.toggle_red_holds(&row(0)).unwrap();
    let refusal = document.toggle_red_holds(&row(1)).unwrap_err().to_string();
    assert_eq!(refusal, "red_holds: 40 hexes; there may be 0 to 32");
    assert_eq!(document.settings().red_holds, row(0));
}

#[test]
fn nonsense_settings_are_refused() {
    let mut document = document(&["..^"]);
    document.make_own_army(Side::Blue);
    document.mark_saved();
    let messages = [
        document.set_name(" ").unwrap_err(),
        document.set_turns(Some(0)).unwrap_err(),
        document.set_turns(Some(10_001)).unwrap_err(),
        document.set_variation(Some(901)).unwrap_err(),
        document.set_glyph(' ', Some("forest")).unwrap_err(),
        document.set_entry_hexes(&[at(0, 0), at(2, 0)]).unwrap_err(),
        document.add_entry_hex(at(0, 5)).unwrap_err(),
    ];
    let messages = messages.map(|refusal| refusal.to_string());
    assert_eq!(
        messages,
        [
            "a map needs a name",
            "turns: 0 is out of range; it may be 1 to 10000",
            "turns: 10001 is out of range; it may be 1 to 10000",
            "variation: 901 is out of range; it may be 0 to 900",
            "glyphs: the glyph ' ' is blank; choose a visible character",
            "hex 2,0: infantry cannot stand on mountain",
            "entry[0]: hex 0,5 is off the map; columns go to 2, rows to 0",
        ]
    );
    let unknown = document.set_glyph('o', Some("lava")).unwrap_err().to_string();
    assert!(unknown.starts_with("unknown terrain `lava`; known: road"), "{unknown}");
    let unknown = document.set_commander(Side::Blue, Some("xerxes".into())).unwrap_err().to_string();
    assert!(unknown.starts_with("blue.commander: unknown commander `xerxes`"), "{unknown}");
    assert!(document.set_commander(Side::Blue, Some("hunter:pope".into())).is_err());
    assert!(!document.is_changed());
}
