//! Battles: the army goes in, and what is left of it comes back.

use hotgates_campaign::{BattleResult, Campaign, CampaignPlace, CampaignState, FinishRefusal, Refit};
use hotgates_engine::{Battle, Side};

use crate::stage::{
    CAMPAIGN, campaign, campaign_with_cadres, map_with_names, outcome, play_at_random, read_campaign,
    read_campaign_on,
};

#[test]
fn the_army_stands_on_its_places_beside_its_allies() {
    let campaign = campaign();
    let state = campaign.begin(3);
    assert_eq!(state.fielded(), ["guard", "scouts"], "there are two places");
    let scenario = campaign.battle_scenario(&state).unwrap();
    let battle = Battle::from_scenario(&scenario).unwrap();
    let told: Vec<_> = battle
        .roster()
        .filter(|(_, unit)| unit.side == Side::Blue)
        .map(|(id, unit)| {
            (
                battle.kind(id).name.as_str(),
                unit.label.as_str(),
                unit.start.0,
                unit.officer.as_deref(),
                unit.experience,
                unit.tag.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("hoplites", "guard", 400, Some("Leon"), 150, Some("guard")),
            ("peltasts", "scouts", 500, None, 0, Some("scouts")),
            ("archers", "archers 1", 500, Some("Ally"), 0, None),
        ]
    );
    assert_eq!(scenario.map.blue.as_ref().unwrap().units[0].at, Some((1, 2).into()));
    assert!(
        battle.roster().all(|(_, unit)| unit.side == Side::Blue || unit.tag.is_none()),
        "no tag of the enemy"
    );
}

#[test]
fn each_battle_has_dice_of_its_own() {
    let campaign = campaign();
    let seeds = |seed| {
        let mut state = campaign.begin(seed);
        let first = campaign.battle_scenario(&state).unwrap().dice_source();
        let won = outcome(&campaign, &state, Some(Side::Blue), &[400, 500]);
        campaign.finish_battle(&mut state, &won).unwrap();
        [first, campaign.battle_scenario(&state).unwrap().dice_source()]
    };
    let all = [seeds(1), seeds(2)].concat();
    assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), 4, "{all:?}");
    assert_eq!(seeds(1), all[..2]);
}

#[test]
fn losses_experience_and_officers_come_back() {
    let campaign = campaign();
    let mut state = campaign.begin(3);
    let mut won = outcome(&campaign, &state, Some(Side::Blue), &[250, 480]);
    let guard = won.units.iter_mut().find(|unit| unit.tag.as_deref() == Some("guard")).unwrap();
    (guard.officer, guard.rank, guard.experience) = (None, None, 170);
    let scouts = won.units.iter_mut().find(|unit| unit.tag.as_deref() == Some("scouts")).unwrap();
    scouts.rank = Some("Ouragos".to_owned());
    campaign.finish_battle(&mut state, &won).unwrap();

    let unit = |key: &str| state.unit(key).unwrap();
    assert_eq!((unit("guard").men, unit("guard").experience), (250, 170));
    assert_eq!((&unit("guard").officer, &unit("guard").rank), (&None, &None), "the officer has fallen");
    assert_eq!((unit("scouts").men, unit("scouts").rank.as_deref()), (480, Some("Ouragos")));
    assert_eq!(unit("riders").men, 400, "who stayed away has lost nobody");
    assert_eq!((state.points(), state.path()[0].lost), (120, 170));
    assert_eq!((state.place(), state.news()), (&CampaignPlace::Battle("hill".to_owned()), "A good day."));
    assert_eq!(state.fielded(), ["guard", "scouts", "riders"]);
}

#[test]
fn the_first_way_that_fits_is_taken() {
    let campaign = campaign();
    let after = |winner, degree: Option<&str>| {
        let mut state = campaign.begin(0);
        let mut over = outcome(&campaign, &state, winner, &[400, 500]);
        over.degree = degree.map(str::to_owned);
        campaign.finish_battle(&mut state, &over).unwrap();
        let CampaignPlace::Battle(key) = state.place().clone() else { panic!("an end") };
        (key, state.points())
    };
    let told = |key: &str, points| (key.to_owned(), points);
    assert_eq!(after(Some(Side::Blue), Some("great")), told("end", 160));
    assert_eq!(after(Some(Side::Blue), None), told("hill", 120));
    assert_eq!(after(Some(Side::Red), Some("great")), told("hill", 80), "a degree of the enemy's victory");
    assert_eq!(after(None, None), told("hill", 80));
}

