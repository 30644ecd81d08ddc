//! Perft: all lines of play to a fixed depth. One number pins movement, friends, castles and turns;
//! attacks are in those counted by hand only, with dice that show their mean.

use hotgates_engine::{ArrivalEntry, Battle, Dice, Direction, GoalEntry, MovementPoints, Objective, Side};

use crate::naive::Naive;
use crate::stage::{
    COHESION, FACING, RETREAT, Stage, ZONES, at, classic_with, goal, orders, stage, stage_by,
};

/// Counts the lines of `depth` orders with dice that show 7 and 7; a battle that ends earlier has none.
pub fn perft(battle: &Battle, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let follow = |order| {
        let mut next = battle.clone();
        next.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).expect("a legal order");
        perft(&next, depth - 1)
    };
    orders(battle).into_iter().map(follow).sum()
}

fn naive_perft(position: &Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let follow = |order| {
        let mut next = position.clone();
        next.act(order);
        naive_perft(&next, depth - 1)
    };
    position.orders().into_iter().map(follow).sum()
}

/// Counts lines of the engine and of the naive position.
#[track_caller]
pub fn check(stage: &Stage, counts: &[(u32, u64)]) {
    let battle = stage.battle();
    for &(depth, lines) in counts {
        assert_eq!(perft(&battle, depth), lines, "depth {depth}");
        assert_eq!(
            naive_perft(&Naive::new(&stage.0, battle.last_turn()), depth),
            lines,
            "naive, depth {depth}"
        );
    }
}

/// On a chain of grass an infantry with 8 points goes 1 to 4 hexes, and Red may end its turn: 5.
/// After k hexes it has points for 4 − k more; from hex 1: back, or 1 to 3 on (4); from 2: either
/// way, 1 or 2 (4); from 3: either way 1 (2); from 4: none. With the end of the turn each: 5 + 5 +
/// 3 + 1. After the end of the turn Blue, on the other end, has 4 + 1. In all 19.
#[test]
fn two_scouts_on_a_chain() {
    let scouts = stage(&["...........#"], "infantry 0,0", "infantry 11,0");
    check(&scouts, &[(1, 5), (2, 19), (3, 61), (4, 215), (5, 821)]);
}

/// Roads and a castle, cut off by water: the infantry has 2 hexes to the west and 1 to the east,
/// and points for all of it and back. 1: 3 moves + end. 2: after each move 3 other hexes + end;
/// after the end Blue, on its island, can only end: 3 × 4 + 1.
#[test]
fn between_two_waters() {
    let infantry = stage(&["#===~.~"], "infantry 2,0", "infantry 5,0");
    check(&infantry, &[(1, 4), (2, 13)]);
}

/// Infantry on 0 and 1 of a chain of grass: the first may pass its friend to 2, 3 or 4, the second
/// goes to 2 … 5: 7 and the end. The second order, own moves + the friend's + end: the first on 2:
/// 3 + 4 + 1, on 3: 2 + 4 + 1, on 4: 0 + 4 + 1; the second on 2: 4 + 3 + 1, on 3: 4 + 3 + 1, on 4:
/// 2 + 3 + 1, on 5: 0 + 4 + 1; ended: Blue's 4 + 1. In all 52.
#[test]
fn friends_take_each_others_hexes() {
    let pair = stage(&["............#"], "infantry 0,0; infantry 1,0", "infantry 12,0");
    check(&pair, &[(1, 8), (2, 52), (3, 260), (4, 1108)]);
}

/// A road and a castle between mountain and water. 1: take it or end. 2: taken, then back or end
/// (2); ended, then Blue's end (1).
#[test]
fn red_and_its_castle() {
    let door = stage(&["^=#~.~"], "infantry 1,0", "infantry 4,0");
    check(&door, &[(1, 2), (2, 3)]);
}

/// The same with a single turn. 3: taken and left, then taken again or end (2); taken and ended,
/// then Blue's end (1); both ended: dusk. 4: taken, left and taken, then left or end (2); taken,
/// left and ended, then Blue's end (1); taken and both ended: Red has won.
#[test]
fn no_line_goes_on_after_the_end() {
    let door = stage(&["=#~.~"], "infantry 0,0", "infantry 3,0").last_turn(1);
    check(&door, &[(1, 2), (2, 3), (3, 3), (4, 3)]);
}

