//! Buttons, keys, clicks on the board, typed words, sliders and dropped files in an order that nobody planned, over every
//! screen: nothing panics, no screen is without a way back, and nothing piles up.
//!
//! `HOTGATES_INPUTS` sets the number of inputs, `HOTGATES_SEEDS` the number of seeds, and `HOTGATES_FIRST_SEED` the first of
//! them, so that several processes share a long run.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button, SetSliderValue, Slider, SliderRange};
use bevy::window::FileDragAndDrop;
use hotgates_frontend::ReplayAction;
use hotgates_frontend::board::{Board, HexClicked, HoveredHex, PointAtHex};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::leaving::leave;
use super::*;

/// Keys that mean something somewhere, and some that do not.
const KEYS: [KeyCode; 52] = [
    KeyCode::KeyA,
    KeyCode::KeyB,
    KeyCode::KeyC,
    KeyCode::KeyD,
    KeyCode::KeyE,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyI,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::KeyM,
    KeyCode::KeyN,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::KeyQ,
    KeyCode::KeyR,
    KeyCode::KeyS,
    KeyCode::KeyT,
    KeyCode::KeyU,
    KeyCode::KeyV,
    KeyCode::KeyW,
    KeyCode::KeyX,
    KeyCode::KeyY,
    KeyCode::KeyZ,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Tab,
    KeyCode::Enter,
    KeyCode::Space,
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F5,
    KeyCode::F11,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::Equal,
    KeyCode::Minus,
    KeyCode::Delete,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageDown,
    KeyCode::BracketLeft,
    KeyCode::Backspace,
    KeyCode::ContextMenu,
];

/// Number of inputs unless somebody wishes more.
const USUAL_INPUTS: u64 = 3000;

/// Texts that are typed: names, numbers, markup, characters that hide, and none.
const WORDS: [&str; 8] =
    ["", "Leonidas", "18446744073709551616", "-3", "<b>&", "a\u{202E}b", "関ヶ原", "../other"];

/// A player who does anything, with what was done last.
struct RandomPlayer {
    player: Player,
    chance: Xoshiro256PlusPlus,
    seed: u64,
    /// The last inputs, in words.
    done: Vec<String>,
    /// Files that are dropped on the window.
    files: Vec<PathBuf>,
}

impl Drop for RandomPlayer {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let last = &self.done[self.done.len().saturating_sub(30)..];
            eprintln!(
                "seed {}, after {} inputs; the last ones:\n{}",
                self.seed,
                self.done.len(),
                last.join("\n")
            );
            let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
            eprintln!("panics of all threads so far:\n{}", panics.join("\n"));
        }
    }
}

/// The panics of all threads of this program. A worker's own words go to whichever test had the workers started.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes panics from now on, besides what is done with them otherwise.
fn note_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let trace = std::backtrace::Backtrace::force_capture().to_string();
        let ours: Vec<&str> = trace.lines().filter(|line| line.contains("hotgates")).collect();
        PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{panic}\n{}", ours.join("\n")));
        usual(panic);
    }));
}

