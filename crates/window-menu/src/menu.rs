//! The main menu.

use bevy::app::AppExit;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::storage::Storage;
use hotgates_ui::{
    Tooltip, UiContext, WidgetStateSetter, column, panel_bundle, register_emitted_message, theme,
};
use hotgates_window_battle::battle::LoadBattle;

/// A choice of the menu.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuAction {
    /// Small battles that explain themselves.
    Lessons,
    /// Choose map and armies.
    NewBattle,
    /// Battles joined by their results.
    Campaigns,
    /// Go on with the battle that was not over.
    Resume,
    /// Saved battles and replays.
    Files,
    /// Positions to solve.
    Puzzles,
    /// The three small games.
    Academy,
    /// A battle of a server.
    Join,
    /// Draw a map.
    Editor,
    /// The settings.
    Settings,
    /// Close the window.
    Quit,
}

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<MenuAction>(app);
    app.add_systems(OnEnter(Screen::Menu), spawn_menu)
        .add_systems(Update, (press_menu_keys, handle_menu_actions).chain().run_if(in_state(Screen::Menu)));
}

/// The lines of the menu: key of the text, key on the keyboard, and what the line does.
pub const MENU_LINES: [(&str, KeyCode, MenuAction); 11] = [
    ("lessons", KeyCode::KeyT, MenuAction::Lessons),
    ("menu-new-battle", KeyCode::KeyN, MenuAction::NewBattle),
    ("campaigns", KeyCode::KeyC, MenuAction::Campaigns),
    ("menu-resume", KeyCode::KeyR, MenuAction::Resume),
    ("menu-files", KeyCode::KeyL, MenuAction::Files),
    ("puzzles", KeyCode::KeyP, MenuAction::Puzzles),
    ("menu-join", KeyCode::KeyJ, MenuAction::Join),
    ("menu-editor", KeyCode::KeyE, MenuAction::Editor),
    ("menu-academy", KeyCode::KeyA, MenuAction::Academy),
    ("settings", KeyCode::KeyS, MenuAction::Settings),
    ("menu-quit", KeyCode::KeyQ, MenuAction::Quit),
];

/// Width of the menu's lines, and from the window's edge to the menu, in logical pixels.
const WIDTH: u16 = 320;
const MARGIN: u16 = 36;

/// Room at the window's left edge that the menu takes, in logical pixels.
pub(crate) const ROOM: u16 = WIDTH + 2 * MARGIN;

fn press_menu_keys(keys: Option<Res<ButtonInput<KeyCode>>>, mut actions: MessageWriter<MenuAction>) {
    let Some(keys) = keys else { return };
    MENU_LINES.iter().filter(|(_, key, _)| keys.just_pressed(*key)).for_each(|&(_, _, action)| {
        actions.write(action);
    });
}

fn handle_menu_actions(
    mut actions: MessageReader<MenuAction>,
    storage: Res<Storage>,
    mut next: ResMut<NextState<Screen>>,
    mut load: MessageWriter<LoadBattle>,
    mut exit: MessageWriter<AppExit>,
) {
    for action in actions.read() {
        match action {
            MenuAction::Lessons => next.set(Screen::Lessons),
            MenuAction::NewBattle => next.set(Screen::Setup),
            MenuAction::Resume if storage.autosave_file().exists() => {
                load.write(LoadBattle(storage.autosave_file()));
            }
            MenuAction::Campaigns => next.set(Screen::Campaigns),
            MenuAction::Files => next.set(Screen::Files),
            MenuAction::Puzzles => next.set(Screen::Puzzles),
            MenuAction::Join => next.set(Screen::Join),
            MenuAction::Academy => next.set(Screen::Academy),
            MenuAction::Editor => next.set(Screen::Editor),
            MenuAction::Settings => next.set(Screen::Settings),
            MenuAction::Quit => {
                exit.write(AppExit::Success);
            }
            MenuAction::Resume => {}
        }
    }
}

fn spawn_menu(mut commands: Commands, ui: UiContext, storage: Res<Storage>) {
    let can_resume = storage.autosave_file().exists();
    // Beside the battle, not over it.
    let root = Node {
        padding: UiRect::left(px(MARGIN)),
        align_items: AlignItems::FlexStart,
        justify_content: JustifyContent::Center,
        ..full_window_column()
    };
    let dimmed = BackgroundColor(theme::BACKGROUND.with_alpha(0.45));
    commands.spawn((DespawnOnExit(Screen::Menu), root, dimmed, TabGroup::new(0))).with_children(|root| {
        // On a ground of its own: counters that show through words make them hard to read.
        let node = Node { align_items: AlignItems::Center, ..column(12) };
        root.spawn(panel_bundle(node)).with_children(|panel| {
            // Apart enough for letters that reach below their line.
            panel.spawn(Node { align_items: AlignItems::Center, ..column(10) }).with_children(|title| {
                title.spawn(ui.bold_text("Hotgates".to_owned(), 64.0, theme::ACCENT));
                title.spawn(ui.styled_text(ui.localized_text("menu-motto"), theme::HEADING, theme::TEXT));
            });
            panel.spawn(Node { width: px(WIDTH), ..column(7) }).with_children(|list| {
                for (text, _, action) in MENU_LINES {
                    let on = action != MenuAction::Resume || can_resume;
                    let mut button = list.spawn(ui.large_button(ui.localized_text(text), action));
                    button.disabled(!on);
                    if !on {
                        button.insert(Tooltip(ui.localized_text("menu-nothing-to-resume")));
                    }
                }
            });
        });
        let version = concat!("Hotgates ", env!("CARGO_PKG_VERSION")).to_owned();
        let corner = Node {
            position_type: PositionType::Absolute,
            right: px(8),
            bottom: px(6),
            padding: UiRect::axes(px(4), px(2)),
            border_radius: BorderRadius::all(px(4)),
            ..default()
        };
        root.spawn((corner, BackgroundColor(theme::PANEL))).with_child(ui.styled_text(
            version,
            theme::SMALL,
            theme::TEXT,
        ));
    });
}
