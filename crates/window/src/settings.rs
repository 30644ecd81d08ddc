//! The screen of the settings, and what makes them take effect.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::Side;
use hotgates_picture::Scheme;

use crate::battle::KEYS;
use hotgates_board::Repaint;
use hotgates_ui::keys::{self, Bindings};
use hotgates_ui::names::side_name;
use hotgates_ui::screen::{Screen, whole_window};
use hotgates_ui::settings::{SPEEDS, Settings};
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::{Language, Texts};
use hotgates_ui::{
    Choice, Colours, Panel, UiContext, choice_of, column, emits, panel, row, scroll_list, theme,
};

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
    Palette(Scheme),
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
#[derive(Resource, Debug, Default, PartialEq, Eq)]
struct Rebinding(Option<&'static str>);

#[derive(Component)]
struct Shown;

pub(crate) fn plugin(app: &mut App) {
    emits::<SettingsAction>(app);
    app.init_resource::<Rebinding>()
        .add_systems(Startup, apply)
        .add_systems(
            Update,
            (act, press.run_if(in_state(Screen::Settings)), apply.run_if(resource_changed::<Settings>))
                .chain(),
        )
        .add_systems(Update, draw.run_if(in_state(Screen::Settings)).after(act))
        .add_systems(OnEnter(Screen::Settings), spawn);
}

fn act(
    mut actions: MessageReader<SettingsAction>,
    mut settings: ResMut<Settings>,
    mut rebinding: ResMut<Rebinding>,
    storage: Res<Storage>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        match *action {
            SettingsAction::Language(language) => settings.language = language,
            SettingsAction::Speed(speed) => settings.speed = speed,
            SettingsAction::Scale(scale) => settings.scale = scale,
            SettingsAction::Palette(scheme) => settings.palette = scheme,
            SettingsAction::WarnBeforeEnd(warn) => settings.warn_before_end = warn,
            SettingsAction::Rebind(means) => rebinding.0 = Some(means),
            SettingsAction::UsualKeys => settings.keys = Bindings::default(),
            SettingsAction::Back => next.set(Screen::Menu),
        }
        settings.save(&storage);
    }
}

/// Takes the key that was asked for; else Escape leaves.
fn press(
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
        settings.keys.change(&KEYS, means, code);
        settings.save(&storage);
        rebinding.0 = None;
    }
}

/// Lets the settings take effect.
fn apply(
    settings: Res<Settings>,
    mut texts: ResMut<Texts>,
    mut colours: ResMut<Colours>,
    mut repaints: MessageWriter<Repaint>,
    scale: Option<ResMut<UiScale>>,
) {
    if texts.language() != settings.language {
        *texts = Texts::new(settings.language);
    }
    if colours.scheme() != settings.palette {
        *colours = Colours::new(settings.palette);
        repaints.write(Repaint(None));
    }
    if let Some(mut scale) = scale {
        let wanted = f32::from(settings.scale) / 100.0;
        if (scale.0 - wanted).abs() > f32::EPSILON {
            scale.0 = wanted;
        }
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Shown,
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

fn draw(settings: Res<Settings>, rebinding: Res<Rebinding>, mut node: Panel<Shown, (Tick, Tick)>) {
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

/// The text key of a palette's name.
pub(crate) const fn palette_key(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Standard => "palette-standard",
        Scheme::RedGreen => "palette-red-green",
        Scheme::BlueYellow => "palette-blue-yellow",
        Scheme::HighContrast => "palette-high-contrast",
    }
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
        for key in KEYS.iter().filter(|key| !key.ctrl) {
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
