//! Events, goals to leave the map or to destroy units, ways to win, degrees of victory, and the keys
//! by which they name units.

use hotgates_editor::{Document, EditRefusal, EventCondition, GoalSettings, GoalWay, MapEdge};
use hotgates_engine::{
    Battle, DegreeEntry, Direction, GoalEntry, MAX_GOALS, MapFile, Objective, Ruleset, ScriptedEventEntry,
    Side, UnitEntry, parse_ron,
};

use crate::support::at;

/// A map with two units a side, a goal of each side, and an event of each condition.
const SOURCE: &str = r#"// A pass with a beacon.
Map(
    name: "Beacon",
    rows: [
        "......",
        "....~.",
        "......",
        "......",
        "......",
        "......",
        "......",
        "......",
        "......",
        ".#....",
    ],
    objective: goals,
    goals: [
        (key: "hill", side: red, hold: [(2, 1)], points: 10),
        (key: "out", side: red, exit: [(5, 0), (5, 2)], units: ["scouts"], count: 1, by: 9),
        (key: "king", side: blue, destroy: ["scouts"]),
    ],
    wins: (red: [["hill", "out"], ["out"]], blue: [["king"]]),
    events: [
        (key: "dawn", turn: 3, repeat: 2, message: "Dawn.", told: red),
        (key: "alarm", side: red, enters: [(2, 1)], arrive: ["relief"]),
        (key: "mourning", lost: ["scouts"], message: "They are gone."),
        (key: "ahead", side: blue, points: 5, opens: ["king"]),
        (key: "flood", met: "hill", terrain: {"water": [(3, 0), (3, 2)]}),
    ],
    victory_points: (losses: 20, degrees: [(lead: 1, name: "narrow")]),
    red: (
        units: [
            (type: "cavalry", at: (0, 0), key: "scouts"),
            (type: "infantry", at: (0, 2)),
        ],
    ),
    blue: (
        units: [
            (type: "infantry", at: (1, 9)),
            (type: "infantry", arrives: (hexes: [(5, 0)]), key: "relief"),
        ],
    ),
)
"#;

fn beacon() -> Document {
    let document = Document::open(SOURCE).unwrap();
    assert!(faults(&document).is_empty(), "{:?}", faults(&document));
    document
}

fn faults(document: &Document) -> Vec<String> {
    let report = Battle::check_scenario(&document.to_scenario());
    report.faults.iter().filter(|fault| !fault.is_warning()).map(ToString::to_string).collect()
}

fn event(text: &str) -> ScriptedEventEntry {
    parse_ron(text).unwrap()
}

fn keys(document: &Document) -> Vec<&str> {
    document.settings().events.iter().map(|event| event.key.as_str()).collect()
}

/// Checks that an edit is one step that undo and redo lead over, and that the file holds it; returns
/// the lines of the file that are new.
fn check_step(edit: impl FnOnce(&mut Document)) -> Vec<String> {
    let mut document = beacon();
    edit(&mut document);
    assert_eq!(document.step_counts(), (1, 0), "it is one step");
    let (end, text) = (document.to_map(), document.to_ron());
    assert_eq!(MapFile::from_ron(&text).as_ref(), Ok(&end));
    document.undo_step();
    assert_eq!(document.to_ron(), SOURCE);
    document.redo_step();
    assert_eq!(document.to_map(), end);
    text.lines().filter(|line| !SOURCE.contains(line)).map(|line| line.trim().to_owned()).collect()
}

/// Checks that an edit is refused with these words and changes nothing.
fn check_refused(edit: impl FnOnce(&mut Document) -> Result<(), EditRefusal>, says: &str) {
    let mut document = beacon();
    let refusal = edit(&mut document).unwrap_err().to_string();
    assert!(refusal.contains(says), "{refusal} for {says}");
    assert_eq!((document.to_ron().as_str(), document.step_counts()), (SOURCE, (0, 0)), "{says}");
}

