//! Overlays as colours, lines and words on hexes. Where a colour says something, a number or a shape says it, too.

use std::collections::BTreeMap;

use bevy::prelude::*;
use hotgates_ai::{Judgement, Thinking, Threat};
use hotgates_engine::{Battle, Cell, Direction, Order};

use super::layers::{Costs, Layer, Seen};
use crate::board::{Drawing, Mark};

/// From little to much: lightness falls with it, so that it reads without telling hues apart.
pub(super) const SCALE: [Color; 5] = [
    Color::srgb(0.99, 0.91, 0.62),
    Color::srgb(0.96, 0.69, 0.38),
    Color::srgb(0.87, 0.42, 0.32),
    Color::srgb(0.6, 0.2, 0.4),
    Color::srgb(0.25, 0.08, 0.38),
];
/// Colours of sets of points of convergence, told apart by the common kinds of colour blindness (Okabe and Ito, 2008).
pub(super) const SETS: [Color; 6] = [
    Color::srgb(0.902, 0.624, 0.0),
    Color::srgb(0.337, 0.706, 0.914),
    Color::srgb(0.8, 0.475, 0.655),
    Color::srgb(0.0, 0.62, 0.451),
    Color::srgb(0.941, 0.894, 0.259),
    Color::srgb(0.835, 0.369, 0.0),
];
/// The set that is held, and positions that are filled.
pub(super) const HELD: Color = Color::srgb(0.0, 0.45, 0.7);
/// Positions that are not filled, and attacks.
pub(super) const MISSING: Color = Color::srgb(0.835, 0.369, 0.0);

/// What a layer looks like.
pub(super) fn drawing(layer: Layer, seen: &Seen, battle: &Battle) -> Drawing {
    match (layer, seen) {
        (_, Seen::Cost(costs)) => of_costs(costs),
        (_, Seen::Threat(threat)) => of_threat(threat, battle),
        (Layer::Deployment, Seen::Thinking(_, _, thinking)) => of_deployment(thinking),
        (Layer::Plan, Seen::Thinking(_, _, thinking)) => of_plan(thinking, battle),
        (_, Seen::Thinking(_, _, thinking)) => of_sets(thinking, battle),
    }
}

/// A colour between those of the scale, by ‰.
fn scaled(permille: u32, alpha: f32) -> Color {
    let step = permille.min(999) / 250;
    #[expect(clippy::cast_precision_loss, reason = "below 1000")]
    let share = (permille.min(1000) - step * 250) as f32 / 250.0;
    let place = step as usize;
    SCALE[place].mix(&SCALE[place + 1], share).with_alpha(alpha)
}

const fn arrow(direction: Direction) -> char {
    match direction {
        Direction::N => '↑',
        Direction::Ne => '↗',
        Direction::Se => '↘',
        Direction::S => '↓',
        Direction::Sw => '↙',
        Direction::Nw => '↖',
    }
}

fn of_costs(costs: &Costs) -> Drawing {
    let most = costs.hexes.last().map_or(1, |reached| reached.cost).max(1);
    let fills = costs.hexes.iter().map(|reached| (reached.cell, scaled(reached.cost * 1000 / most, 0.55)));
    let word = |(number, reached): (u32, &super::layers::Reached)| {
        let back = reached.back.map_or('●', arrow);
        (reached.cell, format!("{}\n{back} {number}.", reached.cost))
    };
    let words = (1..).zip(&costs.hexes).map(word).collect();
    Drawing { fills: fills.collect(), lines: Vec::new(), words }
}

fn of_threat(threat: &Threat, battle: &Battle) -> Drawing {
    let men = u32::from(battle.unit(threat.unit()).strength.0).max(1);
    let permille =
        |expected: u32| u32::try_from(u64::from(expected) * 1000 / (u64::from(men) * 36)).unwrap_or(1000);
    let fills = threat.hexes().map(|(cell, expected)| (cell, scaled(permille(expected), 0.6))).collect();
    let word = |(cell, expected): (Cell, u32)| {
        (cell, format!("−{}\n×{}", (expected + 18) / 36, threat.hits(cell).len()))
    };
    Drawing { fills, lines: Vec::new(), words: threat.hexes().map(word).collect() }
}

/// The colour of a set by its place in the list.
pub(super) fn set_colour(thinking: &Thinking, place: usize) -> Color {
    let held = thinking.sets.get(place).is_some_and(|set| set.judgement == Judgement::Held);
    if held { HELD } else { SETS[place % SETS.len()] }
}

fn of_sets(thinking: &Thinking, battle: &Battle) -> Drawing {
    let mut drawing = Drawing::default();
    let mut words: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
    for (place, judged) in thinking.sets.iter().enumerate() {
        let colour = set_colour(thinking, place);
        let held = judged.judgement == Judgement::Held;
        for &cell in &judged.set.hexes {
            if held {
                drawing.fills.push((cell, colour.with_alpha(0.6)));
            }
            // Sets that share a hex lie within each other.
            let rings = words.get(&cell).map_or(0, Vec::len);
            let thick = [9.0, 6.0, 4.0, 2.5][rings.min(3)];
            drawing.lines.push(Mark::Outline(cell, colour, thick));
            words.entry(cell).or_default().push((place + 1).to_string());
        }
    }
    drawing.words = words.into_iter().map(|(cell, sets)| (cell, sets.join(" "))).collect();
    debug_assert!(drawing.words.keys().all(|&cell| battle.grid().contains(battle.grid().hex(cell))));
    drawing
}

fn of_deployment(thinking: &Thinking) -> Drawing {
    let mut drawing = Drawing::default();
    for (place, wanted) in thinking.wanted.iter().enumerate() {
        let (position, filled) = (wanted.position, wanted.filled);
        let colour = if filled.is_some() { HELD } else { MISSING };
        drawing.fills.push((position.cell, colour.with_alpha(0.35)));
        drawing.lines.push(Mark::Outline(position.cell, colour, if filled.is_some() { 7.0 } else { 4.0 }));
        let sign = if filled.is_some() { '✓' } else { '✗' };
        drawing.words.insert(position.cell, format!("{} {sign}", place + 1));
    }
    drawing
}

fn of_plan(thinking: &Thinking, battle: &Battle) -> Drawing {
    let mut drawing = Drawing::default();
    let mut words: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
    let mut at: BTreeMap<_, Cell> = battle.roster().map(|(unit, _)| (unit, battle.unit(unit).cell)).collect();
    for (number, (order, _)) in (1..).zip(&thinking.orders) {
        match *order {
            Order::Move { unit, to } => {
                let Some(to) = battle.grid().cell(to) else { continue };
                if let Some(from) = at.insert(unit, to) {
                    drawing.lines.push(Mark::Line(vec![from, to], HELD, 6.0));
                }
                words.entry(to).or_default().push(format!("{number}."));
            }
            Order::Attack { unit, target } => {
                let (Some(&from), Some(&to)) = (at.get(&unit), at.get(&target)) else { continue };
                drawing.lines.push(Mark::Line(vec![from, to], MISSING, 6.0));
                words.entry(to).or_default().push(format!("{number}. ✗"));
            }
            Order::EndTurn => {}
        }
    }
    drawing.words = words.into_iter().map(|(cell, numbers)| (cell, numbers.join(" "))).collect();
    drawing
}
