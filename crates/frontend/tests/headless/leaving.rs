//! Ways out of every screen: each button is pressed once, and Escape leads from its result back to
//! the menu.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button};
use hotgates_frontend::MENU_LINES;
use hotgates_frontend::battle::{AfterBattleAction, verdict_text};
use hotgates_frontend::editor::{DialogAction, EditorAction};
use hotgates_frontend::insight::AdviceAction;
use hotgates_frontend::insight::what_if::ToggleWhatIf;
use hotgates_frontend::insight::{Advice, InsightLayer, ToggleLayer, WhatIfQuestion};
use hotgates_frontend::lessons::LessonAction;
use hotgates_frontend::puzzles::PuzzleAction;
use hotgates_frontend::ui::MessageOnClick;
use hotgates_frontend::ui::settings::Settings;
use hotgates_frontend::view::{PlaybackAction, ViewAction};

use hotgates_frontend::ReplayAction;
use hotgates_frontend::insight::BattleAftermath;
use hotgates_lessons::{LessonTask, all_lessons};

use super::*;

/// The buttons that can be pressed, in the order in which they were made.
fn buttons(player: &mut Player) -> Vec<Entity> {
    let world = player.app.world_mut();
    let mut found = world.query_filtered::<Entity, (With<Button>, Without<InteractionDisabled>)>();
    let mut found: Vec<Entity> = found.iter(world).collect();
    found.sort();
    found
}

/// Asserts that the buttons live longer than a frame, once the events of the battle have been shown:
/// a click is pressed in one frame and released in a later one.
pub(super) fn check_buttons_stay(player: &mut Player, what: &str) {
    let mut before = buttons(player);
    let stay = (0..200).any(|_| {
        player.app.update();
        let now = buttons(player);
        let same = now == before;
        before = now;
        same
    });
    assert!(stay, "{what}: buttons are made anew in every frame");
}

/// Asserts that each button lies in a group of the Tab key, without which the key passes it by.
fn check_tab_key_reaches_buttons(player: &mut Player, what: &str) {
    let all = buttons(player);
    let world = player.app.world_mut();
    let mut parents = world.query::<&ChildOf>();
    let parents = parents.query(world);
    let lost = all
        .iter()
        .filter(|&&button| !parents.iter_ancestors(button).any(|node| world.get::<TabGroup>(node).is_some()));
    assert_eq!(lost.count(), 0, "{what}: of {} buttons", all.len());
}

/// Presses Escape until the menu is there.
pub(super) fn leave(player: &mut Player, what: &str) {
    for _ in 0..8 {
        if player.screen() == Screen::Menu {
            return;
        }
        // Unsaved maps are thrown away, as the question that comes up offers it.
        player.say(EditorAction::Dialog(DialogAction::Discard));
        player.press(KeyCode::Escape);
        player.app.update();
    }
    assert_eq!(player.screen(), Screen::Menu, "{what}: there is no way back to the menu");
}

/// Presses each button of the screen that `enter` opens, opening the screen anew for each, and
/// leaves for the menu.
pub(super) fn press_every_button(what: &str, enter: impl Fn(&mut Player)) {
    let mut player = Player::new();
    enter(&mut player);
    let screen = player.screen();
    check_buttons_stay(&mut player, what);
    let count = buttons(&mut player).len();
    assert!(count > 0, "{what}: there are no buttons");
    check_tab_key_reaches_buttons(&mut player, what);
    leave(&mut player, what);
    for number in 0..count {
        enter(&mut player);
        assert_eq!(player.screen(), screen, "{what}, before button {number}");
        if let Some(&entity) = buttons(&mut player).get(number) {
            player.app.world_mut().trigger(Activate { entity });
        }
        for _ in 0..3 {
            player.app.update();
        }
        leave(&mut player, what);
        // No system asks for what has gone with the screen.
        player.app.update();
    }
}

pub(super) fn open(player: &mut Player, key: KeyCode) {
    player.press(key);
    for _ in 0..3 {
        player.app.update();
    }
}

/// The screens that the menu's keys open, each with its key, but for battles, which have tests of
/// their own.
pub(super) fn screens_of_menu() -> Vec<(KeyCode, Screen)> {
    let mut player = Player::new();
    let mut found = Vec::new();
    for (text, key, _) in MENU_LINES {
        open(&mut player, key);
        if ![Screen::Menu, Screen::Battle].contains(&player.screen()) {
            found.push((key, player.screen()));
        }
        leave(&mut player, text);
    }
    assert!(found.len() >= 5, "setup, files, editor, academy, settings: {found:?}");
    found
}

#[test]
fn every_button_of_the_menu_and_its_screens_leads_back_to_the_menu() {
    for (key, screen) in screens_of_menu() {
        press_every_button(&format!("{screen:?}"), |player| open(player, key));
    }
    press_every_button("menu", |player| player.app.update());
}

