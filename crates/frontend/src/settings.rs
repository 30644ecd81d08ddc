//! What the player has chosen for good: language, speed, size, kept between runs.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::playback::SPEEDS;
use crate::screen::{Screen, whole_window};
use crate::storage::Storage;
use crate::texts::{Language, Texts};
use crate::ui::{Choice, Kit, column, emits, panel, row, theme};

/// The settings.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of every word.
    pub language: Language,
    /// How many times as fast as normal events play.
    pub speed: u8,
    /// How large widgets are, in percent.
    pub scale: u16,
    /// Whether the end of a turn is asked about while units can still act.
    pub warn_before_end: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { language: Language::default(), speed: 2, scale: 100, warn_before_end: true }
    }
}

impl Settings {
    /// The settings of the last run; the defaults where there are none or they cannot be read.
    #[must_use]
    pub fn load(storage: &Storage) -> Self {
        let text = std::fs::read_to_string(storage.settings()).unwrap_or_default();
        let read: Self = ron::from_str(&text).unwrap_or_default();
        let speed = if SPEEDS.contains(&read.speed) { read.speed } else { 2 };
        Self { speed, scale: read.scale.clamp(50, 300), ..read }
    }

    fn save(&self, storage: &Storage) {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).unwrap_or_default();
        if let Err(problem) = storage.write(&storage.settings(), text.as_bytes()) {
            warn!("{problem}");
        }
    }
}

/// A change of the settings.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub enum SettingsAction {
    /// Speak this language.
    Language(Language),
    /// Play this fast.
    Speed(u8),
    /// Make widgets this large, in percent.
    Scale(u16),
    /// Ask before a turn ends early, or do not.
    WarnBeforeEnd(bool),
    /// Back to the menu.
    Back,
}

#[derive(Component)]
struct Shown;

pub(crate) fn plugin(app: &mut App) {
    emits::<SettingsAction>(app);
    app.add_systems(Startup, apply)
        .add_systems(Update, (act, leave, apply.run_if(resource_changed::<Settings>)).chain())
        .add_systems(Update, draw.run_if(in_state(Screen::Settings)).after(act))
        .add_systems(OnEnter(Screen::Settings), spawn);
}

fn act(
    mut actions: MessageReader<SettingsAction>,
    mut settings: ResMut<Settings>,
    storage: Res<Storage>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        match *action {
            SettingsAction::Language(language) => settings.language = language,
            SettingsAction::Speed(speed) => settings.speed = speed,
            SettingsAction::Scale(scale) => settings.scale = scale,
            SettingsAction::WarnBeforeEnd(warn) => settings.warn_before_end = warn,
            SettingsAction::Back => next.set(Screen::Menu),
        }
        settings.save(&storage);
    }
}

fn leave(
    screen: Res<State<Screen>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut actions: MessageWriter<SettingsAction>,
) {
    if *screen.get() == Screen::Settings && keys.is_some_and(|keys| keys.just_pressed(KeyCode::Escape)) {
        actions.write(SettingsAction::Back);
    }
}

/// Lets the settings take effect.
fn apply(settings: Res<Settings>, mut texts: ResMut<Texts>, scale: Option<ResMut<UiScale>>) {
    if texts.language() != settings.language {
        *texts = Texts::new(settings.language);
    }
    if let Some(mut scale) = scale {
        scale.0 = f32::from(settings.scale) / 100.0;
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Shown,
        DespawnOnExit(Screen::Settings),
        Node { align_items: AlignItems::Center, justify_content: JustifyContent::Center, ..whole_window() },
        bevy::input_focus::tab_navigation::TabGroup::new(0),
    ));
}

fn draw(mut commands: Commands, kit: Kit, settings: Res<Settings>, root: Single<(Entity, Ref<Shown>)>) {
    let (root, added) = (root.0, root.1.is_added());
    if !added && !kit.texts.is_changed() && !settings.is_changed() {
        return;
    }
    crate::ui::refill(&mut commands, root, |root| {
        root.spawn(panel(Node { width: px(560), ..column(16) })).with_children(|panel| {
            panel.spawn(kit.strong(kit.text("settings"), theme::TITLE, theme::ACCENT));
            choices(panel, &kit, "settings-language", Language::ALL, |language| {
                (
                    language.name().to_owned(),
                    SettingsAction::Language(language),
                    settings.language == language,
                )
            });
            choices(panel, &kit, "settings-speed", SPEEDS, |speed| {
                (format!("×{speed}"), SettingsAction::Speed(speed), settings.speed == speed)
            });
            choices(panel, &kit, "settings-scale", [75, 100, 125, 150, 200], |scale| {
                (format!("{scale} %"), SettingsAction::Scale(scale), settings.scale == scale)
            });
            choices(panel, &kit, "settings-warn", [true, false], |warn| {
                let words = kit.text(if warn { "yes" } else { "no" });
                (words, SettingsAction::WarnBeforeEnd(warn), settings.warn_before_end == warn)
            });
            panel.spawn(kit.button(kit.text("back"), SettingsAction::Back));
        });
    });
}

/// A line with a label and a button for each choice.
fn choices<T, const N: usize>(
    panel: &mut ChildSpawnerCommands,
    kit: &Kit,
    label: &str,
    all: [T; N],
    mut show: impl FnMut(T) -> (String, SettingsAction, bool),
) {
    panel.spawn(row(8)).with_children(|line| {
        line.spawn(Node { width: px(200), ..default() }).with_child(kit.label(label));
        for choice in all {
            let (words, action, chosen) = show(choice);
            line.spawn(kit.button(words, action)).chosen(chosen);
        }
    });
}