impl RandomPlayer {
    fn new(seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        // Copies: what is opened can be saved again.
        let copies = folder.path().join("dropped");
        std::fs::create_dir(&copies).unwrap();
        let hostile = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/hostile");
        let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
        for from in [hostile, maps] {
            let found = std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path());
            let is_small =
                |path: &PathBuf| path.metadata().is_ok_and(|file| file.is_file() && file.len() < 100_000);
            for path in found.filter(is_small) {
                let copy = copies.join(path.file_name().unwrap());
                std::fs::copy(&path, &copy).unwrap();
                files.push(copy);
            }
        }
        files.sort();
        let player = Player::at(folder);
        Self { player, chance: Xoshiro256PlusPlus::seed_from_u64(seed), seed, done: Vec::new(), files }
    }

    fn world(&mut self) -> &mut World {
        self.player.app.world_mut()
    }

    /// Picks one of some entities.
    fn pick(&mut self, mut found: Vec<Entity>) -> Option<Entity> {
        found.sort();
        (!found.is_empty()).then(|| found[self.chance.random_range(0..found.len())])
    }

    /// Does one thing, and lets some frames go by.
    fn do_anything(&mut self) {
        let kind = self.chance.random_range(0..100);
        let did = match kind {
            0..45 => self.press_button(),
            45..72 => Some(self.press_key()),
            72..88 => self.click_board(),
            88..92 => self.type_words(),
            92..95 => self.move_slider(),
            95..96 => Some(self.drop_file()),
            _ => Some("waits".to_owned()),
        };
        self.done.push(did.unwrap_or_else(|| format!("nothing ({kind})")));
        for _ in 0..self.chance.random_range(1..4) {
            self.player.app.update();
        }
    }

    /// Leaves a battle by the messages of its buttons: the Escape key may have been given to something else.
    fn leave_battle(&mut self) {
        self.player.say(BattleAction::Leave);
        self.player.say(ReplayAction::Leave);
        self.player.app.update();
    }

    fn press_button(&mut self) -> Option<String> {
        let world = self.world();
        let mut buttons = world.query_filtered::<Entity, (With<Button>, Without<InteractionDisabled>)>();
        let found = buttons.iter(world).collect();
        let button = self.pick(found)?;
        let world = self.world();
        let name = world.get::<Children>(button).and_then(|children| {
            children.iter().find_map(|child| world.get::<Text>(child).map(|text| text.0.clone()))
        });
        world.trigger(Activate { entity: button });
        Some(format!("button {}", name.unwrap_or_default()))
    }

    fn press_key(&mut self) -> String {
        let key = KEYS[self.chance.random_range(0..KEYS.len())];
        let with = [None, None, None, None, Some(KeyCode::ControlLeft), Some(KeyCode::ShiftLeft)];
        let with = with[self.chance.random_range(0..with.len())];
        let mut keys = self.world().resource_mut::<ButtonInput<KeyCode>>();
        if let Some(held) = with {
            keys.press(held);
        }
        self.player.press(key);
        let mut keys = self.world().resource_mut::<ButtonInput<KeyCode>>();
        keys.reset_all();
        format!("key {key:?} with {with:?}")
    }

    fn click_board(&mut self) -> Option<String> {
        let grid = self.world().get_resource::<Board>()?.map().grid();
        let (width, height) = (grid.width(), grid.height());
        // Some beside the map.
        let at =
            Coord { col: self.chance.random_range(-1..=width), row: self.chance.random_range(-1..=height) };
        let cell = self.world().resource::<Board>().map().grid().at(at);
        self.world().insert_resource(HoveredHex::new(cell));
        if let Some(cell) = cell.filter(|_| self.chance.random_bool(0.3)) {
            self.player.say(PointAtHex(cell));
        } else {
            self.player.say(HexClicked(cell));
        }
        Some(format!("hex {at:?}"))
    }

    fn type_words(&mut self) -> Option<String> {
        let world = self.world();
        let found = world.query_filtered::<Entity, With<EditableText>>().iter(world).collect();
        let field = self.pick(found)?;
        let words = WORDS[self.chance.random_range(0..WORDS.len())];
        let world = self.world();
        let mut text = world.get_mut::<EditableText>(field)?;
        text.editor.set_text(words);
        Some(format!("types {words:?}"))
    }

    fn move_slider(&mut self) -> Option<String> {
        let world = self.world();
        let found = world.query_filtered::<Entity, With<Slider>>().iter(world).collect();
        let slider = self.pick(found)?;
        let range = self.world().get::<SliderRange>(slider)?.to_owned();
        let share = self.chance.random_range(0.0..=1.0);
        let value = range.start() + (range.end() - range.start()) * share;
        let change = bevy::ui_widgets::SliderValueChange::Absolute(value);
        self.world().trigger(SetSliderValue { entity: slider, change });
        Some(format!("slider to {value}"))
    }

    fn drop_file(&mut self) -> String {
        let path_buf = self.files[self.chance.random_range(0..self.files.len())].clone();
        let words = format!("drops {}", path_buf.display());
        self.world().write_message(FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf });
        words
    }
}

/// Memory that the process has, in MiB; 0 where the system does not say.
fn memory_in_use() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    pages.and_then(|pages| pages.split(' ').nth(1)?.parse::<u64>().ok()).unwrap_or_default() / 256
}

#[test]
fn nothing_that_a_player_can_do_panics_or_leads_nowhere() {
    let number =
        |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    note_panics();
    let inputs = number("HOTGATES_INPUTS", USUAL_INPUTS);
    let first = number("HOTGATES_FIRST_SEED", 0);
    for seed in first..first + number("HOTGATES_SEEDS", 1) {
        let mut anybody = RandomPlayer::new(seed);
        let mut screens = std::collections::BTreeMap::new();
        let (mut most, mut memory) = (0, 0);
        for input in 1..=inputs {
            anybody.do_anything();
            *screens.entry(format!("{:?}", anybody.player.screen())).or_insert(0_u32) += 1;
            if input % 150 == 0 {
                anybody.leave_battle();
                leave(&mut anybody.player, "random input");
                anybody.player.app.update();
                anybody.player.app.update();
                let world = anybody.world();
                let entities = world.query::<Entity>().iter(world).count();
                most = if input <= 600 { most.max(entities) } else { most };
                assert!(entities <= most + most / 2, "{entities} entities in the menu, {most} at first");
                memory = if input <= 1500 { memory_in_use() } else { memory };
                // A longer run than usual has the process for itself; else other tests use memory beside this one.
                let is_flat = inputs <= USUAL_INPUTS || memory_in_use() <= memory + 150;
                if inputs > USUAL_INPUTS {
                    eprintln!("{input} of {inputs}: {entities} entities, {} MiB", memory_in_use());
                }
                assert!(is_flat, "{} MiB, {memory} at first", memory_in_use());
                anybody.done.push("back in the menu".to_owned());
            }
        }
        eprintln!(
            "seed {seed}: {screens:?}, {most} entities in the menu, {memory} MiB, at last {}",
            memory_in_use()
        );
        assert!(inputs < USUAL_INPUTS || screens.len() >= 7, "{screens:?}");
    }
}
