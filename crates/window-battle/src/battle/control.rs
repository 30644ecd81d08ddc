//! Mouse and keyboard: requests of the player become actions, and actions become orders.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::{Coord, Direction, Hex, Order, UnitId, WorkId};

use super::BattleSystems;
use super::autosave::AutosaveBattle;
use super::guest_battle::GuestRequest;
use super::planning::stop_carrying_out;
use super::selection::{ClickMeaning, ClickPreview, PreviewedAttack, next_idle_unit};
use super::standing::StandingAction;
use crate::scene::{BattlePhase, FoughtBattle, Scene, is_battle_fought};
use hotgates_board::{CentreViewOnHex, HexClicked, HoveredHex, PointAtHex};
use hotgates_ui::explain::explain_illegal;
use hotgates_ui::screen::{ReturnScreen, Screen};
use hotgates_ui::settings::Settings;
use hotgates_ui::{Notice, Phrase, register_emitted_message};

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
    /// Have the selected unit leave the map, where a goal has it do so.
    LeaveMap,
    /// Have the selected unit turn to the hex that is pointed at, where units face a way.
    Turn,
    /// Have the selected unit do this work on this hex.
    Work(Hex, WorkId),
    /// Have the selected unit work on the hex that is pointed at, or go on with what it has begun.
    WorkThere,
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
    register_emitted_message::<BattleAction>(app);
    register_emitted_message::<PointerAction>(app);
    app.add_systems(
        Update,
        (point_and_click_by_keys, update_click_preview, handle_hex_clicks, handle_battle_actions)
            .chain()
            .in_set(BattleSystems::Input)
            .run_if(is_battle_fought),
    );
}

/// Points at hexes and clicks on them by the keyboard.
fn point_and_click_by_keys(
    mut actions: MessageReader<PointerAction>,
    scene: Res<Scene>,
    hovered: Res<HoveredHex>,
    mut point: MessageWriter<PointAtHex>,
    mut clicks: MessageWriter<HexClicked>,
) {
    let Some(game) = scene.fought_battle() else { return };
    for action in actions.read() {
        let grid = game.session.battle().grid();
        let hovered = hovered.cell_on_grid(grid);
        match action {
            PointerAction::Point(direction) => {
                let selected =
                    game.selection.selected_unit().map(|unit| game.session.battle().unit(unit).cell);
                let middle = || grid.at(Coord { col: grid.width() / 2, row: grid.height() / 2 });
                let next = match hovered {
                    Some(cell) => grid.cell(grid.hex(cell) + direction.vector()),
                    None => selected.or_else(middle),
                };
                point.write_batch(next.map(PointAtHex));
            }
            PointerAction::Click => {
                clicks.write_batch(hovered.map(|cell| HexClicked(Some(cell))));
            }
        }
    }
}

/// Looks up what a click on the hex under the pointer would do.
fn update_click_preview(scene: ResMut<Scene>, hovered: Res<HoveredHex>) {
    if !hovered.is_changed() && !scene.is_changed() {
        return;
    }
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let ready = game.playback.is_idle() && !game.is_deploying();
    let FoughtBattle { session, selection, .. } = game.bypass_change_detection();
    let hovered = hovered.cell_on_grid(session.battle().grid()).filter(|_| ready);
    let preview = hovered.and_then(|cell| selection.preview_click(session.battle(), cell));
    if game.preview != preview {
        game.preview = preview;
    }
}

