//! Best-first, beam and depth-first search for the highest score, on knapsacks.

use std::cell::Cell;

use hotgates_search::{
    Bound, Certainty, DepthFirstSearch, Limits, Observer, OptimisationProblem, Problem, SpentBudget,
    Statistics, UndoablePath, UndoableState, beam_search, best_first_search,
};
use proptest::prelude::*;

/// Things with a weight and a worth, and the weight that the sack holds.
#[derive(Debug, Clone)]
struct Knapsack {
    things: Vec<(u32, u32)>,
    room: u32,
    /// `true` for a search with a bound, `false` for one without any knowledge.
    bounded: bool,
}

/// Number of things decided so far, the first things first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Packed {
    decided: usize,
    weight: u32,
    worth: u32,
}

const EMPTY: Packed = Packed { decided: 0, weight: 0, worth: 0 };

impl Problem for Knapsack {
    type State = Packed;
    type Action = bool;

    fn actions(&self, state: &Packed, into: &mut Vec<bool>) {
        if let Some((weight, _)) = self.things.get(state.decided) {
            if state.weight + weight <= self.room {
                into.push(true);
            }
            into.push(false);
        }
    }

    fn step(&self, state: &Packed, take: bool) -> (Packed, u32) {
        let (weight, worth) = if take { self.things[state.decided] } else { (0, 0) };
        (Packed { decided: state.decided + 1, weight: state.weight + weight, worth: state.worth + worth }, 1)
    }

    fn is_goal(&self, _: &Packed) -> bool {
        true
    }
}

impl OptimisationProblem for Knapsack {
    type Score = u32;
    type Key = usize;

    fn score(&self, state: &Packed) -> u32 {
        state.worth
    }

    fn bound(&self, state: &Packed) -> Bound<u32> {
        if !self.bounded {
            return Bound::Unknown;
        }
        Bound::AtMost(state.worth + self.things[state.decided..].iter().map(|(_, worth)| worth).sum::<u32>())
    }

    fn key(&self, state: &Packed) -> usize {
        state.decided
    }

    fn no_worse(&self, a: &Packed, b: &Packed) -> bool {
        a.weight <= b.weight && a.worth >= b.worth
    }
}

/// The same knapsack problem with a state that is changed in place.
struct Packing<'k> {
    sack: &'k Knapsack,
    now: Packed,
}

impl UndoableState for Packing<'_> {
    type Action = bool;
    type Undo = (u32, u32);
    type Score = u32;

    fn actions(&mut self, into: &mut Vec<bool>) {
        self.sack.actions(&self.now, into);
    }

    fn apply(&mut self, take: bool) -> (u32, u32) {
        let before = (self.now.weight, self.now.worth);
        self.now = self.sack.step(&self.now, take).0;
        before
    }

    fn undo(&mut self, _: bool, (weight, worth): (u32, u32)) {
        self.now = Packed { decided: self.now.decided - 1, weight, worth };
    }

    fn score(&self) -> Option<u32> {
        Some(self.now.worth)
    }

    fn bound(&self) -> Bound<u32> {
        self.sack.bound(&self.now)
    }
}

/// Returns the best worth by trying every subset.
fn every_subset(sack: &Knapsack) -> u32 {
    let subsets = (0u32..1 << sack.things.len()).map(|subset| {
        let taken = sack.things.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        taken.fold((0, 0), |(weight, worth), (_, thing)| (weight + thing.0, worth + thing.1))
    });
    subsets
        .filter(|&(weight, _)| weight <= sack.room)
        .map(|(_, worth)| worth)
        .max()
        .expect("the empty subset fits")
}

fn sack() -> impl Strategy<Value = Knapsack> {
    let things = proptest::collection::vec((0u32..12, 0u32..20), 0..10);
    (things, 0u32..40, any::<bool>()).prop_map(|(things, room, bounded)| Knapsack { things, room, bounded })
}

