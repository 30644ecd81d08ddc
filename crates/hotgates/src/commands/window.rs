//! Without a command: the window, in builds that have one.

use std::path::PathBuf;

use crate::failure::Failure;

/// Opens the window and stays until it is closed.
///
/// # Errors
/// The reason why there can be no window, and the commands that work without one.
#[cfg(feature = "window")]
pub fn open_window() -> Result<(), Failure> {
    hotgates_frontend::open_game_window(window_helpers()).map_err(|none| missing_window_failure(&none))
}

/// Returns what this program lends its window.
#[cfg(feature = "window")]
fn window_helpers() -> hotgates_frontend::WindowHelpers {
    hotgates_frontend::WindowHelpers {
        warden: std::env::current_exe().ok(),
        #[cfg(feature = "onnx")]
        policies: Some(crate::policies::read_policy_file),
        #[cfg(not(feature = "onnx"))]
        policies: None,
    }
}

/// Opens the window with the map editor.
///
/// # Errors
/// The faults of the map, or the reason why there can be no window.
#[cfg(feature = "window")]
pub fn open_editor(map: Option<PathBuf>) -> Result<(), Failure> {
    if let Some(path) = &map {
        hotgates_frontend::editor::open_map(path)?;
    }
    hotgates_frontend::open_editor_window(map, window_helpers()).map_err(|none| missing_window_failure(&none))
}

#[cfg(feature = "window")]
fn missing_window_failure(none: &hotgates_frontend::WindowObstacle) -> Failure {
    Failure::bad_input(format!(
        "{none}; `hotgates battle MAP` plays in the terminal, `hotgates help` lists the commands"
    ))
}

/// There is no window in this build.
///
/// # Errors
/// Always, with what works without one.
#[cfg(not(feature = "window"))]
pub fn open_window() -> Result<(), Failure> {
    Err(Failure::bad_input(
        "this build has no window; `hotgates battle MAP` plays in the terminal, `hotgates help` lists the commands",
    ))
}

/// There is no window in this build.
///
/// # Errors
/// Always.
#[cfg(not(feature = "window"))]
pub fn open_editor(_: Option<PathBuf>) -> Result<(), Failure> {
    open_window()
}
