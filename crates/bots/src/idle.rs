//! Processes between two battles.

use std::sync::{Mutex, PoisonError};

use hotgates_engine::DiceKey;
use hotgates_protocol::{ArbiterMessage, Empty, write_line};

use crate::process::BotProcess;

/// Greatest number of processes that wait at a time, where each has seen the dice that are wanted next.
const MOST_WITH_SEEN_DICE: usize = 8;

/// Processes that wait for a battle.
#[derive(Debug, Default)]
pub(crate) struct IdleBots(Mutex<Vec<BotProcess>>);

impl IdleBots {
    /// Takes a process that runs and has not seen these dice; those that have ended since their battle are
    /// forgotten. If all have seen the dice and there are many, the one that has waited longest is sent home.
    pub(crate) fn take_one(&self, dice: Option<DiceKey>) -> Option<BotProcess> {
        let (taken, sent_home) = {
            let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            idle.retain_mut(|process| !process.has_ended());
            let has_seen = |process: &BotProcess| dice.is_some_and(|dice| process.seen_dice.contains(&dice));
            match idle.iter().rposition(|process| !has_seen(process)) {
                Some(place) => (Some(idle.remove(place)), None),
                None => (None, (idle.len() >= MOST_WITH_SEEN_DICE).then(|| idle.remove(0))),
            }
        };
        if let Some(process) = sent_home {
            say_farewell(process);
        }
        taken
    }

    pub(crate) fn keep_one(&self, process: BotProcess) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

impl Drop for IdleBots {
    fn drop(&mut self) {
        for process in self.0.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            say_farewell(process);
        }
    }
}

fn say_farewell(process: BotProcess) {
    process.dismiss(write_line(&ArbiterMessage::Quit(Empty {})));
}