/// The counts come from the naive generator. A moat keeps the armies apart, so that no attack needs
/// dice.
#[test]
fn a_wood_and_a_moat() {
    let rows = ["..f.=~~..", ".f^.#~~f.", "=.f..~~.."];
    let wood = stage(&rows, "infantry 0,0; cavalry 1,0", "infantry 8,1; cavalry 7,2").last_turn(2);
    check(&wood, &[(1, 19), (2, 277), (3, 3023)]);
}

/// Counts a whole battle of one turn, in which Red takes both castles and wins, or fails to.
#[test]
fn two_castles_and_a_moat() {
    let rows = ["=#.#~~.", "^=.f~~#", "=.^=~~="];
    let castles = stage(&rows, "infantry 0,0", "infantry 6,0").last_turn(1);
    check(&castles, &[(1, 9), (3, 179), (4, 422), (5, 868)]);
}

/// The chain of [`two_scouts_on_a_chain`], and Red has won when it ends a move on hex 2: of its 19
/// lines of two orders the 5 after that move are gone.
#[test]
fn no_line_goes_on_after_a_goal_that_wins() {
    let scouts = stage(&["...........#"], "infantry 0,0", "infantry 11,0").with(|scenario| {
        scenario.map.goals = vec![GoalEntry { take: vec![at(2, 0)], ..goal("hill", Side::Red) }];
        scenario.map.wins.red = vec![vec!["hill".into()]];
    });
    check(&scouts, &[(1, 5), (2, 14), (3, 42), (4, 145), (5, 505)]);
}

/// A road to a castle that decides nothing, and a hex on it that Red wins with by holding it through
/// one half-turn of Blue. 1: hex 1, hex 2 or end (3). 2: from either hex the two others or end (3 +
/// 3); ended, Blue's end (1). The rest comes from the naive generator.
#[test]
fn no_line_goes_on_after_a_hex_is_held_long_enough() {
    let door = stage(&["==#~."], "infantry 0,0", "infantry 4,0").last_turn(3).with(|scenario| {
        scenario.map.objective = Some(Objective::Goals);
        scenario.map.goals =
            vec![GoalEntry { hold: vec![at(1, 0)], turns: Some(1), ..goal("door", Side::Red) }];
        scenario.map.wins.red = vec![vec!["door".into()]];
    });
    check(&door, &[(1, 3), (2, 7), (3, 17), (4, 36), (5, 66), (6, 106)]);
}

/// The door, with a goal that has Red's unit leave the map over hex 1. 1: hex 1, the castle or end (3).
/// 2: from hex 1 back, on to the castle, off the map or end (4); from the castle two hexes or end (3);
/// ended, Blue's end (1). The rest comes from the naive generator.
#[test]
fn a_unit_that_has_left_the_map_gives_no_orders() {
    let door = stage(&["==#~."], "infantry 0,0", "infantry 4,0").last_turn(2).with(|scenario| {
        scenario.map.goals = vec![GoalEntry { exit: vec![at(1, 0)], ..goal("away", Side::Red) }];
    });
    check(&door, &[(1, 3), (2, 8), (3, 19), (4, 43), (5, 75)]);
}

/// The door, with a second unit that comes in turn 2 on hex 0 or else hex 1. Until the end of turn 1 the
/// lines are those of the first unit: 3, then 3 + 3 + 1. The rest comes from the naive generator.
#[test]
fn a_unit_that_arrives_stands_on_the_first_free_hex() {
    let door = stage(&["==#~."], "infantry 0,0; cavalry 1,0", "infantry 4,0").last_turn(2).with(|scenario| {
        let late = &mut scenario.map.red.as_mut().unwrap().units[1];
        let hexes = vec![at(0, 0), at(1, 0)];
        (late.at, late.arrives) = (None, Some(ArrivalEntry { turn: Some(2), hexes, from: None }));
    });
    check(&door, &[(1, 3), (2, 7), (3, 17), (4, 36), (5, 63)]);
}

/// Counts lines of the engine alone: the naive position follows no attacks.
#[track_caller]
fn check_by_hand(stage: &Stage, counts: &[(u32, u64)]) {
    let battle = stage.battle();
    for &(depth, lines) in counts {
        assert_eq!(perft(&battle, depth), lines, "depth {depth}");
    }
}