fn handle_hex_clicks(
    scene: ResMut<Scene>,
    mut clicks: MessageReader<HexClicked>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut standing: MessageWriter<StandingAction>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<AutosaveBattle>,
) {
    let Some(clicked) = clicks.read().last().copied() else { return };
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    if game.is_deploying() {
        return;
    }
    if !game.playback.is_idle() && game.session.is_human_to_move() {
        // Who clicks does not want to wait.
        game.playback.skip_to_end();
    }
    let game = &mut *game;
    let Some(cell) = clicked.cell_on_grid(game.session.battle().grid()) else {
        return game.selection.clear();
    };
    let control = [KeyCode::ControlLeft, KeyCode::ControlRight];
    if keys.as_ref().is_some_and(|keys| keys.any_pressed(control)) {
        standing.write(StandingAction::March);
        return;
    }
    let shift = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
    let turns = keys.is_some_and(|keys| keys.any_pressed(shift))
        && game.session.is_human_to_move()
        && game.session.battle().rules().options.facing.is_some();
    if let Some(order) = game.selection.turn_to_cell(game.session.battle(), cell).filter(|_| turns) {
        if give_order(game, order, &mut notices) {
            save.write(AutosaveBattle);
        }
        return;
    }
    match game.selection.meaning_of_click(game.session.battle(), cell) {
        ClickMeaning::Select(unit) => game.selection.select_unit(game.session.battle(), unit),
        ClickMeaning::Deselect => game.selection.clear(),
        ClickMeaning::Give(_) if !game.session.is_human_to_move() => game.selection.clear(),
        // The next click has a meaning only once the server has answered the last one.
        ClickMeaning::Give(_) if game.session.awaits_answer() => {}
        ClickMeaning::Give(orders) => {
            for order in orders {
                if !give_order(game, order, &mut notices) {
                    break;
                }
                save.write(AutosaveBattle);
            }
        }
    }
}

/// Follows an order of the player's; the unit stays selected while it lives. Returns `true` if the
/// order was followed.
pub fn give_order(game: &mut FoughtBattle, order: Order, notices: &mut MessageWriter<Notice>) -> bool {
    game.asked_to_end.clear();
    stop_carrying_out(game);
    if order == Order::EndTurn && !end_empty_plan(game, notices) {
        return false;
    }
    let onlooker = game.session.onlooker();
    match game.session.act(order, None) {
        Ok(events) => {
            if let Some(unit) = order.unit() {
                game.standing.end_march(unit);
            }
            game.playback.push(events);
            if game.session.onlooker() != onlooker && game.session.true_position().verdict().is_none() {
                // Another person looks on now, who knows other things.
                game.playback.show_position(game.session.battle().clone());
            }
            if game.playback.paused {
                // Time may stand still for the computers; what a person does is seen.
                game.playback.skip_to_end();
            }
        }
        Err(illegal) => {
            notices.write(Notice(explain_illegal(&illegal)));
            return false;
        }
    }
    game.preview = None;
    match game.selection.selected_unit().filter(|_| order != Order::EndTurn) {
        Some(unit) => game.selection.select_unit(game.session.battle(), unit),
        None => game.selection.clear(),
    }
    true
}

/// Ends a plan without orders; `false` where one has orders, which would be lost.
fn end_empty_plan(game: &mut FoughtBattle, notices: &mut MessageWriter<Notice>) -> bool {
    let has_orders = game.session.plan().is_some_and(|plan| !plan.is_empty());
    if has_orders {
        notices.write(Notice(Phrase::new("plan-still-open")));
    } else {
        game.session.drop_plan();
    }
    !has_orders
}

/// Resources and messages that an action may touch besides the battle.
#[derive(SystemParam)]
struct BattleActionContext<'w> {
    settings: Res<'w, Settings>,
    home: Res<'w, ReturnScreen>,
    next: ResMut<'w, NextState<Screen>>,
    centre: MessageWriter<'w, CentreViewOnHex>,
    point: MessageWriter<'w, PointAtHex>,
    notices: MessageWriter<'w, Notice>,
    save: MessageWriter<'w, AutosaveBattle>,
    hovered: Res<'w, HoveredHex>,
}

fn handle_battle_actions(
    mut actions: MessageReader<BattleAction>,
    scene: ResMut<Scene>,
    mut effects: BattleActionContext,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for &action in actions.read() {
        let game = &mut *game;
        match action {
            BattleAction::EndTurn | BattleAction::EndTurnNow => {
                effects.end_turn(game, action == BattleAction::EndTurn);
            }
            BattleAction::KeepTurn => game.asked_to_end.clear(),
            BattleAction::Undo => {
                undo_order(game, &mut effects.notices);
                effects.save.write(AutosaveBattle);
            }
            BattleAction::NextUnit => effects.select_next_unit(game),
            BattleAction::LeaveMap => effects.leave_map(game),
            BattleAction::Turn => effects.turn_unit(game),
            BattleAction::Work(at, work) => {
                effects.have_unit_work(game, |unit, _| Some(Order::Work { unit, at, work }));
            }
            BattleAction::WorkThere => {
                let hovered = effects.hovered.cell_on_grid(game.session.battle().grid());
                effects.have_unit_work(game, |_, game| {
                    game.selection.work_on_cell(game.session.battle(), hovered)
                });
            }
            BattleAction::Show(unit) => {
                let battle = game.session.battle();
                effects.centre.write(CentreViewOnHex(battle.unit(unit).cell));
                game.selection.select_unit(battle, unit);
            }
            BattleAction::Escape if game.help.is_some() => game.help = None,
            BattleAction::Escape if game.selection.selected_unit().is_some() => game.selection.clear(),
            BattleAction::Escape if !game.asked_to_end.is_empty() => game.asked_to_end.clear(),
            BattleAction::Escape | BattleAction::Leave => effects.next.set(effects.home.0),
            BattleAction::BeginFighting => {
                if let Some(guest) = game.session.guest_mut() {
                    guest.ask(GuestRequest::EndArranging);
                }
                game.phase = BattlePhase::Playing;
                game.selection.clear();
            }
        }
    }
}

