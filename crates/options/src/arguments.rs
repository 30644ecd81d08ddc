//! Arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use serde::{Deserialize, Serialize};

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Whoever opens the page makes a battle and gets a link for each seat and one to watch by. Every order is stored before it is
acknowledged. docs/server.md says how to run a server behind TLS and how to back it up.

Examples:
  hotgates serve
  hotgates serve --listen 0.0.0.0:8470 --public-url https://play.example.org --data /var/lib/hotgates
  hotgates serve --bots bots.txt --ops-listen 127.0.0.1:9470
  hotgates serve --public-url https://play.example.org --print-config > server.ron
  hotgates serve --config server.ron
  hotgates serve --data /var/lib/hotgates --admin backup copy.sqlite")]
pub struct ServeArgs {
    /// The options that can stand in a file, too.
    #[command(flatten)]
    pub options: ServeOptions,
    /// Read options from this file; without it from `config.ron` in the data folder, if there is one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// Print the options that count as a file for `--config`, with comments, and start no server
    #[arg(long, conflicts_with = "admin")]
    pub print_config: bool,
    /// Do one task on the data beside a running server, and start none: `list`, `show BATTLE`, `close BATTLE`,
    /// `forget BATTLE`, `mute BATTLE`, `unmute BATTLE`, `renew BATTLE SIDE`, `export BATTLE FILE` or
    /// `backup FILE`
    #[arg(long, value_name = "TASK", num_args = 1..=3)]
    pub admin: Option<Vec<String>>,
}

/// Where webhooks may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(try_from = "String", rename_all = "snake_case")]
pub enum WebhookPlace {
    /// Nowhere.
    None,
    /// To addresses that everybody can reach.
    Public,
    /// Also to this machine and its network.
    Local,
}

impl TryFrom<String> for WebhookPlace {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        <Self as ValueEnum>::from_str(&name, false)
            .map_err(|_| "webhooks lead to \"none\", \"public\" or \"local\"")
    }
}

/// Options of `serve` that stand on the command line or in a file; `None` for what stands in neither.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServeOptions {
    /// Listen on this address; 127.0.0.1:8470 if none is given
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// Keep battles in this folder, which one server uses at a time; hotgates-data if none is given
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Keep battles in a database that several servers may share: `postgres://USER@HOST/NAME`
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub database: Option<String>,
    /// Most battles that one address may make in a minute, 60 if not given; behind a proxy all players have its address
    #[arg(long, value_name = "N")]
    pub battles_a_minute: Option<u32>,
    /// The address that players see, where it is not this machine's own
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Let players choose the programs of this list by name: a name and a command on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub bots: Option<PathBuf>,
    /// Start those programs although this machine builds no walls around their processes and the network
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub weak_cells: Option<bool>,
    /// Tell the operator of health and metrics on this address, which nobody else should reach
    #[arg(long, value_name = "ADDRESS")]
    pub ops_listen: Option<SocketAddr>,
    /// Where players may have themselves told that it is their turn, public if not given: `none`, `public` for addresses
    /// that everybody can reach, or `local` for this machine and its network, too
    #[arg(long, value_name = "WHERE", hide_possible_values = true)]
    pub webhooks: Option<WebhookPlace>,
    /// Rate players who take a name, by the battles that both sides have chosen to be rated for
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub ratings: Option<bool>,
    /// Days for which battles that are over are kept, 365 if not given
    #[arg(long, value_name = "DAYS")]
    pub keep_finished: Option<u32>,
    /// Days for which battles are kept in which nothing happens, 30 if not given
    #[arg(long, value_name = "DAYS")]
    pub keep_untouched: Option<u32>,
    /// Days for which words are kept, 30 if not given
    #[arg(long, value_name = "DAYS")]
    pub keep_chat: Option<u32>,
}
