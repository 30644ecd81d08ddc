//! The editor as front ends use it.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

mod analysis;
mod armies;
mod events;
mod files;
mod properties;
mod shapes;
mod support;
mod tools;
