//! The screen of saved battles and replays, the newest first, each with its map and turn. Folders
//! and files are read beside the frames: there may be many, and each must be read whole to know its
//! turn. The board where a file leaves its battle is drawn beside its line.

mod picture;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_engine::{Order, Side};
use hotgates_picture::Image as DrawnImage;
use hotgates_record::Replay;

use hotgates_ui::explain::explain_file_error;
use hotgates_ui::names::{map_name, seen_by_words};
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::storage::{BattleFile, Storage, explain_unreadable_log};
use hotgates_ui::{
    Job, NOTICE_ROOM, Notice, Panel, Phrase, Tooltip, UiColours, UiContext, column, list_panel_node,
    panel_bundle, register_emitted_message, row, spawn_scroll_list, theme,
};
use hotgates_window_battle::battle::LoadBattle;
use hotgates_window_battle::battle::session::BattleSession;

use self::picture::{FilePicture, FilePictureFrame, PICTURE_ROOM, draw_end_of_file, spawn_picture_frame};

/// A request about a file.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum FileAction {
    /// Load the file.
    Load(PathBuf),
    /// Ask if the file is to be deleted.
    AskToDelete(PathBuf),
    /// Delete the file that was asked about.
    Delete(PathBuf),
    /// Keep the file that was asked about.
    Keep,
    /// Back to the menu.
    Back,
}

/// The most files of a folder that are listed.
const MOST: usize = 200;

/// A file in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileEntry {
    path: PathBuf,
    /// Time when the file was written.
    when: SystemTime,
    /// Summary of the file; `None` until the file has been read.
    about: Option<FileSummary>,
    /// The board where the file leaves its battle, once it is drawn.
    picture: Option<FilePicture>,
}

/// Whoever was told what a view log says: a side, or whoever watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SeenBy(Option<Side>);

/// Content of a file in short.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FileSummary {
    /// A battle on a map of this name, in this turn, over or not; by a view log as a side saw it, or whoever watched.
    Battle { map: String, turn: usize, over: bool, seen_by: Option<SeenBy> },
    /// A file without a battle, with the reason.
    Unreadable(Phrase),
}

impl FileSummary {
    /// Reads a file whole. Cost: in proportion to its bytes; the battle is not played, but a view log is watched.
    fn read_summary(path: &Path) -> Self {
        let unreadable = |problems| {
            let why = Phrase::join_phrases(problems);
            Self::Unreadable(why.unwrap_or(Phrase::new("phrase-nothing")))
        };
        match BattleFile::read(path) {
            Ok(BattleFile::Replay(replay)) => {
                let Replay { scenario, orders, verdict, .. } = *replay;
                // Both sides end their turns, the last one too, unless the battle is over before.
                let ended = orders.iter().filter(|(order, _)| *order == Order::EndTurn).count();
                let last =
                    verdict.is_some() && orders.last().is_some_and(|(order, _)| *order == Order::EndTurn);
                let turn = (ended - usize::from(last)) / 2 + 1;
                Self::Battle { map: scenario.map.name, turn, over: verdict.is_some(), seen_by: None }
            }
            Ok(BattleFile::ViewLog(log)) => match BattleSession::from_view_log(&log) {
                Ok(session) => {
                    let battle = session.known_position();
                    Self::Battle {
                        map: session.scenario().map.name.clone(),
                        turn: battle.turn() as usize,
                        over: battle.verdict().is_some(),
                        seen_by: Some(SeenBy(log.begin.side)),
                    }
                }
                Err(why) => unreadable(vec![explain_unreadable_log(path, why.to_string())]),
            },
            Err(problems) => unreadable(problems),
        }
    }
}

/// News of a folder, by its place among the two.
enum FolderReadingProgress {
    /// Content of a folder: the newest files, and the number of further ones.
    Folder(usize, Vec<FileEntry>, usize),
    /// Content of a file in short, by the place of its folder.
    File(usize, PathBuf, FileSummary),
    /// The board where a file leaves its battle, by the place of its folder.
    Picture(usize, PathBuf, DrawnImage),
}

