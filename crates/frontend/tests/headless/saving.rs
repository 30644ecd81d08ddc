//! Saves: faulty files, the autosave, copies.

use std::path::Path;

use bevy::app::AppExit;
use bevy::tasks::IoTaskPool;
use hotgates_frontend::battle::{LoadBattle, SaveBattleCopy};

use super::*;

#[test]
fn bad_files_get_a_message_with_their_name_and_nothing_changes() {
    let mut player = Player::new();
    let bad: [(&str, &[u8]); 3] =
        [("empty.replay", b""), ("text.replay", b"(name: \"hot gates\")"), ("torn.replay", b"HGRP\x01\0\0")];
    for (name, bytes) in bad {
        let path = player.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        player.notices();
        player.say(LoadBattle(path));
        let notices = player.notices();
        assert!(notices.len() == 1 && notices[0].contains(name), "{notices:?}");
        assert_eq!(player.screen(), Screen::Menu);
    }
    player.say(LoadBattle(Path::new("no/such/file.replay").into()));
    assert!(player.notices()[0].contains("no/such/file.replay"));
}

#[test]
fn closing_the_window_at_any_moment_loses_nothing() {
    let mut player = Player::new();
    player.hot_seat();
    player.click(player.cell_of(player.unit(Side::Red, 0)));
    player.click(player.cell_of(player.unit(Side::Blue, 0)));
    player.say(BattleAction::EndTurnNow);
    let unit = player.unit(Side::Blue, 1);
    player.click(player.cell_of(unit));
    let (to, _) = player.game().selection.stopping_cells()[0];
    player.click(to);
    let (orders, hash) = (player.orders(), player.game().session.battle().hash());
    player.say(AppExit::Success);

    // The next start offers to resume it.
    let mut player = Player::at(player.folder);
    assert_eq!(player.screen(), Screen::Menu);
    player.press(KeyCode::KeyR);
    player.app.update();
    assert_eq!(player.screen(), Screen::Battle);
    assert_eq!(player.orders(), orders);
    assert_eq!(player.game().session.battle().hash(), hash);
    assert!(!player.game().is_deploying());
}

/// The window closes in the frame in which the battle ends, while the disk is busy.
#[test]
fn a_battle_that_ends_as_the_window_closes_is_kept_as_a_replay() {
    let mut player = Player::new();
    player.hot_seat();
    let half_turns = player.game().session.battle().half_turns_left();
    for _ in 1..half_turns {
        player.say(BattleAction::EndTurnNow);
    }
    let files = IoTaskPool::get();
    for _ in 0..files.thread_num() {
        files.spawn(async { std::thread::sleep(Duration::from_millis(200)) }).detach();
    }
    player.app.world_mut().write_message(BattleAction::EndTurnNow);
    player.say(AppExit::Success);
    let storage = player.storage();
    assert!(player.game().session.battle().verdict().is_some());
    assert_eq!(storage.list_battles(&storage.replay_folder()).len(), 1, "it is kept once");
    assert!(!storage.autosave_file().exists(), "there is nothing left to resume");
}

/// Units that were arranged before the first turn are found where they were put.
#[test]
fn an_arrangement_is_kept_when_the_battle_is_left_before_it_begins() {
    let mut player = Player::new();
    player.fight(DUEL, &Seat::from_name("hunter"), &Seat::seat_of_person());
    let battle = player.game().session.battle().clone();
    let unit = player.unit(Side::Blue, 1);
    let free = |cell: &&Cell| battle.at(**cell).is_none();
    let to = *battle.deployment_zone(Side::Blue).iter().find(free).unwrap();
    player.click(player.cell_of(unit));
    player.click(to);
    player.press(KeyCode::Escape);
    player.until("the menu is there", |world| *world.resource::<State<Screen>>().get() == Screen::Menu);
    player.press(KeyCode::KeyR);
    player.until("the battle is there", |world| *world.resource::<State<Screen>>().get() == Screen::Battle);
    assert!(player.game().is_deploying());
    assert_eq!(player.cell_of(unit), to);
    assert_eq!(player.orders(), []);
}

/// A seat that names a program is refused: no file starts a program.
#[test]
fn a_save_that_names_a_program_starts_nothing() {
    let mut player = Player::new();
    player.fight(DUEL, &Seat::from_name("hunter"), &Seat::seat_of_person());
    let mut save = player.game().session.to_replay().unwrap();
    let red = save.scenario.map.red.as_mut().unwrap();
    red.commander = Some("bot:touch PWNED".to_owned());
    let path = player.folder.path().join("bad.save");
    std::fs::write(&path, save.encode()).unwrap();
    player.notices();
    player.say(LoadBattle(path));
    for _ in 0..5 {
        player.app.update();
        assert_eq!(player.notices(), [""; 0]);
    }
    player.press(KeyCode::KeyB);
    player.app.update();
    // The seat waits for the player to say who sits there.
    check_texts(&mut player, &["Nobody commands Red", "No file ever starts one.", "Red · a program"]);
    assert!(!all_texts(&mut player).contains("PWNED"));
    player.press(KeyCode::KeyI);
    player.press(KeyCode::KeyH);
    player.press(KeyCode::Digit5);
    for _ in 0..20 {
        player.app.update();
    }
    assert!(player.orders().is_empty() && !Path::new("PWNED").exists());
    player.say(hotgates_frontend::battle::SeatAction::Seat(Side::Red, "hunter"));
    player.until("the battle goes on", |world| !game(world).session.order_records().is_empty());
    assert!(!Path::new("PWNED").exists());
}

#[test]
fn a_copy_is_saved_beside_the_autosave() {
    let mut player = Player::new();
    player.hot_seat();
    player.say(BattleAction::EndTurnNow);
    player.say(SaveBattleCopy);
    let storage = player.storage();
    let saves = storage.list_battles(&storage.save_folder());
    assert_eq!(saves.len(), 1);
    assert!(player.notices().iter().any(|notice| notice.contains("duel-001.replay")));
    player.say(BattleAction::EndTurnNow);
    player.say(LoadBattle(saves[0].1.clone()));
    player.app.update();
    assert_eq!(player.orders(), [Order::EndTurn]);
}
