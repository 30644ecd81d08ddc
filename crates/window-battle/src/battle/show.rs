//! The marks of a battle on the board: reach, path, targets, the event being shown, zones of
//! deployment.

use bevy::prelude::*;
use hotgates_analysis::PlanOdds;
use hotgates_engine::{Battle, Cell, Event, MoveOdds, NamedHomes, Order, Side, UnitId};
use hotgates_picture::{Palette, passage_marks};

use super::BattleSystems;
use super::begun_work::BegunWork;
use super::own_plan::OwnPlan;
use super::plan_panel::percent_of_share;
use super::planning::CountedPlan;
use super::playback::Playback;
use super::selection::{ClickPreview, UnitSelection};
use super::works::WorkButtons;
use crate::scene::{FoughtBattle, LeaveScreenSchedule, Scene, is_battle_shown};
use hotgates_board::{BoardMarks, HoveredHex, MapMark, MarkText, MarkTextLook, Overlay, OverlayDrawing};
use hotgates_ui::{UiColours, theme};

/// Movement points that are left on a hex within reach, and on one full of trees or peaks.
const POINTS_LEFT: Color = Color::srgba(0.15, 0.12, 0.05, 0.8);
const POINTS_ON_DARK: Color = Color::srgb(1.0, 0.97, 0.85);
const HOVERED: Color = Color::srgba(1.0, 1.0, 1.0, 0.75);
const POINTED: Color = Color::srgb(1.0, 1.0, 1.0);
// Light over any ground, with dark words on it.
const WORKED_ON: Color = Color::srgba(0.98, 0.92, 0.7, 0.75);
const WORKED_ON_TEXT: Color = Color::srgb(0.15, 0.12, 0.05);
const OUT_OF_SIGHT: Color = Color::srgba(0.08, 0.09, 0.12, 0.45);
const ZONE: Color = Color::srgba(1.0, 1.0, 1.0, 0.5);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, gather_battle_marks.in_set(BattleSystems::Panels).run_if(is_battle_shown))
        .add_systems(LeaveScreenSchedule, clear_marks);
}

fn clear_marks(mut marks: ResMut<BoardMarks>) {
    *marks = BoardMarks::default();
}

/// Gathers the marks of the battle; the board draws them anew only where they differ.
fn gather_battle_marks(
    scene: Res<Scene>,
    hovered: Res<HoveredHex>,
    overlay: Res<Overlay>,
    colours: Res<UiColours>,
    work_buttons: WorkButtons,
    counted: Res<CountedPlan>,
    mut marks: ResMut<BoardMarks>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let (mut now, playback) = (BoardMarks::default(), scene.playback());
    let deploying = scene.game_being_fought().filter(|game| game.is_deploying());
    if let Some(game) = deploying {
        mark_deployment_zones(game, &mut now);
    }
    let (battle, palette) = (playback.shown_position(), colours.palette());
    if let Some(side) = scene.session().onlooker() {
        mark_fog(battle, side, &colours, &mut now);
    }
    if let Some(unit) = scene.selected_unit().filter(|&unit| battle.unit(unit).alive()) {
        if playback.is_idle() && deploying.is_none() {
            mark_reach_of_selected_unit(scene.selection(), battle, palette, &overlay.0, &mut now);
        }
        mark_selected_unit(unit, scene.click_preview(), battle, palette, &mut now);
    }
    if let Some(cell) = hovered.cell_on_grid(battle.grid()) {
        now.shapes.push(MapMark::Outline(cell, HOVERED, 3.0));
    }
    let explained = scene
        .game_being_fought()
        .and_then(|game| Some(game.explained?.pointed_cells(game.session.known_position())));
    for cell in explained.into_iter().flatten() {
        now.shapes.push(MapMark::Outline(cell, POINTED, 9.0));
    }
    if let Some(game) = scene.game_being_fought().filter(|_| playback.is_idle()) {
        match game.session.plan().filter(|_| game.shows_plan()) {
            Some(plan) => mark_plan(plan, counted.odds.as_ref(), palette, &mut now),
            None => mark_marches(game, battle, palette, &mut now),
        }
    }
    if let Some(order) = scene.hinted_order().filter(|_| playback.is_idle()) {
        mark_hint(order, battle, palette, &mut now);
    }
    mark_passages(battle, &scene.session().scenario().map.home, &colours, &mut now);
    mark_begun_works(battle, &mut now);
    if let Some(cell) = work_buttons.hex_pointed_at().and_then(|hex| battle.grid().cell(hex)) {
        now.shapes.push(MapMark::Outline(cell, POINTED, 9.0));
    }
    mark_current_event(playback, &colours, &mut now);
    marks.set_if_neq(now);
}

