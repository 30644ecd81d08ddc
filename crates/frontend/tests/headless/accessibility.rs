//! Screen readers: roles, names and spoken texts of widgets, and the board in words.

use accesskit::{Action, Live, Role, Toggled};
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, ActionRequest};
use bevy::input_focus::tab_navigation::TabIndex;
use hotgates_engine::Direction;
use hotgates_frontend::battle::PointerAction;
use hotgates_frontend::describe::{BoardDescription, DescriptionPart};
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::ui::settings::Settings;
use hotgates_frontend::view::PlaybackAction;
use hotgates_picture::ColourScheme;

use super::*;

/// Returns the words of a part of the description, and `true` if a screen reader reads them aloud.
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
    // The threats to the unit are computed beside the frames.
    player.until("the danger is known", |world| {
        world.iter_entities().any(|entity| {
            entity.get::<DescriptionPart>() == Some(&DescriptionPart::Danger)
                && entity.get::<AccessibilityNode>().is_some_and(|node| node.value() != Some(""))
        })
    });
    let (.., words) = said(&mut player, DescriptionPart::Danger);
    assert!(words.contains("can be hit here by infantry"), "{words}");
    // With the enemy pointed at, the description gives the odds.
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
        let mut parts = world.query_filtered::<Entity, With<DescriptionPart>>();
        let part = parts.iter(world).next().unwrap();
        let panel = world.query::<&ChildOf>().query(world).root_ancestor(part);
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

/// In a small window the sentences leave no place for the units below.
#[test]
fn the_board_in_words_scrolls_as_a_whole() {
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::F2);
    player.app.update();
    let world = player.app.world_mut();
    let mut texts = world.query::<(Entity, &Text, Has<DescriptionPart>)>();
    let lines: Vec<Entity> = texts
        .iter(world)
        .filter(|(_, text, part)| *part || text.0.contains(" of the castle at 4,3: "))
        .map(|(line, ..)| line)
        .collect();
    assert!(lines.len() >= DescriptionPart::ALL.len() + 4, "{}", lines.len());
    let mut above = world.query::<&ChildOf>();
    let above = above.query(world);
    let scrolling = |line| -> Vec<Entity> {
        let scrolls = |node: &Entity| {
            world.get::<Node>(*node).is_some_and(|node| node.overflow.y == OverflowAxis::Scroll)
        };
        above.iter_ancestors(line).filter(scrolls).collect()
    };
    let first = scrolling(lines[0]);
    assert_eq!(first.len(), 1, "one place scrolls, not one within another");
    assert!(lines.iter().all(|&line| scrolling(line) == first), "sentences and units scroll together");
}

/// Lists the widgets that the keyboard can reach, each with the name that a screen reader says.
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
