//! Saved battles and replays, newest first.

use std::path::PathBuf;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::battle::LoadBattle;
use crate::screen::{Screen, whole_window};
use crate::storage::Storage;
use crate::ui::{Kit, column, emits, panel, row, scroll_list, theme};

/// What to do with a file.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum FileAction {
    /// Load it.
    Load(PathBuf),
    /// Back to the menu.
    Back,
}

pub(crate) fn plugin(app: &mut App) {
    emits::<FileAction>(app);
    app.add_systems(OnEnter(Screen::Files), spawn)
        .add_systems(Update, (leave, act).chain().run_if(in_state(Screen::Files)));
}

fn leave(keys: Option<Res<ButtonInput<KeyCode>>>, mut actions: MessageWriter<FileAction>) {
    if keys.is_some_and(|keys| keys.just_pressed(KeyCode::Escape)) {
        actions.write(FileAction::Back);
    }
}

fn act(
    mut actions: MessageReader<FileAction>,
    mut next: ResMut<NextState<Screen>>,
    mut load: MessageWriter<LoadBattle>,
) {
    for action in actions.read() {
        match action {
            FileAction::Load(path) => {
                load.write(LoadBattle(path.clone()));
            }
            FileAction::Back => next.set(Screen::Menu),
        }
    }
}

fn spawn(mut commands: Commands, kit: Kit, storage: Res<Storage>) {
    let root =
        Node { align_items: AlignItems::Center, justify_content: JustifyContent::Center, ..whole_window() };
    commands.spawn((DespawnOnExit(Screen::Files), root, TabGroup::new(0))).with_children(|root| {
        root.spawn(panel(Node { width: px(760), max_height: percent(90), ..column(12) })).with_children(
            |panel| {
                panel.spawn(kit.strong(kit.text("menu-files"), theme::TITLE, theme::ACCENT));
                panel.spawn(Node { min_height: px(0), ..row(16) }).with_children(|columns| {
                    for (key, folder) in
                        [("files-saves", storage.saves()), ("files-replays", storage.replays())]
                    {
                        columns.spawn(Node { width: px(360), min_height: px(0), ..column(8) }).with_children(
                            |column| {
                                column.spawn(kit.heading(key));
                                let files = storage.list(&folder);
                                if files.is_empty() {
                                    column.spawn(kit.words(
                                        kit.text("files-none"),
                                        theme::BODY,
                                        theme::TEXT_DIM,
                                    ));
                                }
                                scroll_list(column, Node { max_height: px(420), ..default() }, 6, |list| {
                                    for path in files.into_iter().take(200) {
                                        let name =
                                            path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                                        list.spawn(
                                            kit.button(name.unwrap_or_default(), FileAction::Load(path)),
                                        );
                                    }
                                });
                            },
                        );
                    }
                });
                panel.spawn(kit.button(kit.text("back"), FileAction::Back));
            },
        );
    });
}
