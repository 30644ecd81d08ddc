//! Arguments of `academy`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand, ValueHint, value_parser};
use hotgates_engine::Coord;

use super::{AccessOptions, parse_coord};

/// The four games.
#[derive(Debug, Subcommand)]
pub enum AcademyCommand {
    /// River crossing: priests and devils, and a boat; state-space search
    River(RiverArgs),
    /// Tic-tac-toe and its bigger sisters; search against an opponent
    #[command(name = "tictactoe")]
    TicTacToe(TicTacToeArgs),
    /// Magic tower: doors, keys, monsters and a boss; optimisation with bounds
    Tower(TowerArgs),
    /// Ways over hexes: find a cheapest way, and prove it; path search
    Ways(WaysArgs),
}

/// Arguments of `academy ways`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode"))]
#[command(after_help = "\
Hexes are given as column,row, both from 0 in the north-west. Costs are those of the ruleset's first infantry.

Examples:
  hotgates academy ways                                         play it
  hotgates academy ways --lesson bay --solve                    what each search finds, with how much work
  hotgates academy ways maps/hot_gates.ron --from 2,3 --to 20,11 --solve

Exits with 1 where there is no way.")]
pub struct WaysArgs {
    /// A map or a scenario (.ron) to look for a way on
    #[arg(value_name = "MAP|SCENARIO", value_hint = ValueHint::FilePath, requires_all = ["from", "to"])]
    pub file: Option<PathBuf>,
    /// A map of the lesson: plain, road, bay or river
    #[arg(long, value_name = "NAME", default_value = "plain", conflicts_with = "file")]
    pub lesson: String,
    /// Where the way begins
    #[arg(long, value_name = "C,R", value_parser = parse_coord, allow_hyphen_values = true, requires = "file")]
    pub from: Option<Coord>,
    /// Where the way ends
    #[arg(long, value_name = "C,R", value_parser = parse_coord, allow_hyphen_values = true, requires = "file")]
    pub to: Option<Coord>,
    /// Play in the terminal; reads commands line by line [default without --json]
    #[arg(long, group = "mode", conflicts_with = "json")]
    pub play: bool,
    /// Search by every method, and print a cheapest way [default with --json]
    #[arg(long, group = "mode")]
    pub solve: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub access: AccessOptions,
}

/// Arguments of `academy river`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode"))]
#[command(after_help = "\
Everybody is on the left bank and wants to the right one. On neither bank may priests be fewer than devils, unless there \
are none; whoever is in the boat counts with the bank it lies at. A state is written as the priests and devils on the left \
bank and the side of the boat, with its load where somebody is aboard: 3P2DL, 3P1DL+1D.

Examples:
  hotgates academy river                                        play it
  hotgates academy river --solve
  hotgates academy river --priests 100 --devils 100 --boat 4 --solve --json
  hotgates academy river --hint 3P1DL+1D
  hotgates academy river --graph river.svg

Exits with 1 where there is no way, and where the state of --hint is lost or stuck.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct RiverArgs {
    /// Priests, 1 to 200
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true)]
    pub priests: u32,
    /// Devils, 0 to 200
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true)]
    pub devils: u32,
    /// Seats in the boat, 1 to 200
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true)]
    pub boat: u32,
    /// Who has to be across: `all`, or `priests` alone
    #[arg(long, value_name = "G", default_value = "all")]
    pub goal: String,
    /// The rule holds inside the boat too
    #[arg(long)]
    pub boat_rule: bool,
    /// Play in the terminal; reads commands line by line [default without --json]
    #[arg(long, group = "mode", conflicts_with = "json")]
    pub play: bool,
    /// Find the fewest crossings, the fewest steps and the number of shortest ways [default with
    /// --json]
    #[arg(long, group = "mode")]
    pub solve: bool,
    /// Say the next step of a shortest way from this state
    #[arg(long, group = "mode", value_name = "STATE")]
    pub hint: Option<String>,
    /// Draw every state with the shortest ways marked, as .dot or .svg
    #[arg(long, group = "mode", value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub graph: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `academy tictactoe`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("mode"))]
#[command(after_help = "\
Players: `lesson` (scores cells, one point a mark), `scoring` (with tuned coefficients), `perfect` (up to 16 cells), `mcts` \
and `mcts:STEPS` (Monte Carlo tree search, 100000 steps a move unless said), or a file of coefficients (.ron).

