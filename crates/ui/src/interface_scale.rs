//! The size of widgets: the player's choice, but never so large that the window cannot hold a
//! screen.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::settings::Settings;

/// Logical pixels at 100 % that every screen finds room in.
const ROOM_OF_A_SCREEN: Vec2 = Vec2::new(1100.0, 620.0);
/// Steps of the scale, so that a window being resized does not have every panel filled anew at each
/// pixel.
const STEPS: f32 = 20.0;

/// The scale of widgets that is in effect.
#[derive(SystemParam)]
pub struct InterfaceScale<'w> {
    scale: Option<Res<'w, UiScale>>,
}

impl InterfaceScale<'_> {
    /// Returns the scale in percent if it is smaller than the one that the player has chosen, as
    /// the window is too small for that.
    #[must_use]
    pub fn limit_below(&self, chosen: u16) -> Option<u16> {
        let percent = (self.scale.as_ref()?.0 * 100.0).round();
        (0..chosen).rev().find(|&smaller| f32::from(smaller) <= percent).filter(|_| percent < chosen.into())
    }

    /// Returns lengths of widgets in logical pixels, from lengths in pixels at 100 %.
    #[must_use]
    pub fn scaled_pixels<const N: usize>(&self, pixels: [f32; N]) -> [f32; N] {
        let scale = self.scale.as_ref().map_or(1.0, |scale| scale.0);
        pixels.map(|pixels| pixels * scale)
    }
}

/// Sets the scale that the player has chosen, or a smaller one where a window is too small for it.
pub fn fit_interface_to_window(
    settings: Res<Settings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    scale: Option<ResMut<UiScale>>,
) {
    let Some(mut scale) = scale else { return };
    let chosen = f32::from(settings.scale) / 100.0;
    let wanted = window.map_or(chosen, |window| largest_fitting_scale(window.size()).min(chosen));
    if (scale.0 - wanted).abs() > f32::EPSILON {
        scale.0 = wanted;
    }
}

/// Returns the largest scale at which a window of `size` logical pixels holds a whole screen. A
/// minimized window, which has no size, has no limit.
fn largest_fitting_scale(size: Vec2) -> f32 {
    if size.min_element() < 1.0 {
        return f32::MAX;
    }
    ((size / ROOM_OF_A_SCREEN).min_element() * STEPS).floor().max(1.0) / STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_window_has_smaller_widgets() {
        for (size, most) in
            [((1280.0, 720.0), 1.15), ((800.0, 500.0), 0.7), ((2560.0, 1440.0), 2.3), ((10.0, 10.0), 0.05)]
        {
            let scale = largest_fitting_scale(size.into());
            assert!((scale - most).abs() < 1e-6, "{size:?}: {scale}");
        }
    }

    #[test]
    fn a_minimized_window_changes_nothing() {
        assert!(largest_fitting_scale(Vec2::ZERO) >= 3.0);
    }
}
