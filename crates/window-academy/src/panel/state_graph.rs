//! The graph of the river's states, in which a search is followed.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_academy::river::StateWorth;
use hotgates_search::SearchReport;
use hotgates_ui::{Tooltip, UiContext, theme};

use super::size::INNER_WIDTH;
use crate::figures::{GOOD, INK, clickable_tile_area, graph_node_at_pixel, line_bundle};
use crate::river::RiverAction;
use crate::tape::{SearchMoment, VisitedState};
use crate::{AcademyAction, AcademyState};

/// Colours of states in the graph: expanded, seen, and those from which no solution leads on.
const LOOKED_AT: Color = Color::srgb(0.4, 0.58, 0.86);
const SEEN: Color = Color::srgb(0.19, 0.31, 0.5);
const DEAD: Color = Color::srgb(0.42, 0.17, 0.16);

/// Spawns the graph of whole crossings, in which the states that the search has seen are marked.
pub(super) fn spawn_state_graph(
    view: &mut ChildSpawnerCommands,
    ui: &UiContext,
    academy: &AcademyState,
    shots: &[SearchMoment],
    done: bool,
) {
    let Some(chart) = &academy.river.chart else {
        view.spawn(ui.styled_text(ui.localized_text("river-no-chart"), theme::SMALL, theme::TEXT_DIM));
        return;
    };
    let mut met = vec![false; chart.spots.len()];
    let mut tried = met.clone();
    let mut now = None;
    for shot in shots {
        let VisitedState::River(sight) = shot.visited else { continue };
        let banks = sight.state().as_banks();
        let spot = chart.spots.iter().position(|spot| spot.banks == banks);
        if let Some(spot) = spot {
            met[spot] = true;
            tried[spot] |= matches!(sight, SearchReport::Expanded(_));
            now = Some(spot);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a few hundred spots")]
    let (step, most_rows) = (INNER_WIDTH / chart.columns as f32, chart.rows as f32);
    let height = (most_rows * 34.0).clamp(90.0, 210.0);
    #[expect(clippy::cast_precision_loss, reason = "a few hundred spots")]
    let middle = |spot: &hotgates_academy::river::LayeredState| {
        let share = (spot.row as f32 + 0.5) / spot.in_column as f32;
        Vec2::new((spot.column as f32 + 0.5) * step, share * height)
    };
    let size = (step * 0.9).min(height / most_rows * 0.85).min(34.0);
    let here = academy.river.game.current_moment().as_banks();
    let sheet = Node { width: px(INNER_WIDTH), height: px(height), flex_shrink: 0.0, ..default() };
    view.spawn((sheet, BackgroundColor(theme::BACKGROUND))).with_children(|sheet| {
        for link in &chart.links {
            let (from, to) = (middle(&chart.spots[link.from]), middle(&chart.spots[link.to]));
            let (width, colour) = if done && link.shortest { (3.0, GOOD) } else { (1.5, theme::LINE) };
            sheet.spawn(line_bundle(from, to, width, colour));
        }
        for (index, spot) in chart.spots.iter().enumerate() {
            let centre = middle(spot) - size / 2.0;
            let ground = match () {
                () if now == Some(index) && !done => theme::ACCENT,
                () if tried[index] => LOOKED_AT,
                () if met[index] => SEEN,
                () if done && spot.worth == StateWorth::Dead => DEAD,
                () => theme::BUTTON,
            };
            let border = match () {
                () if spot.goal => GOOD,
                () if spot.banks == here => theme::TEXT,
                () => ground,
            };
            let node = Node {
                border: UiRect::all(px(2)),
                border_radius: BorderRadius::all(px(size / 3.0)),
                ..graph_node_at_pixel(centre.x, centre.y, size, size)
            };
            let action = AcademyAction::River(RiverAction::From(spot.banks));
            let mut place = sheet.spawn((
                clickable_tile_area(node, ground, action),
                BorderColor::all(border),
                Tooltip(spot.banks.to_string()),
            ));
            if size > 24.0 {
                let ink = if now == Some(index) && !done || tried[index] { INK } else { theme::TEXT };
                let words = format!("{} {}", spot.banks.priests, spot.banks.devils);
                place.with_child(ui.bold_text(words, 11.0, ink));
            }
        }
    });
    view.spawn(ui.styled_text(ui.localized_text("river-legend"), 11.0, theme::TEXT_DIM));
}
