//! The window's logic without a window: what mouse and keyboard say goes in as messages, what the
//! player would see comes out of resources.

#![expect(clippy::unwrap_used, reason = "tests may panic")]

mod academy;
mod editor;
mod files;
mod first_battle;
mod focus;
mod jobs;
mod keys;
mod leaving;
mod phrases;
mod storage;
mod texts;
mod watching;

use std::path::Path;
use std::time::{Duration, Instant};

use accesskit::{Action, Live, Role, Toggled};
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, ActionRequest};
use bevy::app::AppExit;
use bevy::ecs::message::Messages;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use hotgates_ai::play::{Seat, Seats};
use hotgates_engine::{Cell, Direction, MapFile, Order, Ruleset, Scenario, Side, UnitId};
use hotgates_frontend::GamePlugin;
use hotgates_frontend::battle::playback::Playback;
use hotgates_frontend::battle::{
    BattleAction, BattleEnded, LoadBattle, PointerAction, SaveBattleCopy, StartBattle,
};
use hotgates_frontend::board::{HexClicked, Overlay};
use hotgates_frontend::describe::{BoardDescription, DescriptionPart};
use hotgates_frontend::insight::what_if::FinishedBattle;
use hotgates_frontend::insight::{Advice, AdviceAction, InsightOverlay, LayerData, WhatIfQuestion};
use hotgates_frontend::scene::{FoughtBattle, Scene, ShownBattle};
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::settings::Settings;
use hotgates_frontend::ui::storage::Storage;
use hotgates_frontend::ui::texts::Texts;
use hotgates_frontend::ui::{Notice, UiColours};
use hotgates_frontend::view::{PlaybackAction, ViewAction};
use hotgates_picture::{ColourScheme, Palette};
use tempfile::TempDir;

/// Two infantry units next to each other, and Blue's artillery two hexes from its castle.
const DUEL: &str = r#"(
    name: "duel", turns: 4, seed: 7,
    rows: ["..........", "..........", "..........", "....#.....", ".........."],
    red: (units: [(type: "infantry", at: (2, 1)), (type: "cavalry", at: (8, 0))]),
    blue: (units: [(type: "infantry", at: (2, 2)), (type: "artillery", at: (6, 4))]),
)"#;

/// An app with everything but a window, and the folder that it writes to.
struct Player {
    app: App,
    folder: TempDir,
}

impl Player {
    fn new() -> Self {
        Self::at(tempfile::tempdir().unwrap())
    }

    fn at(folder: TempDir) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, AssetPlugin::default()))
            .init_resource::<ButtonInput<KeyCode>>()
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .add_plugins(GamePlugin { storage: Storage::in_folder(folder.path()) });
        app.finish();
        app.cleanup();
        app.update();
        Self { app, folder }
    }

    fn storage(&self) -> Storage {
        Storage::in_folder(self.folder.path())
    }

    fn say<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
        self.app.update();
    }

    fn press(&mut self, key: KeyCode) {
        self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
        self.app.update();
        let mut keys = self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.release(key);
        keys.clear();
        self.app.update();
    }

    fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    fn game(&self) -> &FoughtBattle {
        game(self.app.world())
    }

    /// The battle on the screen.
    fn on_screen(&self) -> ShownBattle<'_> {
        self.app.world().resource::<Scene>().shown_battle().expect("a battle is on the screen")
    }

    /// What is shown of the battle on the screen.
    fn playback(&mut self) -> Mut<'_, Playback> {
        let scene = self.app.world_mut().resource_mut::<Scene>();
        scene.filter_map_unchanged(Scene::playback_mut).expect("a battle is on the screen")
    }

    fn orders(&self) -> Vec<Order> {
        self.game().session.order_records().iter().map(|record| record.order).collect()
    }

    /// What has been told to the player since this was asked last.
    fn notices(&mut self) -> Vec<String> {
        let notices: Vec<_> = self.app.world_mut().resource_mut::<Messages<Notice>>().drain().collect();
        let texts = self.app.world().resource::<Texts>();
        notices.iter().map(|Notice(phrase)| texts.phrase_in_words(phrase)).collect()
    }

    fn cell_of(&self, unit: UnitId) -> Cell {
        self.game().session.battle().unit(unit).cell
    }

    fn unit(&self, side: Side, nth: usize) -> UnitId {
        self.game().session.battle().living(side).nth(nth).unwrap()
    }

    fn click(&mut self, cell: Cell) {
        self.say(HexClicked(Some(cell)));
    }

    fn fight(&mut self, map: &str, red: &Seat, blue: &Seat) {
        let mut rules = Ruleset::classic();
        // The armies may meet at once.
        rules.setup.distance = 0;
        let scenario = Scenario { map: MapFile::from_ron(map).unwrap(), rules };
        let seats = Seats::new(|side| if side == Side::Red { red.clone() } else { blue.clone() });
        self.say(StartBattle::new(scenario, seats));
        self.app.update();
        assert_eq!(self.screen(), Screen::Battle, "{:?}", self.notices());
    }

    /// Lets time pass until something is so; fails where it is not so after a minute.
    fn until(&mut self, what: &str, mut so: impl FnMut(&World) -> bool) {
        let begun = Instant::now();
        while !so(self.app.world()) {
            assert!(begun.elapsed() < Duration::from_mins(1), "waited a minute until {what}");
            self.app.update();
            std::thread::yield_now();
        }
    }

    fn hot_seat(&mut self) {
        self.fight(DUEL, &Seat::for_person(), &Seat::for_person());
        self.say(BattleAction::BeginFighting);
    }
}

