//! Options of `campaign`.

use std::path::PathBuf;

use clap::{Args, ValueHint, value_parser};

use super::{AccessOptions, ProgramOptions};

/// Arguments of `campaign`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --player you lead the side that the file names, line by line; `help` lists what can be typed. The campaign is \
saved after everything that you do, beside no other file than the one that --save names. docs/campaigns.md says how \
campaigns are written.

Examples:
  hotgates campaign maps/road_to_the_gates/campaign.ron
  hotgates campaign maps/road_to_the_gates/campaign.ron --resume
  hotgates campaign maps/road_to_the_gates/campaign.ron --check
  hotgates campaign maps/road_to_the_gates/campaign.ron --player warden --games 10
  hotgates campaign maps/road_to_the_gates/campaign.ron --player 'bot:python3 my_bot.py'")]
pub struct CampaignArgs {
    /// A campaign (.ron)
    #[arg(value_name = "CAMPAIGN", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Go on with what was saved
    #[arg(long)]
    pub resume: bool,
    /// The file that the campaign is saved in [default: the name of the campaign's folder and file, ending in .save, in the
    /// present folder]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,
    /// Say every fault of the campaign and its maps instead of playing; exit with 1 if it cannot be played
    #[arg(long, conflicts_with_all = ["resume", "save", "player", "enemy", "seed"])]
    pub check: bool,
    /// Who commands your side, to the end of the campaign; nothing is saved
    #[arg(long, value_name = "NAME", conflicts_with = "save")]
    pub player: Option<String>,
    /// Who commands the enemy from now on; a save keeps the name, unless it is that of a program [default: who did when the
    /// campaign was saved, else the map's, else hunter as Red and warden as Blue]
    #[arg(long, value_name = "NAME")]
    pub enemy: Option<String>,
    /// The seed of all dice
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "resume")]
    pub seed: u64,
    /// Play this many campaigns, with seeds from --seed on, and say how often each battle was won
    #[arg(long, value_name = "N", requires = "player", conflicts_with = "resume", value_parser = value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Print JSON: a line for each battle, and one for the campaign
    #[arg(long, requires = "player")]
    pub json: bool,
    #[command(flatten)]
    pub programs: ProgramOptions,
    #[command(flatten)]
    pub access: AccessOptions,
}