#[test]
fn events_are_added_moved_and_removed() {
    let new = check_step(|document| assert_eq!(document.add_event(), Ok(5)));
    assert_eq!(new, ["(key: \"event 1\", turn: 2),"]);
    check_step(|document| {
        document.move_event(4, 0).unwrap();
        assert_eq!(keys(document), ["flood", "dawn", "alarm", "mourning", "ahead"]);
    });
    check_step(|document| {
        document.remove_event(2).unwrap();
        assert_eq!(keys(document), ["dawn", "alarm", "ahead", "flood"]);
    });
    check_refused(|document| document.remove_event(5), "there is no event number 5; the map has 5");
    check_refused(|document| document.move_event(1, 7), "there is no event number 7; the map has 5");
    let mut document = beacon();
    for _ in 5..MAX_GOALS {
        document.add_event().unwrap();
    }
    let refusal = document.add_event().unwrap_err().to_string();
    assert!(refusal.starts_with("events: ") && refusal.contains("33"), "{refusal}");
}

/// Every condition can be given to an event, stands in the file and can be read from it again.
#[test]
fn an_event_may_have_each_condition() {
    for (condition, line) in [
        (EventCondition::Turn { turn: 4, side: Some(Side::Blue) }, "turn: 4, side: blue, repeat: 2"),
        (
            EventCondition::Entered { side: Side::Blue, hexes: vec![at(0, 1), at(2, 2)] },
            "side: blue, enters: [(0, 1), (2, 2)], repeat: 2",
        ),
        (EventCondition::Lost(vec!["relief".into(), "scouts".into()]), "lost: [\"relief\", \"scouts\"]"),
        (EventCondition::Points { side: Side::Red, points: 15 }, "side: red, points: 15"),
        (EventCondition::Met("king".into()), "met: \"king\""),
    ] {
        let new = check_step(|document| {
            let mut event = document.settings().events[0].clone();
            condition.clone().give_to(&mut event);
            assert_eq!(EventCondition::of_event(&event), Some(condition.clone()));
            document.edit_event(0, event).unwrap();
            assert!(faults(document).is_empty(), "{:?}", faults(document));
        });
        assert_eq!(new, [format!("(key: \"dawn\", {line}, message: \"Dawn.\", told: red),")]);
    }
    for faulty in ["(key: \"x\")", "(key: \"x\", turn: 2, met: \"hill\")", "(key: \"x\", points: 3)"] {
        assert_eq!(EventCondition::of_event(&event(faulty)), None, "{faulty}");
    }
}

#[test]
fn faulty_events_are_refused_with_their_place() {
    for (text, says) in [
        ("(key: \"\", turn: 3)", "events[1].key: "),
        ("(key: \"dawn\", turn: 3)", "events[1].key: "),
        ("(key: \"x\")", "events[1]: an event has one of"),
        ("(key: \"x\", turn: 3, met: \"hill\")", "events[1]: an event has one of"),
        ("(key: \"x\", turn: 1)", "events[1].turn: 1 is out of range; it may be 2 to 10000"),
        ("(key: \"x\", turn: 0, side: blue)", "events[1].turn: 0 is out of range; it may be 1 to 10000"),
        ("(key: \"x\", points: 0, side: red)", "events[1].points: 0 is out of range; it may be 1 to 1000000"),
        ("(key: \"x\", met: \"moat\")", "events[1].met: "),
        ("(key: \"x\", met: \"hill\", side: red)", "events[1].side: "),
        ("(key: \"x\", lost: [\"scouts\", \"nobody\"])", "events[1].lost[1]: "),
        ("(key: \"x\", side: red, enters: [(2, 1), (6, 1)])", "events[1].enters[1]: "),
        ("(key: \"x\", side: red, enters: [(2, 1), (2, 1)])", "events[1].enters[1]: "),
        ("(key: \"x\", met: \"hill\", repeat: 2)", "events[1].repeat: "),
        ("(key: \"x\", turn: 3, repeat: 101)", "events[1].repeat: 101 is out of range; it may be 1 to 100"),
        ("(key: \"x\", turn: 3, message: \" \")", "events[1].message: "),
        ("(key: \"x\", turn: 3, told: red)", "events[1].told: "),
        ("(key: \"x\", turn: 3, arrive: [\"nobody\"])", "events[1].arrive[0]: "),
        ("(key: \"x\", turn: 3, arrive: [\"relief\", \"relief\"])", "events[1].arrive[1]: "),
        ("(key: \"x\", turn: 3, opens: [\"moat\"])", "events[1].opens[0]: "),
        ("(key: \"x\", turn: 3, terrain: {\"lava\": [(0, 0)]})", "events[1].terrain.lava: "),
        ("(key: \"x\", turn: 3, terrain: {\"water\": []})", "events[1].terrain.water: "),
        ("(key: \"x\", turn: 3, terrain: {\"water\": [(1, 9)]})", "hex 1,9: "),
        ("(key: \"x\", turn: 3, terrain: {\"castle\": [(0, 1)]})", "hex 0,1: "),
        ("(key: \"x\", turn: 3, terrain: {\"grass\": [(0, 1)], \"water\": [(0, 1)]})", "hex 0,1: "),
    ] {
        check_refused(|document| document.edit_event(1, event(text)), says);
    }
    check_refused(|document| document.edit_event(9, event("(key: \"x\")")), "no event number 9");
}

