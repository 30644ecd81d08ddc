//! Lessons: small battles that explain themselves step by step. A step is over when the player has done its task;
//! a lesson is won by doing what it teaches, and ends with a puzzle on the same matter.
//!
//! ```
//! use hotgates_engine::Battle;
//! use hotgates_lessons::{LessonTask, all_lessons};
//!
//! for lesson in all_lessons() {
//!     assert!(Battle::from_scenario(&lesson.scenario()).is_ok(), "{}", lesson.key);
//!     assert_eq!(lesson.steps.last().map(|step| step.task), Some(LessonTask::Over));
//! }
//! ```

mod progress;
mod shipped;
mod task;

pub use progress::LessonProgress;
pub use shipped::{Lesson, LessonStep, all_lessons};
pub use task::{GivenOrder, LessonPosition, LessonTask, LessonView};
