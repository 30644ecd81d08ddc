//! The setup with files of players: rulesets beside maps, long names, maps without room.

mod armies;
mod balance;
mod model;
mod policies;

use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Button, ControlOrientation, Scrollbar};
use hotgates_frontend::board::Board;
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
use hotgates_frontend::ui::MessageOnClick;

use super::*;

/// A ruleset whose infantry has a long name and can hardly move.
fn ruleset_with_long_names() -> String {
    let classic = include_str!("../../../rules/assets/rules/classic.ron");
    classic.replace("\"infantry\"", "\"pikemen of the seventh regiment of the guards on foot\"")
}

/// Opens the setup with these files in the player's folder of maps, and returns what is told.
fn setup_with_files(files: &[(&str, &str)]) -> (Player, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let maps = Storage::from_folder(folder.path()).map_folder();
    std::fs::create_dir_all(&maps).unwrap();
    for (name, text) in files {
        std::fs::write(maps.join(name), text).unwrap();
    }
    let mut player = Player::at(folder);
    let told = player.notices();
    player.press(KeyCode::KeyN);
    player.app.update();
    assert_eq!(player.screen(), Screen::Setup);
    (player, told)
}

/// Chooses the last map of the list.
fn choose_last_map(player: &mut Player) {
    let count = player.app.world().resource::<hotgates_frontend::maps::PlayableMaps>().0.len();
    player.say(SetupAction::Map(count - 1));
    player.app.update();
}

#[test]
fn a_ruleset_beside_a_map_is_no_fault_and_a_broken_map_is() {
    let map = include_str!("../../../../maps/two_bridges.ron")
        .replacen("Map(", "Map(rules: \"guards.ron\",", 1)
        .replace("\"infantry\"", "\"pikemen of the seventh regiment of the guards on foot\"")
        .replacen("Two Bridges", "Two guarded bridges", 1);
    let rules = ruleset_with_long_names();
    let files = [("bridges.ron", map.as_str()), ("guards.ron", &rules), ("broken.ron", "Map(name: \"torn\"")];
    let (mut player, told) = setup_with_files(&files);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("broken.ron"), "{told:?}");

    choose_last_map(&mut player);
    let setup = player.app.world().resource::<BattleSetup>();
    assert_eq!((setup.scenario().map.name.as_str(), setup.faults()), ("Two guarded bridges", &[][..]));
    // What stands beside a long name stays in the panel.
    let world = player.app.world_mut();
    let mut buttons = world.query_filtered::<(&MessageOnClick<SetupChange>, &ChildOf), With<Button>>();
    let named = |change: &SetupChange| matches!(change, SetupChange::Kind(..) | SetupChange::Rank(..));
    let rooms: Vec<Entity> = buttons
        .iter(world)
        .filter(|(on_click, _)| named(&on_click.0))
        .map(|(_, room)| room.parent())
        .collect();
    assert!(rooms.len() > 20, "two for each unit");
    for room in rooms {
        let node = world.get::<Node>(room).unwrap();
        assert_eq!((node.min_width, node.overflow), (px(0), Overflow::clip()));
    }
}

