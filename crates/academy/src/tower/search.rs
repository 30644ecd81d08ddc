//! The magic tower as a problem of the search.

use hotgates_search::{Bound, OptimisationProblem, Problem};

use super::life_bound::LifeBound;
use super::plan::{ClearingPlan, HeroChoice, PlanState};
use crate::bit_mask::BitMask;

/// Most life after the boss: a plan and its bound.
pub(super) struct TowerProblem<const W: usize> {
    pub(super) plan: ClearingPlan<W>,
    pub(super) life_bound: LifeBound<W>,
}

impl<const W: usize> Problem for TowerProblem<W> {
    type State = PlanState<W>;
    type Action = HeroChoice;

    fn actions(&self, state: &PlanState<W>, into: &mut Vec<HeroChoice>) {
        self.plan.append_possible_choices(state, into);
    }

    fn step(&self, state: &PlanState<W>, choice: HeroChoice) -> (PlanState<W>, u32) {
        (self.plan.state_after_choice(state, choice, &mut |_| {}), 1)
    }

    fn is_goal(&self, state: &PlanState<W>) -> bool {
        self.plan.is_over(state)
    }
}

impl<const W: usize> OptimisationProblem for TowerProblem<W> {
    type Score = i64;
    type Key = (BitMask<W>, u32, [u16; 4]);

    fn score(&self, state: &PlanState<W>) -> i64 {
        state.life
    }

    fn bound(&self, state: &PlanState<W>) -> Bound<i64> {
        if self.plan.is_over(state) && !self.plan.growth {
            return Bound::AtMost(state.life);
        }
        self.life_bound.greatest_life_from(&self.plan, state).map_or(Bound::Hopeless, Bound::AtMost)
    }

    /// The cleared nodes and the number of purchases: they settle everything but life and the
    /// hero's strength. Where strength may hurt, each ware's purchases: then they settle everything
    /// but life.
    fn key(&self, state: &PlanState<W>) -> Self::Key {
        let total = state.wares.into_iter().map(u32::from).sum();
        (state.cleared, total, if self.plan.growth { state.wares } else { [0; 4] })
    }

    /// Of equal keys: life and everything bought but life are no less.
    fn no_worse(&self, a: &PlanState<W>, b: &PlanState<W>) -> bool {
        a.life >= b.life && a.wares[1..].iter().zip(&b.wares[1..]).all(|(a, b)| a >= b)
    }
}

/// The quest for a search without bounds: the worth of an answer is known when it is reached.
pub(super) struct UnboundedTowerProblem<'q, const W: usize>(pub(super) &'q TowerProblem<W>);

impl<const W: usize> Problem for UnboundedTowerProblem<'_, W> {
    type State = PlanState<W>;
    type Action = HeroChoice;

    fn actions(&self, state: &PlanState<W>, into: &mut Vec<HeroChoice>) {
        self.0.actions(state, into);
    }

    fn step(&self, state: &PlanState<W>, choice: HeroChoice) -> (PlanState<W>, u32) {
        self.0.step(state, choice)
    }

    fn is_goal(&self, state: &PlanState<W>) -> bool {
        self.0.is_goal(state)
    }
}

impl<const W: usize> OptimisationProblem for UnboundedTowerProblem<'_, W> {
    type Score = i64;
    type Key = (BitMask<W>, u32, [u16; 4]);

    fn score(&self, state: &PlanState<W>) -> i64 {
        self.0.score(state)
    }

    fn bound(&self, _: &PlanState<W>) -> Bound<i64> {
        Bound::Unknown
    }

    fn key(&self, state: &PlanState<W>) -> Self::Key {
        self.0.key(state)
    }

    fn no_worse(&self, a: &PlanState<W>, b: &PlanState<W>) -> bool {
        self.0.no_worse(a, b)
    }
}
