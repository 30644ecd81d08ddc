//! Errors as phrases, by their kinds: every error is explained in the language of the window.
//! English phrases have the words of the errors themselves. Words of the system and of other
//! readers are quoted as they are.
//!
//! Every `match` names every kind: a new kind of error does not compile before it has a phrase.
//! Errors of the editor and of the academy are explained beside their screens.

mod files;
mod formats;

pub use files::{explain_file_error, explain_file_problem, explain_io_error};
pub use formats::{explain_export_error, explain_import_error, explain_import_note, explain_import_problem};
pub use hotgates_phrases::explain::{
    explain_fault, explain_fault_kind, explain_illegal, explain_loss_cause, explain_program_fault,
    explain_replay_break, explain_replay_error, explain_seat_error, explain_spoiled_game,
};
