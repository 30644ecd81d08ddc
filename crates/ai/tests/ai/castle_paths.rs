//! The paths over which an army shares itself out, found a second time on random walls with gaps.

use std::collections::BTreeMap;

use hotgates_choke::CastlePaths;
use hotgates_engine::{Arm, Battle, Coord, Dice, LegalOrders, Order, Side, UnitId, View};

use crate::ground;

/// A path to the castles as the second count has it.
struct SecondPath {
    costs: BTreeMap<Coord, u32>,
    to_castle: BTreeMap<Coord, u32>,
    narrow: Vec<Coord>,
}

/// Costs to a castle from each hex, by relaxation; a hex costs whoever enters it.
fn costs_to_castle(castles: &[Coord], costs: &BTreeMap<Coord, u32>) -> BTreeMap<Coord, u32> {
    let mut known: BTreeMap<Coord, u32> = castles.iter().map(|&castle| (castle, 0)).collect();
    let mut waiting = castles.to_vec();
    while let Some(at) = waiting.pop() {
        let through = known[&at] + costs[&at];
        for before in ground::around(at).filter(|before| costs.contains_key(before)) {
            if known.get(&before).is_none_or(|&cost| through < cost) {
                known.insert(before, through);
                waiting.push(before);
            }
        }
    }
    known
}

/// The hexes of the path from a hex that at most three passable hexes lie around.
fn narrow_hexes(battle: &Battle, path: &SecondPath, from: Coord) -> Vec<Coord> {
    let (grid, mut at, mut narrow) = (battle.grid(), from, Vec::new());
    while let Some(&left) = path.to_castle.get(&at).filter(|&&left| left > 0) {
        let next = ground::around(at)
            .filter(|next| path.to_castle.get(next).is_some_and(|rest| rest + path.costs[next] == left));
        let next = next.min_by_key(|&next| grid.at(next)).expect("a path goes on");
        let beside = ground::around(next).filter(|beside| path.costs.contains_key(beside)).count();
        let castle = battle.map().castles().iter().any(|&castle| grid.coord(castle) == next);
        if beside <= 3 && !castle {
            narrow.push(next);
        }
        at = next;
    }
    narrow
}

/// Returns the paths in use, and for each unit that walks the place of its own.
fn second_count(battle: &Battle, side: Side) -> (Vec<SecondPath>, BTreeMap<UnitId, usize>) {
    let grid = battle.grid();
    let at = |unit: UnitId| grid.coord(battle.unit(unit).cell);
    let castles: Vec<Coord> =
        battle.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| grid.coord(castle)).collect();
    let walkers: Vec<UnitId> =
        battle.living(side).filter(|&unit| battle.kind(unit).arm != Arm::Artillery).collect();
    if castles.is_empty() || walkers.is_empty() {
        return (Vec::new(), BTreeMap::new());
    }
    let mut costs = ground::costs(battle);
    let mut paths: Vec<SecondPath> = Vec::new();
    while paths.len() < 3 {
        let to_castle = costs_to_castle(&castles, &costs);
        let mut path = SecondPath { costs: costs.clone(), to_castle, narrow: Vec::new() };
        let far = |&unit: &UnitId| path.to_castle.get(&at(unit)).map(|&cost| (cost, unit));
        let Some((_, last)) = walkers.iter().filter_map(far).max() else { break };
        path.narrow = narrow_hexes(battle, &path, at(last));
        if paths.iter().any(|known| known.narrow.iter().any(|hex| path.narrow.contains(hex))) {
            break;
        }
        for hex in &path.narrow {
            // A cost is a byte.
            costs.entry(*hex).and_modify(|cost| *cost = (*cost + 150).min(255));
        }
        let ends = path.narrow.is_empty();
        paths.push(path);
        if ends {
            break;
        }
    }
    let held = |path: &SecondPath| {
        let is_enemy_on = |&hex: &Coord| battle.living(side.other()).any(|unit| at(unit) == hex);
        path.narrow.iter().map(|hex| if is_enemy_on(hex) { 8 } else { 0 }).sum()
    };
    let mut delays: Vec<u32> = paths.iter().map(held).collect();
    let cost = |path: &SecondPath, unit: UnitId| path.to_castle.get(&at(unit)).copied();
    let least = |unit: UnitId| Some((paths.iter().filter_map(|path| cost(path, unit)).min()?, unit));
    let mut order: Vec<(u32, UnitId)> = walkers.iter().filter_map(|&unit| least(unit)).collect();
    order.sort_unstable();
    let mut places = BTreeMap::new();
    for (least, unit) in order {
        let delayed = |(place, path): (usize, &SecondPath)| {
            Some((cost(path, unit).filter(|&cost| cost < least + 150)? + delays[place], place))
        };
        if let Some((_, place)) = paths.iter().enumerate().filter_map(delayed).min() {
            delays[place] += 8;
            places.insert(unit, place);
        }
    }
    (paths, places)
}