#[test]
fn every_panel_of_the_first_battle_can_be_closed_skipped_and_left_at_every_step() {
    // The other lessons have the same card.
    for step in all_lessons()[0].steps {
        press_every_button(step.text_key, |player| {
            begin_first_battle(player);
            while first_battle::explained(player.app.world()) != Some(step.task) {
                player.say(LessonAction::Skip);
            }
            player.app.update();
        });
    }
}

/// Begins the first lesson, up to the player's first order.
fn begin_first_battle(player: &mut Player) {
    player.say(LessonAction::Begin(0));
    player.until("Blue is to move", |world| {
        world.resource::<Scene>().fought_battle().is_some_and(|game| game.session.is_human_to_move())
    });
}

#[test]
fn every_button_of_a_battle_leads_back_to_the_menu() {
    let fight = |player: &mut Player| player.fight(DUEL, &Seat::seat_of_person(), &Seat::seat_of_person());
    press_every_button("arranging", fight);
    press_every_button("a battle", |player| {
        fight(player);
        player.say(BattleAction::BeginFighting);
        player.say(ToggleLayer(InsightLayer::Cost));
        player.say(AdviceAction::Hint);
        player.say(ViewAction::Keys);
        player.app.update();
    });
    press_every_button("the question before a turn ends", |player| {
        fight(player);
        player.say(BattleAction::BeginFighting);
        player.say(BattleAction::EndTurn);
        player.app.update();
    });
}

#[test]
fn every_button_of_a_puzzle_leads_back_to_the_menu_at_every_stage() {
    press_every_button("a puzzle", |player| puzzles::open_puzzle(player, 0));
    press_every_button("a judged puzzle", |player| {
        puzzles::open_puzzle(player, 0);
        puzzles::be_judged(player);
        player.app.update();
    });
    press_every_button("a shown solution", |player| {
        puzzles::open_puzzle(player, 0);
        player.say(PuzzleAction::Solution);
        player.app.update();
    });
}

/// A battle between computers, over.
fn fight_to_the_end(player: &mut Player) {
    let computer = |name: &str| Seat::from_name(name);
    player.fight(DUEL, &computer("hunter"), &computer("warden"));
    player.until("the battle is over", |world| {
        world
            .resource::<Scene>()
            .fought_battle()
            .is_some_and(|game| game.session.battle().verdict().is_some())
    });
    player.say(PlaybackAction::Skip);
    player.app.update();
}

#[test]
fn every_button_after_a_battle_and_of_its_replay_leads_back_to_the_menu() {
    press_every_button("the verdict", fight_to_the_end);
    press_every_button("a replay", |player| {
        fight_to_the_end(player);
        player.say(AfterBattleAction::Replay);
        player.app.update();
        player.app.update();
    });
}

#[test]
fn a_battle_that_is_over_is_analysed_and_a_mistake_leads_to_its_position() {
    let mut player = Player::new();
    fight_to_the_end(&mut player);
    player.say(AfterBattleAction::Analysis);
    player.app.update();
    assert_eq!(player.screen(), Screen::Replay);
    player.app.update();
    assert!(player.app.world().resource::<BattleAftermath>().is_working());
    player.until("the battle is analysed", |world| world.resource::<BattleAftermath>().found.is_some());
    player.app.update();

    player.say(PlaybackAction::Pause);
    let found = player.app.world().resource::<BattleAftermath>().found.clone().expect("an analysis");
    let orders = player.on_screen().session().order_records().len();
    assert_eq!(found.chances.len(), orders + 1, "after every order");
    let end = player.on_screen().session().position_after(orders).clone();
    let won = verdict_text(player.app.world().resource::<Texts>(), end.verdict().expect("it is over"));
    check_texts(&mut player, &[&won, &format!("Red: {} of", end.living_strength(Side::Red))]);
    let place = found.mistakes.first().map_or(1, |mistake| mistake.order);
    player.say(ReplayAction::To(place));
    player.app.update();
    let scene = player.on_screen();
    assert_eq!(scene.shown_position().hash(), scene.session().position_after(place).hash());

    player.press(KeyCode::KeyM);
    assert!(!player.app.world().resource::<BattleAftermath>().is_asked(), "the same key closes it");
    player.press(KeyCode::KeyM);
    assert!(player.app.world().resource::<BattleAftermath>().is_working(), "and opens it");
    player.say(ReplayAction::Leave);
    player.app.update();
    assert!(!player.app.world().resource::<BattleAftermath>().is_asked(), "its work ends with the screen");
}

/// Counts the buttons that can be pressed and send this message.
pub(super) fn buttons_sending<M: Message + Clone + PartialEq>(player: &mut Player, message: &M) -> usize {
    let pressable = buttons(player);
    let world = player.app.world();
    let sends = |button: &&Entity| {
        world.get::<MessageOnClick<M>>(**button).is_some_and(|on_click| on_click.0 == *message)
    };
    pressable.iter().filter(sends).count()
}

