//! Each rule of the classic ruleset, on a map as small as it allows.
//!
//! A map of one row is a chain: each hex has the one to its left and the one to its right for
//! neighbours.

use hotgates_engine::{
    Event, Illegal, MovementPoints, Objective, Order, RankId, Reach, Side, Strength, UnitId, Verdict,
    VictoryKind,
};

use crate::stage::{Stage, at, go, hit, labelled, orders, stage};

const RED: Verdict = Verdict { winner: Some(Side::Red), how: VictoryKind::Castle };

/// Checks the cost in MP for unit 0, Red's, to each hex of a one-row map; `-` stands for a hex out
/// of reach this turn.
#[track_caller]
fn check_reach(row: &str, red: &str, costs: &str) {
    let last = row.chars().count() - 1;
    let battle = stage(&[row], red, &format!("infantry {last},0")).battle();
    let mut reach = Reach::new();
    battle.reach(UnitId(0), &mut reach);
    let cost = |cell| reach.cost(cell).map_or("-".to_owned(), |cost| cost.to_string());
    let found: Vec<_> = battle.grid().cells().map(cost).collect();
    assert_eq!(found.join(" "), costs, "{red} on {row}");
    for (cell, left) in reach.cells_in_reach() {
        assert_eq!(u32::from(battle.unit(UnitId(0)).left.0 - left.0), reach.cost(cell).unwrap());
    }
}

#[test]
fn every_terrain_costs_its_points() {
    check_reach("=.....#", "infantry 0,0", "0 2 4 6 8 - -");
    check_reach(".========#", "infantry 0,0", "0 1 2 3 4 5 6 7 8 -");
    check_reach("=.f#H~.", "cavalry 0,0", "0 2 6 8 9 - -");
    check_reach("=H#f^.", "infantry 0,0", "0 1 3 7 - -");
    check_reach(".f..#", "artillery 0,0", "0 4 6 - -");
}

#[test]
fn a_unit_may_spend_its_last_point_but_never_one_that_it_lacks() {
    check_reach(".ff==#", "infantry 0,0", "0 4 8 - - -");
    check_reach("==ff=#", "infantry 0,0", "0 1 5 - - -");
}

#[test]
fn both_ways_are_reached() {
    check_reach("#....f.#", "infantry 4,0", "8 6 4 2 0 4 6 -");
}

#[test]
fn a_unit_passes_through_friends_but_cannot_stop_on_them() {
    let mut game = stage(&["......#"], "infantry 0,0; infantry 1,0", "infantry 6,0").game();
    check_moves(&game.battle, 0, &[2, 3, 4]);
    game.check_illegal(go(0, 1, 0), &Illegal::Occupied { to: at(1, 0), unit: labelled("Red's infantry 2") });
    let steps = game.go(0, 2, 0);
    assert_eq!(steps.len(), 2, "one event for each hex");
    assert_eq!(game.battle.unit_at(at(1, 0).hex()), Some(UnitId(1)), "the friend still stands there");
    assert_eq!(game.battle.unit_at(at(2, 0).hex()), Some(UnitId(0)));
    assert_eq!(game.battle.unit_at(at(0, 0).hex()), None);
}

#[test]
fn enemies_bar_the_way() {
    let mut game = stage(&["......#"], "cavalry 0,0", "infantry 2,0; infantry 6,0").game();
    check_moves(&game.battle, 0, &[1]);
    game.check_illegal(go(0, 2, 0), &Illegal::Occupied { to: at(2, 0), unit: labelled("Blue's infantry 1") });
    game.check_illegal(go(0, 3, 0), &Illegal::OutOfReach { to: at(3, 0), left: MovementPoints(12) });
}

