//! Mouse and keyboard: what the player wants becomes an action, and actions become orders.

use bevy::prelude::*;
use hotgates_engine::{Coord, Direction, Order, UnitId};

use super::BattleSystems;
use super::autosave::SaveNow;
use super::playback::Playback;
use super::selection::{Click, Preview, next_unit};
use crate::insight::Layer;
use crate::scene::{Game, Phase, Scene, fighting};
use hotgates_board::{CentreOn, HexClicked, HexHovered, PointAt, ZoomBy};
use hotgates_ui::keys::Key;
use hotgates_ui::screen::{Home, Screen};
use hotgates_ui::settings::{SPEEDS, Settings};
use hotgates_ui::texts::Texts;
use hotgates_ui::{Keyboard, Notice, emits};

/// A request of the player in a battle.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BattleAction {
    /// End the turn, after a question where units can still act.
    EndTurn,
    /// End the turn whatever can still act.
    EndTurnNow,
    /// Do not end the turn after all.
    KeepTurn,
    /// Take the last move back.
    Undo,
    /// Select the next unit that can act.
    NextUnit,
    /// Look at the selected unit.
    Centre,
    /// Select nothing; with nothing selected, back to the menu.
    Escape,
    /// Come closer.
    ZoomIn,
    /// Go farther away.
    ZoomOut,
    /// Play events faster.
    Faster,
    /// Play events slower.
    Slower,
    /// Stop or go on.
    Pause,
    /// Show the next order at once, and stop.
    Step,
    /// Take back what is shown by one order, and stop.
    StepBack,
    /// Show why the computers do what they do, or hide it.
    Why,
    /// Show at once what is waiting to be shown.
    Skip,
    /// Save the battle.
    Save,
    /// Begin to fight: the units stand where they should.
    BeginFighting,
    /// Select this unit and look at it.
    Show(UnitId),
    /// Back to the menu.
    Leave,
    /// Point at the next hex in this direction.
    Point(Direction),
    /// Click on the hex that is pointed at.
    Click,
    /// Lay this over the map, or take it away.
    Layer(Layer),
    /// Ask a commander what to do next.
    Hint,
    /// Ask a commander of the next higher rank, after the highest one of the lowest.
    HintRank,
    /// Give the order of the hint.
    TakeHint,
    /// Let a commander play the rest of the turn.
    Auto,
    /// No hint, no more orders by a commander.
    DropHint,
    /// Let computers finish the battle many times, or stop them.
    WhatIf,
    /// Show the list of keys, or hide it.
    Keys,
    /// Show the board in words, or hide them.
    Describe,
    /// Show what means something in the colours of the next palette.
    NextPalette,
}

/// The keys of the battle, as the list of keys shows them.
pub const KEYS: [Key<BattleAction>; 35] = [
    Key::new(KeyCode::KeyT, BattleAction::EndTurn, "key-end-turn"),
    Key::new(KeyCode::KeyW, BattleAction::Point(Direction::N), "key-point-n"),
    Key::new(KeyCode::KeyE, BattleAction::Point(Direction::Ne), "key-point-ne"),
    Key::new(KeyCode::KeyD, BattleAction::Point(Direction::Se), "key-point-se"),
    Key::new(KeyCode::KeyS, BattleAction::Point(Direction::S), "key-point-s"),
    Key::new(KeyCode::KeyA, BattleAction::Point(Direction::Sw), "key-point-sw"),
    Key::new(KeyCode::KeyQ, BattleAction::Point(Direction::Nw), "key-point-nw"),
    Key::new(KeyCode::KeyF, BattleAction::Click, "key-click"),
    Key::new(KeyCode::KeyU, BattleAction::Undo, "key-undo"),
    Key::ctrl(KeyCode::KeyZ, BattleAction::Undo, "key-undo"),
    Key::new(KeyCode::KeyN, BattleAction::NextUnit, "key-next-unit"),
    Key::new(KeyCode::KeyC, BattleAction::Centre, "key-centre"),
    Key::new(KeyCode::KeyB, BattleAction::BeginFighting, "key-begin"),
    Key::new(KeyCode::Equal, BattleAction::ZoomIn, "key-zoom-in"),
    Key::new(KeyCode::Minus, BattleAction::ZoomOut, "key-zoom-out"),
    Key::new(KeyCode::Period, BattleAction::Faster, "key-faster"),
    Key::new(KeyCode::Comma, BattleAction::Slower, "key-slower"),
    Key::new(KeyCode::KeyP, BattleAction::Pause, "key-pause"),
    Key::new(KeyCode::KeyO, BattleAction::Step, "key-step"),
    Key::new(KeyCode::KeyL, BattleAction::StepBack, "key-step-back"),
    Key::new(KeyCode::KeyK, BattleAction::Skip, "key-skip"),
    Key::ctrl(KeyCode::KeyS, BattleAction::Save, "key-save"),
    Key::new(KeyCode::Escape, BattleAction::Escape, "key-escape"),
    Key::new(KeyCode::Digit1, BattleAction::Layer(Layer::Cost), "layer-cost"),
    Key::new(KeyCode::Digit2, BattleAction::Layer(Layer::Threat), "layer-threat"),
    Key::new(KeyCode::Digit3, BattleAction::Layer(Layer::Chokes), "layer-chokes"),
    Key::new(KeyCode::Digit4, BattleAction::Layer(Layer::Deployment), "layer-deployment"),
    Key::new(KeyCode::Digit5, BattleAction::Layer(Layer::Plan), "layer-plan"),
    Key::new(KeyCode::KeyR, BattleAction::Why, "key-why"),
    Key::new(KeyCode::KeyH, BattleAction::Hint, "key-hint"),
    Key::new(KeyCode::KeyJ, BattleAction::Auto, "key-auto"),
    Key::new(KeyCode::KeyI, BattleAction::WhatIf, "key-what-if"),
    Key::new(KeyCode::F1, BattleAction::Keys, "key-keys"),
    Key::new(KeyCode::F2, BattleAction::Describe, "key-describe"),
    Key::new(KeyCode::F3, BattleAction::NextPalette, "key-palette"),
];