/// Marks the hexes on which people may arrange their units.
fn mark_deployment_zones(game: &FoughtBattle, marks: &mut BoardMarks) {
    let zones = Side::BOTH.into_iter().flat_map(|side| game.session.deployment_zone(side));
    marks.shapes.extend(zones.map(|cell| MapMark::Fill(cell, ZONE)));
}

/// Covers the hexes that a side does not see, and marks where it has seen enemies that are out of sight
/// now, with their letter and the turn.
fn mark_fog(battle: &Battle, side: Side, colours: &UiColours, marks: &mut BoardMarks) {
    let Some(seen) = battle.cells_seen_by(side).filter(|_| battle.verdict().is_none()) else { return };
    let hidden = battle.grid().cells().filter(|&cell| !seen.contains(cell));
    marks.shapes.extend(hidden.map(|cell| MapMark::Fill(cell, OUT_OF_SIGHT)));
    let color = colours.side_panel_colour(side.other());
    for (unit, _) in battle.roster().filter(|(_, info)| info.side != side) {
        let Some(mark) = battle.mark(unit) else { continue };
        let Some(cell) = battle.grid().cell(mark.hex) else { continue };
        let text = format!("{}? {}", battle.kind(unit).letter, mark.turn);
        marks.shapes.push(MapMark::Outline(cell, color, 3.0));
        marks.texts.push(MarkText { cell, text, look: color.into(), above: 0.0 });
    }
}

/// Marks where units come onto the map, with the turn, where a goal that is open has units leave it, and homes.
fn mark_passages(battle: &Battle, homes: &NamedHomes, colours: &UiColours, marks: &mut BoardMarks) {
    for passage in passage_marks(battle, homes) {
        let (cell, color) = (passage.cell, colours.side_panel_colour(passage.side));
        marks.shapes.push(MapMark::Outline(cell, color, 4.0));
        marks.texts.push(MarkText {
            cell,
            text: passage.to_signs(),
            look: MarkTextLook::OnPlate,
            above: -12.0,
        });
    }
}

/// Marks the hexes on which units work, with the half-turns done of those that the work takes.
fn mark_begun_works(battle: &Battle, marks: &mut BoardMarks) {
    let units = Side::BOTH.into_iter().flat_map(|side| battle.living(side));
    for begun in units.filter_map(|unit| BegunWork::of_unit(battle, unit)) {
        let Some(cell) = begun.cell(battle) else { continue };
        let (done, turns) = begun.progress;
        marks.shapes.push(MapMark::Fill(cell, WORKED_ON));
        marks.shapes.push(MapMark::Outline(cell, WORKED_ON.with_alpha(1.0), 4.0));
        let above = if battle.at(cell).is_some() { -18.0 } else { 0.0 };
        let text = format!("{done}/{turns}");
        marks.texts.push(MarkText { cell, text, look: WORKED_ON_TEXT.into(), above });
    }
}

/// Marks the selected unit, and its path to the hex under the pointer.
fn mark_selected_unit(
    unit: UnitId,
    preview: Option<&ClickPreview>,
    battle: &Battle,
    palette: &Palette,
    marks: &mut BoardMarks,
) {
    marks.shapes.push(MapMark::Outline(battle.unit(unit).cell, theme::to_bevy_color(palette.selected), 6.0));
    if let Some(preview) = preview {
        if preview.path.len() > 1 {
            marks.shapes.push(MapMark::Line(preview.path.clone(), theme::to_bevy_color(palette.path), 8.0));
        }
        if !preview.stops.is_empty() {
            mark_stops(&preview.stops, marks);
        } else if let Some(&end) = preview.path.last() {
            let text = format!("{} → {}", preview.cost, preview.left.0);
            marks.texts.push(MarkText { cell: end, text, look: Color::WHITE.into(), above: 20.0 });
        }
        if let Some(attack) = &preview.attack {
            let odds = &attack.odds;
            let losses = [odds.expected_target_losses(), odds.expected_attacker_losses()];
            let [dealt, taken] = losses.map(|losses| odds.mean_of_cases(losses));
            let (cell, text) = (battle.unit(attack.target).cell, format!("−{dealt} / −{taken}"));
            marks.texts.push(MarkText { cell, text, look: Color::WHITE.into(), above: 20.0 });
        }
        if let Some(fire) = &preview.fire {
            mark_fire_at_move(unit, fire, battle, palette, marks);
        }
    }
}

