//! The screen of the settings.

mod change;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::Side;
use hotgates_picture::ColourScheme;

pub use self::change::SettingsAction;
use self::change::{KeyRebinding, change_settings, palette_text_key, put_settings_into_effect};
use crate::keys::BATTLE_KEYS;
use hotgates_ui::keys;
use hotgates_ui::names::side_name;
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::settings::{SPEEDS, Settings};
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::Language;
use hotgates_ui::{
    InterfaceScale, Panel, UiContext, WidgetStateSetter, column, fit_interface_to_window, panel_bundle,
    radio_group_node, register_emitted_message, row, spawn_scroll_list, theme,
};

#[derive(Component)]
struct SettingsScreen;

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<SettingsAction>(app);
    app.init_resource::<KeyRebinding>()
        .add_systems(Startup, (put_settings_into_effect, fit_interface_to_window))
        .add_systems(
            Update,
            (
                change_settings,
                bind_chosen_key.run_if(in_state(Screen::Settings)),
                put_settings_into_effect.run_if(resource_changed::<Settings>),
                fit_interface_to_window,
            )
                .chain(),
        )
        .add_systems(
            Update,
            fill_settings_screen.run_if(in_state(Screen::Settings)).after(fit_interface_to_window),
        )
        .add_systems(OnEnter(Screen::Settings), spawn_settings_screen);
}

/// Binds the key that was asked for; without a question Escape leaves the screen.
fn bind_chosen_key(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut settings: ResMut<Settings>,
    mut rebinding: ResMut<KeyRebinding>,
    storage: Res<Storage>,
    mut actions: MessageWriter<SettingsAction>,
) {
    let Some(keys) = keys else { return };
    if keys.just_pressed(KeyCode::Escape) {
        if rebinding.0.take().is_none() {
            actions.write(SettingsAction::Back);
        }
    } else if let Some((means, code)) = rebinding.0.zip(keys::pressed_choosable_key(&keys)) {
        settings.keys.rebind_key(&BATTLE_KEYS, means, code);
        settings.save(&storage);
        rebinding.0 = None;
    }
}

fn spawn_settings_screen(mut commands: Commands) {
    commands.spawn((
        SettingsScreen,
        DespawnOnExit(Screen::Settings),
        Node {
            flex_direction: FlexDirection::Row,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            column_gap: px(16),
            ..full_window_column()
        },
        bevy::input_focus::tab_navigation::TabGroup::new(0),
    ));
}

fn fill_settings_screen(
    settings: Res<Settings>,
    rebinding: Res<KeyRebinding>,
    scale: InterfaceScale,
    mut node: Panel<SettingsScreen, (Settings, KeyRebinding, Option<u16>)>,
) {
    let limit = scale.limit_below(settings.scale);
    node.refill((settings.clone(), *rebinding, limit), |root, ui| {
        root.spawn(panel_bundle(Node { width: px(680), ..column(13) })).with_children(|panel| {
            panel.spawn(ui.bold_text(ui.localized_text("settings"), theme::TITLE, theme::ACCENT));
            spawn_setting_choices(panel, ui, "settings-language", Language::ALL, |language| {
                (
                    language.name().to_owned(),
                    SettingsAction::Language(language),
                    settings.language == language,
                )
            });
            spawn_setting_choices(panel, ui, "settings-speed", SPEEDS, |speed| {
                (format!("×{speed}"), SettingsAction::Speed(speed), settings.speed == speed)
            });
            spawn_setting_choices(panel, ui, "settings-scale", [75, 100, 125, 150, 200], |scale| {
                (format!("{scale} %"), SettingsAction::Scale(scale), settings.scale == scale)
            });
            if let Some(percent) = limit {
                let words = ui.texts.text_with_values("settings-scale-limit", &[("percent", percent.into())]);
                panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
            }
            spawn_setting_choices(panel, ui, "settings-palette", ColourScheme::ALL, |scheme| {
                (
                    ui.localized_text(palette_text_key(scheme)),
                    SettingsAction::Palette(scheme),
                    settings.palette == scheme,
                )
            });
            spawn_palette_sample(panel, ui);
            spawn_setting_choices(panel, ui, "settings-units", [false, true], |figures| {
                let words = ui.localized_text(if figures { "units-figures" } else { "units-symbols" });
                (words, SettingsAction::Figures(figures), settings.figures == figures)
            });
            spawn_setting_choices(panel, ui, "settings-screen", [false, true], |full| {
                let words = ui.localized_text(if full { "screen-full" } else { "screen-window" });
                (words, SettingsAction::FullScreen(full), settings.full_screen == full)
            });
            spawn_setting_choices(panel, ui, "settings-volume", [0, 20, 40, 70, 100], |volume| {
                let words = if volume == 0 { ui.localized_text("no") } else { format!("{volume} %") };
                (words, SettingsAction::Volume(volume), settings.volume == volume)
            });
            spawn_setting_choices(panel, ui, "settings-warn", [true, false], |warn| {
                let words = ui.localized_text(if warn { "yes" } else { "no" });
                (words, SettingsAction::WarnBeforeEnd(warn), settings.warn_before_end == warn)
            });
            panel.spawn(ui.button(ui.localized_text("back"), SettingsAction::Back));
        });
        let place = Node { width: px(420), height: percent(86), ..column(10) };
        root.spawn(panel_bundle(place))
            .with_children(|panel| spawn_key_buttons(panel, ui, &settings, &rebinding));
    });
}

