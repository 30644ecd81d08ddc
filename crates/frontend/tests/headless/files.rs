//! The lists of saved battles and replays.

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::ui_widgets::ScrollArea;
use hotgates_engine::Battle;
use hotgates_frontend::files::{FileAction, FileLists};
use hotgates_frontend::ui::{NOTICE_ROOM, WidgetId};
use hotgates_maps::SHIPPED_MAPS;
use hotgates_picture::{Picture, PictureLayers};
use hotgates_record::{GameRecord, Replay};

use super::*;

/// A file is deleted after a question, which Escape and *Keep* answer with no; the answer that
/// keeps the file has the focus.
#[test]
fn a_saved_battle_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    let [kept, gone] = ["kept", "gone"].map(|name| storage.save_folder().join(format!("{name}.replay")));
    for path in [&kept, &gone] {
        storage.write_whole_file(path, b"bad").unwrap();
    }
    let mut player = Player::at(folder);
    player.app.init_resource::<InputFocus>();
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Files);
    player.app.update();
    let id_of = |action: &FileAction| WidgetId::from_message(action);
    let ask = FileAction::AskToDelete(gone.clone());
    let button_of = |world: &World, action: &FileAction| {
        let id = id_of(action);
        world.iter_entities().find(|entity| entity.get::<WidgetId>() == Some(&id)).map(|entity| entity.id())
    };
    player.until("the files are listed", |world| button_of(world, &ask).is_some());
    for answer in [Some(FileAction::Keep), None, Some(FileAction::Delete(gone.clone()))] {
        let button = button_of(player.app.world(), &ask).unwrap();
        player.app.world_mut().resource_mut::<InputFocus>().set(button, FocusCause::Navigated);
        player.say(ask.clone());
        player.until("the question is asked", |world| button_of(world, &FileAction::Keep).is_some());
        assert!(gone.exists());
        let keep = button_of(player.app.world(), &FileAction::Keep);
        assert_eq!(player.app.world().resource::<InputFocus>().get(), keep);
        match answer {
            Some(answer) => player.say(answer),
            None => player.press(KeyCode::Escape),
        }
        player.until("the question is gone", |world| button_of(world, &FileAction::Keep).is_none());
        assert_eq!(player.screen(), Screen::Files);
    }
    assert!(!gone.exists() && kept.exists());
    assert_eq!(button_of(player.app.world(), &ask), None);
    assert!(button_of(player.app.world(), &FileAction::AskToDelete(kept)).is_some());
    assert_eq!(player.notices().last().unwrap(), "Deleted: gone");
}

/// Notices stand at the bottom of the window, and the panel with the button *Back* above them.
#[test]
fn notices_have_room_below_the_lists() {
    let mut player = Player::new();
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Files);
    player.app.update();
    let world = player.app.world_mut();
    let mut roots = world.query_filtered::<&Node, With<DespawnOnExit<Screen>>>();
    let root = roots.iter(world).find(|node| node.height == percent(100)).unwrap();
    assert_eq!(root.padding.bottom, px(NOTICE_ROOM));
}

/// Lists that fill a screen are wider in a wide window, and scroll only where the window is too low for them.
#[test]
fn lists_take_the_room_of_the_window() {
    for screen in [Screen::Files, Screen::Lessons, Screen::Puzzles, Screen::Campaigns] {
        let mut player = Player::new();
        player.app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
        player.app.update();
        player.app.update();
        let world = player.app.world_mut();
        let mut nodes = world.query::<(&Node, Has<ScrollArea>)>();
        let panel = nodes.iter(world).find(|(node, _)| node.max_height == percent(96));
        let (panel, _) = panel.unwrap_or_else(|| panic!("{screen:?} has no panel"));
        assert!(matches!((panel.width, panel.min_width), (Val::Percent(_), Val::Px(_))), "{screen:?}");
        assert!(nodes.iter(world).any(|(_, scrolls)| scrolls), "{screen:?}");
        let bounded = nodes.iter(world).filter(|(node, _)| matches!(node.max_height, Val::Px(_)));
        assert_eq!(bounded.count(), 0, "{screen:?}");
    }
}

/// Returns a battle in which both sides only end their turns, `half_turns` times.
fn idle_battle(half_turns: usize) -> Replay {
    let scenario = Scenario::classic(MapFile::from_ron(SHIPPED_MAPS[0]).unwrap());
    let mut game_record = GameRecord::new(Battle::from_scenario(&scenario).unwrap(), scenario.dice_source());
    for _ in 0..half_turns {
        game_record.act(Order::EndTurn, &mut Vec::new()).unwrap();
    }
    game_record.replay(&scenario)
}

