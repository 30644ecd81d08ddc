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
use hotgates_ai::play::SeatError;
use hotgates_engine::UnitId;

pub use self::advice::{Advice, AdviceAction};
pub use self::layers::{Layer, Seen};
pub use self::what_if::{ToggleWhatIf, WhatIf};
pub use self::why::ToggleReasons;
use crate::battle::BattleSystems;
use crate::scene::{LeaveScreen, Scene, on_screen};
use hotgates_board::{Drawing, Overlay};
use hotgates_ui::explain::explain_seat_error;
use hotgates_ui::job::drop_later;
use hotgates_ui::{Colours, Job, Notice, Phrase, emits};

/// The overlay that is shown, and what it is made of.
#[derive(Resource, Debug, Default)]
pub struct Insight {
    /// The layer that is shown.
    pub layer: Option<Layer>,
    /// The overlay's data, once they have been computed.
    pub seen: Option<Arc<Seen>>,
    /// Position and selection that the data were computed from.
    of: Option<Of>,
    job: Option<Job<Result<Option<Seen>, SeatError>>>,
    /// The overlay's drawing in the making: that of a large map takes longer than a frame.
    drawing: Option<Job<Drawing>>,
}

/// Lay this over the map, or take it away.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleLayer(pub Layer);

/// Everything that an overlay is computed from: the layer, the position, the selected unit.
type Of = (Layer, u64, Option<UnitId>);

pub(crate) fn plugin(app: &mut App) {
    emits::<ToggleLayer>(app);
    app.init_resource::<Insight>()
        .add_systems(Update, (choose, compute, lay).chain().in_set(BattleSystems::Playback).run_if(on_screen))
        .add_systems(LeaveScreen, leave)
        .add_plugins((advice::plugin, what_if::plugin, panel::plugin, recall::plugin, why::plugin));
}

fn choose(
    mut asked: MessageReader<ToggleLayer>,
    scene: Res<Scene>,
    mut insight: ResMut<Insight>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(scene) = scene.on_screen() else { return };
    for &ToggleLayer(layer) in asked.read() {
        insight.layer = (insight.layer != Some(layer)).then_some(layer);
        if insight.layer == Some(Layer::Threat) && scene.unit().is_none() {
            notices.write(Notice(Phrase::new("threat-needs-unit")));
        }
    }
}

/// Computes the overlay anew when the position or the selection is another.
fn compute(scene: Res<Scene>, mut insight: ResMut<Insight>, mut notices: MessageWriter<Notice>) {
    let Some(scene) = scene.on_screen() else { return };
    if let Some(job) = &mut insight.job {
        let Some(result) = job.poll() else { return };
        insight.job = None;
        let seen = result.unwrap_or_else(|problem| {
            notices.write(Notice(explain_seat_error(&problem)));
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
    insight.job = Some(Job::start(move |_| layers::compute(layer, &battle, unit, side, &seat)));
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
    if let Some(drawing) = insight.bypass_change_detection().drawing.as_mut().and_then(Job::poll) {
        insight.drawing = None;
        put(&mut overlay, drawing);
    }
    let shown = insight.of.filter(|_| insight.job.is_none() && insight.seen.is_some());
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
            insight.drawing = Some(Job::start(move |_| draw::drawing(layer, &seen, &battle, &palette)));
        }
    }
}

/// Replaces what lies over the map. Hundreds of thousands of words take their time to be given
/// back: that is done beside the frames.
fn put(overlay: &mut Overlay, drawing: Drawing) {
    drop_later(std::mem::replace(&mut overlay.0, Arc::new(drawing)));
}

fn leave(mut commands: Commands, mut overlay: ResMut<Overlay>) {
    commands.insert_resource(Insight::default());
    overlay.0 = Arc::new(Drawing::default());
}
