//! The screen of the settings.

mod change;

use bevy::ecs::change_detection::Tick;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::Side;
use hotgates_picture::Scheme;

pub use self::change::SettingsAction;
use self::change::{Rebinding, apply_settings, change_settings, palette_key};
use crate::keys::BATTLE_KEYS;
use hotgates_ui::keys;
use hotgates_ui::names::side_name;
use hotgates_ui::screen::{Screen, whole_window};
use hotgates_ui::settings::{SPEEDS, Settings};
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::Language;
use hotgates_ui::{Choice, Panel, UiContext, choice_of, column, emits, panel, row, scroll_list, theme};

#[derive(Component)]
struct SettingsScreen;

pub(crate) fn plugin(app: &mut App) {
    emits::<SettingsAction>(app);
    app.init_resource::<Rebinding>()
        .add_systems(Startup, apply_settings)
        .add_systems(
            Update,
            (
                change_settings,
                press_key.run_if(in_state(Screen::Settings)),
                apply_settings.run_if(resource_changed::<Settings>),
            )
                .chain(),
        )
        .add_systems(Update, fill_screen.run_if(in_state(Screen::Settings)).after(change_settings))
        .add_systems(OnEnter(Screen::Settings), spawn_screen);
}

/// Takes the key that was asked for; else Escape leaves.
fn press_key(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut settings: ResMut<Settings>,
    mut rebinding: ResMut<Rebinding>,
    storage: Res<Storage>,
    mut actions: MessageWriter<SettingsAction>,
) {
    let Some(keys) = keys else { return };
    if keys.just_pressed(KeyCode::Escape) {
        if rebinding.0.take().is_none() {
            actions.write(SettingsAction::Back);
        }
    } else if let Some((means, code)) = rebinding.0.zip(keys::chosen(&keys)) {
        settings.keys.change(&BATTLE_KEYS, means, code);
        settings.save(&storage);
        rebinding.0 = None;
    }
}

fn spawn_screen(mut commands: Commands) {
    commands.spawn((
        SettingsScreen,
        DespawnOnExit(Screen::Settings),
        Node {
            flex_direction: FlexDirection::Row,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            column_gap: px(16),
            ..whole_window()
        },
        bevy::input_focus::tab_navigation::TabGroup::new(0),
    ));
}

fn fill_screen(
    settings: Res<Settings>,
    rebinding: Res<Rebinding>,
    mut node: Panel<SettingsScreen, (Tick, Tick)>,
) {
    node.refill((settings.last_changed(), rebinding.last_changed()), |root, ui| {
        root.spawn(panel(Node { width: px(680), ..column(16) })).with_children(|panel| {
            panel.spawn(ui.strong(ui.text("settings"), theme::TITLE, theme::ACCENT));
            choices(panel, ui, "settings-language", Language::ALL, |language| {
                (
                    language.name().to_owned(),
                    SettingsAction::Language(language),
                    settings.language == language,
                )
            });
            choices(panel, ui, "settings-speed", SPEEDS, |speed| {
                (format!("×{speed}"), SettingsAction::Speed(speed), settings.speed == speed)
            });
            choices(panel, ui, "settings-scale", [75, 100, 125, 150, 200], |scale| {
                (format!("{scale} %"), SettingsAction::Scale(scale), settings.scale == scale)
            });
            choices(panel, ui, "settings-palette", Scheme::ALL, |scheme| {
                (ui.text(palette_key(scheme)), SettingsAction::Palette(scheme), settings.palette == scheme)
            });
            palette_sample(panel, ui);
            choices(panel, ui, "settings-warn", [true, false], |warn| {
                let words = ui.text(if warn { "yes" } else { "no" });
                (words, SettingsAction::WarnBeforeEnd(warn), settings.warn_before_end == warn)
            });
            panel.spawn(ui.button(ui.text("back"), SettingsAction::Back));
        });
        let place = Node { width: px(420), height: percent(86), ..column(10) };
        root.spawn(panel(place)).with_children(|panel| key_list(panel, ui, &settings, &rebinding));
    });
}

/// Shows a sample of the palette: the sides, the marks, the ramp.
fn palette_sample(panel: &mut ChildSpawnerCommands, ui: &UiContext) {
    let palette = ui.colours.palette();
    let marks = [palette.reach, palette.target, palette.beyond, palette.choke, palette.held, palette.missing];
    panel.spawn(row(4)).with_children(|line| {
        line.spawn(Node { width: px(204), ..default() });
        for side in Side::BOTH {
            let words = format!("{} {}", theme::sign(side), side_name(&ui.texts, side));
            line.spawn(ui.strong(words, theme::BODY, ui.side(side)));
            line.spawn((swatch(), BackgroundColor(theme::color(palette.sides[side].fill))));
        }
        for colour in marks.into_iter().chain(palette.ramp) {
            line.spawn((swatch(), BackgroundColor(theme::color(colour))));
        }
    });
}

fn swatch() -> Node {
    Node { width: px(16), height: px(16), border_radius: BorderRadius::all(px(2)), ..default() }
}

/// Every key of a battle, with a button to choose another.
fn key_list(panel: &mut ChildSpawnerCommands, ui: &UiContext, settings: &Settings, rebinding: &Rebinding) {
    panel.spawn(ui.heading("settings-keys"));
    scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 4, |list| {
        for key in BATTLE_KEYS.iter().filter(|key| !key.ctrl) {
            list.spawn(row(8)).with_children(|line| {
                line.spawn(Node { width: px(270), ..default() }).with_child(ui.label(key.means));
                let asked = rebinding.0 == Some(key.means);
                let words = if asked { ui.text("settings-press") } else { key.name(&settings.keys) };
                line.spawn(ui.small_button(words, SettingsAction::Rebind(key.means))).chosen(asked);
            });
        }
    });
    panel.spawn(ui.button(ui.text("settings-usual-keys"), SettingsAction::UsualKeys));
}

/// A line with a label and a button for each choice.
fn choices<T, const N: usize>(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    label: &str,
    all: [T; N],
    mut show: impl FnMut(T) -> (String, SettingsAction, bool),
) {
    panel.spawn((row(8), choice_of(ui.text(label)))).with_children(|line| {
        line.spawn(Node { width: px(200), ..default() }).with_child(ui.label(label));
        for choice in all {
            let (words, action, chosen) = show(choice);
            line.spawn(ui.button(words, action)).chosen(chosen);
        }
    });
}
