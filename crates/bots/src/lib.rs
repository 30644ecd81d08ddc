#![doc = include_str!("../README.md")]

mod command;
mod game;
mod launcher;
mod output;
mod process;

pub use command::{CommandFault, words_of_command};
pub use launcher::{BotLauncher, BotPatience};
