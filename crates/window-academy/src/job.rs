//! Work beside the frames: it is told to stop when nobody waits for it any more.

use std::fmt;

use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use hotgates_search::Cancel;

/// One piece of work. Dropping it cancels it.
pub struct Job<T> {
    task: Task<T>,
    cancel: Cancel,
}

impl<T: Send + 'static> Job<T> {
    /// Begins; `work` is handed the question whether it is to stop.
    pub fn start(work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static) -> Self {
        let cancel = Cancel::new();
        let asked = cancel.clone();
        let task = AsyncComputeTaskPool::get().spawn(async move { work(&|| asked.is_set()) });
        Self { task, cancel }
    }

    /// Returns the task's result once the task is done.
    pub fn ready(&mut self) -> Option<T> {
        check_ready(&mut self.task)
    }

    /// Asks it to end soon, with what it has.
    pub fn stop(&self) {
        self.cancel.set();
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel.set();
    }
}

impl<T> fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").finish_non_exhaustive()
    }
}
