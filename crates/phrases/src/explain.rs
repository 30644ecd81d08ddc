//! Errors as phrases, by their kinds. English phrases have the words of the errors themselves. Words of the system and
//! of other readers are quoted as they are.
//!
//! Every `match` names every kind: a new kind of error does not compile before it has a phrase. Errors of files, and of
//! maps of other programs, are explained where these can be read: in the window.

mod campaign;
mod engine;
mod seats;

pub use engine::{
    explain_fault, explain_fault_in_file, explain_fault_kind, explain_illegal, explain_replay_break,
    explain_replay_error, prefix_phrase_with_place,
};
pub use seats::{explain_loss_cause, explain_program_fault, explain_seat_error, explain_spoiled_game};