/// Maps that a player puts into the folder, or changes there, are found when a battle is set up next; a fault is
/// told once.
#[test]
fn maps_are_found_that_come_while_the_program_runs() {
    let map = include_str!("../../../../maps/two_bridges.ron").replacen("Two Bridges", "Three bridges", 1);
    let (mut player, told) = setup_with_files(&[("torn.ron", "Map(name: \"torn\"")]);
    assert_eq!(told.len(), 1, "{told:?}");
    let folder = player.storage().map_folder();
    let set_up_again = |player: &mut Player| {
        player.say(SetupAction::Back);
        player.app.update();
        player.notices();
        player.press(KeyCode::KeyN);
        player.app.update();
        player.notices()
    };
    let turns_of_last = |player: &Player| {
        let maps = &player.app.world().resource::<hotgates_frontend::maps::PlayableMaps>().0;
        let last = maps.last().expect("maps that are shipped");
        (last.map.name.clone(), last.map.turns)
    };
    std::fs::write(folder.join("bridges.ron"), &map).unwrap();
    assert_eq!(set_up_again(&mut player), [""; 0], "the fault has been told");
    let (name, turns) = turns_of_last(&player);
    assert_eq!(name, "Three bridges");

    let longer = format!("turns: {}", turns.unwrap() + 5);
    let changed = map.replacen(&format!("turns: {}", turns.unwrap()), &longer, 1);
    std::fs::write(folder.join("bridges.ron"), changed).unwrap();
    std::fs::write(folder.join("two.ron"), "Map(").unwrap();
    let told = set_up_again(&mut player);
    assert!(told.len() == 1 && told[0].contains("two.ron"), "{told:?}");
    assert_eq!(turns_of_last(&player), ("Three bridges".to_owned(), Some(turns.unwrap() + 5)));
}

#[test]
fn a_map_without_room_for_the_armies_is_shown_itself_and_says_why() {
    let map = r#"(name: "nowhere", rows: ["...", "~#~", "..."])"#;
    let (mut player, told) = setup_with_files(&[("nowhere.ron", map)]);
    assert_eq!(told, [""; 0]);
    let width = |player: &Player| player.app.world().resource::<Board>().map().grid().width();
    assert!(width(&player) > 3);
    choose_last_map(&mut player);
    let setup = player.app.world().resource::<BattleSetup>();
    assert!(setup.battle().is_none() && !setup.faults().is_empty());
    assert_eq!(width(&player), 3, "the map that is chosen, not the one before");
}

/// Turns, men and points have ends, at which the buttons that would go beyond are off.
#[test]
fn numbers_at_their_ends_have_buttons_that_are_off() {
    use SetupChange::{Points, Strength, Turns};

    let (mut player, _) = setup_with_files(&[]);
    let mut check = |change: &SetupChange, on: [SetupChange; 2], off: SetupChange| {
        player.say(change.clone());
        player.app.update();
        let world = player.app.world_mut();
        let mut buttons = world.query::<(&MessageOnClick<SetupChange>, Has<InteractionDisabled>)>();
        let is_off = |wanted: &SetupChange| {
            let found = buttons.iter(world).find(|(on_click, _)| on_click.0 == *wanted);
            found.unwrap_or_else(|| panic!("no button for {wanted:?}")).1
        };
        let [one, other, last] = [&on[0], &on[1], &off].map(is_off);
        assert!(!one && !other && last, "{change:?}");
    };
    check(&Turns(-1000), [Turns(1), Strength(Side::Blue, 0, -1)], Turns(-1));
    check(&Turns(1000), [Turns(-1), Strength(Side::Red, 0, -1)], Turns(1));
    check(
        &Strength(Side::Red, 0, 1),
        [Points(Side::Red, 1), Points(Side::Red, -1)],
        Strength(Side::Red, 0, 1),
    );
    let two = Strength(Side::Red, 0, -20);
    check(&two, [Strength(Side::Red, 0, 1), Points(Side::Red, 1)], Strength(Side::Red, 0, -1));
}

