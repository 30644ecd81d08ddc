//! Starting places of armies, and the choices that a scenario leaves to the engine.

use std::collections::BTreeSet;

use hotgates_engine::{
    Arm, Battle, ContingentEntry, Coord, Direction, FaultKind, MapFile, Objective, Ruleset, Scenario, Side,
    UnitEntry, UnitId,
};

use crate::naive::distance;
use crate::stage::{Stage, at, sentences, stage_by};

/// Returns a plain of grass with castles and standard armies.
fn plain(width: usize, height: usize, castles: &[(usize, usize)]) -> Stage {
    let mut rows = vec![vec!['.'; width]; height];
    for &(col, row) in castles {
        rows[row][col] = '#';
    }
    let rows = rows.into_iter().map(String::from_iter).collect();
    Stage(Scenario::classic(MapFile { name: "plain".into(), rows, ..MapFile::default() }))
}

fn from(direction: Direction) -> impl FnOnce(&mut Scenario) {
    move |scenario| scenario.map.from = Some(direction)
}

/// Returns the start hexes of a side, of one arm where one is given.
fn starts(battle: &Battle, side: Side, arm: Option<Arm>) -> Vec<Coord> {
    let units = battle
        .roster()
        .filter(|(unit, info)| info.side == side && arm.is_none_or(|arm| battle.kind(*unit).arm == arm));
    units.map(|(_, info)| battle.grid().coord(info.cell)).collect()
}

/// Returns the distances of a hex along a line and to the right of the line, in integer units of
/// the plane. A hex lies at 3·col to the east and 2·row, one more in odd columns, to the south;
/// half a hex up is √3 / 2, so squares of the second number count 3.
fn along_and_right((from, to): (Coord, Coord), hex: Coord) -> (i32, i32) {
    let place = |hex: Coord| (3 * hex.col, 2 * hex.row + hex.col % 2);
    let ((x0, y0), (x1, y1), (x, y)) = (place(from), place(to), place(hex));
    let ((dx, dy), (x, y)) = ((x1 - x0, y1 - y0), (x - x0, y - y0));
    (dx * x + 3 * dy * y, dx * y - dy * x)
}

/// Checks the rules of layout for an army that faces along a line.
fn check_formation(battle: &Battle, side: Side, line: (Coord, Coord), garrison: usize) {
    let arm = |arm| {
        starts(battle, side, Some(arm)).into_iter().map(|hex| along_and_right(line, hex)).collect::<Vec<_>>()
    };
    let (guns, horse) = (arm(Arm::Artillery), arm(Arm::Cavalry));
    let infantry = arm(Arm::Infantry)[garrison..].to_vec();
    let front = guns.iter().map(|place| place.0).max().unwrap();
    assert!(
        infantry.iter().chain(&horse).all(|place| place.0 >= front),
        "artillery behind: {guns:?} {infantry:?} {horse:?}"
    );
    let right = |places: &[(i32, i32)]| places.iter().map(|place| place.1).max().unwrap();
    let left = |places: &[(i32, i32)]| places.iter().map(|place| place.1).min().unwrap();
    assert!(right(&horse) >= right(&infantry) && left(&horse) <= left(&infantry), "cavalry on both wings");
}

