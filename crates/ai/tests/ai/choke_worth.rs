//! The worth of choke sets, counted a second time, and the moves by which they are drawn in.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_ai::Budget;
use hotgates_choke::{ChokeSet, ChokeSurvey};
use hotgates_engine::{Battle, Coord, Dice, Side, View};

use crate::choke::Arrivals;
use crate::ground;

/// The ground of a battle as a second count of scores and exposures sees it.
struct SecondCount<'b> {
    battle: &'b Battle,
    costs: BTreeMap<Coord, u32>,
    castles: BTreeSet<Coord>,
    reds: BTreeSet<Coord>,
    arrivals: Arrivals,
}

impl<'b> SecondCount<'b> {
    fn new(battle: &'b Battle) -> Self {
        let grid = battle.grid();
        Self {
            battle,
            costs: ground::costs(battle),
            castles: battle.map().castles().iter().map(|&cell| grid.coord(cell)).collect(),
            reds: battle.living(Side::Red).map(|unit| grid.coord(battle.unit(unit).cell)).collect(),
            arrivals: Arrivals::new(battle),
        }
    }

    fn coords(&self, set: &ChokeSet) -> Vec<Coord> {
        set.hexes.iter().map(|&cell| self.battle.grid().coord(cell)).collect()
    }

    /// Cost from a hex to each hex, by relaxation.
    fn costs_from(&self, from: Coord) -> BTreeMap<Coord, u32> {
        let mut known = BTreeMap::from([(from, 0)]);
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for next in ground::around(at) {
                let Some(through) = self.costs.get(&next).map(|cost| known[&at] + cost) else { continue };
                if known.get(&next).is_none_or(|&cost| through < cost) {
                    known.insert(next, through);
                    waiting.push(next);
                }
            }
        }
        known
    }

    /// Number of hexes times the sum of the costs between them, in the cheaper direction of each
    /// pair; `None` where a pair has no path.
    fn score(&self, hexes: &[Coord]) -> Option<u64> {
        let from: Vec<BTreeMap<Coord, u32>> = hexes.iter().map(|&hex| self.costs_from(hex)).collect();
        let mut sum = 0;
        for (index, hex) in hexes.iter().enumerate() {
            for (other, second) in hexes.iter().enumerate().skip(index + 1) {
                sum += u64::from(*from[index].get(second)?.min(from[other].get(hex)?));
            }
        }
        Some(hexes.len() as u64 * sum)
    }

    /// For each hex the neighbours that are neither of the set nor behind it, times what the terrain
    /// lets through of a blow.
    fn exposure(&self, hexes: &[Coord]) -> u64 {
        let mut behind = self.castles.clone();
        let mut waiting: Vec<Coord> = behind.iter().copied().collect();
        while let Some(at) = waiting.pop() {
            for next in ground::around(at) {
                if self.costs.contains_key(&next) && !hexes.contains(&next) && behind.insert(next) {
                    waiting.push(next);
                }
            }
        }
        let open = |at: Coord| {
            let cell = self.battle.grid().at(at).expect("on the map");
            1000 - u64::from(self.battle.rules().terrains[self.battle.map().terrain(cell)].defence.0)
        };
        let outer =
            |next: &Coord| self.costs.contains_key(next) && !behind.contains(next) && !hexes.contains(next);
        hexes.iter().map(|&at| ground::around(at).filter(outer).count() as u64 * open(at)).sum()
    }

    /// Draws a set in by the best move of one hex, again and again.
    fn draw_in(&self, mut hexes: Vec<Coord>) -> Vec<Coord> {
        let worth = |hexes: &[Coord]| Some(8 * self.score(hexes)? + self.exposure(hexes));
        loop {
            let most = worth(&hexes).expect("hexes with paths between them");
            let mut candidates = Vec::new();
            for place in 0..hexes.len() {
                for next in ground::around(hexes[place]) {
                    let mut moved = hexes.clone();
                    moved[place] = next;
                    let may_stand = self.costs.contains_key(&next)
                        && !hexes.contains(&next)
                        && !self.castles.contains(&next)
                        && !self.reds.contains(&next);
                    if may_stand && let Some(worth) = worth(&moved).filter(|&worth| worth < most) {
                        candidates.push((worth, place, self.battle.grid().at(next), moved));
                    }
                }
            }
            candidates.sort();
            let fit = |moved: &Vec<Coord>| {
                ground::cuts(self.battle, &moved.iter().copied().collect()) && self.arrivals.feasible(moved)
            };
            let Some(better) = candidates.into_iter().map(|(.., moved)| moved).find(fit) else {
                return hexes;
            };
            hexes = better;
        }
    }
}

