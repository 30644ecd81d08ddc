//! How even battles are, and changes that make them more even.

use hotgates_analysis::{
    BalanceChange, BalanceLever, BalanceTrial, BalanceTrialError, favoured_side, is_even_tally,
};
use hotgates_engine::{Army, DiceSource, MapFile, Scenario, Side, UnitEntry};
use hotgates_play::{Seats, SpoiledGame, Tally};
use hotgates_search::Cancel;

/// Returns a plain with so many units of infantry a side.
fn plain(red: usize, blue: usize, turns: i64) -> Scenario {
    let mut rows = vec![".".repeat(14); 11];
    rows[5].replace_range(1..2, "#");
    let army = |units| Some(Army { commander: None, units: vec![UnitEntry::new("infantry"); units] });
    let map = MapFile {
        name: "plain".to_owned(),
        rows,
        turns: Some(turns),
        red: army(red),
        blue: army(blue),
        ..MapFile::default()
    };
    Scenario::classic(map)
}

fn play(trial: &BalanceTrial) -> Tally {
    trial.play_games(BalanceTrial::GAMES, &Cancel::new(), |_| {}).expect("games with results")
}

#[test]
fn an_offer_has_the_results_that_the_changed_battle_has_and_is_more_even() {
    let seats = Seats::from_names("hunter", "warden");
    let mut offers = 0;
    for (red, blue, turns) in [(9, 4, 30), (3, 7, 9), (12, 5, 16), (4, 4, 12)] {
        let trial = BalanceTrial::new(plain(red, blue, turns), seats.clone());
        let present = play(&trial);
        for lever in [BalanceLever::Turns, BalanceLever::Men] {
            let mut tried = Vec::new();
            let offer = trial.find_change(lever, &present, &Cancel::new(), |offer| tried.push(offer.clone()));
            let Some(offer) = offer.expect("games with results") else {
                assert!(favoured_side(&present).is_none() || tried.is_empty());
                continue;
            };
            offers += 1;
            assert!(tried.contains(&offer) && tried.len() <= 10, "{tried:?}");
            let lead = |tally: &Tally| tally.wins.red.abs_diff(tally.wins.blue);
            assert!(tried.iter().all(|tried| lead(&tried.tally) >= lead(&offer.tally)));
            let changed = BalanceTrial::new(offer.change.applied_to(trial.scenario()), seats.clone());
            assert_eq!(play(&changed), offer.tally);
            match (lever, offer.change) {
                (BalanceLever::Turns, BalanceChange::Turns(offered)) => {
                    assert_eq!(offered < turns, favoured_side(&present) == Some(Side::Red));
                }
                (BalanceLever::Men, BalanceChange::Men(side, percent)) => {
                    assert!(Some(side) == favoured_side(&present) && (10..100).contains(&percent));
                }
                (_, change) => panic!("{change:?} by {lever:?}"),
            }
        }
    }
    assert!(offers >= 4, "{offers} offers");
}

#[test]
fn a_battle_that_is_lost_before_it_begins_is_evened_out_by_men() {
    let trial = BalanceTrial::new(plain(12, 3, 30), Seats::from_names("hunter", "warden"));
    let present = play(&trial);
    assert!(!is_even_tally(&present), "{present:?}");
    let offer = trial.find_change(BalanceLever::Men, &present, &Cancel::new(), |_| {});
    let offer = offer.expect("games with results").expect("an offer");
    assert!(is_even_tally(&offer.tally), "{offer:?}");
}

#[test]
fn whoever_plays_the_battle_has_other_dice_than_the_games_before_it() {
    let mut scenario = plain(5, 4, 12);
    scenario.set_dice_source(DiceSource::Seed(u64::MAX));
    let seats = Seats::from_names("hunter", "warden");
    let trial = BalanceTrial::new(scenario.clone(), seats.clone());
    let mut counted = Vec::new();
    let tally = trial.play_games(5, &Cancel::new(), |tally| counted.push(tally.games)).expect("results");
    assert_eq!((tally.games, counted), (5, vec![1, 2, 3, 4, 5]));
    scenario.set_dice_source(DiceSource::Seed((1 << 40) - 1));
    let mut same = Tally::default();
    let series = hotgates_play::Series::from_scenario(&scenario, seats).expect("no faults");
    (0..5).for_each(|number| same.count_game(&series.play_game(number, &Cancel::new()).expect("a result")));
    assert_eq!(same, tally);
}

#[test]
fn games_that_nobody_waits_for_end() {
    let trial = BalanceTrial::new(plain(5, 4, 12), Seats::from_names("hunter", "warden"));
    let cancel = Cancel::new();
    let ended = trial.play_games(1000, &cancel, |tally| {
        if tally.games == 2 {
            cancel.set_flag();
        }
    });
    assert!(matches!(ended, Err(BalanceTrialError::Spoiled(SpoiledGame::Cancelled(_)))), "{ended:?}");
    let mut faulty = plain(1, 1, 0);
    faulty.map.rows.clear();
    let trial = BalanceTrial::new(faulty, Seats::default());
    assert!(matches!(trial.play_games(1, &Cancel::new(), |_| {}), Err(BalanceTrialError::Faults(_))));
}