#[test]
fn red_comes_from_each_of_the_six_directions() {
    let (width, height, castle) = (41, 30, at(20, 15));
    for direction in Direction::ALL {
        let stage = plain(41, 30, &[(20, 15)]).with(from(direction));
        let battle = stage.battle();
        assert_eq!(battle.origin_direction(), Some(direction));
        let anchor = direction.anchor(width, height);
        let (red, blue) = (starts(&battle, Side::Red, None), starts(&battle, Side::Blue, None));
        assert_eq!((red.len(), blue.len()), (15, 10));
        let all: BTreeSet<_> = red.iter().chain(&blue).collect();
        assert_eq!(all.len(), 25, "one unit to a hex");
        assert_eq!(
            starts(&battle, Side::Blue, Some(Arm::Infantry))[0],
            castle,
            "the first infantry on the castle"
        );
        // Blue on the hexes nearest to the castle: all six around it and three of the next twelve.
        assert_eq!(blue.iter().filter(|&&hex| distance(hex, castle) == 1).count(), 6);
        assert!(blue.iter().all(|&hex| distance(hex, castle) <= 2));
        // Red on those nearest to its anchor, none too close.
        assert!(red.iter().all(|&hex| blue.iter().all(|&other| distance(hex, other) > 6)));
        let hexes = (0..width).flat_map(|col| (0..height).map(move |row| at(col, row)));
        let farthest = red.iter().map(|&hex| distance(hex, anchor)).max().unwrap();
        for hex in hexes.filter(|hex| !red.contains(hex)) {
            assert!(distance(hex, anchor) >= farthest, "{hex} is nearer to {anchor} and free");
        }
        check_formation(&battle, Side::Red, (anchor, castle), 0);
        check_formation(&battle, Side::Blue, (castle, anchor), 1);
        let zone: BTreeSet<_> =
            battle.deployment_zone(Side::Red).iter().map(|&cell| battle.grid().coord(cell)).collect();
        assert_eq!(zone.len(), 30);
        assert!(red.iter().all(|hex| zone.contains(hex)));
    }
}

#[test]
fn anchors_lie_where_the_rules_say() {
    let anchors = Direction::ALL.map(|direction| direction.anchor(40, 30));
    assert_eq!(anchors, [at(20, 0), at(39, 7), at(39, 22), at(20, 29), at(0, 22), at(0, 7)]);
    for direction in Direction::ALL {
        assert_eq!(direction.anchor(1, 1), at(0, 0));
    }
}

#[test]
fn infantry_holds_each_of_two_castles() {
    let battle = plain(40, 20, &[(5, 5), (5, 15)]).with(from(Direction::Se)).battle();
    let infantry = starts(&battle, Side::Blue, Some(Arm::Infantry));
    assert_eq!(infantry[..2], [at(5, 5), at(5, 15)]);
}

#[test]
fn red_starts_around_its_entry_hexes() {
    let entry = [at(39, 2), at(39, 17)];
    let battle = plain(40, 20, &[(3, 10)]).with(|scenario| scenario.map.entry = entry.to_vec()).battle();
    assert_eq!(battle.origin_direction(), None);
    let red = starts(&battle, Side::Red, None);
    let nearest = |hex: Coord| entry.map(|entry| distance(hex, entry)).into_iter().min().unwrap();
    let farthest = red.iter().map(|&hex| nearest(hex)).max().unwrap();
    for (col, row) in (0..40).flat_map(|col| (0..20).map(move |row| (col, row))) {
        assert!(red.contains(&at(col, row)) || nearest(at(col, row)) >= farthest);
    }
    for entry in entry {
        assert!(red.contains(&entry));
        assert!(red.iter().filter(|&&hex| distance(hex, entry) <= farthest).count() >= 5, "at both of them");
    }
}

#[test]
fn units_start_where_they_are_told_and_others_around_them() {
    let stage = plain(30, 12, &[(2, 6)]).with(|scenario| {
        let army = |text: &[(&str, Option<(i32, i32)>)]| {
            let units = text
                .iter()
                .map(|&(kind, place)| UnitEntry { at: place.map(Coord::from), ..UnitEntry::new(kind) });
            Some(hotgates_engine::Army { commander: None, units: units.collect() })
        };
        scenario.map.from = Some(Direction::Ne);
        scenario.map.red =
            army(&[("infantry", None), ("cavalry", Some((15, 11))), ("infantry", Some((29, 3)))]);
        scenario.map.blue = army(&[("infantry", None), ("artillery", Some((2, 6))), ("infantry", None)]);
    });
    let battle = stage.battle();
    let red = starts(&battle, Side::Red, None);
    assert_eq!(red[1..], [at(15, 11), at(29, 3)]);
    assert!(distance(red[0], at(29, 3)) == 1, "the anchor itself is taken");
    let blue = starts(&battle, Side::Blue, None);
    assert_eq!(blue[1], at(2, 6));
    assert!(distance(blue[0], at(2, 6)) == 1 && distance(blue[2], at(2, 6)) == 1);
    let zone = battle.deployment_zone(Side::Red);
    assert!(zone.contains(&battle.grid().at(at(15, 11)).unwrap()), "a place given by hand is in the zone");
}

