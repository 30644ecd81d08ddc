//! Changes of the settings, and the system that lets them take effect.

use bevy::prelude::*;
use hotgates_picture::ColourScheme;

use hotgates_board::RepaintGround;
use hotgates_ui::keys::ChosenKeys;
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::{Language, Texts};
use hotgates_ui::{Notice, Phrase, UiColours};

/// A change of the settings.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub enum SettingsAction {
    /// Speak this language.
    Language(Language),
    /// Play this fast.
    Speed(u8),
    /// Make widgets this large, in percent.
    Scale(u16),
    /// Show what means something in these colours.
    Palette(ColourScheme),
    /// Show what means something in the colours of the next palette, and say so.
    NextPalette,
    /// Show figures on the counters, or symbols.
    Figures(bool),
    /// Fill the screen, or have a frame.
    FullScreen(bool),
    /// Play sounds this loud, in percent; 0 for silence.
    Volume(u8),
    /// Be silent, or as loud as usual, and say so.
    Mute,
    /// Ask before a turn ends early, or do not.
    WarnBeforeEnd(bool),
    /// Choose another key for this: the next one that is pressed.
    Rebind(&'static str),
    /// All keys as usual.
    UsualKeys,
    /// Back to the menu.
    Back,
}

/// The action that the next pressed key is bound to.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct KeyRebinding(pub(super) Option<&'static str>);

pub(super) fn change_settings(
    mut actions: MessageReader<SettingsAction>,
    mut settings: ResMut<Settings>,
    mut rebinding: ResMut<KeyRebinding>,
    storage: Res<Storage>,
    mut next: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        match *action {
            SettingsAction::Language(language) => settings.language = language,
            SettingsAction::Speed(speed) => settings.speed = speed,
            SettingsAction::Scale(scale) => settings.scale = scale,
            SettingsAction::Palette(scheme) => settings.palette = scheme,
            SettingsAction::NextPalette => {
                settings.palette = settings.palette.next();
                let name = Phrase::new(palette_text_key(settings.palette));
                notices.write(Notice(Phrase::new("palette-now").with_value("palette", name)));
            }
            SettingsAction::Figures(figures) => settings.figures = figures,
            SettingsAction::FullScreen(full) => settings.full_screen = full,
            SettingsAction::Volume(volume) => settings.volume = volume,
            SettingsAction::Mute => {
                settings.volume = if settings.volume == 0 { Settings::default().volume } else { 0 };
                let key = if settings.volume == 0 { "sound-off" } else { "sound-on" };
                notices.write(Notice(Phrase::new(key)));
            }
            SettingsAction::WarnBeforeEnd(warn) => settings.warn_before_end = warn,
            SettingsAction::Rebind(means) => rebinding.0 = Some(means),
            SettingsAction::UsualKeys => settings.keys = ChosenKeys::default(),
            SettingsAction::Back => next.set(Screen::Menu),
        }
        settings.save(&storage);
    }
}

/// Lets the settings take effect.
pub(super) fn put_settings_into_effect(
    settings: Res<Settings>,
    mut texts: ResMut<Texts>,
    mut colours: ResMut<UiColours>,
    mut repaints: MessageWriter<RepaintGround>,
) {
    if texts.language() != settings.language {
        *texts = Texts::new(settings.language);
    }
    if colours.scheme() != settings.palette {
        *colours = UiColours::new(settings.palette);
        repaints.write(RepaintGround(None));
    }
    if colours.shows_figures() != settings.figures {
        *colours = colours.clone().with_figures(settings.figures);
    }
}

/// Returns the text key of a palette's name.
pub(super) const fn palette_text_key(scheme: ColourScheme) -> &'static str {
    match scheme {
        ColourScheme::Standard => "palette-standard",
        ColourScheme::RedGreen => "palette-red-green",
        ColourScheme::BlueYellow => "palette-blue-yellow",
        ColourScheme::HighContrast => "palette-high-contrast",
    }
}