#[test]
fn an_event_calls_a_unit_which_gets_a_key_and_waits() {
    let new = check_step(|document| document.toggle_called_unit(0, Side::Red, 1).unwrap());
    assert_eq!(
        new,
        [
            "(key: \"dawn\", turn: 3, repeat: 2, message: \"Dawn.\", told: red, arrive: [\"infantry 1\"]),",
            "(type: \"infantry\", arrives: (from: n), key: \"infantry 1\"),",
        ]
    );
    // One that waits already keeps its hexes; called off it is called by nobody.
    let new = check_step(|document| document.toggle_called_unit(0, Side::Blue, 1).unwrap());
    assert_eq!(new.len(), 1, "{new:?}");
    let mut document = beacon();
    document.toggle_called_unit(1, Side::Blue, 1).unwrap();
    assert!(document.settings().events[1].arrive.is_empty());
    assert!(faults(&document).iter().any(|fault| fault.contains("blue.units[1].arrives")));
    check_refused(|document| document.toggle_called_unit(0, Side::Blue, 2), "unit number 2");
    check_refused(|document| document.toggle_called_unit(8, Side::Red, 1), "no event number 8");
}

#[test]
fn units_that_events_and_goals_are_about_get_keys() {
    let new = check_step(|document| document.toggle_lost_unit(2, Side::Blue, 0).unwrap());
    assert_eq!(
        new,
        [
            "(key: \"mourning\", lost: [\"scouts\", \"infantry 1\"], message: \"They are gone.\"),",
            "(type: \"infantry\", at: (1, 9), key: \"infantry 1\"),",
        ]
    );
    // Of an event with another condition it becomes the condition.
    let new = check_step(|document| document.toggle_lost_unit(0, Side::Red, 0).unwrap());
    assert_eq!(new, ["(key: \"dawn\", lost: [\"scouts\"], message: \"Dawn.\", told: red),"]);
    check_refused(|document| document.toggle_lost_unit(2, Side::Red, 0), "events[2]: an event has one of");
    check_refused(|document| document.toggle_lost_unit(2, Side::Red, 7), "unit number 7");

    let new = check_step(|document| document.toggle_unit_of_goal(2, 1).unwrap());
    assert_eq!(new[0], "(key: \"king\", side: blue, destroy: [\"scouts\", \"infantry 1\"]),");
    let new = check_step(|document| document.toggle_unit_of_goal(1, 0).unwrap());
    assert_eq!(new, ["(key: \"out\", side: red, exit: [(5, 0), (5, 2)], count: 1, by: 9),"]);
    check_refused(|document| document.toggle_unit_of_goal(2, 0), "goals[2]: a goal has one of");
    check_refused(|document| document.toggle_unit_of_goal(0, 1), "goals[0].units: ");
    // With one unit fewer no more can leave the map.
    let mut document = beacon();
    document.toggle_unit_of_goal(1, 1).unwrap();
    let both = GoalEntry { count: Some(2), ..document.settings().goals[1].clone() };
    document.edit_goal(1, both).unwrap();
    document.toggle_unit_of_goal(1, 1).unwrap();
    assert_eq!(document.settings().goals[1].count, Some(1));
}

