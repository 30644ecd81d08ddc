//! Refit between battles.

use hotgates_campaign::{Campaign, CampaignState, Refit, RefitRefusal};

use crate::stage::{campaign, campaign_with_cadres, outcome};

fn key(key: &str) -> String {
    key.to_owned()
}

fn replenish(unit: &str, men: u16) -> Refit {
    Refit::Replenish { unit: key(unit), men }
}

/// Refuses a refit, and checks that nothing has changed.
fn refused(campaign: &Campaign, state: &mut CampaignState, refit: &Refit) -> RefitRefusal {
    let before = state.clone();
    let why = campaign.refit(state, refit).unwrap_err();
    assert_eq!(*state, before, "{refit:?}");
    why
}

#[test]
fn new_men_cost_their_share_of_the_price_and_thin_experience_out() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    // 110 points for 800 hoplites, rounded up for each purchase.
    assert_eq!([1, 7, 8, 400, 800].map(|men| campaign.price_of_men("hoplites", men)), [1, 1, 2, 55, 110]);
    campaign.refit(&mut state, &replenish("guard", 200)).unwrap();
    let guard = state.unit("guard").unwrap();
    assert_eq!((guard.men, guard.experience, state.points()), (600, 100, 32), "150 × 400 / 600");
    assert_eq!(guard.rank.as_deref(), Some("King"), "the officer stays");
}

#[test]
fn what_cannot_be_done_is_refused_with_its_reason() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    let mut refuse = |refit: Refit| refused(&campaign, &mut state, &refit).to_string();
    assert_eq!(refuse(replenish("nobody", 1)), "there is no unit `nobody` in the army");
    assert_eq!(refuse(replenish("guard", 401)), "guard lacks 400 men, not 401");
    assert_eq!(refuse(replenish("guard", 0)), "guard lacks 400 men, not 0");
    assert_eq!(refuse(replenish("scouts", 1)), "scouts lacks 0 men, not 1");
    assert_eq!(refuse(Refit::Buy { kind: key("hoplites") }), "that costs 110 points, and 60 are left");
    assert_eq!(
        refuse(Refit::Buy { kind: key("horse") }),
        "`horse` cannot be bought; these can: peltasts, hoplites"
    );
    assert_eq!(refuse(Refit::Field { unit: key("guard") }), "guard fights already");
    assert_eq!(
        refuse(Refit::Field { unit: key("riders") }),
        "all 2 places of this battle are taken; let another unit rest first"
    );
    assert_eq!(refuse(Refit::Rest { unit: key("riders") }), "riders does not fight anyway");
}

#[test]
fn nothing_is_refitted_once_the_campaign_is_over() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    for _ in 0..2 {
        let lost = outcome(&campaign, &state, Some(hotgates_engine::Side::Red), &[400, 500, 400]);
        campaign.finish_battle(&mut state, &lost).unwrap();
    }
    assert!(state.end().is_some());
    for refit in
        [replenish("guard", 1), Refit::Buy { kind: key("peltasts") }, Refit::Rest { unit: key("guard") }]
    {
        assert_eq!(refused(&campaign, &mut state, &refit), RefitRefusal::CampaignOver);
    }
}

#[test]
fn a_bought_unit_is_whole_and_has_a_name_of_its_own() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    campaign.refit(&mut state, &Refit::Buy { kind: key("Peltasts") }).unwrap();
    let unit = state.army().last().unwrap();
    assert_eq!(
        (unit.key.as_str(), unit.men, unit.experience, state.points()),
        ("new peltasts 1", 500, 0, 15)
    );
}

#[test]
fn units_take_the_places_in_turn() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    campaign.refit(&mut state, &Refit::Rest { unit: key("guard") }).unwrap();
    campaign.refit(&mut state, &Refit::Field { unit: key("riders") }).unwrap();
    assert_eq!(state.fielded(), ["scouts", "riders"]);
    let scenario = campaign.battle_scenario(&state).unwrap();
    let first = &scenario.map.blue.unwrap().units[0];
    assert_eq!((first.tag.as_deref(), first.at), (Some("scouts"), Some((1, 2).into())));
    let exchange = |unit: &str, other: &str| Refit::Exchange { unit: key(unit), other: key(other) };
    campaign.refit(&mut state, &exchange("scouts", "riders")).unwrap();
    assert_eq!(state.fielded(), ["riders", "scouts"]);
    let why = refused(&campaign, &mut state, &exchange("riders", "guard"));
    assert_eq!(why, RefitRefusal::RestsAlready { unit: key("guard") });
    for unit in ["scouts", "riders"] {
        campaign.refit(&mut state, &Refit::Rest { unit: key(unit) }).unwrap();
    }
    assert_eq!(campaign.battle_scenario(&state), None, "nobody is sent");
}

#[test]
fn a_cadre_fights_once_it_has_men() {
    let campaign = campaign_with_cadres();
    let mut state = campaign.begin(0);
    let lost = outcome(&campaign, &state, Some(hotgates_engine::Side::Red), &[0, 500]);
    campaign.finish_battle(&mut state, &lost).unwrap();
    let field = Refit::Field { unit: key("guard") };
    assert_eq!(refused(&campaign, &mut state, &field).to_string(), "guard has no men");
    campaign.refit(&mut state, &replenish("guard", 100)).unwrap();
    campaign.refit(&mut state, &field).unwrap();
    assert_eq!(state.unit("guard").unwrap().experience, 0);
}

#[test]
fn the_automatic_refit_fills_up_and_sends_whom_it_can() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    campaign.refit(&mut state, &Refit::Rest { unit: key("scouts") }).unwrap();
    campaign.refit_automatically(&mut state);
    assert_eq!((state.unit("guard").unwrap().men, state.points()), (800, 5), "55 points for 400 men");
    assert_eq!(state.fielded(), ["guard", "scouts"]);
}

#[test]
fn refit_is_typed_by_the_numbers_of_units() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    let read = |text: &str| campaign.refit_from_text(&state, text);
    assert_eq!(read("men 1 20"), Ok(replenish("guard", 20)));
    assert_eq!(read("men 1"), Ok(replenish("guard", 400)));
    assert_eq!(read("buy  peltasts"), Ok(Refit::Buy { kind: key("peltasts") }));
    assert_eq!(read("send 3"), Ok(Refit::Field { unit: key("riders") }));
    assert_eq!(read("rest 2"), Ok(Refit::Rest { unit: key("scouts") }));
    assert_eq!(read("swap 2 1"), Ok(Refit::Exchange { unit: key("scouts"), other: key("guard") }));
    assert_eq!(read("rest 4").unwrap_err().to_string(), "there is no unit 4; they go from 1 to 3");
    for wrong in ["", "men", "men 0", "men x", "men 1 -5", "men 1 99999", "buy", "send 1 2", "march"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    campaign.refit(&mut state, &Refit::Rest { unit: key("scouts") }).unwrap();
    assert_eq!(
        campaign.army_in_lines(&state),
        [
            "  1  place  1  guard            hoplites    400 of  800 men, King Leon, experience 150; 400 more cost 55 points",
            "  2  rests     scouts           peltasts    500 of  500 men",
            "  3  rests     riders           horse       400 of  400 men, Lochagos",
            "60 points; to buy: peltasts 45, hoplites 110",
            "1 of 2 places taken",
        ]
    );
}
