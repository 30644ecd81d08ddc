//! Fog of war: what each side knows, by a second implementation, and what it is never told.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{
    ArrivalEntry, Battle, Coord, Dice, Event, Illegal, Order, Presence, Ruleset, Side, Spectator, UnitId,
    View,
};
use proptest::prelude::*;

use crate::naive::neighbours;
use crate::perft::perft;
use crate::stage::{
    FOG_OF_WAR, Game, LINE_OF_SIGHT, OPTION_SETS, Stage, any_random_stage, at, classic_with, go, goal, hit,
    labelled, orders, pick, play_at_random, random_stage, stage, stage_by,
};

/// Returns the classic rules with fog of war, where infantry sees 1 hex of grass far, cavalry 3 and
/// artillery 2, and infantry strikes from an ambush.
fn foggy() -> Ruleset {
    let mut rules = classic_with(FOG_OF_WAR);
    rules.setup.distance = 0;
    rules
}

/// Makes a stage on which nobody strikes from an ambush.
fn foggy_stage(rows: &[&str], red: &str, blue: &str) -> Stage {
    let mut rules = foggy();
    rules.units.iter_mut().for_each(|unit| unit.ambushes = false);
    stage_by(rules, rows, red, blue)
}

fn known(battle: &Battle, side: Side) -> &Battle {
    battle.known_to(side)
}

#[test]
fn what_is_out_of_sight_is_not_on_the_map() {
    let mut game = foggy_stage(&["..........#"], "cavalry 0,0", "infantry 4,0; artillery 9,0").game();
    let near = UnitId(1);
    let red = known(&game.battle, Side::Red);
    assert_eq!((red.presence(near), red.alive(Side::Blue), red.mark(near)), (Presence::Unseen, 0, None));
    assert_eq!((red.living_strength(Side::Blue), game.battle.alive(Side::Blue)), (1200, 2));
    // Cavalry sees three hexes far.
    let events = game.go(0, 1, 0);
    assert_eq!(events.len(), 1, "the battle itself tells of the step alone");
    let told = game.battle.events_for(Side::Red, &events);
    assert!(matches!(told, [Event::Stepped { .. }, Event::Sighted { unit: UnitId(1), .. }]), "{told:?}");
    assert!(game.battle.events_for(Side::Blue, &events).is_empty(), "infantry sees one hex far");
    let red = known(&game.battle, Side::Red);
    assert_eq!((red.presence(near), red.hex(near)), (Presence::OnMap, at(4, 0).hex()));
    game.go(0, 0, 0);
    let red = known(&game.battle, Side::Red);
    let mark = red.mark(near).unwrap();
    assert_eq!((mark.hex, mark.turn, mark.strength.0), (at(4, 0).hex(), 1, 1000));
    assert_eq!((red.presence(near), red.alive(Side::Blue)), (Presence::Unseen, 0));
}

#[test]
fn a_unit_out_of_sight_is_refused_in_the_same_words_wherever_it_is() {
    let stage = foggy_stage(&["..........#"], "cavalry 0,0", "infantry 4,0; infantry 9,0; infantry").with(
        |scenario| {
            let blue = scenario.map.blue.as_mut().unwrap();
            blue.units[2].arrives =
                Some(ArrivalEntry { turn: Some(5), hexes: vec![at(10, 0)], ..Default::default() });
        },
    );
    let mut game = stage.game();
    for target in 1..4 {
        let unit = labelled(&format!("Blue's infantry {target}"));
        game.check_illegal(hit(0, target), &Illegal::NotInSight { unit: unit.clone() });
        game.check_illegal(go(target, 5, 0), &Illegal::NotInSight { unit });
    }
}

