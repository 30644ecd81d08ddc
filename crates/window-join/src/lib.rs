//! Battles of a server in the window: the screen that takes a link, and the table beside the battle, at which players
//! speak with each other, offer draws and give up. The battle itself is `hotgates-window-battle`'s, which asks this crate's
//! table instead of following orders by itself.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod explain;
mod hearing;
mod screen;
mod stay;
mod table_panel;

use bevy::prelude::*;
use hotgates_ui::{register_emitted_message, register_typed_message};

pub use stay::{ReplayFetcher, TableStay, TableVisit};

/// A request of the player about a server's battle.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum JoinAction {
    /// Another link stands in the field.
    Link(String),
    /// Join the battle of the link.
    Join,
    /// Leave the table, for the menu.
    Leave,
    /// Other words stand in the field for words to those at the table.
    Words(String),
    /// Say the words of the field.
    Say,
    /// Offer a draw, or agree to the one that was offered.
    OfferDraw,
    /// Decline the draw that was offered.
    DeclineDraw,
    /// Ask whether to give the battle up, or no more.
    AskToResign(bool),
    /// Give the battle up.
    Resign,
    /// Offer another battle with the sides exchanged, or agree to one.
    OfferRematch,
    /// Go to the battle with the sides exchanged.
    JoinRematch,
    /// Show the whole table, or its heading alone.
    Fold(bool),
}

/// Battles of a server.
pub fn plugin(app: &mut App) {
    register_emitted_message::<JoinAction>(app);
    register_typed_message::<JoinAction>(app);
    app.init_resource::<TableVisit>().add_plugins((hearing::plugin, screen::plugin, table_panel::plugin));
}
