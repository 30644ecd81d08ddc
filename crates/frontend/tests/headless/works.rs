//! Works: a person has units change the ground, and the board shows it.

use bevy::picking::hover::Hovered;
use bevy::ui_widgets::Activate;
use hotgates_engine::{Coord, MovementPoints, TypeSelector, WorkId, WorkRule};
use hotgates_frontend::ReplayAction;
use hotgates_frontend::battle::session::BattleSession;
use hotgates_frontend::battle::works::WorkButton;
use hotgates_frontend::board::{Board, BoardContent, BoardMarks, HoveredHex, MapMark, PointAtHex};
use hotgates_frontend::describe::ToggleDescription;
use hotgates_frontend::scene::WatchedBattle;
use hotgates_frontend::view::PlaybackAction;
use hotgates_picture::counter_of;

use super::*;

/// Red's infantry stands by a stream that nobody can cross.
const STREAM: &str = r#"(
    name: "a stream", turns: 6, seed: 7, from: nw,
    rows: ["....~....", "....~....", "....~...#", "....~....", "....~...."],
    red: (units: [(type: "infantry", at: (3, 2)), (type: "cavalry", at: (1, 1))]),
    blue: (units: [(type: "infantry", at: (7, 2)), (type: "artillery", at: (8, 3))]),
)"#;

const BUILDER: UnitId = UnitId(0);
const HORSE: UnitId = UnitId(1);
const WATER: Coord = Coord { col: 4, row: 2 };
const BRIDGE: WorkId = WorkId(0);

