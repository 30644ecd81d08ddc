//! Marches: ways of units over several turns, which a person orders once. A march is taken up at the
//! start of each of its side's turns, and ends where the unit meets the enemy or something has happened
//! to it. The engine is given plain moves.

use bevy::prelude::*;
use hotgates_engine::{Battle, Cell, Order, PathFinder, Reach, UnitId};

use super::control::give_order;
use super::march_plan::MarchPlan;
use super::standing::{March, StandingAction};
use super::{AutosaveBattle, BattleSystems};
use crate::scene::{FoughtBattle, Scene, is_battle_fought};
use hotgates_board::{CentreViewOnHex, HoveredHex};
use hotgates_ui::{Notice, Phrase};

/// Distance in hexes at which an enemy in sight ends a march.
const CONTACT: u32 = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<StandingAction>().add_systems(
        Update,
        (handle_standing_actions, take_up_marches)
            .chain()
            .in_set(BattleSystems::Input)
            .run_if(is_battle_fought),
    );
}

/// Memory for searches.
#[derive(Default)]
struct MarchBuffers {
    finder: PathFinder,
    reach: Reach,
}

fn handle_standing_actions(
    mut actions: MessageReader<StandingAction>,
    scene: ResMut<Scene>,
    hovered: Res<HoveredHex>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<AutosaveBattle>,
    mut buffers: Local<MarchBuffers>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for &action in actions.read() {
        if !game.takes_orders() {
            continue;
        }
        let game = &mut *game;
        game.playback.skip_to_end();
        let side = game.session.battle().side();
        let selected = game.selection.selected_unit();
        let Some(unit) = selected.filter(|&unit| game.session.battle().info(unit).side == side) else {
            notices.write(Notice(Phrase::new("select-who-marches")));
            continue;
        };
        match action {
            StandingAction::Hold => game.standing.toggle_hold(unit),
            StandingAction::March if game.session.plan().is_some() => {
                notices.write(Notice(Phrase::new("march-not-planned")));
            }
            StandingAction::March => {
                let here = game.session.battle().unit(unit).cell;
                match hovered.cell_on_grid(game.session.battle().grid()).filter(|&cell| cell != here) {
                    Some(to) => begin_march(game, unit, to, &mut buffers, &mut notices, &mut save),
                    None if game.standing.end_march(unit) => {
                        notices.write(Notice(Phrase::new("march-ended")));
                    }
                    None => {
                        notices.write(Notice(Phrase::new("point-where-to-march")));
                    }
                }
            }
        }
    }
}

fn begin_march(
    game: &mut FoughtBattle,
    unit: UnitId,
    to: Cell,
    buffers: &mut MarchBuffers,
    notices: &mut MessageWriter<Notice>,
    save: &mut MessageWriter<AutosaveBattle>,
) {
    let battle = game.session.battle();
    let way = MarchPlan::find_way(battle, unit, to, &mut buffers.finder, &mut buffers.reach);
    match way.filter(|way| way.path.len() > 1) {
        Some(way) => {
            let strength = battle.unit(unit).strength;
            game.standing.marches.insert(unit, March { to, strength });
            go_on(game, unit, &way, notices, save);
        }
        None => {
            notices.write(Notice(Phrase::new("no-way-to-march")));
        }
    }
}

/// Moves a unit to the end of its turn's part of the way, or to where it meets the enemy.
fn go_on(
    game: &mut FoughtBattle,
    unit: UnitId,
    way: &MarchPlan,
    notices: &mut MessageWriter<Notice>,
    save: &mut MessageWriter<AutosaveBattle>,
) {
    let battle = game.session.battle();
    let march = game.standing.marches.get(&unit).copied();
    let last = way.path.iter().position(|&cell| cell == way.stops[0]).unwrap_or(0);
    let today = &way.path[1..=last];
    // Who is near the enemy already may march away from there.
    let was_near = is_enemy_near(battle, unit, way.path[0]);
    let stops_at =
        |cell: &Cell| !was_near && battle.at(*cell).is_none() && is_enemy_near(battle, unit, *cell);
    let meets = today.iter().copied().find(stops_at);
    let Some(to) = meets.or(today.last().copied()) else { return };
    let order = Order::Move { unit, to: battle.grid().hex(to) };
    let moved = give_order(game, order, notices);
    if !moved {
        // The notice of the refusal has said why.
        game.standing.end_march(unit);
        return;
    }
    save.write(AutosaveBattle);
    // An order that is given by hand ends a march; this one was its own.
    let aim = way.path.last().copied().unwrap_or(to);
    let arrived =
        if game.session.awaits_answer() { to } else { game.session.battle().unit(unit).cell } == aim;
    if let Some(march) = march.filter(|_| meets.is_none() && !arrived) {
        game.standing.marches.insert(unit, march);
    } else if meets.is_some() {
        let label = game.session.battle().info(unit).label.clone();
        notices.write(Notice(Phrase::new("march-met-enemy").with_value("unit", label)));
        game.standing.end_march(unit);
    }
}

/// Returns `true` if an enemy that is known stands near a cell.
fn is_enemy_near(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    battle.enemies_within(battle.info(unit).side, cell, CONTACT).next().is_some()
}

/// Takes up the marches of the side whose turn has begun.
fn take_up_marches(
    scene: ResMut<Scene>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<AutosaveBattle>,
    mut centre: MessageWriter<CentreViewOnHex>,
    mut buffers: Local<MarchBuffers>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let now = (game.session.battle().turn(), game.session.battle().side());
    if game.standing.taken_up == Some(now) || !game.takes_orders() || !game.playback.is_idle() {
        return;
    }
    let game = &mut *game;
    let first = game.standing.taken_up.is_none();
    game.standing.taken_up = Some(now);
    game.standing.holding.clear();
    if first {
        return;
    }
    let MarchBuffers { finder, reach } = &mut *buffers;
    for (unit, march) in game.standing.marches.clone() {
        let battle = game.session.battle();
        let state = battle.unit(unit);
        if !state.alive() {
            game.standing.end_march(unit);
            continue;
        }
        if battle.info(unit).side != now.1 {
            continue;
        }
        let way = MarchPlan::find_way(battle, unit, march.to, finder, reach);
        let hindered = state.strength != march.strength || is_enemy_near(battle, unit, state.cell);
        match way.filter(|_| !hindered) {
            Some(way) => go_on(game, unit, &way, &mut notices, &mut save),
            None => {
                let (cell, label) = (state.cell, battle.info(unit).label.clone());
                game.standing.end_march(unit);
                centre.write(CentreViewOnHex(cell));
                notices.write(Notice(Phrase::new("march-hindered").with_value("unit", label)));
            }
        }
    }
}
