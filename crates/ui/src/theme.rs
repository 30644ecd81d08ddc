//! Colours, sizes and fonts of everything that is not the map.

use std::sync::Arc;

use bevy::prelude::*;
use hotgates_engine::Side;
use hotgates_picture::{Colour, ColourScheme, Palette};

/// Ground behind everything.
pub const BACKGROUND: Color = Color::srgb(0.075, 0.086, 0.106);
/// Panels.
pub const PANEL: Color = Color::srgb(0.118, 0.133, 0.161);
/// Ground of parts that stand out from a panel: fields, lists.
pub const RAISED: Color = Color::srgb(0.161, 0.18, 0.216);
/// Lines around panels.
pub const LINE: Color = Color::srgb(0.26, 0.286, 0.337);
/// Buttons.
pub const BUTTON: Color = Color::srgb(0.204, 0.231, 0.282);
/// The button that goes on: one on a screen.
pub const BUTTON_MAIN: Color = Color::srgb(0.118, 0.329, 0.373);
/// The button that goes on, under the pointer.
pub const BUTTON_MAIN_HOVERED: Color = Color::srgb(0.153, 0.408, 0.459);
/// A button under the pointer.
pub const BUTTON_HOVERED: Color = Color::srgb(0.267, 0.302, 0.369);
/// A button held down, or chosen: dark, because light text on dark ground is blended stronger than
/// dark text on light.
pub const BUTTON_CHOSEN: Color = Color::srgb(0.506, 0.373, 0.11);
/// A button that does nothing now.
pub const BUTTON_OFF: Color = Color::srgb(0.141, 0.157, 0.184);
/// Text.
pub const TEXT: Color = Color::srgb(0.914, 0.902, 0.871);
/// Text that matters less.
pub const TEXT_DIM: Color = Color::srgb(0.643, 0.651, 0.667);
/// Text on a button that does nothing now.
pub const TEXT_OFF: Color = Color::srgb(0.42, 0.435, 0.463);
/// Text on a chosen button.
pub const TEXT_CHOSEN: Color = Color::srgb(1.0, 0.949, 0.82);
/// Titles, and parts that are to be noticed.
pub const ACCENT: Color = Color::srgb(0.922, 0.757, 0.408);
/// Text about a mistake.
pub const WRONG: Color = Color::srgb(1.0, 0.55, 0.48);
/// Ring around the widget with the keyboard's focus.
pub const FOCUS: Color = Color::srgb(0.98, 0.88, 0.62);

/// Titles of screens.
pub const TITLE: f32 = 30.0;
/// Headings of panels.
pub const HEADING: f32 = 18.0;
/// Text.
pub const BODY: f32 = 15.0;
/// Small print.
pub const SMALL: f32 = 13.0;

/// Colours with a meaning, on the map and beside the map: those of the palette that the player has
/// chosen. Inserting another palette has everything drawn anew.
#[derive(Resource, Debug, Clone, Default)]
pub struct UiColours {
    scheme: ColourScheme,
    palette: Arc<Palette>,
    figures: bool,
}

impl UiColours {
    /// Makes the colours of a palette.
    #[must_use]
    pub fn new(scheme: ColourScheme) -> Self {
        Self { scheme, palette: Arc::new(Palette::from_scheme(scheme)), figures: false }
    }

    /// Returns the colours with figures on the counters, or with the symbols of military maps.
    #[must_use]
    pub fn with_figures(self, figures: bool) -> Self {
        Self { figures, ..self }
    }

    /// Returns `true` if counters have figures on them.
    #[must_use]
    pub const fn shows_figures(&self) -> bool {
        self.figures
    }

    /// Returns the scheme of the palette.
    #[must_use]
    pub const fn scheme(&self) -> ColourScheme {
        self.scheme
    }

    /// Returns the palette with all its colours.
    #[must_use]
    pub const fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// Returns a side's colour in panels: lighter than on counters, so that words can be read on
    /// dark ground.
    #[must_use]
    pub fn side_panel_colour(&self, side: Side) -> Color {
        to_bevy_color(self.palette.sides[side].words)
    }
}

/// Returns a colour of a palette as a Bevy colour.
#[must_use]
pub fn to_bevy_color(colour: Colour) -> Color {
    let [red, green, blue] = colour.0;
    Color::srgb_u8(red, green, blue)
}

/// Opacity of a fill, from 0 to 1.
pub const COVER: f32 = hotgates_picture::COVER as f32 / 256.0;

/// Returns the sign that stands before words about a side where only the colour of the words would
/// name the side: pointed for Red, square for Blue, as the sides' counters are.
#[must_use]
pub const fn side_shape_sign(side: Side) -> char {
    match side {
        Side::Red => '◆',
        Side::Blue => '■',
    }
}

/// The fonts, embedded in the program: no file of the system is needed.
#[derive(Resource, Debug, Clone, Default)]
pub struct Fonts {
    /// For text.
    pub regular: Handle<Font>,
    /// For titles and numbers that matter.
    pub bold: Handle<Font>,
}

impl Fonts {
    /// Returns a text style in the regular font.
    #[must_use]
    pub fn regular_style(&self, size: f32) -> TextFont {
        TextFont { font: self.regular.clone().into(), font_size: FontSize::Px(size), ..default() }
    }

    /// Returns a text style in the bold font.
    #[must_use]
    pub fn bold_style(&self, size: f32) -> TextFont {
        TextFont { font: self.bold.clone().into(), font_size: FontSize::Px(size), ..default() }
    }
}

/// The font for text.
pub const REGULAR: &[u8] = include_bytes!("../assets/fonts/NotoSansSC-Regular-subset.otf");
/// The font for titles and numbers.
pub const BOLD: &[u8] = include_bytes!("../assets/fonts/NotoSansSC-Bold-subset.otf");

/// Adds the fonts as assets when the app is built, before its first screen is. Where there is no
/// text (headless tests) the handles stay empty.
pub(super) fn load_fonts(world: &mut World) {
    let fonts = world.get_resource_mut::<Assets<Font>>().map(|mut fonts| {
        let mut load = |bytes: &[u8]| fonts.add(Font::from_bytes(bytes.to_vec()));
        Fonts { regular: load(REGULAR), bold: load(BOLD) }
    });
    world.insert_resource(fonts.unwrap_or_default());
}