/// Two people fight at the stream, and infantry lays bridges in two half-turns and blows them up in one;
/// with fog of war or without.
fn at_the_stream(fog: bool) -> Player {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options.fog_of_war = fog;
    let work = |name: &str, from: &str, to: &str, turns: u8| WorkRule {
        name: name.to_owned(),
        from: vec![from.to_owned()],
        to: to.to_owned(),
        by: vec![TypeSelector::from("infantry")],
        turns,
    };
    rules.options.works =
        vec![work("lay a bridge", "water", "bridge", 2), work("blow up a bridge", "bridge", "water", 1)];
    let mut player = Player::new();
    player.fight_by(rules, STREAM, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

fn cell(player: &Player, at: Coord) -> Cell {
    player.on_screen().shown_position().grid().at(at).unwrap()
}

/// Returns the name of the terrain that the board shows on a hex.
fn shown_terrain(player: &Player, at: Coord) -> String {
    let board = player.app.world().resource::<Board>();
    assert!(matches!(board.shown, BoardContent::Battle(_)));
    board.rules().terrains[board.map().terrain(board.grid().at(at).unwrap())].name.clone()
}

/// Returns the pixels of the picture of the whole ground.
fn ground_pixels(player: &mut Player) -> Vec<u8> {
    let world = player.app.world_mut();
    let mut sprites = world.query::<(&Sprite, &Transform)>();
    // The overview of the ground lies behind everything else.
    let behind = sprites.iter(world).find(|(_, place)| place.translation.z == 0.0);
    let image = behind.expect("the overview of the ground").0.image.clone();
    world.resource::<Assets<Image>>().get(&image).unwrap().data.clone().unwrap()
}

/// Updates the app until the picture of the ground is another, and returns it.
pub(super) fn next_ground_pixels(player: &mut Player, before: &[u8]) -> Vec<u8> {
    let begun = Instant::now();
    loop {
        let now = ground_pixels(player);
        if now != before {
            return now;
        }
        let in_time = begun.elapsed() < Duration::from_mins(1);
        assert!(in_time, "waited a minute until the ground is drawn anew; at work: {:?}", jobs_at_work());
        player.app.update();
        std::thread::yield_now();
    }
}

/// Returns the buttons of works with their words.
fn work_buttons(player: &mut Player) -> Vec<(Entity, WorkButton, String)> {
    let world = player.app.world_mut();
    let mut buttons = world.query::<(Entity, &WorkButton, &Children)>();
    let found: Vec<_> =
        buttons.iter(world).map(|(entity, &button, words)| (entity, button, words[0])).collect();
    found
        .into_iter()
        .map(|(entity, button, words)| (entity, button, world.get::<Text>(words).unwrap().0.clone()))
        .collect()
}

fn press_work_button(player: &mut Player, words: &str) {
    let buttons = work_buttons(player);
    let button = buttons.iter().find(|(.., found)| found == words);
    let &(entity, ..) = button.unwrap_or_else(|| panic!("{words}: {buttons:?}"));
    player.app.world_mut().trigger(Activate { entity });
    player.app.update();
    player.until("the work has been shown", is_idle);
    player.app.update();
}

fn end_turn(player: &mut Player) {
    player.say(BattleAction::EndTurnNow);
    player.until("everything has been shown", is_idle);
    player.app.update();
}

fn select(player: &mut Player, unit: UnitId) {
    let cell = player.cell_of(unit);
    player.click(cell);
    player.app.update();
}

/// Has the builder work in turns 1 and 2.
fn lay_the_bridge(player: &mut Player) {
    for words in ["lay a bridge at 4,2: 1 of 2", "lay a bridge at 4,2: 2 of 2"] {
        select(player, BUILDER);
        press_work_button(player, words);
        end_turn(player);
        end_turn(player);
    }
}

#[test]
fn a_bridge_is_laid_by_clicks_and_the_board_shows_it() {
    let mut player = at_the_stream(false);
    player.say(ToggleDescription);
    let before = next_ground_pixels(&mut player, &[0; 4]);
    assert!(work_buttons(&mut player).is_empty(), "nobody is selected");
    select(&mut player, HORSE);
    assert!(work_buttons(&mut player).is_empty(), "cavalry does no works");
    select(&mut player, BUILDER);
    let words: Vec<String> = work_buttons(&mut player).into_iter().map(|(.., words)| words).collect();
    assert_eq!(words, ["lay a bridge at 4,2: 1 of 2", "lay a bridge at 4,3: 1 of 2"]);
    press_work_button(&mut player, "lay a bridge at 4,2: 1 of 2");
    assert_eq!(player.orders(), [Order::Work { unit: BUILDER, at: WATER.hex(), work: BRIDGE }]);
    assert!(work_buttons(&mut player).is_empty(), "it has no points left");
    let said = [
        "infantry 1 works at 4,2: lay a bridge",
        "lay a bridge at 4,2: 1 of 2 done",
        "It works at 4,2: lay a bridge, half-turn 1 of 2 done.",
    ];
    check_texts(&mut player, &said);
    assert!(counter_of(player.game().playback.shown_position(), BUILDER).works);
    let marks = player.app.world().resource::<BoardMarks>();
    let water = cell(&player, WATER);
    assert!(marks.texts.iter().any(|mark| mark.cell == water && mark.text == "1/2"), "{:?}", marks.texts);
    end_turn(&mut player);
    end_turn(&mut player);
    assert_eq!(
        (shown_terrain(&player, WATER).as_str(), ground_pixels(&mut player)),
        ("water", before.clone())
    );
    select(&mut player, BUILDER);
    press_work_button(&mut player, "lay a bridge at 4,2: 2 of 2");
    assert_eq!(shown_terrain(&player, WATER), "bridge");
    let bridged = next_ground_pixels(&mut player, &before);
    check_texts(&mut player, &["4,2 becomes bridge"]);
    assert!(!counter_of(player.game().playback.shown_position(), BUILDER).works);
    // The horse crosses it at once.
    select(&mut player, HORSE);
    assert!(player.game().selection.stopping_cells().iter().any(|&(cell, _)| cell == water));
    // Undo gives the water back, and a key lays the bridge again.
    player.press(KeyCode::KeyU);
    player.app.update();
    assert_eq!(shown_terrain(&player, WATER), "water");
    assert_eq!(next_ground_pixels(&mut player, &bridged), before);
    select(&mut player, HORSE);
    assert!(!player.game().selection.stopping_cells().iter().any(|&(cell, _)| cell == water));
    select(&mut player, BUILDER);
    player.say(PointAtHex(water));
    player.press(KeyCode::KeyV);
    player.until("the work has been shown", is_idle);
    player.app.update();
    assert_eq!(shown_terrain(&player, WATER), "bridge");
    assert_eq!(next_ground_pixels(&mut player, &before), bridged);
}

#[test]
fn a_replay_shows_the_ground_of_every_position_both_ways() {
    let mut player = at_the_stream(false);
    lay_the_bridge(&mut player);
    let fought = player.game().session.clone();
    let replay = BattleSession::resume_replay(&fought.to_replay().unwrap()).unwrap();
    let orders = replay.order_records().len();
    let done =
        replay.order_records().iter().rposition(|record| matches!(record.order, Order::Work { .. })).unwrap();
    player.app.insert_resource(Scene::Replay(Box::new(WatchedBattle::new(replay))));
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Replay);
    player.until("the replay", |world| *world.resource::<State<Screen>>().get() == Screen::Replay);
    player.say(PlaybackAction::Pause);
    player.say(ReplayAction::First);
    let ground_after = |shown: usize| if shown > done { "bridge" } else { "water" };
    let mut pictures: Vec<Vec<u8>> = Vec::new();
    let steps = (1..=orders).map(|shown| (shown, PlaybackAction::Step));
    let back = (0..orders).rev().map(|shown| (shown, PlaybackAction::StepBack));
    player.app.update();
    let first = next_ground_pixels(&mut player, &[0; 4]);
    let mut last = (0, first);
    for (shown, step) in steps.chain(back) {
        player.say(step);
        assert_eq!(shown_terrain(&player, WATER), ground_after(shown), "after {shown} orders");
        if ground_after(shown) != ground_after(last.0) {
            last.1 = next_ground_pixels(&mut player, &last.1);
            pictures.push(last.1.clone());
        }
        last.0 = shown;
    }
    assert_eq!(pictures.len(), 2, "the bridge comes and goes once");
    // As it is played, too.
    player.say(PlaybackAction::Pause);
    player.until("the bridge", |world| {
        let board = world.resource::<Board>();
        let terrain = board.map().terrain(board.grid().at(WATER).unwrap());
        board.rules().terrains[terrain].name == "bridge"
    });
    assert_eq!(next_ground_pixels(&mut player, &pictures[1]), pictures[0]);
}

#[test]
fn under_fog_either_side_sees_the_ground_of_now() {
    let mut player = at_the_stream(true);
    lay_the_bridge(&mut player);
    assert_eq!(shown_terrain(&player, WATER), "bridge", "to Red");
    end_turn(&mut player);
    assert_eq!(player.game().session.onlooker(), Some(Side::Blue));
    assert_eq!(shown_terrain(&player, WATER), "bridge", "to Blue");
}

#[test]
fn pointing_at_a_button_marks_its_hex() {
    let mut player = at_the_stream(false);
    select(&mut player, BUILDER);
    let is_marked = |player: &mut Player, at: Coord| {
        player.app.update();
        let (cell, marks) = (cell(player, at), player.app.world().resource::<BoardMarks>());
        marks.shapes.iter().any(|mark| matches!(mark, MapMark::Outline(marked, _, 9.0) if *marked == cell))
    };
    let [north, south] = [WATER, Coord { col: 4, row: 3 }];
    assert!(!is_marked(&mut player, north) && !is_marked(&mut player, south));
    for (entity, WorkButton(at), _) in work_buttons(&mut player) {
        player.app.world_mut().entity_mut(entity).insert(Hovered(true));
        for hex in [north, south] {
            assert_eq!(is_marked(&mut player, hex), hex.hex() == at, "{hex}");
        }
        player.app.world_mut().entity_mut(entity).insert(Hovered(false));
    }
}

#[test]
fn who_would_break_off_a_work_is_told_of_before_the_turn_ends() {
    let mut player = at_the_stream(false);
    select(&mut player, BUILDER);
    press_work_button(&mut player, "lay a bridge at 4,2: 1 of 2");
    // Who has worked in this half-turn breaks nothing off.
    player.say(BattleAction::EndTurn);
    player.app.update();
    assert_eq!(player.game().asked_to_end, [HORSE]);
    assert!(!all_texts(&mut player).contains("break off"));
    end_turn(&mut player);
    end_turn(&mut player);
    player.say(BattleAction::EndTurn);
    player.app.update();
    check_texts(&mut player, &["2 units can still act. End the turn?", "1 unit would break off its work."]);
    end_turn(&mut player);
    assert_eq!(player.game().session.battle().condition(BUILDER).work, None);
    assert!(!counter_of(player.game().playback.shown_position(), BUILDER).works);
}

#[test]
fn a_key_works_where_the_pointer_is_and_says_why_it_does_not() {
    let mut player = at_the_stream(false);
    player.notices();
    player.press(KeyCode::KeyV);
    assert_eq!(player.notices(), ["select a unit that can work, and point at the hex that it is to work on"]);
    select(&mut player, BUILDER);
    player.say(PointAtHex(cell(&player, Coord { col: 3, row: 1 })));
    player.press(KeyCode::KeyV);
    assert_eq!(player.notices(), ["grass at 3,1 is nothing for this work: lay a bridge"]);
    player.say(PointAtHex(cell(&player, Coord { col: 6, row: 1 })));
    player.press(KeyCode::KeyV);
    assert_eq!(player.notices(), ["units work on their own hex or one beside it, and 6,1 is neither"]);
    player.say(PointAtHex(cell(&player, WATER)));
    player.press(KeyCode::KeyV);
    player.until("the work has been shown", is_idle);
    assert_eq!(player.orders().len(), 1);
    player.press(KeyCode::KeyV);
    assert_eq!(player.notices().len(), 1, "it has no points left");
    select(&mut player, HORSE);
    player.press(KeyCode::KeyV);
    assert_eq!(player.notices(), ["cavalry cannot do this work: lay a bridge"]);
    // Wherever the pointer is, a unit goes on with what it has begun.
    end_turn(&mut player);
    end_turn(&mut player);
    select(&mut player, BUILDER);
    player.app.world_mut().insert_resource(HoveredHex::new(None));
    player.press(KeyCode::KeyV);
    player.until("the work has been shown", is_idle);
    player.app.update();
    assert_eq!(shown_terrain(&player, WATER), "bridge");
    assert_eq!(player.game().session.battle().unit(BUILDER).left, MovementPoints(0));
}

#[test]
fn without_works_no_button_and_no_word_of_them() {
    let mut player = Player::new();
    player.hot_seat();
    let unit = player.unit(Side::Red, 0);
    select(&mut player, unit);
    player.say(PointAtHex(player.cell_of(unit)));
    assert!(work_buttons(&mut player).is_empty());
    let said = all_texts(&mut player);
    assert!(said.contains("infantry 1") && !said.contains("Works"), "{said}");
    player.notices();
    player.press(KeyCode::KeyV);
    assert_eq!(player.notices(), ["by the rules of this battle there is no work 0"]);
}
