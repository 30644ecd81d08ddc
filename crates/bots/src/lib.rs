#![doc = include_str!("../README.md")]

mod chance;
mod check;
mod command;
mod conversation;
mod game;
mod idle;
mod launcher;
mod output;
mod patience;
mod process;

pub use chance::draw_dice_key;
pub use check::{Trial, check_program, scenario_of_checks};
pub use command::{BotCell, CommandFault, check_words, words_of_command};
pub use conversation::{Listener, Speaker};
pub use launcher::BotLauncher;
pub use patience::BotPatience;
