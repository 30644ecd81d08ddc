//! Seeing what commanders think: overlays over the map, hints, and how a battle would end if
//! computers finished it.

mod advice;
mod draw;
pub mod layers;
mod panel;
pub mod reasons;
mod recall;
pub mod what_if;
mod why;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use hotgates_engine::UnitId;

pub use self::advice::Advice;
pub use self::layers::{Layer, Seen};
pub use self::what_if::WhatIf;
use crate::battle::{BattleAction, BattleSystems};
use crate::scene::{LeaveScreen, Scene, on_screen};
use hotgates_board::{Drawing, Overlay};
use hotgates_ui::texts::Texts;
use hotgates_ui::{Colours, Notice};

/// The overlay that is shown, and what it is made of.
#[derive(Resource, Debug, Default)]
pub struct Insight {
    /// The layer that is shown.
    pub layer: Option<Layer>,
    /// The overlay's data, once they have been computed.
    pub seen: Option<Arc<Seen>>,
    /// Position and selection that the data were computed from.
    of: Option<Of>,
    task: Option<Task<Result<Option<Seen>, String>>>,
    /// The overlay's drawing in the making: that of a large map takes longer than a frame.
    drawing: Option<Task<Drawing>>,
}

/// Everything that an overlay is computed from: the layer, the position, the selected unit.
type Of = (Layer, u64, Option<UnitId>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .add_systems(Update, (choose, compute, lay).chain().in_set(BattleSystems::Playback).run_if(on_screen))
        .add_systems(LeaveScreen, leave)
        .add_plugins((advice::plugin, what_if::plugin, panel::plugin, recall::plugin, why::plugin));
}

fn choose(
    mut actions: MessageReader<BattleAction>,
    scene: Res<Scene>,
    texts: Res<Texts>,
    mut insight: ResMut<Insight>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(scene) = scene.on_screen() else { return };
    for action in actions.read() {
        let BattleAction::Layer(layer) = *action else { continue };
        insight.layer = (insight.layer != Some(layer)).then_some(layer);
        if insight.layer == Some(Layer::Threat) && scene.unit().is_none() {
            notices.write(Notice(texts.get("threat-needs-unit")));
        }
    }
}

/// Computes the overlay anew when the position or the selection is another.
fn compute(scene: Res<Scene>, mut insight: ResMut<Insight>, mut notices: MessageWriter<Notice>) {
    let Some(scene) = scene.on_screen() else { return };
    if let Some(task) = &mut insight.task {
        let Some(result) = check_ready(task) else { return };
        insight.task = None;
        let seen = result.unwrap_or_else(|problem| {
            notices.write(Notice(problem));
            None
        });
        insight.seen = seen.map(Arc::new);
    }
    // Not for every step of a move that is being shown, but wherever the player stops to look.
    if !scene.playback().is_idle() && !scene.playback().paused {
        return;
    }
    let battle = scene.shown();
    let now = insight.layer.map(|layer| (layer, battle.hash(), scene.unit()));
    if insight.of == now {
        return;
    }
    insight.of = now;
    let Some((layer, _, unit)) = now else {
        insight.seen = None;
        return;
    };
    // The thoughts of the selected unit's commander, else of the one to move.
    let side = unit.map_or(battle.side(), |unit| battle.info(unit).side);
    let (battle, seat) = (battle.clone(), scene.commander(side));
    let task = async move { layers::compute(layer, &battle, unit, side, &seat) };
    insight.task = Some(AsyncComputeTaskPool::get().spawn(task));
}

/// Puts on the board what has been computed.
fn lay(
    mut insight: ResMut<Insight>,
    scene: Res<Scene>,
    colours: Res<Colours>,
    mut overlay: ResMut<Overlay>,
    mut last: Local<Option<Of>>,
) {
    let Some(scene) = scene.on_screen() else { return };
    if let Some(drawing) = insight.bypass_change_detection().drawing.as_mut().and_then(check_ready) {
        insight.drawing = None;
        put(&mut overlay, drawing);
    }
    let shown = insight.of.filter(|_| insight.task.is_none() && insight.seen.is_some());
    if *last == shown && !colours.is_changed() {
        return;
    }
    *last = shown;
    let seen = insight.layer.zip(insight.seen.clone()).filter(|_| shown.is_some());
    insight.drawing = None;
    match seen {
        None => put(&mut overlay, Drawing::default()),
        Some((layer, seen)) => {
            let (battle, palette) = (scene.shown().clone(), Arc::clone(colours.palette()));
            let task = async move { draw::drawing(layer, &seen, &battle, &palette) };
            insight.drawing = Some(AsyncComputeTaskPool::get().spawn(task));
        }
    }
}

/// Replaces what lies over the map. Hundreds of thousands of words take their time to be given
/// back.
fn put(overlay: &mut Overlay, drawing: Drawing) {
    let old = std::mem::replace(&mut overlay.0, Arc::new(drawing));
    AsyncComputeTaskPool::get().spawn(async move { drop(old) }).detach();
}

fn leave(mut commands: Commands, mut overlay: ResMut<Overlay>) {
    commands.insert_resource(Insight::default());
    overlay.0 = Arc::new(Drawing::default());
}
