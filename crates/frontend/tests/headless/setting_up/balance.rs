//! The balance meter: games beside the frames, and battles that are evened out.

use bevy::window::PrimaryWindow;
use hotgates_analysis::{BalanceLever, BalanceTrial, is_even_tally};
use hotgates_engine::{Army, UnitEntry};
use hotgates_frontend::setup::balance::{BalanceAction, SetupBalance};
use hotgates_frontend::setup::model::commander_names;
use hotgates_frontend::ui::{Tooltip, theme};

use super::*;

/// Opens the setup of a plain on which Red is thrice as strong.
fn uneven_setup() -> Player {
    let mut player = Player::new();
    player.app.world_mut().spawn(PrimaryWindow);
    let mut scenario = duel();
    let mut rows = vec![".".repeat(12); 9];
    rows[4].replace_range(1..2, "#");
    scenario.map.rows = rows;
    scenario.map.turns = Some(30);
    let army = |units| Some(Army { commander: None, units: vec![UnitEntry::new("infantry"); units] });
    (scenario.map.red, scenario.map.blue) = (army(9), army(3));
    player.app.insert_resource(BattleSetup::new(&scenario, BattleSetup::NO_MAP));
    player.press(KeyCode::KeyN);
    player
}

fn until_all_games_are_played(player: &mut Player) {
    player.until("all games are played", |world| {
        let meter = world.resource::<SetupBalance>();
        meter.tally().games > 0 && !meter.is_playing()
    });
    player.app.update();
}

/// Returns the colour of the text that says who wins how often.
fn colour_of_result(player: &mut Player) -> Color {
    let mut texts = player.app.world_mut().query::<(&Text, &TextColor)>();
    let mut texts = texts.iter(player.app.world());
    let is_result = |words: &str| ["Red wins ", "Blue wins "].iter().any(|start| words.starts_with(start));
    texts.find(|(text, _)| is_result(&text.0)).expect("the meter has been read").1.0
}

/// Asserts that the buttons that even the battle out are off, that `words` stand before them, and that their
/// tips say why.
fn check_levers_are_off(player: &mut Player, words: &str, why: &str) {
    check_texts(player, &[words]);
    let world = player.app.world_mut();
    let mut levers = world.query::<(&MessageOnClick<BalanceAction>, &Tooltip, Has<InteractionDisabled>)>();
    let levers: Vec<_> = levers.iter(world).collect();
    assert_eq!(levers.len(), 2, "turns and men");
    for (_, tip, is_off) in levers {
        assert!(is_off && tip.0.contains(why), "{}", tip.0);
    }
}

#[test]
fn a_battle_that_is_lost_before_it_begins_is_told_and_evened_out() {
    let mut player = uneven_setup();
    until_all_games_are_played(&mut player);
    let meter = player.app.world().resource::<SetupBalance>();
    assert_eq!(meter.tally().games, BalanceTrial::GAMES);
    assert!(!is_even_tally(meter.tally()));
    let wins = meter.tally().wins.red;
    check_texts(&mut player, &[&format!("Red wins {wins} of 24 battles"), "Red: hunter, Blue: warden"]);
    assert_eq!(colour_of_result(&mut player), theme::ACCENT, "to be noticed, and no fault");
    check_texts(&mut player, &["even out by"]);
    // What is typed changes nothing of it, and other dice do not either.
    player.say(SetupChange::Name(Side::Red, 0, "Hydarnes".to_owned()));
    player.say(SetupChange::Seed(99));
    player.app.update();
    assert_eq!(player.app.world().resource::<SetupBalance>().tally().games, BalanceTrial::GAMES);

    player.say(BalanceAction::EvenOut(BalanceLever::Men));
    player.until("a change has been found", |world| !world.resource::<SetupBalance>().is_searching());
    player.app.update();
    let told = player.notices();
    assert!(told.len() == 1 && told[0].starts_with("Evened out with "), "{told:?}");
    let setup = player.app.world().resource::<BattleSetup>();
    assert!(setup.units(Side::Red).iter().all(|unit| unit.strength.is_some_and(|men| men < 1000)));
    assert_eq!(setup.units(Side::Red)[0].name.as_deref(), Some("Hydarnes"), "nothing else is lost");
    until_all_games_are_played(&mut player);
    assert!(is_even_tally(player.app.world().resource::<SetupBalance>().tally()));
    assert_eq!(colour_of_result(&mut player), theme::TEXT_DIM);
    check_levers_are_off(&mut player, "about even", "nothing to even out");
}

#[test]
fn games_end_with_the_screen_and_begin_again_with_another_battle() {
    let mut player = uneven_setup();
    player.until("games are played", |world| world.resource::<SetupBalance>().is_playing());
    // The panel is filled once it has been spawned.
    (0..5).for_each(|_| player.app.update());
    check_levers_are_off(&mut player, "being fought", "still being fought");
    let random = commander_names().iter().position(|name| *name == "random").unwrap();
    player.say(SetupChange::Seat(Side::Red, random));
    player.app.update();
    assert_eq!(player.app.world().resource::<SetupBalance>().tally().games, 0, "another battle");
    until_all_games_are_played(&mut player);
    player.say(BalanceAction::EvenOut(BalanceLever::Turns));
    assert!(player.app.world().resource::<SetupBalance>().is_searching());
    player.say(BalanceAction::Stop);
    player.app.update();
    assert!(!player.app.world().resource::<SetupBalance>().is_searching());
    assert_eq!(player.app.world().resource::<BattleSetup>().last_turn(), Some(30));
    player.say(BalanceAction::EvenOut(BalanceLever::Turns));
    player.say(SetupAction::Back);
    player.app.update();
    let meter = player.app.world().resource::<SetupBalance>();
    assert!(!meter.is_searching() && !meter.is_playing() && meter.tally().games == 0);
}
