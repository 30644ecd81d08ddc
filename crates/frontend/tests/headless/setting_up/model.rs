//! The model of the set-up: armies, prices, directions and seats, without a screen.

use hotgates_engine::{Army, Direction, MapFile, RankId, Scenario, Side, UnitEntry};
use hotgates_frontend::setup::doctrines::KnownDoctrine;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange, commander_names};
use hotgates_play::ThinkingLimit;

fn setup() -> BattleSetup {
    let rows = vec!["....................".to_owned(); 14];
    let mut map = MapFile { name: "plain".to_owned(), rows, ..MapFile::default() };
    map.rows[7].replace_range(2..3, "#");
    map.red = Some(Army { commander: None, units: vec![UnitEntry::new("infantry"); 3] });
    map.blue = Some(Army { commander: None, units: vec![UnitEntry::new("infantry"); 2] });
    BattleSetup::new(&Scenario::classic(map), 0)
}

#[test]
fn a_direction_moves_the_invaders_at_once() {
    let mut setup = setup();
    let places = |setup: &BattleSetup| setup.battle().unwrap().starting_cells(Side::Red).collect::<Vec<_>>();
    setup.apply_change(&SetupChange::From(Direction::Ne));
    let north = places(&setup);
    setup.apply_change(&SetupChange::From(Direction::Se));
    assert_ne!(north, places(&setup));
    assert_eq!(setup.red_direction(), Some(Direction::Se));
}

#[test]
fn units_are_added_changed_and_removed() {
    let mut setup = setup();
    setup.apply_change(&SetupChange::Add(Side::Blue));
    assert_eq!(setup.units(Side::Blue).len(), 3);
    setup.apply_change(&SetupChange::Kind(Side::Blue, 2));
    assert_eq!(setup.units(Side::Blue)[2].kind, "cavalry");
    setup.apply_change(&SetupChange::Strength(Side::Blue, 2, -1));
    assert_eq!(setup.units(Side::Blue)[2].strength, Some(450));
    setup.apply_change(&SetupChange::Rank(Side::Blue, 2));
    assert_eq!(setup.units(Side::Blue)[2].rank.as_deref(), Some("Lieutenant"));
    setup.apply_change(&SetupChange::Name(Side::Blue, 2, " Leonidas ".to_owned()));
    assert_eq!(setup.units(Side::Blue)[2].name.as_deref(), Some("Leonidas"));
    setup.apply_change(&SetupChange::Remove(Side::Blue, 2));
    assert_eq!(setup.units(Side::Blue).len(), 2);
    assert!(setup.battle_to_start().is_some());
}

#[test]
fn an_army_is_bought_for_points_and_costs_no_more() {
    let mut setup = setup();
    let infantry = setup.army_price(Side::Blue).unwrap() / 2;
    let mut last = 0;
    for _ in 0..12 {
        setup.apply_change(&SetupChange::Points(Side::Blue, 1));
        let (price, asked) =
            (setup.army_price(Side::Blue).unwrap(), setup.army_purchase_points(Side::Blue).unwrap());
        assert!(u64::from(asked) > last && price <= asked.into() && price + infantry > asked.into());
        assert!(setup.battle_to_start().is_some());
        last = asked.into();
    }
    let kinds = |setup: &BattleSetup| setup.units(Side::Blue).to_vec();
    let before = kinds(&setup);
    setup.apply_change(&SetupChange::Points(Side::Blue, 1));
    setup.apply_change(&SetupChange::Points(Side::Blue, -1));
    assert_eq!(kinds(&setup), before);
    for _ in 0..30 {
        setup.apply_change(&SetupChange::Points(Side::Blue, -1));
    }
    assert!(!setup.units(Side::Blue).is_empty(), "there is no army for nothing");
    setup.apply_change(&SetupChange::Add(Side::Blue));
    assert_eq!(setup.army_purchase_points(Side::Blue), None);
}

#[test]
fn what_is_wrong_keeps_it_from_starting() {
    let mut setup = setup();
    for _ in 0..2 {
        setup.apply_change(&SetupChange::Remove(Side::Blue, 0));
    }
    assert!(setup.battle_to_start().is_none());
    assert!(!setup.faults().is_empty());
    setup.apply_change(&SetupChange::Add(Side::Blue));
    assert!(setup.battle_to_start().is_some());
}

/// Where no battle can begin, nothing is said of its turns, nor that an army has no units.
#[test]
fn a_map_without_room_has_standard_armies_and_no_known_turns() {
    let rows = vec!["...".to_owned(), "~#~".to_owned(), "...".to_owned()];
    let mut map = MapFile { name: "nowhere".to_owned(), rows, ..MapFile::default() };
    let mut setup = BattleSetup::new(&Scenario::classic(map.clone()), 0);
    assert!(setup.battle().is_none());
    assert_eq!(setup.last_turn(), None);
    assert!(Side::BOTH.iter().all(|&side| setup.has_unlisted_army(side)));
    setup.apply_change(&SetupChange::Turns(1));
    assert_eq!(setup.last_turn(), None, "a number that is not known cannot grow");
    setup.apply_change(&SetupChange::Add(Side::Red));
    assert!(!setup.has_unlisted_army(Side::Red));
    map.turns = Some(7);
    let mut setup = BattleSetup::new(&Scenario::classic(map), 0);
    setup.apply_change(&SetupChange::Turns(1));
    assert_eq!(setup.last_turn(), Some(8));
}

