//! The width of the panel with the searches.

/// Pixels of the panel.
pub const PANEL_WIDTH: f32 = 494.0;
/// Pixels within the panel, beside its scrollbar.
pub const INNER_WIDTH: f32 = PANEL_WIDTH - 46.0;