/// Red's infantry sees one hex far. Beside the enemy that it meets each hex costs 3 MP more, which it did not reckon with.
#[test]
fn a_move_ends_where_an_enemy_come_into_sight_makes_it_too_dear() {
    let rows = ["~~~~~.~~~~#", "..........."];
    let stage = foggy_stage(&rows, "infantry 0,1", "infantry 5,0").with(|scenario| {
        let options = &mut scenario.rules.options;
        (options.zone_of_control, options.zone_extra) = (true, hotgates_engine::MovementPoints(3));
        scenario.rules.units[0].movement = hotgates_engine::MovementPoints(12);
    });
    let mut game = stage.game();
    let events = game.go(0, 6, 1);
    let steps: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Stepped { to, left, .. } => Some((Coord::from(*to), left.0)),
            _ => None,
        })
        .collect();
    // The hex at 4,1 is beside the enemy and was paid for as plain grass, since nobody was seen when it was entered.
    assert_eq!(steps, [(at(1, 1), 10), (at(2, 1), 8), (at(3, 1), 6), (at(4, 1), 4)]);
    // From there it knows.
    game.check_illegal(
        go(0, 5, 1),
        &Illegal::OutOfReach { to: at(5, 1), left: hotgates_engine::MovementPoints(4) },
    );
}

/// Red's infantry sees one hex far and does not know of the enemy five hexes away.
#[test]
fn a_move_ends_before_an_enemy_in_the_way() {
    let mut game = foggy_stage(&["......=====#"], "infantry 0,0; cavalry 10,0", "artillery 3,0").game();
    let events = game.go(0, 4, 0);
    let enemy = UnitId(2);
    let [
        Event::Stepped { .. },
        Event::Stepped { left, .. },
        Event::RanInto { unit, enemy: other, left: kept },
    ] = events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!((unit, other, kept, left.0), (UnitId(0), enemy, left, 4), "steps not made are not paid");
    assert_eq!(game.battle.hex(UnitId(0)), at(2, 0).hex());
    assert!(!game.battle.unit(UnitId(0)).halted, "the unit may go on another way");
    game.hit(0, 2);
}

#[test]
fn an_ambush_strikes_once_and_takes_all_points() {
    let stage = |ambushes| {
        let mut rules = foggy();
        rules.units[0].ambushes = ambushes;
        stage_by(rules, &["......=====#"], "infantry 0,0", "infantry 3,0")
    };
    let mut game = stage(true).game();
    let events = game.go(0, 4, 0);
    let [_, _, Event::RanInto { left, .. }, Event::Hit { unit, by, roll, losses, .. }] = events[..] else {
        panic!("{events:?}")
    };
    assert_eq!((left.0, unit, by, game.left(0)), (0, UnitId(0), Some(UnitId(1)), 0));
    // 1000 men × 0.1 × 1.5 on grass.
    assert_eq!(u32::from(losses.0), (150 * roll.0 + 500) / 1000);
    assert_eq!(stage(false).game().go(0, 4, 0).len(), 3);
}

/// A friend that is passed through sees the six hexes around it: nobody it does not know stands there,
/// so that a move never ends on its hex.
#[test]
fn a_move_that_is_cut_short_ends_on_a_free_hex() {
    let mut rules = foggy();
    rules.units.iter_mut().for_each(|unit| (unit.sight, unit.ambushes) = (Some(1), false));
    let rows = ["......=====#"];
    let mut game = stage_by(rules, &rows, "cavalry 0,0; artillery 1,0", "infantry 3,0").game();
    let way = game.go(0, 5, 0);
    assert!(
        matches!(way[..], [Event::Stepped { .. }, Event::Stepped { .. }, Event::RanInto { .. }]),
        "{way:?}"
    );
    assert_eq!((game.battle.hex(UnitId(0)), game.left(0)), (at(2, 0).hex(), 8));
    // Beside the friend the enemy is known, and nobody goes through it.
    let mut rules = foggy();
    rules.units.iter_mut().for_each(|unit| unit.sight = Some(1));
    let mut game = stage_by(rules, &rows, "cavalry 0,0; artillery 1,0", "infantry 2,0").game();
    assert!(game.refuse(go(0, 5, 0)).is_err());
}