#[test]
fn a_unit_is_called_by_the_name_that_it_is_given() {
    let labels_of = |names: [Option<&str>; 3]| {
        let stage = plain(30, 12, &[(2, 6)]).with(|scenario| {
            let unit = |name: Option<&str>| UnitEntry {
                called: name.map(str::to_owned),
                ..UnitEntry::new("infantry")
            };
            let units = names.map(unit).to_vec();
            scenario.map.blue = Some(hotgates_engine::Army { commander: None, units });
        });
        let battle = stage.battle();
        let blue = battle.roster().filter(|(_, unit)| unit.side == Side::Blue);
        let labels: Vec<_> = blue.map(|(_, unit)| unit.label.clone()).collect();
        (labels, battle.fingerprint(), battle.hash())
    };
    let (named, fingerprint, hash) = labels_of([None, Some("The Guard"), None]);
    assert_eq!(named, ["infantry 1", "The Guard", "infantry 3"]);
    let unnamed = labels_of([None; 3]);
    assert_eq!((unnamed.1, unnamed.2), (fingerprint, hash), "names change nothing in a battle");
}

#[test]
fn all_units_may_be_placed_by_hand_anywhere_on_their_side() {
    // No free hex is left for the layout, and it needs none.
    let rows = ["#^^^^^^^^=", "=========="];
    let stage =
        stage_by(Ruleset::classic(), &rows, "infantry 9,0; infantry 9,1; infantry 8,1", "infantry 0,0");
    assert_eq!(starts(&stage.battle(), Side::Red, None), [at(9, 0), at(9, 1), at(8, 1)]);
}

#[test]
fn standard_armies_are_shortened_evenly_where_there_is_no_room() {
    // Hexes more than 6 away from a castle on the west edge and from Blue's men around it.
    for (width, height) in [(12, 4), (11, 4), (11, 3), (14, 2), (20, 5)] {
        let stage = plain(width, height, &[(0, 1)]);
        let battle = stage.battle();
        let count = |side: Side, arm| starts(&battle, side, arm).len();
        let (red, blue) = (count(Side::Red, None), count(Side::Blue, None));
        assert!(red < 15 || (width, height) == (20, 5), "{width}×{height} has room for all");
        assert_eq!(blue, (10 * red).div_ceil(15), "evenly on both sides");
        for (side, total, list) in [(Side::Red, red, [9, 3, 3]), (Side::Blue, blue, [6, 2, 2])] {
            let full: usize = list.iter().sum();
            for (arm, of_full) in [Arm::Infantry, Arm::Cavalry, Arm::Artillery].into_iter().zip(list) {
                let share = count(side, Some(arm)) * full;
                assert!(share.abs_diff(of_full * total) <= full, "{side} {arm:?}: {share}");
            }
        }
        // One unit more in each army leaves no room.
        let by_hand = |side, units: usize| {
            let types = ["infantry"; 20].into_iter().take(units).map(UnitEntry::new).collect();
            (side, hotgates_engine::Army { commander: None, units: types })
        };
        if red < 15 {
            let larger = stage.clone().with(|scenario| {
                scenario.map.red = Some(by_hand(Side::Red, red + 1).1);
                scenario.map.blue = Some(by_hand(Side::Blue, (10 * (red + 1)).div_ceil(15)).1);
            });
            assert!(
                Battle::check_scenario(&larger.0).battle.is_none(),
                "{width}×{height}: {red} is not the most"
            );
        }
    }
}

