//! The survey of the ground: choke sets, and which of them a warden can hold.

use hotgates_engine::{Arm, Side, UnitId, View};

use super::{Warden, split_budget};
use crate::thinking::{ChokeSetJudgement, JudgedChokeSet};
use hotgates_choke::{ChokeSet, ChokeSurvey, choose_choke_set};
use hotgates_search::Budget;

impl Warden {
    /// Returns the choke sets of the ground, each with its judgement.
    pub(super) fn judge_sets(&self, view: View<'_>, side: Side, budget: &mut Budget) -> Vec<JudgedChokeSet> {
        let mut survey = ChokeSurvey::with_detour_rule(view, self.doctrine.detour);
        let mut part = split_budget(budget, self.doctrine.survey);
        let mut sets = survey.classic_sets_within(&mut part);
        if self.exact {
            sets = survey.smallest_sets(&sets, &mut part);
        }
        // The best set is drawn in: another set, found next turn, then comes to the same.
        if let Some(best) = choose_choke_set(view, &sets) {
            let refined = survey.refine_set(sets[best].clone(), &mut part);
            sets[best] = refined;
        }
        // Where works have barred every way, nothing is left to hold.
        sets.retain(|set| !set.hexes.is_empty());
        budget.take_steps(part.steps_spent());
        // A set on which the enemy can bring more units to bear at once than there are to hold it
        // in turns is not held, even if it cuts: then a line is better.
        let walker = |unit: UnitId| view.kind(unit).arm != Arm::Artillery;
        let walkers = view.roster().filter(|&(unit, info)| info.side == side && walker(unit)).count();
        let judge = |set: ChokeSet| {
            let judgement = match &set {
                set if !set.cuts => ChokeSetJudgement::Leaks,
                set if !set.can_be_held() => ChokeSetJudgement::TooLate,
                set if set.exposure > 1000 * walkers as u64 => ChokeSetJudgement::TooExposed,
                _ => ChokeSetJudgement::Worse,
            };
            JudgedChokeSet { set, judgement }
        };
        let mut sets: Vec<JudgedChokeSet> = sets.into_iter().map(judge).collect();
        let fit = sets.iter().filter(|judged| judged.judgement == ChokeSetJudgement::Worse);
        let fit: Vec<ChokeSet> = fit.map(|judged| judged.set.clone()).collect();
        if let Some(index) = choose_choke_set(view, &fit)
            && let Some(held) = sets.iter_mut().find(|judged| judged.set == fit[index])
        {
            held.judgement = ChokeSetJudgement::Held;
        }
        sets
    }
}