#[test]
fn ranks_and_commanders_become_seats() {
    let mut setup = setup();
    let warden = commander_names().iter().position(|name| *name == "warden").unwrap();
    setup.apply_change(&SetupChange::Seat(Side::Blue, warden));
    setup.apply_change(&SetupChange::SeatRank(Side::Blue, Some(RankId(3))));
    let (_, seats) = setup.battle_to_start().unwrap();
    assert_eq!(seats.names_as_text().blue, "warden:colonel");
    setup.apply_change(&SetupChange::SeatLimit(Side::Blue, ThinkingLimit::Seconds(3)));
    let (mut scenario, seats) = setup.battle_to_start().unwrap();
    assert_eq!(seats.names_as_text().blue, "warden+3s");
    // A save keeps the seats' names in the scenario: set up again, the time is the same.
    let Some(red) = scenario.map.red.as_mut() else { panic!("an army") };
    red.commander = Some("strategist+10s".to_owned());
    assert_eq!(BattleSetup::new(&scenario, 0).seat(Side::Red).limit(), Some(ThinkingLimit::Seconds(10)));
    setup.apply_change(&SetupChange::SeatRank(Side::Blue, None));
    assert_eq!(setup.battle_to_start().unwrap().1.names_as_text().blue, "warden");
    setup.apply_change(&SetupChange::SeatLimit(Side::Blue, ThinkingLimit::Steps(1000)));
    setup.apply_change(&SetupChange::SeatDoctrine(Side::Blue, KnownDoctrine::shipped("hoplite")));
    let (_, seats) = setup.battle_to_start().unwrap();
    assert_eq!(seats.names_as_text().blue, "warden@hoplite+1000");
    assert_ne!(seats[Side::Blue].doctrine(), Some(hotgates_ai::Doctrine::built_in_doctrine()));
    // Whoever weighs nothing by a doctrine has none in the name.
    let greedy = commander_names().iter().position(|name| *name == "greedy").unwrap();
    setup.apply_change(&SetupChange::Seat(Side::Blue, greedy));
    assert_eq!(setup.battle_to_start().unwrap().1.names_as_text().blue, "greedy+1000");
}

#[test]
fn a_map_that_names_a_doctrine_has_it_or_says_that_it_is_missing() {
    let (mut scenario, _) = setup().battle_to_start().unwrap();
    let mut named = |name: &str| {
        scenario.map.red.as_mut().unwrap().commander = Some(name.to_owned());
        BattleSetup::new(&scenario, 0)
    };
    let known = named("hunter:major@hoplite");
    assert_eq!(known.seat(Side::Red).missing_doctrine(), None);
    assert_eq!(known.battle_to_start().unwrap().1.names_as_text().red, "hunter:major@hoplite");
    let mut unknown = named("hunter@../../etc/bold");
    assert_eq!(unknown.seat(Side::Red).missing_doctrine(), Some("../../etc/bold"));
    assert_eq!(unknown.battle_to_start().unwrap().1.names_as_text().red, "hunter");
    unknown.apply_change(&SetupChange::SeatDoctrine(Side::Red, None));
    assert_eq!(unknown.seat(Side::Red).missing_doctrine(), None);
}

#[test]
fn another_map_keeps_what_the_player_has_chosen() {
    let mut setup = setup();
    let hunter = commander_names().iter().position(|name| *name == "hunter").unwrap();
    setup.apply_change(&SetupChange::Seat(Side::Blue, hunter));
    setup.apply_change(&SetupChange::SeatRank(Side::Blue, Some(RankId(2))));
    setup.apply_change(&SetupChange::Add(Side::Red));
    setup.apply_change(&SetupChange::Name(Side::Red, 0, "Hydarnes".to_owned()));
    setup.apply_change(&SetupChange::Seed(77));
    let army = |setup: &BattleSetup, side: Side| {
        setup.units(side).iter().map(|unit| (unit.kind.clone(), unit.name.clone())).collect::<Vec<_>>()
    };
    let other = |rows: usize, rules: &hotgates_engine::Ruleset| {
        let rows = vec![".".repeat(24); rows];
        let mut map = MapFile { name: "other".to_owned(), rows, ..MapFile::default() };
        map.rows[1].replace_range(2..3, "#");
        map.red = Some(Army { commander: None, units: vec![UnitEntry::new("cavalry")] });
        map.blue = Some(Army { commander: None, units: vec![UnitEntry::new("cavalry")] });
        Scenario::new(map, rules.clone())
    };
    let rules = setup.scenario().rules.clone();
    let moved = setup.for_other_map(&other(16, &rules), 5);
    assert_eq!((moved.map_index(), moved.seat(Side::Blue).commander_index()), (5, hunter));
    assert_eq!(moved.seat(Side::Blue).rank(), Some(RankId(2)));
    assert_eq!(army(&moved, Side::Red), army(&setup, Side::Red), "what was changed is kept");
    assert_eq!(army(&moved, Side::Blue), [("cavalry".to_owned(), None)], "the map's own");
    assert_eq!(moved.scenario().dice_source(), 77_u64.into());
    assert!(moved.battle_to_start().is_some());
    // An army of another ruleset is another army.
    let mut own = rules;
    own.name = "another".to_owned();
    let moved = setup.for_other_map(&other(16, &own), 6);
    assert_eq!(army(&moved, Side::Red), [("cavalry".to_owned(), None)]);
    assert_eq!(moved.seat(Side::Blue).commander_index(), hunter);
}
