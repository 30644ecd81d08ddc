//! The keys of the academy and of its games.

use bevy::prelude::*;
use hotgates_academy::river::{PersonKind, RiverStep};
use hotgates_academy::tower::{ShopWare, WalkDirection};
use hotgates_ui::keys::KeyBinding;

use super::action::{AcademyAction, AcademyGame, SearchPlaybackAction};
use super::river::RiverAction;
use super::tictactoe::TicTacToeAction;
use super::tower::TowerAction;
use super::ways::WayAction;

/// The keys of all games.
pub const KEYS: [KeyBinding<AcademyAction>; 20] = [
    KeyBinding::new(KeyCode::F2, AcademyAction::Open(AcademyGame::River), "academy-river"),
    KeyBinding::new(KeyCode::F3, AcademyAction::Open(AcademyGame::TicTacToe), "academy-board"),
    KeyBinding::new(KeyCode::F4, AcademyAction::Open(AcademyGame::Tower), "academy-tower"),
    KeyBinding::new(KeyCode::F5, AcademyAction::Open(AcademyGame::Ways), "academy-ways"),
    KeyBinding::new(KeyCode::KeyH, AcademyAction::Hint, "academy-hint"),
    KeyBinding::new(KeyCode::KeyN, AcademyAction::Next, "academy-next"),
    KeyBinding::new(KeyCode::KeyA, AcademyAction::Auto, "academy-auto"),
    KeyBinding::new(KeyCode::KeyU, AcademyAction::Undo, "undo"),
    KeyBinding::with_control_key(KeyCode::KeyZ, AcademyAction::Undo, "undo"),
    KeyBinding::new(KeyCode::KeyR, AcademyAction::Restart, "academy-restart"),
    KeyBinding::new(KeyCode::KeyG, AcademyAction::Search, "academy-search"),
    KeyBinding::new(KeyCode::KeyC, AcademyAction::Compare, "academy-compare"),
    KeyBinding::new(KeyCode::KeyW, AcademyAction::Follow, "academy-follow"),
    KeyBinding::new(KeyCode::Space, AcademyAction::Watch(SearchPlaybackAction::Pause), "key-pause"),
    KeyBinding::new(KeyCode::KeyJ, AcademyAction::Watch(SearchPlaybackAction::Moments(-1)), "academy-back"),
    KeyBinding::new(KeyCode::KeyK, AcademyAction::Watch(SearchPlaybackAction::Moments(1)), "academy-forward"),
    KeyBinding::new(KeyCode::Period, AcademyAction::Watch(SearchPlaybackAction::Pace(1)), "key-faster"),
    KeyBinding::new(KeyCode::Comma, AcademyAction::Watch(SearchPlaybackAction::Pace(-1)), "key-slower"),
    KeyBinding::new(KeyCode::F1, AcademyAction::Keys, "key-keys"),
    KeyBinding::new(KeyCode::Escape, AcademyAction::Escape, "menu"),
];

/// The keys of the crossing.
pub const RIVER_KEYS: [KeyBinding<AcademyAction>; 5] = [
    KeyBinding::new(
        KeyCode::KeyP,
        river_step_action(RiverStep::Board(PersonKind::Priest)),
        "river-board-priest",
    ),
    KeyBinding::new(
        KeyCode::KeyD,
        river_step_action(RiverStep::Board(PersonKind::Devil)),
        "river-board-devil",
    ),
    KeyBinding::new(
        KeyCode::KeyO,
        river_step_action(RiverStep::Leave(PersonKind::Priest)),
        "river-leave-priest",
    ),
    KeyBinding::new(
        KeyCode::KeyF,
        river_step_action(RiverStep::Leave(PersonKind::Devil)),
        "river-leave-devil",
    ),
    KeyBinding::new(KeyCode::KeyS, river_step_action(RiverStep::Sail), "river-sail"),
];

/// The keys of tic-tac-toe.
pub const BOARD_KEYS: [KeyBinding<AcademyAction>; 5] = [
    KeyBinding::new(KeyCode::ArrowUp, cursor_action(0, -1), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowDown, cursor_action(0, 1), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowLeft, cursor_action(-1, 0), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowRight, cursor_action(1, 0), "academy-cursor"),
    KeyBinding::new(KeyCode::KeyX, AcademyAction::TicTacToe(TicTacToeAction::MarkHere), "board-mark"),
];

/// The keys of the tower.
pub const TOWER_KEYS: [KeyBinding<AcademyAction>; 9] = [
    KeyBinding::new(KeyCode::ArrowUp, walk_action(WalkDirection::North), "tower-walk"),
    KeyBinding::new(KeyCode::ArrowDown, walk_action(WalkDirection::South), "tower-walk"),
    KeyBinding::new(KeyCode::ArrowLeft, walk_action(WalkDirection::West), "tower-walk"),
    KeyBinding::new(KeyCode::ArrowRight, walk_action(WalkDirection::East), "tower-walk"),
    KeyBinding::new(KeyCode::KeyT, AcademyAction::Tower(TowerAction::Climb), "tower-climb"),
    KeyBinding::new(KeyCode::Digit1, buy_action(ShopWare::Hp), "tower-buy-life"),
    KeyBinding::new(KeyCode::Digit2, buy_action(ShopWare::Atk), "tower-buy-attack"),
    KeyBinding::new(KeyCode::Digit3, buy_action(ShopWare::Def), "tower-buy-defence"),
    KeyBinding::new(KeyCode::Digit4, buy_action(ShopWare::Mdef), "tower-buy-magic"),
];

/// The keys of ways.
pub const WAY_KEYS: [KeyBinding<AcademyAction>; 5] = [
    KeyBinding::new(KeyCode::ArrowUp, way_cursor_action(0, -1), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowDown, way_cursor_action(0, 1), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowLeft, way_cursor_action(-1, 0), "academy-cursor"),
    KeyBinding::new(KeyCode::ArrowRight, way_cursor_action(1, 0), "academy-cursor"),
    KeyBinding::new(KeyCode::KeyX, AcademyAction::Ways(WayAction::LookHere), "way-look"),
];

const fn way_cursor_action(right: i8, down: i8) -> AcademyAction {
    AcademyAction::Ways(WayAction::Cursor(right, down))
}

const fn river_step_action(step: RiverStep) -> AcademyAction {
    AcademyAction::River(RiverAction::Step(step))
}

const fn cursor_action(right: i8, down: i8) -> AcademyAction {
    AcademyAction::TicTacToe(TicTacToeAction::Cursor(right, down))
}

const fn walk_action(direction: WalkDirection) -> AcademyAction {
    AcademyAction::Tower(TowerAction::Walk(direction))
}

const fn buy_action(ware: ShopWare) -> AcademyAction {
    AcademyAction::Tower(TowerAction::Buy(ware))
}

/// Returns the keys of one game.
pub(super) const fn keys_of_game(lesson: AcademyGame) -> &'static [KeyBinding<AcademyAction>] {
    match lesson {
        AcademyGame::River => &RIVER_KEYS,
        AcademyGame::TicTacToe => &BOARD_KEYS,
        AcademyGame::Tower => &TOWER_KEYS,
        AcademyGame::Ways => &WAY_KEYS,
    }
}