/// A thousand men bar the way of 110, whose castle lies behind them.
///
/// 1: attack or end (2). 2: the attack costs Blue 100 men, who break and give way to hex 2; then Red goes
/// to hex 1 or ends (2). Ended at once, Blue goes to hex 2 or 3, attacks or ends (4). 3: from hex 1 Red
/// goes back or ends (2); ended, the broken unit runs to its castle and takes no order (1). Blue on hex 2
/// has two other hexes, on hex 3 two others, and the end (3 + 3); after its attack it wavers and has lost
/// 69 of 110 men, so that it goes to hex 2 or 3 or ends (3); ended, Red attacks or ends (2).
#[test]
fn a_broken_unit_takes_no_orders() {
    let rules = classic_with(COHESION | RETREAT);
    let stage = stage_by(rules, &["...#"], "infantry 0,0 x1000", "infantry 1,0 x110");
    check_by_hand(&stage.with(|scenario| scenario.rules.setup.distance = 0), &[(1, 2), (2, 6), (3, 14)]);
}

/// Cavalry before infantry on a chain: the infantry gives way, and the cavalry follows.
///
/// 1: attack or end (2). 2: the attack costs Blue 120 of 400 men and Red 20 of 500, Blue gives way to hex
/// 2 with 316 men, and the cavalry goes no farther from hex 1, but attacks again or ends (2). Ended at
/// once, Blue goes to hex 2, 3 or 4, attacks or ends (5). 3: the second attack leads to hexes 3 and 2,
/// with an attack or the end (2); ended after the first, Blue goes to hex 3 or 4, attacks or ends (4). From
/// hexes 2 and 3 Blue has three others and the end (4 + 4), from hex 4 one (2). Blue's attack moves nobody
/// and leaves it hex 2 or 3, an attack or the end (4); ended, Red attacks or ends (2).
#[test]
fn cavalry_follows_who_gives_way() {
    let rules = classic_with(RETREAT);
    let stage = stage_by(rules, &["....#"], "cavalry 0,0 x500", "infantry 1,0 x400");
    check_by_hand(&stage.with(|scenario| scenario.rules.setup.distance = 0), &[(1, 2), (2, 7), (3, 22)]);
}

/// Makes a stage under rules by which units face ways, one a side, for the cost of a turn.
fn facing_stage(options: u64, rows: &[&str], units: [(&str, Direction); 2], turn: u16) -> Stage {
    let mut rules = classic_with(FACING | options);
    rules.setup.distance = 0;
    rules.options.facing.as_mut().unwrap().turn = MovementPoints(turn);
    // Nobody has the points for an attack.
    rules.units.iter_mut().for_each(|unit| unit.attack_cost = MovementPoints(250));
    let [(red, red_faces), (blue, blue_faces)] = units;
    stage_by(rules, rows, red, blue).with(|scenario| {
        scenario.map.red.as_mut().unwrap().units[0].facing = Some(red_faces);
        scenario.map.blue.as_mut().unwrap().units[0].facing = Some(blue_faces);
    })
}

/// The door, with 8 points and turns for 4.
///
/// 1: the castle, five turns or end (7). 2: from the castle with 6 points back, five turns or end (7);
/// after each turn with 4 the castle, five turns or end (5 × 7); ended, Blue's five turns or end (6). 3:
/// from the road again with 5 points 7; at the castle after each turn with 2 back or end (5 × 2); after a
/// turn and the step with 2 as well (5 × 2); after two turns the end (25); at the castle and ended Blue's 6;
/// after a turn and ended, too (5 × 6); ended and Blue's turn, another or end (5 × 6); both ended, Red's 7.
#[test]
fn turns_are_orders_of_their_own() {
    let units = [("infantry 0,0", Direction::N), ("infantry 3,0", Direction::S)];
    check(&facing_stage(0, &["=#~.~"], units, 4).last_turn(2), &[(1, 7), (2, 48), (3, 125)]);
}

/// A guard beside a road, with turns for all 8 points. It looks away: 1: four hexes of the road, five turns
/// or end (10). 2: from each of the first three hexes four others or end (3 × 5); from the castle, with 3
/// points left, three or end (4); after each turn the end (5); ended, the guard's four hexes of the road,
/// five turns or end (10). It looks at the road: 1: the hex before it, where the move ends, five turns or
/// end (7). 2: on that hex the end; after each turn the end (5); ended, the guard's 10.
#[test]
fn zones_lie_before_the_front() {
    let guard = |way| {
        let units = [("infantry 0,0", Direction::N), ("infantry 1,1", way)];
        facing_stage(ZONES, &["====#", "~.~~~"], units, 8)
    };
    check(&guard(Direction::S), &[(1, 10), (2, 34)]);
    check(&guard(Direction::N), &[(1, 7), (2, 16)]);
}