/// A line of the list says map and turn, and below the day and minute at which the file was written.
#[test]
fn a_file_says_its_map_its_turn_and_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    let last = Battle::check_scenario(&idle_battle(0).scenario).battle.unwrap().last_turn() as usize;
    let files = [(0, "Turn 1"), (1, "Turn 1"), (2, "Turn 2"), (5, "Turn 3"), (2 * last, "over in turn 18")];
    let file_of = |half_turns| storage.save_folder().join(format!("after {half_turns}.replay"));
    for (half_turns, _) in files {
        storage.write_whole_file(&file_of(half_turns), &idle_battle(half_turns).encode()).unwrap();
    }
    let mut player = Player::at(folder);
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Files);
    player.app.update();
    for (half_turns, turn) in files {
        let id = WidgetId::from_message(&FileAction::Load(file_of(half_turns)));
        let lines = |world: &World| {
            let mut entities = world.iter_entities();
            let button = entities.find(|entity| entity.get::<WidgetId>() == Some(&id))?;
            let children = button.get::<Children>()?.iter();
            let texts = children.filter_map(|child| world.get::<Text>(child)).map(|text| text.0.clone());
            Some(texts.collect::<Vec<_>>())
        };
        player.until("the file is read", |world| lines(world).is_some_and(|lines| lines[1] == turn));
        let lines = lines(player.app.world()).unwrap();
        assert_eq!((lines[0].as_str(), lines.len()), ("Hot Gates", 3));
        // Words that are too long for the list are broken, and push no button out of it.
        let mut buttons = player.app.world_mut().query::<(&WidgetId, &Node)>();
        let button = buttons.iter(player.app.world()).find(|(of, _)| **of == id).map(|(_, node)| node);
        assert!(button.is_some_and(|node| (node.flex_basis, node.min_width) == (px(0), px(0))));
        let (date, name) = lines[2].split_once(" · ").unwrap();
        assert_eq!(name, format!("after {half_turns}"));
        assert!(date.starts_with("20") && date.len() == "2000-01-01 00:00".len(), "{date}");
    }
}

/// Returns the image beside the line of a file, once it has been drawn.
fn picture_of_file(world: &World, path: &std::path::Path) -> Option<Image> {
    let id = WidgetId::from_message(&FileAction::Load(path.to_owned()));
    let button = world.iter_entities().find(|entity| entity.get::<WidgetId>() == Some(&id))?.id();
    let below = |node: Entity| world.get::<Children>(node).into_iter().flat_map(Children::iter);
    let node = below(button).flat_map(below).find_map(|child| world.get::<ImageNode>(child))?;
    world.resource::<Assets<Image>>().get(&node.image).cloned()
}

/// The board where a file leaves its battle is drawn beside its line; under fog of war the ground alone, until
/// the battle is over. A file that is no battle has no picture.
#[test]
fn a_file_shows_the_board_where_it_leaves_its_battle() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    let mut fogged = idle_battle(0).scenario;
    fogged.rules.options.fog_of_war = true;
    let hidden = GameRecord::new(Battle::from_scenario(&fogged).unwrap(), fogged.dice_source());
    let hidden = hidden.replay(&fogged);
    let file_of = |name: &str| storage.save_folder().join(name).with_extension("replay");
    for (name, bytes) in
        [("plain", idle_battle(2).encode()), ("hidden", hidden.encode()), ("bad", b"bad".to_vec())]
    {
        storage.write_whole_file(&file_of(name), &bytes).unwrap();
    }
    let mut player = Player::at(folder);
    player.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Files);
    player.app.update();
    for (name, replay, units) in [("plain", idle_battle(2), true), ("hidden", hidden, false)] {
        player.until("a board is drawn", |world| picture_of_file(world, &file_of(name)).is_some());
        let image = picture_of_file(player.app.world(), &file_of(name)).unwrap();
        let record = replay.play_again().unwrap();
        let layers = PictureLayers { grid: false, labels: false, units };
        let drawn = Picture::from_battle(record.battle()).with_layers(layers).draw_fitting(168, 108);
        assert_eq!((image.width(), image.height()), (drawn.width, drawn.height), "{name}");
        assert_eq!(image.data.as_deref(), Some(&drawn.rgba[..]), "{name}");
    }
    assert!(picture_of_file(player.app.world(), &file_of("bad")).is_none());
}

/// A number of files greater than a list shows.
const MANY: usize = 203;

#[test]
fn the_lists_fill_while_the_screen_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    let replay = idle_battle(2).encode();
    for number in 0..MANY {
        storage
            .write_whole_file(&storage.replay_folder().join(format!("{number:03}.replay")), &replay[..])
            .unwrap();
    }
    storage.write_whole_file(&storage.save_folder().join("bad.replay"), b"bad").unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, AssetPlugin::default()))
        .add_plugins(GamePlugin { storage: storage.clone() });
    app.update();
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Files);
    let start = Instant::now();
    let shown = |app: &mut App| {
        let mut texts = app.world_mut().query::<&Text>();
        texts.iter(app.world()).map(|text| text.0.clone()).collect::<Vec<_>>()
    };
    loop {
        app.update();
        let texts = shown(&mut app);
        let ready = texts.iter().filter(|text| *text == "Turn 2").count();
        if ready == MANY - 3 {
            assert!(texts.contains(&"and 3 older ones".to_owned()), "{texts:?}");
            assert!(texts.iter().any(|text| text.contains("not a Hotgates replay")), "{texts:?}");
            break;
        }
        assert!(start.elapsed() < Duration::from_mins(2), "{ready} files were read");
        std::thread::sleep(Duration::from_millis(5));
    }
    let path = storage.replay_folder().join("000.replay");
    app.world_mut().write_message(FileAction::Back);
    app.update();
    app.update();
    assert!(!app.world().contains_resource::<FileLists>() && path.exists());
}
