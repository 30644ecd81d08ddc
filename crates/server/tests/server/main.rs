//! Tests of whole servers.

mod battles;
mod guest;
mod kills;
mod lobby;
mod operations;
mod secrets;