#[test]
fn destroyed_units_are_gone_or_stay_as_cadres() {
    let [gone, cadre] = [campaign(), campaign_with_cadres()].map(|campaign| {
        let mut state = campaign.begin(0);
        let lost = outcome(&campaign, &state, Some(Side::Red), &[0, 500]);
        campaign.finish_battle(&mut state, &lost).unwrap();
        assert_eq!(state.path()[0].lost, 400);
        state.unit("guard").cloned()
    });
    assert_eq!(gone, None);
    let cadre = cadre.unwrap();
    assert_eq!((cadre.men, cadre.experience, cadre.rank, cadre.officer), (0, 0, None, None));
}

#[test]
fn an_army_that_is_lost_ends_the_campaign_unless_it_can_be_paid_for() {
    let poor = CAMPAIGN.replace("points: 60", "points: 0").replace("points: 20", "points: 2");
    let only = poor.replace("(key: \"riders\", type: \"horse\", rank: \"Lochagos\"),", "");
    let after = |source: &str| {
        let campaign = read_campaign(source).unwrap();
        let mut state = campaign.begin(0);
        let lost = outcome(&campaign, &state, Some(Side::Red), &[0, 0]);
        campaign.finish_battle(&mut state, &lost).unwrap();
        (state.end(), state.news().to_owned())
    };
    assert_eq!(after(&only), (Some(BattleResult::Lost), "Nobody is left.".to_owned()));
    assert_eq!(after(&poor).0, None, "the riders stayed away");
    assert_eq!(after(&only.replace("points: 2,", "points: 45,")).0, None, "45 points buy peltasts");
    assert_eq!(
        after(&only.replace("side: blue,", "side: blue, cadres: true,")).0,
        None,
        "2 points pay for some"
    );
}

#[test]
fn who_has_left_the_map_or_fled_lives() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    let mut over = outcome(&campaign, &state, None, &[300, 200]);
    let mut sent = over.units.iter_mut().filter(|unit| unit.tag.is_some());
    sent.next().unwrap().presence = hotgates_engine::Presence::Exited;
    sent.next().unwrap().presence = hotgates_engine::Presence::Fled;
    campaign.finish_battle(&mut state, &over).unwrap();
    assert_eq!((state.unit("guard").unwrap().men, state.unit("scouts").unwrap().men), (300, 200));
}

#[test]
fn an_outcome_of_another_battle_is_refused_and_changes_nothing() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    let before = state.clone();
    let good = outcome(&campaign, &state, Some(Side::Blue), &[400, 500]);
    let key = |key: &str| key.to_owned();

    let unfinished = hotgates_engine::Outcome { verdict: None, ..good.clone() };
    assert_eq!(campaign.finish_battle(&mut state, &unfinished), Err(FinishRefusal::BattleGoesOn));
    let mut fewer = good.clone();
    fewer.units.retain(|unit| unit.tag.as_deref() != Some("scouts"));
    assert_eq!(
        campaign.finish_battle(&mut state, &fewer),
        Err(FinishRefusal::OtherUnits { key: key("scouts") })
    );
    let mut stranger = good.clone();
    stranger.units.last_mut().unwrap().tag = Some(key("riders"));
    assert_eq!(
        campaign.finish_battle(&mut state, &stranger),
        Err(FinishRefusal::OtherUnits { key: key("riders") })
    );
    let mut twice = good.clone();
    twice.units.last_mut().unwrap().tag = Some(key("guard"));
    assert_eq!(
        campaign.finish_battle(&mut state, &twice),
        Err(FinishRefusal::OtherUnits { key: key("guard") })
    );
    let mut losses = good.clone();
    let guard = losses.units.iter_mut().find(|unit| unit.tag.as_deref() == Some("guard")).unwrap();
    guard.losses.0 = 401;
    assert_eq!(
        campaign.finish_battle(&mut state, &losses),
        Err(FinishRefusal::TooManyLosses { key: key("guard") })
    );
    assert_eq!(state, before);
    campaign.finish_battle(&mut state, &good).unwrap();
}

