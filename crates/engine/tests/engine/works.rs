//! Works: the rule written down a second time, what it does in a battle, and its faults.

use std::collections::BTreeMap;

use hotgates_engine::{
    Battle, Coord, Dice, Direction, Event, Illegal, MapFile, MovementPoints, Order, Ruleset, Side,
    TypeSelector, UnitId, WorkId, WorkProgress, WorkRule,
};
use proptest::prelude::*;

use crate::naive::neighbours;
use crate::perft::check;
use crate::stage::{
    FACING, FOG_OF_WAR, Game, LINE_OF_SIGHT, OPTION_SETS, Stage, WORKS, any_random_stage, at, classic_with,
    face, go, hit, labelled, play_at_random, sentences, stage_by, work,
};

const BRIDGE: u8 = 0;
const BLOW_UP: u8 = 1;
const CLEAR: u8 = 2;

/// The ground, and what units are working on, written down as simply as possible.
struct NaiveWorks {
    rules: Ruleset,
    ground: BTreeMap<Coord, String>,
    /// For each unit the hex, the work and the half-turns worked.
    begun: Vec<Option<(Coord, WorkId, u8)>>,
}

/// Returns the name of the terrain of each hex.
pub fn ground_of(battle: &Battle) -> BTreeMap<Coord, String> {
    let name = |cell| battle.rules().terrains[battle.map().terrain(cell)].name.clone();
    battle.grid().cells().map(|cell| (battle.grid().coord(cell), name(cell))).collect()
}

impl NaiveWorks {
    fn new(battle: &Battle) -> Self {
        let begun = vec![None; battle.roster().len()];
        Self { rules: battle.rules().clone(), ground: ground_of(battle), begun }
    }

    fn follow(&mut self, order: Order, before: &Battle, map: &MapFile, events: &[Event]) {
        if let Order::Work { unit, at, work } = order {
            let (rule, at) = (&self.rules.options.works[work.index()], Coord::from(at));
            let begun = self.begun[unit.index()].filter(|&(hex, which, _)| (hex, which) == (at, work));
            let done = begun.map_or(0, |(.., done)| done) + 1;
            self.begun[unit.index()] = (done < rule.turns).then_some((at, work, done));
            if done >= rule.turns {
                assert!(rule.from.contains(&self.ground[&at]));
                self.ground.insert(at, rule.to.clone());
            }
        }
        for event in events {
            match *event {
                Event::Stepped { unit, .. }
                | Event::GaveWay { unit, .. }
                | Event::Pursued { unit, .. }
                | Event::Ran { unit, .. }
                | Event::Attacked { unit, .. }
                | Event::Faced { unit, .. }
                | Event::Broke { unit } => self.begun[unit.index()] = None,
                // Who has worked has no points left.
                Event::HalfTurnBegan { .. } => {
                    let idle = |unit: &UnitId| before.unit(*unit).left > MovementPoints(0);
                    before
                        .living(before.side())
                        .filter(idle)
                        .for_each(|unit| self.begun[unit.index()] = None);
                }
                Event::Scripted { event, .. } => {
                    for (terrain, hexes) in &map.events[event.index()].terrain {
                        self.ground.extend(hexes.iter().map(|&hex| (hex, terrain.clone())));
                    }
                }
                _ => {}
            }
        }
    }

