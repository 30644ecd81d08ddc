#![doc = include_str!("../README.md")]

mod check;
mod command;
mod conversation;
mod game;
mod launcher;
mod output;
mod process;

pub use check::{Trial, check_program, scenario_of_checks};
pub use command::{CommandFault, words_of_command};
pub use conversation::{Listener, Speaker};
pub use launcher::{BotLauncher, BotPatience};
