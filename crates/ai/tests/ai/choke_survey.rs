//! What a survey says of castles, arrivals and scores, and which set is chosen.

use std::collections::BTreeSet;

use hotgates_ai::Budget;
use hotgates_choke::{ChokeSet, ChokeSetMethod, ChokeSurvey, choose_choke_set, cuts_every_path};
use hotgates_engine::{
    Battle, Cell, Coord, Dice, MovementPoints, Order, Scenario, Side, TypeSelector, UnitId, View,
};

use crate::choke::Arrivals;
use crate::ground;

fn cells(battle: &Battle, coords: &[(i32, i32)]) -> Vec<Cell> {
    coords.iter().map(|&at| battle.grid().at(Coord::from(at)).unwrap()).collect()
}

#[test]
fn methods_have_the_names_that_files_and_lists_use() {
    assert_eq!(
        [ChokeSetMethod::Classic, ChokeSetMethod::Exact].map(ChokeSetMethod::name),
        ["classic", "exact"]
    );
}

#[test]
fn a_hex_is_reached_first_where_a_second_count_says_so() {
    let mut dice = Dice::new(21);
    let (mut battles, mut first, mut late) = (0, 0, 0);
    while battles < 200 {
        let Some(battle) = ground::random(&mut dice, 9, 9, 30, 4) else { continue };
        battles += 1;
        let second = Arrivals::new(&battle);
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        for cell in battle.grid().cells() {
            let is_first = second.feasible(&[battle.grid().coord(cell)]);
            assert_eq!(survey.is_first_at(cell), is_first, "{:?}", battle.grid().coord(cell));
            *if is_first { &mut first } else { &mut late } += 1;
        }
    }
    assert!(first > 1000 && late > 1000, "{first}, {late}");
}

/// Whoever moves first may come in the same turn.
#[test]
fn the_side_to_move_is_first_at_equal_turns() {
    let rows = [".......", ".......", "......#"];
    let battle = ground::battle(&rows, &[("infantry", 0, 0)], &[("infantry", 6, 0)]);
    let is_first = |side, at| {
        let mut survey = ChokeSurvey::new(View::new(&battle, side));
        survey.is_first_at(cells(&battle, &[at])[0])
    };
    assert_eq!(battle.side(), Side::Red);
    // Three hexes from either, in turn 1 or 2 of both.
    assert!(is_first(Side::Red, (3, 0)) && !is_first(Side::Blue, (3, 0)));
    assert!(is_first(Side::Blue, (6, 0)) && !is_first(Side::Red, (6, 0)));
}

#[test]
fn castles_that_are_lost_are_not_kept_and_who_has_none_looks_at_all() {
    let rows = ["#......", ".......", "......#"];
    let mut battle = ground::battle(&rows, &[("infantry", 0, 1)], &[("infantry", 6, 1)]);
    let kept = |battle: &Battle, side| ChokeSurvey::new(View::new(battle, side)).kept_castles().to_vec();
    let [first, last] = [(0, 0), (6, 2)].map(|at| cells(&battle, &[at])[0]);
    assert_eq!((kept(&battle, Side::Red), kept(&battle, Side::Blue)), (vec![first, last], vec![first, last]));
    let unit = battle.living(Side::Red).next().unwrap();
    for order in [Order::Move { unit, to: Coord::from((0, 0)).into() }, Order::EndTurn] {
        battle.act(order, &mut Dice::new(1), &mut Vec::new()).unwrap();
    }
    assert_eq!((kept(&battle, Side::Red), kept(&battle, Side::Blue)), (vec![first], vec![last]));
}

/// Two valleys with a castle and an enemy each, and no path between them.
const VALLEYS: [&str; 9] =
    ["...^...", "...^...", "...^...", "...^...", "...^...", "^.^^^.^", "...^...", "...^...", ".#.^.#."];

#[test]
fn hexes_without_a_path_between_them_count_as_the_dearest_path_that_a_map_could_have() {
    let red = [("infantry", 1, 0), ("infantry", 5, 0)];
    let blue = [("infantry", 1, 7), ("infantry", 5, 7), ("infantry", 0, 7), ("infantry", 6, 7)];
    let battle = ground::battle(&VALLEYS, &red, &blue);
    let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
    let classic = survey.classic_sets();
    let exact = survey.smallest_sets(&classic, &mut Budget::new(u64::MAX));
    let gaps = cells(&battle, &[(1, 5), (5, 5)]);
    let set = classic
        .iter()
        .chain(&exact)
        .find(|set| set.hexes.len() == 2 && set.hexes.iter().all(|cell| gaps.contains(cell)));
    // Two hexes, times as many hexes as the grid counts, of at most 250 MP each.
    assert_eq!(set.expect("both gaps are to be held").score, 2 * battle.grid().len() as u64 * 250);
}

