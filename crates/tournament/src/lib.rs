#![doc = include_str!("../README.md")]

mod document;
mod game;
mod game_table;
mod line;
mod plan;
mod playing;
mod report;
mod report_battles;
mod result;
mod schedule;
mod seated;
mod sequential;
mod standings;
mod swiss;
mod telling;

pub use document::{SequentialDocument, TournamentDocument};
pub use game::PlannedGame;
pub use line::{LineDefect, open_line, seal_line};
pub use plan::{
    PlannedCommander, PlannedMap, ProgramLimits, TournamentFormat, TournamentPlan, hash_bytes, hash_text,
};
pub use playing::{PlayableGames, TournamentGame, prepare_games};
pub use report::TournamentReport;
pub use report_battles::{ReplaySource, ReportedTournament};
pub use result::{FinishedGames, GameLine, GameResult};
pub use schedule::GameCountError;
pub use seated::SeatedCommander;
pub use sequential::SequentialProgress;
pub use standings::{CommanderScore, EndingScore, FaultScore, MapScore, PairScore, Standings};
pub use telling::{ListedGame, command_of_game};
