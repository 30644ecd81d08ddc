use std::collections::{BTreeMap, BTreeSet};

use hotgates_ai::Budget;
use hotgates_choke::{ChokeSet, ChokeSetMethod, ChokeSurvey, choose_choke_set};
use hotgates_engine::{Arm, Battle, Coord, Dice, Side, View};

use crate::ground;

fn hexes(battle: &Battle, set: &ChokeSet) -> BTreeSet<Coord> {
    set.hexes.iter().map(|&cell| battle.grid().coord(cell)).collect()
}

fn coords(list: &[(i32, i32)]) -> BTreeSet<Coord> {
    list.iter().map(|&at| at.into()).collect()
}

/// The set Blue would hold by the classic walk.
fn held(battle: &Battle) -> Option<(BTreeSet<Coord>, u64)> {
    let sets = ChokeSurvey::new(View::new(battle, Side::Blue)).classic_sets();
    choose_choke_set(View::new(battle, Side::Blue), &sets)
        .map(|index| (hexes(battle, &sets[index]), sets[index].score))
}

/// Every reported set cuts exactly if a flood of our own finds no way, and its holders are there
/// first by our own count of turns.
fn check_sets(battle: &Battle, sets: &[ChokeSet]) {
    let second = Arrivals::new(battle);
    for set in sets {
        let hexes = hexes(battle, set);
        assert_eq!(set.cuts, ground::cuts(battle, &hexes), "{hexes:?}");
        let castles = battle.map().castles().iter().map(|&cell| battle.grid().coord(cell));
        assert!(castles.into_iter().all(|castle| !hexes.contains(&castle)));
        assert_eq!(
            set.can_be_held(),
            second.feasible(&hexes.iter().copied().collect::<Vec<_>>()),
            "{hexes:?}"
        );
    }
}

/// Turn in which each unit gets to each hex, by the second opinion.
pub struct Arrivals {
    red: BTreeMap<Coord, u32>,
    blue: Vec<BTreeMap<Coord, u32>>,
}

impl Arrivals {
    pub fn new(battle: &Battle) -> Self {
        let turns = |unit| {
            let from = battle.grid().coord(battle.unit(unit).cell);
            ground::arrival(battle, from, battle.kind(unit).movement.0.into())
        };
        let mut red: BTreeMap<Coord, u32> = BTreeMap::new();
        for unit in battle.living(Side::Red) {
            for (at, turn) in turns(unit) {
                red.entry(at).and_modify(|first| *first = turn.min(*first)).or_insert(turn);
            }
        }
        let walkers = battle.living(Side::Blue).filter(|&unit| battle.kind(unit).arm != Arm::Artillery);
        Self { red, blue: walkers.map(turns).collect() }
    }

    fn first(&self, unit: usize, at: Coord) -> bool {
        let red = self.red.get(&at).copied().unwrap_or(u32::MAX);
        self.blue[unit].get(&at).is_some_and(|&turn| turn < red)
    }

    /// Tries every way to give each hex a unit of its own.
    pub fn feasible(&self, hexes: &[Coord]) -> bool {
        fn give(arrivals: &Arrivals, hexes: &[Coord], used: &mut BTreeSet<usize>) -> bool {
            let Some((&hex, rest)) = hexes.split_first() else { return true };
            (0..arrivals.blue.len()).any(|unit| {
                if !arrivals.first(unit, hex) || !used.insert(unit) {
                    return false;
                }
                let fits = give(arrivals, rest, used);
                used.remove(&unit);
                fits
            })
        }
        give(self, hexes, &mut BTreeSet::new())
    }
}

#[test]
fn what_says_that_it_cuts_does_cut_on_thousands_of_random_maps() {
    let mut dice = Dice::new(4);
    let (mut battles, mut cutting) = (0, 0);
    while battles < 2000 {
        let (width, height) = (6 + dice.draw_below(8).cast_signed(), 8 + dice.draw_below(6).cast_signed());
        let Some(battle) = ground::random(&mut dice, width, height, 45, 4) else { continue };
        battles += 1;
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        let classic = survey.classic_sets();
        let exact = survey.smallest_sets(&classic, &mut Budget::new(200));
        check_sets(&battle, &classic);
        check_sets(&battle, &exact);
        cutting += classic.iter().chain(&exact).filter(|set| set.cuts).count();
    }
    assert!(cutting > 300, "the maps have to hold something to find: {cutting}");
}