/// Checks the columns of a one-row map to which a unit may be ordered.
#[track_caller]
fn check_moves(battle: &hotgates_engine::Battle, unit: u16, columns: &[i32]) {
    let found: Vec<_> = orders(battle)
        .into_iter()
        .filter_map(|order| match order {
            Order::Move { unit: UnitId(mover), to } if mover == unit => Some(to.x),
            _ => None,
        })
        .collect();
    assert_eq!(found, columns);
}

#[test]
fn movement_points_pay_for_attacks_too() {
    let tired = |left| Illegal::TooTired { need: MovementPoints(4), left: MovementPoints(left) };
    let mut game = stage(&["..#"], "infantry 0,0", "infantry 1,0").game();
    game.hit(0, 1);
    assert_eq!(game.left(0), 4);
    game.hit(0, 1);
    assert_eq!(game.left(0), 0);
    game.check_illegal(hit(0, 1), &tired(0));

    let mut game = stage(&["...#"], "infantry 0,0", "infantry 2,0").game();
    game.go(0, 1, 0);
    game.hit(0, 1);
    assert_eq!(game.left(0), 2);
    game.check_illegal(hit(0, 1), &tired(2));
    game.go(0, 0, 0);
    assert_eq!(game.left(0), 0);
}

#[test]
fn points_left_over_are_lost() {
    let mut game = stage(&["......#"], "infantry 0,0", "infantry 6,0").game();
    game.go(0, 1, 0);
    game.end_turn();
    assert_eq!(game.left(0), 6, "until its own side's half begins");
    let events = game.end_turn();
    assert_eq!(events, [Event::HalfTurnBegan { turn: 2, side: Side::Red }]);
    assert_eq!(game.left(0), 8);
}

#[test]
fn melee_is_answered_at_once() {
    let mut game = stage(&["..#"], "infantry 0,0", "infantry 1,0").game();
    let events = game.hit(0, 1);
    let [
        Event::Attacked { ranged: false, .. },
        Event::Hit { unit: UnitId(1), by: Some(UnitId(0)), roll, losses, .. },
        Event::Hit { unit: UnitId(0), by: Some(UnitId(1)), roll: back, losses: own, .. },
    ] = events[..]
    else {
        panic!("{events:?}")
    };
    // 1000 men × 0.1 × roll; then the survivors × 0.1 × roll × 0.7.
    let first = (100 * roll.0 + 500) / 1000;
    assert_eq!(u32::from(losses.0), first);
    assert_eq!(u32::from(own.0), ((1000 - first) * back.0 * 70 + 500_000) / 1_000_000);
    assert_eq!((u32::from(game.men(1)), game.men(0)), (1000 - first, 1000 - own.0));
}

#[test]
fn fire_reaches_two_to_four_hexes_and_is_not_answered() {
    let blue = "infantry 1,0; infantry 2,0; infantry 4,0; infantry 5,0";
    let mut game = stage(&["......#"], "artillery 0,0", blue).game();
    let fires = Some((2, 4));
    let far = Illegal::OutOfRange { unit: labelled("Blue's infantry 4"), distance: 5, fires };
    game.check_illegal(hit(0, 4), &far);
    for target in [2, 3] {
        let mut game = game.clone();
        let events = game.hit(0, target);
        assert!(
            matches!(events[..], [Event::Attacked { ranged: true, .. }, Event::Hit { .. }]),
            "{events:?}"
        );
    }
    let events = game.hit(0, 1);
    assert!(matches!(
        events[..],
        [Event::Attacked { ranged: false, .. }, Event::Hit { .. }, Event::Hit { .. }]
    ));
}

#[test]
fn others_attack_the_next_hex_only() {
    let mut game = stage(&["...#"], "cavalry 0,0", "infantry 2,0").game();
    let fires = None;
    let why = Illegal::OutOfRange { unit: labelled("Blue's infantry 1"), distance: 2, fires };
    game.check_illegal(hit(0, 1), &why);
}

#[test]
fn fire_crosses_water_and_mountains_where_line_of_sight_is_off() {
    let mut game = stage(&[".~^.#", "....."], "artillery 0,0", "infantry 3,0").game();
    game.hit(0, 1);
}