proptest! {
    #[test]
    fn all_methods_agree_with_trying_every_subset(sack in sack()) {
        let most = every_subset(&sack);
        let none = Limits::without_limits();

        let best = best_first_search(&sack, EMPTY, None, &none, &mut ());
        prop_assert_eq!((best.certainty, best.best.unwrap().value, best.bound), (Certainty::Proven, most, Some(most)));
        let above = best_first_search(&sack, EMPTY, Some(most), &none, &mut ());
        prop_assert_eq!((above.certainty, above.best), (Certainty::NoSolution, None));

        let wide = beam_search(&sack, EMPTY, usize::MAX, |state| state.worth, &none, &mut ());
        prop_assert_eq!((wide.certainty, wide.best.unwrap().value), (Certainty::Proven, most));
        let narrow = beam_search(&sack, EMPTY, 1, |state| state.worth, &none, &mut ());
        let greedy = narrow.best.unwrap().value;
        prop_assert!(greedy <= most);
        prop_assert!(narrow.bound.is_none_or(|bound| bound >= most));
        prop_assert!(narrow.certainty != Certainty::Proven || greedy == most);

        let mut packing = Packing { sack: &sack, now: EMPTY };
        let deep = DepthFirstSearch::new().search_to_depth(&mut packing, u64::MAX, &none, &mut ());
        prop_assert_eq!((deep.certainty, deep.best.unwrap().value), (Certainty::Proven, most));
        prop_assert_eq!(packing.now, EMPTY);
        let mut pathwise = UndoablePath::new(&sack, EMPTY);
        let deep = DepthFirstSearch::new().search_to_depth(&mut pathwise, u64::MAX, &none, &mut ());
        prop_assert_eq!((deep.certainty, deep.best.unwrap().value), (Certainty::Proven, most));
        prop_assert_eq!(pathwise.current_state(), &EMPTY);
    }

    /// All states but the start are met by a step.
    #[test]
    fn every_state_is_expanded_or_dropped(sack in sack(), width in 1usize..9) {
        let none = Limits::without_limits();
        let beam = beam_search(&sack, EMPTY, width, |state| state.worth, &none, &mut ()).statistics;
        prop_assert_eq!(beam.expanded + beam.dropped, beam.steps + 1);
        // With a bound an answer that is as good as the bound is neither.
        let sack = Knapsack { bounded: false, ..sack };
        let best = best_first_search(&sack, EMPTY, None, &none, &mut ()).statistics;
        prop_assert_eq!(best.expanded + best.dropped, best.steps + 1);
    }

    #[test]
    fn every_budget_is_kept_and_its_bound_is_honest(sack in sack(), budget in 0u64..60) {
        let most = every_subset(&sack);
        let limits = Limits::without_limits().with_steps(budget);

        let mut packing = Packing { sack: &sack, now: EMPTY };
        let deep = DepthFirstSearch::new().search_to_depth(&mut packing, u64::MAX, &limits, &mut ());
        prop_assert_eq!(packing.now, EMPTY);
        prop_assert!(deep.statistics.steps <= budget);
        prop_assert!(deep.bound.is_none_or(|bound| bound >= most));
        prop_assert!(deep.best.as_ref().unwrap().value <= most);
        if deep.certainty == Certainty::Proven {
            prop_assert_eq!(deep.best.unwrap().value, most);
        } else {
            prop_assert_eq!(deep.certainty, Certainty::CutOff(SpentBudget::Steps));
            prop_assert_eq!(deep.statistics.steps, budget);
        }

        for best in [
            best_first_search(&sack, EMPTY, None, &limits, &mut ()),
            best_first_search(&sack, EMPTY, None, &Limits::without_limits().with_states(budget), &mut ()),
            beam_search(&sack, EMPTY, 4, |state| state.worth, &limits, &mut ()),
        ] {
            prop_assert!(best.statistics.steps <= budget || best.statistics.seen <= budget.max(1));
            prop_assert!(best.bound.is_none_or(|bound| bound >= most));
            if best.is_proven() {
                prop_assert_eq!(best.best.unwrap().value, most);
            }
        }
    }
}