#[test]
fn goals_are_added_with_keys_of_their_own() {
    let new = check_step(|document| {
        assert_eq!(document.add_goal(Side::Blue, GoalWay::Hold, vec![at(2, 2)]), Ok(3));
    });
    assert_eq!(new, ["(key: \"goal 1\", side: blue, hold: [(2, 2)]),"]);
    let new = check_step(|document| assert_eq!(document.add_goal_to_destroy(Side::Red, 0), Ok(3)));
    assert_eq!(new[0], "(key: \"goal 1\", side: red, destroy: [\"infantry 1\"]),");
    let out = |document: &mut Document| document.add_goal(Side::Red, GoalWay::Take, vec![at(9, 0)]);
    check_refused(|document| out(document).map(drop), "goals[3].take[0]: ");
    let mut document = beacon();
    for _ in 3..MAX_GOALS {
        document.add_goal(Side::Red, GoalWay::Exit, vec![at(0, 0)]).unwrap();
    }
    let refusal = document.add_goal_to_destroy(Side::Red, 0).unwrap_err().to_string();
    assert!(refusal.starts_with("goals: ") && refusal.contains("33"), "{refusal}");
    assert_eq!(document.units(Side::Blue)[0].key, None, "what is refused changes nothing");
    assert_eq!(MapEdge::in_direction(Direction::N), MapEdge::North);
    assert_eq!(MapEdge::in_direction(Direction::Sw), MapEdge::West);
}

/// A name of a unit or goal follows its key, and is gone with it.
#[test]
fn keys_follow_units_and_goals() {
    let rename = |document: &mut Document, key: Option<&str>| {
        let unit = UnitEntry { key: key.map(str::to_owned), ..document.units(Side::Red)[0].clone() };
        document.edit_unit(Side::Red, 0, unit)
    };
    let named = check_step(|document| rename(document, Some("riders")).unwrap());
    assert_eq!(named.iter().filter(|line| line.contains("\"riders\"")).count(), 4, "{named:?}");
    check_refused(|document| rename(document, Some("relief")), "red.units[0].key: ");
    for remove in [
        |document: &mut Document| document.remove_unit(Side::Red, 0).unwrap(),
        |document: &mut Document| document.set_army(Side::Red, None).unwrap(),
    ] {
        check_step(|document| {
            remove(document);
            let map = document.to_map();
            let goals: Vec<&str> = map.goals.iter().map(|goal| goal.key.as_str()).collect();
            assert_eq!(goals, ["hill"], "nobody is left to leave or to be destroyed");
            assert!(map.wins.is_empty(), "no way is left that needs one of the goals that are gone");
            assert_eq!(
                keys(document),
                ["dawn", "alarm", "flood"],
                "of what was opened or lost, nothing is left"
            );
        });
    }
    check_step(|document| {
        let mut goal = document.settings().goals[0].clone();
        goal.key = "height".into();
        document.edit_goal(0, goal).unwrap();
        let map = document.to_map();
        assert_eq!(map.wins.red[0], ["height", "out"]);
        assert_eq!(map.events[4].met.as_deref(), Some("height"));
    });
    // A goal that goes over to the enemy is in no way to win of its old side.
    check_step(|document| {
        let goal = GoalEntry { side: Side::Blue, ..document.settings().goals[0].clone() };
        document.edit_goal(0, goal).unwrap();
        assert_eq!(document.settings().wins.red, [["out"]]);
    });
}

