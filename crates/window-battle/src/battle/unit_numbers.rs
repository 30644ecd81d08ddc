//! The numbers of units on the board, by which the log and reasons call them: shown on request.

use bevy::prelude::*;
use hotgates_board::CounterWords;

use super::BattleSystems;
use crate::scene::{LeaveScreenSchedule, Scene, ShownBattle, is_battle_shown};
use hotgates_ui::names::short_unit_name;
use hotgates_ui::texts::Texts;

/// Visibility of the units' numbers on the board.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ShownUnitNumbers(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownUnitNumbers>()
        .add_systems(Update, number_units.in_set(BattleSystems::Panels).run_if(is_battle_shown))
        .add_systems(LeaveScreenSchedule, clear_unit_numbers);
}

/// Has each unit on the board carry its number, or its name where it has one of its own.
fn number_units(
    scene: Res<Scene>,
    shown: Res<ShownUnitNumbers>,
    texts: Res<Texts>,
    mut words: ResMut<CounterWords>,
) {
    if !scene.is_changed() && !shown.is_changed() && !texts.is_changed() {
        return;
    }
    let Some(battle) = scene.shown_battle().map(ShownBattle::shown_position) else { return };
    let units = battle.roster().filter(|_| shown.0);
    let now = units.map(|(unit, _)| (unit, short_unit_name(&texts, battle, unit))).collect();
    words.set_if_neq(CounterWords(now));
}

fn clear_unit_numbers(mut words: ResMut<CounterWords>) {
    *words = CounterWords::default();
}