fn ten_things(bounded: bool) -> Knapsack {
    let things = (0..10).map(|i| (3 + i * 7 % 11, 5 + i * 5 % 13)).collect();
    Knapsack { things, room: 30, bounded }
}

#[test]
fn a_depth_limit_makes_no_false_proof() {
    let sack = ten_things(false);
    let mut packing = Packing { sack: &sack, now: EMPTY };
    let mut search = DepthFirstSearch::new();
    let shallow = search.search_to_depth(&mut packing, 3, &Limits::without_limits(), &mut ());
    assert_eq!((shallow.certainty, shallow.statistics.deepest), (Certainty::Unproven, 3));
    let full = search.search_to_depth(&mut packing, 10, &Limits::without_limits(), &mut ());
    assert_eq!((full.certainty, full.best.unwrap().value), (Certainty::Proven, every_subset(&sack)));
}

/// A number that grows by 1 or 2, to 4 at most.
struct Counter(u32);

impl UndoableState for Counter {
    type Action = u32;
    type Undo = ();
    type Score = u32;

    fn actions(&mut self, into: &mut Vec<u32>) {
        into.extend([1, 2].iter().filter(|&more| self.0 + more <= 4));
    }

    fn apply(&mut self, more: u32) {
        self.0 += more;
    }

    fn undo(&mut self, more: u32, (): ()) {
        self.0 -= more;
    }

    fn score(&self) -> Option<u32> {
        Some(self.0)
    }

    fn bound(&self) -> Bound<u32> {
        Bound::AtMost(4)
    }
}

/// Two actions lead to 2, to 3, and at last to 4, which is as much as can be.
#[test]
fn within_a_depth_limit_only_an_answer_at_the_bound_is_proven() {
    let mut search = DepthFirstSearch::new();
    let mut to_depth = |depth, steps| {
        let limits = Limits::without_limits().with_steps(steps);
        let found = search.search_to_depth(&mut Counter(0), depth, &limits, &mut ());
        (found.best.map(|best| best.value), found.certainty, found.bound)
    };
    assert_eq!(to_depth(2, 99), (Some(4), Certainty::Proven, Some(4)));
    assert_eq!(to_depth(1, 99), (Some(2), Certainty::Unproven, Some(4)));
    assert_eq!(to_depth(2, 2), (Some(2), Certainty::CutOff(SpentBudget::Steps), Some(4)));
    assert_eq!(format!("{search:?}"), "DepthFirstSearch { depth: 0, .. }");
}

#[test]
fn bounds_and_dominance_save_work() {
    let expanded = |bounded| {
        best_first_search(&ten_things(bounded), EMPTY, None, &Limits::without_limits(), &mut ())
            .statistics
            .expanded
    };
    let mut packing = Packing { sack: &ten_things(false), now: EMPTY };
    let blind =
        DepthFirstSearch::new().search_to_depth(&mut packing, u64::MAX, &Limits::without_limits(), &mut ());
    assert!(expanded(true) <= expanded(false));
    assert!(expanded(false) * 2 < blind.statistics.expanded);
}

#[test]
fn a_perfect_answer_ends_the_search_at_once() {
    // All fits, so the first path, which takes everything, reaches the bound.
    let sack = Knapsack { things: vec![(1, 1); 20], room: 20, bounded: true };
    let mut packing = Packing { sack: &sack, now: EMPTY };
    let deep =
        DepthFirstSearch::new().search_to_depth(&mut packing, u64::MAX, &Limits::without_limits(), &mut ());
    assert_eq!((deep.certainty, deep.statistics.steps), (Certainty::Proven, 20));
}

#[test]
fn cancelling_keeps_the_best_so_far() {
    let sack = ten_things(false);
    let looks = Cell::new(0);
    let cancel = || {
        looks.set(looks.get() + 1);
        looks.get() > 2
    };
    let mut packing = Packing { sack: &sack, now: EMPTY };
    let limits = Limits::without_limits().with_cancel(&cancel);
    let deep = DepthFirstSearch::new().search_to_depth(&mut packing, u64::MAX, &limits, &mut ());
    assert_eq!((deep.certainty, deep.statistics.steps), (Certainty::Cancelled, 128));
    assert!(deep.best.is_some());
    assert_eq!(packing.now, EMPTY);
}

