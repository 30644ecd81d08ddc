//! Rehearsals: ways to go on are played forward on a copy of the battle before one is taken.

use hotgates_engine::{KnownBattle, Side, View};

use crate::budget::Budget;
use crate::commander::Commander;
use crate::hunter::Hunter;
use crate::strategist::evaluation::Evaluation;
use crate::strategist::simulation::Simulation;

/// Number of half-turns that are played forward, both sides' counted: long enough for a blow and
/// the answer to it, and no longer than mean dice are to be believed.
const HALF_TURNS: u32 = 6;

/// Share of the steps that the commanders who are played forward have in each half-turn: one in so
/// many.
const STEPS_SHARE: u64 = 4;

/// Greatest worth of a won battle in a rehearsal, in points of an [`Evaluation`].
const WON: i64 = 1000;

/// A copy of the battle on which ways to go on are played forward, with mean dice.
#[derive(Debug)]
pub(crate) struct Rehearsal {
    simulation: Simulation,
    root: KnownBattle,
    side: Side,
    /// Steps of the commanders who are played forward, for each half-turn.
    steps: u64,
}

impl Rehearsal {
    /// Returns a rehearsal for the side to move. The commanders who are played forward think with a
    /// part of what is left of the budget.
    pub(crate) fn new(view: View<'_>, budget: &Budget) -> Self {
        Self {
            simulation: Simulation::new(view),
            root: view.known_battle(),
            side: view.side(),
            steps: budget.steps_left() / STEPS_SHARE,
        }
    }

    /// Returns the worth of the position to which `own` leads in the next half-turns against a
    /// hunter: what the armies have left, and the verdict. Each order is a step of the budget;
    /// `None` when the steps did not suffice.
    pub(crate) fn play_forward(&mut self, own: &mut dyn Commander, budget: &mut Budget) -> Option<i64> {
        self.simulation.restart_from_position(&self.root);
        let mut enemy = Hunter::default();
        for _ in 0..HALF_TURNS {
            if self.simulation.battle().verdict().is_some() {
                break;
            }
            let commander: &mut dyn Commander =
                if self.simulation.battle().side_to_move() == self.side { own } else { &mut enemy };
            self.play_half_turn(commander, budget)?;
        }
        let Evaluation { armies, verdict, .. } = Evaluation::evaluate_position(&self.simulation, self.side);
        Some(armies + verdict.clamp(-WON, WON))
    }

    fn play_half_turn(&mut self, commander: &mut dyn Commander, budget: &mut Budget) -> Option<()> {
        let mut thinking = budget.split_part(self.steps);
        let finished = self.simulation.play_commander(commander, &mut thinking, budget);
        finished.then(|| self.simulation.end_half_turn())
    }
}
