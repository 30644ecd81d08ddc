//! The journal of a battle in the program's log, a line for each event: a script can read what a
//! person sees. `RUST_LOG=hotgates=info` shows the lines.

use bevy::prelude::*;
use hotgates_engine::{DiceSource, Side, visible_text};
use hotgates_record::GameRecord;

use super::{BattleBegan, BattleEnded, BattleSystems};
use crate::scene::Scene;
use hotgates_ui::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (log_screen_changes, log_orders, log_battle_end).chain().in_set(BattleSystems::Panels),
    );
}

fn log_screen_changes(screen: Option<Res<State<Screen>>>) {
    if let Some(screen) = screen.filter(DetectChanges::is_changed) {
        info!("screen: {:?}", screen.get());
    }
}

/// Logs every order once, and the number of orders left where some were taken back.
fn log_orders(scene: Res<Scene>, mut began: MessageReader<BattleBegan>, mut told: Local<usize>) {
    let began = began.read().count() > 0;
    let Some(game) = scene.fought_battle() else { return };
    let session = &game.session;
    if began {
        let map = &session.scenario().map.name;
        let name = |side: Side| session.seats()[side].name().to_string();
        let [red, blue] = Side::BOTH.map(|side| visible_text(&name(side)).into_owned());
        // Others may read the journal while the battle goes on: a key is no part of it.
        let dice = match session.game_record().map(GameRecord::dice_source) {
            Some(DiceSource::Seed(seed)) => format!("seed {seed}"),
            Some(DiceSource::Key(_)) => "dice by a key".to_owned(),
            None => "at a server".to_owned(),
        };
        info!("battle: {map}, {dice}, red {red}, blue {blue}");
        *told = 0;
    }
    let records = session.order_records();
    if records.len() < *told {
        info!("taken back: {} orders left", records.len());
    }
    for record in records.iter().skip(*told).filter(|record| record.is_told()) {
        if record.is_hidden {
            info!("turn {}: {}: out of sight", record.turn, record.side);
        } else {
            info!("turn {}: {}: {}", record.turn, record.side, record.order);
        }
    }
    *told = records.len();
}

fn log_battle_end(mut ended: MessageReader<BattleEnded>) {
    for BattleEnded(outcome) in ended.read() {
        match outcome.verdict {
            Some(verdict) => info!("over: {verdict}"),
            None => info!("over"),
        }
    }
}
