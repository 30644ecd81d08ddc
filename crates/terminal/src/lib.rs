//! The terminal: output with colour where it is wanted, messages, maps in blocks of text, a battle told in
//! words, a ruleset in tables.

pub mod battle_report;
pub mod block_map;
pub mod console;
pub mod goal_words;
mod rule_options;
pub mod rule_tables;
pub mod side_view;
pub mod typed_battle;
pub mod typed_command;
pub mod view_log;
pub mod words;