/// Whoever watches a unit fall on the hex of a friend that it passes through sees the friend stand there
/// still, and so do both sides.
#[test]
fn a_unit_that_falls_on_a_friends_hex_leaves_the_friend_standing() {
    let battle = foggy_stage(&["..........#"], "infantry 0,0; artillery 1,0", "infantry 3,0").battle();
    let (mover, friend, enemy) = (UnitId(0), UnitId(1), UnitId(2));
    let mut onlooker = Spectator::new(battle.clone());
    let [from, to] = [at(0, 0), at(1, 0)].map(Coord::hex);
    let men = battle.unit(mover).strength;
    let left = hotgates_engine::MovementPoints(6);
    onlooker.watch_event(&Event::Stepped { unit: mover, from, to, left, halted: false });
    let (roll, none) = (hotgates_engine::Permille(1000), hotgates_engine::Strength(0));
    onlooker.watch_event(&Event::Hit { unit: mover, by: Some(enemy), roll, losses: men, left: none });
    let after = onlooker.battle();
    for battle in [after, known(after, Side::Red)] {
        assert_eq!(battle.at(battle.grid().cell(to).unwrap()), Some(friend));
        assert_eq!(battle.living(Side::Red).collect::<Vec<_>>(), [friend]);
        assert_eq!(battle.presence(mover), Presence::Fallen);
    }
    // The gun sees two hexes far, and saw the infantry there from the start.
    assert_eq!(known(after, Side::Red).presence(enemy), Presence::OnMap);
}

/// Where terrain that blocks fire also hides what lies behind it, a mountain does, and grass beside it
/// does not.
#[test]
fn a_mountain_hides_what_lies_behind_it_where_lines_of_sight_are_on() {
    let seen = |options: u64, enemy: &str| {
        let mut rules = classic_with(FOG_OF_WAR | options);
        rules.setup.distance = 0;
        let rows = [".......", "..^....", "......#"];
        let battle = stage_by(rules, &rows, "cavalry 1,0", enemy).battle();
        known(&battle, Side::Red).presence(UnitId(1)) == Presence::OnMap
    };
    // The line from 1,0 to 3,1 goes over the mountain on 2,1.
    for (enemy, without, with) in
        [("infantry 3,1", true, false), ("infantry 3,0", true, true), ("infantry 5,0", false, false)]
    {
        assert_eq!((seen(0, enemy), seen(LINE_OF_SIGHT, enemy)), (without, with), "{enemy}");
    }
}

#[test]
fn an_order_that_shows_a_hex_cannot_be_taken_back() {
    let mut game = foggy_stage(&["..........#"], "infantry 3,0", "artillery 10,0").game();
    let events = game.go(0, 4, 0);
    assert!(game.battle.has_revealed(), "5,0 was out of sight");
    assert!(!game.battle.can_take_back(&events));
    let events = game.go(0, 3, 0);
    assert!(!game.battle.has_revealed(), "nothing that was not seen in this half-turn");
    assert!(game.battle.can_take_back(&events));
    let events = game.end_turn();
    assert!(!game.battle.has_revealed());
    assert!(!game.battle.can_take_back(&events));
}

/// Whoever comes onto the map at the start of the half-turn shows the hexes about him then.
#[test]
fn an_order_that_shows_what_an_arrival_has_shown_can_be_taken_back() {
    let stage = foggy_stage(&["...............#"], "cavalry 3,0; infantry", "artillery 15,0");
    let mut game = stage
        .with(|scenario| {
            scenario.map.red.as_mut().unwrap().units[1].arrives =
                Some(ArrivalEntry { turn: Some(2), hexes: vec![at(8, 0)], ..ArrivalEntry::default() });
        })
        .game();
    game.end_turn();
    game.end_turn();
    assert_eq!(game.battle.hex(UnitId(1)), at(8, 0).hex());
    // Cavalry on 3,0 sees as far as 6,0, the arrived infantry from 7,0 to 9,0.
    for (col, shows) in [(4, false), (5, false), (6, false), (7, true)] {
        let events = game.go(0, col, 0);
        assert_eq!(
            (game.battle.has_revealed(), game.battle.can_take_back(&events)),
            (shows, !shows),
            "{col},0"
        );
    }
}

#[test]
fn what_dice_have_settled_cannot_be_taken_back() {
    let mut game = stage(&["..........#"], "cavalry 5,0; infantry 0,0", "infantry 2,0").game();
    let events = game.go(0, 6, 0);
    assert!(game.battle.can_take_back(&events));
    game.go(1, 1, 0);
    let events = game.hit(1, 2);
    assert!(!game.battle.can_take_back(&events), "dice were rolled");
}

