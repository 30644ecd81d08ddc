//! Battles played by mouse and keyboard: orders, turns, deployment, and the ways in and out.

use bevy::text::LineBreak;
use hotgates_frontend::board::Minimap;
use hotgates_frontend::scene::HelpPanel;
use hotgates_frontend::ui::{Phrase, Tooltip};
use hotgates_frontend::view::{PlaybackAction, ViewAction};

use super::leaving::buttons_sending;
use super::*;

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
    assert_eq!(player.game().selection.targets_without_moving(), [target]);
    let men = |player: &Player, unit| player.game().session.battle().unit(unit).strength.0;
    let before = (men(&player, unit), men(&player, target));
    player.click(player.cell_of(target));
    assert_eq!(player.orders(), [Order::Attack { unit, target }]);
    let after = (men(&player, unit), men(&player, target));
    assert!(after.0 < before.0 && after.1 < before.1, "{before:?} {after:?}");
    assert!(!player.game().session.can_undo());
    // Events are shown one after another, until all have been shown.
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
    player.fight(DUEL, &Seat::seat_of_person(), &Seat::seat_of_person());
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
fn a_scenario_that_cannot_be_fought_says_why() {
    let mut player = Player::new();
    let map = MapFile::from_ron(r#"(name: "sea", rows: ["~~~~", "~~~~"])"#).unwrap();
    let seats = Seats::new(|_| Seat::seat_of_person());
    player.notices();
    player.say(StartBattle::new(Scenario::classic(map), seats));
    assert!(!player.notices().is_empty());
    assert_eq!(player.screen(), Screen::Menu);
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
    assert_eq!(player.game().help, Some(HelpPanel::Keys));
    player.press(KeyCode::Escape);
    assert_eq!(player.game().help, None);
    player.press(KeyCode::F1);
    player.app.update();
    assert_eq!(
        buttons_sending(&mut player, &ViewAction::Keys),
        2,
        "the list has a button that closes it, too"
    );
    player.press(KeyCode::Escape);
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    assert!(player.app.world().resource::<Scene>().fought_battle().is_none());
}

#[test]
fn an_army_is_bought_in_the_setup_and_both_prices_are_shown() {
    use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    let shown = |player: &mut Player| {
        player.app.update();
        let mut texts = player.app.world_mut().query::<&Text>();
        texts.iter(player.app.world()).map(|text| text.0.clone()).collect::<Vec<_>>()
    };
    let price =
        |player: &Player, side| player.app.world().resource::<BattleSetup>().army_price(side).unwrap();
    for side in Side::BOTH {
        let words = format!("{} points", price(&player, side));
        assert!(shown(&mut player).contains(&words), "{words}");
    }
    player.say(SetupChange::Points(Side::Red, -1));
    let asked = player.app.world().resource::<BattleSetup>().army_purchase_points(Side::Red).unwrap();
    let words = format!("points: {} of {asked}", price(&player, Side::Red));
    assert!(shown(&mut player).contains(&words), "{words}");
    player.press(KeyCode::F5);
    player.app.update();
    assert_eq!(player.screen(), Screen::Battle);
    let units = player.app.world().resource::<BattleSetup>().units(Side::Red).len();
    assert_eq!(player.game().session.battle().living(Side::Red).count(), units);
}

#[test]
fn the_seed_of_the_setup_takes_digits_only() {
    use bevy::text::{EditableText, EditableTextFilter, FontCx, LayoutCx, TextEdit, apply_text_edits};
    use hotgates_frontend::setup::model::BattleSetup;
    let mut player = Player::new();
    player
        .app
        .init_resource::<FontCx>()
        .init_resource::<LayoutCx>()
        .init_resource::<Clipboard>()
        .add_systems(PreUpdate, apply_text_edits);
    player.press(KeyCode::KeyN);
    player.app.update();
    let seed =
        |player: &Player| player.app.world().resource::<BattleSetup>().scenario().map.seed.unwrap_or(0);
    let world = player.app.world_mut();
    let mut fields = world.query_filtered::<Entity, (With<EditableText>, With<EditableTextFilter>)>();
    let field = fields.single(world).unwrap();
    let before = seed(&player);
    let type_text = |player: &mut Player, text: &str| {
        let mut field = player.app.world_mut().get_mut::<EditableText>(field).unwrap();
        text.chars().for_each(|typed| field.queue_edit(TextEdit::Insert(typed.to_string().into())));
        player.app.update();
        player.app.update();
    };
    type_text(&mut player, "seven");
    assert_eq!(seed(&player), before, "letters are not taken");
    type_text(&mut player, "4x2");
    assert_eq!(seed(&player).to_string(), format!("{before}42").trim_start_matches('0'));
    type_text(&mut player, &"9".repeat(30));
    let digits = &format!("{before}42{}", "9".repeat(30))[..19];
    assert_eq!(seed(&player), digits.parse::<u64>().unwrap(), "no number is too large for a seed");
}

#[test]
fn the_whole_map_stays_in_view_when_the_window_changes_unless_it_was_moved() {
    use bevy::window::PrimaryWindow;
    use hotgates_frontend::board::{BoardCamera, ZoomViewBy};
    let mut player = Player::new();
    player.app.init_resource::<UiScale>();
    let window = player.app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    player.hot_seat();
    let view_in = |player: &mut Player, (width, height): (f32, f32)| {
        player.app.world_mut().get_mut::<Window>(window).unwrap().resolution.set(width, height);
        player.app.update();
        player.app.update();
        let world = player.app.world_mut();
        let mut cameras = world.query_filtered::<(&Transform, &Projection), With<BoardCamera>>();
        let (transform, projection) = cameras.single(world).unwrap();
        let Projection::Orthographic(projection) = projection else { panic!("the map is flat") };
        (transform.translation, projection.scale)
    };
    let (large, small) = ((1280.0, 720.0), (800.0, 500.0));
    let (whole, whole_in_small) = (view_in(&mut player, large), view_in(&mut player, small));
    assert!(whole_in_small.1 > whole.1, "the smaller window shows the whole map smaller");
    let again = view_in(&mut player, large);
    assert!(again.0.distance(whole.0) < 0.01 && (again.1 - whole.1).abs() < 1e-4, "{again:?}");
    player.say(ZoomViewBy(2.0));
    let zoomed = view_in(&mut player, large);
    assert!(zoomed.1 < whole.1);
    let kept = view_in(&mut player, small);
    assert!((kept.1 - zoomed.1).abs() < 1e-6, "what the player has chosen stays");
}

#[test]
fn every_screen_with_keys_lists_their_meanings_in_the_same_list() {
    use hotgates_frontend::academy;
    use hotgates_frontend::keys::BATTLE_KEYS;
    use hotgates_frontend::ui::key_list::KeyList;
    use hotgates_frontend::ui::texts::Texts;

    fn lists(player: &mut Player) -> usize {
        player.app.update();
        let world = player.app.world_mut();
        world.query_filtered::<Entity, With<KeyList>>().iter(world).count()
    }
    fn check_key_list(player: &mut Player, meanings: Vec<&str>) {
        let screen = player.screen();
        assert_eq!(lists(player), 0, "{screen:?}");
        player.press(KeyCode::F1);
        assert_eq!(lists(player), 1, "{screen:?}");
        let world = player.app.world_mut();
        let shown: Vec<String> = world.query::<&Text>().iter(world).map(|text| text.0.clone()).collect();
        for meaning in meanings {
            let words = world.resource::<Texts>().get(meaning);
            assert!(shown.contains(&words), "{screen:?}: {words} is not in the list");
        }
        player.press(KeyCode::F1);
        assert_eq!(lists(player), 0, "{screen:?}");
    }

    let mut player = Player::new();
    player.hot_seat();
    check_key_list(&mut player, BATTLE_KEYS.iter().map(|key| key.means).collect());
    player.press(KeyCode::Escape);
    player.app.update();
    player.press(KeyCode::KeyE);
    player.app.update();
    check_key_list(&mut player, vec!["undo", "redo", "save", "key-keys", "key-pan"]);
    player.press(KeyCode::Escape);
    player.app.update();
    player.press(KeyCode::KeyA);
    player.app.update();
    check_key_list(&mut player, academy::KEYS.iter().map(|key| key.means).collect());
}

#[test]
fn the_bar_above_a_battle_stays_one_line() {
    let mut player = Player::new();
    player.fight(DUEL, &Seat::from_name("strategist:lieutenant"), &Seat::seat_of_person());
    player.app.update();
    let world = player.app.world_mut();
    let mut texts = world.query::<(Entity, &Text)>();
    let (turn, _) = texts.iter(world).find(|(_, text)| text.0 == "Turn 1 of 4").unwrap();
    let bar = world.get::<ChildOf>(turn).unwrap().parent();
    let mut parts = world.query::<&Children>();
    let parts: Vec<Entity> = parts.query(world).iter_descendants(bar).collect();
    let line = |part: &Entity| Some((world.get::<Text>(*part)?, world.get::<TextLayout>(*part)?));
    let lines: Vec<_> = parts.iter().filter_map(line).collect();
    for (text, layout) in lines {
        assert_eq!(layout.linebreak, LineBreak::NoWrap, "{}", text.0);
    }
    // A name that is cut off can be pointed at.
    let name = |part: &&Entity| world.get::<Text>(**part).is_some_and(|text| text.0.contains("strategist:"));
    let name = parts.iter().find(name).unwrap();
    assert_eq!(world.get::<Tooltip>(*name).unwrap().0, "◆ Red · strategist:lieutenant");
    assert_eq!(world.get::<Pickable>(*name), Some(&Pickable::default()));
}

#[test]
fn notices_leave_the_buttons_at_the_lower_edge_in_sight() {
    let mut player = Player::new();
    let least =
        [(Screen::Menu, 0.0), (Screen::Setup, 130.0), (Screen::Academy, 120.0), (Screen::Replay, 96.0)];
    for (screen, least) in least {
        player.app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
        player.app.update();
        player.say(Notice(Phrase::new("nothing-to-undo")));
        player.app.update();
        let world = player.app.world_mut();
        let mut texts = world.query::<(Entity, &Text)>();
        let told = texts.iter(world).find(|(_, text)| text.0.starts_with("Nothing to take back")).unwrap().0;
        let line = world.get::<ChildOf>(told).unwrap().parent();
        let bar = world.get::<ChildOf>(line).unwrap().parent();
        let Val::Px(bottom) = world.get::<Node>(bar).unwrap().bottom else { panic!("{screen:?}") };
        assert!(bottom > least, "{screen:?}: {bottom}");
    }
}

/// A battle for a hex: a panel says what is wanted, the log that it is taken, the verdict why Red won.
#[test]
fn goals_are_shown_until_they_win() {
    let map = DUEL.replace(
        "turns: 4,",
        "turns: 4, objective: goals, victory_points: (castle: 5, degrees: [(lead: 1, name: \"narrow\")]),
        goals: [(key: \"hill\", name: \"The hill\", side: red, take: [(6, 0)], points: 30)],
        wins: (red: [[\"hill\"]]),",
    );
    let mut player = Player::new();
    player.fight(&map, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    check_texts(
        &mut player,
        &["The hill (take 6,0): 30 points", "Red wins with: The hill", "Blue wins at dusk otherwise"],
    );
    let cavalry = player.unit(Side::Red, 1);
    let battle = player.game().session.battle();
    let hill = battle.hexes_at_stake().map(|(cell, _)| cell).last().unwrap();
    player.click(player.cell_of(cavalry));
    player.click(hill);
    player.until("the move has been shown", is_idle);
    player.app.update();
    check_texts(
        &mut player,
        &[
            " to 6,0; Red takes the hex of a goal; Red has met a goal: The hill",
            "Red wins: it has met its goals",
            "Red: narrow",
            "Victory points: Red 30, Blue 5",
            "30 points – met",
        ],
    );
}

/// Units that come, leave and are called are told in the panel, the log and a notice, and a person has
/// one leave by the key.
#[test]
fn arrivals_and_exits_are_shown_and_ordered() {
    let map = DUEL
        .replace(
            "turns: 4,",
            "turns: 4, goals: [(key: \"away\", side: red, exit: [(6, 0)], points: 30)],
            events: [(key: \"horn\", enters: [(6, 0)], side: red, message: \"A horn sounds.\"),
                (key: \"secret\", enters: [(6, 0)], side: red, message: \"Blue trembles.\", told: blue)],",
        )
        .replacen(
            "(type: \"cavalry\"",
            "(type: \"artillery\", arrives: (turn: 2, hexes: [(8, 0)])), (type: \"cavalry\"",
            1,
        );
    let mut player = Player::new();
    player.fight(&map, &Seat::seat_of_person(), &Seat::from_name("random"));
    player.say(BattleAction::BeginFighting);
    player.app.update();
    check_texts(
        &mut player,
        &["Red: leave the map over 6,0 with 1 unit: 30 points", "For Red in turn 2: artillery 1"],
    );
    let battle = player.game().session.battle().clone();
    let rider = battle.living(Side::Red).find(|&unit| battle.kind(unit).name == "cavalry").unwrap();
    player.say(BattleAction::Show(rider));
    player.say(BattleAction::LeaveMap);
    assert_eq!(player.notices(), ["no goal has this unit leave the map at 8,0"]);
    let exit = battle.hexes_at_stake().map(|(cell, _)| cell).last().unwrap();
    player.click(exit);
    assert_eq!(player.notices(), ["A horn sounds."], "Blue's text is not for Red");
    player.until("the move has been shown", is_idle);
    player.press(KeyCode::KeyX);
    player.until("the exit has been shown", is_idle);
    check_texts(
        &mut player,
        &["cavalry 1 leaves the map", "Red has met a goal: leave the map", "30 points – met"],
    );
    assert_eq!(player.game().session.battle().presence(rider), hotgates_engine::Presence::Exited);
    player.say(BattleAction::Undo);
    assert_eq!(player.game().session.battle().presence(rider), hotgates_engine::Presence::OnMap);
    player.say(BattleAction::EndTurnNow);
    player.until("Red's second turn", |world| {
        let battle = game(world).session.battle();
        battle.turn() == 2 && battle.side() == Side::Red && is_idle(world)
    });
    player.app.update();
    check_texts(&mut player, &["Red: artillery 1 arrives at 8,0"]);
}

#[test]
fn the_small_map_has_a_size_of_its_own() {
    let mut player = Player::new();
    player.hot_seat();
    player.app.update();
    let mut minimaps = player.app.world_mut().query_filtered::<&Node, With<Minimap>>();
    let node = minimaps.single(player.app.world()).unwrap();
    let (Val::Px(width), Val::Px(height)) = (node.width, node.height) else {
        panic!("{:?} × {:?}", node.width, node.height)
    };
    // Ten hexes by five, as large as the panel allows.
    assert!(width > 200.0 && (width / height - 1.5).abs() < 0.5, "{width} × {height}");
}

#[test]
fn step_and_skip_are_off_where_a_person_is_to_move_and_has_seen_everything() {
    let mut player = Player::new();
    player.hot_seat();
    player.until("nothing is shown any more", is_idle);
    let can_be_pressed = |player: &mut Player| {
        player.app.update();
        [PlaybackAction::Pause, PlaybackAction::Step, PlaybackAction::Skip]
            .map(|action| buttons_sending(player, &action) > 0)
    };
    assert_eq!(can_be_pressed(&mut player), [true, false, false]);
    player.say(PlaybackAction::Pause);
    assert_eq!(can_be_pressed(&mut player), [true; 3], "what was played can be stepped through");
}
