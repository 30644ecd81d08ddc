//! Computers in a battle: they play, advise, take over, answer "what if", and show their thoughts.

use hotgates_frontend::battle::{BattleEnded, LoadBattle};
use hotgates_frontend::board::Overlay;
use hotgates_frontend::insight::what_if::FinishedBattle;
use hotgates_frontend::insight::{Advice, AdviceAction, LayerData, ShownOverlay, WhatIfQuestion};

use super::*;

/// On open ground a warden looks for points of convergence, finds none, and says so.
#[test]
fn points_that_the_ground_does_not_have_are_not_blamed_on_the_commander() {
    let mut player = Player::new();
    let rows = r#"rows: ["..............", "..............", "..............", "....#.........", ".............."],"#;
    let map = DUEL.replace(DUEL.lines().find(|line| line.contains("rows")).unwrap(), rows);
    let map = map.replace("at: (2, 1)", "at: (13, 1)").replace("at: (8, 0)", "at: (13, 3)");
    player.fight(&map, &Seat::seat_of_person(), &Seat::from_name("warden"));
    player.say(BattleAction::BeginFighting);
    player.say(BattleAction::Show(player.unit(Side::Blue, 0)));
    player.press(KeyCode::Digit3);
    player.until("it is drawn", |world| world.resource::<ShownOverlay>().seen.is_some());
    player.app.update();
    check_texts(&mut player, &["Nowhere do a few hexes bar every way to what the side defends."]);
}

#[test]
fn computers_fight_to_the_end_and_leave_a_replay() {
    let mut player = Player::new();
    let computer = |name: &str| Seat::from_name(name);
    player.fight(DUEL, &computer("hunter"), &computer("warden"));
    player.playback().speed = 16;
    let mut ended = None;
    let begun = Instant::now();
    while ended.is_none() {
        assert!(begun.elapsed() < Duration::from_mins(1), "the battle does not end");
        player.app.update();
        ended = player.app.world_mut().resource_mut::<Messages<BattleEnded>>().drain().next();
    }
    let BattleEnded(outcome) = ended.unwrap();
    assert_eq!(outcome.verdict, player.game().session.battle().verdict());
    let (storage, name) = (player.storage(), player.game().session.battle().hash());
    player.until("the replay is written", |_| storage.list_battles(&storage.replay_folder()).len() == 1);
    // The replay is there before the save goes.
    player.until("there is nothing left to resume", |_| !storage.autosave_file().exists());
    // The replay is watched, not fought again, and ends where the battle did.
    let (_, replay) = storage.list_battles(&storage.replay_folder()).remove(0);
    player.say(LoadBattle(replay));
    player.app.update();
    assert_eq!(player.screen(), Screen::Replay);
    player.press(KeyCode::End);
    assert_eq!(player.on_screen().shown_position().hash(), name);
}

#[test]
fn a_computer_thinks_for_its_time_and_a_resumed_battle_keeps_it() {
    let mut player = Player::new();
    let map = include_str!("../../../../maps/hot_gates.ron");
    player.fight(map, &Seat::from_name("strategist+1s"), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    let mut frames = 0;
    let begun = Instant::now();
    while player.orders().is_empty() {
        assert!(begun.elapsed() < Duration::from_mins(1), "the time never ends");
        player.app.update();
        frames += 1;
    }
    // A frame takes 50 ms here; three fifths of the second come before the first order.
    assert!(frames >= 12, "{frames} frames");
    player.until("the half-turn is over", |world| game(world).session.battle().side() == Side::Blue);
    player.say(BattleAction::EndTurnNow);
    player.until("Red is in the middle of a half-turn", |world| {
        let session = &game(world).session;
        session.order_records().iter().filter(|record| record.side == Side::Red).count() > 3
            && session.battle().side() == Side::Red
            && session.order_records().last().is_some_and(|record| record.side == Side::Red)
    });
    let orders = player.orders();
    player.say(AppExit::Success);
    let mut player = Player::at(player.folder);
    player.press(KeyCode::KeyR);
    player.app.update();
    assert!(player.orders().starts_with(&orders), "an order more may have come while the window closed");
    assert_eq!(player.game().session.seats()[Side::Red].thinking_seconds(), Some(1));
    player.until("the resumed half-turn is over", |world| game(world).session.battle().side() == Side::Blue);
}

#[test]
fn a_computer_that_thinks_is_stopped_when_the_battle_is_left() {
    let mut player = Player::new();
    let great = include_str!("../../../../maps/great_plain.ron");
    player.fight(great, &Seat::from_name("hunter"), &Seat::from_name("warden"));
    for _ in 0..5 {
        player.app.update();
    }
    let begun = Instant::now();
    player.say(BattleAction::Leave);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    drop(player);
    assert!(begun.elapsed() < Duration::from_secs(20), "somebody went on thinking");
}

#[test]
fn a_hint_is_legal_and_is_followed_when_it_is_taken() {
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::KeyH);
    player.until("the commander has advised", |world| world.resource::<Advice>().hint.is_some());
    let (order, _) = player.app.world().resource::<Advice>().hint.clone().unwrap();
    player.app.update();
    assert_eq!(player.game().hinted, Some(order), "the board points it out");
    player.game().session.battle().check(order).unwrap();
    leaving::check_buttons_stay(&mut player, "a hint");
    player.say(AdviceAction::Take);
    assert_eq!(player.orders(), [order]);
    assert!(player.app.world().resource::<Advice>().hint.is_none());
}

