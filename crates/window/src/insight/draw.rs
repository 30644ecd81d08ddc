//! Overlays as colours, lines and words on hexes. Where a colour says something, a number or a
//! shape says it, too.

use std::collections::BTreeMap;

use bevy::prelude::*;
use hotgates_ai::{ChokeSetJudgement, Thinking};
use hotgates_engine::{Battle, Cell, Direction, Order, RankId};
use hotgates_picture::Palette;
use hotgates_threat::Threat;

use super::layers::{CostsFromHex, InsightLayer, LayerData, ReachOfSupplies};
use super::leadership::ReachOfLeadership;
use hotgates_board::{MapMark, OverlayDrawing};
use hotgates_ui::theme::to_bevy_color;
use hotgates_window_battle::battle::order_colour;

/// Returns the drawing of a layer.
pub(super) fn draw_layer(
    layer: InsightLayer,
    seen: &LayerData,
    battle: &Battle,
    palette: &Palette,
) -> OverlayDrawing {
    match (layer, seen) {
        (_, LayerData::Cost(costs)) => draw_costs(costs, palette),
        (_, LayerData::Supply(reach)) => draw_supply(reach, battle, palette),
        (_, LayerData::Leadership(reach)) => draw_leadership(reach, battle, palette),
        (_, LayerData::Threat(threat)) => draw_threat(threat, battle, palette),
        (InsightLayer::Deployment, LayerData::Thinking(_, _, thinking)) => draw_deployment(thinking, palette),
        (InsightLayer::Plan, LayerData::Thinking(_, _, thinking)) => draw_plan(thinking, battle, palette),
        (_, LayerData::Thinking(_, _, thinking)) => draw_choke_sets(thinking, battle, palette),
    }
}

const fn arrow_glyph(direction: Direction) -> char {
    match direction {
        Direction::N => '↑',
        Direction::Ne => '↗',
        Direction::Se => '↘',
        Direction::S => '↓',
        Direction::Sw => '↙',
        Direction::Nw => '↖',
    }
}

/// Share of a fill's colour on the ramp, so that the ground shows through; the legend's scale has the same.
pub(super) const RAMP_COVER: f32 = 0.55;

fn ramp_fill(palette: &Palette, permille: u32) -> Color {
    to_bevy_color(palette.ramp_colour(permille)).with_alpha(RAMP_COVER)
}

fn draw_costs(costs: &CostsFromHex, palette: &Palette) -> OverlayDrawing {
    let most = costs.hexes.last().map_or(1, |reached| reached.cost).max(1);
    let colour = |cost: u32| ramp_fill(palette, cost * 1000 / most);
    let fills = costs.hexes.iter().map(|reached| (reached.cell, colour(reached.cost)));
    let word = |(number, reached): (u32, &super::layers::ReachedHex)| {
        let back = reached.back.map_or('●', arrow_glyph);
        (reached.cell, format!("{}\n{back} {number}.", reached.cost))
    };
    let words = (1..).zip(&costs.hexes).map(word).collect();
    OverlayDrawing { fills: fills.collect(), lines: Vec::new(), words }
}

fn draw_threat(threat: &Threat, battle: &Battle, palette: &Palette) -> OverlayDrawing {
    let men = u32::from(battle.unit(threat.threatened_unit()).strength.0).max(1);
    let permille =
        |expected: u32| u32::try_from(u64::from(expected) * 1000 / (u64::from(men) * 36)).unwrap_or(1000);
    let colour = |expected: u32| ramp_fill(palette, permille(expected));
    let fills = threat.threatened_hexes().map(|(cell, expected)| (cell, colour(expected))).collect();
    let word = |(cell, expected): (Cell, u32)| {
        (cell, format!("−{}\n×{}", (expected + 18) / 36, threat.hits_on(cell).len()))
    };
    OverlayDrawing { fills, lines: Vec::new(), words: threat.threatened_hexes().map(word).collect() }
}

/// Fills the hexes that supplies reach, each with a sign, and frames the units without.
fn draw_supply(reach: &ReachOfSupplies, battle: &Battle, palette: &Palette) -> OverlayDrawing {
    let colour = to_bevy_color(palette.held).with_alpha(0.4);
    let missing = to_bevy_color(palette.missing);
    let without = reach.without.iter().map(|&unit| battle.unit(unit).cell);
    OverlayDrawing {
        fills: reach.cells.iter().map(|cell| (cell, colour)).collect(),
        lines: without.clone().map(|cell| MapMark::Outline(cell, missing, 7.0)).collect(),
        words: without.map(|cell| (cell, "×".to_owned())).collect(),
    }
}

