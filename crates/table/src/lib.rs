#![doc = include_str!("../README.md")]

mod arranging;
mod clock;
mod decision;
mod feed;
mod pledge;
mod program;
mod record;
mod refusal;
mod table;
mod view_log;

pub use clock::ClockRules;
pub use feed::Guest;
pub use pledge::{
    Bytes32, UnfairDice, check_dice_proof, check_table_dice, key_of_numbers, seat_commitment,
    server_commitment,
};
pub use program::{CallFault, ComputerPlayer, ProgramCall, TableProgram};
pub use record::{StampedRecord, TableRecord};
pub use refusal::TableRefusalKind;
pub use table::{Table, TableFault, TableSetup};
pub use view_log::view_log_of_replay;
