//! Without a command: the window, in builds that have one.

use crate::failure::Failure;

/// Opens the window and stays until it is closed.
///
/// # Errors
/// Why there can be no window, and what works without one.
#[cfg(feature = "window")]
pub fn run() -> Result<(), Failure> {
    hotgates_frontend::run().map_err(|none| {
        Failure::input(format!(
            "{none}; `hotgates battle MAP` plays in the terminal, `hotgates help` lists the commands"
        ))
    })
}

/// There is no window in this build.
///
/// # Errors
/// Always, with what works without one.
#[cfg(not(feature = "window"))]
pub fn run() -> Result<(), Failure> {
    Err(Failure::input(
        "this build has no window; `hotgates battle MAP` plays in the terminal, `hotgates help` lists the commands",
    ))
}