/// Shows a sample of the palette: the sides, the marks, the ramp.
fn spawn_palette_sample(panel: &mut ChildSpawnerCommands, ui: &UiContext) {
    let palette = ui.colours.palette();
    let marks = [palette.reach, palette.target, palette.beyond, palette.choke, palette.held, palette.missing];
    panel.spawn(row(4)).with_children(|line| {
        line.spawn(Node { width: px(204), ..default() });
        for side in Side::BOTH {
            let words = format!("{} {}", theme::side_shape_sign(side), side_name(&ui.texts, side));
            line.spawn(ui.bold_text(words, theme::BODY, ui.side_colour(side)));
            line.spawn((swatch_node(), BackgroundColor(theme::to_bevy_color(palette.sides[side].fill))));
        }
        for colour in marks.into_iter().chain(palette.ramp) {
            line.spawn((swatch_node(), BackgroundColor(theme::to_bevy_color(colour))));
        }
    });
}

fn swatch_node() -> Node {
    Node { width: px(16), height: px(16), border_radius: BorderRadius::all(px(2)), ..default() }
}

/// Spawns every key of a battle, with a button to choose another.
fn spawn_key_buttons(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    settings: &Settings,
    rebinding: &KeyRebinding,
) {
    panel.spawn(ui.heading("settings-keys"));
    spawn_scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 4, |list| {
        for key in BATTLE_KEYS.iter().filter(|key| !key.ctrl) {
            list.spawn(row(8)).with_children(|line| {
                line.spawn(Node { width: px(270), ..default() }).with_child(ui.label(key.means));
                let asked = rebinding.0 == Some(key.means);
                let words =
                    if asked { ui.localized_text("settings-press") } else { key.name(&settings.keys) };
                line.spawn(ui.small_button(words, SettingsAction::Rebind(key.means))).chosen(asked);
            });
        }
    });
    panel.spawn(ui.button(ui.localized_text("settings-usual-keys"), SettingsAction::UsualKeys));
}

/// Spawns a line with a label and a button for each choice.
fn spawn_setting_choices<T, const N: usize>(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    label: &str,
    all: [T; N],
    mut show: impl FnMut(T) -> (String, SettingsAction, bool),
) {
    panel.spawn((row(8), radio_group_node(ui.localized_text(label)))).with_children(|line| {
        line.spawn(Node { width: px(200), ..default() }).with_child(ui.label(label));
        for choice in all {
            let (words, action, chosen) = show(choice);
            line.spawn(ui.button(words, action)).chosen(chosen);
        }
    });
}