/// Enemies that leave the map out of sight are not counted where everybody sees it.
#[test]
fn a_goal_that_is_reached_out_of_sight_stays_hidden() {
    let stage =
        foggy_stage(&["..........#"], "infantry 0,0; infantry 1,0", "artillery 10,0").with(|scenario| {
            let mut out = goal("out", Side::Red);
            out.exit = vec![at(0, 0)];
            out.count = Some(2);
            scenario.map.goals = vec![out];
        });
    let mut game = stage.game();
    let events = game.act(Order::Exit { unit: UnitId(0) });
    assert!(game.battle.events_for(Side::Blue, &events).is_empty());
    let blue = known(&game.battle, Side::Blue);
    assert_eq!(blue.presence(UnitId(0)), Presence::Unseen);
    let (id, _) = blue.all_goals().next().unwrap();
    assert_eq!((blue.goal_progress(id), game.battle.goal_progress(id)), (0, 1));
}

/// On a chain of grass infantry with 8 points goes 1 to 4 hexes. It does not know of the enemy five
/// hexes on, whom it cannot reach in a turn: the lines of one order are those of an empty map.
#[test]
fn lines_go_through_what_a_side_does_not_know() {
    let one = foggy_stage(&["...........#"], "infantry 0,0", "infantry 11,0").battle();
    assert_eq!([1, 2, 3].map(|depth| perft(&one, depth)), [5, 19, 61]);
    // An enemy on 3,0: moves to 1, 2, 3 and 4 are orders still. The move to 1 shows nothing; from there
    // back, or to 2, 3, 4 (4 and the end: 5). To 2, 3 and 4 end on 2, beside the enemy, who is seen:
    // from there with 4 points to 1 and 0, to attack is an order too. With an enemy who needs more
    // points to be attacked than are left the count is without dice: guns that cannot be reached.
    let mut rules = foggy();
    rules.units.iter_mut().for_each(|unit| {
        unit.ambushes = false;
        unit.attack_cost = hotgates_engine::MovementPoints(9);
    });
    let two = stage_by(rules, &["...........#"], "infantry 0,0", "artillery 3,0").battle();
    // 1: 4 moves + end. 2: after the move to 1 five, after those to 2, 3 and 4 (all end on 2) the moves
    // to 0 and 1 and the end, 3 × 3; after the end Blue on 3,0 has 6 points and sees 2 far: 3 hexes
    // either way, but for 0,0, which is unseen and where a move would end: 0, 1, 2, 4, 5, 6 and the end.
    assert_eq!([1, 2].map(|depth| perft(&two, depth)), [5, 5 + 9 + 7]);
}

/// Knowledge of a side, found by the shortest way: all hexes relaxed for every unit after every event.
#[derive(Default)]
struct NaiveKnowledge {
    seen: BTreeSet<UnitId>,
    /// Hex, turn and men of the enemies seen before.
    last: BTreeMap<UnitId, (Coord, u32, u16)>,
    fallen: BTreeSet<UnitId>,
}

fn naive_sight(rules: &Ruleset, rows: &[String], from: Coord, sight: u32) -> BTreeSet<Coord> {
    let cost = |hex: Coord| {
        let row: Vec<char> = rows.get(usize::try_from(hex.row).ok()?)?.chars().collect();
        let glyph = *row.get(usize::try_from(hex.col).ok()?)?;
        let terrain = rules.terrains.iter().find(|terrain| terrain.glyph == glyph)?;
        Some(terrain.sight_cost.unwrap_or(1))
    };
    let mut costs = BTreeMap::from([(from, 0)]);
    loop {
        let mut cheaper = Vec::new();
        for (&hex, &spent) in &costs {
            for next in neighbours(hex) {
                let Some(cost) = cost(next).map(|cost| spent + cost) else { continue };
                if cost <= sight && costs.get(&next).is_none_or(|&known| cost < known) {
                    cheaper.push((next, cost));
                }
            }
        }
        if cheaper.is_empty() {
            break;
        }
        for (hex, cost) in cheaper {
            let known = costs.entry(hex).or_insert(cost);
            *known = cost.min(*known);
        }
    }
    costs.into_keys().chain(neighbours(from)).collect()
}

