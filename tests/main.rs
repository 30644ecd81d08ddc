//! End-to-end tests: the built program on real files, as a user or a script would run it.

mod bad_input;
mod battle;
mod convert;
mod help;
mod maps;
mod program;
mod replay;
mod series;
