//! Mouse and keyboard: what the player wants becomes an action, and actions become orders.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::{Coord, Direction, Order, UnitId};

use super::BattleSystems;
use super::autosave::SaveNow;
use super::selection::{Click, Preview, next_unit};
use crate::scene::{Game, Phase, Scene, fighting};
use hotgates_board::{CentreOn, HexClicked, HexHovered, PointAt};
use hotgates_ui::explain::explain_illegal;
use hotgates_ui::screen::{Home, Screen};
use hotgates_ui::settings::Settings;
use hotgates_ui::{Notice, Phrase, emits};

/// A request of the player in a battle that is fought.
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
    /// Select nothing; with nothing selected, back to the menu.
    Escape,
    /// Begin to fight: the units stand where they should.
    BeginFighting,
    /// Select this unit and look at it.
    Show(UnitId),
    /// Back to the menu.
    Leave,
}

/// A request that stands for the mouse.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerAction {
    /// Point at the next hex in this direction.
    Point(Direction),
    /// Click on the hex that is pointed at.
    Click,
}

pub(super) fn plugin(app: &mut App) {
    emits::<BattleAction>(app);
    emits::<PointerAction>(app);
    app.add_systems(
        Update,
        (point_by_keys, look_up_preview, click_hex, handle_actions)
            .chain()
            .in_set(BattleSystems::Input)
            .run_if(fighting),
    );
}

/// Points at hexes and clicks on them by the keyboard.
fn point_by_keys(
    mut actions: MessageReader<PointerAction>,
    scene: Res<Scene>,
    hovered: Res<HexHovered>,
    mut point: MessageWriter<PointAt>,
    mut clicks: MessageWriter<HexClicked>,
) {
    let Some(game) = scene.game() else { return };
    for action in actions.read() {
        let grid = game.session.battle().grid();
        match action {
            PointerAction::Point(direction) => {
                let selected = game.selection.unit().map(|unit| game.session.battle().unit(unit).cell);
                let middle = || grid.at(Coord { col: grid.width() / 2, row: grid.height() / 2 });
                let next = match hovered.0 {
                    Some(cell) => grid.cell(grid.hex(cell) + direction.vector()),
                    None => selected.or_else(middle),
                };
                point.write_batch(next.map(PointAt));
            }
            PointerAction::Click => {
                clicks.write_batch(hovered.0.map(|cell| HexClicked(Some(cell))));
            }
        }
    }
}

/// Looks up what a click on the hex under the pointer would do.
fn look_up_preview(scene: ResMut<Scene>, hovered: Res<HexHovered>) {
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

fn click_hex(
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
            notices.write(Notice(explain_illegal(&illegal)));
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

/// Everything that an action may touch besides the battle.
#[derive(SystemParam)]
struct BattleEffects<'w> {
    settings: Res<'w, Settings>,
    home: Res<'w, Home>,
    next: ResMut<'w, NextState<Screen>>,
    centre: MessageWriter<'w, CentreOn>,
    point: MessageWriter<'w, PointAt>,
    notices: MessageWriter<'w, Notice>,
    save: MessageWriter<'w, SaveNow>,
}

fn handle_actions(
    mut actions: MessageReader<BattleAction>,
    scene: ResMut<Scene>,
    mut effects: BattleEffects,
) {
    let Some(mut game) = Scene::fought(scene) else { return };
    for &action in actions.read() {
        let game = &mut *game;
        match action {
            BattleAction::EndTurn | BattleAction::EndTurnNow => {
                effects.end_turn(game, action == BattleAction::EndTurn);
            }
            BattleAction::KeepTurn => game.asked_to_end.clear(),
            BattleAction::Undo => undo(game, &mut effects.notices),
            BattleAction::NextUnit => effects.select_next_unit(game),
            BattleAction::Show(unit) => {
                let battle = game.session.battle();
                effects.centre.write(CentreOn(battle.unit(unit).cell));
                game.selection.select(battle, unit);
            }
            BattleAction::Escape if game.keys_shown => game.keys_shown = false,
            BattleAction::Escape if game.selection.unit().is_some() => game.selection.clear(),
            BattleAction::Escape if !game.asked_to_end.is_empty() => game.asked_to_end.clear(),
            BattleAction::Escape | BattleAction::Leave => effects.next.set(effects.home.0),
            BattleAction::BeginFighting => {
                game.phase = Phase::Playing;
                game.selection.clear();
            }
        }
    }
}

impl BattleEffects<'_> {
    /// Ends the turn; if `may_ask`, only after a question where units can still act.
    fn end_turn(&mut self, game: &mut Game, may_ask: bool) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip();
        let idle = game.session.idle();
        let ask = self.settings.warn_before_end && game.asked_to_end.is_empty() && !idle.is_empty();
        if may_ask && ask {
            game.asked_to_end = idle;
        } else if give(game, Order::EndTurn, &mut self.notices) {
            self.save.write(SaveNow);
        }
    }

    fn select_next_unit(&mut self, game: &mut Game) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip();
        let battle = game.session.battle();
        if let Some(unit) = next_unit(battle, game.selection.unit()) {
            self.point.write(PointAt(battle.unit(unit).cell));
            game.selection.select(battle, unit);
        } else {
            self.notices.write(Notice(Phrase::new("nobody-can-act")));
        }
    }
}

fn undo(game: &mut Game, notices: &mut MessageWriter<Notice>) {
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
            notices.write(Notice(Phrase::new("nothing-to-undo")));
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
