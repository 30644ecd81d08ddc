//! Insight into commanders: overlays over the map, hints, and the ends of a battle that computers
//! finish.

mod advice;
pub mod aftermath;
mod draw;
pub mod layers;
pub mod leadership;
mod panel;
mod recall;
pub mod what_if;
mod why;

use std::sync::Arc;

use bevy::prelude::*;
use hotgates_engine::UnitId;
use hotgates_play::SeatError;

pub use self::advice::{Advice, AdviceAction};
pub use self::aftermath::{BattleAftermath, ToggleAnalysis};
pub use self::layers::{InsightLayer, LayerData};
pub use self::what_if::{ToggleWhatIf, WhatIfQuestion};
pub use self::why::ToggleReasons;
use hotgates_board::{Overlay, OverlayDrawing};
use hotgates_ui::explain::explain_seat_error;
use hotgates_ui::job::drop_in_background;
use hotgates_ui::{Job, Notice, Phrase, UiColours, register_emitted_message};
use hotgates_window_battle::battle::BattleSystems;
use hotgates_window_battle::scene::{LeaveScreenSchedule, Scene, is_battle_shown};

/// The overlay that is shown, with its data.
#[derive(Resource, Debug, Default)]
pub struct ShownOverlay {
    /// The layer that is shown.
    pub layer: Option<InsightLayer>,
    /// The overlay's data, once they have been computed.
    pub seen: Option<Arc<LayerData>>,
    /// Position and selection that the data were computed from.
    of: Option<InsightSource>,
    job: Option<Job<Result<Option<LayerData>, SeatError>>>,
    /// The overlay's drawing in the making: that of a large map takes longer than a frame.
    drawing: Option<Job<OverlayDrawing>>,
}

/// A request to lay a layer over the map, or to take it away.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleLayer(pub InsightLayer);

/// Source of an overlay's data: the layer, the position, the selected unit.
type InsightSource = (InsightLayer, u64, Option<UnitId>);

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<ToggleLayer>(app);
    app.init_resource::<ShownOverlay>()
        .add_systems(
            Update,
            (toggle_insight_layer, compute_insight_layer, show_insight_overlay)
                .chain()
                .in_set(BattleSystems::Playback)
                .run_if(is_battle_shown),
        )
        .add_systems(LeaveScreenSchedule, drop_insight_overlay)
        .add_plugins((
            advice::plugin,
            aftermath::plugin,
            what_if::plugin,
            panel::plugin,
            recall::plugin,
            why::plugin,
        ));
}

fn toggle_insight_layer(
    mut asked: MessageReader<ToggleLayer>,
    scene: Res<Scene>,
    mut insight: ResMut<ShownOverlay>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    for &ToggleLayer(layer) in asked.read() {
        insight.layer = (insight.layer != Some(layer)).then_some(layer);
        if insight.layer == Some(InsightLayer::Threat) && scene.selected_unit().is_none() {
            notices.write(Notice(Phrase::new("threat-needs-unit")));
        }
        if !layer.is_in_rules(scene.shown_position()) {
            insight.layer = None;
            notices.write_batch(layer.lack_text_key().map(|key| Notice(Phrase::new(key))));
        }
    }
}

/// Computes the overlay anew when the position or the selection is another.
fn compute_insight_layer(
    scene: Res<Scene>,
    mut insight: ResMut<ShownOverlay>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(scene) = scene.shown_battle() else { return };
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
    if !scene.playback().is_idle() && !scene.playback().stands_still() {
        return;
    }
    let battle = scene.shown_position();
    let now = insight.layer.map(|layer| (layer, battle.hash(), scene.selected_unit()));
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
    let (battle, seat) = (battle.clone(), scene.commander_seat(side));
    insight.job =
        Some(Job::start(move |cancel| layers::compute_layer(layer, &battle, unit, side, &seat, cancel)));
}

/// Puts the computed overlay on the board.
fn show_insight_overlay(
    mut insight: ResMut<ShownOverlay>,
    scene: Res<Scene>,
    colours: Res<UiColours>,
    mut overlay: ResMut<Overlay>,
    mut last: Local<Option<InsightSource>>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    if let Some(drawing) = insight.bypass_change_detection().drawing.as_mut().and_then(Job::poll) {
        insight.drawing = None;
        replace_overlay(&mut overlay, drawing);
    }
    let shown = insight.of.filter(|_| insight.job.is_none() && insight.seen.is_some());
    if *last == shown && !colours.is_changed() {
        return;
    }
    *last = shown;
    let seen = insight.layer.zip(insight.seen.clone()).filter(|_| shown.is_some());
    insight.drawing = None;
    match seen {
        None => replace_overlay(&mut overlay, OverlayDrawing::default()),
        Some((layer, seen)) => {
            let (battle, palette) = (scene.shown_position().clone(), Arc::clone(colours.palette()));
            insight.drawing = Some(Job::start(move |_| draw::draw_layer(layer, &seen, &battle, &palette)));
        }
    }
}

/// Replaces the overlay. Hundreds of thousands of words take time to be given back: that is done
/// beside the frames.
fn replace_overlay(overlay: &mut Overlay, drawing: OverlayDrawing) {
    drop_in_background(std::mem::replace(&mut overlay.0, Arc::new(drawing)));
}

fn drop_insight_overlay(mut commands: Commands, mut overlay: ResMut<Overlay>) {
    commands.insert_resource(ShownOverlay::default());
    overlay.0 = Arc::new(OverlayDrawing::default());
}