/// Returns `true` if a unit has a path to a castle around some hexes, by the terrain that its type may enter.
fn has_path(battle: &Battle, unit: UnitId, blocked: &[Cell]) -> bool {
    let (grid, kind) = (battle.grid(), TypeSelector::Type(battle.kind(unit).name.clone()));
    let mut seen = BTreeSet::from([battle.unit(unit).cell]);
    let mut waiting: Vec<Cell> = seen.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        if battle.map().castles().contains(&at) {
            return true;
        }
        for next in ground::around(grid.coord(at)).filter_map(|next| grid.at(next)) {
            let terrain = &battle.rules().terrains[battle.map().terrain(next)];
            let enters = terrain.cost.is_some() || terrain.cost_for.contains_key(&kind);
            if enters && !blocked.contains(&next) && seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    false
}

/// A set cuts if it does so for each of the enemy's units, whatever ground each of them can pass.
#[test]
fn a_path_of_one_enemy_unit_is_a_path() {
    let mut dice = Dice::new(31);
    let (mut battles, mut all, mut some) = (0, 0, 0);
    while battles < 400 {
        let climbs = TypeSelector::Type(["infantry", "cavalry"][battles % 2].into());
        let change = |scenario: &mut Scenario| {
            let heights = scenario.rules.terrains.iter_mut().find(|terrain| terrain.glyph == '^').unwrap();
            heights.cost_for.insert(climbs.clone(), MovementPoints(3));
        };
        let Some(battle) = ground::random_with(&mut dice, (9, 11), 40, 4, change) else { continue };
        battles += 1;
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        let classic = survey.classic_sets();
        let exact = survey.smallest_sets(&classic, &mut Budget::new(200));
        for set in classic.iter().chain(&exact) {
            let through =
                battle.living(Side::Red).filter(|&unit| has_path(&battle, unit, &set.hexes)).count();
            assert_eq!(set.cuts, through == 0, "{:?}", set.hexes);
            all += usize::from(through == 0);
            some += usize::from(through == 1 && battle.living(Side::Red).count() == 2);
        }
    }
    assert!(all > 100 && some > 40, "{all} sets stop all, {some} all but one unit");
}

/// Of sets that cut and can be held: who stands on one stays there, whatever else is better.
#[test]
fn the_set_that_is_held_already_is_chosen_then_the_best() {
    let rows = [".......", ".......", ".......", "......#"];
    let blue = [("infantry", 1, 1), ("infantry", 2, 1)];
    let battle = ground::battle(&rows, &[("infantry", 4, 0), ("infantry", 5, 0)], &blue);
    let holders: Vec<_> = battle.living(Side::Blue).collect();
    let set = |at: &[(i32, i32)], score, exposure| ChokeSet {
        hexes: cells(&battle, at),
        score,
        exposure,
        cuts: true,
        holders: Some(holders.clone()),
        by: ChokeSetMethod::Classic,
    };
    let far = [(0, 2), (1, 2)];
    let chosen = |sets: &[ChokeSet]| choose_choke_set(View::new(&battle, Side::Blue), sets);
    assert_eq!(chosen(&[]), None);
    // By score, exposure and place.
    assert_eq!(chosen(&[set(&far, 5, 0), set(&far, 4, 9), set(&far, 4, 8), set(&far, 4, 8)]), Some(2));
    // Both hexes have to be held, and by units of one's own.
    let [here, half, theirs] = [[(2, 1), (1, 1)], [(2, 1), (3, 3)], [(4, 0), (5, 0)]];
    assert_eq!(chosen(&[set(&far, 4, 0), set(&half, 9, 0), set(&theirs, 9, 0), set(&here, 9, 0)]), Some(3));
    assert_eq!(chosen(&[set(&half, 9, 0), set(&far, 4, 0), set(&theirs, 9, 0)]), Some(1));
    // Nothing is chosen that leaks or that nobody can hold.
    let leaks = ChokeSet { cuts: false, ..set(&here, 0, 0) };
    let late = ChokeSet { holders: None, ..set(&here, 0, 0) };
    assert_eq!(chosen(&[leaks.clone(), late.clone(), set(&far, 4, 0)]), Some(2));
    assert_eq!(chosen(&[leaks, late]), None);
}

#[test]
fn a_proof_is_about_each_enemy_and_each_castle() {
    let battle = ground::battle(&VALLEYS, &[("infantry", 1, 0)], &[("infantry", 1, 7)]);
    let kind = battle.info(battle.living(Side::Red).next().unwrap()).kind;
    let cut = |enemies: &[(i32, i32)], castles: &[(i32, i32)], set: &[(i32, i32)]| {
        let [enemies, castles, set] = [enemies, castles, set].map(|at| cells(&battle, at));
        cuts_every_path(battle.map(), &[kind], &enemies, &castles, &set)
    };
    let (west, east) = ((1, 5), (5, 5));
    assert!(cut(&[(1, 0)], &[(1, 8)], &[west]) && !cut(&[(1, 0)], &[(1, 8)], &[east]));
    assert!(cut(&[(1, 0)], &[(5, 8)], &[]), "there is no path to that castle");
    assert!(!cut(&[(1, 0), (5, 0)], &[(1, 8), (5, 8)], &[west]));
    assert!(cut(&[(1, 0), (5, 0)], &[(1, 8), (5, 8)], &[west, east]));
}
