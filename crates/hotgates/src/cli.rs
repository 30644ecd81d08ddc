//! The command line: what can be asked for, and the help that says so.

pub mod academy;
pub mod campaign;
pub mod cell;
pub mod join;
pub mod puzzle;
pub mod tournament;
pub mod tune;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anstream::ColorChoice;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint, value_parser};
use hotgates_bots::{BotCell, BotLauncher};
use hotgates_cell::CellLimits;
use hotgates_engine::{Coord, DiceKey, Direction, Side, is_hidden_character, visible_lines, visible_text};
use hotgates_files::FileAccess;
use hotgates_picture::ColourScheme;
use hotgates_protocol::BotLimits;
use hotgates_table::Guest;

/// Hotgates: a turn-based hex wargame. Red invades, Blue defends a castle, and commanders say why
/// they do what they do.
#[derive(Debug, Parser)]
#[command(name = "hotgates", version, max_term_width = 100, propagate_version = true)]
#[command(after_help = "\
Examples:
  hotgates battle maps/hot_gates.ron                 two computers fight, with a line a turn
  hotgates battle maps/hot_gates.ron --watch         the same, with a map each half-turn
  hotgates battle maps/hot_gates.ron --games 1000    a thousand battles, and who wins how often
  hotgates map check maps/*.ron                      what is wrong with a map, if anything

Exit codes: 0 done; 1 the answer is no; 2 no answer: wrong use, bad input or a fault of the program.")]
pub struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help = "When to use colour; `auto` also heeds NO_COLOR and CLICOLOR_FORCE")]
    pub color: ColourChoice,
    /// What to do; without a command the window opens, in builds that have one
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The text that is printed instead of following a command line: help that was asked for, or a complaint.
#[derive(Debug)]
pub struct UnfollowedCommandLine {
    error: clap::Error,
    /// `true` if hidden characters may be in the message, which quotes the command line.
    quotes_hidden: bool,
}

/// Reads the command line.
///
/// # Errors
/// The complaint about the command line, or the help that it asks for. The message quotes arguments with
/// their hidden characters written out.
pub fn read_command_line(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Cli, UnfollowedCommandLine> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let error = match Cli::try_parse_from(&arguments) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let quotes_hidden = texts.clone().any(|text| text.contains(is_hidden_character));
    let error = if quotes_hidden {
        // The same mistake in arguments that can be shown.
        let visible = texts.map(|text| visible_text(&text).into_owned());
        Cli::try_parse_from(visible).err().unwrap_or(error)
    } else {
        error
    };
    Err(UnfollowedCommandLine { error, quotes_hidden })
}

impl UnfollowedCommandLine {
    /// Prints the message, and returns the exit code.
    pub fn print_message(&self) -> ExitCode {
        if self.quotes_hidden && self.error.use_stderr() {
            anstream::eprint!("{}", visible_lines(&self.error.render().to_string()));
        } else {
            // Whoever has closed the output does not want to know.
            let _ = self.error.print();
        }
        ExitCode::from(u8::try_from(self.error.exit_code()).unwrap_or(2))
    }
}

/// When to use colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// On a terminal
    #[default]
    Auto,
    /// Always, in files and pipes too
    Always,
    /// Never
    Never,
}

impl From<ColourChoice> for ColorChoice {
    fn from(choice: ColourChoice) -> Self {
        match choice {
            ColourChoice::Auto => Self::Auto,
            ColourChoice::Always => Self::Always,
            ColourChoice::Never => Self::Never,
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Let two commanders fight, once or many times
    ///
    /// One battle is told turn by turn; a series is summed up. The same file, options and seed or key give
    /// the same battle on every machine.
    Battle(BattleArgs),
    /// Play a campaign: battles joined by their results, with an army that is carried through them
    Campaign(campaign::CampaignArgs),
    /// Let many commanders play against each other, and rate them
    Tournament(tournament::TournamentArgs),
    /// Tune the numbers of a commander's doctrine by play, and test what comes of it
    Tune(tune::TuneArgs),
    /// Show a recorded battle again, or check that it is true
    Replay(ReplayArgs),
    /// Say what decided a recorded battle: luck, mistakes, better orders
    ///
    /// The battle is played on from each of its positions many times, with other dice. The same
    /// replay and steps give the same analysis on every machine.
    Analyse(AnalyseArgs),
    /// Open the map editor's window
    #[command(after_help = "Example:
  hotgates edit maps/hot_gates.ron")]
    Edit {
        /// A map: .ron, or .tmj, .tmx (Tiled), .map (Wesnoth) to import; without one, a blank map
        #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
    /// Check, show, measure and convert maps
    #[command(subcommand)]
    Map(MapCommand),
    /// Play, solve and draw four small games on the searches that commanders use
    #[command(subcommand)]
    Academy(academy::AcademyCommand),
    /// List, show and solve puzzles: positions in which one plan is much better than all others
    #[command(subcommand)]
    Puzzle(puzzle::PuzzleCommand),
    /// Show or check the numbers of the game
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Have a commander speak the line protocol on standard input and output
    ///
    /// One JSON object a line. The commander gives the orders that it gives in `battle`, so that other
    /// programs can fight against it.
    #[command(after_help = "Example:
  hotgates bot warden:general")]
    Bot {
        /// Name of the commander, as for `battle --red`
        name: String,
    },
    /// Check that a program plays by the protocol: everything that can happen to it, before it does
    ///
    /// It is asked, refused, told to stop, and sent into battles on both sides, with and without fog. A line
    /// says for each trial what it did; exit code 1 if one went wrong.
    #[command(after_help = "Example:
  hotgates bot-check 'python3 my_bot.py --fast'")]
    BotCheck(BotCheckArgs),
    /// Run a program in a cell, or say which walls of a cell stand on this machine
    Cell(cell::CellArgs),
    /// Serve battles between people to their browsers
    Serve(hotgates_options::ServeArgs),
    /// Play or watch a battle of a server in the terminal, by its link
    Join(join::JoinArgs),
    /// List what comes with the program and is others' work: crates, fonts, files of npm, with their licences
    #[command(after_help = "Example:
  hotgates licences | grep MPL")]
    Licences {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Write a completion script for a shell to standard output
    #[command(after_help = "Example:
  hotgates completions bash > ~/.local/share/bash-completion/completions/hotgates")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `battle`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[command(after_help = "\
Commanders are named with or without the rank that sets how far they look: `hunter`, `hunter:colonel`. Without a rank the \
highest living officer of the side counts. Without --red or --blue the file's commander plays, else hunter against warden. \
`human` is you: the battle is played line by line, and whoever would command your side gives hints.

Examples:
  hotgates battle maps/hot_gates.ron --blue human
  hotgates battle maps/hot_gates.ron --seed 7 --watch
  hotgates battle maps/hot_gates.ron --red greedy --blue random --explain
  hotgates battle maps/open_field.ron --games 500 --swap --jobs 8 --json
  hotgates battle maps/open_field.ron --red-points 900 --blue-points 800
  hotgates battle maps/open_field.ron --record battle.replay
  hotgates battle maps/open_field.ron --png pictures")]
pub struct BattleArgs {
    /// A map or a scenario (.ron)
    #[arg(value_name = "MAP|SCENARIO", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Who commands Red
    #[arg(long, value_name = "NAME")]
    pub red: Option<String>,
    /// Who commands Blue
    #[arg(long, value_name = "NAME")]
    pub blue: Option<String>,
    /// From where Red comes: n, ne, se, s, sw or nw
    #[arg(long, value_name = "DIRECTION", value_parser = parse_direction)]
    pub from: Option<Direction>,
    /// The seed of the dice [default: the file's, else 0; where a program plays, a key]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The key of the dice, in 64 hexadecimal digits: nobody can try it out, as programs could small seeds
    /// [default where a program plays: one drawn by chance, printed at the end]
    #[arg(long, value_name = "HEX", conflicts_with = "seed")]
    pub key: Option<DiceKey>,
    /// The last turn [default: the file's, else what the ruleset gives for the way to the castle]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub turns: Option<i64>,
    /// Greatest cut of each unit's strength at the start, in thousandths; the dice draw the cut of each
    /// unit [default: the file's, else 0]
    #[arg(long, value_name = "PERMILLE", allow_negative_numbers = true)]
    pub variation: Option<i64>,
    /// Fight in fog of war, whatever the ruleset says: each side sees what its units see
    #[arg(long)]
    pub fog: bool,
    /// Play this many battles, with seeds from --seed on, or keys made of --key
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Play this many battles at a time [default: one for each processor]
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Play each seed or key twice, the second time with the commanders exchanged; --games counts battles
    /// and must be even
    #[arg(long, requires = "games")]
    pub swap: bool,
    /// Exchange the orders of battle: Red gets Blue's, Blue gets Red's
    #[arg(long)]
    pub mirror: bool,
    #[command(flatten)]
    pub armies: ArmyOptions,
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// Say the reason for each order
    #[arg(long, conflicts_with_all = ["games", "json"])]
    pub explain: bool,
    /// Show the map after each half-turn
    #[arg(long, conflicts_with_all = ["games", "json"])]
    pub watch: bool,
    /// Write a replay to this file
    #[arg(long, value_name = "FILE", conflicts_with = "games", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// Go on with the battle that people play where the replay of --record has got to
    #[arg(long, requires = "record")]
    pub resume: bool,
    /// Write a picture of the start and one after each half-turn to this folder: 0000.png, 0001.png
    /// …
    #[arg(long, value_name = "DIR", conflicts_with = "games", value_hint = ValueHint::DirPath)]
    pub png: Option<PathBuf>,
    /// The colours of the pictures: red-green and blue-yellow are for eyes that mistake these two
    #[arg(long, value_name = "NAME", requires = "png", default_value = "standard", value_parser = palette_parser())]
    pub palette: ColourScheme,
    /// Print JSON: one line a battle, and a summary after several
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// Arguments of `bot-check`.
#[derive(Debug, Args)]
pub struct BotCheckArgs {
    /// The program and its arguments in one text, as after `bot:`
    #[arg(value_name = "COMMAND")]
    pub command: String,
    /// The map or scenario (.ron) on which it is checked [default: a small one]
    #[arg(long, value_name = "MAP|SCENARIO", value_hint = ValueHint::FilePath)]
    pub map: Option<PathBuf>,
    #[command(flatten)]
    pub programs: ProgramOptions,
    /// Print JSON: one line a trial
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// Options for the files that the files of a command may name.
#[derive(Debug, Clone, Copy, Args)]
pub struct AccessOptions {
    /// Read the rulesets, maps and tilesets that a file names even where they lie outside its folder
    #[arg(long)]
    pub allow_outside: bool,
}

impl AccessOptions {
    /// Returns what may be opened.
    pub const fn file_access(self) -> FileAccess {
        FileAccess::of_command_line(self.allow_outside)
    }
}

/// Limits of programs that command a side.
#[derive(Debug, Clone, Copy, Args)]
pub struct ProgramOptions {
    /// The milliseconds that a program has for each half-turn [default: 60000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=MOST_MILLISECONDS))]
    pub turn_ms: Option<u64>,
    /// The milliseconds that a program has for the battle, beyond those for each half-turn [default: 0]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(0..=MOST_MILLISECONDS))]
    pub bank_ms: Option<u64>,
    /// Start programs without the walls of a cell: see docs/cells.md
    #[arg(long)]
    pub no_cell: bool,
}

/// A week.
const MOST_MILLISECONDS: u64 = 7 * 24 * 3_600_000;

impl ProgramOptions {
    /// Returns the limits.
    pub fn bot_limits(self) -> BotLimits {
        let turn_ms = self.turn_ms.or(Some(BotLauncher::TURN_MS));
        BotLimits { turn_ms, bank_ms: self.bank_ms, ..BotLimits::default() }
    }

    /// Returns the cell that programs are started in and that hides a path from them; `None` where they are not
    /// to have one, or nobody knows where this program lies, which puts it up.
    pub fn bot_cell(self, hidden: Option<&Path>) -> Option<BotCell> {
        let warden = std::env::current_exe().ok().filter(|_| !self.no_cell)?;
        let hidden = hidden.and_then(|path| std::path::absolute(path).ok()).into_iter().collect();
        Some(BotCell { warden, limits: CellLimits { hidden, ..CellLimits::default() } })
    }
}

/// Armies given by what they cost.
#[derive(Debug, Clone, Copy, Args)]
pub struct ArmyOptions {
    /// Give Red an army for at most this many points, in the proportions of the ruleset's standard
    /// army and without officers
    #[arg(long, value_name = "POINTS", value_parser = value_parser!(u32).range(1..))]
    pub red_points: Option<u32>,
    /// Give Blue an army for at most this many points
    #[arg(long, value_name = "POINTS", value_parser = value_parser!(u32).range(1..))]
    pub blue_points: Option<u32>,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
A replay holds its whole scenario and needs no other file. --verify checks the checksum, plays every order again and \
compares every hash; it says at which order a false replay breaks, and exits with 1. --seen-by tells what a side saw, and \
--view-log writes that to a file that can be told like a replay. Nobody can check a view log: dice and what was out of sight are \
not in it.

Examples:
  hotgates replay battle.replay --watch
  hotgates replay battle.replay --verify
  hotgates replay battle.replay --seen-by blue --view-log blue.log
  hotgates replay battle.replay --animation battle.png")]
pub struct ReplayArgs {
    /// What `battle --record` has written, or a view log
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Check that it is true instead of telling it
    #[arg(long)]
    pub verify: bool,
    /// Tell it as a side saw it; `both` is whoever watches, and sees what both sides see
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["verify", "json", "html", "animation"])]
    pub seen_by: Option<SeenBy>,
    /// Write what the side was told to this file instead of telling it
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath, requires = "seen_by", conflicts_with = "watch")]
    pub view_log: Option<PathBuf>,
    /// Show the map after each half-turn
    #[arg(long, conflicts_with_all = ["verify", "json"])]
    pub watch: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write a page to this file: one file that shows the battle, to be read or sent
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath, conflicts_with_all = ["verify", "watch", "json"])]
    pub html: Option<PathBuf>,
    /// Write a picture that moves to this file (an animated PNG): the map after each order
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath, conflicts_with_all = ["verify", "watch", "json", "html"])]
    pub animation: Option<PathBuf>,
    /// Width of a hex of the animation in pixels
    #[arg(long, value_name = "PIXELS", requires = "animation", default_value_t = 32, value_parser = value_parser!(u32).range(2..=128))]
    pub hex: u32,
    /// The colours of the animation: red-green and blue-yellow are for eyes that mistake these two
    #[arg(long, value_name = "NAME", requires = "animation", default_value = "standard", value_parser = palette_parser())]
    pub palette: ColourScheme,
}

/// Whose eyes a battle is told with.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum SeenBy {
    Red,
    Blue,
    Both,
}

impl From<SeenBy> for Guest {
    fn from(seen_by: SeenBy) -> Self {
        match seen_by {
            SeenBy::Red => Self::Seat(Side::Red),
            SeenBy::Blue => Self::Seat(Side::Blue),
            SeenBy::Both => Self::Watcher,
        }
    }
}

/// Arguments of `analyse`.
#[derive(Debug, Args)]
#[command(after_help = "\
A mistake costs its side at least 5 of 100 points of win chance, a blunder at least 15, whatever the dice did then, and \
surely so: more than three standard errors. docs/analysis.md says what the numbers mean.

Examples:
  hotgates battle maps/hot_gates.ron --record battle.replay
  hotgates analyse battle.replay
  hotgates analyse battle.replay --steps 20000000 --html battle.html")]
pub struct AnalyseArgs {
    /// What `battle --record` has written
    #[arg(value_name = "REPLAY", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Spend about this many simulated orders: more make chances surer and find more mistakes
    #[arg(long, value_name = "N", default_value_t = hotgates_analysis::DEFAULT_STEPS)]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000_000_000))]
    pub steps: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write a page to this file: one file, to be read or sent
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
}

/// The commands about maps.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// Say every fault of maps and scenarios, each with its place; exit with 1 if one cannot be
    /// played
    #[command(after_help = "Example:
  hotgates map check maps/*.ron")]
    Check {
        /// Maps or scenarios (.ron)
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        access: AccessOptions,
    },
    /// Draw a map in the terminal, with both armies where it is a battle that can be played
    Show(MapShowArgs),
    /// Find the points of convergence: the few hexes that bar every way from Red to the castles
    Chokes(MapChokesArgs),
    /// Find the cheapest way between two hexes of a map without units
    Path(MapPathArgs),
    /// Make a random map that can be played
    Random(MapRandomArgs),
    /// Convert a map by the extensions of its files
    #[command(after_help = "\
.ron is the program's own format, .tmj and .tmx are Tiled's (hexagonal), .map is Wesnoth's, which is read only.
A Tiled map gets a picture of its tiles beside it: hills.tmj needs hills-tiles.png.

Examples:
  hotgates map convert maps/hot_gates.ron hot_gates.tmj
  hotgates map convert hot_gates.tmj hot_gates.ron
  hotgates map convert 2p_Hamlets.map hamlets.ron")]
    Convert {
        /// The map to read
        #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
        from: PathBuf,
        /// The file to write
        #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
        to: PathBuf,
        #[command(flatten)]
        access: AccessOptions,
    },
}

/// Arguments of `map show`.
#[derive(Debug, Args)]
#[command(after_help = "\
A picture has at most 16 million pixels: on large maps hexes get smaller.

Examples:
  hotgates map show maps/hot_gates.ron --chokes
  hotgates map show maps/hot_gates.ron --png hot_gates.png
  hotgates map show maps/great_plain.ron --png thumbnail.png --hex 4")]
pub struct MapShowArgs {
    /// A map or a scenario (.ron)
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Mark the points of convergence that Blue would hold
    #[arg(long)]
    pub chokes: bool,
    /// Write a picture to this file instead of drawing in the terminal
    #[arg(long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub png: Option<PathBuf>,
    /// Width of a hex of the picture in pixels
    #[arg(long, value_name = "PIXELS", requires = "png", default_value_t = 32, value_parser = value_parser!(u32).range(2..=128))]
    pub hex: u32,
    /// The colours of the picture: red-green and blue-yellow are for eyes that mistake these two
    #[arg(long, value_name = "NAME", requires = "png", default_value = "standard", value_parser = palette_parser())]
    pub palette: ColourScheme,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// Arguments of `map random`.
#[derive(Debug, Args)]
#[command(after_help = "\
The same options make the same map on every machine. Both sides get the ruleset's standard armies, as far as there is \
room, or armies for the points given.

Examples:
  hotgates map random --size 40x30 --kind river --seed 7 -o river.ron
  hotgates map random --size 30x24 --red-points 1000 --blue-points 800 -o plain.ron
  hotgates map random --size 60x40 --kind islands --from sw --rules musket > islands.ron")]
pub struct MapRandomArgs {
    /// Columns and rows, at least 16 each
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Another seed makes another map
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// What kind of ground
    #[arg(long, value_enum, default_value_t = MapKind::Plain)]
    pub kind: MapKind,
    /// From where Red comes
    #[arg(long, value_name = "DIRECTION", value_parser = parse_direction, default_value = "n")]
    pub from: Direction,
    /// The ruleset to make it for: `classic`, `hoplite`, `musket` or `panzer`, or a file in the folder of the map or below
    #[arg(long, value_name = "RULES", default_value = "classic", value_hint = ValueHint::FilePath)]
    pub rules: PathBuf,
    #[command(flatten)]
    pub armies: ArmyOptions,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

/// The kinds of random maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MapKind {
    /// A mountain range with a road through it and tracks beside it
    Pass,
    /// A river with bridges and fords
    River,
    /// Open country
    Plain,
    /// Islands joined by bridges
    Islands,
    /// Mountains with valleys between them
    Highlands,
}

/// Arguments of `map chokes`.
#[derive(Debug, Args)]
#[command(after_help = "\
A set that cuts leaves no way from Red's units to a castle when its hexes are blocked; this is checked by a search of \
its own. It can be held when units other than guns, one for each hex, are there before any enemy. The score is the \
set's size times the travel costs between its hexes: the lowest is best.

Examples:
  hotgates map chokes maps/hot_gates.ron
  hotgates map chokes maps/two_bridges.ron --exact --json")]
pub struct MapChokesArgs {
    /// A map or a scenario (.ron)
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// From where Red comes [default: as the file says]
    #[arg(long, value_name = "DIRECTION", value_parser = parse_direction)]
    pub from: Option<Direction>,
    /// Find the smallest sets by maximum flow instead of walking Red's ways
    #[arg(long)]
    pub exact: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// Arguments of `map path`.
#[derive(Debug, Args)]
#[command(after_help = "\
Hexes are given as column,row, both from 0 in the north-west. The first hex is free, every other one costs what its \
terrain costs. Exits with 1 where there is no way.

Example:
  hotgates map path maps/hot_gates.ron --from 2,3 --to 20,11 --unit cavalry")]
pub struct MapPathArgs {
    /// A map or a scenario (.ron)
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The first hex
    #[arg(long, value_name = "C,R", value_parser = parse_coord, allow_hyphen_values = true)]
    pub from: Coord,
    /// The last hex
    #[arg(long, value_name = "C,R", value_parser = parse_coord, allow_hyphen_values = true)]
    pub to: Coord,
    /// The type of unit that goes there [default: the ruleset's first infantry]
    #[arg(long, value_name = "TYPE")]
    pub unit: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// The commands about rules.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Print the terrains, units, ranks and factors of a ruleset
    #[command(after_help = "\
Examples:
  hotgates rules show
  hotgates rules show my_rules.ron
  hotgates rules show --markdown > docs/rules.md")]
    Show {
        /// A ruleset (.ron) [default: the classic one]
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// Print a manual in Markdown: the rules in words, the tables, and the odds of typical
        /// attacks
        #[arg(long)]
        markdown: bool,
    },
    /// Say every fault of a ruleset, each with its line; exit with 2 if there is one
    #[command(after_help = "Example:
  hotgates rules check my_rules.ron")]
    Check {
        /// A ruleset (.ron) [default: the classic one]
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
    },
}

fn parse_direction(name: &str) -> Result<Direction, String> {
    Direction::by_name(&name.to_lowercase())
        .ok_or_else(|| format!("known: {}", Direction::ALL.map(Direction::name).join(", ")))
}

/// Takes the names of palettes.
fn palette_parser() -> impl TypedValueParser<Value = ColourScheme> {
    let names = PossibleValuesParser::new(ColourScheme::ALL.map(ColourScheme::name));
    names.map(|name| ColourScheme::by_name(&name).unwrap_or_default())
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| u32::from_str(text.trim()).ok();
    text.split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((number(width)?, number(height)?)))
        .ok_or_else(|| "a size is given as columns x rows, as in 40x30".to_owned())
}

/// Reads a hex as column and row.
///
/// # Errors
/// In words how a hex is given.
pub fn parse_coord(text: &str) -> Result<Coord, String> {
    let number = |text: &str| i32::from_str(text.trim()).ok();
    text.split_once(',')
        .and_then(|(col, row)| Some(Coord { col: number(col)?, row: number(row)? }))
        .ok_or_else(|| "a hex is given as column,row, as in 3,7".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_parser_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_are_columns_and_rows() {
        assert_eq!(parse_size("40x30"), Ok((40, 30)));
        assert_eq!(parse_size("40×30"), Ok((40, 30)));
        for wrong in ["", "40", "40x", "x30", "-1x5", "4x5x6", "99999999999x1"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn hexes_are_columns_and_rows() {
        assert_eq!(parse_coord("3,7"), Ok(Coord { col: 3, row: 7 }));
        assert_eq!(parse_coord("-1, 2"), Ok(Coord { col: -1, row: 2 }));
        for wrong in ["", "3", "3,", "a,b", "1,2,3", "99999999999,1"] {
            assert!(parse_coord(wrong).is_err(), "{wrong}");
        }
    }
}
