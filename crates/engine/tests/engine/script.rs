//! Arrivals, departures and events: by hand, against a second implementation, and faults in place.

use std::collections::BTreeMap;

use hotgates_engine::{
    ArrivalEntry, Battle, Coord, Dice, Event, GoalEntry, Illegal, MapFile, Order, Presence, Scenario,
    ScriptedEventEntry, ScriptedEventId, Side, Spectator, UnitId, Verdict, VictoryKind, View,
};
use proptest::prelude::*;

use crate::goals::points;
use crate::naive::NaiveGoals;
use crate::stage::{
    FOG_OF_WAR, Stage, at, classic_with, go, goal, orders, play_at_random, random_stage_with_events,
    sentences, stage,
};
use crate::works::ground_of;

/// A chain of hexes with a castle at its east end; Red's second unit comes in turn 2 in the west, on
/// the first free hex of two.
fn relief(change: impl FnOnce(&mut MapFile)) -> Stage {
    stage(&["............#"], "infantry 2,0; cavalry 0,0", "infantry 11,0; infantry 10,0").with(|scenario| {
        let map = &mut scenario.map;
        let unit = &mut map.red.as_mut().unwrap().units[1];
        let hexes = vec![at(0, 0), at(1, 0)];
        (unit.at, unit.arrives) = (None, Some(ArrivalEntry { turn: Some(2), hexes, from: None }));
        unit.key = Some("relief".to_owned());
        change(map);
    })
}

fn event(key: &str, change: impl FnOnce(&mut ScriptedEventEntry)) -> ScriptedEventEntry {
    let mut event = ScriptedEventEntry { key: key.into(), message: Some("!".into()), ..Default::default() };
    change(&mut event);
    event
}

const CAVALRY: UnitId = UnitId(1);

#[test]
fn a_unit_comes_in_its_turn_on_the_first_free_hex() {
    for (place, arrives_on) in [(3, 0), (0, 1)] {
        let mut game = relief(|_| {}).game();
        let battle = &game.battle;
        assert_eq!((battle.alive(Side::Red), battle.presence(CAVALRY)), (1, Presence::Waiting));
        assert_eq!(battle.expected_units(Side::Red).collect::<Vec<_>>(), [(CAVALRY, Some(2))]);
        assert_eq!((battle.strength(Side::Red), battle.living_strength(Side::Red)), (1000, 1500));
        let name = battle.living(Side::Blue).next().unwrap();
        assert!(!battle.can_attack(name, battle.unit(name).cell, CAVALRY));
        let early = game.refuse(go(1, 5, 0));
        assert!(matches!(early, Err(Illegal::NotHereYet { .. })), "{early:?}");
        game.go(0, place, 0);
        game.end_turn();
        assert!(!game.end_turn().iter().any(|event| matches!(event, Event::Scripted { .. })));
        assert_eq!(game.log.last(), Some(&Event::Arrived { unit: CAVALRY, at: at(arrives_on, 0).hex() }));
        assert_eq!((game.men(1), game.left(1), game.battle.alive(Side::Red)), (500, 12, 2));
        game.go(1, 2, 0);
    }
}

#[test]
fn a_unit_waits_while_its_hexes_are_taken() {
    let mut game = relief(|map| {
        map.red.as_mut().unwrap().units[1].arrives.as_mut().unwrap().hexes = vec![at(2, 0)];
    })
    .game();
    for _ in 0..4 {
        game.end_turn();
    }
    assert_eq!((game.battle.turn(), game.battle.presence(CAVALRY)), (3, Presence::Waiting));
    game.go(0, 3, 0);
    game.end_turn();
    game.end_turn();
    assert_eq!(game.battle.presence(CAVALRY), Presence::OnMap);
}

#[test]
fn a_unit_that_arrives_takes_the_flag_on_its_hex() {
    let mut game = relief(|map| {
        map.goals = vec![GoalEntry { take: vec![at(0, 0)], ..goal("gate", Side::Red) }];
        map.wins.red = vec![vec!["gate".into()]];
    })
    .game();
    game.end_turn();
    game.end_turn();
    let verdict = Verdict { winner: Some(Side::Red), how: VictoryKind::Goals };
    assert_eq!(game.battle.verdict(), Some(verdict));
}

