//! Campaigns: a list to choose from, and a campaign between its battles, where the player reads what
//! comes, refits the army and goes to the battle. The battle is `hotgates-window`'s; after each of its
//! orders the campaign is saved with it.

mod army;
mod between;
mod briefing;
pub mod explain;
mod library;
mod list;
pub mod played;
mod saving;

use bevy::prelude::*;
use hotgates_campaign::Refit;
use hotgates_ui::register_emitted_message;

pub use list::CampaignListAction;

/// A request of the player between the battles of a campaign.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum CampaignAction {
    /// Do something with the army.
    Refit(Refit),
    /// Refit the army as far as the points go, without asking.
    RefitAutomatically,
    /// Take the last refit back.
    Undo,
    /// Have this commander lead the enemy; `None` stands for the commander that the map names.
    Enemy(Option<String>),
    /// Begin the next battle, or go on with the one in progress.
    Fight,
    /// Back to the list of campaigns.
    Leave,
}

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<CampaignAction>(app);
    app.add_plugins((list::plugin, between::plugin, briefing::plugin, army::plugin, saving::plugin));
}