/// The battle that is fought.
fn game(world: &World) -> &FoughtBattle {
    world.resource::<Scene>().fought_battle().expect("a battle is fought")
}

/// Returns `true` if everything that happened has been shown.
fn is_idle(world: &World) -> bool {
    world.resource::<Scene>().shown_battle().is_none_or(|scene| scene.playback().is_idle())
}

#[test]
fn a_click_selects_another_one_moves_and_undo_takes_it_back() {
    let mut player = Player::new();
    player.hot_seat();
    let unit = player.unit(Side::Red, 1);
    let home = player.cell_of(unit);
    player.click(home);
    assert_eq!(player.game().selection.selected_unit(), Some(unit));
    let (to, left) = *player.game().selection.stopping_cells().iter().min_by_key(|(_, left)| *left).unwrap();
    player.click(to);
    assert_eq!(player.cell_of(unit), to);
    assert_eq!(player.game().session.battle().unit(unit).left, left);
    assert_eq!(player.game().selection.selected_unit(), Some(unit), "it stays selected");
    assert!(player.game().session.can_undo());
    player.press(KeyCode::KeyU);
    assert_eq!(player.cell_of(unit), home);
    assert_eq!(player.orders(), []);
    // Where there is nothing to take back, the player is told so.
    player.notices();
    player.press(KeyCode::KeyU);
    assert_eq!(player.notices().len(), 1);
}

#[test]
fn the_keyboard_alone_selects_and_moves() {
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::KeyN);
    let unit = player.game().selection.selected_unit().unwrap();
    let before = player.game().session.battle().grid().coord(player.cell_of(unit));
    player.press(KeyCode::KeyW);
    player.press(KeyCode::KeyF);
    let after = player.game().session.battle().grid().coord(player.cell_of(unit));
    assert_eq!((after.col, after.row), (before.col, before.row - 1));
    assert!(matches!(player.orders()[..], [Order::Move { .. }]));
}

#[test]
fn an_attack_rolls_dice_and_cannot_be_taken_back() {
    let mut player = Player::new();
    player.hot_seat();
    let (unit, target) = (player.unit(Side::Red, 0), player.unit(Side::Blue, 0));
    player.click(player.cell_of(unit));
    assert_eq!(player.game().selection.targets_at_once(), [target]);
    let men = |player: &Player, unit| player.game().session.battle().unit(unit).strength.0;
    let before = (men(&player, unit), men(&player, target));
    player.click(player.cell_of(target));
    assert_eq!(player.orders(), [Order::Attack { unit, target }]);
    let after = (men(&player, unit), men(&player, target));
    assert!(after.0 < before.0 && after.1 < before.1, "{before:?} {after:?}");
    assert!(!player.game().session.can_undo());
    // It is shown one thing after the other, and at its end everything has been shown.
    assert!(!player.on_screen().playback().is_idle());
    player.until("the attack has been shown", is_idle);
    let playback = player.on_screen().playback();
    assert_eq!(playback.shown_position(), player.game().session.battle());
}