/// A direction stands for the edge of the map, the hexes nearest to it first.
#[test]
fn a_unit_may_come_from_a_direction() {
    let from_west = relief(|map| {
        map.red.as_mut().unwrap().units[1].arrives =
            Some(ArrivalEntry { turn: Some(2), hexes: vec![], from: Some(hotgates_engine::Direction::Nw) });
    })
    .battle();
    let cells = &from_west.info(CAVALRY).arrival.as_ref().unwrap().cells;
    let columns: Vec<_> = cells.iter().map(|&cell| from_west.grid().coord(cell).col).collect();
    assert_eq!(columns, [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_unit_is_taken_back_in_its_turn_and_counts_as_no_loss() {
    let mut game = relief(|map| {
        map.blue.as_mut().unwrap().units[1].withdraws = Some(2);
        map.victory_points =
            Some(hotgates_engine::VictoryPointValues { losses: Some(100), ..Default::default() });
    })
    .game();
    game.end_turn();
    game.end_turn();
    let withdrawn = UnitId(3);
    assert_eq!(game.battle.presence(withdrawn), Presence::OnMap, "Blue's second turn has not begun");
    game.end_turn();
    assert_eq!(game.battle.presence(withdrawn), Presence::Withdrawn);
    assert_eq!((game.battle.alive(Side::Blue), game.battle.unit_at(at(10, 0).hex())), (1, None));
    assert_eq!((game.battle.victory_points(Side::Red), game.battle.living_strength(Side::Blue)), (0, 2000));
    let unit = &game.battle.outcome().units[3];
    assert_eq!((unit.left, unit.losses.0, unit.presence), (unit.start, 0, Presence::Withdrawn));
    game.end_turn();
    let gone = game.refuse(crate::stage::hit(0, 3));
    assert!(matches!(gone, Err(Illegal::Gone { .. })), "{gone:?}");
}

#[test]
fn units_leave_the_map_over_the_hexes_of_a_goal() {
    let mut game = relief(|map| {
        let away =
            GoalEntry { exit: vec![at(4, 0)], count: Some(2), points: Some(7), ..goal("away", Side::Red) };
        map.goals = vec![away];
        map.wins.red = vec![vec!["away".into()]];
    })
    .game();
    let away = Order::Exit { unit: UnitId(0) };
    assert_eq!(game.refuse(away), Err(Illegal::NoExit { at: at(2, 0) }));
    assert_eq!(game.battle.hexes_at_stake().count(), 2, "the castle and the exit");
    game.go(0, 4, 0);
    assert!(orders(&game.battle).contains(&away));
    let may_exit = |unit: UnitId| View::new(&game.battle, Side::Red).may_exit(unit);
    assert_eq!([UnitId(0), CAVALRY].map(may_exit), [true, false]);
    let events = game.act(away);
    let departed = Event::Departed { unit: UnitId(0), how: Presence::Exited };
    assert_eq!(events[0], departed);
    assert!(matches!(events[1..], [Event::GoalAdvanced { progress: 1, .. }]));
    assert_eq!((game.battle.alive(Side::Red), game.battle.verdict()), (0, None), "one is still to come");
    game.end_turn();
    game.end_turn();
    game.go(1, 4, 0);
    assert_eq!(game.battle.victory_points(Side::Red), 0);
    game.act(Order::Exit { unit: CAVALRY });
    assert_eq!(game.battle.verdict().map(|verdict| verdict.how), Some(VictoryKind::Goals));
    assert_eq!(game.battle.victory_points(Side::Red), 7);
}

#[test]
fn leaving_costs_a_point_and_is_no_way_out_of_a_zone() {
    let exit = |map: &mut MapFile| {
        map.goals = vec![GoalEntry { exit: vec![at(4, 0), at(9, 0)], ..goal("away", Side::Red) }];
    };
    let mut game = relief(exit).game();
    game.go(0, 4, 0);
    game.go(0, 5, 0);
    game.go(0, 4, 0);
    assert_eq!(game.left(0), 0);
    let tired = game.refuse(Order::Exit { unit: UnitId(0) });
    assert!(matches!(tired, Err(Illegal::TooTiredToLeave { .. })), "{tired:?}");
    let mut game = relief(|map| {
        exit(map);
        map.red.as_mut().unwrap().units[0].at = Some(at(8, 0));
    })
    .with(|scenario| scenario.rules.options.zone_of_control = true)
    .game();
    game.go(0, 9, 0);
    assert_eq!(game.refuse(Order::Exit { unit: UnitId(0) }), Err(Illegal::Halted));
}

/// The last unit on the map falls: the battle goes on while another one is to come, or has gone.
#[test]
fn an_army_is_not_destroyed_while_a_unit_lives_off_the_map() {
    let mut game = stage(&["...........#"], "infantry 0,0; artillery 1,0 x1", "infantry 2,0; infantry 11,0")
        .with(|scenario| {
            let late = &mut scenario.map.red.as_mut().unwrap().units[0];
            let hexes = vec![at(0, 0)];
            (late.at, late.arrives) = (None, Some(ArrivalEntry { turn: Some(3), hexes, from: None }));
        })
        .game();
    game.end_turn();
    game.hit(2, 1);
    assert_eq!((game.battle.presence(UnitId(1)), game.battle.alive(Side::Red)), (Presence::Fallen, 0));
    assert_eq!(game.battle.verdict(), None);
    assert_eq!(orders(&game.battle).last(), Some(&Order::EndTurn));
    for _ in 0..3 {
        game.end_turn();
    }
    assert_eq!((game.battle.turn(), game.battle.alive(Side::Red)), (3, 1));
}

#[test]
fn an_event_calls_a_unit_that_waits_for_it() {
    let mut game = relief(|map| {
        map.red.as_mut().unwrap().units[1].arrives.as_mut().unwrap().turn = None;
        map.events = vec![event("signal", |event| {
            (event.enters, event.side) = (vec![at(4, 0)], Some(Side::Red));
            event.arrive = vec!["relief".into()];
        })];
    })
    .game();
    assert_eq!(game.battle.expected_units(Side::Red).collect::<Vec<_>>(), [(CAVALRY, None)]);
    game.go(0, 5, 0);
    assert_eq!(game.battle.times_happened(ScriptedEventId(0)), 0, "it has only passed the hex");
    let events = game.go(0, 4, 0);
    let signal = ScriptedEventId(0);
    assert_eq!(events[1..], [Event::Scripted { event: signal, times: 1 }, Event::Called { unit: CAVALRY }]);
    assert_eq!(game.battle.expected_units(Side::Red).collect::<Vec<_>>(), [(CAVALRY, Some(1))]);
    game.end_turn();
    game.end_turn();
    assert_eq!(game.battle.presence(CAVALRY), Presence::OnMap);
}

/// Each condition happens when it holds, as often as the scenario says.
#[test]
fn events_happen_on_their_conditions() {
    let mut game = relief(|map| {
        map.goals = vec![GoalEntry { take: vec![at(5, 0)], points: Some(5), ..goal("hill", Side::Red) }];
        map.blue.as_mut().unwrap().units[1].key = Some("guard".into());
        map.events = vec![
            event("dawn", |event| (event.turn, event.repeat) = (Some(2), Some(2))),
            event("answer", |event| (event.turn, event.side) = (Some(1), Some(Side::Blue))),
            event("rich", |event| (event.points, event.side) = (Some(5), Some(Side::Red))),
            event("taken", |event| event.met = Some("hill".into())),
            event("fallen", |event| event.lost = vec!["guard".into()]),
        ];
    })
    .game();
    let times = |battle: &Battle| {
        battle.scripted_events().map(|(id, _)| battle.times_happened(id)).collect::<Vec<_>>()
    };
    game.go(0, 5, 0);
    assert_eq!(times(&game.battle), [0, 0, 1, 1, 0]);
    game.end_turn();
    assert_eq!(times(&game.battle), [0, 1, 1, 1, 0]);
    for dawns in [1, 1, 2, 2, 2] {
        game.end_turn();
        assert_eq!(times(&game.battle)[0], dawns);
    }
    assert_eq!(times(&game.battle), [2, 1, 1, 1, 0]);
}

/// A goal that an event opens counts from then on, not before.
#[test]
fn an_event_opens_a_goal() {
    let mut game = relief(|map| {
        map.goals = vec![GoalEntry { take: vec![at(3, 0)], ..goal("hill", Side::Red) }];
        map.wins.red = vec![vec!["hill".into()]];
        map.events = vec![event("order", |event| {
            event.turn = Some(2);
            event.opens = vec!["hill".into()];
        })];
    })
    .game();
    let hill = game.battle.goals(Side::Red).next().unwrap().0;
    game.go(0, 3, 0);
    assert!(!game.battle.is_goal_announced(hill) && !game.battle.is_goal_open(hill));
    assert_eq!(game.battle.hexes_at_stake().count(), 1, "the castle alone");
    assert_eq!(game.battle.verdict(), None);
    game.end_turn();
    game.end_turn();
    assert!(game.battle.is_goal_met(hill));
    assert_eq!(game.battle.verdict().map(|verdict| verdict.how), Some(VictoryKind::Goals));
    assert_eq!(game.battle.presence(CAVALRY), Presence::Waiting, "nobody comes to a battle that is over");
}

fn units_of(battle: &Battle, side: Side) -> Vec<(usize, &hotgates_engine::UnitInfo)> {
    battle.roster().filter(|(_, unit)| unit.side == side).map(|(id, unit)| (id.index(), unit)).collect()
}

/// Arrivals, departures and events, written down a second time.
struct NaiveScript {
    goals: NaiveGoals,
    presence: Vec<Presence>,
    hexes: Vec<Option<Coord>>,
    times: Vec<i64>,
    ground: BTreeMap<Coord, String>,
}

impl NaiveScript {
    fn new(battle: &Battle, map: &MapFile) -> Self {
        let castles = battle.castles().map(|(cell, _)| battle.grid().coord(cell));
        let late = |unit: &hotgates_engine::UnitInfo| unit.arrival.is_some();
        let presence =
            battle.roster().map(|(_, unit)| if late(unit) { Presence::Waiting } else { Presence::OnMap });
        let hexes = battle.roster().map(|(id, unit)| (!late(unit)).then(|| battle.hex(id).into()));
        Self {
            goals: NaiveGoals::new(map, castles),
            presence: presence.collect(),
            hexes: hexes.collect(),
            times: vec![0; map.events.len()],
            ground: ground_of(battle),
        }
    }

    fn has_fallen(&self, battle: &Battle, key: &str) -> bool {
        battle.roster().any(|(id, unit)| {
            unit.key.as_deref() == Some(key) && self.presence[id.index()] == Presence::Fallen
        })
    }

    fn is_over(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.goals.has_won(side))
    }

    fn meet_goals(&mut self, turn: u32, battle: &Battle) {
        let mut goals = self.goals.clone();
        goals.meet_for_good(turn, |key| self.has_fallen(battle, key));
        self.goals = goals;
    }

    /// Plays the events of a moment: after a move by a unit or another order, or where a half-turn of
    /// a side has begun.
    fn play_events(&mut self, mover: Option<usize>, begun: Option<Side>, battle: &Battle) {
        if self.is_over() {
            return;
        }
        let map = self.goals.map.clone();
        let due = |(index, event): &(usize, &ScriptedEventEntry)| {
            let repeat = event.repeat.unwrap_or(1);
            let side = event.side.unwrap_or(map.first.unwrap_or(Side::Red));
            let holds = if let Some(turn) = event.turn {
                let now = i64::from(battle.turn());
                begun == Some(side) && turn <= now && now < turn + repeat
            } else if !event.enters.is_empty() {
                mover.is_some_and(|unit| {
                    let there = self.hexes[unit].is_some_and(|hex| event.enters.contains(&hex));
                    there && battle.info(UnitId(unit.try_into().unwrap())).side == side
                })
            } else if let Some(least) = event.points {
                points(&self.goals, side, battle) >= least
            } else if let Some(key) = &event.met {
                self.goals.is_met(map.goals.iter().position(|goal| goal.key == *key).unwrap())
            } else {
                event.lost.iter().all(|key| self.has_fallen(battle, key))
            };
            holds && self.times[*index] < repeat
        };
        let due: Vec<usize> = map.events.iter().enumerate().filter(due).map(|(index, _)| index).collect();
        for event in due {
            self.times[event] += 1;
            for (terrain, hexes) in &map.events[event].terrain {
                self.ground.extend(hexes.iter().map(|&hex| (hex, terrain.clone())));
            }
            for key in &map.events[event].opens {
                self.goals.closed.remove(key);
            }
            for (id, unit) in battle.roster() {
                let called = unit.key.as_ref().is_some_and(|key| map.events[event].arrive.contains(key));
                if called && self.presence[id.index()] == Presence::Waiting {
                    self.presence[id.index()] = Presence::Called;
                }
            }
        }
        self.meet_goals(battle.turn(), battle);
    }

    fn follow(&mut self, order: Order, before: &Battle, after: &Battle) {
        for (id, _) in after.roster() {
            // Losses are up to the dice: who has fallen is read from the battle.
            let there = self.presence[id.index()] == Presence::OnMap;
            if there && matches!(order, Order::Attack { .. }) && !after.unit(id).alive() {
                (self.presence[id.index()], self.hexes[id.index()]) = (Presence::Fallen, None);
            }
        }
        let (side, turn) = (before.side(), before.turn());
        let mut mover = None;
        match order {
            Order::Move { unit, to } => {
                self.hexes[unit.index()] = Some(to.into());
                self.goals.enter(to.into(), side);
                mover = Some(unit.index());
            }
            Order::Exit { unit } => {
                self.goals.leave(turn, unit, before);
                (self.presence[unit.index()], self.hexes[unit.index()]) = (Presence::Exited, None);
            }
            Order::Attack { .. } | Order::Face { .. } | Order::Work { .. } => {}
            Order::EndTurn => {
                self.goals.end_half_turn(side);
                if after.side() != side {
                    self.begin(after);
                }
                return;
            }
        }
        self.meet_goals(turn, before);
        let annihilated = Side::BOTH.into_iter().any(|side| {
            units_of(before, side).iter().all(|&(unit, _)| self.presence[unit] == Presence::Fallen)
        });
        if !annihilated {
            self.play_events(mover, None, after);
        }
    }

    fn begin(&mut self, battle: &Battle) {
        let side = battle.side();
        self.play_events(None, Some(side), battle);
        if self.is_over() {
            return;
        }
        let units = units_of(battle, side);
        for &(unit, info) in &units {
            let lives = matches!(self.presence[unit], Presence::OnMap | Presence::Waiting | Presence::Called);
            if lives && info.withdraws.is_some_and(|turn| turn <= battle.turn()) {
                (self.presence[unit], self.hexes[unit]) = (Presence::Withdrawn, None);
            }
        }
        for &(unit, info) in &units {
            let Some(arrival) = &info.arrival else { continue };
            let due = match self.presence[unit] {
                Presence::Called => true,
                Presence::Waiting => arrival.turn.is_some_and(|turn| turn <= battle.turn()),
                _ => false,
            };
            let hexes = arrival.cells.iter().map(|&cell| battle.grid().coord(cell));
            let free = hexes.filter(|_| due).find(|hex| !self.hexes.contains(&Some(*hex)));
            if let Some(hex) = free {
                (self.presence[unit], self.hexes[unit]) = (Presence::OnMap, Some(hex));
                self.goals.enter(hex, side);
            }
        }
        self.meet_goals(battle.turn(), battle);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Places of units, events that have happened and goals that are met are those of the second
    /// implementation after every order. It takes moves to end where they were to, as they do without
    /// fog of war.
    #[test]
    fn units_and_events_are_those_of_the_second_implementation(seed: u64, options in 0..FOG_OF_WAR) {
        let stage = random_stage_with_events(seed, &classic_with(options));
        let mut game = stage.game();
        let mut naive = NaiveScript::new(&game.battle, &stage.0.map);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..90 {
            let before = game.battle.clone();
            let Some(&order) = play_at_random(&mut game, &mut choice, 1).first() else { break };
            let battle = &game.battle;
            naive.follow(order, &before, battle);
            let over_otherwise = battle.verdict().is_some_and(|verdict| verdict.how != VictoryKind::Goals);
            prop_assert!(over_otherwise || battle.verdict().is_some() == naive.is_over());
            if over_otherwise {
                break;
            }
            for (id, _) in battle.roster() {
                prop_assert_eq!(battle.presence(id), naive.presence[id.index()], "{:?} after {}", id, order);
                let hex = battle.unit(id).alive().then(|| battle.hex(id).into());
                prop_assert_eq!(hex, naive.hexes[id.index()]);
            }
            prop_assert_eq!(&ground_of(battle), &naive.ground);
            for (id, _) in battle.scripted_events() {
                prop_assert_eq!(i64::from(battle.times_happened(id)), naive.times[id.index()], "{:?} after {}", id, order);
            }
            for (id, goal) in battle.all_goals() {
                prop_assert_eq!(battle.is_goal_met(id), naive.goals.is_met(id.index()), "{} after {}", &goal.key, order);
            }
        }
    }

    /// A log and the way back tell such a battle as they do any other.
    #[test]
    fn battles_with_events_are_logged(seed: u64) {
        let stage = random_stage_with_events(seed, &classic_with(0));
        let (mut battle, mut dice) = (stage.battle(), Dice::of_source(stage.0.dice_source()));
        let (mut onlooker, mut log) = (Spectator::new(battle.clone()), Vec::new());
        let mut choice = Dice::for_other_purpose(seed, 1);
        let mut begun = battle.clone();
        for _ in 0..60 {
            let legal = orders(&battle);
            if legal.is_empty() {
                break;
            }
            let order = legal[choice.draw_below(legal.len().try_into().unwrap()) as usize];
            let ended = order == Order::EndTurn;
            battle.act(order, &mut dice, &mut log).expect("a legal order");
            log.drain(..).for_each(|event| onlooker.watch_event(&event));
            prop_assert_eq!(onlooker.battle(), &battle);
            prop_assert_eq!(onlooker.battle().hash(), battle.hash());
            if ended && battle.verdict().is_none() {
                let back = View::new(&battle, Side::Red).before_last_half_turn();
                let back = back.expect("a half-turn before");
                prop_assert_eq!(back.view().turn(), begun.turn());
                for (unit, _) in begun.roster() {
                    prop_assert_eq!(back.view().unit(unit).strength, begun.unit(unit).strength);
                }
                begun = battle.clone();
            }
        }
    }
}

/// Another turn, hex or effect is another battle, texts are not.
#[test]
fn what_a_scenario_foresees_is_in_the_fingerprint() {
    let start = |change: fn(&mut MapFile)| {
        let stage = relief(|map| {
            map.events = vec![event("dawn", |event| event.turn = Some(2))];
            change(map);
        });
        stage.battle().fingerprint()
    };
    let same = start(|_| {});
    assert_eq!(start(|map| map.events[0].message = Some("Another text".into())), same);
    let changes: [fn(&mut MapFile); 4] = [
        |map| map.events[0].turn = Some(3),
        |map| map.events[0].repeat = Some(3),
        |map| map.red.as_mut().unwrap().units[1].arrives.as_mut().unwrap().turn = Some(3),
        |map| map.red.as_mut().unwrap().units[0].withdraws = Some(5),
    ];
    for change in changes {
        assert_ne!(start(change), same);
    }
}

/// Each fault stands at its place in the text, and all are reported at once.
#[test]
fn faults_of_arrivals_and_events_are_reported_at_once_in_their_places() {
    let faults_of = |text: &str| {
        let map = MapFile::from_ron(text).expect("a text that reads well");
        let mut scenario = Scenario::classic(map);
        scenario.rules.setup.distance = 0;
        let mut faults = Battle::check_scenario(&scenario).faults;
        MapFile::locate_faults(text, &mut faults);
        let line = |fault: &hotgates_engine::Fault| fault.position.map_or(0, |position| position.line);
        faults.iter().map(|fault| format!("{} {fault}", line(fault))).collect::<Vec<_>>()
    };
    let units = r#"Map(
    name: "Faults",
    rows: ["...~....#", "........."],
    red: (units: [
        (type: "infantry", at: (0, 0), arrives: (turn: 1, hexes: [(0, 1)])),
        (type: "infantry", arrives: (turn: 4)),
        (type: "infantry", arrives: (turn: 4, hexes: [(3, 0), (9, 9)], from: n), withdraws: 4),
    ]),
    blue: (units: [(type: "infantry", at: (8, 0), withdraws: 1)]),
)
"#;
    let expected = [
        "5 red.units[0].at: the unit comes later: `at` is for units that are there from the start",
        "5 red.units[0].arrives.turn: 1 is out of range; it may be 2 to 10000",
        "6 red.units[1].arrives: an arrival has either `hexes` or `from`",
        "7 red.units[2].withdraws: 4 is out of range; it may be 5 to 10000",
        "7 red.units[2].arrives: an arrival has either `hexes` or `from`",
        "4 red.units: all of Red's units come later; one must be there from the start",
        "9 blue.units[0].withdraws: 1 is out of range; it may be 2 to 10000",
    ];
    assert_eq!(faults_of(units), expected);
    let events = r#"Map(
    name: "Faults",
    rows: ["...~....#", "........."],
    goals: [(key: "hill", side: red, take: [(2, 0)])],
    events: [
        (key: "a", turn: 1, message: "At once."),
        (key: "a", enters: [(3, 0)], message: "Nowhere."),
        (key: "", points: 0, side: red, repeat: 2, told: blue, opens: ["hill", "hill"]),
        (key: "b", lost: ["nobody"], side: red, met: "hill", message: " "),
        (key: "c", lost: ["there"]),
        (key: "d", met: "vale", arrive: ["there", "nobody"], repeat: 0),
    ],
    red: (units: [
        (type: "infantry", at: (0, 0), key: "there"),
        (type: "infantry", key: "late", arrives: (hexes: [(0, 1)])),
    ]),
    blue: (units: [(type: "infantry", at: (8, 0), key: "there")]),
)
"#;
    let expected = [
        "6 events[0].turn: 1 is out of range; it may be 2 to 10000",
        "7 events[1].key: `a` is there already; each may stand only once",
        "7 events[1]: `side` goes with `turn`, and with `enters` and `points`, which need it",
        "8 events[2].key: a key is missing or empty",
        "8 events[2].opens[1]: `hill` is there already; each may stand only once",
        "8 events[2].told: `told` goes with a `message`",
        "8 events[2].repeat: `repeat` goes with `turn` and `enters`",
        "8 events[2].points: 0 is out of range; it may be 1 to 1000000",
        "9 events[3].message: a text is missing or empty",
        "9 events[3]: an event has one of `turn`, `enters`, `lost`, `points` and `met`",
        "10 events[4]: nothing happens: give a `message`, units that `arrive`, goals that it `opens`, or `terrain`",
        "10 events[4].lost[0]: `there` is there already; each may stand only once",
        "11 events[5].arrive[0]: `there` is there already; each may stand only once",
        "11 events[5].arrive[1]: unknown key of a unit `nobody`; known: late, there",
        "11 events[5].repeat: `repeat` goes with `turn` and `enters`",
        "11 events[5].repeat: 0 is out of range; it may be 1 to 100",
        "11 events[5].met[0]: unknown goal `vale`; known: hill",
        "15 red.units[1].arrives: the unit never comes: give a turn, or name its key in the `arrive` of an event",
    ];
    assert_eq!(faults_of(events), expected);
    let called = relief(|map| {
        map.red.as_mut().unwrap().units[0].key = Some("vanguard".into());
        map.events = vec![event("call", |event| {
            event.turn = Some(2);
            event.arrive = vec!["vanguard".into()];
        })];
    });
    assert_eq!(
        sentences(&Battle::check_scenario(&called.0).faults),
        "events[0].arrive: `vanguard` is there from the start; give the unit `arrives`"
    );
}
