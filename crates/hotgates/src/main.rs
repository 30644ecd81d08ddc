//! Hotgates, the program: battles between computers in the terminal, replays, and tools for maps.
//!
//! It reads and writes files, asks the engine and prints what comes back. It decides nothing about
//! the game.

mod cli;
mod commands;

mod ctrl_c;
mod dialogue;
mod failure;

mod album;
mod analysis_page;
mod analysis_words;
mod battle_animation;
mod battle_page;
mod dice_choice;
mod game_folder;
mod json;
mod overrides;
mod policies;
mod report_games;
mod seats;
mod series;
mod tournament_hall;
mod tune_hall;

use std::process::ExitCode;

use hotgates_terminal::{battle_report, block_map, console, side_view, typed_battle, words};

fn main() -> ExitCode {
    let cli = match cli::read_command_line(std::env::args_os()) {
        Ok(cli) => cli,
        Err(wrong_use) => return wrong_use.print_message(),
    };
    console::decide_colour(cli.color.into());
    // The window has a way of its own, and a cell is put up by a process of one thread.
    if !matches!(cli.command, None | Some(cli::Command::Edit { .. } | cli::Command::Cell(_))) {
        ctrl_c::handle_ctrl_c();
    }
    match commands::run_command(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print_messages(),
    }
}