#[test]
fn a_standard_army_is_shortened_beside_one_given_by_hand() {
    // On a chain of 16 hexes Blue's ten would leave no hex more than 6 away; nine leave one.
    let battle = plain(16, 1, &[(0, 0)])
        .with(|scenario| {
            let units = vec![UnitEntry::new("infantry")];
            scenario.map.red = Some(hotgates_engine::Army { commander: None, units });
        })
        .battle();
    assert_eq!(starts(&battle, Side::Red, None), [at(15, 0)]);
    assert_eq!(battle.alive(Side::Blue), 9);
}

/// On maps without room for all, each type has its share of as many units as there are: the types up to it never half a
/// unit more or less.
#[test]
fn a_shortened_standard_army_keeps_its_shares() {
    let mut sizes = BTreeSet::new();
    for width in 16..40 {
        let battle = plain(width, 1, &[(0, 0)]).battle();
        for side in Side::BOTH {
            let list = battle.rules().standard.army_of_side(side);
            let all: u32 = list.iter().map(|(_, count)| count).sum();
            let (mut wanted, mut given, units) = (0, 0, battle.alive(side));
            for (kind, count) in list {
                wanted += count;
                given += u32::try_from(
                    battle.living(side).filter(|&unit| battle.kind(unit).name == *kind).count(),
                )
                .unwrap();
                assert!(
                    (given * all).abs_diff(wanted * units) * 2 <= all,
                    "{given} of {units} {side} units up to {kind}"
                );
            }
            assert_eq!(given, units);
            sizes.insert((side, units));
        }
    }
    assert!(sizes.len() > 10, "{sizes:?}");
}

/// The castle lies in the north-west; the far corner is the south-east, until a road makes it near.
#[test]
fn red_comes_from_the_farthest_direction_by_cost() {
    let far = plain(40, 30, &[(2, 2)]);
    assert_eq!(far.battle().origin_direction(), Some(Direction::Se));
    let road = far.with(|scenario| {
        // A road to the south-east's anchor; the way to the north-east's stays all grass.
        let rows = &mut scenario.map.rows;
        for row in &mut rows[3..=22] {
            row.replace_range(2..3, "=");
        }
        rows[22].replace_range(2..40, &"=".repeat(38));
    });
    let battle = road.battle();
    assert_ne!(battle.origin_direction(), Some(Direction::Se));
    assert_eq!(battle.origin_direction(), Some(Direction::Ne));
}

#[test]
fn where_the_farthest_direction_has_no_room_the_next_is_taken() {
    // The east is all mountain but for a trail, which leads farthest and has no room for 60.
    let stage = plain(40, 30, &[(2, 2)]).with(|scenario| {
        for row in &mut scenario.map.rows {
            row.replace_range(11..40, &"^".repeat(29));
        }
        scenario.map.rows[22].replace_range(11..40, &"f".repeat(29));
        let units = vec![UnitEntry::new("infantry"); 60];
        scenario.map.red = Some(hotgates_engine::Army { commander: None, units });
    });
    assert_eq!(stage.battle().origin_direction(), Some(Direction::S));
    for direction in [Direction::Ne, Direction::Se] {
        let faults = Battle::check_scenario(&stage.clone().with(from(direction)).0).faults;
        let refused = |kind: &FaultKind| matches!(kind, FaultKind::NoWayFrom { direction: named, .. } if *named == direction);
        assert!(refused(&faults[0].kind), "{}", sentences(&faults));
    }
}