#[test]
fn what_says_that_it_cuts_does_cut_on_every_shipped_map() {
    for (name, battle) in ground::shipped() {
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        let classic = survey.classic_sets();
        let exact = survey.smallest_sets(&classic, &mut Budget::new(500));
        for set in classic.iter().chain(&exact) {
            assert_eq!(set.cuts, ground::cuts(&battle, &hexes(&battle, set)), "{name}");
        }
        assert!(exact.iter().all(|set| set.cuts && set.can_be_held()), "{name}");
    }
}

#[test]
fn a_set_that_is_drawn_in_still_cuts_and_is_no_worse_and_stays_where_it_is() {
    let mut dice = Dice::new(9);
    let (mut drawn, mut moved) = (0, 0);
    while drawn < 200 {
        let Some(battle) = ground::random(&mut dice, 12, 14, 40, 5) else { continue };
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        let sets = survey.classic_sets();
        for set in sets.into_iter().filter(|set| set.cuts && set.can_be_held()) {
            let refined = survey.refine_set(set.clone(), &mut Budget::new(u64::MAX));
            check_sets(&battle, std::slice::from_ref(&refined));
            assert!(refined.cuts && refined.can_be_held());
            let worth = |set: &ChokeSet| 8 * set.score + set.exposure;
            assert!(refined == set || worth(&refined) < worth(&set), "{refined:?} of {set:?}");
            assert_eq!(survey.refine_set(refined.clone(), &mut Budget::new(u64::MAX)), refined);
            assert_eq!(survey.refine_set(set.clone(), &mut Budget::new(0)), set);
            drawn += 1;
            moved += usize::from(refined != set);
        }
    }
    assert!(moved > 20, "{moved} of {drawn}");
}

/// Calls `try_set` with every choice of `size` hexes from a list.
fn subsets(from: &[Coord], size: usize, chosen: &mut Vec<Coord>, try_set: &mut impl FnMut(&[Coord])) {
    if size == 0 {
        return try_set(chosen);
    }
    for index in 0..from.len() {
        chosen.push(from[index]);
        subsets(&from[index + 1..], size - 1, chosen, try_set);
        chosen.pop();
    }
}

/// Returns the smallest feasible cuts of at most three hexes, by trying all.
fn brute_force(battle: &Battle) -> BTreeSet<BTreeSet<Coord>> {
    let arrivals = Arrivals::new(battle);
    let castles: BTreeSet<Coord> =
        battle.map().castles().iter().map(|&cell| battle.grid().coord(cell)).collect();
    let reds: BTreeSet<Coord> =
        battle.living(Side::Red).map(|unit| battle.grid().coord(battle.unit(unit).cell)).collect();
    let candidates: Vec<Coord> = ground::costs(battle)
        .into_keys()
        .filter(|at| !castles.contains(at) && !reds.contains(at))
        .filter(|&at| (0..arrivals.blue.len()).any(|unit| arrivals.first(unit, at)))
        .collect();
    let mut found = BTreeSet::new();
    for size in 1..=3 {
        subsets(&candidates, size, &mut Vec::new(), &mut |set| {
            let hexes = set.iter().copied().collect();
            if ground::cuts(battle, &hexes) && arrivals.feasible(set) {
                found.insert(hexes);
            }
        });
        if !found.is_empty() {
            break;
        }
    }
    found
}

