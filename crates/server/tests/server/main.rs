//! Tests of whole servers.

mod arranging;
mod battles;
mod guest;
mod kills;
mod links;
mod lobby;
mod news;
mod operations;
mod ratings;
mod secrets;
