//! The keyboard's focus stays where it was when a panel is filled anew.

use accesskit::Action;
use bevy::a11y::{AccessibilityNode, ActionRequest};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::text::EditableText;
use bevy::ui_widgets::SelectAllOnFocus;
use bevy::window::PrimaryWindow;
use hotgates_frontend::editor::{
    DialogAction, DisplayAction, EditorAction, EditorTab, MapFileAction, MapTextField, TypedTextField,
    Workspace,
};
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::ui::texts::Language;
use hotgates_frontend::ui::{ChosenButton, WidgetId};
use hotgates_frontend::view::PlaybackAction;

use super::*;

/// Returns the words on a widget.
fn words_on(world: &World, widget: Entity) -> String {
    let children = world.get::<Children>(widget).into_iter().flat_map(Children::iter);
    children.filter_map(|child| world.get::<Text>(child)).map(|text| text.0.as_str()).collect()
}

/// Returns the first widget with these words.
fn widget(player: &mut Player, words: &str) -> Entity {
    let world = player.app.world_mut();
    let mut widgets = world.query_filtered::<Entity, With<TabIndex>>();
    let all: Vec<Entity> = widgets.iter(world).collect();
    let found = all.iter().copied().find(|&widget| words_on(world, widget) == words);
    found.unwrap_or_else(|| {
        let words: Vec<String> = all.iter().map(|&widget| words_on(world, widget)).collect();
        panic!("no widget in {words:?}")
    })
}

fn click(player: &mut Player, widget: Entity) {
    player.say(ActionRequest(accesskit::ActionRequest {
        action: Action::Click,
        target_tree: accesskit::TreeId::ROOT,
        target_node: accesskit::NodeId(widget.to_bits()),
        data: None,
    }));
}

/// Gives a widget the focus and does something that has its panel filled anew: the widget in its
/// place has the focus then, and screen readers know it.
fn check_focus_stays(player: &mut Player, words: &str, change: impl FnOnce(&mut Player, Entity)) -> Entity {
    player.app.init_resource::<InputFocus>();
    player.app.update();
    let before = widget(player, words);
    let id = player.app.world().get::<WidgetId>(before).copied();
    assert!(id.is_some(), "{words} sends a message");
    player.app.world_mut().resource_mut::<InputFocus>().set(before, FocusCause::Navigated);
    change(player, before);
    for _ in 0..3 {
        player.app.update();
    }
    let world = player.app.world();
    let focused =
        world.resource::<InputFocus>().get().unwrap_or_else(|| panic!("{words} has lost the focus"));
    assert!(focused != before && world.get_entity(before).is_err(), "{words}: the panel was filled anew");
    assert_eq!(world.get::<WidgetId>(focused).copied(), id, "{words}");
    assert!(world.get::<AccessibilityNode>(focused).is_some(), "{words}: no stale node has the focus");
    focused
}

#[test]
fn a_setting_keeps_the_focus_when_it_is_chosen_and_when_the_language_changes() {
    let mut player = Player::new();
    player.press(KeyCode::KeyS);
    let focused = check_focus_stays(&mut player, "125 %", click);
    assert!(player.app.world().get::<ChosenButton>(focused).is_some());
    let focused = check_focus_stays(&mut player, "中文", click);
    assert_eq!(words_on(player.app.world(), focused), "中文");
    let focused = check_focus_stays(&mut player, "返回", |player, _| {
        player.say(SettingsAction::Language(Language::English));
    });
    assert_eq!(words_on(player.app.world(), focused), "Back");
}

#[test]
fn a_commander_keeps_the_focus_when_it_is_chosen() {
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    for commander in ["greedy", "random"] {
        let focused = check_focus_stays(&mut player, commander, click);
        assert!(player.app.world().get::<ChosenButton>(focused).is_some(), "{commander}");
    }
}

#[test]
fn the_pause_button_keeps_the_focus_when_it_says_something_else() {
    let mut player = Player::new();
    player.hot_seat();
    let focused = check_focus_stays(&mut player, "Pause", click);
    assert_eq!(words_on(player.app.world(), focused), "Go on");
}

#[test]
fn a_focus_outside_of_the_panel_that_is_filled_stays_where_it_is() {
    let mut player = Player::new();
    player.hot_seat();
    player.app.init_resource::<InputFocus>();
    player.app.update();
    let undo = widget(&mut player, "Undo");
    player.app.world_mut().resource_mut::<InputFocus>().set(undo, FocusCause::Navigated);
    player.say(PlaybackAction::Pause);
    player.app.update();
    assert_eq!(player.app.world().resource::<InputFocus>().get(), Some(undo));
}

#[test]
fn a_widget_that_is_gone_leaves_the_focus_to_the_one_in_its_place() {
    let mut player = Player::new();
    player.hot_seat();
    player.press(KeyCode::KeyT);
    player.app.init_resource::<InputFocus>();
    player.app.update();
    let answer = WidgetId::from_message(&BattleAction::KeepTurn);
    let world = player.app.world_mut();
    let mut widgets = world.query::<(Entity, &WidgetId)>();
    let keep = widgets.iter(world).find(|(_, id)| **id == answer).map(|(entity, _)| entity).unwrap();
    world.resource_mut::<InputFocus>().set(keep, FocusCause::Navigated);
    click(&mut player, keep);
    for _ in 0..3 {
        player.app.update();
    }
    let world = player.app.world();
    let focused = world.resource::<InputFocus>().get().unwrap();
    assert!(world.get::<AccessibilityNode>(focused).is_some());
    let next = WidgetId::from_message(&BattleAction::NextUnit);
    assert_eq!(world.get::<WidgetId>(focused), Some(&next), "the second of its panel, as before");
}