/// Returns a battle with Red at the castle's door and Blue a turn away from the castle.
fn siege() -> Stage {
    stage(&["..#......"], "infantry 1,0", "infantry 7,0")
}

#[test]
fn a_castle_belongs_to_whoever_last_stood_on_it() {
    let mut game = siege().game();
    assert!(game.battle.holds_all_castles(Side::Blue));
    let events = game.go(0, 2, 0);
    assert_eq!(events[1..], [Event::CastleTaken { castle: at(2, 0).hex(), by: Side::Red }]);
    game.go(0, 1, 0);
    assert!(game.battle.holds_all_castles(Side::Red), "also when nobody stands there any more");
    assert_eq!(game.go(0, 2, 0).len(), 1, "it is taken once");
}

#[test]
fn passing_over_a_castle_does_not_take_it() {
    let mut game = siege().game();
    let events = game.go(0, 3, 0);
    assert!(events.iter().all(|event| matches!(event, Event::Stepped { .. })));
    assert!(game.battle.holds_all_castles(Side::Blue));
}

#[test]
fn red_wins_when_blue_has_not_retaken_the_castle() {
    let mut game = siege().game();
    game.go(0, 2, 0);
    game.end_turn();
    assert_eq!(game.battle.verdict(), None, "Blue has one half-turn to retake it");
    assert_eq!(game.end_turn(), [Event::Ended { verdict: RED }]);
    assert_eq!(game.battle.verdict(), Some(RED));
    for order in [Order::EndTurn, go(0, 1, 0), hit(0, 1), go(99, 0, 0)] {
        game.check_illegal(order, &Illegal::Over);
    }
    assert!(orders(&game.battle).is_empty());
}

/// Blue has the first half of each turn: it can still retake what Red takes, but at dusk.
#[test]
fn blue_may_move_first() {
    let blue_first = |stage: Stage| stage.with(|scenario| scenario.map.first = Some(Side::Blue));
    let mut game = blue_first(siege()).last_turn(2).game();
    assert_eq!((game.battle.turn(), game.battle.side(), game.battle.half_turns_left()), (1, Side::Blue, 4));
    assert_eq!(game.end_turn(), [Event::HalfTurnBegan { turn: 1, side: Side::Red }]);
    game.go(0, 2, 0);
    assert_eq!(game.end_turn(), [Event::HalfTurnBegan { turn: 2, side: Side::Blue }]);
    assert_eq!(game.end_turn(), [Event::Ended { verdict: RED }]);

    let mut game = blue_first(siege()).last_turn(1).game();
    game.end_turn();
    game.go(0, 2, 0);
    assert_eq!(game.end_turn(), [Event::Ended { verdict: RED }], "nobody moves after Red's last half-turn");

    let mut game = blue_first(siege()).last_turn(1).game();
    game.end_turn();
    let dusk = Verdict { winner: Some(Side::Blue), how: VictoryKind::Dusk };
    assert_eq!(game.end_turn(), [Event::Ended { verdict: dusk }]);
}

#[test]
fn blue_may_retake_a_castle_in_time() {
    let mut game = stage(&["..#......"], "infantry 1,0", "cavalry 7,0").game();
    game.go(0, 2, 0);
    game.go(0, 1, 0);
    game.end_turn();
    let events = game.go(1, 2, 0);
    assert_eq!(events.last(), Some(&Event::CastleTaken { castle: at(2, 0).hex(), by: Side::Blue }));
    game.end_turn();
    assert_eq!(game.battle.verdict(), None);
    assert_eq!((game.battle.turn(), game.battle.side()), (2, Side::Red));
}

#[test]
fn one_of_two_castles_is_not_enough() {
    let mut game = stage(&["..#.....#"], "infantry 1,0", "infantry 7,0").game();
    game.go(0, 2, 0);
    game.end_turn();
    game.end_turn();
    assert_eq!(game.battle.verdict(), None);
}

