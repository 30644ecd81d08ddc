//! Arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Whoever opens the page makes a battle and gets a link for each seat and one to watch by. Every order is stored before it is
acknowledged. docs/server.md says how to run a server behind TLS and how to back it up.

Examples:
  hotgates serve
  hotgates serve --listen 0.0.0.0:8470 --public-url https://play.example.org --data /var/lib/hotgates
  hotgates serve --bots bots.txt --ops-listen 127.0.0.1:9470
  hotgates serve --data /var/lib/hotgates --admin backup copy.sqlite")]
pub struct ServeArgs {
    /// Listen on this address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8470")]
    pub listen: SocketAddr,
    /// Keep battles in this folder, which one server uses at a time
    #[arg(long, value_name = "DIR", default_value = "hotgates-data", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// Keep battles in a database that several servers may share: `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub database: Option<String>,
    /// Most battles that one address may make in a minute; behind a proxy all players have its address
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub battles_a_minute: u32,
    /// The address that players see, where it is not this machine's own
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Let players choose the programs of this list by name: a name and a command on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub bots: Option<PathBuf>,
    /// Start those programs although this machine builds no walls around their processes and the network
    #[arg(long, requires = "bots")]
    pub weak_cells: bool,
    /// Tell the operator of health and metrics on this address, which nobody else should reach
    #[arg(long, value_name = "ADDRESS")]
    pub ops_listen: Option<SocketAddr>,
    /// Days for which battles that are over are kept
    #[arg(long, value_name = "DAYS", default_value_t = 365)]
    pub keep_finished: u32,
    /// Days for which battles are kept in which nothing happens
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    pub keep_untouched: u32,
    /// Days for which words are kept
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    pub keep_chat: u32,
    /// Do one task on the data beside a running server, and start none: `list`, `show BATTLE`, `close BATTLE`,
    /// `forget BATTLE`, `mute BATTLE`, `unmute BATTLE`, `renew BATTLE SIDE`, `export BATTLE FILE` or
    /// `backup FILE`
    #[arg(long, value_name = "TASK", num_args = 1..=3)]
    pub admin: Option<Vec<String>>,
}