pub(super) fn plugin(app: &mut App) {
    emits::<BattleAction>(app);
    app.add_systems(
        Update,
        (press, point_by_keys, point, click, act).chain().in_set(BattleSystems::Input).run_if(fighting),
    );
}

fn press(keyboard: Keyboard, mut actions: MessageWriter<BattleAction>) {
    keyboard.send(&KEYS, &mut actions);
}

/// Points at hexes and clicks on them by the keyboard.
fn point_by_keys(
    mut actions: MessageReader<BattleAction>,
    scene: Res<Scene>,
    hovered: Res<HexHovered>,
    mut point: MessageWriter<PointAt>,
    mut clicks: MessageWriter<HexClicked>,
) {
    let Some(game) = scene.game() else { return };
    for action in actions.read() {
        let grid = game.session.battle().grid();
        match action {
            BattleAction::Point(direction) => {
                let selected = game.selection.unit().map(|unit| game.session.battle().unit(unit).cell);
                let middle = || grid.at(Coord { col: grid.width() / 2, row: grid.height() / 2 });
                let next = match hovered.0 {
                    Some(cell) => grid.cell(grid.hex(cell) + direction.vector()),
                    None => selected.or_else(middle),
                };
                point.write_batch(next.map(PointAt));
            }
            BattleAction::Click => {
                clicks.write_batch(hovered.0.map(|cell| HexClicked(Some(cell))));
            }
            _ => {}
        }
    }
}

/// Looks up what a click on the hex under the pointer would do.
fn point(scene: ResMut<Scene>, hovered: Res<HexHovered>) {
    if !hovered.is_changed() && !scene.is_changed() {
        return;
    }
    let Some(mut game) = Scene::fought(scene) else { return };
    let ready = game.playback.is_idle() && !game.is_deploying();
    let Game { session, selection, .. } = game.bypass_change_detection();
    let preview = hovered.0.filter(|_| ready).and_then(|cell| selection.preview(session.battle(), cell));
    if game.preview != preview {
        game.preview = preview;
    }
}

fn click(
    scene: ResMut<Scene>,
    mut clicks: MessageReader<HexClicked>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<SaveNow>,
) {
    let Some(HexClicked(cell)) = clicks.read().last().copied() else { return };
    let Some(mut game) = Scene::fought(scene) else { return };
    if game.is_deploying() {
        return;
    }
    if !game.playback.is_idle() && game.session.human_to_move() {
        // Who clicks does not want to wait.
        game.playback.skip();
    }
    let game = &mut *game;
    let Some(cell) = cell else { return game.selection.clear() };
    match game.selection.click(game.session.battle(), cell) {
        Click::Select(unit) => game.selection.select(game.session.battle(), unit),
        Click::Deselect => game.selection.clear(),
        Click::Give(_) if !game.session.human_to_move() => game.selection.clear(),
        Click::Give(orders) => {
            for order in orders {
                if !give(game, order, &mut notices) {
                    break;
                }
                save.write(SaveNow);
            }
        }
    }
}

/// Follows an order of the player's; the unit stays selected while it lives.
pub(crate) fn give(game: &mut Game, order: Order, notices: &mut MessageWriter<Notice>) -> bool {
    game.asked_to_end.clear();
    match game.session.act(order, None) {
        Ok(events) => {
            game.playback.push(events);
            if game.playback.paused {
                // Time may stand still for the computers; what a person does is seen.
                game.playback.skip();
            }
        }
        Err(illegal) => {
            notices.write(Notice(illegal.to_string()));
            return false;
        }
    }
    game.preview = None;
    match game.selection.unit().filter(|_| order != Order::EndTurn) {
        Some(unit) => game.selection.select(game.session.battle(), unit),
        None => game.selection.clear(),
    }
    true
}