#[test]
fn a_side_without_units_has_lost_at_once() {
    let mut game = stage(&["..#"], "infantry 0,0", "infantry 1,0 x1").game();
    let events = game.hit(0, 1);
    let verdict = Verdict { winner: Some(Side::Red), how: VictoryKind::Annihilation };
    assert_eq!(events.last(), Some(&Event::Ended { verdict }));
    assert_eq!(events.len(), 3, "the dead do not strike back: {events:?}");
    assert_eq!(game.battle.unit_at(at(1, 0).hex()), None, "a destroyed unit leaves the map");
    assert_eq!(game.battle.alive(Side::Blue), 0);

    // The attacker dies of the answer.
    let mut game = stage(&["..#"], "infantry 0,0 x1", "infantry 1,0").game();
    let events = game.hit(0, 1);
    let verdict = Verdict { winner: Some(Side::Blue), how: VictoryKind::Annihilation };
    assert_eq!(events.last(), Some(&Event::Ended { verdict }));
    assert_eq!(game.men(1), 999, "one man takes one with him");
}

#[test]
fn blue_wins_at_dusk() {
    let mut game = siege().last_turn(2).game();
    for _ in 0..3 {
        game.end_turn();
        assert_eq!(game.battle.verdict(), None);
    }
    let verdict = Verdict { winner: Some(Side::Blue), how: VictoryKind::Dusk };
    assert_eq!(game.end_turn(), [Event::Ended { verdict }]);
}

#[test]
fn a_castle_taken_in_the_last_turn_counts() {
    let mut game = siege().last_turn(1).game();
    game.go(0, 2, 0);
    game.end_turn();
    assert_eq!(game.end_turn(), [Event::Ended { verdict: RED }]);
}

fn meeting(row: &str, red: &str, blue: &str) -> Stage {
    stage(&[row], red, blue).last_turn(1).with(|scenario| scenario.map.objective = Some(Objective::Meeting))
}

#[track_caller]
fn check_dusk(game: &mut crate::stage::Game, winner: Option<Side>) {
    while game.battle.verdict().is_none() {
        game.end_turn();
    }
    assert_eq!(game.battle.verdict(), Some(Verdict { winner, how: VictoryKind::Dusk }));
}

#[test]
fn in_a_meeting_more_castles_win_at_dusk_and_not_before() {
    // Two of three castles, then all of two.
    for row in ["#...#...#", "#.......#"] {
        let mut game = meeting(row, "infantry 1,0; infantry 7,0", "infantry 3,0").last_turn(2).game();
        game.go(0, 0, 0);
        game.go(1, 8, 0);
        game.end_turn();
        game.end_turn();
        assert_eq!((game.battle.turn(), game.battle.verdict()), (2, None));
        check_dusk(&mut game, Some(Side::Red));
    }
}

#[test]
fn in_a_meeting_with_equal_castles_the_greater_share_of_strength_wins() {
    // Blue keeps its one castle, Red takes the other; then 40 men shoot at 1000 and lose none.
    let row = "#....#";
    let mut game = meeting(row, "artillery 1,0 x40", "infantry 4,0; infantry 5,0").game();
    game.go(0, 0, 0);
    game.hit(0, 1);
    check_dusk(&mut game, Some(Side::Red));
    let mut game = meeting(row, "infantry 1,0", "artillery 4,0").game();
    game.go(0, 0, 0);
    game.end_turn();
    game.hit(1, 0);
    check_dusk(&mut game, Some(Side::Blue));
}