    fn check(&self, battle: &Battle) {
        assert_eq!(self.ground, ground_of(battle));
        for (unit, _) in battle.roster().filter(|&(unit, _)| battle.unit(unit).alive()) {
            let found = battle.condition(unit).work.map(|WorkProgress { work, toward, half_turns }| {
                let here = battle.hex(unit).into();
                (toward.map_or(here, |way| neighbours(here)[way as usize]), work, half_turns)
            });
            assert_eq!(found, self.begun[unit.index()], "{unit:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Terrain and works in progress are those of the second implementation after every order, whatever
    /// else is on.
    #[test]
    fn the_ground_is_that_of_the_second_implementation(seed: u64) {
        let stage = any_random_stage(seed, &classic_with((seed % OPTION_SETS) | WORKS));
        let mut game = stage.game();
        let mut naive = NaiveWorks::new(&game.battle);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..60 {
            let (before, told) = (game.battle.clone(), game.log.len());
            let Some(&order) = play_at_random(&mut game, &mut choice, 1).first() else { break };
            naive.follow(order, &before, &stage.0.map, &game.log[told..]);
            naive.check(&game.battle);
            for side in Side::BOTH {
                prop_assert_eq!(ground_of(game.battle.known_to(side)), ground_of(&game.battle));
            }
        }
    }
}

fn stage_with(rows: &[&str], red: &str, blue: &str) -> Stage {
    let mut rules = classic_with(WORKS);
    rules.setup.distance = 0;
    stage_by(rules, rows, red, blue).last_turn(9)
}

fn terrain(battle: &Battle, col: i32, row: i32) -> &str {
    let cell = battle.grid().at(at(col, row)).unwrap();
    &battle.rules().terrains[battle.map().terrain(cell)].name
}

fn next_turn(game: &mut Game) {
    game.end_turn();
    game.end_turn();
}

#[test]
fn a_bridge_is_laid_in_two_half_turns_and_crossed() {
    let mut game = stage_with(&["..~..#"], "infantry 1,0", "artillery 5,0").game();
    let start = game.battle.clone();
    let events = game.act(work(0, 2, 0, BRIDGE));
    let (unit, at) = (UnitId(0), at(2, 0).hex());
    assert_eq!(events, [Event::Worked { unit, at, work: WorkId(0), half_turns: 1 }]);
    assert_eq!((game.left(0), terrain(&game.battle, 2, 0)), (0, "water"));
    assert_eq!(game.battle.half_turns_worked(unit, at, WorkId(0)), 1);
    next_turn(&mut game);
    let events = game.act(work(0, 2, 0, BRIDGE));
    let bridge = game.battle.rules().terrain("bridge").unwrap();
    assert_eq!(events[1..], [Event::TerrainChanged { at, terrain: bridge }]);
    assert_eq!((terrain(&game.battle, 2, 0), terrain(&start, 2, 0)), ("bridge", "water"));
    assert_eq!(game.battle.condition(unit).work, None);
    next_turn(&mut game);
    game.go(0, 3, 0);
    assert_eq!(game.left(0), 5);
}

#[test]
fn the_way_back_leads_over_the_ground_as_it_was() {
    let mut game = stage_with(&["..H..#"], "infantry 1,0", "artillery 5,0").game();
    game.act(work(0, 2, 0, BLOW_UP));
    game.end_turn();
    let view = hotgates_engine::View::new(&game.battle, Side::Red);
    let before = view.before_last_half_turn().expect("a half-turn before");
    let cell = game.battle.grid().at(at(2, 0)).unwrap();
    let name = |map: &hotgates_engine::Map| game.battle.rules().terrains[map.terrain(cell)].name.clone();
    assert_eq!((name(before.view().map()), name(game.battle.map())), ("bridge".into(), "water".into()));
}

#[test]
fn who_stops_working_begins_anew() {
    let begin = || {
        let mut game = stage_with(&["f.~..#", "......"], "infantry 1,0", "artillery 5,0").game();
        game.act(work(0, 2, 0, BRIDGE));
        next_turn(&mut game);
        game
    };
    let worked = |game: &Game| game.battle.half_turns_worked(UnitId(0), at(2, 0).hex(), WorkId(BRIDGE));
    let mut idle = begin();
    assert_eq!(worked(&idle), 1);
    next_turn(&mut idle);
    assert_eq!(worked(&idle), 0);
    let mut gone = begin();
    gone.go(0, 1, 1);
    assert_eq!(gone.battle.condition(UnitId(0)).work, None);
    let mut other = begin();
    other.act(work(0, 0, 0, CLEAR));
    assert_eq!(worked(&other), 0);
}

/// Two positions are the same if the ground is, whoever has changed it and how often.
#[test]
fn ground_that_is_as_it_was_has_no_key() {
    let mut game = stage_with(&["..H..#"], "infantry 1,0", "artillery 5,0").game();
    let start = game.battle.hash();
    let mut same = game.clone();
    game.act(work(0, 2, 0, BLOW_UP));
    assert_ne!(game.battle.hash(), start);
    for _ in 0..2 {
        next_turn(&mut game);
        game.act(work(0, 2, 0, BRIDGE));
    }
    // The others wait as long, with as many points left.
    same.go(0, 0, 0);
    for _ in 0..2 {
        next_turn(&mut same);
    }
    next_turn(&mut game);
    next_turn(&mut same);
    same.go(0, 1, 0);
    game.go(0, 0, 0);
    game.go(0, 1, 0);
    for game in [&mut game, &mut same] {
        while game.battle.turn() < 6 || game.battle.side() == Side::Blue {
            game.end_turn();
        }
    }
    assert_eq!(terrain(&game.battle, 2, 0), "bridge");
    assert_eq!(game.battle.hash(), same.battle.hash());
}

#[test]
fn orders_to_work_that_cannot_be_followed() {
    let rows = ["==H~..#", "......."];
    let mut game = stage_with(&rows, "infantry 1,0; artillery 0,0", "infantry 2,0").game();
    let blue = labelled("Blue's infantry 1");
    let full = MovementPoints(8);
    let rules = game.battle.rules().clone();
    let name = |work: u8| rules.options.works[usize::from(work)].name.clone();
    game.check_illegal(work(0, 2, 0, 9), &Illegal::NoSuchWork { work: 9 });
    game.check_illegal(
        work(1, 1, 0, CLEAR),
        &Illegal::NotItsWork { kind: "artillery".into(), work: name(CLEAR) },
    );
    game.check_illegal(work(0, 3, 0, BRIDGE), &Illegal::WorkTooFar { at: at(3, 0) });
    game.check_illegal(
        work(0, 1, 1, BRIDGE),
        &Illegal::NothingToWorkOn { work: name(BRIDGE), terrain: "grass".into(), at: at(1, 1) },
    );
    game.check_illegal(work(0, 2, 0, BLOW_UP), &Illegal::CouldNotStand { unit: blue, at: at(2, 0) });
    game.check_illegal(work(0, 1, -1, BRIDGE), &Illegal::OffMap { to: at(1, -1) });
    game.go(0, 1, 1);
    game.check_illegal(
        work(0, 1, 0, CLEAR),
        &Illegal::TooTiredToWork { need: full, left: MovementPoints(6) },
    );
}

/// Castles, hexes of goals, and hexes over which units come or go stay as they are.
#[test]
fn what_is_fought_for_is_not_worked_on() {
    use hotgates_engine::{ArrivalEntry, GoalEntry};
    let stage = stage_with(&["fff.#", ".f..."], "infantry 1,0", "artillery 4,1").with(|scenario| {
        let goal = |key: &str, change: fn(&mut GoalEntry)| {
            let mut goal = GoalEntry::new(key, Side::Red);
            change(&mut goal);
            goal
        };
        scenario.map.goals = vec![
            goal("hold", |goal| goal.hold = vec![at(0, 0)]),
            goal("leave", |goal| goal.exit = vec![at(2, 0)]),
        ];
        let mut late = hotgates_engine::UnitEntry::new("infantry");
        late.arrives = Some(ArrivalEntry { turn: Some(3), hexes: vec![at(1, 1)], from: None });
        scenario.map.red.as_mut().unwrap().units.push(late);
    });
    let mut game = stage.game();
    for (col, row) in [(0, 0), (2, 0), (1, 1)] {
        game.check_illegal(work(0, col, row, CLEAR), &Illegal::FixedGround { at: at(col, row) });
    }
    assert_eq!(game.refuse(work(0, 1, 0, CLEAR)), Ok(()));
}

/// A felled wood shows what lies behind it, which cannot be taken back; work that opens no view can be.
#[test]
fn a_felled_wood_shows_what_lay_behind_it() {
    let fell = |fog: u64| {
        let mut rules = classic_with(WORKS | fog);
        rules.setup.distance = 0;
        rules.units.iter_mut().for_each(|unit| unit.sight = Some(3));
        let mut game = stage_by(rules, &["..f....#"], "infantry 1,0", "artillery 4,0").last_turn(9).game();
        let seen = |game: &Game| game.battle.known_to(Side::Red).unit(UnitId(1)).alive();
        assert_eq!(seen(&game), fog == 0);
        loop {
            let events = game.act(work(0, 2, 0, CLEAR));
            let is_felled = events.iter().any(|event| matches!(event, Event::TerrainChanged { .. }));
            assert_eq!(seen(&game), fog == 0 || is_felled, "{events:?}");
            if is_felled {
                return game.battle.can_take_back(&events);
            }
            assert!(game.battle.can_take_back(&events), "{events:?}");
            next_turn(&mut game);
        }
    };
    assert_eq!([fell(0), fell(FOG_OF_WAR | LINE_OF_SIGHT)], [true, false]);
}

#[test]
fn an_event_of_the_scenario_changes_the_ground() {
    let flood = |map: &mut MapFile| {
        let mut event =
            hotgates_engine::ScriptedEventEntry { key: "flood".into(), turn: Some(2), ..Default::default() };
        event.terrain = BTreeMap::from([("water".into(), vec![at(2, 0), at(1, 0)])]);
        map.events.push(event);
    };
    let stage = stage_with(&[".....#"], "infantry 0,0; infantry 1,0", "artillery 5,0");
    let mut game = stage.clone().with(|scenario| flood(&mut scenario.map)).game();
    game.end_turn();
    let events = game.end_turn();
    assert_eq!(events.iter().filter(|event| matches!(event, Event::TerrainChanged { .. })).count(), 2);
    assert_eq!((terrain(&game.battle, 1, 0), terrain(&game.battle, 2, 0)), ("water", "water"));
    // Who stands there may leave it, but nobody enters.
    assert!(matches!(game.refuse(go(0, 1, 0)), Err(Illegal::Impassable { .. })));
    assert!(game.refuse(go(1, 3, 0)).is_err());
    let again = stage.with(|scenario| {
        flood(&mut scenario.map);
        let terrain = &mut scenario.map.events[0].terrain;
        terrain.insert("grass".into(), vec![at(5, 0), at(2, 0), at(9, 9)]);
        terrain.insert("lava".into(), vec![at(3, 0)]);
    });
    let faults = sentences(&Battle::check_scenario(&again.0).faults);
    let expected = [
        "hex 5,0: castle is a castle, and castles neither come nor go",
        "events[0].terrain.grass[2]: hex 9,9 is off the map",
        "events[0].terrain.lava",
        "events[0].terrain.water[0]: `2,0` is there already; each may stand only once",
    ];
    for line in expected {
        assert!(faults.contains(line), "{line}\n{faults}");
    }
}

#[test]
fn faults_of_works_have_their_place() {
    let mut rules = classic_with(WORKS);
    rules.options.works = vec![
        WorkRule {
            name: "dig".into(),
            from: vec!["castle".into(), "swamp".into()],
            to: "grass".into(),
            by: vec![TypeSelector::from("#miners")],
            turns: 0,
        },
        WorkRule {
            name: "dig".into(),
            from: vec!["grass".into()],
            to: "grass".into(),
            by: vec![],
            turns: 21,
        },
    ];
    let faults = sentences(&rules.find_faults());
    let expected = [
        "options.works[1].name: `dig`",
        "options.works[0].turns: ",
        "options.works[0].from: castle is a castle",
        "options.works[0].from: ",
        "options.works[0].by: ",
        "options.works[1].turns: ",
        "options.works[1].to: `grass`",
        "options.works[1].by: ",
    ];
    for line in expected {
        assert!(faults.contains(line), "{line}\n{faults}");
    }
    assert!(faults.contains("swamp") && faults.contains("miners"), "{faults}");
}

fn one_work(rows: &[&str], which: u8) -> Stage {
    stage_with(rows, "infantry 0,0", "artillery 2,0").with(|scenario| {
        let works = &mut scenario.rules.options.works;
        *works = vec![works[usize::from(which)].clone()];
        // Nobody has the points for an attack.
        scenario.rules.units.iter_mut().for_each(|unit| unit.attack_cost = MovementPoints(250));
    })
}

/// A bridge is laid before a castle with a gun on it, in two half-turns.
///
/// 1: work or end (2). 2: worked, the end (1); ended, Blue's end (1). 3: worked and ended, Blue's end (1);
/// both ended, Red's 2. 4: in Red's second half-turn work or end (2); after its first work in the second the
/// end (1); ended thrice, Blue's end (1). 5: the bridge laid, the end (1); the work left, Blue's end (1);
/// begun in the second, Blue's end (1); never begun, Red's 2. 6: the bridge laid, Blue goes onto it or ends
/// (2); the work left, Red's 2; begun in the second, 2; begun in the third, 1; never begun, Blue's end (1).
#[test]
fn a_bridge_takes_two_orders() {
    check(&one_work(&["=~#"], BRIDGE), &[(1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (6, 8)]);
}

/// A bridge before a castle with a gun on it is blown up in one half-turn, unless somebody stands on it.
///
/// 1: onto the bridge, blow it up, or end (3). 2: from the bridge back or end (2); blown up, the end (1);
/// ended, Blue onto the bridge or end (2). 3: back on the road, the bridge or end (2); on the bridge and
/// ended, Blue's end (1); blown up and ended, Blue's end (1); Blue on the bridge, back or end (2); both
/// ended, Red's 3. 4: twice on the bridge 2; back and ended, Blue's 2; on the bridge and both ended, back or
/// end, for nobody blows up what he stands on (2); blown up and both ended, the end (1); Blue back again 2;
/// Blue on the bridge and ended, the end (1); and Red's three of the second turn 2, 1 and 2.
#[test]
fn nobody_is_blown_up() {
    check(&one_work(&["=H#"], BLOW_UP), &[(1, 3), (2, 5), (3, 9), (4, 15)]);
}

/// A turn breaks a work off, and an attack on the unit does not.
#[test]
fn blows_do_not_keep_from_working() {
    let mut rules = classic_with(WORKS | FACING);
    rules.setup.distance = 0;
    let stage =
        stage_by(rules, &["..~..", "...#."], "infantry 1,0", "artillery 4,0; artillery 3,1").last_turn(9);
    let mut game = stage.game();
    game.act(work(0, 2, 0, BRIDGE));
    game.end_turn();
    game.act(hit(1, 0));
    game.end_turn();
    assert_eq!(game.battle.condition(UnitId(0)).work.map(|begun| begun.half_turns), Some(1));
    game.act(face(0, Direction::N));
    assert_eq!(game.battle.condition(UnitId(0)).work, None);
}