#[test]
fn the_seed_cuts_strengths_within_the_variation() {
    let battle = |seed, variation| {
        let stage = plain(40, 20, &[(3, 10)]);
        let map = MapFile { seed: Some(seed), variation: Some(variation), ..stage.0.map };
        Battle::from_scenario(&Scenario::new(map, stage.0.rules)).unwrap()
    };
    let men = |battle: &Battle| battle.roster().map(|(_, unit)| unit.start.0).collect::<Vec<_>>();
    assert_eq!(men(&battle(1, 100)), men(&battle(1, 100)));
    assert_ne!(men(&battle(1, 100)), men(&battle(2, 100)));
    assert!(men(&battle(1, 0)).iter().all(|men| [1000, 500, 200].contains(men)));
    let mut cuts = BTreeSet::new();
    for seed in 0..50 {
        let battle = battle(seed, 100);
        for (unit, info) in battle.roster() {
            let full = battle.kind(unit).strength.0;
            assert!((full * 9 / 10..=full).contains(&info.start.0), "{} of {full}", info.start);
            if full == 1000 {
                cuts.insert(1000 - info.start.0);
            }
        }
    }
    assert_eq!(cuts, (0..=100).collect(), "every cut from 0 to 100 ‰, and no other");
    assert!(men(&battle(3, 900)).iter().all(|&men| men >= 20));
}

#[test]
fn the_last_turn_follows_the_way_to_the_castle() {
    for width in [20, 40, 120] {
        let battle = plain(width, 8, &[(0, 4)]).with(from(Direction::Ne)).battle();
        let castle = at(0, 4);
        let nearest =
            starts(&battle, Side::Red, None).into_iter().map(|hex| distance(hex, castle)).min().unwrap();
        // Four hexes of grass a turn.
        let march = nearest.div_ceil(4);
        assert_eq!(battle.last_turn(), (8 + 2 * march).max(14), "{width}");
    }
}

#[test]
fn a_long_march_is_a_warning() {
    let stage = plain(120, 8, &[(0, 4)]).with(from(Direction::Ne));
    let nearest = starts(&stage.battle(), Side::Red, None)
        .into_iter()
        .map(|hex| distance(hex, at(0, 4)))
        .min()
        .unwrap();
    let march = nearest.div_ceil(4);
    let check = |turns: u32| Battle::check_scenario(&stage.clone().last_turn(turns.into()).0);
    let report = check(2 * march - 1);
    assert!(report.battle.is_some(), "it can be played all the same");
    let [fault] = &report.faults[..] else { panic!("{}", sentences(&report.faults)) };
    assert_eq!(fault.kind, FaultKind::LongMarch { march, turns: 2 * march - 1 });
    assert!(fault.is_warning());
    assert!(check(2 * march).faults.is_empty());
}

/// Turns never overflow: a path over all of a long map under a ruleset with the most turns for it.
#[test]
fn a_very_long_way_has_the_most_turns_there_may_be() {
    let mut stage = plain(3000, 2, &[(0, 0)]);
    let setup = &mut stage.0.rules.setup;
    (setup.turns, setup.turns_per_march, setup.min_turns) = (10_000, 1000, 10_000);
    assert_eq!(stage.battle().last_turn(), 10_000);
}

#[test]
fn a_scenario_replaces_what_its_map_says() {
    let map =
        MapFile { from: Some(Direction::N), turns: Some(9), seed: Some(1), ..plain(9, 9, &[(1, 1)]).0.map };
    let text = r#"Scenario(name: "other", map: "plain", entry: [(3, 3)], seed: 2, objective: meeting)"#;
    let Ok(hotgates_engine::BattleFile::Scenario(scenario)) = hotgates_engine::BattleFile::from_ron(text)
    else {
        panic!("a scenario")
    };
    let both = map.overridden_by_scenario(scenario);
    assert_eq!((both.name.as_str(), both.from, both.turns, both.seed), ("other", None, Some(9), Some(2)));
    assert_eq!((both.entry, both.objective), (vec![at(3, 3)], Some(Objective::Meeting)));
}