/// Marks where a unit on a long way stands at the end of each turn, with the number of turns until then.
fn mark_stops(stops: &[Cell], marks: &mut BoardMarks) {
    for (turns, &cell) in (1..).zip(stops) {
        let (text, color) = (turns.to_string(), Color::WHITE);
        marks.shapes.push(MapMark::Outline(cell, HOVERED, 4.0));
        marks.texts.push(MarkText { cell, text, look: color.into(), above: 20.0 });
    }
}

/// Marks the unit of an order that is advised, and where it is to go or whom it is to attack.
fn mark_hint(order: Order, battle: &Battle, palette: &Palette, marks: &mut BoardMarks) {
    let Some(unit) = order.unit().filter(|&unit| battle.unit(unit).alive()) else { return };
    let (from, color) = (battle.unit(unit).cell, order_colour(order, palette));
    let to = match order {
        Order::Move { to, .. } => battle.grid().cell(to),
        Order::Attack { target, .. } => Some(battle.unit(target).cell),
        Order::Work { at, .. } => battle.grid().cell(at),
        Order::Exit { .. } | Order::Face { .. } | Order::EndTurn => None,
    };
    marks.shapes.push(MapMark::Outline(from, color, 6.0));
    if let Some(to) = to {
        marks.shapes.push(MapMark::Arrow(from, to, color, 6.0));
        marks.shapes.push(MapMark::Outline(to, color, 4.0));
    }
}

/// Returns the colour in which an order is drawn that has not been given, whoever has thought of it.
#[must_use]
pub fn order_colour(order: Order, palette: &Palette) -> Color {
    theme::to_bevy_color(match order {
        Order::Attack { .. } => palette.fire,
        Order::Work { .. } => palette.held,
        Order::Move { .. } | Order::Exit { .. } | Order::Face { .. } | Order::EndTurn => palette.path,
    })
}

/// Marks the orders of a plan with their numbers: where units leave from and go to, whom they attack, and the share
/// of the cases in which that has destroyed the target.
fn mark_plan(plan: &OwnPlan, odds: Option<&PlanOdds>, palette: &Palette, marks: &mut BoardMarks) {
    for (place, (order, before)) in plan.orders_with_positions().enumerate() {
        let Some(unit) = order.unit() else { continue };
        let (from, grid) = (before.unit(unit).cell, before.grid());
        let color = order_colour(order, palette);
        let to = match order {
            Order::Move { to, .. } => grid.cell(to),
            Order::Attack { target, .. } => Some(before.unit(target).cell),
            Order::Work { at, .. } => grid.cell(at),
            Order::Exit { .. } | Order::Face { .. } | Order::EndTurn => None,
        };
        marks.shapes.push(MapMark::Outline(from, color.with_alpha(0.6), 3.0));
        let Some(to) = to else { continue };
        marks.shapes.push(MapMark::Arrow(from, to, color, 4.0));
        marks.shapes.push(MapMark::Outline(to, color, 4.0));
        let target = odds.and_then(|odds| odds.orders.get(place)?.target);
        let destroyed = target.map(|target| format!(" × {}", percent_of_share(target.destroyed)));
        let text = format!("{}{}", place + 1, destroyed.unwrap_or_default());
        // The last word about a hex is the one that holds.
        marks.texts.retain(|text| text.cell != to);
        marks.texts.push(MarkText { cell: to, text, look: Color::WHITE.into(), above: 20.0 });
    }
}

/// Marks the aims of units that march, with an arrow to each.
fn mark_marches(game: &FoughtBattle, battle: &Battle, palette: &Palette, marks: &mut BoardMarks) {
    let own = |unit: UnitId| battle.unit(unit).alive() && battle.info(unit).side == battle.side();
    let color = theme::to_bevy_color(palette.path).with_alpha(0.55);
    for (unit, to) in game.standing.marching_units().filter(|&(unit, _)| own(unit)) {
        marks.shapes.push(MapMark::Arrow(battle.unit(unit).cell, to, color, 3.0));
    }
    for &unit in game.standing.holding_units() {
        if own(unit) {
            let (cell, text) = (battle.unit(unit).cell, "…".to_owned());
            marks.texts.push(MarkText { cell, text, look: Color::WHITE.into(), above: 22.0 });
        }
    }
}