fn act(
    mut actions: MessageReader<BattleAction>,
    scene: ResMut<Scene>,
    settings: Res<Settings>,
    texts: Res<Texts>,
    mut centre: MessageWriter<CentreOn>,
    mut zoom: MessageWriter<ZoomBy>,
    mut point: MessageWriter<PointAt>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<SaveNow>,
    home: Res<Home>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(mut game) = Scene::fought(scene) else { return };
    for &action in actions.read() {
        let game = &mut *game;
        match action {
            BattleAction::EndTurn | BattleAction::EndTurnNow => {
                if !game.takes_orders() {
                    continue;
                }
                game.playback.skip();
                let idle = game.session.idle();
                let ask = settings.warn_before_end && game.asked_to_end.is_empty() && !idle.is_empty();
                if action == BattleAction::EndTurn && ask {
                    game.asked_to_end = idle;
                } else if give(game, Order::EndTurn, &mut notices) {
                    save.write(SaveNow);
                }
            }
            BattleAction::KeepTurn => game.asked_to_end.clear(),
            BattleAction::Undo => undo(game, &texts, &mut notices),
            BattleAction::NextUnit => {
                if game.takes_orders() {
                    game.playback.skip();
                    let battle = game.session.battle();
                    if let Some(unit) = next_unit(battle, game.selection.unit()) {
                        point.write(PointAt(battle.unit(unit).cell));
                        game.selection.select(battle, unit);
                    } else {
                        notices.write(Notice(texts.get("nobody-can-act")));
                    }
                }
            }
            BattleAction::Show(unit) => {
                let battle = game.session.battle();
                centre.write(CentreOn(battle.unit(unit).cell));
                game.selection.select(battle, unit);
            }
            BattleAction::Centre => {
                if let Some(unit) = game.selection.unit() {
                    centre.write(CentreOn(game.session.battle().unit(unit).cell));
                }
            }
            BattleAction::Escape if game.keys_shown => game.keys_shown = false,
            BattleAction::Escape if game.selection.unit().is_some() => game.selection.clear(),
            BattleAction::Escape if !game.asked_to_end.is_empty() => game.asked_to_end.clear(),
            BattleAction::Escape | BattleAction::Leave => next.set(home.0),
            BattleAction::ZoomIn => {
                zoom.write(ZoomBy(1.5));
            }
            BattleAction::ZoomOut => {
                zoom.write(ZoomBy(-1.5));
            }
            BattleAction::BeginFighting => {
                game.phase = Phase::Playing;
                game.selection.clear();
            }
            BattleAction::Save => {
                save.write(SaveNow);
            }
            BattleAction::Faster | BattleAction::Slower | BattleAction::Pause | BattleAction::Skip => {
                pace(action, &mut game.playback);
            }
            BattleAction::Step | BattleAction::StepBack => {
                step(game, action == BattleAction::StepBack);
            }
            // Heard by others.
            BattleAction::Point(_)
            | BattleAction::Click
            | BattleAction::Layer(_)
            | BattleAction::Why
            | BattleAction::Hint
            | BattleAction::HintRank
            | BattleAction::TakeHint
            | BattleAction::Auto
            | BattleAction::DropHint
            | BattleAction::WhatIf
            | BattleAction::Describe
            | BattleAction::NextPalette => {}
            BattleAction::Keys => game.keys_shown = !game.keys_shown,
        }
    }
}

/// Changes how fast events are shown.
pub(crate) fn pace(action: BattleAction, playback: &mut Playback) {
    let place = SPEEDS.iter().position(|&speed| speed == playback.speed).unwrap_or(0);
    match action {
        BattleAction::Faster => playback.speed = SPEEDS[(place + 1).min(SPEEDS.len() - 1)],
        BattleAction::Slower => playback.speed = SPEEDS[place.saturating_sub(1)],
        BattleAction::Pause => playback.paused = !playback.paused,
        BattleAction::Skip => {
            playback.paused = false;
            playback.skip();
        }
        _ => {}
    }
}

/// Shows the position one order earlier or later. Where everything has been shown, a computer is
/// asked for one order more.
fn step(game: &mut Game, back: bool) {
    let Game { session, playback, .. } = game;
    let shown = session.shown(playback.waiting());
    playback.paused = true;
    if !back && shown == session.deeds().len() {
        playback.stepping = session.computer_to_move();
        return;
    }
    // Of an order that is just being shown, the way back leads to its start.
    let begun = playback.shown() != session.position(shown);
    let to = if back { shown.saturating_sub(usize::from(!begun)) } else { shown + 1 };
    playback.show(session.position(to).clone());
    session.deeds()[to..].iter().for_each(|deed| playback.push(&deed.events));
}

fn undo(game: &mut Game, texts: &Texts, notices: &mut MessageWriter<Notice>) {
    if !game.session.human_to_move() {
        return;
    }
    match game.session.undo() {
        Some(order) => {
            game.playback.show(game.session.battle().clone());
            match order {
                Order::Move { unit, .. } | Order::Attack { unit, .. } => {
                    game.selection.select(game.session.battle(), unit);
                }
                Order::EndTurn => game.selection.clear(),
            }
        }
        None => {
            notices.write(Notice(texts.get("nothing-to-undo")));
        }
    }
}

/// The preview of the hex under the pointer, where there is one.
pub(crate) const fn attack_of(preview: Option<&Preview>) -> Option<&(UnitId, hotgates_engine::Odds)> {
    match preview {
        Some(preview) => preview.attack.as_ref(),
        None => None,
    }
}
