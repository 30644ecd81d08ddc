//! Rehearsals: ways to go on are played forward on a copy of the battle before one is taken.

use hotgates_engine::{KnownBattle, Side, View};

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::strategist::evaluation::Evaluation;
use crate::strategist::simulation::{BELIEVED, Simulation, count_foretold_orders};
use hotgates_search::Budget;

/// Number of half-turns that are played forward, both sides' counted: long enough for a blow and
/// the answer to it, and no longer than mean dice are to be believed.
const HALF_TURNS: u32 = 6;

/// Greatest worth of a won battle in a rehearsal, in points of an [`Evaluation`].
const WON: i64 = 1000;

/// A copy of the battle on which ways to go on are played forward, with mean dice, and memory that
/// the next rehearsal uses again.
#[derive(Debug, Clone)]
pub(crate) struct Rehearsal {
    simulation: Simulation,
    root: KnownBattle,
    side: Side,
    /// Steps of the commanders who are played forward, for each half-turn.
    steps: u64,
}

impl Rehearsal {
    /// Makes the memory of rehearsals of a battle; the first is still to [begin](Self::begin).
    pub(crate) fn new(view: View<'_>, condition: ConditionWeight) -> Self {
        let simulation = Simulation::without_marches(view).weighing_condition(condition);
        Self { simulation, root: view.known_battle(), side: view.side(), steps: 0 }
    }

    /// Begins the rehearsal of a position for the side to move; the commanders who are played
    /// forward have so many steps for each half-turn.
    pub(crate) fn begin(&mut self, view: View<'_>, steps: u64) {
        self.root = view.known_battle();
        (self.side, self.steps) = (view.side(), steps);
    }

    /// Surveys from where to where units march, for [`position_worth`](Self::position_worth).
    pub(crate) fn survey_marches(&mut self) {
        self.simulation.restart_from_position(&self.root);
        self.simulation.survey_castle_marches();
    }

    /// Returns `true` if a commander foretells most of what the enemy did in its last half-turn.
    /// Each order is a step of the budget.
    pub(crate) fn foretells_enemy(
        &mut self,
        view: View<'_>,
        enemy: &mut dyn Commander,
        budget: &mut Budget,
    ) -> bool {
        let Some(before) = view.before_last_half_turn() else { return false };
        self.simulation.restart_from_position(&before);
        let mut thinking = budget.split_part(self.steps);
        if !self.simulation.play_commander(enemy, &mut thinking, budget) {
            return false;
        }
        let (hits, of) = count_foretold_orders(&before, view, self.simulation.battle());
        hits * 1000 >= of * BELIEVED
    }

    /// Plays the next half-turns from the position on, as both commanders have it. Each order is a
    /// step of the budget; `None` when the steps did not suffice.
    pub(crate) fn play_forward(
        &mut self,
        own: &mut dyn Commander,
        enemy: &mut dyn Commander,
        budget: &mut Budget,
    ) -> Option<()> {
        self.simulation.restart_from_position(&self.root);
        for _ in 0..HALF_TURNS {
            if self.simulation.battle().verdict().is_some() {
                break;
            }
            let own_turn = self.simulation.battle().side_to_move() == self.side;
            let commander: &mut dyn Commander = if own_turn { own } else { enemy };
            let mut thinking = budget.split_part(self.steps);
            if !self.simulation.play_commander(commander, &mut thinking, budget) {
                return None;
            }
            self.simulation.end_half_turn();
        }
        Some(())
    }

    /// Returns the worth of what both armies have left where they were played forward to, and of
    /// the verdict.
    pub(crate) fn losses_worth(&self) -> i64 {
        let Evaluation { armies, verdict, .. } = Evaluation::of_losses(&self.simulation, self.side);
        armies + verdict.clamp(-WON, WON)
    }

    /// Returns the whole worth of the position that was played forward to, once marches are
    /// [surveyed](Self::survey_marches).
    pub(crate) fn position_worth(&self) -> i64 {
        Evaluation::evaluate_position(&self.simulation, self.side).total()
    }
}
