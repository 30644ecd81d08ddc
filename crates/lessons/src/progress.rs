//! Progress of a lesson, from step to step.

use hotgates_engine::{Battle, Cell};

use crate::shipped::{Lesson, LessonStep, all_lessons};
use crate::task::{LessonTask, cells_of};

/// Progress of a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonProgress {
    /// Number of the lesson, from 0.
    pub lesson: usize,
    /// Number of the step, from 0.
    pub step: usize,
    /// Number of orders that had been given when the step began.
    pub orders: usize,
}

impl LessonProgress {
    /// Begins a lesson, before any order.
    #[must_use]
    pub const fn new(lesson: usize) -> Self {
        Self { lesson, step: 0, orders: 0 }
    }

    /// Returns the lesson.
    ///
    /// # Panics
    /// When there is no lesson with the number.
    #[must_use]
    pub fn lesson(self) -> &'static Lesson {
        &all_lessons()[self.lesson]
    }

    /// Returns the step.
    #[must_use]
    pub fn step(self) -> LessonStep {
        let steps = self.lesson().steps;
        steps[self.step.min(steps.len() - 1)]
    }

    /// Returns the step after this one, after so many orders; the last one stays.
    #[must_use]
    pub fn next_step(self, orders: usize) -> Self {
        Self { step: (self.step + 1).min(self.lesson().steps.len() - 1), orders, ..self }
    }

    /// Returns the step before this one, after so many orders; the first one stays.
    #[must_use]
    pub const fn previous_step(self, orders: usize) -> Self {
        Self { step: self.step.saturating_sub(1), orders, ..self }
    }

    /// Returns the cells that the step points out.
    #[must_use]
    pub fn pointed_cells(self, battle: &Battle) -> Vec<Cell> {
        let side = self.lesson().side;
        match self.step().task {
            LessonTask::Select => {
                battle.living(side).next().map(|unit| battle.unit(unit).cell).into_iter().collect()
            }
            LessonTask::StandOn(hexes) => cells_of(battle, hexes).collect(),
            LessonTask::AskHint
            | LessonTask::GiveOrder
            | LessonTask::EndTurn
            | LessonTask::Attack
            | LessonTask::AttackWith(_)
            | LessonTask::AttackTogether(_)
            | LessonTask::PlanTogether(_)
            | LessonTask::AttackFlank
            | LessonTask::Sight
            | LessonTask::March
            | LessonTask::LookAt(_)
            | LessonTask::Fight
            | LessonTask::Over => Vec::new(),
        }
    }
}