/// The two lists, saves and replays: there as long as their screen is.
#[derive(Resource)]
pub struct FileLists {
    folders: [Option<(Vec<FileEntry>, usize)>; 2],
    /// Number of changes of each list.
    versions: [u32; 2],
    /// The file of which is asked if it is to be deleted.
    asked: Option<PathBuf>,
    job: Job<(), FolderReadingProgress>,
}

impl FileLists {
    /// Asks if a file is to be deleted, or about none.
    fn ask_about(&mut self, path: Option<PathBuf>) {
        self.asked = path;
        self.versions.iter_mut().for_each(|version| *version += 1);
    }

    /// Returns the entry of a file in the list at a place; `None` if the file has been deleted meanwhile.
    fn entry_mut(&mut self, place: usize, path: &Path) -> Option<&mut FileEntry> {
        let (entries, _) = self.folders[place].as_mut()?;
        entries.iter_mut().find(|entry| entry.path == path)
    }

    /// Takes a file out of the lists.
    fn forget_file(&mut self, path: &Path) {
        for (entries, _) in self.folders.iter_mut().flatten() {
            entries.retain(|entry| entry.path != path);
        }
    }
}

/// A list, by its place among the two.
#[derive(Component)]
struct SavesOrReplaysList(usize);

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<FileAction>(app);
    app.add_systems(OnEnter(Screen::Files), (read_folders, spawn_files_screen).chain())
        .add_systems(OnExit(Screen::Files), |mut commands: Commands| commands.remove_resource::<FileLists>())
        .add_systems(
            Update,
            (leave_files_by_escape, handle_file_actions, collect_folder_reading_progress, fill_file_lists)
                .chain()
                .run_if(in_state(Screen::Files).and_then(resource_exists::<FileLists>)),
        );
}

/// Keeps the file that is asked about, or leaves the screen where none is.
fn leave_files_by_escape(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    lists: Res<FileLists>,
    mut actions: MessageWriter<FileAction>,
) {
    if keys.is_some_and(|keys| keys.just_pressed(KeyCode::Escape)) {
        actions.write(if lists.asked.is_some() { FileAction::Keep } else { FileAction::Back });
    }
}

fn handle_file_actions(
    mut actions: MessageReader<FileAction>,
    mut next: ResMut<NextState<Screen>>,
    mut load: MessageWriter<LoadBattle>,
    storage: Res<Storage>,
    mut lists: ResMut<FileLists>,
    mut notices: MessageWriter<Notice>,
) {
    let lists = lists.bypass_change_detection();
    for action in actions.read() {
        match action {
            FileAction::Load(path) => {
                load.write(LoadBattle(path.clone()));
            }
            FileAction::AskToDelete(path) => lists.ask_about(Some(path.clone())),
            FileAction::Keep => lists.ask_about(None),
            FileAction::Delete(path) => {
                lists.ask_about(None);
                match storage.delete_file(path) {
                    Ok(()) => {
                        lists.forget_file(path);
                        notices.write(Notice(Phrase::new("files-deleted").with_value("file", stem_of(path))));
                    }
                    Err(problem) => {
                        notices.write_batch(explain_file_error(&problem).into_iter().map(Notice));
                    }
                }
            }
            FileAction::Back => next.set(Screen::Menu),
        }
    }
}

/// Starts reading both folders, and drawing the boards once all files have been read. Once the screen is
/// left, the work ends with the next file.
fn read_folders(mut commands: Commands, storage: Res<Storage>, colours: Res<UiColours>) {
    let folders = [storage.save_folder(), storage.replay_folder()];
    let storage = storage.clone();
    let palette = colours.palette().clone();
    let job = Job::start_with_progress_reports(move |cancel, tell| {
        let lists = folders.map(|folder| list_newest_files(&storage, &folder));
        for (place, (entries, more)) in lists.iter().enumerate() {
            if tell.send(FolderReadingProgress::Folder(place, entries.clone(), *more)).is_err() {
                return;
            }
        }
        for (place, (entries, _)) in lists.iter().enumerate() {
            for FileEntry { path, .. } in entries {
                let about = FileSummary::read_summary(path);
                if tell.send(FolderReadingProgress::File(place, path.clone(), about)).is_err() {
                    return;
                }
            }
        }
        for (place, (entries, _)) in lists.iter().enumerate() {
            for FileEntry { path, .. } in entries {
                if cancel.is_set() {
                    return;
                }
                let drawn = BattleFile::read(path).ok().and_then(|file| draw_end_of_file(&file, &palette));
                let Some(drawn) = drawn else { continue };
                if tell.send(FolderReadingProgress::Picture(place, path.clone(), drawn)).is_err() {
                    return;
                }
            }
        }
    });
    commands.insert_resource(FileLists { folders: [None, None], versions: [0; 2], asked: None, job });
}