#[test]
fn a_commander_plays_the_rest_of_the_turn_and_no_more() {
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::KeyJ);
    assert!(player.app.world().resource::<Advice>().auto);
    player.until("the turn has ended", |world| game(world).session.battle().side() == Side::Blue);
    assert_eq!(player.orders().last(), Some(&Order::EndTurn));
    let orders = player.orders().len();
    for _ in 0..50 {
        player.app.update();
    }
    assert_eq!(player.orders().len(), orders, "Blue's turn is the player's own");
    assert!(!player.app.world().resource::<Advice>().auto);
}

#[test]
fn what_if_fights_two_hundred_battles_and_leaves_this_one_alone() {
    let mut player = Player::new();
    player.hot_seat();
    let before = player.game().session.battle().hash();
    player.press(KeyCode::KeyI);
    player.until("they have been fought", |world| {
        let what_if = world.resource::<WhatIfQuestion>();
        what_if.is_asked() && !what_if.is_working()
    });
    let what_if = player.app.world().resource::<WhatIfQuestion>();
    assert_eq!(what_if.finishes.len(), 200);
    // Each seed makes its own battle, the same each time.
    let battle = player.game().session.battle().clone();
    let seats = Seats::from_names(&what_if.names.red, &what_if.names.blue);
    let mut game = seats.begin_match(battle, 17_u64).unwrap();
    game.finish().unwrap();
    assert_eq!(what_if.finishes[16], FinishedBattle::from_battle(game.game_record().battle()));
    let (wins, (low, high)) = what_if.wins_and_interval(Side::Red);
    assert!(low <= wins * 5 && wins * 5 <= high, "{low} {wins} {high}");
    let [few, middle, many] = what_if.loss_quantiles(Side::Blue).unwrap();
    assert!(few <= middle && middle <= many);
    assert_eq!(player.game().session.battle().hash(), before);
    player.press(KeyCode::KeyI);
    assert!(!player.app.world().resource::<WhatIfQuestion>().is_asked());
}

#[test]
fn overlays_follow_the_selection_and_go_away_again() {
    let mut player = Player::new();
    player.hot_seat();
    let words = |world: &World| world.resource::<Overlay>().0.words.len();
    player.press(KeyCode::Digit1);
    player.until("the costs are there", |world| words(world) > 0);
    assert_eq!(words(player.app.world()), 50, "every hex of this map");
    let Some(LayerData::Cost(costs)) = player.app.world().resource::<ShownOverlay>().seen.as_deref() else {
        panic!("costs")
    };
    let castle = player.game().session.battle().castles().next().unwrap().0;
    assert_eq!(costs.from, [castle]);
    // The threat overlay needs a selected unit.
    player.notices();
    player.press(KeyCode::Digit2);
    assert_eq!(player.notices().len(), 1);
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    player.until("the threat is there", |world| {
        matches!(world.resource::<ShownOverlay>().seen.as_deref(), Some(LayerData::Threat(threat)) if threat.threatened_unit() == unit)
    });
    player.until("it is drawn", |world| words(world) > 0);
    player.press(KeyCode::Digit2);
    player.app.update();
    assert_eq!(words(player.app.world()), 0);
}
