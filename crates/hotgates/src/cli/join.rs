//! Arguments of `join`.

use std::path::PathBuf;
#[cfg(feature = "join")]
use std::time::Duration;

use clap::{Args, ValueHint};

/// Arguments of `join`.
#[derive(Debug, Args)]
#[command(after_help = "\
A link with #TOKEN holds a seat, one without watches. Orders are typed; `help` says which. Lines from a pipe wait until it is \
their turn. When the server goes away, the line is opened again: nothing that it has acknowledged is lost. At the end the \
battle is played again from its replay, and its dice are proved.

Exit codes: 0 the battle is over and proved, or you left; 1 it is not proved, or Ctrl-C was pressed; 2 there is no such battle, \
seat or server.

Examples:
  hotgates join 'https://play.example.org/b/0123456789abcdef#0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f'
  hotgates join http://127.0.0.1:8470/b/0123456789abcdef --record battle.replay
  hotgates join -                     the link is the first line that you type, so that nobody sees it in a list of programs")]
pub struct JoinArgs {
    /// Link of a seat, or of a battle to watch; `-` to type it
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub link: String,
    /// Write the replay of the battle to this file when the battle is over
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// Write what you were told of the battle to this file when you leave, or the battle is over: `replay` tells it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub view_log: Option<PathBuf>,
    /// How long to wait for a server that has gone away, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub wait: u32,
}

impl JoinArgs {
    /// Returns how long to wait for a server that has gone away.
    #[cfg(feature = "join")]
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.wait.into())
    }
}
