//! Launchers: commands that can be seated at battles.

use std::sync::Arc;

use hotgates_engine::{Battle, Scenario, Side};
use hotgates_play::{Program, ProgramChance, ProgramPlayer};
use hotgates_protocol::{ArbitratedGame, BotLimits};

use crate::command::BotCell;
use crate::conversation::{Conversation, Listener};
use crate::game::{BotInBattle, SeatedGame};
use crate::idle::IdleBots;
use crate::patience::BotPatience;
use crate::process::BotProcess;

/// A command that can be seated at the battles of a scenario, any number of times at once.
///
/// Each battle has a process of its own; one that has taken leave of its battle in order is asked to the
/// next, so that what is slow to load is loaded once for each battle that is played at a time. A process is
/// never asked to a battle with the dice of a key that it has seen: it would know them.
pub struct BotLauncher {
    words: Vec<String>,
    scenario: Scenario,
    limits: BotLimits,
    patience: BotPatience,
    listener: Option<Listener>,
    cell: Option<BotCell>,
    idle: Arc<IdleBots>,
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
        Self { words, scenario, limits, patience, listener: None, cell: None, idle: Arc::default() }
    }

    /// Returns a launcher of the same command for battles of another scenario, at which the same processes are
    /// seated.
    #[must_use]
    pub fn for_scenario(&self, scenario: Scenario) -> Self {
        let (words, idle) = (self.words.clone(), Arc::clone(&self.idle));
        let listener = self.listener.clone();
        let (limits, patience, cell) = (self.limits, self.patience, self.cell.clone());
        Self { words, scenario, limits, patience, listener, cell, idle }
    }

    /// Returns the launcher with a cell that its program is started in.
    #[must_use]
    pub fn in_cell(self, cell: BotCell) -> Self {
        Self { cell: Some(cell), ..self }
    }

    /// Returns the launcher with somebody who hears each line of its conversations.
    #[must_use]
    pub fn with_listener(self, listener: Listener) -> Self {
        Self { listener: Some(listener), ..self }
    }
}

impl Program for BotLauncher {
    fn join_battle(
        &self,
        battle: &Battle,
        side: Side,
        chance: ProgramChance,
    ) -> Result<Box<dyn ProgramPlayer>, String> {
        let ProgramChance { seed, same_dice } = chance;
        let mut process = match self.idle.take_one(same_dice) {
            Some(process) => process,
            None => BotProcess::start(&self.words, self.cell.as_ref())?,
        };
        if process.battles > 0 {
            // Errors written after the last battle belong to no battle. Those of a new process stay: they may say
            // why there is no cell.
            process.errors.take_text();
        }
        process.battles += 1;
        process.seen_dice.extend(same_dice);
        let (game, limits) = (process.battles, self.limits);
        let arbitrated = ArbitratedGame::begin(game, &self.scenario, battle, side, seed, limits);
        let conversation = Conversation::begin(process, self.listener.clone());
        let seated = SeatedGame { game, arbitrated, side, limits };
        Ok(Box::new(BotInBattle::sit_down(conversation, Arc::clone(&self.idle), seated, self.patience)))
    }

    fn for_scenario(&self, scenario: &Scenario) -> Option<Arc<dyn Program>> {
        Some(Arc::new(Self::for_scenario(self, scenario.clone())))
    }
}
