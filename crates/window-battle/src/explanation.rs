//! The steps in which the first battle explains itself.

use hotgates_engine::{Battle, Cell, Coord, Side};

use crate::battle::session::BattleSession;

/// A task of the player in the first battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TutorialStep {
    /// Select a unit.
    Select,
    /// Move into the pass.
    Move,
    /// Ask for a hint.
    Hint,
    /// Follow the hint.
    Follow,
    /// End the turn.
    EndTurn,
    /// Attack after a look at the odds.
    Attack,
    /// Look at an overlay.
    Look,
    /// Hold the pass until the battle is over.
    Hold,
    /// All tasks are done.
    Over,
}

impl TutorialStep {
    /// All tasks, in order.
    pub const ALL: [Self; 9] = [
        Self::Select,
        Self::Move,
        Self::Hint,
        Self::Follow,
        Self::EndTurn,
        Self::Attack,
        Self::Look,
        Self::Hold,
        Self::Over,
    ];

    /// Returns the place of the step, counted from 0.
    #[must_use]
    pub fn tutorial_step_index(self) -> usize {
        Self::ALL.iter().position(|&step| step == self).unwrap_or(0)
    }

    /// Returns the key of the step's words.
    #[must_use]
    pub const fn tutorial_step_text_key(self) -> &'static str {
        match self {
            Self::Select => "tutorial-select",
            Self::Move => "tutorial-move",
            Self::Hint => "tutorial-hint",
            Self::Follow => "tutorial-follow",
            Self::EndTurn => "tutorial-end-turn",
            Self::Attack => "tutorial-attack",
            Self::Look => "tutorial-look",
            Self::Hold => "tutorial-hold",
            Self::Over => "tutorial-over",
        }
    }
}

/// Progress of the first battle's explanations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TutorialProgress {
    /// The step.
    pub step: TutorialStep,
    /// Number of orders that had been given when the step began.
    pub orders: usize,
}

impl TutorialProgress {
    /// The hex that bars the pass of the first battle.
    pub const PASS: Coord = Coord { col: 6, row: 8 };
    /// The first step, before any order.
    pub const FIRST: Self = Self { step: TutorialStep::Select, orders: 0 };

    /// Returns the step after this step if this step is done as the battle stands now, else this
    /// step.
    #[must_use]
    pub fn next(self, session: &BattleSession) -> Self {
        let step = TutorialStep::ALL[(self.step.tutorial_step_index() + 1).min(TutorialStep::ALL.len() - 1)];
        Self { step, orders: session.order_records().len() }
    }

    /// Returns the hexes that the step points out.
    #[must_use]
    pub fn hexes_of_tutorial_step(self, battle: &Battle) -> Vec<Cell> {
        let holder = || battle.grid().at(Self::PASS).and_then(|cell| battle.at(cell));
        let cell = match self.step {
            TutorialStep::Select => battle.living(Side::Blue).next().map(|unit| battle.unit(unit).cell),
            TutorialStep::Move => battle.grid().at(Self::PASS),
            TutorialStep::Attack => holder().map(|unit| battle.unit(unit).cell),
            TutorialStep::Hint
            | TutorialStep::Follow
            | TutorialStep::EndTurn
            | TutorialStep::Look
            | TutorialStep::Hold
            | TutorialStep::Over => None,
        };
        cell.into_iter().collect()
    }
}