#[test]
fn a_battle_that_is_over_shows_its_outcome_again_and_offers_nothing_that_cannot_be_asked() {
    let mut player = Player::new();
    fight_to_the_end(&mut player);
    assert_eq!(buttons_sending(&mut player, &AfterBattleAction::Analysis), 1);
    player.say(AfterBattleAction::Close);
    player.app.update();
    assert_eq!(buttons_sending(&mut player, &AfterBattleAction::Analysis), 0);
    assert_eq!(buttons_sending(&mut player, &AdviceAction::Hint), 0);
    assert_eq!(buttons_sending(&mut player, &AdviceAction::Auto), 0);
    assert_eq!(buttons_sending(&mut player, &ToggleWhatIf), 0);
    assert_eq!(buttons_sending(&mut player, &AfterBattleAction::Show), 1);
    // Asked twice, it is still one panel.
    player.say(AfterBattleAction::Show);
    player.say(AfterBattleAction::Show);
    player.app.update();
    assert_eq!(buttons_sending(&mut player, &AfterBattleAction::Analysis), 1);
    // The Tab key comes to the outcome first.
    let world = player.app.world_mut();
    let mut groups = world.query::<(Entity, &TabGroup)>();
    let first = groups.iter(world).min_by_key(|(_, group)| group.order).unwrap().0;
    let mut actions = world.query_filtered::<Entity, With<MessageOnClick<AfterBattleAction>>>();
    let actions: Vec<Entity> = actions.iter(world).collect();
    let mut parents = world.query::<&ChildOf>();
    let parents = parents.query(world);
    let is_first = |button: &&Entity| parents.iter_ancestors(**button).any(|node| node == first);
    assert!(actions.iter().filter(is_first).count() > 3, "all but the button that shows it again");
}

#[test]
fn the_first_battle_fought_again_begins_as_it_began() {
    let mut player = Player::new();
    begin_first_battle(&mut player);
    let orders = player.orders();
    player.say(LessonAction::Close);
    player.say(AfterBattleAction::Again);
    player.app.update();
    assert!(!player.game().is_deploying(), "units stand where they stood");
    player.until("Blue is to move", |world| game(world).session.is_human_to_move());
    assert_eq!(player.orders(), orders);
    assert_eq!(first_battle::explained(player.app.world()), Some(LessonTask::Select));
}

#[test]
fn escape_hides_the_list_of_keys_before_it_leaves_a_screen() {
    let texts =
        |player: &mut Player| player.app.world_mut().query::<&Text>().iter(player.app.world()).count();
    let mut lists = 0;
    for (key, screen) in screens_of_menu() {
        let mut player = Player::new();
        open(&mut player, key);
        let before = texts(&mut player);
        open(&mut player, KeyCode::F1);
        if texts(&mut player) <= before {
            continue;
        }
        lists += 1;
        open(&mut player, KeyCode::Escape);
        assert_eq!((player.screen(), texts(&mut player)), (screen, before), "{screen:?}");
        leave(&mut player, "the screen without its list");
    }
    assert!(lists >= 2, "the editor and the academy list their keys");
}

/// Marks the resources that the panels of a battle and of the settings are filled from as changed,
/// though nothing in them has changed.
fn touch_what_panels_show(player: &mut Player) {
    let world = player.app.world_mut();
    world.resource_mut::<Advice>().set_changed();
    world.resource_mut::<WhatIfQuestion>().set_changed();
    world.resource_mut::<BattleAftermath>().set_changed();
    world.resource_mut::<Settings>().set_changed();
}

#[test]
fn panels_keep_their_buttons_until_what_they_show_changes() {
    let settled = |player: &mut Player, what: &str| {
        check_buttons_stay(player, what);
        let before = buttons(player);
        for _ in 0..3 {
            touch_what_panels_show(player);
            player.app.update();
        }
        assert_eq!(buttons(player), before, "{what}");
    };
    let mut player = Player::new();
    player.hot_seat();
    player.say(AdviceAction::Hint);
    player.until("the commander has advised", |world| world.resource::<Advice>().hint.is_some());
    settled(&mut player, "a hint");
    player.say(ToggleWhatIf);
    player.until("all battles are fought", |world| {
        let question = world.resource::<WhatIfQuestion>();
        question.is_asked() && !question.is_working()
    });
    settled(&mut player, "what if");
    leave(&mut player, "a battle");
    open(&mut player, KeyCode::KeyS);
    settled(&mut player, "the settings");
    leave(&mut player, "the settings");
    fight_to_the_end(&mut player);
    player.say(AfterBattleAction::Analysis);
    player.app.update();
    player.until("the battle is analysed", |world| world.resource::<BattleAftermath>().found.is_some());
    player.say(PlaybackAction::Pause);
    settled(&mut player, "the analysis");
}
