#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]
#![expect(clippy::result_large_err, reason = "a fault is made once for a file, never while playing")]

mod battle;
mod campaign;
mod check;
mod file;
mod graph;
mod muster;
mod refit;
mod save;
mod state;
mod typed;

pub use battle::FinishRefusal;
pub use campaign::Campaign;
pub use file::{
    CampaignBattle, CampaignFile, EnlistedUnit, MAX_ARMY_UNITS, MAX_CAMPAIGN_BATTLES, MAX_CAMPAIGN_POINTS,
    WayOn,
};
pub use refit::{Refit, RefitRefusal};
pub use save::{CampaignSave, CampaignSaveError, ResumeRefusal, save_format_of_bytes};
pub use state::{ArmyUnit, CampaignPlace, CampaignState, PassedBattle};
pub use typed::UnreadableRefit;

pub use hotgates_text::{BattleResult, CampaignFaultKind};
