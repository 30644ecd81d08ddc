//! The graph of both sides' strength over time with its numbers, in the colours of the palette that is chosen while
//! the graph is on the screen.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{Battle, BySide, Side};

use super::BattleSystems;
use super::session::BattleSession;
use crate::scene::is_battle_shown;
use hotgates_ui::{Panel, UiContext, column, flexible_space, row, theme};

/// A node that shows the graph of a battle.
#[derive(Component, Debug, Clone)]
pub struct StrengthGraph {
    /// Men of both sides at the start, after each half-turn and at the end.
    curve: Vec<BySide<u32>>,
    /// The first turn and the last.
    turns: [u32; 2],
}

impl StrengthGraph {
    /// Makes the graph of a battle so far, with the node that it fills.
    #[must_use]
    pub fn bundle_of_battle(session: &BattleSession) -> impl Bundle + use<> {
        let turns = [session.starting_position(), session.known_position()].map(Battle::turn);
        // In a low window the bars give way.
        let node = Node { min_height: px(96), ..column(2) };
        (Self { curve: session.strength_over_time(), turns }, node)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill_strength_graphs.in_set(BattleSystems::Panels).run_if(is_battle_shown));
}

/// Draws a graph that is new, and all of them in another palette or language.
pub(super) fn fill_strength_graphs(mut graphs: Panel<StrengthGraph>) {
    graphs.refill_each_node(
        |_| (),
        |graph, node, ui| {
            spawn_strength_graph(node, ui, &graph.curve);
            let most = graph.curve.iter().flat_map(|now| [now.red, now.blue]).max().unwrap_or(0);
            let most = ui.texts.text_with_values("graph-most", &[("men", most.into())]);
            let [first, last] =
                graph.turns.map(|turn| ui.texts.text_with_values("graph-turn", &[("turn", turn.into())]));
            node.spawn(row(4)).with_children(|axis| {
                axis.spawn(ui.styled_text(first, theme::SMALL, theme::TEXT_DIM));
                axis.spawn(flexible_space());
                axis.spawn(ui.styled_text(most, theme::SMALL, theme::TEXT_DIM));
                axis.spawn(flexible_space());
                axis.spawn(ui.styled_text(last, theme::SMALL, theme::TEXT_DIM));
            });
        },
    );
}

/// Spawns a graph of both sides' men over time: a pair of bars for each half-turn, relative to the
/// larger army at the start.
fn spawn_strength_graph(panel: &mut ChildSpawnerCommands, ui: &UiContext, curve: &[BySide<u32>]) {
    panel.spawn(ui.styled_text(ui.localized_text("strength-over-time"), theme::SMALL, theme::TEXT_DIM));
    let most = curve.iter().flat_map(|now| [now.red, now.blue]).max().unwrap_or(1).max(1);
    let ground = Node {
        height: px(110),
        min_height: px(50),
        align_items: AlignItems::End,
        column_gap: px(1),
        padding: UiRect::all(px(4)),
        overflow: Overflow::clip(),
        ..default()
    };
    panel.spawn((ground, BackgroundColor(theme::BACKGROUND))).with_children(|graph| {
        // At most so many pairs as have room.
        let step = curve.len().div_ceil(80).max(1);
        for now in curve.iter().step_by(step) {
            for (side, men) in [(Side::Red, now.red), (Side::Blue, now.blue)] {
                #[expect(clippy::cast_precision_loss, reason = "armies of thousands")]
                let height = 100.0 * men as f32 / most as f32;
                graph.spawn((
                    Node { flex_grow: 1.0, height: percent(height), ..default() },
                    BackgroundColor(ui.side_colour(side)),
                ));
            }
        }
    });
}
