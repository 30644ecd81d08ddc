//! One table: names of commanders, their seats, matches, series of games and tallies of results.
//!
//! A [`CommanderName`] is what a file or an option says, a [`Seat`] is a name at the table, and a
//! [`Contestant`] is who sits there: a [`Player`], which is a built-in commander or a [`TrainedPolicy`] with its budget, or a
//! [`Program`]. [`Seats::begin_match`] begins a [`Match`]; a [`Series`] plays many, and a [`Tally`] counts
//! their results. Everything here but a program is a pure function of its input: threads, clocks and files
//! belong to the caller, who can end any of it early by a [`Cancel`].

mod arrangement;
mod conduct;
mod contingents;
mod deployment_field;
mod game;
mod loss;
mod name;
mod player;
mod policy;
mod program;
mod seats;
mod series;
mod tally;

pub use hotgates_search::{Cancel, Cancelled};
pub use hotgates_stats::Estimate;

pub use arrangement::{OutsideDeploymentZone, deploy_unit, order_of_battle_mut};
pub use conduct::SideConduct;
pub use deployment_field::{DeploymentField, PlacementFault, arranged_scenario, is_arrangement_of};
pub use game::{CommanderFault, ForeignProgram, Match, MatchError, PlayedOrder};
pub use loss::{LossCause, ProgramLoss};
pub use name::{BuiltInName, CommanderName, ThinkingLimit};
pub use player::{Player, seeds_of_players};
pub use policy::TrainedPolicy;
pub use program::{
    Contestant, OrderReason, Program, ProgramChance, ProgramFault, ProgramOrder, ProgramPlayer,
};
pub use seats::{Seat, SeatError, Seats};
pub use series::{PlayedGame, Series, SpoiledGame};
pub use tally::{BattleEnding, Tally};
