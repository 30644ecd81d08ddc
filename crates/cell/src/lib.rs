//! Cells: walls between a program of somebody else and the machine.
//!
//! A bot is started through [`wrap_command`], which has the program of the game put itself into a cell
//! and then become the bot. [`end_process_tree`] ends it with everything that it has started.
#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "walls stand on Linux only"))]

mod process_tree;
#[cfg(target_os = "linux")]
mod processes;

pub use process_tree::end_process_tree;
#[cfg(target_os = "linux")]
pub use process_tree::{adopt_orphans, end_descendants};