#[test]
fn the_exact_sets_are_the_smallest_found_by_trying_all() {
    let mut dice = Dice::new(11);
    let (mut battles, mut found, mut several) = (0, 0, 0);
    while battles < 60 {
        let Some(battle) = ground::random(&mut dice, 6, 8, 40, 4) else { continue };
        battles += 1;
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        let classic = survey.classic_sets();
        let exact = survey.smallest_sets(&classic, &mut Budget::new(u64::MAX));
        let size = exact.first().map(|set| set.hexes.len());
        let smallest = brute_force(&battle);
        if smallest.is_empty() {
            assert!(size.is_none_or(|size| size > 3));
        } else {
            assert_eq!(exact.iter().map(|set| hexes(&battle, set)).collect::<BTreeSet<_>>(), smallest);
            assert_eq!(exact.len(), smallest.len());
            found += 1;
            several += usize::from(smallest.len() > 1);
        }
        assert!(exact.is_sorted_by_key(|set| (set.score, set.exposure)) && exact.iter().all(|set| set.cuts));
        assert!(exact.iter().all(|set| set.by == ChokeSetMethod::Exact && set.can_be_held()));
        let best =
            classic.iter().filter(|set| set.cuts && set.can_be_held()).map(|set| set.hexes.len()).min();
        assert!(best.is_none_or(|best| size.is_some_and(|size| size <= best)));
    }
    assert!(found > 15 && several > 5, "the maps have to hold something to find: {found}, {several}");
}

/// A river with one bridge; Red's cavalry stands `red` rows north of it.
fn bridge(red: i32) -> Battle {
    let rows = [
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "~~~~H~~~~",
        ".........",
        ".........",
        "....#....",
    ];
    ground::battle(&rows, &[("cavalry", 4, 5 - red)], &[("infantry", 4, 8), ("infantry", 5, 7)])
}

/// One unit can be first at either of two bridges, which takes two.
#[test]
fn hexes_that_one_unit_would_hold_by_turns_are_no_set() {
    let mut rows = vec!["........."; 20];
    rows[9] = "~~H~~~H~~";
    rows[19] = "....#....";
    let sets = |second: (&str, i32, i32)| {
        let battle = ground::battle(&rows, &[("infantry", 4, 0)], &[("infantry", 4, 12), second]);
        let exact =
            ChokeSurvey::new(View::new(&battle, Side::Blue)).smallest_sets(&[], &mut Budget::new(u64::MAX));
        exact.iter().map(|set| hexes(&battle, set)).collect::<Vec<_>>()
    };
    assert_eq!(sets(("infantry", 4, 13))[0], coords(&[(2, 9), (6, 9)]));
    assert_eq!(sets(("infantry", 4, 18)), [], "the second comes too late to either");
}

#[test]
fn a_bridge_is_held_and_a_single_point_scores_0() {
    let rows = [
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "~~~~H~~~~",
        ".........",
        "....#....",
    ];
    let battle = ground::battle(&rows, &[("infantry", 4, 0)], &[("infantry", 4, 9), ("infantry", 5, 8)]);
    let sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
    assert_eq!((hexes(&battle, &sets[0]), sets[0].score), (coords(&[(4, 7)]), 0));
    // Behind the bridge only one enemy at a time gets at the holder: of equal scores the less
    // exposed set is held.
    assert_eq!(held(&battle), Some((coords(&[(4, 8)]), 0)));
}

#[test]
fn a_walk_that_is_stopped_gives_the_sets_it_has_completed() {
    for (name, battle) in ground::shipped() {
        let all = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
        for hexes in [0, 1, 3, 10, 1000] {
            let mut asked = 0;
            let sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets_while(|| {
                asked += 1;
                asked <= hexes
            });
            assert_eq!(sets, all[..sets.len()], "{name} after {hexes}");
            assert!(sets.iter().map(|set| set.hexes.len()).sum::<usize>() <= hexes);
            assert!(hexes < 1000 || sets.len() == all.len(), "{name}");
        }
    }
}

#[test]
fn a_bridge_already_reached_by_red_is_not_chosen() {
    assert_eq!(held(&bridge(0)), None);
    assert_eq!(held(&bridge(1)), None);
}

#[test]
fn two_passes_close_together_beat_two_far_apart() {
    // Two walls: the outer one has its gaps in the far west and east, the inner one close together.
    let rows = [
        "...........",
        "...........",
        "...........",
        "...........",
        "...........",
        "...........",
        "...........",
        "...........",
        "...........",
        ".^^^^^^^^^.",
        "...........",
        "...........",
        "^^^.^^^.^^^",
        "...........",
        ".....#.....",
    ];
    let battle = ground::battle(
        &rows,
        &[("infantry", 5, 0)],
        &[("cavalry", 2, 11), ("cavalry", 8, 11), ("infantry", 4, 14), ("infantry", 6, 14)],
    );
    let (hexes, score) = held(&battle).expect("both walls can be held");
    assert_eq!(hexes, coords(&[(3, 12), (7, 12)]));
    assert!(score > 0);
}