/// Fills the hexes on which an officer helps units, each with what the losses that they deal rise by.
fn draw_leadership(reach: &ReachOfLeadership, battle: &Battle, palette: &Palette) -> OverlayDrawing {
    let most = u32::try_from(battle.rules().ranks.len()).unwrap_or(1).max(1);
    let height = |rank: RankId| (u32::from(rank.0) + 1) * 1000 / most;
    let colour = |rank: RankId| ramp_fill(palette, height(rank));
    OverlayDrawing {
        fills: reach.cells.iter().map(|&(cell, rank)| (cell, colour(rank))).collect(),
        lines: Vec::new(),
        words: reach.cells.iter().map(|&(cell, rank)| (cell, reach.help_of(rank))).collect(),
    }
}

/// Returns the colour of a choke set by its place in the list.
pub(super) fn choke_set_colour(thinking: &Thinking, place: usize, palette: &Palette) -> Color {
    let held = thinking.sets.get(place).is_some_and(|set| set.judgement == ChokeSetJudgement::Held);
    to_bevy_color(if held { palette.held } else { palette.sets[place % palette.sets.len()] })
}

fn draw_choke_sets(thinking: &Thinking, battle: &Battle, palette: &Palette) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    let mut words: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
    for (place, judged) in thinking.sets.iter().enumerate() {
        let colour = choke_set_colour(thinking, place, palette);
        let held = judged.judgement == ChokeSetJudgement::Held;
        for &cell in &judged.set.hexes {
            if held {
                drawing.fills.push((cell, colour.with_alpha(0.6)));
            }
            // Sets that share a hex lie within each other.
            let rings = words.get(&cell).map_or(0, Vec::len);
            let thick = [9.0, 6.0, 4.0, 2.5][rings.min(3)];
            drawing.lines.push(MapMark::Outline(cell, colour, thick));
            words.entry(cell).or_default().push((place + 1).to_string());
        }
    }
    drawing.words = words.into_iter().map(|(cell, sets)| (cell, sets.join(" "))).collect();
    debug_assert!(drawing.words.keys().all(|&cell| battle.grid().contains(battle.grid().hex(cell))));
    drawing
}

fn draw_deployment(thinking: &Thinking, palette: &Palette) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    for (place, wanted) in thinking.wanted.iter().enumerate() {
        let (position, filled) = (wanted.position, wanted.filled);
        let colour = to_bevy_color(if filled.is_some() { palette.held } else { palette.missing });
        drawing.fills.push((position.cell, colour.with_alpha(0.35)));
        drawing.lines.push(MapMark::Outline(position.cell, colour, if filled.is_some() { 7.0 } else { 4.0 }));
        let sign = if filled.is_some() { '✓' } else { '×' };
        drawing.words.insert(position.cell, format!("{} {sign}", place + 1));
    }
    drawing
}

fn draw_plan(thinking: &Thinking, battle: &Battle, palette: &Palette) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    let mut words: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
    let mut at: BTreeMap<_, Cell> = battle.roster().map(|(unit, _)| (unit, battle.unit(unit).cell)).collect();
    for (number, (order, _)) in (1..).zip(&thinking.orders) {
        match *order {
            Order::Move { unit, to } => {
                let Some(to) = battle.grid().cell(to) else { continue };
                if let Some(from) = at.insert(unit, to) {
                    drawing.lines.push(MapMark::Arrow(from, to, order_colour(*order, palette), 5.0));
                }
                words.entry(to).or_default().push(format!("{number}."));
            }
            Order::Attack { unit, target } => {
                let (Some(&from), Some(&to)) = (at.get(&unit), at.get(&target)) else { continue };
                drawing.lines.push(MapMark::Arrow(from, to, order_colour(*order, palette), 5.0));
                words.entry(to).or_default().push(format!("{number}. ×"));
            }
            Order::Exit { unit } => {
                if let Some(&from) = at.get(&unit) {
                    words.entry(from).or_default().push(format!("{number}. →"));
                }
            }
            Order::Face { unit, way } => {
                if let Some(&from) = at.get(&unit) {
                    words.entry(from).or_default().push(format!("{number}. {}", arrow_glyph(way)));
                }
            }
            Order::Work { at: hex, .. } => {
                if let Some(cell) = battle.grid().cell(hex) {
                    words.entry(cell).or_default().push(format!("{number}. +"));
                }
            }
            Order::EndTurn => {}
        }
    }
    drawing.words = words.into_iter().map(|(cell, numbers)| (cell, numbers.join(" "))).collect();
    drawing
}