/// Red loses more men than Blue, but a smaller share of them.
#[test]
fn in_a_meeting_shares_of_strength_are_compared_and_not_losses() {
    let row = "#......#";
    let mut game =
        meeting(row, "infantry 1,0; artillery 2,0 x40", "infantry 4,0 x30; artillery 5,0 x100").game();
    game.go(0, 0, 0);
    game.hit(1, 2);
    game.end_turn();
    game.go(2, 7, 0);
    game.hit(3, 1);
    let lost = |side| game.battle.start_strength(side) - game.battle.living_strength(side);
    let (red, blue) = (lost(Side::Red), lost(Side::Blue));
    assert!(red > blue && red * 130 < blue * 1040, "{red} of 1040, {blue} of 130");
    check_dusk(&mut game, Some(Side::Red));
}

#[test]
fn an_equal_meeting_is_a_draw() {
    let mut game = meeting("#....#", "infantry 1,0 x10", "cavalry 4,0 x500").game();
    game.go(0, 0, 0);
    check_dusk(&mut game, None);
    assert_eq!(game.battle.verdict().unwrap().to_string(), "a draw: dusk has fallen");
}

#[test]
fn every_refusal_says_what_and_changes_nothing() {
    let rows = ["..f.~..", ".......", "....#.."];
    let mut game =
        stage(&rows, "infantry 0,0; infantry 1,0 x1; artillery 2,2", "infantry 1,1; infantry 4,2").game();
    let no_unit = |unit| Illegal::NoSuchUnit { unit, last: 4 };
    game.check_illegal(go(5, 0, 1), &no_unit(5));
    game.check_illegal(hit(u16::MAX, 0), &no_unit(u16::MAX));
    game.check_illegal(hit(0, 5), &no_unit(5));
    let not_yours =
        Illegal::NotYours { unit: labelled("Blue's infantry 1"), owner: Side::Blue, mover: Side::Red };
    game.check_illegal(go(3, 0, 1), &not_yours);
    game.check_illegal(hit(3, 0), &not_yours);
    for (col, row) in [(-1, 0), (7, 0), (0, 3), (i32::MAX, i32::MAX), (i32::MIN, 1), (1, i32::MIN)] {
        game.check_illegal(go(0, col, row), &Illegal::OffMap { to: at(col, row) });
    }
    game.check_illegal(go(0, 0, 0), &Illegal::AlreadyThere { to: at(0, 0) });
    game.check_illegal(go(0, 4, 0), &Illegal::Impassable { to: at(4, 0), terrain: "water".into() });
    game.check_illegal(go(0, 1, 0), &Illegal::Occupied { to: at(1, 0), unit: labelled("Red's infantry 2") });
    game.check_illegal(go(0, 6, 1), &Illegal::OutOfReach { to: at(6, 1), left: MovementPoints(8) });
    game.check_illegal(hit(0, 1), &Illegal::Friend { unit: labelled("Red's infantry 2") });
    game.check_illegal(hit(0, 0), &Illegal::Friend { unit: labelled("Red's infantry 1") });
    let fires = None;
    game.check_illegal(
        hit(0, 4),
        &Illegal::OutOfRange { unit: labelled("Blue's infantry 2"), distance: 4, fires },
    );
    // Unit 1 has a single man and dies of the answer.
    game.hit(1, 3);
    let destroyed = Illegal::Destroyed { unit: labelled("Red's infantry 2") };
    game.check_illegal(go(1, 0, 1), &destroyed);
    game.check_illegal(hit(1, 3), &destroyed);
    game.end_turn();
    game.check_illegal(hit(3, 1), &destroyed);
}

#[test]
fn zone_of_control_ends_the_move_and_not_the_attack() {
    let zoc = |scenario: &mut hotgates_engine::Scenario| scenario.rules.options.zone_of_control = true;
    let mut game =
        stage(&["......#", "......."], "cavalry 0,0", "infantry 3,0; infantry 6,0").with(zoc).game();
    let events = game.go(0, 2, 0);
    assert!(matches!(events.last(), Some(Event::Stepped { halted: true, left: MovementPoints(8), .. })));
    game.check_illegal(go(0, 1, 0), &Illegal::Halted);
    game.hit(0, 1);
    game.end_turn();
    game.end_turn();
    game.go(0, 1, 0);
    // From one zone it may go to another, but not on from there.
    let mut game = stage(&["......#"], "cavalry 1,0", "infantry 2,0; infantry 6,0").with(zoc).game();
    game.go(0, 0, 0);
    check_moves(&game.battle, 0, &[1]);
}