#[test]
fn scores_and_exposures_are_those_of_a_second_count() {
    let mut dice = Dice::new(21);
    let mut pairs = 0;
    while pairs < 200 {
        let Some(battle) = ground::random(&mut dice, 10, 12, 40, 5) else { continue };
        let second = SecondCount::new(&battle);
        for set in ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets() {
            let hexes = second.coords(&set);
            if let Some(score) = second.score(&hexes) {
                assert_eq!((set.score, set.exposure), (score, second.exposure(&hexes)), "{hexes:?}");
                pairs += usize::from(hexes.len() > 1);
            }
        }
    }
}

#[test]
fn a_set_is_drawn_in_by_the_best_move_of_a_second_count() {
    let mut dice = Dice::new(22);
    let (mut alone, mut several) = (0, 0);
    while alone < 20 || several < 20 {
        let Some(battle) = ground::random(&mut dice, 12, 14, 40, 5) else { continue };
        let second = SecondCount::new(&battle);
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        for set in survey.classic_sets() {
            let hexes = second.coords(&set);
            let refined = survey.refine_set(set.clone(), &mut Budget::new(u64::MAX));
            if !set.cuts || !set.can_be_held() {
                assert_eq!(refined, set, "a set that is of no use stays as it is");
            } else if second.score(&hexes).is_some() {
                assert_eq!(second.coords(&refined), second.draw_in(hexes.clone()), "{hexes:?}");
                let moved = usize::from(refined != set);
                for useless in [ChokeSet { cuts: false, ..set.clone() }, ChokeSet { holders: None, ..set }] {
                    assert_eq!(survey.refine_set(useless.clone(), &mut Budget::new(u64::MAX)), useless);
                }
                *(if hexes.len() > 1 { &mut several } else { &mut alone }) += moved;
            }
        }
    }
}

/// A gap in a wall is held behind it. In the gap, three of the moves of equal score leave the gap open,
/// and the fourth one goes behind it; from there three others would leave it open. Each of the seven that
/// are tried, and the set that is found, costs a look at the map.
#[test]
fn drawing_in_pays_for_the_cells_that_it_looks_at() {
    let mut rows = vec![".".repeat(40); 40];
    rows[20] = format!("{}.{}", "^".repeat(20), "^".repeat(19));
    rows[38].replace_range(20..=20, "#");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let battle = ground::battle(&rows, &[("infantry", 20, 0)], &[("infantry", 20, 23)]);
    let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
    let gap = Coord { col: 20, row: 20 };
    let cell = battle.grid().at(gap).unwrap();
    let sets = survey.classic_sets();
    let set = sets.into_iter().find(|set| set.hexes == [cell]).expect("the gap is a set of its own");
    // The first time the turns to the hexes are looked for, too.
    let [_, spent, again] = [(); 3].map(|()| {
        let mut budget = Budget::new(u64::MAX);
        let refined = survey.refine_set(set.clone(), &mut budget);
        assert_eq!(battle.grid().coord(refined.hexes[0]), Coord { col: 20, row: 21 });
        budget.steps_spent()
    });
    assert_eq!([spent, again], [8 * battle.grid().len() as u64 / 1024; 2]);
}