/// Returns the newest files of a folder, not read yet, and the number of further files.
fn list_newest_files(storage: &Storage, folder: &Path) -> (Vec<FileEntry>, usize) {
    let mut files = storage.list_battles(folder);
    let more = files.len().saturating_sub(MOST);
    files.truncate(MOST);
    (
        files.into_iter().map(|(when, path)| FileEntry { path, when, about: None, picture: None }).collect(),
        more,
    )
}

fn collect_folder_reading_progress(
    mut commands: Commands,
    mut lists: ResMut<FileLists>,
    mut images: ResMut<Assets<Image>>,
    frames: Query<(Entity, &FilePictureFrame)>,
) {
    let lists = lists.bypass_change_detection();
    // Work that is over is taken, since frames go on for as long as some is waited for; its last news are heard below.
    lists.job.poll();
    while let Some(news) = lists.job.next_progress_report() {
        match news {
            FolderReadingProgress::Folder(place, entries, more) => {
                lists.folders[place] = Some((entries, more));
                lists.versions[place] += 1;
            }
            FolderReadingProgress::File(place, path, about) => {
                if let Some(entry) = lists.entry_mut(place, &path) {
                    entry.about = Some(about);
                }
                lists.versions[place] += 1;
            }
            FolderReadingProgress::Picture(place, path, drawn) => {
                let Some(entry) = lists.entry_mut(place, &path) else { continue };
                let picture = FilePicture::from_drawing(drawn, &mut images);
                // Put into the line that stands: a list that is drawn anew for each picture cannot be read.
                for (frame, _) in frames.iter().filter(|(_, frame)| frame.is_of_file(&path)) {
                    commands.entity(frame).with_child(picture.as_bundle());
                }
                entry.picture = Some(picture);
            }
        }
    }
}

fn spawn_files_screen(mut commands: Commands, ui: UiContext) {
    // Notices stand below the panel, so that they hide no button of it.
    let root = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        padding: UiRect::bottom(px(NOTICE_ROOM)),
        ..full_window_column()
    };
    commands.spawn((DespawnOnExit(Screen::Files), root, TabGroup::new(0))).with_children(|root| {
        root.spawn(panel_bundle(list_panel_node(820))).with_children(|panel| {
            panel.spawn(ui.bold_text(ui.localized_text("menu-files"), theme::TITLE, theme::ACCENT));
            // Both columns are as high as the row, so that each list scrolls within it.
            panel
                .spawn(Node { min_height: px(0), align_items: AlignItems::Stretch, ..row(16) })
                .with_children(|columns| {
                    for (place, key) in ["files-saves", "files-replays"].into_iter().enumerate() {
                        let half = Node {
                            flex_grow: 1.0,
                            flex_basis: px(0),
                            min_width: px(0),
                            min_height: px(0),
                            ..column(8)
                        };
                        columns.spawn(half).with_children(|column| {
                            column.spawn(ui.heading(key));
                            let list = spawn_scroll_list(column, Node::default(), 6, |_| {});
                            column.commands().entity(list).insert(SavesOrReplaysList(place));
                        });
                    }
                });
            panel.spawn(ui.button(ui.localized_text("back"), FileAction::Back));
        });
    });
}

/// Time that a list rests before it is drawn again with the files read since: each file would be
/// too often.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(250);