#[test]
fn a_map_may_allow_some_types_only_and_say_what_losses_a_side_deals() {
    let types = "Map(types: (red: [\"infantry\", \"cavalry\"]), factor: (red: 1200),";
    let map = include_str!("../../../../maps/two_bridges.ron")
        .replacen("Map(", types, 1)
        .replacen("Two Bridges", "Two guarded bridges", 1)
        .replace("\"artillery\"", "\"cavalry\"");
    let (mut player, told) = setup_with_files(&[("bridges.ron", &map)]);
    assert_eq!(told, Vec::<String>::new());
    choose_last_map(&mut player);
    check_texts(&mut player, &["its units deal 120\u{a0}% of the losses"]);
    let kind = |player: &Player, side: Side| {
        let setup = player.app.world().resource::<BattleSetup>();
        assert_eq!(setup.faults(), []);
        setup.units(side)[0].kind.clone()
    };
    let mut seen = [Side::Red, Side::Blue].map(|_| Vec::new());
    for _ in 0..3 {
        for (side, seen) in [Side::Red, Side::Blue].into_iter().zip(&mut seen) {
            seen.push(kind(&player, side));
            player.say(SetupChange::Kind(side, 0));
            player.app.update();
        }
    }
    assert_eq!(seen[0], ["infantry", "cavalry", "infantry"]);
    assert_eq!(seen[1], ["infantry", "cavalry", "artillery"]);
    // Points buy units of these types only.
    player.say(SetupChange::Points(Side::Red, 1));
    player.app.update();
    let setup = player.app.world().resource::<BattleSetup>();
    assert!(setup.units(Side::Red).iter().all(|unit| unit.kind != "artillery"));
}

/// The row of maps goes on beyond its place, which a bar below shows.
#[test]
fn the_row_of_maps_has_a_bar() {
    let (mut player, _) = setup_with_files(&[]);
    let count = player.app.world().resource::<hotgates_frontend::maps::PlayableMaps>().0.len();
    let world = player.app.world_mut();
    let mut bars = world.query::<&Scrollbar>();
    let lying = bars.iter(world).filter(|bar| bar.orientation == ControlOrientation::Horizontal);
    let rows: Vec<Entity> = lying.map(|bar| bar.target).collect();
    let [row] = rows[..] else { panic!("{} rows have a bar", rows.len()) };
    let maps = world.get::<Children>(row).unwrap().iter();
    let maps = maps.filter(|&map| world.get::<MessageOnClick<SetupAction>>(map).is_some());
    assert_eq!(maps.count(), count);
}

#[test]
fn works_and_weather_are_switched_off_and_on_where_the_rules_have_them() {
    let (mut player, _) = setup_with_files(&[]);
    let has = |player: &Player| {
        let setup = player.app.world().resource::<BattleSetup>();
        assert_eq!(setup.faults(), []);
        [setup.has_works(), setup.has_weather()]
    };
    let switches_that_are_off = |player: &mut Player| {
        let world = player.app.world_mut();
        let mut buttons =
            world.query_filtered::<&MessageOnClick<SetupChange>, (With<Button>, With<InteractionDisabled>)>();
        let named = |change: &SetupChange| matches!(change, SetupChange::Works(_) | SetupChange::Weather(_));
        buttons.iter(world).filter(|on_click| named(&on_click.0)).count()
    };
    check_texts(&mut player, &["works", "weather"]);
    assert_eq!((has(&player), switches_that_are_off(&mut player)), ([false; 2], 2), "classic has neither");
    check_texts(&mut player, &["Not in these rules: works, weather."]);
    player.say(SetupChange::Works(true));
    player.say(SetupChange::Weather(true));
    assert_eq!(has(&player), [false; 2], "there are no usual ones");

    let maps = &player.app.world().resource::<hotgates_frontend::maps::PlayableMaps>().0;
    let at = maps.iter().position(|map| map.map.name == "Vell Crossing").expect("a map of these rules");
    let listed = maps[at].rules.options.clone();
    player.say(SetupAction::Map(at));
    player.app.update();
    assert_eq!((has(&player), switches_that_are_off(&mut player)), ([true; 2], 0));
    assert!(!all_texts(&mut player).contains("Not in these rules"));
    player.say(SetupChange::Works(false));
    assert_eq!(has(&player), [false, true]);
    player.say(SetupChange::Weather(false));
    player.say(SetupChange::Works(true));
    assert_eq!(has(&player), [true, false]);
    player.say(SetupChange::Weather(true));
    assert_eq!(player.app.world().resource::<BattleSetup>().scenario().rules.options, listed);
}