impl BattleActionContext<'_> {
    /// Ends the turn; if `may_ask`, only after a question where units can still act.
    fn end_turn(&mut self, game: &mut FoughtBattle, may_ask: bool) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip_to_end();
        let mut idle = game.session.idle_units();
        idle.retain(|unit| !game.standing.holding_units().contains(unit));
        let ask = self.settings.warn_before_end && game.asked_to_end.is_empty() && !idle.is_empty();
        if may_ask && ask {
            game.asked_to_end = idle;
        } else if give_order(game, Order::EndTurn, &mut self.notices) {
            self.save.write(AutosaveBattle);
        }
    }

    fn leave_map(&mut self, game: &mut FoughtBattle) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip_to_end();
        let Some(unit) = game.selection.selected_unit() else {
            self.notices.write(Notice(Phrase::new("select-who-leaves")));
            return;
        };
        if give_order(game, Order::Exit { unit }, &mut self.notices) {
            self.save.write(AutosaveBattle);
        }
    }

    fn turn_unit(&mut self, game: &mut FoughtBattle) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip_to_end();
        let turn = |cell| game.selection.turn_to_cell(game.session.battle(), cell);
        let Some(order) = self.hovered.cell_on_grid(game.session.battle().grid()).and_then(turn) else {
            self.notices.write(Notice(Phrase::new("select-who-turns")));
            return;
        };
        if give_order(game, order, &mut self.notices) {
            self.save.write(AutosaveBattle);
        }
    }

    /// Gives the selected unit an order to work.
    fn have_unit_work(
        &mut self,
        game: &mut FoughtBattle,
        order_for: impl FnOnce(UnitId, &FoughtBattle) -> Option<Order>,
    ) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip_to_end();
        let Some(order) = game.selection.selected_unit().and_then(|unit| order_for(unit, game)) else {
            self.notices.write(Notice(Phrase::new("select-who-works")));
            return;
        };
        if give_order(game, order, &mut self.notices) {
            self.save.write(AutosaveBattle);
        }
    }

    fn select_next_unit(&mut self, game: &mut FoughtBattle) {
        if !game.takes_orders() {
            return;
        }
        game.playback.skip_to_end();
        let battle = game.session.battle();
        let holding = game.standing.holding_units();
        if let Some(unit) = next_idle_unit(battle, game.selection.selected_unit(), holding) {
            self.point.write(PointAtHex(battle.unit(unit).cell));
            game.selection.select_unit(battle, unit);
        } else {
            self.notices.write(Notice(Phrase::new("nobody-can-act")));
        }
    }
}

fn undo_order(game: &mut FoughtBattle, notices: &mut MessageWriter<Notice>) {
    if !game.session.is_human_to_move() {
        return;
    }
    if !game.session.can_undo() {
        notices.write(Notice(Phrase::new("nothing-to-undo")));
    } else if let Some(order) = game.session.undo() {
        game.playback.show_position(game.session.battle().clone());
        match order.unit() {
            Some(unit) => game.selection.select_unit(game.session.battle(), unit),
            None => game.selection.clear(),
        }
    }
}

/// Returns the attack of a preview; `None` without an attack.
pub(crate) const fn attack_in_preview(preview: Option<&ClickPreview>) -> Option<&PreviewedAttack> {
    match preview {
        Some(preview) => preview.attack.as_ref(),
        None => None,
    }
}