#[test]
fn goals_are_edited_and_refused_with_their_place() {
    let new = check_step(|document| {
        let goal = &document.settings().goals[1];
        let goal = GoalEntry { units: Vec::new(), count: Some(2), by: None, ..goal.clone() };
        document.edit_goal(1, goal).unwrap();
    });
    assert_eq!(new, ["(key: \"out\", side: red, exit: [(5, 0), (5, 2)], count: 2),"]);
    check_step(|document| {
        let mut goal = document.settings().goals[1].clone();
        GoalWay::Hold.give_to(&mut goal);
        assert_eq!(goal, parse_ron("(key: \"out\", side: red, hold: [(5, 0), (5, 2)])").unwrap());
        document.edit_goal(1, goal).unwrap();
    });
    for (text, says) in [
        ("(key: \"hill\", side: red, exit: [(5, 0)])", "goals[1].key: "),
        ("(key: \"out\", side: red)", "goals[1]: "),
        ("(key: \"out\", side: red, exit: [(5, 0)], hold: [(1, 0)])", "goals[1]: "),
        ("(key: \"out\", side: red, hold: [(5, 0)], by: 3)", "goals[1].by: "),
        ("(key: \"out\", side: red, exit: [(5, 0)], turns: 3)", "goals[1].turns: "),
        ("(key: \"out\", side: red, take: [(5, 0)], count: 1)", "goals[1].count: "),
        ("(key: \"out\", side: red, exit: [(5, 10)])", "goals[1].exit[0]: "),
        (
            "(key: \"out\", side: red, exit: [(5, 0)], count: 3)",
            "goals[1].count: 3 is out of range; it may be 1 to 2",
        ),
        ("(key: \"out\", side: red, exit: [(5, 0)], units: [\"relief\"])", "goals[1].units[0]: "),
        ("(key: \"out\", side: red, destroy: [\"scouts\"])", "goals[1].destroy[0]: "),
        ("(key: \"out\", side: red, hold: [(5, 0)], points: -5)", "goals[1].points: "),
    ] {
        check_refused(|document| document.edit_goal(1, parse_ron(text).unwrap()), says);
    }
    check_refused(
        |document| document.edit_goal(3, GoalEntry::new("x", Side::Red)),
        "there is no goal number 3; the map has 3",
    );
    let edge = |edge| beacon().passable_hexes_of_edge(edge);
    assert_eq!(edge(MapEdge::East), (0..10).map(|row| at(5, row)).collect::<Vec<_>>());
    assert_eq!(
        (edge(MapEdge::North).len(), edge(MapEdge::South)[5], edge(MapEdge::West)[2]),
        (6, at(5, 9), at(0, 2))
    );
    let walled = Document::open("(name: \"x\", rows: [\".^.\"])").unwrap();
    assert_eq!(walled.passable_hexes_of_edge(MapEdge::North), [at(0, 0), at(2, 0)]);
}

#[test]
fn ways_to_win_are_any_of_sets_of_all() {
    let sets = |sets: &[&[&str]]| -> Vec<Vec<String>> {
        sets.iter().map(|set| set.iter().map(|&key| key.to_owned()).collect()).collect()
    };
    let new = check_step(|document| {
        document.set_winning_sets(Side::Red, sets(&[&["hill"], &["out", "hill"]])).unwrap();
        assert!(faults(document).is_empty(), "{:?}", faults(document));
    });
    assert_eq!(new, ["wins: (red: [[\"hill\"], [\"out\", \"hill\"]], blue: [[\"king\"]]),"]);
    for (faulty, says) in [
        (sets(&[&["hill"], &[]]), "wins.red[1]: "),
        (sets(&[&["hill", "king"]]), "wins.red[0][1]: "),
        (sets(&[&["hill", "hill"]]), "wins.red[0][1]: "),
    ] {
        check_refused(|document| document.set_winning_sets(Side::Red, faulty), says);
    }
    let mut goals = GoalSettings::of_map(beacon().settings());
    goals.toggle_in_winning_set(1, 0);
    assert_eq!(goals.wins.red, [["hill", "out"], ["out", "hill"]]);
    goals.toggle_in_winning_set(1, 1);
    goals.toggle_in_winning_set(1, 0);
    assert_eq!(goals.wins.red, [["hill", "out"]], "a way without goals is none");
    goals.add_winning_set(Side::Red);
    goals.add_winning_set(Side::Red);
    goals.add_winning_set(Side::Red);
    assert_eq!(goals.wins.red[1..], [["hill"], ["out"], ["hill"]]);
    let mut none = GoalSettings::default();
    none.add_winning_set(Side::Blue);
    assert_eq!(none, GoalSettings::default());
}

