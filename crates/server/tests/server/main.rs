//! Tests of whole servers.

mod battles;
mod guest;
mod kills;