#[test]
fn zone_of_control_bars_the_ways_past() {
    let row = [".......#", "........"];
    let mut free = stage(&row, "cavalry 0,0", "infantry 3,0; infantry 7,0").game();
    free.go(0, 4, 1);
    let zoc = |scenario: &mut hotgates_engine::Scenario| scenario.rules.options.zone_of_control = true;
    let mut game = stage(&row, "cavalry 0,0", "infantry 3,0; infantry 7,0").with(zoc).game();
    game.check_illegal(go(0, 4, 1), &Illegal::OutOfReach { to: at(4, 1), left: MovementPoints(12) });
}

#[test]
fn a_zone_of_control_may_cost_points_instead_of_the_rest_of_the_move() {
    let dear = |scenario: &mut hotgates_engine::Scenario| {
        (scenario.rules.options.zone_of_control, scenario.rules.options.zone_extra) =
            (true, MovementPoints(3));
    };
    // Grass costs 2 MP. Cavalry with 12 MP goes three hexes before the enemy's row, and pays 3 more for those beside it.
    let rows = [".......#", "........"];
    let mut game = stage(&rows, "cavalry 0,0", "infantry 3,0; infantry 7,0").with(dear).game();
    let steps = game.go(0, 3, 1);
    let left: Vec<u16> = steps
        .iter()
        .filter_map(|event| match event {
            Event::Stepped { left, halted: false, .. } => Some(left.0),
            _ => None,
        })
        .collect();
    assert_eq!(left, [10, 5, 0], "free, in the zone, in the zone");
    game.check_illegal(go(0, 4, 1), &Illegal::OutOfReach { to: at(4, 1), left: MovementPoints(0) });
    // A hex that cannot be paid for is not entered, not even beside the unit.
    let mut game = stage(&rows, "cavalry 0,0", "infantry 3,0; infantry 7,0")
        .with(dear)
        .with(|scenario| scenario.rules.units[1].movement = MovementPoints(4))
        .game();
    game.go(0, 1, 0);
    game.check_illegal(go(0, 2, 0), &Illegal::OutOfReach { to: at(2, 0), left: MovementPoints(2) });
}

#[test]
fn some_types_ignore_zones_of_control() {
    for extra in [0, 3] {
        let zones = |scenario: &mut hotgates_engine::Scenario| {
            let options = &mut scenario.rules.options;
            (options.zone_of_control, options.zone_extra) = (true, MovementPoints(extra));
            scenario.rules.units[1].ignores_zones = true;
        };
        let rows = [".......#", "........"];
        let mut game = stage(&rows, "cavalry 0,0", "infantry 3,0; infantry 7,0").with(zones).game();
        game.go(0, 4, 1);
        assert_eq!(game.left(0), 4, "four hexes of grass at 2 MP");
    }
}

#[test]
fn line_of_sight_stops_fire_where_it_is_on() {
    let sight = |scenario: &mut hotgates_engine::Scenario| scenario.rules.options.line_of_sight = true;
    let rows = ["...#", "^...", "...."];
    let mut game = stage(&rows, "artillery 0,0", "infantry 0,2").with(sight).game();
    game.check_illegal(hit(0, 1), &Illegal::NoLineOfSight { at: at(0, 1), terrain: "mountain".into() });
    stage(&rows, "artillery 0,0", "infantry 0,2").game().hit(0, 1);
    // Water and forest do not block, and neither does the hex of either end.
    let mut game = stage(&["^f~.#", "....."], "artillery 3,0", "infantry 1,0").with(sight).game();
    game.hit(0, 1);
    // This line runs along the edge between two hexes: only both together block it.
    stage(&[".^.#", "...."], "artillery 0,0", "infantry 1,1").with(sight).game().hit(0, 1);
    stage(&["...#", "^..."], "artillery 0,0", "infantry 1,1").with(sight).game().hit(0, 1);
    let mut game = stage(&[".^.#", "^..."], "artillery 0,0; infantry 2,0", "infantry 1,1").with(sight).game();
    assert!(matches!(game.refuse(hit(0, 2)), Err(Illegal::NoLineOfSight { .. })));
}