/// Marks the hexes of a move at which enemies would fire, from where, and at the last of them the men that the
/// move costs on average.
fn mark_fire_at_move(
    unit: UnitId,
    fire: &MoveOdds,
    battle: &Battle,
    palette: &Palette,
    marks: &mut BoardMarks,
) {
    let (color, mut last) = (theme::to_bevy_color(palette.fire), None);
    for &(gun, hex) in &fire.shooters {
        let Some(cell) = battle.grid().cell(hex) else { continue };
        marks.shapes.push(MapMark::Line(vec![battle.unit(gun).cell, cell], color, 2.0));
        marks.shapes.push(MapMark::Outline(cell, color, 5.0));
        last = Some(cell);
    }
    let text = format!("−{}", fire.mean_losses(battle.unit(unit).strength).0);
    let color = theme::to_bevy_color(palette.loss);
    marks.texts.extend(last.map(|cell| MarkText { cell, text, look: color.into(), above: -18.0 }));
}

/// Marks the reach of the selected unit and the enemies that it can attack. A hex on which an
/// overlay has words shows no points: one number on a hex can be read.
fn mark_reach_of_selected_unit(
    selection: &UnitSelection,
    battle: &Battle,
    palette: &Palette,
    overlay: &OverlayDrawing,
    marks: &mut BoardMarks,
) {
    let mine = selection.selected_unit().is_some_and(|unit| battle.info(unit).side == battle.side());
    let within = if mine { palette.reach } else { palette.their_reach };
    let shade = theme::to_bevy_color(within);
    let of_hex = |cell| {
        if mine {
            MapMark::Shade(cell, shade)
        } else {
            MapMark::Stripes(cell, shade.with_alpha(theme::COVER))
        }
    };
    for &(cell, left) in selection.stopping_cells() {
        marks.shapes.push(of_hex(cell));
        if !overlay.words.contains_key(&cell) {
            let terrain = &battle.rules().terrains[battle.map().terrain(cell)];
            let is_dark = palette.look_of_terrain(terrain).needs_light_words();
            let color = if is_dark { POINTS_ON_DARK } else { POINTS_LEFT };
            marks.texts.push(MarkText { cell, text: left.0.to_string(), look: color.into(), above: 0.0 });
        }
    }
    let unit = selection.selected_unit().map(|unit| battle.unit(unit).cell);
    let cells = selection.stopping_cells().iter().map(|&(cell, _)| cell).chain(unit).collect();
    marks.shapes.push(MapMark::Border(cells, theme::to_bevy_color(Palette::border_colour(within)), 2.5));
    for &target in selection.targets_without_moving() {
        marks.shapes.push(MapMark::Outline(
            battle.unit(target).cell,
            theme::to_bevy_color(palette.target),
            5.0,
        ));
    }
    for &(target, _) in selection.targets_after_move() {
        marks.shapes.push(MapMark::Outline(
            battle.unit(target).cell,
            theme::to_bevy_color(palette.beyond),
            3.0,
        ));
    }
}

