//! Launchers: commands that can be seated at battles.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hotgates_engine::{Battle, Scenario, Side};
use hotgates_play::{Program, ProgramPlayer};
use hotgates_protocol::{ArbiterMessage, ArbitratedGame, BotLimits, Empty, write_line};

use crate::conversation::{Conversation, Listener};
use crate::game::{BotInBattle, SeatedGame};
use crate::process::BotProcess;

/// The longest times that a program may take where no clock runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotPatience {
    /// From its start until it is ready.
    pub ready: Duration,
    /// To look at the map of a new battle.
    pub map: Duration,
    /// To take leave of a battle that is over.
    pub leave: Duration,
}

impl Default for BotPatience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { ready: seconds(60), map: seconds(60), leave: seconds(5) }
    }
}

/// A command that can be seated at the battles of a scenario, any number of times at once.
///
/// Each battle has a process of its own; one that has taken leave of its battle in order is asked to the
/// next, so that what is slow to load is loaded once for each battle that is played at a time.
pub struct BotLauncher {
    words: Vec<String>,
    scenario: Scenario,
    limits: BotLimits,
    patience: BotPatience,
    listener: Option<Listener>,
    idle: Arc<IdleBots>,
}

/// Processes that wait for a battle.
#[derive(Debug, Default)]
pub(crate) struct IdleBots(Mutex<Vec<BotProcess>>);

impl IdleBots {
    fn take_one(&self) -> Option<BotProcess> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
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

impl BotLauncher {
    /// Milliseconds that a program has for each half-turn where nobody says another time.
    pub const TURN_MS: u64 = 60_000;

    /// Returns the launcher of a command in [words](crate::words_of_command), for battles of a scenario. The
    /// limit of a half-turn is [`TURN_MS`](Self::TURN_MS) where `limits` have none. Nothing is started yet.
    ///
    /// # Panics
    /// When there are no words.
    #[must_use]
    pub fn new(words: Vec<String>, scenario: Scenario, limits: BotLimits, patience: BotPatience) -> Self {
        assert!(!words.is_empty(), "a command has a word");
        let limits = BotLimits { turn_ms: limits.turn_ms.or(Some(Self::TURN_MS)), ..limits };
        Self { words, scenario, limits, patience, listener: None, idle: Arc::default() }
    }

    /// Returns a launcher of the same command for battles of another scenario, at which the same processes are
    /// seated.
    #[must_use]
    pub fn for_scenario(&self, scenario: Scenario) -> Self {
        let (words, idle) = (self.words.clone(), Arc::clone(&self.idle));
        let listener = self.listener.clone();
        Self { words, scenario, limits: self.limits, patience: self.patience, listener, idle }
    }

    /// Returns the launcher with somebody who hears each line of its conversations.
    #[must_use]
    pub fn with_listener(self, listener: Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }
}

impl Program for BotLauncher {
    fn join_battle(&self, battle: &Battle, side: Side, seed: u64) -> Result<Box<dyn ProgramPlayer>, String> {
        let mut process = match self.idle.take_one() {
            Some(process) => process,
            None => BotProcess::start(&self.words)?,
        };
        process.battles += 1;
        process.errors.take_text();
        let (game, limits) = (process.battles, self.limits);
        let arbitrated = ArbitratedGame::begin(game, &self.scenario, battle, side, seed, limits);
        let conversation = Conversation::begin(process, self.listener.clone());
        let seated = SeatedGame { game, arbitrated, side, limits };
        Ok(Box::new(BotInBattle::sit_down(conversation, Arc::clone(&self.idle), seated, self.patience)))
    }
}