#[test]
fn a_small_army_is_asked_to_bring_no_more_off_the_map_than_it_has() {
    let campaign = campaign();
    let mut state = campaign.begin(0);
    let count = |state: &CampaignState| campaign.battle_scenario(state).unwrap().map.goals[0].count;
    assert_eq!(count(&state), Some(3), "two units and an ally");
    let rest = Refit::Rest { unit: "guard".to_owned() };
    campaign.refit(&mut state, &rest).unwrap();
    assert_eq!(count(&state), Some(2));
}

#[test]
fn battles_that_are_played_end_the_campaign() {
    let campaign = campaign();
    for seed in 0..20 {
        let mut state = campaign.begin(seed);
        while campaign.battle_at(&state).is_some() {
            campaign.refit_automatically(&mut state);
            let record = play_at_random(&campaign, &state, seed, usize::MAX);
            campaign.finish_battle(&mut state, &record.battle().outcome()).unwrap();
        }
        assert!((1..=3).contains(&state.path().len()), "{:?}", state.path());
    }
}

/// Returns the goals of the battle to come, each with the units that it names, and the keys of the events.
fn goals_and_events(campaign: &Campaign, state: &CampaignState) -> (Vec<(String, Vec<String>)>, Vec<String>) {
    let scenario = campaign.battle_scenario(state).unwrap();
    assert!(Battle::from_scenario(&scenario).is_ok());
    let goals = scenario.map.goals.into_iter().map(|goal| (goal.key, [goal.destroy, goal.units].concat()));
    (goals.collect(), scenario.map.events.into_iter().map(|event| event.key).collect())
}

#[test]
fn goals_and_events_name_units_of_the_army() {
    let campaign = read_campaign_on(&map_with_names()).unwrap();
    let mut state = campaign.begin(3);
    let scenario = campaign.battle_scenario(&state).unwrap();
    let keys: Vec<_> =
        scenario.map.blue.as_ref().unwrap().units.iter().map(|unit| unit.key.clone()).collect();
    assert_eq!(keys, [Some("guard".to_owned()), None, None], "only who is named");
    let named = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let goal = |key: &str, units: &[&str]| (key.to_owned(), named(units));
    // The riders stay away: the guard alone is to come home.
    let goals = [goal("hero", &["guard"]), goal("home", &["guard"]), goal("away", &[]), goal("castle", &[])];
    assert_eq!(goals_and_events(&campaign, &state), (goals.to_vec(), named(&["grief", "joy", "dusk"])));
    assert_eq!(scenario.map.goals[1].count, Some(1));
    assert_eq!((scenario.map.wins.red.len(), scenario.map.wins.blue.len()), (2, 1));

    // Without both, all is gone that asks for them, and nothing else.
    campaign.refit(&mut state, &Refit::Rest { unit: "guard".to_owned() }).unwrap();
    let left = (vec![goal("away", &[]), goal("castle", &[])], named(&["dusk"]));
    assert_eq!(goals_and_events(&campaign, &state), left);
    let scenario = campaign.battle_scenario(&state).unwrap();
    assert_eq!((scenario.map.wins.red, scenario.map.wins.blue), (vec![named(&["castle"])], vec![]));
    assert_eq!(scenario.map.events[0].opens, [""; 0]);

    // The riders are in the next battle, where the guard is no more.
    let mut state = campaign.begin(3);
    let over = outcome(&campaign, &state, Some(Side::Blue), &[0, 500]);
    campaign.finish_battle(&mut state, &over).unwrap();
    assert_eq!(state.fielded(), ["scouts", "riders"]);
    let goals = [goal("home", &["riders"]), goal("away", &[]), goal("castle", &[])];
    assert_eq!(goals_and_events(&campaign, &state), (goals.to_vec(), named(&["joy", "dusk"])));
}

#[test]
fn a_key_of_a_unit_of_the_map_means_that_unit() {
    let map = map_with_names().replace("tag: \"guard\"", "key: \"guard\"");
    let campaign = read_campaign_on(&map).unwrap();
    let scenario = campaign.battle_scenario(&campaign.begin(3)).unwrap();
    let keys = scenario.map.blue.unwrap().units.into_iter().map(|unit| unit.key);
    assert_eq!(keys.collect::<Vec<_>>(), [None, None, Some("guard".to_owned())]);
}
