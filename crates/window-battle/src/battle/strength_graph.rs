//! The graph of both sides' strength over time with its numbers, in the colours of the palette that is chosen while
//! the graph is on the screen.

use bevy::prelude::*;
use hotgates_engine::BySide;

use super::BattleSystems;
use super::session::BattleSession;
use super::verdict::spawn_strength_graph;
use crate::scene::is_battle_shown;
use hotgates_ui::{Panel, column, flexible_space, row, theme};

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
        let turns = [session.starting_position(), session.known_position()].map(|battle| battle.turn());
        (Self { curve: session.strength_over_time(), turns }, column(2))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill_strength_graphs.in_set(BattleSystems::Panels).run_if(is_battle_shown));
}

/// Draws a graph that is new, and all of them in another palette or language.
fn fill_strength_graphs(mut graphs: Panel<StrengthGraph>) {
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
