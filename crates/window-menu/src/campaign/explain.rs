//! Errors of campaigns as phrases, by their kinds.

use hotgates_campaign::{CampaignSaveError, RefitRefusal, ResumeRefusal};
use hotgates_ui::Phrase;
use hotgates_ui::explain::{explain_replay_break, explain_replay_error};

/// Returns the reason why something cannot be done with an army in words.
#[must_use]
pub fn explain_refit_refusal(refusal: &RefitRefusal) -> Phrase {
    let of_unit = |key, unit: &str| Phrase::new(key).with_value("unit", unit);
    match refusal {
        RefitRefusal::CampaignOver => Phrase::new("refit-campaign-over"),
        RefitRefusal::NoSuchUnit { unit } => of_unit("refit-no-such-unit", unit),
        RefitRefusal::NotForSale { kind, known } if known.is_empty() => {
            Phrase::new("refit-nothing-for-sale").with_value("kind", kind.as_str())
        }
        RefitRefusal::NotForSale { kind, known } => Phrase::new("refit-not-for-sale")
            .with_value("kind", kind.as_str())
            .with_value("known", known.as_str()),
        RefitRefusal::WrongNumber { unit, men, lacks } => {
            of_unit("refit-wrong-number", unit).with_value("men", *men).with_value("lacks", *lacks)
        }
        RefitRefusal::TooDear { price, has } => {
            Phrase::new("refit-too-dear").with_value("price", *price).with_value("has", *has)
        }
        RefitRefusal::ArmyFull => {
            Phrase::new("refit-army-full").with_value("units", hotgates_campaign::MAX_ARMY_UNITS)
        }
        RefitRefusal::NoMen { unit } => of_unit("refit-no-men", unit),
        RefitRefusal::FightsAlready { unit } => of_unit("refit-fights-already", unit),
        RefitRefusal::RestsAlready { unit } => of_unit("refit-rests-already", unit),
        RefitRefusal::PlacesTaken { places } => {
            Phrase::new("refit-places-taken").with_value("places", *places)
        }
    }
}

/// Returns the reason why a file is not the save of a campaign in words.
#[must_use]
pub fn explain_campaign_save_error(error: &CampaignSaveError) -> Phrase {
    match error {
        CampaignSaveError::NotASave => Phrase::new("campaign-save-other-file"),
        CampaignSaveError::Version { found, known } => {
            Phrase::new("campaign-save-version").with_value("found", *found).with_value("known", *known)
        }
        CampaignSaveError::WrongLength => Phrase::new("campaign-save-length"),
        CampaignSaveError::Checksum => Phrase::new("campaign-save-checksum"),
        CampaignSaveError::Text(what) => Phrase::new("campaign-save-text").with_value("what", what.as_str()),
        CampaignSaveError::Battle(error) => {
            Phrase::new("campaign-save-battle").with_value("what", explain_replay_error(error))
        }
    }
}

/// Returns the reason why a saved campaign cannot be taken up again in words.
#[must_use]
pub fn explain_resume_refusal(refusal: &ResumeRefusal) -> Phrase {
    match refusal {
        ResumeRefusal::OtherCampaign { saved, here } => Phrase::new("resume-other-campaign")
            .with_value("saved", saved.as_str())
            .with_value("here", here.as_str()),
        ResumeRefusal::FileChanged { saved, here } => Phrase::new("resume-file-changed")
            .with_value("saved", format!("{saved:016x}"))
            .with_value("here", format!("{here:016x}")),
        ResumeRefusal::MapChanged { map } => {
            Phrase::new("resume-map-changed").with_value("map", map.as_str())
        }
        ResumeRefusal::RulesChanged { rules } => {
            Phrase::new("resume-rules-changed").with_value("rules", rules.as_str())
        }
        ResumeRefusal::ImpossibleState => Phrase::new("resume-impossible-state"),
        ResumeRefusal::OtherBattle => Phrase::new("resume-other-battle"),
        ResumeRefusal::Battle(broken) => {
            Phrase::new("resume-battle").with_value("what", explain_replay_break(broken))
        }
    }
}