/// A pass in the middle, and a goat path far in the west.
const GOAT_PATH: [&str; 12] = [
    "...........",
    "...........",
    "...........",
    "...........",
    "...........",
    "...........",
    ".^^^^^.^^^^",
    "f^^^^^.^^^^",
    "f^^^^^.^^^^",
    "...........",
    "...........",
    "......#....",
];

#[test]
fn the_goat_path_is_found_and_blocked_as_well() {
    let battle = ground::battle(
        &GOAT_PATH,
        &[("infantry", 5, 0)],
        &[("infantry", 6, 11), ("cavalry", 1, 10), ("infantry", 5, 10)],
    );
    let (hexes, _) = held(&battle).expect("both can be held");
    assert_eq!(hexes.len(), 2);
    assert!(hexes.iter().any(|at| at.col == 0), "{hexes:?}");
    assert!(ground::cuts(&battle, &hexes));
}

#[test]
fn the_set_is_given_up_when_nobody_can_block_the_goat_path() {
    let battle = ground::battle(&GOAT_PATH, &[("infantry", 5, 0)], &[("infantry", 6, 11)]);
    assert_eq!(held(&battle), None);
    let sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
    assert!(sets.iter().any(|set| set.cuts && !set.can_be_held()), "it is found, but cannot be held");
}

#[test]
fn open_ground_has_no_set_that_cuts() {
    let rows = ["........."; 12].map(str::to_owned);
    let mut rows: Vec<String> = rows.into();
    rows[11] = "....#....".into();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let battle = ground::battle(&rows, &[("infantry", 4, 0)], &[("infantry", 4, 11)]);
    assert_eq!(held(&battle), None);
    assert!(
        ChokeSurvey::new(View::new(&battle, Side::Blue))
            .smallest_sets(&[], &mut Budget::new(u64::MAX))
            .is_empty()
    );
}

/// A map larger than the steps pay for: the sets are the first ones of all, and no step is taken
/// that is not there.
#[test]
fn a_walk_with_few_steps_gives_the_first_sets_and_keeps_to_them() {
    let mut dice = Dice::new(8);
    let battle = std::iter::from_fn(|| Some(ground::random(&mut dice, 96, 96, 25, 8)));
    let battle = battle.flatten().next().unwrap();
    let all = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
    assert!(all.len() > 3, "{}", all.len());
    let mut found = Vec::new();
    let mut steps = 0;
    while found.last() != Some(&all.len()) {
        let mut budget = Budget::new(steps);
        let sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets_within(&mut budget);
        assert!(budget.steps_spent() <= steps);
        assert_eq!(sets, all[..sets.len()], "{steps} steps");
        found.push(sets.len());
        steps += steps / 4 + 1;
    }
    assert!(found.is_sorted() && found[0] == 0, "{found:?}");
    assert!(found.iter().any(|&count| 0 < count && count < all.len()), "steps have to count: {found:?}");
}

/// More units than are looked at one by one: the set of the few nearest is held all the same.
#[test]
fn a_large_army_finds_holders_among_its_nearest() {
    let mut rows = vec![".".repeat(40); 40];
    rows[20] = format!("{}.{}", "^".repeat(20), "^".repeat(19));
    rows[38].replace_range(20..=20, "#");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let blue: Vec<(&str, i32, i32)> =
        (0..80).map(|index| ("infantry", index % 40, 36 + index / 40)).collect();
    let battle = ground::battle(&rows, &[("infantry", 20, 0)], &blue);
    let (hexes, score) = held(&battle).expect("the gap can be held");
    assert_eq!((hexes.len(), score), (1, 0));
    let sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
    let second = Arrivals::new(&battle);
    for set in sets.iter().filter(|set| set.can_be_held()) {
        for (&cell, &holder) in set.hexes.iter().zip(set.holders.as_ref().unwrap()) {
            let index = battle.living(Side::Blue).position(|unit| unit == holder).unwrap();
            assert!(second.first(index, battle.grid().coord(cell)));
        }
    }
}
