//! Faults that only campaign files have.

use hotgates_text::{BattleResult, CampaignFaultKind};

use crate::phrase::{Phrase, PhraseValue};

/// Returns a kind of fault of a campaign file in words.
pub(super) fn explain_campaign_fault_kind(kind: &CampaignFaultKind) -> Phrase {
    match kind {
        CampaignFaultKind::Unreachable { key } => {
            Phrase::new("fault-unreachable").with_value("key", key.as_str())
        }
        CampaignFaultKind::Cycle { through } => {
            Phrase::new("fault-cycle").with_value("through", through.as_str())
        }
        CampaignFaultKind::NoWayOn { result } => Phrase::new(match result {
            BattleResult::Won => "fault-no-way-on-won",
            BattleResult::Lost => "fault-no-way-on-lost",
            BattleResult::Drawn => "fault-no-way-on-drawn",
        }),
        CampaignFaultKind::NeverTaken => Phrase::new("fault-never-taken"),
        CampaignFaultKind::NextOrEnd => Phrase::new("fault-next-or-end"),
        CampaignFaultKind::NoMapFile { map } => {
            Phrase::new("fault-no-map-file").with_value("map", map.as_str())
        }
        CampaignFaultKind::MapNotLoaded { map } => {
            Phrase::new("fault-map-not-loaded").with_value("map", map.as_str())
        }
        CampaignFaultKind::OtherRules { map, rules, first } => Phrase::new("fault-other-rules")
            .with_value("map", map.as_str())
            .with_value("rules", rules.as_str())
            .with_value("first", first.as_str()),
        CampaignFaultKind::NoPrice { kind } => {
            Phrase::new("fault-no-price").with_value("unit", PhraseValue::UnitType(kind.clone()))
        }
    }
}
