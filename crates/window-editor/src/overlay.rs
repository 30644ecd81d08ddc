//! The layer of colours on the board.

use std::sync::Arc;

use bevy::prelude::*;

use super::layer::SurveyLayer;
use super::survey::MapSurvey;
use super::{EditorSystems, Workspace};
use hotgates_board::GroundTint;
use hotgates_ui::UiColours;
use hotgates_ui::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_survey_tints.in_set(EditorSystems::Show))
        .add_systems(OnExit(Screen::Editor), |mut tint: ResMut<GroundTint>| *tint = GroundTint::default());
}

/// Data that the colours were last made from: the overlay, the invasion, the findings, the document
/// and its size.
type SurveyTintSource = (SurveyLayer, usize, u32, u32, (i32, i32));

fn show_survey_tints(
    workspace: Res<Workspace>,
    survey: Res<MapSurvey>,
    colours: Res<UiColours>,
    mut tint: ResMut<GroundTint>,
    mut last: Local<Option<SurveyTintSource>>,
) {
    let ground = workspace.document().ground();
    let size = (ground.width(), ground.height());
    let now = Some((workspace.overlay, workspace.invasion, survey.version, workspace.number, size));
    if *last == now
        && !colours.is_changed()
        && (tint.0.is_some() || workspace.overlay == SurveyLayer::Nothing)
    {
        return;
    }
    *last = now;
    let tints = workspace.overlay.layer_tints(&survey.known, colours.palette(), workspace.invasion, size);
    if tint.0.as_deref() != tints.as_ref() {
        tint.0 = tints.map(Arc::new);
    }
}
