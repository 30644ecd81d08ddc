//! Ctrl-C: the first one ends long work at the next step, a second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once somebody wants the work to end.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that Ctrl-C sets.
    pub fn on_ctrl_c() -> Self {
        let cancel = Self::default();
        let flag = cancel.clone();
        // Where no handler can be had, Ctrl-C ends the program as it does without one.
        let _ = ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        cancel
    }

    /// Asks for the end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end is wanted.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
