//! The lists of saved battles and replays.

use hotgates_engine::{Battle, GameRecord};
use hotgates_frontend::files::{FileAction, FileLists};
use hotgates_frontend::maps::SHIPPED;

use super::*;

/// A number of files greater than a list shows.
const MANY: usize = 203;

#[test]
fn the_lists_fill_while_the_screen_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::from_folder(folder.path());
    let scenario = Scenario::classic(MapFile::from_ron(SHIPPED[0]).unwrap());
    let mut game_record = GameRecord::new(Battle::from_scenario(&scenario).unwrap(), 1);
    for _ in 0..2 {
        game_record.act(Order::EndTurn, &mut Vec::new()).unwrap();
    }
    let replay = game_record.replay(&scenario).encode();
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
