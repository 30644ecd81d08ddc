//! Programs that a player has confirmed.

use std::sync::Arc;
use std::time::Duration;

use hotgates_bots::{BotCell, BotLauncher, BotPatience};
use hotgates_engine::{Battle, Scenario, Side};
use hotgates_play::{CommanderName, Program, ProgramChance, ProgramPlayer, Seat};
use hotgates_protocol::BotLimits;

/// The longest time for which a program that takes leave of its battle is waited for, beside the frames.
const LEAVE: Duration = Duration::from_secs(2);

/// A program that a player has confirmed: the command, and the cell that it is started in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedProgram {
    command: String,
    words: Vec<String>,
    cell: Option<BotCell>,
}

impl ConfirmedProgram {
    /// Seconds that a program has for each half-turn.
    pub const SECONDS: u64 = BotLauncher::TURN_MS / 1000;

    pub(crate) const fn new(command: String, words: Vec<String>, cell: Option<BotCell>) -> Self {
        Self { command, words, cell }
    }

    /// Returns the command as the player has typed it.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the words of the command as they are passed, the program first.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns `true` if the program is started behind the walls of a cell.
    #[must_use]
    pub const fn has_cell(&self) -> bool {
        self.cell.is_some()
    }

    /// Returns the seat of the program at the battles of a scenario. Nothing is started before a battle asks for
    /// an order, and each battle has a process of its own, which ends with it.
    #[must_use]
    pub fn seat_at(&self, scenario: &Scenario) -> Seat {
        let program = ProgramAtScenario { program: self.clone(), scenario: scenario.clone() };
        Seat::from_name(CommanderName::Program(self.command.clone())).with_program(Arc::new(program))
    }
}

/// A confirmed program for the battles of a scenario.
struct ProgramAtScenario {
    program: ConfirmedProgram,
    scenario: Scenario,
}

impl Program for ProgramAtScenario {
    fn join_battle(
        &self,
        battle: &Battle,
        side: Side,
        chance: ProgramChance,
    ) -> Result<Box<dyn ProgramPlayer>, String> {
        let ConfirmedProgram { words, cell, .. } = self.program.clone();
        let patience = BotPatience { leave: LEAVE, ..BotPatience::default() };
        // A launcher of its own keeps no process for another battle.
        let launcher = BotLauncher::new(words, self.scenario.clone(), BotLimits::default(), patience);
        let launcher = match cell {
            Some(cell) => launcher.in_cell(cell),
            None => launcher,
        };
        launcher.join_battle(battle, side, chance)
    }

    fn for_scenario(&self, scenario: &Scenario) -> Option<Arc<dyn Program>> {
        Some(Arc::new(Self { program: self.program.clone(), scenario: scenario.clone() }))
    }
}