#[test]
fn a_turn_ends_after_a_question_while_units_can_still_act() {
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::KeyT);
    assert_eq!(player.game().asked_to_end.len(), 2, "both units can act");
    assert_eq!(player.game().session.battle().side(), Side::Red);
    player.press(KeyCode::Escape);
    assert!(player.game().asked_to_end.is_empty());
    player.press(KeyCode::KeyT);
    player.say(BattleAction::EndTurnNow);
    assert_eq!(player.game().session.battle().side(), Side::Blue);
    assert_eq!(player.orders(), [Order::EndTurn]);
}

#[test]
fn units_are_arranged_before_the_first_turn_only_within_their_zone() {
    let mut player = Player::new();
    player.fight(DUEL, &Seat::for_person(), &Seat::for_person());
    assert!(player.game().is_deploying());
    let battle = player.game().session.battle().clone();
    let (unit, zone) = (player.unit(Side::Blue, 1), battle.deployment_zone(Side::Blue));
    let to = *zone.iter().find(|&&cell| battle.at(cell).is_none()).unwrap();
    player.click(player.cell_of(unit));
    player.click(to);
    assert_eq!(player.cell_of(unit), to);
    let outside = battle.grid().cells().find(|cell| !zone.contains(cell) && battle.at(*cell).is_none());
    player.click(to);
    player.notices();
    player.click(outside.unwrap());
    assert_eq!(player.cell_of(unit), to);
    assert_eq!(player.notices().len(), 1, "the player is told why not");
    player.press(KeyCode::KeyB);
    assert!(!player.game().is_deploying());
    assert_eq!(player.orders(), [], "arranging is no order");
}

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
fn a_scenario_that_cannot_be_fought_says_why() {
    let mut player = Player::new();
    let map = MapFile::from_ron(r#"(name: "sea", rows: ["~~~~", "~~~~"])"#).unwrap();
    let seats = Seats::new(|_| Seat::for_person());
    player.notices();
    player.say(StartBattle::new(Scenario::classic(map), seats));
    assert!(!player.notices().is_empty());
    assert_eq!(player.screen(), Screen::Menu);
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
    player.until("the replay is written", |_| storage.list_replays(&storage.replay_folder()).len() == 1);
    assert!(!storage.autosave_file().exists(), "there is nothing left to resume");
    // The replay is watched, not fought again, and ends where the battle did.
    let (_, replay) = storage.list_replays(&storage.replay_folder()).remove(0);
    player.say(LoadBattle(replay));
    player.app.update();
    assert_eq!(player.screen(), Screen::Replay);
    player.press(KeyCode::End);
    assert_eq!(player.on_screen().shown_position().hash(), name);
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

/// Neither here nor anywhere else does a file start a program.
#[test]
fn a_save_that_names_a_program_starts_nothing() {
    let mut player = Player::new();
    player.fight(DUEL, &Seat::from_name("hunter"), &Seat::for_person());
    let mut save = player.game().session.to_replay();
    let red = save.scenario.map.red.as_mut().unwrap();
    red.commander = Some("bot:touch PWNED".to_owned());
    let path = player.folder.path().join("bad.save");
    std::fs::write(&path, save.encode()).unwrap();
    player.notices();
    player.say(LoadBattle(path));
    let mut notices = Vec::new();
    for _ in 0..5 {
        player.app.update();
        notices.extend(player.notices());
    }
    assert_eq!(notices, ["`bot:touch PWNED` is never started from a file"]);
    assert!(player.orders().is_empty() && !Path::new("PWNED").exists());
}

#[test]
fn a_copy_is_saved_beside_the_autosave() {
    let mut player = Player::new();
    player.hot_seat();
    player.say(BattleAction::EndTurnNow);
    player.say(SaveBattleCopy);
    let storage = player.storage();
    let saves = storage.list_replays(&storage.save_folder());
    assert_eq!(saves.len(), 1);
    assert!(player.notices().iter().any(|notice| notice.contains("duel-001.replay")));
    player.say(BattleAction::EndTurnNow);
    player.say(LoadBattle(saves[0].1.clone()));
    player.app.update();
    assert_eq!(player.orders(), [Order::EndTurn]);
}

#[test]
fn the_keyboard_goes_from_the_menu_into_a_battle_and_back() {
    let mut player = Player::new();
    assert_eq!(player.screen(), Screen::Menu);
    player.press(KeyCode::KeyN);
    assert_eq!(player.screen(), Screen::Setup);
    player.press(KeyCode::F5);
    player.app.update();
    assert_eq!(player.screen(), Screen::Battle);
    player.press(KeyCode::F1);
    assert!(player.game().keys_shown);
    player.press(KeyCode::Escape);
    assert!(!player.game().keys_shown);
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    assert!(player.app.world().resource::<Scene>().fought_battle().is_none());
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
    player.game().session.battle().check(order).unwrap();
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
    // Each is the battle that its seed makes.
    let battle = player.game().session.battle().clone();
    let seats = Seats::from_names(&what_if.names.red, &what_if.names.blue);
    let mut game = seats.sit_down(battle, 17).unwrap();
    game.finish().unwrap();
    assert_eq!(what_if.finishes[16], FinishedBattle::of_battle(game.game_record().battle()));
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
    let Some(LayerData::Cost(costs)) = player.app.world().resource::<InsightOverlay>().seen.as_deref() else {
        panic!("costs")
    };
    let castle = player.game().session.battle().castles().next().unwrap().0;
    assert_eq!(costs.from, [castle]);
    // Threat needs somebody who is threatened.
    player.notices();
    player.press(KeyCode::Digit2);
    assert_eq!(player.notices().len(), 1);
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    player.until("the threat is there", |world| {
        matches!(world.resource::<InsightOverlay>().seen.as_deref(), Some(LayerData::Threat(threat)) if threat.threatened_unit() == unit)
    });
    player.until("it is drawn", |world| words(world) > 0);
    player.press(KeyCode::Digit2);
    player.app.update();
    assert_eq!(words(player.app.world()), 0);
}

/// The node of a part of the description: what it says, and whether it is read aloud.
fn said(player: &mut Player, part: DescriptionPart) -> (Role, Option<Live>, String) {
    let world = player.app.world_mut();
    let mut nodes = world.query::<(&DescriptionPart, &AccessibilityNode)>();
    let (_, node) = nodes.iter(world).find(|(this, _)| **this == part).unwrap();
    (node.role(), node.live(), node.value().unwrap_or_default().to_owned())
}

fn screen_reader(player: &mut Player) {
    player.app.init_resource::<AccessibilityRequested>();
    player.app.world().resource::<AccessibilityRequested>().set(true);
}

#[test]
fn screen_readers_are_told_the_board_and_hear_what_changes() {
    let mut player = Player::new();
    screen_reader(&mut player);
    player.hot_seat();
    let (role, live, words) = said(&mut player, DescriptionPart::Situation);
    assert_eq!((role, live), (Role::Label, Some(Live::Polite)));
    assert!(words.starts_with("Turn 1 of 4. Red moves. Red, human: 2 units"), "{words}");
    assert_eq!(said(&mut player, DescriptionPart::Odds).2, "");
    // The selected unit, then the hex north of it, by keys.
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    let (_, live, words) = said(&mut player, DescriptionPart::Hex);
    assert_eq!(live, Some(Live::Polite));
    assert!(words.starts_with("Hex 2,1: grass, 2 MP to enter. Red infantry"), "{words}");
    assert!(words.ends_with("Selected."), "{words}");
    player.say(PointerAction::Point(Direction::N));
    player.app.update();
    let (.., words) = said(&mut player, DescriptionPart::Hex);
    assert!(words.starts_with("Hex 2,1: "), "the first key shows the pointer: {words}");
    player.say(PointerAction::Point(Direction::N));
    player.app.update();
    let (.., words) = said(&mut player, DescriptionPart::Hex);
    assert!(
        words.starts_with("Hex 2,0: grass, 2 MP to enter. Nobody is here. The selected unit can"),
        "{words}"
    );
    // What threatens it is computed beside the frames.
    player.until("the danger is known", |world| {
        world.iter_entities().any(|entity| {
            entity.get::<DescriptionPart>() == Some(&DescriptionPart::Danger)
                && entity.get::<AccessibilityNode>().is_some_and(|node| node.value() != Some(""))
        })
    });
    let (.., words) = said(&mut player, DescriptionPart::Danger);
    assert!(words.contains("can be hit here by infantry"), "{words}");
    // On the enemy, the odds.
    player.say(PointerAction::Point(Direction::S));
    player.say(PointerAction::Point(Direction::S));
    player.app.update();
    let (.., words) = said(&mut player, DescriptionPart::Odds);
    assert!(words.starts_with("Attack on infantry"), "{words}");
    player.say(PointerAction::Click);
    player.say(PlaybackAction::Skip);
    player.app.update();
    let (.., words) = said(&mut player, DescriptionPart::OrderRecord);
    assert!(words.starts_with("Red: infantry"), "{words}");
    // A line for each unit, in a list.
    let world = player.app.world_mut();
    let mut lists = world.query::<(&AccessibilityNode, &Children)>();
    let lines: Vec<Entity> = lists
        .iter(world)
        .filter(|(node, _)| node.role() == Role::List)
        .flat_map(|(_, children)| children.iter())
        .collect();
    let read = |entity: &Entity| Some(world.get::<AccessibilityNode>(*entity)?.value()?.to_owned());
    let lines: Vec<String> = lines.iter().filter_map(read).collect();
    assert_eq!(lines.iter().filter(|line| line.contains(" of the castle at 4,3: ")).count(), 4, "{lines:?}");
}

#[test]
fn the_board_in_words_is_shown_by_a_key_and_follows_the_language() {
    let mut player = Player::new();
    player.hot_seat();
    let shown = |player: &mut Player| {
        let world = player.app.world_mut();
        let mut parts = world.query::<(&DescriptionPart, &ChildOf)>();
        let panel = parts.iter(world).next().unwrap().1.parent();
        world.get::<Node>(panel).unwrap().display
    };
    assert_eq!(shown(&mut player), Display::None);
    player.press(KeyCode::F2);
    assert_eq!(shown(&mut player), Display::Flex);
    assert!(player.app.world().resource::<BoardDescription>().shown);
    player.say(SettingsAction::Language(hotgates_frontend::ui::texts::Language::Chinese));
    player.app.update();
    let (.., words) = said(&mut player, DescriptionPart::Situation);
    assert!(words.starts_with("第 1 回合，共 4 回合。红方行动。"), "{words}");
    player.press(KeyCode::F2);
    assert_eq!(shown(&mut player), Display::None);
}

/// Everything that the keyboard can get to, and what a screen reader would call it.
fn widgets(player: &mut Player) -> Vec<(Role, String)> {
    fn words(world: &World, entity: Entity, all: &mut String) {
        if let Some(text) = world.get::<Text>(entity) {
            all.push_str(&text.0);
        }
        for child in world.get::<Children>(entity).into_iter().flat_map(Children::iter) {
            words(world, child, all);
        }
    }
    let world = player.app.world_mut();
    let all = world.query_filtered::<(Entity, Option<&AccessibilityNode>), With<TabIndex>>();
    let world = player.app.world();
    let name = |(entity, node): (Entity, Option<&AccessibilityNode>)| {
        let node = node.unwrap_or_else(|| panic!("{entity} has no node"));
        let mut name = node.label().unwrap_or_default().to_owned();
        for other in node.labelled_by() {
            words(world, Entity::from_bits(other.0), &mut name);
        }
        if node.role() == Role::Button {
            words(world, entity, &mut name);
        }
        (node.role(), name)
    };
    all.iter_manual(world).map(name).collect()
}

#[test]
fn every_widget_of_every_screen_has_a_role_and_a_name() {
    let opened = leaving::screens_of_menu().into_iter().map(|(key, screen)| (Some(key), screen));
    for (key, screen) in std::iter::once((None, Screen::Menu)).chain(opened) {
        let mut player = Player::new();
        if let Some(key) = key {
            player.press(key);
        }
        for _ in 0..5 {
            player.app.update();
        }
        assert_eq!(player.screen(), screen);
        let widgets = widgets(&mut player);
        // A page, or a list without files, has nothing but the way back.
        let many = [Screen::Menu, Screen::Setup, Screen::Settings, Screen::Editor, Screen::Academy];
        let fewest = if many.contains(&screen) { 5 } else { 1 };
        assert!(widgets.len() >= fewest, "{screen:?}: {widgets:?}");
        for (role, name) in &widgets {
            let known = [Role::Button, Role::Slider, Role::TextInput].contains(role);
            assert!(known && !name.trim().is_empty(), "{screen:?}: {role:?} “{name}” of {widgets:?}");
        }
    }
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::F1);
    let all = widgets(&mut player);
    assert!(all.iter().all(|(role, name)| *role == Role::Button && !name.is_empty()), "{all:?}");
    let world = player.app.world_mut();
    let mut nodes = world.query::<&AccessibilityNode>();
    assert_eq!(nodes.iter(world).filter(|node| node.role() == Role::Dialog).count(), 1, "the list of keys");
}

#[test]
fn a_screen_reader_can_press_buttons_and_hears_which_is_chosen() {
    let mut player = Player::new();
    player.press(KeyCode::KeyS);
    player.app.update();
    let find = |player: &mut Player, words: &str| {
        let world = player.app.world_mut();
        let mut texts = world.query::<(&Text, &ChildOf)>();
        let mut found = texts.iter(world).filter(|(text, _)| text.0 == words).map(|(_, of)| of.parent());
        found.find(|&entity| world.get::<TabIndex>(entity).is_some()).unwrap()
    };
    let button = find(&mut player, "high contrast");
    let node = player.app.world().get::<AccessibilityNode>(button).unwrap();
    assert!(node.supports_action(Action::Click) && node.toggled().is_none());
    player.say(ActionRequest(accesskit::ActionRequest {
        action: Action::Click,
        target_tree: accesskit::TreeId::ROOT,
        target_node: accesskit::NodeId(button.to_bits()),
        data: None,
    }));
    player.app.update();
    player.app.update();
    assert_eq!(player.app.world().resource::<Settings>().palette, ColourScheme::HighContrast);
    let button = find(&mut player, "high contrast");
    let node = player.app.world().get::<AccessibilityNode>(button).unwrap();
    assert_eq!(node.toggled(), Some(Toggled::True));
}

#[test]
fn a_palette_is_kept_and_redraws_what_is_on_the_board() {
    let mut player = Player::new();
    player.hot_seat();
    let unit = player.unit(Side::Red, 1);
    player.click(player.cell_of(unit));
    player.app.update();
    let marks =
        |player: &Player| player.app.world().resource::<hotgates_frontend::board::BoardMarks>().clone();
    let pictures = |player: &mut Player| {
        let world = player.app.world_mut();
        let mut sprites = world.query::<&Sprite>();
        sprites.iter(world).map(|sprite| sprite.image.id()).collect::<std::collections::BTreeSet<_>>()
    };
    let (before, counters) = (marks(&player), pictures(&mut player));
    player.press(KeyCode::F3);
    player.app.update();
    assert_eq!(player.app.world().resource::<UiColours>().scheme(), ColourScheme::RedGreen);
    assert_eq!(
        **player.app.world().resource::<UiColours>().palette(),
        Palette::of_scheme(ColourScheme::RedGreen)
    );
    assert_ne!(marks(&player), before, "marks have other colours");
    assert!(pictures(&mut player).difference(&counters).count() >= 2, "so have counters and flags");
    let storage = player.storage();
    assert_eq!(Settings::load(&storage).palette, ColourScheme::RedGreen);
    let again = Player::at(player.folder);
    assert_eq!(again.app.world().resource::<UiColours>().scheme(), ColourScheme::RedGreen);
}