/// A window that is too small for the chosen size of widgets has smaller ones, and those that were
/// chosen once it is large enough.
#[test]
fn widgets_fit_into_a_small_window() {
    let mut player = Player::new();
    player.app.init_resource::<UiScale>();
    let window = player.app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    player.press(KeyCode::KeyS);
    player.say(SettingsAction::Scale(200));
    for ((width, height), scale) in [((1280.0, 720.0), 1.15), ((800.0, 500.0), 0.7), ((3840.0, 2160.0), 2.0)]
    {
        player.app.world_mut().get_mut::<Window>(window).unwrap().resolution.set(width, height);
        player.app.update();
        player.app.update();
        let now = player.app.world().resource::<UiScale>().0;
        assert!((now - scale).abs() < 1e-6, "{width} × {height}: {now}");
        player.app.update();
        let mut texts = player.app.world_mut().query::<&Text>();
        let said = texts.iter(player.app.world()).find(|text| text.0.starts_with("This window has room"));
        let limit =
            format!("This window has room for {:.0} %; a larger one shows the chosen size", scale * 100.0)
                .replace(" %", "\u{a0}%");
        assert_eq!(said.map(|text| text.0.as_str()), (scale < 2.0).then_some(limit.as_str()));
    }
}

#[test]
fn the_question_about_unsaved_changes_has_its_harmless_answer_in_focus() {
    for field in 0..2 {
        let mut player = Player::new();
        player.app.init_resource::<InputFocus>();
        player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
        player.app.update();
        player.say(EditorAction::Type(TypedTextField::Map(MapTextField::Name), "Own".to_owned()));
        player.say(EditorAction::File(MapFileAction::New));
        player.app.update();
        let world = player.app.world_mut();
        let mut fields = world.query_filtered::<Entity, (With<EditableText>, With<SelectAllOnFocus>)>();
        let typed = fields.iter(world).nth(field).unwrap();
        world.resource_mut::<InputFocus>().set(typed, FocusCause::Navigated);
        player.say(EditorAction::Dialog(DialogAction::Confirm));
        player.app.update();
        let focused = player.app.world().resource::<InputFocus>().get().unwrap();
        assert_eq!(words_on(player.app.world(), focused), "Save", "field {field}");
    }
}

/// Returns the words on the widget that has the focus.
fn focused_words(player: &Player) -> Option<String> {
    let focused = player.app.world().resource::<InputFocus>().get()?;
    Some(words_on(player.app.world(), focused))
}

fn set_focus(player: &mut Player, words: &str) {
    let widget = widget(player, words);
    player.app.world_mut().resource_mut::<InputFocus>().set(widget, FocusCause::Navigated);
    player.app.update();
}

#[test]
fn a_dialog_that_closes_gives_the_focus_back_unless_it_was_taken_from_it() {
    let mut player = Player::new();
    player.app.init_resource::<InputFocus>();
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
    player.app.update();
    for is_taken in [false, true] {
        set_focus(&mut player, "Open");
        if is_taken {
            // As by a click into the map.
            player.app.world_mut().resource_mut::<InputFocus>().clear();
            player.app.update();
        }
        player.say(EditorAction::File(MapFileAction::Open));
        player.app.update();
        assert_ne!(focused_words(&player), Some("Open".to_owned()), "the dialog has it");
        assert!(focused_words(&player).is_some());
        player.press(KeyCode::Escape);
        player.app.update();
        assert_eq!(focused_words(&player), (!is_taken).then(|| "Open".to_owned()));
    }
}

#[test]
fn a_screen_that_is_left_gives_the_focus_back_to_its_line_of_the_menu() {
    let mut player = Player::new();
    player.app.init_resource::<InputFocus>();
    for inside in [None, Some("125 %"), Some("Back")] {
        set_focus(&mut player, "Settings");
        player.press(KeyCode::KeyS);
        assert_eq!((player.screen(), focused_words(&player)), (Screen::Settings, None));
        if let Some(inside) = inside {
            set_focus(&mut player, inside);
        }
        player.press(KeyCode::Escape);
        player.app.update();
        let settings = Some("Settings".to_owned());
        assert_eq!((player.screen(), focused_words(&player)), (Screen::Menu, settings), "{inside:?}");
    }
}

#[test]
fn a_text_field_leaves_the_keys_that_write_nothing_to_the_screen() {
    let mut player = Player::new();
    player.app.init_resource::<InputFocus>();
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
    player.app.update();
    player.say(EditorAction::Display(DisplayAction::Tab(EditorTab::Map)));
    player.app.update();
    let world = player.app.world_mut();
    let field = world.query_filtered::<Entity, With<EditableText>>().iter(world).next().unwrap();
    world.resource_mut::<InputFocus>().set(field, FocusCause::Navigated);
    player.app.update();
    let dialog = |player: &Player| player.app.world().resource::<Workspace>().dialog.is_some();
    let tool = |player: &Player| player.app.world().resource::<Workspace>().editor.tool().clone();
    let before = tool(&player);
    player.press(KeyCode::KeyF);
    assert_eq!(tool(&player), before, "F is a letter here");
    player.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ControlLeft);
    player.press(KeyCode::KeyO);
    assert!(dialog(&player), "Ctrl+O is not");
}
