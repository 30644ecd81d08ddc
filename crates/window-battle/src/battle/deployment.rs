//! Before the first turn: people may arrange their units within their deployment zone, by clicking
//! a unit and then a hex.

use bevy::prelude::*;
use hotgates_engine::{Coord, UnitId};
use hotgates_play::{OutsideDeploymentZone, deploy_unit};

use super::BattleSystems;
use super::autosave::AutosaveBattle;
use super::guest_battle::GuestRequest;
use super::session::BattleSession;
use crate::scene::{Scene, is_battle_fought};
use hotgates_board::HexClicked;
use hotgates_ui::explain::explain_fault;
use hotgates_ui::{Notice, Phrase};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, arrange_units.in_set(BattleSystems::Orders).run_if(is_battle_fought));
}

fn arrange_units(
    scene: ResMut<Scene>,
    mut clicks: MessageReader<HexClicked>,
    mut save: MessageWriter<AutosaveBattle>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    if !game.is_deploying() {
        clicks.clear();
        return;
    }
    let Some(clicked) = clicks.read().last() else { return };
    let game = &mut *game;
    // Each person arranges units before the first turn.
    let battle = game.session.true_position().clone();
    let Some(cell) = clicked.cell_on_grid(battle.grid()) else { return game.selection.clear() };
    let mine = |unit: &UnitId| game.session.is_person_here(battle.info(*unit).side);
    let Some(unit) = game.selection.selected_unit().filter(mine) else {
        match battle.at(cell) {
            Some(unit) => game.selection.select_unit(&battle, unit),
            None => game.selection.clear(),
        }
        return;
    };
    if battle.unit(unit).cell == cell {
        return game.selection.clear();
    }
    if let Some(guest) = game.session.guest_mut() {
        let is_enemy = |other| battle.info(other).side != battle.info(unit).side;
        match battle.at(cell).filter(|&other| is_enemy(other)) {
            Some(other) => game.selection.select_unit(&battle, other),
            None => {
                guest.ask(GuestRequest::Place(unit, battle.grid().coord(cell)));
                game.selection.clear();
            }
        }
        return;
    }
    match session_with_unit_deployed_at(&game.session, unit, battle.grid().coord(cell)) {
        Ok(session) => {
            game.session = session;
            game.playback.show_position(game.session.battle().clone());
            game.selection.clear();
            save.write(AutosaveBattle);
        }
        // A click on another unit means that one.
        Err(_) if battle.at(cell).is_some_and(|other| battle.info(other).side != battle.info(unit).side) => {
            if let Some(other) = battle.at(cell) {
                game.selection.select_unit(&battle, other);
            }
        }
        Err(problems) => {
            notices.write_batch(problems.into_iter().map(Notice));
        }
    }
}

/// Returns the battle with a unit moved to a hex before the first turn.
fn session_with_unit_deployed_at(
    session: &BattleSession,
    unit: UnitId,
    to: Coord,
) -> Result<BattleSession, Vec<Phrase>> {
    let mut scenario = session.scenario().clone();
    deploy_unit(&mut scenario, session.true_position(), unit, to).map_err(|OutsideDeploymentZone(hex)| {
        vec![Phrase::new("outside-deployment-zone").with_value("hex", hex)]
    })?;
    BattleSession::new(scenario, session.seats().clone())
        .map_err(|faults| faults.iter().map(explain_fault).collect())
}