fn fill_file_lists(
    time: Res<Time<Real>>,
    lists: Res<FileLists>,
    mut nodes: Panel<SavesOrReplaysList, u32>,
    mut shown: Local<[(u32, std::time::Duration); 2]>,
) {
    for (place, (version, since)) in shown.iter_mut().enumerate() {
        let done = lists.folders[place]
            .as_ref()
            .is_some_and(|(entries, _)| entries.iter().all(|entry| entry.about.is_some()));
        if *version != lists.versions[place] && (done || time.elapsed() >= *since + PATIENCE) {
            (*version, *since) = (lists.versions[place], time.elapsed());
        }
    }
    nodes.refill_each_node(
        |&SavesOrReplaysList(place)| shown[place].0,
        |&SavesOrReplaysList(place), list, ui| match &lists.folders[place] {
            None => spawn_dim_text(list, ui, ui.localized_text("files-reading")),
            Some((entries, _)) if entries.is_empty() => {
                spawn_dim_text(list, ui, ui.localized_text("files-none"));
            }
            Some((entries, more)) => {
                for entry in entries {
                    if lists.asked.as_ref() == Some(&entry.path) {
                        spawn_delete_question(list, ui, entry);
                    } else {
                        spawn_file_line(list, ui, entry);
                    }
                }
                if *more > 0 {
                    spawn_dim_text(
                        list,
                        ui,
                        ui.texts.text_with_values("files-more", &[("files", (*more).into())]),
                    );
                }
            }
        },
    );
}

fn spawn_dim_text(list: &mut ChildSpawnerCommands, ui: &UiContext, words: String) {
    list.spawn(ui.styled_text(words, theme::BODY, theme::TEXT_DIM));
}

/// Returns the name of a file without its extension.
fn stem_of(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Spawns the question in the place of a file's line. The answer that keeps the file stands where
/// the button that asked stood, and so has the focus.
fn spawn_delete_question(list: &mut ChildSpawnerCommands, ui: &UiContext, entry: &FileEntry) {
    let name = stem_of(&entry.path);
    list.spawn(column(4)).with_children(|question| {
        let words = ui.texts.text_with_values("files-delete-ask", &[("file", name.into())]);
        question.spawn(ui.styled_text(words, theme::BODY, theme::WRONG));
        question.spawn(row(8)).with_children(|line| {
            let delete = FileAction::Delete(entry.path.clone());
            line.spawn(ui.button(ui.localized_text("files-delete"), delete));
            line.spawn(ui.button(ui.localized_text("files-keep"), FileAction::Keep));
        });
    });
}

/// Spawns the line of a file: its map, its turn and its date, and its name below, with a picture of the board
/// before them; and a button that deletes the file.
fn spawn_file_line(list: &mut ChildSpawnerCommands, ui: &UiContext, entry: &FileEntry) {
    let name = stem_of(&entry.path);
    let (head, state) = match &entry.about {
        Some(FileSummary::Battle { map, turn, over, seen_by }) => {
            let key = if *over { "files-over" } else { "files-turn" };
            let state = ui.texts.text_with_values(key, &[("turn", (*turn).into())]);
            let seen = seen_by.map(|SeenBy(side)| format!(" · {}", seen_by_words(&ui.texts, side)));
            (map_name(&ui.texts, map), state + &seen.unwrap_or_default())
        }
        Some(FileSummary::Unreadable(why)) => (name.clone(), ui.texts.phrase_in_words(why)),
        None => (name.clone(), ui.localized_text("files-reading")),
    };
    let below = format!("{} · {name}", date_in_words(entry.when));
    list.spawn(row(4)).with_children(|line| {
        let mut button = line.spawn(ui.wrapped_button(head, FileAction::Load(entry.path.clone())));
        button.entry::<Node>().and_modify(|mut node| {
            node.flex_direction = FlexDirection::Column;
            node.align_items = AlignItems::Start;
            // As wide as the list leaves it, however long its words are.
            (node.flex_grow, node.flex_basis, node.min_width) = (1.0, px(0), px(0));
            node.padding.left = px(PICTURE_ROOM);
        });
        button.with_children(|button| {
            for words in [state, below] {
                button.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
            }
            spawn_picture_frame(button, entry.path.clone(), entry.picture.as_ref());
        });
        line.spawn(ui.small_button("×".to_owned(), FileAction::AskToDelete(entry.path.clone())))
            .insert(Tooltip(ui.localized_text("files-delete-tip")));
    });
}

/// Returns day and minute of a time, in the local time zone.
fn date_in_words(when: SystemTime) -> String {
    let zoned = jiff::Timestamp::try_from(when).map(|when| when.to_zoned(jiff::tz::TimeZone::system()));
    zoned.map(|when| when.strftime("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}
