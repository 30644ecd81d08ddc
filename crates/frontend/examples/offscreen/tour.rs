//! A tour of every screen and every overlay, for a reader who looks for faults. Only keys are pressed, so that sizes do not matter.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use bevy::math::UVec2;
use hotgates_engine::Battle;
use hotgates_frontend::ui::storage::Storage;
use hotgates_frontend::ui::texts::Language;
use hotgates_maps::shipped_scenario;
use hotgates_play::Seats;

use super::stage::{PATIENCE, Stage};

/// Time for which a screen is waited for on which something goes on.
const A_MOMENT: Duration = Duration::from_secs(3);

/// Keys that lead from one picture to the next, and the name of the picture.
type Way = (&'static str, &'static str);

/// The screens around battles, and a lesson.
const FROM_MENU: [Way; 21] = [
    ("", "menu"),
    ("s", "settings"),
    ("Escape p", "puzzles"),
    ("Tab Tab Enter", "puzzle"),
    ("Escape Escape Escape c", "campaigns"),
    ("Tab Enter", "campaign"),
    ("Escape Escape Escape l", "files"),
    ("Escape a", "academy_river"),
    ("g", "academy_river_search"),
    ("F3", "academy_board"),
    ("F4", "academy_tower"),
    ("F5 x n n g", "academy_ways"),
    ("F1", "academy_keys"),
    ("Escape Escape e", "editor"),
    ("Escape Escape n", "setup"),
    ("Escape t", "lessons"),
    ("1 k n", "lesson"),
    ("m", "plan_begun"),
    ("j", "plan"),
    ("F1", "battle_keys"),
    ("Escape F2", "words"),
];

/// A battle that is over, watched.
const IN_REPLAY: [Way; 13] = [
    ("r End", "replay_end"),
    ("m", "analysis"),
    ("m Home d d d d d d n 1", "costs"),
    ("1 2", "threat"),
    ("2 3", "points"),
    ("3 4", "posts"),
    ("4 5", "plan_of_commander"),
    ("5 r", "reasons"),
    ("r h", "hint"),
    ("i", "what_if"),
    ("F3", "palette_2"),
    ("F3", "palette_3"),
    ("F3", "palette_4"),
];

/// Writes a picture of each screen into a folder.
///
/// # Errors
/// If files cannot be written, or a screen does not come to rest.
pub fn photograph_screens(folder: &Path, size: UVec2, language: Language) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let home = tempfile::tempdir()?;
    let storage = Storage::from_folder(home.path());
    std::fs::write(storage.settings_file(), format!("(language: {language:?})"))?;
    let name = |what: &str| folder.join(format!("{what}_{}x{}_{language:?}.png", size.x, size.y));
    walk(&FROM_MENU, size, &storage, name)?;
    record_battle(&storage)?;
    walk(&IN_REPLAY, size, &storage, name)
}

fn walk(
    ways: &[Way],
    size: UVec2,
    storage: &Storage,
    name: impl Fn(&str) -> std::path::PathBuf,
) -> Result<(), Box<dyn Error>> {
    let mut stage = Stage::open(size, storage.clone());
    for &(keys, what) in ways {
        // The menu's battle and a search that is watched go on.
        let wait = |stage: &mut Stage| {
            let goes_on = stage.is_in_menu() || what.starts_with("academy_");
            stage.rest(if goes_on { A_MOMENT } else { PATIENCE }) || goes_on
        };
        for key in keys.split_whitespace() {
            stage.press(key);
            wait(&mut stage);
        }
        if !wait(&mut stage) {
            return Err(format!("{what} does not come to rest").into());
        }
        let path = name(what);
        if path.exists() {
            std::fs::remove_file(&path)?;
        }
        stage.photograph(&path)?;
    }
    Ok(())
}

/// Leaves a battle of computers that is over where the menu takes battles up again.
fn record_battle(storage: &Storage) -> Result<(), Box<dyn Error>> {
    let scenario = shipped_scenario(0).expect("maps are shipped");
    let battle = Battle::from_scenario(&scenario).expect("shipped maps are sound");
    let mut game = Seats::from_names("hunter", "warden").begin_match(battle, scenario.dice_source())?;
    game.finish()?;
    std::fs::write(storage.autosave_file(), game.into_game_record().replay(&scenario).encode())?;
    Ok(())
}