/// Improvements seen so far, each checked to be better than the one before.
#[derive(Default)]
struct Rising(Vec<u32>);

impl<'k> Observer<Packing<'k>> for Rising {
    fn improved(&mut self, packing: &Packing<'k>, _: &Statistics) {
        assert!(self.0.last().is_none_or(|&last| last < packing.now.worth));
        self.0.push(packing.now.worth);
    }
}

#[test]
fn an_observer_sees_every_improvement() {
    let sack = ten_things(false);
    let mut packing = Packing { sack: &sack, now: EMPTY };
    let mut rising = Rising::default();
    let deep = DepthFirstSearch::new().search_to_depth(
        &mut packing,
        u64::MAX,
        &Limits::without_limits(),
        &mut rising,
    );
    assert_eq!(rising.0.last().copied(), deep.best.map(|way| way.value));
    assert!(rising.0.len() > 1);
}

/// Roads to the right and downwards in a square of nine crossings; the crossing is all that counts.
struct Streets;

impl Problem for Streets {
    type State = (u32, u32);
    type Action = (u32, u32);

    fn actions(&self, &(right, down): &(u32, u32), into: &mut Vec<(u32, u32)>) {
        into.extend((right < 2).then_some((1, 0)));
        into.extend((down < 2).then_some((0, 1)));
    }

    fn step(&self, &(right, down): &(u32, u32), road: (u32, u32)) -> ((u32, u32), u32) {
        ((right + road.0, down + road.1), 1)
    }

    fn is_goal(&self, _: &(u32, u32)) -> bool {
        true
    }
}

impl OptimisationProblem for Streets {
    type Score = u32;
    type Key = (u32, u32);

    fn score(&self, &(right, down): &(u32, u32)) -> u32 {
        right * down
    }

    fn bound(&self, _: &(u32, u32)) -> Bound<u32> {
        Bound::Unknown
    }

    fn key(&self, &state: &(u32, u32)) -> (u32, u32) {
        state
    }
}

/// Eight of the twelve roads lead to a new crossing, and four to one that is known already.
#[test]
fn a_state_met_again_is_dropped() {
    let none = Limits::without_limits();
    let best = best_first_search(&Streets, (0, 0), None, &none, &mut ());
    let beam = beam_search(&Streets, (0, 0), 9, |&(right, _)| right, &none, &mut ());
    for found in [best, beam] {
        let Statistics { seen, expanded, steps, dropped, deepest, .. } = found.statistics;
        assert_eq!((seen, expanded, steps, dropped, deepest), (9, 9, 12, 4, 4));
        assert_eq!((found.best.unwrap().value, found.certainty), (4, Certainty::Proven));
    }
}

/// The sack has room for one of two equal things.
#[test]
fn of_equal_answers_the_first_stays() {
    let sack = Knapsack { things: vec![(1, 1), (1, 1)], room: 1, bounded: false };
    let none = Limits::without_limits();
    let mut packing = Packing { sack: &sack, now: EMPTY };
    for found in [
        best_first_search(&sack, EMPTY, None, &none, &mut ()),
        beam_search(&sack, EMPTY, 9, |state| state.worth, &none, &mut ()),
        DepthFirstSearch::new().search_to_depth(&mut packing, u64::MAX, &none, &mut ()),
    ] {
        assert_eq!(found.best.unwrap().actions, [true]);
    }
}

/// With nothing but the second thing in the sack, the first one is no use: both other ways go on.
#[test]
fn a_dominated_state_takes_no_place_in_a_beam() {
    let sack = Knapsack { things: vec![(2, 1), (1, 1)], room: 2, bounded: false };
    let beam = beam_search(&sack, EMPTY, 2, |state| state.weight, &Limits::without_limits(), &mut ());
    assert_eq!((beam.certainty, beam.statistics.dropped), (Certainty::Proven, 1));
}
