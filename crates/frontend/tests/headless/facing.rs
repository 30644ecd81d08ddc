//! Battles in which units face a way: how a person turns them, and what attacks on flank and rear do.

use hotgates_engine::{Coord, Direction, FacingRule, MovementPoints};
use hotgates_frontend::battle::PointerAction;
use hotgates_frontend::board::PointAtHex;
use hotgates_frontend::describe::ToggleDescription;
use hotgates_picture::counter_of;

use super::*;

/// Red's infantry is behind Blue's, which faces south.
const BEHIND: &str = r#"(
    name: "behind", turns: 3, seed: 7, from: n,
    rows: ["......", "......", "......", "......", "...#..", "......"],
    red: (units: [(type: "infantry", at: (2, 1)), (type: "cavalry", at: (5, 1))]),
    blue: (units: [(type: "infantry", at: (2, 2), facing: s), (type: "artillery", at: (5, 4))]),
)"#;

const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(2);

/// Two people fight by the classic rules, with facing or without.
fn behind(facing: Option<FacingRule>) -> Player {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options.facing = facing;
    let mut player = Player::new();
    player.fight_by(rules, BEHIND, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

fn cell(player: &Player, col: i32, row: i32) -> Cell {
    player.game().session.battle().grid().at(Coord { col, row }).unwrap()
}

fn facing(player: &Player, unit: UnitId) -> Option<Direction> {
    player.game().session.battle().condition(unit).facing
}

/// Clicks on the hex in a column and row with a Shift key held down.
fn shift_click(player: &mut Player, (col, row): (i32, i32)) {
    let cell = cell(player, col, row);
    player.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ShiftLeft);
    player.click(cell);
    player.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().release(KeyCode::ShiftLeft);
    player.until("the turn has been shown", is_idle);
    player.app.update();
}

#[test]
fn a_unit_turns_to_the_hex_that_is_pointed_at() {
    let mut player = behind(Some(FacingRule::default()));
    assert_eq!(facing(&player, RED), Some(Direction::S), "to the enemy");
    player.notices();
    player.say(PointAtHex(cell(&player, 2, 0)));
    player.press(KeyCode::KeyG);
    assert_eq!(player.notices(), ["select a unit and point at the hex that it is to turn to"]);
    player.say(BattleAction::Show(RED));
    player.press(KeyCode::KeyG);
    player.until("the turn has been shown", is_idle);
    assert_eq!(player.orders(), [Order::Face { unit: RED, way: Direction::N }]);
    assert_eq!(player.game().session.battle().unit(RED).left, MovementPoints(7));
    assert_eq!(counter_of(player.game().playback.shown_position(), RED).facing, Some(Direction::N));
    player.say(ToggleDescription);
    player.app.update();
    check_texts(
        &mut player,
        &[
            "infantry 1 faces north",
            "faces north",
            "Shift+click on a hex turns it there for 1 MP",
            "It faces north.",
        ],
    );
    assert_eq!(player.game().selection.selected_unit(), Some(RED), "it stays selected");
    player.press(KeyCode::KeyG);
    assert_eq!(player.notices(), ["it faces north already"]);
    player.press(KeyCode::KeyU);
    assert_eq!((facing(&player, RED), player.orders()), (Some(Direction::S), Vec::new()));
    assert_eq!(player.game().selection.selected_unit(), Some(RED));
}

#[test]
fn shift_and_a_click_turn_a_unit_and_neither_move_it_nor_attack() {
    let mut player = behind(Some(FacingRule { turn: MovementPoints(4), ..FacingRule::default() }));
    player.click(player.cell_of(RED));
    shift_click(&mut player, (4, 0));
    assert_eq!(player.orders(), [Order::Face { unit: RED, way: Direction::Ne }]);
    shift_click(&mut player, (2, 2));
    assert_eq!(facing(&player, RED), Some(Direction::S));
    assert_eq!(player.game().session.battle().unit(BLUE).strength.0, 1000);
    player.notices();
    shift_click(&mut player, (2, 0));
    assert_eq!(player.notices(), ["to turn needs 4 MP, it has 0 MP"]);
    assert_eq!(player.orders().len(), 2);
    let said = all_texts(&mut player);
    assert!(!said.contains("turns it there"), "nobody is told of a turn that cannot be paid: {said}");
}

#[test]
fn without_the_rule_nobody_faces_a_way() {
    let mut player = behind(None);
    player.say(ToggleDescription);
    player.click(player.cell_of(RED));
    player.say(PointerAction::Point(Direction::N));
    player.say(PointerAction::Point(Direction::S));
    player.app.update();
    let said = all_texts(&mut player);
    assert!(said.contains("they are destroyed"), "{said}");
    for word in ["faces", "flank", "rear", "their answer", "turns it there"] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    assert_eq!(counter_of(player.game().playback.shown_position(), RED).facing, None);
    player.notices();
    player.press(KeyCode::KeyG);
    assert_eq!(player.notices(), ["by the rules of this battle units do not face a way"]);
    // A click with Shift is one without.
    shift_click(&mut player, (2, 0));
    let to = Coord { col: 2, row: 0 }.hex();
    assert_eq!(player.orders(), [Order::Move { unit: RED, to }]);
}

#[test]
fn the_odds_say_what_an_attack_on_the_rear_does() {
    let mut player = behind(Some(FacingRule::default()));
    player.say(ToggleDescription);
    player.click(player.cell_of(RED));
    player.say(PointerAction::Point(Direction::N));
    player.say(PointerAction::Point(Direction::S));
    player.app.update();
    check_texts(
        &mut player,
        &[
            "on their rear",
            "+50\u{a0}%",
            "their answer",
            "−50\u{a0}%",
            "On its rear the attack deals 50 % more, and its answer is 50 % weaker.",
        ],
    );
    let odds = player.game().preview.clone().unwrap().attack.unwrap().odds;
    let mut classic = behind(None);
    classic.click(classic.cell_of(RED));
    classic.say(PointerAction::Point(Direction::N));
    classic.say(PointerAction::Point(Direction::S));
    classic.app.update();
    let before = classic.game().preview.clone().unwrap().attack.unwrap().odds;
    assert!(odds.expected_target_losses() * 100 > before.expected_target_losses() * 149);
    // Turned to its enemy it is struck in front: nothing is said of that.
    player.say(BattleAction::EndTurnNow);
    player.until("the turn has ended", is_idle);
    player.say(BattleAction::Show(BLUE));
    shift_click(&mut player, (2, 1));
    assert_eq!(facing(&player, BLUE), Some(Direction::N));
    player.say(BattleAction::EndTurnNow);
    player.until("the turn has ended", is_idle);
    player.say(BattleAction::Show(RED));
    player.say(PointAtHex(player.cell_of(BLUE)));
    player.app.update();
    let now = player.game().preview.clone().unwrap().attack.unwrap().odds;
    assert_eq!(now, before);
    let said = all_texts(&mut player);
    assert!(!said.contains("on their") && !said.contains("their answer"), "{said}");
}

#[test]
fn the_list_of_keys_names_the_turn() {
    let mut player = behind(None);
    player.press(KeyCode::F1);
    player.app.update();
    let said = all_texts(&mut player);
    let turn = "the selected unit turns to the hex that is pointed at";
    assert_eq!(said.matches(turn).count(), 2, "by a key and by the mouse: {said}");
    assert!(said.lines().any(|line| line == "G") && said.contains("Shift+click"), "{said}");
}
