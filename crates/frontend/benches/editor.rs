//! The cost of a frame of the map editor for the main thread on a map of 1000 × 1000 hexes: all of
//! the front end's own systems, without window and renderer.
//!
//! ```text
//! cargo bench -p hotgates-frontend --bench editor --profile dev
//! ```

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, WindowResolution};
use criterion::{Criterion, criterion_group, criterion_main};
use hotgates_editor::{Coord, EditorTool};
use hotgates_engine::Direction;
use hotgates_frontend::GamePlugin;
use hotgates_frontend::editor::{
    DialogAction, DocumentAction, EditorAction, GestureAction, MapFileAction, ToolAction, Workspace,
};
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;
use hotgates_mapgen::{LandKind, MapPlan};

const SIDE: u32 = 1000;

/// The editor with a large map in it, and the map's file.
fn editing() -> (App, PathBuf) {
    let home = std::env::temp_dir().join("hotgates-bench-editor");
    let path = home.join("wide.ron");
    let plan = MapPlan { kind: LandKind::Plain, width: SIDE, height: SIDE, seed: 1, from: Direction::N };
    let storage = Storage::from_folder(&home);
    let text = plan.generate_map().expect("it is large enough").to_ron();
    storage.write_whole_file(&path, text.as_bytes()).expect("there is room for a file");
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, AssetPlugin::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(16_667)))
        .add_plugins(GamePlugin { storage });
    app.finish();
    app.cleanup();
    let resolution = WindowResolution::new(1920, 1080);
    app.world_mut().spawn((Window { resolution, ..default() }, PrimaryWindow));
    app.update();
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Editor);
    app.update();
    act(&mut app, EditorAction::File(MapFileAction::OpenFile(path.clone())));
    assert_eq!(app.world().resource::<Workspace>().document().ground().width(), 1000);
    act(&mut app, EditorAction::Tool(ToolAction::BrushSize(5)));
    (app, path)
}

/// Runs a frame with an input.
fn act(app: &mut App, action: EditorAction) {
    app.world_mut().write_message(action);
    app.update();
}

fn at(col: i32, row: i32) -> Coord {
    Coord { col, row }
}

fn frames(c: &mut Criterion) {
    let (mut app, path) = editing();
    let mut group = c.benchmark_group("editor, 1000 × 1000");
    group.sample_size(10);
    group.bench_function("a frame while nothing happens", |b| b.iter(|| app.update()));
    group.bench_function("open", |b| {
        b.iter(|| act(&mut app, EditorAction::File(MapFileAction::OpenFile(path.clone()))));
    });
    act(&mut app, EditorAction::Tool(ToolAction::Terrain(hotgates_engine::TerrainId(4))));
    act(&mut app, EditorAction::Gesture(GestureAction::Press(at(0, 0))));
    let mut col = 0;
    group.bench_function("a frame of a stroke, brush 5", |b| {
        b.iter(|| {
            col = (col + 10) % 1000;
            act(&mut app, EditorAction::Gesture(GestureAction::Drag(at(col, 500))));
        });
    });
    act(&mut app, EditorAction::Gesture(GestureAction::Release(at(0, 0))));
    act(&mut app, EditorAction::Document(DocumentAction::Undo));
    for (name, tool) in [
        ("line", EditorTool::Line),
        ("rectangle", EditorTool::Rectangle),
        ("selection", EditorTool::SelectRectangle),
    ] {
        act(&mut app, EditorAction::Tool(ToolAction::Take(tool)));
        act(&mut app, EditorAction::Gesture(GestureAction::Press(at(0, 0))));
        let mut row = 990;
        group.bench_function(format!("a frame while a {name} is drawn across the map"), |b| {
            b.iter(|| {
                row = 1980 - row + i32::from(row == 990);
                act(&mut app, EditorAction::Gesture(GestureAction::Drag(at(999, row))));
            });
        });
        act(&mut app, EditorAction::Dialog(DialogAction::Escape));
    }
    act(&mut app, EditorAction::Tool(ToolAction::Take(EditorTool::Fill)));
    group.bench_function("a fill of the plain and its undo, a frame each", |b| {
        b.iter(|| {
            act(&mut app, EditorAction::Gesture(GestureAction::Press(at(500, 500))));
            act(&mut app, EditorAction::Document(DocumentAction::Undo));
        });
    });
    group.bench_function("save", |b| b.iter(|| act(&mut app, EditorAction::File(MapFileAction::Save))));
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