Examples:
  hotgates academy tictactoe                                    play against the perfect player
  hotgates academy tictactoe --board 15x15 --row 5 --against scoring
  hotgates academy tictactoe --solve
  hotgates academy tictactoe --hint x...o...x
  hotgates academy tictactoe --graph lesson.svg --against lesson --position x...o...x
  hotgates academy tictactoe --match lesson perfect --games 1000
  hotgates academy tictactoe --tune --seed 7 -o tuned.ron
  hotgates academy tictactoe --match tuned.ron lesson --games 1000 --json")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct TicTacToeArgs {
    /// Columns and rows, up to 15x15
    #[arg(long, value_name = "MxN", default_value = "3x3", allow_hyphen_values = true)]
    pub board: String,
    /// How many in a row win
    #[arg(long, value_name = "K", default_value_t = 3, allow_negative_numbers = true)]
    pub row: u32,
    /// Play in the terminal; reads commands line by line [default without --json]
    #[arg(long, group = "mode", conflicts_with = "json")]
    pub play: bool,
    /// Say how best play ends, and how large the game is [default with --json]
    #[arg(long, group = "mode")]
    pub solve: bool,
    /// Say the best move in a position, given row by row with x, o and `.`
    #[arg(long, group = "mode", value_name = "CELLS", allow_hyphen_values = true)]
    pub hint: Option<String>,
    /// Draw what the player of --against thinks of every cell, as .svg
    #[arg(long, group = "mode", value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub graph: Option<PathBuf>,
    /// The position to draw, given as for --hint [default: the empty board]
    #[arg(long, value_name = "CELLS", requires = "graph", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Let two players play each other; they begin in turn
    #[arg(long = "match", group = "mode", num_args = 2, value_names = ["A", "B"])]
    pub versus: Option<Vec<String>>,
    /// Find coefficients for the scoring player by self-play
    #[arg(long, group = "mode")]
    pub tune: bool,
    /// Whom to play against, or to draw [default: perfect on up to 16 cells, else mcts]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["solve", "hint", "versus", "tune"])]
    pub against: Option<String>,
    /// Let the other side begin
    #[arg(long, conflicts_with_all = ["solve", "hint", "versus", "tune", "graph"])]
    pub second: bool,
    /// Games of a match [default: 100], or of each pair in a round of tuning [default: 20]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), conflicts_with_all = ["play", "solve", "hint", "graph"])]
    pub games: Option<u32>,
    /// Players in each round of tuning, 2 to 64
    #[arg(long, value_name = "N", default_value_t = 12, requires = "tune")]
    pub players: u32,
    /// Rounds of tuning, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 8, requires = "tune")]
    pub rounds: u32,
    /// Where to write the best coefficients found
    #[arg(short, long, value_name = "FILE", requires = "tune", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Settles ties and openings: equal seeds, equal games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `academy tower`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[command(group = ArgGroup::new("mode"))]
#[command(after_help = "\
A tower is a text of whole numbers: floors, rows and columns, the tiles, what items add, the monsters, the shop, the hero. \
docs/academy.md has the format. A route names monsters and doors by floor,row,column: 204@0,4,5, door1@0,3,2, buy def.

Examples:
  hotgates academy tower --random --floors 1 --size 13x13 --seed 7 -o castle.txt
  hotgates academy tower castle.txt                             play it
  hotgates academy tower castle.txt --solve
  hotgates academy tower castle.txt --solve --budget 100000 --json
  hotgates academy tower castle.txt --graph castle.svg --merge

Without --budget, --solve runs until its answer is proven or 2 GB are full, then says what it has. Exits with 1 where the \
boss cannot be killed.")]
pub struct TowerArgs {
    /// A tower
    #[arg(value_hint = ValueHint::FilePath, required_unless_present = "random", conflicts_with = "random")]
    pub file: Option<PathBuf>,
    /// Play in the terminal; reads commands line by line [default without --json]
    #[arg(long, group = "mode", conflicts_with = "json")]
    pub play: bool,
    /// Find the most life after the boss, and prove it [default with --json]
    #[arg(long, group = "mode")]
    pub solve: bool,
    /// Say the first step of the best way
    #[arg(long, group = "mode")]
    pub hint: bool,
    /// Draw the graph as it is searched (or with --merge, --no-merge), as .dot or .svg
    #[arg(long, group = "mode", value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub graph: Option<PathBuf>,
    /// Make a new tower
    #[arg(long, group = "mode", requires = "output")]
    pub random: bool,
    /// Merge nodes even where that may lose the best answer
    #[arg(long, conflicts_with_all = ["no_merge", "random"])]
    pub merge: bool,
    /// Merge no nodes
    #[arg(long, conflicts_with = "random")]
    pub no_merge: bool,
    /// Keep at most so many states
    #[arg(long, value_name = "STATES", value_parser = value_parser!(u64).range(1..), conflicts_with_all = ["random", "graph"])]
    pub budget: Option<u64>,
    /// Floors of a random tower, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random", allow_negative_numbers = true)]
    pub floors: u32,
    /// Rows and columns of a random tower, 5x5 to 40x40
    #[arg(
        long,
        value_name = "RxC",
        default_value = "11x11",
        requires = "random",
        allow_hyphen_values = true
    )]
    pub size: String,
    /// Equal seeds make equal towers
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    pub seed: u64,
    /// Put a shop into a random tower
    #[arg(long, requires = "random")]
    pub shop: bool,
    /// Where to write a random tower
    #[arg(short, long, value_name = "OUT", requires = "random", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
