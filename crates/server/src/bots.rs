//! The operator's list of programs, of which players choose by name.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use hotgates_play::{CommanderName, Program};

/// Most characters of a program's name.
const MOST_NAME: usize = 40;

/// Programs by the names under which players choose them.
#[derive(Clone, Default)]
pub struct BotList(BTreeMap<String, Arc<dyn Program>>);

impl fmt::Debug for BotList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl BotList {
    /// Adds a program under a name; returns `false` if the name is none, or somebody has it already.
    pub fn add_program(&mut self, name: &str, program: Arc<dyn Program>) -> bool {
        let letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
        let is_name = (1..=MOST_NAME).contains(&name.len()) && name.chars().all(letter);
        is_name && self.0.insert(name.to_owned(), program).is_none()
    }

    /// The names.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// Returns the program that a seat names, if it is on the list: what a player writes is a name, and never a command.
    pub fn program_of_seat(&self, name: &CommanderName) -> Option<Arc<dyn Program>> {
        let CommanderName::Program(name) = name else { return None };
        self.0.get(name).cloned()
    }
}
