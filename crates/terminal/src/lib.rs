//! The terminal: output with colour where it is wanted, messages, maps in blocks of text, a battle told in
//! words.

pub mod battle_report;
pub mod block_map;
pub mod console;
pub mod goal_words;
pub mod side_view;
pub mod typed_command;
pub mod words;
