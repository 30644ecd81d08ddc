//! Armies as files: a side's order of battle is saved, and brought to another battle of the same ruleset.

use std::path::{Path, PathBuf};

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{ArmyFile, BySide, FileFormat, Side};
use hotgates_files::{FileAccess, FileError, SourceText};
use hotgates_ui::explain::{explain_fault, explain_file_error};
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::{Storage, files_with_extension};
use hotgates_ui::texts::first_characters;
use hotgates_ui::{
    Job, Notice, Phrase, TextField, Tooltip, UiContext, clipped_node, register_emitted_message,
    register_typed_message, row, spawn_scroll_list, theme,
};

use super::model::BattleSetup;

/// A request about armies that are files.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SavedArmyAction {
    /// Show the saved armies in place of a side's units, or the units again.
    Show(Side, bool),
    /// Call the army that is going to be saved so.
    Name(Side, String),
    /// Save a side's army.
    Save(Side),
    /// Have a side command the army of a file.
    Load(Side, PathBuf),
}

/// A file in the folder of armies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedArmy {
    path: PathBuf,
    /// Content of the file, or why it is no army.
    army: Result<ArmyFile, Phrase>,
}

/// The saved armies, and for which sides they are shown.
#[derive(Resource, Default)]
pub struct SavedArmies {
    shown: BySide<bool>,
    /// Names that the player has typed for armies that are going to be saved.
    names: BySide<String>,
    /// Files by their names; `None` until the folder has been read.
    files: Option<Vec<SavedArmy>>,
    reading: Option<Job<Vec<SavedArmy>>>,
}

/// What a side's panel shows of saved armies: nothing, or the files that are known.
pub(super) type ShownArmies = Option<Option<Vec<SavedArmy>>>;

impl SavedArmies {
    /// Returns what a side's panel shows of the files; `None` where it shows the side's units.
    pub(super) fn shown_to(&self, side: Side) -> ShownArmies {
        self.shown[side].then(|| self.files.clone())
    }

    /// Returns `true` if both sides show their units.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        !self.shown.red && !self.shown.blue
    }

    fn read_folder(&mut self, storage: &Storage) {
        let folder = storage.army_folder();
        self.reading = Some(Job::start_file_work(move |_| read_armies(&folder)));
    }
}

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<SavedArmyAction>(app);
    register_typed_message::<SavedArmyAction>(app);
    app.init_resource::<SavedArmies>()
        .add_systems(OnExit(Screen::Setup), |mut saved: ResMut<SavedArmies>| *saved = SavedArmies::default())
        .add_systems(
            Update,
            (handle_army_actions, take_armies)
                .chain()
                .run_if(in_state(Screen::Setup).and_then(resource_exists::<BattleSetup>)),
        );
}

/// Reads every army of a folder, by the names of the files.
fn read_armies(folder: &Path) -> Vec<SavedArmy> {
    let read = |path: PathBuf| {
        let army = read_army_file(&path).map_err(|problem| {
            let why = Phrase::join_phrases(explain_file_error(&problem));
            why.unwrap_or(Phrase::new("phrase-nothing"))
        });
        SavedArmy { path, army }
    };
    files_with_extension(folder, "ron").into_iter().map(read).collect()
}

fn read_army_file(path: &Path) -> Result<ArmyFile, FileError> {
    let source = SourceText::read_file(path, FileAccess::default())?;
    ArmyFile::from_ron(&source.text).map_err(|fault| source.error_of_faults(vec![fault]))
}

