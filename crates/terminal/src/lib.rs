//! The terminal: output with colour where it is wanted, messages, maps in blocks of text, words in
//! sentences.

pub mod block_map;
pub mod console;
pub mod words;