#[test]
fn possible_directions_are_those_that_have_room() {
    // Red must start more than 6 hexes away: there is room in the east alone.
    let stage = plain(13, 5, &[(0, 2)]);
    let army =
        |kind: &str| Some(hotgates_engine::Army { commander: None, units: vec![UnitEntry::new(kind); 3] });
    let stage =
        stage.with(|scenario| (scenario.map.red, scenario.map.blue) = (army("infantry"), army("infantry")));
    let possible = Battle::possible_directions(&stage.0);
    assert!(possible.contains(&Direction::Ne) && possible.contains(&Direction::Se), "{possible:?}");
    assert!(!possible.contains(&Direction::Nw) && !possible.contains(&Direction::Sw), "{possible:?}");
    for direction in Direction::ALL {
        assert_eq!(
            Battle::check_scenario(&stage.clone().with(from(direction)).0).battle.is_some(),
            possible.contains(&direction)
        );
    }
    // The hexes on which Red would come otherwise do not count.
    let entered = stage.with(|scenario| scenario.map.entry = vec![at(12, 2)]);
    assert_eq!(Battle::possible_directions(&entered.0), possible);
}

#[test]
fn labels_number_the_units_of_each_type() {
    let battle = plain(40, 20, &[(3, 10)]).battle();
    assert_eq!(battle.info(UnitId(0)).label, "infantry 1");
    assert_eq!(battle.info(UnitId(11)).label, "cavalry 3");
    assert_eq!(battle.info(UnitId(15)).label, "infantry 1");
}

/// The scenario says of contingents what its own list has; a unit may name one that the list lacks.
#[test]
fn contingents_are_found_by_side_and_name() {
    let stage = field("infantry 9,0; infantry 9,1");
    let allied = stage.with(|scenario| {
        let map = &mut scenario.map;
        for (side, name) in [(Side::Red, "Allies"), (Side::Blue, "Guard")] {
            map.army_mut(side).as_mut().unwrap().units[0].contingent = Some(name.into());
        }
        map.contingents = vec![contingent("Allies", Side::Red)];
    });
    let battle = allied.battle();
    let found = [0, 1, 2].map(|unit| battle.contingent(UnitId(unit)).map(|entry| entry.name.as_str()));
    assert_eq!(found, [Some("Allies"), None, None]);
    assert_eq!(battle.info(UnitId(2)).contingent.as_deref(), Some("Guard"));
    let mut exchanged = allied.0.clone();
    exchanged.exchange_armies();
    assert_eq!(exchanged.map.contingents[0].side, Side::Blue);
    assert!(sentences(&Battle::check_scenario(&exchanged).faults).is_empty());
}

#[test]
fn faults_of_contingents_are_reported_at_once() {
    let scene = field("infantry 9,0").with(|scenario| {
        let map = &mut scenario.map;
        map.red.as_mut().unwrap().units[0].contingent = Some("Allies".into());
        let [allies, guard] = ["Allies", "Guard"].map(|name| contingent(name, Side::Red));
        map.contingents = vec![allies.clone(), allies, contingent(" ", Side::Red), guard];
    });
    let faults = Battle::check_scenario(&scene.0).faults;
    let expected = "contingents[1].name: `Allies` is there already; each may stand only once\n\
                    contingents[2].name: a name is missing or empty\n\
                    contingents[3].name: no unit of Red is of the contingent `Guard`";
    assert_eq!(sentences(&faults), expected);
    assert!(!faults[0].is_warning() && faults[2].is_warning());
    let nameless = scene.with(|scenario| {
        scenario.map.contingents.clear();
        scenario.map.red.as_mut().unwrap().units[0].contingent = Some(String::new());
    });
    let faults = Battle::check_scenario(&nameless.0).faults;
    assert_eq!(sentences(&faults), "red.units[0].contingent: a name is missing or empty");
}

/// Returns a battle of Red against one man at his castle, nine hexes away.
fn field(red: &str) -> Stage {
    stage_by(Ruleset::classic(), &["#.........", ".........."], red, "infantry 0,0")
}

fn contingent(name: &str, side: Side) -> ContingentEntry {
    ContingentEntry { name: name.into(), side, colour: None, commander: None }
}