fn handle_army_actions(
    mut actions: MessageReader<SavedArmyAction>,
    mut setup: ResMut<BattleSetup>,
    mut saved: ResMut<SavedArmies>,
    storage: Res<Storage>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        match action {
            SavedArmyAction::Show(side, shown) => {
                saved.shown[*side] = *shown;
                if *shown {
                    saved.read_folder(&storage);
                }
            }
            SavedArmyAction::Name(side, name) => {
                saved.bypass_change_detection().names[*side].clone_from(name);
            }
            SavedArmyAction::Save(side) => {
                let typed = saved.names[*side].trim();
                let name =
                    if typed.is_empty() { setup.scenario().map.name.clone() } else { typed.to_owned() };
                match save_army(&setup, *side, &name, &storage) {
                    Ok(path) => {
                        saved.read_folder(&storage);
                        let file = path.display().to_string();
                        notices.write(Notice(Phrase::new("armies-saved").with_value("file", file)));
                    }
                    Err(problem) => {
                        notices.write_batch(explain_file_error(&problem).into_iter().map(Notice));
                    }
                }
            }
            SavedArmyAction::Load(side, path) => {
                let files = saved.files.iter().flatten();
                let army = files.into_iter().find(|file| file.path == *path).map(|file| file.army.clone());
                let Some(Ok(army)) = army else { continue };
                match setup.load_army(*side, &army.units) {
                    Ok(()) => saved.shown[*side] = false,
                    Err(faults) => {
                        let why = faults.first().map_or(Phrase::new("phrase-nothing"), explain_fault);
                        let refused = Phrase::new("armies-refused").with_value("name", army.name);
                        notices.write(Notice(refused.with_value("why", why)));
                    }
                }
            }
        }
    }
}

/// Writes a side's army to a new file; places on the map are left out.
fn save_army(setup: &BattleSetup, side: Side, name: &str, storage: &Storage) -> Result<PathBuf, FileError> {
    let mut units = setup.units(side).to_vec();
    for unit in &mut units {
        unit.at = None;
    }
    let rules = setup.scenario().rules.name.clone();
    let army = ArmyFile { format: FileFormat, name: name.to_owned(), rules, units };
    let path = storage.unused_file_path(&storage.army_folder(), name, "ron");
    storage.write_whole_file(&path, army.to_ron().as_bytes())?;
    Ok(path)
}

fn take_armies(mut saved: ResMut<SavedArmies>) {
    let reading = &mut saved.bypass_change_detection().reading;
    let Some(read) = reading.as_mut().and_then(Job::poll) else { return };
    *reading = None;
    saved.files = Some(read);
}

/// Spawns the field and the button that save a side's army, and the armies that can be loaded.
pub(super) fn spawn_saved_armies(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    setup: &BattleSetup,
    side: Side,
    files: Option<&[SavedArmy]>,
) {
    panel.spawn(row(4)).with_children(|line| {
        let typed = Box::new(move |name| SavedArmyAction::Name(side, name));
        line.spawn(TextField::with_text(ui, "", 16.0, typed))
            .insert(Tooltip(ui.localized_text("armies-name-tip")));
        line.spawn(ui.small_button(ui.localized_text("armies-save"), SavedArmyAction::Save(side)));
    });
    let Some(files) = files else {
        panel.spawn(ui.styled_text(ui.localized_text("files-reading"), theme::SMALL, theme::TEXT_DIM));
        return;
    };
    let rules = &setup.scenario().rules.name;
    let is_fit = |file: &&SavedArmy| file.army.as_ref().map_or(true, |army| army.rules == *rules);
    let fit: Vec<&SavedArmy> = files.iter().filter(is_fit).collect();
    let other = files.len() - fit.len();
    spawn_scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 6, |list| {
        for file in &fit {
            spawn_saved_army(list, ui, side, file);
        }
        let words = match (fit.is_empty(), other) {
            (true, 0) => ui.localized_text("armies-none"),
            (_, 0) => return,
            _ => ui.texts.text_with_values("armies-other", &[("armies", other.into())]),
        };
        list.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    });
}

fn spawn_saved_army(list: &mut ChildSpawnerCommands, ui: &UiContext, side: Side, file: &SavedArmy) {
    list.spawn(clipped_node()).with_children(|room| match &file.army {
        Ok(army) => {
            let values = [("name", army.name.clone().into()), ("units", army.units.len().into())];
            let words = ui.texts.text_with_values("armies-army", &values);
            let load = SavedArmyAction::Load(side, file.path.clone());
            room.spawn(ui.small_button(words, load)).insert(Tooltip(file.path.display().to_string()));
        }
        Err(why) => {
            let words = first_characters(&ui.texts.phrase_in_words(why), 200);
            room.spawn(ui.styled_text(words, theme::SMALL, theme::WRONG));
        }
    });
}
