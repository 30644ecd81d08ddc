//! Laws that hold in every campaign, whatever is done and comes of it.

use hotgates_campaign::{Campaign, CampaignState, Refit};
use hotgates_engine::Side;
use proptest::prelude::*;

use crate::stage::{campaign, campaign_with_cadres, outcome};

/// Something that happens in a campaign, as numbers.
#[derive(Debug, Clone)]
enum Deed {
    Refit(usize, usize, u16),
    Fight { winner: usize, left: [u16; 3], experience: u16 },
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let left = prop_oneof![Just(0_u16), 0..900_u16];
    prop_oneof![
        4 => (0_usize..6, 0_usize..6, 0_u16..500).prop_map(|(what, unit, men)| Deed::Refit(what, unit, men)),
        1 => (0_usize..3, [left.clone(), left.clone(), left], 0_u16..900)
            .prop_map(|(winner, left, experience)| Deed::Fight { winner, left, experience }),
    ]
}

/// Does a deed, and checks the laws of its kind.
fn follow_deed(campaign: &Campaign, state: &mut CampaignState, deed: &Deed) -> Result<(), TestCaseError> {
    let before = state.clone();
    match *deed {
        Deed::Refit(what, unit, men) => {
            let unit = state.army().get(unit).map_or_else(|| "nobody".to_owned(), |unit| unit.key.clone());
            let refit = match what {
                0 | 1 => Refit::Replenish { unit: unit.clone(), men },
                2 => Refit::Buy { kind: ["peltasts", "hoplites", "horse"][usize::from(men) % 3].to_owned() },
                3 => Refit::Field { unit: unit.clone() },
                4 => Refit::Rest { unit: unit.clone() },
                _ => {
                    let other = state.army().get(usize::from(men) % 3).map(|unit| unit.key.clone());
                    Refit::Exchange { unit: unit.clone(), other: other.unwrap_or_default() }
                }
            };
            if campaign.refit(state, &refit).is_err() {
                prop_assert_eq!(&*state, &before, "a refusal changes nothing");
                return Ok(());
            }
            // Men are paid for, one by one or a unit at a time; nothing else brings any.
            let (gained, price) = match &refit {
                Refit::Replenish { .. } => {
                    let kind = &state.unit(&unit).unwrap().kind;
                    (u32::from(men), campaign.price_of_men(kind, men))
                }
                Refit::Buy { kind } => {
                    let full = campaign.full_strength(kind).0;
                    (u32::from(full), campaign.price_of_men(kind, full))
                }
                Refit::Field { .. } | Refit::Rest { .. } | Refit::Exchange { .. } => (0, 0),
            };
            prop_assert_eq!(state.men(), before.men() + gained);
            prop_assert_eq!(state.points(), before.points() - price);
            for unit in before.army() {
                let now = state.unit(&unit.key).unwrap();
                prop_assert!(now.experience <= unit.experience);
                prop_assert_eq!(
                    (&now.rank, &now.officer, &now.kind),
                    (&unit.rank, &unit.officer, &unit.kind)
                );
                prop_assert!(now.men <= campaign.full_strength(&now.kind).0);
                // Experience times men, what the veterans know, never grows by new men.
                prop_assert!(
                    u32::from(now.experience) * u32::from(now.men)
                        <= u32::from(unit.experience) * u32::from(unit.men)
                );
            }
        }
        Deed::Fight { winner, left, experience } => {
            if campaign.battle_scenario(state).is_none() {
                return Ok(());
            }
            let winner = [Some(Side::Blue), Some(Side::Red), None][winner];
            let mut over = outcome(campaign, state, winner, &left);
            over.units.iter_mut().for_each(|unit| unit.experience = experience);
            campaign.finish_battle(state, &over).unwrap();
            let mut again = before.clone();
            campaign.finish_battle(&mut again, &over).unwrap();
            prop_assert_eq!(&again, &*state, "the same outcome gives the same state");
            for unit in before.army() {
                let fought = over.units.iter().find(|sent| sent.tag.as_ref() == Some(&unit.key));
                let now = state.unit(&unit.key);
                match fought {
                    None => prop_assert_eq!(now, Some(unit), "who stayed away is as before"),
                    Some(sent) if sent.left.0 == 0 => prop_assert_eq!(now.map_or(0, |now| now.men), 0),
                    Some(sent) => {
                        let now = now.expect("it lives");
                        prop_assert_eq!(now.men, unit.men - sent.losses.0);
                        prop_assert_eq!(
                            (now.experience, &now.rank, &now.officer),
                            (experience, &sent.rank, &sent.officer)
                        );
                    }
                }
            }
            prop_assert_eq!(state.men() + state.path().last().unwrap().lost, before.men());
            prop_assert!(state.points() >= before.points());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn men_and_experience_never_come_from_nowhere(
        cadres: bool,
        deeds in prop::collection::vec(any_deed(), 1..40),
    ) {
        let campaign = if cadres { campaign_with_cadres() } else { campaign() };
        let mut state = campaign.begin(9);
        for deed in &deeds {
            follow_deed(&campaign, &mut state, deed)?;
            prop_assert!(campaign.battle_at(&state).is_some() != state.end().is_some(), "a battle or an end");
        }
    }

    #[test]
    fn the_automatic_refit_never_leaves_a_battle_without_anybody(
        cadres: bool,
        fights in prop::collection::vec(any_deed().prop_filter("a fight", |deed| matches!(deed, Deed::Fight { .. })), 3),
    ) {
        let campaign = if cadres { campaign_with_cadres() } else { campaign() };
        let mut state = campaign.begin(9);
        for deed in &fights {
            campaign.refit_automatically(&mut state);
            prop_assert_eq!(campaign.battle_scenario(&state).is_some(), state.end().is_none());
            follow_deed(&campaign, &mut state, deed)?;
        }
    }
}
