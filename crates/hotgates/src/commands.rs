//! The commands, one file each. A command reads files, asks the engine and prints; it returns why
//! it stopped.

mod academy;
mod analyse;
mod battle;
mod battle_dialogue;
mod bot;
mod bot_check;
mod campaign;
mod campaign_dialogue;
mod campaign_table;
mod cell;
mod join;
mod licences;
mod map_check;
mod map_chokes;
mod map_convert;
mod map_path;
mod map_random;
mod map_show;
mod puzzle;
mod replay;
mod rules;
mod serve;
mod tournament;
mod tune;
mod window;

use std::io::Write;

use clap::CommandFactory;

use crate::cli::{Cli, Command, MapCommand, RulesCommand};
use crate::console;
use crate::failure::Failure;

/// Runs a command, or says that there is none.
///
/// # Errors
/// The failure of the command.
pub fn run_command(command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => window::open_window(),
        Some(Command::Edit { file }) => window::open_editor(file),
        Some(Command::Battle(args)) => battle::run_battles(&args),
        Some(Command::Campaign(args)) => campaign::run_campaign(&args),
        Some(Command::Tournament(args)) => tournament::run_tournament(&args),
        Some(Command::Tune(args)) => tune::run_tuning(&args),
        Some(Command::Replay(args)) => replay::run_replay(&args),
        Some(Command::Analyse(args)) => analyse::analyse_battle(&args),
        Some(Command::Map(MapCommand::Check { files, json, access })) => {
            map_check::check_maps(&files, json, access.file_access())
        }
        Some(Command::Map(MapCommand::Show(args))) => map_show::show_map(&args),
        Some(Command::Map(MapCommand::Chokes(args))) => map_chokes::print_choke_sets(&args),
        Some(Command::Map(MapCommand::Random(args))) => map_random::make_random_map(&args),
        Some(Command::Map(MapCommand::Path(args))) => map_path::print_path(&args),
        Some(Command::Map(MapCommand::Convert { from, to, access })) => {
            map_convert::convert_map(&from, &to, access.file_access())
        }
        Some(Command::Academy(game)) => academy::run_academy(&game),
        Some(Command::Puzzle(command)) => puzzle::run_puzzles(&command),
        Some(Command::Rules(RulesCommand::Show { file, markdown })) => {
            rules::show_rules(file.as_deref(), markdown)
        }
        Some(Command::Rules(RulesCommand::Check { file })) => rules::check_rules(file.as_deref()),
        Some(Command::Bot { name }) => bot::speak_protocol(&name),
        Some(Command::BotCheck(args)) => bot_check::check_bot(&args),
        Some(Command::Cell(args)) => cell::run_in_cell(&args),
        Some(Command::Serve(args)) => serve::run_server(&args),
        Some(Command::Join(args)) => join::join_table(&args),
        Some(Command::Licences { json }) => licences::list_licences(json),
        Some(Command::Completions { shell }) => print_completions(shell),
    }
}

fn print_completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    // Made in memory first: the generator itself panics where nobody reads on.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hotgates", &mut script);
    let mut out = console::standard_output();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