/// A wall with a few gaps between Red in the north and two castles, Blue anywhere: in the gaps, too.
fn wall(dice: &mut Dice) -> Option<Battle> {
    const WIDTH: i32 = 13;
    let draw = |dice: &mut Dice, below: i32| dice.draw_below(below.cast_unsigned()).cast_signed();
    let mut rows: Vec<Vec<u8>> = (0..12)
        .map(|row| {
            let ground = |dice: &mut Dice| match dice.draw_below(20) {
                0..2 => b'^',
                2..6 => b'f',
                6..9 => b'=',
                _ => b'.',
            };
            (0..WIDTH).map(|_| if (5..7).contains(&row) { b'^' } else { ground(dice) }).collect()
        })
        .collect();
    let (mut gaps, gap_count) = (Vec::new(), 2 + dice.draw_below(3));
    for _ in 0..gap_count {
        let col = draw(dice, WIDTH);
        for row in 5..7 {
            rows[row as usize][col as usize] = if dice.draw_below(4) == 0 { b'f' } else { b'.' };
            gaps.push((col, row));
        }
    }
    for _ in 0..2 {
        rows[11 - draw(dice, 3) as usize][draw(dice, WIDTH) as usize] = b'#';
    }
    let is_open = |rows: &[Vec<u8>], (col, row): (i32, i32)| rows[row as usize][col as usize] != b'^';
    let kinds = ["infantry", "cavalry", "infantry", "artillery", "infantry"];
    let mut red: Vec<(&str, i32, i32)> = Vec::new();
    let mut blue: Vec<(&str, i32, i32)> = Vec::new();
    for index in 0..2 + draw(dice, 11) {
        let at = (draw(dice, WIDTH), draw(dice, 4));
        if is_open(&rows, at) && red.iter().all(|&(_, col, row)| (col, row) != at) {
            red.push((kinds[index as usize % 5], at.0, at.1));
        }
    }
    for index in 0..=draw(dice, 4) {
        let at = if dice.draw_below(2) == 0 {
            gaps[dice.draw_below(2 * gap_count) as usize]
        } else {
            (draw(dice, WIDTH), 8 + draw(dice, 4))
        };
        if is_open(&rows, at) && blue.iter().all(|&(_, col, row)| (col, row) != at) {
            blue.push((kinds[index as usize % 5], at.0, at.1));
        }
    }
    if red.is_empty() || blue.is_empty() {
        return None;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    Battle::from_scenario(&ground::scenario(&rows, &red, &blue)).ok()
}

/// Checks what each unit is told; returns the number of units that go round.
fn check_paths(battle: &Battle, paths: &CastlePaths) -> usize {
    let (second, places) = second_count(battle, Side::Red);
    let mut round = 0;
    for unit in battle.living(Side::Red) {
        let place = places.get(&unit).copied().filter(|&place| place > 0);
        let told = paths.castle_path_of(unit);
        assert_eq!(told.is_some(), place.is_some(), "{unit:?} by {place:?}");
        let Some((told, place)) = told.zip(place) else { continue };
        for cell in battle.grid().cells() {
            // A castle may be entered from hexes that nobody may enter.
            let at = battle.grid().coord(cell);
            if second[place].costs.contains_key(&at) {
                assert_eq!(
                    told.cost_from(cell),
                    second[place].to_castle.get(&at).copied(),
                    "{at} by {place}"
                );
            }
        }
        round += 1;
    }
    round
}

#[test]
fn an_army_shares_itself_out_as_in_a_second_count() {
    let mut dice = Dice::new(12);
    let (mut battles, mut round, mut third) = (0, 0, 0);
    while battles < 300 {
        let Some(battle) = wall(&mut dice) else { continue };
        battles += 1;
        let mut paths = CastlePaths::default();
        paths.share_units_among_paths(View::new(&battle, Side::Red), Side::Red);
        round += check_paths(&battle, &paths);
        third += second_count(&battle, Side::Red).1.values().filter(|&&place| place == 2).count();
        paths.send_all_straight();
        assert!(battle.living(Side::Red).all(|unit| paths.castle_path_of(unit).is_none()));
    }
    assert!(round > 200 && third > 10, "{round} units go round, {third} by a third path");
}

/// Searches that are kept from one half-turn to the next are those that would be made anew.
#[test]
fn paths_that_are_kept_are_those_of_the_position() {
    let mut dice = Dice::new(13);
    let (mut battles, mut round) = (0, 0);
    let (mut kept, mut legal) = (CastlePaths::default(), LegalOrders::new());
    while battles < 24 {
        let Some(mut battle) = wall(&mut dice) else { continue };
        battles += 1;
        for _ in 0..40 {
            if battle.verdict().is_some() {
                break;
            }
            kept.share_units_among_paths(View::new(&battle, Side::Red), Side::Red);
            round += check_paths(&battle, &kept);
            // Ends of turns are rare among the orders, and battles are to get on.
            let order = legal.draw_random_order(&battle, &mut dice).filter(|_| dice.draw_below(4) > 0);
            battle.act(order.unwrap_or(Order::EndTurn), &mut dice, &mut Vec::new()).unwrap();
        }
    }
    assert!(round > 300, "{round}");
}