impl NaiveKnowledge {
    /// Looks around after an event.
    fn look(&mut self, battle: &Battle, side: Side, rows: &[String]) {
        let mut hexes = BTreeSet::new();
        for unit in battle.living(side) {
            let weather = battle.weather().map_or(1000, |state| state.sight.0);
            let sight = battle.kind(unit).sight_range() * weather / 1000;
            hexes.extend(naive_sight(battle.rules(), rows, battle.hex(unit).into(), sight));
        }
        for (unit, info) in battle.roster().filter(|(_, info)| info.side != side) {
            if battle.unit(unit).alive() && hexes.contains(&battle.hex(unit).into()) {
                self.seen.insert(unit);
                let men = battle.unit(unit).strength.0;
                self.last.insert(unit, (battle.hex(unit).into(), battle.turn(), men));
            } else if self.seen.remove(&unit) && battle.presence(unit) == Presence::Fallen {
                self.fallen.insert(unit);
            }
            let _ = info;
        }
    }

    fn check(&self, battle: &Battle, side: Side) {
        let known = battle.known_to(side);
        for (unit, info) in battle.roster() {
            if info.side == side {
                assert_eq!(
                    (known.unit(unit), known.presence(unit), known.condition(unit)),
                    (battle.unit(unit), battle.presence(unit), battle.condition(unit))
                );
            } else if self.seen.contains(&unit) {
                assert_eq!(known.unit(unit), battle.unit(unit), "a unit seen is seen whole");
                assert_eq!(known.condition(unit), battle.condition(unit));
                assert_eq!((known.presence(unit), known.mark(unit)), (Presence::OnMap, None));
            } else if self.fallen.contains(&unit) {
                assert_eq!((known.presence(unit), known.mark(unit)), (Presence::Fallen, None));
            } else {
                assert!(!known.unit(unit).alive(), "{unit:?} is out of sight of {side}");
                assert!(!matches!(
                    known.presence(unit),
                    Presence::OnMap | Presence::Fallen | Presence::Called
                ));
                if known.presence(unit) == Presence::Unseen {
                    let mark = known.mark(unit);
                    let mark = mark.map(|mark| (Coord::from(mark.hex), mark.turn, mark.strength.0));
                    assert_eq!(mark, self.last.get(&unit).copied(), "{unit:?}");
                }
            }
        }
        assert_eq!(known.flags().collect::<Vec<_>>(), battle.flags().collect::<Vec<_>>());
        assert_eq!((known.turn(), known.side()), (battle.turn(), battle.side()));
        assert_eq!(known.info(UnitId(0)).label, battle.info(UnitId(0)).label);
    }
}

/// Everything that a side can ask.
fn answers(battle: &Battle, side: Side) -> Vec<String> {
    let view = View::new(battle, side);
    let known = battle.known_to(side);
    let units: Vec<UnitId> = battle.roster().map(|(unit, _)| unit).collect();
    let mut answers = vec![
        format!("{:?} {}", view.hash(), known.victory_points(side.other())),
        format!("{:?}", known.roster().collect::<Vec<_>>()),
        format!("{:?}", view.before_last_half_turn().map(|before| before.view().hash())),
        format!("{:?}", orders(known)),
        format!("{:?}", units.iter().map(|&unit| (view.presence(unit), view.mark(unit))).collect::<Vec<_>>()),
    ];
    if battle.side() == side {
        for unit in 0..u16::try_from(units.len()).unwrap() {
            answers.extend(units.iter().map(|&other| format!("{:?}", battle.check(hit(unit, other.0)))));
            for hex in battle.grid().cells().map(|cell| battle.grid().coord(cell)) {
                answers.push(format!("{:?}", battle.check(go(unit, hex.col, hex.row))));
            }
        }
        for order in orders(battle) {
            if let Order::Attack { unit, target } = order {
                answers.push(format!("{:?}", view.odds(unit, target)));
            }
        }
    }
    answers
}

