//! Processes between two battles.

use std::sync::{Mutex, PoisonError};

use hotgates_protocol::{ArbiterMessage, Empty, write_line};

use crate::process::BotProcess;

/// Processes that wait for a battle.
#[derive(Debug, Default)]
pub(crate) struct IdleBots(Mutex<Vec<BotProcess>>);

impl IdleBots {
    /// Takes a process that runs; those that have ended since their battle are forgotten.
    pub(crate) fn take_one(&self) -> Option<BotProcess> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain_mut(|process| !process.has_ended());
        idle.pop()
    }

    pub(crate) fn keep_one(&self, process: BotProcess) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

impl Drop for IdleBots {
    fn drop(&mut self) {
        for process in self.0.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            process.dismiss(write_line(&ArbiterMessage::Quit(Empty {})));
        }
    }
}