#[test]
fn degrees_of_victory_have_leads_of_their_own() {
    let degree = |lead, name: &str| DegreeEntry { lead, name: name.to_owned() };
    let new = check_step(|document| {
        document.set_degrees(vec![degree(1, "narrow"), degree(20, "clear")]).unwrap();
    });
    assert_eq!(
        new,
        [
            "victory_points: (losses: 20, degrees: [(lead: 1, name: \"narrow\"), (lead: 20, name: \"clear\")]),"
        ]
    );
    for (faulty, says) in [
        (
            vec![degree(0, "none")],
            "victory_points.degrees[0].lead: 0 is out of range; it may be 1 to 1000000",
        ),
        (vec![degree(1, " ")], "victory_points.degrees[0].name: "),
        (vec![degree(1, "a"), degree(2, "b"), degree(1, "c")], "victory_points.degrees[2].lead: "),
    ] {
        check_refused(|document| document.set_degrees(faulty), says);
    }
    let mut document = Document::new("Plain", 4, 4, "grass", Ruleset::classic()).unwrap();
    document.set_degrees(vec![degree(3, "clear")]).unwrap();
    document.set_degrees(Vec::new()).unwrap();
    assert_eq!(document.settings().victory_points, None, "victory points that say nothing are not given");
}

/// From an empty map to a scenario with an event and ways to win, by edits alone.
#[test]
fn an_empty_map_becomes_a_scenario() {
    let mut document = Document::new("Plain", 12, 6, "grass", Ruleset::classic()).unwrap();
    let castle = document.rules().terrain("castle").unwrap();
    document.paint_hexes([at(10, 3)], castle).unwrap();
    let unit = |kind: &str, hex| UnitEntry { at: Some(hex), ..UnitEntry::new(kind) };
    for (side, kind, hex) in [
        (Side::Red, "infantry", at(1, 2)),
        (Side::Red, "cavalry", at(1, 3)),
        (Side::Blue, "infantry", at(9, 2)),
        (Side::Blue, "cavalry", at(9, 4)),
    ] {
        document.add_unit(side, unit(kind, hex)).unwrap();
    }
    document.set_objective(Some(Objective::Goals));
    let mut goals = GoalSettings::default();
    goals.add_goal(Side::Red, GoalWay::Take, vec![at(5, 2)]);
    goals.add_goal(Side::Red, GoalWay::Exit, document.passable_hexes_of_edge(MapEdge::East));
    goals.add_winning_set(Side::Red);
    goals.toggle_in_winning_set(0, 1);
    document.set_goals(goals);
    let index = document.add_event().unwrap();
    let mut event = document.settings().events[index].clone();
    EventCondition::Entered { side: Side::Red, hexes: vec![at(5, 2)] }.give_to(&mut event);
    event.message = Some("The ford is taken.".into());
    document.edit_event(index, event).unwrap();
    document.toggle_called_unit(index, Side::Blue, 1).unwrap();
    assert!(faults(&document).is_empty(), "{:?}", faults(&document));
    let text = document.to_ron();
    assert_eq!(Document::open(&text).unwrap().to_ron(), text);
    assert!(text.contains("wins: (red: [[\"goal 1\", \"goal 2\"]])"), "{text}");
}
