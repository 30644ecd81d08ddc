#![doc = include_str!("../README.md")]

mod address;
#[cfg(feature = "dialogue")]
mod dialogue;
mod known_arrangement;
mod known_table;
mod not_allowed;
mod proof;

#[cfg(feature = "socket")]
mod line;
#[cfg(feature = "socket")]
mod line_fault;
#[cfg(feature = "socket")]
mod pledge_file;
#[cfg(feature = "socket")]
mod stream;

pub use address::{AddressFault, TableAddress};
pub use known_table::{DicePledge, GuestFault, HeardLine, KnownTable, TableNews};
pub use not_allowed::NotAllowed;
pub use proof::{ProvedBattle, UnprovedBattle};

#[cfg(feature = "dialogue")]
pub use dialogue::{JoinDialogue, JoinFault, NextStep};
#[cfg(feature = "socket")]
pub use line::{LineEvent, TableLine};
#[cfg(feature = "socket")]
pub use line_fault::LineFault;
#[cfg(feature = "socket")]
pub use pledge_file::{PledgeFile, draw_order_prefix, draw_pledge};
#[cfg(feature = "socket")]
pub use stream::fetch_replay;