/// Returns the same stage but for the start of one of Blue's units, which Red sees on neither hex.
fn with_other_start(stage: &Stage, choice: &mut Dice) -> Option<(Stage, UnitId)> {
    let battle = stage.battle();
    let red = battle.known_to(Side::Red);
    let unseen: Vec<UnitId> = battle.living(Side::Blue).filter(|&unit| !red.unit(unit).alive()).collect();
    if unseen.is_empty() {
        return None;
    }
    let unit = pick(choice, &unseen);
    let costs = battle.map().costs(battle.info(unit).kind);
    let free = battle.grid().cells().filter(|&cell| {
        costs[cell.index()] > 0 && battle.at(cell).is_none() && !red.is_seen_by(Side::Red, cell)
    });
    let free: Vec<_> = free.collect();
    let cell = (!free.is_empty()).then(|| pick(choice, &free))?;
    let other = stage.clone().with(|scenario| {
        let index = unit.index() - scenario.map.red.as_ref().unwrap().units.len();
        scenario.map.blue.as_mut().unwrap().units[index].at = Some(battle.grid().coord(cell));
    });
    Battle::check_scenario(&other.0).battle.is_some().then_some((other, unit))
}

/// Returns `true` for what only an enemy in sight brings about, such as a step of the unit that
/// started elsewhere, and for what both sides are told whoever brings it about: who holds a castle or a
/// hex of a goal, and messages that the scenario has for both. An enemy in sight gives way, runs and
/// rallies by what its own side knows, so that it may do one thing where a friend out of sight stands
/// beside it, and another where none does.
fn shows_an_enemy(battle: &Battle, event: &Event, moved: UnitId) -> bool {
    match *event {
        Event::Sighted { .. }
        | Event::RanInto { .. }
        | Event::Arrived { .. }
        | Event::Hit { .. }
        | Event::CastleTaken { .. }
        | Event::HexTaken { .. }
        // A side is told that supplies do not reach a unit, and not which enemy cuts them.
        | Event::Unsupplied { .. }
        | Event::Resupplied { .. } => true,
        Event::Stepped { unit, .. } => unit == moved,
        Event::Vanished { unit } => unit == moved || battle.rules().options.attacks_have_aftermaths(),
        Event::GaveWay { unit, .. }
        | Event::Ran { unit, .. }
        | Event::CohesionChanged { unit, .. }
        | Event::Broke { unit }
        | Event::Rallied { unit }
        | Event::Surrendered { unit }
        | Event::ExperienceGained { unit, .. }
        | Event::Promoted { unit, .. }
        | Event::OfficerFell { unit }
        | Event::RoundsChanged { unit, .. } => battle.info(unit).side == Side::Blue,
        Event::Scripted { event, .. } => battle.scripted_event(event).told.is_none(),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// After every event each side knows what the second implementation says it does.
    #[test]
    fn each_side_knows_what_its_units_see(seed: u64) {
        let stage = any_random_stage(seed, &classic_with(((seed & !LINE_OF_SIGHT) % OPTION_SETS) | FOG_OF_WAR));
        let mut rows = stage.0.map.rows.clone();
        let mut game = stage.game();
        let mut onlooker = Spectator::new(game.battle.clone());
        let mut naive = [NaiveKnowledge::default(), NaiveKnowledge::default()];
        for (side, naive) in Side::BOTH.into_iter().zip(&mut naive) {
            naive.look(&game.battle, side, &rows);
            naive.check(&game.battle, side);
        }
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..60 {
            let before = game.log.len();
            play_at_random(&mut game, &mut choice, 1);
            for event in &game.log[before..] {
                onlooker.watch_event(event);
                if let Event::TerrainChanged { at, terrain } = *event {
                    let (hex, glyph) = (Coord::from(at), stage.0.rules.terrains[terrain].glyph);
                    let row = &mut rows[usize::try_from(hex.row).unwrap()];
                    let glyphs = row.chars().zip(0..).map(|(old, col)| if col == hex.col { glyph } else { old });
                    *row = glyphs.collect();
                }
                if onlooker.battle().verdict().is_some() {
                    return Ok(());
                }
                for (side, naive) in Side::BOTH.into_iter().zip(&mut naive) {
                    naive.look(onlooker.battle(), side, &rows);
                    naive.check(onlooker.battle(), side);
                }
            }
            prop_assert_eq!(onlooker.battle(), &game.battle);
        }
    }

    /// Events that a side is told make the battle that it knows, from the one that it knew at the start.
    #[test]
    fn what_a_side_is_told_makes_what_it_knows(seed: u64) {
        let mut game = any_random_stage(seed, &classic_with((seed % OPTION_SETS) | FOG_OF_WAR)).game();
        let mut seats = Side::BOTH.map(|side| Spectator::new(game.battle.known_to(side).clone()));
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..60 {
            let before = game.log.len();
            play_at_random(&mut game, &mut choice, 1);
            if game.battle.verdict().is_some() {
                break;
            }
            for (side, seat) in Side::BOTH.into_iter().zip(&mut seats) {
                seat.begin_order();
                for event in game.battle.events_for(side, &game.log[before..]) {
                    seat.watch_event(event);
                }
                prop_assert_eq!(seat.battle(), game.battle.known_to(side));
                let [told, known] = [seat.battle(), &game.battle].map(|battle| {
                    View::new(battle, side).before_last_half_turn().map(|before| before.view().hash())
                });
                prop_assert_eq!(told, known);
                prop_assert_eq!(seat.battle().hash(), game.battle.known_to(side).hash());
            }
        }
    }

    /// Two battles that differ in what Red cannot see answer Red alike until it sees something else.
    #[test]
    fn nothing_tells_of_what_is_out_of_sight(seed: u64) {
        let mut choice = Dice::for_other_purpose(seed, 2);
        let stage = any_random_stage(seed, &classic_with((seed % OPTION_SETS) | FOG_OF_WAR));
        let Some((other, moved)) = with_other_start(&stage, &mut choice) else { return Ok(()) };
        let mut games = [stage.game(), other.game()];
        for _ in 0..40 {
            let [one, two] = &games;
            prop_assert_eq!(answers(&one.battle, Side::Red), answers(&two.battle, Side::Red));
            let side = one.battle.side();
            let mut legal = orders(&one.battle);
            if side == Side::Blue {
                // The unit that started elsewhere goes its own ways; the others do the same in both.
                legal.retain(|&order| order.unit() != Some(moved) && two.battle.check(order).is_ok());
            }
            let order = if choice.draw_below(6) == 0 { Order::EndTurn } else { pick(&mut choice, &legal) };
            let mut told = Vec::new();
            for game in &mut games {
                let mut events = follow(game, order);
                let out_of_sight = !game.battle.known_to(Side::Red).unit(moved).alive();
                if game.battle.side() == Side::Blue && game.battle.verdict().is_none() && out_of_sight {
                    let own = orders(&game.battle);
                    let own: Vec<_> =
                        own.into_iter().filter(|order| matches!(order, Order::Move { unit, .. } if *unit == moved)).collect();
                    if !own.is_empty() {
                        let order = pick(&mut choice, &own);
                        events.extend(follow(game, order));
                    }
                }
                told.push(events);
            }
            if games.iter().any(|game| game.battle.verdict().is_some()) {
                break;
            }
            // Once Red's turn has ended, the last order is one of the unit that goes its own ways.
            if told[0] == told[1] && side == Side::Red && order != Order::EndTurn {
                let [one, two] = &games;
                prop_assert_eq!(one.battle.has_revealed(), two.battle.has_revealed());
            }
            if told[0] != told[1] {
                let first = told[0].iter().zip(&told[1]).position(|(one, two)| one != two);
                let first = first.unwrap_or_else(|| told[0].len().min(told[1].len()));
                let mut differing = told.iter().flat_map(|events| &events[first.min(events.len())..]);
                prop_assert!(differing.any(|event| shows_an_enemy(&games[0].battle, event, moved)), "{:?}", told);
                break;
            }
        }
    }
}

/// Follows an order and returns what Red was told of it.
fn follow(game: &mut Game, order: Order) -> Vec<Event> {
    let events = game.act(order);
    game.battle.events_for(Side::Red, &events).to_vec()
}

#[test]
fn battles_that_differ_out_of_sight_are_compared_for_long() {
    let mut pairs = 0;
    for seed in 0..200 {
        let stage = random_stage(seed, &classic_with(FOG_OF_WAR | (seed % OPTION_SETS)));
        pairs += u32::from(with_other_start(&stage, &mut Dice::for_other_purpose(seed, 2)).is_some());
    }
    assert!(pairs > 60, "only {pairs} of 200");
}