/// Marks shots, blows and losses while they happen.
fn mark_current_event(playback: &Playback, colours: &UiColours, marks: &mut BoardMarks) {
    let (battle, palette) = (playback.shown_position(), colours.palette());
    let fire = theme::to_bevy_color(palette.fire);
    match playback.current_event() {
        Some((&Event::Attacked { unit, target, ranged, .. }, share)) => {
            let (from, to) = (battle.unit(unit).cell, battle.unit(target).cell);
            let thick = if ranged { 2.0 + 4.0 * share } else { 7.0 };
            marks.shapes.push(MapMark::Line(vec![from, to], fire, thick));
            marks.shapes.push(MapMark::Outline(to, theme::to_bevy_color(palette.target), 5.0));
        }
        Some((&Event::Reacted { unit, target, .. }, share)) => {
            let (from, to) = (battle.unit(unit).cell, battle.unit(target).cell);
            marks.shapes.push(MapMark::Line(vec![from, to], fire, 2.0 + 4.0 * share));
            marks.shapes.push(MapMark::Outline(to, theme::to_bevy_color(palette.target), 5.0));
        }
        Some((&Event::Hit { unit, losses, left, .. }, share)) => {
            let cell = battle.unit(unit).cell;
            marks.shapes.push(MapMark::Fill(cell, fire.with_alpha(0.6 * (1.0 - share))));
            let text = if left.0 == 0 { format!("−{} ×", losses.0) } else { format!("−{}", losses.0) };
            // In steps: texts are laid out anew for each.
            let above = 22.0 + (share * 5.0).floor() * 3.0;
            marks.texts.push(MarkText { cell, text, look: theme::to_bevy_color(palette.loss).into(), above });
        }
        Some((&(Event::CastleTaken { castle: hex, by } | Event::HexTaken { hex, by }), _)) => {
            if let Some(cell) = battle.grid().cell(hex) {
                marks.shapes.push(MapMark::Outline(cell, colours.side_panel_colour(by), 7.0));
            }
        }
        Some((&(Event::Arrived { unit, at } | Event::Sighted { unit, at, .. }), _)) => {
            if let Some(cell) = battle.grid().cell(at) {
                let colour = colours.side_panel_colour(battle.info(unit).side);
                marks.shapes.push(MapMark::Outline(cell, colour, 7.0));
            }
        }
        Some((&Event::RanInto { enemy, .. }, _)) => {
            let cell = battle.unit(enemy).cell;
            marks.shapes.push(MapMark::Outline(cell, theme::to_bevy_color(palette.target), 7.0));
        }
        Some((&Event::OfficerFell { unit }, _)) => {
            let (cell, color) = (battle.unit(unit).cell, theme::to_bevy_color(palette.loss));
            marks.shapes.push(MapMark::Outline(cell, color, 7.0));
            marks.texts.push(MarkText { cell, text: "×".to_owned(), look: color.into(), above: 22.0 });
        }
        Some((&Event::Promoted { unit, .. }, _)) => {
            let cell = battle.unit(unit).cell;
            let color = colours.side_panel_colour(battle.info(unit).side);
            marks.shapes.push(MapMark::Outline(cell, color, 7.0));
            marks.texts.push(MarkText { cell, text: "↑".to_owned(), look: color.into(), above: 22.0 });
        }
        Some((&(Event::Broke { unit } | Event::Surrendered { unit }), _)) => {
            let cell = battle.unit(unit).cell;
            let color = theme::to_bevy_color(palette.target);
            marks.shapes.push(MapMark::Outline(cell, color, 7.0));
            let text = "!".to_owned();
            marks.texts.push(MarkText {
                cell,
                text,
                look: theme::to_bevy_color(palette.loss).into(),
                above: 22.0,
            });
        }
        Some((&Event::Unsupplied { unit, half_turns: 1, .. }, _)) => {
            let color = theme::to_bevy_color(palette.target);
            marks.shapes.push(MapMark::Outline(battle.unit(unit).cell, color, 7.0));
        }
        Some((&(Event::Rallied { unit } | Event::Resupplied { unit }), _)) => {
            let colour = colours.side_panel_colour(battle.info(unit).side);
            marks.shapes.push(MapMark::Outline(battle.unit(unit).cell, colour, 7.0));
        }
        Some((&(Event::Worked { at, .. } | Event::TerrainChanged { at, .. }), _)) => {
            if let Some(cell) = battle.grid().cell(at) {
                marks.shapes.push(MapMark::Outline(cell, POINTED, 7.0));
            }
        }
        // A step is a counter that moves; the others change what is said around the board.
        Some((
            Event::Stepped { .. }
            | Event::GaveWay { .. }
            | Event::Pursued { .. }
            | Event::WentBack { .. }
            | Event::Ran { .. }
            | Event::CohesionChanged { .. }
            | Event::Unsupplied { .. }
            | Event::RoundsChanged { .. }
            | Event::ExperienceGained { .. }
            | Event::Faced { .. }
            | Event::GoalAdvanced { .. }
            | Event::Departed { .. }
            | Event::Vanished { .. }
            | Event::Called { .. }
            | Event::Scripted { .. }
            | Event::WeatherChanged { .. }
            | Event::HalfTurnBegan { .. }
            | Event::Ended { .. },
            _,
        ))
        | None => {}
    }
}