#[test]
fn the_outcome_gives_back_every_unit() {
    let mut game = stage(&["..#"], "infantry 0,0 x700 General", "infantry 1,0 x1")
        .with(|scenario| {
            let unit = &mut scenario.map.red.as_mut().unwrap().units[0];
            (unit.name, unit.tag) = (Some("Xerxes".into()), Some("army/7".into()));
        })
        .game();
    game.hit(0, 1);
    let outcome = game.battle.outcome();
    assert_eq!((outcome.left.red, outcome.start.blue), (700, 1));
    let [red, blue] = &outcome.units[..] else { panic!("two units") };
    assert_eq!((red.officer.as_deref(), red.rank.as_deref()), (Some("Xerxes"), Some("General")));
    assert_eq!((red.tag.as_deref(), red.losses), (Some("army/7"), Strength(0)));
    assert_eq!((blue.left, blue.losses), (Strength(0), Strength(1)));
    assert_eq!(game.battle.highest_rank(Side::Red), Some(RankId(5)));
    assert_eq!(game.battle.start_strength(Side::Red), 700);
    assert_eq!((outcome.castles.red, outcome.castles.blue), (0, 1));
    for (side, kind) in [(Side::Red, "infantry"), (Side::Blue, "infantry")] {
        let army = game.battle.order_of_battle(side);
        assert_eq!(army.units, [hotgates_engine::UnitEntry::new(kind)]);
    }
}

/// The words are those of files and protocols.
#[test]
fn what_no_rule_ends_is_ended_by_the_loser_or_by_both() {
    let by_rules = [
        (VictoryKind::Castle, "castle"),
        (VictoryKind::Annihilation, "annihilation"),
        (VictoryKind::Dusk, "dusk"),
        (VictoryKind::Goals, "goals"),
        (VictoryKind::Points, "points"),
    ];
    let by_sides = [
        (VictoryKind::Resigned, "resigned"),
        (VictoryKind::Crashed, "crashed"),
        (VictoryKind::Timeout, "timeout"),
        (VictoryKind::Unparsable, "unparsable"),
        (VictoryKind::Illegal, "illegal"),
        (VictoryKind::DrawAgreed, "draw_agreed"),
    ];
    for (how, word) in by_rules.into_iter().chain(by_sides) {
        assert_eq!((how.name(), ron::to_string(&how).unwrap().as_str()), (word, word));
        assert_eq!(how.is_concession(), by_sides.contains(&(how, word)));
    }
    let start = stage(&["..........#"], "infantry 0,0", "infantry 5,0").battle();
    for (how, _) in by_sides {
        let (mut battle, mut log) = (start.clone(), Vec::new());
        let winner = if how == VictoryKind::DrawAgreed {
            battle.agree_draw(&mut log);
            None
        } else {
            battle.concede(Side::Red, how, &mut log);
            Some(Side::Blue)
        };
        let verdict = Verdict { winner, how };
        assert_eq!((battle.verdict(), log), (Some(verdict), vec![Event::Ended { verdict }]));
        assert_ne!(battle.hash(), start.hash());
    }
}

#[test]
fn messages_call_a_unit_by_its_side_and_its_name() {
    assert_eq!(labelled("Blue's infantry 2").to_string(), "Blue's infantry 2");
}
